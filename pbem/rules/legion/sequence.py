"""The sequence of play of La Legión, as its chapter 10 gives it (LL-10.1)."""

from pbem.core.events import Phase

MOROCCAN, SPANISH = "moroccan", "spanish"
SIDES = (MOROCCAN, SPANISH)

SEQUENCE = (
    Phase(id="spanish-setup", side=SPANISH, orders=("deploy",), once=True),
    Phase(id="moroccan-setup", side=MOROCCAN, orders=("deploy",), once=True),
    Phase(id="weather", side=None),
    Phase(id="moroccan-bombardment", side=MOROCCAN, orders=("bombard",)),
    Phase(id="moroccan-movement", side=MOROCCAN, orders=("move", "march", "reinforce", "hold")),
    Phase(id="moroccan-combat", side=MOROCCAN, orders=("attack",)),
    Phase(id="spanish-air-1", side=SPANISH, orders=("fly",)),
    Phase(id="spanish-air-2", side=SPANISH, orders=("fly",)),
    Phase(id="spanish-air-3", side=SPANISH, orders=("fly",)),
    Phase(id="spanish-fleet", side=SPANISH, orders=("place", "bombard")),
    Phase(id="spanish-bombardment", side=SPANISH, orders=("bombard",)),
    Phase(id="spanish-movement", side=SPANISH, orders=("move", "march", "reinforce", "land", "panic", "hold")),
    Phase(id="spanish-combat", side=SPANISH, orders=("attack",)),
    Phase(id="turn-end", side=None),
)

PHASES = {phase.id: phase for phase in SEQUENCE}
AIR_PHASES = ("spanish-air-1", "spanish-air-2", "spanish-air-3")


def enemy(side: str) -> str:
    """The other side."""
    return SPANISH if side == MOROCCAN else MOROCCAN
