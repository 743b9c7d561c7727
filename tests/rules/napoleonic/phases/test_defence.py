"""Free turns of defence, cavalry out of hand, rest; defensive fire (NAP-2.1, 8.13, 10.6, 12.4)."""

from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.orders import Defend
from pbem.rules.napoleonic.scenario import FACINGS
from tests.rules.napoleonic.factory import CAVALRY, foot, make, played


@pytest.mark.rule("NAP-2.1")
@pytest.mark.parametrize(
    ("more", "order", "reach", "turns"),
    [
        ({}, "defence", 8, True), ({}, "attack", 8, False), ({}, "defence", 1, False),
        ({"morale": "routed"}, "defence", 8, False), ({"formation": "skirmish"}, "defence", 8, False),
        ({"morale": "disorganised"}, "defence", 8, True), ({"facing": "N"}, "defence", 8, False),
    ],
)  # fmt: skip
def test_who_turns_in_defence(more: dict[str, Any], order: str, reach: int, turns: bool) -> None:
    units = [
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0606", "range": reach},
        {**foot("def", "spanish", "0403", division="one", facing="NE"), **more},
        foot("att", "french", "0303", facing="SE"),
    ]
    divisions = {"one": {"side": "spanish", "leader": "gen", "order": order}}
    state = make(units, "spanish-defensive-fire", markers={"0303": "0403"}, divisions=divisions)
    told = [each for each in played(state, [1]) if isinstance(each, facts.Turned)]
    assert bool(told) is turns


@pytest.mark.rule("NAP-2.1")
@pytest.mark.parametrize(
    ("facing", "attackers", "turned"),
    [
        ("NE", "NW", "N"), ("S", "NW", "SW"), ("SE", "NW", ""), ("N", "NW", ""), ("N", "SW", "NW"), ("NW", "NE", "N"),
        ("SE", "N SW", "S"), ("SE", "SE N", "NE"), ("NE", "NW SW N", "N"), ("SE", "N NW NE", "NE"), ("N", "SE", "NE"),
    ],
)  # fmt: skip
def test_which_way_a_stack_in_defence_turns(facing: str, attackers: str, turned: str) -> None:
    around = {"N": "0302", "NE": "0402", "SE": "0403", "S": "0304", "SW": "0203", "NW": "0202"}
    units = [
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0606", "range": 8},
        foot("def", "spanish", "0303", division="one", facing=facing),
        *(foot(f"at-{way.lower()}", "french", around[way], facing="N") for way in attackers.split()),
    ]
    divisions = {"one": {"side": "spanish", "leader": "gen", "order": "defence"}}
    markers = {around[way]: "0303" for way in attackers.split()}
    state = make(units, "spanish-defensive-fire", markers=markers, divisions=divisions)
    told = [FACINGS[each.facing] for each in played(state, [1, 1, 1]) if isinstance(each, facts.Turned)]
    assert told == ([turned] if turned else [])


@pytest.mark.rule("NAP-12.4")
@pytest.mark.parametrize(
    ("facing", "foes", "found"),
    [
        ("S", {"0304": 8}, ("0304", "S")), ("S", {"0403": 8}, ("0403", "S")), ("S", {"0203": 8}, ("0203", "S")),
        ("S", {"0402": 8}, ("0402", "SE")), ("S", {"0202": 8}, ("0202", "SW")),
        ("S", {"0202": 7, "0304": 8}, ("0202", "SW")),
        ("S", {"0402": 8, "0304": 8}, ("0304", "S")), ("N", {"0302": 8}, ("0302", "N")),
        ("N", {"0403": 8}, ("0403", "NE")),
        ("N", {"0203": 8}, ("0203", "NW")), ("S", {}, None), ("S", {"0304": 8, "cliff": 1}, None),
        ("S", {"0304": 12, "lost": 4}, None),
    ],
)  # fmt: skip
def test_whom_cavalry_out_of_hand_attacks_next(
    facing: str, foes: dict[str, int], found: tuple[str, str] | None
) -> None:
    start = "0302" if facing == "S" else "0304"
    lost, cliff = foes.pop("lost", 0), foes.pop("cliff", 0)
    units = [
        {**CAVALRY, "at": start, "facing": facing, "lost": lost},
        foot("weak", "spanish", "0303", facing="S", pf=1, grade="F"),
        *(foot(f"x{at}", "spanish", at, pf=pf, facing="N" if facing == "S" else "S") for at, pf in foes.items()),
    ]  # fmt: skip
    map_ = {"cliffs": [["0303", "0304"]] if cliff else []}
    told = played(make(units, "french-shock", map_, markers={start: "0303"}), [6, 1, *[6] * 20])
    second = [each for each in told if isinstance(each, facts.Fought)][1:2]
    turned = [FACINGS[each.facing] for each in told if isinstance(each, facts.Turned)]
    assert [each.at for each in second] == ([found[0]] if found else [])
    assert turned[:1] == ([found[1]] if found and found[1] != facing else [])
    if found:
        assert (second[0].provoked, second[0].number) == (1, 2)
        assert [each.controlled for each in told if isinstance(each, facts.Advanced)][:1] == [False]
        tired = [each.level for each in told if isinstance(each, facts.Fatigued)]
        assert tired[:1] == [1]


