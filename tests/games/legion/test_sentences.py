"""A sentence for every event of La Legión, in both languages, with every number of the event in it."""

import json
import re
import tomllib
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.core.events import Answered, Event, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.game.voice import ruleset_words
from pbem.report.sentences import CELL, Sentences
from pbem.report.words import Words
from pbem.resources import shipped_path
from pbem.rules.legion import events as legion

LANGUAGES = ("en", "es")
TYPES = (Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, *legion.EVENTS)


@cache
def data(name: str) -> Any:
    text = shipped_path("games", "legion", name).read_text("utf-8")
    return tomllib.loads(text) if name.endswith(".toml") else json.loads(text)


@cache
def words(language: str) -> Words:
    """The game's own names, as a report has them."""
    counters = {counter["id"]: counter for counter in data("counters.json")["counters"]}
    return ruleset_words("legion", language, {"map": data("maps/melilla.json"), "counters": counters})


@cache
def sentences(language: str) -> Any:
    folder = FileSystemLoader(shipped_path("games", "legion", "templates"))
    return Environment(loader=folder, undefined=StrictUndefined).get_template(f"events.{language}.j2").module


def told(event: Event, language: str) -> str:
    """What the macro of an event says, its rows as lines of text."""
    macro = getattr(sentences(language), event.type.replace("-", "_"))
    lines = [str(line).split(CELL) for line in str(macro(event, words(language))).splitlines()]
    return "\n".join(f"{cells[0]}: {'; '.join(cells[1:])}" if cells[1:] else cells[0] for cells in lines)


def term(unit: str, code: str, amount: int, rule: str, factor: bool = False) -> legion.Term:
    return legion.Term(unit=unit, code=code, amount=amount, rule=rule, factor=factor)


ATTACK = legion.Strength(
    units=("urriaguel-1", "urriaguel-13"),
    terms=(
        term("urriaguel-1", "combat", 4, "LL-8.2"),
        term("urriaguel-13", "combat", 3, "LL-8.2"),
        term("bateria-1", "support", 1, "LL-8.15"),
    ),
    total=8,
    face=3,
    value=24,
)
DEFENCE = legion.Strength(
    units=("cerinola-mg-1",),
    terms=(
        term("cerinola-mg-1", "combat", 2, "LL-8.2"),
        term("cerinola-mg-1", "fortress", 2, "LL-8.8", factor=True),
        term("cerinola-mg-1", "machine-gun", 1, "LL-8.9"),
        term("cerinola-mg-1", "heat", -1, "LL-9.6"),
    ),
    total=4,
    face=5,
    value=20,
)


def fought(outcome: str = "attacker", defence: legion.Strength = DEFENCE) -> legion.Fought:
    return legion.Fought(
        number=7,
        side="moroccan",
        at=("1615",),
        origins=("1515", "1516"),
        attack=ATTACK,
        defence=defence,
        support=("bateria-1",),
        outcome=outcome,  # type: ignore[arg-type]
    )


def bombarded(by: str, face: int = 2, origin: str = "1614") -> legion.Bombarded:
    unit = {"artillery": "cerinola-art-1", "air": "bombardero-1", "fleet": "flota-1"}[by]
    return legion.Bombarded(
        unit=unit,
        origin=origin,
        target="urriaguel-5",
        at="1613",
        by=by,
        face=face,
        hit=face == 2,  # type: ignore[arg-type]
    )


def cooperate(answer: str, source: str = "default") -> Answered:
    question = "cooperate spanish-2 policia-1+policia-2"
    return Answered(question=question, side="spanish", kind="cooperate", answer=answer, source=source, rule="LL-3.1")  # type: ignore[arg-type]


def captured(answer: str, **more: Any) -> Answered:
    question = "capture cerinola-art-1"
    source = more.pop("source", "standing")
    return Answered(question=question, side="moroccan", kind="capture", answer=answer, source=source, **more)


