"""Grounds composed once: the same bytes whether they were at hand or not, and nothing kept is trusted blindly."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from pbem.core.scene import Scene
from pbem.gamedata.games import compose
from pbem.language.messages import translations
from pbem.referee.home.ground_store import MOST, GroundStore
from pbem.report.grounds import BLOCK, Grounds
from pbem.report.picture import draw_picture, forget_drawn
from pbem.report.raster import rendered, to_png
from pbem.report.svg import Naming, action_crop, colours, draw_map
from pbem.report.svg.base.hexplan import HexPlan, hex_crop
from pbem.report.svg.base.plan import MapError
from pbem.report.svg.ground import ground
from pbem.report.svg.map import document
from tests.report.making import landing, piece, small, small_map


class Kept:
    """A store in memory that counts what it is asked."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self.found = 0

    def get(self, key: str) -> bytes | None:
        self.found += key in self.data
        return self.data.get(key)

    def put(self, key: str, data: bytes) -> None:
        assert key not in self.data, "composed twice"
        self.data[key] = data


def scene(**more: Any) -> Scene:
    """Two counters on a small map."""
    return small(piece("one", "moroccan", "0203"), piece("two", "spanish", "0304"), **more)


def cold(drawn: Scene, grounds: Grounds | None = None, **how: Any) -> bytes:
    """A picture of which nothing is at hand."""
    forget_drawn()
    return draw_picture(drawn, "en", grounds or Grounds(), **how)


def pixels(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    image.load()
    return image.convert("RGB")


@pytest.mark.parametrize("close", [True, False])
def test_a_picture_is_the_same_bytes_warm_cold_and_from_a_store(close: bool) -> None:
    how: dict[str, Any] = {"crop": action_crop(landing())} if close else {"frames": (action_crop(landing()),)}
    grounds, kept = Grounds(), Kept()
    first = cold(landing(), grounds, **how)
    assert draw_picture(landing(), "en", grounds, **how) == first
    assert cold(landing(), Grounds(kept), **how) == first
    assert kept.data
    asked = kept.found
    assert cold(landing(), Grounds(kept), **how) == first
    assert kept.found == asked + 1, "the window alone is asked for"


def test_windows_of_a_width_share_the_art_of_their_ground() -> None:
    """What is composed for a window that overlaps another is what that one has not."""
    kept = Kept()
    grounds = Grounds(kept)
    draw_picture(landing(), "en", grounds)
    before = set(kept.data)
    draw_picture(landing(), "es", grounds, naming=Naming(translations("es").gettext))
    assert len(set(kept.data) - before) == 1, "another language is another window of the same tiles"


@pytest.mark.parametrize("drawn", [scene(), landing()], ids=["small", "landing"])
def test_it_looks_like_its_svg(drawn: Scene) -> None:
    """Composed of parts or rendered whole: the same picture but for the softness of edges."""
    crop = action_crop(drawn)
    ours = pixels(cold(drawn, crop=crop))
    whole = pixels(to_png(draw_map(drawn, "en", crop=crop), colours=colours(drawn.map)))
    assert ours.size == whole.size
    difference = ImageChops.difference(ours.convert("L"), whole.convert("L"))
    assert sum(difference.histogram()[64:]) < 0.012 * ours.width * ours.height


def test_another_map_is_another_ground() -> None:
    """Maps of one name that differ in a hex have nothing in common."""
    kept = Kept()
    cold(scene(), Grounds(kept))
    before = set(kept.data)
    other = {**small_map(), "hexes": {**small_map()["hexes"], "0502": {"terrain": ["mountain"]}}}
    cold(scene(map_=other), Grounds(kept))
    assert len(set(kept.data) - before) == len(before)


@pytest.mark.parametrize("harm", [b"", b"not a picture", "cut", "turned"])
def test_what_a_folder_holds_is_made_anew_if_it_is_not_whole(tmp_path: Path, harm: bytes | str) -> None:
    first = cold(scene(), Grounds(GroundStore(tmp_path / "grounds")))
    for path in (tmp_path / "grounds").iterdir():
        data = path.read_bytes()
        cut, turned = data[: len(data) // 2], data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]
        path.write_bytes(harm if isinstance(harm, bytes) else {"cut": cut, "turned": turned}[harm])
    assert cold(scene(), Grounds(GroundStore(tmp_path / "grounds"))) == first


def test_a_picture_is_drawn_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "grounds").write_text("in the way", "utf-8")
    assert cold(scene(), Grounds(GroundStore(tmp_path / "grounds"))) == cold(scene())


def test_a_folder_does_not_grow_for_ever(tmp_path: Path) -> None:
    store = GroundStore(tmp_path / "grounds")
    for i in range(MOST + 1):
        store.put(f"{i:04}", b"ground")
    assert len(list((tmp_path / "grounds").iterdir())) <= MOST
    assert store.get(f"{MOST:04}") == b"ground"


def test_a_map_that_cannot_be_drawn_is_said_and_not_kept() -> None:
    kept = Kept()
    with pytest.raises(MapError):
        cold(small(piece("one", "moroccan", "9999")), Grounds(kept))
    with pytest.raises(MapError):
        cold(
            scene(map_={**small_map(), "roads": [{"id": "road", "kind": "main", "hexes": ["0303", "0505"]}]}),
            Grounds(kept),
        )
    assert cold(scene(), Grounds(kept)) == cold(scene())


@pytest.mark.parametrize("cells", [(18, 22, 28, 29), (1, 1, 11, 9), (42, 1, 52, 9)])
def test_what_a_block_cuts_goes_on_in_the_next(cells: tuple[int, int, int, int]) -> None:
    """A hex of a zone of Morocco 1926 that two blocks share is filled in both, and its border drawn to its tip.

    At the edges of the map too, where a block reaches beyond it.
    """
    map_ = compose("rif1926")["map"]
    plan = HexPlan(map_, hex_crop(map_, *cells))
    view, (left, top, right, bottom) = plan.view, plan.view.box
    whole = rendered(document("".join(ground.art(plan, ())), round(plan.bottom)))
    parts = Image.new("RGBA", whole.size)
    for i in range(view.left // BLOCK, (view.left + right - left) // BLOCK + 1):
        for j in range(view.top // BLOCK, (view.top + bottom - top) // BLOCK + 1):
            at = left + i * BLOCK - view.left, top + j * BLOCK - view.top
            parts.paste(Grounds()._block(plan, i, j), at)
    edge = round(2 * plan.radius)  # the window itself leaves out what it cuts
    window = (left + edge, top + edge, right - edge, bottom - edge)
    lost = [ImageChops.difference(*(each.crop(window).getchannel(one) for each in (parts, whole))) for one in "RGBA"]
    seen = lost[3].point(lambda value: 255 * (value > 64)).getbbox()
    assert seen is None, f"{seen} of {window}"
