"""What is called by some words: whole names, their beginnings, and words that stand within them."""

from collections.abc import Mapping, Sequence

from pbem.core.pieces import natural
from pbem.language.lexicon import Lexicon
from pbem.language.words import Word

NAME = 4
"""Letters of a word that may be half of a name, and is no "and"."""


def names_something(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is exactly a unit, a space, a place or a seat, so that its line can hardly be prose."""
    units, groups = (lexicon.units, lexicon.unit_names), (lexicon.groups, lexicon.group_names)
    return any(word.key in names for names in (*units, *groups, lexicon.places, lexicon.seats, lexicon.spaces))


def with_word(read: str, ids: Mapping[str, str]) -> tuple[str, ...]:
    """The ids in which a word of letters stands as one of its own; a single letter ("I") is none."""
    return tuple(id_ for id_ in sorted(ids) if f"-{read}-" in f"-{id_}-") if read.isalpha() and len(read) > 1 else ()


def with_words(read: str, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The ids in whose names each of some words stands; none unless one of them is more than an article or a number."""
    parts = read.split("-")
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
