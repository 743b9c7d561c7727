"""Reports: everything since a seat's last one, told when the seat is awaited, a turn ends or the game is over."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from pbem.canonical import canonical
from pbem.core.events import Event
from pbem.core.play import fold
from pbem.core.scene import Scene
from pbem.game.codec import read_event
from pbem.game.game import Table
from pbem.game.phase import state_of
from pbem.game.voice import moment, outcome, until, voice_of
from pbem.language.messages import translations
from pbem.mail.writing.calendar import deadline
from pbem.mail.writing.compose import Attachment, Mailbox
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import World
from pbem.referee.letters import dice_letters
from pbem.referee.letters.dice_attachment import attachment
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.queue import post
from pbem.referee.letters.short import closes, reminder, welcome
from pbem.referee.turn.deadlines import reminds
from pbem.referee.turn.nonces import silent
from pbem.referee.turn.workflow import owing, unanswered
from pbem.report.letters import Note, Reminder, render_letter
from pbem.report.story import Voice, render
from pbem.report.telling import Asked, Ended, Holding, LeftOut, Span, Tally, Telling, attempt
from pbem.save.journal import Written
from pbem.save.records import OpenQuestion, PhaseRecord, RollbackRecord, RulingRecord
from pbem.save.words import words as spoken
from pbem.store.rows import SeatRow


def due(world: World, table: Table) -> tuple[SeatRow, ...]:
    """The seats that get a report now: there is something new, and they are asked, or a turn or the game ended."""
    last = table.position.journal.next_number - 1
    asked = owing(world, table)
    found = []
    for seat in world.seats(table.name):
        news = [item for item in table.written if item.record.n > seat.last_reported]
        if not news or last <= seat.last_reported:
            continue
        if table.over or seat.seat in asked or _turn_ended(table, news):
            found.append(seat)
    return tuple(found)


def _turn_ended(table: Table, news: Sequence[Written]) -> bool:
    """Whether the news bring the turn to an end: they hold the last phase of a turn."""
    final = table.rules.SEQUENCE[-1].id
    return any(isinstance(item.record, PhaseRecord) and item.record.phase == final for item in news)


def told(
    world: World,
    table: Table,
    seat: SeatRow,
    since: int,
    now: datetime,
    *,
    to: int | None = None,
) -> Telling:
    """What a report tells of the records after number `since`, up to `to` (all of them if left out)."""
    items = [item for item in table.written if since < item.record.n and (to is None or item.record.n <= to)]
    whole = to is None or to >= table.position.journal.next_number - 1
    return telling_of(world, table, seat, items, now, present=whole)


def telling_of(
    world: World, table: Table, seat: SeatRow, items: Sequence[Written], now: datetime, *, present: bool
) -> Telling:
    """What a report tells a seat of some records; with `present`, also what it is asked now."""
    rules, row = table.rules, world.game(table.name)
    before, events, after = span_of(table, items)
    view = rules.view(before, seat.side)
    scene = rules.scene(view, _seen(table, events, seat), seat.side)
    is_asked = present and not table.over and seat.seat in _asked_at_all(world, table)
    when = moment(row.deadline, seat.zone, seat.language), until(row.deadline, now, seat.language)
    question, left_out = _questions(world, table, seat)
    return Telling(
        game=table.name,
        title=table.data["title"],
        seat=seat.seat,
        side=seat.side,
        language=seat.language,
        turn=after.turn,
        turns=int(table.data["turns"]),
        phase=after.phase,
        spans=tuple(span(table, item, seat) for item in items),
        scene=scene,
        asked=Asked(table.state.phase, *when, question) if is_asked else None,
        form=form_of(table, seat) if is_asked and table.position.journal.suspended() is None else (),
        tallies=_tallies(table, rules.view(after, seat.side)),
        holdings=_holdings(scene, rules.scene(view, (), seat.side)),
        conditions=scene.conditions,
        notes=tuple(_notes(world, table, seat, now)),
        ended=_ended(table, seat) if present else None,
        heads=_heads(table, items),
        left_out=left_out,
    )


def _asked_at_all(world: World, table: Table) -> set[str]:
    """The seats that the present phase or its open question asks."""
    waiting = table.position.journal.suspended()
    return set(table.rules.awaited(table.state)) if waiting is None else owing(world, table)


def _questions(world: World, table: Table, seat: SeatRow) -> tuple[str, tuple[LeftOut, ...]]:
    """The questions that a seat has still to answer, and how, in its words; "" where there is none.

    And the game's own sentences, where those could not be made.
    """
    own, voice = table.questions_to(seat.seat), voice_of(table, seat.language)
    told = [_question(question, voice) for question in unanswered(world, table) if question in own]
    return "\n".join(said for said, _ in told), tuple(each for _, left_out in told for each in left_out)


def _question(question: OpenQuestion, voice: Voice) -> tuple[str, tuple[LeftOut, ...]]:
    _ = voice.translations.gettext
    values = {"question": question.id, "options": ", ".join(question.options), "default": question.default}
    generic = _("A question: %(question)s. Possible answers: %(options)s. Without an answer: %(default)s.") % values
    own, left_out = attempt("sentence", partial(voice.sentences.question, question), "")
    return own or str(generic), left_out


def _question_again(world: World, table: Table, seat: SeatRow, now: datetime) -> Note | None:
    """The reminder of the open questions; None where nothing is open."""
    (question, left_out), row = _questions(world, table, seat), world.game(table.name)
    if not question:
        return None
    _ = translations(seat.language).gettext
    values = {
        "deadline": moment(row.deadline, seat.zone, seat.language),
        "relative": until(row.deadline, now, seat.language),
    }
    due_ = _("Due %(deadline)s (%(relative)s).") % values
    asks = (*question.split("\n"), due_)
    about = _("A question waits for your answer until %(deadline)s") % values
    return Note(table.name, table.data["title"], about, (), asks=asks, left_out=left_out)


def span_of(table: Table, items: Sequence[Written]) -> tuple[Any, tuple[Event, ...], Any]:
    """The state before some records, their events that still stand, and the state after them."""
    rules, in_force = table.rules, {record.n for record in table.position.journal.in_force()}
    first = items[0].record.n if items else table.position.journal.next_number
    kept = [r for r in table.position.journal.in_force() if r.n < first]
    before = state_of(rules, rules.initial(table.scenario), kept)
    facts = [fact for item in items if item.record.n in in_force for fact in item.record.facts]
    events = tuple(read_event(rules, fact) for fact in facts)
    return before, events, fold(rules, before, events)


def _seen(table: Table, events: Iterable[Event], seat: SeatRow) -> tuple[Event, ...]:
    """Of events those that a seat's side may see, as it sees them."""
    return tuple(e for e in (table.rules.sees(event, seat.side) for event in events) if e is not None)


