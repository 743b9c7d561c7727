"""One tick: take what came, close what is due, queue what is to be told, send. Cron, daemon and tests all call it.

In most ticks nothing came and nothing is due. What opens saves and reads mails, and with it rule sets, models, painter
and templates, is therefore imported when the first game or mail wants it: it takes five times as long as the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import takewhile

from pbem.errors import TROUBLE, about_files
from pbem.mail.servers.transport import Incoming, ServerTrouble
from pbem.phrases import Phrase
from pbem.referee.home.home import Home
from pbem.referee.home.limits import forget_old_mails
from pbem.referee.home.notices import explain_fault, format_notice
from pbem.referee.home.sweep import Sweep, TickResult, people
from pbem.referee.letters.outbox import send_mails
from pbem.referee.turn.deadlines import CLOCK_MAY_LAG, stop_clock
from pbem.referee.turn.glance import current_glances, is_at_rest, untold_games
from pbem.save.errors import SaveError
from pbem.store.errors import StoreError

OF_THE_DISK = (SaveError, StoreError, OSError)  # it comes and goes, and is of more than one game
LOST = Phrase(
    "there are games in saves/, but .pbem/ knows none of them or lacks mail.key: restore .pbem/ from "
    "a backup. No mail is taken and none sent before"
)
STAYS = Phrase("No phase closes until the mail is moved out of the inbox, for it may hold orders.")


def tick(home: Home, now: datetime, sweep: Sweep | None = None, *, compares: bool = False) -> TickResult:
    """Do everything that is to be done now. Whatever was left out by a kill is done; what was done is not repeated.

    What a kill left out of a game comes before the mails to it. A mail that cannot be taken now (a full disk, a damaged
    save) stays where it is, a game that cannot go on waits, whatever is wrong: `faults` tell of both, and all else is
    done. While the mailbox cannot be read no phase closes: orders may lie in it. Once `way.stopped`, no further mail or
    game is begun: the next tick does the rest. `compares`: `now` is the true time, and must be the server's too before
    a deadline counts. Without its private side nothing is done at all: players would be strangers. A game in which
    nothing came and nothing is due is not opened.

    Where very many mails wait, and the caller keeps the `sweep` through them, those of the people who play come first,
    and the rest is taken in portions: `more` are left for the next tick then.
    """
    names = home.own_games()
    if _is_lost(home, home.games()):
        return TickResult(faults=[LOST])
    result, sweep, first = TickResult(), sweep or Sweep(), home.store.notices.next_serial()
    games, resting = [], _resting(home, now)
    for game in _until(sweep.stopped, names):
        with _of_game(home, game, now, result):
            if game not in resting:
                _mend(home, game, now)
            games.append(game)
    whole = _receive_mails(home, now, result, sweep)
    _renew_receipts(home, now, result)
    if result.mails or result.faults:
        resting = _resting(home, now)
    stirring = [game for game in games if game not in resting or game in sweep.held]
    if not whole or not _clock_is_right(home, stirring, now, result, compares):
        stirring = []
    for game in _until(sweep.stopped, stirring):
        with _of_game(home, game, now, result):
            _play_on(home, game, now, result, sweep)
    with _note_faults(result, "outbox"):
        forget_old_mails(home, now)
        send_mails(home, now, result, sweep.stopped)
    result.notices += [format_notice(notice) for notice in home.store.notices.open() if notice.serial >= first]
    return result


def _is_lost(home: Home, games: Sequence[str]) -> bool:
    """Whether there are games, but nothing of what only .pbem/ knows."""
    return bool(games) and (not home.store.games.reaches(1, "1") or home.store.keys.read_mail_key() is None)


def _resting(home: Home, now: datetime) -> set[str]:
    """The games in which nothing came and nothing is due."""
    rows = {row.name: row for row in home.store.games.of()}
    glances = current_glances(home).items()
    quiet = {name for name, glance in glances if name in rows and is_at_rest(rows[name], glance, now)}
    return quiet - untold_games(home)


def _mend(home: Home, game: str, now: datetime) -> None:
    """Do what a kill may have left out of a game."""
    from pbem.referee.play_on import repair_game

    home.game_row(game)
    repair_game(home, home.open_game(game), now)


def _play_on(home: Home, game: str, now: datetime, result: TickResult, sweep: Sweep) -> None:
    """Bring a game to where it should be, unless a mail to it waits."""
    from pbem.referee.play_on import play_on

    if game in sweep.held:
        raise sweep.held[game]
    play_on(home, game, now, result)


def _until(stopped: Callable[[], bool], names: Iterable[str]) -> Iterator[str]:
    """The names, as long as nobody asks for an end."""
    return takewhile(lambda _: not stopped(), names)


def _receive_mails(home: Home, now: datetime, result: TickResult, sweep: Sweep) -> bool:
    """Take the mails that wait; whether all that may hold orders could be read and what came of them be kept."""
    sweep.begin()
    try:
        whole = _receive_each(home, now, result, sweep)
    except OSError as wrong:
        result.faults.append(
            Phrase(
                "the mailbox cannot be read: {wrong} Until then mails wait there and no phase closes.",
                wrong=about_files(wrong) if wrong.filename else wrong,
            )
        )
        result.line = "refused" if isinstance(wrong, ServerTrouble) and wrong.why == "wrong-password" else "down"
        sweep.end()
        return False
    result.faults += home.transport.troubles
    home.transport.troubles.clear()
    return whole


def _receive_each(home: Home, now: datetime, result: TickResult, sweep: Sweep) -> bool:
    """The same, mail by mail, as long as the tick may last. Raises OSError where the mailbox cannot be read."""
    if sweep.stopped():
        return False
    for taken, incoming in enumerate(home.transport.fetch(lambda: people(home, now), sweep.seen), 1):
        sweep.seen.add(incoming.key)
        _take(home, incoming, now, result, sweep)
        if sweep.is_time_up(taken):
            result.more = True
            home.transport.flush()
            return sweep.whole and not incoming.urgent
    home.transport.flush()
    whole = sweep.whole
    sweep.end()
    return whole


def _take(home: Home, incoming: Incoming, now: datetime, result: TickResult, sweep: Sweep) -> None:
    """Take a mail, or put down why it waits."""
    from pbem.referee.intake.inbox import PASSING, MailWaits, receive

    try:
        outcome = receive(home, incoming, now)
        result.mails[outcome] = result.mails.get(outcome, 0) + 1
    except TROUBLE as wrong:
        result.faults.append(Phrase("{key}: {wrong}", key=incoming.key, wrong=wrong))
        sweep.whole = sweep.whole and isinstance(wrong, PASSING)
        if isinstance(wrong, MailWaits):
            sweep.held[wrong.game] = wrong.why
    except Exception as wrong:  # a fault of ours, before anything is known of the mail
        result.faults.append(
            Phrase("{key}: {wrong} {stays}", key=incoming.key, wrong=explain_fault(wrong), stays=STAYS)
        )
        sweep.whole = False


def _renew_receipts(home: Home, now: datetime, result: TickResult) -> None:
    """Let the receipts that leave with this tick tell what happens next as all its mails have made it.

    After a kill before this they say what was true when they were written.
    """
    receipts, home.receipts[:] = home.receipts[:], []
    for renew in receipts if len(receipts) > 1 else ():
        with _note_faults(result, "receipts"):
            renew(now)


def _clock_is_right(home: Home, games: Iterable[str], now: datetime, result: TickResult, compares: bool) -> bool:
    """Whether the time is not before what was done already, nor, where a deadline has come, after the server's.

    Where it is before, but beyond doubt right, what was done is dated wrongly: that is mended, and told.
    """
    here = Phrase("the clock of this machine says {now:%Y-%m-%d %H:%M} UTC", now=now)
    latest = home.store.outbox.latest()
    if latest is not None and now < latest - CLOCK_MAY_LAG:
        return _is_right_again(home, latest, now, result, compares)
    theirs = _server_time(home) if compares and any(_deadline_has_come(home, game, now) for game in games) else None
    if theirs is None or now - theirs <= CLOCK_MAY_LAG:
        return True
    result.faults.append(
        Phrase(
            "{here}, but at the mail server it is {theirs:%Y-%m-%d %H:%M}: deadlines would come too "
            "early, so no phase closes until it is set right (timedatectl set-ntp true)",
            here=here,
            theirs=theirs.astimezone(now.tzinfo),
        )
    )
    return False


def _is_right_again(home: Home, latest: datetime, now: datetime, result: TickResult, compares: bool) -> bool:
    """Whether mails that are dated later than now are of a clock that was ahead."""
    from pbem.referee.admin.wrong_clock import go_on_with_clock, judge_clock

    theirs = _server_time(home) if compares else None
    why = judge_clock(home, now, theirs)
    with _note_faults(result, "clock"):
        if why:
            go_on_with_clock(home, why, now)
            return True
    server = (
        ""
        if theirs is None
        else Phrase(", and at the mail server it is {theirs:%Y-%m-%d %H:%M}", theirs=theirs.astimezone(now.tzinfo))
    )
    result.faults.append(
        Phrase(
            "the clock of this machine says {now:%Y-%m-%d %H:%M} UTC, but mails were written at "
            "{latest:%Y-%m-%d %H:%M}{server}: no phase closes until it is set right. If it is right, and "
            "was ahead: 'pbem clock accept --why …'",
            now=now,
            latest=latest,
            server=server,
        )
    )
    return False


def _deadline_has_come(home: Home, game: str, now: datetime) -> bool:
    """Whether a phase of a game closes now because its deadline has come."""
    from pbem.referee.turn.workflow import closing_of

    with suppress(Exception):  # whatever it is, it is told when the game is played on
        opened = home.open_game(game)
        return not opened.over and closing_of(home, opened, now).why == "deadline"
    return False


def _server_time(home: Home) -> datetime | None:
    from pbem.referee.admin.wrong_clock import server_time

    return server_time(home)


@contextmanager
def _note_faults(result: TickResult, what: str) -> Iterator[None]:
    """Put down whatever goes wrong with a game or the outbox, for the referee, and let all else go on."""
    try:
        yield
    except Exception as wrong:
        result.faults.append(Phrase("{what}: {wrong}", what=what, wrong=explain_fault(wrong)))


@contextmanager
def _of_game(home: Home, game: str, now: datetime, result: TickResult) -> Iterator[None]:
    """The same of a game, whose clock stands still until it can go on; for the trouble of a disk it need not."""
    with _note_faults(result, game):
        try:
            yield
        except OF_THE_DISK:
            raise
        except Exception as wrong:
            with suppress(*TROUBLE):  # the database may be in trouble too
                stop_clock(home, game, now, explain_fault(wrong))
            raise
