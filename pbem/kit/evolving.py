"""What the events that all rule sets share make of a state."""

from collections.abc import Callable
from functools import partial
from typing import Any

from pbem.core.events import Amended, Answered, Event, GameEnded, OrderVoided, Rolled
from pbem.kit.amend import Dump, Load, amended
from pbem.kit.frozen import alter

Change = Callable[[Any, Any], Any]


def as_it_was(state: Any, event: Event) -> Any:
    """The same state: the event only tells something."""
    return state


def game_ended(state: Any, event: GameEnded) -> Any:
    """The state in which somebody has won, and why; it has the fields `winner` and `win_reason`."""
    return alter(state, winner=event.winner, win_reason=event.reason)


def core_changes(load: Load, dump: Dump, *, piles: str = "") -> dict[type[Event], Change]:
    """What each event of the core changes, but for a phase that begins; `load`, `dump`, `piles` are for rulings."""
    told: dict[type[Event], Change] = dict.fromkeys((Rolled, Answered, OrderVoided), as_it_was)
    return {**told, GameEnded: game_ended, Amended: partial(amended, load, dump, piles=piles)}
