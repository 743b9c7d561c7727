"""A second reckoning of La Legión's hard clauses, slow and simple, written from the rule catalogue alone.

It shares nothing with `pbem/rules`, not even how hexes touch: pieces are plain records, a map is a rectangle of CCRR
hexes with words of terrain, and every question is answered by trying. tests/reckoning compares the rules with it on
random positions; where the two differ one of them misreads the catalogue.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

SPANISH, MOROCCAN = "spanish", "moroccan"
LAND = ("infantry", "cavalry", "machine-gun", "artillery", "armoured-engineer")
FIGHTING = ("infantry", "cavalry", "machine-gun")
WATER = ("sea", "mar-chica")


@dataclass(frozen=True)
class Piece:
    """A land piece as its counter shows it, where it stands (CCRR, None if nowhere), and what it did this turn."""

    id: str
    side: str
    type: str
    combat: int
    movement: int
    at: str | None = None
    status: str = "map"
    moved: str = "no"
    must_attack: bool = False
    bombarded: bool = False
    supported: bool = False
    fought: bool = False


@dataclass(frozen=True)
class Position:
    """A position on a whole rectangle of hexes; hexes that `terrain` does not name are clear."""

    columns: int
    rows: int
    pieces: tuple[Piece, ...]
    terrain: Mapping[str, frozenset[str]] = field(default_factory=dict)
    roads: frozenset[frozenset[str]] = frozenset()
    zones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    melilla: str = ""
    road_places: tuple[str, ...] = ()
    inner_places: tuple[str, ...] = ()
    weather: str = "normal"
    turn: int = 1
    options: Mapping[str, str] = field(default_factory=dict)

    def is_(self, hex_: str, *words: str) -> bool:
        """Whether a hex is one of these kinds of ground."""
        return any(word in self.terrain.get(hex_, frozenset()) for word in words)

    def on(self, hex_: str) -> Piece | None:
        """The land piece in a hex (LL-7.10: one at most)."""
        return next((p for p in self.pieces if p.at == hex_ and p.status == "map"), None)

    def of(self, id_: str) -> Piece:
        """The piece of this id."""
        return next(p for p in self.pieces if p.id == id_)

    def option(self, name: str, default: str) -> str:
        """An option as the game has it, or as the catalogue has it by default."""
        return self.options.get(name, default)

    def hexes(self) -> list[str]:
        """All hexes, ascending."""
        return [f"{c:02}{r:02}" for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]


def enemy(side: str) -> str:
    """The other side."""
    return SPANISH if side == MOROCCAN else MOROCCAN


def touching(pos: Position, hex_: str) -> list[str]:
    """The hexes around one, on the map: columns of even number stand half a hex lower (LL-W4, W7, W8, W12)."""
    return list(around(pos.columns, pos.rows, hex_))


@cache
def around(columns: int, rows: int, hex_: str) -> tuple[str, ...]:
    """The hexes around one on a rectangle of hexes, ascending."""
    column, row = int(hex_[:2]), int(hex_[2:])
    upper = row if column % 2 == 0 else row - 1
    beside = [(column, row - 1), (column, row + 1)]
    beside += [(column + side, upper + down) for side in (-1, 1) for down in (0, 1)]
    return tuple(sorted(f"{c:02}{r:02}" for c, r in beside if 1 <= c <= columns and 1 <= r <= rows))


def far(pos: Position, start: str, goal: str) -> int:
    """How many hexes it is from one hex to another, counted ring by ring."""
    ring, steps = {start}, 0
    while goal not in ring:
        ring, steps = ring.union(*(touching(pos, hex_) for hex_ in ring)), steps + 1
    return steps


# Zones of control (LL-7.7) --------------------------------------------------------------------------------------


def controlled(pos: Position, hex_: str, by: str) -> list[Piece]:
    """The land pieces of a side in whose zone a hex lies, by id."""
    found = [p for p in pos.pieces if p.side == by and p.status == "map" and p.at in touching(pos, hex_)]
    return sorted((p for p in found if p.type in LAND), key=lambda p: p.id)


def open_to_attack(pos: Position, piece: Piece) -> bool:
    """Whether a piece may be attacked in this weather: not in a mountain in a sandstorm (LL-9.2)."""
    return not (pos.weather == "sandstorm" and piece.at is not None and pos.is_(piece.at, "mountain"))


# Reach (LL-6.5 to 6.10, 7.1 to 7.9, 9.3 to 9.5) -----------------------------------------------------------------


def factor(pos: Position, piece: Piece) -> int:
    """The MF of a piece in this weather; DF is twice as much, since the weather takes twice as much from it."""
    less, spanish = 0, piece.side == SPANISH
    if pos.weather == "sandstorm":
        less = 3 if spanish else 2
    elif pos.weather == "hot":
        if piece.type == "infantry" or (piece.type == "machine-gun" and pos.option("heat-machine-guns", "no") == "yes"):
            less = 2 if spanish else 1
        elif piece.type == "cavalry":
            less = 3 if spanish else 2
    return max(0, piece.movement - less)


def goals(pos: Position, piece: Piece, verb: str, start: str) -> dict[str, int]:
    """The hexes where a piece that goes from `start` may end, with the least points it takes; `start` is left out.

    `verb` is move, march, reinforce or land. Of a landing `start` is its landing hex.
    """
    mf = factor(pos, piece)
    ten = 10 if verb == "reinforce" and mf > 0 else 0
    points = {"move": mf, "march": 2 * mf, "reinforce": 2 * mf + ten, "land": mf // 2}[verb]
    if verb == "land" and controlled(pos, start, enemy(piece.side)):
        return {}
    free = ten if pos.option("reinforcement-ten", "points") == "free-of-terrain" else 0
    found = _spread(pos, piece, verb, start, points, free, by_road=False)
    if verb != "land" and mf > 0:
        for hex_, cost in _spread(pos, piece, verb, start, points + 2, free, by_road=True).items():
            found[hex_] = min(cost, found.get(hex_, cost))
    return found


def _spread(
    pos: Position, piece: Piece, verb: str, start: str, points: int, free: int, *, by_road: bool
) -> dict[str, int]:
    """Every place, step by step, that any path comes to: (hex, mountains already passed for one point) to points."""
    least = {(start, 0): 0}
    edge = [(start, 0)]
    while edge:
        here, passed = edge.pop()
        if here != start and controlled(pos, here, enemy(piece.side)):
            continue  # LL-7.8: it stops
        for hex_ in touching(pos, here):
            if by_road and frozenset((here, hex_)) not in pos.roads:
                continue
            if not _enters(pos, piece, verb, here, hex_, start):
                continue
            price = _price(pos, here, hex_)
            ways = [(passed, price)]
            if price == 2 and passed < free:
                ways.append((passed + 1, 1))
            for count, paid in ways:
                cost = least[here, passed] + paid
                if cost <= points and cost < least.get((hex_, count), points + 1):
                    least[hex_, count] = cost
                    edge.append((hex_, count))
    best: dict[str, int] = {}
    for (hex_, _), cost in least.items():
        if hex_ != start:
            best[hex_] = min(cost, best.get(hex_, cost))
    return best


def _price(pos: Position, here: str, hex_: str) -> int:
    if not pos.is_(hex_, "mountain"):
        return 1
    along = frozenset((here, hex_)) in pos.roads
    return 1 if along and pos.option("road-negates-mountain", "no") == "yes" else 2


def _enters(pos: Position, piece: Piece, verb: str, here: str, hex_: str, start: str) -> bool:
    """Whether a piece may step into a hex at all."""
    other = pos.on(hex_)
    if pos.is_(hex_, *WATER) or (other is not None and other.id != piece.id):
        return False
    if piece.type == "armoured-engineer" and pos.is_(hex_, "mountain", "city", "fortress"):
        return False
    foes = controlled(pos, hex_, enemy(piece.side))
    if not foes or verb == "land":
        return True
    if verb in ("march", "reinforce") or piece.type == "artillery":
        return False
    from_zone = here == start and controlled(pos, here, enemy(piece.side))
    if from_zone and pos.option("zoc-to-zoc", "yes") == "no":
        return False
    return piece.type == "armoured-engineer" or any(open_to_attack(pos, foe) for foe in foes)


def walks(pos: Position, piece: Piece, verb: str, start: str, path: list[str]) -> bool:
    """Whether a MOVE or MARCH along exactly this path is legal; it ends elsewhere than at its start."""
    mf = factor(pos, piece)
    points, cost, by_road = mf if verb == "move" else 2 * mf, 0, True
    for here, hex_ in zip([start, *path], path, strict=False):
        if hex_ not in touching(pos, here) or not _enters(pos, piece, verb, here, hex_, start):
            return False
        cost += _price(pos, here, hex_)
        by_road = by_road and frozenset((here, hex_)) in pos.roads
    if any(controlled(pos, hex_, enemy(piece.side)) for hex_ in path[:-1]):
        return False
    return mf > 0 and cost <= points + (2 if by_road else 0)


def must_attack(pos: Position, piece: Piece, verb: str, goal: str) -> bool:
    """Whether a piece that has just come to a hex by this verb must attack (LL-7.8)."""
    return verb == "move" and piece.type in FIGHTING and bool(controlled(pos, goal, enemy(piece.side)))


# Combat (LL-8.1 to 8.15, 9.2, 9.6, 10.2) ------------------------------------------------------------------------


def defence(pos: Position, piece: Piece) -> int:
    """The defence factor of one piece, before the die (LL-10.2)."""
    assert piece.at is not None
    fortress, city = pos.is_(piece.at, "fortress"), pos.is_(piece.at, "city")
    city = city and not fortress
    more = 2 if city else 0
    if piece.type == "machine-gun":
        more += 1
    if pos.is_(piece.at, "mountain") and (
        piece.type == "machine-gun" or pos.option("mountain-defence", "machine-guns") == "all"
    ):
        more += 1
    times = 2 if fortress else 1
    if pos.option("fortress-doubles", "printed") == "printed":
        value = piece.combat * times + more
    else:
        value = (piece.combat + more) * times
    return value - (1 if pos.weather == "hot" and (fortress or city) else 0)


def attack(pos: Position, attackers: Iterable[str], support: Iterable[str]) -> int:
    """The attack factor of a combat, before the die."""
    fighters, guns = list(attackers), list(support)
    each = len(fighters) if pos.option("support-each", "no") == "yes" else 1
    return sum(pos.of(id_).combat for id_ in fighters) + each * len(guns)


def is_legal(pos: Position, targets: list[str], attackers: list[str], support: list[str]) -> bool:
    """Whether one combat may be declared by the owner of the attackers, alone in its sheet."""
    side = pos.of(attackers[0]).side
    foes, fighters = [pos.of(id_) for id_ in targets], [pos.of(id_) for id_ in attackers]
    if any(foe.side == side or foe.status != "map" or not open_to_attack(pos, foe) for foe in foes):
        return False
    if any(not _may_fight(p) or p.side != side for p in fighters):
        return False
    return _shape(pos, foes, fighters) and all(_supports(pos, pos.of(id_), side, foes) for id_ in support)


def _may_fight(piece: Piece) -> bool:
    """Whether a piece may attack at all this turn: not a gun, nor armour, nor after a march or an arrival by land."""
    return (
        piece.status == "map"
        and piece.type in FIGHTING
        and not piece.fought
        and piece.moved not in ("march", "reinforce")
    )


def _shape(pos: Position, foes: list[Piece], fighters: list[Piece]) -> bool:
    """Whether the numbers and the places serve (LL-8.4, 8.5, 8.6)."""
    adjacent = {(a.id, b.id) for a in pos.pieces for b in pos.pieces if a.at and b.at in touching(pos, a.at)}
    if len(foes) == 1:
        return all((p.id, foes[0].id) in adjacent for p in fighters)
    if len(fighters) == 1:
        most = 2 if pos.option("single-attacker-max-targets", "2") == "2" else 6
        return len(foes) <= most and all((fighters[0].id, foe.id) in adjacent for foe in foes)
    if len(foes) != 2 or len(fighters) != 2:
        return False
    each_other = (fighters[0].id, fighters[1].id) in adjacent and (foes[0].id, foes[1].id) in adjacent
    meets = all(any((p.id, foe.id) in adjacent for foe in foes) for p in fighters)
    return each_other and meets and all(any((p.id, foe.id) in adjacent for p in fighters) for foe in foes)


def _supports(pos: Position, gun: Piece, side: str, foes: list[Piece]) -> bool:
    """Whether a battery may support an attack on these pieces (LL-8.15)."""
    if gun.type != "artillery" or gun.side != side or gun.status != "map" or pos.weather == "sandstorm":
        return False
    if gun.bombarded or gun.supported or gun.moved in ("march", "reinforce"):
        return False
    return any(gun.at is not None and foe.at is not None and far(pos, gun.at, foe.at) <= 2 for foe in foes)


def losers(
    pos: Position, targets: list[str], attackers: list[str], support: list[str], dice: tuple[int, int]
) -> set[str]:
    """The ids that a combat eliminates with the attacker's and the defender's die (LL-8.2 to 8.4)."""
    ours = dice[0] * attack(pos, attackers, support)
    theirs = dice[1] * sum(defence(pos, pos.of(id_)) for id_ in targets)
    if ours == theirs:
        return set()
    lost = targets if ours > theirs else attackers
    if pos.option("group-loss", "all") == "one":
        return {min(lost, key=lambda id_: (pos.of(id_).combat, id_))}
    return set(lost)


def forced(pos: Position, side: str) -> list[tuple[list[str], str]]:
    """The combats that the referee adds when a side sends no attack: attackers by id, and the one attacked (LL-7.8)."""
    added: list[tuple[list[str], str]] = []
    owing = [p for p in pos.pieces if p.side == side and p.status == "map" and p.must_attack and not p.fought]
    for piece in sorted(owing, key=lambda p: p.at or ""):
        assert piece.at is not None
        foes = [foe for foe in controlled(pos, piece.at, enemy(side)) if open_to_attack(pos, foe)]
        fresh = [foe for foe in foes if all(target != foe.id for _, target in added)]
        if fresh:
            foe = min(fresh, key=lambda each: (defence(pos, each), each.at or ""))
            added.append(([piece.id], foe.id))
            continue
        for attackers, target in added:
            if target in [foe.id for foe in foes]:
                attackers.append(piece.id)
                break
    return [(sorted(attackers), target) for attackers, target in added]


# Victory (LL-5.1 to 5.4) ----------------------------------------------------------------------------------------


def winner(pos: Position) -> tuple[str | None, str | None]:
    """Who wins at the end of this turn, and by which clause; (None, None) while the game goes on."""
    counts = {side: [p for p in pos.pieces if p.side == side and p.type in LAND] for side in (SPANISH, MOROCCAN)}
    here = {side: sum(1 for p in pieces if p.status == "map") for side, pieces in counts.items()}
    to_come = {side: sum(1 for p in pieces if p.status in ("due", "waiting")) for side, pieces in counts.items()}
    gone = [side for side in counts if here[side] + to_come[side] == 0]
    if len(gone) == 2:
        return "draw", "LL-5.4"
    if gone:
        return enemy(gone[0]), "LL-5.3"
    for side, other in permutations((SPANISH, MOROCCAN)):
        if here[side] > 0 and here[side] >= 3 * here[other]:
            return side, "LL-5.4"
    if pos.turn < 13:
        return None, None
    held = [pos.on(hex_) for hex_ in pos.road_places]
    if all(p is not None and p.side == SPANISH for p in held):
        return SPANISH, "LL-5.1"
    asked = (*pos.road_places, *pos.inner_places)
    if not any((p := pos.on(hex_)) is not None and p.side == MOROCCAN for hex_ in asked):
        return SPANISH, "LL-5.1"
    return MOROCCAN, "LL-5.2"
