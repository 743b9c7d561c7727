"""The duty to attack: who has it, which hexes it covers, what the rules add to a sheet (RIF-4.4, 9.2)."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from pbem.core.problems import Fault
from pbem.kit.judging import counted
from pbem.kit.tables import total
from pbem.rules.rif1926.declare import ASSAULT, Assault, able, may_attack, touching
from pbem.rules.rif1926.events import AttackAdded
from pbem.rules.rif1926.sequence import enemy
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.strength import defence_terms

NAMED = 6
"""How many hexes to attack a fault names."""


def obliged(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that must attack: those in an enemy zone of control that can (RIF-4.4)."""
    caught = state.scenario.board.masks.hexes(state.held[side] & state.zone_of(enemy(side)))
    return tuple(sorted([unit for hex_ in caught for unit in state.stacks[hex_] if _must(state, side, unit)]))


def _must(state: State, side: str, unit: str) -> bool:
    """Whether a unit in a zone of control is obliged: the exempt are those that cannot (RIF-4.4)."""
    counter, each = state.scenario.counters[unit], state.units[unit]
    if each.dispersed or each.attacked:
        return False  # RIF-4.4
    if counter.type in ASSAULT:
        return counter.attack > 0  # RIF-4.4
    near = (hex_ for hex_ in state.hexes_of(enemy(side)) if _in_reach(state, unit, hex_))
    return any(any(able(state, other) for other in touching(state, side, hex_)) for hex_ in near)  # RIF-4.4


def _in_reach(state: State, unit: str, hex_: str) -> bool:
    """Whether armour touches an enemy hex, or a gun that has not fired has it in range."""
    counter, distance = state.counter(unit), state.scenario.board.distance(state.hex_of(unit), hex_)
    if counter.type == "artillery":
        return not state.units[unit].fired and distance <= counter.range
    return distance == 1


def exerting(state: State, side: str, unit: str) -> tuple[str, ...]:
    """The enemy hexes whose units exert their zone of control on a unit, ascending."""
    return exerting_on(state, side, state.hex_of(unit))


