"""pbem new: what it asks at a terminal, what it says where there is none, and the mails that it would send."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import BadInput
from pbem.referee.admin.seating import parse_player
from pbem.referee.home.home import open_home
from pbem.setup.new_game import Check, Wanted, ask_for_rest
from tests.cli.making import ran
from tests.referee.making import START

PROGRAM = "import sys; from pbem.cli import main; sys.argv[0] = 'pbem'; main()"
ANSWERS = (
    *("legion", "annual"),
    *("omar@example.org", "Omar", "en", "Africa/Casablanca"),
    *("not an address", "ana@example.org", "Ana", "es", "Europe/Madrid"),
    "48h",
)


def at_terminal(home: Path, *words: str, answers: tuple[str, ...] = ()) -> tuple[int, str]:
    """What a program of a person at a terminal ends with and says."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--home", str(home), *words], stdin=theirs, stdout=theirs, stderr=theirs
    ) as program:
        os.close(theirs)
        os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            said += part
    os.close(ours)
    return program.returncode, said.decode().replace("\r\n", "\n")


def test_what_was_not_said_is_asked_for_at_a_terminal(tmp_path: Path) -> None:
    code, said = at_terminal(tmp_path / "home", "new", answers=ANSWERS)
    assert code == 0, said
    assert "Spanish: email address" in said
    assert "'not an address' is not an email address." in said
    with open_home(tmp_path / "home", START, "a test") as home:
        seats = {seat.seat: (seat.name, seat.addresses[0], seat.language, seat.zone) for seat in home.seats("annual")}
        assert home.game_row("annual").length == 48 * 3600
    assert seats == {
        "moroccan": ("Omar", "omar@example.org", "en", "Africa/Casablanca"),
        "spanish": ("Ana", "ana@example.org", "es", "Europe/Madrid"),
    }


def test_a_computer_player_is_asked_nothing_more() -> None:
    answers = iter(("Bot", "ana@example.org", "-", "es", "UTC", "48h"))

    def answer(_question: str, _default: str, check: Check) -> str:
        return check(next(answers))

    found = ask_for_rest(Wanted("legion", "annual"), answer, deadline="72h", language="en")
    assert found.players == ("moroccan=bot", "spanish=ana@example.org,es,UTC")
    assert parse_player(found.players[0], ("moroccan", "spanish")).address == ""


def test_only_what_is_missing_is_asked_for() -> None:
    def never(question: str, default: str, check: Check) -> str:
        raise AssertionError(question)

    asked: list[str] = []

    def named(question: str, default: str, check: Check) -> str:
        asked.append(question)
        return check("annual")

    whole = Wanted("legion", "annual", ("spanish=ana@example.org", "moroccan=omar@example.org"))
    assert ask_for_rest(whole, never, deadline="72h", language="en") == whole
    assert ask_for_rest(Wanted("legion", "", whole.players), named, deadline="72h", language="en") == whole
    assert asked == ["A short name for this game (small letters)"]


def test_without_a_terminal_it_says_what_is_missing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "--home", str(tmp_path / "home"), "new", "legion", "annual"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Missing: --player (--player SIDE=ana@example.org,es,Europe/Madrid)." in " ".join(done.stderr.split())
    assert not (tmp_path / "home").exists()


def test_a_dry_run_shows_the_mails_and_makes_nothing(tmp_path: Path) -> None:
    players = ("--player", "spanish=Ana <ana@example.org>,es", "--player", "moroccan=omar@example.org,en")
    words = ("--home", str(tmp_path / "home"), "new", "legion", "annual", *players, "--deadline", "48h", "--dry-run")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "You lead the Moroccans against Ana." in done.stdout
    assert "cada turno tiene 2 días de plazo" in " ".join(done.stdout.split())
    assert done.stdout.endswith("Nothing was made, and nothing is sent.\n")
    assert not (tmp_path / "home").exists()


def test_the_name_of_a_scenario_without_the_option_is_no_name_for_another_one(tmp_path: Path) -> None:
    """It would make a game of the first scenario that is called as the one that was meant."""
    home, players = tmp_path / "home", ["--player", "spanish=ana@example.org", "--player", "moroccan=omar@example.org"]
    done = ran("--home", str(home), "new", "africa1860", "wad-ras", *players)
    assert done.code == 2
    assert "wad-ras is a scenario of africa1860: say --scenario wad-ras to play it, or --scenario cast" in done.err
    assert ran("--home", str(home), "new", "africa1860", "wad-ras", *players, "--scenario", "wad-ras").code == 0


@pytest.mark.parametrize(("said", "language"), [((), "en"), (("--language", "es"), "es")])
def test_the_referee_has_the_language_of_the_shell_or_the_one_that_is_named(
    tmp_path: Path, said: tuple[str, ...], language: str
) -> None:
    players = ("--player", "spanish=ana@example.org,es", "--player", "moroccan=omar@example.org,es")
    words = ("--home", str(tmp_path), "new", "legion", "annual", *players, *said)
    subprocess.run([sys.executable, "-c", PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    with open_home(tmp_path, START, "a test") as home:
        assert home.config.language == language


def test_a_player_may_be_named_with_the_address() -> None:
    player = parse_player('spanish="Ana García" <ana@example.org>,es,Europe/Madrid', ("moroccan", "spanish"))
    assert (player.name, player.address, player.zone) == ("Ana García", "ana@example.org", "Europe/Madrid")
    assert parse_player("spanish=ana@example.org", ("moroccan", "spanish")).name == ""
    with pytest.raises(BadInput, match="a name has at most 40 characters"):
        parse_player(f"spanish={'A' * 41} <ana@example.org>", ("moroccan", "spanish"))
