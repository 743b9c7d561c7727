"""Strengths, odds and die roll modifiers of a combat (RIF-9.7 to 9.12, 9.16, 9.17)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from pbem.core.events import Modifier
from pbem.core.problems import Args
from pbem.kit.tables import clamp, ratio_column, total
from pbem.rules.rif1926.events import Term
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.state import State

FACES = (1, 2, 3, 4, 5, 6)


def ground_terms(state: State, units: Iterable[str]) -> tuple[Term, ...]:
    """What line units, engineers and armour add to an attack: their printed attack (RIF-9.8)."""
    counters = state.scenario.counters
    return tuple([term("attack", counters[unit].attack, "RIF-9.7", unit) for unit in units])


def ground_attack(state: State, units: Iterable[str]) -> int:
    """The sum of these terms."""
    counters = state.scenario.counters
    return sum([counters[unit].attack for unit in units])  # RIF-9.7


def support_counted(scenario: Scenario, ground: int, fire: int) -> int:
    """The points of fire that count: at most twice the attack on the ground (RIF-9.8)."""
    return min(fire, int(scenario.tables["support-cap"]) * ground)  # RIF-9.8


def defence_terms(state: State, at: str, silent: Collection[str] = ()) -> tuple[Term, ...]:
    """What the units of a hex add to its defence, the trench last as a factor (RIF-9.12).

    `silent` are guns that their owner keeps back.
    """
    stack = state.stacks.get(at, ())  # RIF-9.3
    found = [_defends(state, unit, stack, unit in silent) for unit in stack]
    terms = [each for each in found if each is not None]
    if "trench" in state.scenario.board.terrain[at]:
        double = state.scenario.tables["terrain"]["trench"]["factor"]
        terms += [term("trench", double, "RIF-9.12", factor=True)]  # RIF-9.12 RIF-8.2
    return tuple(terms)


@lru_cache(maxsize=4096)
def term(code: str, amount: int, rule: str, unit: str = "", *, factor: bool = False) -> Term:
    """A term of a strength; those that say the same are one."""
    return Term(code=code, amount=amount, rule=rule, unit=unit, factor=factor)


@lru_cache(maxsize=256)
def _modifier(code: str, amount: int, rule: str) -> Modifier:
    """A modifier of a die; those that say the same are one."""
    return Modifier(code=code, amount=amount, rule=rule)


def _defends(state: State, unit: str, stack: Sequence[str], silent: bool) -> Term | None:
    """What one unit adds to the defence of its hex; None where it adds nothing."""
    each, counter = state.units[unit], state.scenario.counters[unit]
    if each.overstacked or each.been_attacked:
        return None  # RIF-5.2 RIF-9.5
    rule, amount = "RIF-9.12", counter.defence
    if counter.type == "armour":
        rule = "RIF-9.10"
        others = any(state.counter(other).type != "armour" for other in stack)
        amount = counter.defence if others else 0  # RIF-9.10
    elif counter.type == "artillery":
        rule = "RIF-9.16"
        if not any(state.counter(other).is_line for other in stack):
            amount = state.scenario.tables["defence-alone"]  # RIF-9.16
        else:
            amount = 0 if each.fired or each.dispersed or silent else counter.points  # RIF-9.16
    if each.dispersed:
        amount //= 2  # RIF-6.1
    return term("defence", amount, rule, unit) if amount else None


def own_guns(state: State, at: str) -> tuple[str, ...]:
    """The guns of a hex whose fire defends it: unspent, in order, stacked with line units (RIF-9.16)."""
    stack, counters = state.stacks.get(at, ()), state.scenario.counters
    guns = [unit for unit in stack if counters[unit].type == "artillery" and _ready(state, unit)]
    if guns and any(counters[unit].is_line for unit in stack):
        return tuple(sorted(guns))  # RIF-9.16
    return ()


def _ready(state: State, unit: str) -> bool:
    """Whether a gun can still fire for its hex, and adds to its defence (RIF-9.16, 5.2, 9.5)."""
    each = state.units[unit]
    return not (each.fired or each.dispersed or each.overstacked or each.been_attacked)


def _signed(number: int) -> int | str:
    """A number as it is added to a die: a plus sign before what is more than nothing."""
    return f"+{number}" if number > 0 else number


def far_guns(state: State, side: str, at: str) -> tuple[str, ...]:
    """The guns and ships of the defender in other hexes that could support a hex: unspent and in range (RIF-9.17)."""
    scenario, units, found = state.scenario, state.units, []
    bit, near = scenario.board.masks.bit, dict[int, int]()
    for unit in scenario.surface_guns[side]:  # RIF-9.9
        each, far = units[unit], scenario.counters[unit].range
        here = each.at
        if here is None or here == at or each.fired or each.dispersed:
            continue
        if far not in near:
            near[far] = scenario.board.disc(at, far)
        if bit[here] & near[far]:
            found.append(unit)  # RIF-9.17
    return tuple(found)


def odds(state: State, attack: int, defence: int) -> str:
    """The column of the combat results table (RIF-9.7)."""
    return ratio_column(attack, defence, state.scenario.odds)  # RIF-9.7


def modifiers(state: State, at: str, units: Iterable[str], origins: Iterable[str]) -> tuple[Modifier, ...]:
    """What is added to the die: tanks and engineers of the attacker, terrain of the defender (RIF-9.11, 8.2)."""
    scenario = state.scenario
    words = scenario.board.terrain[at]
    wet = "river" in words
    if scenario.options["river"] == "hexside":
        wet = all("river" in scenario.board.edge(here, at) for here in origins)  # RIF-8.2
    by_ground = _ground_modifiers(scenario, words, wet, at in scenario.by_hex)
    return by_ground if scenario.breakers.isdisjoint(units) else (*_assault_modifiers(state, units), *by_ground)


def _assault_modifiers(state: State, units: Iterable[str]) -> Iterator[Modifier]:
    """What is added for armour and engineers among the attackers (RIF-9.10, 9.11)."""
    kinds = [state.counter(unit).type for unit in units if not state.units[unit].dispersed]
    for kind, rule in (("armour", "RIF-9.10"), ("engineer", "RIF-9.11")):
        if kind in kinds:
            yield _modifier(kind, state.scenario.tables["assault"][kind], rule)  # RIF-9.10 RIF-9.11


def _ground_modifiers(scenario: Scenario, words: Collection[str], wet: bool, town: bool) -> tuple[Modifier, ...]:
    """What is added for the ground of a hex with these words, for a river, and for a town (RIF-8.2)."""
    if not (words or wet or town):
        return ()
    there = {"mountain": "mountain" in words, "river": wet, "town": town}
    found = [word for word, is_there in there.items() if is_there]
    return tuple([_modifier(word, scenario.tables["terrain"][word]["combat"], "RIF-8.2") for word in found])  # RIF-8.2


def chances(results: Sequence[str]) -> str:
    """The results of the faces from 1 on, equal ones together, with their chances: "1-3 Ad (3/6), 4 AR (1/6) …"."""
    said, low = [], 1
    for result, same in groupby(results):
        high = low + len(list(same)) - 1
        faces = str(low) if low == high else f"{low}-{high}"
        said.append(f"{faces} {result} ({high - low + 1}/{len(results)})")
        low = high + 1
    return ", ".join(said)


def result_of(scenario: Scenario, column: str, face: int, drm: Iterable[Modifier]) -> tuple[int, str]:
    """Row and result of the combat results table (RIF-9.11, 9.13)."""
    for each in drm:
        face += each.amount  # RIF-9.11
    row = clamp(face, *scenario.crt_ends)  # RIF-9.11
    return row, scenario.crt[row, column]  # RIF-9.13


def outlook(state: State, at: str, units: Sequence[str], support: Sequence[str]) -> Args:
    """What a receipt tells of an attack: strengths, column, modifiers, and the result of each face.

    The defender's guns in other hexes are not counted: whether they fire is their owner's to say.
    """
    ground = ground_attack(state, units)
    fire = sum(state.counter(unit).points for unit in support)
    counted = support_counted(state.scenario, ground, fire)
    terms = defence_terms(state, at)
    defence = total(terms)
    column = odds(state, ground + counted, defence)
    drm = modifiers(state, at, units, tuple(state.hex_of(unit) for unit in units))
    notes: Args = {"attack": ground + counted, "defence": defence}
    notes |= {each.code: f"×{each.amount} ({each.rule})" for each in terms if each.factor}
    notes |= {"column": column, "drm": _signed(sum(each.amount for each in drm))}
    notes |= {each.code: f"{each.amount:+d} ({each.rule})" for each in drm}
    notes["results"] = " ".join(result_of(state.scenario, column, face, drm)[1] for face in FACES)
    if fire > counted:
        notes["wasted"] = fire - counted
    return notes
