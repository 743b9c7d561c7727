"""One movement phase of the bot: who goes where, order by order, and what each step must not lose."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.bots.rif1926.aims import by_strength, gap, hunted, is_last, is_late, score, tribe_nation
from pbem.core.orders import Order
from pbem.kit.judging import Verdict
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.movement import actors, judge_move, must_leave
from pbem.rules.rif1926.orders import Move
from pbem.rules.rif1926.paths import destinations, going_of
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State, has_room
from pbem.rules.rif1926.supply_lines import in_supply, supplied_at
from pbem.rules.rif1926.supply_phase import is_pacified, occupied_towns

LOOKED_AT = 16  # so many of the best hexes are looked at for supply

Draft = tuple[State, list[Order], dict[str, None]]
"""A plan of a movement phase: the position that it leads to, its orders, and who has none yet."""


class March:
    """One movement phase: the orders so far, the position that they leave, and who has none yet."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side, self.orders = state, side, list[Order]()
        self.free = dict.fromkeys(actors(state, side))
        self.nations, self.main = tribe_nation(state.scenario), by_strength(state.scenario)[0]
        self.last, self.late = is_last(state), is_late(state)
        on_map = (u for u in self.free if state.counter(u).is_ground and state.units[u].status == "map")
        self.ways = {unit: self._ways(unit) for unit in on_map}
        self.leaving = frozenset(must_leave(state, side))

    def _ways(self, unit: str) -> dict[str, tuple[str, ...]]:
        """Where a unit may be after its move, each hex with its way; its own hex with none.

        An ally keeps to the zones whose towns he may go for, and on his way to them, while there is one to win.
        """
        state, here = self.state, self.state.hex_of(unit)
        found = {way[-1]: way for way, _ in destinations(state, going_of(state, (unit,)), here)}
        goals = tuple(goal for goal in goals_of(state, self.side) if self.may_want(unit, goal))
        if self.side == ALLIED and goals:
            far = gap(state, here, *goals)
            found = {to: way for to, way in found.items() if self.may_want(unit, to) or gap(state, to, *goals) < far}
        return {here: (), **found}

    def copy(self) -> Draft:
        """How far the phase is planned, to come back to."""
        return self.state, self.orders[:], self.free.copy()

    def restore(self, draft: Draft) -> None:
        """Come back to an earlier plan."""
        self.state, self.orders, self.free = draft

    def left(self) -> Sequence[str]:
        """Who has no order yet, by id."""
        return sorted(self.free)

    def take(self, verdict: Verdict | None) -> bool:
        """Carry out an order that the rules let pass."""
        if verdict is None or verdict.faults:
            return False
        for event in verdict.events:
            self.state = evolve(self.state, event)
        self.orders.append(verdict.order)
        return True

    def go(self, unit: str, hex_: str, *, supplied: bool = True) -> bool:
        """Send a unit to a hex, or let it stay there, if there is room and no supply is lost by it.

        In the last turn supply is nothing any more, and towns are all.
        """
        state, supplied = self.state, supplied and not self.last
        if hex_ == state.hex_of(unit):
            self.free.pop(unit, None)
            return True
        if not has_room(state, unit, hex_) or (supplied and not supplied_at(state, unit, hex_)):
            return False
        verdict = judge_move(state, self.side, Move(units=(unit,), path=self.ways[unit][hex_]))
        if verdict.faults:
            return False
        after = state
        for event in verdict.events:
            after = evolve(after, event)
        if self.last and score(after, self.side) < score(state, self.side):
            return False
        if supplied and not self._line(in_supply(state, self.side)) - {unit} <= in_supply(after, self.side):
            return False
        self.free.pop(unit, None)
        return self.take(verdict)

    def _line(self, units: Iterable[str]) -> set[str]:
        """Those of some units that are no guns: these come after, and may be without supply till then."""
        return {unit for unit in units if self.state.counter(unit).type != "artillery"}

    def may_leave(self, unit: str) -> bool:
        """Whether nothing falls if a unit goes: who mans a trench of the Rif stays till the last turns."""
        return self.side == ALLIED or self.late or self.state.hex_of(unit) not in self.state.scenario.trench

    def may_want(self, unit: str, goal: str) -> bool:
        """The tribes look after their own towns, an ally for those nearest to his own sources, the main one for all."""
        scenario, counter = self.state.scenario, self.state.counter(unit)
        if self.side == ALLIED:
            at_home = self.nations.get(scenario.tribe_of.get(goal, ""), counter.nation)
            return counter.nation in (self.main, at_home)
        tribe = scenario.tribe_of_group.get(counter.group)
        return tribe is None or scenario.tribe_of.get(goal) == tribe


def goals_of(state: State, side: str) -> Iterator[str]:
    """The Allies go for towns that are not theirs yet, the Rif for those that the Allies come near to."""
    scenario, occupied = state.scenario, occupied_towns(state)
    for tribe, towns_ in scenario.towns_of.items():
        if side == RIF or not is_pacified(scenario, tribe, occupied):
            yield from (scenario.towns[town] for town in towns_ if side == RIF or town not in occupied)
    if side == ALLIED:
        yield from (at for at in hunted(state) if at not in scenario.by_hex)
