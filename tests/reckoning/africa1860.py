"""A second reckoning of Africa 1859-60's hard clauses, slow and simple, written from the rule catalogue alone.

It shares nothing with `pbem/rules`: units are plain records, a map is a few areas and what touches what. It rolls its
own dice as it goes, and so says of a position which rolls a case file would expect, and what stands where after them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.reckoning.trying import Cup

SPANISH, MOROCCAN = "spanish", "moroccan"
POINTS = {"IR": 3, "NZ": 3, "IL": 2, "GM": 2, "LEADER": 0}
"""Stacking points (AFR-5.2); all others 1."""
TWO_STEPS, GUNS, CAVALRY = ("IR", "NZ"), ("A", "AC", "AM"), ("CAV",)
GROUND = {  # type of ground: coins for offensive fire at it, for shells at it, for who defends it (AFR-4.6)
    "clear": (0, 0, 0), "hill": (0, 0, 1), "mountain": (-1, -1, 2), "forest": (-1, -1, 1), "building": (-2, -1, 2),
    "marsh": (0, 0, -1), "river": (0, 0, -1), "bridge": (0, 0, 1), "sea": (0, 0, 0),
}  # fmt: skip
SHELLS = ["------", "-----R", "----RR", "---RRD", "--RRDD", "-RRDDX", "RRDDXX"]
"""Results by heads, 6 and more alike, and adjusted die from 1 (AFR-9.7)."""


@dataclass(frozen=True)
class Unit:
    """A unit as its counter shows it and where it stands: an area, or "eliminated"."""

    id: str
    side: str
    type: str
    ff: int | None
    fc: int | None
    at: str
    steps: int | None = 1
    ff_reduced: int | None = None
    fc_reduced: int | None = None
    fa: int = 0
    fd: int = 0
    origin: str | None = None
    demoralized: bool = False

    def fires_with(self) -> int:
        """Its fire factor as it is now; 0 where it has none (AFR-2.3)."""
        return (self.ff_reduced if self.steps == 1 and self.ff_reduced is not None else self.ff) or 0

    def fights_with(self) -> int:
        """Its combat factor as it is now; 0 where it has none, or dice it."""
        return (self.fc_reduced if self.steps == 1 and self.fc_reduced is not None else self.fc) or 0


@dataclass(frozen=True)
class Position:
    """Areas with their words of terrain, what touches what, and the units; stacks, by area and side, from the top."""

    terrain: Mapping[str, frozenset[str]]
    beside: Mapping[str, frozenset[str]]
    units: Mapping[str, Unit]
    stacks: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def base(self, area: str) -> str:
        """The base terrain of an area."""
        return next((word for word in sorted(self.terrain[area]) if word in GROUND), "clear")

    def works(self, area: str) -> bool:
        """Whether an area has an encampment or a trench."""
        return bool(self.terrain[area] & {"encampment", "trench"})

    def stack(self, area: str, side: str) -> list[Unit]:
        """The units of a side in an area, the top one first, leaders last (AFR-4.4)."""
        here = [u for u in self.units.values() if u.at == area and u.side == side]
        kept = [id_ for id_ in self.stacks.get((area, side), ()) if self.units[id_] in here]
        fresh = sorted((u for u in here if u.id not in kept), key=_first)
        return sorted([*(self.units[id_] for id_ in kept), *fresh], key=lambda u: u.type == "LEADER")

    def held(self, area: str, side: str) -> bool:
        """Whether a side has a unit in an area."""
        return any(u.at == area and u.side == side for u in self.units.values())

    def with_(self, unit: Unit, *, under: bool = False) -> "Position":
        """The position with a unit as it is now; who comes to an area, or goes `under` its own, is its stack's last."""
        units = {**self.units, unit.id: unit}
        if unit.at == self.units[unit.id].at and not under:
            return replace(self, units=units)
        before = [u.id for u in self.stack(unit.at, unit.side) if u.id != unit.id]
        return replace(self, units=units, stacks={**self.stacks, (unit.at, unit.side): (*before, unit.id)})


