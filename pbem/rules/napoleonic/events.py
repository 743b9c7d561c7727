"""The facts of a Napoleonic battle, each with the numbers that a report needs. Facings are directions, 0 north."""

from typing import Literal

from pbem.core.events import Event, Modifier
from pbem.core.record import kinds_in


class Deployed(Event):
    """A counter or leader was set up; `by` whom, the player or, in silence, the referee."""

    type: Literal["deployed"] = "deployed"
    unit: str
    at: str
    facing: int
    formation: str
    by: Literal["player", "referee"] = "player"


class Commanded(Event):
    """A division has a new order (NAP-2.3); hidden from the enemy, who learns that there is one."""

    type: Literal["commanded"] = "commanded"
    division: str
    side: str
    order: str
    distant: bool = False


class CommandFailed(Event):
    """The order did not reach a distant division, which keeps its own (NAP-2.3)."""

    type: Literal["command-failed"] = "command-failed"
    division: str
    side: str
    order: str
    face: int
    needed: int


class OrderShown(Event):
    """What a division does shows the enemy its order."""

    type: Literal["order-shown"] = "order-shown"
    division: str
    order: str


class LeaderReplaced(Event):
    """A leader who was taken has a successor (NAP-2.3)."""

    type: Literal["leader-replaced"] = "leader-replaced"
    unit: str
    at: str
    beside: str


class LeaderTaken(Event):
    """A leader was taken by the enemy (NAP-2.4)."""

    type: Literal["leader-taken"] = "leader-taken"
    unit: str
    at: str


class LeaderMoved(Event):
    """A leader went with a counter, or to the nearest one (NAP-2.4)."""

    type: Literal["leader-moved"] = "leader-moved"
    unit: str
    origin: str
    to: str


class Moved(Event):
    """A counter or leader moved; `path` begins where it stood, of one that enters with its entry hex.

    `facing` is the one that it ends with; `left` the MP that it has left, `step_free` and `more_free` the turns that
    it may still make free: both are its own side's to know. `by` is the clause where the rules moved it.
    """

    type: Literal["moved"] = "moved"
    unit: str
    side: str = ""
    path: tuple[str, ...]
    facing: int
    cost: int
    left: int
    step_free: int = 0
    more_free: int = 0
    entered: bool = False
    by: str = ""


class Exited(Event):
    """A counter left the map: by an exit hex, or routed over its own edge (then it is eliminated)."""

    type: Literal["exited"] = "exited"
    unit: str
    at: str
    pf: int
    lost: bool = False


class Turned(Event):
    """A counter turned (NAP-5.6); `by` is the clause where the rules turned it."""

    type: Literal["turned"] = "turned"
    unit: str
    side: str = ""
    facing: int
    cost: int = 0
    left: int = 0
    step_free: int = 0
    more_free: int = 0
    by: str = ""


class Formed(Event):
    """A counter changed formation (NAP-5.3), limbered or unlimbered; `by` is the clause where it cost nothing."""

    type: Literal["formed"] = "formed"
    unit: str
    side: str = ""
    formation: str
    cost: int = 0
    left: int = 0
    by: str = ""


class Piled(Event):
    """The order of a pile, top first; `by` the player, or the default order of the rules (NAP-1.5)."""

    type: Literal["piled"] = "piled"
    hex: str
    order: tuple[str, ...]
    by: Literal["player", "rules"] = "player"


class Marked(Event):
    """A stack is marked to assault a hex (NAP-11.1)."""

    type: Literal["marked"] = "marked"
    hex: str
    target: str


class Unmarked(Event):
    """A stack has lost its ASSAULT marker; `reason` says by what: fire, morale, odds, empty."""

    type: Literal["unmarked"] = "unmarked"
    hex: str
    target: str
    reason: str


class Shot(Event):
    """A fire with its factor, column, modifiers, die and result (NAP-8.3 to 8.6).

    `pf` is the strength that fires, `terms` the factors (as texts "3/2") that it is multiplied by; `part` is 2 for the
    second column of more than 12 points.
    """

    type: Literal["shot"] = "shot"
    number: int
    unit: str
    origin: str
    at: str
    target: str
    distance: int
    pf: int
    terms: tuple[tuple[str, str, str], ...]
    factor: int
    column: int
    part: int
    drm: tuple[Modifier, ...]
    face: int
    row: int
    result: str


