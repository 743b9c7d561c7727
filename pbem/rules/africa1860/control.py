"""Who controls which area (AFR-11.2)."""

from pbem.core.play import Play
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.sequence import SIDES, enemy
from pbem.rules.africa1860.state import State


def update_control(play: Play) -> None:
    """Areas where infantry, cavalry or engineers of one side stand alone are its own (AFR-11.2)."""
    state: State = play.state
    for area in sorted(state.stacks):
        for side in SIDES:
            holds = any(state.counter(unit).kind.controls for unit in state.stack(area, side))  # AFR-11.2
            alone = not state.holds(area, enemy(side))
            if holds and alone and state.control.get(area, side) != side:
                play.emit(facts.ControlChanged(at=area, side=side))  # AFR-11.2
