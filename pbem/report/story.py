"""A report told to one seat: subject, plain text, HTML and two maps, from a Report."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from json import dumps
from typing import Any, Unpack

from jinja2 import Environment

from pbem.core.events import Event
from pbem.core.scene import Scene
from pbem.report.content import Image, LeftOut, Rendered, Report, Span, attempt
from pbem.report.digest import (
    changes,
    ending,
    headline,
    held_places,
    is_eventful,
    losses,
    lost_counters,
    positions,
    wins,
)
from pbem.report.grounds import MEMORY, Grounds
from pbem.report.pages import environment, tidy
from pbem.report.picture import LARGEST, LARGEST_OF_MAIL, How, draw_picture, draw_plain
from pbem.report.sentences import Item, Sentences
from pbem.report.svg import Naming, action_crops, around_crop, board_plan, places_shown, plan_crops
from pbem.report.svg.base.plan import Crop
from pbem.report.svg.pieces.signs import Signs
from pbem.report.words import Words

LONGEST_SUBJECT = 60
"""Letters of a subject beside the game and its token: what the line of a phone shows."""
LARGEST_HTML = 100_000
"""Bytes of HTML above which mail clients clip a mail."""
FEW = 2
"""How many close-ups a report may have before they are on plain ground, so that one mail can bring them."""
LARGEST_CLOSE_UPS = 400_000
"""Bytes of the close-ups of a report: the map has what is left of those of a mail. What is more is left out."""


@dataclass(frozen=True)
class Voice:
    """In what words to tell: the game's names, its sentences, the program's own phrases (a gettext translations).

    `signs` are what its counters are drawn with.
    """

    words: Words
    sentences: Sentences
    translations: Any
    signs: Signs = field(default_factory=Signs)

    @property
    def naming(self) -> Naming:
        """The same for maps."""
        return Naming(self.translations.gettext, self.words.names())


@dataclass(frozen=True, slots=True)
class RecordItems:
    """One record as the templates read it: the span and what is told of it."""

    span: Span
    items: tuple[Item, ...]


def render(report: Report, voice: Voice, *, pictures: bool = True, grounds: Grounds = MEMORY) -> Rendered:
    """The whole mail. The text alone says everything; the HTML stays below 100 kB (what is only in the text it says).

    Maps or a page that cannot be made are left out, events without a sentence told as they are recorded; the text says
    so, and `left_out` what is to be mended. `grounds` keeps the printed boards of its maps.
    """
    env = environment(voice.words, voice.translations)
    last = report.spans[-1].n if report.spans else 0
    tag = f"{last}.{report.seat}@{report.game}"
    images: tuple[Image, ...] = ()
    missing: tuple[LeftOut, ...] = ()
    if pictures and report.scene is not None:
        said = report_headline(report, voice)
        images, missing = attempt(
            "map", partial(map_images, report.drawn or report.scene, voice, tag, grounds, said, report.finished), images
        )
    if missing:
        report = replace(report, notes=(*report.notes, no_map(voice)))
    told, unsaid = _values(report, voice)
    values = {**told, "images": images}
    text = tidy(env.get_template("report/report.txt.j2").render(values))
    subject = _subject(env, values)
    html, unpaged = attempt("page", partial(_html, env, {**values, "subject": subject}), "")
    return Rendered(subject, text, html, images, (*report.left_out, *missing, *unsaid, *unpaged))


def _subject(env: Environment, values: Mapping[str, Any]) -> str:
    """The subject, with the phase that is asked for where there is room for it."""
    template = env.get_template("report/subject.j2")
    whole, few = (" ".join(template.render({**values, "whole": whole}).split()) for whole in (True, False))
    return whole if len(whole.partition("] ")[2]) <= LONGEST_SUBJECT else few


def no_map(voice: Voice) -> str:
    """The sentence of a mail whose map could not be drawn."""
    _ = voice.translations.gettext
    return str(_("The map could not be drawn; the referee knows. Once that is mended, a line MAP brings it."))


def _values(report: Report, voice: Voice) -> tuple[dict[str, Any], tuple[LeftOut, ...]]:
    """What the templates of a report read, and what could not be put into words."""
    fronts = tuple(sorted(holding.space for holding in report.holdings))
    scene = report.scene
    spans = [_told(span, voice, fronts, shown=scene is not None) for span in report.spans]
    every, none = [event for span in report.spans for event in span.events], tuple[str, ...]()
    standing, unclear_too = attempt("sentence", partial(voice.sentences.standing_orders, every), none)
    situation, unclear = attempt("sentence", partial(voice.sentences.situation, report), None) if scene else (None, ())
    values = {
        "t": report,
        "told": tuple(one for one, _ in spans),
        "happened": tuple(one for one, _ in spans if one.items or one.span.notes),
        "standing": standing,
        "headline": report_headline(report, voice),
        "fallen": tuple((side, units) for side, units in lost_counters(scene) if units),
        "over": ending(report.ended.winner, report.turn, voice.words, voice.translations) if report.ended else "",
        "title": report.title.get(report.language) or next(iter(report.title.values()), report.game),
        "held": held_places(report),
        "changed": changes(report, voice.words, voice.translations),
        "situation": situation,
        "positions": positions(scene, fronts, voice.words),
    }
    return values, (*unclear, *unclear_too, *(fault for _, faults in spans for fault in faults))


def report_headline(report: Report, voice: Voice) -> str:
    """The news of a report in a line or two, the end of the game first; "" for a set-up, or where there are none."""
    over = [ending(report.ended.winner, report.turn, voice.words, voice.translations)] if report.ended else []
    quiet_matters = any(span.events for span in report.spans) and not (over or report.news)
    told = bool(report.spans) and (is_eventful(report.played) or quiet_matters)
    happened = headline(report.played, voice.words, voice.translations) if told else ""
    return " ".join((*over, *report.news, *([happened] if happened else [])))


def _told(span: Span, voice: Voice, fronts: tuple[str, ...], *, shown: bool) -> tuple[RecordItems, tuple[LeftOut, ...]]:
    """A record in the game's sentences; what has none as it is recorded, with a note that says so."""
    items, unsaid = attempt("sentence", partial(voice.sentences.items, span.events, fronts, shown=shown), None)
    if items is None:
        _ = voice.translations.gettext
        note = _("Some of this could not be put into words and stands here as it is recorded; the referee knows.")
        span = replace(span, notes=(*span.notes, str(note)))
        items = [item for event in span.events for item in _plainly(event, voice, fronts)]
    return RecordItems(span, tuple(items)), unsaid


