"""`pbem show`: the position now and at a turn's end, for a side and for a seat, in colours and without."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pbem.cli.position_table import print_position
from pbem.game.game import open_game
from pbem.game.voice import voice_of
from pbem.referee.letters.position import HeldPlace, PieceRow, PositionView, position_view
from pbem.resources import shipped_path
from tests.cli.making import Shell, ran
from tests.referee.making import GAME

ARCHIVE = shipped_path("games", "legion", "archive", "melilla-1921")


def on_terminal(position: PositionView, width: int, **chosen: object) -> str:
    """What a terminal of some width is sent."""
    console = Console(file=StringIO(), force_terminal=True, width=width, _environ={}, **chosen)  # type: ignore[arg-type]
    print_position(position, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def plain(position: PositionView, width: int) -> list[str]:
    """The same without colours, line by line."""
    return [line.rstrip() for line in on_terminal(position, width, color_system=None).splitlines()]


def test_it_says_who_is_asked_and_where_everything_stands(mailbox: Shell) -> None:
    found = mailbox("show", GAME)
    assert (found.code, found.err) == (0, "")
    lines = [line.rstrip() for line in found.out.splitlines()]
    assert lines[:3] == [
        "La Legión · melilla",
        "Turn 1 of 13 · Moroccan movement · normal weather",
        "Asked now: moroccan",
    ]
    ids = [line.split()[0] for line in lines if line.startswith("  ")]
    assert ids == ["beni-1", "beni-2", "beni-3", "cer-1", "cer-2", "cer-3"]
    assert "Moroccans (3)" in lines
    assert "Spanish (3)" in lines
    assert "\x1b" not in found.out


def test_one_side_for_scripts_in_spanish(mailbox: Shell) -> None:
    data = mailbox("show", GAME, "--side", "spanish", "--lang", "es", "--json").data
    assert [(u["unit"], u["at"], u["factors"], u["type"], u["status"]) for u in data["units"]] == [
        ("cer-1", "0202", "2-4", "infantería", ""),
        ("cer-2", "0203", "2-4", "infantería", ""),
        ("cer-3", "0204", "2-4", "infantería", ""),
    ]
    assert (data["turn"], data["ended"], data["phase"], data["asked"]) == (
        1,
        False,
        "movimiento marroquí",
        ["moroccan"],
    )


def test_a_seat_sees_its_view(mailbox: Shell) -> None:
    found = mailbox("show", GAME, "--seat", "spanish")
    assert "(as spanish sees it)" in found.out
    assert (
        mailbox("show", GAME, "--seat", "spanish", "--json").data["units"]
        == mailbox("show", GAME, "--json").data["units"]
    )


def test_the_end_of_a_turn_comes_from_the_journal() -> None:
    """The state after a turn's last record, as the next record found it."""
    game = open_game(ARCHIVE)
    for turn in (1, 5, 9):
        position = position_view(game, "en", turn=turn)
        assert (position.turn, position.ended, position.asked, position.phase) == (turn, True, (), "")
        last = max(item.record.n for item in game.records if item.record.turn == turn)
        lost = {
            fact["unit"]
            for item in game.records
            for fact in item.record.facts
            if item.record.n <= last and fact["type"] == "eliminated"
        }
        assert {piece.unit for piece in position.units if piece.status == "eliminated"} == lost
    assert position_view(game, "en", turn=13).winner == position_view(game, "en").winner == "moroccan"


def test_what_is_off_the_map_is_listed_by_its_status() -> None:
    position = position_view(open_game(ARCHIVE), "en", turn=1)
    lines = plain(position, 120)
    assert any(line.startswith("  in the pool (") and "bateria-8" in line for line in lines)
    assert all(piece.at == "" for piece in position.units if piece.status)


@pytest.mark.parametrize("width", [80, 120, 160])
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_cut_on_a_terminal(width: int, language: str) -> None:
    position = position_view(open_game(ARCHIVE), language, turn=5)
    lines = plain(position, width)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    assert "…" not in text
    for piece in position.units:
        assert piece.unit in text
    for piece in position.units:
        if piece.at:
            row = next(line for line in lines if piece.unit in line.split())
            assert piece.place in row
            assert piece.factors in row


