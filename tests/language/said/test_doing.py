"""What people say of several units, of one that is not to do something, and of those who stand somewhere."""

from collections.abc import Mapping
from functools import cache

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.language.write import write_order

SIDES = {"legion": "moroccan", "rif1926": "allied", "africa1860": "spanish", "napoleonic": "french"}
NOWHERE: Mapping[str, str] = {}


@cache
def lexicon(game: str) -> Lexicon:
    return lexicon_of(ruleset(game), compose(game))


def read(game: str, line: str, there: Mapping[str, str] = NOWHERE) -> Reading:
    """A line of a mail, in which no verb may be left out; units stand where `there` says."""
    known, side = lexicon(game), SIDES[game]
    return read_text(line, known, side=side, unsaid=lambda *_: "", stands=lambda unit: there.get(unit, ""))


def orders(game: str, line: str, there: Mapping[str, str] = NOWHERE) -> list[str]:
    """The orders that a line is; nothing may be wrong."""
    found = read(game, line, there)
    assert found.problems == (), line
    return [write_order(each.order, lexicon(game), "en") for each in found.lines if each.order is not None]


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("napoleonic", "leg4-1 goes to 1410 with leg4-2", ["MOVE leg4-1 1410", "MOVE leg4-2 1410"]),
        ("napoleonic", "leg4-1 va a 1410 con leg4-2 y leg4-3",
         ["MOVE leg4-1 1410", "MOVE leg4-2 1410", "MOVE leg4-3 1410"]),
        ("napoleonic", "MOVE leg4-1 TO 1410 WITH leg4-2 FACE NE",
         ["MOVE leg4-1 1410 FACE NE", "MOVE leg4-2 1410 FACE NE"]),
        ("legion", "URR 2 goes to 1515 with URR 5", ["MOVE urriaguel-2 1515", "MOVE urriaguel-5 1515"]),
        ("legion", "URR 2 va a 1515 con URR 5", ["MOVE urriaguel-2 1515", "MOVE urriaguel-5 1515"]),
        ("rif1926", "tercio-2 goes to 2607 with tercio-1", ["MOVE tercio-2 tercio-1 TO 2607"]),
        ("rif1926", "tercio-2 va a 2607 con tercio-1", ["MOVE tercio-2 tercio-1 TO 2607"]),
        ("africa1860", "cuenca goes to arenal with luchana", ["MOVE cuenca luchana TO arenal"]),
        ("africa1860", "cuenca va a arenal con luchana", ["MOVE cuenca luchana TO arenal"]),
    ],
)  # fmt: skip
def test_who_goes_with_another_goes_too(game: str, line: str, meant: list[str]) -> None:
    assert orders(game, line) == meant


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("napoleonic", "leg4-1 goes to 1410 with ceuta"),
        ("legion", "URR 2 goes to 1515 with tercio-1"),
        ("legion", "URR 2 goes to 1515 with great joy"),
        ("rif1926", "tercio-2 goes to 2607 with urriaguel-3"),
    ],
)
def test_nobody_goes_along_who_is_no_unit_of_the_side(game: str, line: str) -> None:
    assert [each.order for each in read(game, line).lines] == [None]


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("napoleonic", "leg4-1 and leg4-2 don't fire at Ceuta"),
        ("napoleonic", "leg4-1 no dispara a Ceuta"),
        ("napoleonic", "leg4-1 no va a disparar"),
        ("legion", "URR 15 does not attack Igueriben"),
        ("legion", "URR 15 no ataca"),
        ("legion", "URR 15 holds its fire"),
        ("rif1926", "tercio-2 will not attack 2607"),
        ("rif1926", "tercio-2 no bombardea 2607"),
        ("africa1860", "prim does not fire at arenal"),
        ("africa1860", "cuenca y luchana no disparan"),
        ("africa1860", "cuenca hold fire"),
    ],
)
def test_an_order_that_is_not_wanted_is_none(game: str, line: str) -> None:
    found = read(game, line)
    assert found.idle == (line,)
    assert (found.lines, found.problems, found.ignored) == ((), (), ())


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("leg4-1 holds its fire", "DEFEND leg4-1 HOLD"),
        ("leg4-1 does not fire", "DEFEND leg4-1 HOLD"),
        ("leg4-1 no dispara", "DEFENDER leg4-1 ALTO"),
    ],
)
def test_where_an_order_says_so_it_is_offered(line: str, order: str) -> None:
    """In Bailén all of a division may be told to fire: one who does not is held back by an order."""
    (wrong,) = read("napoleonic", line).problems
    assert wrong.near == (order,)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("napoleonic", "leg4-1 no forma cuadro"),
        ("napoleonic", "leg4-1 no asalta Ceuta, dispara a Ceuta"),
        ("napoleonic", "leg4-1 does not fire at Ceuta but at Reina"),
        ("napoleonic", "leg4-1 does not fire until I say so"),
        ("napoleonic", "leg4-1 va a 1410 y no dispara"),
        ("napoleonic", "leg4-1 goes to 1410 but does not fire"),
        ("napoleonic", "leg4-1 no"),
        ("napoleonic", "do not fire leg4-1 at Ceuta"),
        ("africa1860", "cuenca does not retreat"),
        ("legion", "URR 15 does not attack Igueriben, except with URR 2"),
        ("legion", "nobody does not attack Igueriben"),
    ],
)
def test_where_more_is_said_than_that_nobody_does_something_nothing_is_ordered(game: str, line: str) -> None:
    """Nor is it said that it is so without an order: a battalion may form square, and who is beaten retreats."""
    found = read(game, line)
    assert found.idle == ()
    assert [each.order for each in found.lines if each.order is not None] == []
    assert not any("fire leg4-1" in near for problem in found.problems for near in problem.near)


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("napoleonic", "leg4-1 gira al NO y dispara a Ceuta", ["FACE leg4-1 NW", "FIRE leg4-1 AT ceuta"]),
        ("napoleonic", "leg4-1 encara NO, dispara a Ceuta", ["FACE leg4-1 NW", "FIRE leg4-1 AT ceuta"]),
        ("napoleonic", "leg4-1 va a 1410 NO", ["MOVE leg4-1 1410 FACE NW"]),
        ("napoleonic", "que leg4-1 no se reorganice", ["RALLY NO leg4-1"]),
        ("legion", "URR 15 no se mueve", ["HOLD urriaguel-15"]),
        ("legion", "URR 15 stays and attacks 2111", ["HOLD urriaguel-15", "ATTACK 2111 WITH urriaguel-15"]),
    ],
)
def test_the_north_west_denies_nothing_and_what_is_an_order_stays_one(game: str, line: str, meant: list[str]) -> None:
    assert orders(game, line) == meant