def _plainly(event: Event, voice: Voice, fronts: tuple[str, ...]) -> list[Item]:
    """An event by itself, in its sentence or as it is recorded."""
    facts = {key: value for key, value in event.to_json().items() if key != "type" and value not in ("", None, [])}
    said = [f"{key} {value if isinstance(value, str) else dumps(value)}" for key, value in facts.items()]
    plain = Item(voice.translations.gettext("As it is recorded: %(facts)s") % {"facts": "; ".join((event.type, *said))})
    return attempt("sentence", partial(voice.sentences.items, [event], fronts), [plain])[0]


def _html(env: Environment, values: Mapping[str, Any]) -> str:
    """The HTML in full, or with as many sentences a record as fit below the limit: the text part has them all."""
    page = env.get_template("report/report.html.j2")
    html = page.render({**values, "full": True, "most": None})
    for most in (40, 20, 8, 2, 0):
        if len(html.encode()) <= LARGEST_HTML:
            break
        html = page.render({**values, "full": False, "most": most})
    return html


def map_images(
    scene: Scene, voice: Voice, tag: str, grounds: Grounds = MEMORY, said: str | None = None, finished: int = 0
) -> tuple[Image, ...]:
    """The close-ups, the busiest first, and the whole map, each in words; just the whole map where that is a close-up.

    The outcome is what was `said` of it, or the headline of the scene. Where the turn that it tells is `finished`, the
    close-ups name that turn, though another has begun. There are as many as happened apart, at most four, and fewer
    where a mail would become too large. `tag` makes their Content-IDs unique in the mail box: record, seat and game.
    MapError where they cannot be drawn.
    """
    env, lang = environment(voice.words, voice.translations), voice.words.lang
    crops = action_crops(scene)
    told = replace(scene, turn=finished, phase="", conditions=()) if finished not in (0, scene.turn) else scene
    values = {
        "scene": told,
        "past": told is not scene,
        "headline": headline(scene, voice.words, voice.translations) if said is None else said,
        "losses": losses(scene),
        "wins": wins(scene),
    }

    def sentence(number: int, places: Sequence[str]) -> str:
        template = env.get_template("report/alt.j2")
        return " ".join(template.render({**values, "places": places, "further": number > 1}).split())

    alt = _overview(scene, voice)
    if crops[0] == board_plan(scene.map).whole:
        outcome = sentence(1, places_shown(scene, crops[0], lang))
        return (Image(f"map.{tag}", _drawn(scene, voice, grounds), f"{outcome} {alt}"),)
    closeups = _close_ups(told, crops, voice, tag, grounds, sentence)
    left = min(LARGEST, LARGEST_OF_MAIL - sum(len(image.png) for image in closeups))
    whole = _drawn(scene, voice, grounds, frames=crops[: len(closeups)], most=left)
    return (*closeups, Image(f"map.{tag}", whole, alt))


