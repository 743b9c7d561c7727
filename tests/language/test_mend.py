"""Order lines that are wrong in their form alone: mended where nothing has to be guessed, else left as they are."""

from functools import cache

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.rules.africa1860.orders import Fire

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
def lexicon(game: str = "rif1926") -> Lexicon:
    return lexicon_of(ruleset(game), compose(game))


@pytest.mark.parametrize(("line", "orders"), RIF)
def test_a_line_for_several_units_is_an_order_for_each_and_courtesies_say_nothing(line: str, orders: list[str]) -> None:
    reading = read_text(line, lexicon(), side="allied")
    assert not reading.problems
    assert [found.text for found in reading.lines] == orders
    assert all(found.order is not None for found in reading.lines)


def test_of_several_units_each_is_told_what_it_lacks() -> None:
    reading = read_text("ENTER tercio-1 tercio-2", lexicon(), side="allied")
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
    reading = read_text(line, lexicon(), side="allied")
    assert [found.order for found in reading.lines] == [None]


def test_a_question_in_brackets_behind_an_order_is_left_for_the_referee() -> None:
    reading = read_text("atacar 2607 con tercio-2 (es 3 a 1, ¿no?)", lexicon(), side="allied")
    assert [line.text for line in reading.lines] == ["atacar 2607 con tercio-2"]
    assert reading.ignored == ("es 3 a 1, ¿no?",)


def test_a_word_of_several_units_that_is_a_verb_elsewhere_is_the_choice_that_it_is_here() -> None:
    """FACE and SQUARE are orders too."""
    text = "MOVE leg4-1 leg4-2 to 1408 FACE NE\nFORM leg4-3, leg3-1 square"
    reading = read_text(text, lexicon("napoleonic"), side="french")
    assert [found.text for found in reading.lines] == [
        "MOVE leg4-1 to 1408 FACE NE",
        "MOVE leg4-2 to 1408 FACE NE",
        "FORM leg4-3 square",
        "FORM leg3-1 square",
    ]
    assert all(found.order is not None for found in reading.lines)


@pytest.mark.parametrize(
    "line",
    [
        "ATTACK 2607: tercio-1, tercio-2 support art-cg-1",
        "ATTACK 2607 tercio-1 and tercio-2 with the support of art-cg-1",
        "ATTACK 2607 with tercio-1 and tercio-2, supported by art-cg-1",
        "atacar 2607 con tercio-1 y tercio-2 con apoyo de art-cg-1",
    ],
)
def test_a_word_that_is_left_out_or_says_nothing_beside_another_changes_no_order(line: str) -> None:
    said = "ATTACK 2607 WITH tercio-1 tercio-2 SUPPORT art-cg-1"
    (meant,) = read_text(said, lexicon(), side="allied", strict=True).lines
    reading = read_text(line, lexicon(), side="allied")
    assert [found.order for found in reading.lines] == [meant.order]


@pytest.mark.parametrize("line", ["ATTACK 2607 tercio-1 tercio-2 tercio-2", "2607 | TER 1, TER 2 | - | TER 2"])
def test_of_what_is_named_twice_nobody_knows_what_is_left_out(line: str) -> None:
    reading = read_text(line, lexicon(), side="allied", unsaid=lambda rest, phase: "")
    assert [found.order for found in reading.lines] == [None]
    assert not [problem for problem in reading.problems if "rest" in problem.args]


