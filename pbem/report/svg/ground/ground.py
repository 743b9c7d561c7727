"""The printed board of any map: what does not change as long as the map does not."""

from collections.abc import Container

from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Placer
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.ground import hexes, places


def art(plan: Plan) -> list[str]:
    """All that bears no words. MapError where the map's lines cannot be drawn."""
    return hexes.art(plan) if isinstance(plan, HexPlan) else []


def names(plan: Plan, lang: str, placer: Placer) -> list[str]:
    """What is written on the ground, where it is not to be touched by other names."""
    return hexes.names(plan, lang, placer) if isinstance(plan, HexPlan) else []


def place_names(plan: Plan, lang: str, placer: Placer, matter: Container[str]) -> list[str]:
    """The names that stand above everything, and so beside what happens; `matter`: spaces that count for victory."""
    if not isinstance(plan, HexPlan):
        return []
    placer.avoid(places.sign_boxes(plan), 3.0)
    return places.town_labels(plan, lang, placer, matter)
