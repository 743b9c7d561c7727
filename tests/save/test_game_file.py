"""A game in one file: what is packed is unpacked, and nothing is read that is more than a game can be."""

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


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "melilla.pbem"
    path.write_bytes(pack(FILE))
    assert unpack(path) == FILE


def test_as_many_files_as_a_game_can_have_are_taken_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "melilla.pbem"
    path.write_bytes(pack(FILE))
    monkeypatch.setattr(game_file, "MOST_FILES", 5)
    assert unpack(path) == FILE
    monkeypatch.setattr(game_file, "MOST_FILES", 4)
    with pytest.raises(BadGameFile, match="it holds 5 files, more than a game can"):
        unpack(path)
