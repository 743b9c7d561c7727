"""Movement and displacement factors after the weather (LL-2.7, 6.6, 6.10, 9.3 to 9.5)."""

from pbem.rules.legion.state import State


def movement_factor(state: State, unit: str) -> int:
    """The MF of a piece in this turn's weather; 0 where it cannot move, also for what has no MF.

    A piece whose factor the weather brings to zero or below cannot move (LL-9.4).
    """
    counter = state.scenario.counters[unit]
    if counter.movement is None or not counter.is_land:
        return 0  # LL-2.9 LL-2.10
    return max(0, counter.movement - weather_loss(state, unit))


def weather_loss(state: State, unit: str) -> int:
    """The points of MF that this turn's weather takes from a land piece; of DF it takes twice as many."""
    counter = state.scenario.counters[unit]
    type_ = counter.type
    if type_ == "machine-gun" and state.scenario.options["heat-machine-guns"] == "yes":
        type_ = "infantry"  # LL-9.5
    losses = state.scenario.tables["movement-loss"].get(state.weather, {}).get(counter.side, {})
    if type_ in losses:
        return int(losses[type_])  # LL-9.5
    return int(losses.get("default", 0))  # LL-9.3


def allowance(state: State, unit: str, how: str) -> int:
    """The points of a piece for a way of moving, before any road bonus: 0 where it cannot move (LL-9.4).

    `how`: "move" MF, "march" DF (LL-2.7), "reinforce" DF and ten more (LL-6.6, 6.7), "land" half of MF (LL-6.10).
    """
    factor, tables = movement_factor(state, unit), state.scenario.tables
    if factor == 0 or how == "move":
        return factor  # LL-9.4
    if how == "land":
        return factor // int(tables["landing-divisor"])  # LL-6.10
    displacement = factor * int(tables["displacement-factor"])  # LL-2.7
    if how == "march":
        return displacement
    return displacement + int(tables["reinforcement-bonus"])  # LL-6.8
