"""How orders and commands are written, in one line each, for the help of a language."""

from collections.abc import Mapping

from pbem.core.orders import Order, Slot
from pbem.language.commands import COMMANDS, command_words, languages
from pbem.language.lexicon import Lexicon
from pbem.language.marks import N_
from pbem.language.messages import listed, translations
from pbem.language.names import kinds_of

VALUES: Mapping[str, str] = {
    "unit": N_("piece"),
    "space": N_("hex"),
    "area": N_("area"),
    "seat": N_("seat"),
    "phase": N_("phase"),
    "turn": N_("turn"),
    "clause": N_("clause"),
    "rest": N_("text"),
    "mailbox": N_("mail address"),
}
"""What stands for the values of a line."""


def order_usage(order: type[Order], lexicon: Lexicon, lang: str) -> str:
    """The form of a verb in the words of a language; brackets hold what may be left out, dots follow what may be more.

    For example ``MOVE piece [TO] hex …``.
    """
    verb = str(order.model_fields["type"].default)
    return " ".join([lexicon.say("verbs", verb, lang), *(_field(slot, lexicon, lang) for slot in order.FORM)])


def command_usage(name: str, lang: str) -> str:
    """The form of a command in the words of a language."""
    words, form = command_words(), COMMANDS[name]
    kind = form.rstrip("?")
    if not kind:
        return words.say(name, lang)
    if kind == "language":
        value = "|".join(languages())
    elif kind in VALUES:
        value = translations(lang).gettext(VALUES[kind])
    else:
        value = "|".join(words.say(one, lang) for one in kind.split("|"))
    return f"{words.say(name, lang)} [{value}]" if form.endswith("?") else f"{words.say(name, lang)} {value}"


def _field(slot: Slot, lexicon: Lexicon, lang: str) -> str:
    keyword = lexicon.say("keywords", slot.keyword, lang) if slot.keyword else ""
    if slot.optional_keyword:
        keyword = f"[{keyword}]"
    choices = "|".join(lexicon.say("choices", choice, lang) for choice in slot.choices)
    kinds = [] if choices or slot.kinds == ("flag",) else kinds_of(slot, lexicon).split("+")
    value = choices or listed([translations(lang).gettext(VALUES[kind]) for kind in kinds], lang)
    shown = " ".join(part for part in (keyword, value, "…" if slot.many else "") if part)
    return shown if slot.required else f"[{shown}]"
