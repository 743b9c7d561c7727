"""The scene of a sheet before it counts: the position as it stands, and the accepted lines drawn, not carried out."""

from collections.abc import Iterator, Mapping
from functools import partial

from pbem.core.orders import Order
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Scene
from pbem.kit.picture import Draw, Drawing, Plan, draw_sheet
from pbem.rules.legion.aviation import start_of
from pbem.rules.legion.carrying import in_turn
from pbem.rules.legion.orders import Attack, Bombard, Deploy, Fly, Land, March, Move, Panic, Place, Reinforce
from pbem.rules.legion.picture import drawn, scene
from pbem.rules.legion.sequence import ORDER, SPANISH
from pbem.rules.legion.state import State


def planned(state: State, seat: str, found: tuple[CheckedLine, ...]) -> Scene:
    """The position with the accepted lines of a seat's sheet drawn: `found` as its check gives it.

    Pieces stand where they are; moves are arrows along the paths found, attacks arrows to the target, fire shots whose
    result is open (`hit` None). A piece that is not on the map yet stands where it is to come, with the state
    "planned". No die is rolled, and nothing of another seat is in it but the position.
    """
    base = scene(state, (), state.scenario.seats[seat])
    at = {unit: piece.at for unit, piece in state.units.items() if piece.status == "map" and piece.at}
    plan = Plan(state, at, partial(drawn, state))
    return draw_sheet(base, plan, found, draws=DRAWN, in_turn=in_turn, phases=tuple(ORDER.index))


def _deploy(plan: Plan, order: Deploy) -> Iterator[Drawing]:
    return plan.put(order.unit, order.at, "planned")


def _move(plan: Plan, order: Move | March) -> Iterator[Drawing]:
    return plan.come(order.unit, (plan.at[order.unit], *order.path), "planned")


def _reinforce(plan: Plan, order: Reinforce) -> Iterator[Drawing]:
    start = plan.state.scenario.melilla if plan.state.counter(order.unit).side == SPANISH else order.at
    path = (start, *order.path) if start else order.path
    return plan.come(order.unit, path, "planned")


def _land(plan: Plan, order: Land) -> Iterator[Drawing]:
    return plan.come(order.unit, (order.at, *order.path), "planned")


def _place(plan: Plan, order: Place) -> Iterator[Drawing]:
    return plan.put(order.unit, order.at, "planned-voyage")


def _fly(plan: Plan, order: Fly) -> Iterator[Drawing]:
    start = plan.at.get(order.unit) or start_of(plan.state, order.unit, order.to)
    yield from plan.come(order.unit, (start, order.to), "planned-flight")
    if order.bomb:
        yield from plan.shot(order.unit, order.to, "air")


def _bombard(plan: Plan, order: Bombard) -> Iterator[Drawing]:
    return plan.shot(
        order.unit, order.target, "fleet" if plan.state.counter(order.unit).type == "fleet" else "artillery"
    )


def _attack(plan: Plan, order: Attack) -> Iterator[Drawing]:
    """An arrow from each attacker to each target next to it, and the batteries' support on the first target."""
    neighbours = plan.state.scenario.board.neighbours
    targets = [plan.space_of(word) for word in order.targets]
    for unit in order.with_:
        start = plan.at.get(unit, "")
        near = [at for at in targets if at in neighbours.get(start, ())]
        yield from (Arrow(unit, plan.state.counter(unit).side, (start, at), "planned-attack") for at in near)
    for battery in order.support:
        yield from plan.shot(battery, order.targets[0], "support")


def _panic(plan: Plan, order: Panic) -> Iterator[Drawing]:
    """The piece that armour is to drive off, and where to."""
    unit = order.target if order.target in plan.at else plan.state.occupied.get(order.target)
    if unit is not None:
        yield from plan.put(unit, order.to, "planned-panic")


DRAWN: Mapping[type[Order], Draw] = {
    Deploy: _deploy,
    Move: _move,
    March: _move,
    Reinforce: _reinforce,
    Land: _land,
    Place: _place,
    Fly: _fly,
    Bombard: _bombard,
    Attack: _attack,
    Panic: _panic,
}
"""How the order of each verb is drawn."""
