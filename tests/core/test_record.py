"""Records of a module: those that it defines and gives a type, in the order in which they stand there."""

from typing import Literal

from pbem.core.events import Event
from pbem.core.orders import Order, Standing
from pbem.core.record import kinds_in


class Hold(Order):
    type: Literal["hold"] = "hold"


class Lasting(Standing):
    """What several have in common: no kind of its own."""


class Guard(Lasting):
    type: Literal["guard"] = "guard"


class Held(Event):
    type: Literal["held"] = "held"


def test_a_module_has_the_kinds_that_it_defines_itself() -> None:
    assert kinds_in(globals(), Order) == (Hold, Guard)
    assert kinds_in(globals(), Event) == (Held,)
