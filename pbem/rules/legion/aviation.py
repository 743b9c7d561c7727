"""Aircraft: three sub-turns of flight and bombardment, then home (LL-2.9, 8.17 to 8.19)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pbem.board.hexmap import HexMap
from pbem.core.events import Event
from pbem.core.orders import Line, Section
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.choices import ByActor
from pbem.kit.frozen import alter
from pbem.kit.judging import Verdict, first_of_each_code
from pbem.rules.legion import fire
from pbem.rules.legion.events import Flown, Returned
from pbem.rules.legion.orders import Fly
from pbem.rules.legion.ownership import on_board, own
from pbem.rules.legion.sequence import AIR_PHASES, MOROCCAN, SPANISH
from pbem.rules.legion.state import State, changed
from pbem.rules.legion.targets import foe, in_order, no_target


def judge_fly(state: State, seat: str, order: Fly) -> Verdict:
    """The verdict on a FLY in one sub-turn: every fault, or the flight, and its bombardment if the die misses."""
    faults = own(state, seat, order.unit) or (*_unfit(state, order.unit), *_order_faults(state, order))
    if faults:
        return Verdict(order, first_of_each_code(faults))
    flown = _flight(state, order.unit, order.to)
    events: tuple[Event, ...] = (flown,)
    if order.bomb:
        below = foe(state, SPANISH, order.to)
        assert below is not None
        events = (flown, fire.bombarded(state, order.unit, order.to, below, "air"))
    return Verdict(order, events=events, notes={"cost": flown.cost, "allowance": flown.allowance})


def run_air(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run one air sub-turn in sheet order; after the third all aircraft go home."""
    for seat, line in in_order(sheets):
        if isinstance(line.order, Fly):
            _carry_out(play, seat, line, line.order)
    away = tuple(unit for unit in play.state.scenario.aircraft if _is_away(play.state, unit))
    if play.state.phase == AIR_PHASES[-1] and away:
        # LL-8.17
        play.emit(Returned(units=away))


def fly_choices(state: State, seat: str) -> ByActor:
    """The legal flights of each aircraft of the seat: to bombard what it reaches, then to each other hex in reach."""
    units = tuple(unit for unit in available(state) if not own(state, seat, unit))
    return ByActor(units, lambda unit: tuple(_flights(state, unit)))


def available(state: State) -> tuple[str, ...]:
    """The aircraft that may fly in this sub-turn, by id (an air phase without any is skipped)."""
    return tuple(unit for unit in state.scenario.aircraft if next(_unfit(state, unit), None) is None)


def refreshed(state: State) -> State:
    """The state with the aircraft ready for another sub-turn: each may fly and bombard once in it (LL-8.17)."""
    spent = (unit for unit in state.scenario.aircraft if state.units[unit].moved != "no" or state.units[unit].bombarded)
    # LL-8.17
    ready = {unit: alter(state.units[unit], moved="no", bombarded=False) for unit in spent}
    return changed(state, ready) if ready else state


# Faults ----------------------------------------------------------------------------------------------------------


def _unfit(state: State, unit: str) -> Iterator[Fault]:
    """Why a piece may not fly at all in this sub-turn."""
    counter, piece = state.counter(unit), state.units[unit]
    if not counter.is_air:
        # LL-2.9
        yield Fault("cannot-move", "LL-2.9", {"unit": unit})
        return
    first = state.scenario.tables["air-turn"]
    if state.turn < first:
        # LL-8.17
        yield Fault("too-early", "LL-8.17", {"unit": unit, "turn": first})
    if state.weather == "sandstorm":
        # LL-9.2
        yield Fault("weather-forbids", "LL-9.2", {"unit": unit, "condition": state.weather})
    if _is_grounded(state, unit):
        # LL-8.19
        yield Fault("aircraft-grounded", "LL-8.19", {"unit": unit})
    if piece.moved != "no":
        # LL-8.17
        yield Fault("already-moved", "LL-8.17", {"unit": unit})


def _is_grounded(state: State, unit: str) -> bool:
    """Whether an aircraft has no base to fly from: a bomber whose airport the enemy holds (LL-8.19)."""
    if state.counter(unit).type == "bomber":
        # LL-8.19
        lost = state.scenario.airport is None or state.airport_holder != SPANISH
        return lost or state.units[unit].status == "grounded"
    # LL-8.17
    return not state.scenario.mar_chica and state.units[unit].at is None


def _order_faults(state: State, order: Fly) -> Iterator[Fault]:
    """Why an aircraft cannot do what is ordered, wherever it may fly; nothing for a piece that is none."""
    if not state.counter(order.unit).is_air:
        return
    yield from on_board(state, (order.to,))
    if order.to not in state.scenario.board:
        return
    yield from _reach_faults(state, order.unit, order.to)
    for word in (order.to, *order.else_) if order.bomb else ():
        target = foe(state, SPANISH, word)
        if target is None:
            # LL-8.18
            yield no_target(SPANISH, word, "LL-8.18")
        elif word != order.to:
            # LL-8.17
            yield from _reach_faults(state, order.unit, state.hex_of(target))


