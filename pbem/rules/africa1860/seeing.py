"""What a side may see: all but what the other one has ordered for later, and how many such orders it has (0.3)."""

from pbem.core.events import Answered, Event, OrderVoided
from pbem.kit.frozen import alter
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.state import State


def view(state: State, side: str | None) -> State:
    """The state as a side may see it: which of the other's standing orders have acted is hidden; None: the public."""
    used = {key: count for key, count in state.used.items() if key.partition(" ")[0] == side}
    return alter(state, used=used) if len(used) < len(state.used) else state


def sees(event: Event, side: str | None) -> Event | None:
    """The event as a side may see it: what units do is public, by which standing order, or why by none, is not."""
    if isinstance(event, Answered) and event.side != side:
        return event.model_copy(update={"passed": ()}) if event.source == "answer" else None
    if isinstance(event, OrderVoided):
        return event if event.seat.partition("-")[0] == side else None
    if isinstance(event, facts.Activated | facts.ReactionLost) and event.side != side and event.standing is not None:
        return event.model_copy(update={"standing": None})
    return event
