"""The lexicon of a game: the rule set's verbs with the words and names of both languages, from its scenario.json."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.board.board import read_board
from pbem.core.ruleset import Ruleset
from pbem.gamedata.games import LANGUAGES, lexicon
from pbem.language.lexicon import Lexicon, Names


def lexicon_of(rules: Ruleset, data: Mapping[str, Any]) -> Lexicon:
    """The lexicon for a parsed scenario.json: its counters, spaces, named places, seats, and groups of counters if any.

    An area may be written by its id or by a name, a hex by its number; those with a name, by that too.
    """
    board = read_board(data["map"])
    named = {space: tuple(dict.fromkeys(names.values())) for space, names in board.places.items()}
    return Lexicon.build(
        orders=rules.ORDERS,
        phases=rules.SEQUENCE,
        words=_words(rules.NAME),
        names=Names(
            units={unit: _names(unit, counter) for unit, counter in data["counters"].items()},
            spaces=board.index,
            places=named if board.kind == "hexes" else {area: named.get(area, ()) for area in board.ids},
            groups={group: _names(group, about) for group, about in data.get("groups", {}).items()},
            seats=tuple(data["seats"]),
            kind=board.kind,
        ),
    )


def _names(unit: str, counter: Mapping[str, Any]) -> tuple[str, ...]:
    """What a counter or a group may be called: its names in both languages, and the short one printed on it."""
    names = [*counter.get("name", {}).values(), counter.get("short", "")]
    return tuple(dict.fromkeys(name for name in names if name and name != unit))


@lru_cache(maxsize=8)
def _words(name: str) -> Mapping[str, Mapping[str, Any]]:
    return {language: lexicon(name, language) for language in LANGUAGES}
