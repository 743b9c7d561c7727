"""Fire: who may, with how much, what is added to the die (NAP-8.1 to 8.7)."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import NamedTuple

from pbem.core.events import Modifier
from pbem.core.problems import Fault
from pbem.rules.napoleonic.ground import fire_cell, fraction
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.sight import directions_to, in_cone, sees
from pbem.rules.napoleonic.state import DISORGANISED, FRONT, ROUTED, State


class Factor(NamedTuple):
    """A fire factor: PF that fire, what they are multiplied by (code, fraction, clause), and what it comes to."""

    pf: int
    terms: tuple[tuple[str, Fraction, str], ...]
    value: int


def faults(state: State, unit: str, at: str, *, reach: int | None = None) -> Iterator[Fault]:
    """Why a counter may not fire at a hex, in the order in which they are told (NAP-8.1).

    `reach`: the range that all have, where the phase sets one.
    """
    scenario, each = state.scenario, state.units[unit]
    if each.formation == "limbered":
        yield Fault("guns-limbered", "NAP-5.4", {"unit": unit})  # NAP-5.4
    if not may_fire(state, unit):
        yield Fault("cannot-fire", "NAP-8.1", {"unit": unit})  # NAP-8.1
        return
    side = state.counter(unit).side
    if not state.holds(enemy(side), at):
        yield Fault("no-target", "NAP-8.1", {"hex": at})  # NAP-8.1
    here = state.hex_of(unit)
    far, most = scenario.board.distance(here, at), range_of(state, unit) if reach is None else reach
    if far > most or far == 0:
        yield Fault("out-of-range", "NAP-8.2", {"unit": unit, "distance": far, "range": most})  # NAP-8.2
    if state.has_facing(unit) and not in_cone(scenario, here, at, each.facing):
        yield Fault("out-of-arc", "NAP-8.1", {"unit": unit, "hex": at})  # NAP-8.1
    if not sees(state, here, at):
        yield Fault("no-line-of-sight", "NAP-7.3", {"unit": unit, "hex": at})  # NAP-7.3


def may_fire(state: State, unit: str) -> bool:
    """Whether a counter may fire at all now (NAP-8.1)."""
    counter, each = state.counter(unit), state.units[unit]
    if counter.is_leader or not state.on_map(unit) or each.morale == ROUTED:
        return False
    if counter.type == "artillery":
        return each.formation == "deployed" and state.turn > each.no_fire_until  # NAP-8.11
    return counter.type == "infantry" or each.formation == "skirmish"  # NAP-8.1


def range_of(state: State, unit: str) -> int:
    """The range of a counter in offensive fire (NAP-8.2)."""
    if not state.is_guns(unit):
        return 1
    found: int = state.scenario.tables["fire-ranges"][state.counter(unit).class_]
    return found  # NAP-8.2


def arc(state: State, unit: str) -> list[str]:
    """The hexes within range of a counter and in its arc, whether it sees them or not (NAP-8.1, 8.2)."""
    scenario, here, facing = state.scenario, state.hex_of(unit), state.units[unit].facing
    near = scenario.board.within(here, range_of(state, unit))
    turned = state.has_facing(unit)
    return [at for at in near if at != here and (not turned or in_cone(scenario, here, at, facing))]


def targets(state: State, unit: str, *, reach: int | None = None) -> list[str]:
    """The hexes that a counter may fire at, ascending (NAP-8.1)."""
    if not may_fire(state, unit):
        return []
    most = range_of(state, unit) if reach is None else reach
    foe = enemy(state.counter(unit).side)
    near = state.scenario.board.within(state.hex_of(unit), most)
    held = (hex_ for hex_ in near if state.holds(foe, hex_))
    return [hex_ for hex_ in held if next(faults(state, unit, hex_, reach=reach), None) is None]


def strength(state: State, hex_: str) -> int:
    """The PF in a hex."""
    return sum(map(state.pf, state.pile(hex_)))


def best_target(state: State, unit: str, among: list[str]) -> str | None:
    """The hex with most enemy PF, then the nearest, then the lowest (NAP-8.1)."""
    here, board = state.hex_of(unit), state.scenario.board
    return min(among, key=lambda at: (-strength(state, at), board.distance(here, at), at), default=None)  # NAP-8.1


def factor(state: State, unit: str, at: str) -> Factor:
    """The fire factor of a counter against a hex: fractions multiplied, rounded down once, 1 at least (NAP-8.3).

    Against an empty hex it is that against a target that is in no square.
    """
    tables, top = state.scenario.tables, next(iter(state.pile(at)), None)
    far = state.scenario.board.distance(state.hex_of(unit), at)
    lines, terms = tables["fire-factors"], list[tuple[str, Fraction, str]]()
    square = top if state.scenario.options["square-quarter"] == "target" else unit  # NAP-8.3
    if far == 1:
        if square is not None and state.units[square].formation == "square":
            terms.append(("square-quarter", fraction(lines["square"]), "NAP-8.3"))  # NAP-8.3
    elif far <= lines["near-to"]:
        terms.append(("near", fraction(lines["near"]), "NAP-8.3"))
    else:
        terms.append(("far", fraction(lines["far"]), "NAP-8.3"))
    ground, _ = fire_cell(state.scenario, at)
    if ground != 1:
        terms.append((state.scenario.ground[at], ground, "NAP-3.1"))  # NAP-3.1
    if state.units[unit].formation == "square":
        terms.append(("in-square", fraction(tables["fire-fractions"]["square"]), "NAP-8.3"))
    if state.units[unit].morale == DISORGANISED:
        terms.append(("disorganised", fraction(tables["fire-fractions"]["disorganised"]), "NAP-8.1"))  # NAP-9.4
    value = Fraction(state.pf(unit))
    for _, part, _ in terms:
        value *= part
    return Factor(state.pf(unit), tuple(terms), max(1, floor(value)))  # NAP-8.3


def modifiers(state: State, unit: str, at: str) -> tuple[Modifier, ...]:
    """What is added to the die of a fire, each with its clause; all add (NAP-8.6)."""
    found = [*_by_target(state, unit, at), *_by_firer(state, unit), *_by_place(state, unit, at)]
    return tuple(Modifier(code=code, amount=amount, rule=rule) for code, amount, rule in found if amount)


Part = tuple[str, int, str]


def _by_target(state: State, unit: str, at: str) -> Iterator[Part]:
    table, top = state.scenario.tables["fire-modifiers"], state.pile(at)[0]  # NAP-8.7
    formation = state.units[top].formation
    if formation == "square":
        yield "at-square", table["square"], "NAP-8.6"
    if formation == "skirmish":
        yield "at-skirmish", table["skirmish"], "NAP-8.6"
    if formation == "deployed":
        yield "deployed-guns", table["deployed-guns"], "NAP-8.6"
    if state.counter(unit).swiss and state.counter(top).swiss:
        yield "swiss", table["swiss"], "NAP-8.6"


def _by_firer(state: State, unit: str) -> Iterator[Part]:
    table, counter = state.scenario.tables["fire-modifiers"], state.counter(unit)
    if counter.type == "artillery" and counter.class_ in ("light", "heavy"):
        yield f"{counter.class_}-guns", table[f"{counter.class_}-guns"], "NAP-8.6"
    if counter.grade in ("A", "B"):
        yield "high-morale", table["high-morale"], "NAP-8.6"
    if counter.grade in ("E", "F"):
        yield "low-morale", table["low-morale"], "NAP-8.6"
    if counter.nation == "british" and counter.type == "infantry" and counter.grade in ("A", "B", "C"):
        yield "british", table["british"], "NAP-8.6"
    if counter.type == "cavalry":
        yield "fatigue", table["fatigue"] * state.units[unit].fatigue, "NAP-10.6"  # NAP-10.6


def _by_place(state: State, unit: str, at: str) -> Iterator[Part]:
    table, here = state.scenario.tables["fire-modifiers"], state.hex_of(unit)
    if from_flank(state, here, at):
        yield "flank", table["flank"], "NAP-8.6"  # NAP-8.6
    yield state.scenario.ground[at], fire_cell(state.scenario, at)[1], "NAP-3.1"
    if state.scenario.board.distance(here, at) > 2:  # of guns: others fire no farther than 1
        yield "long-range", table["long-range"], "NAP-8.6"
    before = shots_before(state, here, at)
    if before:
        yield ("second", table["second"], "NAP-8.6") if before == 1 else ("third", table["third"], "NAP-8.6")


def shots_before(state: State, here: str, at: str) -> int:
    """How many counters of a stack have fired in this phase, whatever at, unless an option says otherwise (NAP-8.6)."""
    same = state.scenario.options["stack-fire"] == "same-target"
    return sum(1 for _, origin, target in state.shots if origin == here and (not same or target == at))  # NAP-8.6


def from_flank(state: State, here: str, at: str) -> bool:
    """Whether a shot comes to the target through flank or rear; of two hexes the better for the defender (NAP-8.6)."""
    top = state.pile(at)[0]
    sides = [state.side_of_attack(top, each) for each in directions_to(state.scenario, at, here)]
    return all(side != FRONT for side in sides)  # NAP-8.6
