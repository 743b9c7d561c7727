"""What the catalogue asks of a full design: map and counters (NAP-16). Positions of cases need not pass."""

from collections.abc import Iterator
from itertools import pairwise

from pbem.rules.napoleonic.saving import initial
from pbem.rules.napoleonic.scenario import FACINGS, Scenario
from pbem.rules.napoleonic.setup import default_formation, sets_up, zone_of
from pbem.rules.napoleonic.stacking import may_join
from pbem.rules.napoleonic.state import place
from pbem.rules.napoleonic.trying import with_formation


def check_design(scenario: Scenario) -> list[str]:
    """Every fault of a full design, as sentences; none where it is sound (NAP-16.1, 16.2).

    With counters that are at fault there is no position in which the set-up could be judged.
    """
    return [*_map(scenario), *(list(_counters(scenario)) or _set_up(scenario))]


def _map(scenario: Scenario) -> Iterator[str]:
    if not scenario.exits:
        yield "The map has no exit hexes (NAP-15.5)."
    if not scenario.towns:
        yield "The map has no town hex (NAP-15.5)."
    roads = scenario.board.ways.get("road", ())
    paved = {hex_ for way in roads for hex_ in way}
    for name, zone in scenario.entry.items():
        if zone.road is not None and zone.road not in paved.intersection(zone.hexes):
            yield f"The road of the entry {name} comes in by no hex (NAP-15.4)."
    for way in roads:
        for here, hex_ in pairwise(way):  # NAP-16.1
            if hex_ not in scenario.board.neighbours[here]:
                yield f"The road has a gap between {here} and {hex_} (NAP-16.1)."


def _counters(scenario: Scenario) -> Iterator[str]:
    lists = scenario.tables["divisions"]
    for unit, counter in scenario.counters.items():
        if counter.division and counter.division not in lists:
            yield f"{unit} is of the division {counter.division}, which the army lists do not have (NAP-16.2)."
        if counter.entry and counter.entry not in scenario.entry:
            yield f"{unit} enters by {counter.entry}, which the map does not have (NAP-15.4)."
    for name, about in lists.items():
        leader = about["leader"]
        if leader is not None and leader not in scenario.counters:
            yield f"The division {name} is led by {leader}, who is no counter (NAP-16.2)."
        if not 1 <= about["rating"] <= 6:
            yield f"The division {name} has no rating from 1 to 6 (NAP-14.3)."


def _set_up(scenario: Scenario) -> Iterator[str]:
    """The proposed set-up names everybody who is set up, and keeps zones and stacking (NAP-16.2)."""
    state = initial(scenario)
    for unit, counter in scenario.counters.items():
        if not sets_up(scenario, counter):
            continue
        hex_ = scenario.set_up.get(unit)
        if hex_ is None:
            yield f"The set-up does not say where {unit} stands (NAP-15.4)."
            continue
        if hex_ not in zone_of(scenario, counter):
            yield f"The set-up has {unit} in {hex_}, which is not in its zone (NAP-15.4)."
        formation = default_formation(counter)  # NAP-16.2
        if not may_join(with_formation(state, (unit,), formation), unit, hex_):
            yield f"The set-up has {unit} in {hex_}, which is full (NAP-4.1)."
        state = place(state, unit, hex_, FACINGS.index(counter.face), formation=formation)
