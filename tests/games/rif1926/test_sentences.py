"""Sentences of Morocco 1926 that tell a die: each has its face, what is added to it, and its clause."""

from functools import cache
from types import SimpleNamespace

import pytest

from pbem.core.events import Answered, Event, Modifier
from pbem.core.play import Question
from pbem.core.scene import Control
from pbem.game.voice import ruleset_words
from pbem.gamedata.games import compose, problems
from pbem.language.messages import plain_names, reason
from pbem.report.sentences import Sentences
from pbem.resources import shipped_path
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.events import Term

LANGUAGES = ("en", "es")
OUT = (Modifier(code="out-of-supply", amount=1, rule="RIF-11.1"),)
LOST = (
    Modifier(code="out-of-supply", amount=1, rule="RIF-12.1"),
    Modifier(code="towns-lost", amount=2, rule="RIF-12.1"),
)


@cache
def sentences(language: str) -> Sentences:
    words = ruleset_words("rif1926", language, compose("rif1926"))
    return Sentences.read(shipped_path("games", "rif1926", "templates", f"events.{language}.j2"), words)


def told(language: str, *events: Event) -> str:
    """The items of some events as one text."""
    items = sentences(language).items(events)
    return " ".join(part for item in items for part in (item.text, *(cell for row in item.rows for cell in row)))


