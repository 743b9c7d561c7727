"""Orders dictated to a telephone: one line, several orders; parted only where nothing has to be guessed."""

from functools import cache

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.reading import MAX_ORDERS, Reading
from pbem.language.text.reader import read_text
from tests.language import factories


def read(text: str, *, strict: bool = False) -> Reading:
    return factories.read(text, strict=strict)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Move urriaguel 1 to 1414. Hold urriaguel 2; march urriaguel 3 to 1515. Thanks a lot!", 3),
        ("Mover urriaguel 1 a 1414. Mover urriaguel 2 a 1513. Gracias", 2),
        ("mover urriaguel 1 a 1414 mover urriaguel 2 a 1513 y luego desplazar urriaguel 3 a 1515", 3),
        ("MOVE urriaguel-1 1414, attack 1613 with urriaguel-1", 2),
        ("Hold urriaguel-1. Thanks.", 1),
        ("MOVE urriaguel-1 1414 # and then. MOVE urriaguel-2 1515", 1),
    ],
)
def test_each_order_of_a_line_is_read(line: str, orders: int) -> None:
    reading = read(line)
    assert not reading.problems
    assert len(reading.lines) == orders
    assert all(found.order is not None for found in reading.lines)


@pytest.mark.parametrize(
    "line",
    [
        "MOVE urriaguel-1 1414 if that fails MOVE urriaguel-2 1414",
        "Hold urriaguel-2. If that fails move urriaguel-1 1414",
        "MOVE urriaguel-1 1414 to attack 1613",
        "move " * 300,
    ],
)
def test_a_line_whose_parts_are_not_all_orders_stays_one(line: str) -> None:
    assert len(read(line).lines) <= 1
    assert not [found for found in read(line).lines if found.order is not None]


def test_a_fault_stands_where_it_is_in_the_line_and_spoils_no_other_order() -> None:
    reading = read("MOVE urriaguel-1 1414. MOVE urriaguel-2 9999")
    assert [found.order is not None for found in reading.lines] == [True, False]
    assert [(problem.line, problem.column) for problem in reading.problems] == [(2, 41)]


def test_a_year_that_is_the_number_of_a_hex_makes_no_order_of_a_name() -> None:
    assert not read("Möller Maschinenbau, Hauptstraße 1921").problems
    assert [problem.code for problem in read("MOBER urriaguel-1 1414\nMOBER 1414").problems] == ["unknown-order"] * 2


def test_a_command_and_the_end_may_stand_behind_a_stop() -> None:
    reading = read("Hold urriaguel-1. No esperar.\nEND\nMOVE urriaguel-2 1515")
    assert [command.name for command in reading.commands] == ["done"]
    assert len(reading.lines) == 1


def test_a_file_has_one_order_a_line() -> None:
    line = "HOLD urriaguel-1. HOLD urriaguel-2"
    assert [found.text for found in read(line).lines] == ["HOLD urriaguel-1", "HOLD urriaguel-2"]
    assert [problem.code for problem in read(line, strict=True).problems] == ["unexpected-word"]


def test_no_more_orders_than_allowed_are_read_of_however_few_lines() -> None:
    line = ". ".join(["Hold urriaguel-1"] * 7)
    reading = read(f"{line}\n" * 100)
    assert len(reading.lines) == MAX_ORDERS
    assert [problem.code for problem in reading.problems] == ["too-many-orders"]


@pytest.mark.parametrize(
    ("line", "said", "prose"),
    [
        ("Sí, soy yo. CONFIRMAR", [("confirm", ())], ("Sí, soy yo.",)),
        ("He movido todo. LISTO. Un saludo, Ana", [("done", ())], ("He movido todo.", "Un saludo, Ana")),
        ("DONE. See you Sunday!", [("done", ())], ("See you Sunday!",)),
        ("Thanks. Vote yes. Bye", [("vote", ("yes",))], ("Thanks.", "Bye")),
        ("What now? HELP", [("help", ())], ("What now?",)),
        ("STATUS; MAP", [("status", ()), ("map", ())], ()),
        ("DROP 3. Thanks", [("drop", ("3",))], ("Thanks",)),
        ("Hi! LEMA niebla. En Annual", [("nonce", ("niebla. En Annual",))], ("Hi!",)),
        ("MOTTO fog. DONE", [("nonce", ("fog. DONE",))], ()),
    ],
)
def test_a_command_in_a_sentence_of_its_own_counts(line: str, said: list[object], prose: tuple[str, ...]) -> None:
    reading = read(line, strict=False)
    assert [(command.name, command.args) for command in reading.commands] == said
    assert (reading.ignored, reading.problems) == (prose, ())


