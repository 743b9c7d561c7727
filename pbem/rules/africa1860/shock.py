"""Shock: who stands among enemies fights, at once and for good (AFR-2.8, 2.9, 6.11 to 6.16, 10.1, 10.3, 14.7)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.play import Play
from pbem.dice.die import D6
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.captures import take_convoys
from pbem.rules.africa1860.coins import coins_of, flip, heads_of
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.decisions import HALF, STEPS, ask_losses
from pbem.rules.africa1860.hits import lose_step
from pbem.rules.africa1860.movement import attacker_at
from pbem.rules.africa1860.retreats import attackers_origins, fall_back, follow, retreat, retreat_clear
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import (
    DIE,
    HIDDEN,
    attack_modifiers,
    defence_modifiers,
    factors_at,
    shock_terms,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a shock came to: who won ("" for nobody), the row of the results, and the factors that counted."""

    winner: str
    row: str
    factors: dict[str, int]


def run_shocks(course: Course) -> None:
    """Fight in every area that holds both sides, those first that were first entered (AFR-6.11)."""
    while left := as_entered(course.play.state):
        run_shock(course, left[0])  # AFR-6.11


def as_entered(state: State) -> tuple[str, ...]:
    """The areas that hold both sides, as they were entered, others by id (AFR-6.11)."""
    contested = state.contested()
    known = [area for area in state.entered if area in contested]
    return (*known, *(area for area in contested if area not in known))  # AFR-6.11


def run_shock(course: Course, area: str) -> None:
    """The shock of one area, all attackers there against all defenders (AFR-6.11 to 6.16)."""
    play = course.play
    side = attacker_at(play.state, area)
    if not _is_fought(play.state, area, side):
        _close(course, area, side)
        return
    course.react(course, Occasion("shock", side, area))  # AFR-15.2
    if _is_fought(play.state, area, side):
        outcome = _fight(play, area, side)
        _carry_out(course, area, side, outcome)
    _close(course, area, side)


def _is_fought(state: State, area: str, side: str) -> bool:
    """Whether units attack others in an area, or leaders who stand alone (AFR-10.1)."""
    foe = enemy(side)
    return bool(state.fighters(area, side)) and bool(state.fighters(area, foe) or state.leaders(area, foe))  # AFR-10.1


def _close(course: Course, area: str, side: str) -> None:
    """The end of a shock: convoys without escort are taken; who is still among enemies falls back (AFR-5.1, 14.7)."""
    take_convoys(course, area)  # AFR-14.7
    state = course.play.state
    if area in state.contested():
        fall_back(course, state.stack(area, side), area)  # AFR-10.1
    course.play.emit(facts.ShockEnded(at=area))  # AFR-5.1


# Coins -----------------------------------------------------------------------------------------------------------


def _fight(play: Play, area: str, side: str) -> Outcome:
    """Draws, dice and coins of a shock, and what they say (AFR-6.12)."""
    foe = enemy(side)
    dice = _roll_factors(play, area)
    state: State = play.state
    attackers, defenders = state.fighters(area, side), state.fighters(area, foe)
    factors = factors_at(state, (*attackers, *defenders), dice)
    attack = shock_terms(state, attackers, state.leaders(area, side), factors, attack=True)
    attack += attack_modifiers(state, area, attackers)
    defence = shock_terms(state, defenders, state.leaders(area, foe), factors, attack=False)
    defence += defence_modifiers(state, area, defenders)
    coins = {side: coins_of(attack), foe: coins_of(defence)}
    shown = {
        side: flip(play, f"shock {area} attacker", coins[side], "AFR-6.12"),
        foe: flip(play, f"shock {area} defender", coins[foe], "AFR-6.12"),
    }  # AFR-6.12
    heads = {each: heads_of(faces) for each, faces in shown.items()}
    winner = "" if heads[side] == heads[foe] else max(heads, key=lambda each: heads[each])  # AFR-6.12
    crosses = coins[winner] - heads[winner] if winner else None
    row = _row(state, area, winner, crosses)
    play.emit(
        facts.Shocked(
            number=state.shocks + 1, at=area, side=side, attackers=(*attackers, *state.leaders(area, side)),
            defenders=(*defenders, *state.leaders(area, foe)), attack_terms=tuple(attack),
            defence_terms=tuple(defence), attack_coins=coins[side], defence_coins=coins[foe],
            attack_faces=shown[side], defence_faces=shown[foe], winner=winner, crosses=crosses, row=row,
        )
    )  # fmt: skip
    return Outcome(winner, row, factors)


def _roll_factors(play: Play, area: str) -> dict[str, int]:
    """The factors that are drawn or diced before the coins: Gaix first, then Gum and Rif, each by id (AFR-2.8, 2.9)."""
    state: State = play.state
    units = sorted(unit for side in state.stacks[area] for unit in state.fighters(area, side))
    redraw = state.scenario.options["gaix-after-shock"] == "redraw"
    for unit in units:
        if state.counter(unit).fc == HIDDEN and (redraw or state.units[unit].drawn_fc is None):
            drawn = play.draw(f"gaix-factor {unit}", gaix_pool(play.state, full=redraw), rule="AFR-2.8")  # AFR-2.8
            play.emit(facts.GaixRevealed(unit=unit, at=area, factor=int(drawn[0])))  # AFR-2.8
    diced = [unit for unit in units if state.counter(unit).fc == DIE]
    return {
        unit: int(play.roll(f"gum-factor {unit} at {area}", D6, rule="AFR-2.9")[0]) for unit in diced
    }  # AFR-2.9 AFR-14.8


