"""What is drawn and listed of a position, of what happened, and of a sheet."""

from collections.abc import Iterator
from functools import partial

from noughts.model import SEQUENCE, SIDES, Claim, Claimed, Lost, State, evolve
from pbem.core.events import Event
from pbem.core.pieces import Piece
from pbem.core.problems import Found
from pbem.core.scene import Counter, Scene
from pbem.kit.common import printed
from pbem.kit.picture import Drawing, Plan, Span, draw_sheet, ghost, label


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """All marks: on the board, or still to come."""
    return tuple(
        Piece(
            unit,
            its,
            its,
            "map" if unit in state.at else "coming",
            state.at.get(unit),
            "" if unit in state.at else "off",
        )
        for unit, its in sorted(state.scenario.marks.items())
    )


def counter(state: State, unit: str, space: str, *states: str) -> Counter:
    """A mark as it is drawn."""
    side, about = state.scenario.marks[unit], printed(state.scenario.data)[unit]
    return Counter(unit, side, space, side, about["name"], str(about.get("short") or label(unit)), "", states=states)


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """The marks as after the events, those put in them marked as new, those lost as ghosts."""
    span = Span(evolve, before, events)
    new = {event.unit for event in events if isinstance(event, Claimed)}
    data = before.scenario.data
    return Scene(
        map=data["map"], title=data["title"], turn=span.turn, turns=before.scenario.turns, phase=span.phase,
        conditions=(span.last.wind,), sides=SIDES,
        counters=tuple(
            counter(span.after, unit, at, *(("arrived",) if unit in new else ())) for unit, at in sorted(span.after.at.items())
        ),
        ghosts=tuple(
            ghost(counter(before, e.unit, e.at), e.at, lost=True) for e in events if isinstance(e, Lost)
        ),
    )  # fmt: skip


def planned(state: State, seat: str, found: tuple[Found, ...]) -> Scene:
    """The position with the marks that a sheet would put."""
    plan = Plan(state, state.at, partial(counter, state))
    return draw_sheet(
        scene(state, (), state.scenario.seats[seat]), plan, found,
        draws={Claim: _claim}, in_turn=tuple, phases=[phase.id for phase in SEQUENCE],
    )  # fmt: skip


def _claim(plan: Plan, order: Claim) -> Iterator[Drawing]:
    return plan.come(order.unit, (order.at,), "planned")
