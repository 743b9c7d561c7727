"""Armour: it never attacks, but drives off whom it stands beside, before and after its move (LL-8.22 to 8.24)."""

from collections.abc import Collection, Mapping
from typing import Literal

from pbem.core.orders import Order
from pbem.rules.legion.armour import refuges
from pbem.rules.legion.orders import Panic
from pbem.rules.legion.sequence import MOROCCAN
from pbem.rules.legion.state import State


def drives(state: State, unit: str, ends: Mapping[str, Order], taken: set[str], spared: Collection[str]) -> list[Order]:
    """A PANIC for each enemy beside the armour, its move to where most others stand, and a PANIC for each of those.

    None where it gets at nobody. `spared` are the enemies that others attack; the hex where it ends is taken.
    """
    here = state.hex_of(unit)
    first = _driven(state, unit, here, "before", spared)
    gone = {*spared, *(order.target for order in first)}
    free = sorted(hex_ for hex_ in ends if hex_ not in taken)
    best = max(free, key=lambda hex_: len(_beside(state, hex_, gone)), default=None)
    if best is None or not _beside(state, best, gone):
        return list(first)
    taken.add(best)
    return [*first, ends[best], *_driven(state, unit, best, "after", gone)]


def _driven(state: State, unit: str, at: str, when: Literal["before", "after"], spared: Collection[str]) -> list[Panic]:
    """A PANIC for each enemy beside a hex, to the refuge farthest from the places that count."""
    board, counted = state.scenario.board, (*state.scenario.road_places, *state.scenario.inner_places)
    orders: list[Panic] = []
    for target in _beside(state, at, spared):
        free = [hex_ for hex_ in refuges(state, target) if hex_ not in {order.to for order in orders}]
        best = max(free, key=lambda hex_: min((board.distance(hex_, c) for c in counted), default=0), default=None)
        if best is not None:
            orders.append(Panic(unit=unit, target=target, to=best, when=when))
    return orders


def _beside(state: State, at: str, spared: Collection[str]) -> list[str]:
    """The enemies next to a hex that panic can drive off and that nobody attacks."""
    near = (state.occupied.get(hex_) for hex_ in state.scenario.board.neighbours[at])
    found = (u for u in near if u is not None and state.counter(u).side == MOROCCAN and u not in spared)
    return sorted(u for u in found if refuges(state, u))
