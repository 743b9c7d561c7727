"""What a report counts: the headline, the fallen, the map in words; what part of it a picture of plans shows."""

from dataclasses import replace

import pytest

from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.language.messages import translations
from pbem.report.digest import headline, lost_counters, position_sentences, positions
from pbem.report.svg import plan_crop
from pbem.report.svg.base.hexplan import HexPlan
from tests.report.making import counter, melilla, small, words

QUIET = Scene(
    map=melilla(), title={}, turn=3, turns=13, phase="moroccan-combat", conditions=(), sides=("moroccan", "spanish")
)
FIGHT = Battle(1, "moroccan", ("1513",), ("1613",), 12, 9, "attacker")
DEAD = Ghost("cerinola-4", "spanish", "1613", "infantry", True)
MOVE = Arrow("urriaguel-1", "moroccan", ("1512", "1513"), "move")


def said(lang: str, **happened: object) -> str:
    """The headline of a scene in which this happened."""
    return headline(replace(QUIET, **happened), words(lang), translations(lang))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("happened", "english", "spanish"),
    [
        ({}, "All is quiet.", "Todo está en calma."),
        ({"arrows": (MOVE, MOVE)}, "1 piece moves, nobody fights.", "1 ficha se mueve, nadie combate."),
        ({"battles": (FIGHT,)}, "1 combat costs nobody a piece.", "1 combate no cuesta fichas a nadie."),
        ({"ghosts": (DEAD,)}, "Fire costs the Spanish 1 piece.", "El fuego cuesta 1 ficha a los españoles."),
        (
            {
                "battles": (FIGHT, FIGHT),
                "ghosts": (DEAD, DEAD, replace(DEAD, side="moroccan"), replace(DEAD, lost=False)),
            },
            "2 combats cost the Moroccans 1 piece and the Spanish 2 pieces.",
            "2 combates cuestan 1 ficha a los marroquíes y 2 fichas a los españoles.",
        ),
        (
            {"controls": (Control("1613", "moroccan", True), Control("1615", None, True), Control("3907", "spanish"))},
            "The Moroccans take Annual; Igueriben stands empty; all is quiet.",
            "Los marroquíes toman Annual; Igueriben queda sin guarnición; todo está en calma.",
        ),
        (
            {
                "controls": tuple(Control(h, "spanish", True) for h in ("1613", "1615", "1617", "1710")),
                "arrows": (MOVE,),
            },
            "The Spanish take 4 places; 1 piece moves, nobody fights.",
            "Los españoles toman 4 lugares; 1 ficha se mueve, nadie combate.",
        ),
    ],
)
def test_the_headline_is_one_sentence(happened: dict[str, object], english: str, spanish: str) -> None:
    """Places that changed hands, then what the fighting cost; in both languages."""
    assert said("en", **happened) == english
    assert said("es", **happened) == spanish


def test_without_a_scene_there_is_no_headline_and_nobody_fell() -> None:
    """A mail without pictures still has its words."""
    assert headline(None, words("en"), translations("en")) == ""
    assert lost_counters(None) == ()
    assert positions(None, (), words("en")) == ()


def test_the_fallen_are_named_by_side() -> None:
    """Those that only set out from a hex are none."""
    scene = replace(QUIET, ghosts=(DEAD, replace(DEAD, unit="cerinola-3", lost=False)))
    assert lost_counters(scene) == (("moroccan", ()), ("spanish", ("cerinola-4",)))


def test_the_map_in_words_puts_each_piece_at_the_nearest_place_that_matters() -> None:
    """With its factors and its hex."""
    standing = (counter("cerinola-1", "1614"), counter("cerinola-2", "1613"), counter("urriaguel-1", "3908"))
    scene = replace(QUIET, counters=standing, controls=(Control("1613", "spanish"), Control("3907", None)))
    assert position_sentences(scene, words("en")) == (
        "Moroccans, Melilla (3907): URR 1 4-5 3908.",
        "Spanish, Annual (1613): CER 2 3-3 1613, CER 1 3-3 1614.",
    )
    assert position_sentences(replace(scene, controls=()), words("en"))[1].startswith("Spanish: CER 2 3-3 1613, CER 1")


def test_a_picture_of_plans_holds_them_all() -> None:
    """Ways, shots and pieces to come, with a hex around; never tiny, never off the map."""

    def cells(scene: Scene) -> tuple[int, int, int, int]:
        return HexPlan(scene.map, plan_crop(scene)).cells

    far = replace(QUIET, arrows=(Arrow("x", "spanish", ("0511", "3907"), "planned"),))
    assert cells(far) == (2, 5, 41, 12), "of forty columns, so that its ground serves others"
    near = replace(QUIET, shots=(Shot("spanish", "0101", "0202", None, "fleet"),))
    assert cells(near) == (1, 1, 9, 8)
    came = replace(
        QUIET, counters=(replace(counter("cerinola-1", "4626"), states=("planned",)), counter("policia-1", "0101"))
    )
    assert cells(came) == (38, 19, 46, 26)
    assert cells(small()) == (1, 1, 5, 4), "a small map is shown whole"
