"""The sequence of play of La Legión, as its chapter 10 gives it (LL-10.1)."""

from pbem.core.events import Phase
from pbem.kit.sequence import Sequence

MOROCCAN, SPANISH = "moroccan", "spanish"
SIDES = (MOROCCAN, SPANISH)

SEQUENCE = (
    Phase(id="spanish-setup", sides=(SPANISH,), orders=("deploy",), once=True),
    Phase(id="moroccan-setup", sides=(MOROCCAN,), orders=("deploy",), once=True),
    Phase(id="weather"),
    Phase(id="moroccan-bombardment", sides=(MOROCCAN,), orders=("bombard",)),
    Phase(id="moroccan-movement", sides=(MOROCCAN,), orders=("move", "march", "reinforce", "hold")),
    Phase(id="moroccan-combat", sides=(MOROCCAN,), orders=("attack",)),
    Phase(id="spanish-air-1", sides=(SPANISH,), orders=("fly",)),
    Phase(id="spanish-air-2", sides=(SPANISH,), orders=("fly",)),
    Phase(id="spanish-air-3", sides=(SPANISH,), orders=("fly",)),
    Phase(id="spanish-fleet", sides=(SPANISH,), orders=("place", "bombard")),
    Phase(id="spanish-bombardment", sides=(SPANISH,), orders=("bombard",)),
    Phase(id="spanish-movement", sides=(SPANISH,), orders=("move", "march", "reinforce", "land", "panic", "hold")),
    Phase(id="spanish-combat", sides=(SPANISH,), orders=("attack",)),
    Phase(id="turn-end"),
)

ORDER = Sequence(SEQUENCE)
AIR_PHASES = ("spanish-air-1", "spanish-air-2", "spanish-air-3")


def acting(phase: str) -> str:
    """The side whose phase it is; "" in a phase that asks nobody."""
    return next(iter(ORDER.by_id[phase].sides), "")


def enemy(side: str) -> str:
    """The other side."""
    return SPANISH if side == MOROCCAN else MOROCCAN
