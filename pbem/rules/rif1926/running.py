"""Running a phase: the lines of its side, then what the clauses do by themselves (RIF-3.1)."""

from collections.abc import Callable, Mapping

from pbem.core.events import GameEnded, Modifier
from pbem.core.orders import Section
from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.kit.judging import void_line
from pbem.rules.rif1926 import bombardment, movement, setup, supply_phase
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.carrying import carry_out
from pbem.rules.rif1926.combat import run_combat
from pbem.rules.rif1926.orders import Bombard
from pbem.rules.rif1926.saving import pool
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF, kind_of, side_in
from pbem.rules.rif1926.state import State


def run(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run the state's current phase with the sections that the check accepted, by seat."""
    RUNS[kind_of(play.state.phase)](play, side_in(play.state.phase), sheets)


def _setup(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    _lines(play, sheets)
    setup.finish(play, side)


def _movement(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    _lines(play, sheets)
    movement.finish(play, side)


def _lines(play: Play, sheets: Mapping[str, Section]) -> None:
    """Carry out lines that roll nothing; one that cannot be any more is voided."""
    for seat, section in sorted(sheets.items()):
        for line, verdict in carry_out(play, seat, section.lines):
            void_line(play, seat, line, verdict.faults)


def _bombardment(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    for seat, section in sorted(sheets.items()):
        for line in section.lines:
            assert isinstance(line.order, Bombard)
            faults = bombardment.judge_bombard(play.state, side, line.order).faults
            void_line(play, seat, line, faults)
            if not faults:
                bombardment.bombard(play, side, line.order)


def _combat(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    run_combat(play, side, sheets)


def _supply_loyalty(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    supply_phase.run_supply(play)


def _reactivation(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    """Each dispersed unit of the side rolls (RIF-11.1)."""
    state, tables = play.state, play.state.scenario.tables["reactivation"]
    for unit in state.ground(side):
        each = state.units[unit]
        if not each.dispersed:
            continue
        stays, add = tables[state.counter(unit).class_], 0 if each.in_supply else tables["out-of-supply"]
        modifiers = (Modifier(code="out-of-supply", amount=add, rule="RIF-11.1"),) if add else ()

        def meaning(faces: tuple[Face, ...], stays: list[int] = stays, add: int = add) -> str:
            return "stays" if min(int(faces[0]) + add, 6) in stays else "recovers"

        faces = play.roll(f"reactivate {unit}", D6, meaning=meaning, rule="RIF-11.1")  # RIF-11.1
        told = facts.StaysDispersed if meaning(faces) == "stays" else facts.Recovered
        play.emit(told(unit=unit, at=state.hex_of(unit), face=int(faces[0]), modifiers=modifiers))


def _reinforcement(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    """How many units of the pool may enter from now on (RIF-7.5)."""
    held = len(pool(play.state))
    if not held:
        return
    table = play.state.scenario.tables["reinforcements"]

    def meaning(faces: tuple[Face, ...]) -> str:
        return str(table[str(faces[0])])

    face = int(play.roll("reinforcement", D6, meaning=meaning, rule="RIF-7.5")[0])  # RIF-7.5
    count = int(table[str(face)])
    due = min(play.state.reinforcements_due + count, held)
    play.emit(facts.ReinforcementsRolled(face=face, count=count, due=due))


def _turn_end(play: Play, side: str, sheets: Mapping[str, Section]) -> None:
    """Towns, tribes, who has won; then the next turn (RIF-13.1)."""
    supply_phase.find_towns(play)
    supply_phase.remove_tribes(play)
    ended = victory(play.state)
    if ended is not None:
        play.emit(ended)
    else:
        play.emit(facts.TurnEnded())  # RIF-13.1


def victory(state: State) -> GameEnded | None:
    """The end of the game, if the turn that ends brings it (RIF-14.1 to 14.3)."""
    scenario, last = state.scenario, state.turn >= state.scenario.turns
    if set(state.pacified) == set(scenario.tribes) and (last or scenario.options["early-victory"] == "yes"):
        return GameEnded(winner=ALLIED, reason="RIF-14.1")  # RIF-14.1
    if not last:
        return None
    if free_towns(scenario, state) >= scenario.tables["rif-towns"]:
        return GameEnded(winner=RIF, reason="RIF-14.2")  # RIF-14.2
    return GameEnded(winner="draw", reason="RIF-14.3")  # RIF-14.3


def free_towns(scenario: Scenario, state: State) -> int:
    """How many towns of the tribal zones are not occupied."""
    return sum(len(towns) for towns in scenario.towns_of.values()) - len(state.occupied)


RUNS: Mapping[str, Callable[[Play, str, Mapping[str, Section]], None]] = {
    "setup": _setup,
    "supply-loyalty": _supply_loyalty,
    "movement": _movement,
    "bombardment": _bombardment,
    "combat": _combat,
    "reactivation": _reactivation,
    "reinforcement": _reinforcement,
    "turn-end": _turn_end,
}
