"""What a MOVE comes to: far hexes, the way off the map and on to it, zones on the way (NAP-5, 6, 15.4, 15.5)."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.rules.napoleonic.orders import Move
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import Doing
from tests.rules.napoleonic.factory import WIDE, checked, foot, horse, make, move, verdicts


@pytest.mark.rule("NAP-5.1")
def test_who_would_go_too_far_is_told_the_nearest_hex_to_the_goal_that_he_can_reach() -> None:
    state = make([foot("a", "french", "0303", facing="S"), foot("x", "spanish", "1414", facing="S")], map_=WIDE)
    for path in ("0309", "0304 0305 0306 0307 0308 0309"):
        [problem] = checked(state, move(path)).problems
        assert (problem.code, problem.near) == ("move-too-far", ("0307",))
    [problem] = checked(state, move("0309", face="SW")).problems
    assert problem.near == ("0307",)
    [problem] = checked(state, move("0305 0309")).problems
    assert (problem.code, problem.near) == ("not-adjacent", ())
    exits = make([foot("a", "french", "0303", facing="S")], map_={**WIDE, "exits": ["0309"]})
    [problem] = checked(exits, move("0304 0305 0306 0307 0308 0309", exit=True)).problems
    assert (problem.code, problem.near) == ("move-too-far", ())


@pytest.mark.rule("NAP-5.1", "NAP-5.6", "NAP-6.2")
def test_a_receipt_tells_what_the_dearest_of_a_stack_pays_and_that_a_zone_stops_it() -> None:
    units = [
        foot("a", "french", "0303", facing="S"), horse("b", "french", "0303"), foot("x", "spanish", "0305", facing="N"),
    ]  # fmt: skip
    map_ = {**WIDE, "terrain": {"0304": "village"}}
    [line] = checked(make(units, map_=map_), Move(stack="0303", path=("0304",))).lines
    assert line.notes == {"cost": 3, "allowance": 7, "zoc": "yes"}
    assert "zoc" not in checked(make(units[:1], map_=WIDE), move("0304")).lines[0].notes


@pytest.mark.rule("NAP-5.8")
def test_why_a_far_hex_cannot_be_reached() -> None:
    walls = {"cliffs": [["0808", other] for other in ("0807", "0708", "0709", "0809", "0908", "0909")],
             "terrain": {"0505": "haza"}}  # fmt: skip
    units = [foot("a", "french", "0303", facing="S"), horse("b", "french", "0303"), foot("x", "spanish", "1414")]
    state = make(units, map_={**WIDE, **walls})
    for line, told in (
        (move("0808"), ("no-path", {"hex": "0808"})),
        (move("1414"), ("no-path", {"target": "1414"})),
        (Move(unit="b", path=("0505",)), ("no-path", {"hex": "0505", "ground": "haza"})),
        (move("0312"), ("move-too-far", {"hex": "0312", "allowance": 4})),
        (Move(stack="0303", path=("0312",)), ("move-too-far", {"hex": "0312", "allowance": 4})),
        (move("0303"), ("not-adjacent", {"at": "0303"})),
        (Move(stack="0707", path=("0708",)), ("not-there", {"hex": "0707"})),
    ):
        [problem] = checked(state, line).problems
        assert (problem.code, problem.args) == told


@pytest.mark.rule("NAP-15.5")
@pytest.mark.parametrize(
    ("side", "more", "code"),
    [
        ("french", {}, ""), ("french", {"at": "0304"}, "not-adjacent"), ("spanish", {}, "not-adjacent"),
        ("french", {"moved": 3}, ""),
    ],
)  # fmt: skip
def test_who_stands_in_an_exit_hex_leaves_for_1_mp(side: str, more: dict[str, Any], code: str) -> None:
    at = more.get("at", "0303")
    units = [{**foot("a", side, "0303", facing="S"), **more}, foot("x", enemy(side), "1414")]
    state = make(units, f"{side}-movement", {**WIDE, "exits": ["0303"]})
    found = checked(state, move(at, exit=True), seat=side)
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    if not code:
        assert (found.lines[0].notes["cost"], found.state.units["a"].status) == (1, "exited")
        assert "zoc" not in found.lines[0].notes


@pytest.mark.rule("NAP-15.5", "NAP-5.8", "NAP-6.2")
@pytest.mark.parametrize(
    ("side", "path", "foe", "more", "code", "cost"),
    [
        ("french", "0306", "1414", {}, "", 4), ("french", "0306", "1414", {"moved": 1, "doing": 3}, "move-too-far", 0),
        ("french", "0307", "1414", {}, "no-path", 0), ("french", "0304 0305 0306", "1414", {}, "", 4),
        ("french", "0304 0305", "1414", {}, "not-adjacent", 0), ("french", "0304 0305 0306", "0206", {}, "zoc-stop", 0),
        ("french", "0306", "0206", {}, "no-path", 0), ("french", "0306", "0206", {"formation": "skirmish"}, "", 5),
        ("spanish", "0306", "1414", {}, "no-path", 0), ("spanish", "0304 0305 0306", "1414", {}, "not-adjacent", 0),
    ],
)  # fmt: skip
def test_a_way_that_leaves_the_map(side: str, path: str, foe: str, more: dict[str, Any], code: str, cost: int) -> None:
    about = {key: value for key, value in more.items() if key != "doing"}
    units = [{**foot("a", side, "0303", facing="S"), **about}, foot("x", enemy(side), foe, facing="NE")]
    state = make(units, f"{side}-movement", {**WIDE, "exits": ["0306"]})
    if "doing" in more:
        state = replace(state, doing={"a": Doing(more["doing"])})
    found = checked(state, move(path, exit=True), seat=side)
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    assert [line.notes["cost"] for line in found.lines] == ([] if code else [cost])
    assert not [line for line in found.lines if "zoc" in line.notes]


@pytest.mark.rule("NAP-15.5", "NAP-5.6")
def test_who_leaves_the_map_does_not_turn_before() -> None:
    state = make(
        [foot("a", "french", "0303", facing="S"), foot("x", "spanish", "1414")], map_={**WIDE, "exits": ["0306"]}
    )
    for path in ("0306", "0304 0305 0306"):
        [line] = checked(state, move(path, face="N", exit=True)).lines
        assert line.notes == {"cost": 4, "allowance": 4}


@pytest.mark.rule("NAP-15.5", "NAP-5.1")
def test_nobody_leaves_without_a_mp_left() -> None:
    units = [foot("a", "french", "0303", facing="S"), foot("b", "french", "0303"), foot("x", "spanish", "1414")]
    state = make(units, map_={**WIDE, "exits": ["0303"]})
    spent = replace(state, doing={"a": Doing(0), "b": Doing(1)})
    for line, code in ((move("0303", exit=True), "move-too-far"), (move("0303", "b", exit=True), "")):
        assert [problem.code for problem in checked(spent, line).problems] == ([code] if code else [])
    together = Move(stack="0303", path=("0303",), exit=True)
    [problem] = checked(spent, together).problems
    assert (problem.code, problem.args) == ("move-too-far", {"cost": 1, "allowance": 0})


@pytest.mark.rule("NAP-15.4", "NAP-5.7", "NAP-5.4")
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, ""), ({"due": 2}, ""), ({"due": 3}, "cannot-move"), ({"entry": "west"}, ""),
        ({"entry": "east"}, "cannot-move"),
        ({"at": "eliminated"}, "cannot-move"), ({"at": "exited"}, "cannot-move"), ({"morale": "routed"}, "cannot-move"),
        ({"type": "artillery", "formation": "deployed"}, "guns-deployed"),
        ({"type": "artillery", "formation": "limbered", "fired": True}, "fired-cannot-move"),
        ({"type": "artillery", "formation": "limbered"}, ""),
    ],
)  # fmt: skip
def test_who_may_enter(more: dict[str, Any], code: str) -> None:
    zones = {
        "west": {"side": "french", "hexes": ["0103", "0104"], "road": None, "face": "SE"},
        "east": {"side": "spanish", "hexes": ["1403"], "road": None, "face": "SW"},
    }
    units = [{**foot("a", "french", "off-map"), **more}, foot("x", "spanish", "1414")]
    state = make(units, map_={**WIDE, "entry": zones}, turn=2)
    if more == {"entry": "east"}:
        zones["east"]["side"] = "french"
        state = make(units, map_={**WIDE, "entry": {"west": zones["west"]}}, turn=2)
    assert verdicts(state, move("0103")) == [code]


@pytest.mark.rule("NAP-15.4")
@pytest.mark.parametrize(
    ("more", "due"), [({"due": 3}, 3), ({"due": 3, "entry": "east"}, None), ({"at": "exited"}, None)]
)
def test_who_is_still_to_come_is_told_the_turn(more: dict[str, Any], due: int | None) -> None:
    zones = {"west": {"side": "french", "hexes": ["0103"], "road": None, "face": "SE"}}
    units = [{**foot("a", "french", "off-map"), **more}, foot("x", "spanish", "1414")]
    [problem] = checked(make(units, map_={**WIDE, "entry": zones}, turn=2), move("0103")).problems
    assert (problem.code, problem.args.get("due")) == ("cannot-move", due)


@pytest.mark.rule("NAP-15.4", "NAP-3.5", "NAP-6.2", "NAP-4.1")
@pytest.mark.parametrize(
    ("about", "path", "ground", "order", "code", "cost"),
    [
        ({}, "0103", "clear", "attack", "", 1), ({}, "0103", "light-wood", "attack", "", 2),
        ({}, "0103", "light-wood", "manoeuvre", "", 1), ({}, "0103", "dense-wood", "manoeuvre", "", 3),
        ({}, "0104", "dense-wood", "manoeuvre", "", 1), ({}, "0104", "dense-wood", "attack", "", 3),
        ({"type": "artillery", "formation": "limbered"}, "0103", "dense-wood", "manoeuvre", "terrain-forbidden", 0),
        ({"type": "artillery", "formation": "limbered"}, "0104", "dense-wood", "manoeuvre", "", 1),
        ({"type": "cavalry"}, "0104", "haza", "manoeuvre", "terrain-forbidden", 0),
        ({}, "0103 0203", "clear", "attack", "", 2), ({}, "0103 0202", "clear", "attack", "", 2),
        ({}, "0103 0102", "clear", "attack", "", 2), ({}, "0103 0203 0303 0403", "clear", "attack", "", 4),
        ({}, "0103 0203 0303 0403 0503", "clear", "attack", "move-too-far", 0), ({}, "0403", "clear", "attack", "", 4),
        ({}, "0503", "clear", "attack", "move-too-far", 0), ({}, "0110", "clear", "attack", "overstacked", 0),
        ({}, "0109", "clear", "attack", "", 1), ({}, "0109 0209", "clear", "attack", "zoc-stop", 0),
        ({}, "0109", "clear", "manoeuvre", "order-forbids", 0), ({}, "0111", "clear", "attack", "enemy-there", 0),
        ({"type": "leader"}, "0109 0209", "clear", "attack", "", 4),
        ({}, "0105 0205", "clear", "attack", "not-adjacent", 0),
    ],
)  # fmt: skip
def test_how_one_enters(about: dict[str, Any], path: str, ground: str, order: str, code: str, cost: int) -> None:
    """By 0103, 0104 with the road, 0109 next to an enemy, 0110 where all is full and 0111 where an enemy stands."""
    unit = {**foot("a", "french", "off-map", division="one"), **about}
    if unit["type"] == "leader":
        del unit["pf"]
    units = [
        unit, foot("b", "french", "0110", pf=12), foot("c", "french", "0110", pf=12), foot("x", "spanish", "0111"),
        foot("y", "spanish", "0208", facing="SW"),
    ]  # fmt: skip
    west = {"side": "french", "hexes": ["0103", "0104", "0109", "0110", "0111"], "road": "0104", "face": "SE"}
    map_ = {**WIDE, "entry": {"west": west}, "terrain": {"0103": ground, "0104": ground}}
    state = make(units, map_=map_, divisions={"one": {"side": "french", "order": order}})
    found = checked(state, move(path))
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    if not code:
        assert found.lines[0].notes["cost"] == cost
        assert (found.state.units["a"].at, found.state.in_command("a")) == (path.split()[-1], True)


@pytest.mark.rule("NAP-6.2", "NAP-2.1", "NAP-2.2", "NAP-5.7")
@pytest.mark.parametrize(
    ("about", "path", "code", "cost"),
    [
        ({}, "0304", "", 1), ({}, "0304 0305", "zoc-stop", 0), ({"formation": "skirmish"}, "0304 0305", "", 4),
        ({"formation": "skirmish"}, "0304 0404", "enemy-there", 0), ({"morale": "disorganised"}, "0304", "zoc-stop", 0),
        ({"division": "two"}, "0304", "order-forbids", 0), ({"division": "three"}, "0304", "out-of-command", 0),
        ({"at": "0305"}, "0205", "", 2), ({"at": "0305"}, "0304", "zoc-to-zoc", 0),
        ({"at": "0305", "formation": "skirmish"}, "0304", "", 3),
        ({"at": "0305", "formation": "skirmish"}, "0204 0304", "", 4),
        ({"at": "0305"}, "0204 0304", "", 3),
    ],
)  # fmt: skip
def test_zones_on_the_way(about: dict[str, Any], path: str, code: str, cost: int) -> None:
    """An enemy in 0404 faces north-west: 0304, 0305 and 0403 are in his zone."""
    units = [
        {**foot("a", "french", "0303", facing="S" if "at" not in about else "NW"), **about},
        foot("x", "spanish", "0404", facing="NW"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0101", "range": 9},
        {"id": "far", "side": "french", "type": "leader", "at": "1414", "range": 1},
    ]  # fmt: skip
    divisions = {
        "two": {"side": "french", "leader": "gen", "order": "manoeuvre"}, "three": {"side": "french", "leader": "far"}
    }  # fmt: skip
    found = checked(make(units, map_=WIDE, divisions=divisions), move(path))
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    assert [line.notes["cost"] for line in found.lines] == ([] if code else [cost])
    shaken = [("NAP-5.7", "a")] if about.get("morale") == "disorganised" else []
    assert [(each.rule, each.args["unit"]) for each in found.problems if each.rule == "NAP-5.7"] == shaken


@pytest.mark.rule("NAP-4.3", "NAP-5.1")
@pytest.mark.parametrize(
    ("moved", "path", "code"),
    [
        (0, "0304 0305 0306 0307", ""), (0, "0304 0305 0306 0307 0308", "move-too-far"), (1, "0304 0305 0306", ""),
        (1, "0304 0305 0306 0307", "move-too-far"), (0, "0203 0204 0205 0206 0207 0208 0209", ""),
    ],
)  # fmt: skip
def test_a_step_that_dismounts_cavalry_and_all_later_ones_lie_within_5_mp(moved: int, path: str, code: str) -> None:
    rider = horse("a", "french", "0303", formation="skirmish", moved=moved, **{"class": "light"})
    state = make([rider, foot("x", "spanish", "1414")], map_={**WIDE, "terrain": {"0304": "light-wood"}})
    assert verdicts(replace(state, doing={"a": Doing(7 - moved)}), move(path)) == [code]


@pytest.mark.parametrize(
    ("map_", "unit", "what"),
    [
        ({"terrain": {"0202": "haza"}}, {"type": "cavalry"}, "haza"),
        ({"rivers": [["0201", "0202"]]}, {"type": "artillery", "formation": "limbered"}, "river"),
        ({"levels": {"0202": 3}}, {"type": "infantry"}, "cliff"),
    ],
)
def test_a_step_that_is_forbidden_is_told_with_what_forbids_it(
    map_: dict[str, Any], unit: dict[str, str], what: str
) -> None:
    state = make(
        [{"id": "u", "side": "french", "pf": 4, "at": "0201", "facing": "S", **unit}], map_={"size": [4, 4], **map_}
    )
    (problem,) = checked(state, Move(unit="u", path=("0202",))).problems
    assert (problem.code, problem.args["ground"]) == ("terrain-forbidden", what)
