"""The daemon: tick after tick, and in between wait for mail, for a deadline, or to be told to stop.

The lock is held for each tick only: other commands get their turn while the daemon waits, and when one of them has
written, it looks at once what there is to send and when the next thing is due. What a tick cannot do now (no
network, a full disk) it does later; the pauses grow, so that nobody is hammered, most of all no server that refuses us.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from pbem.effects import Effects
from pbem.game.paths import SECRETS
from pbem.mail.servers.transport import Transport
from pbem.referee.home.config import read_config
from pbem.referee.home.home import Home, open_home
from pbem.referee.home.notices import explain_fault
from pbem.referee.home.sweep import Sweep, TickResult
from pbem.referee.home.transport import transport_of
from pbem.referee.tick import tick
from pbem.referee.turn.glance import current_glances, due_times, look
from pbem.save.errors import Locked

LONGEST = 25 * 60.0  # seconds of one IDLE: servers drop a line that is silent for half an hour
SHORTEST = 1.0
# Seconds between two tries while something fails, first and at most, by what is the matter with the mail servers.
PAUSES = {"": (2.0, 15 * 60.0), "down": (2.0, 2 * 60.0), "refused": (5 * 60.0, 30 * 60.0)}
LONGEST_TROUBLED = 10.0  # seconds for which new mails wait because of the trouble of others
NAME = "pbem watch"  # under which it holds the lock
AGAIN = timedelta(minutes=1)  # when mails go out that the limits have held up
TURN = 0.5  # seconds until the lock is asked for again


@dataclass(frozen=True, slots=True)
class Runtime:
    """The outside of a daemon: the time, a clock in seconds that never goes back, a way to wait, whether to stop.

    `chance` is from 0 to 1, another each time: pauses vary with it, so that many daemons do not come at once.
    """

    now: Callable[[], datetime]
    ticks: Callable[[], float]
    sleep: Callable[[float], object]
    stopped: Callable[[], bool]
    chance: Callable[[], float]
    compares: bool = False
    """Whether `now` is the true time, to be compared with the mail server's before a deadline closes a phase."""


def watch(
    home: Path,
    runtime: Runtime,
    tell: Callable[[TickResult], None],
    *,
    effects: Effects | None = None,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run until `life.stopped()`; `tell` gets what each tick did.

    Raises what keeps the first tick from beginning, such as bad settings; once it runs, it tells of that and goes on.
    """
    effects, home = effects or Effects(), home.resolve()
    transport = transport_of(home, read_config(home), effects, environment or {})
    line, pause, began, sweep = "", PAUSES[""][0], False, Sweep(runtime.ticks, runtime.stopped)
    try:
        while not runtime.stopped():
            try:
                result, wake, stirred = _run_tick(home, runtime, transport, effects, dict(environment or {}), sweep)
            except Exception as wrong:
                if not began:
                    raise
                result, wake, stirred = TickResult(faults=[explain_fault(wrong)]), LONGEST, runtime.stopped
            if result is None:
                runtime.sleep(TURN)
                continue
            began = True
            tell(result)
            if result.more and not result.line:  # others get their turn
                runtime.sleep(TURN)
                continue
            if result.line != line:
                line, pause = result.line, PAUSES[result.line][0]
            rest = replace(runtime, stopped=stirred)
            well = _rest(transport, result, wake, pause * (0.5 + runtime.chance()), rest)
            pause = PAUSES[line][0] if well else min(pause * 2, PAUSES[line][1])
    finally:
        transport.close()


def _rest(transport: Transport, result: TickResult, wake: float, pause: float, runtime: Runtime) -> bool:
    """Wait for what comes next, `wake` seconds at most; whether all is well. `pause` is for what went wrong."""
    if result.line:  # the next tick asks the servers again, nobody before
        runtime.sleep(pause)
        return False
    if result.faults:
        runtime.sleep(min(pause, LONGEST_TROUBLED))
    return _wait(transport, min(wake, pause) if result.faults else wake, runtime) and not result.faults


def _run_tick(
    home: Path, runtime: Runtime, transport: Transport, effects: Effects, environment: dict[str, str], sweep: Sweep
) -> tuple[TickResult | None, float, Callable[[], bool]]:
    """What a tick did, in how many seconds the next thing is due, and what tells that it is due at once: we are to
    stop, or another pbem has held the lock since. None where one is at work."""
    now = runtime.now()
    try:
        with open_home(home, now, NAME, effects=effects, environment=environment, transport=transport) as opened:
            result = tick(opened, now, sweep, compares=runtime.compares)
            due = None if result.more else next_due(opened, now)
            transport.rest()
            held = _holder(home)
    except Locked:
        return None, 0.0, runtime.stopped
    wake = LONGEST if due is None else (due - now).total_seconds()
    return result, wake, lambda: runtime.stopped() or _holder(home) not in (held, b"")


def _holder(home: Path) -> bytes:
    """Who took the lock last, as its file tells; nothing for a daemon: two of them would keep each other awake."""
    try:
        told = (home / SECRETS / "lock").read_bytes()
    except OSError:
        return b""
    return b"" if NAME.encode() in told else told


def _wait(transport: Transport, seconds: float, runtime: Runtime) -> bool:
    """Wait for mail; False if the line broke: then a little while, and the next tick opens it again and tells of it."""
    try:
        transport.wait(max(SHORTEST, min(LONGEST, seconds)), runtime.stopped, runtime.ticks, runtime.sleep)
    except OSError:
        runtime.sleep(SHORTEST)
        return False
    return True


def next_due(home: Home, now: datetime) -> datetime | None:
    """When something is to be done even if no mail comes: a phase closes, a reminder is due, a mail is tried again."""
    any_now, later_mail = home.store.outbox.tries(now)
    times = [when for when in (later_mail, now + AGAIN if any_now else None) if when is not None]
    rows, glances = {row.name: row for row in home.store.games.of()}, current_glances(home)
    for game in home.own_games():
        with suppress(Exception):  # a game that cannot go on has been told of, and keeps no other waiting
            times += due_times(rows[game], glances.get(game) or look(home, game), now)
    return min((when for when in times if when > now), default=None)