def _first(unit: Unit) -> tuple[int, int, str]:
    """Where a unit stands in a stack that nobody set: most steps, lowest factor, id (AFR-4.4)."""
    return -(unit.steps or 0), unit.fights_with(), unit.id


def enemy(side: str) -> str:
    """The other side."""
    return MOROCCAN if side == SPANISH else SPANISH


def points(units: Iterable[Unit]) -> int:
    """The stacking points of units (AFR-5.2)."""
    return sum(POINTS.get(u.type, 1) for u in units)


def shut(pos: Position, unit: Unit, area: str) -> bool:
    """Whether the ground of an area is closed to a unit (AFR-4.6)."""
    base = pos.base(area)
    if base == "sea":
        return True
    if unit.type in GUNS:
        return base == "marsh" or (base == "mountain" and unit.type != "AM")
    return False


# Retreats (AFR-6.7 to 6.10) --------------------------------------------------------------------------------------


def retreat(pos: Position, unit: Unit, steps: int = 1, shun: Iterable[str] = ()) -> Position:
    """The unit back by so many areas, or eliminated where it cannot leave; `shun`: where the attackers came from."""
    been = {unit.at}
    for number in range(steps):
        free = [
            area for area in pos.beside[unit.at]
            if area not in been and not pos.held(area, enemy(unit.side)) and not shut(pos, unit, area)
        ]  # fmt: skip
        if not free:
            return pos if number else pos.with_(replace(unit, at="eliminated", demoralized=False))
        going = unit

        def rank(area: str, going: Unit = going, now: Position = pos) -> tuple[bool, int, bool, bool, str]:
            foes = sum(now.held(a, enemy(going.side)) for a in now.beside[area])
            full = points([*now.stack(area, going.side), going]) > 9
            return area != going.origin, foes, full, area in shun, area

        unit = replace(unit, at=min(free, key=rank))
        been.add(unit.at)
        pos = pos.with_(unit)
    return pos


def lose_step(pos: Position, unit: Unit) -> Position:
    """The unit one step weaker: a two-step unit turned over, any other removed (AFR-2.3, 6.10)."""
    if unit.steps == 2:
        return pos.with_(replace(unit, steps=1))
    return pos.with_(replace(unit, at="eliminated", demoralized=False))


def _allowance(unit: Unit) -> int:
    return 2 if unit.type in CAVALRY else 1


# Fire (AFR-6.1 to 6.6) -------------------------------------------------------------------------------------------


def top(pos: Position, area: str, side: str) -> Unit | None:
    """The unit of a side that fire at an area is aimed at: the top one that is no leader (AFR-6.4)."""
    return next((u for u in pos.stack(area, side) if u.type != "LEADER"), None)


def fire_coins(pos: Position, unit: Unit, area: str) -> int:
    """The coins of an offensive fire without a leader (AFR-6.5)."""
    coins = unit.fires_with() + GROUND[pos.base(area)][0] - ("trench" in pos.terrain[area])
    coins -= pos.base(unit.at) in ("river", "marsh")
    coins += points(pos.stack(area, enemy(unit.side))) >= 7
    return max(0, coins)


def fire(pos: Position, firers: Sequence[str], area: str, cup: Cup) -> Position:
    """The position after units have fired one by one (AFR-6.3); the first in each area has its leader's help."""
    helped: set[str] = set()
    for id_ in firers:
        unit = pos.units[id_]
        target = top(pos, area, enemy(unit.side))
        if target is None:
            continue
        coins = fire_coins(pos, unit, area)
        leaders = sorted(
            (u for u in pos.stack(unit.at, unit.side) if u.type == "LEADER" and u.id not in helped), key=_best
        )
        coins += leaders[0].fa if leaders else 0
        helped |= {u.id for u in leaders[:1]}
        if coins < 3 or cup.coins(f"fire {id_} at {area}", coins) < 3:
            continue
        pos = _hit(pos, target, cup.coins(f"fire-result {id_} at {target.id}", 3))
    return pos


def _best(leader: Unit) -> tuple[int, str]:
    return -leader.fa, leader.id


