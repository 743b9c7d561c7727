"""What each seat has done for the open phase: what stands, whether it is all, and what holds the phase open."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.pieces import natural
from pbem.core.problems import Problem
from pbem.game.codec import read_lines
from pbem.game.game import Game
from pbem.game.player_turn import next_turn_key, player_turn, turn_key
from pbem.referee.home.home import Home
from pbem.referee.turn.beacon_lock import current_lock, has_beacon
from pbem.referee.turn.closing import SeatProgress
from pbem.referee.turn.merging import redoes
from pbem.store.rows import SeatRow, SheetRow

AGAIN, AHEAD, ALL, ASKING = " again", " ahead", " all", " ?"
"""Behind the key of a player turn: the seat has ended it twice, and what never passes unasked passes too; before it
came, and it passes only where orders for it stand; with DONE ALL, and what the rules compel takes its default; in a
mail that asks the referee something, who has the quiet time to answer."""


@dataclass(frozen=True, slots=True)
class HeldLine:
    """A refused line that holds the phase open until it is sent again, dropped, or the turn is ended without it.

    `text` is as its player wrote it, `order` as it was read.
    """

    phase: str
    number: int
    text: str
    order: str
    serial: int
    received: datetime


def is_over(home: Home, game: Game) -> bool:
    """Whether a game has ended: it was played out, or abandoned."""
    return game.over or home.game_row(game.name).ended is not None


def is_set_up(game: Game) -> bool:
    """Whether the present phase is one that is played once: pieces are set up in it."""
    return any(phase.id == game.state.phase and phase.once for phase in game.rules.SEQUENCE)


def orders_in_force(home: Home, game: Game, seat: str, phase: str) -> tuple[Line, ...] | None:
    """The lines that stand of a seat for a phase of the present turn; None if it has sent nothing for it."""
    row = home.store.sections.get(game.name, seat, game.state.turn, phase)
    return None if row is None else read_lines(game.rules, row.lines)


def kept_back(game: Game, seat: SeatRow) -> frozenset[str]:
    """The units of a set-up that a DROP of a seat keeps back: no proposal of the form places them."""
    begin = _this_phase(game)
    return frozenset(each.removeprefix(begin) for each in seat.kept_back if each.startswith(begin))


def keep_back(home: Home, game: Game, seat: SeatRow, units: Collection[str]) -> None:
    """Keep units of a set-up back: what the form proposes for them is not played, until a line orders them."""
    if units:
        row = home.store.seats.need(game.name, seat.seat)
        more = (f"{_this_phase(game)}{unit}" for unit in sorted(units))
        home.store.seats.change(game.name, seat.seat, kept_back=tuple(dict.fromkeys((*row.kept_back, *more))))


def _this_phase(game: Game) -> str:
    """How what is kept back in the open phase begins."""
    return f"{game.state.turn}.{game.state.phase} "


def proposed_orders(game: Game, seat: SeatRow) -> dict[str, Order]:
    """What the form of the open phase proposes to a seat, without the units that it keeps back, by unit in order."""
    if seat.seat not in game.rules.awaited(game.state):
        return {}
    proposed, back = game.choices(seat.seat).proposed, kept_back(game, seat)
    return {unit: proposed[unit] for unit in sorted(proposed, key=natural) if unit not in back}


def spare_unit(game: Game, seat: SeatRow, among: Collection[str]) -> str:
    """One of some units that a set-up may do without: with all others where the form proposes it lacks nothing.

    "" where the last of those that no rule names has to be placed too, or is placed without an order.
    """
    proposed, choices = proposed_orders(game, seat), game.choices(seat.seat)
    able = [unit for unit in proposed if unit in among and unit not in choices.must]
    if not able or choices.settled:
        return ""
    others = (order for unit, order in proposed.items() if unit != able[-1])
    lines = tuple(Line(number=at, order=order, text="") for at, order in enumerate(others, 1))
    return able[-1] if is_sufficient(game, seat.seat, lines) else ""


def lines_by_phase(home: Home, game: Game, seat: str) -> dict[str, tuple[Line, ...]]:
    """All accepted lines of a seat for the present turn that no phase has used yet, by phase."""
    order = [phase.id for phase in game.rules.SEQUENCE]
    present = order.index(game.state.phase)
    rows = home.store.sections.of(game=game.name, seat=seat, turn=game.state.turn)
    return {r.phase: read_lines(game.rules, r.lines) for r in rows if order.index(r.phase) >= present}


def seat_progress(home: Home, game: Game) -> tuple[SeatProgress, ...]:
    """What each awaited seat has done for the open phase; nothing is left to do once the sheets are locked."""
    by_seat = {row.seat: row for row in home.seats(game.name)}
    if has_beacon(game) and current_lock(home, game) is not None:
        return tuple(SeatProgress(seat, complete=True) for seat in game.rules.awaited(game.state))
    return tuple(_progress_of(home, game, by_seat[seat]) for seat in game.rules.awaited(game.state))


def _progress_of(home: Home, game: Game, seat: SeatRow) -> SeatProgress:
    lines = orders_in_force(home, game, seat.seat, game.state.phase)
    if lines is None or asks_first(game, seat):
        able = able_actors(game, seat)
        if able and is_to_be_asked(home, game, seat, able):
            return SeatProgress(seat.seat, complete=False, wait=seat.wait, done=is_done(game, seat))
    # Refused lines may be sent again: they hold the phase; of whoever has ended the turn for a longer quiet time only.
    done, held = is_done(game, seat), held_lines(home, game, seat)
    complete = (is_sufficient(game, seat.seat, lines or ()) or takes_defaults(game, seat)) and (done or not held)
    refused = any(each.phase == game.state.phase for each in held)
    sheets = home.store.sheets.of(game=game.name, seat=seat.seat)
    last = max((row.received for row in sheets), default=None)
    hurries = done and not held and ASKING not in seat.done
    return SeatProgress(seat.seat, complete, seat.wait, hurries, last, refused)


def ended_turn(seat: SeatRow) -> str:
    """The player turn that a seat has ended, "" for none."""
    return seat.done.partition(" ")[0]


def is_done(game: Game, seat: SeatRow) -> bool:
    """Whether a seat has ended the player turn that the open phase belongs to."""
    return ended_turn(seat) == turn_key(game.rules.SEQUENCE, game.state.turn, game.state.phase)


def keep_quiet_time(home: Home, seat: SeatRow) -> SeatRow:
    """The seat after the mail in which it ended its turn has asked something: the quiet time is kept for the answer."""
    return home.store.seats.change(seat.game, seat.seat, done=seat.done + ASKING)


def has_done(game: Game, seat: SeatRow) -> bool:
    """Whether a DONE of a seat is in force: for its player turn that runs, or for the next one of this turn."""
    coming = next_turn_key(game.rules.SEQUENCE, game.state.turn, game.state.phase, seat.side)
    return not game.over and bool(coming) and ended_turn(seat) == coming


def takes_defaults(game: Game, seat: SeatRow) -> bool:
    """Whether what the rules compel in the open phase is left to its defaults: DONE ALL, or DONE said twice.

    Never a set-up.
    """
    phase = next(each for each in game.rules.SEQUENCE if each.id == game.state.phase)
    return is_done(game, seat) and (AGAIN in seat.done or ALL in seat.done) and not phase.once


def asks_first(game: Game, seat: SeatRow) -> bool:
    """Whether a seat wants to see the results before the open phase (ASK), and has not spoken since it opened."""
    return f"{game.state.turn}.{game.state.phase}" in seat.asked


def asked_ahead(game: Game, seat: SeatRow) -> tuple[str, ...]:
    """The phases of this turn, from the open one on, that a seat wants to be asked for when they open."""
    order = [phase.id for phase in game.rules.SEQUENCE]
    ahead = order[order.index(game.state.phase) :]
    return tuple(phase for phase in ahead if f"{game.state.turn}.{phase}" in seat.asked)


def able_actors(game: Game, seat: SeatRow) -> Collection[str]:
    """Whom a seat can give an order in the open phase."""
    return game.choices(seat.seat).actors


def is_to_be_asked(home: Home, game: Game, seat: SeatRow, able: Collection[str]) -> bool:
    """Whether the open phase, for which nothing was sent or ASK was, is still to be asked for; `able` can act in it.

    DONE passes it, but no set-up and nothing that waits to come in: for these DONE has to be said again.
    """
    if asks_first(game, seat) or not is_done(game, seat):
        return True
    own = {phase.id for phase in player_turn(game.rules.SEQUENCE, game.state.phase)}
    sent = home.store.sections.in_force(game.name, seat.seat, game.state.turn).keys()
    if AHEAD in seat.done and not own & sent:
        return True
    phase = next(each for each in game.rules.SEQUENCE if each.id == game.state.phase)
    return (phase.once or bool(waiting_pieces(game, seat, able))) and AGAIN not in seat.done


def waiting_pieces(game: Game, seat: SeatRow, able: Collection[str] | None = None) -> tuple[str, ...]:
    """The units of a seat that could be brought on the map in the open phase; `able` are all who can act in it."""
    return coming_pieces(game, seat, game.state, able_actors(game, seat) if able is None else able)


def coming_pieces(game: Game, seat: SeatRow, state: Any, able: Collection[str]) -> tuple[str, ...]:
    """The units of a seat that in a position are not on the map and are among those who can act."""
    pieces = game.rules.pieces(game.rules.view(state, seat.side), seat.side)
    return tuple(piece.id for piece in pieces if piece.where == "coming" and piece.id in able)


def leaves_waiting(game: Game, seat: SeatRow) -> bool:
    """Whether a seat has ended its turn twice, so that what waits to come in is left out too."""
    return is_done(game, seat) and AGAIN in seat.done


def held_lines(home: Home, game: Game, seat: SeatRow) -> tuple[HeldLine, ...]:
    """The refused lines of a seat that hold a phase of this turn which is not over.

    Lines for the same phase in a later mail end that, and DONE in a later mail.
    """
    sheets = _sheets(home, game, seat)
    last = {
        phase: sheet.serial
        for sheet in sheets
        for phase in (*sheet.sections, *(problem["phase"] for problem in sheet.problems))
    }
    after = seat.done_after if is_done(game, seat) else 0
    return tuple(each for each in _refused_in(game, sheets) if each.serial >= last[each.phase] > after)


def refused_lines(home: Home, game: Game, seat: SeatRow) -> tuple[HeldLine, ...]:
    """The refused lines of a seat for phases of this turn that are not over, by phase.

    None that was sent again, or taken out by DROP; nor where an accepted line further down, or of a later mail, does
    the same.
    """
    return _refused_in(game, _sheets(home, game, seat))


def _refused_in(game: Game, sheets: Sequence[SheetRow]) -> tuple[HeldLine, ...]:
    """The refused lines of all sheets of a seat in this turn, as `refused_lines`."""
    found: list[HeldLine] = []
    for sheet in sheets:
        refused = [p for p in sheet.problems if p["phase"] and not p.get("dropped")]
        good = _accepted(game, sheet) if refused or found else ()
        again = {str(row.get("text", "")) for rows in (sheet.problems, *sheet.sections.values()) for row in rows}
        found = [line for line in found if line.order not in again and not is_redone(game, line.order, good)]
        found += [
            HeldLine(str(p["phase"]), int(p["line"]), _written(p), str(p.get("text", "")), sheet.serial, sheet.received)
            for p in refused
            if not is_redone(game, str(p.get("text", "")), [li for li in good if li.number > p["line"] > 0])
        ]
    order = [phase.id for phase in game.rules.SEQUENCE]
    ahead = order[order.index(game.state.phase) :]
    return tuple(dict.fromkeys(line for phase in ahead for line in found if line.phase == phase))


def _sheets(home: Home, game: Game, seat: SeatRow) -> list[SheetRow]:
    """What a seat has sent in this turn, as it came."""
    return sorted(home.store.sheets.of(game=game.name, seat=seat.seat, turn=game.state.turn), key=_serial)


def _written(problem: Mapping[str, Any]) -> str:
    """The refused line of a kept problem as its player wrote it."""
    return str(problem.get("written") or problem.get("text", ""))


def _accepted(game: Game, sheet: SheetRow) -> tuple[Line, ...]:
    """The accepted lines of a sheet, by their numbers in the mail."""
    return tuple(line for rows in sheet.sections.values() for line in read_lines(game.rules, rows))


def is_redone(game: Game, text: str, lines: Sequence[Line]) -> bool:
    """Whether any of some lines does what a refused one was to do."""
    return any(redoes(line.order, text, game.lexicon) for line in lines)


def holding_lines(home: Home, game: Game, seat: SeatRow) -> tuple[HeldLine, ...]:
    """Those of them that hold the open phase."""
    if game.over or is_done(game, seat):
        return ()
    return tuple(line for line in held_lines(home, game, seat) if line.phase == game.state.phase)


def _serial(sheet: SheetRow) -> int:
    return sheet.serial


def is_sufficient(game: Game, seat: str, lines: tuple[Line, ...]) -> bool:
    """Whether lines for the present phase lack nothing compulsory, also where they came before it opened.

    Lines that have become impossible do not matter: they are voided and told.
    """
    if (seat, lines) not in game.checked:
        sheet = Sheet(seat=seat, sections=(Section(phase=game.state.phase, lines=lines),))
        game.checked[seat, lines] = game.rules.check(game.state, seat, sheet).complete
    return game.checked[seat, lines]


def lacking(game: Game, seat: str, lines: tuple[Line, ...]) -> tuple[Problem, ...]:
    """What the rules ask for in the present phase and some lines leave out; last what they will do to what is left."""
    sheet = Sheet(seat=seat, sections=(Section(phase=game.state.phase, lines=lines),))
    checked = game.rules.check(game.state, seat, sheet)
    return (*(problem for problem in checked.problems if not problem.line), *checked.foreseen)


def remember_check(game: Game, seat: str, lines: tuple[Line, ...], *, complete: bool) -> None:
    """Remember what the check of a whole sheet has found of its lines for the present phase."""
    game.checked[seat, lines] = complete
