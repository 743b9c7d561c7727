"""Whether a map file can be drawn as it is meant: things off the board, lines that are none, open coasts."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import hypot
from typing import Any

from pbem.board.board import Board, read_board, spaces
from pbem.report.svg.base.hexplan import HexPlan

_FAR = 2.0  # hexes across that a place may lie from where its degrees put it
_LINES = (("coast", "coast"), ("rivers", "river"), ("ridges", "ridge"), ("waters", "water"))


def map_faults(map_: Mapping[str, Any]) -> list[str]:
    """What is wrong with a map as a board and as a drawing, as sentences that name what and where; none if sound.

    Of drawings those of hex maps with a size are looked at.
    """
    try:
        board = read_board(map_)
    except ValueError as wrong:
        return [str(wrong)]
    if board.kind == "areas" or "size" not in map_:
        return []
    plan = HexPlan(map_)
    return [
        *_places(plan, map_),
        *_drawn_ways(board, map_),
        *_lines(map_),
        *_coasts(plan, map_),
        *_points(plan, map_),
    ]


def _places(plan: HexPlan, map_: Mapping[str, Any]) -> Iterable[str]:
    """Places whose degrees lie far from their hex."""
    projection = map_.get("projection")
    if not projection:
        return
    corner, metres = projection["corner"], projection["metres-per-degree"]
    for space, about in sorted(spaces(map_).items()):
        place = about.get("place", {})
        if "lat" not in place or "lon" not in place:
            continue
        east = (float(place["lon"]) - float(corner["lon"])) * metres["lon"]
        south = (float(corner["lat"]) - float(place["lat"])) * metres["lat"]
        (x, y), (ax, ay) = plan.centre(space), plan.at((east, south))
        if hypot(x - ax, y - ay) > _FAR * 2 * plan.radius:
            yield f"The place {place.get('id')} stands in {space}, but its degrees lie {_FAR:.0f} hexes or more away."


def _drawn_ways(board: Board, map_: Mapping[str, Any]) -> Iterable[str]:
    """Railways and bridges that are drawn through hexes which the map lacks, or that jump."""
    drawing = map_.get("drawing", {})
    for way in drawing.get("railways", ()):
        lost = [space for space in way["hexes"] if space not in board.index]
        if lost:
            yield f"The railway {way['id']} goes through {lost[0]}, which is no hex of this map."
            continue
        for a, b in pairwise(way["hexes"]):
            if b not in board.neighbours[a]:
                yield f"The railway {way['id']} jumps from {a} to {b}, which are no neighbours."
    for bridge in drawing.get("bridges", ()):
        if bridge["hex"] not in board.index:
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
