"""The rules of Africa 1859-60 and a second reckoning from the catalogue alone say the same of many positions."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.reckoning import africa1860 as reckoning
from tests.reckoning.africa1860 import MOROCCAN, SPANISH, Position, Unit, enemy
from tests.reckoning.trying import SHARES, Cup, holds, seeds

AREAS = [f"area-{letter}" for letter in "abcdefghjk"]
TYPES = {
    SPANISH: ("IR", "IR", "IL", "EN", "CAV", "A", "AM", "LEADER"),
    MOROCCAN: ("NZ", "GM", "GM", "GUM", "CAV", "A", "AM", "LEADER"),
}


def ground(dice: Random) -> Position:
    """Areas of all kinds of ground, each beside two to four others."""
    terrain = {}
    for area in AREAS:
        words = {
            dice.choice(list(reckoning.GROUND)),
            *([dice.choice(("encampment", "trench"))] if dice.random() < 0.25 else []),
        }
        terrain[area] = frozenset(words - {"encampment", "trench"} if "sea" in words else words)
    beside: dict[str, set[str]] = {area: set() for area in AREAS}
    for area in AREAS:
        for other in dice.sample([a for a in AREAS if a != area], 2):
            beside[area].add(other)
            beside[other].add(area)
    return Position(terrain, {area: frozenset(others) for area, others in beside.items()}, {})


def some_unit(dice: Random, number: int, side: str, at: str, *, types: Iterable[str] | None = None) -> Unit:
    """A unit of a side; its id does not follow its kind, for much goes by order of id."""
    type_ = dice.choice(list(types or TYPES[side]))
    unit = Unit(f"u-{dice.randint(1, 9)}{number:02}", side, type_, dice.randint(3, 7), dice.randint(1, 6), at)
    if type_ in reckoning.TWO_STEPS:
        reduced = {"ff_reduced": dice.randint(2, 4), "fc_reduced": dice.randint(1, 3)}
        return replace(unit, steps=dice.choice((1, 2, 2)), **reduced)
    if type_ == "LEADER":
        return replace(unit, ff=None, fc=None, steps=None, fa=dice.randint(1, 3), fd=dice.randint(1, 3))
    return replace(unit, fc=None) if type_ == "GUM" else unit


def put(pos: Position, unit: Unit) -> Position:
    """The position with one more unit, where its area has room and open ground for it and no enemy."""
    full = reckoning.points([*pos.stack(unit.at, unit.side), unit]) > 9
    if full or reckoning.shut(pos, unit, unit.at) or pos.held(unit.at, enemy(unit.side)):
        return pos
    return replace(pos, units={**pos.units, unit.id: unit})


def peopled(dice: Random, pos: Position, most: int) -> Position:
    """The position with up to `most` units more, each area one side's; no leader stands alone."""
    for number in range(most):
        side = dice.choice((SPANISH, MOROCCAN))
        pos = put(pos, some_unit(dice, number, side, dice.choice(AREAS)))
    lone = [u.id for u in pos.units.values() if all(o.type == "LEADER" for o in pos.stack(u.at, u.side))]
    return replace(pos, units={id_: u for id_, u in pos.units.items() if id_ not in lone})


def case(pos: Position, phase: str, **rest: Any) -> Mapping[str, Any]:
    """The position as a case file would have it."""
    units = []
    for u in pos.units.values():
        told = {"id": u.id, "side": u.side, "type": u.type, "at": u.at, "demoralized": u.demoralized}
        told |= {"ff": u.ff} if u.ff is not None else {}
        told |= {"fc": u.fc} if u.fc is not None else {}
        told |= {"steps": u.steps} if u.steps is not None else {"fa": u.fa, "fd": u.fd}
        told |= {"ff-reduced": u.ff_reduced, "fc-reduced": u.fc_reduced} if u.ff_reduced is not None else {}
        told |= {"origin": u.origin} if u.origin else {}
        units.append(told)
    areas = {a: {"terrain": sorted(words), "to": sorted(pos.beside[a])} for a, words in pos.terrain.items()}
    return {"game": "africa1860", "phase": phase, "units": units, "map": {"areas": areas}, **rest}


def told(pos: Position) -> dict[str, Any]:
    """What a case expects of all units."""
    return {
        u.id: "eliminated"
        if u.at == "eliminated"
        else {"at": u.at, "steps": u.steps, "demoralized": u.demoralized}
        if u.steps is not None
        else {"at": u.at}
        for u in pos.units.values()
    }


def crowded(pos: Position) -> bool:
    """Whether an area holds more than it may: who retreats there would go on (AFR-5.4), which is not reckoned."""
    return any(reckoning.points(pos.stack(area, side)) > 9 for area in AREAS for side in (SPANISH, MOROCCAN))


