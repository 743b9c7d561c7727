"""Random positions, each twice: as tests/reckoning/legion.py reads them and as a state of the rules."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pbem.rules.legion.state import State
from tests.reckoning.legion import MOROCCAN, SPANISH, Piece, Position, controlled, enemy, touching
from tests.rules.legion.factory import make

COLUMNS, ROWS = 9, 8
BUILT = ("clear city", "clear fortress", "mountain city", "mountain fortress")
GROUNDS = ("mountain", "mountain", "sea", "mar-chica", *BUILT)
TYPES = ("infantry", "infantry", "infantry", "cavalry", "machine-gun", "artillery", "armoured-engineer")
PREFIX = {SPANISH: "spa", MOROCCAN: "beni"}
OPTIONS = {
    "reinforcement-ten": "free-of-terrain",
    "road-negates-mountain": "yes",
    "zoc-to-zoc": "no",
    "heat-machine-guns": "yes",
    "fortress-doubles": "sum",
    "mountain-defence": "all",
    "support-each": "yes",
    "group-loss": "one",
    "single-attacker-max-targets": "any",
}
"""The other readings, each of which one position in six has."""


@dataclass(frozen=True)
class Both:
    """One position, as the reckoning has it and as the rules have it."""

    pos: Position
    state: State


def ground(dice: Random) -> Position:
    """A map without pieces: ground, roads, zones, a Melilla, the eleven places of the road and two inner ones."""
    empty = Position(COLUMNS, ROWS, ())
    hexes = empty.hexes()
    words = {h: frozenset(dice.choice(GROUNDS).split()) for h in hexes if dice.random() < 0.3}
    dry = [h for h in hexes if not words.get(h, frozenset()) & {"sea", "mar-chica"}]
    for h in hexes:
        if h not in dry and "sea" in words[h] and dice.random() < 0.4 and any(n in dry for n in touching(empty, h)):
            words[h] |= {"landing"}
    for h in dry:
        if dice.random() < 0.06 and "mountain" not in words.get(h, frozenset()):
            words[h] = words.get(h, frozenset({"clear"})) | {"landing"}
    roads = set()
    for _ in range(3):
        here = dice.choice(dry)
        for _ in range(dice.randint(3, 9)):
            there = dice.choice([h for h in touching(empty, here) if h in dry] or [here])
            roads |= {frozenset((here, there))} if there != here else set()
            here = there
    asked = dice.sample(dry, 7)
    return replace(
        empty,
        terrain=words,
        roads=frozenset(roads),
        zones={SPANISH: frozenset(h for h in dry if h > "0500"), MOROCCAN: frozenset(h for h in dry if h < "0500")},
        melilla=dice.choice(dry),
        road_places=tuple(asked[:4]),
        inner_places=tuple(asked[4:6]),
        weather=dice.choice(("normal", "normal", "sandstorm", "hot")),
        options={name: value for name, value in OPTIONS.items() if dice.random() < 1 / 6},
    )


def peopled(dice: Random, pos: Position, most: int, crowded: bool) -> Position:
    """The position with up to `most` land pieces a side on it, close together where it is to be crowded."""
    dry = [h for h in pos.hexes() if not pos.is_(h, "sea", "mar-chica")]
    if crowded:
        middle = dice.choice(dry)
        near = {middle, *touching(pos, middle)}
        near = {far for h in near for far in (h, *touching(pos, h))}
        dry = sorted(near.intersection(dry))
    dice.shuffle(dry)
    pieces = []
    for side in (SPANISH, MOROCCAN):
        for number in range(1, dice.randint(2, most) + 1):
            type_ = dice.choice(TYPES)
            barred = ("mountain", "city", "fortress") if type_ == "armoured-engineer" else ()
            at = next((h for h in dry if not pos.is_(h, *barred)), None)
            if at is None or (side == MOROCCAN and type_ == "armoured-engineer"):
                continue
            dry.remove(at)
            id_ = f"{PREFIX[side]}-{number}"
            pieces.append(Piece(id_, side, type_, dice.randint(1, 5), dice.randint(1, 5), at))
    return replace(pos, pieces=tuple(pieces))


def with_arrivals(dice: Random, pos: Position) -> Position:
    """The position with a piece to come for each side."""
    more = [
        Piece(f"{PREFIX[side]}-99", side, dice.choice(TYPES[:6]), 2, dice.randint(1, 4), None, status="due")
        for side in (SPANISH, MOROCCAN)
    ]
    return replace(pos, pieces=(*pos.pieces, *more))


def both(pos: Position, phase: str) -> Both:
    """The position with the state that is the same in the rules."""
    lines, extra = [], {}
    for p in pos.pieces:
        lines.append(f"{p.id} {p.type} {p.combat}-{p.movement} {p.at or p.status}")
        extra[p.id] = _fields(pos, p)
    state = make(
        lines,
        phase,
        size=(pos.columns, pos.rows),
        terrain={h: " ".join(sorted(words)) for h, words in pos.terrain.items()},
        roads=[sorted(step) for step in sorted(pos.roads, key=sorted)],
        turn=pos.turn,
        options=pos.options,
        zones={side: sorted(hexes) for side, hexes in pos.zones.items()},
        pieces=extra,
        melilla=pos.melilla or None,
        road_places=pos.road_places,
        inner_places=pos.inner_places,
        weather=pos.weather,
    )
    return Both(pos, state)


def _fields(pos: Position, p: Piece) -> dict[str, Any]:
    fields: dict[str, Any] = {"side": p.side, "moved": p.moved}
    if p.moved in ("reinforce", "land"):
        fields |= {"arrived_turn": pos.turn, "landed": p.moved == "land"}
    if p.must_attack and p.at is not None:
        fields |= {"must_attack": True, "zoc_of": tuple(f.id for f in controlled(pos, p.at, enemy(p.side)))}
    return fields | {name: True for name in ("bombarded", "supported", "fought") if getattr(p, name)}