def gaix_pool(state: State, *, full: bool) -> tuple[str, ...]:
    """The factors of Gaix el Kabila that are left to draw, ascending; `full`: all of them (AFR-2.8, 16.2)."""
    pool = Counter(state.scenario.tables["gaix-pool"])  # AFR-16.2
    if not full:
        pool -= Counter(each.drawn_fc for each in state.units.values() if each.drawn_fc is not None)  # AFR-2.8
    return tuple(str(factor) for factor in sorted(pool.elements()))


def _row(state: State, area: str, winner: str, crosses: int | None) -> str:
    """The effect on the loser, by the winner's crosses; that of leaders who stood alone (AFR-6.13, 10.1)."""
    if crosses is None:
        return "nothing"
    alone = not state.fighters(area, enemy(winner))
    rows: dict[str, str] = state.scenario.tables["leader-alone" if alone else "shock-results"]
    return rows[str(min(crosses, max(map(int, rows))))]  # AFR-6.13 AFR-10.1


# Results ---------------------------------------------------------------------------------------------------------


def _carry_out(course: Course, area: str, side: str, outcome: Outcome) -> None:
    """What the row does to the loser; the winner never loses anything (AFR-6.13, 6.15, 6.16)."""
    state = course.play.state
    if not outcome.winner or (outcome.row == "nothing" and _sends_attackers_back(state)):
        fall_back(course, state.stack(area, side), area)  # AFR-6.15
        return
    loser = enemy(outcome.winner)  # AFR-6.16
    units, attackers = state.fighters(area, loser), attackers_origins(state, area, loser)
    if not units:
        _lose_leaders(course, area, loser, outcome.row, attackers)
        return
    demoralized = outcome.row in (HALF, "demoralization")
    if outcome.row == STEPS:
        _lose_steps(course, units)  # AFR-6.13
    elif outcome.row == HALF:
        _lose_half(course, area, loser, units, outcome.factors)
    if demoralized:
        _demoralize(course, area, units)  # AFR-6.13
    last = None
    for unit in units:
        if course.play.state.units[unit].at == area:
            clear = outcome.row == "clear-of-enemies"
            to = (
                retreat_clear(course, unit, attackers) if clear else retreat(course, unit, "shock", attackers=attackers)
            )
            last = to or last  # AFR-6.13 AFR-6.15
    follow(course, area, loser, last, "shock")  # AFR-10.4


def _sends_attackers_back(state: State) -> bool:
    return state.scenario.options["shock-stalemate"] == "attacker-falls-back"  # AFR-6.15


def _demoralize(course: Course, area: str, units: Sequence[str]) -> None:
    for unit in units:
        if course.play.state.units[unit].at == area:
            course.play.emit(facts.Struck(unit=unit, at=area, cause="shock", demoralized=True))  # AFR-6.13


def _lose_steps(course: Course, units: Sequence[str]) -> None:
    for unit in units:
        lose_step(course, unit, "shock")  # AFR-6.13


def _lose_half(course: Course, area: str, side: str, units: Sequence[str], factors: dict[str, int]) -> None:
    """Half the units die, or every unit loses a step, as their owner likes; by default what costs fewer (AFR-6.13)."""
    state = course.play.state
    steps = {unit: state.units[unit].steps or 1 for unit in units}
    weakest = sorted(units, key=lambda unit: (factors[unit], steps[unit], unit))  # AFR-6.13
    parts: int = state.scenario.tables["half"]
    how_many = -(-len(units) // parts)  # AFR-6.13
    default = HALF if sum(steps[unit] for unit in weakest[:how_many]) < len(units) else STEPS  # AFR-6.13
    mode, named = ask_losses(course, side, area, units, default)  # AFR-6.13
    victims = [*named, *(unit for unit in weakest if unit not in named)][:how_many] if mode == HALF else list(units)
    told = facts.LossesTaken(side=side, at=area, mode="half" if mode == HALF else "steps", units=tuple(victims))
    course.play.emit(told)
    for unit in victims:
        if mode == STEPS:
            lose_step(course, unit, "shock")
        else:
            course.play.emit(facts.Eliminated(unit=unit, at=area, cause="shock"))  # AFR-6.13


def _lose_leaders(course: Course, area: str, side: str, row: str, attackers: frozenset[str | None]) -> None:
    """Leaders who were alone: lost, or they retreat, never demoralized (AFR-10.1)."""
    for leader in course.play.state.leaders(area, side):
        if row == "eliminated":
            course.play.emit(facts.Eliminated(unit=leader, at=area, cause="shock"))  # AFR-10.1
        else:
            retreat(course, leader, "shock", attackers=attackers)  # AFR-10.1
