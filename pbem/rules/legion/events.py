"""The facts that a game of La Legión consists of. Each has every number that a report needs."""

from typing import Literal

from pbem.core.events import Event, Modifier
from pbem.core.record import Record, kinds_in

Firer = Literal["artillery", "air", "fleet"]


class Deployed(Event):
    """A piece was set up; `by_referee` where its owner gave no order (LL-6.1)."""

    type: Literal["deployed"] = "deployed"
    unit: str
    at: str
    by_referee: bool = False


class WeatherSet(Event):
    """The weather of the turn and the side that rolled it (LL-9.1)."""

    type: Literal["weather-set"] = "weather-set"
    weather: Literal["normal", "sandstorm", "hot"]
    roller: str
    face: int


class Moved(Event):
    """A land piece moved or marched. `path` begins with the hex it left; cost and allowance in points.

    `road`: the road bonus was used (LL-7.5). `zoc_of`: the enemies whose zone of control it stopped in, and must
    attack one of where `must_attack` (LL-7.8).
    """

    type: Literal["moved"] = "moved"
    unit: str
    how: Literal["move", "march"]
    path: tuple[str, ...]
    cost: int
    allowance: int
    road: bool = False
    zoc_of: tuple[str, ...] = ()
    must_attack: bool = False


class Reinforced(Event):
    """A reinforcement came in at `path[0]` and marched on (LL-6.6, 6.7)."""

    type: Literal["reinforced"] = "reinforced"
    unit: str
    path: tuple[str, ...]
    cost: int
    allowance: int
    road: bool = False


class Waited(Event):
    """A reinforcement that was due got no order and waits (LL-6.6, 6.7)."""

    type: Literal["waited"] = "waited"
    unit: str


class Due(Event):
    """Pieces became due at the start of their turn (LL-6.3, 6.4)."""

    type: Literal["due"] = "due"
    units: tuple[str, ...]


class Landed(Event):
    """A piece was put on a landing hex, all of them before any moves on (LL-6.9)."""

    type: Literal["landed"] = "landed"
    unit: str
    at: str


class Disembarked(Event):
    """A landed piece made its half move from the landing hex `path[0]` (LL-6.10)."""

    type: Literal["disembarked"] = "disembarked"
    unit: str
    path: tuple[str, ...]
    cost: int
    allowance: int
    zoc_of: tuple[str, ...] = ()


class Held(Event):
    """A piece was told to stay."""

    type: Literal["held"] = "held"
    unit: str


class Panicked(Event):
    """Armour drove a piece off in a straight line, before or after its own move (LL-8.23, 8.24)."""

    type: Literal["panicked"] = "panicked"
    armour: str
    unit: str
    origin: str
    at: str
    when: Literal["before", "after"]


class DutyLifted(Event):
    """A piece need not attack any more: the enemies that obliged it are gone (LL-7.8)."""

    type: Literal["duty-lifted"] = "duty-lifted"
    unit: str


class Bombarded(Event):
    """A bombardment of one piece: artillery, aircraft or fleet (LL-8.13, 8.18, 8.20). A 2 eliminates."""

    type: Literal["bombarded"] = "bombarded"
    unit: str
    origin: str
    target: str
    at: str
    by: Firer
    face: int
    hit: bool


class Flown(Event):
    """An aircraft flew, in hexes of 1 point each (LL-8.17)."""

    type: Literal["flown"] = "flown"
    unit: str
    origin: str
    to: str
    cost: int
    allowance: int


class Returned(Event):
    """The aircraft went home after the third sub-turn (LL-8.17)."""

    type: Literal["returned"] = "returned"
    units: tuple[str, ...]


class FleetPlaced(Event):
    """A fleet was placed on a sea hex; `origin` is None the first time (LL-8.20)."""

    type: Literal["fleet-placed"] = "fleet-placed"
    unit: str
    at: str
    origin: str | None = None


class Term(Modifier):
    """A term of a strength, and the piece that brings it."""

    unit: str


class Strength(Record):
    """One side of a combat: its terms (each with clause and piece), their sum, the die and the value (LL-10.2).

    A term's `code` is "combat", "fortress", "city", "machine-gun", "mountain", "heat" or "support".
    """

    units: tuple[str, ...]
    terms: tuple[Term, ...]
    total: int
    face: int
    value: int


class Declared(Event):
    """A combat was declared: all of a sheet's are, before the first die (LL-8.1)."""

    type: Literal["declared"] = "declared"
    number: int
    side: str
    units: tuple[str, ...]
    targets: tuple[str, ...]
    support: tuple[str, ...] = ()


class AttackAdded(Event):
    """The referee added an attack for a piece that had to attack and had no order (LL-7.8)."""

    type: Literal["attack-added"] = "attack-added"
    unit: str
    target: str
    joined: bool = False


class Lapsed(Event):
    """Pieces fell out of a declared combat before its die, their targets gone: they have not fought (LL-8.1)."""

    type: Literal["lapsed"] = "lapsed"
    number: int
    units: tuple[str, ...]
    support: tuple[str, ...] = ()


class Fought(Event):
    """One combat: both strengths, and who won. The losers' elimination follows as Eliminated (LL-8.2 to 8.6)."""

    type: Literal["fought"] = "fought"
    number: int
    side: str
    at: tuple[str, ...]
    origins: tuple[str, ...]
    attack: Strength
    defence: Strength
    support: tuple[str, ...] = ()
    outcome: Literal["attacker", "defender", "tie"]


class Eliminated(Event):
    """A piece left the game; `cause` is combat or bombardment, `by` the side that did it."""

    type: Literal["eliminated"] = "eliminated"
    unit: str
    at: str
    by: str
    cause: Literal["combat", "bombardment"]


class BatteryCaptured(Event):
    """The Moroccans placed a captured battery where Spanish artillery was lost (LL-8.16)."""

    type: Literal["battery-captured"] = "battery-captured"
    unit: str
    at: str
    lost: str


class AirportTaken(Event):
    """The airport changed hands (LL-8.19)."""

    type: Literal["airport-taken"] = "airport-taken"
    side: str
    unit: str


class TurnEnded(Event):
    """The end of a turn, with the land pieces of each side on the map (LL-5.4).

    The marker advances to the next box, unless the game ends with this turn: `last` (LL-2.4).
    """

    type: Literal["turn-ended"] = "turn-ended"
    turn: int
    moroccan: int
    spanish: int
    last: bool = False


EVENTS = kinds_in(vars(), Event)
