"""Decisions of whoever does not act: by standing order, else by default (NAP-13.2).

A counter's own order goes before its division's.
"""

from collections.abc import Callable, Sequence
from functools import partial

from pbem.core.orders import Line, Order
from pbem.core.play import Play, Question
from pbem.rules.napoleonic.orders import Defend, Losses, RetreatPlan, Square
from pbem.rules.napoleonic.state import State

Reads = Callable[[Order], str | None]
"""What a standing order for the counter in question answers, None where it answers nothing."""
OTHER = "other-question"


def _match(state: State, unit: str, kind: type[Order], reads: Reads, seat: str, line: Line) -> tuple[str | None, str]:
    """How a standing line answers a question about a counter, or why it does not."""
    order = line.order
    if not isinstance(order, kind):
        return None, OTHER
    if not _is_for(state, unit, order):
        return None, "other-unit"
    answer = reads(order)
    return (None, "other-hex") if answer is None else (answer, "")


def _is_for(state: State, unit: str, order: Order) -> bool:
    """Whether a standing order is for a counter, or for its division."""
    return getattr(order, "unit", None) == unit or getattr(order, "division", None) == state.counter(unit).division


def _own_first(unit: str, seat: str, line: Line) -> tuple[bool, int]:
    """A counter's own line goes before its division's, a later one before an earlier."""
    return getattr(line.order, "unit", None) != unit, -line.number


def _ask(
    play: Play, unit: str, question: str, kind: type[Order], answers: tuple[Sequence[str], str], reads: Reads
) -> str:
    """The answer to a question that nobody is asked by mail."""
    options, default = answers
    return play.ask(
        Question(
            id=question,
            side=play.state.counter(unit).side,
            kind=question.partition(" ")[0],
            options=tuple(options),
            default=default,
            rule="NAP-13.2",
            match=partial(_match, play.state, unit, kind, reads),
            rank=partial(_own_first, unit),
            waits=False,
        )
    )  # NAP-13.2


def _numbered(play: Play, question: str) -> str:
    """A question's id, with a number where the phase has asked it before."""
    asked = sum(1 for event in play.events if getattr(event, "question", "").partition(" #")[0] == question)
    return f"{question} #{asked + 1}" if asked else question


def retreat_length(play: Play, unit: str) -> int:
    """How many hexes a counter retreats from a fire: 1 unless its owner said 2 (NAP-8.15)."""

    def reads(order: Order) -> str | None:
        return str(order.hexes) if isinstance(order, RetreatPlan) else None

    question = _numbered(play, f"retreat {unit}")
    return int(_ask(play, unit, question, RetreatPlan, (("1", "2"), "1"), reads))  # NAP-8.15


def retreat_hex(play: Play, unit: str, here: str, open_: Sequence[str], default: str) -> str:
    """To which of the open hexes a counter retreats: the first that the standing order names, else the default."""
    if len(open_) < 2:
        return default

    def reads(order: Order) -> str | None:
        return next((h for h in order.to if h in open_), None) if isinstance(order, RetreatPlan) else None

    question = _numbered(play, f"retreat-to {unit} {here}")
    return _ask(play, unit, question, RetreatPlan, (open_, default), reads)  # NAP-8.15


def defence_target(play: Play, unit: str, targets: Sequence[str], usual: str, strongest: str) -> str | None:
    """At which hex a counter fires in defence: by default the usual one; None where its owner holds the fire."""

    def reads(order: Order) -> str | None:
        if not isinstance(order, Defend):
            return None
        return "hold" if order.hold else strongest if order.target == "strongest" else usual

    answer = _ask(play, unit, f"defend {unit}", Defend, ((*targets, "hold"), usual), reads)
    return None if answer == "hold" else answer  # NAP-8.13


def forms_square(play: Play, unit: str, moved: int, default: bool) -> bool:
    """Whether a hex tries to form square; `ask` asks its owner by mail (NAP-10.2, 13.2)."""

    def reads(order: Order) -> str | None:
        if not isinstance(order, Square):
            return None
        wanted = order.when == "always" if order.distance is None else moved >= order.distance  # NAP-10.2
        return "yes" if wanted else "no"

    question = Question(
        id=_numbered(play, f"square {unit}"),
        side=play.state.counter(unit).side,
        kind="square",
        options=("yes", "no"),
        default="yes" if default else "no",
        rule="NAP-10.2",
        match=partial(_match, play.state, unit, Square, reads),
        rank=partial(_own_first, unit),
    )
    return play.ask(question) == "yes"  # NAP-10.2


def loser(play: Play, at: str, units: Sequence[str], default: str) -> str:
    """Which counter of a hex bears a loss: the first that LOSSES names, the hex's before the division's (NAP-11.6)."""
    if len(units) < 2:
        return default
    state: State = play.state
    division = state.counter(state.pile(at)[0]).division

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if not isinstance(order, Losses):
            return None, OTHER
        if order.hex != at and order.division != division:
            return None, "other-hex"
        found = next((unit for unit in order.first if unit in units), None)
        return (found, "") if found is not None else (None, "not-there")

    question = Question(
        id=_numbered(play, f"losses {at}"),
        side=state.counter(units[0]).side,
        kind="losses",
        options=tuple(units),
        default=default,
        rule="NAP-11.6",
        match=match,
        rank=lambda seat, line: (getattr(line.order, "hex", None) != at, -line.number),
        waits=False,
    )
    return play.ask(question)  # NAP-11.6
