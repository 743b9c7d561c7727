"""Raids of the Rif: who can go where the most Allied units lose their line of supply (RIF-10.2, 10.5)."""

from collections.abc import Mapping, Sequence

from pbem.bots.rif1926.aims import kept_hexes
from pbem.bots.rif1926.lines import cut_off, exposed
from pbem.bots.rif1926.marching import March
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.movement import judge_move
from pbem.rules.rif1926.orders import Move
from pbem.rules.rif1926.sequence import RIF
from pbem.rules.rif1926.state import State, has_room

LEAST = 2  # so many Allied units with an attack must lose their supply
TRIED = 12  # so many of the hexes with the most lines are looked at more closely
RAIDS = 6  # a turn

Ways = Mapping[str, Mapping[str, tuple[str, ...]]]


def raid(march: March) -> None:
    """Send bands where they cut the Allies off: none that keeps a town or mans a trench."""
    homes = kept_hexes(march.state)
    bands = [u for u in march.left() if u in march.ways and march.state.counter(u).is_line and march.may_leave(u)]
    bands = [u for u in bands if not march.state.units[u].dispersed and march.state.hex_of(u) not in homes]
    for _ in range(RAIDS):
        found = best_raid(march.state, [u for u in bands if u in march.free], march.ways)
        if found is None or not march.go(*found, supplied=False):
            return


def best_raid(state: State, raiders: Sequence[str], ways: Ways) -> tuple[str, str] | None:
    """The raider and the hex that cut off the most Allied units; None where none cuts off enough."""
    lines = {hex_: exposed(state, hex_) for hex_ in {hex_ for unit in raiders for hex_ in ways[unit]}}
    ranked = sorted((hex_ for hex_ in lines if lines[hex_] >= LEAST), key=lambda hex_: (-lines[hex_], hex_))
    best, most = None, LEAST - 1
    for hex_ in ranked[:TRIED]:
        unit = next((u for u in raiders if hex_ in ways[u] and has_room(state, u, hex_)), None)
        if unit is None or lines[hex_] <= most or hex_ == state.hex_of(unit):
            continue
        after = _after(state, unit, ways[unit][hex_])
        if after is not None and (cut := cut_off(state, after)) > most:
            best, most = (unit, hex_), cut
    return best


def _after(state: State, unit: str, path: tuple[str, ...]) -> State | None:
    verdict = judge_move(state, RIF, Move(units=(unit,), path=path))
    if verdict.faults:
        return None
    for event in verdict.events:
        state = evolve(state, event)
    return state
