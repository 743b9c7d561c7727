"""Lines for all units of a place, or beside it: "all in Dha move to Sin, but not Kavir"."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import find_space, unit_named
from pbem.language.names.joining import join_names
from pbem.language.names.nearest import Miss, unheard
from pbem.language.words import key_of, words

Crew = Callable[[str, str], Sequence[Sequence[str]]]
"""The units of a side in a space, those together who can do what a line behind their names says; the space, that."""


def for_everyone(line: str, lexicon: Lexicon, crew: Crew) -> tuple[str, ...]:
    """A line that begins with all units of a space as the lines for them, by their ids; nothing for any other."""
    read, skip = words(line), command_words().skip
    found = longest_match(read, command_words().everyone)
    joined = join_names(read[found[1] :], lexicon) if found and "?" not in line else ()
    place = next((word for word in joined if word.key not in skip), None)
    space = find_space(place, lexicon, unheard) if place else ""
    if not place or isinstance(space, Miss):
        return ()
    behind, left = _without_others(line[place.end :], lexicon)
    groups = ([unit for unit in group if unit not in left] for group in crew(space, behind))
    return tuple(f"{' ' * read[0].start}{', '.join(group)} {behind}" for group in groups if group)


def aimed_with_all(line: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """What stands before and behind "everything next to it", where a line has that behind WITH; None for any other."""
    read = words(line)
    for at in range(1, len(read)):
        sizes = range(len(read) - at, 0, -1)
        used = next((size for size in sizes if key_of(read[at : at + size]) in command_words().beside), 0)
        if used and lexicon.keywords.get(read[at - 1].key) == "WITH":
            return line[: read[at].start], line[read[at + used - 1].end :]
    return None


def _without_others(line: str, lexicon: Lexicon) -> tuple[str, frozenset[str]]:
    """A line without those who are not meant, and who they are: "move to sin, but not Kavir"."""
    read = words(line)
    for at, word in enumerate(read):
        found = longest_match(read[at:], command_words().but)
        joined = join_names(read[at + found[1] :], lexicon) if found else ()
        named = (each for each in joined if each.key not in command_words().skip)
        if others := [*takewhile(lambda each: unit_named(each, lexicon), named)]:
            rest = f"{line[: word.start].rstrip(' ,')}{line[others[-1].end :]}"
            return rest.strip(" ,"), frozenset(unit_named(each, lexicon) for each in others)
    return line.strip(" ,"), frozenset()
