"""The ground of an area map: heights by the terrain of its areas and by its ridges, tints by terrain, both blended."""

from collections.abc import Iterator, Mapping

import numpy as np

from pbem.report.ground.height import Ground, gullies
from pbem.report.ground.sheet import Field, Heights, Sheet, mixed
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.plan import line_of
from pbem.report.svg.base.shapes import resample
from pbem.report.svg.base.write import lines
from pbem.report.svg.ground.areas import WATER

Tint = tuple[int, int, int]
TERRAIN: Mapping[str, tuple[float, float, Tint]] = {
    "clear": (0.08, 0.1, (240, 229, 190)),
    "cultivated": (0.08, 0.05, (233, 226, 176)),
    "hill": (0.46, 0.75, (226, 208, 160)),
    "mountain": (1.0, 1.0, (200, 174, 132)),
    "forest": (0.34, 0.55, (193, 203, 148)),
    "building": (0.14, 0.1, (236, 212, 180)),
    "town": (0.14, 0.05, (236, 212, 180)),
    "marsh": (0.0, 0.0, (196, 213, 184)),
    "river": (0.0, 0.0, (206, 219, 176)),
    "bridge": (0.02, 0.0, (219, 217, 180)),
}
"""How high the ground of each terrain lies, in kilometres on a hill's scale, how rough it is, and its tint."""
RIDGES: Mapping[int, tuple[float, float]] = {1: (0.42, 0.65), 2: (0.68, 0.9), 3: (1.0, 1.15)}
"""How high a ridge rises by its weight, from spur to main crest, and how far it reaches, in radii."""
TALL = 0.6
"""How steep all of it is: an area map is drawn larger than a hex map, and its hills are low."""
HIGH: Tint = (164, 136, 102)


def ground_of(sheet: Sheet) -> Ground:
    """The ground of an area map. MapError where its lines are none."""
    plan = sheet.plan
    assert isinstance(plan, AreaPlan)
    masks = {word: sheet.mask(rings(plan, word)) for word in sorted({_ground(plan, id_) for id_ in plan.shapes})}
    wet = sum((masks[word] for word in masks if word in WATER), sheet.empty)
    base, rough = (
        sum((mask * TERRAIN.get(word, TERRAIN["clear"])[i] for word, mask in masks.items() if word not in WATER),
            sheet.empty)
        for i in (0, 1)
    )  # fmt: skip
    rough = sheet.blurred(rough, 0.3)
    height = 0.7 * sheet.blurred(base, 0.55) + _ridged(sheet, plan) * (0.25 + 0.75 * rough)
    height -= 0.22 * np.exp(-((sheet.from_lines(_courses(plan))[0] / 0.3) ** 1.3)) * (0.3 + rough)
    smooth = sheet.blurred(TALL * height, 0.05)
    height = sheet.blurred(smooth + gullies(sheet, smooth, 0.75, 3) * np.clip(rough, 0.05, 1), 0.02)
    return Ground(1 - np.clip(wet, 0, 1), rough, height, _tinted(sheet, masks, height))


def _ground(plan: AreaPlan, id_: str) -> str:
    """The word for the ground of an area."""
    return next(iter(plan.terrain(id_)), "clear")


def rings(plan: AreaPlan, *words: str) -> str:
    """The areas of some terrains as path data."""
    return "".join(lines(plan.outline(id_), closed=True) for id_ in plan.shapes if _ground(plan, id_) in words)


def _ridged(sheet: Sheet, plan: AreaPlan) -> Field:
    """How much its ridges raise the ground."""
    raised, whim, fine = sheet.empty, sheet.noise(0.8, 1, 2), sheet.noise(0.35, 2)
    for weight, (height, reach) in RIDGES.items():
        crests = [
            [(x, y, 1.0) for x, y in (plan.at(p) for p in line_of(ridge, "ridge"))]
            for ridge in plan.map.get("drawing", {}).get("ridges", ())
            if int(ridge.get("weight", 2)) == weight
        ]
        if crests:
            away = sheet.from_lines(crests)[0]
            away = np.maximum(away * np.clip(1 + 0.35 * whim, 0.5, 1.7) + 0.1 * fine * np.clip(away, 0, 1), 0)
            raised += (height * np.exp(-away / reach)) ** 2
    return np.asarray(np.sqrt(raised), dtype=np.float32)


def _courses(plan: AreaPlan) -> Iterator[Heights]:
    """Where water runs: rivers and gullies."""
    drawing = plan.map.get("drawing", {})
    gullied = [line for line in drawing.get("lines", ()) if line.get("kind") == "gully"]
    for course in (*drawing.get("rivers", ()), *gullied):
        yield [(x, y, 0.0) for x, y in resample([plan.at(p) for p in line_of(course, "river")], 0.2 * plan.radius)]


def _tinted(sheet: Sheet, masks: Mapping[str, Field], height: Field) -> Field:
    """The tints of the terrains, soft where they meet, and browner the higher the ground is."""
    dry = {word: sheet.blurred(mask, 0.1) for word, mask in masks.items() if word not in WATER}
    whole = np.maximum(sum(dry.values(), sheet.empty), 0.02)
    tint = sum(
        (np.multiply.outer(mask / whole, np.array(TERRAIN.get(word, TERRAIN["clear"])[2], dtype=np.float32))
         for word, mask in dry.items()),
        np.zeros((*whole.shape, 3), dtype=np.float32),
    )  # fmt: skip
    return mixed(tint, HIGH, 0.34 * np.clip((height - 0.3) / 1.1, 0, 1))
