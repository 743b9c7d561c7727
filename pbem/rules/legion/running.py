"""Running a phase: the lines of its seats, first seat first, then what the clauses do by themselves (LL-10.1)."""

from collections.abc import Callable, Mapping

from pbem.core.orders import Line, Section
from pbem.core.play import Play
from pbem.kit.common import seats_of
from pbem.rules.legion import artillery, aviation, combat, fleet, victory, weather
from pbem.rules.legion.armour import driven_last
from pbem.rules.legion.carrying import carry_out, fallen
from pbem.rules.legion.orders import Deploy
from pbem.rules.legion.reinforcements import waiting
from pbem.rules.legion.sequence import SPANISH, acting
from pbem.rules.legion.setup import garrison, place_left
from pbem.rules.legion.turns import kind_of


def run(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run the state's current phase with the sections that the check accepted, by seat."""
    kind = kind_of(play.state.phase)
    RUNS[kind](play, sheets)
    if kind in ("bombardment", "air", "fleet", "combat"):
        victory.after_fire(play)  # LL-5.3


def run_setup(play: Play, sheets: Mapping[str, Section]) -> None:
    """Set up as ordered; the referee places the rest, then fills the fortresses that are still empty (LL-6.1)."""
    ordered = [line.order.unit for line in _lines(play, sheets) if isinstance(line.order, Deploy)]
    side = acting(play.state.phase)
    for event in place_left(play.state, side):
        play.emit(event)
    if side == SPANISH:
        for event in garrison(play.state, ordered):
            play.emit(event)


def run_movement(play: Play, sheets: Mapping[str, Section]) -> None:
    """Move as ordered; reinforcements without an order wait (LL-6.6, 6.7, 7.2)."""
    _lines(play, sheets)
    side = acting(play.state.phase)
    for event in (*driven_last(play.state, side), *waiting(play.state, side)):
        play.emit(event)


def _lines(play: Play, sheets: Mapping[str, Section]) -> list[Line]:
    """Carry out the sections, first seat first; a line that cannot be carried out any more is voided (LL-3.1).

    The lines that did something are given back, in the order in which they did it.
    """
    good: list[Line] = []
    side = acting(play.state.phase)
    for seat in seats_of(play.state.scenario, side):
        lines = sheets[seat].lines if seat in sheets else ()
        refused = fallen(play.state, seat, lines)
        for line, verdict in carry_out(play, seat, lines, refused):
            if verdict.faults:
                fault = verdict.faults[0]
                play.void(seat, line.number, fault.code, fault.rule, str(getattr(line.order, "unit", "")))
            elif verdict.events:
                good.append(line)
    return good


RUNS: Mapping[str, Callable[[Play, Mapping[str, Section]], None]] = {
    "setup": run_setup,
    "weather": weather.run_weather,
    "bombardment": artillery.run_bombardment,
    "movement": run_movement,
    "combat": combat.run_combat,
    "air": aviation.run_air,
    "fleet": fleet.run_fleet,
    "turn": victory.run_turn_end,
}
