"""The schema of maps: the shared form takes hexes and areas and what a game adds; La Legión's own is closed."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from pbem.board.board import read_board
from pbem.gamedata.schemas import faults_of
from pbem.report.svg.soundness import map_faults
from pbem.resources import shipped_path

NAME = {"es": "Mapa", "en": "Map"}
HEAD = {"format": 1, "id": "some-map", "name": NAME}
AREAS: dict[str, Any] = {
    **HEAD,
    "roads": [["area-a", "ceuta"]],
    "links": {"river": [{"id": "rio", "name": NAME, "areas": ["ceuta", "monte"]}]},
    "areas": {
        "area-a": {
            "name": NAME,
            "terrain": ["clear", "coastal"],
            "to": {"ceuta": "shore", "monte": ["slope", "road"]},
            "centre": [100, 40],
            "polygon": [[0, 0], [200, 0], [200, 80]],
            "control": "spanish",
        },
        "ceuta": {"to": ["monte"], "level": 1},
        "monte": {"to": []},
    },
    "drawing": {"frame": [200, 80], "windows": [{"box": [0, 0, 100, 80]}], "ridges": [{"weight": 3, "line": [[0, 0]]}]},
    "objectives": ["ceuta"],
}
HEXES: dict[str, Any] = {
    **HEAD,
    "default": "clear",
    "roads": [{"id": "road", "kind": "main", "name": NAME, "hexes": ["0101", "0102"]}],
    "links": {"rail": [["0101", "0102"]], "trench": []},
    "hexsides": {"river": [["0102", "0101"]], "cliff": []},
    "hexes": {"0101": {"terrain": ["hill"], "level": 2, "place": {"name": NAME}, "tribe": "axdir"}, "0102": {}},
    "exits": ["0101"],
}


@pytest.mark.parametrize("map_", [AREAS, HEXES], ids=["areas", "hexes"])
def test_the_shared_form_takes_both_kinds_and_what_a_game_adds(map_: dict[str, Any]) -> None:
    """A map of areas and one without a size are sound, though nobody can draw the latter."""
    assert [fault.message for fault in faults_of(map_, "map")] == []
    assert map_faults(map_) == []
    assert read_board(map_).places


@pytest.mark.parametrize(
    ("map_", "where"),
    [
        (HEAD, "$"),
        ({**AREAS, "hexes": HEXES["hexes"]}, "$"),
        ({**AREAS, "areas": {}}, "$.areas"),
        ({**AREAS, "areas": {"Area A": {"to": []}}}, "$.areas"),
        ({**AREAS, "areas": {"a": {}}}, "$.areas.a"),
        ({**AREAS, "areas": {"a": {"to": {"b": 3}}}}, "$.areas.a.to"),
        ({**AREAS, "areas": {"a": {"to": [], "centre": [1]}}}, "$.areas.a.centre"),
        ({**HEXES, "hexes": {"101": {}}}, "$.hexes"),
        ({**HEXES, "hexes": {"0101": {"terrain": ["a", "a"]}}}, "$.hexes['0101'].terrain"),
        ({**HEXES, "hexes": {"0101": {"level": "2"}}}, "$.hexes['0101'].level"),
        ({**HEXES, "hexes": {"0101": {"place": {"id": "x"}}}}, "$.hexes['0101'].place"),
        ({**HEXES, "hexsides": {"river": [["0101"]]}}, "$.hexsides.river[0]"),
        ({**HEXES, "links": {"rail": [["0101"]]}}, "$.links.rail[0]"),
        ({**HEXES, "roads": [{"id": "road"}]}, "$.roads[0]"),
        ({**HEXES, "size": [0, 3]}, "$.size[0]"),
        ({**HEXES, "drawing": {"ridges": [{"weight": 3, "line": [[0, 0], [1, 1]]}]}}, "$.drawing.ridges[0]"),
        ({**AREAS, "drawing": {"frame": [200]}}, "$.drawing.frame"),
    ],
)  # fmt: skip
def test_the_shared_form_refuses_what_is_no_map(map_: dict[str, Any], where: str) -> None:
    assert where in [fault.json_path for fault in faults_of(map_, "map")]


@cache
def _melilla() -> Any:
    return json.loads(shipped_path("games", "legion", "maps", "melilla.json").read_text("utf-8"))


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "$": lambda m: m.update(rivers=[]),
    "$.hexes['3907']": lambda m: m["hexes"]["3907"].update(zoen="spanish"),
    "$.hexes['3907'].zone": lambda m: m["hexes"]["3907"].update(zone="french"),
    "$.hexes['3907'].terrain[0]": lambda m: m["hexes"]["3907"].update(terrain=["swamp"]),
    "$.hexes['3907'].place": lambda m: m["hexes"]["3907"]["place"].pop("source"),
    "$.hexes": lambda m: m["hexes"].update({"39": {"terrain": ["clear"]}}),
    "$.roads[0]": lambda m: m["roads"][0].pop("kind"),
    "$.roads[0].kind": lambda m: m["roads"][0].update(kind="path"),
    "$.road-places": lambda m: m["road-places"].pop(),
    "$.drawing": lambda m: m["drawing"].update(clouds=[]),
    "$.drawing.coast[0]": lambda m: m["drawing"]["coast"][0].update(colour="blue"),
    "$.drawing.labels[0].kind": lambda m: m["drawing"]["labels"][0].update(kind="cloud"),
    "$.scale": lambda m: m["scale"].pop("between-columns"),
    "$.review": lambda m: m["review"].update(mood="good"),
}


@pytest.mark.parametrize("where", CHANGES)
def test_the_map_of_la_legion_is_as_strict_as_ever(where: str) -> None:
    map_ = deepcopy(_melilla())
    CHANGES[where](map_)
    assert where.replace("$.road-places", "$['road-places']") in [f.json_path for f in faults_of(map_, "map", "legion")]


@pytest.mark.parametrize("key", ["melilla", "road-places", "inner-places", "size", "roads", "drawing", "credits"])
def test_the_map_of_la_legion_lacks_nothing(key: str) -> None:
    map_ = {name: value for name, value in _melilla().items() if name != key}
    assert f"'{key}' is a required property" in [fault.message for fault in faults_of(map_, "map", "legion")]
