"""Orders to text: the canonical line of an order, which `read_text` reads back to the same order."""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.core.orders import Order, Slot
from pbem.core.record import Record
from pbem.language.commands import command_words
from pbem.language.lexicon import Lexicon
from pbem.language.words import key


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
    """Whether the first of these words would be read as one name with those after it: unit a and 1, unit a-1."""
    read = key(parts[0])
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
        if slot.field != without and value is not None and value is not False and value != ():
            yield from _slot(slot, value, lexicon, lang, open_)
        open_ = slot.keyword is None and (slot.many or not slot.required)


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
    read = key(value)
    reserved = (lexicon.keywords, lexicon.verbs, lexicon.choices, lexicon.skip, command_words().skip)
    return f'"{value}"' if any(read in words for words in reserved) else value
