"""Fleets: placed each turn on the sea, then they bombard (LL-2.10, 8.20, 8.21)."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.core.orders import Line, Section
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict
from pbem.rules.legion import fire
from pbem.rules.legion.events import FleetPlaced
from pbem.rules.legion.orders import Bombard, Place
from pbem.rules.legion.ownership import on_board, own
from pbem.rules.legion.state import State
from pbem.rules.legion.targets import in_order


def judge_place(state: State, seat: str, order: Place) -> Verdict:
    """The verdict on a PLACE of a fleet: every fault, or where it goes."""
    faults = own(state, seat, order.unit) or tuple(_placing_faults(state, order.unit, order.at))
    if faults:
        return Verdict(order, faults)
    return Verdict(order, events=(FleetPlaced(unit=order.unit, at=order.at, origin=state.units[order.unit].at),))


def judge_bombard(state: State, seat: str, order: Bombard) -> Verdict:
    """The verdict on a BOMBARD of a fleet, from where it stands after all placements."""
    return fire.judge(state, seat, order, SHIPS)


def placed_first(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of the fleet phase in the order in which they count: all placements before the first bombardment."""
    # LL-8.20
    return tuple(sorted(lines, key=lambda line: not isinstance(line.order, Place)))


def run_fleet(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run the fleet phase: all fleets are placed before the first bombards; who has no order stays."""
    for seat, line in in_order(sheets):
        if isinstance(line.order, Place):
            verdict = judge_place(play.state, seat, line.order)
            for fault in verdict.faults[:1]:
                play.void(seat, line.number, fault.code, fault.rule, line.order.unit)
            for event in verdict.events:
                play.emit(event)  # LL-8.20 LL-2.10
    for seat, line in in_order(sheets):
        if isinstance(line.order, Bombard):
            # LL-8.21
            fire.carry_out(play, seat, line, line.order, SHIPS)


def place_choices(state: State, seat: str) -> dict[str, tuple[Choice, ...]]:
    """The legal orders of each fleet of the seat: bombard from where it stands, or be placed on another sea hex."""
    mine = [unit for unit in state.scenario.fleets if not own(state, seat, unit)]
    shots = fire.choices(state, seat, mine, SHIPS)
    found = {unit: (*shots.get(unit, ()), *_places(state, unit)) for unit in mine}
    return {unit: choices for unit, choices in found.items() if choices}


def _places(state: State, unit: str) -> Iterator[Choice]:
    for hex_ in state.scenario.board.with_terrain("sea"):
        if next(_placing_faults(state, unit, hex_), None) is None:
            yield Choice(Place(unit=unit, at=hex_))


def _placing_faults(state: State, unit: str, at: str) -> Iterator[Fault]:
    """Why a piece may not be placed on this hex."""
    if state.counter(unit).type != "fleet":
        # LL-2.10
        yield Fault("cannot-move", "LL-2.10", {"unit": unit})
        return
    yield from _too_early(state, unit)
    if state.units[unit].moved != "no":
        # LL-7.1
        yield Fault("already-moved", "LL-7.1", {"unit": unit})
    yield from on_board(state, (at,))
    if at not in state.scenario.board:
        return
    if state.scenario.board.has(at, "mar-chica"):
        # LL-7.6
        yield Fault("impassable", "LL-7.6", {"hex": at})
    elif not state.scenario.board.has(at, "sea"):
        # LL-8.20
        yield Fault("not-sea", "LL-8.20", {"hex": at})
    others = (other for other in state.scenario.fleets if other != unit)
    there = next((other for other in others if state.units[other].at == at), None)
    if there is not None:
        # LL-7.10
        yield Fault("hex-occupied", "LL-7.10", {"hex": at, "unit": there})


def _too_early(state: State, unit: str) -> Iterator[Fault]:
    first = state.scenario.tables["air-turn"]
    if state.turn < first:
        # LL-8.20
        yield Fault("too-early", "LL-8.20", {"unit": unit, "turn": first})


def _unfit(state: State, unit: str) -> tuple[Fault, ...]:
    """Why a piece is no fleet that may bombard now."""
    piece = state.units[unit]
    if state.counter(unit).type != "fleet":
        return (Fault("cannot-attack", "LL-8.20", {"unit": unit}),)
    # LL-9.2: whatever the weather
    faults = list(_too_early(state, unit))
    if piece.at is None:
        # LL-8.20
        faults.append(Fault("out-of-range", "LL-8.20", {"unit": unit}))
    if piece.bombarded:
        # LL-8.20
        faults.append(Fault("already-fired", "LL-8.20", {"unit": unit}))
    return tuple(faults)


def _reaches(state: State, unit: str, at: str) -> bool:
    """Whether a fleet may hit a hex: near enough to it, or by option to any coast (LL-8.20)."""
    board = state.scenario.board
    limit: int = state.scenario.tables["fleet-range"]
    if state.scenario.options["fleet-range"] == "any-coast":
        # LL-8.20: the other reading; the lagoon is no coast
        return any(board.has(hex_, "sea") for hex_ in board.within(at, limit))
    # LL-8.20
    return board.distance(state.hex_of(unit), at) <= limit


SHIPS = fire.Battery("fleet", "LL-8.20", "fleet", _unfit, _reaches, "fleet-range")
