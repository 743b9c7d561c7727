"""Commands about the program and its files: games, schema, doctor, backup, case, replay."""

import json
import tarfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.gamedata.rulesets import SHIPPED, ruleset
from pbem.save.lock import hold_lock
from pbem.setup.doctor import examine
from tests.cli.making import GOOD, Shell, ran
from tests.referee.making import GAME

CASE = Path(__file__).parents[1] / "cases" / "legion" / "08-combat" / "8.2-attacker-wins.toml"


def test_games_lists_rule_sets_and_scenarios() -> None:
    said = ran("games").out.split()
    at = said.index("legion")
    told = "legion La Legión · seats: moroccan, spanish melilla-1921 La Legión: Melilla, 1921-1927"
    assert " ".join(said[at:]).startswith(told)
    legion = next(game for game in ran("games", "--json").data if game["name"] == "legion")
    assert (legion["seats"], list(legion["scenarios"])) == (["moroccan", "spanish"], ["melilla-1921"])


@pytest.mark.parametrize(
    "what", ["orders", "case", "map", "counters", "tables", "game", "scenario", "problems", "settings"]
)
def test_schema_prints_a_json_schema(what: str) -> None:
    Draft202012Validator.check_schema(ran("schema", what).data)


@pytest.mark.parametrize("name", SHIPPED)
def test_schema_lists_the_options_with_their_defaults(name: str) -> None:
    options = ran("schema", "options", name).data
    expected = {**ruleset(name).OPTIONS, "beacon": ("none", "referee"), "beacon-source": ("",)}
    assert {key: tuple(about["values"]) for key, about in options.items()} == expected
    assert all(about["default"] == about["values"][0] for about in options.values())
    unsaid = {
        (key, value) for key, of in options.items() for value in of["values"][1:] if f"{value}: " not in of["about"]
    }
    assert unsaid == set()  # what each value does that is not the default one


# Doctor ------------------------------------------------------------------------------------------------------------


def test_the_doctor_finds_a_sound_mailbox_sound(mailbox: Shell) -> None:
    found = mailbox("doctor")
    assert (found.code, found.err) == (0, "")
    assert all(line.startswith("✓ ") for line in found.out.splitlines())
    assert mailbox("doctor", "--quiet").out == ""
    assert all(finding["ok"] for finding in mailbox("doctor", "--json").data)


def test_the_doctor_needs_a_mailbox(tmp_path: Path) -> None:
    found = Shell(tmp_path)("doctor")
    assert found.code == 1
    assert "is no mailbox folder\n    'pbem new' makes one" in found.out


def broken_database(shell: Shell) -> str:
    (shell.home / ".pbem" / "pbem.db").write_bytes(b"no database at all" * 100)
    return ".pbem/pbem.db"


def open_secrets(shell: Shell) -> str:
    (shell.home / ".pbem").chmod(0o755)
    return "others may read"


def lost_secrets(shell: Shell) -> str:
    (shell.home / ".pbem").rename(shell.home / "elsewhere")
    return "is missing"


def lost_key(shell: Shell) -> str:
    (shell.home / ".pbem" / f"{GAME}.key").unlink()
    return "dice key of melilla: it is missing"


def changed_key(shell: Shell) -> str:
    path = shell.home / ".pbem" / f"{GAME}.key"
    text = path.read_text()
    digit = text[0]
    path.write_text(text.replace(digit, "0" if digit != "0" else "1"))
    return "dice key of melilla"


def changed_state(shell: Shell) -> str:
    path = shell.save / "state.json"
    path.write_text(path.read_text().replace('"at":"0502"', '"at":"0503"'))
    return "state.json of melilla: it is not what the records lead to"


def broken_record(shell: Shell) -> str:
    (shell.save / "turns" / "0003-01-weather.json").write_text("{")
    return "game melilla: "


def bad_settings(shell: Shell) -> str:
    (shell.home / "pbem.toml").write_text("[mail]\ntransport = 'pigeon'\n")
    return "pbem.toml: "


def nobodys_address(shell: Shell) -> str:
    path = shell.home / "pbem.toml"
    path.write_text(path.read_text().replace("pbem.example.org", "localhost.localdomain"))
    return "is nobody's address"


def spool_is_a_file(shell: Shell) -> str:
    (shell.home / "spool").rename(shell.home / "elsewhere")
    (shell.home / "spool").write_text("")
    return "is no folder"


