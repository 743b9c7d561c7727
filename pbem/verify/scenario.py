"""Whether a game is played with map, pieces and tables as its rule set ships them: what differs is told, not judged."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.ruleset import Ruleset
from pbem.gamedata.games import shipped_content, shipped_game
from pbem.gamedata.rulesets import BadGame
from pbem.gamedata.settings import setting_names
from pbem.save.records import Manifest
from pbem.verify.findings import Finding

DRAWN = ("credits", "drawing", "licence", "review")
"""What of a map is only drawn."""
PROPOSED = ("aims", "set-up")
"""What a scenario says to players, and what binds nobody: older games have none of it."""
NAMES = ("article", "name", "unit-name")
"""What a counter or a place is called: another release may call it better, and no rule asks for it."""
MOST = 8


def shipped_warnings(manifest: Manifest, data: Mapping[str, Any], rules: Ruleset) -> Iterator[Finding]:
    """The warnings where a scenario.json is not the shipped scenario of its name, in the version of its rules."""
    if manifest.version != rules.VERSION:
        values = {"found": str(manifest.version), "expected": str(rules.VERSION)}
        yield Finding("warn-version", values=values)
        return
    name = str(data.get("scenario", ""))
    settings = {key: data[key] for key in setting_names(rules) if key in data}
    try:
        if name not in shipped_game(rules.NAME).scenarios:
            yield Finding("warn-scenario-unknown", values={"found": name})
            return
        shipped = shipped_content(rules.NAME, name, data["options"], data["seats"], settings)
    except (BadGame, KeyError) as wrong:
        yield Finding("warn-scenario", values={"found": name, "places": str(wrong)})
        return
    keys = sorted((shipped.keys() | data.keys()) - set(PROPOSED))
    places = [place for key in keys for place in _places(shipped, data, key)]
    if places:
        more = ["…"] if len(places) > MOST else []
        yield Finding("warn-scenario", values={"found": name, "places": ", ".join([*places[:MOST], *more])})


def _places(shipped: Mapping[str, Any], data: Mapping[str, Any], key: str) -> Iterator[str]:
    """Where the values of a key differ: key and the keys in it, as far as there are such."""
    ours, theirs = shipped.get(key), data.get(key)
    if not (isinstance(ours, Mapping) and isinstance(theirs, Mapping)):
        if ours != theirs:
            yield key
        return
    for inner in sorted(ours.keys() | theirs.keys()):
        one, other = ours.get(inner), theirs.get(inner)
        if key == "map" and inner in DRAWN:
            continue
        if key == "counters" and one and other:
            one, other = _unnamed(one), _unnamed(other)
        if key == "map" and isinstance(one, Mapping) and isinstance(other, Mapping):
            one, other = ({space: _without_place_name(each[space]) for space in each} for each in (one, other))
        if one != other:
            yield f"{key} {inner}"


def _unnamed(named: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in named.items() if key not in NAMES}


def _without_place_name(space: Any) -> Any:
    """A hex or an area without what its place is called; anything else of a map as it is."""
    if not (isinstance(space, Mapping) and isinstance(space.get("place"), Mapping)):
        return space
    return {**space, "place": _unnamed(space["place"])}
