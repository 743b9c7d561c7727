"""Maps as SVG text: `draw_map(scene, lang)` and what to look at (`Crop`, `action_crop`)."""

from pbem.report.svg.action.crop import action_crop, places_shown
from pbem.report.svg.base.metrics import FontMissing
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import Crop, MapError
from pbem.report.svg.map import draw_map

__all__ = ["Crop", "FontMissing", "MapError", "Naming", "action_crop", "draw_map", "places_shown"]
