"""The words of Africa 1859-60 beside what all lexicons keep."""

import re
from collections import Counter
from types import SimpleNamespace

import pytest

from pbem.core.events import Rolled
from pbem.game.codec import read_event
from pbem.game.game import open_game
from pbem.game.voice import ruleset_words, voice_of
from pbem.gamedata.games import compose, templates
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.referee.letters.reports.records import span
from pbem.report.sentences import Sentences
from pbem.resources import shipped_path
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.decisions import ask_landing
from pbem.rules.africa1860.fire import run_fire
from pbem.rules.africa1860.orders import Defend, RetreatPlan
from pbem.rules.africa1860.seeing import sees
from pbem.save.records import PhaseRecord
from pbem.store.rows import SeatRow
from tests.rules.africa1860.position import make, run

BATTLES = ("castillejos", "tetuan", "wad-ras")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DISPARAR caz-vergara A arenal con prim", "FIRE caz-vergara AT arenal WITH prim"),
        ("FIRE caz-vergara TO arenal", "FIRE caz-vergara AT arenal"),
        ("ACTIVAR husares-princesa con prim MOVER a arenal", "ACTIVATE husares-princesa prim MOVE arenal"),
        ("DISPARAR caz-vergara contra arenal", "FIRE caz-vergara AT arenal"),
        ("FIRE caz-vergara against arenal", "FIRE caz-vergara AT arenal"),
        ("ACTIVAR bia-2 FUEGO a arenal", "ACTIVATE bia-2 FIRE arenal"),
        ("ACTIVATE bia-2 FIRE AT arenal", "ACTIVATE bia-2 FIRE arenal"),
        ("ACTIVAR bia-2 FUEGO en arenal MOVER", ""),
        ("MOVER cuenca en arenal", "MOVE cuenca TO arenal"),
        ("DEFENDER en arenal alto", "DEFEND arenal HOLD"),
        ("ACTIVAR seyyid-1 ALGARABÍA POR jaral FUEGO a area-b A jaral",
         "ACTIVATE seyyid-1 ALGARABÍA VIA jaral FIRE area-b TO jaral"),
        ("CUANDO FASE choque marroquí EMPIEZA SI arenal TIENE 2 fichas enemigas ACTIVAR bia-2 FUEGO ALLÍ",
         "WHEN PHASE Moroccan shock STARTS IF arenal HAS 2 enemy ACTIVATE bia-2 FIRE THERE"),
        ("WHEN enemies ENTER arenal ACTIVATE bia-2 FIRE THERE PRIORITY 5",
         "WHEN enemy ENTERS arenal ACTIVATE bia-2 FIRE THERE"),
    ],
)  # fmt: skip
def test_prepositions_may_be_those_that_one_would_write(written: str, meant: str) -> None:
    """Where none is a keyword it says nothing; what an order would be without being said is not written."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (line,) = read_text(written, known, strict=True).lines
    assert (write_order(line.order, known, "en") if line.order else "") == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("activar bateria 2 mover playa condesa", "ACTIVATE bia-2 MOVE playa-de-la-condesa"),
        ("activar 5 montada fuego casa condesa", "ACTIVATE art-montada-5 FIRE casa-de-la-condesa"),
        ("mover cazadores vergara al Morro de la Condesa", "MOVE caz-vergara TO morro-de-la-condesa"),
        ("move vergara back to the bluff", "MOVE caz-vergara TO morro-de-la-condesa"),
        ("move husares into lomas then to area b", "MOVE husares-princesa TO lomas-de-la-condesa area-b"),
        ("cuando los marroquíes entran en arenal activar bia-2 fuego allí",
         "WHEN enemy ENTERS arenal ACTIVATE bia-2 FIRE THERE"),
        ("cuando los moros entren en arenal entonces activar bia-2 fuego allí",
         "WHEN enemy ENTERS arenal ACTIVATE bia-2 FIRE THERE"),
        ("when the Moors enter arenal then activate bia-2 shell arenal",
         "WHEN enemy ENTERS arenal ACTIVATE bia-2 FIRE arenal"),
        ("atacar con cuenca y luchana el arenal", "MOVE cuenca luchana TO arenal"),
        ("Attack arenal with cuenca, vergara and arapiles.", "MOVE cuenca caz-vergara caz-arapiles TO arenal"),
        ("FIRE AT arenal WITH cuenca and luchana", "FIRE cuenca luchana AT arenal"),
        ("mover chiclana, simancas al arenal", "MOVE caz-chiclana caz-simancas TO arenal"),
        ("activar husares, mover arenal", "ACTIVATE husares-princesa MOVE arenal"),
        ("Y luego mover arapiles a la casa de la condesa", "MOVE caz-arapiles TO casa-de-la-condesa"),
        ("WHEN Spanish LEAVE arenal ACTIVATE bia-2 FIRE THERE", "WHEN friend LEAVES arenal ACTIVATE bia-2 FIRE THERE"),
    ],
)  # fmt: skip
def test_names_may_be_as_one_would_say_them(written: str, meant: str) -> None:
    """By words that stand in one name alone; an article is no beginning of a name; a side by what it is called."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (line,) = read_text(written, known, side="spanish").lines
    assert line.order is not None
    assert write_order(line.order, known, "en") == meant


