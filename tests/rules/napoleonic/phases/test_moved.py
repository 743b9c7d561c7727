"""What the rules move by themselves, and what a way shows of orders (NAP-5.7, 14.4)."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.orders import Move
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import Doing
from tests.rules.napoleonic.factory import foot, make, played, verdicts


@pytest.mark.rule("NAP-5.7")
def test_who_flees_is_told_with_what_it_spent_and_has_left() -> None:
    units = [foot("a", "french", "0504", morale="routed"), foot("b", "spanish", "0704", facing="NW")]
    moved = [each for each in played(make(units)) if isinstance(each, facts.Moved)]
    assert [(each.unit, each.cost, each.left, each.path[-1]) for each in moved] == [("a", 4, 0, "0102")]


@pytest.mark.rule("NAP-14.4")
@pytest.mark.parametrize(
    ("about", "map_", "fields", "told"),
    [
        ({}, {}, {}, [("0202", 2, 0)]), ({}, {"cliffs": [["0303", "0202"]]}, {}, [("0203", 2, 0)]),
        ({}, {"terrain": dict.fromkeys(("0202", "0203", "0302"), "dense-wood")}, {}, [("0202", 2, 0)]),
        ({"moved": 1}, {}, {"doing": 2}, [("0202", 1, 1)]), ({"moved": 2}, {}, {"doing": 0}, []),
        ({"type": "artillery", "formation": "deployed"}, {}, {}, []),
        ({"morale": "disorganised"}, {}, {}, [("0202", 2, 0)]),
        ({}, {}, {"full": "0202"}, [("0203", 2, 0)]),
        ({}, {"cliffs": [["0303", "0203"], ["0303", "0302"]]}, {"zone": "0202"}, []),
        ({"at": "0302"}, {}, {}, []), ({}, {}, {"state": "steady"}, []), ({}, {}, {"side": "spanish"}, []),
    ],
)  # fmt: skip
def test_a_withdrawing_counter_leaves_a_zone(
    about: dict[str, Any], map_: dict[str, Any], fields: dict[str, Any], told: list[tuple[str, int, int]]
) -> None:
    units = [{**foot("a", "french", "0303", division="one"), **about}, foot("x", "spanish", "0403", facing="NW")]
    division = {"side": "french", "order": "defence", "state": "withdrawing", "no-attack-until": 9}
    if fields.get("side"):
        units.append(foot("s", "spanish", "0402", division="one", facing="N"))
        units[0]["division"], division["side"] = "two", "spanish"
    divisions = {
        "one": {**division, **({"state": fields["state"]} if "state" in fields else {})},
        "two": {"side": "french"},
    }
    if "full" in fields:
        units += [foot(each, "french", fields["full"], pf=12) for each in ("f", "g")]
    if "zone" in fields:  # of an enemy beyond, where a friend stands
        units += [foot("f", "french", fields["zone"]), foot("y", "spanish", "0102", facing="SE")]
    chief = {"id": "chief", "side": "french", "type": "leader", "at": "0108", "chief": True}
    state = make([*units, chief], map_=map_, divisions=divisions)
    if "doing" in fields:
        state = replace(state, doing={"a": Doing(fields["doing"])})
    moved = [each for each in played(state) if isinstance(each, facts.Moved)]
    assert [(each.path[-1], each.cost, each.left) for each in moved] == told
    assert {(each.by, FACINGS[each.facing]) for each in moved if each.path[-1] == "0202"} <= {("NAP-14.4", "SE")}


@pytest.mark.rule("NAP-5.7")
@pytest.mark.parametrize(
    ("side", "at", "foe", "end", "leaves"),
    [
        ("french", "0103", "0803", "0103", True), ("french", "0403", "0803", "0103", True),
        ("french", "0503", "0803", "0103", False), ("french", "0103", None, "0103", True),
        ("french", "0403", None, "0403", False),
        ("spanish", "0803", "0103", "0803", True), ("spanish", "0603", "0103", "0803", True),
        ("spanish", "0503", "0103", "0803", False),
    ],
)  # fmt: skip
def test_who_flees_leaves_by_his_edge_with_mp_left(side: str, at: str, foe: str | None, end: str, leaves: bool) -> None:
    units = [foot("a", side, at, morale="routed"), *([foot("x", enemy(side), foe)] if foe else [])]
    told = played(make(units, f"{side}-movement"), seat=side)
    moved = [each for each in told if isinstance(each, facts.Moved)]
    assert (moved[-1].path[-1] if moved else at)[:2] == end[:2]
    assert [each.lost for each in told if isinstance(each, facts.Exited)] == [True] * leaves


@pytest.mark.rule("NAP-2.1", "NAP-3.2", "NAP-3.5")
@pytest.mark.parametrize(
    ("order", "line", "option", "shows"),
    [
        ("manoeuvre", Move(unit="a", path=("0304",)), "manoeuvre", True),
        ("manoeuvre", Move(unit="a", path=("0203",)), "manoeuvre", False),
        ("manoeuvre", Move(unit="a", path=("0203", "0204", "0205")), "manoeuvre", True),
        ("manoeuvre", Move(stack="0506", path=("0507",)), "manoeuvre", False),
        ("manoeuvre", Move(unit="b", path=("0507",)), "manoeuvre", True),
        ("manoeuvre", Move(unit="a", path=("0403",)), "manoeuvre", False),
        ("attack", Move(unit="a", path=("0304",)), "manoeuvre", False),
        ("attack", Move(unit="d", path=("0703",)), "any", True),
        ("attack", Move(unit="d", path=("0703",)), "manoeuvre", False),
        ("manoeuvre", Move(unit="s", path=("0204",)), "manoeuvre", False),
        ("manoeuvre", Move(unit="gen", path=("0703",)), "manoeuvre", False),
    ],
)  # fmt: skip
def test_a_way_by_road_or_by_a_code_shows_the_order(order: str, line: Move, option: str, shows: bool) -> None:
    """0304, 0205 and 0703 are woods, 0403 and 0507 villages: f stands in 0403, a road leads into 0703."""
    units = [
        foot("a", "french", "0303", facing="S", division="one"),
        foot("b", "french", "0506", facing="S", division="one"),
        foot("c", "french", "0506", pf=4, division="one"), foot("d", "french", "0702", facing="S", division="one"),
        foot("f", "french", "0403", pf=4), foot("s", "french", "0104", formation="skirmish", division="one"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0702", "division": "one", "range": 9},
    ]  # fmt: skip
    woods = dict.fromkeys(("0304", "0205", "0703"), "light-wood")
    map_ = {"terrain": {**woods, **dict.fromkeys(("0403", "0507"), "village")}, "roads": [["0702", "0703"]]}
    divisions = {"one": {"side": "french", "leader": "gen", "order": order}}
    state = make(units, map_=map_, options={"road-order": option}, divisions=divisions)
    assert verdicts(state, line) == [""]
    assert bool([each for each in played(state, (), line) if isinstance(each, facts.OrderShown)]) is shows


@pytest.mark.rule("NAP-5.7", "NAP-2.4", "NAP-15.5")
def test_who_flees_rides_down_leaders_without_any_line_of_his_side() -> None:
    units = [
        foot("a", "french", "0301", morale="routed"), foot("x", "spanish", "0701", facing="NW"),
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0201"},
    ]  # fmt: skip
    for seat in ("french", "spanish"):
        told = played(make(units, map_={"size": [8, 1]}), [1], seat=seat)
        assert [each.path for each in told if isinstance(each, facts.Moved)] == [("0301", "0201", "0101")]
        assert [each.unit for each in told if isinstance(each, facts.LeaderTaken)] == ["gen"]
    divisions = {"one": {"side": "french"}}
    command = make(
        [*units, foot("d", "french", "0401", division="one")], "french-command", {"size": [8, 1]}, divisions=divisions
    )
    assert not [each for each in played(command) if isinstance(each, facts.Moved)]


@pytest.mark.rule("NAP-5.7", "NAP-4.1")
@pytest.mark.parametrize(("pf", "way"), [(12, []), (8, [("0301", "0201", "0101")])])
def test_who_flees_stops_before_a_hex_that_cannot_hold_him(pf: int, way: list[tuple[str, ...]]) -> None:
    units = [
        foot("a", "french", "0301", morale="routed"), foot("x", "spanish", "0701", facing="NW"),
        foot("b", "french", "0201", pf=pf), foot("c", "french", "0201", pf=8),
    ]  # fmt: skip
    told = played(make(units, map_={"size": [8, 1]}))
    assert [each.path for each in told if isinstance(each, facts.Moved)] == way


@pytest.mark.rule("NAP-5.7", "NAP-3.1")
def test_who_flees_goes_as_far_as_his_mp_go() -> None:
    woods = {f"0{column}01": "light-wood" for column in range(1, 8)}
    units = [foot("a", "french", "0601", morale="routed"), foot("x", "spanish", "0801", facing="NW")]
    moved = [each for each in played(make(units, map_={"size": [8, 1], "terrain": woods})) if each.type == "moved"]
    assert [(each.path, each.cost, each.left) for each in moved] == [(("0601", "0501", "0401"), 4, 0)]


LINE = {"size": [8, 1]}
"""Hexes in a row: who goes can go on, or back."""


@pytest.mark.rule("NAP-5.7", "NAP-6.2")
@pytest.mark.parametrize(
    ("at", "others", "map_", "way", "cost"),
    [
        ("0501", ["x 0601"], LINE, "0501 0401 0301 0201", 4),  # 1 more to leave a zone
        ("0501", ["x 0601 disorganised"], LINE, "0501 0401 0301 0201 0101", 4),
        ("0501", ["x 0601 disorganised", "y 0301", "f 0401"], LINE, "0501 0401", 1),  # ends in a zone
        ("0501", ["x 0601", "y 0301", "f 0401"], LINE, "", 0),  # but not straight from another
        ("0501", ["x 0601", "f 0401"], LINE, "0501 0401 0301 0201", 4),
        ("0501", ["x 0701", "y 0301"], LINE, "", 0),  # nor to where x would be nearer
        ("0203", ["x 0303 disorganised"], {"size": [8, 8]}, "0203 0103", 1),  # the edge: on no further
    ],
)  # fmt: skip
@pytest.mark.parametrize("state", ["steady", "withdrawing"])
def test_the_way_of_who_flees(
    state: str, at: str, others: list[str], map_: dict[str, Any], way: str, cost: int
) -> None:
    units = [foot("a", "french", at, morale="routed", division="one")]
    for id_, hex_, *morale in map(str.split, others):
        facing = "NW" if id_ == "x" else "SE"
        side = "french" if id_ == "f" else "spanish"
        units.append(foot(id_, side, hex_, facing=facing, morale=morale[0] if morale else "normal"))
    units.append({"id": "gen", "side": "french", "type": "leader", "at": "0101", "range": 20})
    divisions = {"one": {"side": "french", "leader": "gen", "order": "attack", "state": state, "no-attack-until": 9}}
    told = played(make(units, map_=map_, divisions=divisions))
    moved = [each for each in told if isinstance(each, facts.Moved)]
    assert [(" ".join(each.path), each.cost) for each in moved] == ([(way, cost)] if way else [])
