"""Where the bot moves: first to attack, then to keep towns, the rest towards what is still to be won or kept."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pbem.board.hexmap import HexMap
from pbem.bots.gaps import hops
from pbem.bots.rif1926.aims import threat
from pbem.bots.rif1926.keeping import keep_towns
from pbem.bots.rif1926.last_turn import settle_towns
from pbem.bots.rif1926.marching import LOOKED_AT, March, goals_of
from pbem.bots.rif1926.massing import Muster
from pbem.bots.rif1926.onward import come_back, enter, go_on
from pbem.bots.rif1926.raid import raid
from pbem.bots.rif1926.strike import attack
from pbem.core.orders import Order
from pbem.kit.judging import Verdict
from pbem.rules.rif1926.declare import touching
from pbem.rules.rif1926.movement import judge_sail
from pbem.rules.rif1926.orders import Sail
from pbem.rules.rif1926.sequence import ALLIED, RIF, enemy
from pbem.rules.rif1926.state import State

DEEP = 3  # so far from the enemy a gun may stand alone


def movements(state: State, side: str) -> list[Order]:
    """An order for every unit that does better elsewhere, each judged in the position that those before it leave."""
    march = March(state, side)
    if march.last or (march.late and side == ALLIED):
        settle_towns(march)
    keep_towns(march)
    if side == RIF:
        raid(march)
    prepared = attack(march)
    come_back(march)
    go_on(march)
    go_on(march)
    bring_up_guns(march, prepared)
    for unit in march.left():
        if state.counter(unit).type == "naval":
            march.take(_sail(march.state, side, unit))
    return march.orders


def bring_up_guns(march: March, prepared: Sequence[Muster]) -> None:
    """Guns to where they reach what is attacked, else after the others; never in front, never alone."""
    attacked, goals = [muster.at for muster in prepared], list(goals_of(march.state, march.side))
    for gun in [unit for unit in march.left() if march.state.counter(unit).type == "artillery"]:
        targets = [at for at in (*attacked, *goals) if march.may_want(gun, at)] or attacked or goals
        here, reach = march.state.units[gun].at, march.state.counter(gun).range
        if here is None:
            enter(march, gun, targets)
            continue
        far, rank = _far(march.state.scenario.board, frozenset(targets)), {}
        for hex_ in march.ways[gun]:
            near = far.get(hex_, 0)
            alone = not any(u != gun for u in march.state.stacks.get(hex_, ()))
            exposed = alone and threat(march.state, march.side, hex_) <= DEEP
            safe = not march.state.in_zone(march.side, hex_) and not exposed
            rank[hex_] = (not safe, max(0, near - reach), alone, len(march.ways[gun][hex_]))
        for hex_ in sorted(rank, key=lambda hex_: (rank[hex_], hex_))[:LOOKED_AT]:
            if march.go(gun, hex_):
                break


@lru_cache(maxsize=64)
def _far(board: HexMap, targets: frozenset[str]) -> Mapping[str, int]:
    return hops(board.neighbours, targets)


def _sail(state: State, side: str, unit: str) -> Verdict | None:
    """To the sea hex from which most enemies are in range."""
    board, counter = state.scenario.board, state.counter(unit)
    foes = [hex_ for hex_ in state.stacks if state.held_by(enemy(side), hex_) and touching(state, side, hex_)]
    reached = Counter(hex_ for foe in foes for hex_ in board.within(foe, counter.range))
    at = max(_sea(state), key=lambda hex_: (reached[hex_], hex_))
    return None if at == state.units[unit].at else judge_sail(state, side, Sail(unit=unit, to=at))


def _sea(state: State) -> Iterator[str]:
    return (hex_ for hex_ in state.scenario.board.ids if hex_ not in state.scenario.land)
