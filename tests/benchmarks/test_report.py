"""The whole report of a turn, both sides, text, page and pictures, against rendering the maps of these whole."""

from collections.abc import Iterator

import pytest

from pbem.game.voice import voice_of
from pbem.report.picture import forget_drawn
from pbem.report.raster import to_png
from pbem.report.story import render
from pbem.report.svg import action_crops, draw_map
from tests.benchmarks.timing import ratio
from tests.report.archived import Archived, archived

AT_MOST = 0.7
TURN = 7
CLOSE_UPS = 2
"""As many of this turn as a mail has room for."""
SEATS = ("moroccan", "spanish")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archived]:
    """The archived game of La Legión."""
    with archived(tmp_path_factory.mktemp("archived") / "home") as found:
        yield found


def bare(game: Archived) -> list[str]:
    """The finished SVGs of the report: each side's close-ups and whole map, in its language."""
    found = []
    for seat in SEATS:
        report = game.telling(TURN, seat)
        assert report.scene is not None
        crops, naming = action_crops(report.scene, CLOSE_UPS), voice_of(game.table, report.language).naming
        found += (draw_map(report.scene, report.language, crop=crop, naming=naming) for crop in crops)
        found.append(draw_map(report.scene, report.language, naming=naming, frames=crops))
    return found


@pytest.mark.benchmark(group="report")
def test_a_report_costs_little_beside_its_pictures(game: Archived, benchmark) -> None:  # type: ignore[no-untyped-def]
    """From what happened to mails of both sides, in two languages, on grounds that are at hand, as after any turn."""
    svgs = bare(game)
    tellings = [game.telling(TURN, seat) for seat in SEATS]

    def report() -> None:
        forget_drawn(stamps=False)
        mails = [render(report, voice_of(game.table, report.language)) for report in tellings]
        assert [len(mail.images) for mail in mails] == [CLOSE_UPS + 1] * 2

    benchmark.pedantic(report, rounds=1)
    found = ratio(report, lambda: [to_png(svg) for svg in svgs], limit=AT_MOST, rounds=2)
    benchmark.extra_info["times the bare cost"] = round(found, 2)
    assert found <= AT_MOST