def test_where_units_of_both_sides_are_named_the_own_ones_act() -> None:
    game = lexicon("legion")
    (meant,) = read_text("ATTACK urriaguel-1 WITH bandera-1-1 bandera-1-2", game, strict=True).lines
    (found,) = read_text("ATTACK urriaguel-1: bandera-1-1, bandera-1-2", game, side="spanish").lines
    assert found.order == meant.order
    assert found.written == "ATTACK urriaguel-1: bandera-1-1, bandera-1-2"
    (unsaid,) = read_text("ATTACK urriaguel-1: bandera-1-1, bandera-1-2", game).lines
    assert unsaid.order is None  # bandera-1-1 may be attacked as well


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("ATTACK caz-16 in 2208 WITH ax-01", ["ATTACK caz-16 WITH ax-01"]),
        ("ATTACK caz-16 (2208) WITH ax-01 at 2209", ["ATTACK caz-16 WITH ax-01"]),
        ("ATTACK caz-16 in 2209 WITH ax-01", []),
        ("ATTACK 2208 WITH ax-01 from 2208", []),
    ],
)
def test_the_place_of_a_unit_may_be_told_where_it_stands_there(line: str, orders: list[str]) -> None:
    places = {"caz-16": "2208", "ax-01": "2209"}
    reading = read_text(line, lexicon(), side="rif", stands=lambda unit: places.get(unit, ""))
    assert [found.text for found in reading.lines if found.order] == orders
    assert bool(reading.problems) is not bool(orders)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("ATACAR la ametralladora de Batel CON tercio", "ATACAR la ulisex-mg-2 CON tercio"),
        ("bandera-1-1 contra la ametralladora de Batel", "ATACAR la ulisex-mg-2 CON bandera-1-1"),
        ("ATTACK the machine gun at Annual WITH bandera-1-1", ""),
    ],
)
def test_of_several_units_that_are_called_so_the_one_is_meant_that_stands_at_the_place(line: str, order: str) -> None:
    places = {"ulisex-mg-2": "2919", "ulisex-mg-1": "2119", "aros-mg-1": "1613", "midao-mg-1": "1613"}
    reading = read_text(
        line.replace("tercio", "bandera-1-1"),
        lexicon("legion"),
        side="spanish",
        unsaid=lambda rest, phase: "",
        stands=lambda unit: places.get(unit, ""),
    )
    assert [found.text for found in reading.lines if found.order] == [order.replace("tercio", "bandera-1-1")] * bool(
        order
    )


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        (
            "MOVE urriaguel-9, 2 and 4 to 1515, 1516 and 1718",
            ["MOVE urriaguel-9 to 1515", "MOVE urriaguel-2 to 1516", "MOVE urriaguel-4 to 1718"],
        ),
        ("mover urr 9 y urr 2 a 1515 y 1516", ["mover urr 9 a 1515", "mover urr 2 a 1516"]),
        ("MOVE URR 9, URR 2 to 1515 1516", ["MOVE URR 9 to 1515 1516", "MOVE URR 2 to 1515 1516"]),
        (
            "MOVE URR 9 and URR 2 to 1515, 1516 and 1517",
            ["MOVE URR 9 to 1515 1516 1517", "MOVE URR 2 to 1515 1516 1517"],
        ),
    ],
)
def test_as_many_places_as_units_with_and_before_the_last_are_one_for_each(line: str, orders: list[str]) -> None:
    reading = read_text(line, lexicon("legion"), side="moroccan", unsaid=lambda rest, phase: "")
    assert [" ".join(found.text.split()) for found in reading.lines if found.order] == orders


@pytest.mark.parametrize("line", ["bandera 8 lands at Sidi Dris", "la bandera 8 desembarca en Sidi Dris"])
def test_of_an_order_that_begins_with_what_several_units_are_called_it_is_asked_which_is_meant(line: str) -> None:
    (problem,) = read_text(line, lexicon("legion"), side="spanish", unsaid=lambda rest, phase: "").problems
    assert (problem.code, problem.args["count"]) == ("ambiguous-unit", 3)


@pytest.mark.parametrize("line", ["bandera 8 is the bravest of all", "la bandera 8 es lo mejor que tengo"])
def test_a_sentence_about_several_units_that_are_called_so_asks_nothing(line: str) -> None:
    reading = read_text(line, lexicon("legion"), side="spanish", unsaid=lambda rest, phase: "")
    assert (reading.problems, reading.ignored) == ((), (line,))


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("URR 16 and URR 2 go to 1716 and then URR 4 goes to 1516", ["MOVE URR 16 to 1716", "MOVE URR 2 to 1716"]),
        ("URR 16 y URR 2 van a 1716 y luego URR 4 va a 1516", ["MOVER URR 16 a 1716", "MOVER URR 2 a 1716"]),
    ],
)
def test_an_and_before_the_first_verb_parts_no_line(line: str, orders: list[str]) -> None:
    reading = read_text(line, lexicon("legion"), side="moroccan", unsaid=lambda rest, phase: "")
    assert [found.text for found in reading.lines if found.order][:2] == orders
    assert len(reading.lines) == 3


@pytest.mark.parametrize("line", ["MOVE tercio-1, tercio-2 2607 both", "mover tercio-1 y tercio-2 a 2607 juntos"])
def test_that_units_act_together_says_nothing_more(line: str) -> None:
    (found,) = read_text(line, lexicon(), side="allied").lines
    assert found.order == read_text("MOVE tercio-1 tercio-2 2607", lexicon(), strict=True).lines[0].order


