"""What a player's commands do: each gives the lines of its answer; some change the seat, the clock or the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from pbem.core.problems import Fault
from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.game.player_turn import next_turn_key, turn_key
from pbem.game.voice import format_time, voice_of
from pbem.gamedata import handbook
from pbem.gamedata.games import clauses
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.language.reading import Command
from pbem.mail.message.claims import token
from pbem.referee.admin import inquiries, rulings
from pbem.referee.home.config import parse_duration
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.limits import count_today
from pbem.referee.home.naming import without_own_name
from pbem.referee.home.notices import note_left_out
from pbem.referee.home.secrets import mail_key
from pbem.referee.intake.credentials import TOO_OFTEN, request_address
from pbem.referee.intake.passphrase import HIDDEN
from pbem.referee.intake.pgp_key import NOTHING, KeyOffer, change_key
from pbem.referee.intake.prose import TOO_MANY_NOTES, note_wish_for_time, pass_on_note
from pbem.referee.letters.dice_letters import words_in_force
from pbem.referee.letters.history import format_history, history
from pbem.referee.letters.press.relay import relay_press
from pbem.referee.letters.queue import reply_address, resend
from pbem.referee.letters.short import help_letter, knows_standing, knows_supply, standing_in_force, status
from pbem.referee.people.absence_words import answer_absence
from pbem.referee.people.bots import set_bot
from pbem.referee.people.extension import TIME, ask_for_time, vote_on_time
from pbem.referee.people.leaving import leave_seat
from pbem.referee.people.press import send_press
from pbem.referee.turn import nonces
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.referee.turn.progress import AGAIN, AHEAD, ALL, asked_ahead, ended_turn, lines_by_phase
from pbem.referee.turn.sheets import drop_lines, stop_asking
from pbem.report.content import attempt
from pbem.report.letters import CommandAnswer, Help, Status, render_letter
from pbem.store.rows import ProposalRow, SeatRow, VoteRow

MOST = 12  # commands of one mail that are carried out
COPIES_A_DAY = 20  # reports and maps that a seat is sent because it asks for them


@dataclass(frozen=True)
class CommandsResult:
    """What the commands of a mail led to: the game and the seat as they are now, and the answers."""

    game: Game
    seat: SeatRow
    answers: tuple[CommandAnswer, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Request:
    """One command with all that carrying it out needs; `prose`: its mail says something beside orders and commands."""

    home: Home
    game: Game
    seat: SeatRow
    command: Command
    identity: str
    now: datetime
    offer: KeyOffer = NOTHING
    prose: bool = False

    @property
    def args(self) -> tuple[str, ...]:
        """The arguments of the command."""
        return self.command.args

    def say(self, text: str, **values: object) -> list[str]:
        """A translated line of the answer."""
        return [translations(self.seat.language).gettext(text) % values]


def carry_out(
    home: Home,
    game: Game,
    seat: SeatRow,
    commands: Sequence[Command],
    identity: str,
    now: datetime,
    offer: KeyOffer = NOTHING,
    *,
    prose: bool = False,
) -> CommandsResult:
    """Carry out the commands of a mail in their order; `offer` is what it has for PGP, `prose` whether it says anything
    beside them and its orders. All joins the transaction.

    Those that show what the mail's own orders may change are left for `show_result`.
    """
    answers: list[CommandAnswer] = []
    chosen = _few([command for command in commands if command.name not in _AFTERWARDS])
    for command in chosen[:MOST]:
        request = _Request(home, game, seat, command, identity, now, offer, prose)
        text = HIDDEN if command.name == "passphrase" else command.text
        answers.append(_answer(text, request, _COMMANDS[command.name](request)))
        seat = home.store.seats.need(game.name, seat.seat)
        game = home.open_game(game.name)
    if chosen[MOST:]:
        said = translations(seat.language).gettext(N_("Not carried out: one email holds %(most)s commands at most."))
        answers.append(
            CommandAnswer(" / ".join(each.text[:60] for each in chosen[MOST:][:5]), (said % {"most": MOST},))
        )
    return CommandsResult(game, seat, tuple(answers))


def show_result(
    home: Home, result: CommandsResult, commands: Sequence[Command], identity: str, now: datetime
) -> CommandsResult:
    """The commands that were carried out, and the answers to those that show what stands once a mail's orders do."""
    game, seat = result.game, home.store.seats.need(result.game.name, result.seat.seat)
    asked = [command for command in _few(commands) if command.name in _AFTERWARDS]
    requests = [(command, _Request(home, game, seat, command, identity, now)) for command in asked]
    shown = (_answer(command.text, each, _AFTERWARDS[command.name](each)) for command, each in requests)
    return replace(result, answers=(*result.answers, *shown))


