"""What is called by some words: whole names, their beginnings, and words that stand within them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from pbem.core.pieces import natural
from pbem.language.commands import command_words
from pbem.language.lexicon import Lexicon
from pbem.language.words import Word

NAME = 4
"""Letters of a word that may be half of a name, and is no "and"."""


def as_named(words: Sequence[Word], lexicon: Lexicon) -> list[Word]:
    """Words, each that stands for one of a name as that one: "8 cia", of "octava compañía"."""
    alike = _alike(lexicon)
    return [word if word.quoted else word._replace(key=alike.get(word.key, word.key)) for word in words]


@lru_cache(maxsize=8)
def _alike(lexicon: Lexicon) -> Mapping[str, str]:
    """The words of a game that stand for one of a name, and ordinals, where nothing is called so, for numbers."""
    tables = (lexicon.phrases, lexicon.unit_names, lexicon.places, lexicon.group_names, lexicon.skip)
    orders = (lexicon.verbs, lexicon.keywords, lexicon.choices)
    taken = {part for table in (*tables, *orders) for one in table for part in one.split("-")}
    ordinals = {word: number for word, number in command_words().ordinals.items() if word not in taken}
    return {**ordinals, **lexicon.habits.alike}


def names_something(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is exactly a unit, a space, a place or a seat, so that its line can hardly be prose."""
    units, groups = (lexicon.units, lexicon.unit_names), (lexicon.groups, lexicon.group_names)
    return any(word.key in names for names in (*units, *groups, lexicon.places, lexicon.seats, lexicon.spaces))


def with_word(read: str, ids: Mapping[str, str]) -> tuple[str, ...]:
    """The ids in which a word of letters stands as one of its own; a single letter ("I") is none."""
    return tuple(id_ for id_ in sorted(ids) if f"-{read}-" in f"-{id_}-") if read.isalpha() and len(read) > 1 else ()


def with_words(read: str, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The ids in whose names each of some words stands, articles aside; none unless one is more than a number."""
    parts = [part for part in read.split("-") if part not in command_words().skip]
    if not any(len(part) >= NAME and part.isalpha() for part in parts):
        return ()
    found = frozenset[str].intersection(*(known.get(part, frozenset()) for part in parts))
    return tuple(sorted(found, key=natural))


def ids_beginning(read: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """The ids that begin with a word, by the keys of all."""
    return tuple(keys[one] for one in sorted((k for k in keys if read and k.startswith(read)), key=natural))


def exact_or_beginning(read: str, keys: Mapping[str, str]) -> str | None:
    """The id that is a word, or the only one that begins with it."""
    if read in keys:
        return keys[read]
    begun = ids_beginning(read, keys)
    return begun[0] if len(begun) == 1 else None


def named_beginning(read: str, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The ids of all names with a beginning."""
    begun = {id_ for name, ids in names.items() if read and name.startswith(read) for id_ in ids}
    return tuple(sorted(begun, key=natural))


def or_within(read: str, names: Mapping[str, Sequence[str]], begun: Sequence[str]) -> tuple[str, ...]:
    """The ids of names that begin with some words, and of those that have them whole within: "am sal" is as much the
    hamlet of Am Sal as the forest of Am Sal.
    """
    within = {id_ for name, ids in names.items() if f"-{read}-" in f"-{name}-" for id_ in ids}
    return tuple(sorted({*begun, *within}, key=natural))


def together(read: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """The units in whose names some words stand one behind the other: of the 3rd X, not of a 3rd battalion."""
    whole = f"-{'-'.join(read)}-"
    return frozenset(unit for name, units in _bare_names(lexicon) if whole in name for unit in units)


def numbered_so(read: Sequence[str], units: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """Those of some units in whose names each number stands before the same word: the 1st company of the 2nd X."""
    kept = [word for word in read if word not in command_words().skip]
    pairs = [pair for pair in pairwise(kept) if pair[0].isdecimal()]
    return tuple(unit for unit in units if all(unit in together(pair, lexicon) for pair in pairs))


def plainest(read: Sequence[str], units: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """The one of some units whose name with some words in it has no more than those of all others, and they have more:
    the 5th harka, no mounted one; all, where there is none.
    """
    said = {*read} - command_words().skip.keys()
    names = {unit: [{*name.split("-")} for name, ids in _bare_names(lexicon) if unit in ids] for unit in units}
    named = {unit: [name for name in found if said <= name] for unit, found in names.items()}
    for unit, own in named.items():
        others = (found for other, found in named.items() if other != unit)
        if own and all(any(name < more for name in own for more in found) for found in others):
            return (unit,)
    return tuple(units)


@lru_cache(maxsize=8)
def _bare_names(lexicon: Lexicon) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names of units without articles, between dashes, with those who are called so."""
    silent = command_words().skip
    kept = (([part for part in name.split("-") if part not in silent], ids) for name, ids in lexicon.unit_names.items())
    return tuple((f"-{'-'.join(parts)}-", ids) for parts, ids in kept)
