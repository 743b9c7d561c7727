"""The rules of Morocco 1926 and a second reckoning from the catalogue alone say the same of thousands of positions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pbem.cases.file import read_case
from pbem.cases.position import build_position
from pbem.core.orders import Section, Sheet
from pbem.core.problems import Problem
from tests.reckoning import rif1926 as reckoning
from tests.reckoning.rif1926 import ALLIED, RIF, Position, Unit
from tests.reckoning.trying import SHARES, holds, seeds

GROUNDS = ("mountain", "mountain", "river", "sea", "trench", "town", "mountain town", "mountain trench", "river town")
TRIBAL = tuple(reckoning.PACIFIED)


def ground(dice: Random, columns: int = 7, rows: int = 6) -> Position:
    """A map without units: terrain, roads, rails, tribal zones, sources."""
    empty = Position(columns, rows, {}, {})
    terrain = {h: frozenset(dice.choice(GROUNDS).split()) for h in empty.hexes() if dice.random() < 0.45}
    pos = replace(empty, terrain=terrain)
    dry = [h for h in pos.hexes() if not pos.is_(h, "sea")]
    tribe = {h: dice.choice(TRIBAL) for h in dry}
    zones = {zone: frozenset(h for h in dry if tribe[h] == zone) for zone in TRIBAL}
    zones |= {source: frozenset(dice.sample(dry, 1)) for source in ("zone-1", "marked-2", "zone-3")}
    roads, rails = (frozenset().union(*(line(dice, pos, dry) for _ in range(2))) for _ in range(2))
    return replace(pos, zones=zones, exits=frozenset(dice.sample(dry, 1)), roads=roads, rails=rails)


def line(dice: Random, pos: Position, dry: list[str]) -> frozenset[frozenset[str]]:
    """The steps of a road that wanders over land."""
    here, steps = dice.choice(dry), []
    for _ in range(dice.randint(0, 5)):
        around = pos.beside(here)
        if around:
            there = dice.choice(around)
            steps.append(frozenset((here, there)))
            here = there
    return frozenset(steps)


def peopled(dice: Random, pos: Position, most: int) -> Position:
    """The position with up to `most` ground units a side on it, no hex held by both or over its limits."""
    dry = [h for h in pos.hexes() if not pos.is_(h, "sea")]
    for number in range(dice.randint(2, 2 * most)):
        unit = some_unit(dice, number)
        spot = dice.choice(dry)
        if all(u.side == unit.side for u in pos.stack(spot)) and reckoning.room(pos, unit, spot):
            pos = pos.with_(replace(unit, at=spot, dispersed=dice.random() < 0.25, fired=dice.random() < 0.3))
    return pos


def some_unit(dice: Random, number: int) -> Unit:
    """A unit of either side; its id does not follow its kind, for much goes by order of id."""
    id_ = f"u-{dice.randint(1, 9)}{number:02}"
    figures = {"attack": dice.randint(1, 5), "defence": dice.randint(1, 5), "movement": dice.randint(1, 6)}
    guns = {"points": dice.randint(3, 12), "range": dice.randint(1, 3), "movement": 3}
    if dice.random() < 0.5:
        type_ = dice.choice(("infantry", "infantry", "infantry", "cavalry", "artillery"))
        group = dice.choice(("AX", "BT", "BA", "R", "GY"))
        return Unit(id_, RIF, type_, group, "rif", "rif", **(guns if type_ == "artillery" else figures))
    type_ = dice.choice(("infantry", "infantry", "cavalry", "engineer", "armour", "artillery"))
    nation = "spanish" if type_ == "armour" else dice.choice(("spanish", "french"))
    class_ = dice.choice(("european", "indigenous")) if type_ in reckoning.LINE else "european"
    return Unit(id_, ALLIED, type_, "CG", nation, class_, **(guns if type_ == "artillery" else figures))


def case(pos: Position, phase: str, **rest: Any) -> Mapping[str, Any]:
    """The position as a case file would have it."""
    units = [
        {
            "id": u.id, "side": u.side, "class": u.class_, "nation": u.nation, "group": u.group, "type": u.type,
            "attack": u.attack, "defence": u.defence, "movement": u.movement, "points": u.points, "range": u.range,
            "at": u.at or "none", "status": u.status,
            "dispersed": u.dispersed, "fired": u.fired, "in-supply": u.in_supply,
        }
        for u in pos.units.values()
    ]  # fmt: skip
    map_ = {
        "size": [pos.columns, pos.rows],
        "terrain": {
            h: sorted({"clear", *words} if not words & {"sea", "mountain"} else words)
            for h, words in pos.terrain.items()
        },
        "roads": sorted(map(sorted, pos.roads)),
        "rails": sorted(map(sorted, pos.rails)),
        "zones": {zone: sorted(hexes) for zone, hexes in pos.zones.items()},
        "exits": sorted(pos.exits),
    }
    return {"game": "rif1926", "phase": phase, "units": units, "map": map_, **rest}


def told(units: Iterable[Unit], *fields: str) -> dict[str, Any]:
    """What a case expects of units: these fields of those on the map, of the others their status."""
    names = {name: name.replace("_", "-") for name in fields}
    return {u.id: {names[n]: getattr(u, n) for n in fields} if u.at else u.status for u in units}


@pytest.mark.rule("RIF-10.1", "RIF-10.2", "RIF-10.3", "RIF-10.4", "RIF-10.5", "RIF-12.1", "RIF-12.3", "RIF-12.4")
@pytest.mark.parametrize("share", range(SHARES))
def test_supply_and_loyalty(share: int) -> None:
    for seed, dice in seeds("supply", share, 60):
        pos = peopled(dice, ground(dice), 6)
        faces = [dice.randint(1, 6) for _ in range(30)]
        after, rolls, taken = reckoning.supply_phase(pos, iter(faces))
        units = told(after.units.values(), "at", "dispersed", "in_supply")
        expected = {"rolls": rolls, "units": units, "state": {"occupied": taken}}
        holds(seed, case(pos, "supply-loyalty", dice=faces[: len(rolls)], expect=expected))


def mover_of(dice: Random, pos: Position) -> tuple[Position, Unit] | None:
    """A unit that is to move, alone of its side not at full order; None where there is none.

    Others of its side are undispersed, so that only its line can be at fault (RIF-6.1).
    """
    side = dice.choice((ALLIED, RIF))
    units = pos.of(side)
    if not units:
        return None
    chosen = dice.choice(units)
    for unit in units:
        if unit.id != chosen.id:
            pos = pos.with_(replace(unit, dispersed=False))
    return pos, chosen


def problems(side: str, *codes: tuple[int, str]) -> list[dict[str, Any]]:
    """Problems as a case lists them."""
    return [{"side": side, "line": line, "code": code} for line, code in sorted(codes)]


def in_zone(pos: Position, unit: Unit) -> bool:
    """Whether a unit stands in an enemy zone."""
    assert unit.at is not None
    return reckoning.controlled(pos, unit.at, reckoning.enemy(unit.side))


@pytest.mark.rule("RIF-4.1", "RIF-4.2", "RIF-5.1", "RIF-6.1", "RIF-8.1", "RIF-8.2")
@pytest.mark.parametrize("share", range(SHARES))
def test_movement(share: int) -> None:
    for seed, dice in seeds("movement", share, 100):
        found = mover_of(dice, peopled(dice, ground(dice), 5))
        if found is None:
            continue
        pos, unit = found
        path = some_path(dice, pos, unit)
        if len(path) == 1 and path[0] not in pos.beside(unit.at or ""):
            fault = distant_fault(pos, unit, path[0])
        else:
            fault = reckoning.path_fault(pos, unit, path)
        if fault is None and not reckoning.room(pos, unit, path[-1]):
            fault = "overstacked"
        codes = [(1, fault)] if fault else []
        rest = {}
        if not fault:
            rest = {unit.id: {"at": path[-1]}}
        elif unit.dispersed and in_zone(pos, unit):
            outs = [h for h in reckoning.goals(pos, unit) if reckoning.room(pos, unit, h)]
            codes += [(0, "must-leave-zoc")] if outs else []
            rest = {} if outs else {unit.id: "eliminated"}
        else:
            rest = {unit.id: {"at": unit.at}}
        orders = {unit.side: f"MOVE {unit.id} {' '.join(path)}"}
        expected = {"problems": problems(unit.side, *codes), "units": rest}
        holds(seed, case(pos, f"{unit.side}-movement", orders=orders, expect=expected))


def some_path(dice: Random, pos: Position, unit: Unit) -> list[str]:
    """A path of up to six hexes, mostly legal at its beginning; or one hex anywhere."""
    if dice.random() < 0.4:
        return [dice.choice(pos.hexes())]
    assert unit.at is not None
    path = [unit.at]
    for _ in range(dice.randint(1, 5)):
        good = [h for h in pos.beside(path[-1]) if reckoning.path_fault(pos, unit, [*path[1:], h]) is None]
        path.append(dice.choice(good if good and dice.random() < 0.8 else pos.hexes()))
    return path[1:]


def distant_fault(pos: Position, unit: Unit, goal: str) -> str | None:
    """The code of a line that names a distant hex alone (RIF-8.1)."""
    if goal == unit.at:
        return "not-connected"
    if goal in reckoning.goals(pos, unit):
        return None
    if pos.is_(goal, "sea"):
        return "impassable"
    if any(u.side != unit.side for u in pos.stack(goal)):
        return "enemy-occupied"
    if unit.dispersed and reckoning.controlled(pos, goal, reckoning.enemy(unit.side)):
        return "dispersed"
    return "move-too-far"


def battle(dice: Random) -> tuple[Position, str, list[str], list[str]] | None:
    """A hex attacked by all who touch it and can, with guns in support; nobody else is obliged to anything."""
    pos = ground(dice)
    dry = [h for h in pos.hexes() if not pos.is_(h, "sea") and len(pos.beside(h)) > 2]
    goal, side = dice.choice(dry), dice.choice((ALLIED, RIF))
    near = pos.beside(goal)
    for number in range(dice.randint(4, 14)):
        unit = some_unit(dice, number)
        spots = near if unit.side == side else [goal]
        if dice.random() < 0.35:  # a bystander, of whose zone the others take no notice but in retreat
            spots = [h for h in dry if reckoning.apart(pos, h, goal) > 2]
        spots = [h for h in spots if all(u.side == unit.side for u in pos.stack(h)) and reckoning.room(pos, unit, h)]
        if spots:
            hurt = dice.random() < 0.25 and unit.side != side
            pos = pos.with_(replace(unit, at=dice.choice(spots), dispersed=hurt, fired=dice.random() < 0.2))
    attackers = [u.id for u in pos.of(side) if u.at in near and u.type != "artillery"]
    guns = [u for u in pos.of(side) if u.type == "artillery" and not u.fired]
    support = [u.id for u in guns if u.at and reckoning.apart(pos, u.at, goal) <= u.range]
    lines = [u for u in map(pos.units.get, attackers) if u and u.type in (*reckoning.LINE, "engineer")]
    others = [u for u in pos.units.values() if u.at and u.id not in attackers and (u.at != goal)]
    loose = any(in_zone(pos, u) for u in others if u.type != "artillery" or u.id not in support)
    foes = {u.at for u in pos.of(reckoning.enemy(side))} - {goal}
    touched = any(h in foes for id_ in attackers for h in pos.beside(pos.units[id_].at or ""))
    if not lines or not pos.stack(goal) or loose or touched:
        return None
    if side == ALLIED or any(u.type != "armour" for u in pos.stack(goal)):
        return pos, goal, attackers, support
    return None


@pytest.mark.rule(
    "RIF-4.3", "RIF-9.7", "RIF-9.8", "RIF-9.11", "RIF-9.12", "RIF-9.13", "RIF-9.14", "RIF-9.15", "RIF-9.16"
)
@pytest.mark.parametrize("share", range(SHARES))
def test_combat(share: int) -> None:
    fought = 0
    for seed, dice in seeds("combat", share, 200):
        found = battle(dice)
        if found is None:
            continue
        fought += 1
        pos, goal, attackers, support = found
        die, side = dice.randint(1, 6), pos.units[attackers[0]].side
        after, _ = reckoning.fight(pos, goal, attackers, support, die)
        order = f"ATTACK {goal} WITH {' '.join(attackers)}" + (f" SUPPORT {' '.join(support)}" if support else "")
        units = told(after.units.values(), "at", "dispersed", "fired")
        expected = {"problems": [], "rolls": [f"attack {goal}"], "units": units}
        holds(seed, case(pos, f"{side}-combat", orders={side: order}, dice=[die], expect=expected))
    assert fought > 30


@pytest.mark.rule("RIF-4.4")
@pytest.mark.parametrize("share", range(SHARES))
def test_who_must_attack(share: int) -> None:
    due = 0
    for seed, dice in seeds("obliged", share, 100):
        pos, side = peopled(dice, ground(dice), 6), dice.choice((ALLIED, RIF))
        expected = reckoning.obliged(pos, side)
        due += bool(expected)
        told_of = {problem.args["units"] for problem in judged(pos, side) if problem.code == "must-attack"}
        assert {unit for units in told_of for unit in units.split()} == expected, (seed, case(pos, f"{side}-combat"))
    assert due > 20


def judged(pos: Position, side: str) -> Sequence[Problem]:
    """What the rules find wrong with an empty sheet for a side's combat."""
    phase = f"{side}-combat"
    position = build_position(read_case(case(pos, phase)))
    return position.rules.check(position.state, side, Sheet(seat=side, sections=(Section(phase=phase),))).problems


