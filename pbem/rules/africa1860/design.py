"""What a shipped battle must have, beyond what can be read: map and counters (AFR-16.3, 16.4)."""

from collections.abc import Iterator, Mapping

from pbem.rules.africa1860.scenario import Scenario
from pbem.rules.africa1860.sequence import SPANISH
from pbem.rules.africa1860.state import ABOARD

NEEDED: Mapping[str, Mapping[str, str]] = {
    "castillejos": {
        "area-a": "", "area-b": "", "abbas-encampment": "encampment", "ar-rahim": "", "yabal-al-raham": "mountain",
        "casa-del-morabito": "building", "casa-de-la-condesa": "building", "castillejos": "", "ar-aziz": "",
    },
    "tetuan": {
        **{f"area-{number}": "" for number in range(1, 9)}, "fuerte-estrella": "building", "muley-achmed-north": "",
        "muley-achmed-south": "", "abbas-encampment": "encampment", "left-trench": "trench", "right-trench": "trench",
        "torre-jeleli": "", "ar-malik": "", "tetuan": "building", "ar-mumin": "",
    },
    "wad-ras": {
        "area-1": "", "area-2": "", "area-3": "", "am-sal-forest": "forest", "alif": "", "aduar-am-sal": "building",
        "benider": "hill", "dha": "", "qaf": "", "ghain": "", "haria": "", "fondak-entrance": "",
        "busceja-bridge": "bridge",
    },
}  # fmt: skip
"""The areas of each battle, and the terrain that the catalogue asks of some."""


def check_design(scenario: Scenario) -> list[str]:
    """What a battle lacks of what the rules ask of it, as sentences; [] for a position of one's own."""
    if not scenario.battle:
        return []
    return [*_areas(scenario), *_graph(scenario), *CHECKS[scenario.battle](scenario), *_units(scenario)]


def _areas(scenario: Scenario) -> Iterator[str]:
    """Every named area is there, with its ground (AFR-16.3)."""
    for area, terrain in NEEDED[scenario.battle].items():
        if area not in scenario.board.index:
            yield f"The map has no area {area} (AFR-16.3)."  # AFR-16.3
        elif terrain and terrain not in scenario.board.terrain[area]:
            yield f"The area {area} is not {terrain} (AFR-16.3)."
    for area in scenario.objectives:
        if area not in scenario.areas:
            yield f"The objective {area} is no land area (AFR-16.3)."


def _graph(scenario: Scenario) -> Iterator[str]:
    """The map hangs together (AFR-16.3)."""
    first, *rest = scenario.board.ids
    far = len(scenario.board.ids)
    yield from (
        f"No way leads from {first} to {area} (AFR-16.3)." for area in rest
        if scenario.board.distance(first, area) >= far
    )  # fmt: skip


def _castillejos(scenario: Scenario) -> Iterator[str]:
    """Coast and sea for the gunboat, all of it connected (AFR-16.3)."""
    coast = [area for area in scenario.board.ids if scenario.has(area, "coastal")]
    sea = [area for area in scenario.board.ids if scenario.base(area) == "sea"]
    if len(coast) < 4 or len(sea) < 2:
        yield f"{len(coast)} coastal and {len(sea)} sea areas are too few: 4 and 2 are needed (AFR-16.3)."
    if len(_joined(scenario, sea)) < len(sea):
        yield "The sea areas are not all connected (AFR-16.3)."


def _tetuan(scenario: Scenario) -> Iterator[str]:
    """One anchorage at the head of a lane; the camp's halves touch, and each touches a trench (AFR-16.3)."""
    anchors = [area for area in scenario.board.ids if scenario.has(area, "anchor")]
    lane = [area for area in scenario.board.ids if scenario.has(area, "ship-lane")]
    if len(anchors) != 1 or not set(anchors) <= set(lane):
        yield f"One anchorage in the lane of the gunboat is needed, not {len(anchors)} (AFR-16.3)."
    if len(_joined(scenario, [*anchors, *lane])) < len(set(lane)):
        yield "The lane of the gunboat is interrupted (AFR-16.3)."
    camp, trenches = ("muley-achmed-north", "muley-achmed-south"), {"left-trench", "right-trench"}
    neighbours = scenario.board.neighbours
    if camp[1] not in neighbours.get(camp[0], ()):
        yield "The two areas of the camp do not touch (AFR-16.3)."
    yield from (f"{half} touches no trench (AFR-16.3)." for half in camp if not trenches & {*neighbours.get(half, ())})
    if not any(scenario.base(area) == "marsh" for area in scenario.board.ids):
        yield "There is no marsh before the works (AFR-16.3)."


