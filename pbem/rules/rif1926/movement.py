"""The movement phase: MOVE, ENTER, SAIL, HOLD, and what the referee moves where orders fail (RIF-4 to 9.18)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pbem.board.reach import texts
from pbem.core.orders import Line
from pbem.core.play import Play
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, distinct
from pbem.kit.walking import closest
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.naming import absent, foreign, on_board
from pbem.rules.rif1926.orders import Enter, Hold, Move, Sail
from pbem.rules.rif1926.paths import can_step, destinations, go, going_of, reached
from pbem.rules.rif1926.sequence import ALLIED, enemy
from pbem.rules.rif1926.state import State, has_room, over
from pbem.rules.rif1926.supply_lines import rif_sources, supplied_at


def judge_move(state: State, side: str, order: Move) -> Verdict:
    """The verdict on a MOVE: the path written out and what it does, or its first fault.

    Units of one hex move as one, at the pace of the slowest; a line with units of several hexes is a move for each of
    these, and its parts say which. Notes: `cost`, `allowance` of a single move; `zoc` where it stops next to enemies;
    `unsupplied` where the units would be.
    """
    units = distinct(order.units)
    fault = next(_unit_faults(state, side, units, order.path), None)
    if fault is not None:
        return Verdict(order, (fault,))
    stacks: dict[str, list[str]] = {}
    for unit in units:
        stacks.setdefault(state.hex_of(unit), []).append(unit)
    moves = [_judge_stack(state, side, order, start, tuple(group)) for start, group in stacks.items()]
    if len(moves) == 1:
        return moves[0]
    for move, group in zip(moves, stacks.values(), strict=True):
        if move.faults:
            return Verdict(order, tuple(_with_unit(fault, group[0]) for fault in move.faults))
    whole = order.model_copy(update={"units": units})
    events = tuple(event for move in moves for event in move.events)
    more = partial(_all_notes, [move.more for move in moves])
    return Verdict(whole, events=events, more=more, parts=tuple(move.order for move in moves))


def _judge_stack(state: State, side: str, order: Move, start: str, units: tuple[str, ...]) -> Verdict:
    """The verdict on the part of a MOVE that concerns the units of one hex."""
    going = going_of(state, units)
    walked = go(state, going, start, order.path)
    if walked.faults:
        return Verdict(order, tuple(_with_room(state, units, fault) for fault in walked.faults))
    way, cost, points = walked.path, walked.cost, going.points
    events = tuple([facts.Moved(unit=unit, path=way, cost=cost, allowance=points) for unit in units])
    same = (order.units, order.path) == (units, way[1:])
    full = order if same else order.model_copy(update={"units": units, "path": way[1:]})
    notes: Args = {"cost": cost, "allowance": points}
    return Verdict(full, events=events, notes=notes, more=partial(_notes, state, side, units, way[-1]))


def _with_unit(fault: Fault, unit: str) -> Fault:
    """A fault of some of a line's units that also says whose points do not suffice."""
    args = {"unit": unit, **fault.args} if fault.code == "move-too-far" else fault.args
    return Fault(fault.code, fault.rule, args, fault.near)


def _all_notes(each: Sequence[Callable[[], Args]]) -> Args:
    """What is to be told of several moves in one line: what is true of any of them."""
    return {key: value for notes in each for key, value in notes().items()}


def _with_room(state: State, units: Sequence[str], fault: Fault) -> Fault:
    """A fault without the hexes near its own in which there is no room for the units (RIF-5.1)."""
    near = tuple(way for way in fault.near if all(has_room(state, unit, way.split()[-1]) for unit in units))
    return Fault(fault.code, fault.rule, fault.args, near)  # RIF-5.1


def _unit_faults(state: State, side: str, units: Sequence[str], hexes: Sequence[str]) -> Iterator[Fault]:
    """Why units cannot be moved at all: names first, then whose they are, then whether they have moved."""
    yield from on_board(state, hexes)
    each, grounds = state.units, state.scenario.grounds
    for unit in units:
        if state.counter(unit).type == "naval":
            yield Fault("unknown-unit", "RIF-9.18", {"unit": unit, "verb": "sail"})  # RIF-9.18
        if unit not in grounds or each[unit].status != "map":
            yield absent(unit, state)
    yield from foreign(state, side, units)
    for unit in units:
        if each[unit].moved:
            yield Fault("already-moved", "RIF-8.1", {"unit": unit})  # RIF-8.1


