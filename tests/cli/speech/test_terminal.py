"""What a real terminal is sent: a pseudo-terminal of some width, with and without NO_COLOR."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from pbem.resources import shipped_path

ARCHIVE = str(shipped_path("games", "legion", "archive", "melilla-1921"))
COLOUR, CYAN = "\x1b[38;", "\x1b[36m"
PROGRAM = "import sys; from pbem.cli import main; sys.argv[0] = 'pbem'; main()"


def on_terminal(*words: str, columns: int = 80, **environment: str) -> str:
    """What `pbem WORDS` writes to a terminal that is so wide."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    known = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
    asked = {**known, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=asked
    ) as program:
        os.close(theirs)
        said = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    assert program.returncode == 0, said
    return said.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


@pytest.mark.parametrize("columns", [80, 160])
def test_show_has_the_terminals_width_and_the_colours_of_the_sides(columns: int) -> None:
    said = on_terminal("show", ARCHIVE, "--turn", "5", columns=columns)
    assert f"{COLOUR}2;215;114;44m" in said
    plain = on_terminal("show", ARCHIVE, "--turn", "5", columns=columns, NO_COLOR="1")
    assert COLOUR not in plain
    assert "Places that count" in plain


def test_the_handbook_is_set_for_reading() -> None:
    said = on_terminal("handbook", "legion", "--clause", "LL-7.5", NO_COLOR="1")
    assert "\x1b[1m" in said
    assert "**" not in said
    assert CYAN not in said
    assert CYAN in on_terminal("handbook", "legion", "--clause", "LL-7.5")
