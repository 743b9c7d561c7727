"""The end of a turn: division morale, towns, the well, victory points, who has won (NAP-14, 15.5, 15.7)."""

from collections.abc import Iterator

from pbem.core.events import GameEnded, Modifier
from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.kit.tables import cell
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import chief, commands, leader_of, members, on_map
from pbem.rules.napoleonic.ground import fraction
from pbem.rules.napoleonic.leaders import follow
from pbem.rules.napoleonic.morale import rout_at_once
from pbem.rules.napoleonic.retreat import eliminate
from pbem.rules.napoleonic.rolling import row_of
from pbem.rules.napoleonic.sequence import FRENCH, SIDES, SPANISH, enemy
from pbem.rules.napoleonic.state import NORMAL, ROUTED, Division, State


def run_division_morale(play: Play) -> None:
    """Divisions that have lost enough test, those that hold again are steady; then the turn is counted (NAP-14.3)."""
    for name in sorted(play.state.divisions):
        _come_to_rest(play, name)
        if has_to_test(play.state, name):
            _test(play, name)  # NAP-14.3
    count_turn(play)


def _come_to_rest(play: Play, name: str) -> None:
    """A withdrawal ends with the turn after it; a flight when nobody on the map is routed any more (NAP-14.4)."""
    state: State = play.state
    division, units = state.divisions[name], on_map(play.state, name)
    over = division.state == "withdrawing" and state.turn >= division.no_attack_until
    holds = division.state == "flight" and units and all(state.units[u].morale != ROUTED for u in units)
    if over or holds:
        play.emit(facts.DivisionChanged(division=name, state="steady"))  # NAP-14.4


def lost_pf(state: State, name: str) -> int:
    """PF that a division has lost: those of its counters, and the whole of who is eliminated (NAP-14.3)."""
    units = members(state, name)
    gone = (u for u in units if state.units[u].status == "eliminated")
    kept = (u for u in units if state.units[u].status != "eliminated")
    return sum(state.counter(u).pf for u in gone) + sum(state.units[u].lost for u in kept)  # NAP-14.3


def has_to_test(state: State, name: str) -> bool:
    """Whether a division tests: on the map, PF lost this turn, and a quarter of its strength in all (NAP-14.3)."""
    division = state.divisions[name]
    enough = 4 * lost_pf(state, name) >= division.start > 0
    return bool(on_map(state, name)) and division.lost_this_turn > 0 and enough  # NAP-14.3


def column_of(state: State, name: str) -> str:
    """The column of a division: its rating less 1 for each full quarter that it has lost, 1 at least (NAP-14.3)."""
    division = state.divisions[name]
    quarters = 4 * lost_pf(state, name) // division.start
    return str(max(1, division.rating - quarters))  # NAP-14.3


def modifiers(state: State, name: str) -> Iterator[Modifier]:
    """What is added to the die of a division's morale (NAP-14.2)."""
    division, table = state.divisions[name], state.scenario.tables["division-modifiers"]
    units = on_map(state, name)
    for code, leader in (("leader", leader_of(state, division)), ("chief", chief(state, division.side))):
        if leader is not None and all(commands(state, leader, unit) for unit in units):
            yield Modifier(code=f"division-{code}", amount=table[code], rule="NAP-14.2")  # NAP-14.2
    if _near_flight(state, name, units):
        yield Modifier(code="flight", amount=table["flight"], rule="NAP-14.2")  # NAP-14.2


def _near_flight(state: State, name: str, units: tuple[str, ...]) -> bool:
    """Whether a counter of another friendly division in flight is within two hexes of one of this."""
    side, reach = state.divisions[name].side, state.scenario.tables["division-flight"]
    fleeing = [
        state.hex_of(unit)
        for other, division in state.divisions.items()
        if other != name and division.side == side and division.state == "flight"
        for unit in on_map(state, other)
    ]
    distance = state.scenario.board.distance
    return any(distance(state.hex_of(unit), hex_) <= reach for unit in units for hex_ in fleeing)


