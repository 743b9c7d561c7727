"""Names of things in the reader's language, and what is said where there is none."""

import pytest

from pbem.language.messages import translations
from pbem.report.words import Words
from tests.report.making import words


def test_units_by_full_name_short_name_and_family() -> None:
    """As the counters of the scenario give them."""
    assert words("en").unit("cerinola-1") == "1st Bn, Ceriñola Regiment"
    assert words("es").unit("cerinola-1").endswith("Regimiento Ceriñola")
    assert words("es").short("cerinola-1") == "CER 1"
    assert words("es").family("cerinola-1") == "Regimiento Ceriñola"
    assert words("es").side_of("cerinola-1") == "spanish"


def test_spaces_have_their_place_named() -> None:
    """The place first, then its number; just the number elsewhere, and for what is on no map."""
    assert words("es").space("1613") == "Annual (1613)"
    assert words("en").space("3702") == "Cape Tres Forcas (3702)"
    assert words("es").space("1614") == "1614"
    assert words("es").space("9999") == "9999"
    assert words("es").path(["1613", "1614"]) == "1613 1614"


AREAS = {
    "arenal": {"name": {"es": "El Arenal", "en": "The Sands"}, "to": ["ceuta", "monte"]},
    "ceuta": {"name": {"es": "Ceuta", "en": "Ceuta"}, "to": []},
    "monte": {"to": ["yabal"]},
    "yabal": {"to": []},
}


def test_areas_are_called_by_their_name() -> None:
    """One without a name by its id; the nearest is counted in steps."""
    english, spanish = (Words(lang, {"map": {"areas": AREAS}}) for lang in ("en", "es"))
    assert [english.space(area) for area in AREAS] == ["The Sands", "Ceuta", "monte", "yabal"]
    assert (spanish.space("arenal"), spanish.place("monte")) == ("El Arenal", "")
    assert english.nearest("yabal", ("ceuta", "arenal")) == "arenal"
    assert english.nearest("off-map", ("ceuta", "arenal")) == ""
    assert [english.near(area) for area in AREAS] == ["", "", "The Sands", "The Sands"]


def test_the_nearest_of_some_places_is_found_on_the_map_alone() -> None:
    """The first of those equally near; nothing for what is on no map."""
    assert words("en").nearest("1614", ("3907", "1613", "1615")) == "1613"
    assert words("en").nearest("9999", ("3907",)) == ""
    assert words("en").nearest("1614", ()) == ""
    assert Words("en").nearest("1614", ("1613",)) == ""
    assert words("en").near("1614") == "Annual"


def test_what_is_far_from_all_that_matters_is_told_by_a_place_or_hex_of_its_own() -> None:
    """Up to four hexes off it is told under a place that matters, then under any place two off, then by its hex."""
    said = words("en")
    assert said.front_of("1614", ("1613", "3907")) == "1613"
    assert said.front_of("1617", ("3907",)) == "1617", "Buhafora has a name"
    assert said.front_of("0101", ("3907",)) == "0101"
    assert said.front("0101", {"0101"}) == "0101"
    assert said.front_of("9999", ("3907",)) == ""


def test_names_within_a_sentence_have_their_article_and_are_contracted() -> None:
    """Data of each counter; one without, of a save from before, has its bare name."""
    spanish, english = words("es"), words("en")
    assert spanish.of("cerinola-3") == "del 3.er Bón. del Regimiento Ceriñola"
    assert spanish.to("cerinola-3") == "al 3.er Bón. del Regimiento Ceriñola"
    assert spanish.to("urriaguel-3") == "a la 3.ª harca de Beni Urriaguel"
    assert spanish.the("cerinola-mg-1") == "las ametralladoras del Regimiento Ceriñola"
    assert spanish.the("flota-1") == "la flota de acorazados"
    assert english.of("cerinola-3") == "of the 3rd Bn, Ceriñola Regiment"
    assert english.to("urriaguel-cav-1") == "to the 1st mounted harka, Beni Urriaguel"
    old = {"cerinola-3": {"name": {"es": "3.er Bón. del Regimiento Ceriñola"}}}
    assert (
        Words("es", {"counters": old}, gettext=translations("es").gettext).of("cerinola-3")
        == "de 3.er Bón. del Regimiento Ceriñola"
    )


def test_one_list_has_commas_and_the_right_word_for_and() -> None:
    """y before a consonant, hie- and hia-; e before i- and hi-; semicolons only where a name has commas."""
    spanish = words("es")
    assert spanish.listed(["Nador", "Izumar"]) == "Nador e Izumar"
    assert spanish.listed(["Nador", "hidroaviones"]) == "Nador e hidroaviones"
    assert spanish.listed(["agua", "hielo"]) == "agua y hielo"
    assert spanish.listed(["Annual", "Nador", "Batel"]) == "Annual, Nador y Batel"
    assert spanish.listed(["1.ª Bandera, ametralladoras", "Nador", "Batel"]) == (
        "1.ª Bandera, ametralladoras; Nador y Batel"
    )
    assert words("en").spaces(["1613", "0101"]) == "Annual (1613) and 0101"


def test_names_from_the_lexicon_and_ids_otherwise() -> None:
    """A name may be a text, a table with `name`, or a table by language."""
    phases = {"a": "fase a", "b": {"name": "fase b", "aliases": ["b"]}, "c": {"es": "fase c"}}
    own = Words("es", lexicon={"phases": phases})
    assert [own.phase(id_) for id_ in ("a", "b", "c", "some-phase")] == ["fase a", "fase b", "fase c", "some phase"]
    assert own.side(None) == ""
    assert own.meaning("") == ""
    assert (own.condition("hot"), own.term("city"), own.type("fleet"), own.status("due"), own.note("cost")) == (
        "hot", "city", "fleet", "due", "cost",
    )  # fmt: skip


def test_clauses_with_their_title() -> None:
    """The id alone where the title is not known."""
    own = Words("es", clauses={"LL-7.8": {"chapter": 7, "title": {"es": "Parar y atacar", "en": "Stop and attack"}}})
    assert own.clause("LL-7.8") == "LL-7.8 Parar y atacar"
    assert own.clause("LL-9.9") == "LL-9.9"


@pytest.mark.parametrize(
    ("lang", "given", "said"),
    [
        ("en", ["a", "b", "c"], "a, b and c"),
        ("es", ["a", "b"], "a y b"),
        ("es", ["Annual", "Igueriben"], "Annual e Igueriben"),
        ("es", ["agua", "hielo"], "agua y hielo"),
        ("es", ["Axdir", "Hidalgo"], "Axdir e Hidalgo"),
        ("en", ["a"], "a"),
        ("en", [], ""),
    ],
)
def test_lists(lang: str, given: list[str], said: str) -> None:
    """The word for "and" before the last; Spanish "y" becomes "e" before the sound of i."""
    assert Words(lang, gettext=translations(lang).gettext).listed(given) == said


def test_all_names_for_the_map() -> None:
    """By id, over all groups."""
    assert words("es", types={"fleet": "flota"}).names() == {
        "moroccan": "marroquíes", "spanish": "españoles", "moroccan-combat": "combate marroquí", "fleet": "flota",
    }  # fmt: skip
