"""A movement phase being planned: the position as the orders so far leave it, and those orders."""

from collections.abc import Mapping

from pbem.core.orders import Order
from pbem.kit.judging import Projection
from pbem.rules.napoleonic.carrying import JUDGES
from pbem.rules.napoleonic.division import judge_division
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.movement import rout
from pbem.rules.napoleonic.movers import Party
from pbem.rules.napoleonic.orders import Division, Face, Form, Move
from pbem.rules.napoleonic.paths import Walk, Wish
from pbem.rules.napoleonic.paths import walk as walked
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.search import reached
from pbem.rules.napoleonic.state import State


class Plan:
    """The orders of a side's movement so far; each is tried as it would be carried out, and kept if it is good."""

    def __init__(self, state: State, side: str) -> None:
        self.trial, self.side = Projection(evolve, state), side
        rout(self.trial, side)
        self.orders: list[Order] = []
        self.moved: set[str] = set()
        self.turned: set[str] = set()
        self._ways: dict[str, Mapping[str, Walk]] = {}

    @property
    def state(self) -> State:
        """The position after the orders so far."""
        found: State = self.trial.state
        return found

    def give(self, order: Order) -> bool:
        """Add an order if it is good; whether it was."""
        if isinstance(order, Division):
            verdict = judge_division(self.state, self.side, order, self.moved)
        else:
            verdict = JUDGES[order.type](self.state, self.side, order)
        if verdict.faults or not verdict.events:
            return False
        for event in verdict.events:
            self.trial.emit(event)
        self.orders.append(verdict.order)
        return True

    def ways(self, unit: str) -> Mapping[str, Walk]:
        """The best way to each hex that a counter could reach when this was first asked.

        Orders since then may have filled a hex: `give` tries each way again.
        """
        if unit not in self._ways:
            party = Party(self.state, (unit,), self.state.units[unit].at)
            self._ways[unit] = reached(party, Wish())
        return self._ways[unit]

    def way(self, unit: str, hex_: str) -> Walk | None:
        """The best way of a counter to a hex; looked for alone where its ways to all are not known."""
        if unit in self._ways:
            return self._ways[unit].get(hex_)
        return reached(Party(self.state, (unit,), self.state.units[unit].at), Wish(), hex_).get(hex_)

    def forget(self, unit: str) -> None:
        """Look for the ways of a counter anew when they are asked for."""
        self._ways.pop(unit, None)

    def walk(self, unit: str, way: Walk, facing: int | None) -> Walk:
        """A way with another facing at its end, the nearest to it that can be paid; else as it was."""
        at = self.state.units[unit].at
        party = Party(self.state, (unit,), at)
        path = way.path if at is None else way.path[1:]
        if facing is None or not any(party.facers) or not path:
            return way
        for turn in (0, 1, 5):
            found = walked(party, path, Wish((facing + turn) % 6))
            if found.fault is None:
                return found
        return way

    def go(self, unit: str, way: Walk, facing: int | None = None) -> bool:
        """Move a counter along a way, to face so at its end if it can."""
        ended = self.walk(unit, way, facing)
        path = ended.path if self.state.units[unit].at is None else ended.path[1:]
        order = Move.model_validate({"unit": unit, "path": path, "face": FACINGS[ended.facing]})
        leader = self.state.counter(unit).is_leader
        done = self.give(Move(unit=unit, path=path) if leader else order)
        if done:
            self.moved.add(unit)
            self.forget(unit)
        return done

    def face(self, unit: str, facing: int) -> bool:
        """Turn the stack of a counter, or as near to it as can be paid; each stack once."""
        at = self.state.hex_of(unit)
        if at in self.turned or not self.state.has_facing(unit):
            return False
        for turn in (0, 1, 5):
            wanted = (facing + turn) % 6
            if wanted == self.state.units[unit].facing:
                return False
            if self.give(Face.model_validate({"unit": unit, "dir": FACINGS[wanted]})):
                self.turned.add(at)
                return True
        return False

    def form(self, unit: str, formation: str) -> bool:
        """Change the formation of a counter."""
        return self.give(Form.model_validate({"unit": unit, "formation": formation}))