@pytest.mark.parametrize(
    "hurt",
    [
        broken_database, open_secrets, lost_secrets, lost_key, changed_key, changed_state, broken_record, bad_settings,
        nobodys_address, spool_is_a_file,
    ],
)  # fmt: skip
def test_the_doctor_says_what_is_wrong_and_how_to_mend_it(shell: Shell, hurt) -> None:  # type: ignore[no-untyped-def]
    told = hurt(shell)
    found = shell("doctor", "--quiet")
    assert found.code == 1
    assert told in found.out
    wrong, mend = found.out.splitlines()[:2]
    assert wrong.startswith("✗ ")
    assert mend.startswith("    ")
    assert len(mend.strip()) > 10


def test_the_doctor_misses_git(mailbox: Shell, tmp_path: Path) -> None:
    wrong = [finding for finding in examine(mailbox.home, {"PATH": str(tmp_path)}, datetime.now(UTC)) if finding.wrong]
    assert [(finding.about, finding.wrong) for finding in wrong] == [("git", "git is not on the PATH")]


# Backup ------------------------------------------------------------------------------------------------------------


def test_a_backup_holds_the_whole_mailbox(shell: Shell, tmp_path: Path) -> None:
    target = tmp_path / "backup.tar.gz"
    found = shell("backup", str(target), "--json")
    assert found.code == 0
    with tarfile.open(target) as archive:
        names = {name.removeprefix("./") for name in archive.getnames()}
        archive.extractall(tmp_path / "restored", filter="data")
    assert {"pbem.toml", ".pbem/pbem.db", f".pbem/{GAME}.key", f"saves/{GAME}/game.json"} <= names
    assert target.stat().st_mode & 0o077 == 0
    restored = Shell(tmp_path / "restored")
    assert restored("status").out == shell("status").out
    assert restored("submit", GAME, "--seat", "moroccan", "-", says=GOOD).code == 0


def test_a_backup_is_of_one_moment(shell: Shell, tmp_path: Path) -> None:
    """A database older than the saves beside it would stop their games when the backup is put back."""
    target = tmp_path / "backup.tar.gz"
    with hold_lock(shell.home / ".pbem" / "lock", "pbem watch", "now"):
        found = shell("--wait", "0", "backup", str(target))
    assert (found.code, target.exists()) == (3, False)
    assert "is in use by pbem watch" in found.err
    assert shell("backup", str(target)).code == 0


# Cases -------------------------------------------------------------------------------------------------------------


def test_case_run_tells_what_holds_and_what_differs(tmp_path: Path) -> None:
    good = ran("case", "run", str(CASE))
    assert (good.code, good.out) == (0, f"holds    {CASE}\n")
    assert ran("case", "run", "--quiet", str(CASE)).out == ""
    other = tmp_path / "other.toml"
    other.write_text(CASE.read_text().replace('"eliminated"', '"map"', 1))
    assert other.read_text() != CASE.read_text()
    differs = ran("case", "run", "--json", str(CASE), str(other))
    assert differs.code == 1
    assert [each["outcome"] for each in differs.data] == ["holds", "differs"]
    assert differs.data[1]["differences"]


def test_case_run_names_what_is_no_case(tmp_path: Path) -> None:
    none = tmp_path / "none.toml"
    none.write_text("title = 1\n")
    found = ran("case", "run", str(none), str(CASE), "--json")
    assert (found.code, [each["outcome"] for each in found.data]) == (2, ["invalid", "holds"])


def test_case_new_writes_a_skeleton_that_runs(tmp_path: Path) -> None:
    skeleton = ran("case", "new", "legion")
    assert skeleton.code == 0
    assert "#" in skeleton.out
    (tmp_path / "new.toml").write_text(skeleton.out)
    assert ran("case", "run", str(tmp_path / "new.toml")).code == 0


def test_case_from_a_played_phase_holds(shell: Shell, tmp_path: Path) -> None:
    shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD)
    shell("adjudicate", GAME, "--now")
    made = shell("case", "from", GAME, "4")
    assert (made.code, tomllib.loads(made.out)["phase"]) == (0, "moroccan-movement")
    (tmp_path / "from.toml").write_text(made.out)
    assert ran("case", "run", str(tmp_path / "from.toml")).out.startswith("holds ")


# Replay ------------------------------------------------------------------------------------------------------------


def test_replay_takes_a_name_or_a_path(mailbox: Shell) -> None:
    by_name = mailbox("replay", GAME)
    assert (by_name.code, by_name.err) == (0, "")
    assert by_name.out == "melilla: 3 phases in 3 records adjudicated again, all the same.\n"
    assert ran("replay", str(mailbox.save)).out == by_name.out
    assert ran("replay", str(mailbox.save), "--quiet").out == ""
    assert ran("replay", str(mailbox.save), "--json").data == {"difference": None, "phases": 3, "records": 3}


def test_json_is_utf8_and_sorted(mailbox: Shell) -> None:
    text = mailbox("games", "--json").out
    assert "Legión" in text
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
