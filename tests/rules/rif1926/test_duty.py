"""What attacks leave undone, and how the rules make up for it (RIF-4.4, 9.2)."""

import pytest

from pbem.rules.rif1926.declare import Assault
from pbem.rules.rif1926.duty import complete
from pbem.rules.rif1926.movement import judge_move
from pbem.rules.rif1926.orders import Move
from tests.rules.rif1926.factory import make

BESIDE_TWO = """
a allied CG 2-2-5 0303
b allied CG 2-2-5 0303
r-1 rif AX 2-2-4 0403
r-2 rif AX 2-2-4 0304
"""


@pytest.mark.rule("RIF-9.2")
def test_one_of_several_is_taken_for_a_hex_that_was_left_out_and_what_was_said_of_it_goes_with_it() -> None:
    state = make(BESIDE_TWO, "allied-combat")
    said = Assault("0403", ("a", "b"), advance=("a", "b"), retreat={"a": ("0202",), "b": ("0302",)})
    planned, told = complete(state, "allied", [said])
    assert planned == [
        Assault("0403", ("a",), advance=("a",), retreat=said.retreat),
        Assault("0304", ("b",), retreat={"b": ("0302",)}),
    ]
    assert [(each.units, each.at, each.rule, each.joined) for each in told] == [(("b",), "0304", "RIF-9.2", False)]


@pytest.mark.rule("RIF-4.4")
def test_who_is_silent_joins_the_attack_on_the_weakest_hex_beside_it() -> None:
    state = make(BESIDE_TWO.replace("r-1 rif AX 2-2-4", "r-1 rif AX 2-1-4"), "allied-combat")
    planned, told = complete(state, "allied", [])
    assert [(each.at, each.units) for each in planned] == [("0403", ("a",)), ("0304", ("b",))]
    joined, _ = complete(state, "allied", [Assault("0403", ("a",)), Assault("0304", ("c",))])
    assert [(each.at, each.units) for each in joined] == [("0403", ("a", "b")), ("0304", ("c",))]
    assert [each.joined for each in told] == [False, False]


@pytest.mark.rule("RIF-8.1", "RIF-10.1")
def test_a_receipt_tells_of_a_way_that_ends_in_a_zone_or_out_of_supply() -> None:
    state = make("a allied CG 2-2-5 0303\nr-1 rif AX 2-2-4 0305", "allied-movement")
    near, far = (judge_move(state, "allied", Move(units=("a",), path=(hex_,))) for hex_ in ("0304", "0302"))
    assert near.more() == {"zoc": "yes", "unsupplied": "yes"}
    assert far.more() == {"unsupplied": "yes"}
