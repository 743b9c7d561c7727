"""Maps as SVG text: `draw_map(scene, lang)` and what to look at (`Crop`, `action_crops`, `plan_crop`)."""

from pbem.report.svg.action.crop import action_crop, action_crops, around_crop, places_shown
from pbem.report.svg.action.plans import plan_crop, plan_crops
from pbem.report.svg.base.hexplan import hex_crop
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.metrics import FontMissing
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import Crop, MapError
from pbem.report.svg.map import colours, draw_map

__all__ = [
    "Crop",
    "FontMissing",
    "MapError",
    "Naming",
    "action_crop",
    "action_crops",
    "around_crop",
    "board_plan",
    "colours",
    "draw_map",
    "hex_crop",
    "places_shown",
    "plan_crop",
    "plan_crops",
]
