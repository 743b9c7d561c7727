"""Reports: everything since a seat's last one, told when the seat is awaited, a turn ends or the game is over."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from pbem.core.events import Event
from pbem.core.play import Question, fold
from pbem.core.scene import Scene
from pbem.game.codec import read_event
from pbem.game.game import Game
from pbem.game.phase import state_after
from pbem.game.player_turn import turn_key
from pbem.game.voice import format_moment, format_time, format_time_left, outcome, voice_of
from pbem.language.forms import marked_phases
from pbem.language.messages import translations
from pbem.mail.writing.calendar import Method, deadline_file
from pbem.mail.writing.compose import Attachment, Mailbox
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.home.naming import shown_name
from pbem.referee.letters import dice_letters
from pbem.referee.letters.newcomer.begun import knows_it_has_begun
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.players import players_named, silence_sentence
from pbem.referee.letters.press.waiting import mark_sent, waiting_press
from pbem.referee.letters.queue import Mailing, post, referee_mailbox, version_of
from pbem.referee.letters.short import closing_sentence, reminder
from pbem.referee.turn.deadlines import reminds
from pbem.referee.turn.nonces import seats_without_nonce
from pbem.referee.turn.workflow import questions_to, seats_owing, unanswered_questions
from pbem.report.amended import change_sentences
from pbem.report.content import Asked, Ended, LeftOut, Report, Span, Tally, attempt
from pbem.report.letters import Note, Reminder, render_letter
from pbem.report.story import Voice, render
from pbem.save.journal import Journal, StoredRecord
from pbem.save.records import AMENDED, CLOCK_ACCEPTED, Entry, PhaseRecord, RollbackRecord, RulingRecord
from pbem.save.words import hash_words
from pbem.store.rows import SeatRow


def seats_due(home: Home, game: Game) -> tuple[SeatRow, ...]:
    """The seats that get a report now: there is something new, and they are asked, or a turn or the game ended.

    Before a game has started nobody is asked: what is ruled then is told by mails of its own, and with the start.
    """
    if home.game_row(game.name).started is None and not game.over:
        return ()
    last = game.position.journal.next_number - 1
    asked = seats_owing(home, game)
    found = []
    for seat in home.seats(game.name):
        news = [item for item in game.records if item.record.n > seat.last_reported]
        if not news or last <= seat.last_reported:
            continue
        if game.over or seat.seat in asked or _turn_ended(game, news):
            found.append(seat)
    return tuple(found)


def _turn_ended(game: Game, news: Sequence[StoredRecord]) -> bool:
    """Whether the news bring a turn or a player turn to an end; set-ups end with the last of them."""
    sequence, state = game.rules.SEQUENCE, game.state
    final, present = sequence[-1].id, turn_key(sequence, state.turn, state.phase)
    once = {phase.id for phase in sequence if phase.once}
    acting = {phase.id for phase in sequence if phase.sides} - once
    for item in news:
        record = item.record
        if isinstance(record, PhaseRecord) and record.suspended is None:
            if record.phase == final:
                return True
            if record.phase in acting and turn_key(sequence, record.turn, record.phase) != present:
                return True
    return False


def report_since(
    home: Home,
    game: Game,
    seat: SeatRow,
    since: int,
    now: datetime,
    *,
    to: int | None = None,
) -> Report:
    """What a report tells of the records after number `since`, up to `to` (all of them if left out)."""
    items = [item for item in game.records if since < item.record.n and (to is None or item.record.n <= to)]
    whole = to is None or to >= game.position.journal.next_number - 1
    return report_of(home, game, seat, items, now, present=whole)


def report_of(
    home: Home, game: Game, seat: SeatRow, items: Sequence[StoredRecord], now: datetime, *, present: bool
) -> Report:
    """What a report tells a seat of some records; with `present`, also what it is asked now."""
    rules, row = game.rules, home.game_row(game.name)
    before, events, after = span_of(game, items)
    view = rules.view(before, seat.side)
    scene = rules.scene(view, _seen(game, events, seat), seat.side)
    is_asked = present and not game.over and seat.seat in seats_owing(home, game)
    when = format_time(row.deadline, seat.zone, seat.language), format_time_left(row.deadline, now, seat.language)
    by = format_moment(row.deadline, seat.zone, seat.language)
    question, left_out = _questions(home, game, seat) if is_asked else ("", ())
    asks_orders = is_asked and game.position.journal.suspended_run() is None
    form = form_of(home, game, seat) if asks_orders else ()
    later = marked_phases(form, game.lexicon, seat.language)[1:]
    return Report(
        game=game.name,
        title=game.data["title"],
        seat=seat.seat,
        side=seat.side,
        language=seat.language,
        turn=after.turn,
        turns=int(game.data["turns"]),
        phase=after.phase,
        spans=tuple(span(game, item, seat) for item in _told_once(items)),
        scene=scene,
        asked=Asked(game.state.phase, *when, question, later, by) if is_asked else None,
        form=form,
        tallies=_tallies(game, rules.view(after, seat.side)),
        holdings=scene.controls,
        conditions=scene.conditions,
        notes=tuple(_notes(home, game, seat, now)),
        ended=_ended(game, seat) if present else None,
        heads=_heads(game, items),
        left_out=left_out,
        news=tuple(_news(home, game, items, seat)),
        played=_played(game, items, seat),
        finished=_finished(game, items),
    )


def _told_once(items: Sequence[StoredRecord]) -> list[StoredRecord]:
    """Some records without the runs that stopped for an answer, where the one that went on, which has all, is there."""
    runs = [item.record for item in items if isinstance(item.record, PhaseRecord)]
    whole = {(run.turn, run.phase): run.n for run in runs if run.suspended is None}
    stopped = {run.n for run in runs if run.suspended is not None and run.n < whole.get((run.turn, run.phase), 0)}
    return [item for item in items if item.record.n not in stopped]


def _played(game: Game, items: Sequence[StoredRecord], seat: SeatRow) -> Scene | None:
    """The scene of what was played after the last set-up of some records; None where nothing was."""
    once = {phase.id for phase in game.rules.SEQUENCE if phase.once}
    setups = [i for i, item in enumerate(items) if isinstance(item.record, PhaseRecord) and item.record.phase in once]
    later = items[setups[-1] + 1 :] if setups else items
    runs = [item for item in later if isinstance(item.record, PhaseRecord) and item.record.events]
    if setups and not any(item.record.phase in _acting(game) for item in runs if isinstance(item.record, PhaseRecord)):
        return None  # a first weather after the set-up is no news either
    before, events, _after = span_of(game, later)
    return game.rules.scene(game.rules.view(before, seat.side), _seen(game, events, seat), seat.side)


def _acting(game: Game) -> set[str]:
    """The phases in which a side gives orders."""
    return {phase.id for phase in game.rules.SEQUENCE if phase.sides}


def _finished(game: Game, items: Sequence[StoredRecord]) -> int:
    """The turn that some records bring to its end as their last; 0 where they end in the middle of one."""
    final = game.rules.SEQUENCE[-1].id
    runs = [item.record for item in items if isinstance(item.record, PhaseRecord) and item.record.suspended is None]
    ends = [i for i, record in enumerate(runs) if record.phase == final]
    if not ends or any(record.phase in _acting(game) for record in runs[ends[-1] + 1 :]):
        return 0
    return runs[ends[-1]].turn


def _news(home: Home, game: Game, items: Sequence[StoredRecord], seat: SeatRow) -> Iterator[str]:
    """What a report says before all else: the start of the game, the last roll-back, who has missed a deadline."""
    if items and items[0].record.n == 1 and not knows_it_has_begun(home, seat):
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


def seats_asked(home: Home, game: Game) -> set[str]:
    """The seats that the present phase or its open question asks, their orders in or not."""
    waiting = game.position.journal.suspended_run()
    return set(game.rules.awaited(game.state)) if waiting is None else seats_owing(home, game)


def _questions(home: Home, game: Game, seat: SeatRow) -> tuple[str, tuple[LeftOut, ...]]:
    """The questions that a seat has still to answer, and how, in its words; "" where there is none.

    And the game's own sentences, where those could not be made.
    """
    left, voice = {question.id for question in unanswered_questions(home, game)}, voice_of(game, seat.language)
    told = [_question(question, voice) for question in questions_to(home, game, seat.seat) if question.id in left]
    return "\n".join(said for said, _ in told), tuple(each for _, left_out in told for each in left_out)


def _question(question: Question, voice: Voice) -> tuple[str, tuple[LeftOut, ...]]:
    _ = voice.translations.gettext
    values = {"question": question.id, "options": ", ".join(question.options), "default": question.default}
    generic = _("A question: %(question)s. Possible answers: %(options)s. Without an answer: %(default)s.") % values
    own, left_out = attempt("sentence", partial(voice.sentences.question, question), "")
    return own or str(generic), left_out


def asked_now(home: Home, game: Game, seat: SeatRow, now: datetime) -> tuple[str, ...]:
    """What a seat is asked now and until when, in sentences; none where nothing is asked of it."""
    if game.over or seat.seat not in seats_asked(home, game):
        return ()
    row, voice = home.game_row(game.name), voice_of(game, seat.language)
    _ = voice.translations.gettext
    question, _left_out = _questions(home, game, seat)
    wanted = question or str(_("Your turn: %(phase)s.") % {"phase": voice.words.phase(game.state.phase)})
    if row.deadline is None or row.paused_at is not None:
        return tuple(wanted.split("\n"))
    values = {
        "deadline": format_time(row.deadline, seat.zone, seat.language),
        "relative": format_time_left(row.deadline, now, seat.language),
    }
    return (*wanted.split("\n"), str(_("You have until %(deadline)s, %(relative)s.") % values))


def _question_again(home: Home, game: Game, seat: SeatRow, now: datetime) -> Note | None:
    """The reminder of the open questions; None where nothing is open."""
    (question, left_out), row = _questions(home, game, seat), home.game_row(game.name)
    if not question:
        return None
    _ = translations(seat.language).gettext
    values = {
        "deadline": format_time(row.deadline, seat.zone, seat.language),
        "relative": format_time_left(row.deadline, now, seat.language),
    }
    due_ = _("You have until %(deadline)s, %(relative)s.") % values
    asks = (*question.split("\n"), due_)
    about = _("A question waits for your answer until %(deadline)s") % values
    return Note(game.name, game.data["title"], about, (), asks=asks, left_out=left_out)


def span_of(game: Game, items: Sequence[StoredRecord]) -> tuple[Any, tuple[Event, ...], Any]:
    """The state before some records, their events that still stand, and the state after them.

    A run that waits for an answer counts as far as it has come: the question is asked of what it has led to.
    """
    rules, waiting = game.rules, game.position.journal.suspended_run()
    in_force = {record.n for record in game.position.journal.in_force()} | ({waiting.n} if waiting else set())
    first = items[0].record.n if items else game.position.journal.next_number
    before = game.state_before(first)
    facts = [fact for item in items if item.record.n in in_force for fact in item.record.facts]
    events = tuple(read_event(rules, fact) for fact in facts)
    return before, events, fold(rules, before, events)


def _seen(game: Game, events: Iterable[Event], seat: SeatRow) -> tuple[Event, ...]:
    """Of events those that a seat's side may see, as it sees them."""
    return tuple(e for e in (game.rules.sees(event, seat.side) for event in events) if e is not None)


