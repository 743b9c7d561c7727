"""A second reckoning of Morocco 1926's hard clauses, slow and simple, written from the rule catalogue alone.

It shares nothing with `pbem/rules`: units are plain records, a map is a rectangle of CCRR hexes with words of terrain,
and every question is answered by trying. It says of a position what a case file would expect of it, and tests/reckoning
holds the rules to that on random positions; where the two differ one of them misreads the catalogue.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tests.reckoning.legion import around

ALLIED, RIF = "allied", "rif"
LINE, AFIELD = ("infantry", "cavalry"), ("infantry", "cavalry", "engineer", "armour")
TRIBES = {"AX": "axdir", "BT": "beni-tuzin", "BA": "beni-am-mart", "AN": "annual"}
PACIFIED = {"axdir": 12, "beni-am-mart": 5, "beni-tuzin": 5, "annual": 5}
"""Towns to occupy of each zone (RIF-14.1)."""


@dataclass(frozen=True)
class Unit:
    """A ground unit as its counter shows it and where it stands (CCRR, None once it is gone)."""

    id: str
    side: str
    type: str
    group: str
    nation: str
    class_: str
    attack: int = 0
    defence: int = 0
    movement: int = 0
    points: int = 0
    range: int = 0
    at: str | None = None
    dispersed: bool = False
    fired: bool = False
    in_supply: bool = True
    status: str = "map"


@dataclass(frozen=True)
class Position:
    """A position on a whole rectangle of hexes; a hex that `terrain` does not name is clear."""

    columns: int
    rows: int
    terrain: Mapping[str, frozenset[str]]
    units: Mapping[str, Unit]
    roads: frozenset[frozenset[str]] = frozenset()
    rails: frozenset[frozenset[str]] = frozenset()
    zones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    exits: frozenset[str] = frozenset()

    def is_(self, hex_: str, word: str) -> bool:
        """Whether a hex has this word of terrain."""
        return word in self.terrain.get(hex_, ())

    def hexes(self) -> list[str]:
        """All hexes, ascending."""
        return [f"{c:02}{r:02}" for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]

    def beside(self, hex_: str) -> list[str]:
        """The land hexes around one: columns of even number stand half a hex lower (RIF-W12)."""
        return [h for h in around(self.columns, self.rows, hex_) if not self.is_(h, "sea")]

    def of(self, side: str) -> list[Unit]:
        """The units of a side on the map, by id."""
        return sorted((u for u in self.units.values() if u.side == side and u.at), key=lambda u: u.id)

    def stack(self, hex_: str) -> list[Unit]:
        """The units in a hex, by id."""
        return sorted((u for u in self.units.values() if u.at == hex_), key=lambda u: u.id)

    def with_(self, unit: Unit) -> "Position":
        """The position with a unit as it is now."""
        return self.with_all([unit])

    def with_all(self, units: Iterable[Unit]) -> "Position":
        """The position with units as they are now."""
        return replace(self, units={**self.units, **{unit.id: unit for unit in units}})


def enemy(side: str) -> str:
    """The other side."""
    return RIF if side == ALLIED else ALLIED


def apart(pos: Position, start: str, goal: str) -> int:
    """How many hexes it is from one to another, over land and sea, counted ring by ring."""
    ring, steps = {start}, 0
    while goal not in ring:
        ring, steps = ring.union(*(around(pos.columns, pos.rows, h) for h in ring)), steps + 1
    return steps


# Zones of control (RIF-4.1) and supply (RIF-10.1 to 10.4) ---------------------------------------------------------


def controlled(pos: Position, hex_: str, by: str) -> bool:
    """Whether a hex lies in the zone of a side: every ground unit has one; no trench, no sea is in any (RIF-4.1)."""
    if pos.is_(hex_, "trench") or pos.is_(hex_, "sea"):
        return False
    return any(u.side == by for h in pos.beside(hex_) for u in pos.stack(h))


def open_to(pos: Position, hex_: str, side: str) -> bool:
    """Whether a line of a side may pass a hex: no enemy there, no zone of his, no sea (RIF-10.1)."""
    taken = any(u.side != side for u in pos.stack(hex_))
    return not taken and not pos.is_(hex_, "sea") and not controlled(pos, hex_, enemy(side))


def supplied(pos: Position) -> set[str]:
    """The ids of the units on the map that are in supply."""
    return {u.id for u in pos.of(RIF) if _rif_supplied(pos, u)} | _allied_supplied(pos)


def _rif_supplied(pos: Position, unit: Unit) -> bool:
    """Over any number of land hexes to a town of its own zone, or, for R and GY, to any (RIF-10.4)."""
    assert unit.at is not None
    return any(good_town(pos, h, unit.group) for h in reached(pos, unit.at, RIF))


def good_town(pos: Position, hex_: str, group: str) -> bool:
    """Whether a hex is a town that supplies units of a group (RIF-10.4)."""
    tribe = TRIBES.get(group)
    return pos.is_(hex_, "town") and (tribe is None or hex_ in pos.zones.get(tribe, ()))


def reached(pos: Position, start: str, side: str) -> set[str]:
    """The hexes that a free line over land from a unit's own hex reaches, that hex among them (RIF-10.1)."""
    found, fresh = {start}, {start}
    while fresh:
        fresh = {h for here in fresh for h in pos.beside(here) if h not in found and open_to(pos, h, side)}
        found |= fresh
    return found


