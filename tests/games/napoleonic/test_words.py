"""The words of Bailén beside what all lexicons keep; what is told of a battle is all of it.

The sentences are those of the archived battle and of the events that it does not have: every die with its column, row,
each modifier with its clause, and result.
"""

import re
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.events import Event, Modifier
from pbem.game.codec import read_event
from pbem.game.game import Game, open_game
from pbem.game.voice import voice_of
from pbem.gamedata.games import game_counters
from pbem.report.content import Span
from pbem.rules.napoleonic import events as facts
from tests.archive.make import ARCHIVES
from tests.games.test_words import LANGUAGES, lexicon

DICE = (facts.Shot, facts.Fought, facts.MoraleTested, facts.ControlTested, facts.DivisionTested)
TABLES = {
    facts.Shot: "NAP-8.4",
    facts.Fought: "NAP-11.4",
    facts.MoraleTested: "NAP-9.1",
    facts.ControlTested: "NAP-12.2",
    facts.DivisionTested: "NAP-14.1",
}
"""The clause of the table that each roll was looked up in."""


def test_directions_are_the_same_letters_in_all_languages() -> None:
    english, spanish = (lexicon("napoleonic", language)["choices"] for language in LANGUAGES)
    directions = ("N", "NE", "SE", "S", "SW", "NW")
    assert [english[way][0] for way in directions] == [spanish[way][0] for way in directions] == list(directions)
    assert (spanish["SW"][1], spanish["NW"][1]) == ("SO", "NO"), "read, but NO is not written: it says no"


def test_every_counter_has_an_article_but_the_leaders_and_it_fits_a_sentence() -> None:
    for unit, about in game_counters("napoleonic").items():
        if about["type"] == "leader":
            assert "article" not in about, unit
            continue
        assert about["article"]["es"] in ("el", "la", "los", "las"), unit
        assert about["article"]["en"] == "the", unit
        first = about["name"]["en"].split()[0]
        assert first[0].isdecimal() or first.lower() in ENGLISH, f"{unit}: in a sentence it begins with a small letter"


ENGLISH = {
    *(
        "baggage",
        "battalion",
        "cavalry",
        "chasseurs",
        "dragoons",
        "garrochista",
        "horse",
        "light",
        "provincial",
        "provisional",
    ),
    *("regiment", "sailors", "volunteers"),
}
"""The words that may begin a counter's name: behind an article they are written small."""


# What is told of a battle ---------------------------------------------------------------------------------------------


@cache
def battle() -> Game:
    """The archived battle."""
    (archive,) = (archive for archive in ARCHIVES if archive.ruleset == "napoleonic")
    return open_game(archive.path)


@cache
def happened() -> tuple[Event, ...]:
    """All that happened in it."""
    return tuple(read_event(battle().rules, fact) for item in battle().records for fact in item.record.facts)


