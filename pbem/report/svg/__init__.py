"""Maps as SVG text: `draw_map(scene, lang)` and what to look at (`Crop`, `action_crop`)."""

from pbem.report.svg.crop import action_crop, places_shown
from pbem.report.svg.map import draw_map
from pbem.report.svg.metrics import FontMissing
from pbem.report.svg.naming import Naming
from pbem.report.svg.plan import Crop, MapError

__all__ = ["Crop", "FontMissing", "MapError", "Naming", "action_crop", "draw_map", "places_shown"]