class Lost(Event):
    """A counter lost PF; `cause`: fire, shock, retreat, stacking."""

    type: Literal["lost"] = "lost"
    unit: str
    at: str
    pf: int
    left: int
    cause: str


class Eliminated(Event):
    """A counter is out of the game; `cause`: fire, shock, retreat, stacking, flight, edge."""

    type: Literal["eliminated"] = "eliminated"
    unit: str
    at: str
    cause: str


class NoFire(Event):
    """A battery may not fire until the end of a turn (NAP-8.8, 8.11)."""

    type: Literal["no-fire"] = "no-fire"
    unit: str
    until: int


class MoraleTested(Event):
    """A morale test with its modifiers, die, row and result, and the state before and after (NAP-9)."""

    type: Literal["morale-tested"] = "morale-tested"
    unit: str
    at: str
    why: str
    grade: str
    drm: tuple[Modifier, ...]
    face: int
    row: int
    result: str
    before: str
    after: str


class Broken(Event):
    """A counter is routed without a test (NAP-14.4)."""

    type: Literal["broken"] = "broken"
    unit: str
    at: str


class Retreated(Event):
    """A counter retreated; `path` begins where it stood (NAP-8.15)."""

    type: Literal["retreated"] = "retreated"
    unit: str
    path: tuple[str, ...]
    facing: int
    limbers: bool = False


class Charged(Event):
    """Cavalry charged along a path, which begins where it stood, at a hex (NAP-10.1)."""

    type: Literal["charged"] = "charged"
    units: tuple[str, ...]
    path: tuple[str, ...]
    target: str
    facing: int
    cost: int


class SquareTried(Event):
    """A hex has tried to form square in this phase (NAP-10.2)."""

    type: Literal["square-tried"] = "square-tried"
    hex: str


class Fatigued(Event):
    """The fatigue of a cavalry counter changed (NAP-10.6)."""

    type: Literal["fatigued"] = "fatigued"
    unit: str
    level: int


class Term(Modifier):
    """What one counter brings into a shock: PF times factors, as a text "16/3"."""

    unit: str = ""
    value: str = ""
    factors: tuple[tuple[str, str, str], ...] = ()


class Fought(Event):
    """A shock with its values, column, modifiers, die and result (NAP-11.2 to 11.5).

    `attack` and `defence` are exact, as texts; `leaders` gave their shock factor. `provoked` counts the attacks that
    lost control has brought before it, from 1; 0 for an assault that was ordered.
    """

    type: Literal["fought"] = "fought"
    number: int
    side: str
    at: str
    origins: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack_terms: tuple[Term, ...]
    defence_terms: tuple[Term, ...]
    attack: str
    defence: str
    column: str
    drm: tuple[Modifier, ...]
    leaders: tuple[str, ...]
    face: int
    row: int
    printed: str
    result: str
    provoked: int = 0


class Advanced(Event):
    """A counter advanced into a hex that its shock has emptied (NAP-11.9, 12.4)."""

    type: Literal["advanced"] = "advanced"
    unit: str
    origin: str
    to: str
    facing: int
    controlled: bool = True


class ControlTested(Event):
    """Whether cavalry that has won is still in hand (NAP-12)."""

    type: Literal["control-tested"] = "control-tested"
    unit: str
    at: str
    grade: str
    drm: tuple[Modifier, ...]
    face: int
    row: int
    result: str


class DivisionTested(Event):
    """A division's morale: column, modifiers, die and result (NAP-14)."""

    type: Literal["division-tested"] = "division-tested"
    division: str
    side: str
    lost: int
    start: int
    column: str
    drm: tuple[Modifier, ...]
    face: int
    row: int
    result: str


class DivisionChanged(Event):
    """A division withdraws, flees, or is steady again (NAP-14.4)."""

    type: Literal["division-changed"] = "division-changed"
    division: str
    state: str


class TownTaken(Event):
    """A town hex has changed hands (NAP-15.5)."""

    type: Literal["town-taken"] = "town-taken"
    hex: str
    side: str


class Watered(Event):
    """Counters that were at the well (NAP-15.7)."""

    type: Literal["watered"] = "watered"
    units: tuple[str, ...]


class TurnEnded(Event):
    """The turn is over; the victory points of both sides as they stand (NAP-15.5)."""

    type: Literal["turn-ended"] = "turn-ended"
    french: int
    spanish: int
    terms: tuple[Modifier, ...] = ()


EVENTS = kinds_in(vars(), Event)
