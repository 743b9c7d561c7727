"""Commands that show something: position, map, report, history, rules."""

from collections.abc import Mapping
from functools import partial

from pbem.core.problems import Fault
from pbem.game.voice import voice_of
from pbem.gamedata import handbook
from pbem.gamedata.games import clauses
from pbem.language.catalogue import N_
from pbem.referee.admin import inquiries, rulings
from pbem.referee.home.notices import note_left_out
from pbem.referee.intake.commands.request import Handler, Request, too_often
from pbem.referee.intake.credentials import TOO_OFTEN
from pbem.referee.letters.history import format_history, history
from pbem.referee.letters.newcomer.help import help_letter, knows_standing, knows_supply
from pbem.referee.letters.queue import reply_address, resend
from pbem.referee.letters.short import standing_in_force, status
from pbem.report.content import attempt
from pbem.report.letters import Help, Status


def _help(request: Request) -> Help:
    return help_letter(request.game, request.seat, reply_address(request.home, request.seat))


def _status(request: Request) -> Status:
    return status(request.home, request.game, request.seat, request.now, form=bool(request.args), beside=True)


def _standing(request: Request) -> list[str]:
    if not knows_standing(request.game):
        return request.say(N_("These rules know no standing orders."))
    lines = standing_in_force(request.home, request.game, request.seat)
    return lines or request.say(N_("You have given no standing orders."))


def _resend(request: Request) -> list[str]:
    rows = request.home.store.outbox.where(
        "game = ? AND seat = ? AND what IN ('report', 'welcome')",
        request.game.name,
        request.seat.seat,
        order="at, record",
    )
    if request.args:
        first = {i.record.n: i.record.turn for i in request.game.records}
        rows = tuple(r for r in rows if first.get(r.record) == int(request.args[0]))
    if not rows:
        return request.say(N_("There is no report to send again."))
    if too_often(request):
        return request.say(TOO_OFTEN)
    resend(request.home, rows[-1], request.home.store.outbox.next_version(), request.now)
    return request.say(N_("The report is on its way again."))


def _map(request: Request) -> list[str]:
    named, around, supply = (*request.args, "", "", "")[:3]
    turn = int(named or request.game.state.turn)
    if not 1 <= turn <= request.game.state.turn:
        return request.say(N_("Turn %(turn)s has not been played."), turn=turn)
    if supply and not knows_supply(request.game, request.seat):
        return request.say(N_("These rules know no lines of supply."))
    if too_often(request):
        return request.say(TOO_OFTEN)
    wanted = rulings.MapWish(turn, around, supply=bool(supply))
    rulings.send_map(request.home, request.game, request.seat, wanted, request.identity, request.now)
    return request.say(N_("The map comes in an email of its own."))


def _sight(request: Request) -> list[str]:
    """The line of sight between two hexes, in words at once, with its picture in a mail of its own."""
    return _inquired(request, "sight", N_("These rules know no line of sight."))


def _fire_field(request: Request) -> list[str]:
    """Where a unit can fire to, in the same way."""
    return _inquired(request, "fire-field", N_("These rules know no arcs of fire."))


def _inquired(request: Request, name: str, unknown: str) -> list[str]:
    game, seat = request.game, request.seat
    found = inquiries.ask(game, seat.side, name, request.args)
    if found is None:
        return request.say(unknown)
    said = list(inquiries.sentences(game, seat.language, found))
    if isinstance(found, Fault):
        return said
    if too_often(request):
        return [*said, *request.say(TOO_OFTEN)]
    inquiries.send_picture(request.home, game, seat, (name, request.args), found, request.now, request.identity)
    return [*said, *request.say(N_("The map comes in an email of its own."))]


def _history(request: Request) -> list[str]:
    turn = int(request.args[0]) if request.args else None
    if turn is not None and all(item.record.turn != turn for item in request.game.records):
        return request.say(N_("Turn %(turn)s has not been played."), turn=turn)
    store, name, seat = request.home.store, request.game.name, request.seat
    past = history(
        request.game,
        request.home.git,
        seat.language,
        turn,
        decisions=store.decisions.of(game=name),
        silences=store.silences.of(game=name),
        zone=seat.zone,
    )
    found = format_history(request.game, past, request.seat.language, request.seat.zone)
    return found or request.say(N_("Nothing has been played yet."))


def _rules(request: Request) -> list[str]:
    found = clauses(request.game.manifest.ruleset)
    wanted = request.args[0] if request.args else ""
    if wanted[:1].isdecimal():  # without the letters that all clauses of a game begin with
        wanted = f"{next(iter(found)).partition('-')[0]}-{wanted}"
    words = voice_of(request.game, request.seat.language).words
    lines = [words.clause(id_) for id_ in found if not wanted or id_ == wanted or id_.startswith(f"{wanted}.")]
    told = partial(handbook.clause_paragraphs, request.game.manifest.ruleset, request.seat.language, wanted)
    passages, left_out = attempt("handbook", told, tuple[str, ...]())
    note_left_out(request.home, request.seat, "receipt", left_out, request.now)
    lines += passages
    return lines or request.say(N_("There is no clause %(clause)s."), clause=wanted)


COMMANDS: Mapping[str, Handler] = {
    "help": _help,
    "resend": _resend,
    "map": _map,
    "sight": _sight,
    "fire-field": _fire_field,
    "history": _history,
    "rules": _rules,
}
AFTERWARDS: Mapping[str, Handler] = {"status": _status, "standing": _standing}
"""What is answered once the orders of the same mail stand."""
