"""Who controls which area (AFR-11.2)."""

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.state import State


def update_control(course: Course) -> None:
    """Areas where infantry, cavalry or engineers of one side stand alone are its own (AFR-11.2)."""
    play = course.play
    state: State = play.state
    if course.controlled is state.stacks:
        return  # nobody has come or gone since it was seen to
    alone = [(area, side) for area, sides in state.stacks.items() if len(sides) == 1 for side in sides]
    for area, side in sorted(each for each in alone if state.control.get(*each) != each[1]):
        if any(state.counter(unit).kind.controls for unit in state.stack(area, side)):  # AFR-11.2
            play.emit(facts.ControlChanged(at=area, side=side))  # AFR-11.2
    course.controlled = state.stacks