@pytest.mark.parametrize(
    "line",
    [
        "Listo. Un saludo",
        "Wait. I made a mistake",
        "I will not WAIT. Help yourself.",
        "Are you ready? DONE?",
        "Omar. MAP Consulting",
        "> I am off. DONE",
        "Todo listo. Ya. Espera.",
    ],
)
def test_a_word_of_ordinary_prose_is_no_command(line: str) -> None:
    assert read(line, strict=False).commands == ()


RIF = [
    ("SAIL caz-03 AND marina TO 2805", ["SAIL caz-03 TO 2805", "SAIL marina TO 2805"]),
    ("navegar la marina y el TER 2 a 2805", ["navegar marina a 2805", "navegar TER 2 a 2805"]),
    ("desplegar tercio-1 en 4616 y tercio-2 en 2606", ["desplegar tercio-1 en 4616", "desplegar tercio-2 en 2606"]),
    ("mover tercio-1 a 4616; tercio-2 a 2606", ["mover tercio-1 a 4616", "mover tercio-2 a 2606"]),
    ("MOVE tercio-1, tercio-2 TO 4616, tercio-3 TO 2606", ["MOVE tercio-1, tercio-2 TO 4616", "MOVE tercio-3 TO 2606"]),
    ("mover tercio-2 a 2607 por favor", ["mover tercio-2 a 2607"]),
    ("MOVE tercio-2 2607, please. Thank you!", ["MOVE tercio-2 2607"]),
    ("atacar 2607 con tercio-2 avance nadie, gracias (3 a 1)", ["atacar 2607 con tercio-2"]),
    ("ATTACK 2607 WITH tercio-2 ADVANCE none", ["ATTACK 2607 WITH tercio-2"]),
]


@cache
def rif_words() -> Lexicon:
    return lexicon_of(ruleset("rif1926"), compose("rif1926"))


@pytest.mark.parametrize(("line", "orders"), RIF)
def test_a_line_for_several_units_is_an_order_for_each_and_courtesies_say_nothing(line: str, orders: list[str]) -> None:
    reading = read_text(line, rif_words(), side="allied")
    assert not reading.problems
    assert [found.text for found in reading.lines] == orders
    assert all(found.order is not None for found in reading.lines)


def test_of_several_units_each_is_told_what_it_lacks() -> None:
    reading = read_text("ENTER tercio-1 tercio-2", rif_words(), side="allied")
    assert [line.text for line in reading.lines] == ["ENTER tercio-1", "ENTER tercio-2"]
    assert [(problem.line, problem.code) for problem in reading.problems] == [
        (1, "missing-field"),
        (2, "missing-field"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "SAIL marina behind tercio-2 TO 2805",
        "DEPLOY tercio-1 AT 4616 or tercio-2 AT 2606",
        "MOVE tercio-2 2607 (not 2608, please ask)",
        "MOVE tercio-1 TO tercio-2",
    ],
)
def test_what_else_is_said_is_no_courtesy_and_moves_nobody(line: str) -> None:
    reading = read_text(line, rif_words(), side="allied")
    assert [found.order for found in reading.lines] == [None]


def test_a_question_in_brackets_behind_an_order_is_left_for_the_referee() -> None:
    reading = read_text("atacar 2607 con tercio-2 (es 3 a 1, ¿no?)", rif_words(), side="allied")
    assert [line.text for line in reading.lines] == ["atacar 2607 con tercio-2"]
    assert reading.ignored == ("es 3 a 1, ¿no?",)
