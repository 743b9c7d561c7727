"""Which part of the map the close-up shows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.board.hexes import hex_id
from pbem.core.scene import Arrow, Battle, Ghost, Scene
from pbem.report.svg import MapError, action_crop, action_crops, around_crop, board_plan, hex_crop, plan_crops
from pbem.report.svg.action.crop import COLUMNS, MOST_COLUMNS, MOST_ROWS
from pbem.report.svg.action.parting import Group, part
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import WIDTH
from pbem.report.svg.pieces.piles import counter_size
from tests.report.armies import shipped
from tests.report.making import crowded, landing, melilla, piece, small

SPACES = sorted(melilla()["hexes"])


def on_melilla(**more: object):  # type: ignore[no-untyped-def]
    """A scene on the real map."""
    return small(map_=melilla(), **more)  # type: ignore[arg-type]


def cells(scene: Scene) -> tuple[int, int, int, int]:
    """First column and row, last column and row of its close-up."""
    return HexPlan(scene.map, action_crop(scene)).cells


def shown(scene: Scene) -> tuple[str, ...]:
    """The hexes of its close-up: all of its columns and rows, and no other."""
    plan = HexPlan(scene.map, action_crop(scene))
    first, top, last, bottom = plan.cells
    assert plan.inner == tuple(hex_id(x, y) for x in range(first, last + 1) for y in range(top, bottom + 1))
    return plan.inner


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(SPACES), max_size=12), st.lists(st.sampled_from(SPACES), max_size=3))
def test_it_is_on_the_map_and_never_too_large(standing: list[str], lost: list[str]) -> None:
    """At most 11 columns and 8 rows, wherever things happen."""
    scene = on_melilla(ghosts=tuple(Ghost(f"g{i}", "spanish", h, "infantry", True) for i, h in enumerate(lost)))
    scene = small(*(piece(f"u{i}", "spanish", h) for i, h in enumerate(standing)), map_=melilla(), ghosts=scene.ghosts)
    first, first_row, last, last_row = cells(scene)
    assert 1 <= first <= last <= 46
    assert 1 <= first_row <= last_row <= 26
    assert last - first + 1 in COLUMNS[: COLUMNS.index(MOST_COLUMNS) + 1]
    assert last_row - first_row + 1 <= MOST_ROWS
    if len(set(lost)) == 1:
        assert lost[0] in shown(scene)


def test_it_holds_the_battles_with_room_around() -> None:
    """A lone combat lies inside, not at the edge."""
    scene = on_melilla(battles=(Battle(1, "moroccan", ("1514",), ("1613",), 9, 8, "tie"),))
    first, first_row, last, last_row = cells(scene)
    assert first < 15
    assert last > 16
    assert first_row < 13
    assert last_row > 14


def test_little_is_shown_large() -> None:
    """Two hexes do not need eleven columns."""
    first, _, last, _ = cells(on_melilla(battles=(Battle(1, "moroccan", ("1514",), ("1613",), 9, 8, "tie"),)))
    assert last - first + 1 == COLUMNS[0]


def test_battles_outweigh_marches_elsewhere() -> None:
    """One combat in the west against three moves in the east."""
    moves = tuple(Arrow(f"u{i}", "spanish", (f"40{i}", f"41{i}"), "move") for i in (15, 16, 17))
    scene = on_melilla(battles=(Battle(1, "moroccan", ("1514",), ("1613",), 9, 8, "tie"),), arrows=moves)
    assert "1613" in shown(scene)


def test_what_happens_far_apart_has_a_close_up_of_its_own() -> None:
    """The busiest first, at most four; a march alone has none, nor has what another close-up tells."""
    far = [(at, str(int(at) + 1)) for at in ("0511", "1613", "2919", "3608", "4416")]
    fights = tuple(Battle(n, "moroccan", (a,), (b,), 9, 8, "tie") for n, (a, b) in enumerate(far, 1))
    double = Battle(9, "moroccan", ("1612",), ("1614",), 9, 8, "tie")
    marches = (Arrow("u1", "spanish", ("2503", "2504"), "move"),)
    crops = action_crops(on_melilla(battles=(*fights, double), arrows=marches))
    assert len(crops) == 4
    told = [[b for _, b in far if b in HexPlan(melilla(), crop).inner] for crop in crops]
    assert told[0] == ["1614"], "two combats there"
    assert sorted(map(len, told)) == [1, 1, 1, 1]
    assert len(action_crops(on_melilla(battles=(fights[1],), arrows=marches))) == 1
    assert len(action_crops(on_melilla(battles=fights[:2]))) == 2
    lost = (Ghost("uno", "spanish", "4022", "infantry", True),)
    assert len(action_crops(on_melilla(battles=(fights[1],), ghosts=lost))) == 2


def test_a_combat_is_told_where_its_defenders_are() -> None:
    """Attackers that come from beyond the edge of the window are no news of their own."""
    wide = Battle(1, "moroccan", ("0613", "1613", "2613"), ("1614",), 9, 8, "tie")
    assert len(action_crops(on_melilla(battles=(wide,)))) == 1


def test_on_a_phone_figures_are_nine_pixels_high() -> None:
    """Factors are 37 hundredths of a counter; a page of 400 px shows pictures 376 px wide."""
    pairs = (("1010", "1011"), ("1816", "1817"))
    fights = tuple(Battle(n, "moroccan", (a,), (b,), 9, 8, "tie") for n, (a, b) in enumerate(pairs, 1))
    plan = HexPlan(melilla(), action_crop(on_melilla(battles=fights)))
    assert plan.cells[2] - plan.cells[0] + 1 == 11, "the widest there is"
    assert 0.37 * counter_size(plan) * 376 / WIDTH >= 9


@pytest.mark.parametrize(("space", "first"), [("1411", "0907"), ("0101", "0101"), ("4626", "3619")])
def test_around_a_hex_is_as_much_as_a_close_up_may_show(space: str, first: str) -> None:
    """In its middle, but at the edge of the map."""
    inner = HexPlan(melilla(), around_crop(melilla(), space)).inner
    assert space in inner
    plan = HexPlan(melilla(), around_crop(melilla(), space))
    assert hex_id(*plan.cells[:2]) == first
    assert plan.cells[2] - plan.cells[0] + 1 == MOST_COLUMNS


def test_around_an_area_are_those_that_touch_it() -> None:
    map_ = shipped("tetuan")
    plan = board_plan(map_, around_crop(map_, "left-trench"))
    assert all(map(plan.shows, plan.neighbours("left-trench")))


def test_around_a_hex_that_is_none() -> None:
    """As everywhere else."""
    with pytest.raises(MapError, match="no such hex"):
        around_crop(melilla(), "9999")


def test_without_events_it_is_where_the_counters_are() -> None:
    """A position that nothing has happened in yet."""
    scene = small(*(piece(f"u{i}", "spanish", f"39{i:02d}") for i in range(7, 12)), map_=melilla())
    assert {f"39{i:02d}" for i in range(7, 12)} <= set(shown(scene))


def test_an_empty_scene_has_a_crop_too() -> None:
    """Nothing at all still gives a picture."""
    first, _, last, _ = cells(on_melilla())
    assert last - first + 1 == MOST_COLUMNS


def test_a_small_map_is_shown_whole() -> None:
    """The crop never leaves the map."""
    scene = small(piece("uno", "spanish", "0303"))
    assert action_crop(scene) == HexPlan(scene.map).whole == hex_crop(scene.map, 1, 1, 5, 4)


def test_battles_may_name_units_instead_of_hexes() -> None:
    """The loser's hex is known from its ghost."""
    scene = on_melilla(
        battles=(Battle(1, "moroccan", ("uno",), ("dos",), 9, 8, "attacker"),),
        ghosts=(Ghost("dos", "spanish", "4022", "infantry", True),),
    )
    assert "4022" in shown(scene)