def _allied_supplied(pos: Position) -> set[str]:
    """By road and rail to a source, then by chains of relays, over and over until nobody is added (RIF-10.2)."""
    fed = {u.id for u in pos.of(ALLIED) if _by_road(pos, u)}
    while True:
        more = {
            u.id for u in pos.of(ALLIED) if u.id not in fed and any(_relays(pos, r, u) for r in _relaying(pos, fed))
        }
        if not more:
            return fed
        fed |= more


def _relaying(pos: Position, fed: set[str]) -> list[Unit]:
    return [u for u in pos.of(ALLIED) if u.id in fed and not u.dispersed]


def _relays(pos: Position, relay: Unit, unit: Unit) -> bool:
    assert relay.at is not None
    assert unit.at is not None
    if relay.at == unit.at:
        return relay.id != unit.id
    if not open_to(pos, relay.at, ALLIED):
        return False
    if relay.at in pos.beside(unit.at):
        return True
    return any(relay.at in pos.beside(h) and open_to(pos, h, ALLIED) for h in pos.beside(unit.at))


def _sources(pos: Position, nation: str) -> frozenset[str]:
    """The sources of a nation's units (RIF-10.3)."""
    theirs = (
        pos.exits
        if nation == "french"
        else pos.zones.get("marked-2", frozenset()) | pos.zones.get("zone-3", frozenset())
    )
    return pos.zones.get("zone-1", frozenset()) | theirs


def _by_road(pos: Position, unit: Unit) -> bool:
    assert unit.at is not None
    sources = _sources(pos, unit.nation)
    found, fresh = {unit.at}, {unit.at}
    while fresh:
        if fresh & sources:
            return True
        joined = {h for line in pos.roads | pos.rails if line & fresh for h in line}
        fresh = {h for h in joined - found if open_to(pos, h, ALLIED)}
        found |= fresh
    return False


# Towns (RIF-12.3, 12.4, 14.1 to 14.3) ----------------------------------------------------------------------------


def occupied(pos: Position) -> list[str]:
    """The towns in tribal zones to which no unit of their tribe has a line (RIF-12.4), ascending."""
    found = []
    for zone in PACIFIED:
        own = [u for u in pos.units.values() if TRIBES.get(u.group) == zone]
        keepers = [u for u in pos.of(RIF) if u in own or not own]
        kept = {h for u in keepers if u.at for h in reached(pos, u.at, RIF)}
        found += [h for h in pos.zones.get(zone, ()) if pos.is_(h, "town") and h not in kept]
    return sorted(found)


def without_lost_tribes(pos: Position, taken: Sequence[str]) -> Position:
    """The position when the units of a tribe all of whose towns are occupied have gone (RIF-12.3)."""
    for group, zone in TRIBES.items():
        towns = {h for h in pos.zones.get(zone, ()) if pos.is_(h, "town")}
        if towns and towns <= set(taken):
            for unit in [u for u in pos.units.values() if u.group == group and u.status == "map"]:
                pos = pos.with_(replace(unit, at=None, status="removed"))
    return pos


