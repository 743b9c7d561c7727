"""Landings of turn-5 pieces on the coast, all placed before any moves on (LL-6.9, 6.10)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.core.orders import Line
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, first_of_each_code
from pbem.rules.legion.control import airport_taken, controllers
from pbem.rules.legion.events import Disembarked, Landed
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.ground import ground_of
from pbem.rules.legion.movement import destinations, notes_of
from pbem.rules.legion.orders import Land
from pbem.rules.legion.ownership import on_board, own, when_due
from pbem.rules.legion.paths import Fences, Going, Walk, go, going_of, stay
from pbem.rules.legion.reinforcements import available
from pbem.rules.legion.state import State


def judge_land(state: State, seat: str, order: Land) -> Verdict:
    """The verdict on a LAND: placed and moved on, or every fault. A piece that `place_all` has placed only moves on."""
    if _placed(state, order):
        return _ashore(state, order)
    faults = landing_faults(state, seat, order)
    if faults:
        return Verdict(order, faults)
    landed = Landed(unit=order.unit, at=order.at)
    verdict = _ashore(evolve(state, landed), order)
    return verdict if verdict.faults else replace(verdict, events=(landed, *verdict.events))


def place_all(state: State, seat: str, lines: Sequence[Line]) -> tuple[tuple[Landed, ...], dict[int, Verdict]]:
    """The placing of all pieces that a sheet lands, done at its first LAND; and the lines that may not be placed."""
    events: list[Landed] = []
    refused: dict[int, Verdict] = {}
    for line in lines:
        if not isinstance(line.order, Land):
            continue
        faults = landing_faults(state, seat, line.order)
        if faults:
            refused[line.number] = Verdict(line.order, faults)
            continue
        events.append(Landed(unit=line.order.unit, at=line.order.at))  # LL-6.9
        state = evolve(state, events[-1])
    return tuple(events), refused


def landing_faults(state: State, seat: str, order: Land) -> tuple[Fault, ...]:
    """Why this piece may not be put on this landing hex (LL-6.9)."""
    faults = own(state, seat, order.unit)
    if not faults and not _may_land(state, order.unit):
        faults = (Fault("not-due", "LL-6.9", when_due(state, order.unit)),)  # LL-6.9
    return faults or on_board(state, (order.at, *order.path)) or first_of_each_code(_hex_faults(state, order))


def _may_land(state: State, unit: str) -> bool:
    """Whether a piece came with the last reinforcements, or no turn is given, and is due or waiting."""
    counter = state.counter(unit)
    return available(state, unit) and counter.turn in (None, max(state.scenario.tables["reinforcement-turns"]))


def _hex_faults(state: State, order: Land) -> Iterator[Fault]:
    args: dict[str, str | int] = {"unit": order.unit, "hex": order.at}
    ground, going = ground_of(state.scenario), going_of(state, order.unit, "land")
    if order.at not in state.scenario.landing:
        yield Fault("not-a-landing-hex", "LL-6.9", args, near=_free_beaches(state))  # LL-6.9
        return
    if order.at in state.occupied:
        other = state.occupied[order.at]
        yield Fault("landing-hex-taken", "LL-6.9", {**args, "other": other}, near=_free_beaches(state))  # LL-6.9
    if order.at not in ground.cost:
        if not order.path or controllers(state, going.side, order.at):
            yield Fault("stuck-at-sea", "LL-6.9", {**args, "allowance": going.points})  # LL-6.9
    elif going.armour and order.at in ground.barred:
        yield Fault("armour-terrain", "LL-8.22", args)  # LL-8.22


def _free_beaches(state: State) -> tuple[str, ...]:
    return tuple(hex_ for hex_ in sorted(state.scenario.landing) if hex_ not in state.occupied)


def _placed(state: State, order: Land) -> bool:
    piece = state.units.get(order.unit)
    return piece is not None and piece.landed and piece.moved == "no" and piece.at == order.at


def _ashore(state: State, order: Land) -> Verdict:
    """The half move of a piece that stands on its landing hex (LL-6.10)."""
    going = going_of(state, order.unit, "land")
    walked = _way(state, going, order)
    if walked.faults:
        return Verdict(order, walked.faults)
    event = Disembarked(
        unit=order.unit, path=walked.path, cost=walked.cost, allowance=walked.allowance, zoc_of=walked.zoc_of
    )
    full = order.model_copy(update={"path": walked.path[1:]})
    taken = airport_taken(state, order.unit, walked.path)
    return Verdict(full, events=(event, *taken), notes=notes_of(walked))


def _way(state: State, going: Going, order: Land) -> Walk:
    held = controllers(state, going.side, order.at)
    if not order.path:
        return stay(order.at, going.points, held)
    at_sea = order.at not in ground_of(state.scenario).cost
    if not at_sea and going_of(state, order.unit, "move").points == 0:
        fault = Fault("cannot-move", "LL-9.4", {"unit": order.unit, "condition": state.weather})
        return stay(order.at, going.points, faults=(fault,))  # LL-9.4
    walked = go(state, going, order.at, order.path)
    if held:
        stop = Fault("zoc-stop", "LL-6.9", {"unit": order.unit, "hex": order.at})
        return walked._replace(faults=first_of_each_code((stop, *walked.faults)))  # LL-6.9
    if at_sea:
        return walked._replace(road=False, faults=tuple(_at_sea(fault) for fault in walked.faults))
    return walked._replace(road=False)


def _at_sea(fault: Fault) -> Fault:
    """The fault, told as it is for a piece on a sea hex: one whose points are too few never gets ashore."""
    return replace(fault, code="stuck-at-sea", rule="LL-6.9") if fault.code == "move-too-far" else fault  # LL-6.9


def land_choices(fences: Fences, unit: str) -> tuple[Choice, ...]:
    """A legal LAND for each landing hex and each hex that the piece may reach from there."""
    state = fences.state
    if not _may_land(state, unit):
        return ()
    found: list[Choice] = []
    going, ground = going_of(state, unit, "land"), ground_of(state.scenario)
    for at in _free_beaches(state):
        if going.armour and at in ground.barred:
            continue
        paths: list[tuple[tuple[str, ...], int]] = [((), 0)] if at in ground.cost else []
        if not controllers(state, going.side, at):
            paths += [(way, cost) for way, cost, _ in destinations(fences, going, at)]
        notes = [{"cost": cost, "allowance": going.points} for _, cost in paths]
        orders = [Land(unit=unit, at=at, path=way) for way, _ in paths]
        found.extend(Choice(order, note) for order, note in zip(orders, notes, strict=True))
    return tuple(found)
