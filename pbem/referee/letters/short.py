"""What the referee writes beside reports: receipts, welcomes, reminders, refusals, help, status; filled from a game."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from pbem.core.problems import Found, Problem
from pbem.core.scene import Scene
from pbem.game.game import Table
from pbem.game.guard import blame
from pbem.game.voice import moment, told_problem, until, voice_of
from pbem.language.catalogue import N_
from pbem.language.commands import COMMANDS
from pbem.language.lexicon import Lexicon
from pbem.language.messages import translations
from pbem.language.write import command_usage, order_usage, write_order
from pbem.referee.home.home import World
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.plan_map import no_plan, path_of, planned, where
from pbem.referee.turn.beacon_lock import has_beacon
from pbem.referee.turn.nonces import silent
from pbem.referee.turn.submission import Submission
from pbem.referee.turn.workflow import awaited, close, owners
from pbem.report.letters import CommandAnswer, Help, Receipt, ReceiptLine, Reminder, Status, Verdict, Welcome
from pbem.report.telling import attempt
from pbem.save.records import sheet_hash
from pbem.save.words import words as spoken
from pbem.store.rows import SeatRow


def receipt(
    world: World,
    table: Table,
    seat: SeatRow,
    submission: Submission,
    commands: Sequence[CommandAnswer],
    notes: Sequence[str],
    now: datetime,
) -> Receipt:
    """The answer to a mail with orders or commands: every line as it was understood."""
    row = world.game(table.name)
    scene, left_out = attempt("map", partial(planned, table, seat, submission), None)
    taken = frozenset(phase for phase, accepted in submission.accepted.items() if accepted)
    return Receipt(
        game=table.name,
        title=table.data["title"],
        seat=seat.seat,
        turn=table.state.turn,
        phase=table.state.phase,
        lines=tuple(_line(table, seat, submission, read.number, scene) for read in submission.reading.lines),
        sheet_faults=_faults(table, seat, submission),
        idle=tuple((phase, where(table, seat, units)) for phase, units in submission.idle.items() if units),
        standing=tuple(in_force(world, table, seat, without=taken)),
        hashes=tuple((phase, hash_, spoken(hash_)) for phase, hash_ in _hashes(world, table, seat, submission)),
        commands=tuple(commands),
        complete=submission.complete,
        asked=not table.position.journal.suspended() and seat.seat in table.rules.awaited(table.state),
        deadline=moment(row.deadline, seat.zone, seat.language),
        relative=until(row.deadline, now, seat.language),
        closes=closes(world, table, seat, now),
        notes=(*_passed(table, seat, submission), *notes, *([no_plan(seat.language)] if left_out else [])),
        left_out=left_out,
    )


def _hashes(world: World, table: Table, seat: SeatRow, submission: Submission) -> list[tuple[str, str]]:
    """The hash of all lines that stand for a seat in this turn, by phase, played ones too: the last receipt has all."""
    rows = world.store.sections.in_force(table.name, seat.seat, table.state.turn)
    lines = {phase: [(int(line["number"]), str(line["text"])) for line in row.lines] for phase, row in rows.items()}
    lines |= {phase: [(line.number, line.text) for line in new] for phase, new in submission.accepted.items() if new}
    order = [phase.id for phase in table.rules.SEQUENCE]
    return [(phase, sheet_hash(lines[phase])) for phase in sorted(lines, key=order.index) if lines[phase]]


def _passed(table: Table, seat: SeatRow, submission: Submission) -> tuple[str, ...]:
    """That nothing was ordered for some phases, on purpose."""
    words = voice_of(table, seat.language).words
    phases = [words.phase(phase) for phase in sorted(submission.passed)]
    _ = translations(seat.language).gettext
    return (_("Nothing is ordered for: %(phases)s") % {"phases": ", ".join(phases)},) if phases else ()


def _line(table: Table, seat: SeatRow, submission: Submission, number: int, scene: Scene | None) -> ReceiptLine:
    read = next(line for line in submission.reading.lines if line.number == number)
    problems = [p for p in submission.problems if p.line == number]
    found = next((f for f in submission.found if f.line.number == number), None)
    lexicon = table.lexicon
    order = found.line.order if found else read.order
    understood = write_order(order, lexicon, seat.language) if order else ""
    phase = found.phase if found else submission.refused.get(number, table.state.phase)
    if problems:
        sentence = "; ".join(told(table, seat, p, short=True) for p in problems)
        return ReceiptLine(number, phase, "refused", read.text, understood, sentence, near=_near(problems))
    verdict: Verdict = "provisional" if found is not None and found.provisional else "taken"
    return ReceiptLine(number, phase, verdict, read.text, understood, notes=_notes(found), path=path_of(scene, found))


def told(table: Table, seat: SeatRow, problem: Problem, *, short: bool = False) -> str:
    """A problem as a sentence in the seat's language, with its place in a JSON sheet; `short` without its line."""
    said = told_problem(table, problem, seat.language)
    where = str(problem.args.get("path") or ("" if short else problem.args.get("text", "")))
    return f"{where}: {said}" if where else said