@pytest.mark.rule("RIF-9.16", "RIF-9.20")
@pytest.mark.parametrize("share", range(SHARES))
def test_bombardment(share: int) -> None:
    hit = 0
    for seed, dice in seeds("bombardment", share, 300):
        pos, side = peopled(dice, ground(dice), 12), dice.choice((ALLIED, RIF))
        able = [u for u in pos.of(side) if u.type == "artillery" and not u.fired and not u.dispersed]
        targets = sorted({u.at for u in pos.of(reckoning.enemy(side)) if u.at})
        by_target = {h: [u for u in able if reckoning.apart(pos, u.at or "", h) <= u.range] for h in targets}
        if not any(by_target.values()):
            continue
        goal = max(targets, key=lambda h: len(by_target[h]))
        guns = by_target[goal]
        number, die = reckoning.needed(pos, goal, sum(u.points for u in guns)), dice.randint(1, 6)
        order = {side: f"BOMBARD {goal} WITH {' '.join(u.id for u in guns)}"}
        if number is None:
            expected = {"problems": problems(side, (1, "no-effect")), "rolls": []}
            holds(seed, case(pos, f"{side}-bombardment", orders=order, expect=expected))
            continue
        fired = [replace(u, fired=True) for u in guns]
        hit += die >= number
        units = told([replace(u, dispersed=u.dispersed or die >= number) for u in pos.stack(goal)], "dispersed")
        units |= told(fired, "fired")
        expected = {"problems": [], "rolls": [f"bombard {goal}"], "units": units}
        holds(seed, case(pos, f"{side}-bombardment", orders=order, dice=[die], expect=expected))
    assert hit > 8


