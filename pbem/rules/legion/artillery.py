"""Artillery: who may fire, and the bombardment phases (LL-8.12 to 8.14). Support is part of an attack: `declare`."""

from collections.abc import Mapping

from pbem.core.orders import Section
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict
from pbem.rules.legion import fire
from pbem.rules.legion.control import ARTILLERY
from pbem.rules.legion.orders import Bombard
from pbem.rules.legion.state import State
from pbem.rules.legion.targets import in_order


def judge_bombard(state: State, seat: str, order: Bombard) -> Verdict:
    """The verdict on a BOMBARD of artillery in a bombardment phase."""
    return fire.judge(state, seat, order, GUNS)


def run_bombardment(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run a bombardment phase: each line in turn, before any land move of the side (LL-8.14)."""
    for seat, line in in_order(sheets):
        if isinstance(line.order, Bombard):
            # LL-8.14
            fire.carry_out(play, seat, line, line.order, GUNS)


def bombard_choices(state: State, seat: str) -> dict[str, tuple[Choice, ...]]:
    """The legal bombardments of each battery of the seat, by piece id; batteries that reach nobody are left out."""
    return fire.choices(state, seat, state.land(state.scenario.seats[seat]), GUNS)


def unready(state: State, unit: str) -> tuple[Fault, ...]:
    """Why a piece is not artillery that may still fire in this turn, in bombardment or support (LL-8.12)."""
    piece = state.units[unit]
    if state.counter(unit).is_air:
        return (Fault("cannot-attack", "LL-8.18", {"unit": unit}),)  # LL-8.18
    if state.counter(unit).type != ARTILLERY or piece.status != "map":
        # LL-8.12
        return (Fault("cannot-attack", "LL-8.12", {"unit": unit}),)
    faults = []
    if state.weather == "sandstorm":
        # LL-9.2
        faults.append(Fault("weather-forbids", "LL-9.2", {"unit": unit, "condition": state.weather}))
    if piece.bombarded or piece.supported:
        # LL-8.12
        faults.append(Fault("already-fired", "LL-8.12", {"unit": unit}))
    return tuple(faults)


def _reaches(state: State, unit: str, at: str) -> bool:
    """Whether a hex is within the range of a battery, terrain or works notwithstanding (LL-8.13)."""
    # LL-8.13
    limit: int = state.scenario.tables["bombard-range"]
    return state.scenario.board.distance(state.hex_of(unit), at) <= limit


GUNS = fire.Battery("artillery", "LL-8.13", ARTILLERY, unready, _reaches, "bombard-range")
