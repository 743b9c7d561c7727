"""Morale tests, what they make of a counter, and reorganisation (NAP-9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.events import Modifier
from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.kit.tables import cell
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import best_morale
from pbem.rules.napoleonic.ground import gives_cover
from pbem.rules.napoleonic.leaders import follow
from pbem.rules.napoleonic.retreat import nearest_enemy, retreat
from pbem.rules.napoleonic.rolling import row_of
from pbem.rules.napoleonic.state import DISORGANISED, NORMAL, ROUTED, State

NONE = "---"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a counter tests: the label of the die, a word for the report, the hex from which it would rout, modifiers.

    `danger` None: the nearest enemy counter's hex. `rallying`: in reorganisation.
    """

    label: str
    why: str
    danger: str | None = None
    extra: tuple[Modifier, ...] = ()
    rallying: bool = False


def modifiers(state: State, unit: str, cause: Cause) -> tuple[Modifier, ...]:
    """What is added to the die of a morale test (NAP-9.2)."""
    table, at, each = state.scenario.tables["morale-modifiers"], state.hex_of(unit), state.units[unit]
    found: list[Modifier] = []
    leader = best_morale(state, at, state.counter(unit).side)
    if leader is not None:
        found.append(Modifier(code="leader", amount=leader[1], rule="NAP-9.2"))  # NAP-9.2
    if gives_cover(state.scenario, at):
        found.append(Modifier(code="cover", amount=table["cover"], rule="NAP-9.2"))
    if cause.rallying and state.in_zone(state.counter(unit).side, at):
        found.append(Modifier(code="zoc", amount=table["zoc"], rule="NAP-6.3"))  # NAP-6.3 NAP-9.5
    if each.morale != NORMAL:
        found.append(Modifier(code="shaken", amount=table["shaken"], rule="NAP-9.2"))
    if each.lost > 1:
        found.append(Modifier(code="loss", amount=table["loss"] * (each.lost - 1), rule="NAP-9.2"))  # NAP-9.2
    return (*found, *cause.extra)


def after_test(state: State, before: str, result: str, *, rallying: bool) -> str:
    """The state of morale after a test (NAP-9.3)."""
    if result == "R":
        return ROUTED
    if result == "D":
        return ROUTED if before == ROUTED else DISORGANISED
    if not rallying and state.scenario.options["recover-in-tests"] == "no":
        return before  # NAP-9.3
    return {ROUTED: DISORGANISED, DISORGANISED: NORMAL}.get(before, NORMAL)  # NAP-9.3


def test(play: Play, unit: str, cause: Cause) -> bool:
    """A counter tests its morale: whether it passes. Who becomes routed retreats at once (NAP-9.1, 9.4, 9.6)."""
    state: State = play.state
    table, grade, drm = (
        state.scenario.tables["morale"]["rows"],
        state.counter(unit).grade,
        modifiers(state, unit, cause),
    )

    def meaning(faces: tuple[Face, ...]) -> str:
        return MEANINGS[str(cell(table, row_of(table, faces[0], drm), grade))]

    face = int(play.roll(cause.label, D6, meaning=meaning, rule="NAP-9.1")[0])
    row = row_of(table, face, drm)  # NAP-9.1
    result = str(cell(table, row, grade))
    before = state.units[unit].morale
    after = after_test(state, before, result, rallying=cause.rallying)
    told = facts.MoraleTested(
        unit=unit, at=state.hex_of(unit), why=cause.why, grade=grade, drm=drm, face=face, row=row, result=result,
        before=before, after=after,
    )  # fmt: skip
    play.emit(told)
    settle(play, unit, before, cause.danger)
    return result == NONE  # NAP-9.6


MEANINGS = {"---": "stands", "D": "disorganised", "R": "routed"}


def settle(play: Play, unit: str, before: str, danger: str | None) -> None:
    """What a counter's new state brings: its stack's marker comes off if it is on top, and who routs retreats."""
    state: State = play.state
    after, at = state.units[unit].morale, state.hex_of(unit)
    if after != NORMAL and at in state.markers and state.pile(at)[0] == unit:
        play.emit(facts.Unmarked(hex=at, target=state.markers[at], reason="morale"))  # NAP-9.4
    if after == ROUTED and before != ROUTED:
        whence = danger or nearest_enemy(state, unit, at)
        if whence is not None:
            retreat(play, unit, 2, whence)  # NAP-9.4


def rout_at_once(play: Play, unit: str) -> None:
    """A counter is routed without a test (NAP-14.4)."""
    before = play.state.units[unit].morale
    if before != ROUTED:
        play.emit(facts.Broken(unit=unit, at=play.state.hex_of(unit)))  # NAP-14.4
        settle(play, unit, before, None)


def reorganise(play: Play, side: str, left_out: Sequence[str]) -> None:
    """Each counter of a side that is disorganised or routed tries to rally, in id order (NAP-9.5)."""
    for unit in play.state.fighting(side):
        state: State = play.state
        if unit in left_out or state.units[unit].morale == NORMAL:
            continue
        cause = Cause(f"rally {unit}", "rally", extra=thirst(state, unit), rallying=True)
        before = play.state
        test(play, unit, cause)  # NAP-9.5
        follow(play, before, (before.hex_of(unit),), side)


def thirst(state: State, unit: str) -> tuple[Modifier, ...]:
    """What thirst takes from the die of French counters that were not at the well (NAP-15.7)."""
    table = state.scenario.tables["thirst"]
    dry = state.counter(unit).side == "french" and state.units[unit].watered < table["watered"]
    if state.scenario.options["thirst"] == "yes" and state.turn >= table["from"] and dry:
        amount = state.scenario.tables["morale-modifiers"]["thirst"]
        return (Modifier(code="thirst", amount=amount, rule="NAP-15.7"),)  # NAP-15.7
    return ()


def rest(play: Play, side: str) -> None:
    """Cavalry that did nothing in this turn and stands in no enemy zone loses a level of fatigue (NAP-10.6)."""
    for unit in play.state.fighting(side):
        each = play.state.units[unit]
        idle = not (each.moved or each.charged or each.fired or each.fought)
        if each.fatigue and idle and not play.state.in_zone(side, play.state.hex_of(unit)):
            play.emit(facts.Fatigued(unit=unit, level=each.fatigue - 1))  # NAP-10.6