EXAMPLES: list[Event] = [
    Rolled(label="attack urriaguel-1", die="legion", faces=(4,), meaning="16", rule="LL-8.2"),
    Rolled(label="weather", die="legion", faces=(2,), meaning="sandstorm"),
    captured("bateria-2", line=2, passed=((1, "other-question"),), rule="LL-8.16"),
    captured("yes", source="default"),
    captured("no", source="answer"),
    cooperate("yes"),
    cooperate("no", "sheet"),
    Answered(question="stay or go", side="spanish", kind="retreat", answer="go", source="answer"),
    OrderVoided(seat="spanish", line=3, code="no-target", unit="policia-1", rule="LL-8.1"),
    OrderVoided(seat="spanish-2", line=12, code="out-of-range"),
    PhaseBegan(turn=3, phase="moroccan-combat"),
    GameEnded(winner="spanish", reason="LL-5.1"),
    GameEnded(winner="moroccan", reason="LL-5.5"),
    GameEnded(winner="draw", reason="LL-5.5"),
    legion.Deployed(unit="cerinola-1", at="1613"),
    legion.Deployed(unit="cerinola-1", at="1614", by_referee=True),
    *(legion.WeatherSet(weather=w, roller="spanish", face=f) for w, f in (("normal", 3), ("sandstorm", 2), ("hot", 5))),
    legion.Moved(unit="urriaguel-3", how="move", path=("0513", "0614", "0713"), cost=2, allowance=5),
    legion.Moved(
        unit="urriaguel-3",
        how="move",
        path=("0513", "0614"),
        cost=1,
        allowance=5,
        zoc_of=("cerinola-1", "cerinola-2", "policia-1"),
        must_attack=True,
    ),
    legion.Moved(unit="cerinola-mg-1", how="march", path=("3907", "3908"), cost=1, allowance=8, road=True),
    legion.Reinforced(unit="garellano-1", path=("3907", "3908", "3909"), cost=2, allowance=18, road=True),
    legion.Reinforced(unit="garellano-2", path=("3907",), cost=0, allowance=16),
    legion.Waited(unit="aros-1"),
    legion.Due(units=("aros-1", "aros-2", "midao-1")),
    legion.Landed(unit="reina-1", at="0309"),
    legion.Disembarked(unit="reina-1", path=("0309", "0409"), cost=1, allowance=1, zoc_of=("urriaguel-1",)),
    legion.Disembarked(unit="reina-2", path=("0209",), cost=0, allowance=1),
    legion.Held(unit="policia-2"),
    legion.Panicked(armour="blindados-1", unit="urriaguel-2", origin="0409", at="0712", when="before"),
    legion.Panicked(armour="blindados-1", unit="urriaguel-2", origin="0712", at="0715", when="after"),
    legion.DutyLifted(unit="urriaguel-4"),
    bombarded("artillery"),
    bombarded("air", origin="1613"),
    bombarded("fleet", face=4),
    bombarded("artillery", face=0),
    legion.Flown(unit="hidro-1", origin="4010", to="3907", cost=3, allowance=10),
    legion.Flown(unit="hidro-1", origin="3907", to="3907", cost=0, allowance=10),
    legion.Returned(units=("hidro-1", "bombardero-1")),
    legion.FleetPlaced(unit="flota-1", at="0208"),
    legion.FleetPlaced(unit="flota-1", at="0308", origin="0208"),
    legion.FleetPlaced(unit="flota-1", at="0308", origin="0308"),
    legion.Declared(number=7, side="moroccan", units=("urriaguel-1",), targets=("cerinola-1",), support=("bateria-1",)),
    legion.Declared(number=8, side="spanish", units=("policia-1",), targets=("urriaguel-1", "urriaguel-2")),
    legion.AttackAdded(unit="urriaguel-1", target="cerinola-1"),
    legion.AttackAdded(unit="urriaguel-1", target="cerinola-1", joined=True),
    legion.Lapsed(number=7, units=("urriaguel-1",), support=("bateria-1",)),
    legion.Lapsed(number=7, units=("urriaguel-1",)),
    legion.Lapsed(number=7, units=("urriaguel-1", "urriaguel-2"), support=("bateria-1",)),
    fought(),
    fought("tie"),
    fought("defender"),
    legion.Eliminated(unit="cerinola-mg-1", at="1615", by="moroccan", cause="combat"),
    legion.Eliminated(unit="urriaguel-1", at="1615", by="spanish", cause="bombardment"),
    legion.BatteryCaptured(unit="bateria-1", at="1615", lost="cerinola-art-1"),
    legion.AirportTaken(side="moroccan", unit="urriaguel-1"),
    legion.AirportTaken(side="spanish", unit="policia-1"),
    legion.TurnEnded(turn=3, moroccan=74, spanish=70),
]