def _answer(command: str, request: _Request, said: list[str] | Help | Status) -> CommandAnswer:
    """The answer to a command: its lines, and the letter that they are of."""
    if isinstance(said, list):
        return CommandAnswer(command, tuple(said))
    voice = voice_of(request.game, request.seat.language)
    lines = render_letter(said, voice.words, voice.translations).text.splitlines()
    return CommandAnswer(command, tuple(lines), letter=said)


def _few(commands: Sequence[Command]) -> list[Command]:
    """The commands without those that come again later: a mail of 2 kB would be answered with hundreds."""
    last = {(each.name, each.args): each for each in reversed(commands)}
    return list(reversed(last.values()))


def _too_often(request: _Request) -> bool:
    """Whether a seat was sent so many large mails of its own wish today that it gets no more; if not, it is counted.

    Whoever has its token and writes in its name could fill its mailbox, and use up what we may send in a day.
    """
    key = f"{request.seat.game}.{request.seat.seat} copies"
    if count_today(request.home, key, request.now) >= COPIES_A_DAY:
        return True
    request.home.store.refusals.note(key, request.now, "copies")
    return False


def _help(request: _Request) -> Help:
    return help_letter(request.home, request.game, request.seat, reply_address(request.home, request.seat))


def _status(request: _Request) -> Status:
    return status(request.home, request.game, request.seat, request.now, form=bool(request.args))


def _standing(request: _Request) -> list[str]:
    if not knows_standing(request.game):
        return request.say(N_("These rules know no standing orders."))
    lines = standing_in_force(request.home, request.game, request.seat)
    return lines or request.say(N_("You have given no standing orders."))


def _clear(request: _Request) -> list[str]:
    name, store = request.game.name, request.home.store
    waiting = request.game.position.journal.suspended_run()
    held = waiting is not None or awaited_lock(request.home, request.game) is not None
    phases = set(lines_by_phase(request.home, request.game, request.seat.seat))
    phases -= {request.game.state.phase} if held else set()
    count = 0
    for phase in sorted(phases & set(request.args) if request.args else phases):
        count += store.sections.remove(game=name, seat=request.seat.seat, turn=request.game.state.turn, phase=phase)
    if not request.args:
        count += store.standing.remove(game=name, seat=request.seat.seat)
    wanted = set(request.args) or set(asked_ahead(request.game, request.seat))
    count += stop_asking(request.home, request.game, request.seat.seat, wanted)
    if not count:
        return request.say(N_("There was nothing to withdraw."))
    return request.say(N_("Your orders are withdrawn."))


def _resend(request: _Request) -> list[str]:
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
    if _too_often(request):
        return request.say(TOO_OFTEN)
    resend(request.home, rows[-1], request.home.store.outbox.next_version(), request.now)
    return request.say(N_("The report is on its way again."))


def _language(request: _Request) -> list[str]:
    language = request.args[0]
    request.home.store.seats.change(request.game.name, request.seat.seat, language=language)
    changed = replace(request, seat=replace(request.seat, language=language))
    return changed.say(N_("From now on I write to you in English."))


def _nonce(request: _Request) -> list[str]:
    text = request.args[0]
    if without_own_name(request.home, request.seat, text) != text:
        return request.say(
            N_("All players read these words, and in this game no one knows who the others are: leave your name out.")
        )
    if nonces.was_used(request.game, request.seat.seat, text):
        return request.say(N_("These words were in the dice that have been replaced: send others."))
    seat = nonces.set_nonce(request.home, request.game, request.seat, text, request.now)
    said = [*words_in_force(request.home, request.game, seat)]
    if awaited_lock(request.home, request.game) is not None:
        said += request.say(N_("The dice of the orders that are locked already take the words locked with them."))
    return said


def _wait(request: _Request) -> list[str]:
    request.home.store.seats.change(request.game.name, request.seat.seat, wait=True, done="")
    held = request.say(N_("The phase stays open until its deadline."))
    return held + (request.say(N_("Your DONE is withdrawn.")) if request.seat.done else [])


