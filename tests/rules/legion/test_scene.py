"""The scene of a span of events."""

import json
from dataclasses import replace

import pytest

from pbem.core.events import PhaseBegan
from pbem.core.scene import Arrow, Battle, Control, Ghost, Shot
from pbem.gamedata.rulesets import ruleset
from pbem.kit.picture import label
from pbem.resources import shipped_path
from pbem.rules.legion.events import (
    Disembarked,
    Eliminated,
    FleetPlaced,
    Flown,
    Landed,
    Moved,
    Panicked,
    Reinforced,
    TurnEnded,
    WeatherSet,
)
from pbem.rules.legion.picture import STYLES, scene
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, bombard, run

rules = ruleset("legion")
UNITS = (
    "beni-1 infantry 3-4 0303",
    "beni-2 infantry 3-4 0707",
    "cer-1 infantry 1-3 0304",
    "art-1 artillery 2-2 0505",
    "bom-1 bomber -9 0101",
    "fle-1 fleet - 0102",
    "inf-1 infantry 3-3 due",
)
TERRAIN = {"0102": "sea", "0103": "sea landing", "0202": "sea"}


def position(phase: str = "moroccan-combat", **fields: object) -> State:
    return make(UNITS, phase, turn=5, terrain=TERRAIN, road_places=("0304", "0909"), inner_places=("0707",), **fields)


def by_unit(state: State, *events: object) -> dict[str, tuple[str, ...]]:
    """The states of each counter of the scene."""
    return {counter.unit: counter.states for counter in scene(state, events, None).counters}  # type: ignore[arg-type]


def test_the_position_alone() -> None:
    drawn = scene(position(weather="hot"), (), "spanish")
    assert (drawn.turn, drawn.turns, drawn.phase, drawn.conditions) == (5, 13, "moroccan-combat", ("hot",))
    assert [scene(position(phase), (), None).conditions for phase in ("spanish-setup", "turn-end")] == [(), ("normal",)]
    assert drawn.sides == ("moroccan", "spanish")
    assert [counter.unit for counter in drawn.counters] == ["art-1", "beni-1", "beni-2", "bom-1", "cer-1", "fle-1"]
    first = drawn.counters[1]
    assert (first.side, first.space, first.symbol, first.factors) == ("moroccan", "0303", "infantry", "3-4")
    assert [counter.factors for counter in drawn.counters if counter.unit in ("bom-1", "fle-1")] == ["9", ""]
    assert (drawn.arrows, drawn.battles, drawn.shots, drawn.ghosts) == ((), (), (), ())


def test_names_and_labels_come_from_the_scenario_or_the_id() -> None:
    state = position()
    named = {"name": {"es": "Uno", "en": "One"}, "short": "CER I", "corps": "army"}
    for counters in ({"cer-1": named}, [{"id": "cer-1"} | named]):
        data = {"counters": counters, "title": {"es": "T", "en": "T"}, "map": {"size": [10, 10]}}
        drawn = scene(replace(state, scenario=replace(state.scenario, data=data)), (), None)
        cer, beni = (next(c for c in drawn.counters if c.unit == unit) for unit in ("cer-1", "beni-1"))
        assert (cer.name, cer.short, cer.style) == ({"es": "Uno", "en": "One"}, "CER I", "white")
        assert (beni.name, beni.short, beni.style) == ({"es": "beni-1", "en": "beni-1"}, "BEN 1", "")
        assert (drawn.title, drawn.map) == ({"es": "T", "en": "T"}, {"size": [10, 10]})


def test_every_corps_of_the_shipped_counters_has_a_look_of_its_own() -> None:
    """Except air and sea, which share one."""
    listed = json.loads(shipped_path("games", "legion", "counters.json").read_text("utf-8"))["counters"]
    assert {counter["corps"] for counter in listed} == set(STYLES)
    assert len(set(STYLES.values())) == len(STYLES) - 1


@pytest.mark.parametrize(
    ("unit", "short"),
    [
        ("cer-1", "CER 1"),
        ("urriaguel-12", "URR 12"),
        ("bandera-1-2", "BAN 2"),
        ("regulares-melilla-1", "REG 1"),
        ("a-flota", "A FLOT"),
        ("armour", "ARMOUR"),
        ("armoured", "ARMOUR"),
    ],
)
def test_a_label_has_at_most_six_characters(unit: str, short: str) -> None:
    assert label(unit) == short
    assert len(short) <= 6


def test_combat_is_drawn_by_its_hexes_with_the_lost_piece() -> None:
    state = position()
    result = run(state, [attack("cer-1", "beni-1")], [4, 3])
    drawn = scene(state, result.events, None)
    assert drawn.battles == (Battle(1, "moroccan", ("0303",), ("0304",), 12, 3, "attacker"),)
    assert drawn.ghosts == (Ghost("cer-1", "spanish", "0304", "infantry", lost=True, short="CER 1", cause="combat"),)
    assert "cer-1" not in [counter.unit for counter in drawn.counters]


@pytest.mark.rule("LL-5.1")
def test_the_places_that_count_show_who_stands_there_and_whether_that_changed() -> None:
    state = position()
    result = run(state, [attack("cer-1", "beni-1")], [4, 3])
    assert scene(state, result.events, None).controls == (
        Control("0304", None, changed=True),
        Control("0707", "moroccan"),
        Control("0909", None),
    )


