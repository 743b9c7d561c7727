"""Armoured engineers: the panic that they spread before and after their move (LL-8.22 to 8.24)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from pbem.board.hexes import DIRECTIONS, from_cube, step, straight_direction
from pbem.core.events import Event
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, first_of_each_code
from pbem.rules.legion.control import ARMOUR, airport_taken, lifted
from pbem.rules.legion.declare import touch
from pbem.rules.legion.events import Panicked
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.ground import ground_of
from pbem.rules.legion.orders import March, Move, Panic
from pbem.rules.legion.ownership import on_board, own
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State
from pbem.rules.legion.targets import foe, foes_beside, named

When = Literal["before", "after"]


def judge_panic(state: State, seat: str, order: Panic) -> Verdict:
    """The verdict on a PANIC at this moment of the sheet; `target` is completed to the piece's id, and `when`.

    Notes: `distance`, the hexes that the piece is driven (LL-8.23).
    """
    faults = own(state, seat, order.unit)
    if faults:
        return Verdict(order, faults)
    when = order.when or _moment(state, order.unit)
    faults = _unable(state, order, when) or on_board(state, (order.to,))
    if faults:
        return Verdict(order, faults)
    target = foe(state, state.counter(order.unit).side, order.target)
    if target is None or not touch(state, order.unit, target):
        args: dict[str, str | int] = {"unit": order.unit, "target": order.target}
        if named(state, order.target) is None and order.target not in state.scenario.board:
            return Verdict(order, (Fault("unknown-unit", "LL-3.1", {"unit": order.target}),))
        return Verdict(order, (Fault("not-in-zoc", "LL-8.23", args),))  # LL-8.23
    faults = first_of_each_code(_place_faults(state, target, order.to))
    if faults:
        near = tuple(sorted(refuges(state, target)))
        return Verdict(order, tuple(replace(fault, near=near) for fault in faults))
    full = order.model_copy(update={"target": target, "when": when})
    events = _driven(state, order.unit, target, order.to, when)
    return Verdict(full, events=events, notes={"distance": distance_of(state, target)})


def _moment(state: State, unit: str) -> When:
    """Before or after the armour's move: what a PANIC without either word means now (LL-8.24)."""
    return "before" if state.units[unit].moved == "no" else "after"  # LL-8.24


def _unable(state: State, order: Panic, when: When) -> tuple[Fault, ...]:
    """Why this piece spreads no panic now: it is no armour, has marched, or it is not yet or no more its moment."""
    piece, args = state.units[order.unit], {"unit": order.unit}
    if piece.status != "map" or state.counter(order.unit).type != ARMOUR:
        return (Fault("not-in-zoc", "LL-8.23", {**args, "target": order.target}),)
    if piece.moved in ("march", "reinforce"):
        return (Fault("armour-marched", "LL-8.24", dict(args)),)  # LL-8.24
    if when == "after" and piece.moved == "no":
        return (Fault("not-in-zoc", "LL-8.24", {**args, "target": order.target}),)  # LL-8.24
    if when == "before" and piece.moved != "no":
        return (Fault("already-moved", "LL-8.24", {**args, "moved": piece.moved}),)  # LL-8.24
    return ()


def distance_of(state: State, target: str) -> int:
    """How many hexes panic drives a piece: its printed MF and one more, whatever the weather (LL-8.23)."""
    return (state.counter(target).movement or 0) + int(state.scenario.tables["panic-extra"])  # LL-8.23


def _place_faults(state: State, target: str, to: str) -> Iterator[Fault]:
    origin, distance = state.hex_of(target), distance_of(state, target)
    args: dict[str, str | int] = {"unit": target, "hex": to}
    if state.scenario.board.distance(origin, to) != distance:
        yield Fault("wrong-distance", "LL-8.23", {**args, "distance": distance})  # LL-8.23
    if not _over_land(state, origin, to) or not _free(state, target, to):
        yield Fault("bad-panic-hex", "LL-8.23", args)  # LL-8.23


def _free(state: State, target: str, to: str) -> bool:
    """Whether the hex is empty and in no zone of control of the enemies of the piece."""
    zones = state.zones_of(enemy(state.counter(target).side))
    return to not in state.occupied and to not in zones  # LL-8.23 LL-8.24


