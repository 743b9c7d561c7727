"""Declaring attacks: who may attack whom, with which batteries in support (LL-8.1 to 8.6, 8.12, 8.15, 9.2)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, first_of_each_code
from pbem.kit.tables import total
from pbem.rules.legion.artillery import unready
from pbem.rules.legion.control import ARMOUR, ARTILLERY, arrived, shielded
from pbem.rules.legion.events import Declared
from pbem.rules.legion.orders import Attack
from pbem.rules.legion.ownership import own
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import attack_terms, defence_factor
from pbem.rules.legion.targets import foe, foes_beside, no_target

NEVER = {ARTILLERY: "LL-8.12", ARMOUR: "LL-8.22", "fleet": "LL-2.10", "bomber": "LL-2.9", "seaplane": "LL-2.9"}
"""The kinds of pieces that never attack, each with its clause."""
ELSEWHERE = "not-your-sector"


class Combat(NamedTuple):
    """One combat: the attackers, the attacked and the supporting batteries, each by id, sorted."""

    units: tuple[str, ...]
    targets: tuple[str, ...]
    support: tuple[str, ...] = ()


class Fight(NamedTuple):
    """A declared combat with its number, and the line that declared it (seat "", line 0: the referee did)."""

    number: int
    combat: Combat
    seat: str = ""
    line: int = 0


def judge_attack(state: State, seat: str, order: Attack) -> Verdict:
    """The verdict on an ATTACK of this seat in this position: every fault, or the declaration and both strengths.

    Notes: `attack` and `defence` before the die; `win`, `tie`, `lose` the chances in `of`.
    """
    combat = combat_of(state, seat, order)
    faults = first_of_each_code(attack_faults(state, seat, order, combat))
    if faults:
        return Verdict(order, faults)
    # LL-8.1
    said = declaration(state.scenario.seats[seat], Fight(state.battles + 1, combat))
    return Verdict(order, events=(said,), notes=outlook(state, combat))


def combat_of(state: State, seat: str, order: Attack) -> Combat:
    """The combat that an order asks for; target words that name no enemy piece are left out."""
    side = state.scenario.seats[seat]
    targets = {unit for word in order.targets if (unit := foe(state, side, word)) is not None}
    return Combat(tuple(sorted({*order.with_})), tuple(sorted(targets)), tuple(sorted({*order.support})))


def declaration(side: str, fight: Fight) -> Declared:
    """The event that declares a combat; told again under the same number when a piece joins it."""
    combat = fight.combat
    return Declared(number=fight.number, side=side, units=combat.units, targets=combat.targets, support=combat.support)


def attack_faults(state: State, seat: str, order: Attack, combat: Combat) -> Iterator[Fault]:
    """Every fault of an attack order; nothing if it may be declared."""
    side = state.scenario.seats[seat]
    # LL-8.1
    yield from (no_target(side, word, "LL-8.1") for word in order.targets or ("",) if not foe(state, side, word))
    for target in combat.targets:
        yield from _target_faults(state, target)
    yield from _attackers_faults(state, seat, combat)
    for battery in combat.support:
        yield from support_faults(state, seat, battery, combat.targets)


def _attackers_faults(state: State, seat: str, combat: Combat) -> Iterator[Fault]:
    """The faults of the attackers one by one and, if all are pieces that fight, of the whole they make.

    A combat may mix pieces of both seats, but one of the attackers must be of the seat that orders it (LL-3.1).
    """
    fighters = 0
    others: list[Fault] = []
    if not combat.units:
        yield Fault("cannot-attack", "LL-8.1")
    for unit in combat.units:
        fault = next(iter(own(state, seat, unit)), None)
        if fault is not None and fault.code == ELSEWHERE:
            others.append(fault)
            fault = None
        fault = fault or _kind_fault(state, unit)
        if fault is not None:
            yield fault
        else:
            fighters += 1
            yield from _spent_faults(state, unit)
    if fighters and fighters == len(combat.units):
        if len(others) == fighters:
            # LL-3.1
            yield others[0]
        yield from _shape_faults(state, combat)


def _target_faults(state: State, target: str) -> Sequence[Fault]:
    """Why an enemy piece may not be attacked in this phase."""
    faults: list[Fault] = []
    if state.units[target].attacked and state.scenario.options["attacks-per-target"] == "1":
        # LL-8.1
        faults.append(Fault("already-attacked", "LL-8.1", {"target": target, "hex": state.hex_of(target)}))
    if shielded(state, target):
        # LL-9.2
        faults.append(Fault("weather-forbids", "LL-9.2", {"target": target, "condition": state.weather}))
    return faults


def _spent_faults(state: State, unit: str) -> Sequence[Fault]:
    """Why a piece that fights may not attack in this phase: it just came, it marched, it has fought."""
    faults: list[Fault] = []
    piece = state.units[unit]
    if arrived(state, unit):
        # LL-6.5
        faults.append(Fault("reinforcement-cannot-attack", "LL-6.5", {"unit": unit}))
    elif piece.moved == "march":
        # LL-8.1
        faults.append(Fault("marched", "LL-8.1", {"unit": unit}))
    if piece.fought:
        # LL-8.10
        faults.append(Fault("already-fought", "LL-8.10", {"unit": unit}))
    return faults


def _kind_fault(state: State, unit: str) -> Fault | None:
    """The fault of an attacker that is of a kind that never attacks, or not on the map."""
    kind, on_map = state.counter(unit).type, state.units[unit].status == "map"
    if kind in NEVER:
        return Fault("cannot-attack", NEVER[kind], {"unit": unit})  # LL-2.9 LL-2.10 LL-8.12 LL-8.22
    return None if on_map else Fault("cannot-attack", "LL-8.1", {"unit": unit})


def _shape_faults(state: State, combat: Combat) -> Iterator[Fault]:
    """Why these attackers and these targets cannot fight in one combat."""
    units, targets = combat.units, combat.targets
    if len(units) == 1:
        yield from _one_alone(state, units[0], targets)
        return
    for unit in units:
        if targets and not touches_any(state, unit, targets):
            # LL-8.1
            yield Fault("not-adjacent", "LL-8.1", {"unit": unit, "target": targets[0]})
    if len(targets) > 1:
        yield from _two_on_two(state, units, targets)


def _one_alone(state: State, unit: str, targets: Sequence[str]) -> Iterator[Fault]:
    # LL-8.6
    limit = state.scenario.options["single-attacker-max-targets"]
    if limit != "any" and len(targets) > int(limit):
        # LL-8.6
        yield Fault("too-many-combatants", "LL-8.6", {"count": len(targets), "limit": int(limit)})
    for target in targets:
        if not touch(state, unit, target):
            # LL-8.1 LL-8.6
            yield Fault("not-adjacent", "LL-8.1", {"unit": unit, "target": target})


def _two_on_two(state: State, units: Sequence[str], targets: Sequence[str]) -> Iterator[Fault]:
    limit = state.scenario.tables["max-combatants"]
    if len(units) > limit or len(targets) > limit:
        # LL-8.5
        yield Fault("too-many-combatants", "LL-8.5", {"count": max(len(units), len(targets)), "limit": limit})
    elif not rhombus(state, units, targets):
        # LL-8.5
        pieces = " ".join((*units, *targets))
        yield Fault("not-mutually-adjacent", "LL-8.5", {"units": pieces})


def touches_any(state: State, unit: str, others: Iterable[str]) -> bool:
    """Whether a piece on the map stands next to any of these."""
    return not _places(state, others).isdisjoint(state.scenario.board.neighbours[state.hex_of(unit)])


def _places(state: State, units: Iterable[str]) -> set[str | None]:
    return {state.units[unit].at for unit in units}


def touch(state: State, a: str, b: str) -> bool:
    """Whether two pieces on the map stand in neighbouring hexes."""
    return state.units[b].at in state.scenario.board.neighbours[state.hex_of(a)]


def rhombus(state: State, units: Sequence[str], targets: Sequence[str]) -> bool:
    """Whether two attackers and two targets are adjacent among themselves as far as a hex map allows (LL-8.5).

    The attackers touch each other, the targets too, and each of the four touches one of the other side.
    """
    # LL-8.5
    meets = {(unit, target) for unit, target in product(units, targets) if touch(state, unit, target)}
    return (
        touch(state, *units)
        and touch(state, *targets)
        and {unit for unit, _ in meets} == {*units}
        and {target for _, target in meets} == {*targets}
    )


def can_join(state: State, combat: Combat) -> bool:
    """Whether these pieces may fight as one combat, by their places and number alone (LL-8.4 to 8.6)."""
    return next(_shape_faults(state, combat), None) is None


def support_faults(state: State, seat: str, battery: str, targets: Sequence[str]) -> Iterator[Fault]:
    """Why a piece may not support an attack on these targets from where it stands (LL-8.15)."""
    fault = next(iter(own(state, seat, battery)), None)
    if fault is not None and fault.code != ELSEWHERE:
        yield fault
        return
    yield from unready(state, battery)
    piece = state.units[battery]
    if arrived(state, battery):
        # LL-6.5
        yield Fault("reinforcement-cannot-attack", "LL-6.5", {"unit": battery})
    elif piece.moved == "march":
        # LL-8.15
        yield Fault("marched", "LL-8.15", {"unit": battery})
    if targets and piece.at is not None and not in_support_range(state, battery, targets):
        # LL-8.15
        limit = state.scenario.tables["support-range"]
        yield Fault("out-of-range", "LL-8.15", {"unit": battery, "target": targets[0], "range": limit})


def in_support_range(state: State, battery: str, targets: Sequence[str]) -> bool:
    """Whether a battery stands near enough to at least one of the attacked pieces (LL-8.15)."""
    board, reach = state.scenario.board, state.scenario.tables["support-range"]
    here = state.hex_of(battery)
    return any(board.distance(here, state.hex_of(target)) <= reach for target in targets)


def outlook(state: State, combat: Combat) -> dict[str, str | int]:
    """Both strengths before the die, and the chances to win, tie or lose out of `of`, as the die's faces give them."""
    attack = total(attack_terms(state, combat.units, combat.support))
    defence = sum(defence_factor(state, target) for target in combat.targets)
    win, tie, lose = _chances(attack, defence, state.scenario.die.faces)
    return {"attack": attack, "defence": defence, "win": win, "tie": tie, "lose": lose, "of": win + tie + lose}