def span(table: Table, item: Written, seat: SeatRow) -> Span:
    """One record as a report tells it to a seat."""
    record = item.record
    facts = record.events if isinstance(record, PhaseRecord | RulingRecord) else ()
    events = _seen(table, (read_event(table.rules, fact) for fact in facts), seat)
    phase = record.phase if isinstance(record, PhaseRecord) else record.kind
    link = record.link.value or "" if isinstance(record, PhaseRecord) else ""
    rolls = tuple(e for e in events if e.type == "rolled")
    return Span(
        turn=record.turn,
        phase=phase,
        n=record.n,
        hash=item.hash,
        words=spoken(item.hash),
        link=link,
        events=events,
        rolls=rolls,  # type: ignore[arg-type]
        notes=tuple(said_of(record, seat.language)),
        waits=isinstance(record, PhaseRecord) and record.suspended is not None,
        key=_key(table, record) if isinstance(record, PhaseRecord) and link else "",
        beacon=_beacon(record) if isinstance(record, PhaseRecord) else None,
    )


def _heads(table: Table, items: Sequence[Written]) -> tuple[str, ...]:
    """The heads of the dice of some records, or the one in use where there are no dice."""
    used = dict.fromkeys(item.record.head for item in items if isinstance(item.record, PhaseRecord))
    return tuple(used) or (table.position.journal.head,)


def _key(table: Table, record: PhaseRecord) -> str:
    """What is hashed with the link into the key of a phase's dice, to the letter."""
    about = {"beacon": record.beacon, "game": table.name, "nonces": dict(record.nonces), "phase": record.at}
    return canonical(about).decode("utf-8")


def _beacon(record: PhaseRecord) -> tuple[str, str] | None:
    return None if record.beacon is None else (record.beacon, record.beacon_source or "-")


def said_of(record: Any, language: str) -> list[str]:
    """What reports and history say of a record that is no ordinary phase."""
    _ = translations(language).gettext
    if isinstance(record, RollbackRecord):
        values = {"n": record.to, "who": record.who, "why": record.why or "-"}
        if record.same_dice:
            return [_("Taken back to record %(n)s by %(who)s, to be played again with the same dice: %(why)s") % values]
        return [_("Taken back to record %(n)s by %(who)s, to be played again with new dice: %(why)s") % values]
    if isinstance(record, PhaseRecord) and record.link.again:
        return [
            _("A correction: this phase was played again with the dice that it had."),
            *dice_letters.of_record(record, language),
        ]
    if isinstance(record, RulingRecord) and record.ruling == "started-without-nonce":
        seats = ", ".join(record.seats)
        return [
            _("The game starts without a text of %(seats)s in its dice: decided by the referee.") % {"seats": seats}
        ]
    return dice_letters.of_record(record, language)


def _holdings(scene: Scene, earlier: Scene) -> tuple[Holding, ...]:
    """Who holds each place that matters, and who held it before."""
    before = {control.space: control.side for control in earlier.controls}
    return tuple(Holding(c.space, c.side, c.changed, before.get(c.space)) for c in scene.controls)