def test_a_preposition_before_the_space_of_a_keyword_says_nothing() -> None:
    text = "ACTIVATE art-5 FIRE on jaral\nACTIVATE art-5 FIRE jaral"
    on, plain = read_text(text, lexicon("africa1860"), strict=True).lines
    assert on.order is not None
    assert on.order == plain.order
    when = read_text("ACTIVATE art-5 FIRE THERE on spanish-fire START", lexicon("africa1860"), strict=True)
    assert [line.order is not None for line in when.lines] == [True]  # a phase is no space


@pytest.mark.parametrize(
    ("game", "line", "path"),
    [
        ("rif1926", "MOVE ax-01 to 2110 via 2111", ("2111", "2110")),
        ("rif1926", "mover ax-01 a 2110 pasando por 2112 y 2111", ("2112", "2111", "2110")),
        ("rif1926", "ENTRAR gy-12 por 0109 a 0408", ("0408",)),
        ("legion", "MOVE urriaguel-7 via 1514 to 1613", ("1514", "1613")),
        ("legion", "mover urriaguel-7 a Annual a través de 1514", ("1514", "1613")),
        ("legion", "MOVE urriaguel-7 1514 through 1515", ("1515", "1514")),
        ("napoleonic", "CHARGE cuirassiers AT 1810 VIA 1609 1710", ("1609", "1710")),
        ("napoleonic", "MOVE leg4-1 to 1408 by way of 1409 FACE NE", ("1409", "1408")),
    ],
)
def test_what_a_path_leads_through_comes_before_its_end(game: str, line: str, path: tuple[str, ...]) -> None:
    (found,) = read_text(line, lexicon(game), strict=True).lines
    assert found.order is not None
    assert found.order.to_json()["path"] == list(path)


def test_via_without_a_place_is_a_word_too_many() -> None:
    reading = read_text("MOVE urriaguel-7 to 1613 via", lexicon("legion"), strict=True)
    assert [problem.args["read"] for problem in reading.problems] == ["via"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("command rouyer to attack", "COMMAND rouyer attack"),
        ("leg4-1 turns to NE", "FACE leg4-1 NE"),
        ("MOVE leg4-2 1408 NE", "MOVE leg4-2 1408 FACE NE"),
        ("bat-4 fires on 1406", "FIRE bat-4 AT 1406"),
    ],
)
def test_small_words_of_bailen_are_put_in_or_left_out(line: str, meant: str) -> None:
    game = lexicon("napoleonic")
    (found,) = read_text(line, game, side="french", unsaid=lambda rest, phase: "").lines
    (order,) = read_text(meant, game, strict=True).lines
    assert order.order is not None
    assert found.order == order.order


def test_who_acts_together_may_be_named_with_one_another() -> None:
    reading = read_text("move gen-dupont with leg4-3 to 1308", lexicon("napoleonic"), side="french")
    assert [line.text for line in reading.lines] == ["move gen-dupont to 1308", "move leg4-3 to 1308"]


def test_who_acts_is_no_target_where_a_word_is_left_out() -> None:
    """leg4-1 stands nowhere that the line says."""
    reading = read_text("ASSAULT leg4-1 1406", lexicon("napoleonic"), side="french")
    assert [line.order for line in reading.lines] == [None]


def test_an_order_that_a_mail_has_twice_is_one_and_of_other_phases_each_is_its_own() -> None:
    text = "SAIL marina to 2805\nnavegar los barcos marina a 2805\nPHASE allied-combat\nSAIL marina TO 2805"
    reading = read_text(text, lexicon(), side="allied")
    assert [line.text for line in reading.lines] == ["SAIL marina to 2805", "SAIL marina TO 2805"]
    assert len(read_text(text, lexicon(), strict=True).lines) == 3


@pytest.mark.parametrize(
    "line",
    [
        "prim stays.",
        "prim, zabala and the cuenca stay put",
        "el cuenca se queda",
        "prim waits",
        "cuenca holds",
        "prim and the cuenca hold position",
        "luchana y cuenca se quedan donde están",
    ],
)
def test_units_that_are_said_to_do_nothing_need_no_order_where_there_is_none(line: str) -> None:
    reading = read_text(line, lexicon("africa1860"), side="spanish", unsaid=lambda rest, phase: "")
    assert reading.idle == (line,)
    assert (reading.lines, reading.problems, reading.ignored) == ((), (), ())


