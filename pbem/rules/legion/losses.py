"""Losses, and the batteries that the Moroccans take from lost artillery (LL-2.8, 8.16)."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal

from pbem.core.orders import Line
from pbem.core.play import Play, Question
from pbem.rules.legion.control import ARTILLERY, airport_taken
from pbem.rules.legion.events import BatteryCaptured, Eliminated
from pbem.rules.legion.orders import Capture
from pbem.rules.legion.sequence import MOROCCAN, SPANISH


def eliminate(play: Play, units: Iterable[str], by: str, cause: Literal["combat", "bombardment"]) -> None:
    """Take pieces out of the game, by hex; then the Moroccans may place a battery for each gun they took."""
    lost = sorted([(play.state.units[unit].at, unit) for unit in units])
    for hex_, unit in lost:
        play.emit(Eliminated(unit=unit, at=hex_, by=by, cause=cause))
    if by != MOROCCAN:
        # LL-8.16: the Spanish take nothing, not even a captured battery back
        return
    for hex_, unit in lost:
        counter = play.state.counter(unit)
        if counter.type == ARTILLERY and counter.side == SPANISH:
            _capture(play, unit, hex_)


def _capture(play: Play, lost: str, at: str) -> None:
    units = play.state.units
    pool = tuple(unit for unit in play.state.scenario.batteries if units[unit].status == "pool")
    if not pool:
        return
    # LL-8.16
    question = Question(
        id=f"capture {lost}",
        side=MOROCCAN,
        kind="capture",
        options=("yes", "no", *pool),
        default="yes",
        rule="LL-8.16",
        match=partial(_standing, pool),
    )
    answer = play.ask(question)
    if answer != "no":
        # LL-2.8
        taken = BatteryCaptured(unit=pool[0] if answer == "yes" else answer, at=at, lost=lost)
        play.emit(taken)
        for event in airport_taken(play.state, taken.unit, (at,)):
            # LL-8.19
            play.emit(event)


def _standing(pool: Sequence[str], seat: str, line: Line) -> tuple[str | None, str]:
    """How a standing order answers: no, the first battery it prefers that is left, or yes (the best one)."""
    order = line.order
    if not isinstance(order, Capture):
        return None, "other-question"
    if order.policy == "no":
        return "no", ""
    return next((unit for unit in order.units if unit in pool), "yes"), ""
