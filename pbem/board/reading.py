"""A map's JSON to a hex map or an area map; whatever is wrong in it is a sentence that names the place."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pbem.board.areamap import AreaMap
from pbem.board.hexes import hex_id
from pbem.board.hexmap import HexMap
from pbem.json_values import kind_of, read_list, read_texts, read_whole, require_object

LARGEST = 99
"""The most columns and rows of a hex map, and levels up or down."""
SILENT = "clear"
"""The terrain of what a short map or an area map says nothing of."""
_HEX = re.compile(r"(?!00)[0-9]{2}(?!00)[0-9]{2}")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
About = Mapping[str, Mapping[str, Any]]


class _Read(NamedTuple):
    """What both kinds of map say in the same way."""

    terrain: dict[str, tuple[str, ...]]
    links: dict[str, list[tuple[str, ...]]]
    level: dict[str, int]
    places: dict[str, Mapping[str, str]]


def spaces(map_: Mapping[str, Any]) -> About:
    """What a map says of each space that it lists, by id: its terrain, its place, and what its game wants to know.

    Empty for a short map, which lists none.
    """
    found: About = map_.get("hexes") or map_.get("areas") or {}
    return found


def spell_out(map_: Mapping[str, Any]) -> dict[str, Any]:
    """A map that lists all its spaces: a short one is filled up with its default terrain, another is as it was.

    ValueError, a sentence, for a short map that is none.
    """
    if "hexes" in map_ or "areas" in map_:
        return dict(map_)
    every, default = _rectangle(map_.get("size")), map_.get("default", SILENT)
    listed = require_object(map_.get("terrain", {}), "map, terrain")
    _require_on(listed, every, "map, terrain", "hex")
    words = {hex_: listed.get(hex_, default) for hex_ in every}
    hexes = {hex_: {"terrain": [word] if isinstance(word, str) else word} for hex_, word in words.items()}
    return {**{key: value for key, value in map_.items() if key != "terrain"}, "default": default, "hexes": hexes}


def read_hexes(map_: Mapping[str, Any]) -> HexMap:
    """The hex map of a map that lists all its hexes, or only its size and what differs from its default terrain."""
    map_ = spell_out(map_)
    about = _listed(map_, "hexes")
    _require_hexes(about, map_.get("size"))
    read, sides = _read(map_, "hexes", about, map_.get("default")), _hexsides(map_)
    try:
        return HexMap(read.terrain, read.links, sides, read.level, read.places)
    except ValueError as wrong:
        raise ValueError(f"map, {wrong}.") from None


def read_areas(map_: Mapping[str, Any]) -> AreaMap:
    """The area map of a map: `to` of an area names those that touch it, and what lies between."""
    about = _listed(map_, "areas")
    if wrong := [area for area in about if not _ID.fullmatch(area)]:
        raise ValueError(f"map, areas: {wrong[0]!r} is not an id; an id is like casa-del-morabito.")
    read = _read(map_, "areas", about, map_.get("default", SILENT))
    to = {area: _borders(about[area].get("to", ()), f"map, area {area}, to") for area in about}
    edges: dict[str, list[tuple[str, str]]] = {}
    for area, others in to.items():
        for word, other in ((word, other) for other, words in others.items() for word in words):
            edges.setdefault(word, []).append((area, other))
    try:
        return AreaMap(read.terrain, to, read.links, edges, read.level, read.places)
    except ValueError as wrong:
        raise ValueError(f"map, {wrong}.") from None


def _listed(map_: Mapping[str, Any], kind: str) -> About:
    """The spaces that a map lists, ascending, each an object."""
    listed, noun = require_object(map_[kind], f"map, {kind}"), _noun(kind)
    if not listed:
        raise ValueError(f"map, {kind}: there is not one.")
    return {space: require_object(listed[space], f"map, {noun} {space}") for space in sorted(listed)}


def _require_hexes(about: About, size: Any) -> None:
    """ValueError where an id is no hex, or where a map with a size is not the whole rectangle."""
    if size is None:
        if wrong := [hex_ for hex_ in about if not _HEX.fullmatch(hex_)]:
            raise ValueError(f"map, hexes: {wrong[0]!r} is not a hex of four digits, 0101 to 9999.")
        return
    every = _rectangle(size)
    _require_on(about, every, "map, hexes", "hex")
    if holes := [hex_ for hex_ in every if hex_ not in about]:
        raise ValueError(f"map: {len(holes)} of {len(every)} hexes are missing, the first is {holes[0]}.")


def _rectangle(size: Any) -> dict[str, None]:
    """The hexes of columns and rows, ascending."""
    if not isinstance(size, list | tuple) or len(size) != 2:
        raise ValueError("map, size: write the number of columns and of rows, for example [46, 26].")
    columns, rows = (read_whole(n, "map, size", 1, LARGEST) for n in size)
    return dict.fromkeys(hex_id(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1))


def _read(map_: Mapping[str, Any], kind: str, about: About, default: Any) -> _Read:
    noun = _noun(kind)
    if not (default is None or isinstance(default, str)):
        raise ValueError(f"map, default: a terrain word is expected, not {kind_of(default)}.")
    return _Read(
        terrain={space: _terrain(about[space].get("terrain", default), f"map, {noun} {space}") for space in about},
        links=_links(map_, kind),
        level=_levels(map_, about, noun),
        places=_places(about, noun),
    )


def _terrain(value: Any, where: str) -> tuple[str, ...]:
    words = () if value is None else read_texts([value] if isinstance(value, str) else value, f"{where}, terrain")
    if len(set(words)) < len(words):
        raise ValueError(f"{where}: a terrain word stands there twice.")
    return words


def _links(map_: Mapping[str, Any], kind: str) -> dict[str, list[tuple[str, ...]]]:
    """The links by kind: `roads` are those of kind road, `links` has the others by their word."""
    given = [("road", map_.get("roads", ())), *require_object(map_.get("links", {}), "map, links").items()]
    found: dict[str, list[tuple[str, ...]]] = {}
    for word, ways in given:
        ids: set[str] = set()
        for way in read_list(ways, f"map, {word}"):
            id_ = str(way.get("id", "")) if isinstance(way, Mapping) else ""
            if id_ in ids:
                raise ValueError(f"map, {word}: two have the id {id_}.")
            ids |= {id_} - {""}
            through = way.get(kind) if isinstance(way, Mapping) else way
            found.setdefault(word, []).append(read_texts(through, f"map, {word} {id_}".rstrip()))
    return found


def _hexsides(map_: Mapping[str, Any]) -> dict[str, list[tuple[str, ...]]]:
    given = require_object(map_.get("hexsides", {}), "map, hexsides")
    return {
        word: [read_texts(pair, f"map, hexsides, {word}") for pair in read_list(given[word], f"map, hexsides, {word}")]
        for word in given
    }


def _borders(to: Any, where: str) -> dict[str, tuple[str, ...]]:
    """The areas that an area names as touching it, each with the words of what lies between."""
    if not isinstance(to, Mapping):
        return dict.fromkeys(read_texts(to, where), ())
    return {other: read_texts([word] if isinstance(word, str) else word, where) for other, word in to.items()}


def _levels(map_: Mapping[str, Any], about: About, noun: str) -> dict[str, int]:
    """The levels that the map gives, in `levels` or with the space itself."""
    given = require_object(map_.get("levels", {}), "map, levels")
    _require_on(given, about, "map, levels", noun)
    levels = {**{space: each["level"] for space, each in about.items() if "level" in each}, **given}
    return {
        space: read_whole(level, f"map, {noun} {space}, level", -LARGEST, LARGEST) for space, level in levels.items()
    }


def _places(about: About, noun: str) -> dict[str, Mapping[str, str]]:
    """The names by language of the spaces that have one: a hex in its `place`, an area by itself."""
    ids: dict[str, str] = {}
    found: dict[str, Mapping[str, str]] = {}
    for space, each in about.items():
        where = f"map, {noun} {space}"
        place = require_object(each["place"], f"{where}, place") if each.get("place") is not None else each
        id_ = str(place["id"]) if place is not each and "id" in place else space
        if id_ in ids:
            raise ValueError(f"map: two places have the id {id_}: {ids[id_]} and {space}.")
        ids[id_] = space
        names = require_object(place.get("name", {}), f"{where}, name")
        read_texts(list(names.values()), f"{where}, name")
        if names:
            found[space] = names
    return found


def _require_on(given: Iterable[str], known: Mapping[str, Any], where: str, noun: str) -> None:
    if off := sorted(space for space in given if space not in known):
        raise ValueError(f"{where}: {off[0]} is no {noun} of this map.")


def _noun(kind: str) -> str:
    return "hex" if kind == "hexes" else "area"