def test_where_there_is_an_order_for_it_who_stays_holds() -> None:
    (found,) = read_text("urriaguel-7 stays", lexicon("legion"), side="moroccan", unsaid=lambda rest, phase: "").lines
    assert found.order == read_text("HOLD urriaguel-7", lexicon("legion"), strict=True).lines[0].order


@pytest.mark.parametrize("line", ["prim stays?", "¿Prim se queda?", "> prim stays"])
def test_nothing_is_said_of_units_in_a_question_or_a_quoted_line(line: str) -> None:
    reading = read_text(line, lexicon("africa1860"), side="spanish", unsaid=lambda rest, phase: "")
    assert (reading.idle, reading.ignored) == ((), (line,))


@pytest.mark.parametrize("line", ["prim stays at home", "stays", "zork stays"])
def test_only_units_are_said_to_do_nothing(line: str) -> None:
    assert read_text(line, lexicon("africa1860"), side="spanish", unsaid=lambda rest, phase: "").idle == ()


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("MOVE TO 2607 WITH tercio-1, tercio-2", "MOVE tercio-1, tercio-2 TO 2607"),
        ("mover a 2607 con tercio-1 y tercio-2", "mover tercio-1 y tercio-2 a 2607"),
        ("ATTACK 2607: tercio-1 and tercio-2 and tercio-3", "ATTACK 2607: WITH tercio-1 and tercio-2 and tercio-3"),
        ("atacar 2607: tercio-1 y tercio-2 y tercio-3", "atacar 2607: WITH tercio-1 y tercio-2 y tercio-3"),
    ],
)
def test_a_place_may_stand_before_who_goes_or_attacks(line: str, order: str) -> None:
    (found,) = read_text(line, lexicon(), side="allied").lines
    assert (found.text, found.order is not None) == (order, True)


@pytest.mark.parametrize(
    ("line", "text", "near"),
    [
        ("Then MOVE urriaguel-3 1514", "MOVE urriaguel-3 1514", ""),
        ("Y luego mover urriaguel-3 a 1514", "mover urriaguel-3 a 1514", ""),
        ("Then MOVE uriaguel-3 1514", "MOVE uriaguel-3 1514", "urriaguel-3"),
        ("Luego mover uriaguel-3 a 1514", "mover uriaguel-3 a 1514", "urriaguel-3"),
    ],
)
def test_then_before_an_order_says_nothing(line: str, text: str, near: str) -> None:
    reading = read_text(line, lexicon("legion"), side="moroccan")
    assert [(found.text, found.order is None) for found in reading.lines] == [(text, bool(near))]
    assert [problem.near[0] for problem in reading.problems] == [near] * bool(near)


@pytest.mark.parametrize("line", ["And thanks for everything", "Y gracias por todo"])
def test_then_before_what_is_no_order_stays(line: str) -> None:
    assert read_text(line, lexicon("legion"), side="moroccan").ignored == (line,)


def test_units_that_start_in_one_area_keep_the_words_of_their_order() -> None:
    for line in ("mover prim y zabala a castillejos", "MOVE prim and zabala to castillejos"):
        (found,) = read_text(line, lexicon("africa1860"), side="spanish", stands=lambda unit: "jaral").lines
        assert (found.text, found.order is not None) == (line, True)