def _reach_faults(state: State, unit: str, to: str) -> Iterator[Fault]:
    """Why an aircraft that may fly cannot end its flight in this hex."""
    cost, allowance = _cost(state, unit, to), _allowance(state, unit)
    if cost > allowance:
        # LL-8.17
        yield Fault("move-too-far", "LL-8.17", {"unit": unit, "cost": cost, "allowance": allowance, "to": to})
    if others := _others_over_foe(state, unit, to):
        # LL-8.18
        yield Fault("aircraft-there", "LL-8.18", {"unit": unit, "to": to, "other": others[0]})


def _others_over_foe(state: State, unit: str, hex_: str) -> list[str]:
    """The other aircraft over a hex, if an enemy piece is there."""
    others = [other for other in state.scenario.aircraft if other != unit and state.units[other].at == hex_]
    return others if others and foe(state, SPANISH, hex_) is not None else []


# Flying ----------------------------------------------------------------------------------------------------------


def _carry_out(play: Play, seat: str, line: Line, order: Fly) -> None:
    """Fly and bombard; where the target is gone the first ELSE piece in reach, else the flight alone."""
    state, unit = play.state, order.unit
    faults = own(state, seat, unit) or tuple(_unfit(state, unit))
    if not faults and order.bomb:
        # LL-8.17
        target = next((at for word in (order.to, *order.else_) if (at := _bombable(state, unit, word))), None)
        if target is not None:
            play.emit(_flight(state, unit, target))
            # LL-8.18
            fire.fire(play, unit, target, "air", "LL-8.18")
            return
    faults = faults or tuple(_reach_faults(state, unit, order.to))
    if not faults:
        play.emit(_flight(state, unit, order.to))
        faults = (no_target(SPANISH, order.to, "LL-8.17"),) if order.bomb else ()
    if faults:
        play.void(seat, line.number, faults[0].code, faults[0].rule, unit)


def _bombable(state: State, unit: str, word: str) -> str | None:
    """The hex of the enemy piece that a word names, if the aircraft may end its flight over it."""
    target = foe(state, SPANISH, word)
    at = None if target is None else state.units[target].at
    return at if at is not None and next(_reach_faults(state, unit, at), None) is None else None


def _flight(state: State, unit: str, to: str) -> Flown:
    origin, cost = start_of(state, unit, to), _cost(state, unit, to)
    return Flown(unit=unit, origin=origin, to=to, cost=cost, allowance=_allowance(state, unit))


def _allowance(state: State, unit: str) -> int:
    """The points of an aircraft, which its counter shows (LL-2.9)."""
    points = state.counter(unit).movement
    assert points is not None
    return points


def _cost(state: State, unit: str, to: str) -> int:
    """Points of a flight: a hex is one, whatever it is."""
    # LL-8.17
    return state.scenario.board.distance(start_of(state, unit, to), to)


def start_of(state: State, unit: str, to: str) -> str:
    """Where a flight begins: over a hex, or at home, which for seaplanes is the hex of Mar Chica nearest to its end."""
    bases, board = _bases(state, unit), state.scenario.board
    return min(bases, key=lambda hex_: (board.distance(hex_, to), hex_), default=to)


def _bases(state: State, unit: str) -> tuple[str, ...]:
    """The hexes from the nearest of which a flight begins: where the aircraft is, or else those of its home."""
    at = state.units[unit].at
    if at is None and state.counter(unit).type != "bomber":
        # LL-8.17
        return state.scenario.mar_chica
    base = at or home_of(state, unit)
    return () if base is None else (base,)


def home_of(state: State, unit: str) -> str | None:
    """The hex of an aircraft at home: the airport of a bomber; a seaplane on Mar Chica is in none of its own."""
    return state.scenario.airport if state.counter(unit).type == "bomber" else None


def _is_away(state: State, unit: str) -> bool:
    piece = state.units[unit]
    return piece.status == "map" and piece.at != home_of(state, unit)


def _flights(state: State, unit: str) -> Iterator[Choice]:
    for target in state.land(MOROCCAN):
        at = _bombable(state, unit, target)
        if at is not None:
            yield Choice(Fly(unit=unit, to=at, bomb=True), {"cost": _cost(state, unit, at)})
    allowance = _allowance(state, unit)
    for hex_, cost in _spans(state.scenario.board, _bases(state, unit)).items():
        if cost <= allowance and not _others_over_foe(state, unit, hex_):
            yield Choice(Fly(unit=unit, to=hex_), {"cost": cost})


@lru_cache(maxsize=64)
def _spans(board: HexMap, bases: tuple[str, ...]) -> Mapping[str, int]:
    """How far each hex of the map is from the nearest of these; kept, for aircraft mostly start at home."""
    return {hex_: min((board.distance(base, hex_) for base in bases), default=0) for hex_ in board.ids}
