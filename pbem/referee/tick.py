"""One tick: take what came, close what is due, queue what is to be told, send. Cron, daemon and tests all call it."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, Literal

from pbem.errors import TROUBLE, Refused
from pbem.game.game import Table
from pbem.mail.servers.account import ServerTrouble
from pbem.mail.servers.outbox import Item, Mark, deliver
from pbem.referee.admin.beacon import locked
from pbem.referee.admin.rulings import resumed
from pbem.referee.home.home import World
from pbem.referee.home.limits import DAY, forget_old
from pbem.referee.home.notices import explained, said
from pbem.referee.home.sweep import Pass, people
from pbem.referee.intake.inbox import PASSING, Waits, take
from pbem.referee.intake.tell_referee import note_failed
from pbem.referee.letters.dice_letters import send_heads
from pbem.referee.letters.reports import send_reminders, send_reports, send_welcomes
from pbem.referee.turn.deadlines import give_time_back, start_clock, stop_clock
from pbem.referee.turn.workflow import adjudicate, close, heal, started
from pbem.save.errors import SaveError
from pbem.store.errors import StoreError

CLOCK_MAY_LAG = timedelta(hours=1)
AT_ONCE = 20  # mails that are read from the outbox together
MOST_PHASES = 100  # phases of one game that one tick closes: more than any turn has
OF_THE_DISK = (SaveError, StoreError, OSError)  # it comes and goes, and is of more than one game
LOST = (
    "there are games in saves/, but .pbem/ knows none of them or lacks mail.key: restore .pbem/ from a backup. No mail "
    "is taken and none sent before"
)
STAYS = "No phase closes until the mail is moved out of the inbox, for it may hold orders."
HELD = {
    "nonces": "new words of its seats for its new dice; 'pbem start --without-nonce SEAT' goes on without a seat's",
    "beacon": "the public value that enters its dice: 'pbem dice beacon' gives it",
}


@dataclass
class Ticked:
    """What a tick did: mails by outcome, phases closed ("GAME 3.combat") or locked until
    their beacon is known, reports, mails sent and not; whether `more` mails wait for the next tick, at once.

    `notices` are sentences for the referee: what came up that he should know, though nothing waits for it.
    `line` says of the mail servers: "" well, "down" one cannot be used now, "refused" one does not let us in: whoever
    asks it again soon may be locked out.
    """

    mails: dict[str, int] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)
    reports: int = 0
    reminders: int = 0
    sent: int = 0
    later: int = 0
    failed: int = 0
    faults: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    line: Literal["", "down", "refused"] = ""
    more: bool = False

    @property
    def happened(self) -> bool:
        """Whether it did anything."""
        return self != Ticked()

    def add(self, then: "Ticked") -> None:
        """Count what another tick did, which came after this one."""
        for outcome, count in then.mails.items():
            self.mails[outcome] = self.mails.get(outcome, 0) + count
        for name in ("closed", "locked", "reports", "reminders", "sent", "later", "failed", "faults", "notices"):
            setattr(self, name, getattr(self, name) + getattr(then, name))
        self.line, self.more = then.line or self.line, then.more

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return dict(vars(self))


def tick(world: World, now: datetime, way: Pass | None = None, *, compares: bool = False) -> Ticked:
    """Do everything that is to be done now. Whatever was left out by a kill is done; what was done is not repeated.

    What a kill left out of a game comes before the mails to it. A mail that cannot be taken now (a full disk, a damaged
    save) stays where it is, a game that cannot go on waits, whatever is wrong: `faults` tell of both, and all else is
    done. While the mailbox cannot be read no phase closes: orders may lie in it. Once `way.stopped`, no further mail or
    game is begun: the next tick does the rest. `compares`: `now` is the true time, and must be the server's too before
    a deadline counts. Without its private side nothing is done at all: players would be strangers.

    Where very many mails wait, and the caller keeps the `way` through them, those of the people who play come first,
    and the rest is taken in portions: `more` are left for the next tick then.
    """
    if _is_lost(world):
        return Ticked(faults=[LOST])
    done, way, first = Ticked(), way or Pass(), world.store.notices.next_serial()
    games = []
    for game in _until(way.stopped, world.games()):
        with _of_game(world, game, now, done):
            world.game(game)
            mended(world, world.table(game), now)
            games.append(game)
    if not _taken(world, now, done, way) or not _clock_is_right(world, games, now, done, compares):
        games = []
    for game in _until(way.stopped, games):
        with _of_game(world, game, now, done):
            if game in way.held:
                raise way.held[game]
            play_on(world, game, now, done)
    with _told(done, "outbox"):
        forget_old(world, now)
        send(world, now, done, way.stopped)
    done.notices += [said(notice) for notice in world.store.notices.open() if notice.serial >= first]
    return done


def _is_lost(world: World) -> bool:
    """Whether there are games, but nothing of what only .pbem/ knows."""
    return bool(world.games()) and (not world.store.games.of() or world.store.keys.read_mail_key() is None)


def _until(stopped: Callable[[], bool], names: Iterable[str]) -> Iterator[str]:
    """The names, as long as nobody asks for an end."""
    return takewhile(lambda _: not stopped(), names)


def _taken(world: World, now: datetime, done: Ticked, way: Pass) -> bool:
    """Take the mails that wait; whether all that may hold orders could be read and what came of them be kept."""
    way.begin()
    try:
        whole = _all_taken(world, now, done, way)
    except OSError as wrong:
        done.faults.append(f"the mailbox cannot be read: {wrong} Until then mails wait there and no phase closes.")
        done.line = "refused" if isinstance(wrong, ServerTrouble) and wrong.why == "wrong-password" else "down"
        way.end()
        return False
    done.faults += world.transport.troubles
    world.transport.troubles.clear()
    return whole


def _all_taken(world: World, now: datetime, done: Ticked, way: Pass) -> bool:
    """The same, mail by mail, as long as the tick may last. Raises OSError where the mailbox cannot be read."""
    if way.stopped():
        return False
    for incoming in world.transport.fetch(people(world, now), way.seen):
        way.seen.add(incoming.key)
        try:
            outcome = take(world, incoming, now)
            done.mails[outcome] = done.mails.get(outcome, 0) + 1
        except TROUBLE as wrong:
            done.faults.append(f"{incoming.key}: {wrong}")
            way.whole = way.whole and isinstance(wrong, PASSING)
            if isinstance(wrong, Waits):
                way.held[wrong.game] = wrong.why
        except Exception as wrong:  # a fault of ours, before anything is known of the mail
            done.faults.append(f"{incoming.key}: {explained(wrong)} {STAYS}")
            way.whole = False
        if way.enough():
            done.more = True
            world.transport.flush()
            return way.whole and not incoming.urgent
    world.transport.flush()
    whole = way.whole
    way.end()
    return whole


def _clock_is_right(world: World, games: Iterable[str], now: datetime, done: Ticked, compares: bool) -> bool:
    """Whether the time is not before what was done already, nor, where a deadline has come, after the server's."""
    latest, here = world.store.outbox.latest(), f"the clock of this machine says {now:%Y-%m-%d %H:%M} UTC"
    wait = "no phase closes until it is set right"
    if latest is not None and now < latest - CLOCK_MAY_LAG:
        done.faults.append(
            f"{here}, but mails were written at {latest:%Y-%m-%d %H:%M}: {wait} ('pbem doctor' compares it with the "
            "mail server's)"
        )
        return False
    theirs = _server_clock(world) if compares and any(_has_come(world, game, now, done) for game in games) else None
    if theirs is None or now - theirs <= CLOCK_MAY_LAG:
        return True
    done.faults.append(
        f"{here}, but at the mail server it is {theirs.astimezone(now.tzinfo):%Y-%m-%d %H:%M}: deadlines would come "
        f"too early, so {wait} (timedatectl set-ntp true)"
    )
    return False


