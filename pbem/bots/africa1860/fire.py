"""Whom the bot fires at: each unit where a hit is likeliest to be worth most, guns where most stand (AFR-6, 9)."""

from collections.abc import Iterable, Mapping

from pbem.bots.africa1860.aims import foes, worth, worth_of_area
from pbem.bots.africa1860.odds import ALL, at_least
from pbem.core.orders import Order
from pbem.rules.africa1860.coins import coins_of
from pbem.rules.africa1860.orders import Activate, Fire, Moment
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.shells import fault_of_shell
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import expected_coins, shell_terms
from pbem.rules.africa1860.turns import targets

LOSS = {"R": 20, "D": 40, "X": 100, "-": 0}  # what a result of the guns takes of a unit's worth, in hundredths
HURT = 40  # what a hit takes of it in the mean
CORNERED = 100  # and where it has nowhere to go


def shots(state: State, side: str) -> list[Order]:
    """A FIRE for each unit that has a chance, those with fewest targets first."""
    ready = {unit: targets(state, unit) for unit in sorted(state.units) if state.side(unit) == side}
    spent = dict[str, int]()
    found: list[Order] = []
    for unit in sorted((u for u in ready if ready[u]), key=lambda u: (len(ready[u]), u)):
        area = max(ready[unit], key=lambda each: (_shot_worth(state, unit, each, spent), each))
        if _shot_worth(state, unit, area, spent) > 0:
            spent[area] = spent.get(area, 0) + hit_chance(state, unit, area)
            found.append(Fire(units=(unit,), area=area))
    return found


def hit_chance(state: State, unit: str, area: str) -> int:
    """The chance that a unit's offensive fire at an area hits, in thousandths."""
    return at_least(expected_coins(state, unit, area), state.scenario.tables["fire"]["hit"])


def _shot_worth(state: State, unit: str, area: str, spent: Mapping[str, int]) -> int:
    """What a shot is worth after those that are spent on the area: hits may have emptied it by then."""
    stack = state.fighters(area, enemy(state.side(unit)))
    gone = spent.get(area, 0) // ALL
    if gone >= len(stack):
        return 1 if hit_chance(state, unit, area) else 0
    hurt = HURT if way_out(state, area, enemy(state.side(unit))) else CORNERED
    prize = worth(state, stack[gone]) * hurt // 100 + worth_of_area(state, state.side(unit), area) // (4 * len(stack))
    return hit_chance(state, unit, area) * prize


def way_out(state: State, area: str, side: str) -> bool:
    """Whether any neighbour is open to a side that would have to leave an area."""
    neighbours = state.scenario.board.neighbours[area]
    land = state.scenario.areas
    return any(other in land and not state.holds(other, enemy(side)) for other in neighbours)


# Guns ------------------------------------------------------------------------------------------------------------


def bombardments(state: State, side: str, phase: str, keep: int = 0) -> list[Order]:
    """A bombardment for each gun that has more than `keep` activations left, at the beginning of the phase."""
    found: list[Order] = []
    spent = dict[str, int]()
    for gun in guns(state, side):
        if state.counter(gun).kind.activations - state.units[gun].activations <= keep:
            continue
        best = max(
            ((shell_worth(state, gun, area) // (1 + spent.get(area, 0)), area) for area in foes(state, side)),
            default=(0, ""),
        )
        if best[0] > 0:
            spent[best[1]] = spent.get(best[1], 0) + 1
            when = Moment(phase=phase, moment="start")
            found.append(Activate(units=(gun,), fire=best[1], when=when))
    return found


def guns(state: State, side: str) -> Iterable[str]:
    """The guns of a side and its gunboat that stand somewhere, by id."""
    kinds = ("artillery", "ship")
    return (u for u in sorted(state.units) if state.side(u) == side and _acts(state, u, kinds))


def _acts(state: State, unit: str, kinds: tuple[str, ...]) -> bool:
    return state.counter(unit).class_ in kinds and state.on_map(unit)


def shell_worth(state: State, gun: str, area: str) -> int:
    """What a bombardment of an area takes in the mean: of all that stand there; 0 where it cannot be (AFR-9.5, 9.7)."""
    each, tables = state.units[gun], state.scenario.tables
    if fault_of_shell(state, gun, area):
        return 0
    foe = enemy(state.side(gun))
    coins = coins_of(shell_terms(state, gun, area))
    far = state.scenario.board.distance(each.at, area)
    whole = sum(worth(state, unit) for unit in state.fighters(area, foe))
    hurt = 0
    last = max(map(int, tables["artillery-fire"]))
    for heads in range(1, coins + 1):
        chance = at_least(coins, heads) - at_least(coins, heads + 1)
        row = tables["artillery-fire"][str(min(heads, last))]
        hurt += chance * sum(LOSS[row[max(1, die - far + 1) - 1]] for die in range(1, len(row) + 1)) // len(row)
    return hurt * (whole + worth_of_area(state, state.side(gun), area) // 4) // (ALL * 10)
