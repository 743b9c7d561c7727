"""The facts of Morocco 1926, each with the numbers that a report needs."""

from typing import Literal

from pbem.core.events import Event, Modifier
from pbem.core.record import kinds_in

Cause = Literal["combat", "bombardment", "supply", "loyalty", "retreat", "stacking", "dispersal"]


class Term(Modifier):
    """What one unit adds to a strength."""

    unit: str = ""


class Deployed(Event):
    """A unit was set up; `by` whom, the player or, in silence, the referee."""

    type: Literal["deployed"] = "deployed"
    unit: str
    at: str
    by: Literal["player", "referee"] = "player"


class HeldBack(Event):
    """A unit that was not set up waits to enter, or is in the pool (RIF-7.1, 7.3)."""

    type: Literal["held-back"] = "held-back"
    unit: str
    status: Literal["entering", "pool"]


class Moved(Event):
    """A unit moved; `path` begins where it stood. `by` says whether the referee moved it, and by which clause."""

    type: Literal["moved"] = "moved"
    unit: str
    path: tuple[str, ...]
    cost: int
    allowance: int
    by: str = ""


class Entered(Event):
    """A unit came onto the map; `path` begins with its entry hex."""

    type: Literal["entered"] = "entered"
    unit: str
    path: tuple[str, ...]
    cost: int
    allowance: int


class Sailed(Event):
    """A ship went to a sea hex, from off the map where there is no `origin`."""

    type: Literal["sailed"] = "sailed"
    unit: str
    at: str
    origin: str | None = None


class Held(Event):
    """Units stay where they are."""

    type: Literal["held"] = "held"
    units: tuple[str, ...]


class Bombarded(Event):
    """A hex was fired at: the points, the column and row of the table, the number needed and what was rolled."""

    type: Literal["bombarded"] = "bombarded"
    side: str
    at: str
    units: tuple[str, ...]
    origins: tuple[str, ...]
    points: int
    column: str
    row: str
    town: bool
    needed: int
    face: int
    hit: bool


class ShipBombarded(Event):
    """Rif batteries fired at a ship; without enough points nothing was rolled (RIF-9.19)."""

    type: Literal["ship-bombarded"] = "ship-bombarded"
    side: str
    ship: str
    at: str
    units: tuple[str, ...]
    origins: tuple[str, ...]
    points: int
    face: int
    hit: bool


class AircraftHit(Event):
    """An aircraft was hit: repaired after so many turns, or 0 for shot down (RIF-9.21)."""

    type: Literal["aircraft-hit"] = "aircraft-hit"
    unit: str
    turns: int
    back_turn: int | None = None


class AircraftBack(Event):
    """An aircraft is repaired and back at its base."""

    type: Literal["aircraft-back"] = "aircraft-back"
    unit: str


class Dispersed(Event):
    """A unit was dispersed; `face` is the die of its supply, 0 where a combat or bombardment did it (RIF-10.5)."""

    type: Literal["dispersed"] = "dispersed"
    unit: str
    at: str
    cause: Cause
    face: int = 0


class Recovered(Event):
    """A dispersed unit is in order again; `modifiers` are those of its die (RIF-11.1)."""

    type: Literal["recovered"] = "recovered"
    unit: str
    at: str
    face: int
    modifiers: tuple[Modifier, ...]


class StaysDispersed(Event):
    """A dispersed unit did not recover; `modifiers` are those of its die (RIF-11.1)."""

    type: Literal["stays-dispersed"] = "stays-dispersed"
    unit: str
    at: str
    face: int
    modifiers: tuple[Modifier, ...]


class Eliminated(Event):
    """A unit is out of the game."""

    type: Literal["eliminated"] = "eliminated"
    unit: str
    at: str
    cause: Cause


class Declared(Event):
    """An attack was declared: its units have attacked, the defenders have been attacked, support has fired."""

    type: Literal["declared"] = "declared"
    number: int
    side: str
    at: str
    units: tuple[str, ...]
    support: tuple[str, ...]
    targets: tuple[str, ...]


