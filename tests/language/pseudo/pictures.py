"""A few pictures of each game in the pseudo-language: with all that a legend may list, each text within its picture."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any
from xml.etree import ElementTree

from pbem.board.board import read_board
from pbem.core.scene import Arrow, Battle, Counter, Ghost, Scene, Shade, Shot
from pbem.game.voice import Voice, ruleset_words
from pbem.gamedata.games import compose, shipped_game
from pbem.gamedata.rulesets import ruleset
from pbem.gamedata.signs import signs
from pbem.language.messages import translations
from pbem.report.sentences import Sentences
from pbem.report.svg import draw_map
from pbem.report.svg.action.crop import around_crop
from pbem.report.svg.base import metrics
from pbem.report.svg.sheet.legend import LINES, SHADES
from pbem.report.words import capfirst
from tests.language.pseudo.data import hard_coded
from tests.language.pseudo.words import CLOSE, OPEN

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGE = "es"
"""The longer one, and 40 % longer still."""
_NUMBER = re.compile(r"-?[\d.]+")
Box = tuple[float, float, float, float]


def picture_faults(game: str) -> Iterator[str]:
    """What is wrong with the pictures of a game, each fault with where it is."""
    for scenario in shipped_game(game).scenarios:
        data = compose(game, scenario)
        voice, scene = _voice(game, data), _crowded(game, data)
        middle = min(each.space for each in scene.counters)
        for what, crop in (("whole", None), ("close up", around_crop(scene.map, middle))):
            svg = draw_map(scene, LANGUAGE, crop=crop, naming=voice.naming, signs=voice.signs)
            yield from (f"{scenario}, {what}: {fault}" for fault in svg_faults(svg, _names(scene)))


def _voice(game: str, data: dict[str, Any]) -> Voice:
    words = ruleset_words(game, LANGUAGE, data)
    return Voice(words, Sentences("", words), translations(LANGUAGE), signs(game))


def _names(scene: Scene) -> tuple[str, ...]:
    """What counters and map are called, and in capitals, as names of lands are written, and in two rows."""
    whole = {each.short for each in scene.counters} | set(_strings(scene.map))
    found = whole | {
        row for name in whole for at in re.finditer(" ", name) for row in (name[: at.start()], name[at.end() :])
    }
    return tuple(sorted(found | {name.upper() for name in found} | {capfirst(name) for name in found}))


def _strings(value: Any) -> Iterator[str]:
    """All texts in a value, and each of their lines."""
    if isinstance(value, str):
        yield from (value, *value.split(": "))
    elif isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(one)


def _crowded(game: str, data: Mapping[str, Any]) -> Scene:
    """The position at the start with every kind of event that the painter knows, and every state and kind of unit."""
    rules = ruleset(game)
    state = rules.initial(rules.read_scenario(data))
    board = read_board(data["map"])
    scene: Scene = rules.scene(state, (), None)
    states = [name for name in _lexicon(game).get("states", {}) if name not in ("arrived",)]
    types = list(_lexicon(game).get("types", {}))
    pairs = [(space, next(iter(board.neighbours[space]))) for space in sorted(board.index) if board.neighbours[space]]
    near = pairs[len(pairs) // 2 : len(pairs) // 2 + max(len(states), len(types), 12)]
    shown = [
        Counter(f"u{n}", side, space, type_, {"en": f"U {n}", "es": f"U {n}"}, f"U {n}", "3-4", "", (state,))
        for n, ((space, _), side, type_, state) in enumerate(zip(near, cycle(scene.sides), cycle(types), cycle(states)))
    ]
    (at, to), one = near[0], shown[0]
    kinds = [*LINES, "planned-attack"]
    return replace(
        scene,
        phase=max(
            (phase.id for phase in rules.SEQUENCE), key=lambda id_: len(ruleset_words(game, LANGUAGE).phase(id_))
        ),
        conditions=tuple(list(_lexicon(game).get("conditions", {}))[:1]),
        counters=tuple(shown),
        arrows=tuple(Arrow("u1", one.side, pair, kind) for pair, kind in zip(near, kinds, strict=False)),
        battles=(Battle(1, one.side, (at,), (to,), 12, 9, "attacker"),),
        shots=tuple(Shot(one.side, at, to, hit, "artillery") for hit in (True, False, None)),
        ghosts=(Ghost("u2", one.side, to, one.symbol, True),),
        shades=tuple(Shade((space,), kind) for (space, _), kind in zip(near, SHADES, strict=False)),
    )


def _lexicon(game: str) -> Mapping[str, Any]:
    return ruleset_words(game, LANGUAGE).lexicon


@dataclass(frozen=True)
class Text:
    """A text of a picture, and the box that it fills; None for one along a line."""

    words: str
    box: Box | None


def svg_faults(svg: str, names: tuple[str, ...]) -> Iterator[str]:
    """Texts with words that nobody translated, that are cut, leave the picture, or lie on each other in the strips."""
    root = ElementTree.fromstring(svg)
    width, height = (float(value) for value in root.attrib["viewBox"].split()[2:])
    seen: list[Text] = []
    for text in _texts(root, (0.0, 0.0, 1.0)):
        if found := hard_coded(text.words, (), names):
            yield f"not translated: {' '.join(found)} in {text.words!r}"
        if OPEN in text.words and (not text.words.count(CLOSE) or text.words.endswith("…")):
            yield f"cut: {text.words!r}"
        if text.box is None or OPEN not in text.words:
            continue
        left, top, right, bottom = text.box
        if left < -1 or top < -1 or right > width + 1 or bottom > height + 1:
            yield f"out of the picture: {text.words!r}"
        yield from (f"{text.words!r} lies on {other.words!r}" for other in seen if _meet(text.box, other.box))
        seen.append(text)


def _meet(a: Box, b: Box | None) -> bool:
    return b is not None and a != b and min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


def _texts(node: ElementTree.Element, at: tuple[float, float, float]) -> Iterator[Text]:
    """The texts in an element that stands at x and y in a size."""
    x, y, scale = at
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", node.attrib.get("transform", "")):
        numbers = [float(number) for number in _NUMBER.findall(values)]
        if name == "translate":
            x, y = x + scale * numbers[0], y + scale * (numbers[1] if len(numbers) > 1 else 0.0)
        elif name == "scale":
            scale *= numbers[0]
        else:
            return  # what is turned stands on the map: names of ways
    if node.tag == f"{SVG}text" and node.attrib.get("stroke") is None:
        yield Text("".join(node.itertext()), _box(node, (x, y, scale)))
    for child in node:
        yield from _texts(child, (x, y, scale))


def _box(node: ElementTree.Element, at: tuple[float, float, float]) -> Box | None:
    about = node.attrib
    if "x" not in about or "font-size" not in about:
        return None
    size, spacing = float(about["font-size"]), float(about.get("letter-spacing", 0))
    wide = metrics.width("".join(node.itertext()), size, _face(about), spacing)
    before = {"middle": wide / 2, "end": wide}.get(about.get("text-anchor", ""), 0.0)
    left, base = float(about["x"]) - before, float(about["y"])
    x, y, scale = at
    return x + scale * left, y + scale * (base - size * 0.7), x + scale * (left + wide), y + scale * (base + size * 0.2)


def _face(about: Mapping[str, str]) -> metrics.Face:
    if about.get("font-family") == "Staff Title":
        return "title"
    if about.get("font-family") == "Staff Serif":
        return "serif"
    return "italic" if about.get("font-style") else "bold" if about.get("font-weight") == "700" else "medium"
