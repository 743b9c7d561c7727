"""A second reckoning of the Napoleonic system's hard clauses, slow and simple, written from the rule catalogue alone.

Movement with facings and zones, fire, and the morale tests and retreats that come of it. It shares nothing with
`pbem/rules`: counters are plain records, a map is a rectangle of CCRR hexes of one kind of ground each, all level. Line
of sight has a reckoning of its own (tests/rules/napoleonic/test_sight.py).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tests.reckoning.trying import Cup

FRENCH, SPANISH = "french", "spanish"
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
COSTS = {  # ground: MP of infantry, cavalry, artillery; None is prohibited (NAP-3.1)
    "clear": (1, 1, 1), "cultivated": (1, 1, 1), "haza": (2, None, None), "village": (2, 3, 1), "town": (2, 3, 1),
    "strong-building": (2, 3, 1), "light-wood": (2, 2, 2), "dense-wood": (3, 3, None),
}  # fmt: skip
SHELTER = ("village", "town", "strong-building")
WOODS = ("light-wood", "dense-wood")
FACTORS = {  # MP: Spanish, French (NAP-5.1)
    "infantry": (3, 4), "skirmish": (5, 5), "cavalry": (6, 7), "heavy": (6, 6), "artillery": (3, 3), "horse": (4, 5),
}  # fmt: skip
FIRE = {  # modified die: results of columns 1 to 12 (NAP-8.4)
    1: "--- --- --- --- --- --- --- --- --- --- --- ---",
    2: "--- --- --- --- --- --- --- --- --- P P P",
    3: "--- --- --- --- --- --- P P P M M R",
    4: "--- --- --- --- P P M M R R 1 1",
    5: "--- --- P P M R R 1 1 1 1M 1R",
    6: "--- P M R R 1 1 1M 1R 1R 2P 2P",
    7: "P M R 1 1 1M 1R 2P 2P 2M 2R 3P",
    8: "M R 1 1M 1R 2P 2M 2R 3P 3P 3P 3R",
}
MORALE = ["DRRRRR", "-DDRRR", "--DDDR", "---DDD", "----DD", "-----D", "------", "------", "------"]
"""Results by modified die from 0 and grade A to F (NAP-9.1)."""


@dataclass(frozen=True)
class Counter:
    """A counter as it shows itself, and where it stands: a hex, or "eliminated"."""

    id: str
    side: str
    type: str
    class_: str
    pf: int
    at: str
    grade: str = "C"
    facing: str = "N"
    formation: str = "normal"
    morale: str = "normal"
    lost: int = 0
    horse: bool = False
    swiss: bool = False
    nation: str = ""
    no_fire: int = 0

    @property
    def loose(self) -> bool:
        """Whether it has no facing: skirmishers and squares (NAP-5.6)."""
        return self.formation in ("skirmish", "square")


@dataclass(frozen=True)
class Position:
    """A rectangle of level hexes, each of one kind of ground, and the counters; piles from the top down by hex."""

    columns: int
    rows: int
    terrain: Mapping[str, str]
    counters: Mapping[str, Counter]
    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def ground(self, hex_: str) -> str:
        """The ground of a hex."""
        return self.terrain.get(hex_, "clear")

    def pile(self, hex_: str) -> list[Counter]:
        """The counters in a hex, the top one first."""
        return [self.counters[id_] for id_ in self.piles.get(hex_, ()) if self.counters[id_].at == hex_]

    def with_(self, counter: Counter) -> "Position":
        """The position with a counter as it is now."""
        piles = self.piles
        if counter.at != self.counters[counter.id].at and counter.at != "eliminated":
            piles = {**piles, counter.at: (*(c.id for c in self.pile(counter.at)), counter.id)}
        return replace(self, counters={**self.counters, counter.id: counter}, piles=piles)


def enemy(side: str) -> str:
    """The other side."""
    return SPANISH if side == FRENCH else FRENCH


def beside(pos: Position, hex_: str, direction: str) -> str | None:
    """The hex on one side of another, None off the map (NAP-1.2)."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = column % 2 == 0
    step = {
        "N": (0, -1), "S": (0, 1), "NE": (1, 0 if low else -1), "SE": (1, 1 if low else 0),
        "SW": (-1, 1 if low else 0), "NW": (-1, 0 if low else -1),
    }[direction]  # fmt: skip
    column, row = column + step[0], row + step[1]
    return f"{column:02}{row:02}" if 1 <= column <= pos.columns and 1 <= row <= pos.rows else None


