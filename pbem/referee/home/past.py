"""Whether a save, the private side and git are of one moment: none was put back to an older state without the others.

What was opened and mailed cannot be undone: its dice are known. A save that lacks it would be played anew with them, so
the game stops until the records are back, or until the referee goes on without them in the open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.effects import Effects
from pbem.errors import RefereeError
from pbem.game.game import Game, open_game
from pbem.game.paths import SAVES
from pbem.phrases import Phrase, marked
from pbem.save.errors import GitError
from pbem.save.files import TURNS
from pbem.save.git import Git
from pbem.save.journal import StoredRecord
from pbem.save.records import AMENDED, EndRecord, RulingRecord
from pbem.store.counts import kept_counts
from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of a game's records beside its save: the last that was `told` (opened, or reported to a seat); the
    last that was about to be written, with its hash ("": not known), None where an older pbem has kept none; and the
    last that git has. And of its mails: how many the private side has `queued`, and had when it was last `counted`."""

    told: int
    recorded: int | None
    hash: str
    in_git: int = 0
    queued: int = 0
    counted: int = 0


def past_of(store: Store, home: Path, name: str) -> Past | None:
    """What the private side of a mailbox knows of a game's records; None where it does not know the game."""
    counted = kept_counts(home / SAVES).get(name, 0)  # first: another pbem may be at work
    row = store.games.get(name)
    if row is None:
        return None
    told = max([row.opened_n, *(seat.last_reported for seat in store.seats.of(game=name))])
    return Past(told, row.recorded, row.recorded_hash, queued=store.outbox.count("game = ?", name), counted=counted)


def records_in_git(git: Git, path: Path) -> dict[int, Path]:
    """The records of the save folder `path` that git has, by number; none where it cannot be asked."""
    try:
        names = git.tracked(path / TURNS)
    except GitError:
        return {}
    return {int(name[:4]): path / TURNS / name for name in names if name[:4].isdecimal()}


def open_checked(store: Store, git: Git, path: Path, effects: Effects) -> Game:
    """The game in a save folder; RefereeError where it is one of the mailbox and not of one moment with all else."""
    before, game = past_of(store, git.home, path.name), open_game(path, effects)
    while before != (now := past_of(store, git.home, path.name)):  # another pbem is at work, and we only look
        before, game = now, open_game(path, effects)
    if before is not None and path.parent == git.home / SAVES:
        known = replace(before, in_git=max(records_in_git(git, path), default=0))
        if fault := past_fault(known, game.name, game.records):
            raise RefereeError(fault)
    return game


def past_fault(past: Past, name: str, records: Sequence[StoredRecord]) -> str:
    """Why a save with these records is not of one moment with what the private side knows; "" where it is.

    A kill may leave the save without the records that were about to be written, of which nobody was told; and with
    those that a mail has brought (a concession), whose transaction was taken back.
    """
    last = len(records)
    if last < past.told:
        text = _PUT_BACK
    elif last < past.in_git:
        text = _BEHIND_GIT
    elif past.recorded and last >= past.recorded and records[past.recorded - 1].hash != past.hash:
        text = _ANOTHER
    elif past.recorded is not None and not all(_is_by_mail(item) for item in records[past.recorded :]):
        text = _AHEAD
    elif past.queued < past.counted:
        text = _OLDER
    else:
        return ""
    mend = Phrase("Where they are lost: 'pbem rollback {name} --lost --why …' goes on in the open.", name=name)
    known = {"told": past.told, "in_git": past.in_git, "recorded": past.recorded}
    known |= {"queued": past.queued, "counted": past.counted}
    return Phrase(text, name=name, last=last, mend=mend, **known)


_PUT_BACK = marked(
    "the save of {name} was put back: its last record is {last}, but record {told} was opened here and mailed, and its "
    "dice are known. Put the records back ('git reflog' shows where they were). {mend}"
)
_BEHIND_GIT = marked(
    "the save of {name} ends with record {last}, but git has record {in_git}: saves/ and .pbem/ were put back to an "
    "older state. Put back the records ('git checkout -- saves/{name}') and the .pbem/ that goes with them. {mend}"
)
_ANOTHER = marked(
    "record {recorded} in the save of {name} is not the one that was written here. Put back the save and the .pbem/ "
    "that belong together. {mend}"
)
_AHEAD = marked(
    "the save of {name} has {last} records, and .pbem/ knows of {recorded}: it was put back to an older state, without "
    "the orders, words and addresses that came since. Put its last state back. {mend}"
)
_OLDER = marked(
    "{name} has had {counted} mails from here, and .pbem/ knows of {queued}: it was put back to an older state, "
    "without the orders, words and addresses that came since. Put its last state back. {mend}"
)


def _is_by_mail(item: StoredRecord) -> bool:
    """Whether a record is written while a mail is taken, in the transaction of that mail."""
    record = item.record
    return isinstance(record, EndRecord) or (
        isinstance(record, RulingRecord) and bool(record.events) and record.ruling != AMENDED
    )
