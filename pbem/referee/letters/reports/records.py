"""Records told: the state before and after some, what a side may see of them, and those that are no ordinary phase."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.core.events import Event, OrderVoided
from pbem.core.play import fold
from pbem.game.codec import read_event
from pbem.game.game import Game
from pbem.game.phase import lines_as_read, state_after
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.language.write import write_order
from pbem.referee.letters import dice_letters
from pbem.referee.letters.players import players_named
from pbem.report.amended import change_sentences
from pbem.report.content import LineVoided, Span
from pbem.save.journal import Journal, StoredRecord
from pbem.save.records import AMENDED, CLOCK_ACCEPTED, Entry, PhaseRecord, RollbackRecord, RulingRecord
from pbem.save.words import hash_words
from pbem.store.rows import SeatRow

Told = Mapping[int, int]
"""How many of the first events of records were told before, by the number of the record."""
NEW: Told = MappingProxyType({})


def told_before(game: Game, items: Sequence[StoredRecord], since: int) -> Told:
    """What of some records was told by the report up to record `since`.

    A run that goes on after an answer begins with all that its question was asked of.
    """
    kinds = (PhaseRecord, RollbackRecord)
    last = next((i.record for i in reversed(game.records) if i.record.n <= since and isinstance(i.record, kinds)), None)
    if not isinstance(last, PhaseRecord) or last.suspended is None:
        return NEW
    later = [item.record for item in items]
    if any(isinstance(record, RollbackRecord) for record in later):
        return NEW
    return {run.n: len(last.events) for run in later if isinstance(run, PhaseRecord) and run.at == last.at}


def span_of(game: Game, items: Sequence[StoredRecord], told: Told = NEW) -> tuple[Any, tuple[Event, ...], Any]:
    """The state before some records, their events that still stand, and the state after them.

    A run that waits for an answer counts as far as it has come: the question is asked of what it has led to. The first
    events that were `told` before belong to the state before.
    """
    rules, waiting = game.rules, game.position.journal.suspended_run()
    in_force = {record.n for record in game.position.journal.in_force()} | ({waiting.n} if waiting else set())
    first = items[0].record.n if items else game.position.journal.next_number
    before = game.state_before(first)
    records = [item.record for item in items if item.record.n in in_force]
    facts = [fact for each in records for fact in (waiting.events if waiting and each.n == waiting.n else each.facts)]
    events = tuple(read_event(rules, fact) for fact in facts)
    known = told.get(records[0].n, 0) if records else 0
    before = fold(rules, before, events[:known])
    return before, events[known:], fold(rules, before, events[known:])


def seen(game: Game, events: Iterable[Event], side: str | None) -> tuple[Event, ...]:
    """Of events those that a side may see (None: that all may), as it sees them."""
    return tuple(e for e in (game.rules.sees(event, side) for event in events) if e is not None)


def span(game: Game, item: StoredRecord, seat: SeatRow, told: int = 0) -> Span:
    """One record as a report tells it to a seat, but for its first events, that were `told` before; all its dice."""
    record = item.record
    facts = record.events if isinstance(record, PhaseRecord | RulingRecord) else ()
    whole = tuple(read_event(game.rules, fact) for fact in facts)
    events, rolled = seen(game, whole[told:], seat.side), seen(game, whole, seat.side)
    if isinstance(record, PhaseRecord):
        events = _with_lines(game, record, events, seat.language)
    phase = record.phase if isinstance(record, PhaseRecord) else record.kind
    if isinstance(record, RulingRecord) and record.ruling in ("agreed", "conceded"):
        phase = record.ruling  # what players do, though the record is a ruling
    link = record.link.value or "" if isinstance(record, PhaseRecord) else ""
    rolls = tuple(e for e in rolled if e.type == "rolled")
    turn = reached(game, record)[0] if isinstance(record, RollbackRecord) else record.turn
    return Span(
        turn=game.told_turn(turn),
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
        auto=isinstance(record, PhaseRecord) and record.phase not in acting_phases(game),
    )


def _with_lines(game: Game, record: PhaseRecord, events: Iterable[Event], language: str) -> tuple[Event, ...]:
    """Events, those of lines that could not be carried out with what the lines say, in a language."""
    lines = {
        (seat, line.number): line.order for seat, each in lines_as_read(game.rules, record).items() for line in each
    }
    return tuple(
        LineVoided(**dict(event), text=write_order(lines[event.seat, event.line], game.lexicon, language))
        if isinstance(event, OrderVoided) and (event.seat, event.line) in lines
        else event
        for event in events
    )


def acting_phases(game: Game) -> set[str]:
    """The phases in which a side gives orders."""
    return {phase.id for phase in game.rules.SEQUENCE if phase.sides}


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
