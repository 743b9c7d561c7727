"""How fast players answer and what they let pass, over all games of a mailbox; the referee's alone, mailed to nobody.

A report, or the mail that tells of the start, asks a seat for a turn. What came of it: orders before any deadline
passed in silence, orders after that (late), or no orders (missed). A bare DONE is as good as orders. A turn of which
neither came asked for nothing; one that a computer player ordered for is nobody's.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from statistics import median
from typing import Any, Literal

from pbem.phrases import Phrase
from pbem.referee.home.home import Home
from pbem.referee.turn.sent import BOT

Outcome = Literal["in-time", "late", "missed"]


@dataclass(frozen=True, slots=True)
class AskedTurn:
    """A turn that a player was asked for: who, when, what came of it, after how many seconds, and how many deadlines
    passed in silence meanwhile. `seconds` is None where no orders came."""

    game: str
    seat: str
    address: str
    outcome: Outcome
    seconds: float | None
    silences: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """Turns of one seat, or of one player in several games. `hours` is the median until orders came, None for none.

    `deadlines` passed without a mail; of a turn that is played phase by phase, or paused, it may be several.
    """

    games: int
    asked: int
    in_time: int
    late: int
    missed: int
    deadlines: int
    hours: float | None

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "games": self.games,
            "asked": self.asked,
            "in-time": self.in_time,
            "late": self.late,
            "missed": self.missed,
            "deadlines-missed": self.deadlines,
            "median-hours": self.hours,
        }

    @property
    def said(self) -> Phrase:
        """The same as a sentence."""
        if not self.asked:
            return Phrase("nothing is known yet of turns asked")
        known = {name: getattr(self, name) for name in ("games", "asked", "in_time", "late", "missed")}
        if self.hours is None:
            return Phrase(
                "turns asked: {asked} (games: {games}); in time {in_time}, late {late}, missed {missed}", **known
            )
        return Phrase(
            "turns asked: {asked} (games: {games}); in time {in_time}, late {late}, missed {missed}; median {hours} h",
            hours=f"{self.hours:.1f}",
            **known,
        )


def asked_turns(home: Home, game: str) -> list[AskedTurn]:
    """The turns that the seats of a game were asked for and of which something came, by seat and in order."""
    return [turn for seat in home.seats(game) for turn in _of_seat(home, game, seat.seat)]


def _of_seat(home: Home, game: str, seat: str) -> Iterator[AskedTurn]:
    asking = "game = ? AND seat = ? AND what IN ('report', 'start')"
    mails = home.store.outbox.where(asking, game, seat, order="at, record", blank={"raw": "x''"})
    sheets = home.store.sheets.of(game=game, seat=seat)
    silences = sorted(row.deadline for row in home.store.silences.of(game=game, seat=seat))
    alias = _aliases(home)
    for mail, following in zip_longest(mails, mails[1:]):
        end = None if following is None else following.at  # at one moment a sheet answers the last
        mine = [sheet for sheet in sheets if mail.at < sheet.received and (end is None or sheet.received <= end)]
        passed = [when for when in silences if mail.at < when and (end is None or when <= end)]
        if any(sheet.source == BOT for sheet in mine) or not (mine or passed):
            continue
        address = mail.recipient.casefold()
        first = min((sheet.received for sheet in mine), default=None)
        yield AskedTurn(
            game=game,
            seat=seat,
            address=alias.get(address, address),
            outcome=_outcome(first, passed),
            seconds=None if first is None else (first - mail.at).total_seconds(),
            silences=len(passed),
        )


def _outcome(first: datetime | None, passed: Sequence[datetime]) -> Outcome:
    if first is None:
        return "missed"
    return "late" if passed and passed[0] < first else "in-time"


def _aliases(home: Home) -> dict[str, str]:
    """The address that a player is known by, for each that is theirs."""
    seats = (seat for seat in home.store.seats.of() if seat.addresses)
    return {other.casefold(): seat.address.casefold() for seat in seats for other in seat.addresses}


def reliability(turns: Iterable[AskedTurn]) -> Reliability:
    """What some turns come to."""
    every = list(turns)
    outcomes = [turn.outcome for turn in every]
    times = [turn.seconds for turn in every if turn.seconds is not None]
    return Reliability(
        games=len({turn.game for turn in every}),
        asked=len(every),
        in_time=outcomes.count("in-time"),
        late=outcomes.count("late"),
        missed=outcomes.count("missed"),
        deadlines=sum(turn.silences for turn in every),
        hours=round(median(times) / 3600, 1) if times else None,
    )


def by_player(home: Home) -> Mapping[str, Reliability]:
    """What is known of every player who was asked for turns in a game of the mailbox, by address (in small letters)."""
    found: dict[str, list[AskedTurn]] = defaultdict(list)
    for row in home.store.games.of():
        for turn in asked_turns(home, row.name):
            found[turn.address].append(turn)
    return {address: reliability(turns) for address, turns in sorted(found.items())}


def of_player(home: Home, address: str) -> Reliability:
    """What is known of the player with an address."""
    return by_player(home).get(_aliases(home).get(address.casefold(), address.casefold()), reliability(()))
