"""Orders to text: the canonical line of an order, which `read_text` reads back; and the form of a verb, for HELP."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.orders import Order, Slot, rivals
from pbem.core.record import Record, type_of
from pbem.language.catalogue import N_
from pbem.language.commands import COMMANDS, command_words, languages
from pbem.language.lexicon import Lexicon
from pbem.language.messages import join_or, translations
from pbem.language.names.slots import kinds_of
from pbem.language.words import key

VALUES: Mapping[str, str] = {
    "unit": N_("unit"),
    "space": N_("hex"),
    "area": N_("area"),
    "seat": N_("player"),
    "group": N_("group"),
    "number": N_("number"),
    "phase": N_("phase"),
    "turn": N_("turn"),
    "where": N_("turn, AROUND place"),
    "spaces": N_("hex hex"),
    "clause": N_("clause"),
    "rest": N_("text"),
    "mailbox": N_("email address"),
    "message": N_("message"),
    "reader": N_("who"),
    "days": N_("from–to"),
    "time": N_("time"),
}
"""What stands for the values of a line."""


def write_order(order: Order, lexicon: Lexicon, lang: str) -> str:
    """The line of an order in the canonical words of a language, fields in the order of its FORM.

    Optional keywords are written before single words only (`LAND reina-1 AT 0301 0302`), and where what stands before
    could go on without them.
    """
    return " ".join([lexicon.say("verbs", order.type, lang), *write_fields(order, lexicon, lang)])


def write_fields(order: Order, lexicon: Lexicon, lang: str, without: str = "") -> tuple[str, ...]:
    """The words of an order after its verb, but those of the field `without`."""
    parts = list(_form(order.FORM, order, lexicon, lang, without))
    for at, part in enumerate(parts):
        if _runs_on(parts[at:], lexicon):
            parts[at] = f'"{part}"'
    return tuple(parts)


def _runs_on(parts: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the first of these words, a value, would be read as one name with those after it: a and 1, as a-1."""
    read = key(parts[0])
    if read in lexicon.keywords or read in lexicon.choices:
        return False
    for part in parts[1:]:
        if read not in lexicon.starts or part.startswith('"'):
            return False
        read += f"-{key(part)}"
        if read in lexicon.phrases:
            return True
    return False


def _form(form: tuple[Slot, ...], record: Record, lexicon: Lexicon, lang: str, without: str = "") -> Iterator[str]:
    """The words of an order or a clause."""
    open_ = False
    for slot in form:
        value = getattr(record, slot.field)
        silent = value is None or value is False or value == () or _is_usual(record, slot, value)
        if slot.field != without and not silent:
            yield from _slot(slot, value, lexicon, lang, open_)
        open_ = slot.keyword is None and (slot.many or not slot.required)


def _is_usual(record: Record, slot: Slot, value: Any) -> bool:
    """Whether a number behind a keyword is what it would be if nothing were said: it need not be written."""
    return (
        slot.kinds == ("number",)
        and slot.keyword is not None
        and value == type(record).model_fields[slot.field].default
    )


def _slot(slot: Slot, value: Any, lexicon: Lexicon, lang: str, after_open: bool) -> Iterator[str]:
    """The words of a field; `after_open`: what may stand before it has no end of its own."""
    keyword = lexicon.say("keywords", slot.keyword, lang) if slot.keyword else ""
    values = value if slot.many else (value,)
    if slot.kinds == ("clause",):
        for one in values:
            yield from filter(None, (keyword, *_form(slot.clause, one, lexicon, lang)))
        return
    if keyword and not (slot.optional_keyword and slot.many and not after_open):
        yield keyword
    if slot.kinds == ("order",):
        yield write_order(value, lexicon, lang)
    elif slot.kinds != ("flag",):
        yield from (_word(one, slot, lexicon, lang) for one in values)


def _word(value: str | int, slot: Slot, lexicon: Lexicon, lang: str) -> str:
    """A value as a word; in quotes where it would be read as something else without them."""
    if isinstance(value, int):
        return str(value)
    if value in slot.choices:
        return lexicon.say("choices", value, lang)
    if slot.kinds == ("phase",):
        name = lexicon.say("phases", value, lang)
        return name if lexicon.phase_words.get(key(name)) == (value,) else value
    read = key(value)
    reserved = (lexicon.keywords, lexicon.verbs, lexicon.choices, lexicon.skip, command_words().skip)
    return f'"{value}"' if any(read in words for words in reserved) else value


def order_usage(order: type[Order], lexicon: Lexicon, lang: str) -> str:
    """The form of a verb in the words of a language; brackets hold what may be left out, dots follow what may be more.

    For example ``MOVE piece [TO] hex …``. A bar stands between what may be given instead of each other, and behind the
    verb of an order within the order stand dots.
    """
    verb = type_of(order)
    return f"{lexicon.say('verbs', verb, lang)} {_usage(order.FORM, lexicon, lang)}".rstrip()


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


def _usage(form: tuple[Slot, ...], lexicon: Lexicon, lang: str) -> str:
    """The slots of a form, those that may be given instead of each other together."""
    first = [slot for slot in form if not slot.instead]
    groups = [(slot, *rivals(slot, form)) for slot in first]
    return " ".join(_usage_of_one(group, lexicon, lang) for group in groups)


def _usage_of_one(group: tuple[Slot, ...], lexicon: Lexicon, lang: str) -> str:
    shown = "|".join(_field_usage(slot, lexicon, lang) for slot in group)
    return shown if group[0].required else f"[{shown}]"


def _field_usage(slot: Slot, lexicon: Lexicon, lang: str) -> str:
    keyword = lexicon.say("keywords", slot.keyword, lang) if slot.keyword else ""
    if slot.optional_keyword:
        keyword = f"[{keyword}]"
    value = _value_usage(slot, lexicon, lang)
    value = f"[{value}]" if slot.bare else value
    return " ".join(part for part in (keyword, value, "…" if slot.many else "") if part)


def _value_usage(slot: Slot, lexicon: Lexicon, lang: str) -> str:
    """What stands for the value of a slot: its words, or the names of its kinds."""
    if slot.kinds == ("order",):
        return "|".join(f"{lexicon.say('verbs', verb, lang)} …" for verb in slot.verbs)
    if slot.kinds == ("clause",):
        return _usage(slot.clause, lexicon, lang)
    choices = "|".join(lexicon.say("choices", choice, lang) for choice in slot.choices)
    kinds = [VALUES[kind] for kind in kinds_of(slot, lexicon).split("+") if kind in VALUES]
    return "|".join(filter(None, (join_or([translations(lang).gettext(kind) for kind in kinds], lang), choices)))
