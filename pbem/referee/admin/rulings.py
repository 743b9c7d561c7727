"""What players or referee decide beside the rules: concession, draw, rollback, start without a nonce. All recorded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from pbem.core.events import Amended, Event
from pbem.core.play import fold
from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.game.phase import state_after, state_hash
from pbem.game.voice import voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.phrases import Phrase
from pbem.referee.admin.clock import go_on_if_answered
from pbem.referee.admin.seating import require_seat
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.letters.decisions import send_amendment
from pbem.referee.letters.players import player_called
from pbem.referee.letters.queue import Mailing, post
from pbem.referee.letters.reports.asking import asked_now
from pbem.referee.letters.reports.records import is_of_rulings_alone
from pbem.referee.letters.rollback import send_rollbacks
from pbem.referee.letters.short import status
from pbem.referee.turn.beacon_lock import lock_of
from pbem.referee.turn.deadlines import require_players
from pbem.referee.turn.nonces import WITHOUT_NONCE, seats_without_nonce
from pbem.referee.turn.workflow import (
    adjudicate,
    commit_record,
    is_correction,
    open_phase,
    record_end,
)
from pbem.report.content import attempt
from pbem.report.digest import position_sentences, supply_sentences
from pbem.report.letters import Note, render_letter
from pbem.report.story import around_place, map_image, no_map
from pbem.save.records import AMENDED, Entry, PhaseRecord, RollbackRecord, RulingRecord, States
from pbem.store.rows import SeatRow


def concede(home: Home, game: Game, conceding: Sequence[str], now: datetime) -> Game | None:
    """The end of the game where the seats that concede are all of a side; None where another seat of it plays on."""
    ended = game.rules.surrender(game.state, conceding)
    if ended is None:
        return None
    side = next(side for side in game.rules.SIDES if side != ended.winner)
    seats = [seat for seat, of in game.manifest.seats.items() if of == side]
    return record_ruling(home, game, "conceded", seats, (ended,), now)


def agree_draw(home: Home, game: Game, voting: Sequence[str], now: datetime) -> Game | None:
    """The end of the game in a draw where all seats vote for it; else None."""
    ended = game.rules.agreed_draw(game.state, voting)
    return None if ended is None else record_ruling(home, game, "agreed", list(game.manifest.seats), (ended,), now)


def start_without_nonces(home: Home, game: Game, seats: Sequence[str], who: str, now: datetime) -> Game:
    """Start the game, or go on with new dice, although these seats have sent no nonce for them.

    It is recorded, and every verification warns of it. BadInput for a seat that there is not; Refused where no nonce is
    missing, one of the seats has sent its own, or another has not.
    """
    home.require_not_abandoned(game.name)
    for seat in seats:
        require_seat(game.manifest.seats, game.name, seat)
    require_players(home, game.name)
    missing = set(seats_without_nonce(home, game))
    if home.game_row(game.name).started is not None and not missing:
        raise Refused("{game} has started already.", game=game.name)
    if answered := sorted(set(seats) - missing):
        raise Refused("{answered} has answered already: its text is in the dice.", answered=", ".join(answered))
    if others := sorted(missing - set(seats)):
        raise Refused(
            "{others} has not answered either: name it too, or wait for its answer.", others=", ".join(others)
        )
    game = record_ruling(home, game, WITHOUT_NONCE, list(seats), (), now, who=who)
    go_on_if_answered(home, game, now)
    return game


def finish_interrupted(home: Home, game: Game, now: datetime) -> Game:
    """The game after what a kill has left out between its last record and the opening of its phase."""
    last = game.records[-1].record if game.records else None
    if isinstance(last, RollbackRecord):
        return _finish_rollback(home, game, last, now)
    if isinstance(last, RulingRecord) and last.ruling == AMENDED:
        return _finish_amendment(home, game, last, now)
    return open_phase(home, record_end(home, game, now) if game.over else game, now)


def roll_back(home: Home, game: Game, before: str | int, *, same_dice: bool, who: str, why: str, now: datetime) -> Game:
    """Go back to before a phase ("3.combat"), the last time that it was played, or to before the ruling of a record.

    History keeps everything. With `same_dice` the sheets stay as they are and the phase is run again at once with the
    dice it had; otherwise the sheets of that turn from the phase on are reopened and the next links give new dice.
    Where nothing was played since a ruling, it alone is taken back, and the sheets stay.
    """
    home.require_not_abandoned(game.name)
    first = withdrawn_records(game, before, same_dice=same_dice)[0].n
    record = rollback_record(game, first - 1, same_dice=same_dice, who=who, why=why)
    return _finish_rollback(home, commit_record(home, game, record, now), record, now)


def rollback_record(game: Game, to: int, *, same_dice: bool, who: str, why: str) -> RollbackRecord:
    """The record that takes a game back to where it stood after record `to`, or the last before it that is in force."""
    kept = [r for r in game.position.journal.in_force() if r.n <= to]
    state = game.state_before(to + 1)
    return RollbackRecord(
        n=game.position.journal.next_number,
        turn=game.state.turn,
        previous=game.position.previous,
        state=States(before=state_hash(game.rules, game.state), after=state_hash(game.rules, state)),
        test_dice=game.manifest.test_dice,
        to=kept[-1].n if kept else 0,
        same_dice=same_dice,
        who=who,
        why=why,
    )


def withdrawn_records(game: Game, before: str | int, *, same_dice: bool) -> list[Entry]:
    """The records that a rollback to before a phase, or to before the ruling of a record, takes out of force.

    Oldest first. BadInput for a phase that was not played and a record that is no ruling; Refused where nothing can be
    played with its dice once more.
    """
    first = _ruling_number(game, before) if isinstance(before, int) else _run_number(game, before)
    withdrawn = [r for r in game.position.journal.in_force() if r.n >= first]
    if same_dice:
        _require_same_dice(game, withdrawn)
    return withdrawn


def _ruling_number(game: Game, number: int) -> int:
    """The number of a record that is a ruling on the position, in force."""
    in_force = game.position.journal.in_force()
    known = [r.n for r in in_force if isinstance(r, RulingRecord) and r.ruling == AMENDED]
    if number not in known:
        raise BadInput(
            "Record {number} of {game} is no ruling on the position that is in force; there are {known}.",
            number=number,
            game=game.name,
            known=", ".join(map(str, known)) or Phrase("none"),
        )
    return number


def _run_number(game: Game, phase: str) -> int:
    """The number of the first record in force of a phase that was played."""
    in_force = game.position.journal.in_force()
    played = [r for r in in_force if isinstance(r, PhaseRecord) and r.at == phase]
    if not played:
        known = [r.at for r in in_force if isinstance(r, PhaseRecord)]
        raise BadInput(
            "{game} has not played {phase!r}; the last phases are {known}.",
            game=game.name,
            phase=phase,
            known=", ".join(known[-3:]) or Phrase("none"),
        )
    return played[0].n


def _require_same_dice(game: Game, withdrawn: Sequence[Entry]) -> None:
    """Nothing, if the first of these phases can be played with its dice once more; else Refused."""
    first = next((record for record in withdrawn if isinstance(record, PhaseRecord)), None)
    if first is None:
        raise Refused("Nothing was played since that ruling: it is taken back without --same-dice.")
    if first.link.again:
        raise Refused("{at} was corrected once already: its dice cannot be named again. Roll new dice.", at=first.at)
    if any(isinstance(record, PhaseRecord) and record.head != game.position.journal.head for record in withdrawn):
        raise Refused("{at} was played with the dice of an earlier head, which no phase uses any more.", at=first.at)


def _finish_rollback(home: Home, game: Game, record: RollbackRecord, now: datetime) -> Game:
    """The game after its rollback was recorded: played again with the same sheets, or its sheets asked for anew."""
    take_concessions_back(home, game)
    with home.store.transaction():
        home.store.silences.write(
            "DELETE FROM silences WHERE game = ? AND n > ? AND n < ?", game.name, record.to, record.n
        )
    if record.same_dice:
        game = adjudicate(home, game, now)
    else:
        if not is_of_rulings_alone(game, record):
            reopen_phases(home, game)
        game = open_phase(home, game, now)
    send_rollbacks(home, game, now)
    return game


def take_concessions_back(home: Home, game: Game) -> None:
    """Let the seats that have conceded play on."""
    with home.store.transaction():
        for seat in home.seats(game.name):
            if seat.conceded:
                home.store.seats.change(game.name, seat.seat, conceded=False)


def reopen_phases(home: Home, game: Game) -> None:
    """Forget what was sent and answered for the phases from the present one on; DONE, ASK and what DROP kept back."""
    order = [phase.id for phase in game.rules.SEQUENCE]
    present = (game.state.turn, order.index(game.state.phase))
    with home.store.transaction():
        for row in home.store.sections.of(game=game.name):
            if (row.turn, order.index(row.phase)) >= present:
                home.store.sections.remove(game=row.game, seat=row.seat, turn=row.turn, phase=row.phase)
        for answer in home.store.answers.of(game=game.name):
            turn, _, phase = answer.phase.partition(".")
            if (int(turn), order.index(phase)) >= present:
                home.store.answers.remove(game=game.name, phase=answer.phase, question=answer.question)
        for seat in home.seats(game.name):
            home.store.seats.change(game.name, seat.seat, done="", done_after=0, asked=(), kept_back=())


def amend(home: Home, game: Game, event: Amended, *, who: str, why: str, now: datetime) -> Game:
    """The game after the referee has changed its position: recorded, and mailed to every seat.

    Refused where orders are locked for the present phase already, or it is played with the dice that it had.
    """
    home.require_not_abandoned(game.name)
    if lock_of(home, game) is not None or is_correction(home, game):
        raise Refused("The orders of {game} are locked for this phase already: rule when it is played.", game=game.name)
    record = ruling_record(game, AMENDED, list(game.manifest.seats), (event,), who=who, why=why)
    return _finish_amendment(home, commit_record(home, game, record, now), record, now)


def _finish_amendment(home: Home, game: Game, record: RulingRecord, now: datetime) -> Game:
    """The game after such a ruling was recorded: its phase opens on the new position, and all are told."""
    with home.store.transaction():
        game = open_phase(home, game, now)
        send_amendment(home, game, record, now)
    return game


def record_ruling(
    home: Home,
    game: Game,
    ruling: str,
    seats: Sequence[str],
    events: tuple[Event, ...],
    now: datetime,
    who: str = "players",
    why: str = "",
) -> Game:
    """The game after a ruling was recorded, with the events that it brings."""
    record = ruling_record(game, ruling, seats, events, who=who, why=why)
    game = commit_record(home, game, record, now)
    return open_phase(home, record_end(home, game, now), now) if events else game


def ruling_record(
    game: Game, ruling: str, seats: Sequence[str], events: tuple[Event, ...], *, who: str, why: str
) -> RulingRecord:
    """The record of a ruling in the present position, with the events that it brings."""
    after = fold(game.rules, game.state, events)
    return RulingRecord(
        n=game.position.journal.next_number,
        turn=game.state.turn,
        previous=game.position.previous,
        state=States(before=state_hash(game.rules, game.state), after=state_hash(game.rules, after)),
        test_dice=game.manifest.test_dice,
        ruling=ruling,
        seats=tuple(sorted(seats)),
        who=who,
        why=why,
        events=tuple(event.to_json() for event in events),
    )


def send_proposal(home: Home, game: Game, by: SeatRow, serial: int, now: datetime) -> None:
    """Tell the other seats that a draw is proposed, and how to vote."""
    lines = (N_("A draw is proposed by %(player)s."),)
    asks = (N_("Reply with a line VOTE YES or VOTE NO. All players must agree."),)
    _send_to_others(home, game, by, f"proposal {serial}", N_("A draw is proposed"), lines, now, asks)


def send_rejection(home: Home, game: Game, by: SeatRow, serial: int, now: datetime) -> None:
    """Tell the other seats that the draw that was proposed is rejected."""
    lines = (N_("The draw is refused by %(player)s: the game goes on."),)
    _send_to_others(home, game, by, f"rejection {serial}", N_("The draw is rejected"), lines, now)


def _send_to_others(
    home: Home,
    game: Game,
    by: SeatRow,
    what: str,
    about: str,
    lines: Sequence[str],
    now: datetime,
    asks: Sequence[str] = (),
) -> None:
    """Send a note about what a seat did to all others, each in its language; `what` tells the note from others."""
    for seat in home.seats(game.name):
        if seat.seat == by.seat:
            continue
        _ = translations(seat.language).gettext
        named = {"player": player_called(home, game, by, seat.language)}
        told = tuple(_(line) % named for line in lines)
        wanted = (*(_(line) for line in asks), *asked_now(home, game, seat, now))
        note = Note(game.name, game.data["title"], _(about), told, asks=wanted)
        voice = voice_of(game, seat.language)
        post(home, seat, Mailing("note", what), render_letter(note, voice.words, voice.translations), now)


@dataclass(frozen=True, slots=True)
class MapWish:
    """The map that a seat asks for: of now, or of the end of an earlier turn; whole, or close up `around` a space."""

    turn: int
    around: str = ""
    supply: bool = False
    """With the lines of supply; only where the rules know any."""


def send_map(home: Home, game: Game, seat: SeatRow, wish: MapWish, identity: str, now: datetime) -> None:
    """Send a seat the map that it asks for."""
    voice = voice_of(game, seat.language)
    _ = voice.translations.gettext
    turn, around, past = wish.turn, wish.around, wish.turn < game.state.turn
    title = _("The map at the end of turn %(turn)s") if past else _("The map of turn %(turn)s")
    place, lines_shown = voice.words.space(around) if around else "", _("lines of supply") if wish.supply else ""
    title = " · ".join(filter(None, (title % {"turn": turn}, place, lines_shown)))
    kept = [record for record in game.position.journal.in_force() if record.turn <= turn]
    state = game.rules.view(state_after(game.rules, game.rules.initial(game.scenario), kept), seat.side)
    supplied = game.rules.supply(state, seat.side) if wish.supply else None
    scene = supplied or game.rules.scene(state, (), seat.side)
    scene = replace(scene, turn=turn, phase="", conditions=()) if past else scene
    tag = ".".join(filter(None, (str(turn), around, "supply" * wish.supply)))
    cid = f"map.{tag}.{seat.seat}@{game.name}"
    draw = partial(map_image, scene, voice, cid, grounds_of(home.path), around)
    image, left_out = attempt("map", draw, None)
    supply = supply_sentences(scene, voice.words, voice.translations) if wish.supply else ()
    shown, _unshown = attempt("map", partial(around_place, scene, around), scene) if around else (scene, ())
    lines = (no_map(voice) if image is None else image.alt, *supply, *position_sentences(shown, voice.words))
    if not past:
        now_ = status(home, game, seat, now)
        due = _("You have until %(deadline)s, %(relative)s.") % {"deadline": now_.deadline, "relative": now_.relative}
        awaited = (f"{name}: {said}" for name, said in now_.seats)
        lines = (*lines, *((due,) if now_.deadline else ()), "\n".join(awaited))
    images = () if image is None else (image,)
    note = Note(game.name, game.data["title"], title, lines, images, left_out=left_out)
    mail = render_letter(note, voice.words, voice.translations)
    post(home, seat, Mailing("note", f"map {tag} {identity}"), mail, now)