def _notes(state: State, side: str, units: Sequence[str], end: str) -> Args:
    """What a receipt tells of where a legal path ends."""
    notes: Args = {}
    if state.in_zone(side, end):
        notes["zoc"] = "yes"
    if any(not supplied_at(state, unit, end) for unit in units):
        notes["unsupplied"] = "yes"
    return notes


def judge_hold(state: State, side: str, order: Hold) -> Verdict:
    """The verdict on a HOLD: it is the units' move."""
    units = distinct(order.units)
    waiting = ("entering", "pool")
    present = [unit for unit in units if state.units[unit].status not in waiting]
    fault = next(_unit_faults(state, side, present, ()), None) or next(iter(foreign(state, side, units)), None)
    if fault is not None:
        return Verdict(order, (fault,))
    return Verdict(order, events=(facts.Held(units=units),))


# Entering --------------------------------------------------------------------------------------------------------


def judge_enter(state: State, side: str, order: Enter) -> Verdict:
    """The verdict on an ENTER: the unit pays for its entry hex, and may go on (RIF-7.4, 7.5)."""
    fault = next(_entry_faults(state, side, order), None)
    if fault is not None:
        return Verdict(order, (fault,))
    going = going_of(state, (order.unit,))
    spent = state.scenario.ground.cost[order.at]
    if spent > going.points:
        dear = Fault("move-too-far", "RIF-8.1", {"cost": spent, "allowance": going.points})  # RIF-8.1
        return Verdict(order, (dear,))
    path: tuple[str, ...] = (order.at,)
    cost = spent
    if order.path:
        walked = go(state, going, order.at, order.path, spent)
        if walked.faults:
            return Verdict(order, walked.faults)
        path, cost = walked.path, walked.cost
    entered = facts.Entered(unit=order.unit, path=path, cost=cost, allowance=going.points)
    full = order.model_copy(update={"path": path[1:]})
    notes: Args = {"cost": cost, "allowance": going.points}
    return Verdict(full, events=(entered,), notes=notes, more=partial(_notes, state, side, (order.unit,), path[-1]))


def _entry_faults(state: State, side: str, order: Enter) -> Iterator[Fault]:
    yield from on_board(state, (order.at, *order.path))
    yield from foreign(state, side, (order.unit,))
    if state.units[order.unit].moved:
        yield Fault("already-moved", "RIF-8.1", {"unit": order.unit})  # RIF-8.1
    if not may_enter(state, order.unit):
        yield Fault("not-due", "RIF-7.5", {"unit": order.unit, "due": state.reinforcements_due})  # RIF-7.5
    if order.at not in entry_hexes(state, side):
        rule = "RIF-7.4" if side == ALLIED else "RIF-7.5"
        near = closest(state.scenario.board, entry_hexes(state, side), order.at)
        yield Fault("not-an-entry-hex", rule, {"hex": order.at}, near)  # RIF-7.4 RIF-7.5


def may_enter(state: State, unit: str) -> bool:
    """Whether a unit waits to enter, or is in the pool while reinforcements are due (RIF-7.4, 7.5)."""
    status = state.units[unit].status
    return status == "entering" or (status == "pool" and state.reinforcements_due > 0)  # RIF-7.5


def entry_hexes(state: State, side: str) -> tuple[str, ...]:
    """The hexes by which a side may enter now: those without an enemy unit (RIF-7.4, 7.5)."""
    hexes = sorted(state.scenario.entry_of[side] & state.scenario.land)
    return tuple(hex_ for hex_ in hexes if not state.held_by(enemy(side), hex_))


# Ships -----------------------------------------------------------------------------------------------------------


def judge_sail(state: State, side: str, order: Sail) -> Verdict:
    """The verdict on a SAIL: any sea hex that the ship can reach (RIF-9.18)."""
    fault = next(_sail_faults(state, side, order), None)
    if fault is not None:
        return Verdict(order, (fault,))
    sailed = facts.Sailed(unit=order.unit, at=order.to, origin=state.units[order.unit].at)
    return Verdict(order, events=(sailed,))