@pytest.mark.rule("NAP-10.6")
@pytest.mark.parametrize(
    ("did", "level"),
    [({}, 1), ({"moved": 1}, 2), ({"charged": True}, 2), ({"fired": True}, 2), ({"fought": True}, 2)],
)
def test_who_rests(did: dict[str, Any], level: int) -> None:
    for at in ("0303", "0504"):
        units = [{**CAVALRY, "at": at, "fatigue": 2, **did}, foot("x", "spanish", "0604", facing="NW")]
        told = played(make(units, "french-reorganisation"))
        rested = [each.level for each in told if isinstance(each, facts.Fatigued)]
        assert rested == ([level] if level == 1 and at == "0303" else [])
    fresh = make([{**CAVALRY, "fatigue": 0}], "french-reorganisation")
    assert not [each for each in played(fresh) if isinstance(each, facts.Fatigued)]


@pytest.mark.rule("NAP-8.13", "NAP-8.14")
@pytest.mark.parametrize(
    ("about", "shots"),
    [
        ({}, ["0303"]), ({"facing": "S"}, []), ({"facing": "S", "formation": "square"}, ["0303"]),
        ({"fired": True}, ["0303"]),
        ({"type": "artillery", "class": "heavy"}, ["0303"]), ({"type": "artillery", "at": "0404"}, []),
        ({"type": "cavalry"}, []), ({"type": "cavalry", "formation": "skirmish"}, ["0303"]), ({"morale": "routed"}, []),
    ],
)  # fmt: skip
def test_who_fires_in_defence_and_only_at_who_is_adjacent(about: dict[str, Any], shots: list[str]) -> None:
    units = [{**foot("x", "spanish", "0403", facing="NW"), **about}, foot("a", "french", "0303", facing="SE")]
    told = played(make(units, "spanish-defensive-fire"), [1])
    assert [each.at for each in told if isinstance(each, facts.Shot)] == shots


@pytest.mark.rule("NAP-8.13", "NAP-13.2")
@pytest.mark.parametrize(
    ("markers", "standing", "at"),
    [
        ({}, [], "0402"), ({"0303": "0403"}, [], "0303"), ({"0303": "0808"}, [], "0303"),
        ({"0303": "0808", "0304": "0403"}, [], "0304"), ({"0303": "0403", "0304": "0403"}, [], "0303"),
        ({"0303": "0403"}, [Defend(unit="x", target="strongest")], "0402"),
        ({"0303": "0403"}, [Defend(division="one", target="strongest")], "0402"),
        ({"0303": "0403"}, [Defend(unit="x", target="assault"), Defend(division="one", target="strongest")], "0303"),
        ({}, [Defend(unit="x", hold=True)], None), ({}, [Defend(unit="y", hold=True)], "0402"),
        ({}, [Defend(division="two", hold=True)], "0402"),
    ],
)  # fmt: skip
def test_at_whom_one_fires_in_defence(markers: dict[str, str], standing: list[Order], at: str | None) -> None:
    units = [
        foot("x", "spanish", "0403", formation="skirmish", division="one"), foot("a", "french", "0303", pf=6),
        foot("b", "french", "0304", pf=6), foot("c", "french", "0402", pf=9),
    ]  # fmt: skip
    state = make(units, "spanish-defensive-fire", markers=markers)
    told = played(state, [1, 6, 6], seat="french", standing=standing)
    assert [each.at for each in told if isinstance(each, facts.Shot)] == ([at] if at else [])
