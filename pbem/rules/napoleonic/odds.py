"""The odds of a shock and what is added to its die (NAP-11.2, 11.3, 11.5). Exact fractions throughout."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from pbem.core.events import Modifier
from pbem.kit.tables import ratio_column
from pbem.rules.napoleonic.command import attacks, leaders_at
from pbem.rules.napoleonic.events import Term
from pbem.rules.napoleonic.ground import fraction, shock_cells
from pbem.rules.napoleonic.scenario import GRADES
from pbem.rules.napoleonic.state import FRONT, ROUTED, State


class Stack(NamedTuple):
    """A stack that attacks: its hex, and its counters that take part, in pile order."""

    hex: str
    units: tuple[str, ...]


class Strength(NamedTuple):
    """The strength of one side in a shock: what each counter brings, and the sum."""

    terms: tuple[Term, ...]
    total: Fraction


def through_flank(state: State, origin: str, target: str) -> bool:
    """Whether a stack comes through the defender's flank or rear; routed, it has rear all round (NAP-11.3)."""
    top = state.pile(target)[0]
    if state.units[top].morale == ROUTED:
        return True  # NAP-11.3
    return state.side_of_attack(top, state.scenario.direction[target, origin]) != FRONT  # NAP-11.3


def largest(state: State, stacks: Sequence[Stack]) -> Stack:
    """The stack of most PF before factors, then of the lowest hex (NAP-11.2)."""
    return min(stacks, key=lambda stack: (-sum(map(state.pf, stack.units)), stack.hex))  # NAP-11.2


def values(state: State, target: str, stacks: Sequence[Stack]) -> tuple[Strength, Strength]:
    """The strength of the attackers with all their factors, and that of all defenders in the hex (NAP-11.2)."""
    attack = [term for stack in stacks for term in _attack_terms(state, target, stack)]
    defence = list(_defence_terms(state, target))
    return _summed(attack), _summed(defence)


def _summed(terms: Sequence[Term]) -> Strength:
    return Strength(tuple(terms), sum((Fraction(term.value) for term in terms), Fraction(0)))


def _attack_terms(state: State, target: str, stack: Stack) -> Iterator[Term]:
    """Each attacking counter times ground, its stack's hexside, and its own flank factor, once (NAP-11.2, 11.3)."""
    factors = state.scenario.tables["shock-factors"]
    ground, _ = shock_cells(state.scenario, stack.hex, target)
    doubled = through_flank(state, stack.hex, target)
    skirmishers = state.units[state.pile(target)[0]].formation == "skirmish"
    for unit in stack.units:
        parts: list[tuple[str, str, str]] = []
        value = Fraction(state.pf(unit))
        if ground != 1:
            parts.append(("ground", _text(ground), "NAP-3.3"))
            value *= ground
        if doubled or skirmishers:
            times = factors[state.arm(unit)]
            parts.append(("flank" if doubled else "skirmishers", f"{times}/1", "NAP-11.3"))
            value *= times  # NAP-11.3
        yield _term(state, unit, value, parts)


def _defence_terms(state: State, target: str) -> Iterator[Term]:
    """All defenders: guns half beside others, routed counters half (NAP-9.4, 11.2)."""
    factors, pile = state.scenario.tables["shock-factors"], state.pile(target)
    beside = any(not state.is_guns(unit) for unit in pile)
    for unit in pile:
        parts: list[tuple[str, str, str]] = []
        value = Fraction(state.pf(unit))
        if state.is_guns(unit) and beside:
            parts.append(("guns-beside", _text(fraction(factors["guns-beside"])), "NAP-11.2"))
            value *= fraction(factors["guns-beside"])  # NAP-11.2
        if state.units[unit].morale == ROUTED:
            parts.append(("routed", _text(fraction(factors["routed"])), "NAP-9.4"))
            value *= fraction(factors["routed"])  # NAP-9.4
        yield _term(state, unit, value, parts)


def _term(state: State, unit: str, value: Fraction, parts: Sequence[tuple[str, str, str]]) -> Term:
    return Term(
        code="pf", amount=state.pf(unit), rule="NAP-11.2", unit=unit, value=_text(value), factors=tuple(parts)
    )  # fmt: skip


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value.numerator)