def _wad_ras(scenario: Scenario) -> Iterator[str]:
    """Short roads over the bridge to the Fondak, a river in one piece with its bridges (AFR-16.3)."""
    roads = [area for area in scenario.board.ids if scenario.has(area, "road")]
    river = [area for area in scenario.board.ids if scenario.base(area) in ("river", "bridge")]
    for start in ("area-2", "area-3"):
        direct = _steps(scenario, roads, start, "busceja-bridge")
        onward = _steps(scenario, roads, "busceja-bridge", "fondak-entrance")
        if direct is None or onward is None or direct + onward + 1 > 8:
            yield f"No road of at most 8 areas leads from {start} over the bridge to the Fondak (AFR-16.3)."
    if not river or len(_joined(scenario, river)) < len(river):
        yield "The river is interrupted (AFR-16.3)."
    for area in sorted({arrival.at for arrival in scenario.arrivals}):
        if len(scenario.board.neighbours.get(area, ())) < 2:
            yield f"The arrival area {area} has fewer than 2 neighbours (AFR-16.3)."


def _joined(scenario: Scenario, areas: list[str]) -> set[str]:
    """The areas of a list that hang together with its first one."""
    found, edge = set(areas[:1]), areas[:1]
    while edge:
        edge = [b for a in edge for b in scenario.board.neighbours[a] if b in areas and b not in found]
        found |= set(edge)
    return found


def _steps(scenario: Scenario, areas: list[str], start: str, goal: str) -> int | None:
    """How many steps lead from one area of a list to another, along areas of it."""
    edge, seen, count = {start} & set(areas), {start}, 0
    while edge and goal not in edge:
        edge = {b for a in edge for b in scenario.board.neighbours[a] if b in areas} - seen
        seen |= edge
        count += 1
    return count if edge else None


def _units(scenario: Scenario) -> Iterator[str]:
    """Every listed unit has a counter, no id is an area's too, and no area is set up over its limit (AFR-16.4)."""
    about = scenario.tables["scenarios"][scenario.battle]
    for side, areas in about.get("set-up", {}).items():
        for area, units in areas.items():
            yield from (f"{u} of the set-up has no counter (AFR-16.4)." for u in units if u not in scenario.counters)
            points = sum(scenario.points(unit) for unit in units if unit in scenario.counters)
            over = points > scenario.tables["stacking"] and area != ABOARD
            if over and (scenario.battle, side) != ("wad-ras", SPANISH):
                yield f"The set-up has {points} stacking points in {area} (AFR-16.4)."  # AFR-16.4
    listed = [unit for areas in about.get("set-up", {}).values() for units in areas.values() for unit in units]
    rows = [row for row in about.get("arrivals", ()) if _counts(scenario, row)]
    listed += [unit for row in rows for unit in row["units"]]
    yield from (
        f"{unit} is listed {listed.count(unit)} times (AFR-16.4)."
        for unit in sorted({u for u in listed if listed.count(u) > 1})
    )
    missing = sorted({unit for row in rows for unit in row["units"]} - scenario.counters.keys())
    yield from (f"{unit} of the reinforcements has no counter (AFR-16.4)." for unit in missing)
    both = sorted(scenario.counters.keys() & scenario.board.index.keys())
    yield from (f"{id_} is a unit and an area (AFR-16.4)." for id_ in both)
    free = sum(scenario.points(unit) for unit in scenario.free)
    if free > 2 * scenario.tables["stacking"]:
        yield f"The units with a choice have {free} stacking points: too many for their areas (AFR-16.4)."


def _counts(scenario: Scenario, row: Mapping[str, object]) -> bool:
    """Whether a row of the reinforcements is played with the options of this game (AFR-12.10)."""
    wanted = row.get("option") or {}
    assert isinstance(wanted, Mapping)
    return all(scenario.options[name] == value for name, value in wanted.items())


CHECKS = {"castillejos": _castillejos, "tetuan": _tetuan, "wad-ras": _wad_ras}
"""What each battle asks of its map besides."""