def _sail_faults(state: State, side: str, order: Sail) -> Iterator[Fault]:
    yield from on_board(state, (order.to,))
    unit = state.units[order.unit]
    if state.counter(order.unit).type != "naval" or unit.status not in ("map", "off-map"):
        yield absent(order.unit)
    yield from foreign(state, side, (order.unit,))
    if unit.moved:
        yield Fault("already-moved", "RIF-8.1", {"unit": order.unit})  # RIF-8.1
    if order.to not in sea_reached(state, unit.at):
        yield Fault("not-sea", "RIF-9.18", {"hex": order.to})  # RIF-9.18


def sea_reached(state: State, start: str | None) -> frozenset[str]:
    """The sea hexes that a sea path or the way off the map joins to a start; from off the map all (RIF-9.18)."""
    scenario = state.scenario
    if start is None:
        return scenario.sea
    near = (start, *scenario.board.neighbours[start])
    return frozenset((start,)).union(*(sea for sea in scenario.seas if not sea.isdisjoint(near)))  # RIF-9.18


# The end of the phase --------------------------------------------------------------------------------------------


def sheet_faults(state: State, side: str) -> Iterator[Fault]:
    """What the lines leave undone: hexes that are still overstacked, dispersed units in a zone of control.

    Lines that overstack a hex fall, so a hex that is over its limit after them was so before the phase.
    """
    crowded = [hex_ for hex_ in sorted(state.hexes_of(side)) if over(state, hex_)]
    if crowded:
        yield Fault("overstacked", "RIF-5.2", {"hexes": " ".join(crowded), "count": len(crowded)})  # RIF-5.2
    if left := must_leave(state, side):
        yield Fault("must-leave-zoc", "RIF-6.1", {"units": " ".join(left), "count": len(left)})  # RIF-6.1


def must_leave(state: State, side: str) -> tuple[str, ...]:
    """The dispersed units of a side that stand in an enemy zone of control and have a way out, by id (RIF-6.1)."""
    return tuple(unit for unit in _caught(state, side) if _ways_out(state, unit))  # RIF-6.1


def trapped(state: State, side: str) -> tuple[str, ...]:
    """Those that have none, by id: they are lost as the phase ends (RIF-6.1)."""
    return tuple(unit for unit in _caught(state, side) if not _ways_out(state, unit))  # RIF-6.1


def _caught(state: State, side: str) -> tuple[str, ...]:
    """The dispersed units of a side that stand in an enemy zone of control, by id."""
    caught = state.scenario.board.masks.hexes(state.held[side] & state.zone_of(enemy(side)))
    return tuple(sorted(unit for hex_ in caught for unit in state.stacks[hex_] if state.units[unit].dispersed))


def _ways_out(state: State, unit: str) -> list[tuple[tuple[str, ...], int]]:
    """The cheapest paths of a unit to hexes with room for it, by hex, start first; and their points, all the same."""
    board, start = state.scenario.board, state.hex_of(unit)
    found = reached(state, going_of(state, (unit,)), start)
    far = {n: cost for n, cost in found.spent.items() if board.ids[n] != start and has_room(state, unit, board.ids[n])}
    least = min(far.values(), default=None)
    return [(texts(found.way(node), board.ids), far[node]) for node in sorted(far) if far[node] == least]


def fallen(state: State, results: Sequence[tuple[Line, Verdict]], after: State) -> tuple[Line, str] | None:
    """The last line that brought a unit into a hex over the limit of its kind, and the unit; None (RIF-5.1)."""
    kinds = after.scenario.kinds
    for line, verdict in reversed(results):
        for event in verdict.events:
            if isinstance(event, facts.Moved | facts.Entered):
                unit, at = event.unit, after.hex_of(event.unit)
                if at != state.units[unit].at and kinds[unit] in [kinds[each] for each in over(after, at)]:
                    return line, unit  # RIF-5.1
    return None


def finish(play: Play, side: str) -> None:
    """What the referee does as the phase ends: dispersed units leave, overstacked hexes are put right."""
    for unit in _caught(play.state, side):
        _drive_out(play, unit)
    for hex_ in sorted(play.state.hexes_of(side)):
        while beyond := over(play.state, hex_):
            _make_room(play, beyond[-1])