@pytest.mark.parametrize(("language", "own", "shared"), [("en", "CF-MF", "Figures"), ("es", "FC-FM", "Cifras")])
def test_the_game_says_what_its_figures_are_called(
    language: str, own: str, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(ARCHIVE)
    assert position_view(game, language).labels["factors"] == own
    monkeypatch.setitem(voice_of(game, language).words.lexicon, "labels", {})
    assert position_view(game, language).labels["factors"] == shared


def test_two_sides_stand_side_by_side_where_there_is_room() -> None:
    position = position_view(open_game(ARCHIVE), "en", turn=5)
    heads = [line for line in plain(position, 160) if "Moroccans (" in line]
    assert any("Spanish (" in line for line in heads)
    assert len(plain(position, 160)) < len(plain(position, 120)) - 40


def test_sides_have_their_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_view(open_game(ARCHIVE), "en", turn=5)
    coloured = on_terminal(position, 100, color_system="truecolor")
    assert "\x1b[38;2;215;114;44m" in coloured
    assert "\x1b[38;2;63;143;210m" in coloured
    assert "\x1b[38" not in on_terminal(position, 100, color_system="truecolor", no_color=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert Console(force_terminal=True).no_color
    assert "\x1b" not in ran("show", str(ARCHIVE), "--turn", "5").out


def test_places_and_states_of_any_game_are_told() -> None:
    """A position made by hand: a third holder, a state, a side without counters on the map."""
    base = position_view(open_game(ARCHIVE), "en", turn=1)
    piece = PieceRow("a-1", "spanish", "A", "A", "infantry", "1-1", "0101", "0101", "", ("must attack",))
    gone = replace(piece, unit="a-2", side="moroccan", status="eliminated", at="", place="")
    position = replace(
        base, units=(gone, piece), places=(HeldPlace("0101", "Here (0101)", None),), winner="draw", outcome="A draw."
    )
    text = "\n".join(plain(position, 80))
    assert "No one (1)  Here (0101)" in text
    assert "must attack" in text
    assert "Moroccans (0)" in text
    assert "The game is over: A draw." in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--turn", "9"), "melilla has played no turn 9; the last is 1."),
        (("--seat", "french"), "melilla has no seat 'french'; there are moroccan, spanish."),
        (("--side", "french"), "melilla has no side 'french'; there are moroccan, spanish."),
        (("--turn", "0"), "0 is not in the range x>=1."),
    ],
)
def test_what_is_not_there_is_named(mailbox: Shell, words: tuple[str, ...], said: str) -> None:
    found = mailbox("show", GAME, *words)
    assert found.code == 2
    assert said in found.err
    assert found.out == ""


def test_a_folder_without_a_game_is_bad_input(tmp_path: Path) -> None:
    found = ran("--home", str(tmp_path), "show", "nowhere")
    assert found.code == 2
    assert "There is no game 'nowhere'" in found.err


def test_a_game_whose_rules_count_on_at_its_end_ended_in_its_last_turn() -> None:
    """Bailén counts the points of a turn as the next one begins, those of the last turn too."""
    game = open_game(shipped_path("games", "napoleonic", "archive", "bailen-1808"))
    assert (game.over, game.state.turn) == (True, 17)
    found = position_view(game, "en")
    assert (found.turn, found.turns) == (16, 16)
    assert game.rules.scene(game.state, (), None).turn == 16


def test_a_unit_of_one_counter_is_named_once() -> None:
    found = position_view(open_game(shipped_path("games", "napoleonic", "archive", "bailen-1808")), "en")
    name = "1st Bn, Corona Regiment"
    assert [piece.name for piece in found.units if piece.formation == name] == [name]
    assert sum(name in line for line in plain(found, 120)) == 1
    assert sum(name in line for line in plain(found, 80)) == 1, "where there is no room for names it is the head"
