"""What the referee should know: in words, with each tick that finds it, and in the status until it is put aside."""

import ast
from pathlib import Path

from pbem.referee.admin.beacon import WAITS
from pbem.referee.home import notices
from pbem.referee.turn.deadlines import STUCK
from pbem.store.rows import NoticeRow
from tests.referee.making import LENGTH, START, Room

ROOM = Path(notices.__file__).parents[1]
NAMED = {"WAITS": WAITS, "STUCK": STUCK}
"""Codes that have a name in the code."""


def codes() -> dict[str, set[str]]:
    """Every code that the referee room notes, with the names of the values that it gives."""
    found: dict[str, set[str]] = {}
    for path in sorted(ROOM.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(call, ast.Call) and len(call.args) >= 2):
                continue
            function = ast.unparse(call.func)
            if function.endswith(".notices.note"):
                first = call.args[0]
            elif function.rpartition(".")[2] in ("note_daily", "note_once"):
                first = call.args[1]
            else:
                continue
            code = first.value if isinstance(first, ast.Constant) else NAMED.get(ast.unparse(first))
            if isinstance(code, str):
                found.setdefault(code, set()).update(str(word.arg) for word in call.keywords)
    return found


def test_every_code_has_words_for_its_values() -> None:
    noted = codes()
    assert {"bounce", "mail-failed", "git-failed", "mail-held", "second-copy"} <= set(noted)
    assert set(noted) == set(notices._SENTENCES)
    for code, names in noted.items():
        told = notices.format_notice(NoticeRow(1, START, code, dict.fromkeys(sorted(names), "Xyz"), "melilla"))
        assert told.startswith("melilla: ")
        assert "Xyz" in told
        assert "%(" not in told


def test_a_code_of_a_later_release_is_told_as_it_is() -> None:
    told = notices.format_notice(NoticeRow(1, START, "moon-fell", {"why": "a\x1b[31m\nb", "seat": "spanish"}))
    assert told == "moon-fell, seat spanish, why a [31m b"


def test_a_tick_tells_what_came_up_and_the_status_until_it_is_put_aside(room: Room) -> None:
    assert room.tick().notices == []
    room.home.store.notices.note("pgp-missing", room.now, "melilla", seat="spanish", install="pip")
    assert room.tick().notices == [], "it came up before"
    raw = room.mail("moroccan", "MOVE beni-1 0402\n", Message_ID="<same@example.org>")
    room.drop(raw)
    room.drop(room.mail("moroccan", "MOVE beni-3 0403\n", Message_ID="<same@example.org>"))
    (told,) = room.tick().notices
    assert told.startswith("melilla: a mail from omar@example.org bears the Message-ID of an earlier one")
    seen = room.home.store.notices.open()
    assert len(seen) == 2
    room.home.store.notices.note("bounce", room.now, "melilla", seat="spanish", status="5.1.1")
    notices.dismiss_notices(room.home, seen)
    assert [notice.code for notice in room.home.store.notices.open()] == ["bounce"]


def test_what_git_could_not_keep_is_told_until_it_has_it(room: Room) -> None:
    lock = room.path / ".git" / "index.lock"
    assert room.home.path == room.path, "the folder is held before somebody's git begins"
    lock.touch()
    room.answer("moroccan", "MOVE beni-1 0402\n")
    result = room.tick(LENGTH)
    assert result.closed
    (told,) = result.notices
    assert "git has not kept the last step yet" in told
    assert "The save itself is complete." in told
    assert "remove the file manually to continue" in told
    lock.unlink()
    assert room.tick().notices == []
    assert room.home.store.notices.open() == ()
