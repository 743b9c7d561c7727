"""Which plan a map takes."""

from collections.abc import Mapping
from typing import Any

from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.boards import board_of
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import Crop, Plan, View


def board_plan(map_: Mapping[str, Any], crop: Crop | None = None, *, view: View | None = None) -> Plan:
    """The plan of a crop of a map, of the whole of it, or of a view. MapError for a map that cannot be drawn."""
    maker = AreaPlan if board_of(map_).kind == "areas" else HexPlan
    return maker(map_, crop, view=view)
