"""Pieces: whatever a player names and gives orders to, as forms, receipts, status and tallies tell of it."""

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, a leader, a division.

    `where`: on the map; coming, of those who are still expected; gone, out of the game for good; or off the map for
    another reason (in a pool, on the ground), which no tally counts. `space` is where it stands, if it stands in one.
    Words of the game's lexicon: `kind` (types), `status` (why it is not on the map) and `states` (what its counter
    shows). `figures` are those along its foot, e.g. "4-5".
    """

    id: str
    side: str
    kind: str
    where: Literal["map", "coming", "gone", "off"]
    space: str | None = None
    status: str = ""
    figures: str = ""
    states: tuple[str, ...] = ()


def natural(id_: str) -> tuple[tuple[int, int, str], ...]:
    """What puts ids and names in the order in which people count: reds-2, reds-10, reds-guns-1."""
    parts = (part for part in re.split(r"(\d+)", id_) if part)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
