"""Seats that a computer player holds: from the start, until a person takes them, or while theirs is away.

It sees what its seat sees and sends the sheets that any player might. What a person has sent for the seat stands.
"""

import hmac
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256
from random import Random

from pbem.bots import chance, heuristic
from pbem.bots.turns import plan
from pbem.core.orders import Sheet
from pbem.errors import Refused
from pbem.game.game import Game
from pbem.game.player_turn import turn_key
from pbem.language.forms import phase_head
from pbem.language.write import write_order
from pbem.referee.admin.clock import RUNS, Decided, decide, resume_game, waits_for_player
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.notices import resolve_notices
from pbem.referee.home.secrets import mail_key
from pbem.referee.turn import nonces
from pbem.referee.turn.absences import absent_seats
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.referee.turn.progress import ALL, orders_in_force, seat_progress
from pbem.referee.turn.sent import BOT
from pbem.referee.turn.sheets import judge_sheet, keep_sheet
from pbem.referee.turn.submission import Submission, read_orders
from pbem.referee.turn.workflow import unanswered_questions
from pbem.store.rows import AnswerRow, SeatRow

LANGUAGE = "en"
CHANCES = 20
"""How often chance is tried where the rule set's own player does not know what to do."""


def set_bot(
    home: Home, game: Game, seat: str, now: datetime, *, on: bool, why: str = "", who: str = "", what: str = ""
) -> SeatRow:
    """Let a computer player hold a seat, or no longer; all are told (`what`). Refused where it is so already.

    In a vacant seat it ends the pause that waited for a player.
    A seat without a person keeps it until somebody takes the seat.
    """
    row = home.store.seats.need(game.name, seat)
    home.require_unfinished(game.name)
    if row.bot is on:
        if on:
            raise Refused("A computer player holds {seat} in {game} already.", seat=seat, game=game.name)
        raise Refused("No computer player holds {seat} in {game}.", seat=seat, game=game.name)
    if not on and not row.addresses:
        raise Refused(
            "Nobody plays {seat} in {game}: 'pbem seat replace' brings a player, and the bot goes.",
            seat=seat,
            game=game.name,
        )
    before = home.game_row(game.name).deadline
    with home.store.transaction():
        row = home.store.seats.change(game.name, seat, bot=on)
        resolve_notices(home, "seat-vacant", game.name, seat=seat)
        goes_on = on and not row.addresses and waits_for_player(home, game.name, seat)
        runs = {RUNS: goes_on or home.game_row(game.name).paused_at is None}
        decide(home, game.name, Decided(what or ("bot" if on else "bot-off"), before, why, seat, who, runs), now)
        if goes_on:
            resume_game(home, game.name, now)
    return row


def send_bots_words(home: Home, game: Game, now: datetime) -> None:
    """Send the words for the dice that the computer players of a game owe: with the last of them it may begin."""
    for name in () if game.over else nonces.seats_without_nonce(home, game):
        seat = home.store.seats.need(game.name, name)
        if seat.bot:
            _send_words(home, game, seat, now)


def play_bots(home: Home, game: Game, now: datetime) -> None:
    """Send what the computer players of a game that has begun owe for the open phase: orders, answers."""
    row = home.game_row(game.name)
    away = absent_seats(home, row, now) if house_rule(row, "absence") == "bot" else frozenset()
    held = [seat for seat in home.seats(game.name) if seat.bot or seat.seat in away]
    if row.paused_at is not None or not held:
        return
    names = {seat.seat for seat in held}
    if game.position.journal.suspended_run() is not None:
        _answer_questions(home, game, names, now)
    elif awaited_lock(home, game) is None:
        open_ = {each.seat for each in seat_progress(home, game) if not each.complete}
        for seat in held:
            if seat.seat in open_:
                _send_orders(home, game, seat, now)


def _send_words(home: Home, game: Game, seat: SeatRow, now: datetime) -> None:
    """The words of a computer player for the dice: nobody outside can know them before they are there."""
    words = f"bot {_secret(home, f'words {game.position.journal.chain}', game, seat)[:24]}"
    seat = nonces.set_nonce(home, game, seat, words, now)
    if seat.answered_welcome is None:
        home.store.seats.change(game.name, seat.seat, answered_welcome=now)


def _send_orders(home: Home, game: Game, seat: SeatRow, now: datetime) -> None:
    """Send a turn's orders for a seat that has sent none for the open phase, and end its turn."""
    state, name = game.state, game.name
    with home.store.transaction():
        if orders_in_force(home, game, seat.seat, state.phase) is None:
            at = f"{state.turn}.{state.phase} {game.position.journal.next_number}"
            identity = sha256(f"bot {name} {seat.seat} {at}".encode()).hexdigest()
            keep_sheet(home, game, seat, _submission(home, game, seat, at), BOT, identity, now)
        done = turn_key(game.rules.SEQUENCE, state.turn, state.phase) + ALL
        after = home.store.sheets.next_serial(game=name, seat=seat.seat) - 1
        home.store.seats.change(name, seat.seat, done=done, done_after=after, wait=False)


def _submission(home: Home, game: Game, seat: SeatRow, at: str) -> Submission:
    """The orders of the rule set's own player; of one that plays by chance where those lack what the phase needs."""
    random, view = Random(_secret(home, f"orders {at}", game, seat)), game.rules.view(game.state, seat.side)
    for player in (heuristic.play, *[chance.play] * CHANCES):
        sheet = plan(game.rules, view, seat.seat, player, random)
        reading = read_orders(game, seat.seat, _written(game, sheet), strict=True)
        submission = judge_sheet(home, game, seat, reading)
        if submission.is_sufficient:
            break
    return submission


def _written(game: Game, sheet: Sheet) -> str:
    """A sheet as the text that a player would send."""
    lines = [write_order(line.order, game.lexicon, LANGUAGE) for line in sheet.standing]
    for section in sheet.sections:
        lines.append(phase_head(section.phase, game.lexicon, LANGUAGE))
        lines += [write_order(line.order, game.lexicon, LANGUAGE) for line in section.lines]
    return "\n".join(lines)


def _answer_questions(home: Home, game: Game, seats: Collection[str], now: datetime) -> None:
    """Answer the open questions that only these seats are asked as they would be answered unasked."""
    at = f"{game.state.turn}.{game.state.phase}"
    for question in unanswered_questions(home, game):
        asked = {seat.seat for seat in home.seats(game.name) if question in game.questions_to(seat.seat)}
        if asked and asked <= set(seats):
            home.store.answers.put(AnswerRow(game.name, at, question.id, min(asked), question.default, now))


def _secret(home: Home, what: str, game: Game, seat: SeatRow) -> str:
    """64 hex digits that follow from the mail key: the same again after a kill, and known to nobody outside."""
    facts = "\0".join(("bot", what, game.name, seat.seat))
    return hmac.new(mail_key(home), facts.encode(), sha256).hexdigest()
