"""Scenes and tellings to draw and tell: La Legión's map with about a hundred counters, and a map of twenty hexes."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.core.events import Event, Rolled
from pbem.core.scene import Arrow, Battle, Control, Counter, Ghost, Scene, Shot
from pbem.language.messages import translations
from pbem.report.content import Asked, Report, Span, Tally
from pbem.report.sentences import Sentences
from pbem.report.story import Voice
from pbem.report.words import Words
from pbem.resources import shipped_path
from pbem.rules.legion.picture import STYLES

SIDES = ("moroccan", "spanish")
TITLE = {"es": "La Legión: Melilla, 1921-1927", "en": "La Legión: Melilla, 1921-1927"}


@cache
def melilla() -> dict[str, Any]:
    """The shipped map."""
    data: dict[str, Any] = json.loads(shipped_path("games", "legion", "maps", "melilla.json").read_text("utf-8"))
    return data


@cache
def pieces() -> dict[str, dict[str, Any]]:
    """The shipped counters by id."""
    data = json.loads(shipped_path("games", "legion", "counters.json").read_text("utf-8"))
    return {counter["id"]: counter for counter in data["counters"]}


def counter(id_: str, space: str, *states: str) -> Counter:
    """A shipped counter in a hex."""
    piece = pieces()[id_]
    factors = "-".join(str(piece[key]) for key in ("combat", "movement") if piece[key] is not None)
    style = STYLES[piece["corps"]]
    return Counter(id_, piece["side"], space, piece["type"], piece["name"], piece["short"], factors, style, states)


@cache
def crowded() -> Scene:
    """Turn 3: 45 Spanish and 54 Moroccan counters on the real map, a move for every other one, battles at the front."""
    map_ = melilla()
    hexes = map_["hexes"]
    dry = [h for h in sorted(hexes) if hexes[h]["terrain"][0] in ("clear", "mountain")]
    works = [h for h in dry if {"city", "fortress"} & set(hexes[h]["terrain"]) and hexes[h]["zone"] == "spanish"]
    west = [h for h in dry if hexes[h]["zone"] == "moroccan" and 9 <= int(h[:2]) <= 20 and 10 <= int(h[2:]) <= 22]
    east = [h for h in dry if hexes[h]["zone"] == "spanish" and h not in works]
    first = {side: [p for p in sorted(pieces()) if pieces()[p]["turn"] == 1 and pieces()[p]["side"] == side]
             for side in SIDES}  # fmt: skip
    places = {"spanish": [*works, *east[::9]], "moroccan": west[-1::-2]}
    standing = [counter(p, h) for side in SIDES for p, h in zip(first[side], places[side], strict=False)]
    return Scene(
        map=map_, title=TITLE, turn=3, turns=13, phase="moroccan-combat", conditions=("sandstorm",), sides=SIDES,
        counters=tuple(standing), arrows=_moves(map_, standing), battles=_battles(map_, standing),
        ghosts=(Ghost("cerinola-4", "spanish", "1714", "infantry", True, cause="combat"),),
        controls=tuple(Control(h, hexes[h]["zone"], h == "1613") for h in map_["road-places"]),
    )  # fmt: skip


def _board(map_: Mapping[str, Any]) -> HexMap:
    return HexMap({h: data["terrain"] for h, data in map_["hexes"].items()})


def _moves(map_: Mapping[str, Any], standing: list[Counter]) -> tuple[Arrow, ...]:
    board, taken = _board(map_), {c.space for c in standing}
    found = []
    for one in standing[::2]:
        path = [one.space]
        for _ in range(3):
            near = board.neighbours[path[0]]
            free = [h for h in near if h not in taken and h not in path and not board.has(h, "sea")]
            path = [*free[:1], *path]
        if len(path) > 1:
            found.append(Arrow(one.unit, one.side, tuple(path), "move" if len(found) % 5 else "retreat"))
    return tuple(found)


def _battles(map_: Mapping[str, Any], standing: list[Counter]) -> tuple[Battle, ...]:
    board, at = _board(map_), {c.space: c for c in standing}
    found: list[Battle] = []
    for one in standing:
        near = [h for h in board.neighbours[one.space] if h in at and at[h].side != one.side]
        if one.side == "moroccan" and near and near[0] not in {b.defenders[0] for b in found}:
            outcome = ("attacker", "defender", "tie")[len(found) % 3]
            found.append(Battle(len(found) + 1, one.side, (one.space,), (near[0],), 12, 9 + len(found), outcome))
    return tuple(found)


def landing() -> Scene:
    """Turn 5 in Alhucemas bay: fleets, aircraft over enemies, shots, losses, every state; two sides in one hex."""
    counters = (
        counter("flota-1", "0610"), counter("flota-2", "0509", "fired"), counter("bombardero-1", "0712"),
        counter("hidro-1", "0613"), counter("bandera-7-1", "0711", "arrived", "moved"),
        counter("urriaguel-1", "0712", "must-attack"), counter("urriaguel-2", "0613"), counter("urriaguel-3", "0511"),
        counter("bateria-1", "0612", "captured", "fired"), counter("urriaguel-cav-1", "0913", "moved"),
    )  # fmt: skip
    return Scene(
        map=melilla(), title=TITLE, turn=5, turns=13, phase="spanish-combat", conditions=("normal",), sides=SIDES,
        counters=counters,
        arrows=(Arrow("bandera-7-1", "spanish", ("0610", "0711"), "arrival"),
                Arrow("urriaguel-cav-1", "moroccan", ("0811", "0912", "0913"), "panic"),
                Arrow("bombardero-1", "spanish", ("3908", "0712"), "flight")),
        battles=(Battle(1, "spanish", ("0711",), ("0712",), 24, 9, "attacker"),),
        shots=(Shot("spanish", "0509", "0511", True, "fleet"), Shot("spanish", "0712", "0712", False, "air")),
        ghosts=(Ghost("x", "moroccan", "0712", "machine-gun", True), Ghost("y", "moroccan", "0811", "cavalry", False)),
        controls=(Control("0511", "moroccan"), Control("1411", None, True)),
    )  # fmt: skip


def small_map() -> dict[str, Any]:
    """A map of 5 by 4 hexes: sea in the north, a mountain, a fortress, a road, two zones."""
    ids = [f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(1, 5)]
    hexes: dict[str, Any] = {h: {"terrain": ["clear"], "zone": "spanish" if h > "03" else "moroccan"} for h in ids}
    for h in ("0101", "0201", "0301", "0401", "0501"):
        hexes[h] = {"terrain": ["sea"]}
    hexes["0203"]["terrain"] = ["mountain"]
    place = {"id": "annual", "name": {"es": "Annual"}, "label": "e"}
    hexes["0303"] |= {"terrain": ["clear", "fortress"], "place": place}
    return {
        "size": [5, 4], "scale": {"across-flats": 3000}, "hexes": hexes, "credits": "Drawn by hand",
        "roads": [{"id": "road", "kind": "main", "hexes": ["0303", "0403", "0504"]}],
        "drawing": {"labels": [{"kind": "sea", "name": {"es": "Mar", "en": "Sea"}, "at": [6000, 1500], "size": 2}]},
    }  # fmt: skip


def piece(unit: str, side: str, space: str, symbol: str = "infantry", **more: Any) -> Counter:
    """A counter of one's own."""
    values: dict[str, Any] = {"name": {"es": unit, "en": unit}, "short": unit.upper(), "factors": "3-4", **more}
    return Counter(unit, side, space, symbol, **values)


