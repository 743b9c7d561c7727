"""The free turn of defence (NAP-2.1)."""

from collections.abc import Sequence

from pbem.core.play import Play
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.assault import marked_against
from pbem.rules.napoleonic.scenario import DEFENCE
from pbem.rules.napoleonic.state import ROUTED, State


def turn_in_defence(play: Play, side: str) -> None:
    """Stacks in defence that are marked against turn one hexside, if fewer stand on their flanks then (NAP-2.1)."""
    for hex_ in sorted(set(play.state.markers.values())):
        state: State = play.state
        if not state.holds(side, hex_):
            continue
        top = state.pile(hex_)[0]
        able = state.has_facing(top) and state.in_command(top) and state.units[top].morale != ROUTED
        facing = _better(state, hex_, marked_against(state, hex_))
        if able and state.order_of(top) == DEFENCE and facing is not None:
            for unit in state.pile(hex_):
                play.emit(facts.Turned(unit=unit, facing=facing, by="NAP-2.1"))  # NAP-2.1


def _better(state: State, hex_: str, origins: Sequence[str]) -> int | None:
    """The facing one hexside round with fewest attackers on flanks and rear, clockwise first; None for no better."""
    now = state.units[state.pile(hex_)[0]].facing
    ways = [state.scenario.direction[hex_, origin] for origin in origins]

    def outflanked(facing: int) -> int:
        return sum(1 for way in ways if (way - facing) % 6 not in (0, 1, 5))

    best = min(((now + 1) % 6, (now - 1) % 6), key=outflanked)  # NAP-2.1
    return best if outflanked(best) < outflanked(now) else None
