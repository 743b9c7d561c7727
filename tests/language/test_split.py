"""Orders dictated to a telephone: one line, several orders; parted only where nothing has to be guessed."""

import pytest

from pbem.language.reading import MAX_ORDERS, Reading
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
        ("MOVE urriaguel-1 1414 and attack 1613", 2),
        ("MOVE urriaguel-1 1414 to attack 1613", 2),
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
        "Hold urriaguel-1. Thanks to you all friends",
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
    moves = [f"MOVE urriaguel-1 {column:02}{row:02}" for column in range(2, 40) for row in range(1, 22)]
    reading = read("\n".join(". ".join(moves[at : at + 7]) for at in range(0, len(moves), 7)))
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


@pytest.mark.parametrize(
    ("line", "said", "prose"),
    [
        ("Hola, lema: a la bahía vamos", ("a la bahía vamos",), ("Hola,",)),
        ("Buenos días, ya estoy de vuelta. Mi lema: mar", ("mar",), ("Buenos días, ya estoy de vuelta.",)),
        ("Hi! Motto: wind, sand", ("wind, sand",), ("Hi!",)),
        ("Buenas, mi lema es a la bahía", ("a la bahía",), ("Buenas,",)),
        ("As you know my motto is wind", (), ("As you know my motto is wind",)),
        ("How do I send the motto: before the orders?", (), ("How do I send the motto: before the orders?",)),
        ("his motto: wind", (), ("his motto: wind",)),
        ("Hi, motto time again", (), ("Hi, motto time again",)),
        ("Hola, lema bonito el tuyo", (), ("Hola, lema bonito el tuyo",)),
    ],
)
def test_words_for_the_dice_behind_a_greeting_count(line: str, said: tuple[str, ...], prose: tuple[str, ...]) -> None:
    reading = read(line)
    assert tuple(each.args[0] for each in reading.commands) == said
    assert tuple(each.strip() for each in reading.ignored) == prose


@pytest.mark.parametrize(
    ("line", "order", "said"),
    [
        ("MOVE urriaguel-3 1514, motto: fog at dawn", "MOVE urriaguel-3 1514,", ("nonce", ("fog at dawn",))),
        ("Mover urriaguel-3 a 1514. Lema: niebla", "Mover urriaguel-3 a 1514", ("nonce", ("niebla",))),
        ("MOVE urriaguel-3 1514. Thanks. DONE", "MOVE urriaguel-3 1514", ("done", ())),
        ("Mover urriaguel-3 a 1514. Gracias. Listo", "Mover urriaguel-3 a 1514", ("done", ())),
    ],
)
def test_words_for_the_dice_and_done_behind_an_order_count(line: str, order: str, said: tuple[object, ...]) -> None:
    reading = read(line, strict=False)
    assert [(found.text, found.order is not None) for found in reading.lines] == [(order, True)]
    assert [(each.name, each.args) for each in reading.commands] == [said]
    assert (reading.ignored, reading.problems) == ((), ())
