"""Reading a scenario and a state of Africa 1859-60: what is taken as it stands, what is filled in, what is refused."""

from typing import Any

import pytest

from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.saving import dump, initial, load
from pbem.rules.africa1860.scenario import Scenario
from tests.rules.africa1860.position import make, shipped

AREAS = {"a": {"terrain": ["clear"], "to": ["b"]}, "b": {"terrain": ["hill"], "to": ["a"]}}
GUM = {"side": "moroccan", "type": "GUM"}


def scenario(*, areas: Any = AREAS, counters: Any = (), about: Any = None, **more: Any) -> Scenario:
    """A scenario of the shipped tables; `about` is what they say of Castillejos, which is then played."""
    tables = shipped("tables.json")
    if about is not None:
        tables["scenarios"]["castillejos"] = about
        more = {"scenario": "castillejos", **more}
    return read_scenario({"map": {"areas": areas}, "counters": counters, "tables": tables, **more})


@pytest.mark.rule("AFR-2.12")
def test_the_words_works_and_flags_of_an_area_are_read_together() -> None:
    areas = {
        "a": {"terrain": "forest", "works": "trench", "flags": ["coastal", "road"], "to": ["b"]},
        "b": {"flags": ["anchor"], "to": ["a", "c"]},
        "c": {"terrain": ["hill"], "works": None, "to": ["b"]},
        "d": {"terrain": ["sea"], "to": ["c"]},
    }
    read = scenario(areas=areas)
    assert [read.base(area) for area in "abcd"] == ["forest", "clear", "hill", "sea"]
    assert [read.works(area) for area in "abc"] == ["trench", None, None]
    assert [[area for area in "abcd" if read.has(area, flag)] for flag in ("coastal", "road", "anchor")] == [
        ["a"], ["a"], ["b"],
    ]  # fmt: skip
    assert read.areas == ("a", "b", "c")


