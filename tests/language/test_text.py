"""Text to orders: tolerant of form, exact in meaning, never a guess."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.language.lexicon import Lexicon, Names
from pbem.language.names.finding import find_unit
from pbem.language.names.nearest import Lookups, Miss
from pbem.language.text.reader import read_text
from pbem.language.words import words
from pbem.rules.legion.orders import (
    ORDERS,
    Attack,
    Bombard,
    Capture,
    Cooperate,
    Deploy,
    Fly,
    Hold,
    Land,
    March,
    Move,
    Panic,
    Place,
    Reinforce,
)  # fmt: skip
from pbem.rules.legion.sequence import SEQUENCE
from tests.language.factories import codes, lexicon, order, read


def move(unit: str, *path: str) -> Move:
    return Move(unit=unit, path=path)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("DEPLOY cerinola-1 AT 3907", Deploy(unit="cerinola-1", at="3907")),
        ("desplegar cerinola-1 3907", Deploy(unit="cerinola-1", at="3907")),
        ("MOVE urriaguel-3 0614 0714 0715", move("urriaguel-3", "0614", "0714", "0715")),
        ("MOVER urriaguel-3 a 0614", move("urriaguel-3", "0614")),
        ("Mover la urriaguel-3 a 0614", move("urriaguel-3", "0614")),
        ("Move the urriaguel-3 to the 0614", move("urriaguel-3", "0614")),
        ("Move urriaguel-3 from 0614 to 0714", move("urriaguel-3", "0614", "0714")),
        ("Mover urriaguel-3 desde 0614 a 0714", move("urriaguel-3", "0614", "0714")),
        ("Marcha urriaguel-3 hasta 0614", March(unit="urriaguel-3", path=("0614",))),
        ("REINFORCE garellano-1", Reinforce(unit="garellano-1")),
        ("REINFORCE garellano-1 3908 3909", Reinforce(unit="garellano-1", path=("3908", "3909"))),
        ("REFORZAR midao-1 EN 1612 A 1613", Reinforce(unit="midao-1", at="1612", path=("1613",))),
        ("REINFORCE midao-1 AT 1612 1613 1614", Reinforce(unit="midao-1", at="1612", path=("1613", "1614"))),
        ("LAND reina-1 AT 0208 0209", Land(unit="reina-1", at="0208", path=("0209",))),
        ("DESEMBARCAR reina-1 0208", Land(unit="reina-1", at="0208")),
        ("HOLD policia-2", Hold(unit="policia-2")),
        ("Ataque a 1613 con urriaguel-2", Attack(targets=("1613",), with_=("urriaguel-2",))),
        (
            "VOLAR hidro-1 A 0715 BOMBA si no 0716",
            Fly(unit="hidro-1", to="0715", bomb=True, else_=("0716",)),
        ),
        ("ESPERAR policia-2", Hold(unit="policia-2")),
        ("BOMBARD urriaguel-3 WITH cerinola-art-1", Bombard(unit="cerinola-art-1", target="urriaguel-3")),
        (
            "BOMBARD 0715 ELSE 0716 urriaguel-4 WITH flota-1",
            Bombard(unit="flota-1", target="0715", else_=("0716", "urriaguel-4")),
        ),
        ("FLY hidro-1 TO 0715 BOMB", Fly(unit="hidro-1", to="0715", bomb=True)),
        (
            "VOLAR hidro-1 0715 sino urriaguel-3 bomba",
            Fly(unit="hidro-1", to="0715", bomb=True, else_=("urriaguel-3",)),
        ),
        ("PLACE flota-2 0101", Place(unit="flota-2", at="0101")),
        (
            "ATTACK 0715 0716 WITH urriaguel-3 urriaguel-4 SUPPORT bateria-1",
            Attack(targets=("0715", "0716"), with_=("urriaguel-3", "urriaguel-4"), support=("bateria-1",)),
        ),
        (
            "Atacar 0715 y 0716 apoyo bateria-1 con urriaguel-3, urriaguel-4",
            Attack(targets=("0715", "0716"), with_=("urriaguel-3", "urriaguel-4"), support=("bateria-1",)),
        ),
        (
            "ATTACK cerinola-1 WITH urriaguel-3 WITH urriaguel-4",
            Attack(targets=("cerinola-1",), with_=("urriaguel-3", "urriaguel-4")),
        ),
        ("ATTACK Annual WITH urriaguel-3", Attack(targets=("1613",), with_=("urriaguel-3",))),
        (
            "PANIC blindados-1 aros-1 TO 0705 BEFORE",
            Panic(unit="blindados-1", target="aros-1", to="0705", when="before"),
        ),
        ("PANIC blindados-1 aros-1 TO 0705", Panic(unit="blindados-1", target="aros-1", to="0705")),
        ("ahuyentar blindados-1 0706 0705 después", Panic(unit="blindados-1", target="0706", to="0705", when="after")),
        ("CAPTURE yes", Capture(policy="yes")),
        ("TOMAR sí bateria-2 bateria-1", Capture(policy="yes", units=("bateria-2", "bateria-1"))),
        ("CAPTURE Y bateria-2", Capture(policy="yes", units=("bateria-2",))),
        ("COOPERATE spanish-2 no", Cooperate(seat="spanish-2", policy="no")),
    ],
)
def test_every_verb_in_both_languages(line: str, meant: Order) -> None:
    assert order(line) == meant


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ("URRIAGUEL-3", "urriaguel-3"),
        ('"bandera-1-1"', "bandera-1-1"),
        ("«soliman–cav–1»", "soliman-cav-1"),
        ("Solimán-Cav", "soliman-cav-1"),
        ("blind", "blindados-1"),
        ("urriaguel 3", "urriaguel-3"),
        ("urriaguel3", "urriaguel-3"),
        ("URR3", "urriaguel-3"),
        ("bandera-1-mg", "bandera-1-mg-1"),
        ("bandera 1 mg", "bandera-1-mg-1"),
        ("1st Bandera, machine guns", "bandera-1-mg-1"),
        ('"3.ª harca de Beni Urriaguel"', "urriaguel-3"),
        ("3ª-harca-de-Beni-Urriaguel", "urriaguel-3"),
        ("13th harka, Beni Urriaguel", "urriaguel-13"),
    ],
)
def test_a_unit_by_id_beginning_or_name(written: str, unit: str) -> None:
    assert order(f"MOVE {written} 0614") == move(unit, "0614")


@pytest.mark.parametrize("written", ["3617", "Monte Arruit", "monte-arruit", '"MONTE ARRUIT"', "３６１７"])
def test_a_hex_by_number_or_name_of_its_place(written: str) -> None:
    assert order(f"MOVE urriaguel-3 0614 {written}") == move("urriaguel-3", "0614", "3617")


def test_lines_are_numbered_as_a_receipt_numbers_them() -> None:
    reading = read(
        "GAME melilla  TURN 3  PHASE moroccan-movement\n\n# a comment\n"
        "  MOVE urriaguel-3 0614  # go\nSTATUS\n- nonsense\n"
        "PHASE combate marroquí\nATTACK 0715 WITH urriaguel-3\nEND\nMOVE urriaguel-4 0614\n",
    )
    assert (reading.game, reading.turn) == ("melilla", 3)
    assert [(line.number, line.row, line.offset, line.text) for line in reading.lines] == [
        (1, 4, 2, "MOVE urriaguel-3 0614"),
        (2, 6, 2, "nonsense"),
        (3, 8, 0, "ATTACK 0715 WITH urriaguel-3"),
    ]
    assert [line.phase for line in reading.lines] == ["moroccan-movement", "moroccan-movement", "moroccan-combat"]
    assert [(problem.line, problem.code) for problem in reading.problems] == [(2, "unknown-order")]
    assert [command.name for command in reading.commands] == ["status"]


def test_a_name_of_two_phases_is_that_of_the_side() -> None:
    text = "PHASE movement\nHOLD urriaguel-3"
    assert read(text, side="moroccan").lines[0].phase == "moroccan-movement"
    assert read(text, side="spanish").lines[0].phase == "spanish-movement"
    unclear = read(text)
    assert unclear.problems[0].near == ("moroccan-movement", "spanish-movement")
    assert unclear.lines[0].phase == "movement"


@pytest.mark.parametrize(
    ("line", "fault", "near"),
    [
        ("ATACKAR 0715 CON urriaguel-3", (1, 1, "unknown-order"), ("ATACAR 0715 CON urriaguel-3",)),
        ("ATACKAR 0715 CON urriagul-3", (1, 1, "unknown-order"), ("ATACAR",)),
        ("MOVE uriaguel-3 0812", (1, 6, "unknown-unit"), ("urriaguel-3",)),
        ("MOVE mehala 0812", (1, 6, "ambiguous-unit"), ("mehala-ceuta-1", "mehala-ceuta-2", "mehala-ceuta-cav-1")),
        ("MOVE urriaguel-3 0614 812", (1, 23, "unknown-hex"), ("0812",)),
        ("MOVE urriaguel-3 o812", (1, 18, "unknown-hex"), ("0812",)),
        ("MOVE urriaguel-3 Mont-Aruit", (1, 18, "unknown-hex"), ("3617",)),
        ("MOVE urriaguel-3 9901", (1, 18, "off-map"), ()),
        ("  - MOVE urriaguel-3   9901", (1, 24, "off-map"), ()),
        ("ATTACK 9901 WITH urriaguel-3", (1, 8, "off-map"), ()),
        ("ATTACK cerinol-1 WITH urriaguel-3", (1, 8, "unknown-unit"), ("cerinola-1",)),
        ("ATTACK 07x5 WITH urriaguel-3", (1, 8, "unknown-hex"), ()),
        ("ATTACK 07l5 WITH urriaguel-3", (1, 8, "unknown-hex"), ("0715",)),
        ("COOPERATE french yes", (1, 11, "unknown-seat"), ("moroccan", "spanish", "spanish-2")),
        ("PANIC blindados-1 aros-1 0705 SOON", (1, 31, "bad-choice"), ()),
        ("MOVE urriaguel-3 0614 WITH urriaguel-4", (1, 23, "unexpected-word"), ()),
        ("ATTACK 0715 SUPORT bateria-1", (1, 13, "unknown-unit"), ()),
        ("HOLD urriaguel-3 urriaguel-4", (1, 18, "unexpected-word"), ()),
        ("BOMBARD 0715 WITH flota-1 WITH flota-2", (1, 32, "said-twice"), ()),
        ("MOVE", (1, 5, "missing-field"), ()),
        ("MOVE urriaguel-3  # where?", (1, 17, "missing-field"), ()),
        ("ATTACK 0715", (1, 12, "missing-field"), ()),
        ("FLY hidro-1 0715 ELSE", (1, 22, "missing-field"), ()),
        ("MOVE urriaguel-3 MOVE 0614", (1, 18, "unexpected-word"), ()),
    ],
)
def test_a_fault_is_told_with_its_place_and_the_nearest_words(
    line: str, fault: tuple[int, int, str], near: tuple[str, ...]
) -> None:
    reading = read(line)
    first = reading.problems[0]
    assert (first.line, first.column, first.code) == fault
    assert first.near[: len(near)] == near
    assert reading.lines[0].order is None


def test_all_faults_of_a_line_are_told() -> None:
    assert codes("ATTACK 0715 9901 WITH nobody urriaguel-3 nothing") == [
        (1, 13, "off-map"),
        (1, 23, "unknown-unit"),
        (1, 42, "unknown-unit"),
    ]


def test_a_bad_line_does_not_touch_the_good_ones() -> None:
    reading = read("MOVE urriaguel-3 0614\nMOVE urriaguel-4\nMOVE urriaguel-5 0614")
    assert [line.order is not None for line in reading.lines] == [True, False, True]


def test_missing_fields_say_what_is_wanted_in_both_languages() -> None:
    (problem,) = read("ATTACK 0715").problems
    assert problem.args == {"verb": "attack", "expected": "unit", "keyword": "WITH/CON"}
    (problem,) = read("CAPTURE").problems
    assert problem.args == {"verb": "capture", "expected": "YES/SÍ|NO"}


def test_lines_below_an_unknown_phase_keep_its_name() -> None:
    reading = read("PHASE moroccan-movment\nHOLD urriaguel-3")
    assert reading.problems[0].near[0] == "moroccan-movement"
    assert (reading.problems[0].line, reading.problems[0].column) == (0, 7)
    assert reading.lines[0].phase == "moroccan-movment"


@pytest.mark.parametrize("end", ["END", "FIN", "end.", "FIN DE ÓRDENES", "END OF ORDERS  # that is all"])
def test_nothing_is_read_after_the_end(end: str) -> None:
    assert len(read(f"HOLD urriaguel-3\n{end}\nHOLD urriaguel-4").lines) == 1


# Mails: what is no order


MAIL = """Hola, árbitro, allá va:
Here are my moves for turn 3. Good luck!

