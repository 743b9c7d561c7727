"""Retreats: which hexes are open, which is taken, what becomes of who cannot go (NAP-4.5, 6.3, 8.15)."""

from collections.abc import Iterable

from pbem.core.play import Play
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic import leaders
from pbem.rules.napoleonic.ground import is_open
from pbem.rules.napoleonic.movers import going_of
from pbem.rules.napoleonic.sequence import FRENCH, enemy
from pbem.rules.napoleonic.sight import directions_to
from pbem.rules.napoleonic.stacking import may_join
from pbem.rules.napoleonic.standing import retreat_hex
from pbem.rules.napoleonic.state import State


def nearest_enemy(state: State, unit: str, here: str) -> str | None:
    """The hex of the enemy counter nearest to a hex, then the lowest; None where there is none (NAP-8.15)."""
    foe, board = enemy(state.counter(unit).side), state.scenario.board
    held = (hex_ for hex_ in state.piles if state.holds(foe, hex_))
    return min(held, key=lambda hex_: (board.distance(here, hex_), hex_), default=None)


def open_hexes(state: State, unit: str, here: str, danger: str) -> list[str]:
    """The hexes to which a counter may retreat: away from the danger, past no enemy, prohibited ground or zone."""
    side, board = state.counter(unit).side, state.scenario.board
    found = []
    for hex_ in board.neighbours[here]:
        away = board.distance(hex_, danger) > board.distance(here, danger)  # NAP-8.15
        zone = state.in_zone(side, hex_) and not state.holds(side, hex_)  # NAP-6.3
        going = going_of(state, unit, hex_)
        if away and not zone and not state.holds(enemy(side), hex_) and is_open(state.scenario, going, here, hex_):
            found.append(hex_)
    return found


def best_hex(state: State, unit: str, open_: Iterable[str]) -> str | None:
    """Of open hexes the one that a retreat takes by default (NAP-8.15)."""
    side = state.counter(unit).side

    def rank(hex_: str) -> tuple[int, int, str]:
        near = state.scenario.board.neighbours[hex_]
        foes = sum(len(state.pile(each)) for each in near if state.holds(enemy(side), each))
        column = int(hex_[:2])
        return foes, column if side == FRENCH else -column, hex_  # NAP-8.15

    return min(open_, key=rank, default=None)


def facing_after(state: State, hex_: str, danger: str) -> int:
    """The facing after a retreat: the first hexside of the line to the danger (NAP-8.15)."""
    return 0 if hex_ == danger else directions_to(state.scenario, hex_, danger)[0]  # NAP-8.15


def retreat(play: Play, unit: str, hexes: int, danger: str) -> None:
    """A counter retreats so many hexes from a danger; for each hex that it cannot go it loses 1 PF (NAP-8.15)."""
    state: State = play.state
    if not state.on_map(unit):
        return
    path = [state.hex_of(unit)]
    for _ in range(hexes):
        open_ = open_hexes(state, unit, path[-1], danger)
        usual = best_hex(state, unit, open_)
        if usual is None:
            break
        path.append(retreat_hex(play, unit, path[-1], open_, usual))  # NAP-8.15
    missing = hexes - (len(path) - 1)
    path, crowded = _make_room(state, unit, path, danger) if len(path) > 1 else (path, 0)
    if len(path) > 1:
        limbers = state.units[unit].formation == "deployed"
        facing = facing_after(state, path[-1], danger)
        play.emit(facts.Retreated(unit=unit, path=tuple(path), facing=facing, limbers=limbers))  # NAP-8.15
        leaders.overrun(play, unit, path[1:])
    if missing:
        lose(play, unit, missing, "retreat")  # NAP-8.15
    if crowded and play.state.on_map(unit):
        lose(play, unit, crowded if crowded < ALL else play.state.pf(unit), "stacking")  # NAP-4.5


ALL = 99


def _make_room(state: State, unit: str, path: list[str], danger: str) -> tuple[list[str], int]:
    """The way of a retreat that ends over a limit, gone on, and the PF that this costs; ALL for the whole (NAP-4.5)."""
    if may_join(state, unit, path[-1]):
        return path, 0
    path, cost = list(path), 0
    for further in range(1 + int(state.scenario.tables["overstack"])):
        hex_ = best_hex(state, unit, open_hexes(state, unit, path[-1], danger))
        if hex_ is None:
            return path, ALL  # NAP-4.5
        path.append(hex_)
        if may_join(state, unit, hex_):
            return path, cost  # NAP-4.5
        cost = 1 if further == 0 else cost
    return path, ALL  # NAP-4.5


def lose(play: Play, unit: str, pf: int, cause: str) -> int:
    """A counter loses PF; at 0 it is eliminated. What exceeds its PF is given back (NAP-1.3, 8.10)."""
    state: State = play.state
    have, at = state.pf(unit), state.hex_of(unit)
    if pf < have:
        play.emit(facts.Lost(unit=unit, at=at, pf=pf, left=have - pf, cause=cause))
        return 0
    eliminate(play, unit, cause)  # NAP-1.3
    return pf - have


def eliminate(play: Play, unit: str, cause: str) -> None:
    """A counter is out of the game."""
    play.emit(facts.Eliminated(unit=unit, at=play.state.hex_of(unit), cause=cause))
