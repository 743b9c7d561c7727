"""Pictures and reports on demand: any turn of any game, drawn again from its journal."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.core.problems import Fault
from pbem.core.scene import Scene
from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.names.finding import find_space, find_unit
from pbem.language.names.nearest import Miss
from pbem.language.words import Word, key
from pbem.phrases import Phrase, either
from pbem.referee.admin import inquiries
from pbem.referee.admin.seating import require_seat
from pbem.referee.desk.submit import seat_of
from pbem.referee.home.home import Home
from pbem.referee.letters.reports.records import seen, span_of
from pbem.referee.letters.reports.report import report_of, report_since
from pbem.report.content import Rendered
from pbem.report.paper.prints import draw_print
from pbem.report.raster import RasterError, to_png
from pbem.report.story import Voice, render
from pbem.report.svg import FontMissing, MapError, action_crops, around_crop, board_plan, colours, draw_map, plan_crop
from pbem.store.rows import GameRow, SeatRow
from pbem.store.store import Store


def render_map(
    game: Game,
    language: str,
    suffix: str,
    *,
    turn: int | None = None,
    action: bool = False,
    around: str | None = None,
    seat: str | None = None,
    supply: bool = False,
) -> bytes:
    """The map as SVG or PNG bytes, with what happened in a turn (in the last phase if left out), or lines of `supply`.

    The whole, the part where most happened (`action`), or that `around` a space or place. As a seat may see it, or as
    all may where none is named. BadInput for another ending, turn, place or seat, and where the map or a font is not
    such that a picture can be drawn.
    """
    if suffix.lower() not in (".svg", ".png"):
        raise BadInput("A map is drawn as .svg or .png, not {suffix}.", suffix=suffix or Phrase("without ending"))
    side, (first, last) = _side(game, seat), _records(game, turn)
    items = [item for item in game.records if first <= item.record.n <= last]
    before, events, _ = span_of(game, items)
    rules = game.rules
    scene = _supply(game, side) if supply else rules.scene(rules.view(before, side), seen(game, events, side), side)
    with _told(game):
        voice = voice_of(game, language)
        svg = _svg(scene, voice, action=action, around=_space(game, around) if around else "", supply=supply)
        if suffix.lower() == ".svg":
            return svg.encode("utf-8")
        return to_png(svg, colours=colours(scene.map, voice.signs))


def render_inquiry(
    game: Game, language: str, name: str, named: tuple[str, ...], suffix: str = "", seat: str | None = None
) -> tuple[tuple[str, ...], bytes]:
    """What the rules answer to "sight" of two places, or "fire-field" of a unit: sentences, and the picture.

    The picture is SVG or PNG, none where no ending is given. As a seat may see it, or as all may where none is named.
    BadInput for another ending, place, unit or seat, and where the rules know of no such thing.
    """
    if suffix.lower() not in ("", ".svg", ".png"):
        raise BadInput("A map is drawn as .svg or .png, not {suffix}.", suffix=suffix)
    side = _side(game, seat)
    args = tuple(_space(game, one) if name == "sight" else _unit(game, one) for one in named)
    found = inquiries.ask(game, side, name, args)
    if found is None:
        if name == "sight":
            raise BadInput("The rules of {game} know no line of sight.", game=game.name)
        raise BadInput("The rules of {game} know no arcs of fire.", game=game.name)
    said = tuple(inquiries.sentences(game, language, found))
    if isinstance(found, Fault):
        raise BadInput(" ".join(said))
    if not suffix:
        return said, b""
    with _told(game):
        voice = voice_of(game, language)
        scene = found.scene
        svg = draw_map(scene, language, crop=plan_crop(scene), naming=voice.naming, signs=voice.signs)
        return said, svg.encode("utf-8") if suffix.lower() == ".svg" else to_png(
            svg, colours=colours(scene.map, voice.signs)
        )


def render_print(game: Game, language: str, paper: str, *, empty: bool = False, seat: str | None = None) -> bytes:
    """The map as a PDF to print, its counters as they stand, or `empty`: pages of paper (see PAPERS).

    As a seat may see it, or as all may where none is named. BadInput as `render_map`.
    """
    side = _side(game, seat)
    scene = game.rules.scene(game.rules.view(game.state, side), (), side)
    with _told(game):
        voice = voice_of(game, language)
        return draw_print(scene, language, (paper,), empty=empty, naming=voice.naming, signs=voice.signs)


def _supply(game: Game, side: str | None) -> Scene:
    """The position with its lines of supply; BadInput for rules that know none."""
    scene = game.rules.supply(game.rules.view(game.state, side), side)
    if scene is None:
        raise BadInput("The rules of {game} know no lines of supply.", game=game.name)
    return scene


@contextmanager
def _told(game: Game) -> Iterator[None]:
    """What keeps a map from being drawn is told as BadInput."""
    try:
        yield
    except (MapError, FontMissing, RasterError) as wrong:
        raise BadInput("The map of {game} cannot be drawn: {wrong}.", game=game.name, wrong=wrong) from wrong


def _svg(scene: Scene, voice: Voice, *, action: bool, around: str, supply: bool) -> str:
    crops, lang = action_crops(scene), voice.words.lang
    if action or around:
        crop = around_crop(scene.map, around) if around else crops[0]
        return draw_map(scene, lang, crop=crop, naming=voice.naming, signs=voice.signs)
    frames = crops if not supply and crops[0] != board_plan(scene.map).whole else ()
    return draw_map(scene, lang, naming=voice.naming, frames=frames, signs=voice.signs)


def _near(miss: Miss) -> str:
    """The nearest words, as a question; "" where there are none."""
    return Phrase(" Did you mean {found}?", found=either(miss.near)) if miss.near else ""


def _space(game: Game, named: str) -> str:
    """The space that a player's word for it means; BadInput with the nearest words for another."""
    word = Word(named, 0, len(named), key(named))
    found = find_space(word, game.lexicon)
    if isinstance(found, Miss):
        raise BadInput(
            "The map of {game} has no place {named!r}.{near}", game=game.name, named=named, near=_near(found)
        )
    return found