def _faults(table: Table, seat: SeatRow, submission: Submission) -> tuple[str, ...]:
    """What is wrong with the sheet as a whole, and with earlier lines beside it."""
    whole = (told(table, seat, problem) for problem in submission.problems if problem.line == 0)
    return (*whole, *_spoiled(table, seat, submission))


def _spoiled(table: Table, seat: SeatRow, submission: Submission) -> list[str]:
    """What of earlier mails the new lines make impossible: those lines stand, and will be voided."""
    _ = translations(seat.language).gettext
    said = []
    for phase, problem in submission.spoiled:
        text = next((line.text for line in submission.kept[phase] if line.number == problem.line), "")
        values = {"line": text, "reason": told(table, seat, problem, short=True)}
        said.append(_("A line of an earlier mail does not go with these: %(line)s: %(reason)s") % values)
    return said


def _near(problems: Sequence[Problem]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(near for problem in problems for near in problem.near))


def _notes(found: Found | None) -> tuple[tuple[str, str], ...]:
    """The numbers of a line; of what is only so or not so the name alone."""
    if found is None:
        return ()
    return tuple((key, "" if value == "yes" else str(value)) for key, value in found.notes.items())


def in_force(world: World, table: Table, seat: SeatRow, without: frozenset[str] = frozenset()) -> list[str]:
    """The lines of a seat that stand now, standing orders too, as receipts print them; `without` some phases."""
    rows = world.store.sections.in_force(table.name, seat.seat, table.state.turn)
    words, order = voice_of(table, seat.language).words, [phase.id for phase in table.rules.SEQUENCE]
    lines: list[str] = []
    for phase in sorted(rows.keys() - without, key=order.index):
        if order.index(phase) >= order.index(table.state.phase):
            lines += [f"{words.phase(phase)}: {line['number']}. {line['text']}" for line in rows[phase].lines]
    standing = world.store.standing.get(table.name, seat.seat)
    lines += [line["text"] for line in standing.lines] if standing else []
    return lines


def closes(world: World, table: Table, seat: SeatRow, now: datetime) -> str:
    """When the present phase closes, as a sentence."""
    _ = translations(seat.language).gettext
    if table.over:
        return _("The game is over.")
    found = close(world, table, now)
    if found.why == "open" and table.questions:
        seats = ", ".join(name for name, answered in owners(world, table).items() if not answered)
        return _("A question waits for %(seats)s: the phase goes on with the answer, or at its deadline.") % {
            "seats": seats
        }
    when = moment(found.next, seat.zone, seat.language)
    sentences = {
        "not-started": _("The game starts when every seat has answered its first mail."),
        "paused": _("The referee has paused the game."),
        "complete": _("Everything is in: the phase closes now."),
        "settling": _("Everything is in: the phase closes at %(when)s if no other mail comes.") % {"when": when},
        "waiting": _("Somebody asked to wait: the phase closes at its deadline."),
        "deadline": _("The deadline has come: the phase closes now."),
        "nonces": _("The game has new dice, and waits for new words for them (NONCE …) of: %(seats)s.")
        % {"seats": ", ".join(silent(world, table))},
        "beacon": _("All orders are locked: the phase waits for the public value that enters its dice."),
        "open": _("The phase closes when all orders are in, at the latest at its deadline."),
    }
    return sentences[found.why]


def welcome(world: World, table: Table, seat: SeatRow, now: datetime) -> Welcome:
    """The first mail to a seat."""
    seats = world.seats(table.name)
    words = voice_of(table, seat.language).words
    return Welcome(
        game=table.name,
        title=table.data["title"],
        seat=seat.seat,
        side=seat.side,
        head=table.game.head,
        head_words=spoken(table.game.head),
        players=tuple((other.seat, words.side(other.side)) for other in seats),
        options=(
            *(f"{key} = {value}" for key, value in sorted(table.game.options.items()) if _chosen(table, key)),
            *_beacon(table, seat),
        ),
        test_dice=table.game.test_dice,
        form=form_of(table, seat) if seat.seat in table.rules.awaited(table.state) else (),
    )


def _beacon(table: Table, seat: SeatRow) -> tuple[str, ...]:
    """What the first mail says of a game's beacon."""
    if not has_beacon(table):
        return ()
    _ = translations(seat.language).gettext
    said = _(
        "beacon = referee: before dice are rolled all orders are locked, their hashes are mailed to all, and a public "
        "value that nobody could know then enters the dice."
    )
    source = table.game.beacon_source
    return (said, _("The value: %(source)s") % {"source": source}) if source else (said,)