def told(language: str, *kinds: type[Event]) -> Iterator[tuple[Any, str]]:
    """Each event of the battle of some types, with what is told of it."""
    sentences = voice_of(battle(), language).sentences
    return ((event, sentences.render(event)) for event in happened() if isinstance(event, kinds or Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_roll_is_told_with_its_table_row_modifiers_and_result(language: str) -> None:
    words = voice_of(battle(), language).words
    seen = dict.fromkeys(DICE, 0)
    for event, text in told(language, *DICE):
        seen[type(event)] += 1
        assert f" {event.face}" in text
        assert f"{'row' if language == 'en' else 'fila'} {event.row} ({TABLES[type(event)]})" in text
        assert f"({event.result})" in text or f"({event.result};" in text
        for modifier in event.drm:
            amount = f"{'+' if modifier.amount > 0 else '−'} {abs(modifier.amount)}"
            assert f"{amount} ({words.term(modifier.code)}, {modifier.rule})" in text
        column = getattr(event, "column", None) or event.grade
        assert re.search(rf"\b{column}\b", text)
    assert min(seen.values()) >= 5, seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_strengths_are_told_with_each_factor_and_its_clause(language: str) -> None:
    words = voice_of(battle(), language).words
    factors = 0
    for event, text in told(language, facts.Fought, facts.Shot):
        if isinstance(event, facts.Shot):
            terms = list(event.terms)
        else:
            assert f"= {event.attack}" in text
            assert f"= {event.defence}" in text
            terms = [factor for term in (*event.attack_terms, *event.defence_terms) for factor in term.factors]
        for code, part, rule in terms:
            factors += 1
            assert f"× {part.removesuffix('/1')} ({words.term(code)}, {rule})" in text
    assert factors > 50


IDS = re.compile(r"\b(?:leg\d-\d|bat-\d|bat-horse|bia-\w+-\d|gen-\w+|dragons-\d|chasseurs-\d|ordenes-\d)\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_and_no_unknown_word_stands_in_a_sentence(language: str) -> None:
    known = {term for group in ("terms", "sides", "phases") for term in lexicon("napoleonic", language)[group]}
    for event, text in told(language):
        if event.type in ("rolled", "phase-began"):
            continue  # the proof of the dice has the labels
        assert not IDS.search(text), text
        for word in re.findall(r"\b[a-z]+(?:-[a-z]+)+\b", text):
            assert word not in known, f"{word} is a code: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_type_of_event_has_its_sentence(language: str) -> None:
    sentences = voice_of(battle(), language).sentences
    seen = {event.type for event in happened()}
    for kind in facts.EVENTS:
        type_ = kind.model_fields["type"].default
        if type_ not in seen:
            assert any(isinstance(event, kind) for event in RARE), f"no example of {type_}"
    for event in RARE:
        assert sentences.render(event) or event.type in ("square-tried", "piled"), event.type


RARE: tuple[Event, ...] = (
    facts.LeaderReplaced(unit="gen-rouyer", at="1406", beside="suizos-preux"),
    facts.LeaderTaken(unit="gen-fresia", at="1607"),
    facts.Charged(units=("farnesio",), path=("1605", "1606"), target="1607", facing=3, cost=1),
    facts.SquareTried(hex="1607"),
    facts.NoFire(unit="bat-8", until=5),
    facts.Watered(units=("leg4-1", "leg4-2")),
    facts.TownTaken(hex="2107", side="french"),
    facts.Broken(unit="leg4-1", at="1607"),
    facts.Piled(hex="1607", order=("leg4-1", "leg4-2"), by="rules"),
    facts.CommandFailed(division="coupigny", side="spanish", order="attack", face=3, needed=2),
    facts.DivisionTested(
        division="fresia", side="french", lost=18, start=21, column="2", face=2, row=1, result="H",
        drm=(Modifier(code="flight", amount=-1, rule="NAP-14.2"),),
    ),
    facts.DivisionChanged(division="fresia", state="flight"),
)  # fmt: skip
"""Events that a battle need not have."""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Reding's division: has a new order, which you do not see", "Coupigny's division: an order does not")),
        ("es", ("División de Reding: tiene una orden nueva, que no ves", "División de Coupigny: una orden no llega")),
    ],
)
def test_an_order_that_is_hidden_is_not_named(language: str, said: tuple[str, str]) -> None:
    sentences = voice_of(battle(), language).sentences
    hidden = facts.Commanded(division="reding", side="spanish", order="hidden")
    failed = facts.CommandFailed(division="coupigny", side="spanish", order="hidden", face=3, needed=2)
    assert sentences.render(hidden).startswith(said[0])
    assert sentences.render(failed).startswith(said[1])
    own = sentences.render(facts.Commanded(division="reding", side="spanish", order="attack", distant=True))
    assert {"en": "new order, attack; it got through", "es": "orden nueva, ataque; le ha llegado"}[language] in own


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ("Losses", "Retreat", "Morale IRL 3")),
        ("es", ("Bajas", "Retirada", "Moral IRL 3")),
    ],
)
def test_what_a_shot_brings_stands_under_it(language: str, rows: tuple[str, ...]) -> None:
    shot = facts.Shot(
        number=1, unit="leg4-1", origin="1506", at="1607", target="jaen-1", distance=1, pf=8, terms=(), factor=8,
        column=8, part=1, drm=(), face=8, row=8, result="2R",
    )  # fmt: skip
    check = facts.MoraleTested(
        unit="irlanda-3", at="1607", why="stack", grade="C", drm=(), face=1, row=1, result="D",
        before="normal", after="disorganised",
    )  # fmt: skip
    lost = facts.Lost(unit="jaen-1", at="1607", pf=2, left=6, cause="fire")
    back = facts.Retreated(unit="jaen-1", path=("1607", "1708"), facing=5)
    (item,) = voice_of(battle(), language).sentences.items((shot, lost, back, check))
    assert tuple(row[0] for row in item.rows[2:]) == rows


@pytest.mark.parametrize(
    ("language", "losses", "retreats", "moved"),
    [
        (
            "en",
            "JAE 1 2 PF with nowhere to retreat to (NAP-8.15), 4 left",
            "JAE 1 to 1708; JAE 1 to 1809 in rout (NAP-9.4)",
            "(3, flees, NAP-5.7)",
        ),
        (
            "es",
            "JAE 1 2 PF sin adónde retirarse (NAP-8.15), le quedan 4",
            "JAE 1 a 1708; JAE 1 a 1809 en derrota (NAP-9.4)",
            "(3, huye, NAP-5.7)",
        ),
    ],
)
def test_a_rout_and_who_has_nowhere_to_go_are_told_as_that(
    language: str, losses: str, retreats: str, moved: str
) -> None:
    shot = facts.Shot(
        number=1, unit="leg4-1", origin="1506", at="1607", target="jaen-1", distance=1, pf=8, terms=(), factor=8,
        column=8, part=1, drm=(), face=8, row=8, result="R",
    )  # fmt: skip
    back = facts.Retreated(unit="jaen-1", path=("1607", "1708"), facing=5)
    rout = facts.Retreated(unit="jaen-1", path=("1708", "1809"), facing=5)
    lost = facts.Lost(unit="jaen-1", at="1809", pf=2, left=4, cause="retreat")
    fled = [
        facts.Moved(unit=unit, side="spanish", path=("1607", "1708"), facing=2, cost=3, left=0, by="NAP-5.7")
        for unit in ("irlanda-1", "irlanda-3", "jaen-1", "ceuta")
    ]
    sentences = voice_of(battle(), language).sentences
    (item,) = sentences.items((shot, back, rout, lost))
    assert {row[1] for row in item.rows} >= {losses, retreats}
    assert moved in "".join(str(each) for each in sentences.items(tuple(fled)))


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize(("language", "points"), [("en", "French 0, Spanish 35"), ("es", "franceses 0, españoles 35")])
def test_the_situation_tells_the_points_of_the_last_count(language: str, points: str, *, ended: bool) -> None:
    """At the end too: they are why somebody has won."""
    counts = [facts.TurnEnded(french=french, spanish=35, terms=()) for french in (4, 0)]
    spans = [Span(1, "division-morale", 1, "", (), "", tuple(counts)), Span(2, "french-command", 2, "", (), "", ())]
    report = SimpleNamespace(spans=spans, ended=ended, holdings=(), turn=2, turns=16)
    told = voice_of(battle(), language).sentences.situation(report)
    assert told is not None
    assert told.text.endswith(f": {points}.")
