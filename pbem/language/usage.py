"""How orders and commands are written, in one line each, for the help of a language."""

from collections.abc import Mapping

from pbem.core.orders import Order, Slot, rivals
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
    "group": N_("group"),
    "number": N_("number"),
    "phase": N_("phase"),
    "turn": N_("turn"),
    "clause": N_("clause"),
    "rest": N_("text"),
    "mailbox": N_("mail address"),
}
"""What stands for the values of a line."""


def order_usage(order: type[Order], lexicon: Lexicon, lang: str) -> str:
    """The form of a verb in the words of a language; brackets hold what may be left out, dots follow what may be more.

    For example ``MOVE piece [TO] hex …``. A bar stands between what may be given instead of each other, and behind the
    verb of an order within the order stand dots.
    """
    verb = str(order.model_fields["type"].default)
    return f"{lexicon.say('verbs', verb, lang)} {_form(order.FORM, lexicon, lang)}".rstrip()


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


def _form(form: tuple[Slot, ...], lexicon: Lexicon, lang: str) -> str:
    """The slots of a form, those that may be given instead of each other together."""
    first = [slot for slot in form if not slot.instead]
    groups = [(slot, *rivals(slot, form)) for slot in first]
    return " ".join(_group(group, lexicon, lang) for group in groups)


def _group(group: tuple[Slot, ...], lexicon: Lexicon, lang: str) -> str:
    shown = "|".join(_field(slot, lexicon, lang) for slot in group)
    return shown if group[0].required else f"[{shown}]"


def _field(slot: Slot, lexicon: Lexicon, lang: str) -> str:
    keyword = lexicon.say("keywords", slot.keyword, lang) if slot.keyword else ""
    if slot.optional_keyword:
        keyword = f"[{keyword}]"
    value = _value(slot, lexicon, lang)
    value = f"[{value}]" if slot.bare else value
    return " ".join(part for part in (keyword, value, "…" if slot.many else "") if part)


def _value(slot: Slot, lexicon: Lexicon, lang: str) -> str:
    """What stands for the value of a slot: its words, or the names of its kinds."""
    if slot.kinds == ("order",):
        return "|".join(f"{lexicon.say('verbs', verb, lang)} …" for verb in slot.verbs)
    if slot.kinds == ("clause",):
        return _form(slot.clause, lexicon, lang)
    choices = "|".join(lexicon.say("choices", choice, lang) for choice in slot.choices)
    kinds = [VALUES[kind] for kind in kinds_of(slot, lexicon).split("+") if kind in VALUES]
    return "|".join(filter(None, (listed([translations(lang).gettext(kind) for kind in kinds], lang), choices)))
