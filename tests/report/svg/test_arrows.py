"""Moves: which become one line, how lines keep apart, that they follow their hexes and end at the counter."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from math import dist

import pytest

from pbem.core.scene import Arrow, Ghost
from pbem.report.svg import draw_map, hex_crop
from pbem.report.svg.action.arrows import Lines, tip_of
from pbem.report.svg.action.flows import SOLID, Stretch, breadth, flows_of, stretches, trunk
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.pieces.piles import piles
from tests.report.making import landing, melilla, piece
from tests.report.svg.golden_scenes import tiny
from tests.report.turns import TURNS, turns

CLOSE = HexPlan(melilla(), hex_crop(melilla(), 10, 10, 22, 19))
WHOLE = HexPlan(melilla())
LONG = ("1012", "1112", "1213", "1313", "1414", "1514")


def arrow(unit: str, *path: str, side: str = "spanish", kind: str = "move") -> Arrow:
    """A move."""
    return Arrow(unit, side, path, kind)


# What is joined --------------------------------------------------------------------------------------------------


def test_moves_from_one_hex_are_one_flow_that_branches() -> None:
    """Their common stretch is drawn once, for two."""
    (flow,) = flows_of(CLOSE, [arrow("a", *LONG), arrow("b", *LONG[:3], "1314")])
    counts = {(s.before, s.space, s.after): s.count for s in stretches(flow)}
    assert counts[("", "1012", "1112")] == counts[("1012", "1112", "1213")] == 2
    assert counts[("1112", "1213", "1314")] == counts[("1213", "1314", "")] == 1
    assert trunk(CLOSE, flow) == ([("1012", "1112"), ("1112", "1213")], 2)


def test_close_up_moves_that_only_meet_stay_apart() -> None:
    """Two that share one hexside are two lines; that share three, one. On an overview one is enough."""
    short = [arrow("a", "1012", "1112", "1213"), arrow("b", "1011", "1112", "1213")]
    assert len(flows_of(CLOSE, short)) == 2
    assert len(flows_of(WHOLE, short)) == 1
    assert len(flows_of(CLOSE, [arrow("a", *LONG), arrow("b", "1011", *LONG[1:])])) == 1


@pytest.mark.parametrize("second", [arrow("b", *LONG, side="moroccan"), arrow("b", *LONG, kind="planned")])
def test_sides_and_plans_are_never_joined(second: Arrow) -> None:
    """Nor are dashed kinds with each other: a dash must not begin anew at each hexside."""
    assert len(flows_of(WHOLE, [arrow("a", *LONG), second])) == 2
    assert len(flows_of(WHOLE, [arrow(unit, *LONG, kind="retreat") for unit in "abc"])) == 3


def test_a_march_and_an_arrival_flow_with_the_moves() -> None:
    """They are told apart by their heads."""
    (flow,) = flows_of(CLOSE, [arrow(kind, *LONG, kind=kind) for kind in sorted(SOLID)])
    assert len(flow.arrows) == len(SOLID)


def test_moves_out_of_sight_and_moves_to_nowhere_are_left_out() -> None:
    """A path of one hex is no move; flights are drawn on their own."""
    assert flows_of(CLOSE, [arrow("a", "4010", "4110"), arrow("b", "1012"), arrow("c", *LONG, kind="flight")]) == []


def test_lines_over_one_hexside_have_lanes_of_their_own() -> None:
    """Also in opposite directions: each crosses the hexside at another point."""
    step = ("1213", "1313")
    paths = [("1112", *step), ("1113", *step), ("1314", *step[::-1]), ("1413", *step[::-1])]
    flows = flows_of(CLOSE, [arrow(f"u{i}", *path) for i, path in enumerate(paths)])
    lines = Lines(CLOSE, tiny("S"), {})
    points = [lines.middle(each, f.lane) for f in flows for each in pairwise(f.arrows[0].path) if {*each} == {*step}]
    assert len(points) == 4
    assert all(dist(a, b) > CLOSE.radius * 0.1 for i, a in enumerate(points) for b in points[:i])


def test_the_more_go_the_broader_up_to_a_limit() -> None:
    """One is a line, nine three times as broad, a hundred little more."""
    assert [round(breadth(n), 1) for n in (1, 4, 9, 100)] == [1.0, 2.0, 3.0, 3.4]


# How it runs -----------------------------------------------------------------------------------------------------


def numbers(d: str) -> list[tuple[float, float]]:
    """The points that a path goes through (ends of its lines and curves)."""
    found = re.findall(r"([MLQ])([^MLQZ]+)", d)
    return [tuple(map(float, data.split()[-2:])) for _, data in found]  # type: ignore[misc]


@pytest.mark.parametrize("turn", TURNS)
def test_lines_stay_in_the_hexes_of_their_path(turn: int) -> None:
    """On real turns every point of every stretch lies in its hex or on its edge, whatever it goes round."""
    scene = turns()[turn]
    plan = HexPlan(scene.map, hex_crop(melilla(), 12, 9, 24, 18))
    lines = Lines(plan, scene, {pile.space: pile.box for pile in piles(plan, scene)})
    for flow in lines.flows:
        for stretch in stretches(flow):
            start, data = lines.part(stretch, flow)
            if all(plan.shows(space) for space in (stretch.before or stretch.space, stretch.space)):
                centre = plan.centre(stretch.space)
                assert all(dist(p, centre) < 1.2 * plan.radius for p in [start, *numbers(data)]), stretch


@pytest.mark.parametrize("turn", TURNS)
def test_every_move_ends_with_its_tip_at_the_counter(turn: int) -> None:
    """Just before the box of what stands in its last hex: not under it, not far from it."""
    scene = turns()[turn]
    plan = HexPlan(scene.map, hex_crop(melilla(), 12, 9, 24, 18))
    boxes = {pile.space: pile.box for pile in piles(plan, scene)}
    lines = Lines(plan, scene, boxes)
    for flow in lines.flows:
        for each in flow.arrows:
            box = boxes.get(each.path[-1])
            if box is not None and all(plan.shows(space) for space in each.path[-2:]):
                (x, y), _ = lines.end((each.path[-2], each.path[-1]), flow.lane)
                across = max(box[0] - x, x - box[2], box[1] - y, y - box[3])
                assert 0 <= across < plan.radius * 0.1


def test_a_lone_move_goes_round_what_stands_in_its_way() -> None:
    """It bends away from the counter; many together, or a way full of counters, go straight on below."""
    scene = tiny("S", arrows=(arrow("a", "0201", "0202", "0203"),))
    plan = HexPlan(scene.map)
    box = {"0202": (0.0, 0.0, 1.0, 1.0)}
    free, stopped = Lines(plan, scene, {}), Lines(plan, scene, box)
    through = Stretch("0201", "0202", "0203", 1)
    straight, bent = (lines.part(through, lines.flows[0])[1] for lines in (free, stopped))
    ways = [[abs(x - plan.centre("0202")[0]) for x, _ in numbers(way)] for way in (straight, bent)]
    assert max(ways[0]) < plan.radius * 0.01
    assert plan.radius * 0.6 < max(ways[1]) < plan.radius * 1.1
    both = tiny("S", arrows=(arrow("a", "0201", "0202", "0203"), arrow("b", "0201", "0202", "0303")))
    crowd = Lines(plan, both, box)
    assert not any(crowd.gives_way(part, crowd.flows[0]) for part in stretches(crowd.flows[0]))


@pytest.mark.parametrize(
    ("start", "tip"), [((0.0, 50.0), (37.0, 50.0)), ((50.0, 0.0), (50.0, 37.0)), ((100.0, 100.0), (63.0, 63.0))]
)
def test_where_a_tip_is(start: tuple[float, float], tip: tuple[float, float]) -> None:
    """On the edge of the box, three pixels before it; without a box short of the goal."""
    at, _ = tip_of(start, (50.0, 50.0), (40.0, 40.0, 60.0, 60.0), 50)
    assert at == pytest.approx(tip)
    assert dist(tip_of(start, (50.0, 50.0), None, 50)[0], (50, 50)) < dist(start, (50, 50)) * 0.2


def test_a_jump_over_hexes_is_a_straight_line() -> None:
    """Panic drives a piece several hexes at once."""
    assert "<path" in draw_map(tiny("S", arrows=(arrow("a", "0101", "0404", kind="panic"),)), "en")


# How it looks ----------------------------------------------------------------------------------------------------


def drawing(*moves: Arrow) -> str:
    """A picture of moves on the tiny map without legend (which draws arrows too)."""
    svg = draw_map(tiny("S", arrows=moves), "en")
    return svg[: svg.index("move</text>")] if "move</text>" in svg else svg


def heads(svg: str, colour: str) -> int:
    """How many triangles are filled in a colour."""
    return sum(d.count("Z") for d in re.findall(rf'<path d="([^"]+)"[^>]*fill="{colour}"', svg))


def test_an_arrival_has_two_heads() -> None:
    """A move has one; the hex where two moves end has one for both."""
    blue, path = palette.SIDES[1].fill, ("0101", "0102", "0103")
    one, two = (heads(drawing(arrow("a", *path, kind=kind)), blue) for kind in ("move", "arrival"))
    assert two == one + 1
    assert heads(drawing(arrow("a", *path), arrow("b", *path)), blue) == one


def test_what_is_planned_is_hollow() -> None:
    """Its line has a pale core, its head is pale; its attacks are broad arrows above the counters."""
    path = ("0101", "0102", "0103")
    assert palette.PAPER in drawing(arrow("a", *path, kind="planned")).split('stroke-linecap="round"')[-1]
    scene = tiny("S", counters=(piece("a", "spanish", "0202"), piece("b", "moroccan", "0203")),
                 arrows=(arrow("a", "0202", "0203", kind="planned-attack"),))  # fmt: skip
    svg = draw_map(scene, "en")
    assert svg.index(f'fill="{palette.STAR}"') > svg.rindex('href="#side')


def test_on_an_overview_a_planned_way_stands_out() -> None:
    """A receipt shows the whole map where plans lie far apart: their ways have the full colour, others a tint."""
    way = arrow("a", "0511", "0611", "0710", "0811")

    def lines(kind: str) -> str:
        scene = replace(landing(), counters=(), ghosts=(), battles=(), shots=(), arrows=(replace(way, kind=kind),))
        return draw_map(scene, "en")

    strong, faint = f'stroke="{palette.SIDES[1].fill}" stroke-width="', f'stroke="{palette.SIDES[1].tint}"'
    assert strong in lines("planned")
    assert faint not in lines("planned")
    assert faint in lines("move")


def test_a_flow_of_three_or_more_says_how_many() -> None:
    """Two can be counted."""
    path = ("0101", "0102", "0103", "0104")

    def shown(count: int) -> list[str]:
        svg = draw_map(tiny("S", arrows=tuple(arrow(f"u{i}", *path) for i in range(count))), "en")
        return [e.text or "" for e in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]

    assert "2" not in shown(2)
    assert "3" in shown(3)
    assert "12" in shown(12)


@pytest.mark.parametrize("turn", TURNS)
def test_an_overview_draws_each_stretch_of_a_side_once(turn: int) -> None:
    """However many march, as many lines as there are different ways."""
    scene = turns()[turn]
    flows = flows_of(HexPlan(scene.map), scene.arrows)
    for side in scene.sides:
        steps = [(step, f.kind) for f in flows if f.side == side for step in f.steps if f.kind == "move"]
        assert len(steps) == len(set(steps))


def test_where_a_counter_set_out_a_dashed_outline_is_left() -> None:
    """Close up; on an overview the line tells it."""
    ghost, move = Ghost("a", "spanish", "0101", "infantry", False), arrow("a", "0101", "0102")
    assert 'stroke-dasharray="16 12"' in draw_map(tiny("S", ghosts=(ghost,), arrows=(move,)), "en")
    assert 'stroke-dasharray="16 12"' not in draw_map(
        tiny("S", counters=(piece("b", "spanish", "0101"),), ghosts=(ghost,)), "en"
    )
    assert 'stroke-dasharray="16 12"' not in draw_map(turns()[9], "en")


def test_flights_cross_the_map_in_a_tint() -> None:
    """They hide little of what lies below."""
    svg = draw_map(landing(), "es", crop=hex_crop(melilla(), 1, 7, 12, 14))
    assert f'stroke="{palette.SIDES[1].tint}"' in svg