def around(pos: Position, hex_: str) -> list[str]:
    """The hexes around one."""
    return [h for h in (beside(pos, hex_, d) for d in DIRECTIONS) if h]


def apart(pos: Position, start: str, goal: str) -> int:
    """The distance of two hexes, ring by ring."""
    ring, steps = {start}, 0
    while goal not in ring:
        ring, steps = ring.union(*(around(pos, h) for h in ring)), steps + 1
    return steps


def front(facing: str) -> list[str]:
    """The three front directions of a facing, in turn (NAP-5.6)."""
    at = DIRECTIONS.index(facing)
    return [DIRECTIONS[(at + turn) % 6] for turn in (-1, 0, 1)]


def zone(pos: Position, hex_: str, by: str) -> bool:
    """Whether a hex lies in the zone of control of a side (NAP-6.1); without rivers and cliffs."""
    if pos.ground(hex_) == "strong-building":
        return False
    for counter in pos.counters.values():
        shaken = counter.morale != "normal" or counter.formation == "limbered"
        if counter.side != by or counter.at == "eliminated" or shaken:
            continue
        sides = DIRECTIONS if counter.loose else front(counter.facing)
        if hex_ in [beside(pos, counter.at, d) for d in sides]:
            return True
    return False


# Movement (NAP-5.1, 5.2, 5.6, 6.2) -------------------------------------------------------------------------------


def cost(pos: Position, counter: Counter, hex_: str) -> int | None:
    """The MP to enter a hex, None where it is prohibited; without manoeuvre orders (NAP-3.1)."""
    return COSTS[pos.ground(hex_)][("infantry", "cavalry", "artillery").index(counter.type)]


def factor(counter: Counter) -> int:
    """The MP of a counter in full command (NAP-5.1)."""
    kind = counter.type
    if counter.type == "infantry" and counter.formation == "skirmish":
        kind = "skirmish"
    elif counter.type == "cavalry" and counter.class_ == "heavy":
        kind = "heavy"
    elif counter.horse:
        kind = "horse"
    return FACTORS[kind][counter.side == FRENCH]


def path_faults(pos: Position, counter: Counter, path: Sequence[str]) -> Iterator[str]:
    """The codes that the hexes of a path earn, its MP and room left aside."""
    here, foe = counter.at, enemy(counter.side)
    for number, there in enumerate(path):
        if there not in around(pos, here):
            yield "not-adjacent"
        if cost(pos, counter, there) is None:
            yield "terrain-forbidden"
        if any(c.side == foe for c in pos.pile(there)):
            yield "enemy-there"
        if number and zone(pos, here, foe) and counter.formation != "skirmish":
            yield "zoc-stop"
        if not number and zone(pos, here, foe) and zone(pos, there, foe) and counter.formation != "skirmish":
            yield "zoc-to-zoc"
        here = there


def spent(pos: Position, counter: Counter, path: Sequence[str], face: str | None) -> int:
    """The fewest MP that a path of neighbours takes, its turns with it (NAP-5.6, 6.2)."""
    here, foe = counter.at, enemy(counter.side)
    facings = {counter.facing: 0}
    direction = counter.facing
    for number, there in enumerate(path):
        direction = next(d for d in DIRECTIONS if beside(pos, here, d) == there)
        step = cost(pos, counter, there) or 0
        step += number == 0 and zone(pos, here, foe)
        step += counter.formation == "skirmish" and zone(pos, there, foe)
        if counter.loose:
            facings = {f: paid + step for f, paid in facings.items()}
        else:
            free = 1 if number else 0
            turned = _turned(facings, free)
            facings = {f: paid + step for f, paid in turned.items() if direction in front(f)}
        here = there
    return min(facings.values()) if counter.loose else _turned(facings, 2)[face or direction]