def test_units_of_several_areas_that_have_to_start_in_one_move_in_an_order_for_each() -> None:
    places = {"prim": "jaral", "zabala": "arenal", "cuenca": "jaral"}
    reading = read_text(
        "MOVE prim with zabala and cuenca to castillejos\nMOVE prim cuenca TO castillejos",
        lexicon("africa1860"),
        side="spanish",
        stands=lambda unit: places.get(unit, ""),
    )
    assert [line.text for line in reading.lines] == [
        "MOVE prim cuenca TO castillejos",
        "MOVE zabala TO castillejos",
    ]
    assert {line.written for line in reading.lines} == {"MOVE prim with zabala and cuenca to castillejos"}


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("URR 9 moves to 1515 and URR 2 to 1516", ["MOVE URR 9 to 1515", "MOVE URR 2 to 1516"]),
        ("urr 9 y urr 2 se mueven a 1515", ["MOVER urr 9 a 1515", "MOVER urr 2 a 1515"]),
        ("URR 9 movez to 1515 and URR 2 to 1516", []),
        (
            "URR 9 goes to 1515 and URR 2 falls back to 1516 and URR 4 moves to 1718",
            ["MOVE URR 9 to 1515", "MOVE URR 2 to 1516", "MOVE URR 4 to 1718"],
        ),
        ("urr 9 va a 1515 y urr 2 se repliega a 1516", ["MOVER urr 9 a 1515", "MOVER urr 2 se a 1516"]),
        (
            "URR 9 moves to 1515 and URR 2 and URR 4 moves to 1516",
            ["MOVE URR 9 to 1515", "MOVE URR 2 to 1516", "MOVE URR 4 to 1516"],
        ),
        ("URR 9 moves to 1515 and 1616 and URR 4 moves to 1516", []),
    ],
)
def test_a_verb_behind_its_units_is_that_of_all_of_them_unless_it_is_misspelt(line: str, orders: list[str]) -> None:
    reading = read_text(line, lexicon("legion"), side="moroccan", unsaid=lambda rest, phase: "")
    assert [" ".join(found.text.split()) for found in reading.lines if found.order] == orders


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("activate feras-zagir-3 to nun", ("nun",)),
        ("activar fza 3 a dha a nun", ("dha", "nun")),
        ("ACTIVATE feras-zagir-3 FIRE nun TO dha", ("dha",)),
    ],
)
def test_to_alone_begins_the_way_of_an_order_whose_way_has_another_keyword(line: str, to: tuple[str, ...]) -> None:
    reading = read_text(line, lexicon_of(ruleset("africa1860"), compose("africa1860", "wad-ras")), side="moroccan")
    assert not reading.problems
    assert [(order.units, order.move) for found in reading.lines if (order := found.order)] == [
        (("feras-zagir-3",), to)
    ]


def test_who_is_shot_at_does_not_shoot() -> None:
    """The dragoons of the line are those of the enemy, and no unit of a second order."""
    line = "DISPARAR bia-pie-1 A LOS DRAGONES DEL 1406"
    reading = read_text(line, lexicon("napoleonic"), side="spanish", stands=lambda unit: "")
    assert [found.order for found in reading.lines] == [None]


@pytest.mark.parametrize("line", ['prim | jaral |  "  | arenal', "prim   ”   arenal"])
def test_a_row_that_means_what_stands_above_is_no_order_by_itself(line: str) -> None:
    reading = read_text(line, lexicon("africa1860"), side="spanish", unsaid=lambda rest, phase: "MOVE")
    assert [found.order for found in reading.lines if found.order] == []


@pytest.mark.parametrize("line", ["a) MOVE urriaguel-9 1515", "(b) MOVE urriaguel-9 1515", "3) MOVE urriaguel-9 1515"])
def test_the_letter_or_number_of_a_list_is_no_word(line: str) -> None:
    (found,) = read_text(line, lexicon("legion"), side="moroccan").lines
    assert (found.order is not None, found.text) == (True, "MOVE urriaguel-9 1515")


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("MOVER Mehala de Tetuán 1 a 4124", "mehala-tetuan-1"),
        ("Tercio VI/2: mover a 3720", "bandera-6-2"),
        ("Legion VI/2 goes to 3720", "bandera-6-2"),
    ],
)
def test_a_unit_is_meant_whose_words_are_said_and_no_more(line: str, unit: str) -> None:
    """The mounted company of the Mehala has a 1 in its id too."""
    (found,) = read_text(line, lexicon("legion"), side="spanish", unsaid=lambda rest, phase: "").lines
    assert found.order is not None
    assert found.order.to_json()["unit"] == unit


@pytest.mark.parametrize(
    "line", ["CLEAR", "clear all", "Forget all my orders.", "BORRAR todo", "Anula todo lo anterior."]
)
def test_all_orders_are_taken_back_whatever_word_is_said_of_them(line: str) -> None:
    (command,) = read_text(line, lexicon("legion"), side="spanish").commands
    assert (command.name, command.args) == ("clear", ())


