"""`pbem show` set in tables for a terminal; imported when it runs, for rich takes its time."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from pbem.referee.letters.position import PieceRow, PositionView

COLOURS = ("#d7722c", "#3f8fd2", "#b56aa0", "#5f9e4a")
"""The colours of the sides, in their order: near those of the maps, and readable on black and on white."""
WIDE = 110
"""Columns from which the full names of counters have room."""
BESIDE = 150
"""Columns from which two sides stand side by side."""
PIPED = 120
"""Columns of a table that no terminal asks for."""


def print_position(position: PositionView, console: Console | None = None) -> None:
    """Print a position to the terminal: in colours there, plain and in full width elsewhere."""
    console = console or Console()
    if not console.is_terminal:
        console.width = PIPED
    console.print(Group(*_parts(position, console.width)))


def _parts(position: PositionView, width: int) -> Iterator[RenderableType]:
    labels = position.labels
    yield _head(position)
    if position.asked:
        yield Text(f"{labels['asked']}: {', '.join(position.asked)}")
    if position.winner:
        yield Text(f"{labels['over']}: {position.outcome}", style="bold")
    if position.places:
        yield Text(f"\n{labels['places']}", style="bold")
        yield _lists(_places(position))
    sides = [(side, list(pieces)) for side, pieces in groupby(position.units, key=lambda piece: piece.side)]
    yield Text()
    if len(sides) == 2 and width >= BESIDE:
        beside = Table.grid(padding=(0, 4, 0, 0), expand=True)
        beside.add_row(*(Group(*_side(position, side, pieces, width // 2)) for side, pieces in sides))
        yield beside
        return
    for side, pieces in sides:
        yield from _side(position, side, pieces, width)
        yield Text()


def _head(position: PositionView) -> Text:
    labels = position.labels
    when = labels["end" if position.ended else "turn"] % {"turn": position.turn, "turns": position.turns}
    said = (when, position.phase, *position.conditions)
    seen = f" ({labels['seen'] % {'seat': position.seat}})" if position.seat else ""
    return Text.assemble((f"{position.title} · {position.game}", "bold"), f"\n{' · '.join(filter(None, said))}{seen}")


def colour(position: PositionView, side: str | None) -> str:
    """The colour of a side; none for nobody."""
    sides = list(position.names)
    return COLOURS[sides.index(side) % len(COLOURS)] if side in sides else ""


def _lists(rows: Iterable[tuple[str, Sequence[str], str, str]]) -> Table:
    """Lists with a name before each, set off from their names: (name, what is listed, style of name, of list)."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, listed, style, rest in rows:
        grid.add_row(Text(f"  {name} ({len(listed)})", style=style), Text(", ".join(listed), style=rest))
    return grid


def _places(position: PositionView) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """The places that count, a list a holder."""
    for side in (*position.names, None):
        held = [place.place for place in position.places if place.side == side]
        if held:
            yield position.names[side] if side else position.labels["nobody"], held, colour(position, side), ""


def _side(position: PositionView, side: str, pieces: Sequence[PieceRow], width: int) -> Iterator[RenderableType]:
    on_map = [piece for piece in pieces if not piece.status]
    style = colour(position, side)
    name = position.names[side]
    yield Text(f"{name[:1].upper()}{name[1:]} ({len(on_map)})", style=f"bold {style}")
    if on_map:
        yield _table(position, on_map, style, width)
    off = sorted((piece for piece in pieces if piece.status), key=lambda piece: piece.status)
    groups = groupby(off, key=lambda piece: piece.status)
    yield _lists((status, [piece.unit for piece in group], style, "dim") for status, group in groups)


def _table(position: PositionView, pieces: Sequence[PieceRow], style: str, width: int) -> Table:
    """The counters on the map, a section a unit; one that has no other counter needs no head that only repeats it."""
    labels, wide = position.labels, width >= WIDE
    columns = ["unit", *(["name"] if wide else []), "kind", "factors", "at"]
    if any(piece.states for piece in pieces):
        columns.append("states")
    grid = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for label in columns:
        grid.add_column(labels[label], no_wrap=label in ("unit", "factors", "at"), overflow="fold")
    for formation, group in groupby(pieces, key=lambda piece: piece.formation):
        members = list(group)
        if not wide or [piece.name for piece in members] != [formation]:
            grid.add_row(Text(formation, style="bold"))
        for piece in members:
            cells = {
                "unit": Text(f"  {piece.unit}", style=style),
                "name": Text(piece.name),
                "kind": Text(piece.type),
                "factors": Text(piece.factors),
                "at": Text(piece.place),
                "states": Text(", ".join(piece.states), style="bold"),
            }
            grid.add_row(*(cells[label] for label in columns))
    return grid
