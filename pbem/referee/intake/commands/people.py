"""What a command says to others: notes, messages, a wish for time, an absence, a farewell."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from pbem.errors import BadInput
from pbem.game.voice import format_time
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.referee.home.config import parse_duration
from pbem.referee.home.house import house_rule
from pbem.referee.intake.commands.request import Handler, Request
from pbem.referee.intake.prose import TOO_MANY_NOTES, note_wish_for_time, pass_on_note
from pbem.referee.letters.press.relay import relay_press
from pbem.referee.people.absence_words import answer_absence
from pbem.referee.people.bots import set_bot
from pbem.referee.people.extension import ask_for_time
from pbem.referee.people.leaving import leave_seat
from pbem.referee.people.press import send_press

_LENGTH = re.compile(r"(\d+)\s*(?:(h(?:ours?|oras?)?)|(d(?:ays?|[ií]as?)?)|(w(?:eeks?)?|semanas?))\b", re.I)


def _note(request: Request) -> list[str]:
    if not (any(line.strip() for line in request.args) or request.prose):
        return request.say(N_("This note is empty: write what it says behind it, or on the lines below."))
    return _pass_on(request, request.args)


def _pass_on(request: Request, lines: Sequence[str]) -> list[str]:
    if not pass_on_note(request.home, request.seat, request.identity, lines, request.now):
        return request.say(TOO_MANY_NOTES)
    return request.say(N_("Your note goes to the referee."))


def _press(request: Request) -> list[str]:
    said, to_referee = send_press(
        request.home, request.game, request.seat, request.command, request.identity, request.now
    )
    return _pass_on(request, (to_referee,)) if to_referee else said


def _delivery(request: Request) -> list[str]:
    digest = request.args[0] == "digest"
    seat = request.home.store.seats.change(request.game.name, request.seat.seat, press_digest=digest)
    if digest:
        return request.say(N_("From now on messages of other players come with your reports and receipts."))
    relay_press(request.home, request.game, seat, request.now)
    return request.say(N_("From now on messages of other players come at once, each in an email of its own."))


def _extend(request: Request) -> list[str]:
    values = {"command": command_words().say("extend", request.seat.language)}
    said = " ".join(request.args)
    time = _duration_in(said)
    if not time:
        return request.say(N_("Write how much: %(command)s 24h, or 2d."), **values)
    if time != said:  # with a reason
        pass_on_note(request.home, request.seat, request.identity, (request.command.text,), request.now)
    if house_rule(request.home.game_row(request.game.name), "extend") == "players":
        by = parse_duration(time)
        return [ask_for_time(request.home, request.game, request.seat, time, by, request.now)]
    if not note_wish_for_time(request.home, request.seat, time, request.now):
        return request.say(TOO_MANY_NOTES)
    row = request.home.game_row(request.game.name)
    deadline = format_time(row.deadline, request.seat.zone, request.seat.language)
    asked = request.say(N_("The referee is asked for more time (%(time)s)."), time=time)
    stays = request.say(N_("Until the referee answers, the deadline stays: %(deadline)s."), deadline=deadline)
    return [" ".join((*asked, *(stays if deadline else [])))]


def _duration_in(said: str) -> str:
    """The first length of time in what somebody says ("48h please", "2 more, I mean 2 days"), "" for none."""
    with suppress(BadInput):
        parse_duration(said)
        return said
    found = _LENGTH.search(said)
    return found[1] + "hdw"[(found.lastindex or 2) - 2] if found else ""  # the word that was found tells its unit


def _absence(request: Request) -> list[str]:
    return answer_absence(request.home, request.game, request.seat, " ".join(request.args), request.now)


def _resign(request: Request) -> list[str]:
    leave_seat(request.home, request.game, request.seat, "resigned", request.now)
    return request.say(N_("You have resigned; all players are told."))


def _takeover(request: Request) -> list[str]:
    if not request.seat.bot:
        return request.say(N_("You play alone: no computer player orders for you."))
    set_bot(request.home, request.game, request.seat.seat, request.now, on=False, who=request.seat.seat)
    return request.say(N_("You play alone again; all players are told."))


COMMANDS: Mapping[str, Handler] = {
    "note": _note,
    "press": _press,
    "delivery": _delivery,
    "extend": _extend,
    "absence": _absence,
    "resign": _resign,
    "takeover": _takeover,
}
