"""The rules of the Napoleonic system and a second reckoning from the catalogue alone say the same of many positions."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.reckoning import napoleonic as reckoning
from tests.reckoning.napoleonic import DIRECTIONS, FRENCH, SPANISH, Counter, Position, enemy
from tests.reckoning.trying import SHARES, Cup, holds, seeds

GROUNDS = ("cultivated", "cultivated", "haza", "village", "town", "strong-building", "light-wood", "dense-wood")
HEXES = [f"{c:02}{r:02}" for c in range(1, 9) for r in range(1, 9)]
ORDER = ("not-adjacent", "terrain-forbidden", "enemy-there", "zoc-stop", "zoc-to-zoc", "move-too-far", "stack-terrain")
"""Which of several codes a line earns: the first of these (NAP, part 17)."""


def ground(dice: Random) -> Position:
    """A level map of eight by eight hexes."""
    empty = Position(8, 8, {}, {})
    return replace(empty, terrain={h: dice.choice(GROUNDS) for h in HEXES if dice.random() < 0.35})


def some_counter(dice: Random, number: int, side: str, at: str) -> Counter:
    """A counter of a side; its id does not follow its kind."""
    type_ = dice.choice(("infantry", "infantry", "cavalry", "artillery"))
    classes = {"infantry": ("line", "light"), "artillery": ("light", "medium", "heavy"), "cavalry": ("light", "medium")}
    class_ = dice.choice((*classes[type_], *(["heavy"] if type_ == "cavalry" and side == FRENCH else [])))
    shapes = {
        "infantry": ("normal", "normal", "skirmish"),
        "artillery": ("deployed", "limbered"),
        "cavalry": ("normal",),
    }
    return Counter(
        id=f"u-{dice.randint(1, 9)}{number:02}",
        side=side,
        type=type_,
        class_=class_,
        pf=dice.randint(2, 8),
        at=at,
        grade=dice.choice("ABCDEF"),
        facing=dice.choice(DIRECTIONS),
        formation=dice.choice(shapes[type_]),
        horse=type_ == "artillery" and dice.random() < 0.3,
        swiss=type_ == "infantry" and dice.random() < 0.2,
        nation=dice.choice((side, side, "british")),
    )


def put(pos: Position, *counters: Counter) -> Position:
    """The position with more counters, each hex's in a pile from the top."""
    piles = {c.at: tuple(o.id for o in counters if o.at == c.at) for c in counters}
    return replace(pos, counters={**pos.counters, **{c.id: c for c in counters}}, piles={**pos.piles, **piles})


def case(pos: Position, phase: str, **rest: Any) -> Mapping[str, Any]:
    """The position as a case file would have it."""
    units = [
        {
            "id": c.id, "side": c.side, "type": c.type, "class": c.class_, "pf": c.pf, "at": c.at, "grade": c.grade,
            "facing": c.facing, "formation": c.formation, "morale": c.morale, "lost": c.lost, "horse": c.horse,
            "swiss": c.swiss, "nation": c.nation or c.side,
        }
        for c in pos.counters.values()
    ]  # fmt: skip
    piles = {hex_: list(ids) for hex_, ids in pos.piles.items() if len(ids) > 1}
    map_ = {"size": [pos.columns, pos.rows], "terrain": dict(pos.terrain)}
    return {"game": "napoleonic", "phase": phase, "units": units, "map": map_, "piles": piles, **rest}


def field(dice: Random) -> tuple[Position, Counter]:
    """A counter that may move, alone of its side, among a few enemies."""
    pos, side = ground(dice), dice.choice((FRENCH, SPANISH))
    spots = dice.sample(HEXES, dice.randint(2, 6))
    mover = some_counter(dice, 0, side, spots[0])
    if mover.type == "artillery":
        mover = replace(mover, formation="limbered")
    foes = [some_counter(dice, n, enemy(side), at) for n, at in enumerate(spots[1:], 1)]
    shaken = [replace(f, morale="disorganised") if dice.random() < 0.2 else f for f in foes]
    return put(pos, mover, *shaken), mover


@pytest.mark.rule("NAP-3.1", "NAP-5.1", "NAP-5.2", "NAP-5.6", "NAP-6.1", "NAP-6.2")
@pytest.mark.parametrize("share", range(SHARES))
def test_movement(share: int) -> None:
    for seed, dice in seeds("movement", share, 80):
        pos, mover = field(dice)
        path = some_path(dice, pos, mover)
        face = dice.choice(DIRECTIONS) if dice.random() < 0.4 and not mover.loose else None
        order = f"MOVE {mover.id} {' '.join(path)}" + (f" FACE {face}" if face else "")
        faults = set(reckoning.path_faults(pos, mover, path))
        paid = None if "not-adjacent" in faults else reckoning.may_go(pos, mover, path, face)
        if paid is None:
            faults.add("move-too-far")
        if pos.ground(path[-1]) == "strong-building" and mover.type != "infantry":
            faults.add("stack-terrain")
        fault = min(faults, key=ORDER.index, default=None)
        problems = [{"side": mover.side, "line": 1, "code": fault}] if fault else []
        after = {"at": mover.at} if fault else {"at": path[-1], "moved": paid}
        if not fault and not mover.loose:
            after["facing"] = face or toward(pos, [mover.at, *path][-2], path[-1])
        expected = {"problems": problems, "units": {mover.id: after}}
        holds(seed, case(pos, f"{mover.side}-movement", orders={mover.side: order}, expect=expected))


