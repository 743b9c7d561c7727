"""The daemon: tick after tick, and in between wait for mail, for a deadline, or to be told to stop.

The lock is held for each tick only: other commands get their turn while the daemon waits. What a tick cannot do now (no
network, a full disk) it does later; the pauses grow, so that nobody is hammered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.transport import Transport
from pbem.referee.config import read_config
from pbem.referee.deadlines import reminder
from pbem.referee.tick import Ticked, tick
from pbem.referee.transports import transport_of
from pbem.referee.workflow import close
from pbem.referee.world import World, open_world
from pbem.save.errors import Locked

LONGEST = 25 * 60.0  # seconds of one IDLE: servers drop a line that is silent for half an hour
SHORTEST = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 15 * 60.0  # seconds between tries while something fails
LONGEST_TROUBLED = 10.0  # seconds for which new mails wait because of the trouble of others
TURN = 0.5  # seconds until the lock is asked for again


@dataclass(frozen=True, slots=True)
class Life:
    """The outside of a daemon: the time, a clock in seconds that never goes back, a way to wait, whether to stop.

    `chance` is from 0 to 1, another each time: pauses vary with it, so that many daemons do not come at once.
    """

    now: Callable[[], datetime]
    ticks: Callable[[], float]
    sleep: Callable[[float], object]
    stopped: Callable[[], bool]
    chance: Callable[[], float]


def watch(
    home: Path,
    life: Life,
    tell: Callable[[Ticked], None],
    *,
    effects: Effects | None = None,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run until `life.stopped()`; `tell` gets what each tick did. Raises what no waiting mends: bad settings."""
    effects, home = effects or Effects(), home.resolve()
    transport = transport_of(home, read_config(home), effects, environment or {})
    pause = FIRST_PAUSE
    try:
        while not life.stopped():
            done, wake = _ticked(home, life, transport, effects, dict(environment or {}))
            if done is None:
                life.sleep(TURN)
                continue
            tell(done)
            resting = pause * (0.5 + life.chance())
            if done.faults:
                life.sleep(min(resting, LONGEST_TROUBLED))
            if _wait(transport, min(wake, resting) if done.faults else wake, life) and not done.faults:
                pause = FIRST_PAUSE
            else:
                pause = min(pause * 2, LONGEST_PAUSE)
    finally:
        transport.close()


def _ticked(
    home: Path, life: Life, transport: Transport, effects: Effects, environment: dict[str, str]
) -> tuple[Ticked | None, float]:
    """What a tick did, and in how many seconds the next thing is due; None where another pbem is at work."""
    now = life.now()
    try:
        with open_world(
            home, now, "pbem watch", effects=effects, environment=environment, transport=transport
        ) as world:
            done = tick(world, now)
            due = next_due(world, now)
            transport.rest()
    except Locked:
        return None, 0.0
    return done, LONGEST if due is None else (due - now).total_seconds()


def _wait(transport: Transport, seconds: float, life: Life) -> bool:
    """Wait for mail; False if the line broke: then a little while, and the next tick opens it again and tells of it."""
    try:
        transport.wait(max(SHORTEST, min(LONGEST, seconds)), life.stopped, life.ticks, life.sleep)
    except OSError:
        life.sleep(SHORTEST)
        return False
    return True


def next_due(world: World, now: datetime) -> datetime | None:
    """When something is to be done even if no mail comes: a phase closes, a reminder is due, a mail is tried again."""
    times = [row.next_try or now for row in world.store.outbox.waiting()]
    for game in world.games():
        table, row = world.table(game), world.game(game)
        if table.over or row.paused_at is not None:
            continue
        times += [when for when in (close(world, table, now).next, reminder(row)) if when is not None]
    later = [when for when in times if when > now]
    soon = [now + timedelta(minutes=1)] if len(later) < len(times) and world.store.outbox.waiting() else []
    return min([*later, *soon], default=None)