def _done(request: _Request) -> list[str]:
    state, seat = request.game.state, request.seat
    key = next_turn_key(request.game.rules.SEQUENCE, state.turn, state.phase, seat.side)
    if request.game.over:
        return request.say(N_("The game is over already."))
    if not key:
        return request.say(N_("Your turn %(turn)s is over: DONE counts for one turn alone."), turn=state.turn)
    if key != turn_key(request.game.rules.SEQUENCE, state.turn, state.phase):
        key += AHEAD
    whole = bool(request.args)
    again = (ALL if whole else "") + (AGAIN if ended_turn(seat) == key.partition(" ")[0] else "")
    stop_asking(request.home, request.game, seat.seat, {state.phase})
    after = request.home.store.sheets.next_serial(game=request.game.name, seat=seat.seat) - 1
    request.home.store.seats.change(request.game.name, seat.seat, done=key + again, done_after=after, wait=False)
    begun = key.partition(" ")[0].partition(".")[2]
    if begun in {phase.id for phase in request.game.rules.SEQUENCE if phase.once}:  # a set-up: the turn comes after it
        words = voice_of(request.game, seat.language).words
        return request.say(N_("%(phase)s ends for you with what you have sent."), phase=words.phase(begun))
    if whole:
        said = N_("Your turn %(turn)s ends with what you have sent; what the rules compel takes its default.")
        return request.say(said, turn=state.turn)
    return request.say(N_("Your turn %(turn)s ends with what you have sent."), turn=state.turn)


def _ask(request: _Request) -> list[str]:
    (phase,), game, seat = request.args, request.game, request.seat
    order = {each.id: at for at, each in enumerate(game.rules.SEQUENCE)}
    values = {"phase": voice_of(game, seat.language).words.phase(phase), "turn": game.state.turn}
    if game.over:
        return request.say(N_("The game is over already."))
    if seat.side not in game.rules.SEQUENCE[order[phase]].sides:
        return request.say(N_("This phase is not yours: %(phase)s."), **values)
    if order[phase] < order[game.state.phase]:
        return request.say(
            N_("This phase of turn %(turn)s is over: %(phase)s. ASK counts for one turn alone."), **values
        )
    if phase == game.state.phase:
        return request.say(N_("You are asked for this phase now: %(phase)s."), **values)
    asked = tuple(dict.fromkeys((*seat.asked, f"{game.state.turn}.{phase}")))
    request.home.store.seats.change(game.name, seat.seat, asked=asked)
    return request.say(N_("When it opens you are sent the results before it and asked for it: %(phase)s."), **values)


def _drop(request: _Request) -> list[str]:
    dropped = drop_lines(request.home, request.game, request.seat, request.args[0])
    if not dropped:
        return request.say(N_("No line of yours is %(line)s: STATUS lists what stands."), line=request.args[0])
    return request.say(N_("Withdrawn: %(lines)s"), lines="; ".join(dropped))


def _concede(request: _Request) -> list[str]:
    if request.game.over:
        return request.say(N_("The game is over already."))
    request.home.store.seats.change(request.game.name, request.seat.seat, conceded=True)
    conceding = [seat.seat for seat in request.home.seats(request.game.name) if seat.conceded]
    if rulings.concede(request.home, request.game, conceding, request.now) is None:
        return request.say(N_("Noted. The game ends when the other player of your side concedes too."))
    return request.say(N_("Your side has conceded: the game is over."))


def _propose(request: _Request) -> list[str]:
    if request.game.over:
        return request.say(N_("The game is over already."))
    store, name = request.home.store, request.game.name
    if open_ := store.proposals.of(game=name, state="open", what="draw"):
        return _cast_vote(request, open_[-1].serial, yes=True)  # to propose what is proposed is to agree
    serial = store.proposals.next_serial(game=name)
    store.proposals.put(ProposalRow(name, serial, "draw", request.seat.seat, request.now))
    rulings.send_proposal(request.home, request.game, request.seat, serial, request.now)
    return _cast_vote(request, serial, yes=True)


def _vote(request: _Request) -> list[str]:
    return _say_to_proposal(request, yes=request.args[0] == "yes")


