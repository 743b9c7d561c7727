"""Games between bots without mail, on the whole map or on a small field."""

import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pbem.bots.turns import Player
from pbem.core.orders import Section
from pbem.core.play import Inputs, adjudicate
from pbem.core.problems import Checked
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import ChainDice
from pbem.gamedata.rulesets import ruleset
from tests.referee.making import foot, guns, scenario

LEGION: Ruleset = ruleset("legion")


def field() -> Any:
    """A plain of 12 by 7 hexes, eight pieces and a battery a side, two places that count."""
    counters: dict[str, Mapping[str, Any]] = {}
    for side, stem in (("moroccan", "beni"), ("spanish", "cer")):
        counters |= {f"{stem}-{n}": foot(side, turn=1) for n in range(1, 9)}
        counters[f"{stem}-art-1"] = guns(side, turn=1)
    data = scenario(counters, size=(12, 7), west=columns(1, 5), east=columns(8, 12), turns=8)
    return LEGION.read_scenario(data)


def columns(first: int, last: int) -> tuple[str, ...]:
    """The hexes of some columns of the field."""
    return tuple(f"{column:02d}{row:02d}" for column in range(first, last + 1) for row in range(1, 8))


def phases(scenario_: Any, players: Mapping[str, Player], seed: str) -> Iterator[tuple[Any, dict[str, Checked], Any]]:
    """Each phase of a game: the state before it, the check of each seat's sheet, the state after it."""
    randoms = {seat: Random(f"{seed} {seat}") for seat in players}
    state = LEGION.initial(scenario_)
    while LEGION.winner(state) is None:
        sheets, checked = {}, {}
        for seat in LEGION.awaited(state):
            sheet = players[seat](LEGION, state, seat, randoms[seat])
            sheets[seat] = Section(phase=state.phase, lines=sheet.lines(state.phase))
            checked[seat] = LEGION.check(state, seat, sheet)
        key = hashlib.sha256(f"{seed} {state.turn}.{state.phase}".encode()).digest()
        after = adjudicate(LEGION, state, Inputs(dice=ChainDice(key), sheets=sheets)).state
        yield state, checked, after
        state = after


def winner(scenario_: Any, players: Mapping[str, Player], seed: str) -> str | None:
    """Who wins a game."""
    *_, (_, _, end) = phases(scenario_, players, seed)
    return LEGION.winner(end)
