"""Area maps: who touches whom, distances against networkx, links, edges, the movement search and zones on areas."""

from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.areamap import AreaMap
from pbem.board.reach import reach, steps_table, texts
from pbem.board.zones import zones

TO = {"ceuta": ["area-a"], "area-a": ["arenal", "monte"], "monte": ["arenal"], "a": ["monte"], "isla": []}


def coast(**more: Any) -> AreaMap:
    """Six areas, one of them an island; each border is named from one side only."""
    return AreaMap({area: ["clear"] for area in (*TO, "arenal")}, TO, **more)


def test_areas_touch_from_both_sides_whoever_says_so() -> None:
    board = coast()
    assert board.ids == ("a", "area-a", "arenal", "ceuta", "isla", "monte")
    assert board.neighbours["arenal"] == ("area-a", "monte")
    assert board.neighbours["monte"] == ("a", "area-a", "arenal")
    assert board.neighbours["isla"] == ()
    assert [board.ids[i] for i in board.adjacent[board.index["monte"]]] == list(board.neighbours["monte"])


def test_distance_is_steps_and_more_than_any_where_no_way_leads() -> None:
    board = coast()
    assert [board.distance("ceuta", area) for area in board.ids] == [3, 1, 2, 0, 6, 2]
    assert board.distance("isla", "ceuta") == len(board)
    with pytest.raises(KeyError):
        board.distance("ceuta", "tetuan")
    with pytest.raises(KeyError):
        board.distance("tetuan", "ceuta")


AREAS = [f"area-{n}" for n in range(12)]
TOUCHING = st.dictionaries(st.sampled_from(AREAS), st.sets(st.sampled_from(AREAS), max_size=4))


@given(TOUCHING)
def test_distances_are_those_of_networkx(drawn: dict[str, set[str]]) -> None:
    to = {area: others - {area} for area, others in drawn.items()}
    board = AreaMap({area: ["clear"] for area in AREAS}, to)
    graph = nx.Graph()
    graph.add_nodes_from(AREAS)
    graph.add_edges_from((area, other) for area, others in to.items() for other in others)
    far = dict(nx.all_pairs_shortest_path_length(graph))
    for a in AREAS:
        assert set(board.neighbours[a]) == set(graph[a])
        assert {b: board.distance(a, b) for b in AREAS} == {b: far[a].get(b, len(AREAS)) for b in AREAS}


def test_links_edges_levels_and_names() -> None:
    board = coast(
        links={"road": [["ceuta", "area-a", "arenal"]]},
        edges={"stream": [["monte", "a"]], "slope": [["a", "monte"], ["arenal", "area-a"]]},
        level={"monte": 1},
        places={"monte": {"es": "El Monte", "en": "The Hill"}},
    )
    assert board.linked("road", "arenal", "area-a")
    assert not board.linked("road", "monte", "area-a")
    assert board.edge("a", "monte") == board.edge("monte", "a") == {"stream", "slope"}
    assert board.edge("ceuta", "area-a") == frozenset()
    assert (board.level["monte"], board.level["isla"]) == (1, 0)
    assert board.places == {"monte": {"es": "El Monte", "en": "The Hill"}}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"to": {"a": ["a"]}}, "area a, to: it cannot touch itself"),
        ({"to": {"a": ["tetuan"]}}, "area a, to: it cannot touch tetuan, which is no area of this map"),
        ({"to": {}, "links": {"road": [["a", "b"]]}}, "road: a and b do not touch"),
        ({"to": {"a": ["b"]}, "links": {"rail": [["a", "b", "c"]]}}, "rail: c is no area of this map"),
        ({"to": {}, "edges": {"wood": [["b", "a"]]}}, "wood: a and b do not touch"),
    ],
)
def test_what_cannot_be_is_said(more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        AreaMap({"a": ["clear"], "b": ["sea"]}, **more)


def test_the_movement_search_and_zones_work_on_areas() -> None:
    board = coast()
    steps = steps_table(board.adjacent, lambda _, b: 2 if board.ids[b] == "arenal" else 1)
    found = reach(board.index["ceuta"], 3, steps)
    assert {board.ids[node]: points for node, points in found.spent.items()} == {
        "ceuta": 0,
        "area-a": 1,
        "arenal": 3,
        "monte": 2,
        "a": 3,
    }
    assert texts(found.way(board.index["a"]), board.ids) == ("ceuta", "area-a", "monte", "a")
    at = {"pri-1": "monte"}
    assert set(zones(at, lambda unit: board.neighbours[at[unit]])) == {"a", "area-a", "arenal"}
