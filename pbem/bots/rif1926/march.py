"""Where the bot moves: the Allies towards free towns in supply and in strength, the Rif between them and its towns."""

from collections.abc import Iterator

from pbem.core.orders import Order
from pbem.kit.judging import Verdict
from pbem.rules.rif1926.declare import touching
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.movement import actors, entry_hexes, judge_enter, judge_move, judge_sail, must_leave
from pbem.rules.rif1926.orders import Enter, Move, Sail
from pbem.rules.rif1926.paths import destinations, going_of
from pbem.rules.rif1926.sequence import ALLIED, RIF, enemy
from pbem.rules.rif1926.state import State, has_room
from pbem.rules.rif1926.supply import supplied_at

LOOKED_AT = 6  # so many of the best hexes are looked at for supply
ENOUGH = 1  # points of attack beside an enemy for each point of his defence


def movements(state: State, side: str) -> list[Order]:
    """An order for every unit that does better elsewhere, each judged in the position that those before it leave."""
    found: list[Order] = []
    for unit in sorted(actors(state, side), key=lambda each: (-_reach(state, each), each)):
        verdict = _order(state, side, unit)
        if verdict is None or verdict.faults:
            continue
        for event in verdict.events:
            state = evolve(state, event)
        found.append(verdict.order)
    return found


def _reach(state: State, unit: str) -> int:
    return state.counter(unit).attack * 10 + state.counter(unit).movement


def _order(state: State, side: str, unit: str) -> Verdict | None:
    counter, each = state.counter(unit), state.units[unit]
    if counter.type == "naval":
        return _sail(state, side, unit)
    if each.status != "map":
        hexes = [hex_ for hex_ in entry_hexes(state, side) if has_room(state, unit, hex_)]
        at = min(hexes, key=lambda hex_: (_far(state, hex_, _goals(state, side, unit)), hex_), default=None)
        return None if at is None else judge_enter(state, side, Enter(unit=unit, at=at))
    if side == RIF and state.hex_of(unit) in state.scenario.trench and not state.units[unit].dispersed:
        return None  # who mans a trench stays
    way = _best(state, side, unit)
    return None if way is None else judge_move(state, side, Move(units=(unit,), path=way))


def _best(state: State, side: str, unit: str) -> tuple[str, ...] | None:
    """The way to the best hex that keeps supply; None where staying is as good."""
    here, goals = state.hex_of(unit), _goals(state, side, unit)
    ways = {way[-1]: way for way, _ in destinations(state, going_of(state, (unit,)), here) if _fits(state, unit, way)}
    ranked = sorted(ways, key=lambda hex_: (-_score(state, side, unit, hex_, goals), hex_))
    stay = -(10**6) if unit in must_leave(state, side) else _score(state, side, unit, here, goals)
    for hex_ in ranked[:LOOKED_AT]:
        if _score(state, side, unit, hex_, goals) <= stay:
            return None
        if supplied_at(state, unit, hex_) or not supplied_at(state, unit, here):
            return ways[hex_]
    return ways[ranked[0]] if ranked and stay == -(10**6) else None


def _fits(state: State, unit: str, way: tuple[str, ...]) -> bool:
    return has_room(state, unit, way[-1])


def _score(state: State, side: str, unit: str, hex_: str, goals: tuple[str, ...]) -> int:
    """What standing in a hex is worth: near a goal, in cover, beside an enemy only in strength."""
    counter, words = state.counter(unit), state.scenario.board.terrain[hex_]
    score = -4 * _far(state, hex_, goals)
    if counter.type == "artillery":
        return score - 30 * state.in_zone(side, hex_) + 6 * state.held_by(side, hex_)
    score += 3 * ("trench" in words) + ("mountain" in words) + 2 * ("town" in words)
    if state.in_zone(side, hex_):
        score += 4 if side == ALLIED and _massed(state, side, unit, hex_) else -12
    return score


def _massed(state: State, side: str, unit: str, hex_: str) -> bool:
    """Whether with this unit there is enough beside some enemy to attack him."""
    near = (at for at in state.scenario.board.neighbours[hex_] if state.held_by(enemy(side), at))
    return any(_attack(state, side, unit, at) >= ENOUGH * _defence(state, at) for at in near)


def _attack(state: State, side: str, unit: str, at: str) -> int:
    friends = {*touching(state, side, at), unit}
    return sum(state.counter(each).attack for each in friends if not state.units[each].dispersed)


def _defence(state: State, at: str) -> int:
    printed = sum(state.counter(foe).defence // (1 + state.units[foe].dispersed) for foe in state.stacks[at])
    return printed * (2 if at in state.scenario.trench else 1)


def _goals(state: State, side: str, unit: str) -> tuple[str, ...]:
    """The Allies go for towns that are free and who keeps them; a tribe stands between its towns and the Allies."""
    scenario = state.scenario
    if side == ALLIED:
        free = [town for towns in scenario.towns_of.values() for town in towns if town not in state.occupied]
        kept = (hex_ for hex_ in state.stacks if state.held_by(RIF, hex_))
        return (*(scenario.towns[town] for town in free), *kept)
    tribe = scenario.tribe_of_group.get(state.counter(unit).group)
    towns = scenario.towns_of[tribe] if tribe is not None else tuple(scenario.towns)
    held = [scenario.towns[town] for town in towns if town not in state.occupied]
    allies = [hex_ for hex_ in state.stacks if state.held_by(ALLIED, hex_)]
    threatened = sorted(held, key=lambda hex_: (_far(state, hex_, tuple(allies)), hex_))
    return tuple(threatened[:3])


def _far(state: State, hex_: str, goals: tuple[str, ...]) -> int:
    return min((state.scenario.board.distance(hex_, goal) for goal in goals), default=0)


def _sail(state: State, side: str, unit: str) -> Verdict | None:
    """To the sea hex from which most enemies are in range."""
    board, counter = state.scenario.board, state.counter(unit)
    foes = [hex_ for hex_ in state.stacks if state.held_by(enemy(side), hex_)]
    at = max(_sea(state), key=lambda hex_: (sum(board.distance(hex_, foe) <= counter.range for foe in foes), hex_))
    return None if at == state.units[unit].at else judge_sail(state, side, Sail(unit=unit, to=at))


def _sea(state: State) -> Iterator[str]:
    return (hex_ for hex_ in state.scenario.board.ids if hex_ not in state.scenario.land)