def _has_come(world: World, game: str, now: datetime, done: Ticked) -> bool:
    """Whether a phase of a game closes now because its deadline has come."""
    with suppress(Exception):  # whatever it is, it is told when the game is played on
        table = world.table(game)
        return not table.over and close(world, table, now).why == "deadline"
    return False


def _server_clock(world: World) -> datetime | None:
    """The mail server's time; None where it cannot be asked: a full mailbox, say, must not stop a game."""
    try:
        return world.transport.clock()
    except OSError:
        return None


@contextmanager
def _told(done: Ticked, what: str) -> Iterator[None]:
    """Put down whatever goes wrong with a game or the outbox, for the referee, and let all else go on."""
    try:
        yield
    except Exception as wrong:
        done.faults.append(f"{what}: {explained(wrong)}")


@contextmanager
def _of_game(world: World, game: str, now: datetime, done: Ticked) -> Iterator[None]:
    """The same of a game, whose clock stands still until it can go on; for the trouble of a disk it need not."""
    with _told(done, game):
        try:
            yield
        except OF_THE_DISK:
            raise
        except Exception as wrong:
            with suppress(*TROUBLE):  # the database may be in trouble too
                stop_clock(world, game, now, explained(wrong))
            raise


def play_on(world: World, game: str, now: datetime, done: Ticked) -> None:
    """Bring one game to where its journal, its sheets and the time say it should be."""
    table = world.table(game)
    if world.game(game).started is None:
        send_welcomes(world, table, now)
    for _ in range(MOST_PHASES):
        if table.over or not started(world, table, now) or not close(world, table, now).closes:
            break
        if locked(world, table, now):
            done.locked.append(f"{game} {table.state.turn}.{table.state.phase}")
            break
        done.closed.append(f"{game} {table.state.turn}.{table.state.phase}")
        table = adjudicate(world, table, now)
    send_heads(world, table, now)
    done.reports += send_reports(world, table, now)
    done.reminders += send_reminders(world, table, now)
    start_clock(world, game)