def _over_land(state: State, origin: str, to: str) -> bool:
    """Whether the way is over land: straight, or any with option panic-line=any; pieces on it do not matter."""
    land, board = ground_of(state.scenario).cost, state.scenario.board
    direction = straight_direction(origin, to)
    if direction is not None and all(hex_ in land for hex_ in line_of(state, origin, to)):
        return True
    if state.scenario.options["panic-line"] != "any":
        return False
    near = {origin}
    for _ in range(board.distance(origin, to)):
        near = {n for hex_ in near for n in board.neighbours[hex_] if n in land}  # LL-8.23
    return to in near


def line_of(state: State, origin: str, to: str) -> tuple[str, ...]:
    """The hexes after `origin` on the straight line to `to`, off the map too; only `to` if it is not straight."""
    direction = straight_direction(origin, to)
    if direction is None:
        return (to,)
    board = state.scenario.board
    start = board.cubes[origin]
    return tuple(from_cube(step(start, direction, n)) for n in range(1, board.distance(origin, to) + 1))


def refuges(state: State, target: str) -> tuple[str, ...]:
    """The hexes to which panic may drive a piece now: straight ones from north clockwise, then others (LL-8.23)."""
    origin, distance, board = state.hex_of(target), distance_of(state, target), state.scenario.board
    straight = [_text(state, origin, direction, distance) for direction in range(len(DIRECTIONS))]
    around = [hex_ for hex_ in straight if hex_ in board]
    if state.scenario.options["panic-line"] == "any":
        ring = (hex_ for hex_ in board.within(origin, distance) if board.distance(origin, hex_) == distance)
        around += [hex_ for hex_ in ring if hex_ not in straight]
    return tuple(hex_ for hex_ in around if next(_place_faults(state, target, hex_), None) is None)


def _text(state: State, origin: str, direction: int, distance: int) -> str:
    try:
        return from_cube(step(state.scenario.board.cubes[origin], direction, distance))
    except ValueError:
        return ""  # beyond the edge of any map


def _driven(state: State, armour: str, target: str, to: str, when: When) -> tuple[Event, ...]:
    """What a legal panic does: the flight, duties that rested on the piece, the airport on its way."""
    origin = state.hex_of(target)
    event = Panicked(armour=armour, unit=target, origin=origin, at=to, when=when)
    after = evolve(state, event)
    taken = airport_taken(after, target, line_of(state, origin, to))
    return (event, *lifted(after, state.counter(armour).side, (origin,)), *taken)


# Panic as a duty (option panic=compulsory) -----------------------------------------------------------------------


def driven_first(state: State, order: Move | March) -> tuple[State, tuple[Event, ...]]:
    """What armour must do before this MOVE where panic is compulsory: the state after it, and the events."""
    if state.scenario.options["panic"] == "optional" or order.type != "move":
        return state, ()
    return _drive_all(state, order.unit, "before")


def driven_last(state: State, side: str) -> tuple[Event, ...]:
    """What is left to drive off at the end of a movement phase where panic is compulsory, by armour's id."""
    if state.scenario.options["panic"] == "optional":
        return ()
    events: list[Event] = []
    for unit in state.land(side):
        if state.units[unit].moved in ("no", "move", "land"):
            state, more = _drive_all(state, unit, _moment(state, unit))
            events.extend(more)
    return tuple(events)


def _drive_all(state: State, armour: str, when: When) -> tuple[State, tuple[Event, ...]]:
    """Drive off every enemy beside the armour, by hex, each to the first refuge; who has none stays."""
    events: list[Event] = []
    if state.counter(armour).type != ARMOUR:
        return state, ()
    for hex_ in sorted(state.scenario.board.neighbours[state.hex_of(armour)]):
        target = foe(state, state.counter(armour).side, hex_)
        refuge = next(iter(refuges(state, target)), None) if target is not None else None
        if target is not None and refuge is not None:
            for event in _driven(state, armour, target, refuge, when):  # LL-8.23
                events.append(event)
                state = evolve(state, event)
    return state, tuple(events)


def panic_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """Every legal PANIC of an armoured piece at this moment."""
    piece = state.units[unit]
    if state.counter(unit).type != ARMOUR or piece.at is None or piece.moved not in ("no", "move", "land"):
        return ()
    when = _moment(state, unit)
    return tuple(
        Choice(Panic(unit=unit, target=target, to=to, when=when), {"distance": distance_of(state, target)})
        for target in foes_beside(state, unit)
        for to in refuges(state, target)
    )