def test_shots_and_who_fired() -> None:
    state = make(("art-1 artillery 2-2 0303", "beni-1 infantry 3-4 0403"), "spanish-bombardment")
    result = run(state, [bombard("beni-1", "art-1")], [3])
    assert scene(state, result.events, None).shots == (Shot("spanish", "0303", "0403", hit=False, kind="artillery"),)
    assert by_unit(state, *result.events) == {"art-1": ("fired",), "beni-1": ()}
    supported = make(
        ("leg-1 infantry 3-4 0304", "art-1 artillery 2-2 0303", "beni-1 infantry 9-4 0403"), "spanish-combat"
    )
    result = run(supported, [attack("beni-1", "leg-1", "art-1")], [5, 2])
    assert by_unit(supported, *result.events)["art-1"] == ("fired",)


def test_ways_of_all_kinds() -> None:
    events = (
        Moved(unit="beni-1", how="march", path=("0303", "0302", "0301"), cost=2, allowance=8),
        Moved(
            unit="cer-1", how="move", path=("0304", "0305"), cost=1, allowance=3, must_attack=True, zoc_of=("beni-2",)
        ),
        Flown(unit="bom-1", origin="0101", to="0404", cost=4, allowance=9),
        FleetPlaced(unit="fle-1", at="0202", origin="0102"),
        Panicked(armour="art-1", unit="beni-2", origin="0707", at="0909", when="after"),
        Landed(unit="inf-1", at="0103"),
        Disembarked(unit="inf-1", path=("0103", "0104"), cost=1, allowance=1),
    )
    drawn = scene(position(), events, None)
    assert drawn.arrows == (
        Arrow("beni-1", "moroccan", ("0303", "0302", "0301"), "march"),
        Arrow("cer-1", "spanish", ("0304", "0305"), "move"),
        Arrow("bom-1", "spanish", ("0101", "0404"), "flight"),
        Arrow("fle-1", "spanish", ("0102", "0202"), "voyage"),
        Arrow("beni-2", "moroccan", ("0707", "0909"), "panic"),
        Arrow("inf-1", "spanish", ("0103", "0104"), "arrival"),
    )
    assert [(ghost.unit, ghost.space, ghost.lost) for ghost in drawn.ghosts] == [
        ("beni-1", "0303", False),
        ("cer-1", "0304", False),
        ("beni-2", "0707", False),
    ]
    assert by_unit(position(), *events) == {
        "art-1": (),
        "beni-1": ("moved", "marched"),
        "beni-2": ("panicked",),
        "bom-1": ("moved",),
        "cer-1": ("must-attack", "moved"),
        "fle-1": ("moved",),
        "inf-1": ("arrived", "landed"),
    }


def test_who_did_not_stir_has_no_arrow() -> None:
    events = (
        Flown(unit="bom-1", origin="0101", to="0101", cost=0, allowance=9),
        FleetPlaced(unit="fle-1", at="0202"),
        Reinforced(unit="inf-1", path=("0606",), cost=0, allowance=16),
    )
    assert scene(position(), events, None).arrows == ()
    assert by_unit(position(), *events)["inf-1"] == ("arrived",)


def test_the_title_is_of_the_last_thing_told() -> None:
    state = position()
    began = PhaseBegan(turn=5, phase="spanish-movement")
    assert scene(state, (*run(state, [], []).events, began), None).phase == "spanish-movement"
    result = run(state, [attack("cer-1", "beni-1")], [3, 3])
    drawn = scene(state, (*result.events, began), None)
    assert (drawn.phase, drawn.turn) == ("moroccan-combat", 5)


@pytest.mark.rule("LL-2.4")
def test_the_title_is_of_the_turn_told_though_its_marker_goes_on() -> None:
    state = position("turn-end")
    told = (TurnEnded(turn=5, moroccan=2, spanish=1), PhaseBegan(turn=6, phase="weather"))
    assert (scene(state, told, None).turn, scene(state, told, None).phase) == (5, "turn-end")
    begun = scene(state, (PhaseBegan(turn=6, phase="weather"),), None)
    assert (begun.turn, begun.phase) == (6, "weather")
    blown = scene(position("weather"), (WeatherSet(weather="hot", roller="spanish", face=5), told[1]), None)
    assert (blown.conditions, blown.turn, blown.phase) == (("hot",), 5, "weather")


def test_without_events_the_flags_of_the_side_to_move_are_shown() -> None:
    pieces = {
        "beni-1": {"moved": "move", "must_attack": True},
        "beni-2": {"moved": "march"},
        "cer-1": {"moved": "move"},
    }
    state = position(pieces=pieces)
    assert by_unit(state)["beni-1"] == ("must-attack", "moved")
    assert by_unit(state)["beni-2"] == ("moved", "marched")
    assert by_unit(state)["cer-1"] == ()
    fought = position(pieces={"beni-1": {"must_attack": True, "fought": True}})
    assert by_unit(fought)["beni-1"] == ()
    guns = make(["art-1 artillery 1-1 0303"], "spanish-combat", pieces={"art-1": {"bombarded": True, "moved": "land"}})
    assert by_unit(guns) == {"art-1": ("fired", "arrived", "landed")}
    support = make(["art-1 artillery 1-1 0303"], "spanish-combat", pieces={"art-1": {"supported": True}})
    assert by_unit(support) == {"art-1": ("fired",)}
    battery = make(["bat-1 artillery 1-1 0303"], "moroccan-combat", pieces={"bat-1": {"captured": True}})
    assert by_unit(battery) == {"bat-1": ("captured",)}


def test_what_a_counter_did_before_is_not_shown_where_events_are_told() -> None:
    state = position(pieces={"beni-1": {"moved": "march"}})
    assert by_unit(state)["beni-1"] == ("moved", "marched")
    assert by_unit(state, Eliminated(unit="beni-2", at="0303", by="spanish", cause="combat"))["beni-1"] == ()
