"""Who wins, and when (LL-5.1 to 5.5); the end of a turn (LL-2.4, 4.1)."""

from collections.abc import Mapping

from pbem.core.events import GameEnded
from pbem.core.orders import Section
from pbem.core.play import Play
from pbem.kit.common import DRAW, ends_by_word
from pbem.rules.legion.events import TurnEnded
from pbem.rules.legion.sequence import MOROCCAN, SIDES, SPANISH, enemy
from pbem.rules.legion.state import State

TO_COME = frozenset({"off-map", "due", "waiting"})

surrender, agreed_draw = ends_by_word(SIDES, "LL-5.5", "LL-5.5")  # LL-5.5


def after_fire(play: Play) -> None:
    """End the game if a combat, bombardment, air or fleet phase has left one side without land pieces (LL-5.3)."""
    winner = annihilator(play.state)
    if winner is not None:
        # LL-5.3
        play.emit(GameEnded(winner=winner, reason="LL-5.3"))


def run_turn_end(play: Play, sheets: Mapping[str, Section]) -> None:
    """Count the pieces at the end of a turn and end the game if somebody has won; else the marker advances (LL-2.4)."""
    state = play.state
    ended = verdict(state)
    count = {side: strength(state, side) for side in SIDES}
    # LL-2.4
    play.emit(TurnEnded(turn=state.turn, moroccan=count[MOROCCAN], spanish=count[SPANISH], last=ended is not None))
    if ended is not None:
        play.emit(ended)


def verdict(state: State) -> GameEnded | None:
    """How the game ends at the end of this turn, or None: annihilation, triple count, then the places on the last."""
    winner = annihilator(state)
    if winner is not None:
        # LL-5.3
        return GameEnded(winner=winner, reason="LL-5.3")
    winner = triple(state)
    if winner is not None:
        # LL-5.4
        return GameEnded(winner=winner, reason="LL-5.4")
    if state.turn < state.scenario.turns:
        # LL-4.1
        return None
    if road_held(state):
        # LL-5.1 LL-4.1
        return GameEnded(winner=SPANISH, reason="LL-5.1")
    # LL-5.2 LL-4.1
    return GameEnded(winner=MOROCCAN, reason="LL-5.2")


def annihilator(state: State) -> str | None:
    """The side whose enemy has no land piece left, neither on the map nor to come; None if both or neither (LL-5.3)."""
    gone = [side for side in SIDES if not alive(state, side)]
    return enemy(gone[0]) if len(gone) == 1 else None


def alive(state: State, side: str) -> bool:
    """Whether a side has a land piece on the map or one to come; batteries in the pool do not count (LL-5.3)."""
    counters, units = state.scenario.counters, state.units
    if any(counters[unit].side == side for unit in state.occupied.values()):
        return True
    # LL-5.3
    return any(units[u].status in TO_COME and counters[u].is_land and counters[u].side == side for u in units)


def triple(state: State) -> str | None:
    """The side with three times the enemy's pieces or more; a draw if neither has any, now or to come (LL-5.4)."""
    count = {side: strength(state, side) for side in SIDES}
    if not any(count.values()):
        # LL-5.4
        return None if any(alive(state, side) for side in SIDES) else DRAW
    times = state.scenario.tables["triple-count"]
    # LL-5.4
    return next((side for side in SIDES if count[side] >= times * count[enemy(side)]), None)


def strength(state: State, side: str) -> int:
    """The pieces of a side that count: land pieces on the map; by option aircraft and fleets on it too (LL-5.4)."""
    count = len(state.land(side))
    if state.scenario.options["count-air-naval"] == "yes":
        # LL-5.4: the other reading
        others = (u for u in state.units if not state.counter(u).is_land and state.counter(u).side == side)
        count += sum(1 for unit in others if state.units[unit].status == "map")
    return count


def road_held(state: State) -> bool:
    """Whether the Spanish hold the road and Melilla, by standing there or by the Moroccans' absence (LL-5.1)."""
    road, inner = state.scenario.road_places, state.scenario.inner_places
    if all(holder(state, place) == SPANISH for place in road):
        # LL-5.1
        return True
    # LL-5.1
    return not any(holder(state, place) == MOROCCAN for place in (*road, *inner))


def holder(state: State, hex_: str) -> str | None:
    """The side whose land piece stands in a hex at this moment."""
    unit = state.occupied.get(hex_)
    return None if unit is None else state.counter(unit).side