def test_there_is_an_example_of_every_event():
    assert {type(event) for event in EXAMPLES} == set(TYPES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_macro_and_no_macro_is_left_over(language):
    macros = {name for name in vars(sentences(language)) if name[0].islower()}
    parts = ("_brief", "_many", "_at", "_row", "_standing")
    of_events = {name for name in macros if not name.endswith(parts) and not name.startswith("question_")}
    assert {name.rpartition("_")[0] for name in macros if name.endswith(parts)} <= of_events
    assert of_events - {"situation", "sharing"} == {
        str(kind.model_fields["type"].default).replace("-", "_") for kind in TYPES
    }
    assert macros - of_events >= {"question_capture"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.type)
def test_a_sentence_is_plain_text_and_ends_as_one(event, language):
    text = told(event, language)
    assert text == text.strip()
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".") or event.type in ("fought", "due")
    assert not re.search(r"  |\.\.|None|True|False|[{}<>&]| [,.;:]", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.type)
def test_what_is_told_in_a_group_has_a_head_and_few_words(event, language):
    name, module = event.type.replace("-", "_"), sentences(language)
    brief, many = getattr(module, f"{name}_brief", None), getattr(module, f"{name}_many", None)
    if brief is not None:
        assert str(brief(event, words(language))).strip()
        assert len(str(brief(event, words(language)))) <= 60
        assert many is not None
    if many is not None:
        assert str(many(12, words(language))).startswith("12 ")


def numbers(value: Any) -> set[str]:
    """Every number in an event's JSON, but those of the clauses and ids."""
    if isinstance(value, dict):
        return set().union(*(numbers(v) for k, v in value.items() if k not in ("rule", "origins", "path")))
    if isinstance(value, list):
        return set().union(*(numbers(each) for each in value))
    return {str(abs(value))} if type(value) is int else set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.type)
