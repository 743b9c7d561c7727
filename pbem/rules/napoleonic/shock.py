"""Shock: assaults one after the other, their results, and who advances (NAP-11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.orders import Line, Section
from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.kit.tables import cell
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.assault import marked_against, participants
from pbem.rules.napoleonic.ground import is_open
from pbem.rules.napoleonic.leaders import follow, overrun
from pbem.rules.napoleonic.morale import Cause, test
from pbem.rules.napoleonic.movers import going_of
from pbem.rules.napoleonic.odds import Stack, Strength, column_of, largest, leaders_of, modifiers, values
from pbem.rules.napoleonic.orders import Advance
from pbem.rules.napoleonic.retreat import eliminate, lose, retreat
from pbem.rules.napoleonic.rolling import row_of
from pbem.rules.napoleonic.stacking import may_join
from pbem.rules.napoleonic.standing import loser
from pbem.rules.napoleonic.state import ROUTED, State


@dataclass(frozen=True, slots=True)
class Battle:
    """A shock: the hex that is assaulted, the stacks that do it, the largest of them as it begins.

    `provoked` counts the attacks that lost control has brought, 0 for an assault that was ordered.
    """

    at: str
    stacks: tuple[Stack, ...]
    largest: Stack
    number: int
    provoked: int = 0

    @property
    def units(self) -> tuple[str, ...]:
        """Who attacks, by hex number, then pile order."""
        return tuple(unit for stack in sorted(self.stacks) for unit in stack.units)


def advance_modes(sheets: Mapping[str, Section]) -> dict[str, str]:
    """What the ADVANCE lines of the sheets want of each assaulted hex (NAP-11.9)."""
    lines: list[Line] = [line for _, section in sorted(sheets.items()) for line in section.lines]
    return {line.order.target: line.order.mode for line in lines if isinstance(line.order, Advance)}


def called_off(play: Play, at: str) -> Battle | None:
    """The assault on a hex as its moment comes, or None: nobody left, or the odds too low (NAP-11.2)."""
    state: State = play.state
    origins = marked_against(state, at)
    stacks = tuple(Stack(hex_, units) for hex_ in origins if (units := participants(state, hex_)))
    reason = "empty"
    if stacks and state.pile(at):
        attack, defence = (side.total for side in values(state, at, stacks))
        if column_of(state, attack, defence) is not None:
            number = 1 + sum(1 for event in play.events if isinstance(event, facts.Fought))
            return Battle(at, stacks, largest(state, stacks), number)
        reason = "odds"
    for hex_ in origins:
        play.emit(facts.Unmarked(hex=hex_, target=at, reason=reason))  # NAP-11.2
    return None


def fight(play: Play, battle: Battle) -> None:
    """Roll a shock, tell it with all its numbers, and apply its result (NAP-11.4)."""
    state: State = play.state
    attack, defence = values(state, battle.at, battle.stacks)
    column = str(column_of(state, attack.total, defence.total))
    drm = modifiers(state, battle.at, battle.stacks)
    rows = state.scenario.tables["shock"]["rows"]

    def meaning(faces: tuple[Face, ...]) -> str:
        said = str(cell(rows, row_of(rows, faces[0], drm), column))
        return "nothing" if said == "---" else f"shock-{said.lower()}"

    top = battle.largest.units[0]
    face = int(play.roll(f"shock {battle.at} by {top}", D6, meaning=meaning, rule="NAP-11.4")[0])
    row = row_of(rows, face, drm)
    printed = str(cell(rows, row, column))  # NAP-11.4
    result = _for_square(state, battle.at, printed)
    told = _told(state, battle, (attack, defence), (column, printed, result))
    play.emit(told.model_copy(update={"drm": drm, "face": face, "row": row}))
    _apply(play, battle, result)


def _told(
    state: State, battle: Battle, strengths: tuple[Strength, Strength], results: tuple[str, str, str]
) -> facts.Fought:
    """A shock as it is told, but for its die."""
    attack, defence = strengths
    column, printed, result = results
    used = tuple(leader for leader in leaders_of(state, battle.at, battle.stacks) if leader is not None)
    return facts.Fought(
        number=battle.number,
        side=state.counter(battle.units[0]).side,
        at=battle.at,
        origins=tuple(sorted(stack.hex for stack in battle.stacks)),
        attackers=battle.units,
        defenders=state.pile(battle.at),
        attack_terms=attack.terms,
        defence_terms=defence.terms,
        attack=str(attack.total),
        defence=str(defence.total),
        column=column,
        drm=(),
        leaders=used,
        face=0,
        row=0,
        printed=printed,
        result=result,
        provoked=battle.provoked,
    )


def _for_square(state: State, at: str, result: str) -> str:
    """A square never retreats from combat: D1 is nothing, D2 is DB, for all in its hex (NAP-11.7)."""
    if any(state.units[unit].formation == "square" for unit in state.pile(at)):
        return {"D1": "---", "D2": "DB"}.get(result, result)  # NAP-11.7
    return result


def _apply(play: Play, battle: Battle, result: str) -> None:
    """Apply a result of the shock table (NAP-11.6)."""
    before: State = play.state
    pile, danger = before.pile(battle.at), battle.largest.hex
    sides = before.counter(battle.units[0]).side, before.counter(pile[0]).side
    if result in ("AB", "BM"):
        lose(play, battle.largest.units[0], 1, "shock")  # NAP-11.6
    if result in ("D1", "D2", "DB") and _is_destroyed(before, battle.at):
        for unit in pile:
            eliminate(play, unit, "shock")
    elif result in ("BM", "DB"):
        _defender_loses(play, battle.at, danger, tests=result == "DB")
    elif result in ("D1", "D2"):
        _driven_back(play, battle, [(unit, danger) for unit in pile], int(result[1]))  # NAP-11.6
    elif result in ("A1", "A2"):
        _driven_back(play, battle, [(unit, battle.at) for unit in battle.units], int(result[1]))  # NAP-11.6
    follow(play, before, [stack.hex for stack in battle.stacks], sides[0])
    follow(play, before, [battle.at], sides[1])


def _is_destroyed(state: State, at: str) -> bool:
    """Whether a hex is lost by any result against it: guns alone, or one routed counter alone (NAP-9.4, 11.8)."""
    pile = state.pile(at)
    if all(state.is_guns(unit) for unit in pile):
        return True  # NAP-11.8
    return len(pile) == 1 and state.units[pile[0]].morale == ROUTED  # NAP-9.4


def _defender_loses(play: Play, at: str, danger: str, *, tests: bool) -> None:
    """The defender loses 1 PF on a counter of his choice, by default that of most PF; after DB it tests (NAP-11.6)."""
    pile: Sequence[str] = play.state.pile(at)
    usual = min(pile, key=lambda unit: (-play.state.pf(unit), pile.index(unit)))
    unit = loser(play, at, pile, usual)
    lose(play, unit, 1, "shock")  # NAP-11.6
    if tests and play.state.on_map(unit):
        test(play, unit, Cause(f"morale {unit} shock at {at}", "shock", danger=danger))  # NAP-11.6


def _driven_back(play: Play, battle: Battle, units: Sequence[tuple[str, str]], hexes: int) -> None:
    """First all retreat, then each that is left tests (NAP-11.6)."""
    for unit, danger in units:
        retreat(play, unit, hexes, danger)
    for unit, danger in units:
        if play.state.on_map(unit):
            test(play, unit, Cause(f"morale {unit} shock at {battle.at}", "shock", danger=danger))


# Advance -----------------------------------------------------------------------------------------------------------


def advance(play: Play, battle: Battle, mode: str | None) -> None:
    """Attackers of the largest stack advance into the hex that they have emptied (NAP-11.9)."""
    state: State = play.state
    if state.pile(battle.at):
        return
    stack = battle.largest
    left = tuple(unit for unit in stack.units if state.units[unit].at == stack.hex)
    if not left:
        return
    wish = mode or ("none" if state.arm(left[0]) == "cavalry" else "top")  # NAP-11.9
    units = {"all": left, "top": left[:1], "none": ()}[wish]
    before: State = play.state
    for unit in units:
        go_in(play, unit, stack.hex, battle.at, controlled=True)  # NAP-11.9
    follow(play, before, [stack.hex], state.counter(stack.units[0]).side)


def go_in(play: Play, unit: str, origin: str, at: str, *, controlled: bool) -> None:
    """A counter advances into an emptied hex, if ground and stacking let it (NAP-11.9)."""
    state: State = play.state
    going = going_of(state, unit, at)
    if not is_open(state.scenario, going, origin, at) or not may_join(state, unit, at) or not state.on_map(unit):
        return  # NAP-11.9
    facing = state.scenario.direction[origin, at]  # NAP-11.9
    play.emit(facts.Advanced(unit=unit, origin=origin, to=at, facing=facing, controlled=controlled))
    overrun(play, unit, (at,))
