"""Orders to text: the canonical line of an order, which `read_text` reads back to the same order."""

from collections.abc import Iterator

from pbem.core.orders import Order, Slot
from pbem.language.commands import command_words
from pbem.language.lexicon import Lexicon
from pbem.language.words import key


def write_order(order: Order, lexicon: Lexicon, lang: str) -> str:
    """The line of an order in the canonical words of a language, fields in the order of its FORM.

    Optional keywords are written before single words only: `LAND reina-1 AT 0301 0302`.
    """
    return " ".join([lexicon.say("verbs", order.type, lang), *write_fields(order, lexicon, lang)])


def write_fields(order: Order, lexicon: Lexicon, lang: str, without: str = "") -> Iterator[str]:
    """The words of an order after its verb, but those of the field `without`."""
    for slot in order.FORM:
        value = getattr(order, slot.field)
        if slot.field == without or value is None or value is False or value == ():
            continue
        if slot.keyword and not (slot.optional_keyword and slot.many):
            yield lexicon.say("keywords", slot.keyword, lang)
        if slot.kinds != ("flag",):
            yield from (_word(one, slot, lexicon, lang) for one in (value if slot.many else (value,)))


def _word(value: str, slot: Slot, lexicon: Lexicon, lang: str) -> str:
    """A value as a word; in quotes where it would be read as something else without them."""
    if slot.kinds == ("choice",):
        return lexicon.say("choices", value, lang)
    read = key(value)
    reserved = read in lexicon.keywords or read in command_words().skip or read in lexicon.starts
    return f'"{value}"' if reserved else value