def span(game: Game, item: StoredRecord, seat: SeatRow) -> Span:
    """One record as a report tells it to a seat."""
    record = item.record
    facts = record.events if isinstance(record, PhaseRecord | RulingRecord) else ()
    events = _seen(game, (read_event(game.rules, fact) for fact in facts), seat)
    phase = record.phase if isinstance(record, PhaseRecord) else record.kind
    phase = "agreed" if isinstance(record, RulingRecord) and record.ruling == "agreed" else phase
    link = record.link.value or "" if isinstance(record, PhaseRecord) else ""
    rolls = tuple(e for e in events if e.type == "rolled")
    return Span(
        turn=record.turn,
        phase=phase,
        n=record.n,
        hash=item.hash,
        words=hash_words(item.hash),
        link=link,
        events=events,
        rolls=rolls,  # type: ignore[arg-type]
        notes=tuple(describe_record(game, record, seat.language)),
        waits=isinstance(record, PhaseRecord) and record.suspended is not None,
        beacon=_beacon(record) if isinstance(record, PhaseRecord) else None,
        auto=isinstance(record, PhaseRecord) and record.phase not in _acting(game),
    )


def _heads(game: Game, items: Sequence[StoredRecord]) -> tuple[str, ...]:
    """The heads of the dice of some records, or the one in use where there are no dice."""
    used = dict.fromkeys(item.record.head for item in items if isinstance(item.record, PhaseRecord))
    return tuple(used) or (game.position.journal.head,)


