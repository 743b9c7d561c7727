"""What a player asks: a line of sight with its reasons, a field of fire with its factors (NAP-7, NAP-8)."""

import random
from fractions import Fraction

import pytest

from pbem.core.problems import Fault
from pbem.core.ruleset import Inquiry
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic.asking import levels
from pbem.rules.napoleonic.fire import factor, targets
from pbem.rules.napoleonic.sight import blocked_by, sees
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make
from tests.rules.napoleonic.test_sight import field

RULES = ruleset("napoleonic")
GUNS = {"id": "guns", "side": "french", "type": "artillery", "class": "heavy", "pf": 8, "at": "0404", "facing": "S",
        "formation": "deployed"}  # fmt: skip


def asked(state: State, here: str, there: str) -> Inquiry:
    """The answer on two hexes of the map."""
    found = RULES.sight(state, "french", here, there)
    assert isinstance(found, Inquiry)
    return found


@pytest.mark.rule("NAP-7.1", "NAP-7.2", "NAP-7.3")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_of_a_line_of_sight_is_what_the_rules_go_by(seed: int) -> None:
    state, lot = field(seed), random.Random(200 + seed)
    answers = set()
    for here, there in (tuple(lot.sample(state.scenario.board.ids, 2)) for _ in range(150)):
        found, hidden = asked(state, here, there), blocked_by(state, here, there)
        codes = [fault.code for fault in found.told]
        shaded = {shade.kind: shade.spaces for shade in found.scene.shades}
        answers.add(codes[0])
        assert (codes[0] == "sight-open") is sees(state, here, there)
        if hidden is not None and codes[0] == "sight-blocked":
            first = next(fault for fault in found.told[1:] if fault.code.endswith(("-hides", "-hide")))
            assert str(first.args.get("hexes", first.args.get("hex"))).split() == list(hidden)
            assert shaded["blocking"][: len(hidden)] == hidden
            assert found.scene.sightlines[0].stopped == hidden[0]
        if codes[0] == "sight-open":
            assert not shaded["blocking"]
            assert found.scene.sightlines[0].stopped == ""
    assert answers == {"sight-open", "sight-blocked", "sight-in-wood"}


@pytest.mark.rule("NAP-7.1")
def test_the_reason_has_ground_level_troops_and_both_heights() -> None:
    map_ = {"terrain": {"0403": ["light-wood"]}, "levels": {"0402": 1}}
    state = make([foot("a", "french", "0404")], map_=map_)
    over = {fault.args["hex"]: fault for fault in asked(state, "0402", "0406").told if "top" in fault.args}
    assert {hex_: fault.code for hex_, fault in over.items()} == {
        "0403": "sight-passes", "0404": "sight-troops-pass", "0405": "sight-passes",
    }  # fmt: skip
    assert over["0403"].args == {"hex": "0403", "ground": "light-wood", "level": 0, "top": "1", "line": "1\u00a01/4"}
    low = make([foot("a", "french", "0404")], map_={"terrain": map_["terrain"]})
    assert [fault.code for fault in asked(low, "0402", "0406").told] == [
        "sight-blocked", "sight-end", "sight-end", "sight-hides", "sight-troops-hide", "sight-passes",
    ]  # fmt: skip


def test_heights_are_written_as_players_read_them() -> None:
    halves = (Fraction(0), Fraction(1), Fraction(3), Fraction(4), Fraction(7, 3), Fraction(1, 3))
    assert [levels(each) for each in halves] == ["0", "1/2", "1\u00a01/2", "2", "1\u00a01/6", "1/6"]


@pytest.mark.rule("NAP-8.1", "NAP-8.2", "NAP-8.3")
def test_a_field_of_fire_shows_the_factor_in_each_hex_and_what_is_out_of_sight() -> None:
    units = [GUNS, foot("near", "spanish", "0406"), foot("far", "spanish", "0409"), foot("behind", "spanish", "0403")]
    state = make(units, map_={"size": [8, 12], "terrain": {"0506": ["light-wood"]}})
    found = RULES.field_of_fire(state, "french", "guns")
    assert isinstance(found, Inquiry)
    labels = {at: shade.label for shade in found.scene.shades for at in shade.spaces if shade.kind.endswith("reach")}
    hidden = {at for shade in found.scene.shades for at in shade.spaces if shade.kind == "hidden"}
    assert set(targets(state, "guns")) <= labels.keys()
    assert {at: label for at, label in labels.items() if str(factor(state, "guns", at).value) != label} == {}
    assert {"0405": "8", "0406": "12"}.items() <= labels.items()
    assert "0403" not in labels.keys() | hidden, "behind the guns"
    assert "0409" in hidden, "behind the troops in 0406"
    assert not hidden & labels.keys()
    told = {fault.code: fault.args for fault in found.told}
    assert told["fire-field"] == {"unit": "guns", "hex": "0404", "range": 5, "pf": 8}
    assert told["fire-at"] == {"hex": "0406", "distance": 2, "factor": 12, "column": "12", "drm": "+1"}
    assert told["fire-hidden"] == {"hex": "0409", "hexes": "0406"}


