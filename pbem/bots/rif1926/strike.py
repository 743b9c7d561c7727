"""Who goes forward to attack, all for one target or none."""

from pbem.bots.rif1926.aims import kept_hexes
from pbem.bots.rif1926.marching import March
from pbem.bots.rif1926.massing import Muster
from pbem.bots.rif1926.muster import musters
from pbem.rules.rif1926.sequence import RIF, enemy
from pbem.rules.rif1926.supply_lines import supplied_at

TRIES = 6  # so often attacks are prepared anew because somebody cannot go where he should


def attack(march: March) -> list[Muster]:
    """Send those forward who are to attack."""
    homes = kept_hexes(march.state) if march.side == RIF else frozenset()
    free = (unit for unit in march.ways if unit in march.free and not march.state.counter(unit).fires)
    able = [u for u in free if march.state.hex_of(u) not in homes and march.may_leave(u)]
    ways = {unit: _in_contact(march, unit) for unit in able}
    done: list[Muster] = []
    for _ in range(TRIES):
        prepared = musters(march.state, march.side, ways, frozenset(each.at for each in done))
        failed = False
        for muster in prepared:
            wrong = _send(march, muster)
            if wrong is None:
                done.append(muster)
                ways = {unit: each for unit, each in ways.items() if unit not in muster.places}
            else:
                failed = True
                for unit in muster.places:  # what one cannot reach in supply the others cannot either
                    ways[unit].pop(wrong[1], None)
        if not failed:
            break
    return done


def _in_contact(march: March, unit: str) -> dict[str, tuple[str, ...]]:
    """The hexes beside enemies where a unit may go and be in supply, each with its way; the last turn asks for none."""
    state = march.state
    foes, neighbours = state.hexes_of(enemy(march.side)), state.scenario.board.neighbours
    beside = {hex_: way for hex_, way in march.ways[unit].items() if not foes.isdisjoint(neighbours[hex_])}
    return {hex_: way for hex_, way in beside.items() if not way or march.last or supplied_at(state, unit, hex_)}


def _send(march: March, muster: Muster) -> tuple[str, str] | None:
    """Send all units of an attack, or none: then which one could not go, and where."""
    before = march.copy()
    for unit, hex_ in sorted(muster.places.items()):
        if not march.go(unit, hex_):
            march.restore(before)
            return unit, hex_
    return None
