"""One game brought to where its journal, its sheets and the time say it should be, or a phase further by hand."""

from datetime import datetime

from pbem.errors import Refused
from pbem.game.game import Game
from pbem.phrases import Phrase
from pbem.referee.admin.beacon import lock_sheets
from pbem.referee.admin.clock import go_on_if_answered, resume_in_time, tell_decided
from pbem.referee.admin.rulings import finish_interrupted
from pbem.referee.home.home import Home
from pbem.referee.home.sweep import TickResult
from pbem.referee.letters.dice_letters import send_heads
from pbem.referee.letters.newcomer.opening import send_opening
from pbem.referee.letters.newcomer.welcome import send_welcomes
from pbem.referee.letters.outbox import send_mails
from pbem.referee.letters.people.reveal import send_names
from pbem.referee.letters.reports.sending import send_reminders, send_reports
from pbem.referee.letters.rollback import send_rollbacks
from pbem.referee.people.absence import act_for_absent
from pbem.referee.people.archive import archive_press
from pbem.referee.people.bots import play_bots, send_bots_words
from pbem.referee.people.observers import send_public_reports
from pbem.referee.people.silence import act_on_silence
from pbem.referee.turn.absences import set_wake
from pbem.referee.turn.deadlines import give_time_back, start_clock
from pbem.referee.turn.glance import keep
from pbem.referee.turn.progress import is_over
from pbem.referee.turn.silence import note_silences
from pbem.referee.turn.workflow import adjudicate, closing_of, repair_save

MOST_PHASES = 100  # phases of one game that one tick closes, more than any turn has; the next tick does the rest
HELD = {
    "nonces": Phrase(
        "new words of its seats for its new dice; 'pbem start --without-nonce SEAT' goes on without a seat's"
    ),
    "beacon": Phrase("the public value that enters its dice: 'pbem dice beacon' gives it"),
}


def play_on(home: Home, game: str, now: datetime, result: TickResult) -> None:
    """Bring one game to where its journal, its sheets and the time say it should be."""
    opened = home.open_game(game)
    if home.game_row(game).started is None:
        send_welcomes(home, opened, now)
    tell_decided(home, opened, now)
    resume_in_time(home, opened, now)
    settled = True
    for _ in range(MOST_PHASES):
        send_bots_words(home, opened, now)
        if opened.over or not go_on_if_answered(home, opened, now):
            break
        act_for_absent(home, opened, now)
        play_bots(home, opened, now)
        if not closing_of(home, opened, now).closes:
            break
        if lock_sheets(home, opened, now):
            result.locked.append(f"{game} {opened.state.turn}.{opened.state.phase}")
            break
        note_silences(home, opened, now)
        if act_on_silence(home, opened, now):
            break
        opened = _close(home, opened, now, result)
    else:
        settled = False
    send_heads(home, opened, now)
    send_rollbacks(home, opened, now)
    result.reports += send_reports(home, opened, now)
    send_opening(home, opened, now)
    send_names(home, opened, now)
    result.reminders += send_reminders(home, opened, now)
    send_public_reports(home, opened, now)
    archive_press(home, opened, now)
    start_clock(home, game)
    set_wake(home, game, now)
    keep(home, opened, settled=settled)


def close_phase(home: Home, game: str, now: datetime, *, at_once: bool) -> TickResult:
    """Close the present phase if it is due, or `at_once`, and go on as a tick does; `faults` say why it is not due.

    Refused where the game is over or has not started.
    """
    result = TickResult()
    opened = repair_game(home, home.open_game(game), now)
    tell_decided(home, opened, now)
    if is_over(home, opened):
        raise Refused("{game} is over.", game=game)
    if not go_on_if_answered(home, opened, now):
        raise Refused(
            "{game} has not started: 'pbem status {game}' shows who has not answered the first mail.", game=game
        )
    found = closing_of(home, opened, now)
    if at_once and found.why in HELD:
        raise Refused("{game} waits for {held}.", game=game, held=HELD[found.why])
    if at_once and not found.closes and lock_sheets(home, opened, now):
        result.locked.append(f"{game} {opened.state.turn}.{opened.state.phase}")
    elif at_once and not found.closes:
        _close(home, opened, now, result)
    elif not found.closes:
        result.faults.append(found.why)
        return result
    play_on(home, game, now, result)
    send_mails(home, now, result)
    return result


def _close(home: Home, game: Game, now: datetime, result: TickResult) -> Game:
    """Run the present phase and those that follow at once; what was recorded counts as closed, whatever comes then."""
    at, n = f"{game.name} {game.state.turn}.{game.state.phase}", game.position.journal.next_number
    try:
        return adjudicate(home, game, now)
    finally:
        if home.opened.get(game.folder.path, game).position.journal.next_number > n:
            result.closed.append(at)


def repair_game(home: Home, game: Game, now: datetime) -> Game:
    """The game after what a kill may have left out was done: state.json, git, the clock of a phase that opened.

    Before that it gets the time back for which a fault has kept it from going on.
    """
    give_time_back(home, game.name, now)
    repair_save(home, game, now)
    row = home.game_row(game.name)
    if row.opened_n != game.position.journal.next_number - 1:
        return finish_interrupted(home, game, now)
    return game
