"""Which part of the map the close-up shows."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.scene import Arrow, Battle, Ghost
from pbem.report.svg import Crop, action_crop
from pbem.report.svg.action.crop import MOST_COLUMNS, MOST_ROWS
from tests.report.making import crowded, landing, melilla, piece, small

SPACES = sorted(melilla()["hexes"])


def on_melilla(**more: object):  # type: ignore[no-untyped-def]
    """A scene on the real map."""
    return small(map_=melilla(), **more)  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(SPACES), max_size=12), st.lists(st.sampled_from(SPACES), max_size=3))
def test_it_is_on_the_map_and_never_too_large(standing: list[str], lost: list[str]) -> None:
    """At most 13 columns and 11 rows, wherever things happen."""
    scene = on_melilla(ghosts=tuple(Ghost(f"g{i}", "spanish", h, "infantry", True) for i, h in enumerate(lost)))
    scene = small(*(piece(f"u{i}", "spanish", h) for i, h in enumerate(standing)), map_=melilla(), ghosts=scene.ghosts)
    crop = action_crop(scene)
    assert 1 <= crop.first_column <= crop.last_column <= 46
    assert 1 <= crop.first_row <= crop.last_row <= 26
    assert crop.columns <= MOST_COLUMNS
    assert crop.rows <= MOST_ROWS
    if len(set(lost)) == 1:
        assert crop.holds(lost[0])


def test_it_holds_the_battles_with_room_around() -> None:
    """A lone combat lies inside, not at the edge."""
    scene = on_melilla(battles=(Battle(1, "moroccan", ("1514",), ("1613",), 9, 8, "tie"),))
    crop = action_crop(scene)
    assert crop.first_column < 15
    assert crop.last_column > 16
    assert crop.first_row < 13
    assert crop.last_row > 14


def test_little_is_shown_large() -> None:
    """Two hexes do not need thirteen columns."""
    crop = action_crop(on_melilla(battles=(Battle(1, "moroccan", ("1514",), ("1613",), 9, 8, "tie"),)))
    assert crop.columns < MOST_COLUMNS


def test_battles_outweigh_marches_elsewhere() -> None:
    """One combat in the west against three moves in the east."""
    moves = tuple(Arrow(f"u{i}", "spanish", (f"40{i}", f"41{i}"), "move") for i in (15, 16, 17))
    scene = on_melilla(battles=(Battle(1, "moroccan", ("1514",), ("1613",), 9, 8, "tie"),), arrows=moves)
    assert action_crop(scene).holds("1613")


def test_without_events_it_is_where_the_counters_are() -> None:
    """A position that nothing has happened in yet."""
    scene = small(*(piece(f"u{i}", "spanish", f"39{i:02d}") for i in range(7, 12)), map_=melilla())
    assert all(action_crop(scene).holds(f"39{i:02d}") for i in range(7, 12))


def test_an_empty_scene_has_a_crop_too() -> None:
    """Nothing at all still gives a picture."""
    assert action_crop(on_melilla()).columns == MOST_COLUMNS


def test_a_small_map_is_shown_whole() -> None:
    """The crop never leaves the map."""
    assert action_crop(small(piece("uno", "spanish", "0303"))) == Crop(1, 1, 5, 4)


def test_battles_may_name_units_instead_of_hexes() -> None:
    """The loser's hex is known from its ghost."""
    scene = on_melilla(
        battles=(Battle(1, "moroccan", ("uno",), ("dos",), 9, 8, "attacker"),),
        ghosts=(Ghost("dos", "spanish", "4022", "infantry", True),),
    )
    assert action_crop(scene).holds("4022")


def test_the_crowded_and_the_landing_scene() -> None:
    """What the pictures of the tests show."""
    assert action_crop(crowded()).holds("1613")
    assert action_crop(landing()).holds("0712")
