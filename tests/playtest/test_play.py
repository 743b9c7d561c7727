"""Playtests: a game follows from seed and number alone; what goes wrong in one is told and leaves the others be."""

import multiprocessing
from typing import Any

import pytest

from pbem.bots import heuristic
from pbem.core.play import Inputs, Result, adjudicate
from pbem.core.ruleset import Ruleset
from pbem.errors import BadInput, RefereeError
from pbem.playtest import play
from pbem.playtest.play import Outcome, Series, plan_series, play_all, play_game, play_safely
from pbem.playtest.summary import format_summary, summary

SIDES = ("moroccan", "spanish")


def short(seed: str = "a test", **more: Any) -> Series:
    """A plan of games of one turn."""
    return plan_series("legion", None, seed, {}, {}, **{"turns": 1, **more})


def outcome(number: int, winner: str = "spanish", **more: Any) -> Outcome:
    """A game that was not played: three Moroccan and one Spanish piece lost, six dice."""
    about: dict[str, Any] = {
        "reason": "LL-5.4",
        "turn": 10,
        "phases": 90,
        "lost": {"moroccan": {"infantry": 2, "artillery": 1}, "spanish": {"infantry": 1}},
        "left": {"moroccan": 4, "spanish": 12},
        "faces": {"legion": {"2": 1, "3": 2, "4": 2, "5": 1}},
    }
    return Outcome(number, winner, **{**about, **more})


@pytest.fixture(scope="module")
def two() -> tuple[Outcome, ...]:
    """Two games of a turn."""
    heard: list[int] = []
    outcomes = play_all(short(), (1, 2), 1, heard.append)
    assert heard == [1, 2]
    return outcomes


def test_a_game_is_the_same_alone(two: tuple[Outcome, ...]) -> None:
    assert play_game(short(), 2) == two[1]


def test_other_numbers_and_seeds_are_other_games(two: tuple[Outcome, ...]) -> None:
    games = [*two, play_game(short("another test"), 1)]
    assert len({str(one.faces) for one in games}) == 3


def test_a_game_is_counted_as_it_ended(two: tuple[Outcome, ...]) -> None:
    for found in two:
        assert (found.winner, found.reason, found.turn) == ("moroccan", "LL-5.2", 1)
        assert found.phases > 5
        assert set(found.faces) == {"legion"}
        assert set(found.faces["legion"]) <= {"2", "3", "4", "5"}
        total = {side: found.left[side] + sum(found.lost[side].values()) for side in SIDES}
        assert total["spanish"] == 45  # the land pieces of turn 1: who was lost is not on the map
        assert 54 <= total["moroccan"] <= 54 + found.lost["spanish"]["artillery"]  # and batteries that they took