def _say_to_proposal(request: _Request, *, yes: bool) -> list[str]:
    store, name, seat = request.home.store, request.game.name, request.seat.seat
    open_ = store.proposals.of(game=name, state="open")
    if not open_ or request.game.over:
        return request.say(N_("Nothing has been proposed."))
    voted = {vote.serial for vote in store.votes.of(game=name, seat=seat)}
    asked = [each for each in open_ if each.serial not in voted] or open_
    if asked[-1].what == TIME:
        return [vote_on_time(request.home, request.game, request.seat, asked[-1], yes=yes, now=request.now)]
    return _cast_vote(request, asked[-1].serial, yes=yes)


def _cast_vote(request: _Request, serial: int, *, yes: bool) -> list[str]:
    store, name = request.home.store, request.game.name
    store.votes.put(VoteRow(name, serial, request.seat.seat, yes, request.now))
    if not yes:
        store.proposals.change(name, serial, state="rejected")
        rulings.send_rejection(request.home, request.game, request.seat, serial, request.now)
        return request.say(N_("The proposal is rejected."))
    votes = {vote.seat for vote in store.votes.of(game=name, serial=serial) if vote.yes}
    if rulings.agree_draw(request.home, request.game, sorted(votes), request.now) is None:
        missing = sorted({seat.seat for seat in request.home.seats(name)} - votes)
        return request.say(N_("Your vote counts. Still to vote: %(seats)s"), seats=", ".join(missing))
    store.proposals.change(name, serial, state="accepted")
    return request.say(N_("All agree: the game ends in a draw."))


def _map(request: _Request) -> list[str]:
    named, around, supply = (*request.args, "", "", "")[:3]
    turn = int(named or request.game.state.turn)
    if not 1 <= turn <= request.game.state.turn:
        return request.say(N_("Turn %(turn)s has not been played."), turn=turn)
    if supply and not knows_supply(request.game, request.seat):
        return request.say(N_("These rules know no lines of supply."))
    if _too_often(request):
        return request.say(TOO_OFTEN)
    wanted = rulings.MapWish(turn, around, supply=bool(supply))
    rulings.send_map(request.home, request.game, request.seat, wanted, request.identity, request.now)
    return request.say(N_("The map comes in an email of its own."))


def _sight(request: _Request) -> list[str]:
    """The line of sight between two hexes, in words at once, with its picture in a mail of its own."""
    return _inquired(request, "sight", N_("These rules know no line of sight."))


def _fire_field(request: _Request) -> list[str]:
    """Where a unit can fire to, in the same way."""
    return _inquired(request, "fire-field", N_("These rules know no arcs and ranges of fire."))


def _inquired(request: _Request, name: str, unknown: str) -> list[str]:
    game, seat = request.game, request.seat
    found = inquiries.ask(game, seat.side, name, request.args)
    if found is None:
        return request.say(unknown)
    said = list(inquiries.sentences(game, seat.language, found))
    if isinstance(found, Fault):
        return said
    if _too_often(request):
        return [*said, *request.say(TOO_OFTEN)]
    inquiries.send_picture(request.home, game, seat, (name, request.args), found, request.now, request.identity)
    return [*said, *request.say(N_("The map comes in an email of its own."))]


def _history(request: _Request) -> list[str]:
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


def _rules(request: _Request) -> list[str]:
    found = clauses(request.game.manifest.ruleset)
    wanted = request.args[0] if request.args else ""
    words = voice_of(request.game, request.seat.language).words
    lines = [words.clause(id_) for id_ in found if not wanted or id_ == wanted or id_.startswith(f"{wanted}.")]
    told = partial(handbook.clause_paragraphs, request.game.manifest.ruleset, request.seat.language, wanted)
    passages, left_out = attempt("handbook", told, tuple[str, ...]())
    note_left_out(request.home, request.seat, "receipt", left_out, request.now)
    lines += passages
    return lines or request.say(N_("There is no clause %(clause)s."), clause=wanted)


def _token(request: _Request) -> list[str]:
    serial = request.seat.token_serial + 1
    new = token(mail_key(request.home), request.game.name, request.seat.seat, serial)
    request.home.store.seats.change(request.game.name, request.seat.seat, token=new, token_serial=serial)
    return request.say(N_("You have a new token; emails with the old one no longer count."))


def _passphrase(request: _Request) -> list[str]:
    return request.say(N_("A passphrase can be set by email only."))


def _pgp(request: _Request) -> list[str]:
    return change_key(request.home, request.seat, request.args, request.offer, request.now)