@pytest.mark.rule("AFR-2.12")
@pytest.mark.parametrize(
    ("area", "said"),
    [
        ({"terrain": ["swamp"]}, "area a: 'swamp' is no terrain"),
        ({"terrain": ["hill", "forest"]}, "area a: one base terrain"),
        ({"terrain": ["hill", "trench", "encampment"]}, "area a: one kind of works"),
    ],
)
def test_an_area_has_one_ground_and_one_kind_of_works(area: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        scenario(areas={"a": {**area, "to": ["b"]}, "b": {"to": ["a"]}})


def test_an_area_without_words_is_of_the_ground_of_the_map() -> None:
    areas = {"a": {"to": ["b"]}, "b": {"terrain": "clear", "to": ["a"]}}
    read = read_scenario({"map": {"areas": areas, "default": "hill"}, "tables": shipped("tables.json")})
    assert (read.base("a"), read.base("b")) == ("hill", "clear")
    with pytest.raises(ValueError, match="a"):
        scenario(areas={"a": None})


@pytest.mark.rule("AFR-2.2", "AFR-16.1")
def test_what_a_counter_does_not_show_is_that_of_its_type() -> None:
    counters = {
        "gum": GUM,
        "gun": {"side": "moroccan", "type": "A"},
        "gun-2": {"side": "spanish", "type": "A", "ff": 6, "range": 2, "movement": 0},
        "ir": {"side": "spanish", "type": "IR", "fc": None},
        "chief": {"side": "spanish", "type": "LEADER", "fa": 3},
        "train": {"side": "spanish", "type": "CONVOY"},
        "rif": {"side": "moroccan", "type": "RIF", "ff": "X+1"},
    }
    read = scenario(counters=counters).counters
    assert (read["gum"].ff, read["gum"].fc, read["gum"].steps, read["gum"].movement, read["gum"].range) == (
        3, "1d6", 1, 1, 0,
    )  # fmt: skip
    assert (read["gun"].ff, read["gun"].range, read["gun"].kind.activations, read["gun"].kind.controls) == (
        4,
        3,
        2,
        False,
    )
    assert (read["gun-2"].ff, read["gun-2"].range, read["gun-2"].movement) == (6, 2, 0)
    assert (read["ir"].ff, read["ir"].fc, read["ir"].ff_reduced, read["ir"].fc_reduced, read["ir"].steps) == (
        5, None, 4, 4, 2,
    )  # fmt: skip
    assert (read["chief"].fa, read["chief"].fd, read["chief"].steps, read["chief"].is_leader) == (3, 1, None, True)
    assert (read["train"].kind.points, read["train"].ff, read["train"].fights) == (3, None, False)
    assert (read["rif"].ff, read["rif"].fc, read["rif"].kind.controls) == ("X+1", "1d6", True)


@pytest.mark.parametrize(
    ("counter", "said"),
    [
        ([], "counter u: an object with its values"),
        ({**GUM, "side": "french"}, "counter u: its side is spanish or moroccan"),
        ({"type": "GUM"}, "counter u: its side is"),
        ({**GUM, "type": "TANK"}, "counter u: its type is one of IR, "),
        ({"side": "spanish"}, "counter u: its type is one of"),
        ({**GUM, "ff": "Y"}, "counter u, ff"),
        ({**GUM, "fc": "X"}, "counter u, fc"),
        *(({**GUM, key: -1}, f"counter u, {key}") for key in ("ff", "fc", "fa", "movement", "steps")),
        *(({**GUM, key: 100}, f"counter u, {key}") for key in ("ff", "fc", "fa", "movement", "steps")),
    ],
)  # fmt: skip
def test_a_counter_has_a_side_a_type_and_figures(counter: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        scenario(counters={"u": counter})


def test_figures_go_from_nought_to_ninety_nine() -> None:
    keys = ("ff", "fc", "ff-reduced", "fc-reduced", "fa", "fd", "movement", "range", "steps")
    for figure in (0, 99):
        read = scenario(counters={"u": {**GUM, **dict.fromkeys(keys, figure)}}).counters["u"]
        values = (
            read.ff,
            read.fc,
            read.ff_reduced,
            read.fc_reduced,
            read.fa,
            read.fd,
            read.movement,
            read.range,
            read.steps,
        )
        assert set(values) == {figure}


@pytest.mark.rule("AFR-11.1", "AFR-12.1")
def test_the_battle_is_the_one_named_else_that_of_the_map_and_its_length_may_be_cut() -> None:
    about = {"turns": 15, "needed": 99}
    assert (scenario(about=about).battle, scenario(about=about).turns, scenario(about=about).needed) == (
        "castillejos",
        15,
        99,
    )
    assert [scenario(about=about, turns=turns).turns for turns in (1, 14, 16, 99)] == [1, 14, 15, 15]
    named = read_scenario({"map": {"id": "tetuan", "areas": AREAS}, "tables": shipped("tables.json")})
    assert (named.battle, named.turns, named.needed) == ("tetuan", 9, 2)
    nowhere = scenario(scenario="nowhere")
    assert (nowhere.battle, nowhere.turns, nowhere.needed, nowhere.objectives) == ("", 99, 1, ())
    for turns in (0, 100):
        with pytest.raises(ValueError, match="turns"):
            scenario(about=about, turns=turns)
    for needed in (0, 100):
        with pytest.raises(ValueError, match="needed"):
            scenario(about={"needed": needed})
    assert scenario(about={"needed": 1}).needed == 1


@pytest.mark.rule("AFR-3.1")
def test_one_seat_a_side() -> None:
    assert scenario().seats == {"spanish": "spanish", "moroccan": "moroccan"}
    with pytest.raises(ValueError, match=r"one seat, not 2 \(AFR-3.1\)"):
        scenario(seats={"a": "spanish", "b": "spanish", "c": "moroccan"})


@pytest.mark.rule("AFR-11.3", "AFR-12.9", "AFR-13.11")
def test_set_up_choices_and_arrivals_are_of_the_areas_and_units_that_there_are() -> None:
    about = {
        "set-up": {"moroccan": {"a": ["gum"], "x": ["gum-2"], "aboard": ["gum-3"]}},
        "free": [{"units": ["gum", "nobody"], "areas": ["a", "x", "b"]}, {"units": ["gum-2"], "areas": ["x"]}],
        "arrivals": [
            {"turn": 2, "area": "b", "units": ["gum-2", "nobody"]},
            {"turn": 3, "area": "x", "units": ["gum-2"]},
            {"turn": 1, "area": None, "units": ["gum-3", "gum"], "aboard": ["gum"]},
            {"turn": 1, "area": "a", "units": ["gum"], "option": {"castillejos-5th-art": "two"}},
        ],
        "objectives": ["b", "x"],
        "start-steps": {"GUM": 0},
    }
    read = scenario(about=about, counters={"gum": GUM, "gum-2": GUM, "gum-3": GUM})
    assert read.set_up == {"gum": "a", "gum-3": "aboard"}
    assert read.free == {"gum": ("a", "b")}
    assert [(each.unit, each.turn, each.at) for each in read.arrivals] == [
        ("gum-2", 2, "b"), ("gum-3", 1, ""), ("gum", 1, "aboard"),
    ]  # fmt: skip
    assert read.objectives == ("b",)
    begun = initial(read)
    assert {unit: (each.at, each.steps) for unit, each in begun.units.items()} == {
        "gum": ("a", 0), "gum-2": ("off-map", 0), "gum-3": ("aboard", 0),
    }  # fmt: skip
    with pytest.raises(ValueError, match="set-up: gum is no unit of the spanish side"):
        scenario(about={"set-up": {"spanish": {"a": ["gum"]}}}, counters={"gum": GUM})


# States ---------------------------------------------------------------------------------------------------------------

UNITS = {"principe": "a", "caz-vergara": "a", "prim": "a", "gum-arbaa": "b", "abbas": "c", "bia-2": "d", "leon": "w"}
GROUND = {"s": "sea"}


@pytest.mark.rule("AFR-4.4", "AFR-5.5")
def test_a_stack_lies_as_given_else_by_steps_factor_and_id_and_leaders_last() -> None:
    board = make("a-b-c-d a-s", dict.fromkeys(UNITS, "off-map"), terrain=GROUND).scenario
    units = {"units": {unit: {"at": "a"} for unit in ("principe", "caz-vergara", "prim", "leon", "bia-2")}}

    def lies(**more: Any) -> tuple[str, ...]:
        return load(board, {**units, **more}).stack("a", "spanish")

    assert lies() == ("leon", "principe", "bia-2", "caz-vergara", "prim")
    assert lies(stacks={"a": {"spanish": ["caz-vergara", "bia-2"]}}) == (
        "caz-vergara",
        "bia-2",
        "leon",
        "principe",
        "prim",
    )
    assert lies(stacks={"a": {"spanish": ["prim", "bia-2"]}}) == ("bia-2", "leon", "principe", "caz-vergara", "prim")
    with pytest.raises(ValueError, match="stacks, a: abbas does not stand there"):
        lies(stacks={"a": {"spanish": ["prim", "abbas"]}})


@pytest.mark.rule("AFR-11.2")
def test_an_area_is_controlled_as_given_else_by_who_stands_there_and_may_else_by_the_moroccans() -> None:
    board = make("a-b-c-d-e a-s", dict.fromkeys(UNITS, "off-map"), terrain=GROUND).scenario
    at = {"caz-vergara": "a", "gum-arbaa": "b", "prim": "c", "bia-2": "d", "leon": "b"}
    units = {unit: {"at": area} for unit, area in at.items()}
    read = load(board, {"units": units})
    assert read.control == {"a": "spanish", "b": "moroccan", "c": "moroccan", "d": "moroccan", "e": "moroccan"}
    read = load(board, {"units": units, "control": {"a": "moroccan", "b": "spanish", "e": "spanish"}})
    assert (read.control["a"], read.control["b"], read.control["e"]) == ("moroccan", "spanish", "spanish")
    for wrong in ("s", "x"):
        with pytest.raises(ValueError, match=f"control: '{wrong}' is no land area"):
            load(board, {"control": {wrong: "spanish"}})
    with pytest.raises(ValueError, match="control, a: a side is spanish or moroccan, not 'french'"):
        load(board, {"control": {"a": "french"}})


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ({"at": "x"}, "'x' is no area of the map"),
        ({"origin": "off-map"}, "'off-map' is no area of the map"),
        ({"moved": 1}, "moved is true or false"),
        ({"status": "map"}, "there is no field 'status'"),
    ],
)
def test_a_unit_is_in_an_area_or_out_of_the_game(unit: dict[str, Any], said: str) -> None:
    board = make("a-b", {"prim": "a", "leon": "a"}).scenario
    with pytest.raises(ValueError, match=said):
        load(board, {"units": {"leon": unit}})


