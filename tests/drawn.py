"""Pictures for tests of something else: each drawn once a session, by whichever worker needs it, or one for all."""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.core.scene import Scene
from pbem.referee.letters.newcomer import welcome
from pbem.report import story
from pbem.report.grounds import Grounds
from pbem.report.picture import LARGEST
from pbem.report.svg import draw_map

DRAWINGS = ("draw_picture", "draw_plain")
"""How the picture of a report is drawn, and of a receipt."""


class Kept(dict[str, tuple[bytes, ...]]):
    """What was drawn, by what it shows; kept in a folder too, for the other worker plays the same games."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def __contains__(self, key: object) -> bool:
        if not super().__contains__(key) and (self.folder / str(key)).exists():
            super().__setitem__(str(key), pickle.loads((self.folder / str(key)).read_bytes()))
        return super().__contains__(key)

    def __setitem__(self, key: str, drawn: tuple[bytes, ...]) -> None:
        super().__setitem__(key, drawn)
        written = self.folder / f"{key}.{os.getpid()}"
        written.write_bytes(pickle.dumps(drawn))
        written.replace(self.folder / key)


def keep_drawn(folder: Path) -> None:
    """Keep the pictures of first mails in a folder."""
    welcome._DRAWN = Kept(folder)
    welcome._MOST_DRAWN = 1000  # the tests of all games make first mails of more scenarios than a referee has


def each_once(draw_picture: Callable[..., bytes]) -> Callable[..., bytes]:
    """The same pictures, but each drawn once: tests play the same positions over and over."""

    def drawn(scene: Scene, lang: str, grounds: Grounds, *, most: int = LARGEST, **how: Any) -> bytes:
        svg = draw_map(scene, lang, **how)
        key = hashlib.sha256(f"{draw_picture.__name__} {svg}".encode()).hexdigest()
        known = welcome._DRAWN
        if key not in known or len(known[key][0]) > most:
            known[key] = (draw_picture(scene, lang, GROUNDS, most=most, **how),)
        return known[key][0]

    return drawn


GROUNDS = Grounds()


def draw_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture of a report or receipt is drawn twice."""
    for drawing in DRAWINGS:
        monkeypatch.setattr(story, drawing, each_once(getattr(story, drawing)))


def draw_one_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pictures of reports and receipts are the first one: those of a whole game cost more than all else in it."""
    for drawing in DRAWINGS:
        monkeypatch.setattr(story, drawing, first_for_all(getattr(story, drawing)))


def first_for_all(draw_picture: Callable[..., bytes]) -> Callable[..., bytes]:
    """The first picture for all of them."""
    drawn: list[bytes] = []

    def first(*scene: object, **how: object) -> bytes:
        drawn.extend([] if drawn else [draw_picture(*scene, **how)])
        return drawn[0]

    return first
