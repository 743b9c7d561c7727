"""Carrying out the lines of a section in the order in which they count: the same for a check and for a run.

Lines count in sheet order, except that all landings are placed at the first LAND (LL-6.9), all fleets before the first
of them fires (LL-8.20), a PANIC AFTER waits for the armour's move (LL-8.24), and of two DEPLOY lines for one piece the
later counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.orders import Line, Order
from pbem.kit.judging import Projection, Teller, Verdict
from pbem.rules.legion import (
    armour,
    artillery,
    aviation,
    declare,
    fleet,
    landing,
    movement,
    reinforcements,
    setup,
)
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.orders import Deploy, Land, Panic
from pbem.rules.legion.state import State

JUDGES: Mapping[str, Callable[[State, str, Any], Verdict]] = {
    "deploy": setup.judge_deploy,
    "move": movement.judge_move,
    "march": movement.judge_move,
    "hold": movement.judge_hold,
    "reinforce": reinforcements.judge_reinforce,
    "land": landing.judge_land,
    "panic": armour.judge_panic,
    "bombard": artillery.judge_bombard,
    "fly": aviation.judge_fly,
    "place": fleet.judge_place,
    "attack": declare.judge_attack,
}
MOVING = ("move", "march", "reinforce", "land")


def judge(state: State, seat: str, order: Order) -> Verdict:
    """The verdict on an order of this seat in this position and phase."""
    if order.type == "bombard" and state.phase == "spanish-fleet":
        return fleet.judge_bombard(state, seat, order)  # type: ignore[arg-type]
    return JUDGES[order.type](state, seat, order)


def in_turn(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of a section in the order in which they are carried out."""
    kinds = {line.order.type for line in lines}
    if "place" in kinds:
        return fleet.placed_first(lines)
    return _panic_after_move(lines) if "panic" in kinds else tuple(lines)


def _panic_after_move(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with each PANIC AFTER that stands before its armour's move put right behind that move (LL-8.24)."""
    ordered: list[Line] = []
    waiting: dict[str, list[Line]] = {}
    for place, line in enumerate(lines):
        order = line.order
        if isinstance(order, Panic) and order.when == "after" and _moves(lines[place + 1 :], order.unit):
            waiting.setdefault(order.unit, []).append(line)
            continue
        ordered.append(line)
        if order.type in MOVING:
            ordered.extend(waiting.pop(getattr(order, "unit", ""), ()))  # LL-8.24
    return tuple(ordered)


def _moves(lines: Sequence[Line], unit: str) -> bool:
    return any(line.order.type in MOVING and getattr(line.order, "unit", None) == unit for line in lines)


def carry_out(
    teller: Teller, seat: str, lines: Sequence[Line], refused: Mapping[int, Verdict]
) -> Iterator[tuple[Line, Verdict]]:
    """Judge each line when its turn comes, tell what it does, and give its verdict.

    `refused` are the lines that `fallen` found: they count as if they had not been sent.
    """
    places: dict[int, Verdict] | None = None
    superseded = _superseded(lines, refused)
    for line in in_turn(lines):
        if places is None and isinstance(line.order, Land):
            left = [each for each in lines if each.number not in refused]
            landed, places = landing.place_all(teller.state, seat, left)
            for placed in landed:
                teller.emit(placed)  # LL-6.9
        verdict = refused.get(line.number) or (places or {}).get(line.number)
        if line.number in superseded:
            verdict = Verdict(line.order, notes={"superseded": superseded[line.number]})  # LL-6.1
        verdict = verdict or judge(teller.state, seat, line.order)
        for event in verdict.events:
            teller.emit(event)
        yield line, verdict


def _superseded(lines: Iterable[Line], refused: Mapping[int, Verdict]) -> dict[int, int]:
    """The DEPLOY lines for which a later line deploys the same piece, with the number of that line."""
    last: dict[str, int] = {}
    found: dict[int, int] = {}
    for line in lines:
        if isinstance(line.order, Deploy) and line.number not in refused:
            if line.order.unit in last:
                found[last[line.order.unit]] = line.number
            last[line.order.unit] = line.number
    return found


def fallen(state: State, seat: str, lines: Sequence[Line]) -> dict[int, Verdict]:
    """The LAND and DEPLOY lines that do not stand, so that the lines that do are judged as if they were not there.

    A landing that cannot move on is not placed before it; a DEPLOY that fails leaves the line before it in force.
    """
    refused: dict[int, Verdict] = {}
    if not (any(isinstance(line.order, Land) for line in lines) or _superseded(lines, refused)):
        return refused
    while True:
        trial = carry_out(Projection(evolve, state), seat, lines, refused)
        bad = [(line, verdict) for line, verdict in trial if verdict.faults and line.number not in refused]
        bad = [(line, verdict) for line, verdict in bad if isinstance(line.order, Land | Deploy)]
        if not bad:
            return refused
        line, verdict = min(bad, key=lambda each: _rests_on_others(each[0], each[1], lines, refused))
        refused[line.number] = verdict


def _rests_on_others(line: Line, verdict: Verdict, lines: Sequence[Line], refused: Mapping[int, Verdict]) -> int:
    """How far other lines may be why one falls: what falls by itself goes first, then who is only in another's way.

    A LAND of a piece that a line before it lands comes last: it is good where the other falls.
    """
    unit = getattr(line.order, "unit", None)
    others = (each for each in lines if each.number < line.number and each.number not in refused)
    if any(isinstance(other.order, Land) and other.order.unit == unit for other in others):
        return 2  # LL-6.9
    return int(all(fault.code in ("hex-occupied", "path-blocked") for fault in verdict.faults))