@pytest.mark.parametrize("turn", [0, 100])
def test_a_position_is_of_a_turn_from_1_to_99(turn: int) -> None:
    board = make("a-b", {"prim": "a"}).scenario
    assert [load(board, {"turn": good}).turn for good in (1, 99)] == [1, 99]
    with pytest.raises(ValueError, match="the turn is a whole number from 1 to 99"):
        load(board, {"turn": turn})


def test_what_is_saved_reads_back_the_same_and_leaves_out_what_is_at_its_default() -> None:
    units = {
        "principe": {"at": "a", "steps": 1},
        "leon": "b",
        "prim": "a",
        "gum-arbaa": {"at": "c", "demoralized": True},
    }
    before = make("a-b-c", units, "spanish-shock", turn=4, entered=["c"], shocks=2, used={"spanish 1": 1})
    saved = dump(before)
    assert load(before.scenario, saved) == before
    assert (saved["turn"], saved["entered"], saved["shocks"], saved["used"]) == (4, ["c"], 2, {"spanish 1": 1})
    assert saved["units"]["prim"] == {"at": "a"}
    assert saved["units"]["gum-arbaa"] == {"at": "c", "steps": 1, "demoralized": True}
    assert saved["stacks"]["a"] == {"spanish": ["principe", "prim"]}
    whole = dump(before, full=True)["units"]["leon"]
    assert (whole["steps"], whole["origin"], whole["shelled"], whole["activations"]) == (2, None, [], 0)
    empty = load(before.scenario, {"units": {"leon": {"at": "b", "steps": None}}})
    assert (empty.units["leon"].steps, empty.units["principe"].at, empty.used, empty.shocks) == (2, "off-map", {}, 0)