def _drive_out(play: Play, unit: str) -> None:
    """A dispersed unit leaves the enemy's zone by the shortest way, or is lost (RIF-6.1)."""
    state = play.state
    board, start, going = state.scenario.board, state.hex_of(unit), going_of(state, (unit,))
    open_ = _ways_out(state, unit)
    if not open_:
        play.emit(facts.Eliminated(unit=unit, at=start, cause="dispersal"))  # RIF-6.1
        return
    goals = supply_goals(state, unit)

    def rank(found: tuple[tuple[str, ...], int]) -> tuple[int, str]:
        end = found[0][-1]
        return min((board.distance(end, goal) for goal in goals), default=0), end

    way, cost = min(open_, key=rank)  # RIF-6.1
    play.emit(facts.Moved(unit=unit, path=way, cost=cost, allowance=going.points, by="RIF-6.1"))


def supply_goals(state: State, unit: str) -> tuple[str, ...]:
    """The sources or towns that supply a unit, lines not tested (RIF-10.3, 10.4)."""
    scenario, counter = state.scenario, state.counter(unit)
    if counter.side == ALLIED:
        return tuple(sorted(scenario.sources[counter.nation]))
    return rif_sources(state, unit)


def _make_room(play: Play, unit: str) -> None:
    """The last arrival of an overstacked hex goes to the nearest one with room, or is lost (RIF-5.2)."""
    state = play.state
    start, going = state.hex_of(unit), going_of(state, (unit,))
    open_ = _ways_out(state, unit)
    if not open_:
        play.emit(facts.Eliminated(unit=unit, at=start, cause="stacking"))  # RIF-5.2
        return
    way, cost = open_[0]  # RIF-5.2
    play.emit(facts.Moved(unit=unit, path=way, cost=cost, allowance=going.points, by="RIF-5.2"))


# Choices ---------------------------------------------------------------------------------------------------------


def actors(state: State, side: str) -> Iterator[str]:
    """The units of a side that may be ordered in its movement phase now."""
    counters, entries = state.scenario.counters, None
    for unit, each in state.units.items():
        counter = counters[unit]
        if counter.side != side or each.moved:
            continue
        if not counter.is_ground:
            able = counter.type == "naval" and each.status in ("map", "off-map") and bool(state.scenario.sea)
        elif each.status == "map":
            able = can_move(state, unit)
        elif able := may_enter(state, unit):
            entries = entry_hexes(state, side) if entries is None else entries
            able = bool(entries)
        if able:
            yield unit


def can_move(state: State, unit: str) -> bool:
    """Whether a unit on the map has a legal step."""
    return can_step(state, going_of(state, (unit,)), state.hex_of(unit))


def move_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """Every legal order of a unit in the movement phase that keeps the stacking limit, HOLD last."""
    counter, each = state.counter(unit), state.units[unit]
    found: list[Choice] = []
    if counter.type == "naval":
        foes, distance = state.ground(enemy(counter.side)), state.scenario.board.distance
        spots = sorted({state.hex_of(foe) for foe in foes})
        hexes = sorted(sea_reached(state, each.at) - {each.at})
        hexes.sort(key=lambda hex_: min((distance(hex_, spot) for spot in spots), default=0))
        found = [Choice(Sail(unit=unit, to=hex_)) for hex_ in hexes]
    elif each.status == "map":
        going = going_of(state, (unit,))
        for way, cost in destinations(state, going, state.hex_of(unit)):
            if has_room(state, unit, way[-1]):
                found.append(Choice(Move(units=(unit,), path=way), {"cost": cost, "allowance": going.points}))
    else:
        found = list(_enter_choices(state, unit))
    return (*found, *(() if counter.type == "naval" else (Choice(Hold(units=(unit,))),)))


def _enter_choices(state: State, unit: str) -> Iterator[Choice]:
    going = going_of(state, (unit,))
    for at in entry_hexes(state, state.counter(unit).side):
        spent = state.scenario.ground.cost[at]
        if spent > going.points:
            continue
        if has_room(state, unit, at):
            yield Choice(Enter(unit=unit, at=at), {"cost": spent, "allowance": going.points})
        for way, cost in destinations(state, going, at, spent):
            if has_room(state, unit, way[-1]):
                yield Choice(Enter(unit=unit, at=at, path=way), {"cost": cost, "allowance": going.points})
