"""What players or referee decide beside the rules: concession, draw, rollback, start without a nonce. All recorded."""

from collections.abc import Sequence
from datetime import datetime

from pbem.core.events import Event, GameEnded
from pbem.core.play import fold
from pbem.language.messages import translations
from pbem.referee.errors import BadInput, Refused
from pbem.referee.phase import state_hash, state_of
from pbem.referee.postbox import post
from pbem.referee.table import Table
from pbem.referee.voices import voice_of
from pbem.referee.workflow import adjudicate, begin, end, opened, written
from pbem.referee.world import World
from pbem.report.letters import Note, render_letter
from pbem.report.raster import to_png
from pbem.report.svg import draw_map
from pbem.report.telling import Image, Rendered
from pbem.save.records import PhaseRecord, RollbackRecord, RulingRecord, States
from pbem.store.rows import SeatRow


def concede(world: World, table: Table, side: str, now: datetime) -> Table:
    """A side gives up: every seat of it has said so. The other side wins."""
    winner = next(other for other in table.rules.SIDES if other != side)
    seats = [seat for seat, of in table.game.seats.items() if of == side]
    return _ruled(world, table, "conceded", seats, (GameEnded(winner=winner, reason="conceded"),), now)


def draw(world: World, table: Table, now: datetime) -> Table:
    """All seats agreed on a draw."""
    return _ruled(world, table, "agreed", list(table.game.seats), (GameEnded(winner="draw", reason="agreed"),), now)


def start_without(world: World, table: Table, seats: Sequence[str], who: str, now: datetime) -> Table:
    """Start the game although these seats have sent no nonce: recorded, and every verification warns of it."""
    for seat in seats:
        if seat not in table.game.seats:
            raise BadInput(f"{table.name} has no seat {seat!r}; there are {', '.join(sorted(table.game.seats))}.")
    if world.game(table.name).started is not None:
        raise Refused(f"{table.name} has started already.")
    table = _ruled(world, table, "started-without-nonce", list(seats), (), now, who=who)
    begin(world, table.name, now)
    return table


def rollback(world: World, table: Table, phase: str, *, same_dice: bool, who: str, why: str, now: datetime) -> Table:
    """Go back to before a phase ("3.moroccan-combat"), the last time that it was played; history keeps everything.

    With `same_dice` the sheets stay as they are and the phase is run again at once with the dice it had; otherwise
    the sheets of that turn from the phase on are reopened and the next links give new dice.
    """
    played = [r for r in table.position.journal.in_force() if isinstance(r, PhaseRecord) and r.at == phase]
    if not played:
        known = [r.at for r in table.position.journal.in_force() if isinstance(r, PhaseRecord)]
        raise BadInput(f"{table.name} has not played {phase!r}; the last phases are {', '.join(known[-3:]) or 'none'}.")
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
    table = written(world, table, record, now)
    if same_dice:
        return adjudicate(world, table, now)
    _reopen(world, table)
    return opened(world, table, now)


def _reopen(world: World, table: Table) -> None:
    """Forget what was sent for the present turn's phases from the present one on, and for later turns."""
    order = [phase.id for phase in table.rules.SEQUENCE]
    with world.store.transaction():
        for row in world.store.sections.of(game=table.name):
            later = row.turn > table.state.turn
            if later or (row.turn == table.state.turn and order.index(row.phase) >= order.index(table.state.phase)):
                world.store.sections.remove(game=row.game, seat=row.seat, turn=row.turn, phase=row.phase)


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
    for seat in world.seats(table.name):
        if seat.seat == by.seat:
            continue
        _ = translations(seat.language).gettext
        lines = (
            _("%(seat)s proposes to end the game in a draw.") % {"seat": by.seat},
            _("Answer with a line VOTE YES or VOTE NO. All seats must agree."),
        )
        note = Note(table.name, table.data["title"], _("A draw is proposed"), lines)
        voice = voice_of(table, seat.language)
        rendered = render_letter(note, voice.words, voice.translations)
        post(world, seat, "note", f"proposal {serial}", rendered, now)


def send_map(world: World, table: Table, seat: SeatRow, identity: str, now: datetime) -> None:
    """Send a seat the map as it is now."""
    voice = voice_of(table, seat.language)
    _ = voice.translations.gettext
    title = _("The map of turn %(turn)s") % {"turn": table.state.turn}
    scene = table.rules.scene(table.state, (), seat.side)
    cid = f"map.{table.state.turn}.{seat.seat}@{table.name}"
    image = Image(cid, to_png(draw_map(scene, seat.language, naming=voice.naming)), title)
    note = Note(table.name, table.data["title"], title, (title,), (image,))
    rendered = render_letter(note, voice.words, voice.translations)
    post(
        world, seat, "note", f"map {identity}", Rendered(rendered.subject, rendered.text, rendered.html, (image,)), now
    )
