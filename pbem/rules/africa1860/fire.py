"""Fire: offensive, at the top of a stack next door; defensive, at those who came in (AFR-6.1 to 6.10, 10.2, 14.8)."""

from collections.abc import Collection, Iterator, Sequence

from pbem.core.events import Event
from pbem.core.problems import Fault
from pbem.dice.die import D6, Face
from pbem.kit.judging import Verdict, distinct
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.coins import coins_of, flip, heads_of
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.decisions import ask_holds, ask_order, ask_support
from pbem.rules.africa1860.events import Cause, Result, Term
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import Faults, absent, earned, foreign, not_adjacent, unknown
from pbem.rules.africa1860.hits import strike
from pbem.rules.africa1860.orders import Fire
from pbem.rules.africa1860.retreats import follow
from pbem.rules.africa1860.sequence import SPANISH, enemy
from pbem.rules.africa1860.shells import may_answer, run_answer, target_faults
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import default_leader, fire_factor, fire_terms, may_support

PRINTED_TEXT = "offensive"
"""The value of `b-half-fire` by which who was entered fires offensively, as printed (AFR-3.1)."""


# Judging ---------------------------------------------------------------------------------------------------------


def fault_of_fire(state: State, unit: str, area: str) -> Faults:
    """The fault of a unit's fire at an area from where it stands; () for none. Cavalry is judged as activated."""
    return earned(_faults(state, unit, area))


def _faults(state: State, unit: str, area: str) -> Iterator[Fault]:
    """Why a unit cannot fire at an area, in any order (AFR-6.1)."""
    yield from absent(state, (unit,))
    each, counter = state.units[unit], state.counter(unit)
    if counter.ff is None:
        yield Fault("no-fire-factor", "AFR-2.6", {"unit": unit})  # AFR-2.6
    if each.demoralized:
        yield Fault("demoralized-cannot-fire", "AFR-6.8", {"unit": unit})  # AFR-6.8
    if not state.on_map(unit):
        return
    if area not in state.scenario.board.neighbours[each.at]:
        fault = not_adjacent("AFR-6.1", state, unit, area, each.at)  # AFR-6.1
        yield Fault(fault.code, fault.rule, {**fault.args, "unit": unit})
    yield from target_faults(state, counter.side, area, "AFR-6.4")  # AFR-6.4


def judge_fire(state: State, side: str, order: Fire, reserved: Collection[str] = ()) -> Verdict:
    """The verdict on a FIRE: its units as they would fire one after the other, or the fault that the line earns.

    `reserved` are the leaders whom good lines of the phase name (AFR-10.2). Notes: `coins`, or `fewest`, of its units.
    """
    units, leader = distinct(order.units), order.leader
    named = units if leader is None else (*units, leader)
    fault = earned((*unknown(state, named, (order.area,)), *foreign(state, side, named)))
    fault = fault or earned(each for unit in units for each in _line_faults(state, unit, order.area))
    fault = fault or earned(_leader_faults(state, units[0], leader))
    if fault:
        return Verdict(order, fault)
    events: list[Event] = []
    every: list[int] = []
    for number, unit in enumerate(units):
        with_ = leader if number == 0 and leader else default_leader(state, unit, (*reserved, *named), defensive=False)
        terms = fire_terms(state, unit, order.area, defensive=False, leader=with_)
        coins = coins_of(terms)
        if coins < state.scenario.tables["fire"]["least"] and not isinstance(fire_factor(state, unit), str):
            return Verdict(order, (Fault("too-few-coins", "AFR-6.3", {"unit": unit, "coins": coins}),))  # AFR-6.3
        events.append(_fired(state, unit, order.area, terms, with_, ""))
        state = evolve(state, events[-1])
        every.append(coins)
    full = order.model_copy(update={"units": units})
    return Verdict(full, events=tuple(events), notes={"coins" if len(units) == 1 else "fewest": min(every)})


