"""The receipt of a mail with orders: the verdict on it, what stands now as a sheet to paste, and what happens next."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from pbem.core.orders import Line, Order, in_force
from pbem.core.problems import CheckedLine, Problem
from pbem.game.codec import read_lines
from pbem.game.game import Game
from pbem.game.voice import format_time, format_time_left, voice_of
from pbem.language.forms import phase_head
from pbem.language.messages import translations
from pbem.language.write import write_order
from pbem.mail.writing.compose import Attachment
from pbem.referee.home.home import Home
from pbem.referee.letters.order_form import how_to_keep_back, units_in_runs, unplaced
from pbem.referee.letters.plan_map import no_plan, planned_scene
from pbem.referee.letters.players import player_name
from pbem.referee.letters.short import (
    closing_sentence,
    format_problem,
    open_reasons,
    phases_ahead,
    supposed_answers,
)
from pbem.referee.turn.nonces import seats_without_nonce
from pbem.referee.turn.progress import (
    held_lines,
    holding_lines,
    is_over,
    is_redone,
    lines_by_phase,
    seat_progress,
    spare_unit,
)
from pbem.referee.turn.sent import moment
from pbem.referee.turn.submission import Submission, kept_line
from pbem.referee.turn.workflow import closing_of, is_fixed, lines_to_run, seats_owing
from pbem.report.content import attempt
from pbem.report.letters import FINGERPRINTS, CommandAnswer, Receipt, ReceiptLine, SheetPart, Verdict
from pbem.report.words import capfirst
from pbem.save.records import sheet_hash
from pbem.store.rows import SeatRow

MOST_SUPPLIED = 8
"""How many lines that the form proposed, and the mail did not write, a receipt shows one by one."""
REASONS = 3
"""So many reasons for which one line is refused are told."""
MOST_LINES = 40
"""So many lines of the sheet a receipt shows, where the mail had no more; STATUS shows all."""


def receipt(
    home: Home,
    game: Game,
    seat: SeatRow,
    submission: Submission,
    commands: Sequence[CommandAnswer],
    notes: Sequence[str],
    now: datetime,
) -> Receipt:
    """The answer to a mail with orders or commands: the verdict, then the sheet as it stands."""
    _scene, left_out = attempt("map", partial(planned_scene, game, seat, submission), None)
    standing = {} if is_over(home, game) else _lines_of_turn(home, game, seat, submission.sheet)
    words, redone = voice_of(game, seat.language).words, _redone_lines(game, submission)
    letter = Receipt(
        game=game.name,
        title=game.data["title"],
        seat=seat.seat,
        turn=game.told_turn(game.state.turn),
        phase=game.state.phase,
        player=player_name(game, seat.seat, seat.language, seat.name),
        lines=_lines(game, seat, submission, redone),
        sheet_faults=_faults(game, seat, submission),
        counts=tuple((words.phase(phase), len(lines)) for phase, lines in standing.items() if lines),
        changes=_changes(submission, standing),
        commands=(*commands, *supposed_answers(home, game, seat, submission)),
        notes=(
            *_redone(game, seat, redone),
            *_passed(game, seat, submission),
            *notes,
            *([no_plan(seat.language)] if left_out else []),
        ),
        left_out=left_out,
    )
    letter = tell_next(home, game, seat, submission, letter, now)
    sheet = () if letter.over else tuple(_sheet(home, game, seat, submission, standing, letter.closed))
    return replace(letter, sheet=sheet, example=_example(home, game, seat, submission, sheet))


def _lines(game: Game, seat: SeatRow, submission: Submission, redone: Collection[int]) -> tuple[ReceiptLine, ...]:
    """What became of the lines of a mail: those of the form's proposal that are good do not count beside others.

    Nor do those that are `redone`: refused, and put right by a later line.
    """
    own = {read.number for read in submission.reading.lines if not read.supplied}
    every = (
        _line(game, seat, submission, each.number) for each in submission.reading.lines if each.number not in redone
    )
    return tuple(line for line in every if not own or line.number in own or line.verdict == "refused")


def _redone_lines(game: Game, submission: Submission) -> list[int]:
    """The numbers of the refused lines of a mail that an accepted one further down has put right."""
    good = [line for lines in submission.accepted.values() for line in lines]
    return [
        read.number
        for read in submission.reading.lines
        if read.number in submission.refused
        and is_redone(game, read.text, [li for li in good if li.number > read.number])
    ]


def _redone(game: Game, seat: SeatRow, numbers: Sequence[int]) -> tuple[str, ...]:
    """That nothing need be sent again for these lines."""
    language = translations(seat.language)
    said = language.ngettext(
        "Line %(lines)s did not count, and a later one of the email has put it right.",
        "Lines %(lines)s did not count, and later ones of the email have put them right.",
        len(numbers),
    )
    listed = voice_of(game, seat.language).words.listed([str(number) for number in numbers])
    return (said % {"lines": listed},) if numbers else ()


def tell_next(home: Home, game: Game, seat: SeatRow, submission: Submission, letter: Receipt, now: datetime) -> Receipt:
    """A receipt with what happens next, as it is now."""
    if is_over(home, game):
        return replace(letter, over=True, asked=False, closes=closing_sentence(home, game, seat, now), closed=True)
    closing = closing_of(home, game, now)
    deadline = None if closing.closes else home.game_row(game.name).due
    asked = not game.position.journal.suspended_run() and seat.seat in game.rules.awaited(game.state)
    moves = closing.closes or (closing.why == "not-started" and not seats_without_nonce(home, game))
    complete = submission.complete and not holding_lines(home, game, seat)
    closed = closing.closes or (moves and all(each.complete and each.done for each in seat_progress(home, game)))
    return replace(
        letter,
        complete=complete or closing.why in ("complete", "settling"),
        reasons=(*_foreseen(game, seat, submission), *open_reasons(home, game, seat, submission)) if asked else (),
        asked=asked,
        begun=closing.why != "not-started",
        owes=bool(game.questions) and seat.seat in seats_owing(home, game),
        deadline=format_time(deadline, seat.zone, seat.language),
        relative=format_time_left(deadline, now, seat.language),
        closes=closing_sentence(home, game, seat, now),
        closed=closed,
        moves=moves,
        ahead=phases_ahead(home, game, seat) if asked else (),
    )


def _example(home: Home, game: Game, seat: SeatRow, submission: Submission, sheet: Sequence[SheetPart]) -> int:
    """The number of the last order shown that DROP would take out, not a refused line of the same one; 0 for none."""
    numbers = [line.number for part in sheet for line in part.lines if line.phase]
    refused = {*submission.refused, *(held.number for held in held_lines(home, game, seat))}
    return next((number for number in reversed(numbers) if number not in refused), 0)


def fingerprints(
    home: Home, game: Game, seat: SeatRow, sheet: Mapping[str, tuple[Line, ...]]
) -> tuple[Attachment, ...]:
    """The hashes of the lines that stand for phases of the turn still to be run, with a sheet that is not kept yet.

    A file of a receipt, and of a mail that tells what was withdrawn. `verify` reads them, also that there are none: it
    tells all that stands, from the phase of now on. And when it was written, by counts that no clock changes. Nothing
    stands, and there is none, in a game that is over.
    """
    if is_over(home, game):
        return ()
    _ = translations(seat.language).gettext
    keep = _("Fingerprints (SHA-256) of your orders. Keep this email: with it pbem verify proves that these were run.")
    turn, standing = game.state.turn, _lines_of_turn(home, game, seat, sheet)
    told = [keep, f"({seat.seat}, {turn}.{game.state.phase}…) {moment(home, game, seat.seat)}"]
    told += [
        f"({seat.seat}, {turn}.{phase}): {sheet_hash([kept_line(line) for line in lines])}"
        for phase, lines in standing.items()
        if lines
    ]
    text = "".join(f"# {line}\n" for line in told)  # no order, should it come back
    return (Attachment(FINGERPRINTS, "text/plain", text.encode("utf-8")),)


def _lines_of_turn(
    home: Home, game: Game, seat: SeatRow, sheet: Mapping[str, tuple[Line, ...]]
) -> dict[str, tuple[Line, ...]]:
    """The lines that stand with a sheet for the phases of the turn that are still to be run, in their order.

    For a phase that waits for an answer or a beacon those stand that it is run with, whoever sent them.
    """
    order = [phase.id for phase in game.rules.SEQUENCE]
    found = {**lines_by_phase(home, game, seat.seat), **sheet}
    if is_fixed(home, game):
        found[game.state.phase] = lines_to_run(home, game).get(seat.seat, ())
    return {phase: found[phase] for phase in sorted(found, key=order.index)}


def _changes(submission: Submission, standing: Mapping[str, Sequence[Line]]) -> Mapping[str, int]:
    """How many of the lines that stand a mail brought, anew or in the place of earlier ones, and how many it kept."""
    merged = [submission.merged[phase] for phase in submission.sheet]
    places = sum(len(each.places) for each in merged)
    new = sum(is_new for each in merged for _line, is_new in each.lines)
    gone = sum(len(each.replaced) for each in merged) - places
    kept = sum(map(len, standing.values())) - new
    found = {"new": new - places, "replaced": places, "gone": gone, "kept": kept}
    return found if new or gone else {}


def _sheet(
    home: Home, game: Game, seat: SeatRow, submission: Submission, standing: Mapping[str, Sequence[Line]], closed: bool
) -> Iterator[SheetPart]:
    """The sheet as it stands, by phase: what is pasted and sent back gives the same orders.

    Where it is longer than a receipt and the mail shorter, what the mail has brought comes before what it has left.
    Many lines that the form proposed and the mail did not write are told in a sentence.
    """
    supplied = {read.number for read in submission.reading.lines if read.supplied}
    room = max(MOST_LINES, len(submission.reading.lines))
    whole = sum(map(len, standing.values())) <= room
    kept = home.store.standing.get(game.name, seat.seat)
    found = in_force(read_lines(game.rules, kept.lines), game.state.turn) if kept is not None else ()
    if found:
        yield SheetPart("", tuple(_kept_standing(game, seat, line) for line in found))
    for phase, lines in standing.items():
        merged = submission.merged[phase].lines if phase in submission.sheet else ()
        given = {at for at, (line, is_new) in enumerate(merged) if is_new and line.number in supplied}
        given = given if len(given) > MOST_SUPPLIED else set()
        rows = [
            _standing_line(game, seat, submission, phase, line, at) for at, line in enumerate(lines) if at not in given
        ]
        shown = [row for row in rows if whole or row.verdict != "kept"]
        said = _as_proposed(game, seat, [lines[at].order for at in sorted(given)], closed)
        if rows or said:
            yield SheetPart(phase_head(phase, game.lexicon, seat.language), tuple(shown), len(rows) - len(shown), said)


def _as_proposed(game: Game, seat: SeatRow, orders: Sequence[Order], closed: bool) -> str:
    """Which pieces are where the form proposed, and how to see where, or to keep one back; "" of none."""
    if not orders:
        return ""
    words, language = voice_of(game, seat.language).words, translations(seat.language)
    units = {actor for order in orders for actor in order.actors()}
    said = language.ngettext(
        "%(num)s unit as the form proposes: %(units)s.", "%(num)s units as the form proposes: %(units)s.", len(units)
    ) % {"num": len(units), "units": words.listed(units_in_runs(game, seat, units))}
    if closed:
        return said
    spare = spare_unit(game, seat, units)
    how = [how_to_keep_back(seat, spare)] if spare else []
    return " ".join([said, language.gettext("STATUS ALL lists them."), *how])


def _kept_standing(game: Game, seat: SeatRow, line: Line) -> ReceiptLine:
    """A standing order in force; one that sent again would be another one, as a comment with its number.

    Two blanks keep the line whole where mails are wrapped: its second half would be an order by itself.
    """
    text = write_order(line.order, game.lexicon, seat.language)
    shown = text if line.order.actors() else f"# {line.number}.  {text}"
    return ReceiptLine(0, "", "kept", line.text, shown)


def _standing_line(game: Game, seat: SeatRow, submission: Submission, phase: str, line: Line, at: int) -> ReceiptLine:
    """A line as it stands, by its number in the turn; of one that the mail brought how it was judged."""
    text = write_order(line.order, game.lexicon, seat.language)
    merged = submission.merged[phase].lines if phase in submission.sheet else ()
    if not merged:
        return ReceiptLine(line.number, phase, "kept", line.text, text)
    number, is_new = merged[at][0].number, merged[at][1]
    if not is_new:
        parts = _singly(game, seat, submission.kept_parts.get((phase, number), ()))
        return ReceiptLine(line.number, phase, "kept", line.text, text, parts=parts)
    found = next((f for f in submission.checked_lines if f.line.number == number), None)
    parts = _singly(game, seat, found.parts if found is not None else ())
    if found is not None:
        text = write_order(found.line.order, game.lexicon, seat.language)  # with the way that was found
    verdict: Verdict = "provisional" if found is not None and found.provisional else "taken"
    return ReceiptLine(line.number, phase, verdict, line.text, text, notes=_notes(found), parts=parts)


def _singly(game: Game, seat: SeatRow, parts: Sequence[Order]) -> tuple[str, ...]:
    """The single orders of a line for a group, as they are written."""
    return tuple(write_order(part, game.lexicon, seat.language) for part in parts)


def _passed(game: Game, seat: SeatRow, submission: Submission) -> tuple[str, ...]:
    """That nothing was ordered for some phases, on purpose."""
    words = voice_of(game, seat.language).words
    phases = [words.phase(phase) for phase in sorted(submission.passed)]
    _ = translations(seat.language).gettext
    return (_("Nothing is ordered for: %(phases)s") % {"phases": ", ".join(phases)},) if phases else ()


def _line(game: Game, seat: SeatRow, submission: Submission, number: int) -> ReceiptLine:
    """A line of the mail by its number there."""
    read = next(line for line in submission.reading.lines if line.number == number)
    problems = [p for p in submission.problems if p.line == number]
    found = next((f for f in submission.checked_lines if f.line.number == number), None)
    order = found.line.order if found else read.order
    understood = write_order(order, game.lexicon, seat.language) if order else ""
    phase = found.phase if found else submission.refused.get(number, game.state.phase)
    if problems:
        told = {format_problem(game, seat, p, short=True): p for p in reversed(problems)}
        first = list(reversed(told.items()))[:REASONS]
        sentence = "; ".join(said for said, _ in first) + (" …" if len(told) > REASONS else "")
        offers = [problem for _, problem in first if problem.near]  # nothing is offered for what is not told
        misspelt = all(not problem.rule for problem in offers)
        return ReceiptLine(
            number, phase, "refused", read.written, understood, sentence, near=_near(offers), misspelt=misspelt
        )
    if any(line.number == number for lines in submission.accepted.values() for line in lines):
        return ReceiptLine(number, phase, "taken", read.written, understood, notes=_notes(found))
    if any(line.number == number for line in (*submission.answers, *(submission.standing or ()))):
        vain = [capfirst(f"{format_problem(game, seat, p)}.") for p in submission.foreseen if p.line == number]
        return ReceiptLine(number, phase, "answer", read.written, understood, " ".join(vain))
    whole = "; ".join(format_problem(game, seat, p, short=True) for p in submission.problems if p.line == 0)
    return ReceiptLine(
        number, phase, "refused", read.written, understood, whole
    )  # the sheet is for another turn or game


def _faults(game: Game, seat: SeatRow, submission: Submission) -> tuple[str, ...]:
    """What is wrong with the sheet as a whole, and with earlier lines beside it."""
    whole = [problem for problem in submission.problems if problem.line == 0]
    merged = submission.merged.get(game.state.phase)
    if unplaced(game, seat, [line.order for line, _ in merged.lines] if merged else ()):
        whole = [problem for problem in whole if not problem.rule]  # the form has it all
    said = [
        sentence if problem.args.keys() & {"path", "text"} else capfirst(sentence)  # a place stays as it is written
        for problem in whole
        for sentence in (format_problem(game, seat, problem),)
    ]
    return (*said, *_spoiled(game, seat, submission))


def _foreseen(game: Game, seat: SeatRow, submission: Submission) -> list[str]:
    """What the rules will do by themselves to what the orders leave."""
    return [capfirst(f"{format_problem(game, seat, problem)}.") for problem in submission.foreseen if not problem.line]


def _spoiled(game: Game, seat: SeatRow, submission: Submission) -> list[str]:
    """What of earlier mails the new lines make impossible: those lines stand, and will be voided."""
    _ = translations(seat.language).gettext
    said = []
    for phase, problem in submission.spoiled_lines:
        text = next((line.text for line in submission.merged[phase].kept if line.number == problem.line), "")
        values = {"line": text, "reason": format_problem(game, seat, problem, short=True)}
        said.append(_("A line of an earlier email does not go with these: %(line)s: %(reason)s") % values)
    return said


def _near(problems: Sequence[Problem]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(near for problem in problems for near in problem.near))


def _notes(found: CheckedLine | None) -> tuple[tuple[str, str], ...]:
    """The numbers of a line; of what is only so or not so the name alone."""
    if found is None:
        return ()
    return tuple((key, "" if value == "yes" else str(value)) for key, value in found.notes.items())