def _address(request: _Request) -> list[str]:
    if request.seat.passphrase is not None and not request.offer.sure:  # else a forged mail and one yes would do
        return request.say(
            N_("To change your address write your passphrase too, in a line of its own, or ask the referee.")
        )
    return [request_address(request.home, request.seat, request.args[0], request.identity, request.now)]


def _confirm(request: _Request) -> list[str]:
    return request.say(
        N_("Nothing waits for your word: reply to the email that asked for it, from the address it went to.")
    )


def _note(request: _Request) -> list[str]:
    if not (any(line.strip() for line in request.args) or request.prose):
        return request.say(N_("This note is empty: write what it says behind it, or on the lines below."))
    return _pass_on(request, request.args)


def _pass_on(request: _Request, lines: Sequence[str]) -> list[str]:
    if not pass_on_note(request.home, request.seat, request.identity, lines, request.now):
        return request.say(TOO_MANY_NOTES)
    return request.say(N_("Your note goes to the referee."))


def _press(request: _Request) -> list[str]:
    said, to_referee = send_press(
        request.home, request.game, request.seat, request.command, request.identity, request.now
    )
    return _pass_on(request, (to_referee,)) if to_referee else said


def _delivery(request: _Request) -> list[str]:
    digest = request.args[0] == "digest"
    seat = request.home.store.seats.change(request.game.name, request.seat.seat, press_digest=digest)
    if digest:
        return request.say(N_("From now on messages of other players come with your reports and receipts."))
    relay_press(request.home, request.game, seat, request.now)
    return request.say(N_("From now on messages of other players come at once, each in an email of its own."))


def _extend(request: _Request) -> list[str]:
    values = {"command": command_words().say("extend", request.seat.language)}
    try:
        time = " ".join(request.args)
        parse_duration(time)
    except BadInput:
        return request.say(N_("Write how much: %(command)s 24h, or 2d."), **values)
    if house_rule(request.home.game_row(request.game.name), "extend") == "players":
        by = parse_duration(time)
        return [ask_for_time(request.home, request.game, request.seat, time, by, request.now)]
    if not note_wish_for_time(request.home, request.seat, time, request.now):
        return request.say(TOO_MANY_NOTES)
    row = request.home.game_row(request.game.name)
    deadline = format_time(row.deadline, request.seat.zone, request.seat.language)
    said = request.say(N_("The referee is asked for more time (%(time)s)."), time=time)
    stays = request.say(N_("Until the referee answers, the deadline stays: %(deadline)s."), deadline=deadline)
    return [" ".join((*said, *(stays if deadline else [])))]


def _absence(request: _Request) -> list[str]:
    return answer_absence(request.home, request.game, request.seat, " ".join(request.args), request.now)


def _resign(request: _Request) -> list[str]:
    if request.game.over:
        return request.say(N_("The game is over already."))
    leave_seat(request.home, request.game, request.seat, "resigned", request.now)
    return request.say(N_("You have resigned; all players are told."))


def _takeover(request: _Request) -> list[str]:
    if request.game.over:
        return request.say(N_("The game is over already."))
    if not request.seat.bot:
        return request.say(N_("You play alone: no computer player orders for you."))
    set_bot(request.home, request.game, request.seat.seat, request.now, on=False, who=request.seat.seat)
    return request.say(N_("You play alone again; all players are told."))


_COMMANDS: dict[str, Callable[[_Request], list[str] | Help | Status]] = {
    "help": _help,
    "clear": _clear,
    "resend": _resend,
    "language": _language,
    "nonce": _nonce,
    "wait": _wait,
    "done": _done,
    "ask": _ask,
    "drop": _drop,
    "concede": _concede,
    "propose": _propose,
    "vote": _vote,
    "map": _map,
    "sight": _sight,
    "fire-field": _fire_field,
    "history": _history,
    "rules": _rules,
    "token": _token,
    "passphrase": _passphrase,
    "pgp": _pgp,
    "address": _address,
    "confirm": _confirm,
    "note": _note,
    "press": _press,
    "delivery": _delivery,
    "extend": _extend,
    "yes": partial(_say_to_proposal, yes=True),
    "no": partial(_say_to_proposal, yes=False),
    "absence": _absence,
    "resign": _resign,
    "takeover": _takeover,
}
_AFTERWARDS: dict[str, Callable[[_Request], list[str] | Help | Status]] = {"status": _status, "standing": _standing}
"""What is answered once the orders of the same mail stand."""
