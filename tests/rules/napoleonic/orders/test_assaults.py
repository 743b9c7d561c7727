"""What an ASSAULT comes to, and lines that come twice (NAP-11.1, 11.2, 13.1)."""

from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.rules.napoleonic.orders import (
    Advance,
    Assault,
    Command,
    DeployGuns,
    Division,
    Face,
    Fire,
    Move,
    Pile,
    Rally,
)
from tests.rules.napoleonic.factory import GEN, WIDE, charge, checked, foot, guns, horse, make, move, verdicts


@pytest.mark.rule("NAP-11.1")
@pytest.mark.parametrize(
    ("about", "line", "map_", "code", "args"),
    [
        ({}, "0403", {}, "", {}), ({"facing": "NE"}, "0403", {}, "", {}), ({"facing": "S"}, "0403", {}, "", {}),
        ({"facing": "N"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403", "other": "a"}),
        ({"facing": "SW"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403", "other": "a"}),
        ({"facing": "N", "formation": "skirmish"}, "0403", {}, "", {}),
        (
            {"morale": "disorganised"}, "0403", {}, "cannot-assault",
            {"unit": "a", "hex": "0403", "state": "disorganised"},
        ),
        ({"formation": "square"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403", "state": "square"}),
        ({"type": "artillery"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403"}),
        ({"type": "cavalry"}, "0403", {}, "", {}),
        ({}, "0504", {}, "not-adjacent", {"from": "0303", "to": "0504"}),
        ({}, "0304", {}, "no-target", {"hex": "0304"}),
        ({}, "0403", {"cliffs": [["0303", "0403"]]}, "terrain-forbidden", {"hex": "0403", "ground": "cliff"}),
        ({}, "0403", {"levels": {"0403": 2}}, "terrain-forbidden", {"hex": "0403", "ground": "cliff"}),
        ({}, "0403", {"levels": {"0303": 1}}, "", {}), ({"at": "0302"}, "0403", {}, "not-there", {"hex": "0303"}),
        ({"lost": 7}, "0403", {}, "odds-too-low", {"hex": "0403", "least": "1-4"}), ({"lost": 6}, "0403", {}, "", {}),
        ({"division": "one"}, "0403", {}, "order-forbids", {"unit": "a", "order": "defence"}),
        ({"division": "two"}, "0403", {}, "out-of-command", {"unit": "a"}),
        ({"division": "two", "facing": "N"}, "0808", {}, "out-of-command", {"unit": "a"}),
    ],
)  # fmt: skip
def test_why_a_stack_may_not_be_marked(
    about: dict[str, Any], line: str, map_: dict[str, Any], code: str, args: dict[str, Any]
) -> None:
    units = [
        {**foot("a", "french", "0303", facing="SE"), **about}, foot("x", "spanish", "0403", facing="NW"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0808", "range": 1},
    ]  # fmt: skip
    divisions = {
        "one": {"side": "french", "leader": "gen", "order": "defence"}, "two": {"side": "french", "leader": "gen"}
    }  # fmt: skip
    found = checked(make(units, map_=map_, divisions=divisions), Assault(target=line, hex="0303"))
    assert [(problem.code, problem.args) for problem in found.problems] == ([(code, args)] if code else [])


@pytest.mark.rule("NAP-11.1", "NAP-11.2", "NAP-9.4")
def test_the_odds_that_a_receipt_tells_are_those_of_all_who_take_part() -> None:
    units = [
        foot("a", "french", "0303", facing="SE", pf=12), horse("b", "french", "0303", morale="disorganised"),
        guns("g", "french", "0303"), foot("c", "french", "0402", facing="S", pf=6),
        foot("x", "spanish", "0403", facing="NW"),
    ]  # fmt: skip
    lines = [Assault(target="0403", hex="0303"), Assault(target="0403", hex="0402")]
    told = [line.notes for line in checked(make(units), *lines).lines]
    assert told == [{"attack": "18", "defence": "8", "column": "2-1"}] * 2
    assert checked(make(units), lines[0]).lines[0].notes == {"attack": "12", "defence": "8", "column": "3-2"}


@pytest.mark.rule("NAP-13.1")
@pytest.mark.parametrize(
    ("phase", "lines", "code"),
    [
        ("movement", [move("0304"), move("0203")], "already-ordered"),
        ("movement", [move("0304"), move("0608", "b")], ""),
        ("movement", [Move(stack="0303", path=("0304",)), move("0305")], "already-ordered"),
        ("movement", [move("0304"), Move(stack="0303", path=("0304",))], ""),
        ("movement", [Face(unit="a", dir="SE"), Face(unit="a", dir="S")], "already-ordered"),
        ("movement", [Face(unit="a", dir="SE"), Face(unit="c", dir="S")], "already-ordered"),
        ("movement", [Face(unit="a", dir="SE"), Face(unit="b", dir="S")], ""),
        ("movement", [Face(unit="a", dir="SE"), move("0304")], ""),
        ("movement", [move("0304"), move("9999")], "unknown-hex"),
        ("movement", [move("0304"), move("0304", "x")], "not-your-unit"),
        ("movement", [move("0304"), move("0304", "nobody")], "unknown-unit"),
        ("movement", [move("0304"), move("0310")], "already-ordered"),
        ("movement", [DeployGuns(unit="g", face="S"), Face(unit="g", dir="SE")], "already-ordered"),
        ("movement", [DeployGuns(unit="g"), Face(unit="g", dir="SE")], ""),
        ("movement", [DeployGuns(unit="g"), DeployGuns(unit="g")], "already-ordered"),
        ("movement", [Pile(hex="0303", order=("c",)), Pile(hex="0303", order=("a",))], "already-ordered"),
        ("movement", [Pile(hex="0303", order=("c",)), Pile(hex="0508", order=("b",))], ""),
        ("movement", [Division(division="one", verb="hold"), Division(division="one", verb="hold")], "already-ordered"),
        ("movement", [Division(division="one", verb="hold"), Division(division="two", verb="hold")], ""),
        ("fire", [Fire(unit="b", target="0509"), Fire(unit="b", target="0509")], "already-ordered"),
        ("fire", [Fire(division="one"), Fire(division="one")], "already-ordered"),
        ("charges", [charge("0304 0305", "0306", "c"), charge("", "0509", "c")], "already-ordered"),
        ("shock", [Advance(target="0509", mode="all"), Advance(target="0509", mode="top")], "already-ordered"),
        ("shock", [Advance(target="0509", mode="all"), Advance(target="0508", mode="top")], ""),
        ("command", [Command(division="one", order=order) for order in ("attack", "defence")], "already-ordered"),
        ("command", [Command(division="one", order="attack"), Command(division="two", order="defence")], ""),
        ("reorganisation", [Rally(units=("a",)), Rally(units=("a",))], ""),
        ("reorganisation", [Rally(units=("a",)), Rally(units=("x",))], "not-your-unit"),
        ("shock", [Advance(target="0509", mode="all"), Advance(target="9999", mode="all")], "unknown-hex"),
    ],
)  # fmt: skip
def test_a_second_line_for_the_same_counter_hex_or_division(phase: str, lines: list[Order], code: str) -> None:
    units = [
        foot("a", "french", "0303", facing="S", pf=4, division="one"), horse("c", "french", "0303", facing="S"),
        foot("b", "french", "0508", facing="S", division="one"),
        guns("g", "french", "0703", facing="S", division="two"),
        foot("x", "spanish", "0509", facing="S", pf=2), guns("y", "spanish", "0306", facing="S"), dict(GEN),
    ]  # fmt: skip
    divisions = {name: {"side": "french", "leader": "gen", "order": "attack"} for name in ("one", "two")}
    state = make(units, f"french-{phase}", WIDE, divisions=divisions)
    assert verdicts(state, *lines) == ["", code]