def verdict(pos: Position, taken: Sequence[str], turn: int) -> tuple[str, str] | None:
    """Who has won at the end of a turn, and by which clause; None while the game goes on (RIF-14.1 to 14.3)."""
    count = {zone: sum(h in pos.zones.get(zone, ()) for h in taken) for zone in PACIFIED}
    if all(count[zone] >= needed for zone, needed in PACIFIED.items()):
        return "allied", "RIF-14.1"
    if turn < 12:
        return None
    towns = sum(pos.is_(h, "town") for zone in PACIFIED for h in pos.zones.get(zone, ()))
    return ("rif", "RIF-14.2") if towns - len(taken) >= 15 else ("draw", "RIF-14.3")


# The supply and loyalty phase (RIF-10.5, 12.1) -------------------------------------------------------------------

STEADY = {"european": 6, "indigenous": 5, "rif": 3}
"""Who is out of supply stays undispersed on this number or more (RIF-10.5)."""


def supply_phase(pos: Position, dice: Iterator[int]) -> tuple[Position, list[str], list[str]]:
    """The position after the phase, the labels of its rolls, the towns occupied; with an empty pool (RIF-12.2)."""
    taken, fed, rolls = occupied(pos), supplied(pos), []
    for unit in sorted(pos.units.values(), key=lambda u: u.id):
        pos = pos.with_(replace(unit, in_supply=unit.id in fed, fired=False))
        if unit.at and unit.id not in fed and not unit.dispersed:
            rolls.append(f"supply {unit.id}")
            pos = pos.with_(replace(pos.units[unit.id], dispersed=next(dice) < STEADY[unit.class_]))
    for unit in sorted(pos.units.values(), key=lambda u: u.id):
        if unit.at and unit.dispersed and unit.class_ != "european":
            rolls.append(f"loyalty {unit.id}")
            if next(dice) + _loyalty(pos, unit, taken) >= 6:
                pos = pos.with_(replace(unit, at=None, status="eliminated"))
    return without_lost_tribes(pos, taken), rolls, taken


def _loyalty(pos: Position, unit: Unit, taken: Iterable[str]) -> int:
    """The modifier of a loyalty roll (RIF-12.1)."""
    if unit.class_ == "indigenous":
        return 0 if unit.in_supply else 1
    zone = pos.zones.get(TRIBES.get(unit.group, ""), frozenset())
    return sum(h in zone for h in taken) // 3


# Movement (RIF-4.2, 5.1, 6.1, 8.1, 8.2) --------------------------------------------------------------------------


def step_cost(pos: Position, here: str, there: str) -> int:
    """The MP of one step (RIF-8.2)."""
    if frozenset((here, there)) in pos.roads:
        return 1
    return (2 if pos.is_(there, "mountain") else 1) + (2 if pos.is_(there, "river") else 0)


def step_fault(pos: Position, unit: Unit, here: str, there: str, stopped: bool) -> str | None:
    """The first code that a step earns but for its cost; `stopped`: an earlier step ended the move (RIF-4.2, E)."""
    if there not in around(pos.columns, pos.rows, here):
        return "not-connected"
    if pos.is_(there, "sea"):
        return "impassable"
    if any(u.side != unit.side for u in pos.stack(there)):
        return "enemy-occupied"
    zone = controlled(pos, there, enemy(unit.side))
    if unit.dispersed and zone:
        return "dispersed"
    if stopped:
        return "zoc-stop"
    return "zoc-to-zoc" if zone and controlled(pos, here, enemy(unit.side)) else None


def path_fault(pos: Position, unit: Unit, path: Sequence[str]) -> str | None:
    """The code that a path written out earns, room at its end left aside; None where it is legal."""
    assert unit.at is not None
    here, left, stopped = unit.at, unit.movement, False
    for there in path:
        fault = step_fault(pos, unit, here, there, stopped)
        if fault:
            return fault
        left -= step_cost(pos, here, there)
        if left < 0:
            return "move-too-far"
        here, stopped = there, controlled(pos, there, enemy(unit.side))
    return None


def goals(pos: Position, unit: Unit) -> set[str]:
    """The hexes where a move of the unit may end, room left aside; its own hex is left out."""
    assert unit.at is not None
    best: dict[str, int] = {unit.at: 0}
    fresh = [unit.at]
    while fresh:
        here = fresh.pop()
        stopped = here != unit.at and controlled(pos, here, enemy(unit.side))
        for there in pos.beside(here):
            cost = best[here] + step_cost(pos, here, there)
            if step_fault(pos, unit, here, there, stopped) or cost > min(unit.movement, best.get(there, 99) - 1):
                continue
            best[there] = cost
            fresh.append(there)
    return best.keys() - {unit.at}