def _line_faults(state: State, unit: str, area: str) -> Iterator[Fault]:
    """Why a unit of a FIRE cannot fire: who acts by activation fires so, the others once a turn (AFR-6.1, 8.1)."""
    if state.counter(unit).by_activation:
        yield Fault("needs-activation", "AFR-6.1", {"unit": unit, "area": area})  # AFR-6.1 AFR-8.1
    if state.units[unit].fired:
        yield Fault("already-fired", "AFR-6.1", {"unit": unit})  # AFR-6.1
    yield from _faults(state, unit, area)


def _leader_faults(state: State, unit: str, leader: str | None) -> Iterator[Fault]:
    """Why the leader of a line cannot support its first unit (AFR-10.2)."""
    if leader is None:
        return
    if not state.counter(leader).is_leader or state.units[leader].at != state.units[unit].at:
        yield Fault("not-there", "AFR-10.2", {"unit": leader})  # AFR-10.2
    elif not may_support(state, leader):
        yield Fault("leader-used", "AFR-10.2", {"unit": leader})  # AFR-10.2


def _target(state: State, area: str, side: str) -> str:
    """The unit on top of a side's stack: what is fired at (AFR-6.4); "" for nobody."""
    return next(iter(state.fighters(area, side)), "")  # AFR-6.4


def _fired(
    state: State,
    unit: str,
    area: str,
    terms: tuple[Term, ...],
    leader: str | None,
    faces: str,
    *,
    defensive: bool = False,
) -> facts.Fired:
    heads = heads_of(faces)
    return facts.Fired(
        unit=unit, origin=state.units[unit].at, at=area, target=_target(state, area, enemy(state.side(unit))),
        terms=terms, coins=coins_of(terms), faces=faces, heads=heads,
        hit=heads >= state.scenario.tables["fire"]["hit"], defensive=defensive, leader=leader,
    )  # fmt: skip


# Offensive fire --------------------------------------------------------------------------------------------------


def run_fire(course: Course, unit: str, area: str, leader: str | None = None) -> Faults:
    """A unit's offensive fire: the window, a new check, coins, result (AFR-6.1, 6.3). The fault that prevents it.

    `leader` is who is named for it; one who is gone or spent is as if not named (AFR-10.2).
    """
    state = course.play.state
    fault = fault_of_fire(state, unit, area)
    if fault:
        return fault
    course.react(course, Occasion("fires", state.side(unit), area, units=(unit,)))  # AFR-15.2
    if course.play.state is not state:
        fault = fault_of_fire(course.play.state, unit, area)
    if not fault:
        _shoot(course, unit, area, leader, defensive=False)
    return fault


def _shoot(course: Course, unit: str, area: str, leader: str | None, *, defensive: bool) -> None:
    """One fire: a Rif unit's die, coins, and what a hit does (AFR-6.3 to 6.6)."""
    play, state = course.play, course.play.state
    die = None
    if isinstance(fire_factor(state, unit), str):
        die = int(play.roll(f"rif-fire {unit} at {area}", D6, rule="AFR-14.8")[0])  # AFR-14.8
    at = state.units[unit].at
    if leader not in [each for each in state.leaders(at, state.side(unit)) if may_support(state, each)]:
        leader = default_leader(state, unit, course.reserved, defensive=defensive)  # AFR-10.2
    terms = fire_terms(state, unit, area, defensive=defensive, leader=leader, die=die)
    coins = coins_of(terms)
    if coins < state.scenario.tables["fire"]["least"]:
        play.emit(facts.HeldFire(unit=unit, at=area, terms=terms, coins=coins, defensive=defensive))  # AFR-6.3
        return
    faces = flip(play, f"fire {unit} at {area}", coins, "AFR-6.3")  # AFR-6.3
    told = _fired(state, unit, area, terms, leader, faces, defensive=defensive)
    play.emit(told)
    if told.hit:
        _hit(course, unit, told.target, area, "defensive-fire" if defensive else "fire")  # AFR-6.3


