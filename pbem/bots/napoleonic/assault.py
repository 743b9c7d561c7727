"""Which stacks the bot marks to assault, and with whom: what brings most by the tables, the defenders' fire counted."""

from collections.abc import Iterable, Sequence

from pbem.bots.napoleonic.odds import assault_worth
from pbem.core.orders import Order
from pbem.rules.napoleonic.assault import faults, participants
from pbem.rules.napoleonic.odds import Stack
from pbem.rules.napoleonic.orders import Assault
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State

LEAST = 4  # what an assault must be worth, in tenths of a strength point
TOWN, GROUND = 50, 10  # what it is worth to drive the enemy out of a town hex, and out of any other


def assaults(state: State, side: str) -> list[Order]:
    """The assaults worth it as all stand, the best first; each stack takes part in one."""
    found, used = list[Order](), set[str]()
    ranked = [(best_group(state, at, attackers(state, side, at)), at) for at in targets(state, side)]
    for (value, _), at in sorted(ranked, key=lambda each: (-each[0][0], each[1])):
        if value < LEAST:
            break
        value, stacks = best_group(state, at, [s for s in attackers(state, side, at) if s.hex not in used])
        if value >= LEAST:
            used |= {stack.hex for stack in stacks}
            found += [Assault(target=at, hex=stack.hex) for stack in stacks]
    return found


def targets(state: State, side: str) -> list[str]:
    """The enemy hexes beside which counters of a side stand, ascending."""
    near = {n for hex_ in state.piles if state.holds(side, hex_) for n in state.scenario.board.neighbours[hex_]}
    return sorted(hex_ for hex_ in near if state.holds(enemy(side), hex_))


def attackers(state: State, side: str, at: str) -> list[Stack]:
    """The stacks of a side that may be marked against a hex as they stand."""
    near = (hex_ for hex_ in state.scenario.board.neighbours[at] if state.holds(side, hex_))
    return [
        Stack(hex_, participants(state, hex_))
        for hex_ in near
        if next(faults(state, side, Assault(target=at, hex=hex_)), None) is None
    ]


def best_group(state: State, at: str, stacks: Iterable[Stack]) -> tuple[int, Sequence[Stack]]:
    """The stacks, added one by one while they make it better, whose assault of a hex is worth most; and that worth."""
    left, chosen, value = list(stacks), list[Stack](), -1000
    while left:
        tried = [(assault_worth(state, at, [*chosen, stack], gain_of(state, at)), stack) for stack in left]
        best, stack = max(tried, key=lambda each: (each[0], each[1].hex))
        if best <= value and chosen:
            break
        chosen.append(stack)
        left.remove(stack)
        value = best
    return value, chosen


def gain_of(state: State, at: str) -> int:
    """What it is worth to drive the enemy out of a hex, his losses apart, in tenths of a strength point."""
    return TOWN if at in state.scenario.towns else GROUND
