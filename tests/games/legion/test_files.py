"""The files of games/legion: valid by their schemas, in readable lines, sorted, and in agreement with each other."""

import json
import re
import tomllib
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.canonical import canonical
from pbem.gamedata.schemas import faults_of, schema_of
from pbem.resources import shipped_path
from pbem.rules.legion.reading import TYPES

ROOT = shipped_path("games", "legion")
KINDS = {"maps": "map", "scenarios": "scenario"}
OTHER = ("archive/", "schemas/")  # saves of played games, which tests/archive reads; and what the files must look like
FILES = sorted(f for path in ROOT.rglob("*.json") if not (f := path.relative_to(ROOT).as_posix()).startswith(OTHER))
LANGUAGES = ("en", "es")


def read(name: str) -> Any:
    return json.loads((ROOT / name).read_text("utf-8"))


def kind_of(name: str) -> str:
    return KINDS.get(Path(name).parent.name, Path(name).stem)


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys(inner) for inner in value.values()))
    return set().union(*(keys(inner) for inner in value)) if isinstance(value, list) else set()


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every schema inside a schema that describes an object, without those of shared forms, which are open."""
    if isinstance(schema, list):
        return [found for inner in schema for found in objects(inner)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" else []
    inside = (inner for inner in schema.values() if not (isinstance(inner, dict) and "$id" in inner))
    return own + [found for inner in inside for found in objects(inner)]


def counters() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = read("counters.json")["counters"]
    return listed


def test_there_are_the_files_of_a_game():
    assert FILES == ["counters.json", "game.json", "maps/melilla.json", "scenarios/melilla-1921.json", "tables.json"]


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_valid_by_its_schema(name):
    Draft202012Validator.check_schema(schema_of(kind_of(name), "legion"))
    assert [fault.message for fault in faults_of(read(name), kind_of(name), "legion")] == []


@pytest.mark.parametrize("name", FILES)
def test_a_schema_is_strict_and_says_what_things_are(name):
    closed = objects(schema_of(kind_of(name), "legion"))
    assert closed
    assert all({"additionalProperties", "unevaluatedProperties"} & each.keys() for each in closed)
    assert all(each.get("description") for each in closed)


@pytest.mark.parametrize("name", FILES)
def test_keys_are_kebab_case_and_numbers_whole(name):
    assert [key for key in keys(read(name)) if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)] == []
    assert canonical(read(name))  # no floats


def test_one_hex_and_one_counter_a_line():
    map_, pieces = ((ROOT / name).read_text("utf-8").splitlines() for name in ("maps/melilla.json", "counters.json"))
    assert sum(bool(re.match(r'  "\d{4}": \{.*\},?$', line)) for line in map_) == 46 * 26
    assert sum(bool(re.match(r'  \{"id": .*\},?$', line)) for line in pieces) == 199


def test_counters_are_sorted_and_their_ids_stand_once():
    ids = [c["id"] for c in counters()]
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("side", ["moroccan", "spanish"])
def test_names_are_unique_within_a_side(side):
    own = [c for c in counters() if c["side"] == side]
    for names in ([c["short"] for c in own], *([c["name"][lang] for c in own] for lang in LANGUAGES)):
        assert [name for name, same in groupby(sorted(names)) if len(list(same)) > 1] == []


def test_pieces_of_a_unit_agree_in_side_and_unit_name():
    told = {(c["unit"], c["side"], c["unit-name"]["es"], c["unit-name"]["en"]) for c in counters()}
    assert len(told) == len({unit for unit, *_ in told})


def test_spanish_ordinals_agree_with_their_nouns():
    names = [c[key]["es"] for c in counters() for key in ("name", "unit-name")]
    feminine = r"(mía|batería|Bandera|Cía\.|escuadrilla)"
    masculine = r"(Bón\.|Batallón|tabor|escuadrón|grupo)"
    for name in names:
        assert not re.search(rf"\d\.(º|er) {feminine}", name), name
        assert not re.search(rf"\d\.ª {masculine}", name), name
        assert not re.search(rf"\b([13]|\d[13])\.º {masculine}", name) or "11.º" in name, name
        assert not re.search(r"\b(de|a) Regimiento|\bde el\b|\bde Mehala|\bde Policía", name), name


def test_the_marker_is_no_counter():
    assert {c["type"] for c in counters()} == set(TYPES)


def test_landing_airport_and_zones_are_told_once():
    map_ = read("maps/melilla.json")
    assert not {"landing", "airport", "zones"} & set(map_)
    water = [h for h, hex_ in map_["hexes"].items() if hex_["terrain"][0] in ("sea", "mar-chica")]
    assert len(water) == 392 + 13
    assert [h for h in water if "zone" in map_["hexes"][h]] == []


def test_credits_name_the_source_of_the_places():
    map_ = read("maps/melilla.json")
    places = [hex_["place"] for hex_ in map_["hexes"].values() if "place" in hex_]
    assert sum(place["source"] == "geonames" for place in places) == 23
    assert "GeoNames (CC BY 4.0)" in map_["credits"]


def test_game_and_lexicons_call_things_the_same():
    game = read("game.json")
    for language in LANGUAGES:
        words = tomllib.loads((ROOT / f"lexicon.{language}.toml").read_text("utf-8"))
        named = {id_: told["name"] for id_, told in words["phases"].items()}
        assert named == {id_: told[language] for id_, told in game["phases"].items()}
        for table in ("sides", "conditions", "types", "corps", "terrain", "status"):
            assert words[table] == {id_: told[language] for id_, told in game[table].items()}


def test_every_word_of_the_data_has_a_name():
    game, map_ = read("game.json"), read("maps/melilla.json")
    assert {c["type"] for c in counters()} == set(game["types"])
    assert {c["corps"] for c in counters()} == set(game["corps"])
    assert {word for hex_ in map_["hexes"].values() for word in hex_["terrain"]} == set(game["terrain"])
    assert set(read("tables.json")["weather"].values()) == set(game["conditions"])