class AttackAdded(Event):
    """Units that had to attack and had no order do so: with others or by themselves (RIF-4.4, 9.2)."""

    type: Literal["attack-added"] = "attack-added"
    units: tuple[str, ...]
    at: str
    rule: str
    joined: bool


class Defended(Event):
    """Guns of the defender spend their fire on the defence of a hex (RIF-9.16, 9.17)."""

    type: Literal["defended"] = "defended"
    units: tuple[str, ...]
    at: str


class Fought(Event):
    """A combat was resolved: both strengths with their terms, the column, the die with its modifiers, the result."""

    type: Literal["fought"] = "fought"
    number: int
    side: str
    at: str
    origins: tuple[str, ...]
    units: tuple[str, ...]
    support: tuple[str, ...]
    targets: tuple[str, ...]
    defence_support: tuple[str, ...]
    attack_terms: tuple[Term, ...]
    defence_terms: tuple[Term, ...]
    fire: int
    counted: int
    attack: int
    defence: int
    column: str
    face: int
    drm: tuple[Modifier, ...]
    row: int
    result: str


class ArmourCaught(Event):
    """Armour alone in a hex was attacked by the Rif: it is lost without a die (RIF-9.10)."""

    type: Literal["armour-caught"] = "armour-caught"
    number: int
    side: str
    at: str
    origins: tuple[str, ...]
    units: tuple[str, ...]


class Retreated(Event):
    """A unit retreated one hex."""

    type: Literal["retreated"] = "retreated"
    unit: str
    origin: str
    to: str


class Advanced(Event):
    """A unit advanced into the hex that it attacked."""

    type: Literal["advanced"] = "advanced"
    unit: str
    origin: str
    to: str


class SupplyFound(Event):
    """Which ground units on the map are out of supply; all others are in supply (RIF-10.1)."""

    type: Literal["supply-found"] = "supply-found"
    out: tuple[str, ...]


class SupplyHeld(Event):
    """A unit out of supply keeps its order (RIF-10.5)."""

    type: Literal["supply-held"] = "supply-held"
    unit: str
    at: str
    face: int


class StayedLoyal(Event):
    """A dispersed unit stays with its side; `modifiers` are those of its die (RIF-12.1)."""

    type: Literal["stayed-loyal"] = "stayed-loyal"
    unit: str
    at: str
    face: int
    modifiers: tuple[Modifier, ...]


class Deserted(Event):
    """A dispersed unit is gone; `replaced` if the Rif may put a unit in its place (RIF-12.1, 12.2)."""

    type: Literal["deserted"] = "deserted"
    unit: str
    at: str
    face: int
    modifiers: tuple[Modifier, ...]
    replaced: bool


class Defected(Event):
    """A unit of the pool stands in for a deserter (RIF-12.2)."""

    type: Literal["defected"] = "defected"
    unit: str
    at: str
    lost: str


class TribeRemoved(Event):
    """All towns of a tribe are occupied: its units leave the game (RIF-12.3)."""

    type: Literal["tribe-removed"] = "tribe-removed"
    tribe: str
    units: tuple[str, ...]


class TownsFound(Event):
    """Which towns are occupied, and which zones pacified; `changed` are towns that were not so before (RIF-12.4)."""

    type: Literal["towns-found"] = "towns-found"
    occupied: tuple[str, ...]
    pacified: tuple[str, ...]
    taken: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()


class ReinforcementsRolled(Event):
    """So many units more may enter; `due` is what is owed in all (RIF-7.5)."""

    type: Literal["reinforcements-rolled"] = "reinforcements-rolled"
    face: int
    count: int
    due: int


class TurnEnded(Event):
    """The turn is over, and the next begins."""

    type: Literal["turn-ended"] = "turn-ended"


EVENTS = kinds_in(vars(), Event)