def toward(pos: Position, here: str, there: str) -> str | None:
    """The direction of a step, None where it is none."""
    return next((d for d in DIRECTIONS if reckoning.beside(pos, here, d) == there), None)


def some_path(dice: Random, pos: Position, mover: Counter) -> list[str]:
    """A path of one to four hexes, mostly neighbours of each other; of one hex, a neighbour."""
    path = [mover.at]
    for number in range(dice.choice((1, 1, 2, 2, 3, 4))):
        near = reckoning.around(pos, path[-1])
        good = [h for h in near if not list(reckoning.path_faults(pos, mover, [*path[1:], h]))]
        path.append(dice.choice(HEXES if number and dice.random() < 0.1 else good or near))
    return path[1:]


def shot(dice: Random) -> tuple[Position, Counter, str, list[str]] | None:
    """A counter, its target hex in front, in range and in sight, whence shots come in; bystanders beyond the target."""
    side, pos = dice.choice((FRENCH, SPANISH)), ground(dice)
    firer = some_counter(dice, 0, side, dice.choice(HEXES))
    if firer.type == "cavalry":
        return None
    shape = "deployed" if firer.type == "artillery" else firer.formation
    if firer.type == "infantry" and pos.ground(firer.at) == "clear" and dice.random() < 0.2:
        shape = "square"
    firer = replace(firer, formation=shape, morale=dice.choice(("normal", "normal", "disorganised")))
    found = aim(dice, pos, firer)
    if found is None:
        return None
    goal, last = found
    distance = reckoning.apart(pos, firer.at, goal)
    if distance > 1 and pos.ground(goal) == "dense-wood":
        return None  # not seen from there (NAP-7.4)
    low = {h: g for h, g in pos.terrain.items() if g in ("cultivated", "haza") or h == goal}
    pos = replace(pos, terrain=low)
    spots = [h for h in HEXES if reckoning.apart(pos, firer.at, h) > distance and h != goal]
    beyond = dice.sample(spots, min(len(spots), 3))
    others = [some_counter(dice, 10 + n, side, h) for n, h in enumerate(beyond)]
    return put(pos, firer, *targets(dice, pos, enemy(side), goal), *others), firer, goal, last


def aim(dice: Random, pos: Position, firer: Counter) -> tuple[str, list[str]] | None:
    """A hex in the front and range of a firer, and the hex or the pair through which the line comes to it (NAP-8.6)."""
    reach = {"light": 3, "medium": 4, "heavy": 5}[firer.class_] if firer.type == "artillery" else 1
    first, second = reckoning.front(firer.facing)[dice.choice((0, 1)) :][:2]
    along = dice.randint(1, reach)
    aside = dice.randint(0, reach - along)
    goal: str | None = firer.at
    for direction in [first] * along + [second] * aside:
        goal = goal and reckoning.beside(pos, goal, direction)
    if not goal:
        return None
    steps = {first: along, second: aside}
    sides = [opposite(d) for d, n in steps.items() if n == max(along, aside)]
    return goal, [h for h in (reckoning.beside(pos, goal, d) for d in sides) if h]


def targets(dice: Random, pos: Position, side: str, goal: str) -> list[Counter]:
    """One or two counters of a side in a hex."""
    found = [some_counter(dice, 1, side, goal)]
    foot = found[0].type == "infantry"
    if foot and pos.ground(goal) in ("clear", "village", "cultivated") and dice.random() < 0.5:
        second = replace(some_counter(dice, 2, side, goal), type="infantry", class_="line", horse=False)
        found = [replace(c, formation="normal") for c in (found[0], second)]
    if foot and pos.ground(goal) == "clear" and dice.random() < 0.25:
        found = [replace(c, formation="square") for c in found]
    return [
        replace(
            c,
            facing=found[0].facing,
            lost=dice.choice((0, 0, 1)),
            morale=dice.choice(("normal", "normal", "disorganised")),
        )
        for c in found
    ]


def opposite(direction: str) -> str:
    """The direction the other way."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + 3) % 6]


@pytest.mark.rule("NAP-8.3", "NAP-8.4", "NAP-8.5", "NAP-8.6", "NAP-8.8", "NAP-8.9", "NAP-8.10", "NAP-8.11", "NAP-8.15")
@pytest.mark.rule("NAP-9.1", "NAP-9.2", "NAP-9.3", "NAP-9.4")
@pytest.mark.parametrize("share", range(SHARES))
def test_fire(share: int) -> None:
    shots = 0
    for seed, dice in seeds("fire", share, 80):
        found, cup = shot(dice), Cup(dice)
        if found is None:
            continue
        pos, firer, goal, last = found
        after = reckoning.fire(pos, firer, goal, last, 2, cup)
        targets = [c.id for c in pos.pile(goal)]
        shots += 1
        units = {id_: told(after.counters[id_]) for id_ in targets}
        orders = {firer.side: f"FIRE {firer.id} AT {goal}"}
        expected = {"problems": [], "rolls": cup.labels, "units": units}
        holds(seed, case(pos, f"{firer.side}-fire", turn=2, orders=orders, dice=cup.faces, expect=expected))
    assert shots > 25


def told(counter: Counter) -> str | dict[str, Any]:
    """What a case expects of a counter."""
    if counter.at == "eliminated":
        return counter.at
    held = {"at": counter.at, "lost": counter.lost, "morale": counter.morale, "formation": counter.formation}
    return held | {"no-fire-until": counter.no_fire}
