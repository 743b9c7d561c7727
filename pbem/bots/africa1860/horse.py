"""What the bot does with cavalry: fire that is not answered, rides to what stands empty, and to where it is of use."""

from collections.abc import Iterable, Sequence

from pbem.bots.africa1860.aims import gaps_to, threat, worth, worth_of_area
from pbem.bots.africa1860.fire import HURT, hit_chance
from pbem.bots.africa1860.odds import ALL
from pbem.bots.africa1860.tasks import tasks
from pbem.bots.gaps import FAR
from pbem.core.orders import Order
from pbem.rules.africa1860.activation import at_via
from pbem.rules.africa1860.choices import choices
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.standing import is_able
from pbem.rules.africa1860.state import State

NEAR = 3  # areas within which an enemy threatens another
STEP = 40  # what an area nearer to where cavalry is wanted is worth
CROWD = 10  # what each unit less in its company costs


def horsemen(state: State, side: str) -> tuple[str, ...]:
    """The cavalry of a side that may still be activated and is not demoralized, by id."""
    own = (u for u in sorted(state.units) if state.side(u) == side and state.counter(u).class_ == "cavalry")
    return tuple(u for u in own if is_able(state, u) and not state.units[u].demoralized)


def rides(state: State, seat: str, free: Iterable[str], *, least: int) -> list[Order]:
    """An activation of each free cavalry unit that is worth at least so much; none of them attacks."""
    side, found = state.scenario.seats[seat], list[Order]()
    units = tuple(free)
    offers = choices(state, seat).actors if units else {}
    wanted = _wanted(state, side)
    taken = set[str]()
    for unit in (each for each in units if each in offers):
        options = [each.order for each in offers[unit] if isinstance(each.order, Activate)]
        peaceful = [o for o in options if not o.move or not state.holds(o.move[-1], enemy(side))]
        ranked = [(_worth(state, wanted, unit, o) - (FAR if _end(o) in taken else 0), _name(o), o) for o in peaceful]
        value, _, order = max(ranked, default=(0, "", None), key=lambda each: each[:2])
        if order is not None and value >= least:
            found.append(order)
            taken |= {_end(order)} & set(state.scenario.objectives)
    return found


def _wanted(state: State, side: str) -> tuple[str, ...]:
    """The areas where cavalry may be of use: objectives to take, and own ones that the enemy is near."""
    every = tuple(task.area for task in tasks(state, side))
    hot = tuple(a for a in every if state.control[a] != side or threat(state, side, a, NEAR))
    return hot or every


def _name(order: Activate) -> str:
    return f"{order.fire} {order.move} {order.algarabia}"


def _end(order: Activate) -> str:
    return order.move[-1] if order.move else order.algarabia.to if order.algarabia else ""


def _worth(state: State, wanted: Sequence[str], unit: str, order: Activate) -> int:
    """What an activation of a unit alone is worth, in tenths of a point."""
    at, side = state.units[unit].at, state.side(unit)
    value = place_worth(state, wanted, unit, _end(order) or at) - place_worth(state, wanted, unit, at)
    target = order.algarabia.fire if order.algarabia else order.fire
    if target:
        there = at_via(state, order) if order.algarabia else state
        top = state.fighters(target, enemy(side))[0]
        value += hit_chance(there, unit, target) * worth(state, top) * HURT // (100 * ALL)
    return value


def place_worth(state: State, wanted: Sequence[str], unit: str, area: str) -> int:
    """How well a unit of cavalry stands in an area: it takes it, holds it, or is nearer to where it may be wanted."""
    side = state.side(unit)
    alone = not any(other != unit for other in state.fighters(area, side))
    value = 0
    if area in state.scenario.objectives:
        if state.control[area] != side:
            value += worth_of_area(state, side, area)
        elif alone:
            value += worth_of_area(state, side, area) // 2
    if alone and state.is_adjacent_to_enemy(area, side):
        value -= 2 * worth(state, unit)
    gap = min((gaps_to(state, goal).get(area, FAR) for goal in wanted), default=0)
    if state.points(area, side) - (not alone) >= state.scenario.tables["stacking"]:
        value -= FAR
    return value - STEP * gap - CROWD * alone