def test_the_crowded_and_the_landing_scene() -> None:
    """What the pictures of the tests show."""
    assert "1613" in shown(crowded())
    assert "0712" in shown(landing())


def test_plans_that_lie_apart_have_pictures_of_their_own() -> None:
    """Of at most eleven columns, each way whole in one; one picture where that is not enough."""
    ways = tuple(
        Arrow(f"u{n}", "spanish", path, "planned") for n, path in enumerate((("0511", "0612"), ("3908", "4008")))
    )
    first, second = plan_crops(on_melilla(arrows=ways))
    assert {"0511", "0612"} <= set(HexPlan(melilla(), first).inner)
    assert {"3908", "4008"} <= set(HexPlan(melilla(), second).inner)
    for crop in (first, second):
        columns = HexPlan(melilla(), crop).cells
        assert columns[2] - columns[0] + 1 == MOST_COLUMNS
    far = (*ways, Arrow("u9", "spanish", ("0511", "3907"), "planned"))
    assert len(plan_crops(on_melilla(arrows=far))) == 1, "a way that no such picture holds"
    line = tuple(Arrow(f"u{n}", "spanish", (f"17{n:02d}", f"18{n:02d}"), "planned") for n in range(5, 14))
    (crop,) = plan_crops(on_melilla(arrows=line))
    assert HexPlan(melilla(), crop).cells[2] - HexPlan(melilla(), crop).cells[0] + 1 == MOST_COLUMNS, "rather high"


def test_a_plan_has_no_picture_of_what_another_shows() -> None:
    """Windows are wider than what they are made for: of three parts the middle one lies in the others'."""
    paths = (
        ("0209", "0110"), ("0311", "0312", "0313", "0314", "0315", "0316", "0216", "0117", "0118"),
        ("0414", "0315", "0316", "0216", "0217", "0218", "0219"),
        ("0412", "0413", "0414", "0315", "0316", "0317", "0318"),
        ("0512", "0412", "0313", "0212", "0112"), ("1410", "1310", "1210", "1111", "1011", "0912", "0811"),
    )  # fmt: skip
    crops = plan_crops(on_melilla(arrows=tuple(Arrow(f"u{n}", "spanish", p, "planned") for n, p in enumerate(paths))))
    shown = [set(HexPlan(melilla(), crop).inner) for crop in crops]
    assert all(any(set(path) <= each for each in shown) for path in paths)
    for one in shown:
        others = [other for other in shown if other is not one]
        assert not all(any(set(path) <= other for other in others) for path in paths), "nothing would be missed"


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 30)), min_size=1, max_size=30))
def test_what_is_parted_is_all_there_and_fits(points: list[tuple[int, int]]) -> None:
    """Each point in one part, and each part in a window of the size."""
    groups = [Group((point,)) for point in sorted(set(points))]
    parts = part(groups, 9, 6)
    assert sorted((group for each in parts for group in each), key=lambda group: group.points) == groups
    for each in parts:
        across, down = zip(*(group.points[0] for group in each), strict=True)
        assert max(across) - min(across) <= 9
        assert max(down) - min(down) <= 6
