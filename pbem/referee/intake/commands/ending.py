"""Conceding, and agreeing on a draw or on more time."""

from collections.abc import Mapping
from functools import partial

from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.referee.admin import rulings
from pbem.referee.intake.commands.questions import keep_answer, tell_still_asked
from pbem.referee.intake.commands.request import Handler, Request
from pbem.referee.people.extension import TIME, seats_agreeing, still_to_vote, vote_on_time
from pbem.referee.turn.workflow import questions_left
from pbem.store.rows import ProposalRow, VoteRow


def _concede(request: Request) -> list[str]:
    request.home.store.seats.change(request.game.name, request.seat.seat, conceded=True)
    conceding = [seat.seat for seat in request.home.seats(request.game.name) if seat.conceded]
    if rulings.concede(request.home, request.game, conceding, request.now) is None:
        return request.say(N_("Noted. The game ends when the other player of your side concedes too."))
    return request.say(N_("Your side has conceded: the game is over."))


def _propose(request: Request) -> list[str]:
    store, name = request.home.store, request.game.name
    if open_ := store.proposals.of(game=name, state="open", what="draw"):
        return _cast_vote(request, open_[-1].serial, yes=True)  # to propose what is proposed is to agree
    serial = store.proposals.next_serial(game=name)
    store.proposals.put(ProposalRow(name, serial, "draw", request.seat.seat, request.now))
    rulings.send_proposal(request.home, request.game, request.seat, serial, request.now)
    return _cast_vote(request, serial, yes=True)


def _vote(request: Request) -> list[str]:
    return _say_to_proposal(request, "draw", yes=request.args[0] == "yes")


def _say_to_proposal(request: Request, first: str, *, yes: bool) -> list[str]:
    """Say yes or no to what was proposed last and the seat has not voted on; of two things to the `first`."""
    store, name, seat = request.home.store, request.game.name, request.seat.seat
    open_ = store.proposals.of(game=name, state="open")
    if not open_:
        return request.say(N_("Nothing has been proposed."))
    voted = {vote.serial for vote in store.votes.of(game=name, seat=seat)}
    asked = sorted([each for each in open_ if each.serial not in voted] or open_, key=lambda each: each.what == first)
    if asked[-1].what == TIME:
        return [vote_on_time(request.home, request.game, request.seat, asked[-1], yes=yes, now=request.now)]
    return _cast_vote(request, asked[-1].serial, yes=yes)


def _yes_or_no(request: Request, *, yes: bool) -> list[str]:
    """Say yes or no to what was proposed or, where nothing is, to what the seat is asked."""
    proposed = request.home.store.proposals.of(game=request.game.name, state="open")
    return (not proposed and _answer_question(request, yes=yes)) or _say_to_proposal(request, TIME, yes=yes)


def _answer_question(request: Request, *, yes: bool) -> list[str]:
    """Answer the one open question of a seat, if it takes a bare YES or NO; what to tell, empty where none is open."""
    home, game, seat, answer = request.home, request.game, request.seat, "yes" if yes else "no"
    asked = questions_left(home, game, seat.seat)
    said = command_words().say(answer, seat.language)
    if len(asked) > 1:
        _ = translations(seat.language).gettext
        told = _("%(answer)s alone answers one question, and %(num)s are open: send a line for each.")
        return [told % {"answer": said, "num": len(asked)}, *tell_still_asked(game, seat, asked)]
    if not asked or answer not in asked[0].options:
        return tell_still_asked(game, seat, asked)
    return [keep_answer(home, game, seat, asked[0], answer, said=said, now=request.now)]


def _cast_vote(request: Request, serial: int, *, yes: bool) -> list[str]:
    store, name = request.home.store, request.game.name
    store.votes.put(VoteRow(name, serial, request.seat.seat, yes, request.now))
    if not yes:
        store.proposals.change(name, serial, state="rejected")
        rulings.send_rejection(request.home, request.game, request.seat, serial, request.now)
        return request.say(N_("The proposal is rejected."))
    agreeing = seats_agreeing(request.home, name, serial)
    if rulings.agree_draw(request.home, request.game, agreeing, request.now) is None:
        return [still_to_vote(request.home, request.game, request.seat, serial)]
    store.proposals.change(name, serial, state="accepted")
    return request.say(N_("All agree: the game ends in a draw."))


COMMANDS: Mapping[str, Handler] = {
    "concede": _concede,
    "propose": _propose,
    "vote": _vote,
    "yes": partial(_yes_or_no, yes=True),
    "no": partial(_yes_or_no, yes=False),
}