def play_once(world: World, game: str, now: datetime, *, at_once: bool) -> Ticked:
    """Close the present phase if it is due, or `at_once`, and go on as a tick does; `faults` say why it is not due.

    Refused where the game is over or has not started.
    """
    done = Ticked()
    table = mended(world, world.table(game), now)
    if table.over:
        raise Refused(f"{game} is over.")
    if not started(world, table, now):
        raise Refused(f"{game} has not started: 'pbem status {game}' shows who has not answered the first mail.")
    found = close(world, table, now)
    if at_once and found.why in HELD:
        raise Refused(f"{game} waits for {HELD[found.why]}.")
    if at_once and not found.closes and locked(world, table, now):
        done.locked.append(f"{game} {table.state.turn}.{table.state.phase}")
    elif at_once and not found.closes:
        done.closed.append(f"{game} {table.state.turn}.{table.state.phase}")
        adjudicate(world, table, now)
    elif not found.closes:
        done.faults.append(found.why)
        return done
    play_on(world, game, now, done)
    send(world, now, done)
    return done


def mended(world: World, table: Table, now: datetime) -> Table:
    """The game after what a kill may have left out was done: state.json, git, the clock of a phase that opened.

    Before that it gets the time back for which a fault has kept it from going on.
    """
    give_time_back(world, table.name, now)
    heal(world, table, now)
    row = world.game(table.name)
    if row.opened_n != table.position.journal.next_number - 1:
        return resumed(world, table, now)
    return table


def send(world: World, now: datetime, done: Ticked, stopped: Callable[[], bool] = lambda: False) -> None:
    """Send what waits in the outbox, as far as the limits of a minute and of a day allow, until `stopped`."""
    left = _most(world, now)
    while left > 0 and not stopped():
        report = deliver(_Queue(world, min(left, AT_ONCE)), world.transport, now, stopped=stopped)
        done.sent, done.later = done.sent + len(report.sent), done.later + len(report.later)
        done.failed += len(report.failed)
        if report.down is not None:
            done.faults.append(f"no mail can be sent: {report.down} Mails wait in the outbox until then.")
            done.line = "refused" if report.down.refused or done.line == "refused" else "down"
        tried = len(report.sent) + len(report.later) + len(report.failed)
        left = left - tried if tried and report.down is None else 0


def _most(world: World, now: datetime) -> int:
    """How many mails may go to the server now; all for a spool, whose reader has limits of its own."""
    if world.config.smtp is None:
        return sys.maxsize
    sent = world.store.outbox.sent_since
    minute = world.config.per_minute - sent(now - timedelta(minutes=1))
    return max(0, min(minute, world.config.per_day - sent(now - DAY)))


class _Queue:
    """The first mails of the stored outbox, as the sending loop sees them."""

    def __init__(self, world: World, most: int) -> None:
        self._world = world
        self._most = most

    def ready(self, now: datetime) -> Iterable[Item]:
        """The mails that may go out now."""
        return (Item(row.message_id, row.raw, row.tries) for row in self._world.store.outbox.ready(now, self._most))

    def mark(self, item: Item, state: Mark, when: datetime, why: str) -> None:
        """Record how a mail fared; `later` is ready again at `when`. The referee is told of one that failed."""
        with self._world.store.transaction():
            row = self._world.store.outbox.mark(item.message_id, state, when, why)
            if state == "failed":
                note_failed(self._world, row, when)