def towns(dice: Random) -> Position:
    """A map with 12 towns or more in Axdir and 5 in each other zone, few units, land alone."""
    pos = replace(ground(dice, 10, 7), terrain={}, roads=frozenset(), rails=frozenset())
    hexes = pos.hexes()
    dice.shuffle(hexes)
    zones, terrain = {}, {}
    for zone, count in (("axdir", 15), ("beni-am-mart", 5), ("beni-tuzin", 5), ("annual", 6)):
        zones[zone] = frozenset(hexes[:count])
        terrain |= {h: frozenset({"town"}) for h in zones[zone]}
        hexes = hexes[count:]
    return replace(pos, terrain=terrain, zones=zones)


@pytest.mark.rule("RIF-12.3", "RIF-12.4", "RIF-13.1", "RIF-14.1", "RIF-14.2", "RIF-14.3")
@pytest.mark.parametrize("share", range(SHARES))
def test_the_end_of_a_turn(share: int) -> None:
    ends = set()
    for seed, dice in seeds("end", share, 60):
        pos = peopled(dice, towns(dice), dice.choice((4, 8, 16)))
        if dice.random() < 0.6:  # few Rif units, hemmed in by many
            lost = pos.of(RIF)[dice.choice((0, 1, 1, 2)) :]
            pos = pos.with_all(replace(u, at=None, status="eliminated") for u in lost)
        turn = dice.choice((3, 11, 12, 12))
        taken = reckoning.occupied(pos)
        after = reckoning.without_lost_tribes(pos, taken)
        won = reckoning.verdict(pos, taken, turn)
        winner, reason = won or ("none", "none")
        ends.add(winner)
        state = {"turn": turn if won else turn + 1, "winner": winner, "win-reason": reason, "occupied": taken}
        expected = {"rolls": [], "units": told(after.units.values(), "at"), "state": state}
        holds(seed, case(pos, "turn-end", turn=turn, expect=expected))
    assert ends == {"allied", "rif", "draw", "none"}