def _tallies(table: Table, state: Any) -> tuple[Tally, ...]:
    """How each side stands: counters on the map, eliminated, still to come."""
    count = Counter((piece.side, piece.where) for piece in table.rules.pieces(state, None))
    return tuple(
        Tally(side, count[side, "map"], count[side, "gone"], count[side, "coming"]) for side in table.rules.SIDES
    )


def _notes(world: World, table: Table, seat: SeatRow, now: datetime) -> list[str]:
    """What all players should know of the mail: whose address fails; and that the dice are test dice."""
    _ = translations(seat.language).gettext
    bounced = (row for row in world.store.bounces.of(game=table.name) if not _told_since(world, seat, row.last))
    failing = sorted({row.seat for row in bounced})
    said = [_("Mails to %(seat)s come back: the referee knows.") % {"seat": name} for name in failing]
    if table.game.test_dice:
        said.append(_("Test dice: the root of this game's dice is known."))
    said += dice_letters.changes(table, seat.language)
    waiting = world.game(table.name).started is not None and silent(world, table) and not table.over
    return [*said, closes(world, table, seat, now)] if waiting else said


def _told_since(world: World, seat: SeatRow, when: datetime) -> bool:
    """Whether a seat has had a report since then: what that told need not be told again."""
    where = "game = ? AND seat = ? AND what = 'report' AND at > ?"
    return world.store.outbox.count(where, seat.game, seat.seat, when) > 0


def _ended(table: Table, seat: SeatRow) -> Ended | None:
    ending, voice = table.ending, voice_of(table, seat.language)
    if ending is None:
        return None
    return Ended(outcome(voice, ending.winner, ending.level), voice.words.clause(ending.reason))


def send_reports(world: World, table: Table, now: datetime) -> int:
    """Queue the reports that are due, one a seat; how many."""
    seats = due(world, table)
    for seat in seats:
        n = table.position.journal.next_number - 1
        telling = told(world, table, seat, seat.last_reported, now)
        mail = render(telling, voice_of(table, seat.language), grounds=grounds_of(world.home))
        with world.store.transaction():
            proof = attachment(table, seat.seat, telling.spans)
            files = (*((proof,) if proof else ()), *_calendar(world, table, seat, telling.asked is not None, now))
            # The hash too: where a backup was put back, record n may be another one, and its report another mail.
            version = int(table.position.previous[:12], 16)
            post(world, seat, "report", n, mail, now, version=version, form=telling.form, files=files)
            world.store.seats.change(table.name, seat.seat, last_reported=n)
    return len(seats)


def _calendar(world: World, table: Table, seat: SeatRow, asked: bool, now: datetime) -> tuple[Attachment, ...]:
    """The deadline of a seat that is asked, for its calendar."""
    row = world.game(table.name)
    if not asked or row.deadline is None:
        return ()
    voice = voice_of(table, seat.language)
    values = {"game": table.name, "phase": voice.words.phase(table.state.phase), "turn": table.state.turn}
    _ = voice.translations.gettext
    summary = _("%(game)s: turn %(turn)s, %(phase)s, orders due") % values
    uid = f"{table.name}.{table.state.turn}.{table.state.phase}.{seat.seat}@{world.config.host}"
    told = _("Answer the last report of the game.")
    by = Mailbox(world.config.name, world.config.address)
    return (deadline(uid, row.deadline, now, summary, told, by),)


def send_welcomes(world: World, table: Table, now: datetime) -> None:
    """Queue the first mail of every seat; those that were queued before stay as they were."""
    for seat in world.seats(table.name):
        if world.store.outbox.of(game=table.name, seat=seat.seat, what="welcome"):
            continue
        voice = voice_of(table, seat.language)
        letter = welcome(world, table, seat, now)
        post(world, seat, "welcome", 0, render_letter(letter, voice.words, voice.translations), now, form=letter.form)


def send_reminders(world: World, table: Table, now: datetime) -> int:
    """Queue a reminder to each seat that owes orders or an answer, once a phase, in the last quarter of its time."""
    row, count = world.game(table.name), 0
    if table.over or not reminds(row, now):
        return 0
    for name in sorted(owing(world, table)):
        seat = world.store.seats.need(table.name, name)
        if seat.reminded_at is not None:
            continue
        voice = voice_of(table, seat.language)
        letter = _question_again(world, table, seat, now) or reminder(world, table, seat, now)
        form = letter.form if isinstance(letter, Reminder) else ()
        with world.store.transaction():
            post(
                world, seat, "reminder", row.opened_n, render_letter(letter, voice.words, voice.translations), now,
                form=form, files=_calendar(world, table, seat, True, now),
            )  # fmt: skip
            world.store.seats.change(table.name, seat.seat, reminded_at=now)
        count += 1
    return count