@pytest.mark.parametrize("half", ["sur", "south"])
def test_a_place_may_be_called_by_whom_it_is_called_after(half: str) -> None:
    """Muley Ahmed is a leader too; the word behind his name makes it a half of his camp."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860", "tetuan"))
    (line,) = read_text(f"mover caz-baza a muley ahmed {half}", known).lines
    assert line.order is not None
    assert write_order(line.order, known, "en") == "MOVE caz-baza TO muley-achmed-south"
    (line,) = read_text("activar husares mover area 6, area 5", known).lines
    assert line.order is not None, "a place that has its whole name takes no more"
    (line,) = read_text("mover muley ahmed tetuan", known).lines
    assert line.order is not None
    assert write_order(line.order, known, "en") == "MOVE achmet TO tetuan"


def test_words_that_begin_one_name_and_stand_in_another_are_asked_about() -> None:
    known = lexicon_of(ruleset("africa1860"), compose("africa1860", "wad-ras"))
    (problem,) = read_text("MOVE prim TO am sal", known).problems
    assert (problem.code, problem.near) == ("ambiguous-place", ("aduar-am-sal", "am-sal-forest"))


@pytest.mark.parametrize(
    ("written", "code", "near"),
    [
        ("mover cazadores a playa condesa", "ambiguous-unit", "caz-arapiles"),
        ("WHEN enemy ENTERS Casa de la Condessa ACTIVATE bia-2 FIRE THERE", "unknown-area", "casa-de-la-condesa"),
        (
            "diparar cuenca a casa de la condesa con prim",
            "unknown-order",
            "DISPARAR cuenca a casa de la condesa con prim",
        ),
        ("rally cuenca", "unknown-order", "RALLY NO cuenca"),
        ("Turno 8. Disparar cuenca, arapiles a arenal", "in-sentence", "Disparar cuenca, arapiles a arenal"),
    ],
)
def test_an_order_gone_wrong_is_no_prose(written: str, code: str, near: str) -> None:
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (problem,) = read_text(written, known, side="spanish").problems
    assert (problem.code, problem.near[0]) == (code, near)


def test_a_place_behind_the_units_of_an_activation_lacks_what_is_done_there() -> None:
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (problem,) = read_text("activate husares arenal", known).problems
    assert (problem.code, problem.args["read"]) == ("unexpected-word", "arenal")
    assert "MOVE/MOVER" in str(problem.args["expected"])


def test_a_second_leader_is_one_word_too_many() -> None:
    """WITH, which names one already, is not what is expected."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (problem,) = read_text("fire cuenca at arenal with prim and zabala", known).problems
    assert (problem.code, problem.args) == ("unexpected-word", {"read": "zabala", "verb": "fire"})


@pytest.mark.parametrize(
    "written",
    [
        "Perdón, lo de Prim era un error. Ya está todo.",
        "Mover la artillería no me convence nada",
        "Creo que Prim debería atacar mañana",
    ],
)
def test_a_sentence_about_units_is_no_order(written: str) -> None:
    reading = read_text(written, lexicon_of(ruleset("africa1860"), compose("africa1860")), side="spanish")
    assert (reading.lines, reading.ignored) == ((), (written,))


RESULT = {
    "en": "Result coins: HHT, 2 heads: demoralised (AFR-6.6)",
    "es": "Monedas de resultado: HHT, 2 caras: desmoralizada (AFR-6.6)",
}


