"""Positions of La Legión for tests: small maps in words, pieces in one line each."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.board.hexes import hex_id
from pbem.board.hexmap import HexMap
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.dice.die import Die
from pbem.rules.legion.scenario import OPTIONS, Counter, Scenario
from pbem.rules.legion.state import Piece, State, index

DIE = Die("legion", (2, 3, 3, 4, 4, 5))
TABLES: dict[str, Any] = {
    "die": {"name": "legion", "faces": [2, 3, 3, 4, 4, 5]},
    "weather": {"2": "sandstorm", "3": "normal", "4": "normal", "5": "hot"},
    "bombard-hits": [2],
    "entry-cost": {"clear": 1, "mountain": 2},
    "displacement-factor": 2,
    "road-bonus": 2,
    "reinforcement-bonus": 10,
    "landing-divisor": 2,
    "movement-loss": {
        "sandstorm": {"moroccan": {"default": 2}, "spanish": {"default": 3}},
        "hot": {"moroccan": {"infantry": 1, "cavalry": 2}, "spanish": {"infantry": 2, "cavalry": 3}},
    },
    "bombard-range": 2,
    "support-range": 2,
    "fleet-range": 2,
    "city-defence": 2,
    "fortress-factor": 2,
    "machine-gun-defence": 1,
    "machine-gun-mountain": 1,
    "heat-defence": 1,
    "triple-count": 3,
    "panic-extra": 1,
    "max-combatants": 2,
    "air-turn": 5,
    "reinforcement-turns": [3, 5],
}
SPANISH_NAMES = ("cer", "leg", "art", "mg", "arm", "gar", "reina", "inf", "cav", "sea", "bom", "fle", "reg", "spa")


def make(
    units: Sequence[str],
    phase: str = "moroccan-movement",
    *,
    size: tuple[int, int] = (10, 10),
    terrain: Mapping[str, str] | None = None,
    roads: Sequence[Sequence[str]] = (),
    turn: int = 2,
    seats: Mapping[str, str] | None = None,
    sector_column: Mapping[str, int] | None = None,
    options: Mapping[str, str] | None = None,
    zones: Mapping[str, Sequence[str]] | None = None,
    pieces: Mapping[str, Mapping[str, Any]] | None = None,
    **fields: Any,
) -> State:
    """A state. `units`: "beni-1 infantry 3-4 0303", side by name (SPANISH_NAMES), the place a hex,
    a status (due, waiting, pool, off-map, grounded, eliminated), or "status@hex"; "home" is on the map without a hex.

    `terrain`: words by hex ("mountain city"), clear where left out. `pieces` sets further fields of pieces by unit id;
    "turn" and "captured" there belong to the counter. `zones`, `melilla`, `airport`, `road_places`, `inner_places`,
    `landing` are of the scenario; other keywords are fields of the state.
    """
    extra = pieces or {}
    counters, placed = {}, {}
    for text in units:
        counter, piece = unit(text, **extra.get(text.split()[0], {}))
        counters[counter.id], placed[counter.id] = counter, piece
    words = {hex_id(c, r): "clear" for c in range(1, size[0] + 1) for r in range(1, size[1] + 1)} | dict(terrain or {})
    board = HexMap({hex_: text.split() for hex_, text in words.items()}, {"road": roads})
    scenario = Scenario(
        data={},
        board=board,
        counters=counters,
        zones={side: frozenset(hexes) for side, hexes in (zones or {}).items()},
        melilla=fields.pop("melilla", None),
        airport=fields.pop("airport", next(iter(board.with_terrain("airport")), None)),
        road_places=tuple(fields.pop("road_places", ())),
        inner_places=tuple(fields.pop("inner_places", ())),
        landing=frozenset(board.with_terrain("landing")),
        turns=13,
        die=DIE,
        weather=TABLES["weather"],
        tables=TABLES,
        options={name: values[0] for name, values in OPTIONS.items()} | dict(options or {}),
        seats=dict(seats or {"moroccan": "moroccan", "spanish": "spanish"}),
        sector_column=dict(sector_column or {}),
    )
    return State(scenario, turn, phase, placed, occupied=index(scenario, placed), **fields)


def unit(text: str, **fields: Any) -> tuple[Counter, Piece]:
    """Counter and piece of one line: "beni-1 infantry 3-4 0303", "bom-1 bomber -12 0303", "fle-1 fleet - off-map"."""
    name, type_, factors, place = text.split()
    combat, _, movement = factors.partition("-")
    side = "spanish" if name.split("-")[0] in SPANISH_NAMES else "moroccan"
    counter = Counter(
        id=name,
        side=fields.pop("side", side),
        type=type_,
        combat=int(combat) if combat else None,
        movement=int(movement) if movement else None,
        turn=fields.pop("turn", None),
        captured=fields.pop("captured", False),
    )
    status, _, at = place.partition("@")
    if status.isdigit():
        status, at = "map", place
    return counter, Piece(**({"status": "map" if status == "home" else status, "at": at or None} | fields))


def section(phase: str, *orders: Order) -> Section:
    """Orders as the lines 1, 2, 3 … of one phase."""
    return Section(phase=phase, lines=tuple(Line(number=n, order=order) for n, order in enumerate(orders, 1)))


def sheet(seat: str, phase: str, *orders: Order) -> Sheet:
    """A sheet with one section."""
    return Sheet(seat=seat, sections=(section(phase, *orders),))
