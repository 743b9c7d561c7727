"""How the bot serves its batteries: limbered they come up, deployed in range with a view they stay and fire."""

from dataclasses import replace

from pbem.bots.napoleonic.aims import Aims, facing_for, foes_near
from pbem.bots.napoleonic.odds import shot_worth
from pbem.bots.napoleonic.plan import Plan
from pbem.rules.napoleonic.fire import faults, range_of
from pbem.rules.napoleonic.orders import DeployGuns, Limber
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State

SHOT = 4  # turns of fire for which a place of a battery is counted
IDLE = 2  # hexes beyond its range within which an enemy keeps a deployed battery where it is
UNLIMBER = 2  # movement points that have to be left


def serve(plan: Plan, aims: Aims, unit: str) -> None:
    """The orders of one battery for a movement phase."""
    if plan.state.units[unit].formation == "deployed":
        _stay_or_limber(plan, aims, unit)
    elif plan.state.units[unit].at is None:
        _approach(plan, aims, unit)
    else:
        _come_up(plan, aims, unit)


def _stay_or_limber(plan: Plan, aims: Aims, unit: str) -> None:
    """Deployed guns turn to the enemy; where none is about they limber, to follow."""
    state, here = plan.state, plan.state.hex_of(unit)
    if foes_near(state, aims.side, here, range_of(state, unit) + IDLE):
        facing = facing_for(state, aims.side, here)
        if facing is not None and not view(state, unit, here, state.units[unit].facing):
            plan.face(unit, facing)
    elif aims.distance(state, unit, here) > 2:
        plan.give(Limber(unit=unit))


def _come_up(plan: Plan, aims: Aims, unit: str) -> None:
    """Limbered guns go where they will fire best, and deploy there; out of reach of any such place they march."""
    here = plan.state.hex_of(unit)
    options: list[tuple[int, str, int]] = []
    for hex_, costs in {here: 0, **{h: way.costs[0] for h, way in plan.ways(unit).items()}}.items():
        facing = facing_for(plan.state, aims.side, hex_)
        if facing is not None:
            worth = view(plan.state, unit, hex_, facing) * SHOT - 10 * _exposed(plan.state, aims.side, hex_) - costs
            options.append((worth, hex_, facing))
    value, hex_, facing = max(options, default=(0, here, 0))
    if value <= 0:
        _approach(plan, aims, unit)
        return
    if hex_ == here or plan.go(unit, plan.ways(unit)[hex_], facing):
        order = {"unit": unit, "face": FACINGS[facing]} if hex_ == here else {"unit": unit}
        if not plan.give(DeployGuns.model_validate(order)):
            plan.give(DeployGuns(unit=unit))


def _approach(plan: Plan, aims: Aims, unit: str) -> None:
    """Nearer to where they are wanted, but not beside the enemy."""
    state, here = plan.state, plan.state.units[unit].at
    safe = {h: w for h, w in plan.ways(unit).items() if not foes_near(state, aims.side, h, 2)}
    best = min(safe, key=lambda h: (aims.distance(state, unit, h), h), default=None)
    if best is not None and (here is None or aims.distance(state, unit, best) < aims.distance(state, unit, here)):
        plan.go(unit, safe[best], facing_for(state, aims.side, best, aims.posts.get(unit)))


def _exposed(state: State, side: str, hex_: str) -> int:
    """Strength points of the enemy next to a hex."""
    return sum(state.pf(u) for near in foes_near(state, side, hex_, 1) for u in state.pile(near))


def view(state: State, unit: str, hex_: str, facing: int) -> int:
    """What the best fire of a battery would take if it stood deployed in a hex, in tenths of a strength point."""
    deployed = replace(state.units[unit], at=hex_, formation="deployed", facing=facing, fired=False)
    trial = replace(state, units={**state.units, unit: deployed}, _known=dict(state._known))
    foe, near = enemy(state.counter(unit).side), state.scenario.board.within(hex_, range_of(state, unit))
    open_ = [at for at in near if state.holds(foe, at) and next(faults(trial, unit, at), None) is None]
    return max((shot_worth(trial, unit, at) for at in open_), default=0)
