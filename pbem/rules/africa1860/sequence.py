"""The sequence of play (catalogue, 0.1 and AFR-3.1): the phases, who acts in them, and what may be ordered."""

from pbem.core.events import Phase
from pbem.kit.sequence import Sequence

SIDES = SPANISH, MOROCCAN = "spanish", "moroccan"
FIRE = ("fire", "activate", "stack", "pass")
MOVE = ("move", "activate", "stack", "pass")
ANY_TIME = ("activate", "pass")


def _half(side: str, other: str, moving: tuple[str, ...]) -> tuple[Phase, ...]:
    """The phases of a side's half of the turn; whoever else may act sends reactions for them (AFR-3.2, 8.1, 9.1)."""
    return (
        Phase(id=f"{side}-fire", sides=(side,), orders=FIRE, reactions=ANY_TIME),
        Phase(id=f"{side}-movement", sides=(side,), orders=moving, reactions=ANY_TIME),
        Phase(id=f"{other}-defensive-fire", reactions=ANY_TIME),
        Phase(id=f"{side}-shock", reactions=ANY_TIME),
    )


SEQUENCE = (
    Phase(id="set-up", sides=SIDES, orders=("deploy", "stack"), once=True),
    *_half(SPANISH, MOROCCAN, (*MOVE, "land")),
    *_half(MOROCCAN, SPANISH, MOVE),
    Phase(id="end-of-turn", reactions=("rally", "deploy", *ANY_TIME)),
)  # AFR-3.1
ORDER = Sequence(SEQUENCE)
acting_in, kind_of = ORDER.side_in, ORDER.kind_of
"""Whose phase it is (0.1), and what happens in it: set-up, fire, movement, defensive-fire, shock, end-of-turn."""


def enemy(side: str) -> str:
    """The other side."""
    return MOROCCAN if side == SPANISH else SPANISH


def attacker_in(phase: str) -> str:
    """The side whose half of the turn a phase is in: the attacker in every area that holds both (AFR-3.1).

    "" for set-up and the end of the turn. The defensive fire of a side is in the other one's half.
    """
    side = acting_in(phase)
    return enemy(side) if side and kind_of(phase) == "defensive-fire" else side
