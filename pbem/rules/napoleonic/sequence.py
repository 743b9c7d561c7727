"""The sequence of play (1.4): the phases, who acts in them, and what may be ordered."""

from pbem.core.events import Phase
from pbem.kit.sequence import Sequence

SIDES = FRENCH, SPANISH = "french", "spanish"
MOVING = ("move", "face", "form", "limber", "deploy-guns", "pile", "division", "assault")
ASKED = ("command", "fire", "movement")
"""The kinds of phase whose side is asked; lines for the others are taken along (NAP-13.1)."""


def enemy(side: str) -> str:
    """The other side."""
    return SPANISH if side == FRENCH else FRENCH


def _turn_of(side: str) -> tuple[Phase, ...]:
    return (
        Phase(id=f"{side}-command", sides=(side,), orders=("command",)),
        Phase(id=f"{side}-fire", sides=(side,), orders=("fire",)),
        Phase(id=f"{side}-movement", sides=(side,), orders=MOVING),
        Phase(id=f"{side}-charges", reactions=("charge",)),
        Phase(id=f"{enemy(side)}-defensive-fire"),
        Phase(id=f"{side}-shock", reactions=("advance",)),
        Phase(id=f"{side}-reorganisation", reactions=("rally",)),
    )


SEQUENCE = (
    Phase(id="set-up", sides=SIDES, orders=("deploy",), once=True),
    *_turn_of(FRENCH),
    *_turn_of(SPANISH),
    Phase(id="division-morale"),
)  # NAP-1.4
ORDER = Sequence(SEQUENCE)
side_in, kind_of = ORDER.side_in, ORDER.kind_of
"""Whose phase it is, and what happens in it: set-up, command, fire, movement, charges, defensive-fire …"""


def active_in(phase: str) -> str:
    """The side whose part of the turn it is: in a defensive fire the enemy of those who fire."""
    side = side_in(phase)
    return enemy(side) if phase.endswith("defensive-fire") else side
