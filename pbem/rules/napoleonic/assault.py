"""ASSAULT: which stacks are marked, who of them takes part, what the odds would be (NAP-11.1, 11.2)."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.core.events import Event
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict
from pbem.rules.napoleonic.command import attacks, shown
from pbem.rules.napoleonic.events import Marked
from pbem.rules.napoleonic.naming import first, off_board
from pbem.rules.napoleonic.odds import Stack, column_of, lowest_odds, values
from pbem.rules.napoleonic.orders import Assault
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import FRONT, NORMAL, State, is_cliff


def takes_part(state: State, unit: str) -> bool:
    """Whether a counter takes part in its stack's assault, whatever its own order (NAP-11.1)."""
    each = state.units[unit]
    return not state.is_guns(unit) and each.formation != "square" and each.morale == NORMAL  # NAP-11.1 NAP-9.4


def participants(state: State, hex_: str) -> tuple[str, ...]:
    """The counters of a hex that take part in an assault, in pile order (NAP-11.1)."""
    return tuple(unit for unit in state.pile(hex_) if takes_part(state, unit))


def faults(state: State, side: str, order: Assault) -> Iterator[Fault]:
    """Why a stack may not be marked, in the order in which they are told (NAP-11.1)."""
    at, target = order.hex, order.target
    if not state.holds(side, at):
        yield Fault("not-there", "NAP-11.1", {"hex": at})  # NAP-11.1
        return
    top = state.pile(at)[0]
    if not attacks(state, top):
        yield Fault("order-forbids", "NAP-2.1", {"unit": top, "order": state.order_of(top)})  # NAP-2.1
    if not state.in_command(top):
        yield Fault("out-of-command", "NAP-2.2", {"unit": top})  # NAP-2.2
    if target not in state.scenario.board.neighbours[at]:
        yield Fault("not-adjacent", "NAP-11.1", {"from": at, "to": target})  # NAP-11.1
        return
    if is_cliff(state.scenario, at, target):
        yield Fault("terrain-forbidden", "NAP-3.4", {"hex": target, "ground": "cliff"})  # NAP-3.4
    if not state.holds(enemy(side), target):
        yield Fault("no-target", "NAP-11.1", {"hex": target})  # NAP-11.1
    in_front = state.side_of_attack(top, state.scenario.direction[at, target]) == FRONT
    if not takes_part(state, top) or not in_front:
        args: dict[str, str | int] = {"unit": top, "hex": target, **_unfit(state, top, in_front=in_front)}
        yield Fault("cannot-assault", "NAP-11.1", args)  # NAP-11.1


def _unfit(state: State, top: str, *, in_front: bool) -> dict[str, str]:
    """What keeps the top counter of a stack from an assault, as its sentence tells it."""
    each = state.units[top]
    if each.morale != NORMAL:
        return {"state": each.morale}
    if each.formation == "square":
        return {"state": each.formation}
    return {} if in_front else {"other": top}


def judge_assault(state: State, side: str, order: Assault) -> Verdict:
    """The verdict on one ASSAULT by itself, the odds apart: notes `column`, the odds of this stack alone."""
    fault = first(off_board(state, (order.hex, order.target))) or next(faults(state, side, order), None)
    if fault is not None:
        return Verdict(order, (fault,))
    events: tuple[Event, ...] = (*shown(state, state.pile(order.hex)[:1]), Marked(hex=order.hex, target=order.target))
    return Verdict(order, events=events)


def judge_together(state: State, verdicts: Mapping[int, Verdict]) -> dict[int, Verdict]:
    """The verdicts on all ASSAULT lines with their odds: all lines against a hex fall together (NAP-11.2)."""
    by_target: dict[str, list[int]] = {}
    for number, verdict in verdicts.items():
        order = verdict.order
        if isinstance(order, Assault) and not verdict.faults:
            by_target.setdefault(order.target, []).append(number)
    found = dict(verdicts)
    for target, numbers in sorted(by_target.items()):
        stacks = tuple(_stack(state, verdicts[number]) for number in numbers)
        attack, defence = (side.total for side in values(state, target, stacks))
        column = column_of(state, attack, defence)
        for number in numbers:
            verdict = verdicts[number]
            if column is None:
                args: dict[str, str | int] = {"hex": target, "least": lowest_odds(state)}
                found[number] = Verdict(verdict.order, (Fault("odds-too-low", "NAP-11.2", args),))  # NAP-11.2
            else:
                notes: dict[str, str | int] = {"attack": str(attack), "defence": str(defence), "column": column}
                found[number] = Verdict(verdict.order, events=verdict.events, notes=notes)
    return found


def _stack(state: State, verdict: Verdict) -> Stack:
    order = verdict.order
    assert isinstance(order, Assault)
    return Stack(order.hex, participants(state, order.hex))


def assault_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each hex of a side, each enemy hex that its stack alone may be marked against."""
    found: dict[str, list[Choice]] = {}
    for hex_ in sorted(state.piles):
        if not state.holds(side, hex_):
            continue
        for target in state.scenario.board.neighbours[hex_]:
            if state.holds(enemy(side), target):
                order = Assault(target=target, hex=hex_)
                verdict = judge_together(state, {1: judge_assault(state, side, order)})[1]
                if not verdict.faults:
                    found.setdefault(hex_, []).append(Choice(order, verdict.notes))
    return {hex_: tuple(choices) for hex_, choices in found.items()}


def marked_against(state: State, target: str) -> Sequence[str]:
    """The hexes whose stacks are marked against a hex, ascending."""
    return sorted(hex_ for hex_, aim in state.markers.items() if aim == target)
