"""The terms of coins: of a fire, a bombardment, a shock (AFR-6.5, 6.14, 9.8, 10.2, 10.3). Numbers are of the tables."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.rules.africa1860.coins import coins_of
from pbem.rules.africa1860.events import Term
from pbem.rules.africa1860.going import has_fc
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State, printed_fc

DIE, HIDDEN = "1d6", "hidden"
ORIGINS = "areas"
"""Under which the table has from how many areas attackers must come."""


def works_count(state: State) -> bool:
    """Whether works help who defends in them, and hinder Spanish guns: by the option, in all battles (AFR-13.9)."""
    scenario = state.scenario
    return scenario.options["works-everywhere"] == "true" or scenario.battle == "tetuan"  # AFR-13.9


def _large(state: State, area: str, side: str, table: str, rule: str) -> list[Term]:
    """The coin for a target stack of many points, all its units counted."""
    tables = state.scenario.tables
    if state.points(area, side) < tables["large-stack"]:
        return []
    return [Term(code="large-stack", amount=tables[table]["large-stack"]["coins"], rule=rule)]


def _works_defence(state: State, area: str, rule: str) -> list[Term]:
    """The coin of who fires while defending in works (AFR-6.5, 9.8, 13.9)."""
    works = state.scenario.works(area)
    if works is None or not works_count(state):
        return []
    amount = state.scenario.tables["works"][works]["defensive-fire"]
    return [Term(code=works, amount=amount, rule=rule)] if amount else []  # AFR-13.9


# Fire ------------------------------------------------------------------------------------------------------------


def fire_factor(state: State, unit: str) -> int | str | None:
    """The fire factor of a unit as it stands: a number, "X" or "X+1" (a die each time), None for none (AFR-2.3)."""
    counter = state.counter(unit)
    if counter.steps == 2 and state.units[unit].steps == 1 and counter.ff_reduced is not None:
        return counter.ff_reduced  # AFR-2.3
    return counter.ff


def factor_term(state: State, unit: str, die: int | None = None) -> Term:
    """The fire factor as a term; of a diced one what the die gave, or what it is rated at before it (AFR-6.2, 14.8)."""
    factor = fire_factor(state, unit)
    if isinstance(factor, str):
        about = state.scenario.tables["dice-factors"][factor]
        amount = about["rated"] if die is None else die + about["add"]  # AFR-6.2 AFR-14.8
        return Term(code="rif-factor", amount=amount, rule="AFR-14.8", unit=unit)
    return _fire_factor(unit, factor or 0)


@lru_cache(maxsize=1024)
def _fire_factor(unit: str, amount: int) -> Term:
    """The fire factor of a unit as a term: every fire has one."""
    return Term(code="fire-factor", amount=amount, rule="AFR-6.3", unit=unit)


def fire_terms(
    state: State, unit: str, area: str, *, defensive: bool, leader: str | None, die: int | None = None
) -> tuple[Term, ...]:
    """The terms of a unit's fire at an area (AFR-6.5); `defensive`: from the area itself, at those who came in.

    `die` is that of a Rif unit, None before it is rolled.
    """
    scenario, tables = state.scenario, state.scenario.tables
    terms = [factor_term(state, unit, die)]
    at = state.units[unit].at
    if not defensive:
        base, works = scenario.base(area), scenario.works(area)
        ground = [(base, tables["terrain"][base]), *([(works, tables["works"][works])] if works else [])]
        for word, about in ground:
            if about["offensive-fire"]:
                terms.append(Term(code=word, amount=about["offensive-fire"], rule="AFR-4.6"))  # AFR-4.6
        wet = tables["fire-modifiers"]["wet-firer"]
        if scenario.base(at) in wet["terrain"]:
            terms.append(Term(code="wet-firer", amount=wet["coins"], rule="AFR-6.5"))  # AFR-6.5
    terms += _large(state, area, enemy(state.side(unit)), "fire-modifiers", "AFR-6.5")  # AFR-6.5
    if defensive:
        terms += _works_defence(state, at, "AFR-13.9")  # AFR-6.2
    if leader is not None:
        terms.append(support_term(state, leader, defensive=defensive))
    return tuple(terms)


def support_term(state: State, leader: str, *, defensive: bool) -> Term:
    """What a leader adds: his FA to a combat that his units begin, his FD when they are attacked (AFR-2.10, 10.2)."""
    counter = state.counter(leader)
    return Term(code="leader", amount=counter.fd if defensive else counter.fa, rule="AFR-10.2", unit=leader)  # AFR-2.10


def default_leader(state: State, unit: str, reserved: Iterable[str], *, defensive: bool) -> str | None:
    """The leader who supports a unit's fire where none is named: of those free the best, then by id (AFR-10.2)."""
    kept = set() if state.scenario.options["leader-fire"] == "every-unit" else set(reserved)
    free = [
        leader
        for leader in state.leaders(state.units[unit].at, state.side(unit))
        if leader not in kept and may_support(state, leader)
    ]

    def rank(leader: str) -> tuple[int, str]:
        return -support_term(state, leader, defensive=defensive).amount, leader

    return min(free, key=rank, default=None)  # AFR-10.2


def may_support(state: State, leader: str) -> bool:
    """Whether a leader can give fire support in this phase: to one unit, or by the option to every one (AFR-10.2)."""
    return state.scenario.options["leader-fire"] == "every-unit" or not state.units[leader].supported  # AFR-10.2


# Bombardment -----------------------------------------------------------------------------------------------------


