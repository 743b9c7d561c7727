"""The folder: what is written, what is read, what is said of damage; and that dying or failing anywhere is mended."""

import os
from pathlib import Path

import pytest

from pbem.canonical import digest
from pbem.save.errors import BadGameFile, SaveError
from pbem.save.files import is_of_save, mark
from pbem.save.folder import SaveFolder, state_value
from pbem.save.game_file import unpack
from pbem.save.layout import text, value_of
from tests.killed import Killed
from tests.save.making import SCENARIO, WHEN, DiesAt, FailsAt, game, grow, made, phase, rollback, state


def test_a_new_save_is_read_back(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    assert folder.exists()
    assert folder.read_manifest() == game()
    assert folder.read_scenario() == SCENARIO
    assert folder.read_state() == state()
    assert folder.records() == ()
    assert folder.game_hash() == digest(game().to_json())


def test_a_save_without_turns_has_no_records(tmp_path: Path) -> None:
    """So git gives it back: it keeps no empty folder."""
    folder = made(tmp_path / "melilla")
    (folder.path / "turns").rmdir()
    assert SaveFolder(folder.path).records() == ()


def test_the_files_that_pbem_writes_are_known_by_name() -> None:
    own = ("game.json", "scenario.json", "state.json", "turns/0001-01-movement.json")
    assert [is_of_save(Path("melilla") / name) for name in own] == [True] * 4
    others = ("notes.json", "turns/notes.txt", "other/0001-01-movement.json", "map.png")
    assert [is_of_save(Path("melilla") / name) for name in others] == [False] * 4


def test_a_file_that_is_put_in_the_place_of_another_bears_another_mark(tmp_path: Path) -> None:
    """Though size and date are the old ones."""
    path, other = tmp_path / "state.json", tmp_path / "other.json"
    assert mark(path) is None
    path.write_bytes(b"{}\n")
    other.write_bytes(b"[]\n")
    before, times = mark(path), path.stat()
    assert before is not None
    assert mark(path) == before
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(path)
    assert mark(path) not in (None, before)


def test_what_is_wrong_with_a_save_ends_a_command_with_3_and_a_file_that_is_none_with_2(tmp_path: Path) -> None:
    with pytest.raises(SaveError) as told:
        SaveFolder(tmp_path).read_manifest()
    assert told.value.exit_code == 3
    with pytest.raises(BadGameFile) as told:
        unpack(tmp_path / "nowhere.pbem")
    assert told.value.exit_code == 2


def test_each_hex_of_the_scenario_has_a_line_of_its_own(tmp_path: Path) -> None:
    about = {"terrain": ["clear"], "place": {"id": "annual"}}
    scenario = {"map": {"hexes": {"0101": about, "0102": about}}}
    folder = SaveFolder(tmp_path / "melilla")
    folder.create(game(scenario=digest(scenario)), scenario, state())
    lines = folder.scenario_bytes().decode().splitlines()
    assert '      "0101":{"place":{"id":"annual"},"terrain":["clear"]},' in lines


def test_a_number_that_has_no_canonical_json_makes_no_game(tmp_path: Path) -> None:
    folder = SaveFolder(tmp_path / "melilla")
    with pytest.raises(ValueError, match=r"integer beyond 2\^53"):
        folder.create(game(version=2**53 + 1), SCENARIO, state())
    assert not folder.exists()


def test_a_state_of_a_later_format_is_not_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    (folder.path / "state.json").write_bytes(text({**state(), "format": 2}))
    with pytest.raises(SaveError, match=r"state\.json: format 2 is newer than this pbem, which reads up to 1\."):
        folder.read_state()


def test_a_game_is_made_once(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    with pytest.raises(SaveError, match=r"game\.json is there already"):
        folder.create(game(), SCENARIO, state())
    with pytest.raises(SaveError, match="would not name the hash"):
        SaveFolder(tmp_path / "other").create(game(scenario="0" * 64), SCENARIO, state())


def test_records_are_read_as_written(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    records = grow(folder, 3)
    written = folder.records()
    assert [item.record for item in written] == records
    assert [item.hash for item in written] == [digest(record.to_json()) for record in records]
    assert [item.file for item in written] == [f"000{n}-01-movement.json" for n in (1, 2, 3)]


def test_a_record_is_added_in_its_place_only(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    first = grow(folder, 1)[0]
    again = folder.write_record(first)
    assert again == folder.records()[0]
    second = folder.write_record(phase(2, again.hash))
    assert folder.write_record(second.record) == second
    assert folder.write_record(first) == again
    (folder.path / "turns" / second.file).unlink()
    with pytest.raises(SaveError, match="record 3 cannot be written, the next is 2"):
        folder.write_record(phase(3, again.hash))
    with pytest.raises(SaveError, match="record 1 cannot be written, the next is 2"):
        folder.write_record(phase(1, first.previous, nonces={}))
    with pytest.raises(SaveError, match="record 2 does not follow record 1: previous differs"):
        folder.write_record(phase(2, "9" * 64))
    assert len(folder.records()) == 1


def test_a_float_is_never_written(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    with pytest.raises(ValueError, match="no canonical JSON for float"):
        folder.write_record(phase(1, folder.game_hash(), events=({"type": "moved", "cost": 1.5},)))
    assert folder.records() == ()
    with pytest.raises(ValueError, match="no canonical JSON for float"):
        folder.write_state({**state(), "turn": 1.5})
    assert folder.read_state() == state()


def test_an_archive_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 2)
    before = {p: p.stat().st_mtime_ns for p in sorted(folder.path.rglob("*"))}
    archive = SaveFolder(folder.path, DiesAt(0))
    assert len(archive.records()) == 2
    assert archive.read_state() == state()
    assert archive.read_scenario() == SCENARIO
    assert {p: p.stat().st_mtime_ns for p in sorted(folder.path.rglob("*"))} == before


def test_another_layout_or_line_end_is_the_same_save(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    records = grow(folder, 3)
    hashes = [item.hash for item in folder.records()]
    for path in folder.path.rglob("*.json"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert [item.record for item in folder.records()] == records
    assert [item.hash for item in folder.records()] == hashes
    assert folder.read_scenario() == SCENARIO


def test_what_is_no_json_file_in_turns_is_passed_over(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 1)
    (folder.path / "turns" / ".0002-01-movement.json.tmp").write_bytes(b"half")
    (folder.path / "turns" / ".DS_Store").write_bytes(b"")
    (folder.path / "turns" / "._0001-01-movement.json").write_bytes(b"")
    (folder.path / "turns" / "0001-01-movement.json~").write_bytes(b"")
    assert len(folder.records()) == 1


TURN = "turns/000{}-01-movement.json"


def damage(folder: SaveFolder, what: str) -> None:
    """Do one of the harms that a disk or a hand may do."""
    first, second = (folder.path / TURN.format(n) for n in (1, 2))
    if what == "edited":
        value = value_of(first.read_bytes(), "x")
        first.write_bytes(text({**value, "nonces": {"spanish": "other"}}, {"sheets": 3}))
    elif what == "cut":
        first.write_bytes(first.read_bytes()[:200])
    elif what == "lost":
        first.unlink()
    elif what == "copied":
        first.with_name("0001-01-combat.json").write_bytes(first.read_bytes())
    elif what == "renamed":
        second.rename(second.with_name("0002-01-combat.json"))
    elif what == "named":
        first.with_name("0001 (copy).json").write_bytes(b"")
    elif what == "folder":
        second.unlink()
        second.mkdir()
    elif what == "game":
        (folder.path / "game.json").unlink()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("edited", "turns/0002-01-movement.json: previous: it is not the hash of turns/0001-01-movement.json."),
        ("cut", "turns/0001-01-movement.json, line "),
        ("lost", "turns: record 1 is missing; the next is 0002-01-movement.json."),
        ("copied", "turns: two files have number 1: 0001-01-combat.json, 0001-01-movement.json."),
        ("renamed", "turns/0002-01-combat.json: it holds record 2, a file 0002-01-movement.json."),
        ("named", "turns/0001 (copy).json is no record's name: move the file elsewhere."),
        ("folder", "turns/0002-01-movement.json cannot be read: Is a directory."),
        ("game", "game.json is missing."),
    ],
)
def test_damage_is_told_by_file(tmp_path: Path, what: str, said: str) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 3)
    damage(folder, what)
    with pytest.raises(SaveError) as told:
        folder.records()
    assert str(told.value).startswith(f"{folder.path}/{said}")


def test_a_record_of_number_0_is_none(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    (folder.path / "turns" / "0000-01-movement.json").write_bytes(b"{}")
    with pytest.raises(SaveError, match=r"turns/0000-01-movement\.json is no record's name"):
        folder.records()


def test_of_a_first_record_that_does_not_follow_game_json_is_named(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 2)
    (folder.path / "game.json").write_bytes(text(game(test_dice=True).to_json(), {}))
    with pytest.raises(SaveError, match=r"turns/0001-01-movement\.json: previous: it is not the hash of game\.json\."):
        folder.records()


def test_a_forged_journal_is_read_as_found_for_verify(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 3)
    damage(folder, "edited")
    found = folder.unchecked_records()
    assert len(found) == 3
    assert found[0].hash != found[1].record.previous
    assert found[0].hash == digest(found[0].record.to_json())


def test_a_changed_scenario_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    (folder.path / "scenario.json").write_bytes(text({**SCENARIO, "turns": 11}))
    with pytest.raises(SaveError, match=r"scenario\.json has been changed"):
        folder.read_scenario()


def test_state_is_written_when_it_changed(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    assert folder.write_state(state()) is False
    assert folder.write_state(state(turn=2)) is True
    assert folder.read_state() == state(turn=2)
    assert b'    "beni-1":{"at":"0614","status":"map"},\n' in (folder.path / "state.json").read_bytes()
    with pytest.raises(SaveError, match='the key "format" is the file\'s own'):
        folder.write_state({"format": 1})


def test_the_hash_of_a_state_is_that_of_its_file(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    assert digest(state_value(state())) == digest(value_of((folder.path / "state.json").read_bytes(), "state.json"))


def test_a_record_changed_between_two_readings_is_read_anew(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 2)
    assert len(folder.records()) == 2
    damage(folder, "edited")
    with pytest.raises(SaveError, match=r"it is not the hash of turns/0001"):
        folder.records()


def test_one_phase_changes_few_lines(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    before = (folder.path / "state.json").read_text().splitlines()
    folder.write_state(state(at="0714"))
    after = (folder.path / "state.json").read_text().splitlines()
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        '    "beni-1":{"at":"0714","status":"map"},'
    ]


def contents(folder: SaveFolder) -> dict[str, bytes]:
    """Every file of the save but temporary ones."""
    paths = (p for p in folder.path.rglob("*") if p.is_file() and not p.name.endswith(".tmp"))
    return {str(p.relative_to(folder.path)): p.read_bytes() for p in paths}


def step(folder: SaveFolder) -> None:
    """Record 2 and the state that it leads to, as a run of a phase writes them; done again it changes nothing."""
    before = folder.records()[0].hash
    folder.write_record(phase(2, before, state=phase().state))
    folder.repair(state(turn=2), None, WHEN)


def disturbed(path: Path, effects: DiesAt) -> tuple[SaveFolder, dict[str, bytes], dict[str, bytes]]:
    """A save with one record, taken on by one step under `effects`; what it held before and should hold after."""
    folder = made(path / "disturbed")
    grow(folder, 1)
    old = contents(folder)
    calm = made(path / "calm")
    grow(calm, 1)
    step(calm)
    try:
        step(SaveFolder(folder.path, effects))
    except (Killed, SaveError):
        assert effects.struck
    return folder, old, contents(calm)


@pytest.mark.parametrize("n", range(10))
@pytest.mark.parametrize("kind", [DiesAt, FailsAt])
def test_killed_or_full_at_each_effect(tmp_path: Path, n: int, kind: type[DiesAt]) -> None:
    effects = kind(n)
    folder, old, new = disturbed(tmp_path, effects)
    assert effects.struck == (n < 8)
    found = contents(folder)
    assert len(folder.records()) in (1, 2)
    for name in new:
        assert found.get(name) in (old.get(name), new[name])
    step(SaveFolder(folder.path))
    assert contents(folder) == new


def test_a_full_disk_leaves_no_temporary_file(tmp_path: Path) -> None:
    for n in range(8):
        folder, _, _ = disturbed(tmp_path / str(n), FailsAt(n))
        assert list(folder.path.rglob("*.tmp")) == []


@pytest.mark.parametrize("n", range(20))
def test_making_a_game_killed_at_each_effect(tmp_path: Path, n: int) -> None:
    folder = SaveFolder(tmp_path / "melilla", DiesAt(n))
    try:
        folder.create(game(), SCENARIO, state())
    except Killed:
        if not folder.exists():
            made(folder.path)
    assert contents(folder) == contents(made(tmp_path / "calm"))


def test_a_rollback_has_a_file_of_its_own(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    grow(folder, 1)
    folder.write_record(rollback(2, 0, folder.records()[0].hash))
    assert folder.records()[1].file == "0002-01-rollback.json"


def test_a_key_that_has_no_canonical_json_is_told(tmp_path: Path) -> None:
    folder = made(tmp_path / "melilla")
    data = (folder.path / "scenario.json").read_bytes()
    (folder.path / "scenario.json").write_bytes(data.replace(b'"turns"', '"añadas"'.encode()))
    with pytest.raises(SaveError, match=r"scenario\.json: key is not an ASCII text: 'añadas'\."):
        folder.read_scenario()