def _test(play: Play, name: str) -> None:
    state: State = play.state
    rows, column = state.scenario.tables["division-morale"]["rows"], column_of(state, name)
    drm = tuple(modifiers(state, name))

    def meaning(faces: tuple[Face, ...]) -> str:
        return {"NE": "nothing", "R": "withdraws", "H": "flees"}[cell(rows, row_of(rows, faces[0], drm), column)]

    face = int(play.roll(f"division {name}", D6, meaning=meaning, rule="NAP-14.1")[0])
    row = row_of(rows, face, drm)
    result = str(cell(rows, row, column))  # NAP-14.1
    division = state.divisions[name]
    play.emit(
        facts.DivisionTested(
            division=name, side=division.side, lost=lost_pf(state, name), start=division.start, column=column,
            drm=drm, face=face, row=row, result=result,
        )
    )  # fmt: skip
    if result == "R" and division.state != "flight":
        play.emit(facts.DivisionChanged(division=name, state="withdrawing"))  # NAP-14.4
    elif result == "H":
        _flee(play, name, division)


def _flee(play: Play, name: str, division: Division) -> None:
    """A division flees: all are routed; of one that fled already those near the enemy are lost (NAP-14.4)."""
    state: State = play.state
    if division.state == "flight":
        for unit in on_map(state, name):
            if state.units[unit].morale == ROUTED and _near_enemy(state, unit):
                before: State = play.state
                eliminate(play, unit, "flight")  # NAP-14.4
                follow(play, before, (before.hex_of(unit),), division.side)
        return
    play.emit(facts.DivisionChanged(division=name, state="flight"))
    for unit in on_map(state, name):
        if play.state.on_map(unit):
            before = play.state
            rout_at_once(play, unit)  # NAP-14.4
            follow(play, before, (before.hex_of(unit),), division.side)


def _near_enemy(state: State, unit: str) -> bool:
    reach, foe = state.scenario.tables["division-flight"], enemy(state.counter(unit).side)
    near = state.scenario.board.within(state.hex_of(unit), reach)
    return any(state.holds(foe, hex_) for hex_ in near)


# Towns, the well ---------------------------------------------------------------------------------------------------


def close_phase(play: Play) -> None:
    """What is looked at as any phase ends: who holds the town hexes, who was at the well (NAP-15.5, 15.7)."""
    state: State = play.state
    for hex_ in state.scenario.towns:
        for unit in state.pile(hex_):
            if state.counter(unit).type == "infantry" and state.units[unit].morale == NORMAL:
                take_town(play, hex_, state.counter(unit).side)  # NAP-15.5
    well, fresh = state.scenario.tables["thirst"]["hex"], list[str]()
    if state.scenario.options["thirst"] == "yes" and well in state.scenario.board.index:
        for hex_ in (well, *state.scenario.board.neighbours[well]):
            fresh += [u for u in state.pile(hex_) if state.units[u].watered != state.turn]
    if fresh:
        play.emit(facts.Watered(units=tuple(sorted(fresh))))  # NAP-15.7


def take_town(play: Play, hex_: str, side: str) -> None:
    """A side holds a town hex from now on."""
    if play.state.holders.get(hex_, SPANISH) != side:
        play.emit(facts.TownTaken(hex=hex_, side=side))


def passed(play: Play, moved: facts.Moved) -> None:
    """The town hexes that infantry in normal morale passed are its side's (NAP-15.5)."""
    counter = play.state.counter(moved.unit)
    if counter.type == "infantry" and play.state.units[moved.unit].morale == NORMAL:
        for hex_ in moved.path:
            if hex_ in play.state.scenario.towns:
                take_town(play, hex_, counter.side)  # NAP-15.5


# Victory -----------------------------------------------------------------------------------------------------------


