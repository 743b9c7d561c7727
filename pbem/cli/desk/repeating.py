"""`pbem status --watch`: the status again whenever something changes, and every so often."""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from pbem.cli.common import DONE, now, say_stopped
from pbem.cli.speech.language import told, tr
from pbem.cli.stopping import Patient, stopping
from pbem.errors import TROUBLE
from pbem.game.paths import SAVES, SECRETS, games
from pbem.referee.home.config import FILE as SETTINGS
from pbem.save.files import GAME, SCENARIO, STATE, TURNS, mark
from pbem.store.store import FILE as DATABASE

EVERY = 60.0  # seconds until it is shown again although nothing has changed: times go by
LOOK = 1.0  # seconds between two looks at whether something has changed

Look = Callable[[], tuple[dict[str, Any], str]]
"""Gives the status for scripts, and as a text."""


def repeat_status(home: Path, look: Look, *, as_json: bool) -> int:
    """Show what `look` tells until Ctrl-C or SIGTERM, on a terminal always from its top; what it raises first goes on.

    No file is opened while nothing changes; the look itself opens only the saves of games that have changed.
    """
    farewell = partial(say_stopped, as_json=as_json)
    before, shown = "", 0.0
    with stopping(Patient(), farewell) as stop:
        while not stop.is_set():
            seen = changes(home)
            try:
                data, text = look()
            except TROUBLE as wrong:
                if not before:
                    raise
                data, text = {"fault": told(wrong)}, f"! {told(wrong)}"
            if text != before or time.monotonic() >= shown + EVERY:
                _show(data, text, as_json=as_json)
                before, shown = text, time.monotonic()
            while not stop.wait(LOOK) and changes(home) == seen and time.monotonic() < shown + EVERY:
                pass
    farewell()
    return DONE


def _show(data: dict[str, Any], text: str, *, as_json: bool) -> None:
    at = now()
    if as_json:
        click.echo(json.dumps({"at": at.isoformat(timespec="seconds"), **data}, ensure_ascii=False, sort_keys=True))
        return
    click.clear()
    click.echo(tr("{at:%Y-%m-%d %H:%M:%S} UTC · Ctrl-C ends it", at=at))
    click.echo(text)


def changes(home: Path) -> tuple[object, ...]:
    """What is another whenever a mailbox folder was written to: by another pbem, by hand.

    Looking at the status closes the database, which may touch its files once; then it is at rest.
    """
    secrets, names = home / SECRETS, games(home)
    saves = (home / SAVES / name / file for name in names for file in (GAME, SCENARIO, STATE, TURNS))
    written = (_written(secrets / name) for name in (DATABASE, DATABASE + "-wal"))
    return (tuple(names), *written, mark(home / SETTINGS), *map(mark, saves))


def _written(path: Path) -> tuple[int, int] | None:
    """Size of a file of the database, and when it was last written; whoever opens it to look sets its rights anew,
    and makes an empty log, which is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns) if found.st_size else None