def exerting_on(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """The enemy hexes whose units exert their zone of control on a hex, ascending (RIF-4.1)."""
    if not state.in_zone(side, hex_):
        return ()
    masks = state.scenario.board.masks
    return tuple(masks.hexes(masks.near[hex_] & state.fronts[enemy(side)]))


def sheet_faults(state: State, side: str, attacks: Sequence[Assault]) -> Iterator[Fault]:
    """What the good attacks of a sheet leave undone; `state` is the position before them (RIF-4.4, 9.2)."""
    must = obliged(state, side)
    named = {unit for attack in attacks for unit in (*attack.units, *attack.support)}
    idle = [unit for unit in must if unit not in named]
    if idle:
        near = _fronts(state, side, idle)
        whom = {"hexes": " ".join(near)} if len(near) <= NAMED else {}
        yield Fault("must-attack", "RIF-4.4", {**counted("units", idle), **whom})  # RIF-4.4
    left = unattacked(state, side, must, attacks)
    if left and not idle:
        yield Fault("zoc-unattacked", "RIF-9.2", {"hexes": " ".join(left), "count": len(left)})  # RIF-9.2


def unattacked(state: State, side: str, must: Iterable[str], attacks: Sequence[Assault]) -> tuple[str, ...]:
    """The hexes that exert their zone on who must attack and that nobody attacks, though somebody could (RIF-9.2)."""
    wanted = _fronts(state, side, must)
    attacked = {attack.at for attack in attacks}
    left = tuple(hex_ for hex_ in wanted if hex_ not in attacked)
    if not left:
        return ()
    named = {unit for attack in attacks for unit in attack.units}
    free = sorted(unit for unit in {*must, *named} if able(state, unit))
    most = _matching(state, wanted, free)
    return left if len(wanted) - len(left) < most else ()  # RIF-9.2


def _fronts(state: State, side: str, units: Iterable[str]) -> tuple[str, ...]:
    """The hexes next to some units of a side that exert the enemy's zone of control."""
    masks = state.scenario.board.masks
    touched = masks.around(masks.of({state.hex_of(unit) for unit in units}))
    return tuple(masks.hexes(touched & state.fronts[enemy(side)]))


def _matching(state: State, hexes: Sequence[str], units: Collection[str]) -> int:
    """How many of the hexes these units could attack, one each: a largest matching, hex by hex."""
    neighbours = state.scenario.board.neighbours
    at: dict[str, list[str]] = {}
    for unit in units:
        at.setdefault(state.hex_of(unit), []).append(unit)
    near = {hex_: [unit for here in neighbours[hex_] for unit in at.get(here, ())] for hex_ in hexes}
    given: dict[str, str] = {}

    def place(hex_: str, tried: set[str]) -> bool:
        for unit in near[hex_]:
            if unit not in tried:
                tried.add(unit)
                if unit not in given or place(given[unit], tried):
                    given[unit] = hex_
                    return True
        return False

    return sum(place(hex_, set()) for hex_ in hexes)


# Where the sheet is silent ---------------------------------------------------------------------------------------


def complete(state: State, side: str, attacks: Sequence[Assault]) -> tuple[list[Assault], list[AttackAdded]]:
    """The attacks of a sheet with what the rules add, and what was added.

    Strengths are those before the first attack (RIF-4.4).
    """
    planned, told = list(attacks), list[AttackAdded]()
    named = {unit for attack in planned for unit in (*attack.units, *attack.support)}
    every = obliged(state, side)
    must = [u for u in every if u not in named and state.counter(u).type != "artillery"]  # RIF-4.4
    foot = [unit for unit in must if state.counter(unit).type in ASSAULT]
    for target, group in _groups(state, side, foot):
        _join(state, planned, told, target, group)
    for unit in (unit for unit in must if unit not in foot):
        options = (hex_ for hex_ in exerting(state, side, unit) if any(attack.at == hex_ for attack in planned))
        weakest = min(options, key=lambda hex_: (_weight(state, hex_), hex_), default=None)
        if weakest is not None:
            _join(state, planned, told, weakest, (unit,))  # RIF-4.4
    _cover(state, side, every, planned, told)
    return planned, told


def _groups(state: State, side: str, units: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The silent units of each hex, by hex, with the weakest of the hexes that exert their zone on them (RIF-4.4)."""
    stacks: dict[str, list[str]] = {}
    for unit in units:
        stacks.setdefault(state.hex_of(unit), []).append(unit)
    found = []
    for here in sorted(stacks):
        target = min(exerting(state, side, stacks[here][0]), key=lambda hex_: (_weight(state, hex_), hex_))  # RIF-4.4
        found.append((target, tuple(sorted(stacks[here]))))
    return found


def _weight(state: State, hex_: str) -> int:
    """The defence of a hex without support from others."""
    return total(defence_terms(state, hex_))


def _join(state: State, planned: list[Assault], told: list[AttackAdded], at: str, units: tuple[str, ...]) -> None:
    """Units join the attack on a hex, or begin one where there is none."""
    for number, attack in enumerate(planned):
        if attack.at == at:
            planned[number] = attack._replace(units=(*attack.units, *units))
            told.append(AttackAdded(units=units, at=at, rule="RIF-4.4", joined=True))
            return
    if may_attack(state, units):
        planned.append(Assault(at, units))
        told.append(AttackAdded(units=units, at=at, rule="RIF-4.4", joined=False))


def _cover(state: State, side: str, must: Iterable[str], planned: list[Assault], told: list[AttackAdded]) -> None:
    """Hexes left out are attacked by one unit each, taken from attacks that keep another one (RIF-9.2)."""
    neighbours = state.scenario.board.neighbours
    for hex_ in unattacked(state, side, must, planned):
        for number, attack in reversed([*enumerate(planned)]):
            fit = [unit for unit in attack.units if able(state, unit)]
            near = [unit for unit in fit if state.hex_of(unit) in neighbours[hex_]]
            if near and len(fit) > 1:
                unit = near[-1]
                kept = tuple(each for each in attack.units if each != unit)
                advance = tuple(each for each in attack.advance if each != unit)
                planned[number] = attack._replace(units=kept, advance=advance)
                ways = {unit: attack.retreat[unit]} if unit in attack.retreat else {}
                planned.append(Assault(hex_, (unit,), retreat=ways))  # RIF-9.2
                told.append(AttackAdded(units=(unit,), at=hex_, rule="RIF-9.2", joined=False))
                break