def _close_ups(
    told: Scene,
    crops: Sequence[Crop],
    voice: Voice,
    tag: str,
    grounds: Grounds,
    sentence: Callable[[int, Sequence[str]], str],
) -> list[Image]:
    """As many of the close-ups as one mail can bring, in plain ground where there are many."""
    draw = draw_plain if len(crops) > FEW else draw_picture
    closeups: list[Image] = []
    for number, crop in enumerate(crops, 1):
        places, further = places_shown(told, crop, voice.words.lang), number > 1
        room = LARGEST_CLOSE_UPS - sum(len(image.png) for image in closeups)
        if further and room < min(len(image.png) for image in closeups) / 2:
            break  # no need to draw what will hardly fit
        most = min(LARGEST, room) if draw is draw_plain else LARGEST
        how: How = {"naming": voice.naming, "signs": voice.signs, "crop": crop}
        how["legend"] = None if further else crops[1:]
        png = draw(told, voice.words.lang, grounds, most=most, **how)
        if further and len(png) > room:
            break
        caption = voice.words.gettext("around %(place)s") % {"place": places[0]} if further and places else ""
        cid = f"action-{number}.{tag}" if further else f"action.{tag}"
        closeups.append(Image(cid, png, sentence(number, places), caption=caption))
    return closeups


def map_image(scene: Scene, voice: Voice, cid: str, grounds: Grounds = MEMORY, around: str = "") -> Image:
    """The whole map by itself, or close up `around` a space. MapError where it cannot be drawn."""
    if not around:
        return Image(cid, _drawn(scene, voice, grounds), _overview(scene, voice))
    crop = around_crop(scene.map, around)
    template = environment(voice.words, voice.translations).get_template("report/alt.j2")
    places = (voice.words.space(around),)
    alt = " ".join(template.render(scene=scene, places=places, past=not scene.phase, further=True).split())
    return Image(cid, _drawn(scene, voice, grounds, crop=crop), alt)


def around_place(scene: Scene, space: str) -> Scene:
    """A scene with the counters alone that a close-up around a space shows."""
    plan = board_plan(scene.map, around_crop(scene.map, space))
    return replace(scene, counters=tuple(counter for counter in scene.counters if plan.shows(counter.space)))


def _overview(scene: Scene, voice: Voice) -> str:
    """What the whole map shows, in a sentence."""
    env = environment(voice.words, voice.translations)
    return " ".join(env.get_template("report/alt-overview.j2").render(scene=scene).split())


def plan_images(scene: Scene, voice: Voice, cid: str, alt: str, grounds: Grounds = MEMORY) -> tuple[Image, ...]:
    """The parts of the map in which something is planned, one or a few. MapError where they cannot be drawn."""
    crops = plan_crops(scene)
    most, found = min(LARGEST, LARGEST_OF_MAIL // len(crops)), list[Image]()
    for number, crop in enumerate(crops, 1):
        places = places_shown(scene, crop, voice.words.lang) if number > 1 else ()
        caption = voice.words.gettext("around %(place)s") % {"place": places[0]} if places else ""
        png = _drawn(scene, voice, grounds, crop=crop, legend=crops[1:] if number == 1 else None, most=most)
        found.append(Image(cid if number == 1 else f"{number}.{cid}", png, alt, caption=caption))
    return tuple(found)


def _drawn(scene: Scene, voice: Voice, grounds: Grounds, *, most: int = LARGEST, **how: Unpack[How]) -> bytes:
    how = {"naming": voice.naming, "signs": voice.signs, **how}
    return draw_picture(scene, voice.words.lang, grounds, most=most, **how)
