"""Cavalry control after a won attack, and the attacks that lost control brings (NAP-12); the shock phase."""

from collections.abc import Mapping, Sequence

from pbem.core.events import Modifier
from pbem.core.orders import Section
from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.kit.tables import cell
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.charges import tire
from pbem.rules.napoleonic.command import best_morale
from pbem.rules.napoleonic.fire import strength
from pbem.rules.napoleonic.ground import is_open
from pbem.rules.napoleonic.leaders import follow
from pbem.rules.napoleonic.morale import Cause, test
from pbem.rules.napoleonic.movers import going_of
from pbem.rules.napoleonic.odds import Stack, column_of, values
from pbem.rules.napoleonic.paths import apart
from pbem.rules.napoleonic.rolling import row_of
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.shock import Battle, advance, advance_modes, called_off, fight, go_in
from pbem.rules.napoleonic.stacking import fault as stack_fault
from pbem.rules.napoleonic.state import State, is_cliff


def run_shock(play: Play, sheets: Mapping[str, Section]) -> None:
    """All assaults in order of their target hexes, each with control, advance, tests after charges (NAP-11.10)."""
    wishes = advance_modes(sheets)
    for at in sorted(set(play.state.markers.values())):  # NAP-11.10
        battle = called_off(play, at)
        if battle is None:
            continue
        charged = tuple(unit for unit in battle.units if play.state.units[unit].charged)
        fight(play, battle)
        lost = _control(play, battle)
        if battle.largest.hex not in lost:
            advance(play, battle, wishes.get(at))
        _after_charge(play, charged)


def _after_charge(play: Play, charged: Sequence[str]) -> None:
    """Every charging counter that took part and is left tests at -1 (NAP-10.5)."""
    amount = play.state.scenario.tables["morale-modifiers"]["after-charge"]
    extra = (Modifier(code="after-charge", amount=amount, rule="NAP-10.5"),)
    for unit in charged:
        if play.state.on_map(unit):
            before: State = play.state
            test(play, unit, Cause(f"morale {unit} after-charge", "after-charge", extra=extra))  # NAP-10.5
            follow(play, before, (before.hex_of(unit),), before.counter(unit).side)


def _control(play: Play, battle: Battle) -> frozenset[str]:
    """Each stack led by cavalry that has won rolls; then those out of hand attack on: their hexes (NAP-12.1)."""
    if play.state.pile(battle.at):
        return frozenset()  # NAP-12.1
    wild: list[Stack] = []
    for stack in sorted(battle.stacks):
        riders = _riders(play.state, stack)
        top = stack.units[0]
        if riders and top == riders[0] and not _in_hand(play, stack.hex, top, 0):
            wild.append(Stack(stack.hex, riders))  # NAP-12.1
    for stack in wild:
        _run_wild(play, stack, battle.at)
    return frozenset(stack.hex for stack in wild)


def _riders(state: State, stack: Stack) -> tuple[str, ...]:
    """The mounted cavalry of a stack that took part and still stands there."""
    return tuple(unit for unit in stack.units if state.units[unit].at == stack.hex and state.arm(unit) == "cavalry")


def control_modifiers(state: State, unit: str, provoked: int) -> tuple[Modifier, ...]:
    """What is added to the die of a control roll (NAP-12.3)."""
    table, counter = state.scenario.tables["control-modifiers"], state.counter(unit)
    found: list[tuple[str, int]] = []
    leader = best_morale(state, state.hex_of(unit), counter.side)
    if leader is not None:
        found.append(("leader", leader[1]))
    if state.units[unit].charged and not provoked:
        found.append(("charge", table["charge"]))  # NAP-12.3
    if counter.nation == "british":
        found.append(("british-cavalry", table["british"]))
    elif counter.nation in state.scenario.tables["control-nations"]:
        found.append(("nation", table["other"]))  # NAP-12.3
    found.append(("provoked", table["provoked"] * provoked))
    return tuple(Modifier(code=code, amount=amount, rule="NAP-12.3") for code, amount in found if amount)


