"""The words of a path in the order in which it is gone: "to 1613 via 1514" goes through 1514 first."""

from collections.abc import Iterable, Sequence

from pbem.core.orders import Slot
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.matching import names_something
from pbem.language.words import Word


def in_order_of_the_way(read: Sequence[Word], verb: str, lexicon: Lexicon) -> tuple[Word, ...]:
    """The words behind a verb, names joined, with what a path leads through before its end.

    Only for orders that have a path, and no VIA of their own. VIA is left out where it stands before a path and is no
    word of the game.
    """
    form = lexicon.orders[verb].FORM
    if not any("space" in slot.kinds and slot.many for slot in form) or "VIA" in _keywords(form):
        return tuple(read)
    found, at = list(read), 1
    while at < len(found):
        size = _via_at(found, at, lexicon)
        way = _spaces(found[at + size :], lexicon) if size else []
        end = at + size + len(way)
        if way and _is_space(found[at - 1], lexicon):
            found[at - 1 : end] = [*way, found[at - 1]]
        elif way and not any(word.key in lexicon.keywords for word in found[at : at + size]):
            found[at:end] = way
        at += 1
    return tuple(found)


def _spaces(read: Sequence[Word], lexicon: Lexicon) -> list[Word]:
    """The spaces that words begin with, and what says nothing between them ("and")."""
    skip, last = command_words().skip, 0
    for at, word in enumerate(read):
        if _is_space(word, lexicon):
            last = at + 1
        elif word.key not in skip:
            break
    return list(read[:last])


def _via_at(read: Sequence[Word], at: int, lexicon: Lexicon) -> int:
    """How many words, from one on, say that a path leads through what follows; 0 for none, or where one is a name."""
    found = longest_match(read[at:], command_words().via)
    return found[1] if found and not names_something(read[at], lexicon) else 0


def _is_space(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is the name of a space, or the number of one."""
    return word.key in lexicon.spaces or (word.key in lexicon.places and word.key not in lexicon.keywords)


def _keywords(form: Iterable[Slot]) -> frozenset[str]:
    """The keywords of an order and of its clauses."""
    inner = (keyword for slot in form for keyword in _keywords(slot.clause))
    return frozenset([*(slot.keyword for slot in form if slot.keyword), *inner])
