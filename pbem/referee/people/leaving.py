"""A player leaves a seat, by their own will or put out: what they held stops at once, the seat waits for another."""

from datetime import datetime

from pbem.errors import Refused
from pbem.game.game import Game
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.admin.replacement import former_name, vacate
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.letters.people.hand_over import send_farewell
from pbem.referee.people.guests import invite_standby
from pbem.referee.turn import deadlines
from pbem.store.rows import DecisionRow, SeatRow


def leave_seat(home: Home, game: Game, seat: SeatRow, what: str, now: datetime, *, why: str = "") -> DecisionRow:
    """Let a player go: `what` is resigned or ejected. Then a computer player goes on, or the game is paused.

    The former player's token, words, standing orders and orders for what is still to be played are void, and so are
    mails to the address that wait. Refused where the game is over or nobody sits there.
    """
    home.require_unfinished(game.name)
    if not seat.addresses:
        raise Refused("Nobody plays {seat} in {game}.", seat=seat.seat, game=game.name)
    row, bot = home.game_row(game.name), house_rule(home.game_row(game.name), "vacant") == "bot"
    with home.store.transaction():
        vacate(home, game, seat, bot=bot)
        pauses = not bot and row.started is not None and row.paused_at is None
        if pauses:
            deadlines.pause(home, game.name, now)
        outcome = "bot" if bot else "paused"
        who = seat.seat if what == "resigned" else ""
        decided = Decided(f"{what}-{outcome}", row.deadline, why, seat.seat, who, former_name(seat))
        decision = decide(home, game.name, decided, now)
        send_farewell(home, game, seat, decision, now)
        invited = invite_standby(home, game, seat.seat, now)
        if not bot and invited is None:
            home.store.notices.note("seat-vacant", now, game.name, seat=seat.seat, of=game.name)
    return decision
