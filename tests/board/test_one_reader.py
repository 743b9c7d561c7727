"""Spaces of a map are read in board/ alone: everybody else asks the board, or what `spaces` gives."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "pbem"
READS = re.compile(r"""\[["'](hexes|areas)["']\]|\.get\(["'](hexes|areas)["']|["'](hexes|areas)["'] (not )?in\b""")
DRAWN = {
    "report/svg/base/plan.py",
    "report/svg/action/crop.py",
    "report/svg/ground/terrain.py",
    "report/svg/ground/ways.py",
    "report/svg/sheet/ground_key.py",
    "report/svg/soundness.py",
}
"""Where the geometry of the drawing, and the ways that are only drawn, are read from the map itself."""


def readers() -> set[str]:
    """The modules that look into the spaces of a map."""
    modules = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    return {name for name, text in modules.items() if READS.search(text)}


def test_the_board_alone_reads_the_spaces_of_a_map() -> None:
    assert {name for name in readers() if not name.startswith("board/")} <= DRAWN
    assert {"board/board.py", "board/reading.py"} <= readers(), "what is looked for is found"
