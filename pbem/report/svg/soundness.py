"""Whether a map file can be drawn as it is meant: holes, things off the board, lines that are none, open coasts."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import hypot
from typing import Any

from pbem.board.hexes import hex_id
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import MapError

_FAR = 2.0  # hexes across that a place may lie from where its degrees put it
_LINES = (("coast", "coast"), ("rivers", "river"), ("ridges", "ridge"), ("waters", "water"))


def map_faults(map_: Mapping[str, Any]) -> list[str]:
    """What is wrong with a map as a drawing, as sentences that name what and where; none where it is sound."""
    try:
        plan = HexPlan(map_)
    except MapError as wrong:
        return [str(wrong)]
    return [
        *_holes(plan),
        *_places(plan, map_),
        *_ways(plan, map_),
        *_lines(map_),
        *_coasts(plan, map_),
        *_points(plan, map_),
    ]


def _holes(plan: HexPlan) -> Iterable[str]:
    """Hexes that the map should have and has not, and such as lie outside its columns and rows."""
    columns, rows = plan.columns, plan.rows
    wanted = {hex_id(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)}
    missing, beyond = sorted(wanted - set(plan.hexes)), sorted(set(plan.hexes) - wanted)
    if missing:
        yield f"The map has a hole: {len(missing)} of its {columns} x {rows} hexes are missing, first {missing[0]}."
    for space in beyond:
        yield f"The hex {space}{_called(plan, space)} lies off the board of {columns} x {rows} hexes."


def _called(plan: HexPlan, space: str) -> str:
    place = plan.hexes[space].get("place")
    return f" ({place.get('id')})" if place else ""


def _places(plan: HexPlan, map_: Mapping[str, Any]) -> Iterable[str]:
    """Places whose degrees lie far from their hex."""
    projection = map_.get("projection")
    if not projection:
        return
    corner, metres = projection["corner"], projection["metres-per-degree"]
    on_board = frozenset(plan.inner)
    for space, data in sorted(plan.hexes.items()):
        place = data.get("place", {})
        if space not in on_board or "lat" not in place or "lon" not in place:
            continue
        east = (float(place["lon"]) - float(corner["lon"])) * metres["lon"]
        south = (float(corner["lat"]) - float(place["lat"])) * metres["lat"]
        (x, y), (ax, ay) = plan.centre(space), plan.at((east, south))
        if hypot(x - ax, y - ay) > _FAR * 2 * plan.radius:
            yield f"The place {place.get('id')} stands in {space}, but its degrees lie {_FAR:.0f} hexes or more away."


def _ways(plan: HexPlan, map_: Mapping[str, Any]) -> Iterable[str]:
    """Roads, railways and bridges through hexes that the map lacks, or that jump."""
    drawing = map_.get("drawing", {})
    for what, ways in (("road", map_.get("roads", ())), ("railway", drawing.get("railways", ()))):
        for way in ways:
            lost = [space for space in way["hexes"] if space not in plan.hexes]
            if lost:
                yield f"The {what} {way['id']} goes through {lost[0]}, which is no hex of this map."
                continue
            for a, b in pairwise(way["hexes"]):
                if b not in plan.neighbours(a):
                    yield f"The {what} {way['id']} jumps from {a} to {b}, which are no neighbours."
    for bridge in drawing.get("bridges", ()):
        if bridge["hex"] not in plan.hexes:
            yield f"A bridge stands in {bridge['hex']}, which is no hex of this map."


def _lines(map_: Mapping[str, Any]) -> Iterable[str]:
    """Lines of one point, or of several that are the same."""
    for key, what in _LINES:
        for line in map_.get("drawing", {}).get(key, ()):
            if len({tuple(point) for point in line["line"]}) < 2:
                yield f"The {what} {line['id']} is no line: it takes two different points at least."


def _coasts(plan: HexPlan, map_: Mapping[str, Any]) -> Iterable[str]:
    """Open coasts of which an end lies inside the board, so that nobody can tell land from sea there."""
    left, top, right, bottom = plan.box
    near = 1.5 * plan.radius
    for coast in map_.get("drawing", {}).get("coast", ()):
        line = coast["line"]
        if coast.get("closed") or len(line) < 2 or line[0] == line[-1]:
            continue
        for end in (line[0], line[-1]):
            x, y = plan.at(end)
            if left + near < x < right - near and top + near < y < bottom - near:
                yield f"The coast {coast['id']} is not closed and ends at {end}, inside the board."


def _points(plan: HexPlan, map_: Mapping[str, Any]) -> Iterable[str]:
    """Names, summits, bridges and ornaments off the board."""
    drawing = map_.get("drawing", {})
    things = [
        *((f"label {_name(label)}", label["at"]) for label in drawing.get("labels", ())),
        *((f"summit {summit['id']}", summit["at"]) for summit in drawing.get("summits", ())),
        *((f"bridge in {bridge['hex']}", bridge["at"]) for bridge in drawing.get("bridges", ())),
        *((key, drawing[key]) for key in ("cartouche", "rose") if key in drawing),
    ]
    for what, point in things:
        if not plan.holds(point):
            yield f"The {what} at {list(point)} lies off the board."


def _name(label: Mapping[str, Any]) -> str:
    names = label["name"]
    return repr(names.get("en") or names[min(names)])
