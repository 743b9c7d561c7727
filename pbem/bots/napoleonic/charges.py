"""Which charges the bot rides: at whom is likely to stand in no square, when test, fire and shock are counted."""

from collections.abc import Mapping
from fractions import Fraction

from pbem.bots.napoleonic.assault import gain_of
from pbem.bots.napoleonic.odds import FACES, TENTHS, outcome_worth, stopped
from pbem.core.orders import Order
from pbem.kit.judging import Verdict
from pbem.kit.tables import cell, clamp
from pbem.rules.napoleonic.charges import judge_charge, may_charge, may_form
from pbem.rules.napoleonic.command import attacks
from pbem.rules.napoleonic.odds import Stack
from pbem.rules.napoleonic.orders import Charge
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State

LEAST = 4  # what a charge must be worth, in tenths of a strength point
REACH = 7  # hexes within which a charge may find somebody
AFTER = 6  # what the test after it takes of who charged, in hundredths (NAP-10.5)


def charges(state: State, side: str) -> list[Order]:
    """The charges worth it, the best first: one a target, all cavalry of a hex that may ride together."""
    found, used, struck = list[Order](), set[str](), set[str]()
    ranked = [each for hex_ in riders(state, side) for each in _from(state, side, hex_)]
    for value, order in sorted(ranked, key=lambda each: (-each[0], each[1].units, each[1].target)):
        start = state.hex_of(order.units[0])
        if value >= LEAST and start not in used and order.target not in struck:
            found.append(order)
            used.add(start)
            struck.add(order.target)
    return found


def riders(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The cavalry of each hex of a side that may charge, in pile order."""
    found = {}
    for hex_ in sorted(h for h in state.piles if state.holds(side, h)):
        able = tuple(u for u in state.pile(hex_) if may_charge(state, u) and attacks(state, u) and state.in_command(u))
        if able:
            found[hex_] = able
    return found


def best_charge(state: State, side: str, hex_: str) -> int:
    """What the best charge from a hex is worth."""
    return max((value for value, _ in _from(state, side, hex_)), default=0)


def _from(state: State, side: str, hex_: str) -> list[tuple[int, Charge]]:
    units = riders(state, side).get(hex_, ())
    near = state.scenario.board.within(hex_, REACH) if units else ()
    found = []
    for at in (each for each in near if state.holds(enemy(side), each)):
        if _at_best(state, units, at) >= LEAST:
            verdict = judge_charge(state, side, Charge(units=units, target=at))
            if not verdict.faults and isinstance(verdict.order, Charge):
                found.append((charge_worth(state, verdict), verdict.order))
    return found


def _at_best(state: State, units: tuple[str, ...], at: str) -> int:
    """What a charge would be worth if it came by the flank over open ground: others are not looked for."""
    mine, theirs = sum(map(state.pf, units)), sum(map(state.pf, state.pile(at)))
    near = state.scenario.board.neighbours[at][0]
    strengths = Fraction(3 * mine), Fraction(theirs)
    worth = outcome_worth(state, at, [Stack(near, units)], strengths, gain_of(state, at), extra=1)
    return (100 - _square_chance(state, at, short=True)) * _pass_chance(state, units[0], 1) * worth // 10000


def charge_worth(state: State, verdict: Verdict) -> int:
    """What a charge that was judged good is worth: square or not, the cavalry's test, fire, shock, the test after."""
    order = verdict.order
    assert isinstance(order, Charge)
    top, target = order.units[0], order.target
    stack = Stack(order.path[-1], order.units)
    strengths = Fraction(str(verdict.notes["attack"])), Fraction(str(verdict.notes["defence"]))
    square = _square_chance(state, target, short=len(order.path) == 1)
    foot = state.counter(state.pile(target)[0]).type == "infantry"
    open_ = outcome_worth(state, target, [stack], strengths, gain_of(state, target))
    mine = TENTHS * sum(map(state.pf, order.units))
    bold, shy = _pass_chance(state, top, int(foot)), _pass_chance(state, top, 0)
    against = -mine // 6  # cavalry before a square: the die is against it, and it takes a quarter more fire
    fired = stopped(state, target, order.path[-1])
    ridden = (100 - square) * bold * open_ // 10000 + square * shy * against // 10000
    return ridden * (100 - fired) // 100 - mine * (AFTER + fired // 8) // 100


def _square_chance(state: State, at: str, *, short: bool) -> int:
    """How likely the hex is to stand in square, in hundredths (NAP-10.2); whoever already does, does."""
    top = state.pile(at)[0]
    if state.units[top].formation == "square":
        return 100
    if not may_form(state, at) or state.counter(top).grade in "EF":
        return 0
    return _pass_chance(state, top, -int(short))


def _pass_chance(state: State, unit: str, drm: int) -> int:
    """How likely a counter is to pass a morale test, in hundredths; leaders and cover are not counted (NAP-9.2)."""
    rows: Mapping[str, Mapping[str, str]] = state.scenario.tables["morale"]["rows"]
    grade = state.counter(unit).grade
    drm -= max(0, state.units[unit].lost - 1) + int(state.units[unit].morale != "normal")
    every = sorted(map(int, rows))
    passed = sum(str(cell(rows, clamp(face + drm, every[0], every[-1]), grade)) == "---" for face in FACES)
    return 100 * passed // len(FACES)