MOVER bandera‑1‑2 3908
Atacar 3909 con “bandera-1-1” soliman–cav–1
ESPERAR policia-2 # …no sé fía de mí 😅

Hold on, I will send more tomorrow.
Take care
Game over soon?
Turn 3 was hard on me
Estoy de vacaciones hasta el 15 de noviembre
End of the line for you
> MOVE policia-3 3908
Un saludo,
Luis
"""


def test_prose_in_a_mail_is_no_order() -> None:
    reading = read(MAIL, strict=False)
    assert [line.order for line in reading.lines] == [
        move("bandera-1-2", "3908"),
        Attack(targets=("3909",), with_=("bandera-1-1", "soliman-cav-1")),
        Hold(unit="policia-2"),
    ]
    assert (reading.problems, reading.commands, reading.game, reading.turn) == ((), (), None, None)
    assert "Take care" in reading.ignored
    assert len(reading.ignored) == 11


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("MOEV urriaguel-3 0614", "unknown-order"),
        ("urriaguel-3 0614", "unknown-order"),
        ("hold urriagel", "unknown-unit"),
        ("Move to the river at 0614", "unexpected-word"),
        ("STATSU", "unknown-order"),
        ("attack 0715", "missing-field"),
    ],
)
def test_an_order_gone_wrong_in_a_mail_is_told(line: str, code: str) -> None:
    reading = read(line, strict=False)
    assert code in [problem.code for problem in reading.problems]
    assert reading.ignored == ()


def test_the_same_lines_in_a_file_are_all_order_lines() -> None:
    reading = read("Hello\nTake care\n> MOVE policia-3 3908")
    assert [problem.line for problem in reading.problems] == [1, 2, 3]


# Lexicons


def small(words: dict[str, Any], **units: tuple[str, ...]) -> Lexicon:
    named = {unit.replace("_", "-"): names for unit, names in units.items()}
    return Lexicon.build(ORDERS, SEQUENCE, words, Names(named, frozenset({"0101", "0102"}), seats=("moroccan",)))


def test_ids_and_english_keywords_need_no_lexicon() -> None:
    reading = read_text("attack 0101 with a b", small({}, a=(), b=()), strict=True)
    assert reading.lines[0].order == Attack(targets=("0101",), with_=("a", "b"))


def test_words_that_name_something_by_themselves_are_not_joined() -> None:
    reading = read_text("ATTACK 0101 WITH a 1 b 2", small({}, a=(), a_1=(), b_2=(), **{"1": ()}), strict=True)
    assert reading.lines[0].order == Attack(targets=("0101",), with_=("a", "1", "b-2"))


def test_a_unit_called_like_a_keyword_is_written_in_quotes() -> None:
    lexicon_ = small({}, to=(), other=())
    assert read_text('MOVE "to" 0101', lexicon_, strict=True).lines[0].order == move("to", "0101")


def test_a_name_of_several_units_is_never_guessed() -> None:
    reading = read_text("HOLD Legion", small({}, a_1=("Legion",), b_1=("Legion",)), strict=True)
    assert [(problem.code, problem.near) for problem in reading.problems] == [("ambiguous-unit", ("a-1", "b-1"))]


def test_one_word_for_two_verbs_is_refused() -> None:
    with pytest.raises(ValueError, match=r"lexicon, en, verbs: 'GO' means both move and march\."):
        small({"en": {"verbs": {"move": ["GO"], "march": ["GO"]}}})


def test_words_of_the_shipped_lexicons_mean_one_thing() -> None:
    assert lexicon().verbs["esperar"] == "hold"
    assert lexicon().say("verbs", "march", "es") == "DESPLAZAR"
    assert lexicon().say_all("keywords", "WITH") == "WITH/CON"


@pytest.mark.parametrize(
    ("line", "verb", "rest"),
    [
        ("URR 3 hold", "hold", "URR 3"),
        ("URR 3 attacks 1613", "attack", "1613 WITH URR 3"),
        ("URR 4 MOVE 1516", "move", "URR 4 1516"),
        ("urriaguel-3 1514", None, "urriaguel-3 1514"),
        ("ULI 1 to 1513", None, "ULI 1 to 1513"),
        ("URR 3 1514 1515", None, "URR 3 1514 1515"),
        ("URR 24 goes to 1417, URR 5 to Axdir", "move", "URR 24 to 1417, URR 5 to Axdir"),
    ],
)
def test_a_line_that_begins_with_a_unit_is_an_order_gone_wrong(line: str, verb: str | None, rest: str) -> None:
    """It holds its phase, and is told with its verb before it; a sentence about the unit holds nothing."""
    (problem,) = read(line, strict=False).problems
    assert (problem.code, problem.args["rest"], problem.args.get("verb")) == ("unknown-order", rest, verb)
    assert read("URR 3 stands well before Annual", strict=False).problems == ()


@pytest.mark.parametrize(
    ("line", "text", "near"),
    [
        ("MOVE uri 3 to 1514", "uri 3", "urriaguel-3"),
        ("ATTACK 1613 WITH uri 3", "uri 3", "urriaguel-3"),
        ("MOVE urr 99 to 1514", "", ""),
        ("MOVE zzz 3 to 1514", "", ""),
        ("MOVE xyz cerinola-1 1514", "", ""),
    ],
)
def test_two_words_that_are_nearly_a_name_are_told_as_one_name_and_nothing_else(
    line: str, text: str, near: str
) -> None:
    problems = read(line, strict=False).problems
    if near:
        (problem,) = problems
        assert (problem.code, problem.args["read"]) == ("unknown-unit", text)
        assert near in problem.near
    else:
        assert problems
        assert all(" " not in str(problem.args.get("read")) for problem in problems)


@pytest.mark.parametrize(
    "line",
    [
        "ATTACK 1613 WITH URR 3, 4",
        "ATTACK 1613 WITH urriaguel-3 and 4",
        "ATACAR 1613 CON urriaguel-3 y 4",
        "ATTACK 1613 WITH URR 3 4",
    ],
)
def test_a_number_behind_a_unit_is_the_next_of_its_kind(line: str) -> None:
    assert order(line) == Attack(targets=("1613",), with_=("urriaguel-3", "urriaguel-4"))


def test_a_number_that_no_unit_of_the_kind_has_is_told_as_it_is() -> None:
    assert [(p.code, p.args["read"]) for p in read("ATTACK 1613 WITH URR 3, 99").problems] == [("unknown-unit", "99")]


def test_units_by_number_behind_one_verb_are_an_order_each() -> None:
    reading = read("MOVE urriaguel 3, 4 and 5 to 1514", strict=False)
    assert [line.order for line in reading.lines] == [move(f"urriaguel-{n}", "1514") for n in (3, 4, 5)]


def test_a_word_that_was_looked_up_costs_nothing_again() -> None:
    look = Lookups(1)
    assert look("urriagel", ("urriaguel",)) == look("urriagel", ("urriaguel",)) == ("urriaguel",)
    assert look("cerinola", ("cerinola",)) == ()


def test_a_line_that_goes_on_with_the_order_above_is_told_as_one_line() -> None:
    above = "ATACAR 1613 CON urriaguel-2"
    reading = read(f"{above}\nAPOYO cerinola-art-1", strict=False)
    assert [(p.line, p.code, p.near) for p in reading.problems] == [
        (2, "not-alone", (f"{above} APOYO cerinola-art-1",))
    ]
    assert reading.lines[0].order is not None
    assert read(f"{above}\nCon un saludo, Luis", strict=False).ignored == ("Con un saludo, Luis",)
    assert read("APOYO cerinola-art-1", strict=False).lines == ()
    assert read(f"{above}\n> APOYO cerinola-art-1", strict=False).problems == ()
    assert read(f"{above}\n¿APOYO cerinola-art-1?", strict=False).problems == ()


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("I would like to MOVE urriaguel-3 1514, the rest stays", "MOVE urriaguel-3 1514"),
        (
            "And please attack 1613 with urriaguel-2 and urriaguel-3. Thanks",
            "attack 1613 with urriaguel-2 and urriaguel-3",
        ),
        ("Voy a mover urriaguel-3 1514 y luego te digo", "mover urriaguel-3 1514"),
    ],
)
def test_an_order_within_a_sentence_is_told_and_holds_its_phase(line: str, order: str) -> None:
    """It is not taken, for the sentence may say the contrary."""
    (problem,) = read(line, strict=False).problems
    assert (problem.code, problem.near) == ("in-sentence", (order,))
    assert read(line, strict=False).lines[0].order is None


@pytest.mark.parametrize(
    "line",
    [
        "May I MOVE urriaguel-3 1514?",
        'You wrote "MOVE urriaguel-3 1514".',
        "I shall move and attack at dawn",
        "> I would like to MOVE urriaguel-3 1514",
        "pd> MOVE urriaguel-3 1514",
    ],
)
def test_an_order_that_is_only_spoken_of_is_prose(line: str) -> None:
    assert read(line, strict=False).ignored == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "¿Puedo dejar Melilla vacía?",
        "Mov urriaguel-3 to 1514 or not?",
        "Attack 1613 with urriaguel-3 or wait for the reserve?",
        "¿Mover urriaguel-3 cuando llegue la reserva?",
    ],
)
def test_a_question_is_no_order_gone_wrong(line: str) -> None:
    reading = read(line, strict=False)
    assert (reading.lines, reading.problems, reading.ignored) == ((), (), (line,))


def test_an_order_in_capitals_is_one_whatever_stands_behind_it() -> None:
    assert [problem.code for problem in read("MOVE uriaguel-33 1514?", strict=False).problems] == ["unknown-unit"]
    assert read("Move urriaguel-3 1514?", strict=False).lines[0].order is not None


def test_a_heading_of_a_mail_is_its_phase_and_passes_nothing() -> None:
    text = "Combate:\nATACAR 1613 CON urriaguel-2\nBombardeo:\nMOVER urriaguel-3 1514"
    reading = read(text, strict=False, side="moroccan")
    assert [line.phase for line in reading.lines] == ["moroccan-combat", "moroccan-bombardment"]
    assert (reading.heads, reading.ignored) == ((), ())


@pytest.mark.parametrize(
    "heading", ["Combate", "Combat phase:", "combat phase", "Combate marroquí", "Then the combat:"]
)
def test_a_heading_is_one_without_its_colon_and_with_the_word_phase(heading: str) -> None:
    reading = read(f"{heading}\nATTACK 1613 WITH urriaguel-2", strict=False, side="moroccan")
    assert [line.phase for line in reading.lines] == ["moroccan-combat"]
    assert (reading.heads, reading.ignored) == ((), ())


def test_an_order_may_stand_behind_its_heading() -> None:
    text = "Combate: ATACAR 1613 CON urriaguel-2\nMovement phase: MOVE urriaguel-3 1514; MOVE urriaguel-4 1515"
    reading = read(text, strict=False, side="moroccan")
    assert [(line.phase, line.text) for line in reading.lines] == [
        ("moroccan-combat", "ATACAR 1613 CON urriaguel-2"),
        ("moroccan-movement", "MOVE urriaguel-3 1514"),
        ("moroccan-movement", "MOVE urriaguel-4 1515"),
    ]
    (problem,) = read("Combat: URR 3 attacks 1613", strict=False, side="moroccan").problems
    assert problem.args["verb"] == "attack"


def test_a_head_may_have_an_article_between_its_words() -> None:
    assert read("Fase de combate\nATACAR 1613 CON urriaguel-2", side="moroccan").heads == ("moroccan-combat",)


@pytest.mark.parametrize(
    ("written", "hex_"), [("Dar Quebdany", "2514"), ("Monte Aruit", "3617"), ("Monte quickly", "3617")]
)
def test_a_name_of_two_words_that_is_misspelt_is_read_as_one(written: str, hex_: str) -> None:
    (problem,) = read(f"MOVE urriaguel-3 {written}").problems
    assert (problem.code, problem.args["read"]) == ("unknown-hex", written)
    assert problem.near[0] == hex_


@pytest.mark.parametrize(
    ("line", "side", "near"),
    [
        ("HOLD melilla-1", "spanish", "mehala-melilla-1"),
        ("HOLD uliseks-3", "moroccan", "ulisex-3"),
        ("HOLD uliseks-3", "spanish", "ulisex-3"),
        ("ATTACK uliseks-3 WITH policia-1", "spanish", "ulisex-3"),
    ],
)
def test_the_nearest_of_ones_own_units_come_first(line: str, side: str, near: str) -> None:
    (problem,) = read(line, side=side).problems
    assert problem.near[0] == near


def test_a_word_twice_as_long_as_a_label_is_not_like_it() -> None:
    """Chance makes some short labels alike to anything: "primero", RME."""
    labels = {"short-1": ("RME",), "primavera-1": ()}
    known = replace(lexicon(), units={one: one for one in labels}, unit_names={"rme": ("short-1",)}, sides={})
    assert find_unit(words("primero")[0], known) == Miss("unknown-unit", {"read": "primero"}, ("primavera-1",))


@pytest.mark.parametrize("side", ["spanish", "moroccan"])
def test_of_several_units_of_a_name_ones_own_come_first(side: str) -> None:
    (problem,) = read("HOLD b", side=side).problems
    assert problem.code == "ambiguous-unit"
    assert lexicon().sides[problem.near[0]] == side


def test_a_keyword_is_no_part_of_a_name_before_it_in_which_it_stands() -> None:
    """Of ten counters of Beni-Aros two are "a caballo"; who writes "mover aros a 0715" names them all."""
    (problem,) = read("MOVER aros a 0715", side="moroccan").problems
    assert (problem.code, problem.args) == ("ambiguous-unit", {"read": "aros", "count": 10})


def test_the_nearest_verb_is_named_in_one_word() -> None:
    """Not in all the words of both languages that it is read by."""
    (problem,) = read("atack 1615 with uriaguel-3", strict=False).problems
    assert problem.near[:1] == ("ATTACK",)
    assert not {"ATACO", "ATACA", "ATACAR"} & set(problem.near)


def test_a_misspelt_verb_is_answered_with_the_line_that_counts() -> None:
    """So that it can be copied; with a verb of another meaning the line would be none, and that verb is not offered."""
    (problem,) = read("atack 1615 with urriaguel-3  # the town", strict=False).problems
    assert problem.near == ("ATTACK 1615 with urriaguel-3",)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("shove urriaguel-3 to 1514", "urriaguel-3 to 1514"),
        ("empujar urriaguel 3 a 1514", "urriaguel 3 a 1514"),
        ("thanks 1514", None),
        ("greetings from urriaguel-3 and quietly to 1514", None),
    ],
)
def test_an_order_behind_a_verb_that_no_list_has_is_one_gone_wrong(line: str, rest: str | None) -> None:
    """It names a unit and a place, and says nothing else; what says more is prose."""
    reading = read(line, strict=False)
    assert [problem.args.get("rest") for problem in reading.problems] == ([rest] if rest else [])
    assert reading.ignored == (() if rest else (line,))


@pytest.mark.parametrize(
    "line", ["Envío mis órdenes del turno 3", "Mando las órdenes para el turno 3.", "I send my orders for turn 3"]
)
def test_that_the_orders_of_a_turn_are_sent_is_none(line: str) -> None:
    reading = read(line, strict=False, side="moroccan")
    assert (reading.problems, reading.ignored) == ((), (line,))


def test_an_article_is_no_misspelt_verb() -> None:
    (problem,) = read("los cerinola-1 y cerinola-2 avanzan tarde por 1514", strict=False).problems
    assert (problem.args["read"], problem.near) == ("tarde", ())


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("bombar 1615 with cerinola-art-1", "BOMBARD 1615 with cerinola-art-1"),
        ("bombar 1615 con cerinola-art-1", "BOMBARDEAR 1615 con cerinola-art-1"),
        ("movar the urriaguel-3 to 1514", "MOVE the urriaguel-3 to 1514"),
        ("move1r la urriaguel-3 a 1514", "MOVER la urriaguel-3 a 1514"),
    ],
)
def test_the_nearest_verb_is_of_the_language_of_the_line(line: str, near: str) -> None:
    (problem,) = read(line, strict=False).problems
    assert problem.near[:1] == (near,)
