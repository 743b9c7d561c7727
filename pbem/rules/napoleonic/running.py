"""Running a phase: the lines of its side, then what the clauses do by themselves (NAP-1.4)."""

from collections.abc import Callable, Mapping

from pbem.core.orders import Section
from pbem.core.play import Play
from pbem.kit.common import seats_of
from pbem.kit.judging import void_line
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic import leaders, turn_end
from pbem.rules.napoleonic.carrying import carry_out
from pbem.rules.napoleonic.charges import run_charges
from pbem.rules.napoleonic.command_phase import replace_leaders, try_command
from pbem.rules.napoleonic.control import run_shock
from pbem.rules.napoleonic.defence import turn_in_defence
from pbem.rules.napoleonic.fire_phase import run_defensive, run_fire
from pbem.rules.napoleonic.morale import reorganise, rest
from pbem.rules.napoleonic.orders import Command, Rally
from pbem.rules.napoleonic.sequence import SIDES, kind_of, side_in
from pbem.rules.napoleonic.setup import finish

Sheets = Mapping[str, Section]


def run(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run the state's current phase with the sections that the check accepted, by seat."""
    kind, side = kind_of(play.state.phase), side_in(play.state.phase)
    RUNS[kind](play, side, sheets)
    if kind != "division-morale":
        turn_end.close_phase(play)


def _set_up(play: Play, side: str, sheets: Sheets) -> None:
    _lines(play, sheets)
    for each in SIDES:
        finish(play, each)


def _lines(play: Play, sheets: Sheets) -> None:
    """Carry out lines, one after the other; one that cannot be any more is voided (NAP-13.1)."""
    for seat, section in sorted(sheets.items()):
        done = len(play.events)
        for line, verdict in carry_out(play, seat, section.lines):
            void_line(play, seat, line, verdict.faults)  # NAP-13.1
            _after_moves(play, done)
            done = len(play.events)
        _after_moves(play, done)


def _after_moves(play: Play, done: int) -> None:
    """What moves brought beside: enemy leaders overrun, town hexes passed (NAP-2.4, 15.5)."""
    for event in play.events[done:]:
        if isinstance(event, facts.Moved):
            leaders.overrun(play, event.unit, event.path)
            turn_end.passed(play, event)


def _command(play: Play, side: str, sheets: Sheets) -> None:
    replace_leaders(play, side)
    for seat, section in sorted(sheets.items()):
        for line, verdict in carry_out(play, seat, section.lines):
            void_line(play, seat, line, verdict.faults)
            if not verdict.faults and isinstance(line.order, Command):
                try_command(play, side, line.order)


def _movement(play: Play, side: str, sheets: Sheets) -> None:
    bare = {seats_of(play.state.scenario, side)[0]: Section(phase=play.state.phase)}
    _lines(play, _of_side(play, side, sheets) or bare)


def _fire(play: Play, side: str, sheets: Sheets) -> None:
    for seat, section in sorted(sheets.items()):
        run_fire(play, seat, side, section.lines)


def _charges(play: Play, side: str, sheets: Sheets) -> None:
    for seat, section in _of_side(play, side, sheets).items():
        run_charges(play, seat, side, section.lines)


def _of_side(play: Play, side: str, sheets: Sheets) -> Sheets:
    """The sections of the side whose part of the turn it is."""
    return {seat: section for seat, section in sorted(sheets.items()) if play.state.scenario.seats[seat] == side}


def _defensive_fire(play: Play, side: str, sheets: Sheets) -> None:
    turn_in_defence(play, side)
    run_defensive(play, side)


def _shock(play: Play, side: str, sheets: Sheets) -> None:
    run_shock(play, _of_side(play, side, sheets))


def _reorganisation(play: Play, side: str, sheets: Sheets) -> None:
    lines = [line for section in _of_side(play, side, sheets).values() for line in section.lines]
    left_out = [unit for line in lines if isinstance(line.order, Rally) for unit in line.order.units]
    reorganise(play, side, left_out)
    rest(play, side)


def _division_morale(play: Play, side: str, sheets: Sheets) -> None:
    turn_end.run_division_morale(play)


RUNS: Mapping[str, Callable[[Play, str, Sheets], None]] = {
    "set-up": _set_up,
    "command": _command,
    "fire": _fire,
    "movement": _movement,
    "charges": _charges,
    "defensive-fire": _defensive_fire,
    "shock": _shock,
    "reorganisation": _reorganisation,
    "division-morale": _division_morale,
}