@lru_cache(maxsize=4096)
def _chances(attack: int, defence: int, faces: tuple[int | str, ...]) -> tuple[int, int, int]:
    pairs = [(attack * int(a), defence * int(d)) for a, d in product(faces, faces)]
    return sum(a > d for a, d in pairs), sum(a == d for a, d in pairs), sum(a < d for a, d in pairs)


def open_targets(state: State, unit: str) -> Iterator[str]:
    """The enemies next to a piece that may be attacked and are not yet, by hex."""
    return (target for target in foes_beside(state, unit) if not _target_faults(state, target))


def attack_choices(state: State, seat: str) -> dict[str, tuple[Choice, ...]]:
    """The legal attacks of each piece of the seat: alone on each target, then with all who can join, and support.

    Keyed by piece id, ascending; pieces that can attack nobody are left out.
    """
    mine = [unit for unit in state.land(state.scenario.seats[seat]) if not own(state, seat, unit)]
    found: dict[str, list[Choice]] = {}
    groups: dict[str, list[str]] = {}
    for unit in mine:
        if _kind_fault(state, unit) is not None or _spent_faults(state, unit):
            continue
        for target in open_targets(state, unit):
            found.setdefault(unit, []).append(_choice(state, Combat((unit,), (target,))))
            groups.setdefault(target, []).append(unit)
    batteries = [unit for unit in mine if next(support_faults(state, seat, unit, ()), None) is None]
    for target in sorted(groups):
        support = tuple(b for b in batteries if in_support_range(state, b, (target,)))
        if len(groups[target]) > 1 or support:
            together = _choice(state, Combat(tuple(groups[target]), (target,), support))
            for unit in groups[target]:
                found[unit].append(together)
    return {unit: tuple(found[unit]) for unit in found}


def _choice(state: State, combat: Combat) -> Choice:
    order = Attack(targets=combat.targets, with_=combat.units, support=combat.support)
    return Choice(order, outlook(state, combat))