def small(*counters: Counter, map_: Mapping[str, Any] | None = None, **more: Any) -> Scene:
    """A scene on the small map."""
    return Scene(
        map=map_ or small_map(), title={"es": "Prueba", "en": "Trial"}, turn=1, turns=3, phase="combat", conditions=(),
        sides=SIDES, counters=counters, **more,
    )  # fmt: skip


def golden_scene() -> Scene:
    """The scene of golden/small.svg: one counter of each side, a move, a combat, a loss, a place held."""
    return small(
        piece("uno", "moroccan", "0203", style="kabila"),
        piece("dos", "spanish", "0303", "artillery", style="army", states=("fired",)),
        arrows=(Arrow("uno", "moroccan", ("0104", "0204", "0203"), "move"),),
        battles=(Battle(1, "moroccan", ("uno",), ("dos",), 12, 9, "attacker"),),
        ghosts=(Ghost("tres", "spanish", "0403", "cavalry", True),),
        controls=(Control("0303", "spanish", True),),
    )


def words(lang: str, **lexicon: Mapping[str, str]) -> Words:
    """The words of La Legión with a few names of groups."""
    groups: dict[str, Mapping[str, str]] = {
        "sides": {"es": {"moroccan": "marroquíes", "spanish": "españoles"},
                  "en": {"moroccan": "Moroccans", "spanish": "Spanish"}}[lang],
        "phases": {"moroccan-combat": {"es": "combate marroquí", "en": "Moroccan combat"}[lang]},
        **lexicon,
    }  # fmt: skip
    return Words(lang, {"map": melilla(), "counters": pieces()}, groups, gettext=translations(lang).gettext)


def voice(lang: str, macros: str | None = None) -> Voice:
    """A voice with the game's own sentences, or with the macros given."""
    own = words(lang)
    path = shipped_path("games", "legion", "templates", f"events.{lang}.j2")
    told = Sentences.read(path, own) if macros is None else Sentences(macros, own)
    return Voice(own, told, translations(lang))


def span(n: int, phase: str, *events: Event, link: str = "cd" * 32) -> Span:
    """A record told; its rolls are those among the events."""
    rolls = tuple(e for e in events if isinstance(e, Rolled))
    return Span(3, phase, n, "ab" * 32, "badofi lanusi toroda nifalu sitabo rudino", link, events, rolls)


def telling(lang: str, *spans: Span, **more: Any) -> Report:
    """A report to the Spanish seat."""
    values: dict[str, Any] = {
        "asked": Asked("spanish-movement", "Sun 30 Nov 20:00 (your time)", "in 2 days"),
        "form": ("GAME melilla  TURN 3", "PHASE spanish-movement", "END"),
        "tallies": (Tally("moroccan", 54, 3, 16), Tally("spanish", 42, 9)),
        "holdings": (Control("1613", "spanish"), Control("0511", "moroccan"), Control("1411", None)),
        "played": more.get("scene"),
        **more,
    }
    phase = values.pop("phase", "moroccan-combat")
    return Report("melilla", TITLE, "spanish", "spanish", lang, 3, 13, phase, spans, **values)