def _chosen(table: Table, option: str) -> bool:
    """Whether an option has another value than its default."""
    return table.game.options[option] != table.rules.OPTIONS[option][0]


def reminder(world: World, table: Table, seat: SeatRow, now: datetime) -> Reminder:
    """What is still missing from a seat that is awaited."""
    row = world.game(table.name)
    choices = table.rules.choices(table.rules.view(table.state, seat.side), seat.seat)
    sent = world.store.sections.get(table.name, seat.seat, table.state.turn, table.state.phase)
    ordered = {name for line in sent.lines for name in _names(line["order"])} if sent else set()
    return Reminder(
        game=table.name,
        title=table.data["title"],
        seat=seat.seat,
        turn=table.state.turn,
        phase=table.state.phase,
        deadline=moment(row.deadline, seat.zone, seat.language),
        relative=until(row.deadline, now, seat.language),
        idle=where(table, seat, [actor for actor in choices.actors if actor not in ordered]),
        has_sheet=sent is not None,
        form=form_of(table, seat),
    )


def _names(order: Mapping[str, Any]) -> Iterator[str]:
    """All words of an order as it is stored: the units that it gives something to do are among them."""
    for value in order.values():
        yield from value if isinstance(value, list) else [str(value)]


def help_letter(world: World, table: Table, seat: SeatRow, address: str) -> Help:
    """How to write orders and commands, in the seat's language."""
    lexicon = table.lexicon
    choices = table.rules.choices(table.rules.view(table.state, seat.side), seat.seat)
    with blame(f"the rule set {table.rules.NAME}, in choices"):  # it may work them out as they are looked at
        few = [options[0].order for options in choices.actors.values() if options]
    examples = dict.fromkeys(write_order(order, lexicon, seat.language) for order in few)
    _ = translations(seat.language).gettext
    return Help(
        game=table.name,
        title=table.data["title"],
        verbs=tuple(_parted(verb, lexicon, seat.language) for verb in lexicon.orders),
        commands=tuple((command_usage(name, seat.language), _(_COMMANDS[name])) for name in COMMANDS),
        examples=tuple(examples)[:3],
        address=address,
    )


def _parted(verb: str, lexicon: Lexicon, language: str) -> tuple[str, str]:
    """The form of a verb: its word, and what follows that."""
    word = lexicon.say("verbs", verb, language)
    return word, order_usage(lexicon.orders[verb], lexicon, language).removeprefix(word).strip()


_COMMANDS = {
    "help": N_("this page"),
    "status": N_("where the game stands and who is awaited"),
    "clear": N_("withdraw your orders, of one phase or of all"),
    "resend": N_("send the last report again, or that of a turn"),
    "language": N_("the language of your mails: es or en"),
    "nonce": N_("a text of yours that goes into every die from now on"),
    "wait": N_("hold the phase until its deadline"),
    "nowait": N_("no need to wait: of a turn with orders of yours, phases without a line count as ordered"),
    "concede": N_("give the game up"),
    "propose": N_("propose a draw to all"),
    "vote": N_("vote on a proposal"),
    "map": N_("the map as it is now"),
    "history": N_("all records of the game or of a turn: hashes as words, rulings, what was taken back and why"),
    "rules": N_("what a clause says, or the titles of all"),
    "token": N_("a new token, if somebody else may know yours"),
    "passphrase": N_("words that let you write from any address; NEW before them changes them"),
    "pgp": N_(
        "your public key, attached to a mail signed with it: such mails count from any address; ONLY: of others you "
        "are asked first; OFF: no key"
    ),
    "address": N_("another address for your mails; it is asked first"),
    "confirm": N_("yes, in answer to a mail that asks for it"),
}


def status(world: World, table: Table, seat: SeatRow, now: datetime) -> Status:
    """Where the game stands, for a seat."""
    row = world.game(table.name)
    _ = translations(seat.language).gettext
    done = {a.seat: a.complete for a in awaited(world, table)}
    if table.position.journal.suspended() is not None:
        done = owners(world, table)
    told_ = {True: _("orders are in"), False: _("awaited")}
    seats = tuple(
        (s.seat, told_[done[s.seat]] if s.seat in done else _("not asked now")) for s in world.seats(row.name)
    )
    return Status(
        game=table.name,
        title=table.data["title"],
        turn=table.state.turn,
        turns=int(table.data["turns"]),
        phase=table.state.phase,
        deadline=moment(row.deadline, seat.zone, seat.language),
        relative=until(row.deadline, now, seat.language),
        seats=seats,
        standing=tuple(in_force(world, table, seat)),
        notes=(closes(world, table, seat, now),),
    )
