"""Games are found, checked and composed into scenario.json; what is wrong is said in one sentence."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.canonical import digest
from pbem.errors import BadInput
from pbem.gamedata import games
from pbem.gamedata.files import read_file
from pbem.gamedata.games import BadGame, compose, compose_position, shipped_games
from pbem.gamedata.rulesets import SHIPPED, ruleset
from pbem.gamedata.settings import read_settings, setting_names
from pbem.resources import shipped_path


def copied(tmp_path: Path, *parts: str) -> Path:
    path = tmp_path / parts[-1]
    shutil.copy(shipped_path("games", "legion", *parts), path)
    return path


def changed(path: Path, change: Any) -> Path:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_every_rule_set_has_a_game_of_the_same_version():
    found = {game.name: game for game in shipped_games()}
    assert set(found) >= set(SHIPPED)
    for name, game in found.items():
        rules = ruleset(name)
        assert (game.version, set(game.sides)) == (rules.VERSION, set(rules.SIDES))
        assert set(game.words["phases"]) == {phase.id for phase in rules.SEQUENCE}
        assert game.default_scenario in game.scenarios


def test_a_shipped_game_has_no_faults():
    assert {name: games.faults(name) for name in SHIPPED} == {name: [] for name in SHIPPED}


def test_faults_of_files_and_of_the_design_are_told(own_game):
    path = own_game / "maps" / "melilla.json"
    changed(path, lambda data: data["hexes"]["3907"].update(terrain=["clear", "city"]))
    assert games.faults("legion") == ["Melilla (3907) is a fortress."]
    path.unlink()
    assert [fault.split(" (")[0] for fault in games.faults("legion")] == [
        "games/legion/maps/melilla.json cannot be read"
    ]


def test_compose_gives_what_a_save_holds():
    data = compose("legion")
    assert list(data)[:5] == ["format", "ruleset", "version", "scenario", "title"]
    assert (data["format"], data["ruleset"], data["scenario"], data["turns"]) == (1, "legion", "melilla-1921", 13)
    assert set(data) == {
        *("format", "ruleset", "version", "scenario", "title", "turns", "map", "counters", "tables", "options", "aims"),
        "set-up",
        *("seats", "sector-column", "owners"),
    }
    assert data["options"] == {name: values[0] for name, values in ruleset("legion").OPTIONS.items()}
    assert data["seats"] == {"moroccan": "moroccan", "spanish": "spanish"}
    assert data["sector-column"] == {}
    assert len(data["counters"]) == 199
    assert "format" not in data["tables"]


def test_a_composed_scenario_has_one_canonical_form():
    assert digest(compose("legion")) == digest(json.loads(json.dumps(compose("legion"))))


def test_options_and_seats_are_taken_over():
    seats = {"spanish-2": "spanish", "spanish": "spanish", "moroccan": "moroccan"}
    data = compose("legion", options={"group-loss": "one"}, seats=seats)
    assert data["options"]["group-loss"] == "one"
    assert list(data["seats"]) == ["moroccan", "spanish", "spanish-2"]
    assert data["sector-column"] == {"spanish": 24}
    set_ = {"sector-column.spanish": "30", "owners.hidro-1": "spanish-2"}
    data = compose("legion", seats=seats, settings=set_)
    assert (data["sector-column"], data["owners"]) == ({"spanish": 30}, {"hidro-1": "spanish-2"})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"name": "bulge"}, "There is no rule set 'bulge'; there are africa1860, legion"),
        ({"name": "legion", "scenario": "annual"}, "legion has no scenario 'annual'; there are melilla-1921."),
        ({"name": "legion", "options": {"group-loss": "some"}}, "The option group-loss is all or one, not 'some'."),
        ({"name": "legion", "seats": {"spanish": "spanish"}}, "moroccan has one or two seats, not 0"),
        (
            {"name": "legion", "settings": {"sector-column.spanish": 99}},
            "a whole number from 1 to 46 is expected, not 99",
        ),
        (
            {"name": "legion", "settings": {"sector-column.spanish": "east"}},
            "The setting sector-column.spanish cannot be 'east'",
        ),
        ({"name": "legion", "settings": {"fog": 1}}, "legion has no setting 'fog'; there are sector-column, owners."),
        ({"name": "legion", "settings": {"owners": "ana"}}, "The setting owners cannot be 'ana'"),
    ],
)
def test_what_cannot_be_composed_is_said(arguments, said):
    with pytest.raises(BadInput) as wrong:
        compose(**arguments)
    assert said in str(wrong.value)
    assert isinstance(wrong.value, ValueError)


def test_an_unknown_option_names_the_options():
    with pytest.raises(BadGame, match="legion has no option 'fog'; there are attacks-per-target, "):
        compose("legion", options={"fog": "yes"})


def test_a_position_of_ones_own_uses_the_tables_of_the_game():
    data = compose_position(
        "legion",
        map_={"size": [2, 2], "terrain": {"0102": ["mountain", "city"], "0201": "sea"}},
        counters={"beni-1": {"side": "moroccan", "type": "infantry", "combat": 3, "movement": 4}},
    )
    assert data["tables"] == games.game_tables("legion")
    assert data["map"]["hexes"] == {
        "0101": {"terrain": ["clear"]},
        "0102": {"terrain": ["mountain", "city"]},
        "0201": {"terrain": ["sea"]},
        "0202": {"terrain": ["clear"]},
    }
    read = ruleset("legion").read_scenario(data)
    assert read.board.terrain["0102"] == frozenset({"mountain", "city"})


def test_a_position_off_its_map_is_refused():
    with pytest.raises(BadGame, match=r"La Legión cannot be played so\. map, terrain: 0909 is no hex of this map\."):
        compose_position("legion", map_={"size": [2, 2], "terrain": {"0909": "sea"}}, counters={})


def test_a_broken_file_is_named_with_line_and_column(tmp_path):
    path = copied(tmp_path, "tables.json")
    path.write_text(path.read_text("utf-8").replace('"road-bonus": 2,', '"road-bonus": 2'), "utf-8")
    with pytest.raises(BadGame, match=r"tables.json, line 9, column 2: not JSON .*Expecting ',' delimiter"):
        read_file("tables", path)


def test_a_wrong_value_is_named_with_its_json_path(tmp_path):
    path = changed(copied(tmp_path, "tables.json"), lambda t: t.update({"city-defence": "two"}))
    with pytest.raises(BadGame, match=r"tables\.json, \$.*city-defence.*: .*'two' is not of type 'integer'"):
        read_file("tables", path, "legion")


def test_a_missing_file_and_a_key_that_stands_twice_are_said(tmp_path):
    with pytest.raises(BadGame, match="cannot be read"):
        read_file("map", tmp_path / "no.json")
    (tmp_path / "twice.json").write_text('{"format": 1, "hexes": {"0101": {}, "0101": {}}}', "utf-8")
    with pytest.raises(BadGame, match="the key '0101' stands twice in one object"):
        read_file("map", tmp_path / "twice.json")


def test_two_counters_of_one_id_are_said(own_game):
    changed(own_game / "counters.json", lambda data: data["counters"].append(data["counters"][0]))
    with pytest.raises(BadGame, match=r"games/legion/counters.json: two counters have the id 'alcantara-cav-1'"):
        compose("legion")


def test_words_clauses_and_templates_are_found():
    assert games.lexicon("legion", "es")["verbs"]["move"][0] == "MOVER"
    assert games.clauses("legion")["LL-8.7"]["chapter"] == 8
    assert games.chapters("legion")[8]["es"] == "Combate"
    assert (games.templates("legion") / "events.es.j2").is_file()
    with pytest.raises(BadGame, match=r"games/legion/lexicon.fr.toml cannot be read"):
        games.lexicon("legion", "fr")


def test_the_length_of_a_game_is_its_scenarios_or_the_games(own_game):
    assert (games.turns_of("legion"), compose("legion")["turns"]) == (13, 13)
    changed(own_game / "scenarios" / "melilla-1921.json", lambda data: data.update(turns=4))
    assert (games.turns_of("legion"), compose("legion")["turns"]) == (4, 4)
    assert ruleset("legion").read_scenario(compose("legion")).turns == 4


@pytest.mark.parametrize("name", SHIPPED)
def test_a_setting_has_a_default_and_says_what_it_is(name):
    rules = ruleset(name)
    assert set(read_settings(rules, {}, {}, {})) == set(setting_names(rules))
    assert all(field.description for field in rules.SETTINGS.model_fields.values())
    assert set(setting_names(rules)).isdisjoint(rules.OPTIONS)


def test_settings_go_by_name_or_dotted_name_and_the_given_ones_before_those_of_the_scenario():
    rules, seats = ruleset("legion"), {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
    usual = {"sector-column": {"spanish": 24, "moroccan": 20}, "owners": {"hidro-1": "spanish-2"}}
    found = read_settings(rules, seats, usual, {"sector-column.spanish": "30", "owners": {"hidro-2": "spanish-2"}})
    assert found == {"sector-column": {"spanish": 30}, "owners": {"hidro-1": "spanish-2", "hidro-2": "spanish-2"}}
