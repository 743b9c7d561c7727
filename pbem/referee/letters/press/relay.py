"""Press in a mail of its own, for who wants it at once."""

from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.commands import command_words
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.letters.press.waiting import mark_sent, press_name, waiting_press, writer_name
from pbem.referee.letters.queue import Mailing, post
from pbem.report.letters import Press, render_letter
from pbem.store.rows import PressRow, SeatRow


def relay_press(home: Home, game: Game, seat: SeatRow, now: datetime) -> bool:
    """Queue all press that waits for a seat, in one mail or more; whether there was any."""
    sent = False
    while (press := waiting_press(home, game, seat)).last:
        row = home.store.press.need(game.name, press.last)
        voice = voice_of(game, seat.language)
        _ = voice.translations.gettext
        about = _("Press from %(who)s") % {"who": writer_name(home, game, row, seat.language)}
        letter = Press(game.name, game.data["title"], about, press.parts, _how_to_answer(home, game, row, seat))
        with home.store.transaction():
            mailing = Mailing("press", f"press {row.serial} {row.identity}")
            post(home, seat, mailing, render_letter(letter, voice.words, voice.translations), now)
            mark_sent(home, seat, press)
        seat, sent = home.store.seats.need(game.name, seat.seat), True
    return sent


def _how_to_answer(home: Home, game: Game, row: PressRow, seat: SeatRow) -> tuple[str, ...]:
    """How a reader answers what was written last; nothing where the house rules let nobody."""
    words, _ = command_words(), voice_of(game, seat.language).translations.gettext
    allowed = house_rule(home.game_row(game.name), "press")
    to_all, end = words.say("to-all", seat.language), words.say("end-press", seat.language)
    if not row.seat:
        return (_("To answer the referee: %(note)s and your message.") % {"note": words.say("note", seat.language)},)
    if allowed == "off":
        return ()
    whole = row.unsigned or allowed == "public"
    to = to_all if whole else press_name(home, game, row.seat, seat.language)
    values = {"command": f"{words.say('press', seat.language)} {to}", "end": end}
    return (
        _(
            "To answer, reply with a line %(command)s and your message below it. Orders in the same email go above "
            "that line, or below a line %(end)s."
        )
        % values,
    )
