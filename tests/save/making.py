"""Games, records and states for the tests of the save, with sensible values; and Effects that die or fail at a step."""

import errno
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbem.canonical import digest
from pbem.effects import Effects
from pbem.save.folder import SaveFolder
from pbem.save.records import (
    Entry,
    Json,
    Link,
    Manifest,
    OpenQuestion,
    OrderLine,
    PhaseRecord,
    Roll,
    RollbackRecord,
    SheetLines,
    States,
    sheet_hash,
)
from tests.killed import Killed

HEAD = "a" * 64
WHEN = datetime(2025, 11, 30, 20, 0, tzinfo=UTC)
SCENARIO: Json = {"format": 1, "map": {"0614": ["clear"], "0714": ["mountain"]}, "turns": 10}


def state(turn: int = 1, at: str = "0614") -> Json:
    """A small state.json."""
    return {"phase": "movement", "turn": turn, "units": {"beni-1": {"at": at, "status": "map"}, "beni-2": {}}}


def game(**fields: Any) -> Manifest:
    """The game "melilla" over SCENARIO."""
    usual: dict[str, Any] = {
        "game": "melilla",
        "ruleset": "legion",
        "version": 1,
        "seats": {"moroccan": "moroccan", "spanish": "spanish"},
        "options": {"reactions": "default"},
        "dice": "pbem-chain-1",
        "head": HEAD,
        "scenario": digest(SCENARIO),
        "test_dice": False,
    }
    return Manifest(**{**usual, **fields})


def sheet(seat: str = "moroccan", texts: tuple[str, ...] = ("MOVE beni-1 0714",)) -> SheetLines:
    """The lines of a seat, each a move."""
    order: Json = {"path": ["0714"], "type": "move", "unit": "beni-1"}
    lines = tuple(OrderLine(number=n, text=text, order=order) for n, text in enumerate(texts, 1))
    return SheetLines(seat=seat, hash=sheet_hash(line.understood for line in lines), lines=lines)


def phase(n: int = 1, previous: str = "0" * 64, link: int | Link | None = None, **fields: Any) -> PhaseRecord:
    """The record of a phase: turn 1, movement, link n, one line, one roll, two events."""
    named = link if isinstance(link, Link) else Link(number=n if link is None else link, value="b" * 64)
    usual: dict[str, Any] = {
        "n": n,
        "turn": 1,
        "phase": "movement",
        "previous": previous,
        "state": States(before="1" * 64, after="1" * 64),
        "test_dice": False,
        "link": named,
        "head": HEAD,
        "beacon": None,
        "nonces": {"moroccan": "arena", "spanish": "niebla en Annual"},
        "sheets": (sheet(),),
        "rolls": (Roll(label="attack 0714 beni-1", die="legion", faces=(3,), meaning="hit"),),
        "answers": (),
        "events": (
            {"path": ["0614", "0714"], "type": "moved", "unit": "beni-1"},
            {"die": "legion", "faces": [3], "label": "attack 0714 beni-1", "meaning": "hit", "type": "rolled"},
        ),
    }
    return PhaseRecord(**{**usual, **fields})


def suspended(n: int, previous: str = "0" * 64, link: int | None = None, **fields: Any) -> PhaseRecord:
    """A phase that waits for an answer: its link is not revealed."""
    question = OpenQuestion(
        id="retreat beni-1", side="spanish", kind="retreat", options=("a", "b"), default="a", rule="LL-1"
    )
    return phase(n, previous, Link(number=n if link is None else link), suspended=question, **fields)


def rollback(n: int, to: int, previous: str = "0" * 64, same_dice: bool = False, **fields: Any) -> RollbackRecord:
    """A rollback to where the game stood after record `to`."""
    states = States(before="1" * 64, after="1" * 64)
    usual: dict[str, Any] = {"turn": 1, "state": states, "test_dice": False, "who": "referee", "why": "wrong hex"}
    return RollbackRecord(n=n, previous=previous, to=to, same_dice=same_dice, **{**usual, **fields})


def made(path: Path, effects: Effects | None = None) -> SaveFolder:
    """A save of the game, without records."""
    folder = SaveFolder(path, effects)
    folder.create(game(), SCENARIO, state())
    return folder


def grow(folder: SaveFolder, count: int, **fields: Any) -> list[Entry]:
    """Add `count` phase records to a save, each naming the hash of the one before."""
    records: list[Entry] = []
    for _ in range(count):
        written = folder.records()
        before = written[-1].hash if written else folder.game_hash()
        records.append(phase(len(written) + 1, before, **fields))
        folder.write_record(records[-1])
    return records


class DiesAt(Effects):
    """Dies just before effect `n` (0 the first); `done` counts the effects."""

    def __init__(self, n: int) -> None:
        self.n, self.done, self.struck = n, 0, False

    def step(self, what: str) -> None:
        """Count, and die where it was asked."""
        if self.done == self.n:
            self.struck = True
            self.strike(what)
        self.done += 1

    def strike(self, what: str) -> None:
        """What happens at the step."""
        raise Killed(what)


class FailsAt(DiesAt):
    """The disk is full from effect `n` on, for writing and for renaming."""

    def step(self, what: str) -> None:
        """Count, and refuse from there on."""
        if self.done >= self.n:
            self.struck = True
            raise OSError(errno.ENOSPC, "No space left on device")
        self.done += 1