@pytest.mark.parametrize(
    ("bots", "options", "said"),
    [
        ({"french": "chance"}, {}, "no side 'french'"),
        ({"spanish": "genius"}, {}, "no bot 'genius'; there are heuristic, chance"),
        ({}, {"panic": "always"}, "The option panic is optional or compulsory"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(bots: dict[str, str], options: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        plan_series("legion", None, "a test", bots, options)


def test_a_game_that_has_no_heuristic_bot_is_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristic, "player_of", lambda name: None)
    assert plan_series("legion", None, "a test", {}, {}).bots == tuple((side, "chance") for side in SIDES)
    with pytest.raises(BadInput, match="legion has no heuristic bot: it is played by chance"):
        plan_series("legion", None, "a test", {"spanish": "heuristic"}, {})


def test_a_game_without_end_is_told_in_its_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_PHASES", 3)
    assert play_safely(short(), 17).wrong == "RefereeError: no end after 3 phases"


def test_who_stops_it_waits_for_no_game() -> None:
    def stop(count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_all(short(), range(1, 500), 2, stop)
    assert multiprocessing.active_children() == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # a race of Python's own pool
def test_a_process_that_dies_is_told_in_a_sentence() -> None:
    def kill(count: int) -> None:
        for process in multiprocessing.active_children():
            process.kill()

    with pytest.raises(RefereeError, match="A process of the playtest was killed"):
        play_all(short(), range(1, 500), 2, kill)


def test_questions_get_their_defaults(two: tuple[Outcome, ...]) -> None:
    asking = plan_series("legion", None, "a test", {}, {"reactions": "ask"}, 1)
    assert play_game(asking, 1) == two[0]


# What it found -----------------------------------------------------------------------------------------------------


def test_wins_are_shares_of_the_decided_games() -> None:
    games = [outcome(1), outcome(2), outcome(3, "moroccan", reason="LL-5.2", turn=13), outcome(4, "draw", turn=11)]
    found = summary(short(), games)
    assert (found["games"], found["wins"]["spanish"]["count"], found["wins"]["spanish"]["of"]) == (4, 2, 3)
    assert (found["draws"]["count"], found["draws"]["of"]) == (1, 4)
    assert found["turns"] == {"mean": 11.0, "spread": 1.41421, "games": {"10": 2, "11": 1, "12": 0, "13": 1}}
    assert found["lost"]["moroccan"] == {"mean": 3.0, "spread": 0.0, "kinds": {"artillery": 1.0, "infantry": 2.0}}
    assert found["left"] == {"moroccan": 4.0, "spanish": 12.0}
    assert found["dice"]["legion"] == {"rolls": 24, "faces": {"2": 4, "3": 8, "4": 8, "5": 4}, "mean": 3.5}
    first = found["reasons"][0]
    assert (first["rule"], first["winner"], first["games"]) == ("LL-5.4", "spanish", 2)
    assert set(first["says"]) == {"en", "es"}


def test_a_game_that_failed_counts_for_nobody_and_is_named() -> None:
    found = summary(short("annual"), [outcome(1), Outcome(17, wrong="KeyError: 'x'")])
    assert found["failed"] == [{"game": 17, "why": "KeyError: 'x'"}]
    assert (found["games"], found["wins"]["spanish"]["of"], found["turns"]["mean"]) == (2, 1, 10.0)
    assert "Game 17 of seed annual failed: KeyError: 'x'" in format_summary(found, "en")
    assert "La partida 17 de la semilla annual falló: KeyError: 'x'" in format_summary(found, "es")


def test_it_is_told_in_both_languages_with_the_names_of_the_game() -> None:
    found = summary(short(), [outcome(1), outcome(2, "moroccan", reason="LL-5.2", turn=13)])
    english, spanish = format_summary(found, "en", 2.5), format_summary(found, "es", 2.5)
    for text, words in (
        (english, ("Moroccans", "Three times the enemy's units", "infantry 2.0", "mean 11.5", "Time: 2.50 s a game")),
        (spanish, ("marroquíes", "Triple de fichas", "infantería 2.0", "media 11.5", "Tiempo: 2.50 s por partida")),
    ):
        assert all(word in text for word in words)
        assert text.count("1 / 2      50.0 %  (9.5–90.5 %)") == 2
    assert len(english.splitlines()) == len(spanish.splitlines())


def test_nothing_but_failures_can_be_told() -> None:
    text = format_summary(summary(short(), [Outcome(1, wrong="no end")]), "en")
    assert "0 / 0" in text
    assert text.endswith("failed: no end")


def test_the_standing_orders_of_bots_hold_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Inputs] = []

    def listen(rules: Ruleset, state: Any, inputs: Inputs) -> Result:
        heard.append(inputs)
        return adjudicate(rules, state, inputs)

    monkeypatch.setattr(play, "adjudicate", listen)
    play_game(plan_series("africa1860", "tetuan", "a test", {}, {}, turns=3), 1)
    assert not any(heard[0].standing.values())
    assert {seat for seat, lines in heard[-1].standing.items() if lines} == {"spanish", "moroccan"}
    assert not any(line.order.stands() for each in heard for s in each.sheets.values() for line in s.lines)
