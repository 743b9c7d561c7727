"""What follows when a player has let too many deadlines pass, as the game has agreed: a pause, a bot, a substitute."""

from datetime import datetime

from pbem.game.game import Game
from pbem.referee.admin.clock import pause_for_silence
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.people.bots import set_bot
from pbem.referee.people.guests import STANDBY, invite_standby, waiting_on
from pbem.referee.turn.silence import seats_too_silent
from pbem.referee.turn.workflow import closing_of


def act_on_silence(home: Home, game: Game, now: datetime) -> bool:
    """Do what was agreed about players who are silent; whether the phase stays open now."""
    silent = seats_too_silent(home, game) if closing_of(home, game, now).why == "deadline" else ()
    said = house_rule(home.game_row(game.name), "silence")
    if not silent:
        return False
    if said == "bot":
        for seat in silent:
            if not home.store.seats.need(game.name, seat).bot:
                set_bot(home, game, seat, now, on=True, what="bot-silent")
        return False
    asks = said == STANDBY and bool(waiting_on(home, game))
    with home.store.transaction():
        pause_for_silence(home, game, silent, now, what="silent-standby" if asks else "silent")
        for seat in silent if asks else ():
            invite_standby(home, game, seat, now)
    return True
