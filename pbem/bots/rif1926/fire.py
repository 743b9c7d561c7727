"""What the bot bombards: hexes beside its own troops, where the guns together have a fair chance."""

from collections.abc import Sequence

from pbem.bots.rif1926.aims import stake
from pbem.core.orders import Order
from pbem.rules.rif1926.bombardment import gunners, in_range, ship_at, table_of, targets
from pbem.rules.rif1926.declare import touching
from pbem.rules.rif1926.naming import target_hex
from pbem.rules.rif1926.orders import Bombard
from pbem.rules.rif1926.sequence import RIF
from pbem.rules.rif1926.state import State

FAIR = 3  # the highest number that is worth the guns


def bombardments(state: State, side: str) -> list[Order]:
    """A BOMBARD for each target worth it, with no more guns than its number needs."""
    used, found = set[str](), list[Order]()
    ranked = sorted(targets(state, side), key=lambda target: (-_value(state, side, target), target))
    for target in ranked:
        at = target_hex(state, target)
        free = [gun for gun in gunners(state, side) if gun not in used and in_range(state, gun, at)]
        if ship_at(state, side, target):
            guns = _battery(state, free)
        else:
            guns = _enough(state, at, free) if _value(state, side, target) > 0 else []
        if guns:
            used |= set(guns)
            found.append(Bombard(target=target, with_=tuple(guns)))
    return found


def _value(state: State, side: str, target: str) -> int:
    """How much there is to disperse, if own troops stand beside it to make use of it."""
    if ship_at(state, side, target):
        return 1
    stack = state.stacks.get(target, ())
    fresh = sum(state.counter(u).defence + state.counter(u).points for u in stack if not state.units[u].dispersed)
    return fresh * stake(state, side, target) if side != RIF and touching(state, side, target) else 0


def _battery(state: State, free: Sequence[str]) -> list[str]:
    guns = [gun for gun in free if state.counter(gun).type == "artillery"]
    points = sum(state.counter(gun).points for gun in guns)
    return guns if points >= state.scenario.tables["battery-points"] else []


def _enough(state: State, at: str, free: Sequence[str]) -> list[str]:
    """The fewest guns, the strongest first, whose number is fair; none where all together do not reach it."""
    chosen: list[str] = []
    for gun in sorted(free, key=lambda each: (-state.counter(each).points, each)):
        chosen.append(gun)
        needed = table_of(state.scenario, at, sum(state.counter(each).points for each in chosen))[2]
        if needed is not None and needed <= FAIR:
            return chosen
    return []
