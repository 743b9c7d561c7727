"""The sequence of play (catalogue, part A): the phases, who acts in them, and what may be ordered."""

from pbem.core.events import Phase
from pbem.kit.sequence import Sequence

SIDES = ALLIED, RIF = "allied", "rif"
MOVING = ("move", "enter", "hold")

SEQUENCE = (
    Phase(id="allied-setup", sides=(ALLIED,), orders=("deploy",), once=True),
    Phase(id="rif-setup", sides=(RIF,), orders=("deploy",), once=True),
    Phase(id="supply-loyalty"),
    Phase(id="allied-movement", sides=(ALLIED,), orders=(*MOVING, "sail")),
    Phase(id="allied-bombardment", sides=(ALLIED,), orders=("bombard",)),
    Phase(id="allied-combat", sides=(ALLIED,), orders=("attack",)),
    Phase(id="allied-reactivation"),
    Phase(id="rif-reinforcement"),
    Phase(id="rif-movement", sides=(RIF,), orders=MOVING),
    Phase(id="rif-bombardment", sides=(RIF,), orders=("bombard",)),
    Phase(id="rif-combat", sides=(RIF,), orders=("attack",)),
    Phase(id="rif-reactivation"),
    Phase(id="turn-end"),
)  # RIF-3.1
ORDER = Sequence(SEQUENCE)
side_in, kind_of = ORDER.side_in, ORDER.kind_of
"""Whose phase it is, and what happens in it: setup, supply-loyalty, movement, bombardment, combat, reactivation …"""


def enemy(side: str) -> str:
    """The other side."""
    return RIF if side == ALLIED else ALLIED
