"""Movement of land pieces on the map: MOVE, MARCH and HOLD (LL-2.7, 7.1 to 7.11, 9.3 to 9.5)."""

from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict
from pbem.rules.legion.armour import driven_first
from pbem.rules.legion.control import airport_taken
from pbem.rules.legion.events import Held, Moved
from pbem.rules.legion.orders import Hold, March, Move
from pbem.rules.legion.ownership import on_board, own
from pbem.rules.legion.paths import Fences, Going, Walk, go, going_of, reached, walk
from pbem.rules.legion.state import State

ELSEWHERE = {"bomber": "LL-8.17", "seaplane": "LL-8.17", "fleet": "LL-8.20"}  # LL-8.17 LL-8.20
"""The kinds of pieces that have an order of their own to go somewhere, each with its clause."""
COMING = {"due": "LL-6.5", "waiting": "LL-6.5"}  # LL-6.5
"""The states of pieces that have to come in first."""


def judge_move(state: State, seat: str, order: Move | March) -> Verdict:
    """The verdict on a MOVE or MARCH: the path written out and what it does, or every fault.

    Notes: `cost`, `allowance`, `road` where the bonus counts, `zoc` (the enemies it stops next to).
    """
    faults = own(state, seat, order.unit) or _stays(state, order) or on_board(state, order.path)
    if faults:
        return Verdict(order, faults)
    going = going_of(state, order.unit, order.type)
    if going.points == 0:
        storm = Fault("cannot-move", "LL-9.4", {"unit": order.unit, "condition": state.weather})  # LL-9.4
        return Verdict(order, (storm,))
    before, driven = driven_first(state, order)
    walked = go(before, going, before.hex_of(order.unit), order.path)
    if walked.faults:
        return Verdict(order, walked.faults)
    must = going.entry == "open" and bool(walked.zoc_of)  # LL-7.8
    moved = Moved(
        unit=order.unit,
        how=order.type,
        path=walked.path,
        cost=walked.cost,
        allowance=walked.allowance,
        road=walked.road,
        zoc_of=walked.zoc_of,
        must_attack=must,
    )
    taken = airport_taken(before, order.unit, walked.path[1:])
    return Verdict(_written_out(order, walked), events=(*driven, moved, *taken), notes=notes_of(walked))


def _stays(state: State, order: Move | March | Hold) -> tuple[Fault, ...]:
    """Why a piece of the seat cannot move at all now."""
    piece = state.units[order.unit]
    if piece.status != "map" or not state.counter(order.unit).is_land:
        clause = ELSEWHERE.get(state.counter(order.unit).type, COMING.get(piece.status, "LL-7.1"))  # LL-7.1
        return (Fault("cannot-move", clause, {"unit": order.unit, "status": piece.status}),)
    if piece.moved != "no":
        return (Fault("already-moved", "LL-7.1", {"unit": order.unit, "moved": piece.moved}),)  # LL-7.1
    if piece.panicked and order.type == "march":
        return (Fault("armour-marched", "LL-8.24", {"unit": order.unit}),)  # LL-8.24
    return ()


def _written_out(order: Move | March, walked: Walk) -> Move | March:
    path = walked.path[1:]
    return order if path == order.path else order.model_copy(update={"path": path})


def notes_of(walked: Walk) -> Args:
    """What a receipt tells of a legal path."""
    notes: Args = {"cost": walked.cost, "allowance": walked.allowance}
    if walked.road:
        notes["road"] = "yes"
    if walked.zoc_of:
        notes["zoc"] = " ".join(walked.zoc_of)
    return notes


def judge_hold(state: State, seat: str, order: Hold) -> Verdict:
    """The verdict on a HOLD: the piece has no move yet; one that is due may be told to wait."""
    faults = own(state, seat, order.unit)
    if not faults and state.units[order.unit].status not in ("due", "waiting"):
        faults = _stays(state, order)
    return Verdict(order, faults, events=() if faults else (Held(unit=order.unit),))


def can_move(state: State, unit: str) -> bool:
    """Whether a land piece on the map has a legal step by MOVE or MARCH."""
    piece = state.units[unit]
    if piece.moved != "no" or piece.at is None:
        return False
    for how in ("move", "march"):
        going = going_of(state, unit, how)
        steps = state.scenario.board.neighbours[piece.at] if going.points else ()
        if any(not walk(state, going, piece.at, (hex_,)).faults for hex_ in steps):
            return True
    return False


def move_choices(fences: Fences, unit: str) -> tuple[Choice, ...]:
    """Every legal MOVE and MARCH of a piece on the map: one for each hex that it may go to, by the cheapest way."""
    found: list[Choice] = []
    state = fences.state
    piece = state.units[unit]
    if piece.moved != "no" or piece.at is None:
        return ()
    for how, verb in (("move", Move), ("march", March)):
        going = going_of(state, unit, how)
        if going.points and not (how == "march" and piece.panicked):
            ways = destinations(fences, going, piece.at)
            found.extend(
                Choice(verb(unit=unit, path=way), {"cost": cost, "allowance": points}) for way, cost, points in ways
            )
    return tuple(found)


def destinations(fences: Fences, going: Going, start: str) -> list[tuple[tuple[str, ...], int, int]]:
    """The cheapest legal way to each hex, its cost and the allowance that it needs; by hex. The start is left out."""
    board = fences.state.scenario.board
    across, along = reached(fences.state, going, start, fences.of(going))
    ways = across.ways(board.ids)
    found = {node: (ways[node], cost, going.points) for node, cost in across.spent.items()}
    if along is not None:
        bonus, ways = going.points + going.bonus, along.ways(board.ids)
        for node, cost in along.spent.items():
            found.setdefault(node, (ways[node], cost, bonus))  # LL-7.5
    found.pop(board.index[start], None)
    return [found[node] for node in sorted(found)]
