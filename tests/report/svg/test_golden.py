"""Pictures small enough to be read by a reviewer, compared byte by byte."""

import pytest

from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import WIDTH
from tests.report.svg.golden_scenes import FOLDER, drawn, scenes, tiny_map

AGAIN = "the picture changed: look at it, then draw all anew with: python -m tests.report.svg.golden"


@pytest.mark.parametrize("name", sorted(scenes()))
def test_golden_picture(name: str) -> None:
    """The same scene gives the same bytes, on every machine."""
    assert drawn(name) == (FOLDER / f"{name}.svg").read_text("utf-8"), AGAIN


def test_each_file_belongs_to_a_scene() -> None:
    """No picture is left over, and none is too large to be read."""
    files = {path.stem: path.stat().st_size for path in FOLDER.glob("*.svg")}
    assert set(files) == set(scenes())
    assert max(files.values()) < 24_000


def test_they_are_close_ups() -> None:
    """On so small a map counters are drawn with all that is on them."""
    assert HexPlan(tiny_map()).detailed
    assert WIDTH / HexPlan(tiny_map()).radius < 7
