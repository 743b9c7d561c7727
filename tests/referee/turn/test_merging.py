"""Why a line does not go with the lines beside it: which of them has its unit, its target or its hex."""

from typing import Any

import pytest

from pbem.core.orders import Line, Order
from pbem.core.problems import Problem
from pbem.gamedata.games import compose, problems
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.messages import plain_names, reason
from pbem.referee.turn.merging import explain, merge_lines, redoes
from pbem.rules.africa1860 import orders as afr
from pbem.rules.legion import orders as legion
from pbem.rules.napoleonic import orders as nap
from pbem.rules.rif1926 import orders as rif


def attack(number: int, unit: str, game: Any, **target: Any) -> Line:
    """An attack as a line, as one writes it."""
    aim = target.get("target", "beni-1")
    return Line(number=number, order=game.Attack(with_=(unit,), **target), text=f"ATTACK {aim} WITH {unit}")


BENI = tuple(attack(number, f"leg-{number}", legion, targets=("beni-1",)) for number in (1, 2))
AXDIR = tuple(attack(number, f"mehala-{number}", rif, target="0811") for number in (1, 2))


def told(game: str, lines: tuple[Line, ...], code: str, language: str = "en", **args: Any) -> str:
    """What is said of line 2, where line 1 is accepted."""
    problem = explain(Problem(line=2, code=code, args=args), lines, {1})
    return reason(problem.code, problem.args, language, plain_names, own=problems(game, language))


def test_the_order_that_is_aimed_there_already_is_named() -> None:
    said = told("legion", BENI, "already-attacked", target="beni-1")
    more = "to add a unit send that line again with it"
    assert said == f"beni-1 is already attacked in your order “ATTACK beni-1 WITH leg-1”: {more}"
    there = tuple(attack(number, f"leg-{number}", legion, targets=("0303",)) for number in (1, 2))
    assert told("legion", there, "already-attacked", target="beni-1", hex="0303").startswith(
        "beni-1 is already attacked in"
    )
    said = told("rif1926", AXDIR, "already-attacked", "es", hex="0811")
    order = "ATTACK 0811 WITH mehala-1"
    more = "para añadir una ficha envía esa línea entera con ella"
    assert said == f"0811 ya recibe el ataque de tu orden «{order}»: {more}"


def test_the_order_that_has_the_unit_already_is_named() -> None:
    said = told("rif1926", AXDIR, "already-fought", unit="mehala-1")
    assert said == "mehala-1 already attacks in your order “ATTACK 0811 WITH mehala-1”"


@pytest.mark.parametrize("args", [{"target": "beni-2"}, {"unit": "leg-9", "target": "beni-1"}])
def test_no_order_is_named_that_is_not_why(args: dict[str, str]) -> None:
    assert "in" not in explain(Problem(line=2, code="not-adjacent", args=args), BENI, {1}).args
    assert "in" not in explain(Problem(line=2, code="already-attacked", args={"target": "beni-1"}), BENI, set()).args


AFRICA = lexicon_of(ruleset("africa1860"), compose("africa1860", "wad-ras"))


@pytest.mark.parametrize(("text", "same"), [("FIRE sin", True), ("FIRE dha", False), ("FIRE", False)])
def test_a_refused_line_without_a_unit_is_done_again_by_one_for_its_space(text: str, same: bool) -> None:
    """The order has a slot that is empty: who leads."""
    assert redoes(afr.Fire(units=("anyera",), area="sin"), text, AFRICA) is same


FIRES = [
    (afr.Fire(units=("anyera",), area="lomas"), afr.Fire(units=("haus",), area="morro")),
    (afr.Fire(units=("cuenca",), area="casa", leader="prim"), afr.Fire(units=("luchana",), area="casa", leader="prim")),
    (nap.Fire(unit="bat-8", target="0504"), nap.Fire(unit="bat-4", target="0504")),
    (rif.Attack(with_=("mehala-1",), target="0811"), rif.Attack(with_=("mehala-2",), target="0812")),
]


@pytest.mark.parametrize(("first", "second"), FIRES)
def test_an_order_of_a_later_mail_takes_no_other_units_order_out(first: Order, second: Order) -> None:
    """What a line leaves out (its leader, its target) is nobody whom it orders."""
    merged = merge_lines([Line(number=1, order=first, text="first")], [Line(number=1, order=second, text="second")])
    assert [(line.text, is_new) for line, is_new in merged.lines] == [("first", False), ("second", True)]
    assert not merged.replaced