def shell_terms(state: State, gun: str, area: str, *, defensive: bool = False) -> tuple[Term, ...]:
    """The terms of a gun's fire at an area (AFR-9.8); `defensive`: at those who came into its own (AFR-9.6)."""
    scenario, tables, side = state.scenario, state.scenario.tables, state.side(gun)
    foe = enemy(side)
    terms = [factor_term(state, gun)]
    base, works = scenario.base(area), scenario.works(area)
    if not defensive:
        ground = tables["terrain"][base]["artillery-fire"]
        if ground:
            terms.append(Term(code=base, amount=ground, rule="AFR-4.6"))  # AFR-9.8
        between = {"firer": side, "target": foe}
        if works and between == tables["works-artillery"] and works_count(state):
            terms.append(Term(code=works, amount=tables["works"][works]["artillery-fire"], rule="AFR-13.9"))  # AFR-13.9
    terms += _large(state, area, foe, "artillery-modifiers", "AFR-9.8")  # AFR-9.8
    rockets = tables["artillery-modifiers"]["rockets-at-cavalry"]
    at_cavalry = any(state.counter(unit).type == rockets["target"] for unit in state.stack(area, foe))
    if state.counter(gun).type == rockets["firer"] and at_cavalry:
        terms.append(Term(code="rockets-at-cavalry", amount=rockets["coins"], rule="AFR-13.5"))  # AFR-13.5
    if defensive:
        terms += _works_defence(state, area, "AFR-13.9")  # AFR-9.8
    return tuple(terms)


def expected_coins(state: State, unit: str, area: str) -> int:
    """The coins that a unit's offensive fire or bombardment at an area would have, dice as rated (AFR-15.2)."""
    if state.counter(unit).class_ in ("artillery", "ship"):
        return coins_of(shell_terms(state, unit, area))
    leader = default_leader(state, unit, (), defensive=False)
    return coins_of(fire_terms(state, unit, area, defensive=False, leader=leader))


# Shock -----------------------------------------------------------------------------------------------------------


def factors_at(state: State, units: Iterable[str], dice: Mapping[str, int]) -> dict[str, int]:
    """The combat factor of each unit: as printed or drawn, reduced, or what its die gave (AFR-2.9, 6.12)."""
    return {unit: dice.get(unit, printed_fc(state.scenario, state.units[unit], unit)) for unit in units}  # AFR-2.9


def shock_terms(
    state: State, units: Sequence[str], leaders: Sequence[str], factors: Mapping[str, int], *, attack: bool
) -> list[Term]:
    """The factors of a side's units in a shock, and the support of its leaders (AFR-6.12, 10.1, 10.3)."""
    terms = [Term(code="combat-factor", amount=factors[unit], rule="AFR-6.12", unit=unit) for unit in units]
    if units and not any(has_fc(state, unit) for unit in units):
        return terms
    for leader in leaders:
        counter = state.counter(leader)
        amount = counter.fa if attack else counter.fd  # AFR-2.10 AFR-6.12
        terms.append(Term(code="leader", amount=amount, rule="AFR-10.3", unit=leader))  # AFR-10.1 AFR-10.3
    return terms


def attack_modifiers(state: State, area: str, units: Sequence[str]) -> list[Term]:
    """What changes the attackers' coins: whence they came, and cavalry in bad ground (AFR-6.14)."""
    scenario, table = state.scenario, state.scenario.tables["shock-modifiers"]
    origins = {_came_from(state, unit) for unit in units} - {""}
    terms = []
    if len(origins) >= table["two-areas"][ORIGINS]:
        terms.append(Term(code="two-areas", amount=table["two-areas"]["coins"], rule="AFR-6.14"))  # AFR-6.14
    wet = table["from-water"]
    index = scenario.board.index
    if origins and all(origin in index and scenario.base(origin) in wet["terrain"] for origin in origins):
        terms.append(Term(code="from-water", amount=wet["coins"], rule="AFR-6.14"))  # AFR-6.14
    bad = table["cavalry-in-bad-ground"]
    if scenario.base(area) in bad["terrain"] or scenario.works(area):
        for unit in units:
            if state.counter(unit).class_ == "cavalry":
                terms.append(
                    Term(code="cavalry-in-bad-ground", amount=bad["coins"], rule="AFR-6.14", unit=unit)
                )  # AFR-6.14
    return terms


def _came_from(state: State, unit: str) -> str:
    """The area from which an attacker came; of marines just landed a sea area of their own; "" if nobody knows."""
    each = state.units[unit]
    return f"aboard {unit}" if each.landed == state.turn and each.origin else each.origin or ""  # AFR-6.14


def defence_modifiers(state: State, area: str, units: Sequence[str]) -> list[Term]:
    """What changes the defenders' coins: ground, works, and each demoralized unit of theirs (AFR-6.14)."""
    scenario, tables = state.scenario, state.scenario.tables
    base, works = scenario.base(area), scenario.works(area)
    ground: list[tuple[str, Mapping[str, Any], str]] = [(base, tables["terrain"][base], "AFR-4.6")]
    if works and works_count(state):
        ground.append((works, tables["works"][works], "AFR-13.9"))  # AFR-13.9
    terms = [
        Term(code=word, amount=about["defender-shock"], rule=rule)
        for word, about, rule in ground
        if about["defender-shock"]
    ]  # AFR-6.14
    each = tables["shock-modifiers"]["demoralized-defender"]["coins"]
    shaken = [unit for unit in units if state.units[unit].demoralized]
    return terms + [Term(code="demoralized", amount=each, rule="AFR-6.14", unit=unit) for unit in shaken]  # AFR-6.8
