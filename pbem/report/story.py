"""A report told to one seat: subject, plain text, HTML and two maps, from a Telling."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

from pbem.core.scene import Scene
from pbem.report.pages import environment, tidy
from pbem.report.raster import to_png
from pbem.report.sentences import Sentences
from pbem.report.svg import Naming, action_crop, draw_map
from pbem.report.svg.plan import map_size
from pbem.report.telling import Image, Rendered, Span, Telling
from pbem.report.words import Words

LARGEST_HTML = 100_000
"""Bytes of HTML above which mail clients clip a mail."""


@dataclass(frozen=True)
class Voice:
    """In what words to tell: the game's names, its sentences, the program's own phrases (a gettext translations)."""

    words: Words
    sentences: Sentences
    translations: Any

    @property
    def naming(self) -> Naming:
        """The same for maps."""
        return Naming(self.translations.gettext, self.words.names())


@dataclass(frozen=True, slots=True)
class Told:
    """One record as the templates read it: the span and its sentences."""

    span: Span
    sentences: tuple[str, ...]


def render(telling: Telling, voice: Voice, *, pictures: bool = True) -> Rendered:
    """The whole mail. The text alone says everything; the HTML stays below 100 kB (what is only in the text it says).

    Raises MapError or SentenceMissing where the scene or the game's sentences cannot be told.
    """
    env = environment(voice.words, voice.translations)
    told = tuple(Told(span, tuple(voice.sentences.story(span.events))) for span in telling.spans)
    last = telling.spans[-1].n if telling.spans else 0
    tag = f"{last}.{telling.seat}@{telling.game}"
    images = maps_of(telling.scene, voice, tag) if pictures and telling.scene is not None else ()
    values: dict[str, Any] = {
        "t": telling,
        "told": told,
        "images": images,
        "losses": _losses(telling.scene),
        "title": telling.title.get(telling.language) or next(iter(telling.title.values()), telling.game),
        "held": _held(telling),
    }
    text = tidy(env.get_template("report/report.txt.j2").render(values))
    html = _html(env, values)
    subject = " ".join(env.get_template("report/subject.j2").render(values).split())
    return Rendered(subject, text, html, images)


def _html(env: Environment, values: Mapping[str, Any]) -> str:
    """The HTML in full, or with as many sentences a record as fit below the limit: the text part has them all."""
    page = env.get_template("report/report.html.j2")
    html = page.render({**values, "full": True, "most": None})
    for most in (40, 20, 8, 2, 0):
        if len(html.encode()) <= LARGEST_HTML:
            break
        html = page.render({**values, "full": False, "most": most})
    return html


def maps_of(scene: Scene, voice: Voice, tag: str) -> tuple[Image, ...]:
    """The close-up and the whole map, each with its outcome in words; just the whole map where both are the same.

    `tag` makes their Content-IDs unique in the mail box: record, seat and game. MapError where they cannot be drawn.
    """
    env, lang = environment(voice.words, voice.translations), voice.words.lang
    values = {"scene": scene, "losses": _losses(scene), "wins": _wins(scene)}
    outcome = " ".join(env.get_template("report/alt.j2").render(values).split())
    alt = " ".join(env.get_template("report/alt-overview.j2").render(values).split())
    crop = action_crop(scene)
    if (crop.columns, crop.rows) == map_size(scene.map):
        only = to_png(draw_map(scene, lang, naming=voice.naming))
        return (Image(f"map.{tag}", only, f"{outcome} {alt}"),)
    close = to_png(draw_map(scene, lang, crop=crop, naming=voice.naming))
    whole = to_png(draw_map(scene, lang, naming=voice.naming, frame_of=crop))
    return Image(f"action.{tag}", close, outcome), Image(f"map.{tag}", whole, alt)


def _losses(scene: Scene | None) -> tuple[tuple[str, int], ...]:
    """Each side with the counters that it lost, in the scene's order of sides."""
    if scene is None:
        return ()
    lost = [ghost.side for ghost in scene.ghosts if ghost.lost]
    return tuple((side, lost.count(side)) for side in scene.sides)


def _wins(scene: Scene) -> Mapping[str, int]:
    """How many combats each side won, "" for the undecided."""
    wins = dict.fromkeys((*scene.sides, ""), 0)
    for battle in scene.battles:
        others = [side for side in scene.sides if side != battle.side]
        winner = {"attacker": battle.side, "defender": others[0] if others else ""}.get(battle.outcome, "")
        wins[winner] = wins.get(winner, 0) + 1
    return wins


def _held(telling: Telling) -> tuple[tuple[str | None, tuple[str, ...]], ...]:
    """The places that matter, by holder: sides in the order of the tallies, then nobody."""
    order = [*(tally.side for tally in telling.tallies), None]
    order += sorted({h.side for h in telling.holdings if h.side not in order}, key=str)
    found = ((side, tuple(h.space for h in telling.holdings if h.side == side)) for side in order)
    return tuple((side, spaces) for side, spaces in found if spaces)
