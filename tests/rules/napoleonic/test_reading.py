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