@pytest.mark.rule("AFR-6.3", "AFR-6.6")
@pytest.mark.parametrize("language", RESULT)
def test_a_hit_is_told_with_the_coins_of_its_result(language: str) -> None:
    """Under the fire, after its own coins; a fire that misses has none."""
    state = make("a-b-c", {"caz-vergara": "a", "nizam-nur": "b"}, terrain={"b": "forest"})
    words = ruleset_words("africa1860", language, compose("africa1860"))
    sentences = Sentences.read(templates("africa1860") / f"events.{language}.j2", words)
    for coins, told in ((["HTHH", "HHT"], [RESULT[language]]), (["HTHT"], [])):
        ran = run(state, lambda course: run_fire(course, "caz-vergara", "b"), coins)
        (item,) = sentences.items(ran.play.events)
        assert coins[0] in item.lines[0]
        assert [line for line in item.lines if "AFR-6.6" in line] == told


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("language", RESULT)
def test_every_coin_and_die_of_a_battle_stands_in_its_story(battle: str, language: str) -> None:
    """Of the archived battles, phase by phase: each set of coins as it fell, as often as it did."""
    game = open_game(shipped_path("games", "africa1860", "archive", battle))
    sentences, seen = voice_of(game, language).sentences, Counter[str]()
    for written in game.records:
        events = [read_event(game.rules, fact) for fact in written.record.facts]
        story = "\n".join(item.plain for item in sentences.items(events))
        rolls = [event for event in events if isinstance(event, Rolled)]
        coins = Counter("".join(map(str, roll.faces)) for roll in rolls if roll.die == "coin")
        assert Counter(re.findall(r"\b[HT]+\b", story)) == coins
        faces = {str(face) for roll in rolls if roll.die != "coin" for face in roll.faces}
        assert faces <= set(re.findall(r"\b\d\b", story))
        seen.update(roll.label.split()[0] for roll in rolls)
    assert seen.keys() >= {"fire", "fire-result", "artillery", "artillery-die", "shock", "rally"}
    assert seen["fire-result"] > 30


@pytest.mark.parametrize(("standing", "count"), [(None, 1), (3, 2)])
def test_an_activation_is_told_by_what_the_units_do_at_once(standing: int | None, count: int) -> None:
    """But for one of a standing order, whose number is told before."""
    began = facts.Activated(side="spanish", units=("husares-princesa",), at="area-a", standing=standing)
    moved = facts.Moved(units=("husares-princesa",), path=("area-a", "area-b"), by="activation")
    words = ruleset_words("africa1860", "en", compose("africa1860"))
    sentences = Sentences.read(templates("africa1860") / "events.en.j2", words)
    told = [item.plain for item in sentences.items([began, moved])]
    assert len(told) == count
    assert told[-1] == "Hussars of the Princesa: activation, from Area A to Area B."
    assert len(sentences.items([began, moved.model_copy(update={"units": ("prim",)})])) == 2


def test_there_where_an_area_must_be_named_is_told_so() -> None:
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (problem,) = read_text("ACTIVAR bia-2 MOVER allí", known).problems
    assert (problem.code, problem.args["read"], problem.args["expected"]) == ("unexpected-word", "allí", "area")


def test_and_before_a_name_of_two_words_is_no_part_of_it() -> None:
    known = lexicon_of(ruleset("africa1860"), compose("africa1860", "tetuan"))
    (line,) = read_text("MOVER caz-baza y ciudad rodrigo a left-trench", known, strict=True).lines
    assert line.order is not None
    assert write_order(line.order, known, "en") == "MOVE caz-baza caz-ciudad-rodrigo TO left-trench"


@pytest.mark.rule("AFR-13.4")
@pytest.mark.parametrize(("language", "said"), [("en", "stays aboard, by your DEFEND order"),
                                               ("es", "se queda a bordo, por tu orden DEFENDER")])  # fmt: skip
@pytest.mark.parametrize(("unit", "mode", "stays"), [("marina-2", "hold", True), ("marina-2", "fire", False),
                                                     ("marina-3", "hold", False)])  # fmt: skip
def test_marines_who_stay_aboard_hold_no_fire(language: str, said: str, unit: str, mode: str, stays: bool) -> None:
    """Their owner reads why; to whom comes by, the empty shore says all."""
    words = ruleset_words("africa1860", language, compose("africa1860", "tetuan"))
    sentences = Sentences.read(templates("africa1860") / f"events.{language}.j2", words)
    state = make("a-b", {"marina-2": "a"}, "moroccan-movement", scenario="tetuan")
    landed: list[bool] = []
    orders = [Defend(units=(unit,), mode=mode)]
    ran = run(state, lambda course: landed.append(ask_landing(course, "marina-2")), standing={"spanish": orders})
    assert landed == [not stays]
    told = [item.plain for item in sentences.items(ran.play.events)]
    assert ([said in line and "AFR-13.4" in line for line in told] == [True]) is stays
    assert [event for event in ran.play.events if sees(event, "moroccan")] == []


