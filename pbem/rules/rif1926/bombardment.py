"""Bombardment: guns, ships and aircraft against a hex, and Rif batteries against ships (RIF-9.16 to 9.21)."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

from pbem.core.orders import Line
from pbem.core.play import Play, Question
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.dice.die import D6, Face
from pbem.kit.frozen import alter
from pbem.kit.judging import Verdict, distinct
from pbem.kit.tables import total
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.naming import absent, foreign, on_board, target_hex
from pbem.rules.rif1926.orders import AirHit, Bombard
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import RIF, enemy
from pbem.rules.rif1926.state import State, changed
from pbem.rules.rif1926.strength import defence_terms


def judge_bombard(state: State, side: str, order: Bombard) -> Verdict:
    """The verdict on a BOMBARD. Notes: `points`, `column`, and `needed`, the number to roll or more."""
    units = distinct(order.with_)
    fault = next(_faults(state, side, order, units), None)
    if fault is not None:
        return Verdict(order, (fault,))
    fired = _fired(state, side, order.target, units)
    full = order.model_copy(update={"with_": units})
    if isinstance(fired, facts.ShipBombarded):
        at_ship: Args = {"points": fired.points, "needed": state.scenario.tables["battery-hit"]}
        return Verdict(full, events=(fired,), notes=at_ship)
    notes: Args = {"points": fired.points, "column": fired.column, "needed": fired.needed}
    return Verdict(full, events=(fired,), notes=notes, more=partial(_if_hit, state, fired.at))


def _if_hit(state: State, at: str) -> Args:
    """What a receipt tells of a hit: the defence of the hex after it, without guns of others (RIF-6.1, 9.12)."""
    struck = {unit: alter(state.units[unit], dispersed=True) for unit in state.stacks.get(at, ())}
    return {"defence-hit": total(defence_terms(changed(state, struck), at))}


def _fired(state: State, side: str, target: str, units: tuple[str, ...]) -> facts.Bombarded | facts.ShipBombarded:
    """What a good order does if the die changes nothing: its units have fired, and its target was fired at."""
    ship, at = ship_at(state, side, target), target_hex(state, target)
    origins = _origins(state, units, at)
    points = sum(state.counter(unit).points for unit in units)
    if ship is not None:
        return facts.ShipBombarded(
            side=side, ship=ship, at=at, units=units, origins=origins, points=points, face=0, hit=False
        )
    column, row, needed = table_of(state.scenario, at, points)
    assert needed is not None  # what has no effect is no good order
    town = at in state.scenario.by_hex
    return facts.Bombarded(
        side=side, at=at, units=units, origins=origins, points=points, column=column, row=row, town=town,
        needed=needed, face=0, hit=False,
    )  # fmt: skip


def _origins(state: State, units: Sequence[str], at: str) -> tuple[str, ...]:
    """Where those who fire stand; aircraft fly to the target (RIF-9.21)."""
    return tuple(state.units[unit].at or at for unit in units)


def ship_at(state: State, side: str, word: str) -> str | None:
    """The ship that a target word names, for the Rif; None where it names none (RIF-9.19)."""
    named = side == RIF and word in state.units and state.counter(word).type == "naval"
    return word if named else None


def _faults(state: State, side: str, order: Bombard, units: Sequence[str]) -> Iterator[Fault]:
    """The fault of a BOMBARD, by the order of the catalogue's part E."""
    ship, at = ship_at(state, side, order.target), target_hex(state, order.target)
    if order.target not in state.units:
        yield from on_board(state, (order.target,))
    for unit in units:
        if not in_play(state, unit):
            yield absent(unit, state)
    yield from foreign(state, side, units)
    if not at or (ship is None and not state.held_by(enemy(side), at)):
        ships = [unit for unit in state.units if ship_at(state, side, unit) and state.units[unit].at == at]
        beside: Args = {"ship": ships[0]} if ships and at else {}
        yield Fault("no-target", "RIF-9.20", {"target": order.target, **beside})  # RIF-9.20
        return
    if (ship or at) in state.bombarded:
        yield Fault("already-bombarded", "RIF-9.20", {"target": order.target})  # RIF-9.20
    yield from fire_faults(state, units, at, ship)
    points = sum(state.counter(unit).points for unit in units)
    if ship is not None and points < state.scenario.tables["battery-points"]:
        needs = state.scenario.tables["battery-points"]
        yield Fault("too-few-points", "RIF-9.19", {"points": points, "needed": needs})  # RIF-9.19
    for unit in units:
        if not state.counter(unit).fires:
            yield Fault("no-strength", "RIF-9.20", {"unit": unit})  # RIF-9.20
    column, _, needed = table_of(state.scenario, at, points)
    if needed is None:
        columns = state.scenario.tables["bombardment"]["columns"]
        least = next((each for each in columns if table_of(state.scenario, at, each)[2] is not None), None)
        enough: Args = {} if least is None else {"needed": least}
        yield Fault("no-effect", "RIF-9.20", {"points": points, "column": column, **enough})  # RIF-9.20