def _hit(course: Course, unit: str, target: str, area: str, cause: Cause) -> None:
    """The result of a hit at the unit on top, and what becomes of its leaders (AFR-6.6, 10.4)."""
    scenario = course.play.state.scenario
    table = scenario.tables["fire"]

    def meaning(faces: tuple[Face, ...]) -> str:
        return str(table["results"][str(heads_of(faces))])

    shown = flip(course.play, f"fire-result {unit} at {target}", table["result-coins"], "AFR-6.6", meaning)  # AFR-6.6
    result: Result = table["results"][str(heads_of(shown))]
    side = course.play.state.side(target)
    last = strike(course, target, result, cause, to_bottom=scenario.options["hit-unit-to-bottom"] == "true")  # AFR-6.4
    follow(course, area, side, last, cause)  # AFR-10.4


def run_unordered_fire(course: Course, side: str, ordered: Collection[str]) -> None:
    """By the option `auto-fire`, units without an order fire: at the area with most points, ties by id (AFR-6.1)."""
    if course.play.state.scenario.options["auto-fire"] == "false":
        return
    for unit in sorted(course.play.state.units):
        state: State = course.play.state
        if state.side(unit) != side or unit in ordered or not state.on_map(unit):
            continue
        beside = state.scenario.board.neighbours[state.units[unit].at]
        good = [area for area in beside if not earned(_line_faults(state, unit, area))]
        if good:
            run_fire(course, unit, min(good, key=lambda area: (-state.points(area, enemy(side)), area)))


# Defensive fire --------------------------------------------------------------------------------------------------


def run_defensive_fire(course: Course, area: str, entered: Sequence[str]) -> None:
    """Who stands in an area fires at the enemies who came in: guns first, then one by one (AFR-6.2, 9.6)."""
    if not entered:
        return
    side = enemy(course.play.state.side(entered[0]))
    for gun in sorted(course.play.state.fighters(area, side)):
        if may_answer(course.play.state, gun, area) and not ask_holds(course, gun, area):
            run_answer(course, gun, area)  # AFR-9.6
    state = course.play.state
    offensive = state.phase == f"{SPANISH}-defensive-fire" and state.scenario.options["b-half-fire"] == PRINTED_TEXT
    ready = [unit for unit in state.fighters(area, side) if _may_defend(state, unit, offensive=offensive)]
    ready = [unit for unit in ready if not ask_holds(course, unit, area)]
    order = ask_order(course, side, area, _by_coins(state, area, ready, defensive=not offensive))  # AFR-6.2
    named = _named_leaders(course, area, side, order)
    before, course.reserved = course.reserved, course.reserved | frozenset(named.values())  # AFR-10.2
    for unit in order:
        state = course.play.state
        if (
            state.units[unit].at == area
            and _may_defend(state, unit, offensive=offensive)
            and _target(state, area, enemy(side))
        ):
            _shoot(course, unit, area, named.get(unit), defensive=not offensive)  # AFR-6.2 AFR-3.1
    course.reserved = before


def _may_defend(state: State, unit: str, *, offensive: bool) -> bool:
    """Whether a unit fires at who came in: guns only as AFR-9.6 says; cavalry even if marked (AFR-6.2, 8.3).

    `offensive`: as the printed text has it, neither cavalry nor marines of this turn's landing (AFR-3.1, 12.7).
    """
    counter, each = state.counter(unit), state.units[unit]
    able = counter.ff is not None and counter.class_ != "artillery" and not each.demoralized  # AFR-6.8 AFR-8.3
    barred = counter.class_ == "cavalry" or each.landed == state.turn
    return able and not (offensive and barred)  # AFR-12.7


def _by_coins(state: State, area: str, units: Sequence[str], *, defensive: bool) -> tuple[str, ...]:
    """Units by the coins that they would have without leaders, most first, then by id (AFR-6.2)."""

    def rank(unit: str) -> tuple[int, str]:
        return -coins_of(fire_terms(state, unit, area, defensive=defensive, leader=None)), unit

    return tuple(sorted(units, key=rank))  # AFR-6.2


def _named_leaders(course: Course, area: str, side: str, order: Sequence[str]) -> dict[str, str]:
    """The leaders whom DEFEND orders keep for units that fire (AFR-10.2)."""
    found: dict[str, str] = {}
    for unit in order:
        leader = ask_support(course, unit, area, course.play.state.leaders(area, side))
        if leader is not None:
            found[unit] = leader  # AFR-10.2
    return found
