"""What a side may see: the enemy's division orders only once they were shown."""

from pbem.core.events import Event
from pbem.kit.frozen import alter
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.evolve import masked
from pbem.rules.napoleonic.state import HIDDEN, State

PUBLIC = ""


def view(state: State, side: str | None) -> State:
    """The state as a side may see it; None: the public, who sees no order that was not shown."""
    seen_by = PUBLIC if side is None else side
    divisions = {name: masked(division, seen_by) for name, division in state.divisions.items()}
    return alter(state, divisions=divisions, seen_by=seen_by, _known={})


def sees(event: Event, side: str | None) -> Event | None:
    """The event as a side may see it: that there is an order, but not which, of the enemy's divisions.

    Nor how many MP its counters have left, by which one could tell. What is left lasts for the phase only.
    """
    if isinstance(event, facts.Commanded | facts.CommandFailed) and event.side != side:
        return event.model_copy(update={"order": HIDDEN})
    if isinstance(event, facts.Moved | facts.Turned | facts.Formed) and event.side != side and event.left:
        return event.model_copy(update={"left": 0})
    return event