def _beacon(record: PhaseRecord) -> tuple[str, str] | None:
    return None if record.beacon is None else (record.beacon, record.beacon_source or "-")


def describe_record(game: Game, record: Any, language: str) -> list[str]:
    """What reports and history say of a record that is no ordinary phase."""
    _ = translations(language).gettext
    if isinstance(record, RollbackRecord):
        why = (_("The reason: %(why)s") % {"why": record.why},) if record.why else ()
        if is_of_rulings_alone(game, record):
            told = _("Decided by %(who)s.")
        elif record.same_dice:
            told = _("Decided by %(who)s, to be played again with the same dice.")
        else:
            told = _("Decided by %(who)s, to be played again with new dice.")
        return [" ".join((f"{reached_sentence(game, record, language)}.", told % {"who": record.who}, *why))]
    if isinstance(record, PhaseRecord) and record.link.again:
        return [
            _("A correction: this phase was played again with the dice that it had."),
            *dice_letters.describe_new_head(record, language),
        ]
    if isinstance(record, RulingRecord) and record.ruling == "started-without-nonce":
        seats = players_named(game, record.seats, language)
        return [
            _("The game starts without a text of %(seats)s in its dice: decided by the referee.") % {"seats": seats}
        ]
    if isinstance(record, RulingRecord) and record.ruling == AMENDED:
        why = (_("The reason: %(why)s") % {"why": record.why},) if record.why else ()
        told = _("%(who)s has changed the position by a ruling:") % {"who": record.who}
        return [" ".join((told, *amended_fields(game, record, None, language), *why))]
    if isinstance(record, RulingRecord) and record.ruling == CLOCK_ACCEPTED:
        told = _("The clock was ahead for a while; it counts as it is now, says %(who)s: %(why)s")
        return [told % {"who": record.who, "why": record.why}]
    return dice_letters.describe_new_head(record, language)