def _in_hand(play: Play, at: str, unit: str, provoked: int) -> bool:
    """Roll whether cavalry that has won is still in hand (NAP-12.2)."""
    state: State = play.state
    rows, grade = state.scenario.tables["control"]["rows"], state.counter(unit).grade
    drm = control_modifiers(state, unit, provoked)

    def meaning(faces: tuple[Face, ...]) -> str:
        return {"C": "control", "NC": "no-control"}[cell(rows, row_of(rows, faces[0], drm), grade)]

    face = int(play.roll(f"control {unit} {provoked}", D6, meaning=meaning, rule="NAP-12.2")[0])
    row = row_of(rows, face, drm)
    result = str(cell(rows, row, grade))  # NAP-12.2
    play.emit(facts.ControlTested(unit=unit, at=at, grade=grade, drm=drm, face=face, row=row, result=result))
    return result == "C"  # NAP-12.5


def _run_wild(play: Play, stack: Stack, at: str) -> None:
    """Cavalry out of hand goes into the emptied hex and attacks on, three times at most (NAP-12.4)."""
    target, hex_, riders = at, stack.hex, stack.units
    for provoked in range(1, 1 + int(play.state.scenario.tables["provoked-attacks"])):
        if not _advance_all(play, riders, hex_, target):
            return  # NAP-12.4
        hex_ = target
        found = _next_target(play.state, Stack(hex_, riders))
        if found is None:
            return  # NAP-12.4
        target, facing = found
        for unit in riders:
            if play.state.units[unit].facing != facing:
                play.emit(facts.Turned(unit=unit, facing=facing, by="NAP-12.4"))
        tire(play, riders)  # NAP-10.6
        number = 1 + sum(1 for event in play.events if isinstance(event, facts.Fought))
        mine = Stack(hex_, riders)
        fight(play, Battle(target, (mine,), mine, number, provoked))  # NAP-12.4
        riders = tuple(unit for unit in riders if play.state.units[unit].at == hex_)
        if play.state.pile(target) or not riders or _in_hand(play, hex_, riders[0], provoked):
            return  # NAP-12.4
    _advance_all(play, riders, hex_, target)


def _advance_all(play: Play, riders: Sequence[str], hex_: str, at: str) -> bool:
    """Whether all riders of a stack could go into a hex, and so did (NAP-12.4)."""
    before: State = play.state
    if not riders or before.pile(at) or not _fits(before, riders, at):
        return False
    for unit in riders:
        go_in(play, unit, hex_, at, controlled=False)
    follow(play, before, [hex_], before.counter(riders[0]).side)
    return True


def _fits(state: State, riders: Sequence[str], at: str) -> bool:
    first = riders[0]  # what is closed to one of them is closed to all: they are mounted
    open_ = is_open(state.scenario, going_of(state, first, at), state.hex_of(first), at)
    return open_ and not stack_fault(state, at, tuple(riders), first)


def _next_target(state: State, stack: Stack) -> tuple[str, int] | None:
    """The enemy hex that cavalry out of hand attacks, with the facing for it: least PF, then the lowest (NAP-12.4)."""
    side, facing = state.counter(stack.units[0]).side, state.units[stack.units[0]].facing
    found: list[tuple[int, str, int]] = []
    for hex_ in state.scenario.board.neighbours[stack.hex]:
        way = state.scenario.direction[stack.hex, hex_]
        turns = (facing, (facing - 1) % 6, (facing + 1) % 6)
        turned = next((each for each in turns if apart(way, each) < 2), None)  # NAP-12.4
        if turned is not None and state.holds(enemy(side), hex_) and not is_cliff(state.scenario, stack.hex, hex_):
            found.append((strength(state, hex_), hex_, turned))
    if not found:
        return None
    _, target, turned = min(found)
    attack, defence = (each.total for each in values(state, target, (stack,)))
    return None if column_of(state, attack, defence) is None else (target, turned)  # NAP-12.4