@pytest.mark.parametrize(
    ("event", "rule", "terms"),
    [
        (facts.Dispersed(unit="ax-01", at="2607", cause="supply", face=2), "RIF-10.5", ()),
        (facts.SupplyHeld(unit="ax-01", at="2607", face=5), "RIF-10.5", ()),
        (facts.StayedLoyal(unit="ax-01", at="2607", face=3, modifiers=LOST), "RIF-12.1", (1, 2)),
        (facts.Deserted(unit="ax-01", at="2607", face=6, modifiers=(), replaced=False), "RIF-12.1", ()),
        (facts.Recovered(unit="ax-01", at="2607", face=1, modifiers=OUT), "RIF-11.1", (1,)),
        (facts.StaysDispersed(unit="ax-01", at="2607", face=4, modifiers=()), "RIF-11.1", ()),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_tells_its_die_with_its_clause(
    language: str, event: Event, rule: str, terms: tuple[int, ...]
) -> None:
    die = {"en": "die", "es": "dado"}[language]
    said = told(language, event)
    assert f"; {die} {event.face} " in said  # type: ignore[attr-defined]
    assert said.count(f"[{rule}].") == 1
    assert [f" + {amount} (" in said for amount in terms] == [True] * len(terms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_many_that_are_told_together_have_a_die_each(language: str) -> None:
    units = [f"ax-{n:02d}" for n in range(1, 10)]
    recovered = [facts.Recovered(unit=unit, at="2607", face=1 + n % 3, modifiers=OUT) for n, unit in enumerate(units)]
    scattered = [facts.Dispersed(unit=unit, at="2607", cause="supply", face=1) for unit in units]
    assert told(language, *recovered).count("[RIF-11.1]") == 9
    assert told(language, *scattered).count("[RIF-10.5]") == 9
    bombed = [facts.Dispersed(unit=unit, at="2607", cause="bombardment") for unit in units]
    assert "RIF" not in told(language, *bombed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_without_an_order_is_told_once(language: str) -> None:
    """A retreat by default has a sentence of its own; of lines passed over those are told that name nothing there."""
    values = {"seat": "rif", "side": "rif", "line": None, "rule": "RIF-9.15"}
    passed = (("1", "other-unit"), ("2", "not-there"))
    silent = Answered(question="retreat ba-03 2325", kind="retreat", answer="2224", source="default", **values)
    assert told(language, silent) == ""
    ordered = Answered(
        question="retreat ba-03 2325", kind="retreat", answer="2224", source="standing", passed=passed, **values
    )
    said = told(language, ordered)
    assert "2224" in said
    assert (" 1 " in said, " 2 " in said) == (False, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_dispersed_in_an_attack_is_not_told_again_among_many(language: str) -> None:
    """Those of a combat stand under it, with it; those of the retreats behind it are told together."""
    fought = facts.Bombarded(
        side="allied", at="2607", units=("jaime-i",), origins=("2705",), points=40, column="36", row="trench",
        town=False, needed=1, face=5, hit=True,
    )  # fmt: skip
    bombed = facts.Dispersed(unit="r-02", at="2607", cause="bombardment")
    others = [facts.Dispersed(unit=f"ax-{n:02d}", at="2508", cause="combat") for n in range(1, 6)]
    retreat = facts.Retreated(unit="ax-01", origin="2507", to="2508")
    said = told(language, fought, bombed, retreat, *others)
    assert said.count("R 2") == 1
    assert "AX 5 2508" in said


REFUSED = [
    ("no-effect", {"points": 3, "column": "", "needed": 4}, "3 points have no effect there: it takes 4"),
    ("no-effect", {"points": 3, "column": ""}, "3 points have no effect there"),
    ("no-target", {"target": "0101", "ship": "u"}, "in 0101 there is only u: to fire at a ship name it, not its hex"),
    ("not-adjacent", {"units": "u", "count": 1, "target": "0304", "at": "0101"}, "u, in 0101, is not next to 0304"),
    ("not-adjacent", {"units": "u v", "count": 2, "target": "0304"}, "not next to 0304: u, v"),
    (
        "out-of-range",
        {"unit": "u", "target": "0304", "range": 2, "at": "0101", "distance": 4},
        "0304 is 4 hexes from 0101, where u is, and its range is 2",
    ),
    ("wrong-zone", {"unit": "u"}, "u is not set up: it comes onto the map later, with ENTER"),
    ("must-attack", {"units": "u", "count": 1, "hexes": "0101 0102"}, "in the combat: u; next to it: 0101, 0102"),
    ("must-attack", {"units": "u", "count": 1}, "it has to attack in the combat: u"),
]


@pytest.mark.parametrize(("code", "args", "said"), REFUSED)
def test_a_refusal_says_what_would_do(code: str, args: dict[str, str | int], said: str) -> None:
    found = reason(code, args, "en", plain_names, own=problems("rif1926", "en"))
    assert found.endswith(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fire_in_defence_is_told_once_and_that_there_is_none_too(language: str) -> None:
    values = {
        "kind": "support-defence",
        "seat": "rif",
        "side": "rif",
        "line": 1,
        "rule": "RIF-9.16",
        "source": "standing",
    }
    yes, no = (Answered(question="support-defence ax-17 2607", answer=each, **values) for each in ("yes", "no"))
    fires = facts.Defended(units=("ax-17",), at="2607")
    assert told(language, yes, fires) == told(language, fires)
    other = yes.model_copy(update={"passed": (("2", "other-unit"),)})
    assert told(language, other, fires) == told(language, fires)
    assert "2607" in told(language, no)


@pytest.mark.parametrize(
    ("kind", "id_", "said"),
    [
        ("lose", "lose 2607", "PERDER y una de ax-01, ax-17."),
        ("disperse", "disperse 2607", "PERDER y una de ax-01, ax-17."),
        ("retreat-who", "retreat-who 2607", "RETIRARSE, una de ax-01, ax-17 y un hexágono."),
        ("air-hit", "air-hit 2607", "AVERIA y uno de ax-01, ax-17."),
        ("defect", "defect regulares-ceuta-1", "PASARSE y una de ax-01, ax-17."),
    ],
)
def test_a_question_lists_who_may_be_named(kind: str, id_: str, said: str) -> None:
    question = asking(id_, kind, ("ax-01", "ax-17"))
    assert said in sentences("es").question(question)


@pytest.mark.parametrize(("default", "said"), [("yes", "Si no dices nada: sí."), ("no", "Si no dices nada: no.")])
def test_the_default_of_a_question_is_said_in_the_language_of_who_is_asked(default: str, said: str) -> None:
    question = asking("support-defence ax-17 2607", "support-defence", (default,))
    assert sentences("es").question(question).endswith(said)


def test_a_question_for_fire_tells_the_odds_with_it_and_without_it() -> None:
    question = asking("support-defence ax-17 2607", "support-defence", ("no", "yes"))
    odds = {"attack": 39, "with": 13, "odds-with": "3-1", "without": 9, "odds-without": "4-1"}
    said = sentences("es").question(question._replace(notes=odds))
    assert "Con su fuego, 39 contra 13 (3-1); sin él, 39 contra 9 (4-1). APOYAR-DEFENSA" in said
    assert "Con su fuego" not in sentences("es").question(question), "where nobody has found the figures out"


@pytest.mark.parametrize(
    ("kind", "id_", "rows"),
    [
        (
            "support-defence",
            "support-defence ax-17 2607",
            [("SUPPORT-DEFENCE ax-17 2607", "yes"), ("SUPPORT-DEFENCE ax-17", "no")],
        ),
        ("retreat", "retreat ax-01 2607", [("RETREAT ax-01 2606", "Axdir (2606)"), ("RETREAT ax-01 2708",)]),
        (
            "lose",
            "lose 2607",
            [("LOSE ax-01", "AX 1, Abd el-Krim's Guard"), ("LOSE ax-17", "AX 17, Axdir Battery 5")],
        ),
    ],
)
def test_each_answer_is_a_line_of_the_form(kind: str, id_: str, rows: list[tuple[str, ...]]) -> None:
    options = {"retreat": ("2606", "2708"), "lose": ("ax-01", "ax-17")}.get(kind, ("no", "yes"))
    assert list(sentences("en").answers(asking(id_, kind, options))) == rows


def asking(id_: str, kind: str, options: tuple[str, ...]) -> Question:
    return Question(
        id=id_, side="rif", kind=kind, options=options, default=options[0], rule="RIF-9.14",
        match=lambda *_: (None, ""),
    )  # fmt: skip


def test_what_a_player_has_not_ordered_is_no_cause() -> None:
    values = {"kind": "lose", "seat": "rif", "side": "rif", "line": None, "rule": "RIF-9.13", "source": "default"}
    said = told("es", Answered(question="lose 2607", answer="ax-17", **values))
    assert ", a falta de orden [RIF-9.13]." in said
    assert "porque" not in said


def test_one_town_is_new_and_several_are() -> None:
    def towns(*taken: str, freed: tuple[str, ...] = ()) -> str:
        return told("es", facts.TownsFound(occupied=("axdir", "snada"), pacified=(), taken=taken, freed=freed))

    assert "; nuevo: " in towns("axdir")
    assert "; nuevos: " in towns("axdir", "snada")
    assert "; libre otra vez: " in towns(freed=("targuist",))
    assert "; libres otra vez: " in towns(freed=("targuist", "suani"))


def test_a_sum_that_is_doubled_stands_in_brackets() -> None:
    """So that it comes to what it is told to: (3 + 2) × 2 + 4 = 14."""
    terms = (
        Term(code="defence", amount=3, rule="RIF-9.12", unit="ax-01"),
        Term(code="defence", amount=2, rule="RIF-9.12", unit="r-02"),
        Term(code="trench", amount=2, rule="RIF-9.12", factor=True),
        Term(code="support", amount=4, rule="RIF-9.17", unit="ax-17"),
    )
    fought = facts.Fought(
        number=1, side="allied", at="2607", origins=("2606",), units=("tercio-2",), support=(),
        targets=("ax-01", "r-02"), defence_support=("ax-17",), attack_terms=(), defence_terms=terms, fire=0, counted=0,
        attack=30, defence=14, column="2-1", face=1, drm=(), row=1, result="Ad1",
    )  # fmt: skip
    said = told("en", fought)
    assert "(AX 1: 3 + R 2: 2) × 2 (trench, RIF-9.12) + AX 17: 4 (fire support, RIF-9.17) = 14" in said
    alone = fought.model_copy(update={"defence_terms": (terms[0], terms[2]), "defence": 6})
    assert "AX 1: 3 × 2 (trench, RIF-9.12) = 6" in told("en", alone)


def test_one_unit_and_none_are_told_in_the_singular() -> None:
    """Who is ordered to hold may be led out all the same: it is not said to have held."""
    assert "con orden de mantener la posición" in told("es", facts.Held(units=("caz-03", "caz-05")))
    none = facts.ReinforcementsRolled(face=2, count=0, due=0)
    assert "dado 2, ninguna ficha [RIF-7.5]" in told("es", none)
    assert "die 2, no units; 1 may enter [RIF-7.5]" in told("en", none.model_copy(update={"due": 1}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_lost_in_a_retreat_is_told_with_why(language: str) -> None:
    fought = facts.Fought(
        number=1, side="allied", at="2306", origins=("2305",), units=("caz-03",), support=(), targets=("ax-03",),
        defence_support=(), attack_terms=(), defence_terms=(), fire=0, counted=0, attack=4, defence=4, column="1-1",
        face=5, drm=(), row=5, result="AR",
    )  # fmt: skip
    lost = facts.Eliminated(unit="caz-03", at="2305", cause="retreat")
    assert {"en": "nowhere to retreat", "es": "sin sitio adonde retirarse"}[language] in told(language, fought, lost)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "At the end 1 of 2 towns is occupied and 1 are not"), ("es", "Al final hay ocupados 1 de 2 poblados y")],
)
def test_the_end_of_a_game_is_told_with_the_towns_that_decided_it(language: str, said: str) -> None:
    towns = (Control("4310", "allied"), Control("2606", "rif"))
    found = sentences(language).situation(SimpleNamespace(ended=True, holdings=towns, turn=12, turns=12))
    assert found is not None
    assert found.text.startswith(said)
    assert "Annual 1 " in found.text