def _hit(pos: Position, unit: Unit, heads: int) -> Position:
    """What a hit does by the heads of three coins (AFR-6.6)."""
    if heads == 3:
        after = lose_step(pos, unit)
        left = after.units[unit.id]
        return after if left.at == "eliminated" else after.with_(left, under=True)
    return retreat(pos, replace(unit, demoralized=unit.demoralized or heads == 2), _allowance(unit))


# Shells (AFR-9.5, 9.7, 9.8) --------------------------------------------------------------------------------------


def far(pos: Position, start: str, goal: str) -> int:
    """How many steps it is from one area to another; 99 where there is no way."""
    ring, steps = {start}, 0
    while goal not in ring:
        wider = ring.union(*(pos.beside[area] for area in ring))
        if wider == ring:
            return 99
        ring, steps = wider, steps + 1
    return steps


def shell_coins(pos: Position, gun: Unit, area: str) -> int:
    """The coins of a bombardment (AFR-9.8)."""
    coins = gun.fires_with() + GROUND[pos.base(area)][1] + (points(pos.stack(area, enemy(gun.side))) >= 7)
    return max(0, coins - (pos.works(area) and gun.side == SPANISH))


def shell(pos: Position, gun: Unit, area: str, cup: Cup) -> Position:
    """The position after a gun has fired at an area: all in it are struck, the top one first (AFR-9.5)."""
    coins = shell_coins(pos, gun, area)
    heads = cup.coins(f"artillery {gun.id} at {area}", coins) if coins else 0
    if not heads:
        return pos
    die = max(1, cup.die(f"artillery-die {gun.id} at {area}") - (far(pos, gun.at, area) - 1))
    result = SHELLS[min(heads, 6)][die - 1]
    last = None
    for unit in pos.stack(area, enemy(gun.side)):
        if unit.type == "LEADER" or result == "-":
            continue
        if result == "X":
            pos = lose_step(pos, unit)
        else:
            pos = retreat(pos, replace(unit, demoralized=unit.demoralized or result == "D"), _allowance(unit))
        last = pos.units[unit.id] if pos.units[unit.id].at not in (area, "eliminated") else last
    return leaders_follow(pos, area, enemy(gun.side), last)


def leaders_follow(pos: Position, area: str, side: str, last: Unit | None, shun: Iterable[str] = ()) -> Position:
    """Leaders left alone go with the last unit that left, else by themselves (AFR-10.4)."""
    left = pos.stack(area, side)
    if any(u.type != "LEADER" for u in left):
        return pos
    for leader in left:
        pos = pos.with_(replace(leader, at=last.at)) if last else retreat(pos, leader, 1, shun)
    return pos


# Shock (AFR-6.11 to 6.16) ----------------------------------------------------------------------------------------


def shock(pos: Position, area: str, attacker: str, cup: Cup) -> Position:
    """The position after the shock in an area; without hidden factors, with nobody who goes on from a full area."""
    defender = enemy(attacker)
    diced = sorted(u.id for u in pos.units.values() if u.at == area and u.type == "GUM")
    rolled = {id_: cup.die(f"gum-factor {id_} at {area}") for id_ in diced}
    origins = {u.origin for u in pos.stack(area, attacker) if u.type != "LEADER" and u.origin}
    heads, crosses = {}, {}
    for side, coins in ((attacker, _attack(pos, area, attacker, origins)), (defender, _defence(pos, area, defender))):
        coins = max(0, coins + sum(rolled.get(u.id, u.fights_with()) for u in pos.stack(area, side)))
        role = "attacker" if side == attacker else "defender"
        heads[side] = cup.coins(f"shock {area} {role}", coins) if coins else 0
        crosses[side] = coins - heads[side]
    if heads[attacker] == heads[defender]:
        return fall_back(pos, area, attacker)
    winner = attacker if heads[attacker] > heads[defender] else defender
    return _defeat(pos, area, enemy(winner), crosses[winner], attacker, rolled)


def _attack(pos: Position, area: str, side: str, origins: set[str]) -> int:
    """The attackers' coins beside their factors (AFR-6.14, 10.3)."""
    units = pos.stack(area, side)
    hard = pos.base(area) in ("mountain", "forest", "building") or pos.works(area)
    wet = bool(origins) and all(pos.base(origin) in ("river", "marsh") for origin in origins)
    return sum(u.fa for u in units) + (len(origins) > 1) - wet - (sum(u.type in CAVALRY for u in units) if hard else 0)