def amended_fields(game: Game, record: RulingRecord, side: str | None, language: str) -> list[str]:
    """What a ruling has changed of the position, as a side may see it (None: what all may): a sentence a unit."""
    journal, rules = Journal.of(game.manifest, [i.record for i in game.records if i.record.n < record.n]), game.rules
    was = state_after(rules, rules.initial(game.scenario), journal.in_force())
    now = fold(rules, was, (read_event(rules, fact) for fact in record.events))
    before, after = (rules.dump(rules.view(state, side), full=True) for state in (was, now))
    return change_sentences(before, after, voice_of(game, language))


def reached(game: Game, record: RollbackRecord) -> tuple[int, str]:
    """Turn and phase that a rollback took its game back to: those of the first run that it withdrew.

    Where the records that it withdrew are lost, those of the first run after it, or of the present.
    """
    runs = [item.record for item in game.records if isinstance(item.record, PhaseRecord) and item.record.n > record.to]
    withdrawn, later = [r for r in runs if r.n < record.n], [r for r in runs if r.n > record.n]
    found = next(iter(withdrawn or later), None)
    return (found.turn, found.phase) if found is not None else (game.state.turn, game.state.phase)


def taken_back(game: Game, record: RollbackRecord) -> tuple[Entry, ...]:
    """The records that a rollback took out of force, oldest first."""
    before = Journal.of(game.manifest, [item.record for item in game.records if item.record.n < record.n])
    return before.withdrawn_by(record)


def is_of_rulings_alone(game: Game, record: RollbackRecord) -> bool:
    """Whether a rollback took back rulings and nothing that was played: the orders that were sent stand."""
    gone = taken_back(game, record)
    return bool(gone) and all(isinstance(each, RulingRecord) and each.ruling == AMENDED for each in gone)


def reached_sentence(game: Game, record: RollbackRecord, language: str) -> str:
    """Where a rollback took its game back to, in words, without a full stop."""
    turn, phase = reached(game, record)
    voice = voice_of(game, language)
    if is_of_rulings_alone(game, record):
        return str(voice.translations.gettext("A ruling of the referee is taken back"))
    values = {"phase": voice.words.phase(phase), "turn": turn}
    return str(voice.translations.gettext("The game goes back to: %(phase)s, turn %(turn)s") % values)


def _tallies(game: Game, state: Any) -> tuple[Tally, ...]:
    """How each side stands: counters on the map, eliminated, still to come."""
    count = Counter((piece.side, piece.where) for piece in game.rules.pieces(state, None))
    return tuple(
        Tally(side, count[side, "map"], count[side, "gone"], count[side, "coming"]) for side in game.rules.SIDES
    )


def _notes(home: Home, game: Game, seat: SeatRow, now: datetime) -> list[str]:
    """What all players should know of the mail: whose address fails; and that the dice are test dice."""
    _ = translations(seat.language).gettext
    bounced = (row for row in home.store.bounces.of(game=game.name) if not _was_reported_since(home, seat, row.last))
    failing = sorted({row.seat for row in bounced})
    said = [_("Emails to %(seat)s come back: the referee knows.") % {"seat": name} for name in failing]
    if game.manifest.test_dice:
        said.append(_("Test dice: the root of this game's dice is known."))
    said += dice_letters.describe_changes(game, seat.language)
    waiting = home.game_row(game.name).started is not None and seats_without_nonce(home, game) and not game.over
    return [*said, closing_sentence(home, game, seat, now)] if waiting else said


