"""Fire as it is carried out, and what is told of it (NAP-8)."""

from typing import Any

import pytest

from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.fire import factor
from pbem.rules.napoleonic.odds import Stack, values
from pbem.rules.napoleonic.orders import Fire
from tests.rules.napoleonic.factory import checked, foot, make, played


@pytest.mark.rule("NAP-8.1")
@pytest.mark.parametrize(
    ("about", "foe", "code", "args"),
    [
        ({}, "0403", "", {}), ({}, "0808", "no-target", {"unit": "a"}), ({}, "0303", "no-target", {"unit": "a"}),
        ({"morale": "routed"}, "0403", "cannot-fire", {"unit": "a"}),
        ({"at": "off-map"}, "0403", "cannot-fire", {"unit": "a"}),
        ({"type": "artillery", "formation": "limbered"}, "0403", "guns-limbered", {"unit": "a"}),
        ({"fired": True}, "0403", "already-ordered", {"unit": "a"}),
        ({"facing": "NW"}, "0403", "no-target", {"unit": "a"}),
    ],
)  # fmt: skip
def test_a_fire_without_target_goes_at_the_best(
    about: dict[str, Any], foe: str, code: str, args: dict[str, Any]
) -> None:
    units = [
        {**foot("a", "french", "0303", facing="SE"), **about},
        foot("x", "spanish", foe if foe != "0303" else "0805"),
    ]
    found = checked(make(units, "french-fire"), Fire(unit="a"))
    assert [(problem.code, problem.args) for problem in found.problems] == ([(code, args)] if code else [])
    assert [line.line.order for line in found.lines] == ([] if code else [Fire(unit="a", target="0403")])


@pytest.mark.rule("NAP-8.5", "NAP-8.3", "NAP-5.5", "NAP-8.6")
def test_what_a_receipt_and_the_run_tell_of_a_fire() -> None:
    cannon = {"side": "french", "type": "artillery", "at": "0303", "facing": "S"}
    units = [
        {**cannon, "id": "a", "pf": 10},
        {**cannon, "id": "b", "pf": 8},
        foot("x", "spanish", "0305", facing="N", pf=12),
    ]
    state = make(units, "french-fire")
    lines = [Fire(unit="a", target="0305"), Fire(unit="b", target="0305")]
    assert [line.notes for line in checked(state, *lines).lines] == [
        {"distance": 2, "factor": 15, "column": "12 + 3", "drm": 0},
        {"distance": 2, "factor": 12, "column": "12", "drm": -1},
    ]  # fmt: skip
    told = [each for each in played(state, [1, 1, 1], *lines) if isinstance(each, facts.Shot)]
    assert [(each.unit, each.number, each.column, each.part, each.factor) for each in told] == [
        ("a", 1, 12, 1, 15), ("a", 1, 3, 2, 15), ("b", 2, 12, 1, 12),
    ]  # fmt: skip
    assert [each.terms for each in told] == [(("near", "3/2", "NAP-8.3"),)] * 3


@pytest.mark.rule("NAP-8.3", "NAP-3.1", "NAP-9.4", "NAP-11.2", "NAP-11.3")
def test_each_factor_of_a_fire_and_of_a_shock_is_told() -> None:
    units = [
        foot("a", "french", "0303", formation="square", morale="disorganised"),
        foot("x", "spanish", "0403", formation="square"), foot("y", "spanish", "0304"),
    ]  # fmt: skip
    state = make(units, "french-fire", {"terrain": {"0403": "village"}})
    told = ["square-quarter", "village", "in-square", "disorganised"]
    assert [code for code, _, _ in factor(state, "a", "0403").terms] == told
    assert [code for code, _, _ in factor(state, "a", "0304").terms] == told[2:]
    for about, flank in (
        ({"facing": "NE"}, "flank"),
        ({"formation": "skirmish"}, "skirmishers"),
        ({"morale": "routed"}, "flank"),
    ):
        guns = {"id": "g", "side": "spanish", "type": "artillery", "pf": 4, "at": "0403"}
        defender = {**foot("x", "spanish", "0403"), **about}
        pile = {"0403": ["x", "g"]}
        shock = make(
            [foot("a", "french", "0303"), defender, guns], "french-shock", {"terrain": {"0403": "town"}}, piles=pile
        )
        attack, defence = values(shock, "0403", [Stack("0303", ("a",))])
        assert attack.terms[0].factors == (("ground", "1/2", "NAP-3.3"), (flank, "2/1", "NAP-11.3"))
        routed = (("routed", "1/2", "NAP-9.4"),) if "morale" in about else ()
        assert [term.factors for term in defence.terms] == [routed, (("guns-beside", "1/2", "NAP-11.2"),)]


@pytest.mark.rule("NAP-8.1", "NAP-8.14")
def test_fire_of_a_division_at_one_hex_and_of_those_who_have_not_fired() -> None:
    units = [
        *(foot(each, "french", "0303", facing="SE", division="one", pf=2, fired=each == "c") for each in "abc"),
        foot("x", "spanish", "0403", facing="NW", pf=12), foot("y", "spanish", "0304", facing="N", pf=3),
    ]  # fmt: skip
    state = make(units, "french-fire", divisions={"one": {"side": "french"}})
    for line, shots in (
        (Fire(division="one"), [("a", "0403"), ("b", "0403")]),
        (Fire(division="one", target="0304"), [("a", "0304"), ("b", "0304")]),
    ):
        told = [(each.unit, each.at) for each in played(state, [1, 1], line) if isinstance(each, facts.Shot)]
        assert told == shots
        assert [(part.unit, part.target) for part in checked(state, line).lines[0].parts] == shots
