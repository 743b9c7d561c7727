"""One game brought to where its journal, its sheets and the time say it should be, or a phase further by hand."""

from datetime import datetime

from pbem.errors import Refused
from pbem.game.game import Table
from pbem.referee.admin.beacon import locked
from pbem.referee.admin.rulings import resumed
from pbem.referee.home.home import World
from pbem.referee.home.sweep import Ticked
from pbem.referee.letters.dice_letters import send_heads
from pbem.referee.letters.outbox import send
from pbem.referee.letters.reports import send_reminders, send_reports, send_welcomes
from pbem.referee.turn.deadlines import give_time_back, start_clock
from pbem.referee.turn.glance import keep
from pbem.referee.turn.workflow import adjudicate, close, heal, started

MOST_PHASES = 100  # phases of one game that one tick closes: more than any turn has
HELD = {
    "nonces": "new words of its seats for its new dice; 'pbem start --without-nonce SEAT' goes on without a seat's",
    "beacon": "the public value that enters its dice: 'pbem dice beacon' gives it",
}


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
    keep(world, table, settled=True)


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