def in_play(state: State, unit: str) -> bool:
    """Whether a unit is where it acts from: on the map, or an aircraft at its base or under repair."""
    status = state.units[unit].status
    return status in ("off-map", "repair") if state.counter(unit).type == "air" else status == "map"


def fire_faults(state: State, units: Sequence[str], at: str, ship: str | None = None) -> Iterator[Fault]:
    """Why units may not fire at a hex: repair, dispersal, a mission this turn, range (RIF-9.16, 9.18, 9.21)."""
    for unit in units:
        if state.units[unit].status == "repair":
            turn = state.units[unit].back_turn or 0
            yield Fault("under-repair", "RIF-9.21", {"unit": unit, "turn": turn})  # RIF-9.21
    for unit in units:
        if state.units[unit].dispersed:
            rule = "RIF-9.19" if ship else "RIF-9.16"
            yield Fault("dispersed", rule, {"unit": unit})  # RIF-9.16 RIF-6.1
    for unit in units:
        if state.units[unit].fired:
            yield Fault("already-fired", "RIF-9.16", {"unit": unit})  # RIF-9.16 RIF-9.18 RIF-9.21
    for unit in units:
        if not in_range(state, unit, at):
            args: Args = {"unit": unit, "target": at, "range": state.counter(unit).range}
            if here := state.units[unit].at:
                args |= {"at": here, "distance": state.scenario.board.distance(here, at)}
            rule = "RIF-9.19" if ship else "RIF-9.18" if state.counter(unit).type == "naval" else "RIF-9.16"
            yield Fault("out-of-range", rule, args)  # RIF-9.16 RIF-9.18


def in_range(state: State, unit: str, at: str) -> bool:
    """Whether a hex is in range of a unit that fires; aircraft reach the whole map (RIF-9.16, 9.21)."""
    counter, here = state.counter(unit), state.units[unit].at
    if counter.type == "air" or not counter.fires:
        return True  # RIF-9.21
    return here is not None and state.scenario.board.distance(here, at) <= counter.range  # RIF-9.16


def table_of(scenario: Scenario, at: str, points: int) -> tuple[str, str, int | None]:
    """Column and row of the bombardment table, and the number needed; None where there is no effect (RIF-9.20)."""
    words, table = scenario.board.terrain[at], scenario.tables["bombardment"]
    row = next((word for word in ("trench", "mountain") if word in words), "clear")  # RIF-9.20
    columns = [column for column in table["columns"] if column <= points]
    if not columns:
        return "", row, None  # RIF-9.20
    number = table["rows"][row][table["columns"].index(columns[-1])]
    if number is None:
        return str(columns[-1]), row, None  # RIF-9.20
    if at in scenario.by_hex:
        number += scenario.tables["bombardment-town"]  # RIF-9.20
    if scenario.options["bombard-cap"] != "none":
        number = min(number, scenario.tables["bombardment-cap"])  # RIF-9.20
    return str(columns[-1]), row, number


# Running ---------------------------------------------------------------------------------------------------------


def bombard(play: Play, side: str, order: Bombard) -> None:
    """Carry out an order that its verdict found good."""
    state, units = play.state, distinct(order.with_)
    fired = _fired(state, side, order.target, units)
    if isinstance(fired, facts.ShipBombarded):
        _fire_at_ship(play, fired)
    else:
        _fire_at_hex(play, side, fired)


def _fire_at_hex(play: Play, side: str, fired: facts.Bombarded) -> None:
    def meaning(faces: tuple[Face, ...]) -> str:
        return "hit" if int(faces[0]) >= fired.needed else "miss"

    faces = play.roll(f"bombard {fired.at}", D6, meaning=meaning, rule="RIF-9.20")  # RIF-9.20
    face = int(faces[0])
    play.emit(fired.model_copy(update={"face": face, "hit": face >= fired.needed}))
    if face >= fired.needed:
        for unit in sorted(play.state.stacks.get(fired.at, ())):
            disperse(play, unit, "bombardment")  # RIF-9.20
    air = tuple(unit for unit in fired.units if play.state.counter(unit).type == "air")
    if air and face == play.state.scenario.tables["air-hit"]:
        _hit_aircraft(play, side, fired.at, air)  # RIF-9.21


def disperse(play: Play, unit: str, cause: facts.Cause) -> None:
    """Disperse a unit; one that is dispersed already is as it was, or lost, as the option says (RIF-6.1)."""
    state = play.state
    at = state.hex_of(unit)
    if not state.units[unit].dispersed:
        play.emit(facts.Dispersed(unit=unit, at=at, cause=cause))
    elif state.scenario.options["double-dispersal"] == "eliminate":
        play.emit(facts.Eliminated(unit=unit, at=at, cause=cause))  # RIF-6.1


