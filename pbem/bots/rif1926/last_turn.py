"""The last turn, in which nothing counts but towns: the Rif free them, the Allies take them (RIF-12.4, 14.2)."""

from collections.abc import Iterator

from pbem.bots.rif1926.aims import score, wanting
from pbem.bots.rif1926.marching import March
from pbem.rules.rif1926.sequence import RIF
from pbem.rules.rif1926.supply_lines import led_to
from pbem.rules.rif1926.supply_phase import keepers, occupied_towns

Offer = tuple[int, str, str]
"""What a move may bring, the unit and the hex."""
TOWN = 3
"""What a town counts for when a move is weighed: who comes next to an enemy for one has to attack, and may be lost."""


def settle_towns(march: March) -> None:
    """Send whoever makes a town change hands, the most towns first, whatever becomes of his supply."""
    offers = _freeing if march.side == RIF else _taking
    failed = set[tuple[str, str]]()
    while (best := max((o for o in offers(march) if o[1:] not in failed), default=None)) is not None:
        _, unit, hex_ = best
        before, had = march.copy(), score(march.state, march.side)
        if not (march.go(unit, hex_, supplied=False) and score(march.state, march.side) > had):
            march.restore(before)
            failed.add((unit, hex_))


def _freeing(march: March) -> Iterator[Offer]:
    """Where units of the Rif would reach occupied towns of their tribe: from out of the enemy's zone, if they can."""
    state = march.state
    occupied, towns, masks = occupied_towns(state), state.scenario.towns, state.scenario.board.masks
    for tribe, names in state.scenario.towns_of.items():
        lost = [towns[name] for name in names if name in occupied]
        able = [u for u in keepers(state, tribe) if u in march.free and u in march.ways] if lost else []
        for hex_ in sorted({hex_ for unit in able for hex_ in march.ways[unit]}):
            if count := (led_to(state, masks.bit[hex_]) & masks.of(lost)).bit_count():
                value = TOWN * count - (TOWN - 1) * state.in_zone(RIF, hex_)
                yield from ((value, unit, hex_) for unit in able if hex_ in march.ways[unit])


def _taking(march: March) -> Iterator[Offer]:
    """Where Allied units would hold or cover a town that is not occupied yet: in it, if they can (RIF-4.1)."""
    state, occupied, left = march.state, occupied_towns(march.state), [u for u in march.left() if u in march.ways]
    needed = wanting(march.state)
    for hex_ in (at for town, at in state.scenario.towns.items() if town not in occupied):
        near = () if hex_ in state.scenario.trench else state.scenario.board.neighbours[hex_]
        for at in (hex_, *near):
            for unit in (unit for unit in left if at in march.ways[unit]):
                worth = TOWN * (1 + (hex_ in needed)) + (at == hex_)
                yield worth - state.counter(unit).attack // 4, unit, at
