"""Whom the bot fires at: each counter at the hex where its column and its die bring most (NAP-8.1)."""

from dataclasses import replace

from pbem.bots.napoleonic.odds import shot_worth
from pbem.core.orders import Order
from pbem.rules.napoleonic.fire import targets
from pbem.rules.napoleonic.orders import Fire
from pbem.rules.napoleonic.state import State

LEAST = {"infantry": 1, "cavalry": 3, "artillery": 1}  # what a fire must bring, in tenths: it costs movement


def shots(state: State, side: str) -> list[Order]:
    """A FIRE for each counter that it is worth it to, the best of a stack first: the second fires worse (NAP-8.6)."""
    open_ = {unit: hexes for unit in state.fighting(side) if (hexes := targets(state, unit))}
    now, found = state, list[Order]()
    for unit in sorted(open_, key=lambda u: (len(open_[u]), -state.pf(u), u)):
        best = max(open_[unit], key=lambda at: (shot_worth(now, unit, at), at))
        if shot_worth(now, unit, best) >= LEAST[state.counter(unit).type]:
            found.append(Fire(unit=unit, target=best))
            now = replace(now, shots=(*now.shots, (unit, state.hex_of(unit), best)), _known={})
    return found