def test_every_number_of_an_event_is_told(event, language):
    text = told(event, language)
    fields = event.to_json()
    needless = {"0"} if event.type in ("bombarded", "reinforced", "disembarked") else set()
    if event.type in ("reinforced", "disembarked") and len(fields["path"]) == 1:
        needless |= {str(fields["allowance"])}  # it goes nowhere
    assert numbers(fields) - needless <= set(re.findall(r"\d+", text)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hex_of_a_path_is_told(language):
    for event in EXAMPLES:
        path = event.to_json().get("path", [])
        assert [hex_ for hex_ in path if hex_ not in told(event, language)] == []


def test_a_combat_shows_its_sum_term_by_term():
    assert told(fought(), "en").splitlines() == [
        "Combat 7 at Igueriben (1615): the attack wins, 24 to 20.",
        "Attack: 1st harka, Beni Urriaguel: 4 + 13th harka, Beni Urriaguel: 3 (combat factor, LL-8.2) "
        "+ Captured battery 1: 1 (artillery support, LL-8.15) = 8; die 3: 8 × 3 = 24",
        "Defence: Machine guns, Ceriñola Regiment: 2 (combat factor, LL-8.2) × 2 (fortress, LL-8.8) "
        "+ 1 (machine gun attacked, LL-8.9) − 1 (extreme heat, LL-9.6) = 4; die 5: 4 × 5 = 20",
    ]


def test_a_factor_that_comes_last_has_the_sum_before_it_in_brackets():
    """The other reading of LL-8.8 doubles what the points have brought the factor to."""
    last = DEFENCE.model_copy(update={"terms": (DEFENCE.terms[0], *DEFENCE.terms[2:], DEFENCE.terms[1])})
    assert "Defence: ((Machine guns" not in told(fought(defence=last), "en")
    first = "Defence: (Machine guns, Ceriñola Regiment: 2 (combat factor, LL-8.2) + 1"
    assert first in told(fought(defence=last), "en")
    assert "(extreme heat, LL-9.6)) × 2 (fortress, LL-8.8) = 4" in told(fought(defence=last), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_combat_is_one_item_with_its_losses(language):
    """Its declaration is told by it; who fell stands under it."""
    lost = [legion.Eliminated(unit=u, at="1615", by="moroccan", cause="combat") for u in ("cerinola-mg-1", "policia-1")]
    declared = legion.Declared(number=7, side="moroccan", units=("urriaguel-1",), targets=("cerinola-mg-1",))
    other = declared.model_copy(update={"number": 8})
    own = Sentences.read(shipped_path("games", "legion", "templates", f"events.{language}.j2"), words(language))
    before, combat = own.items([declared, other, fought(), *lost])
    assert " 8" in before.text
    assert [len(row) for row in combat.rows] == [3, 3, 2]
    assert all(words(language).unit(each.unit) in combat.rows[-1][1] for each in lost)


def test_el_combate_se_lee_en_buen_castellano():
    assert told(fought("tie"), "es").splitlines()[0].endswith("empate a 24: sin bajas.")
    moved = legion.Moved(unit="urriaguel-3", how="move", path=("0513", "0614", "0713"), cost=2, allowance=5)
    assert told(moved, "es") == (
        "3.ª harca de Beni Urriaguel: movimiento de 0513 a Imzuren (0713) por 0614; gasta 2 de 5 puntos."
    )


def test_y_becomes_e_before_the_sound_i():
    text = told(legion.Fought.model_validate({**fought().to_json(), "at": ["1613", "1615"]}), "es")
    assert text.startswith("Combate 7 en Annual (1613) e Igueriben (1615): vence el ataque, 24 a 20.")


@pytest.mark.parametrize(
    ("code", "rule", "english", "spanish"),
    [
        ("no-target", "LL-8.1", "the target is gone [LL-8.1]", "el objetivo ya no está [LL-8.1]"),
        ("cannot-attack", "LL-8.22", "armour never attacks [LL-8.22]", "los blindados nunca atacan [LL-8.22]"),
        ("off-map", "", "the map has no such hex", "el mapa no tiene ese hexágono"),
    ],
)
def test_an_order_that_was_not_carried_out_says_why(code, rule, english, spanish):
    """In the words of the game's problems, by code and clause; in those of all games where it has none."""
    event = OrderVoided(seat="spanish", line=4, unit="cerinola-1", code=code, rule=rule)
    name = {language: words(language).unit("cerinola-1") for language in LANGUAGES}
    assert told(event, "en") == f"{name['en']}: line 4 not carried out; {english}."
    assert told(event, "es") == f"{name['es']}: no se ejecuta la línea 4; {spanish}."


def test_names_within_a_sentence_have_their_article():
    """Contracted with de and a; each in a list its own; a list of names with commas is parted by semicolons."""
    stops = legion.Moved(
        unit="urriaguel-3",
        how="move",
        path=("0513", "0614"),
        cost=1,
        allowance=5,
        zoc_of=("cerinola-3", "cerinola-art-1", "cerinola-mg-1"),
        must_attack=True,
    )
    assert told(stops, "es").endswith(
        "en zona de control del 3.er Bón. del Regimiento Ceriñola, de la 1.ª batería agregada al Regimiento Ceriñola "
        "y de las ametralladoras del Regimiento Ceriñola y tiene que atacar."
    )
    assert told(stops, "en").endswith(
        "of the 3rd Bn, Ceriñola Regiment; of the 1st battery attached to Ceriñola Regiment "
        "and of the machine guns, Ceriñola Regiment and must attack."
    )
    assert told(captured("bateria-2"), "es").startswith(
        "Los marroquíes se quedan con los cañones de la 1.ª batería agregada al Regimiento Ceriñola: "
        "entra la batería tomada 2, por orden permanente"
    )
    driven = legion.Panicked(armour="blindados-1", unit="alcantara-cav-1", origin="0409", at="0712", when="before")
    assert "ahuyenta al 1.er escuadrón del Regimiento Alcántara, de 0409" in told(driven, "es")


def test_every_counter_has_its_article_and_a_right_ordinal():
    """el 1.er, el 2.º, la 1.ª, las ametralladoras: -er only before a masculine noun, after 1 and 3 but not 11 or 13."""
    for counter in data("counters.json")["counters"]:
        name, article = counter["name"]["es"], counter["article"]["es"]
        assert counter["article"]["en"] == "the"
        first = name.split()[0]
        kind = {"ª": "la", "º": "el", "r": "el"}.get(first[-1]) if first[0].isdigit() else None
        nouns = {"Ametralladoras": "las", "Mía": "la", "Batería": "la", "Flota": "la", "Tabor": "el"}
        assert article == (kind or nouns[first]), name
        for number, end in re.findall(r"(\d+)\.(er|º)(?= )", name):
            short = int(number) % 10 in (1, 3) and "de Ingenieros" not in name
            assert end == ("er" if short else "º"), name


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "When the game ended, land units on the map: Moroccans 1, Spanish 3.",
                "Spanish | they held 10 of the 11 places of the road; they lacked Axdir (0511).",
                "Moroccans | they held 1 of the 12 places that count.",
            ],
        ),
        (
            "es",
            [
                "Al acabar la partida quedaban en el mapa, en fichas de tierra: marroquíes 1, españolas 3.",
                "Españoles | tenían 10 de los 11 lugares de la carretera; les faltaban Axdir (0511).",
                "Marroquíes | tenían 1 de los 12 lugares que cuentan.",
            ],
        ),
    ],
)
def test_at_the_end_it_is_told_how_it_stood(language, said):
    """The counts of a victory by three to one are those of land units; aircraft and fleets stand among the units."""
    symbols = [("moroccan", "infantry"), ("spanish", "infantry"), ("spanish", "armour"), ("spanish", "artillery")]
    symbols += [("spanish", "bomber"), ("spanish", "fleet")]
    counters = [SimpleNamespace(side=side, symbol=symbol) for side, symbol in symbols]
    road = data("maps/melilla.json")["road-places"]
    holdings = [SimpleNamespace(space=hex_, side="moroccan" if hex_ == "0511" else "spanish") for hex_ in road]
    holdings.append(SimpleNamespace(space="2117", side=None))
    scene = SimpleNamespace(counters=counters)
    report = SimpleNamespace(ended=True, turn=12, turns=13, holdings=holdings, scene=scene)
    assert str(sentences(language).situation(report, words(language))).splitlines() == said


