"""Which towns want a unit, and who stays or goes there (RIF-12.4)."""

from collections.abc import Iterable, Sequence

from pbem.bots.rif1926.aims import NEAR, covered, kept_hexes, threat, towns
from pbem.bots.rif1926.marching import LOOKED_AT, March
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.supply_phase import keepers

QUIET = 5  # hexes to the nearest enemy beyond which guns may guard a town


def keep_towns(march: March) -> None:
    """Leave or send a unit to each town that wants one: beside it for the Allies, into it for the Rif."""
    state, side = march.state, march.side
    homes, kept = towns(state), kept_hexes(state)
    alive = {tribe for tribe in state.scenario.tribes if next(keepers(state, tribe), None) is not None}
    wanted = [hex_ for hex_ in homes if hex_ not in kept or side == RIF]
    wanted = [hex_ for hex_ in wanted if homes[hex_] in alive]  # who has nobody left takes no town back
    wanted.sort(key=lambda hex_: (threat(state, side, hex_), hex_))
    for hex_ in wanted:
        if side == RIF and threat(state, side, hex_) > NEAR:
            break
        _keep(march, hex_, homes[hex_])


def _keep(march: March, town: str, tribe: str) -> None:
    state = march.state
    if march.side == ALLIED:
        placed = {state.hex_of(u) for u in state.ground(ALLIED) if u not in march.free}
        inside = march.late and threat(state, ALLIED, town) <= NEAR  # who stands beside it keeps nobody out of it
        if town in placed or (not inside and town in covered(state, placed)):
            return
        beside = () if town in state.scenario.trench else state.scenario.board.neighbours[town]
        quiet = threat(state, ALLIED, town) > QUIET  # there guns are guard enough
        able = [unit for unit in march.free if unit in march.ways and not state.units[unit].dispersed]
        able = [u for u in able if state.counter(u).is_line or (quiet and state.counter(u).type != "armour")]
        if inside and _send(march, town, able, (town,)):
            return
        if town not in covered(state, placed):
            _send(march, town, able, (town, *beside))
        return
    group = state.scenario.tribes[tribe]["group"]
    mine = any(each.group == group for each in state.scenario.counters.values())
    ground = [unit for unit in state.ground(RIF) if not mine or state.counter(unit).group == group]
    if any(state.hex_of(unit) == town for unit in ground if unit not in march.free):
        return
    able = [unit for unit in ground if unit in march.free and unit in march.ways]
    _send(march, town, [unit for unit in able if not state.counter(unit).fires], (town,))


def _send(march: March, town: str, able: Iterable[str], near: Sequence[str]) -> bool:
    """Send the unit that is best spared for a town to one of some hexes; whether one went."""
    pairs = [(unit, hex_) for unit in able for hex_ in near if hex_ in march.ways[unit]]
    ranked = sorted(pairs, key=lambda pair: _strain(march, town, *pair))
    return any(march.go(unit, hex_) for unit, hex_ in ranked[:LOOKED_AT])


def _strain(march: March, town: str, unit: str, hex_: str) -> tuple[int, int, int, str]:
    """How ill a unit is spent in a hex beside a town: in the enemy's zone, strong, from afar."""
    state = march.state
    risk = state.in_zone(march.side, hex_) and march.side == ALLIED
    away = len(march.ways[unit][hex_])
    strong = state.counter(unit).attack if march.side == ALLIED else -state.counter(unit).defence
    if march.side == ALLIED:
        return int(risk), away + 2 * strong, hex_ != town, unit
    return int(away > 0), away + strong, hex_ != town, unit
