"""Keys: owner-only, written once, told when damaged."""

import stat
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.store.errors import StoreError
from pbem.store.keys import Keys
from tests.killed import Killed
from tests.store.making import DiesAt

ROOT = bytes(range(32))


def keys(home: Path, effects: Effects | None = None) -> Keys:
    """The keys of a mailbox folder."""
    return Keys(home / ".pbem", effects or Effects())


def test_a_root_is_kept_as_hex_for_its_owner(tmp_path: Path) -> None:
    keys(tmp_path).write_root("melilla", ROOT)
    path = tmp_path / ".pbem" / "melilla.key"
    assert path.read_text() == ROOT.hex() + "\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert keys(tmp_path).read_root("melilla") == ROOT


def test_a_root_is_never_replaced_and_a_second_chain_has_its_own(tmp_path: Path) -> None:
    keys(tmp_path).write_root("melilla", ROOT)
    with pytest.raises(StoreError, match=r"melilla\.key is there already: a key is never replaced\."):
        keys(tmp_path).write_root("melilla", bytes(32))
    keys(tmp_path).write_root("melilla", bytes(32), chain=2)
    assert keys(tmp_path).read_root("melilla") == ROOT
    assert keys(tmp_path).read_root("melilla", chain=2) == bytes(32)


def test_what_was_never_made_is_none(tmp_path: Path) -> None:
    assert keys(tmp_path).read_root("melilla") is None
    assert keys(tmp_path).read_mail_key() is None


def test_the_mail_key_is_no_games(tmp_path: Path) -> None:
    keys(tmp_path).write_mail_key(ROOT)
    assert keys(tmp_path).read_mail_key() == ROOT
    with pytest.raises(StoreError, match="A game cannot be named mail"):
        keys(tmp_path).write_root("mail", ROOT)


@pytest.mark.parametrize("text", ["", "00" * 31, "zz" * 32, "ñ"])
def test_a_damaged_key_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / ".pbem").mkdir()
    (tmp_path / ".pbem" / "melilla.key").write_text(text)
    with pytest.raises(StoreError, match=r"melilla\.key does not hold 32 bytes as hex digits"):
        keys(tmp_path).read_root("melilla")


def test_only_32_bytes_are_a_key(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a key has 32 bytes, not 31"):
        keys(tmp_path).write_root("melilla", ROOT[:31])


@pytest.mark.parametrize("n", range(8))
def test_killed_anywhere_the_root_is_whole_or_not_there(tmp_path: Path, n: int) -> None:
    try:
        keys(tmp_path, DiesAt(n)).write_root("melilla", ROOT)
    except Killed:
        assert n < 5
    if keys(tmp_path).read_root("melilla") is None:
        keys(tmp_path).write_root("melilla", ROOT)
    assert keys(tmp_path).read_root("melilla") == ROOT