def _unit(game: Game, named: str) -> str:
    """The unit that a player's word for it means; BadInput with the nearest words for another."""
    found = find_unit(Word(named, 0, len(named), key(named)), game.lexicon)
    if isinstance(found, Miss):
        raise BadInput("{game} has no unit {named!r}.{near}", game=game.name, named=named, near=_near(found))
    return found


def _side(game: Game, seat: str | None) -> str | None:
    """The side of a seat; BadInput with the seats that there are."""
    if seat is None:
        return None
    require_seat(game.manifest.seats, game.name, seat)
    return game.manifest.seats[seat]


def render_report(home: Home, game: str, seat: str, turn: int | None, now: datetime) -> Rendered:
    """The report of a turn to a seat, without pictures; of a game that is only looked at, what the records tell."""
    opened = home.open_game(game)
    first, last = _records(opened, turn)
    if home.plays(opened.folder.path):
        row = seat_of(home, opened, seat)
        report = report_since(home, opened, row, first - 1, now, to=last)
        return render(report, voice_of(opened, row.language), pictures=False)
    require_seat(opened.manifest.seats, opened.name, seat)
    with _without_players(home, opened, now) as home:
        row = home.store.seats.need(opened.name, seat)
        items = [item for item in opened.records if first <= item.record.n <= last]
        whole = opened.over and last == len(opened.records)
        report = report_of(home, opened, row, items, now, present=whole)
    return render(report, voice_of(opened, row.language), pictures=False)


@contextmanager
def _without_players(home: Home, game: Game, now: datetime) -> Iterator[Home]:
    """The mailbox as if it knew of one game alone, and of its seats no more than the save says."""
    with TemporaryDirectory(prefix="pbem-") as folder, Store(Path(folder)) as store:
        store.games.put(GameRow(game.name, "", now, 0, 0, ended=now))
        for seat, side in game.manifest.seats.items():
            store.seats.put(SeatRow(game.name, seat, side, (), token=seat, language=home.config.language))
        yield replace(home, store=store)


def _records(game: Game, turn: int | None) -> tuple[int, int]:
    """The numbers of the first and last record of a turn; of the last record if no turn is named."""
    if turn is None:
        last = len(game.records)
        return last, last
    found = [item.record.n for item in game.records if item.record.turn == turn]
    if not found:
        played = max((item.record.turn for item in game.records), default=0)
        raise BadInput(
            "{game} has played no turn {turn}; the last is {played}.", game=game.name, turn=turn, played=played
        )
    return found[0], found[-1]
