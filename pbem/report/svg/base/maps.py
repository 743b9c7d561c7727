"""Which plan a map takes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.boards import Same, board_of
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import Crop, Plan, View


def board_plan(map_: Mapping[str, Any], crop: Crop | None = None, *, view: View | None = None) -> Plan:
    """The plan of a crop of a map, of the whole of it, or of a view. MapError for a map that cannot be drawn."""
    return _plan(Same(map_), crop, view)


@lru_cache(maxsize=32)
def _plan(of: Same, crop: Crop | None, view: View | None) -> Plan:
    """The last plans asked for: a picture, its crop and its words ask for the same one again and again."""
    maker = AreaPlan if board_of(of.map).kind == "areas" else HexPlan
    return maker(of.map, crop, view=view)
