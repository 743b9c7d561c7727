"""Bombardment: guns and the gunboat at an area, and guns at who comes into theirs (AFR-9.3 to 9.8, 12.6, 13.3)."""

from collections.abc import Iterator

from pbem.core.problems import Fault
from pbem.dice.die import D6, Face
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.coins import coins_of, flip, heads_of
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.events import Result
from pbem.rules.africa1860.faults import Faults, absent, earned
from pbem.rules.africa1860.hits import strike
from pbem.rules.africa1860.retreats import follow
from pbem.rules.africa1860.scenario import Scenario
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import shell_terms


def fault_of_shell(state: State, gun: str, area: str) -> Faults:
    """The fault of a gun's fire at an area from where it stands, its activations aside; () for none (AFR-9)."""
    return earned(_faults(state, gun, area))


def _faults(state: State, gun: str, area: str) -> Iterator[Fault]:
    yield from absent(state, (gun,))
    each, counter = state.units[gun], state.counter(gun)
    if counter.ff is None:
        yield Fault("no-fire-factor", "AFR-2.6", {"unit": gun})
    if each.demoralized:
        yield Fault("demoralized-cannot-fire", "AFR-6.8", {"unit": gun})  # AFR-6.8
    if area in each.shelled:
        yield Fault("same-target-twice", "AFR-9.3", {"unit": gun, "area": area})  # AFR-9.3
    if not state.on_map(gun):
        return
    distance, most = state.scenario.board.distance(each.at, area), reach(state, gun)
    own = state.holds(area, counter.side)
    if distance > most or not (distance or own):  # of the gun's own area who stands there is told, but the gunboat's
        args: dict[str, str | int] = {"unit": gun, "area": area, "distance": distance, "range": most}
        yield Fault("out-of-range", "AFR-9.4", args)  # AFR-9.4
    if counter.class_ == "ship" and not _from_water(state.scenario, area):
        yield Fault("not-coastal", "AFR-12.6", {"area": area})  # AFR-12.6
    yield from target_faults(state, counter.side, area, "AFR-9.5")
    if own:
        yield Fault("no-target", "AFR-9.5", {"area": area})  # AFR-9.5


def reach(state: State, gun: str) -> int:
    """How far a gun fires; by the option its own area counts as one (AFR-9.4, 13.5)."""
    own = 1 if state.scenario.options["artillery-count"] == "include-own" else 0
    return state.counter(gun).range - own  # AFR-9.4 AFR-13.5


def _from_water(scenario: Scenario, area: str) -> bool:
    """Whether the gunboat can fire at an area: a coastal one; in Tetuán also one beside her lane (AFR-12.6, 13.3)."""
    beside = scenario.board.neighbours[area]
    river = scenario.battle == "tetuan" and any(scenario.has(other, "ship-lane") for other in beside)  # AFR-13.3
    return scenario.has(area, "coastal") or river  # AFR-12.6


def target_faults(state: State, side: str, area: str, rule: str) -> Iterator[Fault]:
    """The fault of an area that holds nobody who can be fired at: leaders and convoys alone, the gunboat (AFR-6.4)."""
    if state.threatens(area, enemy(side)):
        return
    ship = state.scenario.ship
    if ship is not None and state.side(ship) != side and state.units[ship].at == area:
        yield Fault("cannot-target-ship", "AFR-12.6", {"unit": ship, "area": area})  # AFR-12.6
    yield Fault("no-target", rule, {"area": area})


def may_answer(state: State, gun: str, area: str) -> bool:
    """Whether a gun can bombard those who came into its area: an activation is left, and it has not yet (AFR-9.6)."""
    counter, each = state.counter(gun), state.units[gun]
    return (
        counter.class_ == "artillery"
        and each.activations < counter.kind.activations
        and area not in each.shelled
        and _still(state, gun, area)
    )  # AFR-9.6 AFR-9.3


def run_shell(course: Course, gun: str, area: str) -> Faults:
    """A bombardment: the window, a new check, coins, die, the result at all there (AFR-9.5); what stops it."""
    fault = fault_of_shell(course.play.state, gun, area)
    if fault:
        return fault
    course.react(course, Occasion("fires", course.play.state.side(gun), area, units=(gun,)))  # AFR-15.2
    fault = fault_of_shell(course.play.state, gun, area)
    if not fault:
        _bombard(course, gun, area, defensive=False)
    return fault


def run_answer(course: Course, gun: str, area: str) -> None:
    """A gun that may answer at those who came into its area: an activation, the window, its fire (AFR-9.6)."""
    side = course.play.state.side(gun)
    course.play.emit(facts.Activated(side=side, units=(gun,), at=area))  # AFR-9.6
    course.react(course, Occasion("fires", side, area, units=(gun,)))  # AFR-15.2
    if _still(course.play.state, gun, area):
        _bombard(course, gun, area, defensive=True)


def _still(state: State, gun: str, area: str) -> bool:
    """Whether a gun is where enemies came in, and can fire."""
    each = state.units[gun]
    return each.at == area and not each.demoralized and state.threatens(area, enemy(state.side(gun)))


def _bombard(course: Course, gun: str, area: str, *, defensive: bool) -> None:
    play, state = course.play, course.play.state
    foe, at = enemy(state.side(gun)), state.units[gun].at
    distance = 1 if defensive else state.scenario.board.distance(at, area)  # AFR-9.6
    terms = shell_terms(state, gun, area, defensive=defensive)
    faces = flip(play, f"artillery {gun} at {area}", coins_of(terms), "AFR-9.5")  # AFR-9.5
    heads, die, column = heads_of(faces), None, None
    result: Result = "none"
    if heads:

        def meaning(shown: tuple[Face, ...]) -> str:
            return result_of(state.scenario, heads, int(shown[0]), distance)[1]

        die = int(play.roll(f"artillery-die {gun} at {area}", D6, meaning=meaning, rule="AFR-9.7")[0])  # AFR-9.7
        column, result = result_of(state.scenario, heads, die, distance)
    targets = tuple(unit for unit in state.stack(area, foe) if not state.counter(unit).is_leader)
    play.emit(
        facts.Shelled(
            unit=gun, origin=at, at=area, distance=distance, terms=terms, coins=coins_of(terms), faces=faces,
            heads=heads, die=die, column=column, result=result, targets=targets, defensive=defensive,
        )
    )  # fmt: skip
    if result != "none":
        _strike_all(course, targets, area, foe, result)  # AFR-9.5


def result_of(scenario: Scenario, heads: int, die: int, distance: int) -> tuple[int, Result]:
    """The column of the artillery table, the die less what distance takes, and the result there (AFR-9.7)."""
    rows = scenario.tables["artillery-fire"]
    row = rows[str(min(heads, max(map(int, rows))))]
    column = max(1, die - (distance - 1))  # AFR-9.7
    result: Result = scenario.tables["artillery-results"][row[column - 1]]
    return column, result


def _strike_all(course: Course, targets: tuple[str, ...], area: str, side: str, result: Result) -> None:
    """The result at every unit there, top first, each by itself; leaders go with the last that leaves (AFR-9.5)."""
    last = None
    for unit in targets:
        state = course.play.state
        if state.units[unit].at != area:
            continue
        if state.counter(unit).class_ == "convoy":
            if result == "destroyed" and state.scenario.options["shelled-convoy"] == "captured":
                course.play.emit(facts.Captured(unit=unit, at=area, cause="artillery"))  # AFR-9.5
            continue
        last = strike(course, unit, result, "artillery") or last  # AFR-9.5
    follow(course, area, side, last, "artillery")  # AFR-10.4
