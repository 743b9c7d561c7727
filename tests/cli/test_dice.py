"""The dice of a game by command: copy, restore, new dice, beacon, history; what the doctor says of them."""

import stat
import subprocess
from pathlib import Path

from tests.cli.making import GOOD, Shell, ran
from tests.referee.making import GAME

LOST = "the disk was lost"


def root(shell: Shell) -> Path:
    """The file of the root."""
    return shell.home / ".pbem" / f"{GAME}.key"


def test_a_copy_is_made_and_put_back_and_the_root_never_printed(shell: Shell, tmp_path: Path) -> None:
    secret, copy = root(shell).read_text().strip(), tmp_path / "copy.json"
    made = shell("dice", "backup", GAME, "-o", str(copy))
    assert (made.code, made.err) == (0, "")
    assert "Whoever has a copy can know every die to come" in made.out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "move it away now" not in made.out
    assert "move it away now" in shell("dice", "backup", GAME, "-o", str(shell.home / "copy.json")).out
    root(shell).unlink()
    lost = shell("status")
    refused = shell("dice", "backup", GAME, "-o", str(tmp_path / "other.json"))
    assert (refused.code, "'pbem dice rekey melilla --why" in refused.err) == (3, True)
    back = shell("dice", "restore", str(copy))
    assert (back.code, root(shell).read_text().strip()) == (0, secret)
    again = shell("dice", "restore", str(copy), "--json")
    assert again.data == {"game": GAME, "restored": [], "there": [1]}
    for done in (made, lost, refused, back, again):
        assert secret not in done.out + done.err


def test_commands_that_need_the_lost_root_say_what_to_do(shell: Shell) -> None:
    shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD)
    root(shell).unlink()
    for asked in (("adjudicate", GAME, "--now"), ("dice", "backup", GAME, "-o", str(shell.home / "x"))):
        done = shell(*asked)
        assert (done.code, done.out) == (3, "")
        assert "'pbem dice restore FILE' puts a copy of it back" in done.err
    assert "waits: The dice key of melilla is missing" in shell("status").out
    for asked in (("show", GAME), ("report", GAME, "--seat", "spanish"), ("replay", GAME), ("preview", GAME)):
        assert shell(*asked).code == 0


def test_new_dice_and_the_words_that_they_wait_for(shell: Shell) -> None:
    assert shell("dice", "rekey", GAME).code == 2
    done = shell("dice", "rekey", GAME, "--why", LOST)
    assert done.code == 0
    assert "no die is rolled before they are in" in done.out
    assert "new words for the new dice: moroccan, spanish" in shell("status").out
    refused = shell("adjudicate", GAME, "--now")
    assert (refused.code, "waits for new words of its seats" in refused.err) == (1, True)
    assert shell("start", GAME, "--without-nonce", "moroccan", "--without-nonce", "spanish").code == 0
    assert shell("adjudicate", GAME, "--now").code == 0
    said = shell("report", GAME, "--seat", "moroccan").out
    assert "This game has changed its dice once: turn 1, by Referee: the disk was lost" in " ".join(said.split())
    listed = shell("history", GAME).out
    assert f"New dice, given by Referee: {LOST}." in listed
    assert [one["kind"] for one in shell("history", GAME, "--json").data].count("rekey") == 1


def test_a_game_without_beacon_takes_no_value(shell: Shell) -> None:
    done = shell("dice", "beacon", GAME, "8430af44", "--source", "drand round 1")
    assert (done.code, "'pbem new … --option beacon=referee'" in done.err) == (1, True)


def test_the_beacon_is_an_option_of_any_game(tmp_path: Path) -> None:
    home = ("--home", str(tmp_path / "home"))
    players = ("--player", "spanish=ana@example.org", "--player", "moroccan=omar@example.org")
    made = ran(*home, "new", "legion", GAME, *players, "--option", "beacon=referee", "--option", "beacon-source=drand")
    assert made.code == 0, made.err
    game = (tmp_path / "home" / "saves" / GAME / "game.json").read_text()
    assert '"beacon":"referee"' in game
    assert '"beacon-source":"drand"' in game
    assert '"beacon"' not in (tmp_path / "home" / "saves" / GAME / "scenario.json").read_text()
    for option in ("beacon=moon", "beacon-source=drand"):
        wrong = ran(*home, "new", "legion", "other", *players, "--option", option)
        assert (wrong.code, "beacon" in wrong.err) == (2, True)
    ran(*home, "start", GAME, "--without-nonce", "spanish", "--without-nonce", "moroccan")
    locked = ran(*home, "adjudicate", GAME, "--now")
    assert (locked.code, locked.out) == (0, "locked, waits for its beacon: melilla 1.spanish-setup\n")
    given = ran(*home, "dice", "beacon", GAME, "8430af44", "--source", "drand round 1")
    assert given.out.splitlines()[0] == "The beacon of 1.spanish-setup is 8430af44 (drand round 1)."
    assert given.code == 0


def test_the_doctor_counts_links_and_finds_what_endangers_the_root(shell: Shell) -> None:
    assert "✓ dice key of melilla (4092 links left)" in shell("doctor").out
    root(shell).chmod(0o644)
    assert "✗ dice key of melilla: others may read" in shell("doctor").out
    root(shell).chmod(0o600)
    git = ["git", "-C", str(shell.home)]
    subprocess.run([*git, "add", "-f", str(root(shell))], check=True)
    assert "✗ secrets are not in git: git has melilla.key" in shell("doctor").out
