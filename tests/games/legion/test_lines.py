"""Lines as people write them of companies, harkas and those who arrive, and what they are read as."""

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.language.write import write_order

LEXICON = lexicon_of(ruleset("legion"), compose("legion"))


def read(line: str, side: str) -> Reading:
    """A line of a mail; without a verb it moves somebody."""
    return read_text(line, LEXICON, side=side, unsaid=lambda *_: "MOVE", stands=lambda _: "")


def orders(line: str, side: str = "spanish") -> list[str]:
    """The orders that a line is; nothing may be wrong."""
    found = read(line, side)
    assert found.problems == (), line
    return [write_order(each.order, LEXICON, "en") for each in found.lines if each.order is not None]


@pytest.mark.parametrize(
    ("side", "line", "unit"),
    [
        ("spanish", "La 1.ª compañía de la 1.ª bandera va a 1612", "bandera-1-1"),
        ("spanish", "4.ª Bandera, 2.ª compañía a 1612", "bandera-4-2"),
        ("spanish", "La segunda compañía de la octava bandera va a 1612", "bandera-8-2"),
        ("spanish", "las ametralladoras de la séptima bandera van a 1612", "bandera-7-mg-1"),
        ("spanish", "el batallón 1 de Ceriñola a 1612", "cerinola-1"),
        ("spanish", "La mehala de Tetuán, 1.ª mía, a 1612", "mehala-tetuan-1"),
        ("spanish", "El primer escuadrón de Alcántara va a 1612", "alcantara-cav-1"),
        ("spanish", "La caballería de los Regulares de Tetuán va a 1612", "regulares-tetuan-cav-1"),
        ("moroccan", "Midao 5 takes 1612", "midao-5"),
        ("spanish", "La 2.ª compañía de la 8.ª bandera toma 1612", "bandera-8-2"),
        ("spanish", "caballeria-1-cav-1 va a 1612", "caballeria-1-cav-1"),
        ("spanish", "caballeria 1 cav 2 a 1612", "caballeria-1-cav-2"),
        ("spanish", "La artillería del 45 va a 1612", "regimiento-45-art-1"),
        ("moroccan", "The fifth harka of Urriaguel goes to 1612", "urriaguel-5"),
        ("moroccan", "the 3rd mounted harka of Urriaguel rides to 1612", "urriaguel-cav-3"),
        ("moroccan", "Beni Urriaguel 16 moves towards 1612", "urriaguel-16"),
        ("moroccan", "URR cav 5 a 1612", "urriaguel-cav-5"),
        ("moroccan", "la caballería 5 de Urriaguel sube a 1612", "urriaguel-cav-5"),
    ],
)
def test_units_are_called_by_other_words_and_ordinals(side: str, line: str, unit: str) -> None:
    assert orders(line, side) == [f"MOVE {unit} 1612"]


@pytest.mark.parametrize("line", ["URR c3, c4 y c5 a 1612", "MOVE URR c3, c4, c5 to 1612"])
def test_of_several_the_name_is_said_once(line: str) -> None:
    assert orders(line, "moroccan") == [f"MOVE urriaguel-cav-{number} 1612" for number in (3, 4, 5)]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("URR 5 moves to 1515 and attacks Igueriben", ["MOVE urriaguel-5 1515", "ATTACK 1615 WITH urriaguel-5"]),
        (
            "URR 2 and URR 7 advance to 1514 and 1515 and attack Annual",
            ["MOVE urriaguel-2 1514", "MOVE urriaguel-7 1515", "ATTACK 1613 WITH urriaguel-2 urriaguel-7"],
        ),
        ("GAR 2 avanza a 3713 y carga contra 3714", ["MOVE garellano-2 3713", "ATTACK 3714 WITH garellano-2"]),
        (
            "La flota 1 se sitúa en 1709 y dispara a Sidi Dris",
            ["PLACE flota-1 AT 1709", "BOMBARD 1710 WITH flota-1"],
        ),
        ("URR 15 does not move but attacks 2111", ["ATTACK 2111 WITH urriaguel-15"]),
        ("Osmar 3 comes in at 1321 and goes on to 1420", ["REINFORCE osmar-3 AT 1321 1420"]),
        ("REI a1 desembarca en 2210 y va a 2211", ["LAND reina-art-1 AT 2210 2211"]),
        ("BOM 1 vuela a 2813 y bombardea", ["FLY bombardero-1 TO 2813 BOMB"]),
        ("HID 1 va a 2817 con bomba", ["FLY hidro-1 TO 2817 BOMB"]),
        (
            "VIII/2 va a 2812 y ataca a URR 7, con VII/1",
            ["MOVE bandera-8-2 2812", "ATTACK urriaguel-7 WITH bandera-7-1 bandera-8-2"],
        ),
        (
            "MOVE VIII/2 2812 and ATTACK URR 7 WITH VII/1",
            ["MOVE bandera-8-2 2812", "ATTACK urriaguel-7 WITH bandera-7-1"],
        ),
        ("Quiero que VIII/2 vaya a 2812", ["MOVE bandera-8-2 2812"]),
        (
            "VII/1 ataca a la cuarta harca de Osmar, con la 2.ª compañía de la 2.ª bandera",
            ["ATTACK osmar-4 WITH bandera-2-2 bandera-7-1"],
        ),
    ],
)
def test_what_one_unit_does_is_said_in_one_sentence(line: str, meant: list[str]) -> None:
    side = "moroccan" if meant[0].split()[1].startswith(("urriaguel", "osmar")) else "spanish"
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    "line",
    [
        "CAZ 1 attacks the cavalry at 2120",
        "CAZ 1 ataca la caballería de 2120",
        "Attack the mounted harka in 2120 with CAZ 1",
    ],
)
def test_of_a_kind_those_are_meant_who_stand_where_it_is_told(line: str) -> None:
    there = {"urriaguel-cav-4": "2120", "urriaguel-4": "1516", "regulares-melilla-cav-1": "2119"}
    found = read_text(line, LEXICON, side="spanish", unsaid=lambda *_: "MOVE", stands=lambda unit: there.get(unit, ""))
    assert [write_order(each.order, LEXICON, "en") for each in found.lines if each.order] == [
        "ATTACK urriaguel-cav-4 WITH cazadores-africa-1"
    ]


