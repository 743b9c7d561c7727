"""The scene of a sheet before it counts: the position as it stands, and the accepted lines drawn, not carried out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pbem.core.orders import Line
from pbem.core.problems import Found
from pbem.core.scene import Arrow, Counter, Scene, Shot
from pbem.rules.legion.aviation import start_of
from pbem.rules.legion.carrying import in_turn
from pbem.rules.legion.orders import Attack, Bombard, Deploy, Fly, Land, March, Move, Panic, Place, Reinforce
from pbem.rules.legion.picture import drawn, scene
from pbem.rules.legion.sequence import SPANISH
from pbem.rules.legion.state import State
from pbem.rules.legion.turns import INDEX

Drawing = Arrow | Shot | Counter


def planned(state: State, seat: str, found: tuple[Found, ...]) -> Scene:
    """The position with the accepted lines of a seat's sheet drawn: `found` as its check gives it.

    Pieces stand where they are; moves are arrows along the paths found, attacks arrows to the target, fire shots whose
    result is open (`hit` None). A piece that is not on the map yet stands where it is to come, with the state
    "planned". No die is thrown, and nothing of another seat is in it but the position.
    """
    base = scene(state, (), state.scenario.seats[seat])
    plan = _Plan(state)
    for line in _counting(found):
        plan.take(line)
    drawings = plan.drawings
    return replace(
        base,
        counters=(*base.counters, *(each for each in drawings if isinstance(each, Counter))),
        arrows=tuple(each for each in drawings if isinstance(each, Arrow)),
        shots=tuple(each for each in drawings if isinstance(each, Shot)),
    )


def _counting(found: Sequence[Found]) -> Iterator[Line]:
    """The lines that count, phase by phase, in the order in which they are carried out."""
    stand = sorted(
        (each for each in found if "superseded" not in each.notes),
        key=lambda each: (INDEX[each.phase], each.line.number),
    )
    for _, group in groupby(stand, key=lambda each: each.phase):
        yield from in_turn([each.line for each in group])


class _Plan:
    """A sheet being drawn: where each piece will be by then, and the drawings so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.at = {unit: piece.at for unit, piece in state.units.items() if piece.status == "map" and piece.at}
        self.drawings: list[Drawing] = []

    def take(self, line: Line) -> None:
        """Draw a line, if it is one to be seen: a HOLD is not."""
        draw = DRAWN.get(type(line.order))
        if draw is not None:
            self.drawings.extend(draw(self, line.order))

    def come(self, unit: str, path: Sequence[str], kind: str) -> Iterator[Drawing]:
        """A piece goes along hexes, the first where it is or enters: the arrow, and itself if it was not there."""
        if unit not in self.at:
            yield replace(drawn(self.state, unit, path[-1]), states=("planned",))
        self.at[unit] = path[-1]
        if len(path) > 1 and path[0] != path[-1]:
            yield Arrow(unit, self.state.counter(unit).side, tuple(path), kind)

    def hex_of(self, word: str) -> str:
        """The hex that a target word means by then: it names a piece or a hex."""
        return self.at.get(word, word)

    def shot(self, unit: str, target: str, kind: str) -> Iterator[Drawing]:
        """Fire from where a piece will be, its result open."""
        origin, at = self.at.get(unit), self.hex_of(target)
        if origin is not None and at in self.state.scenario.board:
            yield Shot(self.state.counter(unit).side, origin, at, None, kind)


def _deploy(plan: _Plan, order: Deploy) -> Iterator[Drawing]:
    return _to(plan, order.unit, order.at, "planned")


def _move(plan: _Plan, order: Move | March) -> Iterator[Drawing]:
    return plan.come(order.unit, (plan.at[order.unit], *order.path), "planned")


def _reinforce(plan: _Plan, order: Reinforce) -> Iterator[Drawing]:
    start = plan.state.scenario.melilla if plan.state.counter(order.unit).side == SPANISH else order.at
    path = (start, *order.path) if start else order.path
    return plan.come(order.unit, path, "planned")


def _land(plan: _Plan, order: Land) -> Iterator[Drawing]:
    return plan.come(order.unit, (order.at, *order.path), "planned")


def _place(plan: _Plan, order: Place) -> Iterator[Drawing]:
    return _to(plan, order.unit, order.at, "planned-flight")


def _fly(plan: _Plan, order: Fly) -> Iterator[Drawing]:
    start = plan.at.get(order.unit) or start_of(plan.state, order.unit, order.to)
    yield from plan.come(order.unit, (start, order.to), "planned-flight")
    if order.bomb:
        yield from plan.shot(order.unit, order.to, "air")


def _to(plan: _Plan, unit: str, at: str, kind: str) -> Iterator[Drawing]:
    """A piece is put in a hex, or goes there from where it is as the crow flies."""
    before = plan.at.get(unit)
    return plan.come(unit, (at,) if before is None else (before, at), kind)


def _bombard(plan: _Plan, order: Bombard) -> Iterator[Drawing]:
    return plan.shot(
        order.unit, order.target, "fleet" if plan.state.counter(order.unit).type == "fleet" else "artillery"
    )


def _attack(plan: _Plan, order: Attack) -> Iterator[Drawing]:
    """An arrow from each attacker to each target next to it, and the batteries' support on the first target."""
    neighbours = plan.state.scenario.board.neighbours
    targets = [plan.hex_of(word) for word in order.targets]
    for unit in order.with_:
        start = plan.at.get(unit, "")
        near = [at for at in targets if at in neighbours.get(start, ())]
        yield from (Arrow(unit, plan.state.counter(unit).side, (start, at), "planned-attack") for at in near)
    for battery in order.support:
        yield from plan.shot(battery, order.targets[0], "support")


def _panic(plan: _Plan, order: Panic) -> Iterator[Drawing]:
    """The piece that armour is to drive off, and where to."""
    unit = order.target if order.target in plan.at else plan.state.occupied.get(order.target)
    if unit is not None:
        yield from _to(plan, unit, order.to, "planned-panic")


DRAWN: Mapping[type, Callable[[_Plan, Any], Iterator[Drawing]]] = {
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
