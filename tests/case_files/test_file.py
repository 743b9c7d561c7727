"""Case files that are not valid: an exact sentence each, exit code 2; and the schema itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.cases.run import CaseInvalid, read_case, run_case
from pbem.errors import BadInput
from pbem.resources import shipped_path
from tests.case_files.making import BENI, CER, case


def sentence(**said: Any) -> str:
    with pytest.raises(CaseInvalid) as wrong:
        run_case(case(**said))
    return str(wrong.value)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"game": None}, "This is no case (“'game' is a required property”)."),
        ({"game": "chess"}, "game: there is no rule set 'chess'; there are africa1860, legion"),
        ({"phase": None}, "There is no phase to run: write phase = … or [[step]] tables."),
        ({"turn": 0}, "turn: not what belongs there (“0 is less than the minimum of 1”)."),
        ({"turn": "two"}, "turn: not what belongs there (“'two' is not of type 'integer'”)."),
        ({"units": [{"side": "spanish"}]}, "units 1: not what belongs there (“'id' is a required property”)."),
        ({"dice": [2, 2.5]}, "dice 2: not what belongs there (“2.5 is not valid under any of the given schemas”)."),
        ({"expect": {"problems": [{"side": "spanish", "line": 1}]}}, "expect, problems 1: not what belongs there (“"),
        ({"phase": None, "step": []}, "step: not what belongs there (“[] should be non-empty”)."),
        ({"phase": None, "step": [{"turn": 3}]}, "step 1: not what belongs there (“'phase' is a required property”)."),
        ({"phase": None, "step": [{"phase": "noon"}]}, "step 1, phase: 'noon' is no phase of legion; there are"),
        ({"phase": "noon"}, "phase: 'noon' is no phase of legion; there are spanish-setup, "),
        ({"expect": {"problem": []}}, "expect: not what belongs there (“Additional properties are not"),
        ({"orders": {"morocan": ""}}, "orders: 'morocan' is no seat of this case; there are moroccan, spanish."),
        ({"phase": "weather", "orders": "HOLD beni-1"}, "orders: nobody acts in weather; write them under a seat."),
        ({"seats": ["french"]}, "seats: 'french' is none of moroccan, spanish (or with -2 for a second)."),
        ({"units": [BENI, BENI]}, "units: beni-1 stands there twice."),
        ({"units": [{"id": "nobody-1"}]}, "units: legion has no counter 'nobody-1'; give"),
        ({"units": [{**BENI, "mvoed": "no"}]}, "units: beni-1 cannot have 'mvoed'; there are arrived-turn, article, "),
        ({"map": {"size": [5, 5], "raods": []}}, "map: 'raods' is no word for a map of legion; there are "),
        ({"phase": None, "step": [{"phase": "weather", "units": [{"id": "x"}]}]}, "units: there is no unit 'x'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_exactly(said: dict[str, Any], told: str):
    assert sentence(**said).startswith(told)


@pytest.mark.parametrize(
    "said",
    [
        {"wether": "hot"},
        {"weather": "wet"},
        {"turn": 99},
        {"options": {"group-loss": "some"}},
        {"options": {"no-such": "yes"}},
        {"map": "no-such-map"},
        {"map": {"size": [5, 5], "terrain": {"0101": "swamp"}}},
        {"map": {"size": [5, 5], "terrain": 5}},
        {"map": {"hexes": 5}},
        {"map": {"areas": {"a": {}}}},
        {"map": {"size": [5, 5], "roads": [["0101", "0103"]]}},
        {"units": [BENI, {**CER, "at": "0101"}]},
        {"units": [{**BENI, "at": "0909"}]},
        {"units": [{**BENI, "status": "asleep"}]},
        {"seats": ["spanish", "spanish-2", "moroccan"]},
    ],
)
def test_a_position_that_the_rules_cannot_read_is_refused_with_their_sentence(said: dict[str, Any]):
    told = sentence(**said)
    assert told.startswith("The position cannot be set up. ")
    assert told.endswith(".")


def test_a_later_step_cannot_have_fields_that_do_not_exist():
    steps = [{"phase": "moroccan-movement"}, {"phase": "moroccan-combat", "wether": "hot"}]
    assert sentence(phase=None, step=steps).startswith("The state cannot be changed so. ")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    for name, data in (("toml", b"game = "), ("utf-8", b"\xff\xfe")):
        path = tmp_path / f"{name}.toml"
        path.write_bytes(data)
        with pytest.raises(CaseInvalid, match=f"{name}.toml"):
            run_case(path)
    with pytest.raises(CaseInvalid, match=r"none\.toml: No such file"):
        run_case(tmp_path / "none.toml")


def test_a_fault_in_a_file_names_the_file(tmp_path: Path):
    path = tmp_path / "argument.toml"
    path.write_text("game = 'legion'\nturn = 0\nphase = 'weather'\n", "utf-8")
    with pytest.raises(CaseInvalid, match=r"argument\.toml: turn: .*0 is less"):
        read_case(path)


def test_an_invalid_case_is_bad_input_for_the_command_line():
    assert issubclass(CaseInvalid, BadInput)
    assert CaseInvalid.exit_code == 2


def test_a_case_without_title_has_that_of_its_file(tmp_path: Path):
    path = tmp_path / "argument.toml"
    path.write_text("game = 'legion'\nphase = 'weather'\nunits = []\nmap = { size = [2, 2] }\ndice = [3]\n", "utf-8")
    assert run_case(path).title == "argument"


def test_values_need_no_quotes_where_the_rules_want_texts():
    assert run_case(case(options={"support-each": True, "attacks-per-target": 1})).holds


def test_a_word_of_terrain_may_stand_as_a_key_of_the_map():
    map_ = {"size": [5, 5], "airport": "0102", "landing": ["0301", "0501"], "sea": ["0501"], "terrain": {"0301": "sea"}}
    unit = {"id": "bom-1", "side": "spanish", "type": "bomber", "movement": 5}
    assert run_case(case(map=map_, turn=6, units=[BENI, CER, unit], expect={"units": {"bom-1": {"at": "0102"}}})).holds
    said = {"side": "moroccan", "line": 1, "code": "impassable"}
    assert run_case(
        case(map=map_, units=[{**BENI, "at": "0401"}, CER], orders="MOVE beni-1 0501", expect={"problems": [said]})
    ).holds


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(json.loads(shipped_path("schemas", "case.schema.json").read_text("utf-8")))
