"""What a report counts: the headline, the fallen, the map in words; what part of it a picture of plans shows."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pbem.conformance.games import played
from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.language.messages import translations
from pbem.report.digest import ending, headline, lost_counters, position_sentences, positions
from pbem.report.story import around_place
from pbem.report.svg import plan_crop
from pbem.report.svg.base.hexplan import HexPlan
from tests.report.making import counter, melilla, small, words

QUIET = Scene(
    map=melilla(), title={}, turn=3, turns=13, phase="moroccan-combat", conditions=(), sides=("moroccan", "spanish")
)
FIGHT = Battle(1, "moroccan", ("1513",), ("1613",), 12, 9, "attacker")
DEAD = Ghost("cerinola-4", "spanish", "1613", "infantry", True, cause="combat")
BOMBED = replace(DEAD, unit="cerinola-3", cause="fire")
HIT = Shot("spanish", "1513", "1613", True, "artillery")
MISS = replace(HIT, hit=False)
CAME = counter("reina-1", "3907", "arrived")
MOVE = Arrow("urriaguel-1", "moroccan", ("1512", "1513"), "move")


def said(lang: str, **happened: object) -> str:
    """The headline of a scene in which this happened."""
    return headline(replace(QUIET, **happened), words(lang), translations(lang))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("happened", "english", "spanish"),
    [
        ({}, "All is quiet.", "Todo está en calma."),
        ({"arrows": (MOVE, MOVE)}, "1 unit moves, without combat.", "Mueve 1 ficha, sin combates."),
        (
            {
                "arrows": (MOVE,),
                "counters": (CAME, replace(CAME, unit="urriaguel-1"), replace(CAME, states=("moved",))),
            },
            "1 unit moves and 1 unit arrives, without combat.",
            "Mueve 1 ficha y llega 1 ficha, sin combates.",
        ),
        (
            {"arrows": (replace(MOVE, unit="urriaguel-2", kind="retreat"), MOVE), "shots": (HIT,)},
            "1 unit moves; 1 hit, no unit lost.",
            "Mueve 1 ficha; 1 impacto, ninguna ficha eliminada.",
        ),
        (
            {"battles": (FIGHT,), "shots": (HIT, MISS, MISS)},
            "1 combat, no unit lost; 1 hit in 3 shots.",
            "1 combate, ninguna ficha eliminada; 1 impacto en 3 disparos.",
        ),
        (
            {"ghosts": (BOMBED,), "shots": (HIT, HIT)},
            "Under fire the Spanish lose 1 unit; 2 hits.",
            "Bajo el fuego los españoles pierden 1 ficha; 2 impactos.",
        ),
        ({"battles": (FIGHT,), "shots": (MISS,)}, "1 combat, no unit lost.", "1 combate, ninguna ficha eliminada."),
        ({"shots": (MISS,)}, "1 shot without a hit.", "1 disparo sin impacto."),
        ({"shots": (MISS, MISS)}, "2 shots without a hit.", "2 disparos sin ningún impacto."),
        ({"shots": (HIT,)}, "1 hit, no unit lost.", "1 impacto, ninguna ficha eliminada."),
        (
            {"shots": (MISS, HIT, MISS), "arrows": (MOVE,)},
            "1 unit moves; 1 hit in 3 shots, no unit lost.",
            "Mueve 1 ficha; 1 impacto en 3 disparos, ninguna ficha eliminada.",
        ),
        (
            {"shots": (*[replace(HIT, roll="1613")] * 6, *[replace(MISS, roll="1615")] * 3)},
            "1 hit in 2 shots, no unit lost.",
            "1 impacto en 2 disparos, ninguna ficha eliminada.",
        ),
        ({"battles": (FIGHT,)}, "1 combat, no unit lost.", "1 combate, ninguna ficha eliminada."),
        ({"ghosts": (BOMBED,)}, "Under fire the Spanish lose 1 unit.", "Bajo el fuego los españoles pierden 1 ficha."),
        (
            {"battles": (FIGHT,), "ghosts": (BOMBED,)},
            "1 combat; under fire the Spanish lose 1 unit.",
            "1 combate; bajo el fuego los españoles pierden 1 ficha.",
        ),
        (
            {"battles": (FIGHT,), "ghosts": (replace(DEAD, cause=""),)},
            "1 combat; the Spanish lose 1 unit.",
            "1 combate; los españoles pierden 1 ficha.",
        ),
        (
            {
                "battles": (FIGHT, FIGHT),
                "ghosts": (DEAD, DEAD, replace(DEAD, side="moroccan"), replace(DEAD, lost=False), BOMBED),
            },
            "In 2 combats the Spanish lose 2 units and the Moroccans 1; under fire, the Spanish 1.",
            "En 2 combates los españoles pierden 2 fichas y los marroquíes 1; bajo el fuego, los españoles 1.",
        ),
        (
            {"battles": (FIGHT,), "ghosts": (DEAD, BOMBED, replace(DEAD, side="moroccan", cause=""))},
            "In 1 combat the Spanish lose 1 unit; under fire, the Spanish 1; otherwise, the Moroccans 1.",
            "En 1 combate los españoles pierden 1 ficha; bajo el fuego, los españoles 1; aparte, los marroquíes 1.",
        ),
        (
            {"controls": (Control("1613", "moroccan", True), Control("1615", None, True), Control("3907", "spanish"))},
            "The Moroccans take Annual; no garrison is left in Igueriben.",
            "Los marroquíes toman Annual; no queda guarnición en Igueriben.",
        ),
        (
            {"controls": tuple(Control(hex_, None, True) for hex_ in ("1613", "1617"))},
            "No garrison is left in Annual nor in Buhafora.",
            "No queda guarnición en Annual ni en Buhafora.",
        ),
        (
            {"controls": tuple(Control(hex_, None, True) for hex_ in ("1613", "1615", "1617"))},
            "No garrison is left in Annual, in Igueriben nor in Buhafora.",
            "No queda guarnición en Annual, en Igueriben ni en Buhafora.",
        ),
        (
            {"controls": tuple(Control(hex_, None, True) for hex_ in ("1613", "1615", "1617", "1710"))},
            "No garrison is left in 4 places.",
            "No queda guarnición en 4 lugares.",
        ),
        (
            {
                "controls": tuple(Control(h, "spanish", True) for h in ("1613", "1615", "1617", "1710")),
                "arrows": (MOVE,),
                "battles": (FIGHT,),
                "ghosts": (DEAD,),
            },
            "The Spanish take 4 places; in 1 combat the Spanish lose 1 unit.",
            "Los españoles toman 4 lugares; en 1 combate los españoles pierden 1 ficha.",
        ),
    ],
)
def test_the_headline_is_one_sentence(happened: dict[str, object], english: str, spanish: str) -> None:
    """Places that changed hands, then what the fighting cost; in both languages."""
    assert said("en", **happened) == english
    assert said("es", **happened) == spanish


def claims(text: str) -> dict[str, Counter[str]]:
    """What an English headline says was lost, by cause and side, and under "" how many combats there were."""
    found: dict[str, Counter[str]] = {"": Counter()}
    for part in text.removesuffix(".").lower().split("; "):
        if fights := re.match(r"(?:in )?(\d+) combats?\b", part):
            found[""]["combats"] = int(fights[1])
        cause = "fire" if part.startswith("under fire") else "combat"
        for side, first, further in re.findall(r"the (\w+) (?:lose (\d+) units?|(\d+))", part):
            found.setdefault(cause, Counter())[side] += int(first or further)
    return found


@pytest.mark.parametrize("style", ["chance", "sense"])
def test_no_headline_of_a_random_game_says_what_did_not_happen(style: str) -> None:
    """Each turn of whole games: the numbers of the headline are those of the events, and fire is no combat."""
    game, own = played("legion", style), words("en")
    turns: dict[int, list[tuple[Any, tuple[Any, ...]]]] = {}
    for step in game.steps:
        turns.setdefault(step.before.turn, []).append((step.before, step.result.events))
    seen: Counter[str] = Counter()
    for steps in turns.values():
        events = tuple(event for _, one in steps for event in one)
        told = claims(headline(game.rules.scene(steps[0][0], events, None), own, translations("en")))
        fell = [event for event in events if event.type == "eliminated"]
        for cause, meant in (("combat", "combat"), ("fire", "bombardment")):
            sides = (
                own.side(game.scenario.counters[event.unit].side).lower() for event in fell if event.cause == meant
            )
            wanted = Counter(sides)
            assert told.get(cause, Counter()) == wanted
            seen[cause] += wanted.total()
        assert told[""]["combats"] == sum(event.type == "fought" for event in events)
    assert all(seen[cause] for cause in ("combat", "fire")), seen


def test_the_end_of_a_game_says_who_won_and_when() -> None:
    """Or that nobody did."""
    for lang, won, drawn in (
        ("en", "The Spanish win on turn 13.", "A draw on turn 3."),
        ("es", "Ganan los españoles en el turno 13.", "Tablas en el turno 3."),
    ):
        assert ending("spanish", 13, words(lang), translations(lang)) == won
        assert ending("draw", 3, words(lang), translations(lang)) == drawn


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
        "Moroccans, around Melilla: URR 1 4-5 3908.",
        "Spanish, Annual (1613) and around: CER 2 3-3 1613, CER 1 3-3 1614.",
    )
    assert position_sentences(replace(scene, controls=()), words("en"))[1].startswith("Spanish: CER 2 3-3 1613, CER 1")


def test_a_stack_is_told_with_its_hex_once() -> None:
    standing = (counter("cerinola-1", "1614"), counter("cerinola-2", "1614"), counter("urriaguel-1", "3908"))
    scene = replace(QUIET, counters=standing, controls=(Control("1613", "spanish"),))
    assert position_sentences(scene, words("en"))[1] == "Spanish, around Annual: CER 1 3-3 + CER 2 3-3 1614."
    facing = replace(scene, counters=tuple(replace(each, facing=2) for each in standing))
    assert "CER 1 3-3 + CER 2 3-3 1614 SE." in position_sentences(facing, words("en"))[1]
    led = replace(scene, counters=(replace(standing[0], facing=2), standing[1]))  # a leader faces nowhere
    assert "CER 1 3-3 + CER 2 3-3 1614 SE." in position_sentences(led, words("en"))[0]
    ailing = replace(scene, counters=(standing[0], counter("cerinola-2", "1614", "demoralized")))
    assert "CER 1 3-3 + CER 2 3-3 (demoralized) 1614." in position_sentences(ailing, words("en"))[0]
    apart = replace(scene, counters=(replace(standing[0], facing=2), replace(standing[1], facing=3)))
    assert "CER 1 3-3 1614 SE, CER 2 3-3 1614 S." in position_sentences(apart, words("en"))[0]


def test_a_picture_of_plans_holds_them_all() -> None:
    """Ways, shots and pieces to come, with a hex around; never tiny, never off the map."""

    def cells(scene: Scene) -> tuple[int, int, int, int]:
        return HexPlan(scene.map, plan_crop(scene)).cells

    far = replace(QUIET, arrows=(Arrow("x", "spanish", ("0511", "3907"), "planned"),))
    assert cells(far) == (1, 5, 46, 12), "of all columns, for which there is a ground too"
    near = replace(QUIET, shots=(Shot("spanish", "0101", "0202", None, "fleet"),))
    assert cells(near) == (1, 1, 11, 8)
    came = replace(
        QUIET, counters=(replace(counter("cerinola-1", "4626"), states=("planned",)), counter("policia-1", "0101"))
    )
    assert cells(came) == (36, 19, 46, 26)
    assert cells(small()) == (1, 1, 5, 4), "a small map is shown whole"


def test_a_close_up_is_told_with_those_whom_it_shows() -> None:
    standing = (counter("cerinola-1", "1614"), counter("urriaguel-1", "3908"))
    shown = around_place(replace(QUIET, counters=standing), "1614")
    assert [each.unit for each in shown.counters] == ["cerinola-1"]
