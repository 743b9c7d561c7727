"""What a player's commands do: each gives the lines of its answer; some change the seat, the clock or the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from pbem.game.game import Table
from pbem.game.voice import voice_of
from pbem.gamedata import handbook
from pbem.gamedata.games import clauses
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.language.reading import Command
from pbem.mail.message.claims import token
from pbem.referee.admin import rulings
from pbem.referee.home.home import World
from pbem.referee.home.limits import asked_today
from pbem.referee.home.notices import note_left_out
from pbem.referee.home.secrets import mail_key
from pbem.referee.intake.credentials import TOO_OFTEN, new_address
from pbem.referee.intake.passphrase import HIDDEN
from pbem.referee.intake.pgp_key import NOTHING, Offered, change
from pbem.referee.letters.history import history, lines
from pbem.referee.letters.queue import reply_to, resend
from pbem.referee.letters.short import help_letter, status
from pbem.referee.turn import nonces
from pbem.referee.turn.beacon_lock import waits as awaiting_beacon
from pbem.referee.turn.workflow import sections
from pbem.report.letters import CommandAnswer, Help, Status, render_letter
from pbem.report.telling import attempt
from pbem.store.rows import ProposalRow, SeatRow, VoteRow

MOST = 12  # commands of one mail that are carried out
COPIES_A_DAY = 20  # reports and maps that a seat is sent because it asks for them


@dataclass(frozen=True)
class Done:
    """What the commands of a mail led to: the game and the seat as they are now, and the answers."""

    table: Table
    seat: SeatRow
    answers: tuple[CommandAnswer, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Asked:
    """One command with all that carrying it out needs."""

    world: World
    table: Table
    seat: SeatRow
    args: tuple[str, ...]
    identity: str
    now: datetime
    given: Offered = NOTHING

    def say(self, text: str, **values: object) -> list[str]:
        """A translated line of the answer."""
        return [translations(self.seat.language).gettext(text) % values]


def carry_out(
    world: World,
    table: Table,
    seat: SeatRow,
    commands: Sequence[Command],
    identity: str,
    now: datetime,
    given: Offered = NOTHING,
) -> Done:
    """Carry out the commands of a mail in their order; `given` is what it has for PGP. All joins the transaction."""
    answers: list[CommandAnswer] = []
    chosen = _few(commands)
    for command in chosen[:MOST]:
        asked = _Asked(world, table, seat, command.args, identity, now, given)
        text = HIDDEN if command.name == "passphrase" else command.text
        answers.append(_answer(text, asked, _COMMANDS[command.name](asked)))
        seat = world.store.seats.need(table.name, seat.seat)
        table = world.table(table.name)
    if chosen[MOST:]:
        said = translations(seat.language).gettext(N_("Not carried out: one mail holds %(most)s commands at most."))
        answers.append(
            CommandAnswer(" / ".join(each.text[:60] for each in chosen[MOST:][:5]), (said % {"most": MOST},))
        )
    return Done(table, seat, tuple(answers))


def _answer(command: str, asked: _Asked, said: list[str] | Help | Status) -> CommandAnswer:
    """The answer to a command: its lines, and the letter that they are of."""
    if isinstance(said, list):
        return CommandAnswer(command, tuple(said))
    voice = voice_of(asked.table, asked.seat.language)
    lines = render_letter(said, voice.words, voice.translations).text.splitlines()
    return CommandAnswer(command, tuple(lines), letter=said)


def _few(commands: Sequence[Command]) -> list[Command]:
    """The commands without those that come again later: a mail of 2 kB would be answered with hundreds."""
    last = {(each.name, each.args): each for each in reversed(commands)}
    return list(reversed(last.values()))


def _too_often(asked: _Asked) -> bool:
    """Whether a seat was sent so many large mails of its own wish today that it gets no more; if not, it is counted.

    Whoever has its token and writes in its name could fill its mailbox, and use up what we may send in a day.
    """
    key = f"{asked.seat.game}.{asked.seat.seat} copies"
    if asked_today(asked.world, key, asked.now) >= COPIES_A_DAY:
        return True
    asked.world.store.refusals.note(key, asked.now, "copies")
    return False


def _help(asked: _Asked) -> Help:
    return help_letter(asked.world, asked.table, asked.seat, reply_to(asked.world, asked.seat))


def _status(asked: _Asked) -> Status:
    return status(asked.world, asked.table, asked.seat, asked.now)


def _clear(asked: _Asked) -> list[str]:
    name, store = asked.table.name, asked.world.store
    waiting = asked.table.position.journal.suspended()
    held = waiting is not None or awaiting_beacon(asked.world, asked.table) is not None
    phases = set(sections(asked.world, asked.table, asked.seat.seat))
    phases -= {asked.table.state.phase} if held else set()
    count = 0
    for phase in sorted(phases & set(asked.args) if asked.args else phases):
        count += store.sections.remove(game=name, seat=asked.seat.seat, turn=asked.table.state.turn, phase=phase)
    if not asked.args:
        count += store.standing.remove(game=name, seat=asked.seat.seat)
    if not count:
        return asked.say(N_("There was nothing to withdraw."))
    return asked.say(N_("Your orders are withdrawn."))


def _resend(asked: _Asked) -> list[str]:
    rows = asked.world.store.outbox.where(
        "game = ? AND seat = ? AND what IN ('report', 'welcome')", asked.table.name, asked.seat.seat, order="at, record"
    )
    if asked.args:
        first = {i.record.n: i.record.turn for i in asked.table.written}
        rows = tuple(r for r in rows if first.get(r.record) == int(asked.args[0]))
    if not rows:
        return asked.say(N_("There is no report to send again."))
    if _too_often(asked):
        return asked.say(TOO_OFTEN)
    resend(asked.world, rows[-1], asked.world.store.outbox.next_version(), asked.now)
    return asked.say(N_("The report is on its way again."))


def _language(asked: _Asked) -> list[str]:
    language = asked.args[0]
    asked.world.store.seats.change(asked.table.name, asked.seat.seat, language=language)
    changed = replace(asked, seat=replace(asked.seat, language=language))
    return changed.say(N_("From now on I write to you in English."))


def _nonce(asked: _Asked) -> list[str]:
    text = asked.args[0]
    if nonces.was_used(asked.table, asked.seat.seat, text):
        return asked.say(N_("These words were in the dice that have been replaced: send others."))
    nonces.give(asked.world, asked.table, asked.seat, text, asked.now)
    said = asked.say(N_("Your text enters every roll from now on: %(nonce)s"), nonce=text)
    if awaiting_beacon(asked.world, asked.table) is not None:
        said += asked.say(N_("The dice of the orders that are locked already take the words locked with them."))
    return said


def _wait(asked: _Asked, wait: bool) -> list[str]:
    asked.world.store.seats.change(asked.table.name, asked.seat.seat, wait=wait, nowait=not wait)
    if wait:
        held = asked.say(N_("The phase stays open until its deadline."))
        return held + (asked.say(N_("Your NOWAIT is withdrawn.")) if asked.seat.nowait else [])
    return asked.say(
        N_("Once you have sent orders in a turn, its phases without a line of yours count as ordered, without delay.")
    )


def _concede(asked: _Asked) -> list[str]:
    if asked.table.over:
        return asked.say(N_("The game is over already."))
    asked.world.store.seats.change(asked.table.name, asked.seat.seat, conceded=True)
    conceding = [seat.seat for seat in asked.world.seats(asked.table.name) if seat.conceded]
    if rulings.concede(asked.world, asked.table, conceding, asked.now) is None:
        return asked.say(N_("Noted. The game ends when the other seat of your side concedes too."))
    return asked.say(N_("Your side has conceded: the game is over."))


def _propose(asked: _Asked) -> list[str]:
    if asked.table.over:
        return asked.say(N_("The game is over already."))
    store, name = asked.world.store, asked.table.name
    if open_ := store.proposals.of(game=name, state="open"):
        return _voted(asked, open_[-1].serial, yes=True)  # to propose what is proposed is to agree
    serial = store.proposals.next_serial(game=name)
    store.proposals.put(ProposalRow(name, serial, "draw", asked.seat.seat, asked.now))
    rulings.tell_proposal(asked.world, asked.table, asked.seat, serial, asked.now)
    return _voted(asked, serial, yes=True)


def _vote(asked: _Asked) -> list[str]:
    open_ = asked.world.store.proposals.of(game=asked.table.name, state="open")
    if not open_ or asked.table.over:
        return asked.say(N_("Nothing has been proposed."))
    return _voted(asked, open_[-1].serial, yes=asked.args[0] == "yes")


def _voted(asked: _Asked, serial: int, *, yes: bool) -> list[str]:
    store, name = asked.world.store, asked.table.name
    store.votes.put(VoteRow(name, serial, asked.seat.seat, yes, asked.now))
    if not yes:
        store.proposals.change(name, serial, state="rejected")
        rulings.tell_rejection(asked.world, asked.table, asked.seat, serial, asked.now)
        return asked.say(N_("The proposal is rejected."))
    votes = {vote.seat for vote in store.votes.of(game=name, serial=serial) if vote.yes}
    if rulings.draw(asked.world, asked.table, sorted(votes), asked.now) is None:
        missing = sorted({seat.seat for seat in asked.world.seats(name)} - votes)
        return asked.say(N_("Your vote counts. Still to vote: %(seats)s"), seats=", ".join(missing))
    store.proposals.change(name, serial, state="accepted")
    return asked.say(N_("All agree: the game ends in a draw."))


def _map(asked: _Asked) -> list[str]:
    turn = int(asked.args[0]) if asked.args else asked.table.state.turn
    if not 1 <= turn <= asked.table.state.turn:
        return asked.say(N_("Turn %(turn)s has not been played."), turn=turn)
    if _too_often(asked):
        return asked.say(TOO_OFTEN)
    rulings.send_map(asked.world, asked.table, asked.seat, turn, asked.identity, asked.now)
    return asked.say(N_("The map comes in a mail of its own."))


def _history(asked: _Asked) -> list[str]:
    turn = int(asked.args[0]) if asked.args else None
    if turn is not None and all(item.record.turn != turn for item in asked.table.written):
        return asked.say(N_("Turn %(turn)s has not been played."), turn=turn)
    past = history(asked.table, asked.world.git, asked.seat.language, turn)
    found = lines(asked.table, past, asked.seat.language, asked.seat.zone)
    return found or asked.say(N_("Nothing has been played yet."))


def _rules(asked: _Asked) -> list[str]:
    found = clauses(asked.table.game.ruleset)
    wanted = asked.args[0] if asked.args else ""
    words = voice_of(asked.table, asked.seat.language).words
    lines = [words.clause(id_) for id_ in found if not wanted or id_ == wanted or id_.startswith(f"{wanted}.")]
    told = partial(handbook.told, asked.table.game.ruleset, asked.seat.language, wanted)
    passages, left_out = attempt("handbook", told, tuple[str, ...]())
    note_left_out(asked.world, asked.seat, "receipt", left_out, asked.now)
    lines += passages
    return lines or asked.say(N_("There is no clause %(clause)s."), clause=wanted)


def _token(asked: _Asked) -> list[str]:
    serial = asked.seat.token_serial + 1
    new = token(mail_key(asked.world), asked.table.name, asked.seat.seat, serial)
    asked.world.store.seats.change(asked.table.name, asked.seat.seat, token=new, token_serial=serial)
    return asked.say(N_("Your seat has a new token; mails with the old one are not taken any more."))


def _passphrase(asked: _Asked) -> list[str]:
    return asked.say(N_("A passphrase is taken from a mail only."))


def _pgp(asked: _Asked) -> list[str]:
    return change(asked.world, asked.seat, asked.args, asked.given, asked.now)


def _address(asked: _Asked) -> list[str]:
    if asked.seat.passphrase is not None and not asked.given.sure:  # else a forged mail and one yes would do
        return asked.say(
            N_("To change your address write your passphrase too, in a line of its own, or ask the referee.")
        )
    return [new_address(asked.world, asked.seat, asked.args[0], asked.identity, asked.now)]


def _confirm(asked: _Asked) -> list[str]:
    return asked.say(N_("Nothing waits for your word: answer the mail that asked for it, from the address it went to."))


_COMMANDS: dict[str, Callable[[_Asked], list[str] | Help | Status]] = {
    "help": _help,
    "status": _status,
    "clear": _clear,
    "resend": _resend,
    "language": _language,
    "nonce": _nonce,
    "wait": partial(_wait, wait=True),
    "nowait": partial(_wait, wait=False),
    "concede": _concede,
    "propose": _propose,
    "vote": _vote,
    "map": _map,
    "history": _history,
    "rules": _rules,
    "token": _token,
    "passphrase": _passphrase,
    "pgp": _pgp,
    "address": _address,
    "confirm": _confirm,
}
