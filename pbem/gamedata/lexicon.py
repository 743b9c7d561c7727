"""The lexicon of a game: the rule set's verbs with the words and names of both languages, from its scenario.json."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from pbem.board.board import read_board
from pbem.core.ruleset import Ruleset
from pbem.gamedata.games import LANGUAGES, lexicon
from pbem.language.lexicon import Lexicon, Names, all_slots

_OWN_NAME = re.compile("«([^»]+)»")
"""A ship is called by its own name, without its kind."""


def lexicon_of(rules: Ruleset, data: Mapping[str, Any]) -> Lexicon:
    """The lexicon for a parsed scenario.json: its counters, spaces, named places and seats.

    Where an order may name a group (a division), the groups are those that the counters name as their `group`, or their
    `division`, with the words that the lexicon has for them in `groups`.
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
            groups=_groups(rules, data["counters"].values()),
            seats=tuple(data["seats"]),
            kind=board.kind,
            sets=_sets(rules, data["counters"]),
            types={unit: str(counter["type"]) for unit, counter in data["counters"].items() if "type" in counter},
            sides={unit: str(counter["side"]) for unit, counter in data["counters"].items() if "side" in counter},
        ),
    )


def _names(unit: str, counter: Mapping[str, Any]) -> tuple[str, ...]:
    """What a counter may be called: its names in both languages, what they have in «», the short one printed on it, and
    what else it has in `called`.
    """
    whole = [*counter.get("name", {}).values(), *counter.get("called", ())]
    names = [*whole, *(own for name in whole for own in _OWN_NAME.findall(name)), counter.get("short", "")]
    return tuple(dict.fromkeys(name for name in names if name and name != unit))


def _groups(rules: Ruleset, counters: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """The groups of the counters with their names in all languages; none where no order takes one."""
    if not any("group" in slot.kinds for order in rules.ORDERS for slot in all_slots(order.FORM)):
        return {}
    named = [words.get("groups", {}) for words in _words(rules.NAME).values()]
    said = (counter.get("group") or counter.get("division") for counter in counters)
    groups = sorted({str(group) for group in said if group})
    return {group: tuple(dict.fromkeys(words[group] for words in named if group in words)) for group in groups}


def _sets(rules: Ruleset, counters: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Of each value of counters that the lexicon has in `sets` what it may be, with the units of which it is."""
    found: dict[str, dict[str, tuple[str, ...]]] = {
        kind: {} for words in _words(rules.NAME).values() for kind in words.get("sets", {})
    }
    for kind, named in found.items():
        for unit, counter in sorted(counters.items()):
            if name := counter.get(kind):
                named[name] = (*named.get(name, ()), unit)
    return found


@lru_cache(maxsize=8)
def _words(name: str) -> Mapping[str, Mapping[str, Any]]:
    return {language: lexicon(name, language) for language in LANGUAGES}
