"""Another scenario than the shipped one, another version, another beginning: told, and found by a first mail."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pbem.canonical import digest
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.save.folder import SaveFolder
from pbem.save.layout import text
from pbem.verify import scenario
from pbem.verify.scenario import DRAWN, NAMES, PROPOSED, shipped_warnings
from pbem.verify.verify import verify
from tests.referee.making import Room, flat, new_room
from tests.save.making import game
from tests.verify.making import ARCHIVE, resealed
from tests.verify.rooms import code, kept, records, verified, warned, written

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def shipped(tmp_path: Any) -> Any:
    """A new game of the shipped scenario, its first mails in the outbox."""
    room = new_room(tmp_path / "home", compose("legion"))
    yield room
    room.close()


def begun_otherwise(room: Room, change: Change) -> None:
    """The save as if the game had been made with another scenario.json: all that follows is mended."""
    data = room.game.data
    change(data)
    rules, manifest = room.game.rules, room.game.manifest.model_copy(update={"scenario": digest(data)})
    for path in (room.save / "game.json", room.save / "scenario.json"):
        path.unlink()
    state = rules.dump(rules.initial(rules.read_scenario(data)))
    SaveFolder(room.save).create(manifest, data, state)


def stronger(data: dict[str, Any]) -> None:
    unit = next(name for name, counter in sorted(data["counters"].items()) if counter.get("combat"))
    data["counters"][unit]["combat"] += 1


def test_a_shipped_scenario_is_not_warned_of(shipped: Room) -> None:
    assert warned(shipped.save) == ["warn-test-dice", "warn-running"]


def renamed(data: dict[str, Any]) -> None:
    data["counters"][min(data["counters"])]["name"] = {"es": "otra", "en": "another"}


def test_another_name_of_a_counter_is_no_other_counter(shipped: Room) -> None:
    begun_otherwise(shipped, renamed)
    assert warned(shipped.save) == ["warn-test-dice", "warn-running"]


def test_a_scenario_that_is_not_the_shipped_one_is_warned_of_by_its_places(shipped: Room) -> None:
    begun_otherwise(shipped, stronger)
    found = verify(shipped.save)
    assert found.fault is None
    (warning,) = (each for each in found.warnings if each.code == "warn-scenario")
    assert warning.values["places"].startswith("counters ")
    assert len(warning.values["places"].split(", ")) == 1


def test_the_first_mail_of_any_player_finds_another_beginning(shipped: Room) -> None:
    for seat in ("spanish", "moroccan"):
        mails = kept(shipped, seat, "welcome")
        assert shipped.game.folder.game_hash() in flat(shipped.text(seat, "welcome"))
        assert verified(shipped.save, *mails) is None
    begun_otherwise(shipped, stronger)
    for seat in ("spanish", "moroccan"):
        assert verified(shipped.save, *kept(shipped, seat, "welcome")) == (0, "mail-unknown")


def test_another_version_of_the_rules_is_told(shipped: Room) -> None:
    """Both files say so, and all hashes fit."""

    def later(data: dict[str, Any]) -> None:
        data["version"] = 2

    begun_otherwise(shipped, later)
    assert verified(shipped.save) == (0, "game")
    path = shipped.save / "game.json"
    game = {**json.loads(path.read_bytes()), "version": 2}
    path.write_bytes(text(game))
    written(shipped, resealed(records(shipped), game))
    assert warned(shipped.save) == ["warn-test-dice", "warn-version", "warn-running"]


def test_a_position_of_ones_own_is_told(fought: Room) -> None:
    assert "warn-scenario-unknown" in warned(fought.save)


def test_a_map_that_was_only_drawn_otherwise_is_the_same() -> None:
    """The archive is older than the last drawing of its map."""
    found = verify(ARCHIVE)
    assert code(found) is None
    assert [each.code for each in found.warnings] == ["warn-test-dice"]


def test_a_game_with_settings_of_its_own_is_the_shipped_one(tmp_path: Any) -> None:
    seats = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}
    room = new_room(tmp_path / "home", compose("legion", seats=seats, settings={"sector-column": {"spanish": 24}}))
    assert "warn-scenario" not in warned(room.save)
    room.close()


@pytest.mark.parametrize(("count", "more"), [(8, False), (9, True)])
def test_of_many_places_the_first_are_named(shipped: Room, count: int, more: bool) -> None:
    def change(data: dict[str, Any]) -> None:
        for unit in [name for name, counter in sorted(data["counters"].items()) if counter.get("combat")][:count]:
            data["counters"][unit]["combat"] += 1

    begun_otherwise(shipped, change)
    (warning,) = (each for each in verify(shipped.save).warnings if each.code == "warn-scenario")
    places = warning.values["places"].split(", ")
    assert (len(places), places[-1] == "…") == (8 + more, more)


# Where two scenarios differ ------------------------------------------------------------------------------------------

RULES = ruleset("legion")
SHIPPED = compose("legion")


def told(change: Change, **of_game: Any) -> list[tuple[str, dict[str, str]]]:
    """The warnings of the shipped scenario with a change in it."""
    data = json.loads(json.dumps(SHIPPED))
    change(data)
    found = shipped_warnings(game(**{"version": RULES.VERSION, **of_game}), data, RULES)
    return [(each.code, dict(each.values)) for each in found]


def put(value: Any, *path: str) -> Change:
    """What puts a value into a place of a scenario."""

    def change(data: dict[str, Any]) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


def gone(*path: str) -> Change:
    """What takes a place out of a scenario."""

    def change(data: dict[str, Any]) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


UNIT = "alcantara-cav-1"
PLACE = ("map", "hexes", "0209", "place")


@pytest.mark.parametrize(
    "change",
    [
        *(put("other", "map", key) for key in DRAWN),
        *(gone("map", key) for key in DRAWN),
        *(put({"spanish": "other"}, key) for key in PROPOSED),
        *(gone(key) for key in PROPOSED),
        *(put({"en": "other"}, "counters", UNIT, key) for key in NAMES),
        *(gone("counters", UNIT, key) for key in NAMES),
        put({"en": "other"}, *PLACE, "name"),
        gone(*PLACE, "name"),
    ],
)
def test_what_is_drawn_proposed_or_called_otherwise_is_no_other_scenario(change: Change) -> None:
    assert told(change) == []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (put(14, "turns"), "turns"),
        (gone("turns"), "turns"),
        (put(1, "more"), "more"),
        (put([], "tables"), "tables"),
        (put([], "more"), "more"),
        (put("other", "map", "id"), "map id"),
        (gone("map", "roads"), "map roads"),
        (put({}, "map", "projection"), "map projection"),
        (put("other", "tables", "credits"), "tables credits"),
        (put(9, "counters", UNIT, "combat"), f"counters {UNIT}"),
        (gone("counters", UNIT), f"counters {UNIT}"),
        (put({}, "counters", UNIT), f"counters {UNIT}"),
        (put({"side": "spanish"}, "counters", "another"), "counters another"),
        (put({"en": "other"}, "title", "name"), "title name"),
        (put(["sea"], "map", "hexes", "0209", "terrain"), "map hexes"),
        (put("other", *PLACE, "id"), "map hexes"),
        (gone(*PLACE), "map hexes"),
        (put("other", *PLACE), "map hexes"),
        (put("other", "map", "hexes", "0209"), "map hexes"),
        (put([], "map", "hexes"), "map hexes"),
        (put(["0101"], "map", "hexes"), "map hexes"),
        (put({"a": 1}, "turns"), "turns"),
        (put({"a": 1}, "map", "size"), "map size"),
        (put(["hill"], "map", "hexes", "0101", "terrain"), "map hexes"),
        (put({}, "more"), "more"),
        (gone("owners"), "owners"),
        (put({"en": "other"}, "map", "hexes", "0209", "name"), "map hexes"),
    ],
)
def test_what_differs_is_told_by_its_place(change: Change, place: str) -> None:
    assert told(change) == [("warn-scenario", {"found": "melilla-1921", "places": place})]


def test_a_game_is_compared_with_what_is_shipped_for_its_own_settings() -> None:
    seats = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}
    data = compose("legion", seats=seats, settings={"sector-column": {"spanish": 25}})
    assert data["sector-column"] != compose("legion", seats=seats)["sector-column"]
    assert list(shipped_warnings(game(version=RULES.VERSION), data, RULES)) == []


def test_what_is_called_place_elsewhere_is_compared_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = ({"tables": {"towns": {"a": {"place": {"name": name}}}}} for name in ("one", "other"))
    monkeypatch.setattr(scenario, "shipped_content", lambda *given: ours)
    data = {**theirs, "scenario": SHIPPED["scenario"], "options": {}, "seats": {}}
    (warning,) = shipped_warnings(game(version=RULES.VERSION), data, RULES)
    assert "tables towns" in warning.values["places"].split(", ")


def test_places_are_told_in_their_order() -> None:
    def change(data: dict[str, Any]) -> None:
        data["turns"] = 14
        data["counters"][UNIT]["combat"] = 9
        data["map"]["size"] = [1, 1]
        data["map"]["id"] = "other"

    assert told(change)[0][1]["places"] == f"counters {UNIT}, map id, map size, turns"


def test_a_name_that_no_scenario_has_and_another_version_are_told_alone() -> None:
    assert told(put("nowhere", "scenario")) == [("warn-scenario-unknown", {"found": "nowhere"})]
    assert told(gone("scenario")) == [("warn-scenario-unknown", {"found": ""})]
    found, expected = str(RULES.VERSION + 1), str(RULES.VERSION)
    versions = [("warn-version", {"found": found, "expected": expected})]
    assert told(put("nowhere", "scenario"), version=RULES.VERSION + 1) == versions


def test_what_cannot_be_compared_is_told_with_why() -> None:
    (warning,) = told(gone("options"))
    assert warning == ("warn-scenario", {"found": "melilla-1921", "places": "'options'"})
    ((code_, values),) = told(put({"nothing": "x"}, "options"))
    assert (code_, values["found"]) == ("warn-scenario", "melilla-1921")
    assert "nothing" in values["places"]