def room(pos: Position, unit: Unit, hex_: str) -> bool:
    """Whether a unit may end in a hex (RIF-5.1): two line units, three others."""
    line = unit.type in LINE
    others = [u for u in pos.stack(hex_) if (u.type in LINE) == line and u.id != unit.id]
    return len(others) < (2 if line else 3)


# Combat (RIF-4.3, 9.7 to 9.16) -----------------------------------------------------------------------------------

COLUMNS = [Fraction(odds) for odds in ("1/3", "1/2", "1", "3/2", "2", "3", "4", "5")]
CRT = [
    ["AE", "AE", "AE1/Ad", "AE1/Ad", "Ad", "Ad1", "AR", "DR1"],
    ["AE", "AE1/Ad", "AE1/Ad", "Ad", "Ad1", "AR", "DR1", "DR"],
    ["AE1/Ad", "AE1/Ad", "Ad", "Ad1", "AR", "DR1", "DR", "DR/Dd1"],
    ["AE1/Ad", "Ad", "Ad1", "AR", "DR1", "DR", "DR/Dd1", "Dd"],
    ["Ad", "Ad1", "AR", "DR1", "DR", "DR/Dd", "Dd", "DE1/Dd"],
    ["Ad1", "AR", "DR1", "DR", "DR/Dd", "Dd", "DE1", "DE"],
    ["AR", "DR1", "DR", "DR/Dd", "Dd", "DE1", "DE", "DE"],
    ["DR1", "DR", "DR/Dd", "Dd", "DE1", "DE", "DE", "DE"],
    ["DR", "DR/Dd", "Dd", "DE1", "DE", "DE", "DE", "DE"],
]
"""Rows 0 to 8, columns 1-3 to 5-1 (RIF-9.13)."""


def defence(pos: Position, hex_: str) -> int:
    """The defence strength of a hex without help from others (RIF-9.12)."""
    stack = pos.stack(hex_)
    total = sum(_defends(u, stack) for u in stack)
    return total * 2 if pos.is_(hex_, "trench") else total


def _defends(unit: Unit, stack: Sequence[Unit]) -> int:
    if unit.type == "artillery":
        if not any(u.type in LINE for u in stack):
            return 0 if unit.dispersed else 1
        return 0 if unit.dispersed or unit.fired else unit.points
    if unit.type == "armour" and all(u.type == "armour" for u in stack):
        return 0
    return unit.defence // 2 if unit.dispersed else unit.defence


def modifier(pos: Position, hex_: str, attackers: Iterable[Unit]) -> int:
    """The sum of the DRMs (RIF-9.11, 8.2)."""
    types = {u.type for u in attackers}
    ground = {"mountain": -2, "river": -1, "town": -1}
    return sum(t in types for t in ("armour", "engineer")) + sum(n for w, n in ground.items() if pos.is_(hex_, w))


def fight(pos: Position, hex_: str, attackers: Sequence[str], support: Sequence[str], die: int) -> tuple[Position, str]:
    """The position after an attack without choices, and its result in the CRT (RIF-9.7 to 9.16)."""
    named = [pos.units[id_] for id_ in attackers]
    own = sum(u.attack for u in named)
    strength = own + min(2 * own, sum(pos.units[id_].points for id_ in support))
    against = defence(pos, hex_)
    column = (
        7 if not against else max((i for i, c in enumerate(COLUMNS) if Fraction(strength, against) >= c), default=0)
    )
    row = min(8, max(0, die + modifier(pos, hex_, named)))
    result = CRT[row][column]
    defenders = [u.id for u in pos.stack(hex_)]
    beside = [id_ for id_ in support if hex_ in pos.beside(pos.units[id_].at or "")]
    for id_ in (*support, *_guns(pos, hex_)):
        pos = pos.with_(replace(pos.units[id_], fired=True))
    parts = result.split("/")
    for part in reversed(parts) if result == "DR/Dd1" else parts:  # who is dispersed is chosen before the retreat
        pos = _carry_out(pos, part, sorted((*attackers, *beside)), defenders)
    return pos, result