@pytest.mark.parametrize("language", RESULT)
def test_a_stack_ends_with_one_full_stop_though_a_name_is_cut(language: str) -> None:
    words = ruleset_words("africa1860", language, compose("africa1860", "tetuan"))
    sentences = Sentences.read(templates("africa1860") / f"events.{language}.j2", words)
    for order, last in ((("bujari-3", "veneciano"), "BUJ 3, VENEC."), (("veneciano", "bujari-3"), "VENEC., BUJ 3.")):
        (item,) = sentences.items([facts.Stacked(side="moroccan", at="left-trench", order=order)])
        assert item.plain.endswith(f": {last}")


def test_what_many_men_do_is_told_so_that_it_fits_them() -> None:
    """ "Cazadores of Figueras: makes room" does not."""
    away = facts.Moved(units=("caz-figueras",), path=("area-3", "waw"), by="overstack")
    for language, said in (("en", "to make room, from Area 3 to Waw."), ("es", "para dejar sitio, de Área 3 a Waw.")):
        words = ruleset_words("africa1860", language, compose("africa1860", "wad-ras"))
        sentences = Sentences.read(templates("africa1860") / f"events.{language}.j2", words)
        assert sentences.render(away).partition(": ")[2] == said


def test_under_a_shot_one_row_alone_is_called_the_retreat() -> None:
    state = make("a-b a-c a-d", {"caz-vergara": "b", "gum-hamsa": "a"}, "spanish-fire")
    plan = {"moroccan": [RetreatPlan(units=("gum-hamsa",), to=("d",))]}
    ran = run(state, lambda course: run_fire(course, "caz-vergara", "a"), ["HHHTT", "TTT"], standing=plan)
    for language, head, asked in (("en", "Retreat", "Order: where to"), ("es", "Retirada", "Orden: adónde")):
        words = ruleset_words("africa1860", language, compose("africa1860"))
        sentences = Sentences.read(templates("africa1860") / f"events.{language}.j2", words)
        (item,) = sentences.items(ran.play.events)
        assert [row[0] for row in item.rows].count(head) == 1
        assert [line for line in item.lines if line.startswith(asked)] != []


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Line 9, FIRE toledo AT busceja-bridge, is not"), ("es", "la línea 9, DISPARAR toledo EN busceja-bridge;")],
)
def test_a_line_that_could_not_be_carried_out_is_told_with_its_order(language: str, said: str) -> None:
    """In the language of whoever gave it; the enemy reads nothing of it."""
    game = open_game(shipped_path("games", "africa1860", "archive", "wad-ras"))
    phases = (each for each in game.records if isinstance(each.record, PhaseRecord))
    (item,) = (each for each in phases if each.record.at == "3.spanish-fire")  # type: ignore[union-attr]
    told = {}
    for side in ("spanish", "moroccan"):
        seat = SeatRow(game.name, side, side, (), "", language=language)
        items = voice_of(game, language).sentences.items(span(game, item, seat).events)
        told[side] = "\n".join(each.plain for each in items)
    assert said in told["spanish"]
    assert "toledo" not in told["moroccan"]


@pytest.mark.rule("AFR-14.3")
@pytest.mark.parametrize(
    ("taken", "said"),
    [
        (0, "Spanish 0, Moroccans 3: one for each area, and one for the Moroccans with two captured convoys"),
        (2, "Spanish 0, Moroccans 4: one for each area, and one for the captured convoys; a tie goes to the Spanish"),
        (3, "Spanish 0, Moroccans 4: one for each area, and one for the captured convoys; a tie goes to the Moroccans"),
    ],
)
def test_points_are_told_with_the_captured_convoys(taken: int, said: str) -> None:
    data = compose("africa1860", "wad-ras")
    rules = ruleset("africa1860")
    state = alter(rules.initial(rules.read_scenario(data)), convoys_captured=taken)
    shown = rules.scene(state, (), "spanish")
    report = SimpleNamespace(holdings=shown.controls, conditions=shown.conditions, ended=None, turn=1, turns=13)
    sentences = Sentences.read(templates("africa1860") / "events.en.j2", ruleset_words("africa1860", "en", data))
    told = sentences.situation(report)
    assert said in str(told)
