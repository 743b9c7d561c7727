"""DIVISION: one line for a whole division, carried out as single orders (NAP-2.5)."""

from collections.abc import Collection, Iterator, Sequence

from pbem.core.events import Event
from pbem.core.orders import Order
from pbem.core.problems import Fault
from pbem.kit.judging import Projection, Verdict
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import chief, leader_of, on_map
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.forming import judge_form, judge_limber
from pbem.rules.napoleonic.movement import may_not_move, move_events
from pbem.rules.napoleonic.movers import Party
from pbem.rules.napoleonic.naming import first, foreign, foreign_division, off_board
from pbem.rules.napoleonic.orders import Division, Form, Limber, Move
from pbem.rules.napoleonic.paths import Walk, Wish, walk
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.search import reached
from pbem.rules.napoleonic.state import ROUTED, State

KEEP = {"line": "normal", "square": "square", "skirmish": "skirmish"}


def judge_division(state: State, side: str, order: Division, own: Collection[str]) -> Verdict:
    """The verdict on a DIVISION, with all that its single orders do; `own` are the counters that have lines of theirs.

    Who is named after BUT is left out too, as if it had one.
    Notes: `units`, how many counters move. Its parts are those single orders.
    """
    fault = first((*foreign_division(state, side, order.division), *foreign(state, side, order.but)))
    fault = fault or (None if order.to is None else first(off_board(state, (order.to,))))
    lead = None if fault is not None else _lead(state, order.division)
    if fault is None and order.verb != "hold" and (lead is None or order.to is None):
        code = "out-of-command" if lead is None else "not-adjacent"
        fault = Fault(code, "NAP-2.5", {"division": order.division})  # NAP-2.5
    if fault is not None:
        return Verdict(order, (fault,))
    trial, own = Projection(evolve, state), {*own, *order.but}
    units = [unit for unit in on_map(state, order.division) if _takes_part(state, unit, own)]
    told = list(_keep(trial, side, order, units))
    if order.verb != "hold" and lead is not None and order.to is not None:
        told += _moves(trial, order, units, state.hex_of(lead))
        if lead not in own and lead == state.divisions[order.division].leader:
            told += _leader(trial, order, lead)
    moved = sum(event.type == "moved" for event in told)
    return Verdict(order, events=tuple(told), notes={"units": moved}, parts=tuple(_singly(state, order, told)))


def _singly(state: State, order: Division, told: Sequence[Event]) -> Iterator[Order]:
    """The single orders that do the same one after the other (NAP-2.5)."""
    for event in told:
        if isinstance(event, facts.Formed) and event.formation == "limbered":
            yield Limber(unit=event.unit)
        elif isinstance(event, facts.Formed):
            yield Form.model_validate({"unit": event.unit, "formation": event.formation})
        elif isinstance(event, facts.Moved):
            face = None if state.counter(event.unit).is_leader else order.face
            yield Move(unit=event.unit, path=event.path[1:], face=face)


def _lead(state: State, division: str) -> str | None:
    """The leader whose hex the division goes by: its own, else the chief (NAP-2.5)."""
    return leader_of(state, state.divisions[division]) or chief(state, state.divisions[division].side)  # NAP-2.5


def _takes_part(state: State, unit: str, own: Collection[str]) -> bool:
    return state.in_command(unit) and state.units[unit].morale != ROUTED and unit not in own  # NAP-2.5


def _keep(trial: Projection, side: str, order: Division, units: list[str]) -> Iterator[Event]:
    """The formations that are kept, and deployed guns that limber, by id (NAP-2.5)."""
    for unit in sorted(units):
        counter, each = trial.state.counter(unit), trial.state.units[unit]
        found: Verdict | None = None
        if counter.type == "infantry" and order.keep is not None and each.formation != KEEP[order.keep]:
            line: Order = Form.model_validate({"unit": unit, "formation": KEEP[order.keep]})
            found = judge_form(trial.state, side, line)  # type: ignore[arg-type]
        elif each.formation == "deployed" and order.verb != "hold":
            found = judge_limber(trial.state, side, Limber(unit=unit))  # NAP-2.5
        yield from _carried(trial, found)


def _carried(trial: Projection, found: Verdict | None) -> Iterator[Event]:
    if found is not None and not found.faults:
        for event in found.events:
            trial.emit(event)
            yield event


def _moves(trial: Projection, order: Division, units: list[str], origin: str) -> Iterator[Event]:
    """One after another, nearest to the goal first, each goes as near to its own aim as it can (NAP-2.5)."""
    board, goal = trial.state.scenario.board, str(order.to)
    for unit in sorted(units, key=lambda u: (board.distance(trial.state.hex_of(u), goal), u)):  # NAP-2.5
        state: State = trial.state
        if first(may_not_move(state, (unit,))) is not None:
            continue
        party = Party(state, (unit,), state.hex_of(unit))
        best = _best(party, _aim(state, unit, origin, goal), order)
        if best is not None:
            for event in move_events(party, best):
                trial.emit(event)
                yield event


def _aim(state: State, unit: str, origin: str, goal: str) -> tuple[int, int, int]:
    """The hex of a counter shifted as the leader's is to the goal, on the map or off it (NAP-2.5)."""
    cubes = state.scenario.board.cubes
    mine, a, b = cubes[state.hex_of(unit)], cubes[origin], cubes[goal]
    return (mine.x + b.x - a.x, mine.y + b.y - a.y, mine.z + b.z - a.z)


def _best(party: Party, aim: tuple[int, int, int], order: Division) -> Walk | None:
    """The way to the hex nearest to the aim of all that can be reached; None where its own is best (NAP-2.5)."""
    state = party.state
    face = None if order.face is None else FACINGS.index(order.face)
    ways = reached(party, Wish(face))
    if order.verb == "withdraw":
        ways = {hex_: way for hex_, way in ways.items() if not state.in_zone(party.side, hex_)}  # NAP-2.5

    def far(hex_: str) -> int:
        x, y, z = state.scenario.board.cubes[hex_]
        return (abs(x - aim[0]) + abs(y - aim[1]) + abs(z - aim[2])) // 2

    best = min(ways, key=lambda hex_: (far(hex_), sum(ways[hex_].costs), hex_), default=None)
    start = party.origin
    if best is None or best == start or (far(start), 0, start) <= (far(best), sum(ways[best].costs), best):
        return None
    return walk(party, ways[best].path[1:], Wish(face))  # with the turns that are left, as a MOVE along it has


def _leader(trial: Projection, order: Division, leader: str) -> list[Event]:
    """The leader comes last, to where an unrouted counter of the division stands (NAP-2.5)."""
    state: State = trial.state
    start, goal, board = state.hex_of(leader), str(order.to), state.scenario.board
    party = Party(state, (leader,), start)
    steady = {state.hex_of(u) for u in on_map(state, order.division) if state.units[u].morale != ROUTED}
    ways = {hex_: way for hex_, way in reached(party, Wish()).items() if hex_ in steady}
    open_ = [*ways, *([start] if start in steady else [])]
    best = min(open_, key=lambda h: (board.distance(h, goal), sum(ways[h].costs) if h in ways else 0, h), default=None)
    if best is None or best not in ways:
        return []
    told = list(move_events(party, ways[best]))
    for event in told:
        trial.emit(event)
    return told
