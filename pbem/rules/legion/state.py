"""The state of a game of La Legión (catalogue, part C): what changes. A frozen value; only `evolve` makes new ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.board.zones import zones
from pbem.kit.common import space_of
from pbem.kit.frozen import alter
from pbem.rules.legion.scenario import Counter, Scenario


@dataclass(frozen=True)
class Piece:
    """What changes of a piece. `status`: map, off-map, due, waiting, pool, grounded, eliminated.

    `moved` (no, move, march, reinforce, land) and the flags after it are cleared at the start of each own turn.
    `attacked`: a combat on it was declared in this phase (LL-8.1). `seat` is the seat that orders it this turn where
    two share the side (LL-3.1), else None. `panicked`: armour that drove somebody off and so may not
    march (LL-8.24).
    """

    status: str
    at: str | None = None
    arrived_turn: int | None = None
    landed: bool = False
    moved: str = "no"
    bombarded: bool = False
    supported: bool = False
    fought: bool = False
    attacked: bool = False
    must_attack: bool = False
    zoc_of: tuple[str, ...] = ()
    seat: str | None = None
    panicked: bool = False


@dataclass(frozen=True)
class State:
    """One position. `units` holds every counter of the scenario by id. Treat all mappings as frozen."""

    scenario: Scenario
    turn: int
    phase: str
    units: Mapping[str, Piece]
    weather: str = "normal"
    weather_roller: str | None = None
    airport_holder: str = "spanish"
    winner: str | None = None
    win_reason: str | None = None
    battles: int = 0
    """The combats declared in this turn: they are numbered through it."""
    occupied: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """The land piece in each hex that has one: an index of `units`, kept by `placed`."""
    _zones: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict, compare=False, repr=False)

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit."""
        return self.scenario.counters[unit]

    hex_of = space_of

    def zones_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes in the zone of control of a side's land pieces, with the pieces (LL-7.7). Worked out once."""
        known = self._zones.get(side)
        if known is None:
            counters, neighbours = self.scenario.counters, self.scenario.board.neighbours
            mine = {unit: hex_ for hex_, unit in self.occupied.items() if counters[unit].side == side}
            known = self._zones[side] = zones(mine, lambda unit: neighbours[mine[unit]])  # LL-7.7
        return known

    def land(self, side: str) -> tuple[str, ...]:
        """The land pieces of a side on the map, by id."""
        counters = self.scenario.counters
        return tuple(sorted(unit for unit in self.occupied.values() if counters[unit].side == side))


def changed(state: State, pieces: Mapping[str, Piece], **fields: Any) -> State:
    """The state with these pieces and fields replaced. Keeps the index of hexes and the zones that still hold."""
    if moved := [unit for unit in pieces if _moves(state, unit, pieces[unit])]:
        fields["occupied"] = _shifted(state, pieces, moved)
        sides = {state.scenario.counters[unit].side for unit in moved}
        fields["_zones"] = {side: known for side, known in state._zones.items() if side not in sides}
    return marked(state, pieces, **fields)


def marked(state: State, pieces: Mapping[str, Piece], **fields: Any) -> State:
    """The state with these pieces and fields replaced, where no piece moves, comes or goes: cheaper than `changed`."""
    return alter(state, units={**state.units, **pieces}, **fields)


def _moves(state: State, unit: str, new: Piece) -> bool:
    """Whether a land piece will stand in another hex than now, or leave the map or come onto it."""
    old = state.units[unit]
    return (old.at != new.at or old.status != new.status) and state.scenario.counters[unit].is_land


def _shifted(state: State, pieces: Mapping[str, Piece], moved: Iterable[str]) -> dict[str, str]:
    """The index of hexes after these pieces moved."""
    occupied = state.occupied.copy()  # many times as fast as dict() after deletions
    for unit in moved:
        old, new = _hex(state.units[unit]), _hex(pieces[unit])
        if old is not None and occupied.get(old) == unit:
            del occupied[old]
        if new is not None:
            occupied[new] = unit
    return occupied


def index(scenario: Scenario, units: Mapping[str, Piece]) -> dict[str, str]:
    """The land piece in each hex; ValueError where two share one (LL-7.10)."""
    occupied: dict[str, str] = {}
    for unit in sorted(units):
        hex_ = _hex(units[unit])
        if hex_ is None or not scenario.counters[unit].is_land:
            continue
        if hex_ in occupied:
            raise ValueError(f"two land pieces in {hex_}: {occupied[hex_]} and {unit}.")
        occupied[hex_] = unit
    return occupied


def _hex(piece: Piece) -> str | None:
    return piece.at if piece.status == "map" else None