def _defence(pos: Position, area: str, side: str) -> int:
    """The defenders' coins beside their factors (AFR-6.14, 4.6)."""
    units = pos.stack(area, side)
    return sum(u.fd for u in units) + GROUND[pos.base(area)][2] + pos.works(area) - sum(u.demoralized for u in units)


def fall_back(pos: Position, area: str, side: str) -> Position:
    """The attackers, each to where it came from, unharmed (AFR-6.15)."""
    for unit in pos.stack(area, side):
        if unit.origin and not pos.held(unit.origin, enemy(side)):
            pos = pos.with_(replace(unit, at=unit.origin))
        else:
            pos = retreat(pos, unit)
    return pos


def _defeat(pos: Position, area: str, loser: str, crosses: int, attacker: str, rolled: Mapping[str, int]) -> Position:
    """What the winner's crosses do to the side that lost (AFR-6.13)."""
    if crosses >= 4:
        return fall_back(pos, area, attacker)
    units = [u for u in pos.stack(area, loser) if u.type != "LEADER"]
    if crosses == 0 or (crosses == 1 and not _half_is_less(units, rolled)):
        for unit in units:
            pos = lose_step(pos, unit)
    elif crosses == 1:
        for unit in _victims(units, rolled):
            pos = pos.with_(replace(unit, at="eliminated", demoralized=False))
    shun = {u.origin for u in pos.stack(area, attacker) if u.origin} if loser != attacker else set()
    last = None
    for unit in units:
        if pos.units[unit.id].at == area:
            pos = retreat(pos, _marked(pos.units[unit.id], crosses), 1, shun)
            last = pos.units[unit.id] if pos.units[unit.id].at != "eliminated" else last
    return leaders_follow(pos, area, loser, last, shun)


def _marked(unit: Unit, crosses: int) -> Unit:
    return replace(unit, demoralized=unit.demoralized or crosses in (1, 2))


def _victims(units: Sequence[Unit], rolled: Mapping[str, int]) -> list[Unit]:
    """Who dies of the half, rounded up: lowest factor, fewest steps, id."""
    ranked = sorted(units, key=lambda u: (rolled.get(u.id, u.fights_with()), u.steps or 0, u.id))
    return ranked[: (len(units) + 1) // 2]


def _half_is_less(units: Sequence[Unit], rolled: Mapping[str, int]) -> bool:
    """Whether half the units are fewer steps than one step of each."""
    return sum(u.steps or 0 for u in _victims(units, rolled)) < len(units)


# Rally (AFR-7.1, 7.2) --------------------------------------------------------------------------------------------


def rally_coins(pos: Position, unit: Unit) -> int:
    """The coins of a unit that tries to rally."""
    near = min((far(pos, unit.at, u.at) for u in pos.units.values() if _counts(pos, u, unit.side)), default=99)
    here = pos.stack(unit.at, unit.side)
    base = pos.base(unit.at)
    coins = 3 + 2 * any(u.type == "LEADER" for u in here) + (near >= 2) + (base == "mountain") - (near == 1)
    return coins - (sum(u.demoralized for u in here) > 1) - (base in ("river", "forest"))


def _counts(pos: Position, unit: Unit, side: str) -> bool:
    """Whether a unit is an enemy that rallying units fear: no leader."""
    return unit.side != side and unit.at in pos.terrain and unit.type != "LEADER"


def rally(pos: Position, cup: Cup) -> Position:
    """The position after all have tried, the Spanish first, by id; the coins are those of before the first."""
    before = pos
    for side in (SPANISH, MOROCCAN):
        for unit in sorted(before.units.values(), key=lambda u: u.id):
            if unit.side == side and unit.demoralized and unit.at in before.terrain:
                coins = rally_coins(before, unit)
                if coins >= 2 and cup.coins(f"rally {unit.id}", coins) >= 2:
                    pos = pos.with_(replace(unit, demoralized=False))
    return pos
