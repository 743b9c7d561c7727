"""The facts of Africa 1859-60, each with the numbers that a report needs."""

from typing import Literal

from pbem.core.events import Event, Modifier
from pbem.core.record import kinds_in

Cause = Literal["fire", "defensive-fire", "artillery", "shock", "demoralized", "capture"]
Result = Literal["none", "retreat", "demoralization", "destroyed"]


class Term(Modifier):
    """One term of a number of coins; `unit` is whose factor it is, where it is one's."""

    unit: str = ""


class Deployed(Event):
    """Units were set up in an area; `by` whom, the player or, in silence, the scenario."""

    type: Literal["deployed"] = "deployed"
    units: tuple[str, ...]
    at: str
    by: Literal["player", "scenario"] = "player"


class Stacked(Event):
    """The stack of a side in an area has a new order, top first (AFR-4.4)."""

    type: Literal["stacked"] = "stacked"
    side: str
    at: str
    order: tuple[str, ...]


class Moved(Event):
    """Units made one step or several; `path` begins where they stood.

    `by`: order, activation, algarabia, landing, convoy, demoralized (the clause moves them), overstack (AFR-5.3).
    `attacks`: they have come in among enemies.
    """

    type: Literal["moved"] = "moved"
    units: tuple[str, ...]
    path: tuple[str, ...]
    by: Literal["order", "activation", "algarabia", "landing", "convoy", "demoralized", "overstack"] = "order"
    attacks: bool = False


class MoveVoided(Event):
    """Units that brought an area over its limit go back where they came from (AFR-5.3)."""

    type: Literal["move-voided"] = "move-voided"
    units: tuple[str, ...]
    path: tuple[str, ...]


class OverstackStays(Event):
    """An area stays over its limit: nowhere is room (AFR-5.3)."""

    type: Literal["overstack-stays"] = "overstack-stays"
    side: str
    at: str


class Sailed(Event):
    """The gunboat went along sea, coast or river, those aboard with it; `path` begins where it was (AFR-12.5, 13.3)."""

    type: Literal["sailed"] = "sailed"
    unit: str
    path: tuple[str, ...]


class Activated(Event):
    """Cavalry with leaders, a gun or the gunboat acts; `standing` is the number of the order that fired (AFR-8, 9)."""

    type: Literal["activated"] = "activated"
    side: str
    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    at: str
    standing: int | None = None


class ReactionLost(Event):
    """What of a reaction could not be done when its moment came: `standing` is the number of its order (AFR-15.3)."""

    type: Literal["reaction-lost"] = "reaction-lost"
    side: str
    standing: int | None
    unit: str
    code: str
    rule: str


class Fired(Event):
    """A unit fired at the top of a stack: terms and coins, heads, whether it was a hit (AFR-6.1 to 6.5).

    `defensive` fire is at those who came into its area. With no coins flipped `heads` is 0 and `faces` "".
    """

    type: Literal["fired"] = "fired"
    unit: str
    origin: str
    at: str
    target: str
    terms: tuple[Term, ...]
    coins: int
    faces: str
    heads: int
    hit: bool
    defensive: bool = False
    leader: str | None = None


class HeldFire(Event):
    """A unit had too few coins, and counts as not having fired (AFR-6.3)."""

    type: Literal["held-fire"] = "held-fire"
    unit: str
    at: str
    terms: tuple[Term, ...]
    coins: int
    defensive: bool = False


class Shelled(Event):
    """A gun fired at an area: terms, coins, heads, the die and its column by distance, the result (AFR-9.5)."""

    type: Literal["shelled"] = "shelled"
    unit: str
    origin: str
    at: str
    distance: int
    terms: tuple[Term, ...]
    coins: int
    faces: str
    heads: int
    die: int | None
    column: int | None
    result: Result
    targets: tuple[str, ...]
    defensive: bool = False


class Struck(Event):
    """What a hit, shells or a shock did to a unit, before it retreats (AFR-6.6, 6.13, 9.5).

    `steps` is how many steps it lost; `left` how many it has (0: destroyed); `to_bottom`: it goes under the others.
    """

    type: Literal["struck"] = "struck"
    unit: str
    at: str
    cause: Cause
    steps: int = 0
    left: int | None = None
    demoralized: bool = False
    to_bottom: bool = False


class Retreated(Event):
    """Units went back along a path that begins where they stood; `stays_over`: nowhere was room (AFR-5.4, 6.9)."""

    type: Literal["retreated"] = "retreated"
    units: tuple[str, ...]
    path: tuple[str, ...]
    cause: Cause
    stays_over: bool = False


class FellBack(Event):
    """Attackers went back after a shock that nobody won (AFR-6.15)."""

    type: Literal["fell-back"] = "fell-back"
    units: tuple[str, ...]
    at: str
    to: str


class Eliminated(Event):
    """A unit is out of the game: nowhere to go, no steps left, or a leader lost alone."""

    type: Literal["eliminated"] = "eliminated"
    unit: str
    at: str
    cause: Cause


class Captured(Event):
    """A convoy was taken, or lost to shells (AFR-9.5, 14.7)."""

    type: Literal["captured"] = "captured"
    unit: str
    at: str
    cause: Literal["capture", "artillery"] = "capture"


class GaixRevealed(Event):
    """The combat factor of a Gaix el Kabila was drawn (AFR-2.8)."""

    type: Literal["gaix-revealed"] = "gaix-revealed"
    unit: str
    at: str
    factor: int


class Shocked(Event):
    """A shock: terms, coins and heads of both sides, the winner ("" for nobody), its crosses and their row (AFR-6.12).

    `number` counts the shocks of the turn; `row` is the effect of the results table.
    """

    type: Literal["shocked"] = "shocked"
    number: int
    at: str
    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack_terms: tuple[Term, ...]
    defence_terms: tuple[Term, ...]
    attack_coins: int
    defence_coins: int
    attack_faces: str
    defence_faces: str
    winner: str
    crosses: int | None
    row: str


class LossesTaken(Event):
    """How the loser of a shock chose to lose (AFR-6.13)."""

    type: Literal["losses-taken"] = "losses-taken"
    side: str
    at: str
    mode: Literal["half", "steps"]
    units: tuple[str, ...]


class ShockEnded(Event):
    """The shock of an area is over: who stands there stands there for good (AFR-5.1)."""

    type: Literal["shock-ended"] = "shock-ended"
    at: str


class ControlChanged(Event):
    """An area is controlled by another side (AFR-11.2)."""

    type: Literal["control-changed"] = "control-changed"
    at: str
    side: str


class MarkersCleared(Event):
    """At the end of the turn markers come off (AFR-3.3)."""

    type: Literal["markers-cleared"] = "markers-cleared"


class Arrived(Event):
    """A reinforcement came in; `wanted` is the area that its list names, where it is another (AFR-11.3)."""

    type: Literal["arrived"] = "arrived"
    unit: str
    at: str
    wanted: str | None = None


class Delayed(Event):
    """A reinforcement waits for the next turn: its area is held by enemies (AFR-11.3)."""

    type: Literal["delayed"] = "delayed"
    unit: str
    at: str


class Rallied(Event):
    """A unit tried to rally: terms, coins, heads, and whether the marker is gone (AFR-7.1)."""

    type: Literal["rallied"] = "rallied"
    unit: str
    at: str
    terms: tuple[Term, ...]
    coins: int
    faces: str
    heads: int
    rallied: bool


class TurnEnded(Event):
    """The turn marker advances."""

    type: Literal["turn-ended"] = "turn-ended"


EVENTS = kinds_in(vars(), Event)
