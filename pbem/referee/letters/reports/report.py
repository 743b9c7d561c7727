"""What a report tells a seat of some records, and what it is asked now."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Any

from pbem.core.scene import Scene
from pbem.game.game import Game
from pbem.game.voice import format_moment, format_time, format_time_left, outcome, voice_of
from pbem.language.forms import marked_phases
from pbem.language.messages import translations
from pbem.referee.home.home import Home
from pbem.referee.home.naming import shown_name
from pbem.referee.letters import dice_letters
from pbem.referee.letters.newcomer.begun import knows_it_has_begun
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.players import sharing, silence_sentence
from pbem.referee.letters.reports.asking import answer_form, others_turn, tell_questions
from pbem.referee.letters.reports.records import (
    NEW,
    Told,
    acting_phases,
    reached_sentence,
    seen,
    span,
    span_of,
    taken_back,
    told_before,
)
from pbem.referee.letters.short import closing_sentence, format_problem
from pbem.referee.turn.nonces import seats_without_nonce
from pbem.referee.turn.progress import lacking, orders_in_force
from pbem.referee.turn.workflow import questions_left, seats_owing
from pbem.report.content import Asked, Ended, Report, Tally
from pbem.report.words import capfirst
from pbem.save.journal import StoredRecord
from pbem.save.records import PhaseRecord, RollbackRecord
from pbem.store.rows import SeatRow

Items = Sequence[StoredRecord]


def report_since(
    home: Home,
    game: Game,
    seat: SeatRow,
    since: int,
    now: datetime,
    *,
    to: int | None = None,
) -> Report:
    """What a report tells of the records after number `since`, up to `to` (all of them if left out).

    What was taken back before the seat was told of it is no news, the rollback is: of those records it has the proof.
    Nor is what a phase had come to when its question was asked, where that report told it.
    """
    items = [item for item in game.records if since < item.record.n and (to is None or item.record.n <= to)]
    rollbacks = [item.record for item in items if isinstance(item.record, RollbackRecord)]
    gone = {each.n for rollback in rollbacks for each in taken_back(game, rollback)}
    whole = to is None or to >= game.position.journal.next_number - 1
    kept = [item for item in items if item.record.n not in gone]
    report = report_of(home, game, seat, kept, now, present=whole, told=told_before(game, items, since))
    report = replace(report, drawn=_drawn(game, kept, seat, report.turn))
    if not gone:
        return report
    spans = (span(game, item, seat) for item in _told_once(items))
    told = tuple(replace(each, events=(), notes=()) if each.n in gone else each for each in spans)
    return replace(report, spans=told, heads=_heads(game, items))


def report_of(
    home: Home, game: Game, seat: SeatRow, items: Items, now: datetime, *, present: bool, told: Told = NEW
) -> Report:
    """What a report tells a seat of some records that was not `told`; with `present`, also what it is asked now."""
    rules = game.rules
    before, events, after = span_of(game, items, told)
    view = rules.view(before, seat.side)
    scene = rules.scene(view, seen(game, events, seat.side), seat.side)
    is_asked = present and not game.over and seat.seat in seats_owing(home, game)
    left = questions_left(home, game, seat.seat) if is_asked else []
    question, left_out = tell_questions(game, seat, left)
    asks_orders = is_asked and game.position.journal.suspended_run() is None
    form = form_of(home, game, seat) if asks_orders else answer_form(game, seat, left)
    ready = present and not (is_asked or game.over) and seat.seat in game.rules.awaited(game.state)
    return Report(
        game=game.name,
        title=game.data["title"],
        seat=seat.seat,
        side=seat.side,
        language=seat.language,
        turn=game.told_turn(after.turn),
        turns=int(game.data["turns"]),
        phase=after.phase,
        spans=tuple(span(game, item, seat, told.get(item.record.n, 0)) for item in _told_once(items)),
        scene=scene,
        asked=_asked(home, game, seat, items, question, form, now) if is_asked else None,
        form=form,
        tallies=_tallies(game, rules.view(after, seat.side)),
        holdings=scene.controls,
        conditions=scene.conditions,
        notes=(
            *filter(None, (sharing(home, game, seat), *_demanded(home, game, seat)) if asks_orders else ()),
            *_notes(home, game, seat, items if present else (), now),
        ),
        ended=_ended(game, seat) if present else None,
        heads=_heads(game, items),
        left_out=left_out,
        news=tuple(_news(home, game, items, seat)),
        played=_played(game, items, seat, told),
        finished=_finished(game, items),
        others=_others(home, game, seat, now, ready=ready) if present and not is_asked else "",
        ready=ready,
    )


def _asked(
    home: Home,
    game: Game,
    seat: SeatRow,
    items: Items,
    question: str,
    form: Sequence[str],
    now: datetime,
) -> Asked:
    """What a seat is asked behind some records, and by when: a `question`, or orders for the phases of a form."""
    due = home.game_row(game.name).due
    return Asked(
        game.state.phase,
        format_time(due, seat.zone, seat.language),
        format_time_left(due, now, seat.language),
        question,
        marked_phases(form, game.lexicon, seat.language)[1:],
        format_moment(due, seat.zone, seat.language),
        _again(game, seat, items),
    )


def _drawn(game: Game, items: Items, seat: SeatRow, turn: int) -> Scene | None:
    """The scene of the last of many turns: all of them in one picture could not be read. None where there are few."""
    late = [item for item in items if item.record.turn >= turn - 1]
    if len(late) in (0, len(items)):
        return None
    before, events, _after = span_of(game, late)
    return game.rules.scene(game.rules.view(before, seat.side), seen(game, events, seat.side), seat.side)


def _others(home: Home, game: Game, seat: SeatRow, now: datetime, *, ready: bool) -> str:
    """When a phase closes for which a seat is ready; for one that it has no part in, whom the game waits for."""
    return closing_sentence(home, game, seat, now) if ready else others_turn(home, game, seat)


def _demanded(home: Home, game: Game, seat: SeatRow) -> list[str]:
    """What the rules ask for in the present phase and no line of a seat does yet; of a set-up the form has it all.

    Whoever has written DONE and is asked once more reads here why.
    """
    if any(phase.id == game.state.phase and phase.once for phase in game.rules.SEQUENCE):
        return []
    lines = orders_in_force(home, game, seat.seat, game.state.phase) or ()
    return [capfirst(format_problem(game, seat, problem)) for problem in lacking(game, seat.seat, lines)]


def _again(game: Game, seat: SeatRow, items: Items) -> bool:
    """Whether the last phase of some records in which anybody acted was a seat's own, in the present turn."""
    own = {phase.id for phase in game.rules.SEQUENCE if seat.side in phase.sides and not phase.once}
    runs = (item.record for item in items if isinstance(item.record, PhaseRecord))
    acted = [(run.turn, run.phase) for run in runs if run.phase in acting_phases(game)]
    return bool(acted) and acted[-1][0] == game.state.turn and acted[-1][1] in own


