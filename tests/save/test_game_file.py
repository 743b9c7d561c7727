"""A game in one file: what is packed is unpacked, and nothing is read that is more than a game can be."""

import json
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.save import game_file
from pbem.save.errors import BadGameFile
from pbem.save.game_file import GameFile, pack, unpack

FILE = GameFile(
    game="melilla",
    save={"game.json": b"{}\n", "turns/0001-01-weather.json": b"[]\n"},
    private={"seats": [{"seat": "spanish"}], "roots": {"1": "ab"}},
    times={"1": "2025-11-30T20:00:00+00:00"},
    store=7,
    copy=True,
    pbem="1.0",
)
UNIX = 3
"""Where a file of a zip was made: there its mode counts."""


def written(folder: Path) -> Path:
    path = folder / "melilla.pbem"
    path.write_bytes(pack(FILE))
    return path


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    assert unpack(written(tmp_path)) == FILE


def test_a_file_says_what_is_not_in_it_too() -> None:
    nothing = {"copy": False, "format": 1, "game": "melilla", "pbem": "", "private": False, "store": 0, "times": {}}
    assert GameFile("melilla", {}, {}, {}).header == nothing
    assert FILE.header["private"] is True


def test_its_files_are_plain_and_their_owners_alone(tmp_path: Path) -> None:
    path = written(tmp_path)
    with zipfile.ZipFile(path) as file:
        listed = file.infolist()
    assert {(info.create_system, info.external_attr >> 16) for info in listed} == {(UNIX, stat.S_IFREG | 0o600)}


@pytest.mark.parametrize(
    ("name", "most", "said"),
    [
        ("MOST_FILES", 5, "it holds 5 files, more than a game can"),
        ("LARGEST_OF_SAVE", 3, "save/game.json is larger than a game can be"),
    ],
)
def test_as_much_as_a_game_can_have_is_taken_and_no_more(
    name: str, most: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path)
    monkeypatch.setattr(game_file, name, most)
    assert unpack(path) == FILE
    monkeypatch.setattr(game_file, name, most - 1)
    with pytest.raises(BadGameFile, match=said):
        unpack(path)


@pytest.mark.parametrize("limits", [{"LARGEST": 0}, {"SMALL": 0, "DENSEST": -1}])
def test_unpacked_it_is_no_larger_than_a_game_nor_much_larger_than_packed(
    limits: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path)
    with zipfile.ZipFile(path) as file:
        whole = sum(info.file_size for info in file.infolist())
    first = next(iter(limits))
    for name, most in limits.items():
        monkeypatch.setattr(game_file, name, most)
    monkeypatch.setattr(game_file, first, whole)
    assert unpack(path) == FILE
    monkeypatch.setattr(game_file, first, whole - 1)
    with pytest.raises(BadGameFile, match="unpacked it is larger than a game can be"):
        unpack(path)


def test_a_small_file_may_hold_as_much_more_than_its_size_as_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path)
    monkeypatch.setattr(game_file, "SMALL", 0)
    monkeypatch.setattr(game_file, "DENSEST", 1)
    assert unpack(path) == FILE, "so little is larger packed"


def test_how_large_a_game_may_be(tmp_path: Path) -> None:
    """A GiB in all, 32 MiB a file of the save; from 64 MiB on a fiftieth of it packed."""
    assert unpack(written(tmp_path)) == FILE
    assert (game_file.LARGEST, game_file.LARGEST_OF_SAVE, game_file.MOST_FILES) == (1_073_741_824, 33_554_432, 12_000)
    assert (game_file.SMALL, game_file.DENSEST) == (67_108_864, 50)


@pytest.mark.parametrize("format_", [0, -1, "2", None, True])
def test_a_format_that_there_never_was_is_told(format_: object, tmp_path: Path) -> None:
    path = tmp_path / "odd.pbem"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive.json", json.dumps({**replace(FILE, private={}).header, "format": format_}))
    with pytest.raises(BadGameFile, match=r"its archive\.json is not what it should be \(format\)"):
        unpack(path)


def test_a_header_says_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "odd.pbem"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive.json", json.dumps({**replace(FILE, private={}).header, "more": 1}))
    with pytest.raises(BadGameFile, match=r"its archive\.json is not what it should be \(more\)"):
        unpack(path)


def test_rows_are_a_line_each_with_their_letters_and_their_keys_in_order(tmp_path: Path) -> None:
    path = tmp_path / "rows.pbem"
    path.write_bytes(pack(replace(FILE, private={"seats": [{"seat": "b", "name": "Iñaki"}, {}]})))
    with zipfile.ZipFile(path) as file:
        assert file.read("private/seats.json").decode() == '[\n{"name": "Iñaki", "seat": "b"},\n{}\n]\n'


def test_what_another_system_says_of_a_file_beside_is_no_link(tmp_path: Path) -> None:
    path = written(tmp_path)
    info = zipfile.ZipInfo("save/state.json")
    info.create_system, info.external_attr = 0, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as file:
        file.writestr(info, b"{}")
    assert unpack(path).save["state.json"] == b"{}"


def test_of_a_long_name_the_beginning_is_told(tmp_path: Path) -> None:
    path = written(tmp_path)
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("x" * 150, b"{}")
    with pytest.raises(BadGameFile, match=r"it holds 'x{100}', which is no file of a game"):
        unpack(path)


def test_a_file_with_a_password_is_told_as_such(tmp_path: Path) -> None:
    path = written(tmp_path)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flags of the first file, in the list at the end
    path.write_bytes(data)
    with pytest.raises(BadGameFile, match=r"archive\.json is locked with a password"):
        unpack(path)
