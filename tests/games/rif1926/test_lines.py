"""Lines as people write them of columns and reserves, and what they are read as."""

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.language.write import write_order

LEXICON = lexicon_of(ruleset("rif1926"), compose("rif1926"))


def read(line: str) -> Reading:
    """A line of a mail of the Allies; without a verb it moves somebody."""
    return read_text(line, LEXICON, side="allied", unsaid=lambda *_: "MOVE", stands=lambda _: "")


def orders(line: str) -> list[str]:
    """The orders that a line is."""
    return [write_order(each.order, LEXICON, "en") for each in read(line).lines if each.order is not None]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The French: MARTY to 3024", ["MOVE fr-marty TO 3024"]),
        ("Los franceses: IBOS y GEN 2 a 2429", ["MOVE fr-ibos fr-genie-2 TO 2429"]),
        ("Los de Castro-Girona: TER 6 a 2405", ["MOVE tercio-6 TO 2405"]),
        ("La columna de Carrasco: TER 1 va a 4415", ["MOVE tercio-1 TO 4415"]),
        ("La reserva: TER 8 a 4616", ["MOVE tercio-8 TO 4616"]),
        ("Tercios: TER 6 a 2405, TER 7 a 2404", ["MOVE tercio-6 TO 2405", "MOVE tercio-7 TO 2404"]),
        ("Caballería: mueve ALC 1 a 4415", ["MOVE alcantara-1 TO 4415"]),
    ],
)
def test_which_column_they_are_of_may_stand_before_the_orders_of_some(line: str, expected: list[str]) -> None:
    found = read(line)
    assert (orders(line), found.problems, found.ignored) == (expected, (), ())


@pytest.mark.parametrize("line", ["los franceses a 2429", "La reserva a 4720", "the French to 2429", "reserve to 4720"])
def test_a_whole_column_is_none_of_its_units(line: str) -> None:
    """The French have engineers, the reserve has guns; that these were moved alone, nobody had asked for."""
    assert orders(line) == []


def test_what_is_ordered_for_a_case_is_not_ordered_without_it() -> None:
    assert orders("Si me atacan: TER 6 a 2405") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("gy-10 comes in at 0109", "ENTER gy-10 AT 0109"),
        ("viene gy-10 por 0109", "ENTER gy-10 AT 0109"),
        ("AX 17 supports the defence of 2807 and 2906", "SUPPORT-DEFENCE ax-17 2807 2906"),
        ("ax-17 apoya la defensa de 2807", "SUPPORT-DEFENCE ax-17 2807"),
        ("AX 17 defends 2807", "SUPPORT-DEFENCE ax-17 2807"),
        ("SE QUEDAN DONDE ESTÁN AX 6 y AX 16", "HOLD ax-06 ax-16"),
    ],
)
def test_who_comes_who_defends_and_who_stays(line: str, expected: str) -> None:
    assert orders(line) == [expected]