def test_gunboats_are_not_the_guns() -> None:
    (problem,) = read("CAZ 1 attacks the guns at 2219", "spanish").problems
    assert problem.code == "ambiguous-unit"


@pytest.mark.parametrize(
    "line",
    [
        "URR 2 moves to 1515 and URR 5 moves to 1516. Both attack Igueriben.",
        "URR 2 moves to 1515. Both attack Igueriben.",
    ],
)
def test_both_are_not_only_the_last_one(line: str) -> None:
    assert all(each.order is None for each in read(line, "moroccan").lines)


def test_a_word_too_many_behind_a_flight_is_what_is_told() -> None:
    line = "BOM 1 vuela a 3016 rápido"
    (problem,) = read_text(line, LEXICON, side="spanish", unsaid=lambda *_: "", stands=lambda _: "").problems
    assert (problem.code, problem.args["read"]) == ("unexpected-word", "rápido")


@pytest.mark.parametrize("head", ["Reinforcements:", "Refuerzos:"])
def test_what_comes_in_may_stand_behind_its_own_heading(head: str) -> None:
    (line,) = read(f"{head} VIII/1 entra y va a 3711", "spanish").lines
    assert (line.phase, write_order(line.order, LEXICON, "en")) == ("spanish-movement", "REINFORCE bandera-8-1 3711")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Urriaguel 21 enters Batel", "MOVE urriaguel-21 2919"),
        ("URR 21 comes in at 2919", "MOVE urriaguel-21 2919"),
        ("URR 21 entra en Batel", "MOVE urriaguel-21 2919"),
        ("midao-3 enters at 1720", "REINFORCE midao-3 AT 1720"),
        ("REINFORCE urriaguel-21 AT 1720", "REINFORCE urriaguel-21 AT 1720"),
    ],
)
def test_who_is_on_the_map_moves_where_it_enters(line: str, meant: str) -> None:
    there = {"urriaguel-21": "2719"}
    found = read_text(line, LEXICON, side="moroccan", unsaid=lambda *_: "MOVE", stands=lambda unit: there.get(unit, ""))
    assert [write_order(each.order, LEXICON, "en") for each in found.lines if each.order] == [meant]


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("moroccan", "Hello, urriaguel 3 and 4 go to 1718", ["MOVE urriaguel-3 1718", "MOVE urriaguel-4 1718"]),
        ("moroccan", "Hello Ana, urriaguel 3 goes to 1718", ["MOVE urriaguel-3 1718"]),
        ("moroccan", "Hello, Ana. Urriaguel 3 goes to 1718", ["MOVE urriaguel-3 1718"]),
        ("moroccan", "Good morning, MOVE URR 3 1718", ["MOVE urriaguel-3 1718"]),
        ("spanish", "Hola Omar: VIII/2 va a 2414", ["MOVE bandera-8-2 2414"]),
        ("spanish", "Buenos días: VIII/2 va a 2414", ["MOVE bandera-8-2 2414"]),
        ("moroccan", "Just osmar 7 attacks VIII/2", ["ATTACK bandera-8-2 WITH osmar-7"]),
        ("spanish", "Solo VIII/2 ataca a osmar 7", ["ATTACK osmar-7 WITH bandera-8-2"]),
        ("moroccan", "2: URR 4 to 0410", ["MOVE urriaguel-4 0410"]),
        ("spanish", "BOM 1 vuela a 2717. BOM 2 lo mismo.", ["FLY bombardero-1 TO 2717", "FLY bombardero-2 TO 2717"]),
        ("spanish", "Aviación: BOM 1 vuela a 2717 y bombardea", ["FLY bombardero-1 TO 2717 BOMB"]),
    ],
)
def test_what_stands_before_an_order_says_nothing(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("moroccan", "bateria 5 shoots at the legionaries at 0409", ["BOMBARD 0409 WITH bateria-5"]),
        ("moroccan", "urriaguel 21 walks into Batel", ["MOVE urriaguel-21 2919"]),
        ("spanish", "I/2 sale a 1614", ["MOVE bandera-1-2 1614"]),
        ("spanish", "Los acorazados tiran contra Axdir", ["BOMBARD 0511 WITH flota-1"]),
        ("spanish", "la flota 1 dispara sobre Axdir", ["BOMBARD 0511 WITH flota-1"]),
        (
            "spanish",
            "V/1 y R.Tet 3 atacan Batel apoyados por la artillería del 45",
            ["ATTACK 2919 WITH bandera-5-1 regulares-tetuan-3 SUPPORT regimiento-45-art-1"],
        ),
        (
            "spanish",
            "III/2 y VIII/2 avanzan a 2414 y 2415 y después atacan a MID 2",
            ["MOVE bandera-3-2 2414", "MOVE bandera-8-2 2415", "ATTACK midao-2 WITH bandera-3-2 bandera-8-2"],
        ),
        (
            "spanish",
            "Los blindados avanzan a 2918 y después ahuyentan a los moros de Batel hasta 2925.",
            ["MOVE blindados-1 2918", "PANIC blindados-1 2919 TO 2925"],
        ),
        ("spanish", "los blindados asustan a URR 21 hasta 2925", ["PANIC blindados-1 urriaguel-21 TO 2925"]),
        ("spanish", "BLIND scares URR 21 to 2925 after moving", ["PANIC blindados-1 urriaguel-21 TO 2925 AFTER"]),
        (
            "spanish",
            "Los blindados ahuyentan a URR 21 hasta 2419 antes de moverse",
            ["PANIC blindados-1 urriaguel-21 TO 2419 BEFORE"],
        ),
        (
            "spanish",
            "los carros van a 2918 y luego ahuyentan a URR 21 a 2925",
            ["MOVE blindados-1 2918", "PANIC blindados-1 urriaguel-21 TO 2925"],
        ),
    ],
)
def test_deeds_in_other_words(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("MOVE MID 2 1915 (if nobody stands there)", []),
        ("MOVER MID 2 1915 (si lo dejan)", []),
        ("MOVER MID 2 1915 (hasta que llegue la noche)", []),
        ("MOVER MID 2 1915 (vale, sí)", ["MOVE midao-2 1915"]),
        ("MOVE MID 2 1915 (the hill)", ["MOVE midao-2 1915"]),
    ],
)
def test_a_condition_in_brackets_is_not_left_out(line: str, meant: list[str]) -> None:
    found = read(line, "moroccan")
    assert [write_order(each.order, LEXICON, "en") for each in found.lines if each.order] == meant
    assert bool(found.problems) == (not meant)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("Whoever is next to Sidi Dris attacks it.", ()),
        ("Never mind MID 2, MID 7 goes to 1915", ()),
        ("atack Annual with URR 11", ("ATTACK Annual with URR 11",)),
    ],
)
def test_no_verb_is_offered_for_a_word_that_is_like_none(line: str, near: tuple[str, ...]) -> None:
    (problem,) = read(line, "moroccan").problems
    assert (problem.code, problem.near) == ("unknown-order", near)


