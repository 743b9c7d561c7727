"""MOVE: one counter, a stack, one that enters the map; and what the rules move by themselves (NAP-5, 14.4)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.core.events import Event
from pbem.core.orders import onward
from pbem.core.problems import Fault
from pbem.kit.frozen import once
from pbem.kit.judging import Teller, Verdict
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import on_map, shown
from pbem.rules.napoleonic.ground import used_codes
from pbem.rules.napoleonic.movers import Party, absent, allowance, doing, entry_at, entry_zones
from pbem.rules.napoleonic.naming import first, foreign, off_board
from pbem.rules.napoleonic.orders import Move
from pbem.rules.napoleonic.paths import Walk, Wish, crowded, together, walk
from pbem.rules.napoleonic.retreat import best_hex, facing_after, nearest_enemy, open_hexes
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.search import reached, way_to
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.stacking import crowd, may_join
from pbem.rules.napoleonic.state import ROUTED, State, repiled


def movers_of(state: State, side: str, order: Move) -> tuple[str, ...]:
    """The counters that a MOVE moves: one, or all of a hex, in pile order (NAP-5.6)."""
    if order.stack is not None:
        return state.pile(order.stack) if state.holds(side, order.stack) else ()
    return (str(order.unit),)


def judge_move(state: State, side: str, order: Move) -> Verdict:
    """The verdict on a MOVE: the path written out and what it does, or its first fault (NAP-5).

    Notes: `cost`, `allowance` (of the counter that pays most); `zoc` where it ends next to enemies.
    """
    hexes = order.path if order.stack is None else (order.stack, *order.path)
    fault = first(off_board(state, hexes))
    units = movers_of(state, side, order)
    if fault is None and not units:
        fault = Fault("not-there", "NAP-5.6", {"hex": hexes[0]})  # NAP-5.6
    fault = fault or first(foreign(state, side, units)) or first(may_not_move(state, units))
    if fault is not None:
        return Verdict(order, (fault,))
    party = Party(state, units, state.units[units[0]].at)
    found = go(party, order)
    if found.fault is not None:
        return Verdict(order, (replace(found.fault, near=_nearest(party, order, found.fault)),))
    path = found.path if party.start is None else found.path[1:] or order.path
    full = order if path == order.path else order.model_copy(update={"path": path})
    dear = found.costs.index(max(found.costs))
    notes: dict[str, str | int] = {"cost": found.costs[dear], "allowance": party.left[dear]}
    if not order.exit and found.path[-1] in party.zones:
        notes["zoc"] = "yes"
    return Verdict(full, events=tuple(move_events(party, found, leaves=order.exit)), notes=notes)


def _nearest(party: Party, order: Move, fault: Fault) -> tuple[str, ...]:
    """Of a MOVE that goes too far, the hex nearest to its goal that can be reached, the cheapest of several."""
    if fault.code != "move-too-far" or order.exit:
        return ()
    board, goal = party.state.scenario.board, order.path[-1]
    face = None if order.face is None else FACINGS.index(order.face)
    ways = reached(party, Wish(face))
    return tuple(sorted(ways, key=lambda hex_: (board.distance(hex_, goal), sum(ways[hex_].costs), hex_))[:1])


def may_not_move(state: State, units: Iterable[str]) -> Iterator[Fault]:
    """The faults of counters themselves: routed, off the map, deployed guns, guns that fired (NAP-5.4, 5.7, 15.4)."""
    for unit in units:
        each, counter = state.units[unit], state.counter(unit)
        waits = each.status == "off-map" and entry_zones(state.scenario, unit) and counter.due <= state.turn
        if not waits and not state.on_map(unit):
            yield Fault("cannot-move", "NAP-15.4", absent(state, unit))  # NAP-15.4
        if each.morale == ROUTED:
            yield Fault("cannot-move", "NAP-5.7", {"unit": unit})  # NAP-5.7
        if each.formation == "deployed":
            yield Fault("guns-deployed", "NAP-5.4", {"unit": unit, "guns": unit})  # NAP-5.4
        if state.is_guns(unit) and each.fired:
            yield Fault("fired-cannot-move", "NAP-5.4", {"unit": unit})  # NAP-5.4


def go(party: Party, order: Move) -> Walk:
    """What the path of a MOVE comes to: one distant hex asks for the best path to it (NAP-5.8).

    So does one behind the hex by which a counter is to enter (NAP-15.4).
    """
    face = None if order.face is None else FACINGS.index(order.face)
    wish = Wish(face, order.exit)
    path = onward(order.path, party.start)
    if party.start is None:
        if entry_at(party.state.scenario, party.units[0], path[0]) is not None:
            if len(path) != 2 or path[1] in (path[0], *party.state.scenario.board.neighbours[path[0]]):
                return walk(party, path, wish)
            wish = wish._replace(by=path[0])
        elif len(path) > 1:
            return _refused(_no_entry(party, path[0]))
    elif len(path) > 1 or path[0] in party.state.scenario.board.neighbours[party.start]:
        return walk(party, path, wish)
    elif path[0] == party.start:
        if order.exit:
            return _leave_at_once(party)
        return _refused(Fault("not-adjacent", "NAP-5.1", {"at": party.start}))  # NAP-5.1
    way = way_to(party, wish, path[-1])
    if way is not None:
        return way  # NAP-5.8
    return _refused(_no_way(party, path[-1], wish))


def _no_entry(party: Party, hex_: str) -> Fault:
    """That a path on to the map begins with no hex by which its counters may enter."""
    scenario = party.state.scenario
    entries = sorted(at for at in scenario.board.ids if entry_at(scenario, party.units[0], at) is not None)
    return Fault("not-adjacent", "NAP-15.4", {"to": hex_, "hexes": " ".join(entries)})  # NAP-15.4


def _leave_at_once(party: Party) -> Walk:
    """The way off the map of who stands in an exit hex already: 1 MP (NAP-15.5)."""
    start = party.origin
    if start not in party.state.scenario.exits or party.side != "french":
        return _refused(Fault("not-adjacent", "NAP-15.5", {"from": start, "to": "exit"}))
    costs = (1,) * len(party.units)
    if min(party.left) < 1:
        return _refused(Fault("move-too-far", "NAP-5.1", {"cost": 1, "allowance": 0}))
    return Walk((start,), costs, party.state.units[party.units[0]].facing)


def _refused(fault: Fault) -> Walk:
    return Walk((), (), 0, fault=fault)


def _no_way(party: Party, goal: str, wish: Wish) -> Fault:
    """Why no path was found: MP, if more of them would make one (NAP-5.8)."""
    rich = _Rich(party.state, party.units, party.start)
    if way_to(rich, wish, goal) is not None:
        return Fault("move-too-far", "NAP-5.8", {"allowance": min(party.left), "hex": goal})  # NAP-5.8
    if party.state.holds(enemy(party.side), goal):
        return Fault("no-path", "NAP-5.8", {"target": goal})  # NAP-5.8
    if rich.is_closed(goal):
        return Fault("no-path", "NAP-5.8", {"hex": goal, "ground": party.state.scenario.ground[goal]})  # NAP-5.8
    if crowded(party, goal) == "overstacked":
        many = crowd(party.state, goal, together(party, goal))
        return Fault("no-path", "NAP-5.8", {**many, "full": goal})  # NAP-5.8
    return Fault("no-path", "NAP-5.8", {"hex": goal})  # NAP-5.8


class _Rich(Party):
    """The same counters with MP for any way."""

    @once
    def left(self) -> tuple[int, ...]:
        """MP enough to cross the map."""
        return (RICH,) * len(self.units)

    @once
    def foot_left(self) -> tuple[int, ...]:
        """The same on foot."""
        return self.left


RICH = 40


def move_events(party: Party, found: Walk, *, leaves: bool = False) -> Iterator[Event]:
    """That the counters of a party went a way, and what it shows of their orders."""
    state = party.state
    if _shows(party, found):
        yield from shown(state, party.units)
    for unit, cost, left in zip(party.units, found.costs, party.left, strict=True):
        yield facts.Moved(
            unit=unit,
            side=party.side,
            path=found.path,
            facing=found.facing,
            cost=cost,
            left=left - cost,
            step_free=found.step_free,
            more_free=found.more_free,
            entered=party.start is None,
        )
        if leaves:
            yield facts.Exited(unit=unit, at=found.path[-1], pf=state.pf(unit))  # NAP-15.5


def _shows(party: Party, found: Walk) -> bool:
    """Whether a way used a road or a code D or F; leaders, who go alone, always have them (NAP-2.4)."""
    state = party.state
    if state.counter(party.units[0]).is_leader:
        return False
    for unit in party.units:
        for here, hex_ in pairwise(found.path):
            going = party.going(unit, hex_)
            alone = len(party.units) == 1 and not set(state.pile(hex_)) - {unit}
            if used_codes(state.scenario, going, here, hex_, alone):
                return True
    return False


# What the rules move -----------------------------------------------------------------------------------------------


def rout(teller: Teller, side: str) -> None:
    """Routed counters move as the phase begins, in id order, as far as their MP go (NAP-5.7)."""
    for unit in teller.state.fighting(side):
        if teller.state.units[unit].morale == ROUTED:
            _flee(teller, unit, side)  # NAP-5.7


def _flee(teller: Teller, unit: str, side: str) -> None:
    state: State = teller.state
    start = state.hex_of(unit)
    path, spent, points = [start], 0, allowance(state, unit)
    party = Party(state, (unit,), start)
    while not _at_edge(state, path[-1], side) and not (len(path) > 1 and state.in_zone(side, path[-1])):
        costs = {hex_: _flight_cost(party, path[-1], hex_, len(path) == 1) for hex_ in _flights(party, path[-1])}
        among = [hex_ for hex_, cost in costs.items() if spent + cost <= points]
        hex_ = best_hex(state, unit, among)
        if hex_ is None:
            break
        spent += costs[hex_]
        path.append(hex_)
    if len(path) > 1:
        facing = state.scenario.direction[path[-2], path[-1]]  # NAP-5.7
        told = facts.Moved(
            unit=unit, side=side, path=tuple(path), facing=facing, cost=spent, left=points - spent, by="NAP-5.7"
        )
        teller.emit(told)
    if _at_edge(state, path[-1], side) and spent < points:
        teller.emit(facts.Exited(unit=unit, at=path[-1], pf=state.pf(unit), lost=True))  # NAP-5.7


def _flights(party: Party, here: str) -> list[str]:
    """The hexes to which a routed counter may go on: open to a retreat, with room, no nearer to the nearest enemy."""
    state, unit = party.state, party.units[0]
    foe = nearest_enemy(state, unit, here)
    if foe is None:
        return []
    board, first_step = state.scenario.board, here == party.start
    found = []
    for hex_ in open_hexes(state, unit, here, foe):
        now = nearest_enemy(state, unit, hex_)
        assert now is not None  # there is one at least
        nearer = board.distance(hex_, now) < board.distance(here, foe)
        from_zone = first_step and party.began_in_zone and state.in_zone(party.side, hex_)
        if may_join(state, unit, hex_) and not nearer and not from_zone:
            found.append(hex_)  # NAP-5.7
    return found


def _flight_cost(party: Party, here: str, hex_: str, first_step: bool) -> int:
    """MP of a step of a counter into a hex that is open to a retreat, whatever its facing."""
    costs = party.costs(here, hex_)
    assert costs is not None  # it is open to a retreat
    return costs[0] + party.zone_costs(hex_, first_step)[0]


def _at_edge(state: State, hex_: str, side: str) -> bool:
    """Whether a hex lies on the friendly edge: French west, Spanish east (NAP-5.7)."""
    columns = sorted({each[:2] for each in state.scenario.board.ids})
    return hex_[:2] == (columns[0] if side == "french" else columns[-1])  # NAP-5.7


def withdraw(teller: Teller, side: str) -> None:
    """Counters of a division that withdraws leave enemy zones of control, if their lines did not (NAP-14.4)."""
    for name, division in sorted(teller.state.divisions.items()):
        if division.side == side and division.state == "withdrawing":
            for unit in on_map(teller.state, name):
                _leave_zone(teller, unit, side)  # NAP-14.4


def _leave_zone(teller: Teller, unit: str, side: str) -> None:
    state: State = teller.state
    here, each = state.hex_of(unit), state.units[unit]
    if not state.in_zone(side, here) or each.formation == "deployed" or each.morale == ROUTED:
        return
    foe = nearest_enemy(state, unit, here)
    assert foe is not None  # whose zone it is
    free = [
        hex_ for hex_ in open_hexes(state, unit, here, foe)
        if not state.in_zone(side, hex_) and may_join(state, unit, hex_)
    ]  # fmt: skip
    hex_ = best_hex(state, unit, free)
    if hex_ is None:
        return
    party = Party(state, (unit,), here)
    cost, left = _flight_cost(party, here, hex_, each.moved == 0), doing(state, unit).left
    if cost > left and not party.fresh:
        return  # NAP-14.4
    facing = facing_after(state, hex_, foe)
    spent = min(cost, left)
    teller.emit(
        facts.Moved(
            unit=unit, side=side, path=(here, hex_), facing=facing, cost=spent, left=left - spent, by="NAP-14.4"
        )
    )


def default_piles(teller: Teller, side: str, hexes: Sequence[str]) -> None:
    """Piles that nobody ordered take their default order as the lines are done (NAP-1.5)."""
    state: State = teller.state
    mine = [hex_ for hex_ in hexes if state.holds(side, hex_) and hex_ not in state.piled]
    for hex_, order in repiled(state, mine).items():
        if order != state.pile(hex_):
            teller.emit(facts.Piled(hex=hex_, order=order, by="rules"))  # NAP-1.5
