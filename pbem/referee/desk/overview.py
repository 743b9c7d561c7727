"""All that a referee looks at on one page: every game with its people and its mails, as values. Nothing is changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.game.game import Game
from pbem.referee.desk.mail import MailSummary, list_mails, summary
from pbem.referee.home.home import Home
from pbem.referee.letters.status import GameStatus, every_status, game_status
from pbem.referee.turn.deadlines import STOPPED
from pbem.referee.turn.present import OWING
from pbem.referee.turn.progress import HeldLine, held_lines
from pbem.store.rows import BounceRow, GameRow, MailRow, NoticeRow, OutboxRow, SeatRow

_RECENT = timedelta(days=30)  # for so long the bytes of a mail that waits are kept
_MOST = 50  # mails of a kind


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A game with what its status does not have: times, notices, mails in trouble.

    `mails` are those that wait for a word (held) and those that could not be sent (failed), the latest first; `bounces`
    the addresses that fail; `awaited` the seats that it waits for, with what is known of them; `pause` why the clock
    stands still, "" while it runs.
    """

    status: GameStatus
    row: GameRow
    notices: tuple[NoticeRow, ...]
    mails: tuple[MailSummary, ...]
    bounces: tuple[BounceRow, ...]
    awaited: dict[str, str]
    pause: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Every game, and what belongs to none; `faults`: why where a game stands cannot be told."""

    games: tuple[GameOverview, ...]
    faults: dict[str, str]
    notices: tuple[NoticeRow, ...]
    mails: tuple[MailSummary, ...]
    read_only: bool


@dataclass(frozen=True, slots=True)
class SeatDetail:
    """A seat: what is known of it, when something came from it last, the refused lines that hold its phase open."""

    row: SeatRow
    known: str
    missed: int
    last: datetime | None
    held: tuple[HeldLine, ...]


@dataclass(frozen=True, slots=True)
class GameDetail:
    """A game with its save opened: its seats, and its last mails, the latest first."""

    overview: GameOverview
    game: Game
    seats: tuple[SeatDetail, ...]
    mails: tuple[MailSummary, ...]


def overview(home: Home, now: datetime) -> Overview:
    """Every game at a glance; the saves of games that rest are not opened."""
    found, faults = every_status(home, now)
    notices, mails = home.store.notices.open(), _troubled(home, now)
    games = tuple(_of_game(home, status, notices, mails) for status in found)
    named = {status.game for status in found}
    return Overview(
        games,
        faults,
        tuple(notice for notice in notices if notice.game not in named),
        tuple(mail for mail in mails if mail.game not in named),
        home.store.database.read_only,
    )


def game_detail(home: Home, name: str, now: datetime) -> GameDetail:
    """One game with all that there is; RefereeError where its save cannot be opened, BadInput where there is none."""
    game, status = home.open_game(name), game_status(home, name, now)
    seats = tuple(_seat(home, game, row, status) for row in home.seats(name))
    of_game = _of_game(home, status, home.store.notices.open(), _troubled(home, now))
    return GameDetail(of_game, game, seats, tuple(reversed(list_mails(home, game=name, most=20))))


def _of_game(
    home: Home, status: GameStatus, notices: Sequence[NoticeRow], mails: Sequence[MailSummary]
) -> GameOverview:
    name, row = status.game, home.game_row(status.game)
    return GameOverview(
        status,
        row,
        tuple(notice for notice in notices if notice.game == name),
        tuple(mail for mail in mails if mail.game == name),
        home.store.bounces.of(game=name),
        {seat: known for seat, known in status.seats.items() if known in OWING},
        _pause(home, row) if row.paused_at is not None else "",
    )


def _pause(home: Home, row: GameRow) -> str:
    """Why a game is paused, as was decided last; "" where no reason was given."""
    found = [each.why for each in home.store.decisions.of(game=row.name) if each.what in STOPPED]
    return found[-1] if found else ""


def _seat(home: Home, game: Game, row: SeatRow, status: GameStatus) -> SeatDetail:
    sheets = home.store.sheets.of(game=game.name, seat=row.seat)
    last = max((sheet.received for sheet in sheets), default=None)
    held = () if game.over else held_lines(home, game, row)
    return SeatDetail(row, status.seats.get(row.seat, ""), status.missed.get(row.seat, 0), last, held)


def _troubled(home: Home, now: datetime) -> tuple[MailSummary, ...]:
    """The mails that wait for a word, and those that could not be sent, the latest first."""
    newest, blank = "at DESC, rowid DESC", {"raw": "x''"}
    held: tuple[MailRow, ...] = home.store.mails.where(
        "outcome = 'held' AND at > ?", now - _RECENT, order=newest, most=_MOST, blank=blank
    )
    failed: tuple[OutboxRow, ...] = home.store.outbox.where("state = 'failed'", order=newest, most=_MOST, blank=blank)
    found = [*(summary(row) for row in held), *(summary(row) for row in failed)]
    return tuple(sorted(found, key=lambda mail: mail.at, reverse=True))
