"""What the catalogue's part F asks of a full design: map, counters, trenches. Positions of cases need not pass."""

from collections import Counter
from collections.abc import Iterator

from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.setup import zone_of


def check_design(scenario: Scenario) -> list[str]:
    """Every fault of a full design against the catalogue's part F, as sentences; none where it is sound."""
    return [*_towns(scenario), *_zones(scenario), *_trenches(scenario), *_room(scenario), *_set_up(scenario)]


def _towns(scenario: Scenario) -> Iterator[str]:
    for tribe, about in scenario.tribes.items():
        count = len(scenario.towns_of[tribe])
        if count != about["towns"]:
            yield f"{tribe} has {about['towns']} towns, not {count} (RIF-14.1)."
    yield from (
        f"The town {town} lies in {hex_}, which is no town hex." for town, hex_ in scenario.towns.items()
        if "town" not in scenario.board.terrain[hex_]
    )  # fmt: skip


def _zones(scenario: Scenario) -> Iterator[str]:
    for zone in ("zone-1", "zone-2", "zone-3", "zone-4", "marked-2", "reserve"):
        if not scenario.zones.get(zone):
            yield f"The map has no hexes of {zone} (RIF-7.1)."
    for zone, hexes in scenario.zones.items():
        yield from (f"The hex {hex_} of {zone} is sea." for hex_ in sorted(hexes - scenario.land))
    yield from (f"The land hex {hex_} lies in no tribal zone." for hex_ in sorted(scenario.land - {*scenario.tribe_of}))
    if len(scenario.exits) != 2:
        yield f"Two road hexes leave the map near 4, not {len(scenario.exits)} (RIF-10.3)."
    if not scenario.entry_of[RIF]:
        yield "The Rif has no entry hex on the west edge (RIF-7.5)."


def _trenches(scenario: Scenario) -> Iterator[str]:
    """Every Rif trench can be manned by units that may stand in it (RIF-7.3)."""
    for tribe in scenario.tribes:
        wanted = {h for line in scenario.trenches for h in line if scenario.tribe_of.get(h) == tribe}
        if tribe != scenario.tables["trenches-all-manned"]:
            wanted = set(sorted(wanted)[::2])
        able = [c for c in scenario.counters.values() if c.side == RIF and wanted & zone_of(scenario, c)]
        if len(able) < len(wanted):
            yield f"{tribe} has {len(wanted)} trench hexes to man and {len(able)} units that may (RIF-7.3)."


def _room(scenario: Scenario) -> Iterator[str]:
    """Every group has room in its zone (RIF-7.1, 5.1)."""
    most = scenario.tables["stacking"]["line"]
    groups = Counter(c.group for c in scenario.counters.values() if c.side == ALLIED and c.is_line)
    for group, count in sorted(groups.items()):
        hexes = scenario.set_up_zones[ALLIED].get(group)
        if hexes and len(hexes) * most < count:
            yield f"{group} has {count} line units for {len(hexes)} hexes (RIF-5.1)."


def _set_up(scenario: Scenario) -> Iterator[str]:
    """A proposed set-up keeps zones and stacking."""
    stacks: dict[str, list[str]] = {}
    for unit, hex_ in sorted(scenario.set_up.items()):
        counter = scenario.counters[unit]
        if hex_ not in zone_of(scenario, counter):
            yield f"The set-up has {unit} in {hex_}, which is not in its zone (RIF-7.1, 7.2)."
        if counter.is_line:
            stacks.setdefault(hex_, []).append(unit)
    for hex_, units in sorted(stacks.items()):
        if len(units) > scenario.tables["stacking"]["line"]:
            yield f"The set-up has {len(units)} line units in {hex_} (RIF-5.1)."
