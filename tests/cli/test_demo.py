"""`pbem demo`: a turn by mail between two bots, from an empty folder to everything that there is to look at."""

import re
from email import message_from_bytes
from email.policy import default
from fractions import Fraction
from pathlib import Path

import pytest

from pbem.demo import play
from pbem.gamedata.rulesets import SHIPPED
from pbem.report import story
from pbem.report.svg import MapError
from tests.cli.making import Ran, Shell, ran
from tests.drawn import draw_one_for_all


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """The folder of a demo of one turn, and what the command said."""
    folder = tmp_path_factory.mktemp("demo") / "new" / "demo"
    return folder, ran("demo", "--dir", str(folder), "--turns", "1", "--seed", "a test")


def test_it_asks_nothing_and_says_what_to_look_at(shown: tuple[Path, Ran]) -> None:
    folder, done = shown
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Turns played: 1, stopped before the end; ")
    assert "phases replayed, all the same" in done.out
    named = [word for word in done.out.split() if word.startswith(str(folder))]
    assert len(named) == 7
    assert all(Path(word.rstrip(";")).exists() for word in named)


def test_it_leaves_mails_reports_and_maps(shown: tuple[Path, Ran]) -> None:
    folder, _ = shown
    mails = sorted((folder / "spool" / "out").glob("*.eml"))
    assert {str(message_from_bytes(m.read_bytes(), policy=default)["To"]) for m in mails} == {
        "moroccan@players.example.org",
        "spanish@players.example.org",
    }
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in (folder / "maps").iterdir())
    texts = {path.stem: path.read_text() for path in (folder / "mails").glob("*.txt")}
    assert len(texts) >= 4
    assert any("Turno 1" in text for text in texts.values())
    assert any("Turn 1" in text for text in texts.values())
    assert {path.stem for path in (folder / "mails").glob("*.html")} == set(texts)
    assert len(list((folder / "maps").iterdir())) >= len(texts)


def test_its_players_answer_in_a_thread_as_mail_programs_do(shown: tuple[Path, Ran]) -> None:
    """The ids are too long for a line: the mail library would encode them, and no program knows them then."""
    mails = [path.read_bytes() for path in (shown[0] / "spool" / "handled").glob("*.eml")]
    assert len(mails) >= 4
    for raw in mails:
        assert re.search(rb"^In-Reply-To: <[0-9a-f]{64}@pbem\.example\.org>\r$", raw, re.M)
        assert re.search(rb"^References: (<[0-9a-f]{64}@pbem\.example\.org> ?)+\r$", raw, re.M)


def test_its_save_is_a_game_like_any_other(shown: tuple[Path, Ran]) -> None:
    folder, _ = shown
    assert "all the same" in (folder / "replay.txt").read_text()
    shell = Shell(folder)
    assert shell("replay", "demo").code == 0
    assert shell("doctor", "--quiet").code == 0
    (game,) = shell("status", "--json").data["games"]
    assert (game["game"], game["turn"], game["winner"]) == ("demo", 2, None)
    assert shell("report", "demo", "1", "--seat", "spanish").out.startswith("La Legión")


def test_it_overwrites_nothing(shown: tuple[Path, Ran]) -> None:
    folder, _ = shown
    again = ran("demo", "--dir", str(folder))
    assert again.code == 1
    assert again.err.startswith(f"pbem: {folder} is not empty")


def test_a_game_that_cannot_be_shown_as_it_is_meant_is_no_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its author reads why: the mails that the demo stops at would go out without their maps."""

    def undrawn(*_: object, **__: object) -> str:
        raise MapError("there is no sea")

    monkeypatch.setattr(story, "draw_picture", undrawn)
    done = ran("demo", "--dir", str(tmp_path / "demo"), "--turns", "1")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(
        "pbem: demo: the map of a receipt to spanish could not be made (MapError: there is no sea)"
    )


LINES, ORDERS = 60, 30
MAILS, A_TURN, DAYS, TURNS = 45, 1.3, 90, 13


def test_a_player_who_only_fills_in_forms_plays_with_a_mail_a_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No cleverness, one mail for each that asks: few mails, and short receipts of few orders."""
    draw_one_for_all(monkeypatch)
    _, mailers = play(tmp_path, "legion", "forms", lambda _turn, _phase: None, form_only=True)
    for each in mailers:
        assert each.got <= MAILS, each.player.seat
        assert each.sent <= A_TURN * TURNS, each.player.seat
    assert sum(each.days for each in mailers) <= DAYS
    handled = [message_from_bytes(path.read_bytes()) for path in (tmp_path / "spool" / "handled").glob("*.eml")]
    sent = {str(mail["Message-ID"]): mail for mail in handled}
    receipts = [
        message_from_bytes(path.read_bytes(), policy=default) for path in (tmp_path / "spool/out").glob("*.eml")
    ]
    short = 0
    for receipt in receipts:
        asked = sent.get(str(receipt["In-Reply-To"]))
        if asked is None:
            continue
        text = receipt.get_body(("plain",))
        assert text is not None
        orders = len(re.findall(r"^[A-ZÑÓ]+ [a-z-]+-\d.*#", text.get_content(), re.M))
        if orders + 2 * text.get_content().count("✗") <= ORDERS:
            short += 1
            assert len(text.get_content().splitlines()) <= LINES, text.get_content()
    assert short > 2


@pytest.mark.parametrize("ruleset", sorted(set(SHIPPED) - {"legion"}))
def test_the_others_are_held_to_it_turn_by_turn(ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_one_for_all(monkeypatch)
    game, mailers = play(tmp_path, ruleset, "forms", lambda _turn, _phase: None, form_only=True)
    part = Fraction(game.data["turns"], TURNS)
    assert game.over
    for each in mailers:
        assert each.got <= MAILS * part, each.player.seat
        assert each.sent <= A_TURN * game.data["turns"], each.player.seat
    assert sum(each.days for each in mailers) <= DAYS * part