def _hit_aircraft(play: Play, side: str, at: str, air: Sequence[str]) -> None:
    """One of the aircraft is hit: repaired for as many turns as a die says, or shot down (RIF-9.21)."""
    counters = play.state.scenario.counters
    question = Question(
        id=f"air-hit {at}",
        side=side,
        kind="air-hit",
        options=tuple(sorted(air)),
        default=min(air, key=lambda unit: (counters[unit].points, unit)),
        rule="RIF-9.21",
        match=partial(_preferred, air),
    )
    unit = question.options[0] if len(air) == 1 else play.ask(question)  # RIF-9.21
    lost = play.state.scenario.tables["repair-shot-down"]

    def meaning(faces: tuple[Face, ...]) -> str:
        return "shot-down" if faces[0] == lost else "repair"

    face = int(play.roll(f"repair {unit}", D6, meaning=meaning, rule="RIF-9.21")[0])  # RIF-9.21
    if face == lost:
        play.emit(facts.AircraftHit(unit=unit, turns=0))
    else:
        play.emit(facts.AircraftHit(unit=unit, turns=face, back_turn=play.state.turn + face + 1))  # RIF-9.21


def _preferred(air: Sequence[str], seat: str, line: Line) -> tuple[str | None, str]:
    if not isinstance(line.order, AirHit):
        return None, "other-question"
    return next((unit for unit in line.order.units if unit in air), None), "not-there"


def _fire_at_ship(play: Play, fired: facts.ShipBombarded) -> None:
    hit = play.state.scenario.tables["battery-hit"]

    def meaning(faces: tuple[Face, ...]) -> str:
        return "hit" if int(faces[0]) >= hit else "miss"

    face = int(play.roll(f"ship {fired.ship}", D6, meaning=meaning, rule="RIF-9.19")[0])  # RIF-9.19
    play.emit(fired.model_copy(update={"face": face, "hit": face >= hit}))


# Choices ---------------------------------------------------------------------------------------------------------


def gunners(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that have fire left this turn, by id."""
    mine = ((unit, state.units[unit]) for unit in state.scenario.guns if state.counter(unit).side == side)
    ready = (unit for unit, each in mine if not (each.fired or each.dispersed or each.status == "repair"))
    return tuple(unit for unit in ready if in_play(state, unit))


def targets(state: State, side: str) -> tuple[str, ...]:
    """The hexes and ships that a side may still bombard in this phase: hexes first, each ascending."""
    ships = (u for u in state.scenario.guns if state.units[u].status == "map" and state.counter(u).type == "naval")
    found = sorted(state.hexes_of(enemy(side)))
    found += sorted(ships) if side == RIF else []
    return tuple(target for target in found if target not in state.bombarded)


def bombardiers(state: State, side: str) -> Iterator[str]:
    """The units of a side that may bombard, as they are found: one comes as often as it has a choice."""
    return (unit for units, _ in _bombardments(state, side, targets(state, side)) for unit in units)


def bombard_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each unit with fire left: on each target, itself alone, and all guns and ships in range together.

    To these as many aircraft are added as it takes to have an effect. Targets nearest to the side's own come first.
    """
    found: dict[str, list[Choice]] = {}
    for units, verdict in _bombardments(state, side, _by_distance(state, side, targets(state, side))):
        for unit in units:
            found.setdefault(unit, []).append(Choice(verdict.order, verdict.notes))
    return {unit: tuple(found[unit]) for unit in sorted(found)}


def _bombardments(state: State, side: str, aims: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Verdict]]:
    """Each bombardment of these targets that is a choice, with the units whose choice it is."""
    guns = gunners(state, side)
    for target in aims if guns else ():
        at = target_hex(state, target)
        ready = [unit for unit in guns if in_range(state, unit, at)]
        surface = [unit for unit in ready if state.counter(unit).type != "air"]
        for unit in ready:
            if at == target and table_of(state.scenario, at, state.counter(unit).points)[2] is None:
                continue  # RIF-9.20
            verdict = judge_bombard(state, side, Bombard(target=target, with_=(unit,)))
            if not verdict.faults:
                yield (unit,), verdict
        together = _together(state, side, target, surface, [unit for unit in ready if unit not in surface])
        yield from ((tuple(surface) or group, verdict) for group, verdict in together.items() if len(group) > 1)


def _together(
    state: State, side: str, target: str, surface: Sequence[str], aircraft: Sequence[str]
) -> dict[tuple[str, ...], Verdict]:
    """All guns and ships on a target, with the fewest aircraft that make it an order; none where all do not."""
    for group in accumulate([(unit,) for unit in aircraft], initial=tuple(surface)):
        verdict = judge_bombard(state, side, Bombard(target=target, with_=group)) if group else None
        if verdict is not None and not verdict.faults:
            return {group: verdict}
    return {}


def _by_distance(state: State, side: str, found: Sequence[str]) -> list[str]:
    """Targets by how far they are from the side's nearest ground unit."""
    own = [hex_ for hex_ in state.stacks if state.held_by(side, hex_)]
    distance = state.scenario.board.distance

    def far(target: str) -> int:
        return min((distance(target_hex(state, target), hex_) for hex_ in own), default=0)

    return sorted(found, key=far)
