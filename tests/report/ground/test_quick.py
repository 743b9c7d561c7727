"""What makes grounds quick gives what Pillow and scipy give, in more time, to the last bit."""

import numpy as np
import pytest
from PIL import Image, ImageFilter
from scipy import ndimage

from pbem.report.ground.calm import REACH, TILE, calmed
from pbem.report.ground.sheet import BROAD, Sheet, whole_plan
from tests.report.armies import shipped


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return Sheet(whole_plan(shipped("bailen"), 0.5))


@pytest.mark.parametrize("size", [(1, 1), (5, 9), (TILE[0] + 1, TILE[1] + 1)])
@pytest.mark.parametrize("colours", [2, 7, 254])
def test_a_calm_picture_is_that_of_a_mode_filter(size: tuple[int, int], colours: int) -> None:
    """Ties, edges and pixels round which no colour is there thrice among them."""
    numbers = np.random.default_rng(colours).integers(0, colours, size, dtype=np.uint8)
    expected = Image.fromarray(numbers).filter(ImageFilter.ModeFilter(2 * REACH + 1))
    assert (calmed(numbers) == np.asarray(expected)).all()


def test_what_is_smoothed_far_is_as_if_it_were_smoothed_pixel_by_pixel(sheet: Sheet) -> None:
    far = BROAD + 1
    field = ndimage.gaussian_filter(np.random.default_rng(3).random(sheet.size[::-1], dtype=np.float32), 3)
    expected = ndimage.gaussian_filter(field, far, mode="nearest")
    assert np.abs(sheet.blurred(field, far / sheet.radius) - expected).max() < 1e-6


@pytest.mark.parametrize("part", [np.s_[:0], np.s_[:40, :30], np.s_[20:60, 33:90], np.s_[-9:, 4:5]])
def test_how_far_a_place_lies_from_the_edge_hangs_on_what_lies_about_it_alone(sheet: Sheet, part: object) -> None:
    mask = sheet.empty
    mask[part] = 1  # type: ignore[call-overload]
    expected = ndimage.distance_transform_edt(mask >= 0.5) / sheet.radius
    assert (sheet.depth(mask) == expected.astype(np.float32)).all()