def count_turn(play: Play) -> None:
    """The victory points as the turn ends, the end of the game if it has come, else the next turn (NAP-15.5)."""
    state: State = play.state
    close_phase(play)
    last = state.turn >= state.scenario.turns
    broken = [side for side in SIDES if _is_broken(play.state, side)]
    terms = tuple(points(play.state, ended=last or bool(broken)))
    sums = {side: sum(t.amount for t in terms if t.code.startswith(side)) for side in SIDES}
    play.emit(facts.TurnEnded(french=sums[FRENCH], spanish=sums[SPANISH], terms=terms))
    if broken:
        winner = "draw" if len(broken) > 1 else enemy(broken[0])
        level = "draw" if len(broken) > 1 else "decisive"
        play.emit(GameEnded(winner=winner, reason="NAP-15.5", level=level))  # NAP-15.5
    elif last:
        winner, level = decided(play.state, sums[FRENCH] - sums[SPANISH])
        play.emit(GameEnded(winner=winner, reason="NAP-15.5", level=level))  # NAP-15.5


def decided(state: State, lead: int) -> tuple[str, str]:
    """Who wins with a lead of the French in victory points, and how clearly (NAP-15.5)."""
    table = state.scenario.tables["victory"]
    if abs(lead) < table["marginal"]:
        return "draw", "draw"  # NAP-15.5
    level = "decisive" if abs(lead) >= table["decisive"] else "marginal"  # NAP-15.5
    return (FRENCH if lead > 0 else SPANISH), level


def _is_broken(state: State, side: str) -> bool:
    """Whether each division of a side is in flight or wholly eliminated (NAP-15.5)."""
    mine = [
        name for name, division in sorted(state.divisions.items()) if division.side == side and members(state, name)
    ]
    return bool(mine) and all(
        state.divisions[name].state == "flight"
        or all(state.units[unit].status == "eliminated" for unit in members(state, name))
        for name in mine
    )  # NAP-15.5


def points(state: State, *, ended: bool) -> Iterator[Modifier]:
    """The victory points of both sides, each as a term whose code begins with the side (NAP-15.5)."""
    table = state.scenario.tables["victory"]
    for side in SIDES:
        lost = sum(_lost(state, unit) for unit, c in state.scenario.counters.items() if c.side == enemy(side))
        lost += _in_flight(state, enemy(side)) if ended else 0
        yield Modifier(code=f"{side}-losses", amount=lost * table["loss"][side], rule="NAP-15.5")  # NAP-15.5
        held = sum(1 for hex_ in state.scenario.towns if state.holders.get(hex_, SPANISH) == side)
        yield Modifier(code=f"{side}-towns", amount=held * table["town"], rule="NAP-15.5")  # NAP-15.5
    gone = [u for u, each in sorted(state.units.items()) if each.status == "exited" and _counts(state, u)]
    if gone:
        yield Modifier(
            code="french-exits", amount=table["exit"] * sum(map(state.pf, gone)), rule="NAP-15.5"
        )  # NAP-15.5
    else:
        yield Modifier(code="spanish-no-exit", amount=table["no-exit"], rule="NAP-15.5")  # NAP-15.5


def _counts(state: State, unit: str) -> bool:
    """Whether a French counter that left the map counts: those that came from elsewhere do not (NAP-15.5)."""
    counter = state.counter(unit)
    return counter.side == FRENCH and counter.entry != "north-east"  # NAP-15.5


def _lost(state: State, unit: str) -> int:
    each = state.units[unit]
    return state.counter(unit).pf if each.status == "eliminated" else each.lost


def _in_flight(state: State, side: str) -> int:
    """Of divisions in flight at the end, half of the PF left on the map are lost (NAP-15.5)."""
    share, found = fraction(state.scenario.tables["victory"]["flight"]), 0
    for name, division in state.divisions.items():
        if division.side == side and division.state == "flight":
            found += int(share * sum(state.pf(unit) for unit in on_map(state, name)))  # NAP-15.5
    return found
