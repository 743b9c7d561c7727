"""What a map and counters have to say, and the army lists that are shipped (NAP-15.2, 15.3, 15.6, 16.1, 16.2)."""

from typing import Any

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic.scenario import FACINGS
from tests.rules.napoleonic.factory import foot, scenario

RULES = ruleset("napoleonic")
DATA = compose("napoleonic")
SHIPPED = RULES.read_scenario(DATA)


@pytest.mark.rule("NAP-16.1", "NAP-3.2")
@pytest.mark.parametrize(
    ("map_", "told"),
    [
        ({"terrain": {"0303": ["town", "haza"]}}, "map, hex 0303: one word of terrain is needed"),
        ({"terrain": {"0303": "swamp"}}, "map, hex 0303: one word of terrain is needed"),
        ({"bridges": [["0303", "0304"]]}, "the bridge between 0303 and 0304 lies on no river or stream"),
        (
            {"rivers": [["0303", "0304"]], "streams": [["0303", "0304"]]},
            "between 0303 and 0304 lie a river and a stream",
        ),
        ({"rivers": [["0303", "0306"]]}, "0303"),
    ],
)
def test_a_map_that_cannot_be_played(map_: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        scenario(map_=map_)


@pytest.mark.rule("NAP-16.2", "NAP-1.3")
@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ({"pf": 13}, "pf"), ({"pf": 0}, "pf"), ({"pf": None}, "its pf is missing"), ({"grade": "G"}, "its grade is"),
        ({"class": "heavy"}, "its class is one of line, light, militia"), ({"nation": "dutch"}, "its nation is one of"),
        ({"side": "dutch"}, "its side is one of"), ({"type": "ship"}, "its type is one of"),
        ({"type": "leader", "range": 21}, "range"), ({"due": 0}, "due"), ({"type": "leader", "shock": 4}, "shock"),
        ({"face": "W"}, "face"),
    ],
)  # fmt: skip
def test_a_counter_that_is_none(unit: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        scenario([{**foot("a", "french", "0303"), **unit}])


@pytest.mark.rule("NAP-16.1", "NAP-16.2")
def test_the_shipped_design_is_sound() -> None:
    assert RULES.check_design(SHIPPED) == []


def army(side: str) -> dict[str, list[str]]:
    """The counters of a side by division, as the army lists write them: name (PF, grade, class)."""
    found: dict[str, list[str]] = {}
    for unit, counter in sorted(SHIPPED.counters.items()):
        if counter.side == side and not counter.is_leader:
            words = [str(counter.pf) + counter.grade]
            words += [word for word, is_so in (("swiss", counter.swiss), ("horse", counter.horse)) if is_so]
            words += [counter.class_] if counter.class_ not in ("line", "") else []
            found.setdefault(f"{counter.division} {counter.type}", []).append(f"{unit} {' '.join(words)}")
    return found


@pytest.mark.rule("NAP-15.2")
def test_the_spanish_army() -> None:
    assert army("spanish") == {
        "reding infantry": [
            "barbastro 4D light", "corona-1 8C", "guardias-walonas-3 8B", "irlanda-1 8C", "irlanda-3 8C", "jaen-1 8C",
            "provincial-jaen 5D militia", "reina-1 8C", "suizos-reding-3 8B swiss", "tejas 4D light", "zapadores-1 2C",
        ],
        "reding cavalry": [
            "dragones-reina 3C medium", "farnesio 3B medium", "garrochistas 2D light", "montesa 2C medium",
            "numancia 2C medium", "olivenza 2C medium",
        ],
        "reding artillery": ["bia-caballo-1 6B horse light", "bia-pie-1 8C medium"],
        "coupigny infantry": [
            "bujalance 4E militia", "ceuta 8C", "ciudad-real 4E militia", "cuenca 5D militia", "ordenes-1 6C",
            "ordenes-2 6C", "ordenes-3 6C", "provincial-granada 4E militia", "trujillo 4E militia",
            "vol-cataluna 5C light", "vol-granada-1 5E", "vol-granada-2 5E",
        ],
        "coupigny cavalry": ["borbon 4C medium", "espana 2C medium"],
        "coupigny artillery": ["bia-pie-2 8C heavy"],
    }  # fmt: skip


@pytest.mark.rule("NAP-15.3")
def test_the_french_army() -> None:
    assert army("french") == {
        "barbou infantry": [
            "garde-paris-1 6C", "garde-paris-2 6C", "leg3-1 7D", "leg3-2 7D", "leg4-1 8D", "leg4-2 8D", "leg4-3 8D",
            "marins-garde 4A", "suizos-freuler 6C swiss",
        ],
        "rouyer infantry": ["bon-guarda 5D", "suizos-preux 7D swiss", "suizos-reding-2 7D swiss"],
        "fresia cavalry": [
            "chasseurs-1 4C light", "chasseurs-2 4C light", "cuirassiers 3B heavy", "dragons-1 5C medium",
            "dragons-2 5C medium",
        ],
        "barbou artillery": ["bat-4 6D light", "bat-8 8C medium", "bat-horse 6C horse light"],
    }  # fmt: skip


@pytest.mark.rule("NAP-15.2", "NAP-15.3", "NAP-15.4")
def test_leaders_ratings_and_turns_of_arrival() -> None:
    leaders = {
        u: (c.shock, c.morale_factor, c.range, c.chief, c.due) for u, c in SHIPPED.counters.items() if c.is_leader
    }
    assert leaders == {
        "gen-reding": (1, 2, 8, True, 1), "gen-coupigny": (1, 1, 4, False, 1), "gen-dupont": (1, 1, 8, True, 3),
        "gen-barbou": (1, 1, 4, False, 1), "gen-rouyer": (0, 1, 4, False, 4), "gen-fresia": (2, 1, 4, False, 1),
    }  # fmt: skip
    state = RULES.initial(SHIPPED)
    assert {name: (d.rating, d.order) for name, d in state.divisions.items()} == {
        "barbou": (4, "attack"), "coupigny": (4, "defence"), "fresia": (5, "attack"), "reding": (5, "defence"),
        "rouyer": (3, "attack"),
    }  # fmt: skip
    due: dict[int, list[str]] = {}
    for unit, counter in sorted(SHIPPED.counters.items()):
        if counter.side == "french" and not counter.is_leader:
            due.setdefault(counter.due, []).append(unit)
    assert due[1] == ["bat-4", "chasseurs-1", "chasseurs-2", "leg4-1", "leg4-2", "leg4-3"]
    assert due[2] == ["cuirassiers", "dragons-1", "dragons-2"]
    assert due[4] == ["bon-guarda", "suizos-preux"]
    assert due[6] == ["marins-garde", "suizos-reding-2"]
    assert state.units["bat-8"].formation == "limbered"
    assert state.units["bia-pie-1"].formation == "deployed"


@pytest.mark.rule("NAP-15.6", "NAP-1.1", "NAP-1.2")
def test_the_map() -> None:
    board, ground = SHIPPED.board, SHIPPED.ground
    assert DATA["map"]["scale"] == {"across-flats": 200}
    assert len(board.ids) == 24 * 16
    assert SHIPPED.towns == ("2107", "2108")
    assert {hex_ for hex_ in board.ids if ground[hex_] == "haza"} == {"1508", "1509", "1608"}
    assert (ground["2208"], ground["1309"]) == ("strong-building", "village")
    woods = {f"{c:02d}{r:02d}" for c in range(5, 12) for r in (4, 5, 6, 10, 11, 12)}
    assert {hex_ for hex_ in board.ids if ground[hex_] == "light-wood"} == woods
    hills = {f"{c:02d}{r:02d}" for c in range(13, 18) for r in range(2, 6)}
    assert {board.level[hex_] for hex_ in hills} == {1, 2}
    assert all("2" in (a[1], b[1]) for (a, b), words in board.edges.items() if "river" in words)
    assert [pair for pair, words in board.edges.items() if "bridge" in words] == [("0208", "0308")]
    assert sorted(SHIPPED.exits) == [f"24{row:02d}" for row in range(1, 8)]
    fresh = RULES.read_scenario(DATA)
    for direction, hex_ in enumerate(("0303", "0403", "0404", "0305", "0204", "0203")):
        assert fresh.direction["0304", hex_] == direction, FACINGS[direction]
    assert [fresh.direction["0404", hex_] for hex_ in ("0403", "0504", "0505", "0405", "0305", "0304")] == [*range(6)]


@pytest.mark.parametrize("unit", ["b", "c"])
def test_a_set_up_names_counters_of_its_side_only(unit: str) -> None:
    units = [foot("a", "french", "0101"), foot("b", "spanish", "0303")]
    assert scenario(units, **{"set-up": {"french": {"a": "0101"}}}).set_up == {"a": "0101"}
    with pytest.raises(ValueError, match=f"set-up: french has no counter '{unit}'"):
        scenario(units, **{"set-up": {"french": {unit: "0101"}}})


@pytest.mark.rule("NAP-16.2")
@pytest.mark.parametrize(
    ("key", "least", "most", "kind"),
    [
        ("pf", 1, 12, "infantry"), ("shock", 0, 3, "leader"), ("morale-factor", 0, 3, "leader"),
        ("range", 0, 20, "leader"),
        ("due", 1, 99, "infantry"),
    ],
)  # fmt: skip
def test_the_figures_of_a_counter_have_bounds(key: str, least: int, most: int, kind: str) -> None:
    unit: dict[str, Any] = {"id": "a", "side": "french", "type": kind, **({"pf": 3} if kind == "infantry" else {})}
    for value in (least, most):
        found = scenario([{**unit, key: value}]).counters["a"]
        assert getattr(found, key.replace("-", "_")) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValueError, match=key):
            scenario([{**unit, key: value}])