@pytest.mark.rule("AFR-6.1", "AFR-6.3", "AFR-6.4", "AFR-6.5", "AFR-6.6", "AFR-6.7", "AFR-6.8", "AFR-6.9", "AFR-10.2")
@pytest.mark.parametrize("share", range(SHARES))
def test_fire(share: int) -> None:
    fought = 0
    for seed, dice in seeds("fire", share, 150):
        pos, side, cup = peopled(dice, ground(dice), 26), dice.choice((SPANISH, MOROCCAN)), Cup(dice)
        goals = [a for a in AREAS if reckoning.top(pos, a, enemy(side))]
        if not goals:
            continue
        goal = dice.choice(goals)
        near = [u for area in sorted(pos.beside[goal]) for u in pos.stack(area, side)]
        firers = [u.id for u in near if u.type not in ("LEADER", "CAV", *reckoning.GUNS)]
        dice.shuffle(firers)
        firers = firers[:3]
        if not firers or any(reckoning.fire_coins(pos, pos.units[id_], goal) < 3 for id_ in firers):
            continue
        after = reckoning.fire(pos, firers, goal, cup)
        if crowded(after) or reckoning.top(after, goal, enemy(side)) is None:
            continue
        fought += 1
        orders = {side: f"FIRE {' '.join(firers)} AT {goal}"}
        expected = {"problems": [], "rolls": cup.labels, "units": told(after)}
        holds(seed, case(pos, f"{side}-fire", orders=orders, dice=cup.faces, expect=expected))
    assert fought > 30


@pytest.mark.rule("AFR-9.4", "AFR-9.5", "AFR-9.7", "AFR-9.8", "AFR-10.4")
@pytest.mark.parametrize("share", range(SHARES))
def test_shells(share: int) -> None:
    fought = 0
    for seed, dice in seeds("shells", share, 150):
        pos, side, cup = peopled(dice, ground(dice), 26), dice.choice((SPANISH, MOROCCAN)), Cup(dice)
        guns = [u for u in pos.units.values() if u.side == side and u.type in reckoning.GUNS]
        goals = [a for a in AREAS if reckoning.top(pos, a, enemy(side))]
        if not guns or not goals:
            continue
        gun, goal = dice.choice(guns), dice.choice(goals)
        orders = {side: f"ACTIVATE {gun.id} FIRE {goal}"}
        if reckoning.far(pos, gun.at, goal) > 3:
            expected = {"problems": [{"side": side, "line": 1, "code": "out-of-range"}], "rolls": []}
            holds(seed, case(pos, f"{side}-fire", orders=orders, expect=expected))
            continue
        after = reckoning.shell(pos, gun, goal, cup)
        if crowded(after):
            continue
        fought += 1
        expected = {"problems": [], "rolls": cup.labels, "units": told(after)}
        holds(seed, case(pos, f"{side}-fire", orders=orders, dice=cup.faces, expect=expected))
    assert fought > 30


def clash(dice: Random) -> tuple[Position, str, str] | None:
    """An area in which units of one side, come from those beside it, meet those of the other."""
    pos = peopled(dice, ground(dice), 22)
    side = dice.choice((SPANISH, MOROCCAN))
    areas = [a for a in AREAS if reckoning.top(pos, a, enemy(side))]
    if not areas:
        return None
    area = dice.choice(areas)
    for unit in pos.stack(area, enemy(side)):
        if unit.type != "LEADER" and dice.random() < 0.25:
            pos = pos.with_(replace(unit, demoralized=True))
    origins = [a for a in sorted(pos.beside[area]) if not pos.held(a, enemy(side)) and pos.base(a) != "sea"]
    came = []
    for number in range(dice.randint(1, 4)):
        if origins:
            unit = some_unit(dice, 50 + number, side, area)
            origin = dice.choice(origins)
            if not reckoning.shut(pos, unit, area) and not reckoning.shut(pos, unit, origin):
                came.append(replace(unit, origin=origin))
    if all(u.type == "LEADER" for u in came) or reckoning.points(came) > 9:
        return None
    return replace(pos, units={**pos.units, **{u.id: u for u in came}}), area, side


@pytest.mark.rule("AFR-6.12", "AFR-6.13", "AFR-6.14", "AFR-6.15", "AFR-6.16", "AFR-2.9", "AFR-10.3")
@pytest.mark.parametrize("share", range(SHARES))
def test_shock(share: int) -> None:
    fought = 0
    for seed, dice in seeds("shock", share, 150):
        found, cup = clash(dice), Cup(dice)
        if found is None:
            continue
        pos, area, side = found
        after = reckoning.shock(pos, area, side, cup)
        if crowded(after) or cup_row_three(cup, area):
            continue
        fought += 1
        expected = {"problems": [], "rolls": cup.labels, "units": told(after)}
        holds(seed, case(pos, f"{side}-shock", dice=cup.faces, expect=expected))
    assert fought > 40


def cup_row_three(cup: Cup, area: str) -> bool:
    """Whether the winner showed three crosses: a retreat of several areas, which is not reckoned."""
    thrown = {label: str(face) for label, face in zip(cup.labels, cup.faces, strict=True)}
    attack, defence = (thrown.get(f"shock {area} {role}", "") for role in ("attacker", "defender"))
    if attack.count("H") == defence.count("H"):
        return False
    return (attack if attack.count("H") > defence.count("H") else defence).count("T") == 3


@pytest.mark.rule("AFR-7.1", "AFR-7.2")
@pytest.mark.parametrize("share", range(SHARES))
def test_rally(share: int) -> None:
    for seed, dice in seeds("rally", share, 50):
        pos, cup = peopled(dice, ground(dice), 24), Cup(dice)
        for unit in list(pos.units.values()):
            if unit.type != "LEADER" and dice.random() < 0.5:
                pos = pos.with_(replace(unit, demoralized=True))
        after = reckoning.rally(pos, cup)
        expected = {"rolls": cup.labels, "units": told(after)}
        holds(seed, case(pos, "end-of-turn", dice=cup.faces, expect=expected))