def _guns(pos: Position, hex_: str) -> list[str]:
    """The guns in the hex attacked that fire in its defence (RIF-9.16)."""
    stack = pos.stack(hex_)
    if not any(u.type in LINE for u in stack):
        return []
    return [u.id for u in stack if u.type == "artillery" and not u.dispersed and not u.fired]


def _carry_out(pos: Position, part: str, attackers: Sequence[str], defenders: Sequence[str]) -> Position:
    """One part of a result (RIF-9.14), with the choices of owners who said nothing."""
    hurt = [pos.units[id_] for id_ in (attackers if part[0] == "A" else defenders) if pos.units[id_].at]
    if part[1] == "E":
        for unit in [min(hurt, key=_worth)] if part.endswith("1") else hurt:
            pos = pos.with_(replace(unit, at=None, status="eliminated"))
    elif part[1] == "d":
        fresh = [u for u in hurt if not u.dispersed] or hurt
        for unit in ([min(fresh, key=_worth)] if part.endswith("1") else hurt) if hurt else []:
            pos = pos.with_(replace(unit, dispersed=True))
    else:
        for unit in [min(hurt, key=lambda u: (u.defence, u.id))] if part.endswith("1") else hurt:
            pos = _retreat(pos, pos.units[unit.id], may_crowd=part[0] == "D")
    return pos


def _worth(unit: Unit) -> tuple[int, str]:
    return unit.attack + unit.defence, unit.id


def _retreat(pos: Position, unit: Unit, *, may_crowd: bool) -> Position:
    """The unit one hex back, by the default of RIF-9.15; eliminated where there is none (RIF-4.3)."""
    assert unit.at is not None
    foe = enemy(unit.side)
    free = [h for h in pos.beside(unit.at) if all(u.side != foe for u in pos.stack(h)) and not controlled(pos, h, foe)]
    if not may_crowd:
        free = [h for h in free if room(pos, unit, h)]
    if not free:
        return pos.with_(replace(unit, at=None, status="eliminated"))

    def rank(hex_: str) -> tuple[int, bool, bool, str]:
        there = pos.with_(replace(unit, at=hex_))
        near = min((apart(pos, hex_, u.at) for u in pos.of(foe) if u.at), default=0)
        return -near, unit.id not in supplied(there), not room(pos, unit, hex_), hex_

    return pos.with_(replace(unit, at=min(free, key=rank)))


def obliged(pos: Position, side: str) -> set[str]:
    """The units that must attack at the start of their combat phase (RIF-4.4)."""
    foe = enemy(side)
    able = [u for u in pos.of(side) if u.type in (*LINE, "engineer") and u.attack and not u.dispersed]
    found = set()
    for unit in pos.of(side):
        assert unit.at is not None
        if unit.dispersed or not controlled(pos, unit.at, foe):
            continue
        targets = {h for a in able for h in pos.beside(a.at or "") if any(u.side == foe for u in pos.stack(h))}
        if unit.type == "artillery":
            reach = any(apart(pos, unit.at, h) <= unit.range for h in targets)
            due = reach and not unit.fired
        elif unit.type == "armour":
            due = any(h in targets for h in pos.beside(unit.at))
        else:
            due = unit.attack > 0
        if due:
            found.add(unit.id)
    return found


# Bombardment (RIF-9.20) ------------------------------------------------------------------------------------------

NEEDED = {
    "clear": (6, 5, 4, 3, 2, 1, 0, 0),
    "mountain": (None, 6, 5, 4, 3, 2, 1, 0),
    "trench": (None, None, 6, 5, 4, 3, 2, 1),
}
"""The number to roll or more, by points 4, 8, 12, 16, 20, 24, 30, 36 (RIF-9.20)."""


def needed(pos: Position, hex_: str, points: int) -> int | None:
    """The number that a bombardment has to roll at least; None where it can have no effect."""
    columns = [i for i, least in enumerate((4, 8, 12, 16, 20, 24, 30, 36)) if points >= least]
    row = next((word for word in ("trench", "mountain") if pos.is_(hex_, word)), "clear")
    number = NEEDED[row][columns[-1]] if columns else None
    if number is None:
        return None
    return min(6, number + (1 if pos.is_(hex_, "town") else 0))
