"""One tick: take what came, close what is due, queue what is to be told, send. Cron, daemon and tests all call it.

In most ticks nothing came and nothing is due. What opens saves and reads mails, and with it rule sets, models, painter
and templates, is therefore imported when the first game or mail wants it: it takes five times as long as the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import takewhile

from pbem.errors import TROUBLE
from pbem.mail.servers.transport import Incoming, ServerTrouble
from pbem.referee.home.home import World
from pbem.referee.home.limits import forget_old
from pbem.referee.home.notices import explained, said
from pbem.referee.home.sweep import Pass, Ticked, people
from pbem.referee.letters.outbox import send
from pbem.referee.turn.deadlines import stop_clock
from pbem.referee.turn.glance import at_rest, known
from pbem.save.errors import SaveError
from pbem.store.errors import StoreError

CLOCK_MAY_LAG = timedelta(hours=1)
OF_THE_DISK = (SaveError, StoreError, OSError)  # it comes and goes, and is of more than one game
LOST = (
    "there are games in saves/, but .pbem/ knows none of them or lacks mail.key: restore .pbem/ from a backup. No mail "
    "is taken and none sent before"
)
STAYS = "No phase closes until the mail is moved out of the inbox, for it may hold orders."


def tick(world: World, now: datetime, way: Pass | None = None, *, compares: bool = False) -> Ticked:
    """Do everything that is to be done now. Whatever was left out by a kill is done; what was done is not repeated.

    What a kill left out of a game comes before the mails to it. A mail that cannot be taken now (a full disk, a damaged
    save) stays where it is, a game that cannot go on waits, whatever is wrong: `faults` tell of both, and all else is
    done. While the mailbox cannot be read no phase closes: orders may lie in it. Once `way.stopped`, no further mail or
    game is begun: the next tick does the rest. `compares`: `now` is the true time, and must be the server's too before
    a deadline counts. Without its private side nothing is done at all: players would be strangers. A game in which
    nothing came and nothing is due is not opened.

    Where very many mails wait, and the caller keeps the `way` through them, those of the people who play come first,
    and the rest is taken in portions: `more` are left for the next tick then.
    """
    names = world.games()
    if _is_lost(world, names):
        return Ticked(faults=[LOST])
    done, way, first = Ticked(), way or Pass(), world.store.notices.next_serial()
    games, resting = [], _resting(world, now)
    for game in _until(way.stopped, names):
        with _of_game(world, game, now, done):
            if game not in resting:
                _mend(world, game, now)
            games.append(game)
    whole = _taken(world, now, done, way)
    if done.mails or done.faults:
        resting = _resting(world, now)
    stirring = [game for game in games if game not in resting or game in way.held]
    if not whole or not _clock_is_right(world, stirring, now, done, compares):
        stirring = []
    for game in _until(way.stopped, stirring):
        with _of_game(world, game, now, done):
            _play_on(world, game, now, done, way)
    with _told(done, "outbox"):
        forget_old(world, now)
        send(world, now, done, way.stopped)
    done.notices += [said(notice) for notice in world.store.notices.open() if notice.serial >= first]
    return done


def _is_lost(world: World, games: Sequence[str]) -> bool:
    """Whether there are games, but nothing of what only .pbem/ knows."""
    return bool(games) and (not world.store.games.reaches(1, "1") or world.store.keys.read_mail_key() is None)


def _resting(world: World, now: datetime) -> set[str]:
    """The games in which nothing came and nothing is due."""
    rows = {row.name: row for row in world.store.games.of()}
    return {name for name, glance in known(world).items() if name in rows and at_rest(rows[name], glance, now)}


def _mend(world: World, game: str, now: datetime) -> None:
    """Do what a kill may have left out of a game."""
    from pbem.referee.play_on import mended

    world.game(game)
    mended(world, world.table(game), now)


def _play_on(world: World, game: str, now: datetime, done: Ticked, way: Pass) -> None:
    """Bring a game to where it should be, unless a mail to it waits."""
    from pbem.referee.play_on import play_on

    if game in way.held:
        raise way.held[game]
    play_on(world, game, now, done)


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
    for incoming in world.transport.fetch(lambda: people(world, now), way.seen):
        way.seen.add(incoming.key)
        _take(world, incoming, now, done, way)
        if way.enough():
            done.more = True
            world.transport.flush()
            return way.whole and not incoming.urgent
    world.transport.flush()
    whole = way.whole
    way.end()
    return whole


def _take(world: World, incoming: Incoming, now: datetime, done: Ticked, way: Pass) -> None:
    """Take a mail, or put down why it waits."""
    from pbem.referee.intake.inbox import PASSING, Waits, take

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
    theirs = _server_clock(world) if compares and any(_has_come(world, game, now) for game in games) else None
    if theirs is None or now - theirs <= CLOCK_MAY_LAG:
        return True
    done.faults.append(
        f"{here}, but at the mail server it is {theirs.astimezone(now.tzinfo):%Y-%m-%d %H:%M}: deadlines would come "
        f"too early, so {wait} (timedatectl set-ntp true)"
    )
    return False


def _has_come(world: World, game: str, now: datetime) -> bool:
    """Whether a phase of a game closes now because its deadline has come."""
    from pbem.referee.turn.workflow import close

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
