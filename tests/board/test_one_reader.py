"""Spaces of a map are read in board/ alone: everybody else asks the board, or what `spaces` gives."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "pbem"
READS = re.compile(
    r"""(?<!Literal)\[["'](hexes|areas)["']\]|\.get\(["'](hexes|areas)["']|["'](hexes|areas)["'] (not )?in\b"""
)
DRAWN = ("report/svg/base/", "report/svg/ground/", "report/svg/sheet/ground_key.py", "report/svg/soundness.py")
"""Where the geometry of the drawing, and ways with their drawing hints, are read from the map itself."""


def readers() -> set[str]:
    """The modules that look into the spaces of a map."""
    modules = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    return {name for name, text in modules.items() if READS.search(text)}


def test_the_board_alone_reads_the_spaces_of_a_map() -> None:
    assert [name for name in sorted(readers()) if not name.startswith(("board/", *DRAWN))] == []
    assert {"board/board.py", "board/reading.py"} <= readers(), "what is looked for is found"
