"""Lines that mean what stands above them: other goals, what both who went do, the orders of another turn."""

from functools import cache

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.messages import sentence
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.language.write import write_order

SIDES = {"legion": "moroccan", "rif1926": "allied", "africa1860": "spanish", "napoleonic": "french"}


@cache
def lexicon(game: str) -> Lexicon:
    return lexicon_of(ruleset(game), compose(game))


def read(game: str, *lines: str) -> Reading:
    """The lines of a mail; without a verb one moves somebody."""
    side = SIDES[game]
    return read_text("\n".join(lines), lexicon(game), side=side, unsaid=lambda *_: "MOVE", stands=lambda _: "")


def orders(game: str, *lines: str) -> list[str]:
    """The orders that they are; nothing may be wrong, and nothing left over."""
    found = read(game, *lines)
    assert (found.problems, found.ignored, found.commands) == ((), (), ())
    return [write_order(each.order, lexicon(game), "en") for each in found.lines if each.order is not None]


def codes(game: str, *lines: str) -> list[tuple[int, str]]:
    """The problems of such lines, each with the number of its own."""
    return [(problem.line, problem.code) for problem in read(game, *lines).problems]


@pytest.mark.parametrize(
    ("game", "lines", "meant"),
    [
        ("legion", ["URR 2 moves to 1717", "no, to 1718"], ["MOVE urriaguel-2 1718"]),
        ("legion", ["URR 2 va a 1717", "No, mejor a Annual."], ["MOVE urriaguel-2 1613"]),
        ("legion", ["MOVER URR 2 a 1717", "", "perdón, a 1718"], ["MOVE urriaguel-2 1718"]),
        ("legion", ["URR 2 a 1717", "no, al 1718"], ["MOVE urriaguel-2 1718"]),
        ("legion", ["URR 2 moves to 1717", "no, to 1718", "or rather to 1719"], ["MOVE urriaguel-2 1719"]),
        ("legion", ["URR 2 moves to 1717", "no, to 1718 and 1719"], ["MOVE urriaguel-2 1718 1719"]),
        ("legion", ["URR 2 moves to 1717", "sorry, URR 2 to 1718"], ["MOVE urriaguel-2 1718"]),
        ("legion", ["URR 2 and URR 5 go to 1717", "no, to 1718"], ["MOVE urriaguel-2 1718", "MOVE urriaguel-5 1718"]),
        (
            "legion",
            ["URR 5 goes to 1515", "URR 2 goes to 1717 and attacks Annual", "no, to 1514"],
            ["MOVE urriaguel-5 1515", "MOVE urriaguel-2 1514", "ATTACK 1613 WITH urriaguel-2"],
        ),
        ("rif1926", ["tercio-2 va a 2607", "no, a 2608"], ["MOVE tercio-2 TO 2608"]),
        ("rif1926", ["SAIL marina TO 2805", "I mean to 2806"], ["SAIL marina TO 2806"]),
        ("napoleonic", ["leg4-1 goes to 1410 facing NE", "no, to 1411"], ["MOVE leg4-1 1411 FACE NE"]),
        ("napoleonic", ["DIVISION barbou ADVANCE TO 1410", "no, to 1411"], ["DIVISION barbou ADVANCE TO 1411"]),
        ("africa1860", ["MOVER cuenca a arenal", "no, a jaral"], ["MOVE cuenca TO jaral"]),
    ],
)
def test_another_goal_right_below_a_move_corrects_it(game: str, lines: list[str], meant: list[str]) -> None:
    assert orders(game, *lines) == meant


def test_a_corrected_order_is_told_with_what_was_sent_in_the_language_of_its_own() -> None:
    (line,) = read("legion", "MOVER URR 2 a 1717", "no, to 1718").lines
    assert (line.text, line.mended, line.row) == ("MOVER urriaguel-2 1718", "no, to 1718", 2)


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        (["no, to 1718"], 1),
        (["HOLD URR 2", "no, to 1718"], 2),
        (["MOVE URR 2 1716 1717", "no, to 1718"], 2),
        (["LAND reina-1 AT 0301", "no, to 1718"], 2),
        (["URR 2 goes to 1716 and URR 5 goes to 1717", "no, to 1718"], 3),
        (["URR 2 goes to 1716", "The dice hate me.", "no, to 1718"], 2),
        (["URR 2 goes to 1716", "Combat:", "no, to 1718"], 2),
        (["MOVE URR 2 TO nowhere", "no, to 1718"], 2),
        (["FLY hidroavion-1 TO 2817", "no, to 1718 and 1719"], 2),
    ],
)
def test_where_it_is_not_plain_what_is_corrected_that_is_told(lines: list[str], number: int) -> None:
    """What stands above is as it was; so it is told that the line below says nothing of it."""
    found = read("legion", *lines)
    assert codes("legion", *lines)[-1] == (number, "unclear-correction")
    assert [each.order is None for each in found.lines][-1]
    without = read("legion", *lines[:-1])
    assert [each.order for each in found.lines][:-1] == [each.order for each in without.lines]


@pytest.mark.parametrize(
    "line", ["no, to 1718?", "> no, to 1718", "no, to nowhere", "no, 1718 is the better place", "no, not to us", "No."]
)
def test_what_only_begins_like_a_correction_corrects_nothing(line: str) -> None:
    found = read("legion", "URR 2 moves to 1717", line)
    assert [write_order(each.order, lexicon("legion"), "en") for each in found.lines if each.order] == [
        "MOVE urriaguel-2 1717"
    ]
    assert not any(problem.code == "unclear-correction" for problem in found.problems)


