"""Attacks prepared in the movement phase: who goes where to fall on whom (RIF-4.4, 9.2, 9.8)."""

from pbem.bots.rif1926.aims import is_last
from pbem.bots.rif1926.massing import WALK, Field, Muster, Ways, best
from pbem.rules.rif1926.sequence import RIF, enemy
from pbem.rules.rif1926.state import State

BAR = {"spanish": 20, "french": 10, RIF: 25}
"""The least that the six faces of a prepared attack must bring together, in tenths of a unit, by nation.

The French are few and strong: they do not win by waiting for good odds.
"""
LAST_BAR = 5


def musters(
    state: State, side: str, ways: Ways, done: frozenset[str] = frozenset(), *, here: bool = False
) -> list[Muster]:
    """The attacks worth preparing, the best first, but for those that are; no unit is in two of them.

    `here`: nobody moves any more, and what must be attacked must be anyhow.
    """
    plan, found = Field(state, side, ways, here, targets=set(done)), list[Muster]()
    foes = [hex_ for hex_ in sorted(state.stacks) if state.held_by(enemy(side), hex_) and hex_ not in done]
    near = {at: _contacts(state, side, at, ways) for at in foes}
    options = {at: option for at in foes if near[at] and (option := best(plan, at, near[at]))}
    while options:
        at = max(options, key=lambda each: (options[each].worth, each))
        chosen = options.pop(at)
        if chosen.worth < min(bar(state, unit) for unit in chosen.places):
            continue
        found.append(chosen)
        plan.busy |= chosen.places.keys()
        plan.standing |= chosen.places
        plan.spent |= set(chosen.fire)
        plan.targets.add(at)
        for other in list(options):
            if _touched(options[other], chosen, state):
                again = best(plan, other, near[other])
                options.pop(other)
                if again is not None:
                    options[other] = again
    return found


def bar(state: State, unit: str) -> int:
    """The least that an attack with a unit must be worth: next to nothing in the last turn, when losses are nothing."""
    return LAST_BAR if is_last(state) else BAR[state.counter(unit).nation]


def _touched(option: Muster, chosen: Muster, state: State) -> bool:
    """Whether a choice takes something away from an option, or makes it better."""
    shared = option.places.keys() & chosen.places.keys() or set(option.fire) & set(chosen.fire)
    return bool(shared) or state.scenario.board.distance(option.at, chosen.at) <= WALK


def _contacts(state: State, side: str, at: str, ways: Ways) -> list[tuple[str, str]]:
    """Every unit with an attack that can stand beside a hex, with where."""
    hexes = [hex_ for hex_ in state.scenario.board.neighbours[at] if hex_ in state.scenario.land]
    able = (unit for unit in ways if state.counter(unit).attack and not state.units[unit].dispersed)
    return [(unit, hex_) for unit in able for hex_ in hexes if hex_ in ways[unit]]
