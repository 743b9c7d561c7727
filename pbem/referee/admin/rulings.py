"""What players or referee decide beside the rules: concession, draw, rollback, start without a nonce. All recorded."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from pbem.core.events import Event
from pbem.core.play import fold
from pbem.errors import BadInput, Refused
from pbem.game.game import Table
from pbem.game.phase import state_hash, state_of
from pbem.game.voice import voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import World
from pbem.referee.letters.queue import post
from pbem.referee.letters.short import status
from pbem.referee.turn.nonces import WITHOUT_NONCE, silent
from pbem.referee.turn.workflow import adjudicate, end, opened, started, written
from pbem.report.digest import positions_said
from pbem.report.letters import Note, render_letter
from pbem.report.story import map_of, no_map
from pbem.report.telling import attempt
from pbem.save.records import Entry, PhaseRecord, RollbackRecord, RulingRecord, States
from pbem.store.rows import SeatRow


def concede(world: World, table: Table, conceding: Sequence[str], now: datetime) -> Table | None:
    """The end of the game where the seats that concede are all of a side; None where another seat of it plays on."""
    ended = table.rules.surrender(table.state, conceding)
    if ended is None:
        return None
    side = next(side for side in table.rules.SIDES if side != ended.winner)
    seats = [seat for seat, of in table.game.seats.items() if of == side]
    return _ruled(world, table, "conceded", seats, (ended,), now)


def draw(world: World, table: Table, voting: Sequence[str], now: datetime) -> Table | None:
    """The end of the game in a draw where all seats vote for it; else None."""
    ended = table.rules.agreed_draw(table.state, voting)
    return None if ended is None else _ruled(world, table, "agreed", list(table.game.seats), (ended,), now)


def start_without(world: World, table: Table, seats: Sequence[str], who: str, now: datetime) -> Table:
    """Start the game, or go on with new dice, although these seats have sent no nonce for them.

    It is recorded, and every verification warns of it. BadInput for a seat that there is not; Refused where no nonce is
    missing, one of the seats has sent its own, or another has not.
    """
    for seat in seats:
        if seat not in table.game.seats:
            raise BadInput(f"{table.name} has no seat {seat!r}; there are {', '.join(sorted(table.game.seats))}.")
    missing = set(silent(world, table))
    if world.game(table.name).started is not None and not missing:
        raise Refused(f"{table.name} has started already.")
    if answered := sorted(set(seats) - missing):
        raise Refused(f"{', '.join(answered)} has answered already: its text is in the dice.")
    if others := sorted(missing - set(seats)):
        raise Refused(f"{', '.join(others)} has not answered either: name it too, or wait for its answer.")
    table = _ruled(world, table, WITHOUT_NONCE, list(seats), (), now, who=who)
    started(world, table, now)
    return table


def resumed(world: World, table: Table, now: datetime) -> Table:
    """The game after what a kill has left out between its last record and the opening of its phase."""
    last = table.written[-1].record if table.written else None
    if isinstance(last, RollbackRecord):
        return _taken_back(world, table, last, now)
    return opened(world, end(world, table, now) if table.over else table, now)


def rollback(world: World, table: Table, phase: str, *, same_dice: bool, who: str, why: str, now: datetime) -> Table:
    """Go back to before a phase ("3.combat"), the last time that it was played; history keeps everything.

    With `same_dice` the sheets stay as they are and the phase is run again at once with the dice it had; otherwise
    the sheets of that turn from the phase on are reopened and the next links give new dice.
    """
    played = [r for r in table.position.journal.in_force() if isinstance(r, PhaseRecord) and r.at == phase]
    if not played:
        known = [r.at for r in table.position.journal.in_force() if isinstance(r, PhaseRecord)]
        raise BadInput(f"{table.name} has not played {phase!r}; the last phases are {', '.join(known[-3:]) or 'none'}.")
    if same_dice:
        _require_same_dice(table, [r for r in table.position.journal.in_force() if r.n >= played[0].n])
    to = played[0].n - 1
    kept = [r for r in table.position.journal.in_force() if r.n <= to]
    state = state_of(table.rules, table.rules.initial(table.scenario), kept)
    record = RollbackRecord(
        n=table.position.journal.next_number,
        turn=table.state.turn,
        previous=table.position.previous,
        state=States(before=state_hash(table.rules, table.state), after=state_hash(table.rules, state)),
        test_dice=table.game.test_dice,
        to=kept[-1].n if kept else 0,
        same_dice=same_dice,
        who=who,
        why=why,
    )
    return _taken_back(world, written(world, table, record, now), record, now)


def _require_same_dice(table: Table, withdrawn: Sequence[Entry]) -> None:
    """Nothing, if the first of these phases can be played with its dice once more; else Refused."""
    first = next(record for record in withdrawn if isinstance(record, PhaseRecord))
    if first.link.again:
        raise Refused(f"{first.at} was corrected once already: its dice cannot be named again. Roll new dice.")
    if any(isinstance(record, PhaseRecord) and record.head != table.position.journal.head for record in withdrawn):
        raise Refused(f"{first.at} was played with the dice of an earlier head, which no phase uses any more.")


def _taken_back(world: World, table: Table, record: RollbackRecord, now: datetime) -> Table:
    """The game after its rollback was recorded: played again with the same sheets, or its sheets asked for anew."""
    with world.store.transaction():
        for seat in world.seats(table.name):
            if seat.conceded:
                world.store.seats.change(table.name, seat.seat, conceded=False)
    if record.same_dice:
        return adjudicate(world, table, now)
    _reopen(world, table)
    return opened(world, table, now)


def _reopen(world: World, table: Table) -> None:
    """Forget what was sent and answered for the phases from the present one on."""
    order = [phase.id for phase in table.rules.SEQUENCE]
    present = (table.state.turn, order.index(table.state.phase))
    with world.store.transaction():
        for row in world.store.sections.of(game=table.name):
            if (row.turn, order.index(row.phase)) >= present:
                world.store.sections.remove(game=row.game, seat=row.seat, turn=row.turn, phase=row.phase)
        for answer in world.store.answers.of(game=table.name):
            turn, _, phase = answer.phase.partition(".")
            if (int(turn), order.index(phase)) >= present:
                world.store.answers.remove(game=table.name, phase=answer.phase, question=answer.question)


def _ruled(
    world: World,
    table: Table,
    ruling: str,
    seats: Sequence[str],
    events: tuple[Event, ...],
    now: datetime,
    who: str = "players",
) -> Table:
    after = fold(table.rules, table.state, events)
    record = RulingRecord(
        n=table.position.journal.next_number,
        turn=table.state.turn,
        previous=table.position.previous,
        state=States(before=state_hash(table.rules, table.state), after=state_hash(table.rules, after)),
        test_dice=table.game.test_dice,
        ruling=ruling,
        seats=tuple(sorted(seats)),
        who=who,
        why="",
        events=tuple(event.to_json() for event in events),
    )
    table = written(world, table, record, now)
    return opened(world, end(world, table, now), now) if events else table


def tell_proposal(world: World, table: Table, by: SeatRow, serial: int, now: datetime) -> None:
    """Tell the other seats that a draw is proposed, and how to vote."""
    lines = (N_("%(seat)s proposes to end the game in a draw."),)
    asks = (N_("Answer with a line VOTE YES or VOTE NO. All seats must agree."),)
    _tell_others(world, table, by, f"proposal {serial}", N_("A draw is proposed"), lines, now, asks)


def tell_rejection(world: World, table: Table, by: SeatRow, serial: int, now: datetime) -> None:
    """Tell the other seats that the draw that was proposed is rejected."""
    lines = (N_("%(seat)s does not agree to the draw: the game goes on."),)
    _tell_others(world, table, by, f"rejection {serial}", N_("The draw is rejected"), lines, now)


def _tell_others(
    world: World,
    table: Table,
    by: SeatRow,
    what: str,
    about: str,
    lines: Sequence[str],
    now: datetime,
    asks: Sequence[str] = (),
) -> None:
    """Send a note about what a seat did to all others, each in its language; `what` tells the note from others."""
    for seat in world.seats(table.name):
        if seat.seat == by.seat:
            continue
        _ = translations(seat.language).gettext
        told = tuple(_(line) % {"seat": by.seat} for line in lines)
        note = Note(table.name, table.data["title"], _(about), told, asks=tuple(_(line) for line in asks))
        voice = voice_of(table, seat.language)
        post(world, seat, "note", what, render_letter(note, voice.words, voice.translations), now)


def send_map(world: World, table: Table, seat: SeatRow, turn: int, identity: str, now: datetime) -> None:
    """Send a seat the map as it is now, or as it was at the end of an earlier turn."""
    voice = voice_of(table, seat.language)
    _ = voice.translations.gettext
    title = _("The map of turn %(turn)s") % {"turn": turn}
    kept = [record for record in table.position.journal.in_force() if record.turn <= turn]
    state = table.rules.view(state_of(table.rules, table.rules.initial(table.scenario), kept), seat.side)
    scene = table.rules.scene(state, (), seat.side)
    draw = partial(map_of, scene, voice, f"map.{turn}.{seat.seat}@{table.name}", grounds_of(world.home))
    image, left_out = attempt("map", draw, None)
    lines = (no_map(voice) if image is None else image.alt, *positions_said(scene, voice.words))
    if turn == table.state.turn:
        now_ = status(world, table, seat, now)
        due = _("Due %(deadline)s (%(relative)s).") % {"deadline": now_.deadline, "relative": now_.relative}
        awaited = (f"{name}: {said}" for name, said in now_.seats)
        lines = (*lines, *((due,) if now_.deadline else ()), "\n".join(awaited), *now_.notes)
    images = () if image is None else (image,)
    note = Note(table.name, table.data["title"], title, lines, images, left_out=left_out)
    post(world, seat, "note", f"map {turn} {identity}", render_letter(note, voice.words, voice.translations), now)
