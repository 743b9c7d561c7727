"""Evolve: the state after an event; the only place where a state comes into being. Each chapter brings its own."""

from collections.abc import Callable
from functools import partial
from typing import Any

from pbem.core.events import Amended, Answered, Event, OrderVoided, Rolled
from pbem.kit.amend import amended
from pbem.rules.legion import (
    armour,
    artillery,
    aviation,
    combat,
    control,
    fleet,
    landing,
    movement,
    reinforcements,
    setup,
    turns,
    victory,
    weather,
)
from pbem.rules.legion.saving import dump, load
from pbem.rules.legion.state import State


def _as_it_was(state: State, event: Event) -> State:
    return state


CHAPTERS = (
    armour,
    artillery,
    aviation,
    combat,
    control,
    fleet,
    landing,
    movement,
    reinforcements,
    setup,
    turns,
    victory,
    weather,
)
EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    Rolled: _as_it_was,
    Answered: _as_it_was,
    OrderVoided: _as_it_was,
    Amended: partial(amended, load, dump),
    **{event: change for chapter in CHAPTERS for event, change in chapter.EVOLVE.items()},
}


def evolve(state: State, event: Event) -> State:
    """The state after an event; KeyError for an event that La Legión does not have."""
    return EVOLVE[type(event)](state, event)
