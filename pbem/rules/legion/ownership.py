"""Seats and sectors: who orders which piece (LL-3.1), and the piece that an order names."""

from pbem.board.hexes import column_row
from pbem.core.problems import Args, Fault
from pbem.kit.common import seats_of
from pbem.rules.legion.scenario import Counter, Scenario
from pbem.rules.legion.state import State


def sector_seat(scenario: Scenario, counter: Counter, at: str | None) -> str | None:
    """The seat that orders a piece standing at `at` when its side's turn begins; None where a side has one seat.

    Aircraft, fleets and pieces that are not on the map belong to the first seat, unless the scenario names another.
    """
    first_column = scenario.sector_column.get(counter.side)  # LL-3.1: there is one where two share a side
    seats = () if first_column is None else seats_of(scenario, counter.side)
    if first_column is None or len(seats) < 2:
        return None
    if not counter.is_land or at is None:
        return scenario.owners.get(counter.id, seats[0])  # LL-3.1
    return seats[int(column_row(at)[0] >= first_column)]  # LL-3.1


def when_due(state: State, unit: str) -> Args:
    """The values of a fault about a piece that cannot come in: on which turn it comes, if that is later."""
    turn = state.scenario.counters[unit].turn
    return {"unit": unit, **({"due": turn} if turn is not None and turn > state.turn else {})}


def own(state: State, seat: str, unit: str) -> tuple[Fault, ...]:
    """Why this seat may not order this unit at all; empty where it may (LL-3.1)."""
    counter = state.scenario.counters.get(unit)
    if counter is None:
        return (Fault("unknown-unit", "LL-3.1", {"unit": unit}),)
    if counter.side != state.scenario.seats[seat]:
        return (Fault("not-your-piece", "LL-3.1", {"unit": unit, "side": counter.side}),)  # LL-3.1
    if (of := state.units[unit].seat) is not None and of != seat:
        return (Fault("not-your-sector", "LL-3.1", {"unit": unit, "seat": of}),)  # LL-3.1
    return ()


def on_board(state: State, hexes: tuple[str, ...]) -> tuple[Fault, ...]:
    """The faults of texts that should be hexes of this map (LL-2.1)."""
    if state.scenario.board.index.keys() >= {*hexes}:
        return ()
    faults: dict[str, Fault] = {}
    for text in hexes:
        if text in state.scenario.board:
            continue
        code = "off-map" if len(text) == 4 and text.isascii() and text.isdigit() else "unknown-hex"
        faults.setdefault(code, Fault(code, "LL-2.1", {"hex": text}))  # LL-2.1
    return tuple(faults.values())
