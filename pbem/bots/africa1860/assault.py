"""Where the bot attacks: the units whose shock, after the defenders' fire, is worth most as the rules count it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.bots.africa1860.aims import factor_of, worth, worth_of_area
from pbem.bots.africa1860.fire import HURT
from pbem.bots.africa1860.odds import ALL, at_least, hits, shock_worth
from pbem.rules.africa1860.coins import coins_of
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.going import find_walk
from pbem.rules.africa1860.movement import moved_event
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import attack_modifiers, defence_modifiers, fire_factor, fire_terms, shock_terms

MOST = 5  # units in one attack


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack: its area, who goes by which path, what it is worth."""

    area: str
    paths: Mapping[str, tuple[str, ...]]
    worth: int


def best_assault(state: State, side: str, area: str, free: Sequence[str]) -> Assault | None:
    """The best attack of free units on an area; None where none is worth anything."""
    ways = {unit: walk.path for unit in free if not (walk := find_walk(state, (unit,), (area,))).faults}
    room = state.scenario.tables["stacking"] - state.points(area, side)
    chosen: dict[str, tuple[str, ...]] = {}
    best: Assault | None = None
    now = state
    while len(chosen) < MOST:
        tried = []
        for unit in sorted(set(ways) - set(chosen)):
            if state.scenario.points(unit) > room:
                continue
            there = _entered(now, unit, ways[unit])
            tried.append((prospect(there, side, area), unit))
        if not tried:
            break
        value, unit = max(tried)
        chosen[unit] = ways[unit]
        room -= state.scenario.points(unit)
        now = _entered(now, unit, ways[unit])
        if value > (best.worth if best else 0):
            best = Assault(area, dict(chosen), value)
    return best


def _entered(state: State, unit: str, path: tuple[str, ...]) -> State:
    """The position with a unit and the leaders of its area gone in among the enemies."""
    at = state.units[unit].at
    riders = [u for u in state.leaders(at, state.side(unit)) if len(path) == 2 and not state.units[u].moved]
    return evolve(state, moved_event(state, (unit, *riders), path, "order"))


def prospect(state: State, side: str, area: str) -> int:
    """What the fire and the shock of attackers who stand in an area are worth to them."""
    foe = enemy(side)
    attackers, defenders = state.fighters(area, side), state.fighters(area, foe)
    results = list(state.scenario.tables["shock-results"].values())
    stake = sum(worth(state, unit) for unit in state.stack(area, foe))
    gain, total = worth_of_area(state, side, area), 0
    for gone, chance in enumerate(hits(_answers(state, area, defenders))):
        left = attackers[gone:]
        lost = sum(worth(state, unit) for unit in attackers[:gone]) * HURT // 100
        value = -lost
        if left:
            mine = sum(worth(state, unit) for unit in left)
            value += shock_worth(results, _coins(state, area, left, defenders), (mine, stake), gain)
        total += chance * value
    return total // ALL


def _answers(state: State, area: str, defenders: Sequence[str]) -> list[int]:
    """The chances of the defenders' fire (AFR-6.2)."""
    able = [u for u in defenders if fire_factor(state, u) and not state.units[u].demoralized]
    shots = [u for u in able if state.counter(u).class_ != "artillery"]
    terms = (fire_terms(state, unit, area, defensive=True, leader=None) for unit in shots)
    return [at_least(coins_of(each), state.scenario.tables["fire"]["hit"]) for each in terms]


def _coins(state: State, area: str, attackers: Sequence[str], defenders: Sequence[str]) -> tuple[int, int]:
    """The coins of both sides in a shock, with the mean of what is still to be drawn or rolled (AFR-6.12, 6.14)."""
    side = state.side(attackers[0])
    factors = {unit: factor_of(state, unit) for unit in (*attackers, *defenders)}
    attack = shock_terms(state, attackers, state.leaders(area, side), factors, attack=True)
    defence = shock_terms(state, defenders, state.leaders(area, enemy(side)), factors, attack=False)
    modified = (*attack, *attack_modifiers(state, area, attackers))
    return coins_of(modified), coins_of((*defence, *defence_modifiers(state, area, defenders)))
