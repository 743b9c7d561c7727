"""Scenes full of counters on the maps that are shipped, and what happens there, for pictures to be measured on."""

import json
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.scene import Arrow, Battle, Control, Counter, Ghost, Scene, Shot
from pbem.report.svg import board_plan
from pbem.report.svg.base.printed import ENDING
from pbem.report.svg.pieces.signs import Signs, own_signs
from pbem.resources import shipped_path

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
FORMATIONS = ("normal", "square", "skirmish", "limbered", "deployed")
GAMES = {
    "melilla": "legion", "alhucemas": "rif1926", "bailen": "napoleonic",
    "castillejos": "africa1860", "tetuan": "africa1860", "wad-ras": "africa1860",
}  # fmt: skip
"""The maps that are shipped, each with the game that it lies in."""


@cache
def shipped(name: str) -> dict[str, Any]:
    """A shipped map."""
    path = shipped_path("games", GAMES[name], "maps", f"{name}.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@cache
def printed(name: str) -> Signs:
    """The painter's signs, and the grounds of a shipped map."""
    return own_signs({}, {}, {}, sorted(shipped_path("games", GAMES[name], "maps").glob(f"{name}.*{ENDING}")))


@cache
def army(name: str) -> Scene:
    """The counters of `armies.toml` on a map, nothing happening."""
    listed = tomllib.loads((Path(__file__).parent / "armies.toml").read_text("utf-8"))[name]
    sides = tuple(sorted({where.split()[0] for where in listed}))
    return Scene(
        map=shipped(name), title={"es": name.title(), "en": name.title()}, turn=3, turns=9, phase="combat",
        conditions=(), sides=sides,
        counters=tuple(_counter(each, *where.split()) for where, pile in listed.items() for each in reversed(pile)),
    )  # fmt: skip


def _counter(told: str, side: str, space: str, facing: str = "") -> Counter:
    """A counter as it is listed: of "6/8" on hexes the first is what is left of it."""
    label, symbol, factors, *more = told.split()
    formation = next((word for word in more if word in FORMATIONS), "")
    left, _, whole = factors.partition("/")
    turned = facing and symbol != "leader" and formation not in ("square", "skirmish")
    return Counter(
        unit=f"{side}-{label}".lower(),
        side=side,
        space=space,
        symbol=symbol,
        name={"es": label, "en": label},
        short=label.replace("_", " "),
        factors=whole or factors,
        states=tuple(word for word in more if word not in FORMATIONS and "/" not in word),
        facing=FACINGS.index(facing) if turned else None,
        formation="" if formation == "normal" else formation,
        strength=left if whole else next((word for word in more if "/" in word), ""),
    )


@cache
def fought(name: str) -> Scene:
    """The same with moves, a combat wherever both sides stand, fire over borders, losses, places that changed hands."""
    scene, plan = army(name), board_plan(shipped(name))
    sides: dict[str, list[str]] = {}
    for counter in scene.counters:
        sides.setdefault(counter.space, []).append(counter.side)
    held = {space: of[0] for space, of in sides.items()}
    met = [space for space in sorted(sides) if len(set(sides[space])) > 1]
    fronts = [(a, b) for a in sorted(held) for b in plan.neighbours(a) if held.get(b, held[a]) != held[a]]
    moved = [c for c in scene.counters if "moved" in c.states or c.symbol == "cavalry"]
    came = {c.unit: next((o for o in plan.neighbours(c.space) if o not in held), "") for c in moved}
    if not met:
        met = [b for _, b in fronts[::3]]
    return replace(
        scene,
        arrows=tuple(Arrow(c.unit, c.side, (came[c.unit], c.space), "move") for c in moved if came[c.unit]),
        battles=tuple(
            Battle(i, scene.sides[1], (next((a for a, d in fronts if d == at), at),), (at,), 7, 4 + i, "tie", "")
            for i, at in enumerate(met, 1)
        ),
        shots=tuple(Shot(held[a], a, b, i % 2 == 0, "artillery") for i, (a, b) in enumerate(fronts[::2])),
        ghosts=tuple(Ghost(f"lost-{at}", scene.sides[0], at, "infantry", True, "GONE", "combat") for at in met),
        controls=tuple(Control(at, held.get(at), at in met) for at in sorted(held)[::3]),
    )  # fmt: skip
