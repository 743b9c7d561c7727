"""Where a password comes from, and what is said when it does not: never the password."""

import time
from pathlib import Path

import pytest

from pbem.mail.servers.transport import ServerTrouble
from pbem.referee.home import servers
from pbem.referee.home.config import Server
from pbem.referee.home.servers import password_source

WORD = "geheim99"


def given(home: Path, source: str, **environment: str) -> str:
    """The password of a server whose settings name this place."""
    return password_source(home, Server("h", 1, "u", source), {"PATH": "/usr/bin:/bin", **environment})()


def without(home: Path, source: str, **environment: str) -> str:
    """What is said where there is none."""
    with pytest.raises(ServerTrouble) as found:
        given(home, source, **environment)
    assert found.value.why == "no-password"
    assert WORD not in str(found.value)
    assert str(found.value).isprintable()
    return str(found.value)


def file_with(folder: Path, data: bytes, mode: int = 0o600) -> str:
    """A file with these bytes, as the settings name it."""
    path = folder / "word"
    path.write_bytes(data)
    path.chmod(mode)
    return "file:word"


def test_a_password_from_a_file_the_environment_or_a_program(tmp_path: Path) -> None:
    assert given(tmp_path, file_with(tmp_path, f" {WORD}\r\nmore\n".encode())) == WORD
    assert given(tmp_path, "env:X", X=f"{WORD}\n") == WORD
    assert given(tmp_path, f"command:printf '%s\\nexpires later' {WORD}") == WORD
    assert given(tmp_path, "command:sh -c 'cat word'") == WORD
    assert given(tmp_path, "command:sh -c 'cat; echo none'") == "none", "it has no input, and does not wait for any"


def test_a_file_that_cannot_serve(tmp_path: Path) -> None:
    assert "there is no such file" in without(tmp_path, "file:nowhere")
    (tmp_path / "sub").mkdir(0o700)
    assert "but that is a folder" in without(tmp_path, "file:sub")
    assert "Others may read the password" in without(tmp_path, file_with(tmp_path, WORD.encode(), 0o640))
    assert "is empty" in without(tmp_path, file_with(tmp_path, b"\n"))
    assert "is not UTF-8 text" in without(tmp_path, file_with(tmp_path, b"\xff\xfe" + WORD.encode()))
    assert "has control characters" in without(tmp_path, file_with(tmp_path, f"{WORD}\x1b[2J\0x".encode()))


def test_an_environment_without_it(tmp_path: Path) -> None:
    assert "in the environment, as X, but is not there" in without(tmp_path, "env:X")
    assert "is empty" in without(tmp_path, "env:X", X=" ")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("nosuchprogram --x", "The program nosuchprogram, which is to print the password, cannot be run (No such file"),
        ("sh -c 'x", "look at the quotation marks"),
        (" ", "look at the quotation marks"),
        ("true", "is empty"),
        (f"sh -c 'echo {WORD}; echo the vault is shut >&2; exit 4'", "failed (exit code 4: the vault is shut)"),
        (f"sh -c 'echo {WORD}; exit 1'", "failed (exit code 1: it says nothing)"),
        ("printf '\\377\\376'", "printed something that is no text"),
        (f"printf '{WORD}\\033[2J'", "has control characters"),
    ],
)
def test_a_program_that_gives_none(tmp_path: Path, command: str, said: str) -> None:
    assert said in without(tmp_path, f"command:{command}")


def test_a_program_that_hangs_is_ended_with_what_it_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "PATIENCE", 0.3)
    began = time.monotonic()
    assert "gave none within 0.3 seconds" in without(tmp_path, "command:sh -c 'sleep 30 & sleep 30; touch late'")
    assert time.monotonic() - began < 10