@pytest.mark.parametrize(
    "line",
    [
        "R.Tet 2 va a 2520 y ataca a ULI 3 junto con R.Tet 1, que va a 2521.",
        "R.Tet 2 ataca a ULI 3 con R.Tet 1, que va a 2521",
        "R.Tet 2 goes to 2520 and attacks ULI 3 with R.Tet 1, which goes to 2521",
    ],
)
def test_what_another_unit_does_by_the_way_is_not_of_the_first_one(line: str) -> None:
    assert all(each.order is None for each in read(line, "spanish").lines)


@pytest.mark.parametrize("line", ["I/2 ataca Annual desde Igueriben", "I/2 attacks Annual from Igueriben"])
def test_where_who_attacks_stands_is_no_target(line: str) -> None:
    found = read_text(line, LEXICON, side="spanish", unsaid=lambda *_: "", stands=lambda _: "1615")
    assert [write_order(each.order, LEXICON, "en") for each in found.lines if each.order] == [
        "ATTACK 1613 WITH bandera-1-2"
    ]


@pytest.mark.parametrize("head", ["Pensándolo mejor", "On second thoughts", "En el turno que viene"])
def test_an_order_behind_other_words_and_a_colon_is_shown_and_not_carried_out(head: str) -> None:
    found = read(f"{head}: VIII/2 avanza a 2014 y ataca a URR 4.", "spanish")
    assert all(line.order is None for line in found.lines)
    assert [(each.code, each.near) for each in found.problems] == [
        ("in-sentence", ("VIII/2 avanza a 2014 y ataca a URR 4.",))
    ]