def _turned(facings: Mapping[str, int], free: int) -> dict[str, int]:
    """The fewest MP for each facing after turning, so many hexsides of it free."""
    found: dict[str, int] = {}
    for goal in DIRECTIONS:
        costs = []
        for facing, paid in facings.items():
            turn = abs(DIRECTIONS.index(goal) - DIRECTIONS.index(facing))
            costs.append(paid + max(0, min(turn, 6 - turn) - free))
        found[goal] = min(costs)
    return found


def may_go(pos: Position, counter: Counter, path: Sequence[str], face: str | None) -> int | None:
    """The MP that a MOVE with a path spends, None where it has too few (NAP-5.2: one hex may always be moved)."""
    paid, most = spent(pos, counter, path, face), factor(counter)
    if paid <= most:
        return paid
    if len(path) > 1:
        return None
    direction = next(d for d in DIRECTIONS if beside(pos, counter.at, d) == path[0])
    free = direction in front(counter.facing) and _turned({counter.facing: 0}, 2)[face or direction] == 0
    return most if counter.loose or free else None


# Morale and retreats (NAP-8.15, 9.1 to 9.4) ----------------------------------------------------------------------


def morale_result(pos: Position, counter: Counter, die: int) -> str:
    """What a die does to a counter that tests: D, R or nothing (NAP-9.1, 9.2)."""
    die += (pos.ground(counter.at) in (*SHELTER, *WOODS)) - (counter.morale != "normal")
    die -= max(0, counter.lost - 1)
    return MORALE[min(8, max(0, die))]["ABCDEF".index(counter.grade)]


def take_test(pos: Position, counter: Counter, against: str, label: str, cup: Cup) -> Position:
    """The position after a morale test under fire, without leaders (NAP-9.2 to 9.4)."""
    result = morale_result(pos, counter, cup.die(label))
    before = counter.morale
    if result == "-":
        return pos.with_(replace(counter, morale="disorganised" if before == "routed" else "normal"))
    if result == "D" and before != "routed":
        return pos.with_(replace(counter, morale="disorganised"))
    formation = "limbered" if counter.type == "artillery" else "normal"
    pos = pos.with_(replace(counter, morale="routed", formation=formation))
    return pos if before == "routed" else retreat(pos, pos.counters[counter.id], against, 2)


def retreat(pos: Position, counter: Counter, against: str, hexes: int) -> Position:
    """The counter back from a hex by so many; 1 PF lost for each that it cannot go (NAP-8.15)."""
    for _ in range(hexes):
        foe = enemy(counter.side)

        def rank(hex_: str, foe: str = foe, now: Position = pos) -> tuple[int, int, str]:
            near = sum(c.side == foe for h in around(now, hex_) for c in now.pile(h))
            edge = int(hex_[:2]) if foe == SPANISH else now.columns - int(hex_[:2])
            return near, edge, hex_

        open_ = [h for h in around(pos, counter.at) if _may_retreat(pos, counter, h, against)]
        counter = replace(counter, at=min(open_, key=rank)) if open_ else _hurt(counter, 1)
        if counter.type == "artillery" and counter.at != "eliminated":
            counter = replace(counter, formation="limbered")
        pos = pos.with_(counter)
        if counter.at == "eliminated":
            return pos
    return pos


def _may_retreat(pos: Position, counter: Counter, hex_: str, against: str) -> bool:
    foe = enemy(counter.side)
    if cost(pos, counter, hex_) is None or any(c.side == foe for c in pos.pile(hex_)):
        return False
    if apart(pos, hex_, against) <= apart(pos, counter.at, against):
        return False
    return bool(pos.pile(hex_)) or not zone(pos, hex_, foe)