@pytest.mark.parametrize(
    "line",
    [
        "ATTACK WITH ax-01 and r-10 AGAINST 2109",
        "attack with ax-01, r-10 on 2109",
        "Attack by ax-01 and r-10 on 2109",
        "attack against 2109 with ax-01 and r-10",
        "ataque de ax-01 y r-10 a 2109",
        "Con ax-01 y r-10 ataco 2109",
        "ax-01 and r-10 vs 2109",
        "ax-01 y r-10 contra 2109",
        "ax-01 and r-10 are to attack 2109",
        "ax-01 y r-10 van a atacar 2109",
        "I attack 2109 with ax-01 and r-10",
        "I'd like to attack 2109 with ax-01 and r-10.",
        "Por favor, ataca 2109 con ax-01 y r-10.",
    ],
)
def test_who_attacks_may_stand_first_and_small_words_before_a_verb_say_nothing(line: str) -> None:
    reading = read_text(line, lexicon(), side="rif", unsaid=lambda rest, phase: "")
    assert not reading.problems
    assert [order.to_json() for found in reading.lines if (order := found.order)] == [
        {"type": "attack", "target": "2109", "with": ["ax-01", "r-10"]}
    ]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("I move ax-01 to 2110 and r-10 goes to 2111", ["move ax-01 to 2110", "MOVE r-10 to 2111"]),
        ("I move ax-01 to 2110 and r-10 to 2111", ["move ax-01 to 2110", "move r-10 to 2111"]),
        ("move ax-01 to 2110 and then r-10 attacks 2109", ["move ax-01 to 2110", "ATTACK 2109 WITH r-10"]),
        ("move ax-01 to 2110, r-10 attacks 2109", ["move ax-01 to 2110", "ATTACK 2109 WITH r-10"]),
        ("Avanzan ax-01 y r-10 a 2110", ["Avanzan ax-01 y r-10 a 2110"]),
        ("Mueven ax-01 y r-10 a 2110", ["mueve ax-01 y r-10 a 2110"]),
        ("Atacan 2109 ax-01 y r-10", ["ataca 2109 WITH ax-01 y r-10"]),
        ("move ax-01 to 2110 and r-10 covers it", []),
        ("move ax-01 to 2110 if r-10 attacks 2109", []),
    ],
)
def test_a_line_that_begins_with_an_order_may_go_on_with_other_units(line: str, orders: list[str]) -> None:
    reading = read_text(line, lexicon(), side="rif", unsaid=lambda rest, phase: "")
    assert [" ".join(found.text.split()) for found in reading.lines if found.order] == orders


@pytest.mark.parametrize(
    "line",
    [
        "I move ax-01 to 2110 please (is that right?)",
        "move ax-01 to 2110 please (is that right?)",
        "I move ax-01 to 2110 and r-10 to 2111 (is that right?)",
    ],
)
def test_what_is_asked_in_brackets_behind_orders_is_asked_once(line: str) -> None:
    reading = read_text(line, lexicon(), side="rif", unsaid=lambda rest, phase: "")
    assert all(found.order for found in reading.lines)
    assert reading.ignored == ("is that right?",)


@pytest.mark.parametrize("line", ['"move". Did you mean: ATTACK?', '"withdraw" or "move"?'])
def test_a_verb_in_quotation_marks_begins_nothing(line: str) -> None:
    assert read_text(line, lexicon(), side="rif", unsaid=lambda rest, phase: "").lines == ()


def test_who_does_something_behind_an_order_within_another_does_it_at_the_same_moment_or_is_asked() -> None:
    line = "WHEN spanish ENTERS sin, seyyid-3 fires there and seyyid-5 goes to dha"
    reading = read_text(line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "")
    assert not any(found.order for found in reading.lines), "seyyid-5 would go at once"
    assert reading.problems


@pytest.mark.parametrize(
    "line", ["I hold you responsible", "Please hold the game until Monday", "We move house in May"]
)
def test_small_words_before_a_verb_make_no_order_of_prose(line: str) -> None:
    reading = read_text(line, lexicon(), side="rif", unsaid=lambda rest, phase: "")
    assert (reading.lines, reading.ignored) == ((), (line,))


@pytest.mark.parametrize(
    ("line", "code", "read"),
    [
        ("ax-01 attacks 2109 with support of nobody-9", "unknown-unit", "nobody-9"),
        ("ax-01 y r-10 van a 2109 y a 9999", "off-map", "9999"),
    ],
)
def test_a_line_that_begins_with_its_units_is_told_what_is_wrong_in_it(line: str, code: str, read: str) -> None:
    (problem,) = read_text(line, lexicon(), side="rif", unsaid=lambda rest, phase: "").problems
    assert (problem.code, problem.args["read"]) == (code, read)