@pytest.mark.rule("NAP-7.4")
def test_who_is_out_of_sight_in_dense_wood_is_hidden_by_that_wood_alone() -> None:
    state = make([GUNS, foot("far", "spanish", "0407")], map_={"terrain": {"0407": ["dense-wood"]}})
    found = RULES.field_of_fire(state, "french", "guns")
    assert isinstance(found, Inquiry)
    assert [fault.args for fault in found.told if fault.code == "fire-hidden"] == [{"hex": "0407", "hexes": "0407"}]


def test_what_cannot_be_asked_is_told() -> None:
    leader = {"id": "gen", "side": "french", "type": "leader", "at": "0101"}
    state = make([leader, {**GUNS, "formation": "limbered"}, foot("away", "french", "off-map")])
    assert RULES.sight(state, None, "0101", "9901") == Fault("unknown-hex", "NAP-1.2", {"hex": "9901"})
    for unit, code in (("nobody", "unknown-unit"), ("gen", "cannot-fire"), ("away", "cannot-fire")):
        found = RULES.field_of_fire(state, None, unit)
        assert isinstance(found, Fault)
        assert found.code == code
    limbered = RULES.field_of_fire(state, None, "guns")
    assert isinstance(limbered, Inquiry)
    assert [fault.code for fault in limbered.told] == ["fire-field", "guns-limbered", "fire-at-nobody"]


@pytest.mark.rule("NAP-8.1", "NAP-8.2")
@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({}, ["fire-field", "fire-at"]), ({"formation": "limbered"}, ["fire-field", "guns-limbered", "fire-at"]),
        ({"morale": "routed", "formation": "deployed"}, ["fire-field", "cannot-fire", "fire-at"]),
        ({"facing": "N"}, ["fire-field", "fire-at-nobody"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_field_of_fire(about: dict[str, str], told: list[str]) -> None:
    state = make([{**GUNS, **about}, foot("x", "spanish", "0407", facing="N"), foot("a", "french", "0408")])
    found = RULES.field_of_fire(state, "french", "guns")
    assert isinstance(found, Inquiry)
    assert [fault.code for fault in found.told] == told
    assert found.told[0].args == {"unit": "guns", "hex": "0404", "range": 5, "pf": 8}
    kinds = {shade.kind for shade in found.scene.shades}
    assert kinds == {"reach", "far-reach", "hidden"} if not about else "reach" in kinds
    if not about:
        reach = {(shade.kind, shade.label): shade.spaces for shade in found.scene.shades}
        assert "0405" in reach["reach", "8"]
        assert "0407" in reach["reach", "12"]
        assert "0408" in reach["hidden", ""] or "0408" in reach["far-reach", "4"]


@pytest.mark.rule("NAP-8.1")
def test_who_has_no_field_of_fire() -> None:
    gen = {"id": "gen", "side": "french", "type": "leader", "at": "0303"}
    state = make([gen, foot("away", "french", "off-map")])
    for unit, code in (("gen", "cannot-fire"), ("away", "cannot-fire"), ("nobody", "unknown-unit")):
        found = RULES.field_of_fire(state, "french", unit)
        assert isinstance(found, Fault)
        assert (found.code, found.args) == (code, {"unit": unit})


@pytest.mark.rule("NAP-7.3", "NAP-7.4")
def test_what_is_said_of_who_stands_next_or_in_dense_wood_and_over_skirmishers() -> None:
    dense = {"terrain": {"0404": ["dense-wood"]}}
    skirmishers = make([foot("a", "french", "0403", formation="skirmish")], map_=dense)
    assert [fault.code for fault in asked(skirmishers, "0402", "0403").told][-1] == "sight-adjacent"
    assert "sight-adjacent" not in [fault.code for fault in asked(skirmishers, "0402", "0404").told]
    assert asked(skirmishers, "0402", "0404").scene.sightlines[0].stopped == "0402"
    over = [fault for fault in asked(skirmishers, "0402", "0405").told if fault.args.get("hex") == "0403"]
    assert [fault.code for fault in over] == ["sight-passes"]