def _was_reported_since(home: Home, seat: SeatRow, when: datetime) -> bool:
    """Whether a seat has had a report since then: what that told need not be told again."""
    where = "game = ? AND seat = ? AND what = 'report' AND at > ?"
    return home.store.outbox.count(where, seat.game, seat.seat, when) > 0


def _ended(game: Game, seat: SeatRow) -> Ended | None:
    ending, voice = game.ending, voice_of(game, seat.language)
    if ending is None:
        return None
    return Ended(outcome(voice, ending.winner, ending.level), voice.words.clause(ending.reason), ending.winner)


def send_reports(home: Home, game: Game, now: datetime) -> int:
    """Queue the reports that are due, one a seat; how many."""
    seats = seats_due(home, game)
    for seat in seats:
        send_report(home, game, seat, now)
    return len(seats)


def send_report(home: Home, game: Game, seat: SeatRow, now: datetime, serial: int = 0) -> None:
    """Queue the report of all since a seat's last one; `serial` tells one to another player of the seat from others."""
    n = game.position.journal.next_number - 1
    press = waiting_press(home, game, seat)
    report = replace(report_since(home, game, seat, seat.last_reported, now), press=press.parts)
    mail = render(report, voice_of(game, seat.language), grounds=grounds_of(home.path))
    with home.store.transaction():
        proof = dice_letters.attachment(game, seat.seat, report.spans)
        files = (*((proof,) if proof else ()), *_calendar(home, game, seat, report.asked is not None, now))
        mailing = Mailing("report", n, version_of(game.position.previous) + serial)
        post(home, seat, mailing, mail, now, form=report.form, files=files)
        home.store.seats.change(game.name, seat.seat, last_reported=n)
        mark_sent(home, seat, press)


def _calendar(home: Home, game: Game, seat: SeatRow, asked: bool, now: datetime) -> tuple[Attachment, ...]:
    """The deadline of a seat that is asked, for its calendar."""
    return calendar_entry(home, game, seat, home.game_row(game.name).deadline, now) if asked else ()


def calendar_uid(home: Home, game: Game, seat: SeatRow) -> str:
    """What the deadline of the current phase is called in the calendar of a seat."""
    return f"{game.name}.{game.state.turn}.{game.state.phase}.{seat.seat}@{home.config.host}"


def calendar_entry(
    home: Home, game: Game, seat: SeatRow, deadline: datetime | None, now: datetime, method: Method = "PUBLISH"
) -> tuple[Attachment, ...]:
    """A deadline of the current phase for the calendar of a seat, as new, moved or cancelled; none where there is none.

    Every one of a seat and phase is the same entry of its calendar.
    """
    if deadline is None or not seat.addresses:
        return ()
    voice = voice_of(game, seat.language)
    values = {"game": game.name, "turn": game.state.turn}
    _ = voice.translations.gettext
    summary = _("%(game)s: your orders for turn %(turn)s") % values
    uid = calendar_uid(home, game, seat)
    told = _("Reply to the last report of the game.")
    by = referee_mailbox(home, game.name, seat.language)
    to = None if method == "PUBLISH" else Mailbox(seat.name, seat.addresses[0])
    return (deadline_file(uid, deadline, now, summary, told, by, method=method, to=to),)


def send_reminders(home: Home, game: Game, now: datetime) -> int:
    """Queue a reminder to each seat that owes orders or an answer, once a phase, in the last quarter of its time."""
    row, count = home.game_row(game.name), 0
    if game.over or not reminds(row, now):
        return 0
    for name in sorted(seats_owing(home, game)):
        seat = home.store.seats.need(game.name, name)
        if seat.reminded_at is not None:
            continue
        voice = voice_of(game, seat.language)
        press = waiting_press(home, game, seat)
        letter = _question_again(home, game, seat, now) or replace(reminder(home, game, seat, now), press=press.parts)
        form = letter.form if isinstance(letter, Reminder) else ()
        with home.store.transaction():
            mail, files = render_letter(letter, voice.words, voice.translations), _calendar(home, game, seat, True, now)
            mailing = Mailing("reminder", row.opened_n, version_of(game.position.previous))
            post(home, seat, mailing, mail, now, form=form, files=files)
            home.store.seats.change(game.name, seat.seat, reminded_at=now)
            if isinstance(letter, Reminder):
                mark_sent(home, seat, press)
        count += 1
    return count
