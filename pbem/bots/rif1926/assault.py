"""Whom the bot attacks: the best odds first, with as much fire as counts; what is compulsory comes after."""

from collections.abc import Sequence
from functools import partial

from pbem.bots.rif1926.aims import CORNERED, value_of
from pbem.bots.rif1926.muster import musters
from pbem.core.orders import Order
from pbem.rules.rif1926.bombardment import gunners, in_range
from pbem.rules.rif1926.combat import retreat_hexes
from pbem.rules.rif1926.declare import may_attack
from pbem.rules.rif1926.duty import exerting, obliged
from pbem.rules.rif1926.orders import Attack
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.strength import outlook

FIRE = 3  # what one more gun must add to the six faces to be worth its mission


def attacks(state: State, side: str) -> list[Order]:
    """The attacks worth making as all stand, then those that must be made (RIF-4.4, 9.2); the best first."""
    ways = {unit: {state.hex_of(unit): ()} for unit in state.ground(side) if not state.counter(unit).fires}
    found = musters(
        state, side, {unit: each for unit, each in ways.items() if not state.units[unit].attacked}, here=True
    )
    places, fire = {each.at: set(each.places) for each in found}, {each.at: list(each.fire) for each in found}
    busy = {unit for each in places.values() for unit in each}
    idle = [unit for unit in obliged(state, side) if unit not in busy and not state.counter(unit).fires]
    for unit in sorted(idle, key=lambda each: (-state.counter(each).attack, each)):
        near = exerting(state, side, unit)
        open_ = [at for at in near if at not in places] or [at for at in near if at in places]
        if open_:
            at = max(open_, key=lambda each: (worth(state, each, (*places.get(each, ()), unit), ()), each))
            places.setdefault(at, set()).add(unit)
    spent = {gun for each in fire.values() for gun in each}
    for at in sorted(set(places) - set(fire)):
        ready = (gun for gun in gunners(state, side) if gun not in spent and in_range(state, gun, at))
        fire[at] = _support(state, at, tuple(sorted(places[at])), sorted(ready, key=partial(_strength, state)))
        spent |= set(fire[at])
    return [_order(state, at, sorted(units), fire[at]) for at, units in places.items() if may_attack(state, [*units])]


def _strength(state: State, gun: str) -> tuple[int, str]:
    return -state.counter(gun).points, gun


def _order(state: State, at: str, units: list[str], fire: Sequence[str]) -> Order:
    advance = sorted((u for u in units if state.counter(u).is_line), key=lambda u: (-state.counter(u).attack, u))
    return Attack(target=at, with_=tuple(units), support=tuple(fire), advance=tuple(advance[:2]))


def worth(state: State, at: str, units: Sequence[str], support: Sequence[str]) -> int:
    """What the six faces of an attack bring together; -1000 for one that cannot be made."""
    if not may_attack(state, units):
        return -1000
    results = str(outlook(state, at, units, support)["results"]).split()
    if not any(retreat_hexes(state, unit, crowding=True) for unit in state.stacks[at]):
        results = [CORNERED.get(result, result) for result in results]
    return sum(value_of(state, result) for result in results)


def _support(state: State, at: str, units: Sequence[str], fire: Sequence[str]) -> list[str]:
    """The guns that make the attack better, the strongest first."""
    chosen: list[str] = []
    for gun in fire:
        if worth(state, at, units, [*chosen, gun]) >= worth(state, at, units, chosen) + FIRE:
            chosen.append(gun)
    return chosen
