"""Schemas: a game's own where it has one, closed over the shared form; what they refuse, and in which words."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.errors import BadInput
from pbem.gamedata import schemas
from pbem.gamedata.rulesets import SHIPPED
from pbem.gamedata.schemas import faults_of, schema_of
from pbem.resources import shipped_path

UNKNOWN = "Unevaluated properties are not allowed ('%s' was unexpected)"
KINDS = sorted(path.name.removesuffix(".schema.json") for path in shipped_path("schemas").iterdir())


def read(*parts: str) -> Any:
    return json.loads(shipped_path("games", "legion", *parts).read_text("utf-8"))


def counters(**more: Any) -> dict[str, Any]:
    """The counters of La Legión, the first with more on it."""
    data: dict[str, Any] = read("counters.json")
    data["counters"][0] |= more
    return data


@pytest.mark.parametrize("game", ["", *SHIPPED])
@pytest.mark.parametrize("kind", KINDS)
def test_each_is_a_schema_that_can_be_used_alone(kind: str, game: str) -> None:
    """All that it refers to lies in it."""
    schema = json.loads(json.dumps(schema_of(kind, game)))
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(None))


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (counters(colour="red"), "counters", UNKNOWN % "colour"),
        ({**counters(), "colour": "red"}, "counters", UNKNOWN % "colour"),
        (counters(short=""), "counters", "'' should be non-empty"),
        (counters(type="elephant"), "counters", "'elephant' is not one of ['infantry', "),
        ({"counters": []}, "counters", "'format' is a required property"),
        ({**read("tables.json"), "luck": 3}, "tables", UNKNOWN % "luck"),
        ({**read("tables.json"), "format": 2}, "tables", "1 was expected"),
        ({**read("scenarios", "melilla-1921.json"), "luck": 3}, "scenario", "Additional properties are not"),
        ({**read("scenarios", "melilla-1921.json"), "turns": 0}, "scenario", "0 is less than the minimum of 1"),
        ({**read("game.json"), "weather": {"wet": {"en": "rain"}}}, "game", "'es' is a required property"),
    ],
)  # fmt: skip
def test_what_is_not_of_the_schema_is_told(data: Any, kind: str, said: str) -> None:
    """A key that nobody knows is told, but only where nothing else is wrong: a broken shared form knows no key."""
    assert any(fault.message.startswith(said) for fault in faults_of(data, kind, "legion"))
    if not said.startswith("Unevaluated"):
        assert not any(fault.validator == "unevaluatedProperties" for fault in faults_of(data, kind, "legion"))


def test_a_side_is_a_plural() -> None:
    """Sentences say "los %(side)s" of it, and "the %(side)s"."""
    game = read("game.json")
    assert faults_of(game, "game", "legion") == []
    game["sides"]["spanish"]["es"] = "español"
    assert [fault.json_path for fault in faults_of(game, "game", "legion")] == ["$.sides.spanish.es"]
    catalogue = shipped_path("templates", "locale", "es", "LC_MESSAGES", "pbem.po").read_text("utf-8")
    assert "los %(side)s" in catalogue
    assert "las %(side)s" not in catalogue


def test_a_game_without_a_schema_of_its_own_has_the_shared_one(tmp_path: Path, monkeypatch: Any) -> None:
    shutil.copytree(shipped_path("schemas"), tmp_path / "schemas")
    (tmp_path / "games" / "chess").mkdir(parents=True)
    monkeypatch.setattr(schemas, "shipped_path", lambda *parts: tmp_path.joinpath(*parts))
    monkeypatch.setattr(schemas, "game_file", lambda *parts: tmp_path.joinpath("games", *parts))
    king = {"id": "king", "side": "white", "name": {"es": "rey", "en": "king"}, "short": "K", "value": 99}
    assert faults_of({"format": 1, "counters": [king]}, "counters", "chess") == []
    del king["side"]
    assert [fault.message for fault in faults_of({"format": 1, "counters": [king]}, "counters", "chess")] == [
        "'side' is a required property"
    ]


def test_what_is_no_schema_names_those_that_there_are() -> None:
    with pytest.raises(BadInput, match="no schema 'chess'; there are case, counters, game, map, options, orders"):
        schema_of("chess", "legion")
