"""Pictures and reports on demand: any turn of any game, drawn again from its journal."""

from datetime import datetime

from pbem.core.scene import Scene
from pbem.errors import BadInput
from pbem.game.game import Table
from pbem.game.voice import voice_of
from pbem.referee.desk.submit import seat_of
from pbem.referee.home.home import World
from pbem.referee.letters import reports
from pbem.report.raster import RasterError, to_png
from pbem.report.story import Voice, render
from pbem.report.svg import Crop, FontMissing, MapError, action_crop, board_plan, colours, draw_map
from pbem.report.telling import Rendered


def draw(
    table: Table,
    language: str,
    suffix: str,
    *,
    turn: int | None = None,
    action: bool = False,
    seat: str | None = None,
) -> bytes:
    """The map as SVG or PNG bytes, with what happened in a turn (in the last phase if left out).

    As a seat may see it, or as all may where none is named. BadInput for another ending, turn or seat, and where the
    map or a font is not such that a picture can be drawn.
    """
    if suffix.lower() not in (".svg", ".png"):
        raise BadInput(f"A map is drawn as .svg or .png, not {suffix or 'without ending'!r}.")
    side, (first, last) = _side(table, seat), _records(table, turn)
    items = [item for item in table.written if first <= item.record.n <= last]
    before, events, _ = reports.span_of(table, items)
    rules = table.rules
    seen = tuple(e for e in (rules.sees(event, side) for event in events) if e is not None)
    scene = rules.scene(rules.view(before, side), seen, side)
    try:
        voice = voice_of(table, language)
        svg = _svg(scene, voice, action=action)
        if suffix.lower() == ".svg":
            return svg.encode("utf-8")
        return to_png(svg, colours=colours(scene.map, voice.signs))
    except (MapError, FontMissing, RasterError) as wrong:
        raise BadInput(f"The map of {table.name} cannot be drawn: {wrong}.") from wrong


def _svg(scene: Scene, voice: Voice, *, action: bool) -> str:
    close, lang = action_crop(scene), voice.words.lang
    if action:
        return draw_map(scene, lang, crop=close, naming=voice.naming, signs=voice.signs)
    inset = close if _is_part(scene, close) else None
    return draw_map(scene, lang, naming=voice.naming, frame_of=inset, signs=voice.signs)


def _side(table: Table, seat: str | None) -> str | None:
    """The side of a seat; BadInput with the seats that there are."""
    if seat is not None and seat not in table.game.seats:
        raise BadInput(f"{table.name} has no seat {seat!r}; there are {', '.join(sorted(table.game.seats))}.")
    return table.game.seats[seat] if seat is not None else None


def _is_part(scene: Scene, crop: Crop) -> bool:
    """Whether a close-up shows less than the whole map."""
    return crop != board_plan(scene.map).whole


def told(world: World, game: str, seat: str, turn: int | None, now: datetime) -> Rendered:
    """The report of a turn to a seat, without pictures."""
    table = world.table(game)
    row = seat_of(world, table, seat)
    first, last = _records(table, turn)
    telling = reports.told(world, table, row, first - 1, now, to=last)
    return render(telling, voice_of(table, row.language), pictures=False)


def _records(table: Table, turn: int | None) -> tuple[int, int]:
    """The numbers of the first and last record of a turn; of the last record if no turn is named."""
    if turn is None:
        last = len(table.written)
        return last, last
    found = [item.record.n for item in table.written if item.record.turn == turn]
    if not found:
        played = max((item.record.turn for item in table.written), default=0)
        raise BadInput(f"{table.name} has played no turn {turn}; the last is {played}.")
    return found[0], found[-1]