WAD_RAS = lexicon_of(ruleset("africa1860"), compose("africa1860", "wad-ras"))


@pytest.mark.parametrize(
    ("line", "units", "leader"),
    [
        ("Seyyid 3 fires at Busceja Bridge", ("seyyid-3",), None),
        ("Haus, Sabaa and Akbar fire at Busceja Bridge", ("gaix-haus", "gum-sabaa", "nizam-akbar"), None),
        ("Tamania dispara a Puente del Busceja con apoyo de Ahmed", ("gum-tamania",), "achmet"),
        ("Haus y Sabaa disparan a Puente del Busceja", ("gaix-haus", "gum-sabaa"), None),
        ("Haus y Sabaa bombardean Puente del Busceja", ("gaix-haus", "gum-sabaa"), None),
    ],
)
def test_a_verb_behind_its_units_may_be_a_keyword_of_another_order(
    line: str, units: tuple[str, ...], leader: str | None
) -> None:
    reading = read_text(line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "")
    (order,) = [found.order for found in reading.lines]
    assert isinstance(order, Fire)
    assert (order.units, order.area, order.leader) == (units, "busceja-bridge", leader)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("When the Spanish enter Sin, Seyyid 5 fires there", "WHEN enemy ENTERS sin ACTIVATE seyyid-5 FIRE THERE"),
        (
            "When enemy enters Sin Seyyid 5 and FZA 3 attack Sin",
            "WHEN enemy ENTERS sin ACTIVATE seyyid-5 feras-zagir-3 MOVE sin",
        ),
        ("Losses aduar am sal: half, Sabaa first", "LOSSES aduar-am-sal half gum-sabaa"),
        ("Ahmed and Barhums return to Am Sal Forest", "MOVE achmet barhums TO am-sal-forest"),
        ("Cuando haya choque en Sin, los zagir 3 acuden a Sin", "WHEN SHOCK IN sin ACTIVATE feras-zagir-3 MOVE sin"),
        ("Cuando haya choque en Sin, los zagir 3 cargan a Sin", "WHEN SHOCK IN sin ACTIVATE feras-zagir-3 MOVE sin"),
        ("Si el enemigo entra en Sin, Seyyid 5 carga allí", "WHEN enemy ENTERS sin ACTIVATE seyyid-5 MOVE sin"),
        ("If the enemy enters Sin, Seyyid 5 charges him there", "WHEN enemy ENTERS sin ACTIVATE seyyid-5 MOVE sin"),
        ("If Spanish enter Sin ACTIVATE seyyid-5 FIRE THERE", "WHEN enemy ENTERS sin ACTIVATE seyyid-5 FIRE THERE"),
        ("CUANDO enemigo ENTRA Sin ACTIVAR seyyid-5 MOVER allí", "WHEN enemy ENTERS sin ACTIVATE seyyid-5 MOVE sin"),
        ("Kavir va al Aduar con Ahmed y Barhums", "MOVE nizam-kavir achmet barhums TO aduar-am-sal"),
        ("Akbar goes up to Busceja South", "MOVE nizam-akbar TO rio-busceja-3"),
        ("Akbar from Dha to the bridge", "MOVE nizam-akbar TO dha busceja-bridge"),
        ("Perdón: Haus y Tamania van a Dha", "MOVE gaix-haus gum-tamania TO dha"),
        ("Que Haus vuelva a Dha", "MOVE gaix-haus TO dha"),
        ("When there is a shock in Sin, FZA 3 goes there", "WHEN SHOCK IN sin ACTIVATE feras-zagir-3 MOVE sin"),
        ("Kabul y Veneciano se activan y disparan a Sin", "ACTIVATE kabul veneciano FIRE sin"),
        ("Activar Seyyid 5 y atacar Sin", "ACTIVATE seyyid-5 MOVE sin"),
        ("Otra vez: Haus ataca Sin", "MOVE gaix-haus TO sin"),
    ],
)
def test_what_units_do_may_be_told_in_other_words_and_behind_them_at_a_moment_too(line: str, meant: str) -> None:
    (found,) = read_text(line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "MOVE").lines
    assert found.order == read_text(meant, WAD_RAS, strict=True).lines[0].order


