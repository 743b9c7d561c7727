"""Shares with their intervals, means and spreads, against values worked out elsewhere."""

import pytest

from pbem.playtest.statistics import bar, face_mean, mean, share, spread, tally


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_intervals_are_those_that_were_published(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)
    assert found.share == round(count / of, 5)


def test_what_is_right_for_wins_is_right_for_losses() -> None:
    won, lost = share(37, 100), share(63, 100)
    assert [won.low, won.high] == pytest.approx([1 - lost.high, 1 - lost.low], abs=2e-5)


def test_more_confidence_needs_a_wider_interval_and_more_games_a_narrower_one() -> None:
    usual, sure, many = share(60, 100), share(60, 100, 0.99), share(600, 1000)
    assert sure.low < usual.low < many.low < 0.6 < many.high < usual.high < sure.high


def test_of_no_games_nothing_is_known() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize(("count", "of", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_what_is_no_share_is_refused(count: int, of: int, confidence: float) -> None:
    with pytest.raises(ValueError, match="is no share"):
        share(count, of, confidence)


def test_mean_and_spread_are_those_of_a_sample() -> None:
    assert (mean([2, 4, 4, 4, 5, 5, 7, 9]), spread([2, 4, 4, 4, 5, 5, 7, 9])) == (5.0, 2.13809)
    assert (mean([]), spread([]), spread([7])) == (0.0, 0.0, 0.0)


def test_a_tally_leaves_no_value_out() -> None:
    assert tally([9, 13, 10, 13]) == {9: 1, 10: 1, 11: 0, 12: 0, 13: 2}
    assert tally([]) == {}


def test_bars_are_seen_wherever_there_is_something() -> None:
    assert [len(bar(count, 200, 40)) for count in (0, 1, 100, 200)] == [0, 1, 20, 40]


def test_the_mean_of_a_die_is_that_of_its_faces() -> None:
    assert face_mean({"2": 1, "3": 2, "4": 2, "5": 1}) == 3.5
    assert face_mean({"H": 3, "T": 4}) is None
    assert face_mean({}) is None
