"""Whom the bot attacks: the best odds first, with as much fire as counts; what is compulsory comes with the rules."""

from collections.abc import Sequence

from pbem.core.orders import Order
from pbem.rules.rif1926.bombardment import gunners, in_range
from pbem.rules.rif1926.declare import may_attack, open_targets, touching
from pbem.rules.rif1926.duty import obliged
from pbem.rules.rif1926.orders import Attack
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.strength import outlook

# What a result is worth to the attacker, in tenths of a unit: what stands after a stroke happens as well.
WORTH = {
    "AE": -40, "AE1": -20, "AE1/Ad": -25, "Ad": -14, "Ad1": -8, "AR": -3, "DR1": 5, "DR": 12, "DR/Dd1": 16,
    "DR/Dd": 20, "Dd": 14, "DE1": 20, "DE1/Dd": 28, "DE": 40,
}  # fmt: skip
LEAST = 30  # of six faces together, that an attack which nobody must make is worth at least
FIRE = 3  # what one more gun must add to the six faces to be worth its mission


def attacks(state: State, side: str) -> list[Order]:
    """An ATTACK on each hex that is worth it or holds units that must attack; the best first."""
    must, used, found = set(obliged(state, side)), set[str](), list[Order]()
    guns = gunners(state, side)
    targets = {at: _contact(state, side, at, used) for at in open_targets(state, side)}
    ranked = sorted(targets, key=lambda at: (-worth(state, at, targets[at], _near(state, guns, at)), at))
    for at in ranked:
        units = _contact(state, side, at, used)
        fire = [gun for gun in _near(state, guns, at) if gun not in used]
        if not may_attack(state, units):
            continue
        support = _support(state, at, units, fire)
        bound = must & {*units} - used
        if worth(state, at, units, support) < (-999 if bound else LEAST):
            continue
        used |= {*units, *support}
        advance = sorted((u for u in units if state.counter(u).is_line), key=lambda u: (-state.counter(u).attack, u))
        found.append(Attack(target=at, with_=units, support=tuple(support), advance=tuple(advance[:2])))
    return found


def worth(state: State, at: str, units: Sequence[str], support: Sequence[str]) -> int:
    """What the six faces of an attack bring together; -1000 for one that cannot be made."""
    if not may_attack(state, units):
        return -1000
    return sum(WORTH[result] for result in str(outlook(state, at, units, support)["results"]).split())


def _contact(state: State, side: str, at: str, used: set[str]) -> tuple[str, ...]:
    near = (unit for unit in touching(state, side, at) if unit not in used and not state.counter(unit).fires)
    return tuple(unit for unit in near if not state.units[unit].dispersed and not state.units[unit].attacked)


def _near(state: State, guns: Sequence[str], at: str) -> list[str]:
    ready = (gun for gun in guns if in_range(state, gun, at))
    return sorted(ready, key=lambda gun: (-state.counter(gun).points, gun))


def _support(state: State, at: str, units: Sequence[str], fire: Sequence[str]) -> list[str]:
    """The guns that make the attack better, the strongest first."""
    chosen: list[str] = []
    for gun in fire:
        if worth(state, at, units, [*chosen, gun]) >= worth(state, at, units, chosen) + FIRE:
            chosen.append(gun)
    return chosen