def _told_once(items: Items) -> list[StoredRecord]:
    """Some records without the runs that stopped for an answer, where one that went on, which has all, is there."""
    runs = [item.record for item in items if isinstance(item.record, PhaseRecord)]
    last = {run.at: run.n for run in runs}
    stopped = {run.n for run in runs if run.suspended is not None and run.n < last[run.at]}
    return [item for item in items if item.record.n not in stopped]


def _played(game: Game, items: Items, seat: SeatRow, told: Told = NEW) -> Scene | None:
    """The scene of what was played after the last set-up of some records; None where nothing was."""
    once = {phase.id for phase in game.rules.SEQUENCE if phase.once}
    setups = [i for i, item in enumerate(items) if isinstance(item.record, PhaseRecord) and item.record.phase in once]
    later = items[setups[-1] + 1 :] if setups else items
    runs = [item for item in later if isinstance(item.record, PhaseRecord) and item.record.events]
    if setups and not any(
        item.record.phase in acting_phases(game) for item in runs if isinstance(item.record, PhaseRecord)
    ):
        return None  # a first weather after the set-up is no news either
    before, events, _after = span_of(game, later, told)
    return game.rules.scene(game.rules.view(before, seat.side), seen(game, events, seat.side), seat.side)


def _finished(game: Game, items: Items) -> int:
    """The turn that some records bring to its end as their last; 0 where they end in the middle of one."""
    final = game.rules.SEQUENCE[-1].id
    runs = [item.record for item in items if isinstance(item.record, PhaseRecord) and item.record.suspended is None]
    ends = [i for i, record in enumerate(runs) if record.phase == final]
    if not ends or any(record.phase in acting_phases(game) for record in runs[ends[-1] + 1 :]):
        return 0
    return runs[ends[-1]].turn