STANDS = {
    "saboya": "sin",
    "husares-princesa": "rio-busceja-3",
    "ingenieros": "sin",
    "nizam-akbar": "aduar-am-sal",
    "achmet": "aduar-am-sal",
}


def aimed(line: str) -> Reading:
    """A line of the Moroccans, who know where some units stand."""
    return read_text(line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "", stands=lambda u: STANDS.get(u, ""))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Akbar dispara a los húsares", "FIRE nizam-akbar AT rio-busceja-3"),
        ("Akbar fires at the engineers", "FIRE nizam-akbar AT sin"),
        ("Akbar fires at Saboya in Sin", "FIRE nizam-akbar AT sin"),
        ("FIRE nizam-akbar AT saboya WITH achmet", "FIRE nizam-akbar AT sin WITH achmet"),
        ("Akbar carga contra Saboya", "MOVE nizam-akbar TO sin"),
        ("Akbar fires at the regiment in Sin", "FIRE nizam-akbar AT sin"),
    ],
)
def test_an_order_for_an_area_may_name_the_enemy_who_stands_there(line: str, meant: str) -> None:
    reading = read_text(
        line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "", stands=lambda u: STANDS.get(u, "")
    )
    (found,) = reading.lines
    assert found.order == read_text(meant, WAD_RAS, strict=True).lines[0].order


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Akbar attacks Sin from the Aduar", "MOVE nizam-akbar TO sin"),
        ("Akbar va del Aduar a Sin", "MOVE nizam-akbar TO sin"),
        ("Akbar attacks Sin from the Aduar with Ahmed", "MOVE nizam-akbar achmet TO sin"),
        ("Akbar goes from Fa to Sin", "MOVE nizam-akbar TO fa sin"),
    ],
)
def test_where_units_stand_is_no_part_of_their_way(line: str, meant: str) -> None:
    (found,) = aimed(line).lines
    assert found.order == read_text(meant, WAD_RAS, strict=True).lines[0].order


def test_several_numbers_are_taken_back_one_by_one() -> None:
    assert [found.text for found in aimed("CANCELAR 4 y 5").lines] == ["CANCELAR 4", "CANCELAR 5"]
    assert [found.text for found in aimed("CANCEL 4 and 5").lines] == ["CANCEL 4", "CANCEL 5"]
    for line in ("CANCEL 4 and the fire", "CANCELAR 4 y la marcha"):
        assert [(found.text, found.order) for found in aimed(line).lines] == [(line, None)]


CREW = {"dha": [["nizam-kavir", "achmet"], ["seyyid-5"]], "sin": [["gum-sabaa", "gum-hamsa"]]}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("All in Dha move to Fa, please", ["MOVE nizam-kavir achmet TO fa", "MOVE seyyid-5 TO fa"]),
        ("Todos los de Dha, menos Ahmed y Seyyid 5, van a Fa", ["MOVE nizam-kavir TO fa"]),
        ("Everyone in Sin attacks Dha except Hamsa", ["MOVE gum-sabaa TO dha"]),
        ("Los de Ceuta van a Fa", []),
        ("All in Dha are tired", []),
    ],
)
def test_a_line_for_all_in_a_place_is_one_for_those_who_stand_there(line: str, meant: list[str]) -> None:
    reading = read_text(
        line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "", crew=lambda space, behind: CREW.get(space, [])
    )
    assert [write_order(found.order, WAD_RAS, "en") for found in reading.lines if found.order] == meant


@pytest.mark.parametrize(
    "line",
    [
        "Akbar fires at Saboya in Dha",
        "Akbar fires at Castilla",
        "Akbar fires at Kavir",
        "WHEN enemy ENTERS sin ACTIVATE seyyid-5 FIRE saboya",
    ],
)
def test_an_enemy_who_stands_elsewhere_or_may_be_gone_by_then_is_no_area(line: str) -> None:
    reading = read_text(
        line, WAD_RAS, side="moroccan", unsaid=lambda rest, phase: "", stands=lambda u: STANDS.get(u, "")
    )
    assert [found.order for found in reading.lines] == [None]


def test_a_sentence_behind_an_order_that_says_who_stays_is_no_order() -> None:
    reading = read_text(
        "Haus y Sabaa van a Dha. Akbar se queda en Sin.", WAD_RAS, side="moroccan", unsaid=lambda r, p: ""
    )
    assert [found.order is not None for found in reading.lines] == [True]
    assert reading.idle == ("Akbar se queda en Sin.",)
