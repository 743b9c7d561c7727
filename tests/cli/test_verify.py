"""pbem verify: exit codes, words in two languages, JSON, mails as witnesses, the two small programs."""

import shutil
from pathlib import Path

import pytest

from pbem.resources import shipped_path, verifiers
from tests.cli.making import Shell, ran

ARCHIVE = shipped_path("games", "legion", "archive", "melilla-1921")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """The archived game with one die changed, and nothing else."""
    path = Path(shutil.copytree(ARCHIVE, tmp_path / "melilla-1921"))
    record = next(path.glob("turns/0113-*"))
    data = record.read_bytes()
    at = data.rindex(b'"faces":[')
    record.write_bytes(data[:at] + b'"faces":[6]' + data[at + 11 :])
    return path


def test_an_archive_that_holds() -> None:
    found = ran("verify", str(ARCHIVE))
    assert (found.code, found.err) == (0, "")
    assert "melilla-1921: all proofs hold. Records: 115, phases: 114, rolls: 391." in found.out
    assert "! Test dice" in found.out
    assert ran("verify", str(ARCHIVE), "-q").out == ""


def test_what_is_wrong_is_said_in_the_readers_language(bad: Path) -> None:
    english, spanish = ran("verify", str(bad)), ran("verify", str(bad), "--lang", "es", "--quiet")
    assert (english.code, spanish.code) == (1, 1)
    assert english.out.startswith("WRONG: Record 114 (turn 13, ")
    assert "turns/0113-13-spanish-combat.json" in english.out
    assert spanish.out.startswith("No coincide: Registro 114 (turno 13, fin de turno): ")


def test_json_for_scripts(bad: Path) -> None:
    found = ran("verify", str(bad), "--json")
    assert found.code == 1
    assert found.data["holds"] is False
    assert (found.data["fault"]["record"], found.data["fault"]["code"]) == (114, "previous")
    assert found.data["fault"]["said"].startswith("Record 114")
    good = ran("verify", str(ARCHIVE), "--json").data
    assert (good["holds"], good["fault"]) == (True, None)
    assert good["checked"] == {"mails": 0, "phases": 114, "records": 115, "rolls": 391}
    assert len(good["words"].split()) == 6


@pytest.mark.parametrize("what", ["nowhere", "."])
def test_what_is_nothing_to_check_is_bad_usage(shell: Shell, what: str) -> None:
    found = shell("verify", what if what == "nowhere" else str(shell.home))
    assert found.code == 2
    assert "Traceback" not in found.err
    assert shell("verify").code == 2
    assert shell("verify", str(ARCHIVE), "--mail", "nowhere.eml").code == 2


def test_a_game_of_the_mailbox_goes_by_its_name(shell: Shell) -> None:
    found = shell("verify", "melilla")
    assert found.code == 0
    assert "! The game goes on. Whether records after the last one were removed cannot be known" in found.out


def test_the_two_programs_are_written_out(tmp_path: Path) -> None:
    found = ran("verify", "--export", str(tmp_path / "out"))
    assert found.code == 0
    for source in verifiers():
        assert (tmp_path / "out" / source.name).read_bytes() == source.read_bytes()
        assert source.name in found.out