CAVALRY = {
    "urriaguel-cav-4": "2120",
    "urriaguel-4": "2120",
    "cuirassiers": "1410",
    "leg4-1": "1410",
    "dragons-1": "1411",
}


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("legion", "my cavalry at 2120 goes to 2121", ["MOVE urriaguel-cav-4 2121"]),
        ("legion", "The cavalry that is at 2120 goes to 2121", ["MOVE urriaguel-cav-4 2121"]),
        ("legion", "La caballería que está en 2120 va a 2121", ["MOVE urriaguel-cav-4 2121"]),
        ("legion", "Mi caballería de 2120 ataca 2121", ["ATTACK 2121 WITH urriaguel-cav-4"]),
        ("napoleonic", "My cavalry at 1410 goes to 1408", ["MOVE cuirassiers 1408"]),
        ("napoleonic", "La caballería que está en 1410 carga a Ceuta", ["CHARGE cuirassiers AT ceuta"]),
        ("napoleonic", "MOVE my infantry which stands in 1410 to 1408", ["MOVE leg4-1 1408"]),
        ("napoleonic", "mi leg4-1 va a 1408", ["MOVE leg4-1 1408"]),
    ],
)  # fmt: skip
def test_of_a_kind_those_act_who_stand_where_it_is_told(game: str, line: str, meant: list[str]) -> None:
    assert orders(game, line, CAVALRY) == meant


@pytest.mark.parametrize("line", ["My cavalry goes to 1408", "mi caballería va a 1408"])
def test_of_a_kind_of_which_more_may_be_meant_it_is_asked_who(line: str) -> None:
    """Those of the side, though others have the word in their names."""
    (problem,) = read("napoleonic", line, CAVALRY).problems
    assert (problem.code, problem.args["count"]) == ("ambiguous-unit", 5)
    assert problem.near == ("chasseurs-1", "chasseurs-2", "cuirassiers", "dragons-1", "dragons-2")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("que leg4-1 forme cuadro si le cargan", ["SQUARE leg4-1 always"]),
        ("Que leg4-1 y leg4-2 formen cuadro si les cargan", ["SQUARE leg4-1 always", "SQUARE leg4-2 always"]),
        ("quiero que leg4-1 forme cuadro", ["FORM leg4-1 square"]),
        ("que leg4-1 dispare a Ceuta", ["FIRE leg4-1 AT ceuta"]),
        ("que los cuirassiers carguen a Ceuta", ["CHARGE cuirassiers AT ceuta"]),
    ],
)
def test_what_somebody_is_told_to_do_in_the_subjunctive_is_an_order(line: str, meant: list[str]) -> None:
    assert orders("napoleonic", line) == meant