def test_another_unit_in_a_correction_has_its_own_order() -> None:
    meant = ["MOVE urriaguel-2 1717", "MOVE urriaguel-5 1718"]
    assert orders("legion", "URR 2 moves to 1717", "Sorry, URR 5 to 1718") == meant


def test_a_line_of_a_file_that_is_like_no_order_is_told_all_the_same() -> None:
    (problem,) = read_text("qqqq wwww", lexicon("legion"), strict=True).problems
    assert (problem.line, problem.code, problem.near) == (1, "unknown-order", ())


def test_a_file_of_orders_has_no_corrections() -> None:
    found = read_text("MOVE urriaguel-2 1717\nno, to 1718", lexicon("legion"), strict=True)
    assert [each.order is None for each in found.lines] == [False]
    assert found.problems != ()


@pytest.mark.parametrize(
    ("game", "lines", "meant"),
    [
        ("legion", ["URR 2 moves to 1515", "URR 5 moves to 1516", "Both attack Igueriben."],
         ["ATTACK 1615 WITH urriaguel-2 urriaguel-5"]),
        ("legion", ["URR 2 va a 1515", "URR 5 va a 1516", "", "Y las dos atacan Igueriben"],
         ["ATTACK 1615 WITH urriaguel-2 urriaguel-5"]),
        ("legion", ["URR 2 a 1515", "URR 5 a 1516", "URR 7 a 1514", "Las tres atacan Igueriben"],
         ["ATTACK 1615 WITH urriaguel-2 urriaguel-5 urriaguel-7"]),
        ("legion", ["HOLD URR 9", "URR 2 and URR 5 go to 1515", "Both units attack Igueriben"],
         ["ATTACK 1615 WITH urriaguel-2 urriaguel-5"]),
        ("rif1926", ["tercio-2 va a 2607", "tercio-1 va a 2607", "Ambas atacan 2707"],
         ["ATTACK 2707 WITH tercio-2 tercio-1"]),
        ("rif1926", ["MOVE tercio-2 tercio-1 TO 2607", "Both attack 2707"], ["ATTACK 2707 WITH tercio-1 tercio-2"]),
        ("napoleonic", ["leg4-1 goes to 1410", "leg4-2 goes to 1410", "Both form square"],
         ["FORM leg4-1 square", "FORM leg4-2 square"]),
        ("napoleonic", ["leg4-1 va a 1410", "leg4-2 va a 1411", "Las dos disparan a Ceuta"],
         ["FIRE leg4-1 AT ceuta", "FIRE leg4-2 AT ceuta"]),
        ("africa1860", ["MOVE cuenca TO arenal", "MOVE luchana TO arenal", "Both fire at jaral"],
         ["FIRE cuenca luchana AT jaral"]),
    ],
)  # fmt: skip
def test_both_who_went_are_meant_below_them(game: str, lines: list[str], meant: list[str]) -> None:
    assert orders(game, *lines)[-len(meant) :] == meant


@pytest.mark.parametrize(
    "lines",
    [
        ["Both attack Igueriben"],
        ["URR 2 moves to 1515", "Both attack Igueriben"],
        ["URR 2 moves to 1515", "URR 2 moves to 1516", "Both attack Igueriben"],
        ["URR 2 moves to 1515", "URR 5 moves to 1516", "URR 7 moves to 1514", "Both attack Igueriben"],
        ["URR 2 moves to 1515", "URR 5 moves to 1516", "All three attack Igueriben"],
        ["URR 2 moves to 1515", "HOLD URR 5", "Ambas atacan Igueriben"],
        ["URR 2 moves to 1515", "URR 5 moves to 1516", "That is all.", "Both attack Igueriben"],
    ],
)
def test_where_more_or_fewer_went_it_is_asked_who_both_are(lines: list[str]) -> None:
    assert [code for _, code in codes("legion", *lines)] == ["unclear-units"]
    assert read("legion", *lines).lines[-1].order is None


@pytest.mark.parametrize(
    "line",
    ["Both sides fought well", "Both attack on Friday", "two land pieces in 1515", "Ambos bandos atacan bien"],
)
def test_a_sentence_about_both_is_prose(line: str) -> None:
    found = read("legion", "URR 2 moves to 1515", "URR 5 moves to 1516", line)
    assert (found.problems, found.ignored) == ((), (line,))


@pytest.mark.parametrize(
    "line",
    [
        "same as last turn but URR 2 goes to 1515",
        "Same orders as last turn.",
        "Everything as in the previous turn, except URR 2 to 1515",
        "repeat my orders of last turn",
        "Lo mismo que el turno pasado, pero URR 2 a 1515",
        "Las mismas órdenes que el turno anterior",
        "Como la última vez, y URR 2 a 1515",
        "Repito las órdenes del turno anterior",
    ],
)
def test_orders_of_another_turn_are_to_be_written_out(line: str) -> None:
    (problem,) = read("legion", line).problems
    assert (problem.line, problem.code) == (1, "not-repeated")
    assert "write out all that you want this turn" in sentence(problem, "en")
    assert "escribe todas las de este turno" in sentence(problem, "es")


@pytest.mark.parametrize(
    "line",
    [
        "As in the last turn, the dice hate me",
        "In last turn we fought well",
        "Last turn was the same",
        "the same for me",
        "I lost as many as last turn",
        "same as last turn?",
    ],
)
def test_a_sentence_about_another_turn_is_prose(line: str) -> None:
    found = read("legion", line)
    assert (found.problems, found.ignored) == ((), (line,))