@pytest.mark.rule("NAP-1.3", "NAP-2.2", "NAP-16.2")
def test_what_a_counter_that_says_nothing_is() -> None:
    words = {
        "foot": {"type": "infantry", "pf": 1}, "horse": {"type": "cavalry", "pf": 1},
        "guns": {"type": "artillery", "pf": 1},
        "gen": {"type": "leader"}, "chief": {"type": "leader", "chief": True},
    }  # fmt: skip
    found = scenario([{"id": id_, "side": "spanish", **about} for id_, about in words.items()]).counters
    assert {id_: each.class_ for id_, each in found.items()} == {
        "foot": "line", "horse": "medium", "guns": "medium", "gen": "", "chief": "",
    }  # fmt: skip
    foot_ = found["foot"]
    assert (foot_.nation, foot_.grade, foot_.face, foot_.division, foot_.entry) == ("spanish", "C", "N", "", "")
    assert (foot_.horse, foot_.swiss, foot_.chief, foot_.due, foot_.shock, foot_.morale_factor) == (
        False, False, False, 1, 0, 0,
    )  # fmt: skip
    assert (found["gen"].range, found["chief"].range, found["gen"].pf) == (4, 8, 0)
    made = scenario(
        [
            foot("a", "french", "0303", swiss=True, division="none"),
            {**words["guns"], "id": "b", "side": "french", "horse": True},
        ]
    )
    assert (made.counters["a"].swiss, made.counters["a"].division, made.counters["b"].horse) == (True, "", True)
    assert (made.turns, scenario(turns=99).turns, scenario(turns=1).turns) == (16, 99, 1)
    assert (made.seats, made.zones, made.entry, made.exits) == (
        {"french": "french", "spanish": "spanish"},
        {},
        {},
        frozenset(),
    )
    for turns in (0, 100):
        with pytest.raises(ValueError, match="turns"):
            scenario(turns=turns)


@pytest.mark.rule("NAP-15.4", "NAP-16.1")
@pytest.mark.parametrize("about", [{"side": "dutch"}, {"face": "W"}, {"hexes": ["0999"]}])
def test_an_entry_zone_that_is_none(about: dict[str, Any]) -> None:
    west = {"side": "french", "hexes": ["0103"], "road": "0103", "face": "SE"}
    found = scenario(map_={"entry": {"west": west}}).entry["west"]
    assert (found.side, found.hexes, found.road, found.face) == ("french", ("0103",), "0103", 2)
    assert scenario(map_={"entry": {"west": {**west, "road": "none"}}}).entry["west"].road is None
    with pytest.raises(ValueError, match="entry"):
        scenario(map_={"entry": {"west": {**west, **about}}})


@pytest.mark.rule("NAP-15.1")
def test_a_counter_of_an_option_is_there_with_it_alone() -> None:
    units = [foot("a", "french", "0303"), foot("b", "french", "0303", option="vedel=turn-15")]
    assert [*scenario(units).counters] == ["a"]
    assert [*scenario(units, options={"vedel": "turn-15"}).counters] == ["a", "b"]
