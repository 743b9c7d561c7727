"""Where the bot sets its pieces up: works first, then what is near the places that count."""

from random import Random

from pbem.board.hexes import distance
from pbem.core.orders import Order
from pbem.rules.legion.orders import Deploy
from pbem.rules.legion.sequence import SPANISH
from pbem.rules.legion.state import State

# How many hexes the Moroccans keep from the nearest Spanish piece: out of its zone of control, within a move.
STAND_OFF = 2


def deployments(state: State, seat: str, random: Random) -> list[Order]:
    """A DEPLOY for every piece to be set up, best places first."""
    side = state.scenario.seats[seat]
    pieces = [u for u, p in sorted(state.units.items()) if p.status == "off-map" and _sets_up(state, u, side)]
    pieces.sort(key=lambda unit: (-_worth(state, unit), unit))
    places = _spanish_places(state) if side == SPANISH else _moroccan_places(state, random)
    return [Deploy(unit=unit, at=at) for unit, at in zip(pieces, places, strict=False)]


def _sets_up(state: State, unit: str, side: str) -> bool:
    counter = state.counter(unit)
    return counter.side == side and counter.is_land and counter.turn == 1


def _worth(state: State, unit: str) -> int:
    """Defence first: machine guns gain most from works, artillery and horse least."""
    counter = state.counter(unit)
    return (counter.combat or 0) * 2 + {"machine-gun": 3, "artillery": -6, "cavalry": -3}.get(counter.type, 0)


def _spanish_places(state: State) -> list[str]:
    """Fortresses, then the other places that count, then what is near them: a thin line at the front only falls."""
    zone = sorted(state.scenario.zones["spanish"])
    counted = [*state.scenario.road_places, *state.scenario.inner_places]
    fortresses = [h for h in state.scenario.board.with_terrain("fortress") if h in zone]
    near = sorted(zone, key=lambda h: (min((distance(h, c) for c in counted), default=0), h))
    return list(dict.fromkeys([*fortresses, *near]))


def _moroccan_places(state: State, random: Random) -> list[str]:
    """The hexes of the outer zone nearest to Spanish pieces, out of their zones of control."""
    zone = state.scenario.zones["moroccan"]
    spanish = [state.hex_of(u) for u in state.land(SPANISH)]
    if not spanish:
        return sorted(zone)
    near = {h: min(distance(h, s) for s in spanish) for h in sorted(zone)}
    return sorted(near, key=lambda h: (abs(near[h] - STAND_OFF), random.random()))