def _news(home: Home, game: Game, items: Items, seat: SeatRow) -> Iterator[str]:
    """What a report says before all else: the start of the game, the last roll-back, who has missed a deadline."""
    if items and items[0].record.n == 1 and not game.over and not knows_it_has_begun(home, seat):
        yield translations(seat.language).gettext("The game has begun.")
    rollbacks = [item.record for item in items if isinstance(item.record, RollbackRecord)]
    if rollbacks:
        yield f"{reached_sentence(game, rollbacks[-1], seat.language)}."
    numbers = {item.record.n for item in items}
    names = {other.seat: shown_name(home, other) for other in home.seats(game.name)}
    runs = [item.record for item in items if isinstance(item.record, PhaseRecord)]
    came = {(run.n, sheet.seat) for run in runs for sheet in run.sheets if sheet.lines}
    missed = [each for each in home.store.silences.of(game=game.name) if each.n in numbers]
    last = {each.seat: each for each in missed if (each.n, each.seat) not in came}  # after a pause some came yet
    for silence in last.values():
        yield silence_sentence(game, silence, seat.language, name=names[silence.seat], to=seat.seat)


def _heads(game: Game, items: Items) -> tuple[str, ...]:
    """The heads of the dice of some records, or the one in use where there are no dice."""
    used = dict.fromkeys(item.record.head for item in items if isinstance(item.record, PhaseRecord))
    return tuple(used) or (game.position.journal.head,)


def _tallies(game: Game, state: Any) -> tuple[Tally, ...]:
    """How each side stands: counters on the map, eliminated, still to come."""
    count = Counter((piece.side, piece.where) for piece in game.rules.pieces(state, None))
    return tuple(
        Tally(side, count[side, "map"], count[side, "gone"], count[side, "coming"]) for side in game.rules.SIDES
    )


def _notes(home: Home, game: Game, seat: SeatRow, items: Items, now: datetime) -> list[str]:
    """What a player should know beside: which lines did nothing, whose address fails, that the dice are test dice."""
    _ = translations(seat.language).gettext
    bounced = (row for row in home.store.bounces.of(game=game.name) if not _was_reported_since(home, seat, row.last))
    failing = sorted({row.seat for row in bounced})
    said = [*_passed_over(home, game, seat, items)]
    said += [_("Emails to %(seat)s come back: the referee knows.") % {"seat": name} for name in failing]
    if game.manifest.test_dice:
        said.append(_("Test dice: the root of this game's dice is known."))
    said += dice_letters.describe_changes(game, seat.language)
    waiting = home.game_row(game.name).started is not None and seats_without_nonce(home, game) and not game.over
    return [*said, closing_sentence(home, game, seat, now)] if waiting else said


def _passed_over(home: Home, game: Game, seat: SeatRow, items: Items) -> Iterator[str]:
    """What becomes of a seat's lines for phases that nobody could act in: the game has gone on over them."""
    voice, order = voice_of(game, seat.language), [phase.id for phase in game.rules.SEQUENCE]
    runs = [(item.record.turn, item.record.phase) for item in items if isinstance(item.record, PhaseRecord)]
    now, sent = (game.state.turn, order.index(game.state.phase)), home.store.sections
    rows = {(row.turn, order.index(row.phase)): row for row in sent.of(game=game.name, seat=seat.seat)} if runs else {}
    for at, row in sorted(rows.items(), key=itemgetter(0)):
        if (runs[0][0], order.index(runs[0][1])) < at < now and row.lines and (row.turn, row.phase) not in runs:
            said = voice.translations.gettext(
                "%(phase)s was passed over, for no one could act in it. Your orders for it did nothing: %(orders)s"
            )
            orders = "; ".join(str(line["text"]) for line in row.lines)
            yield said % {"phase": capfirst(voice.words.phase(row.phase)), "orders": orders}


def _was_reported_since(home: Home, seat: SeatRow, when: datetime) -> bool:
    """Whether a seat has had a report since then: what that told need not be told again."""
    where = "game = ? AND seat = ? AND what = 'report' AND at > ?"
    return home.store.outbox.count(where, seat.game, seat.seat, when) > 0


def _ended(game: Game, seat: SeatRow) -> Ended | None:
    ending, voice = game.ending, voice_of(game, seat.language)
    if ending is None:
        return None
    return Ended(outcome(voice, ending.winner, ending.level), voice.words.clause(ending.reason), ending.winner)
