"""The sequence of play (catalogue, 0.1 and AFR-3.1): the phases, who acts in them, and what may be ordered."""

from functools import lru_cache

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


def enemy(side: str) -> str:
    """The other side."""
    return MOROCCAN if side == SPANISH else SPANISH


@lru_cache
def kind_of(phase: str) -> str:
    """What happens in a phase: set-up, fire, movement, defensive-fire, shock, end-of-turn."""
    first, _, rest = phase.partition("-")
    return rest if first in SIDES else phase


@lru_cache
def acting_in(phase: str) -> str:
    """The side whose phase it is (0.1); "" for set-up and the end of the turn."""
    first = phase.partition("-")[0]
    return first if first in SIDES else ""


def attacker_in(phase: str) -> str:
    """The side whose half of the turn a phase is in: the attacker in every area that holds both (AFR-3.1).

    "" for set-up and the end of the turn. The defensive fire of a side is in the other one's half.
    """
    first = phase.partition("-")[0]
    if first not in SIDES:
        return ""
    return enemy(first) if kind_of(phase) == "defensive-fire" else first