@pytest.mark.parametrize(
    ("language", "counts", "said"),
    [
        ("en", (16, 48), "If the turn ended now, the Spanish would win, with three times the enemy's land units;"),
        ("es", (16, 48), "Si el turno acabara ahora, ganarían los españoles, con el triple de fichas de tierra;"),
        ("en", (48, 16), "If the turn ended now, the Moroccans would win, with three times the enemy's land units;"),
        ("en", (16, 47), "If the game ended now, the Moroccans would win;"),
        ("es", (0, 47), "Si la partida acabara ahora, ganarían los marroquíes;"),
    ],
)
def test_three_to_one_wins_whoever_holds_the_road(language, counts, said):
    """LL-5.4 comes before LL-5.2: the side that would win by the places was told to, though the other had 48 to 16."""
    counters = [
        SimpleNamespace(side=side, symbol="infantry")
        for side, count in zip(("moroccan", "spanish"), counts, strict=True)
        for _ in range(count)
    ]
    holdings = [SimpleNamespace(space=hex_, side="moroccan") for hex_ in data("maps/melilla.json")["road-places"]]
    scene = SimpleNamespace(counters=counters)
    report = SimpleNamespace(ended=False, turn=13, turns=13, holdings=holdings, scene=scene)
    assert str(sentences(language).situation(report, words(language))).startswith(said)