def column_of(state: State, attack: Fraction, defence: Fraction) -> str | None:
    """The column of the shock table, in favour of the defender; None below the lowest odds (NAP-11.2)."""
    columns = state.scenario.tables["shock"]["columns"]
    low, high = map(int, lowest_odds(state).split("-"))
    if attack == 0 or attack * high < defence * low:
        return None  # NAP-11.2
    common = attack.denominator * defence.denominator
    return ratio_column(int(attack * common), int(defence * common), columns)  # NAP-11.2


def lowest_odds(state: State) -> str:
    """The lowest odds at which one may attack."""
    lowest: str = state.scenario.tables["shock"]["columns"][0]
    return lowest


# The die -----------------------------------------------------------------------------------------------------------


def leaders_of(state: State, target: str, stacks: Sequence[Stack]) -> tuple[str | None, str | None]:
    """The leader who gives his shock factor on either side: the highest not used yet in this phase (NAP-2.4, 11.5)."""
    attacker = state.counter(stacks[0].units[0]).side
    defender = state.counter(state.pile(target)[0]).side
    mine = _best(state, leaders_at(state, [stack.hex for stack in stacks], attacker))
    return mine, _best(state, leaders_at(state, (target,), defender))


def _best(state: State, leaders: Sequence[str]) -> str | None:
    fresh = [leader for leader in leaders if leader not in state.spent]  # NAP-2.4
    return min(fresh, key=lambda leader: (-state.shock_of(leader), leader), default=None)  # NAP-11.5


def modifiers(state: State, target: str, stacks: Sequence[Stack]) -> tuple[Modifier, ...]:
    """What is added to the die of a shock, each with its clause (NAP-11.5)."""
    found = [
        *_by_leaders(state, target, stacks),
        *_by_morale(state, target, stacks),
        *_by_kind(state, target, stacks),
        *_by_place(state, target, stacks),
    ]
    return tuple(Modifier(code=code, amount=amount, rule="NAP-11.5") for code, amount in found if amount)


Part = tuple[str, int]


def _by_leaders(state: State, target: str, stacks: Sequence[Stack]) -> Iterator[Part]:
    mine, theirs = leaders_of(state, target, stacks)
    if mine is not None:
        yield "leader", state.shock_of(mine)
    if theirs is not None:
        yield "enemy-leader", -state.shock_of(theirs)


def _by_morale(state: State, target: str, stacks: Sequence[Stack]) -> Iterator[Part]:
    """Grades apart less 1, for the better of the two top counters; and the attack order (NAP-11.5)."""
    table, attacker = state.scenario.tables["shock-modifiers"], largest(state, stacks).units[0]
    mine, theirs = (GRADES.index(state.counter(u).grade) for u in (attacker, state.pile(target)[0]))
    apart = max(0, abs(mine - theirs) - 1)
    yield "grade", apart if mine < theirs else -apart  # NAP-11.5
    if attacks(state, attacker):
        yield "attack-order", table["attack-order"]  # NAP-2.1


def _by_kind(state: State, target: str, stacks: Sequence[Stack]) -> Iterator[Part]:
    """Cavalry and infantry against squares and skirmishers (NAP-11.5)."""
    table, attacker, top = (
        state.scenario.tables["shock-modifiers"],
        largest(state, stacks).units[0],
        state.pile(target)[0],
    )
    arm, formation = state.arm(attacker), state.units[attacker].formation
    against, their_arm = state.units[top].formation, state.arm(top)
    if arm == "cavalry":
        heavy = state.counter(attacker).class_ == "heavy"
        heavy_foe = state.counter(top).type == "cavalry" and state.counter(top).class_ == "heavy"
        if against == "square":
            yield "cavalry-square", table["cavalry-square"]
        elif heavy and not heavy_foe:
            yield "heavy-cavalry", table["heavy-cavalry"]
    elif formation != "skirmish":
        if against == "skirmish" and their_arm == "infantry":
            yield "infantry-skirmish", table["infantry-skirmish"]
        if against == "square":
            yield "infantry-square", table["infantry-square"]


def _by_place(state: State, target: str, stacks: Sequence[Stack]) -> Iterator[Part]:
    table = state.scenario.tables["shock-modifiers"]
    if any(through_flank(state, stack.hex, target) for stack in stacks):
        yield "flank", table["flank"]
    yield state.scenario.ground[target], shock_cells(state.scenario, stacks[0].hex, target)[1]
    mine = any(state.counter(unit).swiss for stack in stacks for unit in stack.units)
    if mine and any(state.counter(unit).swiss for unit in state.pile(target)):
        yield "swiss", table["swiss"]
