"""One movement phase of the bot: who goes where, order by order, and what each step must not lose."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.bots.gaps import FAR
from pbem.bots.rif1926.aims import NEAR, covered, gap, hunted, is_last, kept_hexes, score, threat, towns, tribe_nation
from pbem.bots.rif1926.muster import Muster, musters
from pbem.bots.rif1926.raid import RAIDS, best_raid
from pbem.core.orders import Order
from pbem.kit.judging import Verdict
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.movement import actors, entry_hexes, judge_enter, judge_move, must_leave
from pbem.rules.rif1926.orders import Enter, Move
from pbem.rules.rif1926.paths import destinations, going_of
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State, has_room
from pbem.rules.rif1926.supply_lines import in_supply
from pbem.rules.rif1926.supply_phase import is_pacified, keepers, occupied_towns

TRIES = 6  # so often attacks are prepared anew because somebody cannot go where he should
LOOKED_AT = 16  # so many of the best hexes are looked at for supply
CREW = 2  # how much farther a goal counts for each unit that already goes there
QUIET = 5  # hexes to the nearest enemy beyond which guns may guard a town

Draft = tuple[State, list[Order], dict[str, None]]
"""A plan of a movement phase: the position that it leads to, its orders, and who has none yet."""


class March:
    """One movement phase: the orders so far, the position that they leave, and who has none yet."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side, self.orders = state, side, list[Order]()
        self.free = dict.fromkeys(actors(state, side))
        self.nations, self.last = tribe_nation(state.scenario), is_last(state)
        on_map = (u for u in self.free if state.counter(u).is_ground and state.units[u].status == "map")
        self.ways = {unit: self._ways(unit) for unit in on_map}
        self.leaving = frozenset(must_leave(state, side))

    def _ways(self, unit: str) -> dict[str, tuple[str, ...]]:
        """Where a unit may be after its move, each hex with its way; its own hex with none.

        An ally keeps to the zones whose towns he goes for, and on his way to them, while there is one to win.
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
        """Send a unit to a hex, or let it stay there, if there is room and no supply is lost by it."""
        state = self.state
        if hex_ == state.hex_of(unit):
            self.free.pop(unit, None)
            return True
        if not has_room(state, unit, hex_):
            return False
        verdict = judge_move(state, self.side, Move(units=(unit,), path=self.ways[unit][hex_]))
        if verdict.faults:
            return False
        after = state
        for event in verdict.events:
            after = evolve(after, event)
        if self.last and score(after, self.side) < score(state, self.side):
            return False
        then = in_supply(after, self.side)
        if supplied and not (unit in then and self._line(in_supply(state, self.side)) - {unit} <= then):
            return False
        self.free.pop(unit, None)
        return self.take(verdict)

    def _line(self, units: Iterable[str]) -> set[str]:
        """Those of some units that are no guns: these come after, and may be without supply till then."""
        return {unit for unit in units if self.state.counter(unit).type != "artillery"}

    def attack(self) -> list[Muster]:
        """Send those forward who are to attack."""
        homes = kept_hexes(self.state) if self.side == RIF else frozenset()
        free = (unit for unit in self.ways if unit in self.free and not self.state.counter(unit).fires)
        ways = {unit: dict(self.ways[unit]) for unit in free}
        ways = {u: each for u, each in ways.items() if self.state.hex_of(u) not in homes and self._may_leave(u)}
        done: list[Muster] = []
        for _ in range(TRIES):
            prepared = musters(self.state, self.side, ways, frozenset(each.at for each in done))
            failed = False
            for muster in prepared:
                wrong = self._send(muster)
                if wrong is None:
                    done.append(muster)
                    ways = {unit: each for unit, each in ways.items() if unit not in muster.places}
                else:
                    failed = True
                    for unit in muster.places:  # what one cannot reach in supply the others cannot either
                        ways[unit].pop(wrong[1], None)
            if not failed:
                break
        return done

    def raid(self) -> None:
        """Send bands where they cut the Allies off: none that keeps a town or mans a trench."""
        homes = kept_hexes(self.state)
        bands = [u for u in self.left() if u in self.ways and self.state.counter(u).is_line and self._may_leave(u)]
        bands = [u for u in bands if not self.state.units[u].dispersed and self.state.hex_of(u) not in homes]
        for _ in range(RAIDS):
            found = best_raid(self.state, [u for u in bands if u in self.free], self.ways)
            if found is None or not self.go(*found, supplied=False):
                return

    def _send(self, muster: Muster) -> tuple[str, str] | None:
        """Send all units of an attack, or none: then which one could not go, and where."""
        before = self.copy()
        for unit, hex_ in sorted(muster.places.items()):
            if not self.go(unit, hex_):
                self.restore(before)
                return unit, hex_
        return None

    def _may_leave(self, unit: str) -> bool:
        """Whether nothing falls if a unit goes: who mans a trench of the Rif stays."""
        return self.side == ALLIED or self.state.hex_of(unit) not in self.state.scenario.trench

    def keep_towns(self) -> None:
        """Leave or send a unit to each town that wants one: beside it for the Allies, into it for the Rif."""
        state, side = self.state, self.side
        homes, kept = towns(state), kept_hexes(state)
        alive = {tribe for tribe in state.scenario.tribes if next(keepers(state, tribe), None) is not None}
        wanted = [hex_ for hex_ in homes if hex_ not in kept or side == RIF]
        wanted = [hex_ for hex_ in wanted if homes[hex_] in alive]  # who has nobody left takes no town back
        wanted.sort(key=lambda hex_: (threat(state, side, hex_), hex_))
        for hex_ in wanted:
            if side == RIF and threat(state, side, hex_) > NEAR:
                break
            self._keep(hex_, homes[hex_])

    def _keep(self, town: str, tribe: str) -> None:
        state = self.state
        if self.side == ALLIED:
            placed = {state.hex_of(u) for u in state.ground(ALLIED) if u not in self.free}
            if town in covered(state, placed):
                return
            near = (town, *state.scenario.board.neighbours[town]) if town not in state.scenario.trench else (town,)
            quiet = threat(state, ALLIED, town) > QUIET  # there guns are guard enough
            able = [unit for unit in self.free if unit in self.ways and not state.units[unit].dispersed]
            able = [u for u in able if state.counter(u).is_line or (quiet and state.counter(u).type != "armour")]
        else:
            near = (town,)
            group = state.scenario.tribes[tribe]["group"]
            mine = any(each.group == group for each in state.scenario.counters.values())
            ground = [unit for unit in state.ground(RIF) if not mine or state.counter(unit).group == group]
            if any(state.hex_of(unit) == town for unit in ground if unit not in self.free):
                return
            able = [unit for unit in ground if unit in self.free and unit in self.ways]
            able = [unit for unit in able if not state.counter(unit).fires]
        pairs = [(unit, hex_) for unit in able for hex_ in near if hex_ in self.ways[unit]]
        ranked = sorted(pairs, key=lambda pair: self._strain(town, *pair))
        for unit, hex_ in ranked[:LOOKED_AT]:
            if self.go(unit, hex_):
                return

    def _strain(self, town: str, unit: str, hex_: str) -> tuple[int, int, int, str]:
        """How ill a unit is spent in a hex beside a town: in the enemy's zone, strong, from afar."""
        state = self.state
        risk = state.in_zone(self.side, hex_) and self.side == ALLIED
        away = len(self.ways[unit][hex_])
        strong = state.counter(unit).attack if self.side == ALLIED else -state.counter(unit).defence
        if self.side == ALLIED:
            return int(risk), away + 2 * strong, hex_ != town, unit
        return int(away > 0), away + strong, hex_ != town, unit

    def come_back(self) -> None:
        """Bring those that are out of supply back to where there is some, else towards their own."""
        out = [u for u in self.left() if u in self.ways and u not in in_supply(self.state, self.side)]
        lost = [self.state.hex_of(u) for u in self.state.ground(self.side) if u in in_supply(self.state, self.side)]
        for unit in out:
            state, ways = self.state, self.ways[unit]
            hexes = [hex_ for hex_ in ways if not state.in_zone(self.side, hex_)]
            far = {hex_: min((state.scenario.board.distance(hex_, each) for each in lost), default=0) for hex_ in hexes}
            ranked = sorted(hexes, key=lambda hex_: (far[hex_], len(ways[hex_]), hex_))
            if not any(self.go(unit, hex_) for hex_ in ranked[:LOOKED_AT] if hex_ != state.hex_of(unit)) and ranked:
                self.go(unit, ranked[0], supplied=False)

    def go_on(self) -> None:
        """Send all others of the line towards their goals, the nearest first, not all to the same."""
        goals = list(goals_of(self.state, self.side))
        crowd = dict.fromkeys(goals, 0)
        units = [u for u in self.free if self.state.counter(u).is_ground and self.state.counter(u).type != "artillery"]
        for unit in sorted(units, key=lambda u: (self._nearest(u, goals), u)):
            wanted = [goal for goal in goals if self.may_want(unit, goal)] or goals
            here = self.state.units[unit].at
            if here is None:
                self.enter(unit, wanted)
                continue
            goal = min(wanted, key=lambda each: (gap(self.state, here, each) + CREW * crowd[each], each), default=None)
            if goal is None:
                continue
            crowd[goal] += 1
            self._towards(unit, (goal,))

    def _nearest(self, unit: str, goals: Iterable[str]) -> int:
        here = self.state.units[unit].at
        return FAR if here is None else min((gap(self.state, here, goal) for goal in goals), default=FAR)

    def may_want(self, unit: str, goal: str) -> bool:
        """The tribes look after their own towns, each ally goes for those that are nearest to his own sources."""
        scenario, counter = self.state.scenario, self.state.counter(unit)
        if self.side == ALLIED:
            return self.nations.get(scenario.tribe_of.get(goal, ""), counter.nation) == counter.nation
        tribe = scenario.tribe_of_group.get(counter.group)
        return tribe is None or scenario.tribe_of.get(goal) == tribe

    def enter(self, unit: str, goals: Sequence[str]) -> None:
        hexes = [hex_ for hex_ in entry_hexes(self.state, self.side) if has_room(self.state, unit, hex_)]
        nearest = min(
            hexes,
            key=lambda hex_: (min((gap(self.state, hex_, goal) for goal in goals), default=0), hex_),
            default=None,
        )
        if nearest is not None and self.take(judge_enter(self.state, self.side, Enter(unit=unit, at=nearest))):
            self.free.pop(unit)

    def _towards(self, unit: str, goals: Sequence[str]) -> None:
        """The hex nearest to a goal that is in cover and out of the enemy's zone."""
        state, side = self.state, self.side
        if side == RIF and state.hex_of(unit) in state.scenario.trench and unit not in self.leaving:
            return  # who mans a trench stays
        rank = {hex_: self._rank(unit, hex_, goals) for hex_ in self.ways[unit]}
        stay = (1, 0) if unit in self.leaving else rank[state.hex_of(unit)]
        best = sorted(rank, key=lambda hex_: (rank[hex_], hex_))
        for hex_ in best[:LOOKED_AT]:
            if rank[hex_] >= stay and unit not in self.leaving:
                break
            if hex_ != state.hex_of(unit) and self.go(unit, hex_):
                return

    def _rank(self, unit: str, hex_: str, goals: Sequence[str]) -> tuple[int, int]:
        state, words = self.state, self.state.scenario.board.terrain[hex_]
        cover = 2 * ("trench" in words) + ("mountain" in words)
        risky = state.in_zone(self.side, hex_)
        return int(risky), 2 * min(gap(state, hex_, goal) for goal in goals) - cover


def goals_of(state: State, side: str) -> Iterator[str]:
    """The Allies go for towns that are not theirs yet, the Rif for those that the Allies come near to."""
    scenario, occupied = state.scenario, occupied_towns(state)
    for tribe, towns_ in scenario.towns_of.items():
        if side == RIF or not is_pacified(scenario, tribe, occupied):
            yield from (scenario.towns[town] for town in towns_ if side == RIF or town not in occupied)
    if side == ALLIED:
        yield from (at for at in hunted(state) if at not in scenario.by_hex)
