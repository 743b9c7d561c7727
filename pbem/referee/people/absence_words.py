"""What a player writes of an absence, and what is answered: days, the bank of days, no longer away."""

from datetime import date, datetime, timedelta
from typing import Literal

from babel.dates import format_date

from pbem.game.game import Game
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.language.words import key
from pbem.phrases import Phrase, marked
from pbem.referee.admin.seating import require_seat
from pbem.referee.home.home import Home
from pbem.referee.letters.people.telling import tell
from pbem.referee.people.absence import (
    NO_DAYS,
    OVER,
    OVERLAPS,
    TOO_MANY,
    NotAllowed,
    announce_absence,
    bank_of,
    withdraw_absences,
)
from pbem.referee.people.days import parse_days
from pbem.referee.turn.absences import absences_of, today_of
from pbem.store.rows import AbsenceRow, SeatRow

_UNREAD = N_("Write the days of your absence: %(command)s %(example)s, or %(command)s %(off)s to withdraw it.")
_DAYS = N_("Days: %(days)s; left in this game: %(left)s. All players are told.")
_BANK = N_("You may be away for %(left)s more days in this game.")
_NEXT = N_("You are away from %(first)s to %(last)s.")
_TOLD = N_("All players are told.")
_NONE = N_("You have announced no absence.")
_BY_HAND = {
    NO_DAYS: marked("All these days are over, or quiet days of this game: nothing changes."),
    TOO_MANY: marked("That would be {days} days, and {who} has {left} left of the {bank} that this game allows."),
    OVERLAPS: marked(
        "{who} is away on some of these days already: {first} to {last}. To change it, withdraw it first."
    ),
    OVER: marked("The game is over already."),
}
"""Why an absence cannot be, as the referee is told it."""


def answer_absence(home: Home, game: Game, seat: SeatRow, said: str, now: datetime) -> list[str]:
    """Do what follows ABSENCE: days, OFF, or nothing, which asks; the lines of the answer."""
    words, lang, today = command_words(), seat.language, today_of(seat, now)
    done = _carry_out(home, game, seat, said, now, seat.seat)
    if done == "asked":
        said_so = [_(lang, _NEXT, first=row.first, last=row.last) for row in _coming(home, seat, today)]
        return [*said_so, _(lang, _BANK, left=bank_of(home, seat).left)]
    if done == "unread":
        last = format_date(today + timedelta(days=7), "d MMM", locale=lang)
        values = {
            "command": words.say("absence", lang),
            "off": words.say("off", lang),
            "example": f"{format_date(today, 'd MMM', locale=lang)} - {last}",
        }
        return [_(lang, _UNREAD, **values)]
    if isinstance(done, NotAllowed):
        return [_(lang, done.text, **done.values)]
    if isinstance(done, AbsenceRow):
        return [_decided(home, game, seat), _(lang, _DAYS, days=done.days, left=bank_of(home, seat).left)]
    return [_(lang, _NONE)] if done == "none" else [_decided(home, game, seat), _(lang, _TOLD)]


def _decided(home: Home, game: Game, seat: SeatRow) -> str:
    """What comes of what a player has just said of an absence, for the game and its deadline."""
    decision = home.store.decisions.of(game=game.name, seat=seat.seat)[-1]
    return tell(game, decision, seat.zone, seat.language, to=seat.seat)


def absence_by_hand(home: Home, game: str, seat: str, said: str, now: datetime) -> tuple[bool, list[Phrase]]:
    """The same by the referee's hand, for a player who phoned; whether it was done, and what the referee is told.

    BadInput for a seat that there is not.
    """
    opened = home.open_game(game)
    require_seat(opened.manifest.seats, game, seat)
    row = home.store.seats.need(game, seat)
    who = row.name or seat
    with home.store.transaction():
        done = _carry_out(home, opened, row, " ".join(said.split()), now)
    left = bank_of(home, row).left
    if done == "asked":
        coming = _coming(home, row, today_of(row, now))
        told = [
            Phrase("{who} is away from {first} to {last}.", who=who, first=one.first, last=one.last) for one in coming
        ]
        return True, [*told, Phrase("{who} may be away for {left} more days in this game.", who=who, left=left)]
    if done == "withdrawn":
        return True, [Phrase("The absence of {who} is withdrawn; all players are told.", who=who)]
    if done == "none":
        return False, [Phrase("{who} has announced no absence.", who=who)]
    if done == "unread":
        return False, [Phrase("These are no days: write \"3-10 Dec\" or the like, or 'off' to withdraw an absence.")]
    if isinstance(done, NotAllowed):
        return False, [Phrase(_BY_HAND[done.text], who=who, **done.values)]
    values = {"who": who, "first": done.first, "last": done.last, "days": done.days, "left": left}
    return True, [
        Phrase("{who} is away from {first} to {last}, {days} days, with {left} left in this game.", **values),
        Phrase("All players are told."),
    ]


def _carry_out(
    home: Home, game: Game, seat: SeatRow, said: str, now: datetime, but: str = ""
) -> AbsenceRow | NotAllowed | Literal["asked", "withdrawn", "none", "unread"]:
    """Do what was said of an absence: the absence that was announced, why it cannot be, or what else came of it.

    All are told by mail `but` the seat whose mail is answered.
    """
    if not said:
        return "asked"
    if command_words().arguments.get(key(said)) == "off":
        return "withdrawn" if withdraw_absences(home, game, seat, now, but=but) else "none"
    found = parse_days(said, today_of(seat, now))
    if found is None:
        return "unread"
    try:
        return announce_absence(home, game, seat, *found, now, but=but)
    except NotAllowed as wrong:
        return wrong


def _coming(home: Home, seat: SeatRow, today: date) -> list[AbsenceRow]:
    """The absences of a seat that are not over yet."""
    return [row for row in absences_of(home, seat.game, seat.seat) if row.last >= today]


def _(language: str, text: str, **values: object) -> str:
    """A sentence in a language, with its days as a reader writes them."""
    pattern = "EEE d MMM"
    shown = {
        name: format_date(value, pattern, locale=language) if isinstance(value, date) else value
        for name, value in values.items()
    }
    return str(translations(language).gettext(text) % shown)
