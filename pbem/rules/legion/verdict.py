"""The verdict on one order: faults, or the order in full with what it does as far as no die decides."""

from dataclasses import dataclass, field

from pbem.core.events import Event
from pbem.core.orders import Order
from pbem.core.problems import Args, Fault


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a chapter finds of an order in a position.

    `faults`: why it cannot be; then nothing else counts. `order`: the order completed (path written out).
    `events`: what it does; of an order that rolls, what it does if the die changes nothing. `notes`: numbers for the
    receipt (cost, allowance, attack, defence …).
    """

    order: Order
    faults: tuple[Fault, ...] = ()
    events: tuple[Event, ...] = ()
    notes: Args = field(default_factory=dict)