def _hurt(counter: Counter, points: int) -> Counter:
    lost = min(counter.pf, counter.lost + points)
    return replace(counter, lost=lost, at="eliminated" if lost == counter.pf else counter.at)


# Fire (NAP-8.2 to 8.12) ------------------------------------------------------------------------------------------


def points(firer: Counter, target: Counter, distance: int, ground: str) -> int:
    """The factor of a fire (NAP-8.3)."""
    share = Fraction(firer.pf - firer.lost)
    if distance == 1:
        share *= Fraction(5, 4) if target.formation == "square" else 1
    else:
        share *= Fraction(3, 2) if distance <= 3 else Fraction(1, 2)
    if ground in SHELTER:
        share /= 2
    share /= (firer.formation == "square") + 1
    share /= (firer.morale == "disorganised") + 1
    return max(1, int(share))


def modifiers(pos: Position, firer: Counter, target: Counter, distance: int, last: Sequence[str]) -> int:
    """The sum of the fire modifiers; `last`: the hexes by which the shot comes in, a pair or one (NAP-8.6)."""
    total = 2 * (target.formation == "square") - 2 * (target.formation == "skirmish")
    total -= target.formation == "deployed"
    total += {"light": -1, "heavy": 1}.get(firer.class_, 0) if firer.type == "artillery" else 0
    total += (firer.grade in "AB") - (firer.grade in "EF")
    total += firer.nation == "british" and firer.type == "infantry" and firer.grade in "ABC"
    total -= pos.ground(target.at) == "haza"
    total -= 2 * (firer.swiss and target.swiss)
    total -= firer.type == "artillery" and distance > 2
    ahead = [beside(pos, target.at, d) for d in front(target.facing)]
    if not target.loose and not any(h in ahead for h in last):
        total += 2
    return total


def fire(pos: Position, firer: Counter, goal: str, last: Sequence[str], turn: int, cup: Cup) -> Position:
    """The position after one counter has fired at a hex, without leaders and markers, with room where one retreats."""
    target, distance = pos.pile(goal)[0], apart(pos, firer.at, goal)
    strength = points(firer, target, distance, pos.ground(goal))
    shift = modifiers(pos, firer, target, distance, last)
    for part, column in enumerate([min(12, strength), *([strength - 12] if strength > 12 else [])]):
        if not pos.pile(goal):
            break
        suffix = " part 2" if part else ""
        die = min(8, max(1, cup.die(f"fire {firer.id} at {goal}{suffix}") + shift))
        pos = _result(pos, firer, goal, FIRE[die].split()[column - 1], turn, suffix, cup)
    return pos


def _result(pos: Position, firer: Counter, goal: str, result: str, turn: int, suffix: str, cup: Cup) -> Position:
    if result == "---":
        return pos
    losses, letter = (int(result[0]), result[1:]) if result[0].isdigit() else (0, result)
    for counter in pos.pile(goal):
        part = min(losses, counter.pf - counter.lost)
        losses -= part
        pos = pos.with_(_hurt(counter, part))
    pile = pos.pile(goal)
    if not pile or not letter:
        return pos
    target, others = pile[0], pile[1:]
    if letter == "R" and target.formation == "square":
        return pos
    if target.type == "artillery" and letter in "PR":
        target = replace(target, no_fire=turn + 1)
        pos = pos.with_(target)
    if letter == "P":
        return pos if result[0].isdigit() else _tested(pos, target, firer, f"fire by {firer.id}{suffix}", cup)
    if letter == "R":
        pos = retreat(pos, target, firer.at, 1)
    else:
        before = len(cup.faces)
        pos = _tested(pos, target, firer, f"fire by {firer.id}{suffix}", cup)
        if morale_result(pos, target, int(cup.faces[before])) == "-":
            return pos
    for other in others:
        pos = _tested(pos, pos.counters[other.id], firer, f"stack of {target.id}{suffix}", cup)
    return pos


def _tested(pos: Position, counter: Counter, firer: Counter, why: str, cup: Cup) -> Position:
    return take_test(pos, counter, firer.at, f"morale {counter.id} {why}", cup)
