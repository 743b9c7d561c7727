"""Clauses, numbers, alternatives, orders within orders: what is wrong in them is told with its place and a way out."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.problems import Problem
from pbem.core.ruleset import Choice, Choices
from pbem.gamedata.lexicon import lexicon_of
from pbem.language.forms import FormWords, order_form
from pbem.language.messages import sentence
from pbem.language.reading import Reading
from pbem.language.route import to_sheet
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from pbem.language.write import order_usage, write_order
from pbem.rules.africa1860.orders import Activate, Cancel, Deploy, Fire, Move, Standing, When
from tests.language.samples import africa1860, napoleonic, rif1926
from tests.language.samples.africa1860 import End

AFR, NAP, RIF = (world.WORLD.lexicon() for world in (africa1860, napoleonic, rif1926))


def only(reading: Reading) -> tuple[Problem, ...]:
    assert [line.order for line in reading.lines] == [None]
    return reading.problems


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("ATTACK 0403 WITH inf-a RETREAT inf-x 0304", 32, 'no unit is called "inf-x"; did you mean inf-b or inf-a?'),
        ("ATTACK 0403 WITH inf-a RETREAT inf-a 0304 0399", 43, "the map has no hex 0399: it goes from 0101 to 0504"),
        ("ATTACK 0403 WITH inf-a RETREAT 0304", 32, 'no unit is called "0304"'),
        ("ATTACK 0403 WITH inf-a RETREAT inf-a", 37, "missing: a hex"),
        ("ATTACK 0403 WITH inf-a RETREAT inf-a SUPPORT b-1", 38, '"SUPPORT" cannot stand here, only a hex or TO'),
        ("ATTACK 0403 RETREAT inf-a 0304", 31, "WITH is missing, and after it a unit"),
        ("MOVE inf-a inf-b", 17, "missing: a hex"),
        ("MOVE inf-a 9999", 12, "the map has no hex 9999: it goes from 0101 to 0504"),
        ("SUPPORT-DEFENCE b-1 nobody", 21, '"nobody" is not a hex of four digits nor a place on the map'),
    ],
)
def test_a_fault_in_a_repeated_clause(line: str, column: int, told: str) -> None:
    (problem, *_) = only(read_text(line, RIF, strict=True))
    assert (problem.column, sentence(problem, "en")) == (column, f"line 1: {told}")


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        (
            "WHEN enemy ACTIVATE u",
            11,
            "missing: ENTERS, ENTERS NEAR, LEAVES, FIRES AT",
        ),
        (
            "WHEN enemy ENTRS b ACTIVATE u",
            12,
            '"ENTRS" cannot stand here: HELP shows what ',
        ),
        ("WHEN enemy", 11, "missing: ENTERS, ENTERS NEAR, LEAVES, FIRES AT, "),
        ("WHEN enemy ENTERS b", 20, "missing: ACTIVATE or ASK"),
        ("WHEN enemy ENTERS b LEAVES c ACTIVATE u", 28, '"c" is one too many: this was already said'),
        ("WHEN enemy ENTERS x ACTIVATE u", 19, '"x" is no area of the map'),
        ("WHEN enemy ENTERS b ACTIVATE u FIRE x", 37, '"x" is no area of the map'),
        ("WHEN enemy ENTERS b ACTIVATE u ALGARABIA VIA b TO c", 52, "FIRE is missing, and after it an area"),
        ("WHEN enemy ENTERS b ACTIVATE u ALGARABIA VIA b TO c ONCE", 52, "FIRE is missing, and after it an "),
        ("WHEN enemy ENTERS b ACTIVATE u ONCE TIMES 2", 43, '"2" is one too many: this was already said'),
        ("WHEN enemy ENTERS b ACTIVATE u TIMES 0", 38, '"0" is not a whole number from 1 to 9999'),
        ("WHEN enemy ENTERS b IF coins <= 3 ACTIVATE u", 33, '"<=" cannot stand before a number here, only >='),
        ("WHEN enemy ENTERS b IF TURN = 3 ACTIVATE u", 31, '"=" cannot stand before a number here, only >='),
        ("WHEN PHASE shock STARTS ACTIVATE u", 12, 'no phase of this game is "shock"; did you mean spanish-shock or '),
        ("WHEN PHASE moroccan-shock ACTIVATE u", 27, '"ACTIVATE" cannot stand here, only a choice'),
        ("WHEN enemy ENTERS b MOVE u TO c", 21, '"MOVE" cannot stand here: HELP shows what '),
        ("CANCEL two", 8, '"two" is not a whole number from 1 to 9999'),
        ("CANCEL 123456789012", 8, '"123456789012" is not a whole number from 1 to 9999'),
        ("CANCEL -2", 8, '"-2" is not a whole number from 1 to 9999'),
        ("DEFEND u b", 10, 'no unit is called "b"'),
        ("ACTIVATE u AT spanish-shock", 28, "missing: START or END"),
    ],
)
def test_a_fault_in_an_order_within_an_order(line: str, column: int, told: str) -> None:
    (problem, *_) = only(read_text(line, AFR, strict=True))
    assert sentence(problem, "en").startswith(f"line 1: {told}")
    assert problem.column == column


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("SQUARE reding", 14, "missing: always, never or distance >="),
        ("SQUARE reding always distance >= 2", 22, '"distance" is one word too many'),
        ("RETREAT ceuta 3 TO 1809", 15, '"3" is not a whole number from 1 to 2'),
        ("RETREAT cuta 2", 9, 'no unit is called "cuta"; did you mean ceuta?'),
        ("COMMAND barbu attack", 9, 'no group is called "barbu"; did you mean barbou?'),
        ("COMMAND attack", 9, '"attack" cannot stand here, only a group'),
        (
            "SQUARE reding alwys",
            15,
            '"alwys" cannot stand here, only always, never or distance >=',
        ),
        (
            "DEPLOY ceuta 1809 nomral",
            19,
            '"nomral" cannot stand here, only normal, line, skirmish, square, limbered, deployed or FACE',
        ),
        ("MOVE FACE SE", 6, '"FACE" cannot stand here, only a unit or STACK'),
    ],
)
def test_a_fault_in_numbers_groups_and_alternatives(line: str, column: int, told: str) -> None:
    (problem, *_) = only(read_text(line, NAP, strict=True))
    assert sentence(problem, "en").startswith(f"line 1: {told}")
    assert problem.column == column


def test_the_nearest_words_may_be_choices_keywords_or_verbs() -> None:
    """In the words of the language in which it was tried."""
    said = {
        "DEPLOY ceuta 1809 nomral": ("normal",), "SQUARE reding alwys": ("always",),
        "CUADRO reding distancai 2": ("distancia >=",),
    }  # fmt: skip
    for line, near in said.items():
        (problem, *_) = only(read_text(line, NAP, strict=True))
        assert problem.near == near
    (problem, *_) = only(read_text("WHEN enemy ENTERS b ACTIVTE u", AFR, strict=True))
    assert problem.near[0] == "ACTIVATE"


def test_a_fault_is_told_in_spanish_too() -> None:
    (problem,) = only(read_text("BAJAS 1809", NAP, strict=True))
    assert sentence(problem, "es") == "línea 1: falta: una ficha"
    (problem,) = only(read_text("RETIRADA reding 3", NAP, strict=True))
    assert sentence(problem, "es") == "línea 1: «3» no es un número entero de 1 a 2"
    (problem,) = only(read_text("ORDENA reding", NAP, strict=True))
    assert sentence(problem, "es").endswith("maniobra, ataque o defensa")


def test_groups_are_those_of_the_counters_where_an_order_takes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"en": {"groups": {"reding": "Reding's division"}}, "es": {"groups": {"reding": "división de Reding"}}}
    monkeypatch.setattr("pbem.gamedata.lexicon._words", lambda _: words)
    counters = {"ceuta": {"group": "coupigny"}, "reina-1": {"group": "reding"}, "bat-8": {"group": None}}
    data = {"map": {"hexes": {"0101": {"terrain": ["clear"]}}}, "counters": counters, "seats": {"french": "french"}}
    with_groups: Any = SimpleNamespace(NAME="any", ORDERS=napoleonic.ORDERS, SEQUENCE=())
    without: Any = SimpleNamespace(NAME="any", ORDERS=rif1926.ORDERS, SEQUENCE=())
    assert lexicon_of(without, data).groups == {}
    lexicon = lexicon_of(with_groups, data)
    assert lexicon.groups == {"coupigny": "coupigny", "reding": "reding"}
    order = napoleonic.Fire(division="reding")
    for line in ("fire reding", "fire red", "fire división de reding", "fire 'Reding’s division'"):
        assert read_text(line, lexicon, strict=True).lines[0].order == order, line


# Names that clash with words of orders


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("MOVE u a b", ("a", "b")),
        ("MUEVE u a b", ("b",)),
        ('MUEVE u "a" b', ("a", "b")),
        ("MUEVE u a a", ("a",)),
        ("MOVE u A b", ("a", "b")),
        ("MOVE u e", ("e",)),
        ("MOVE u b e", ("b", "e")),
        ("MUEVE u b e c", ("b", "c")),
        ('MUEVE u b "e"', ("b", "e")),
    ],
)
def test_a_name_that_is_a_word_of_another_language_is_a_name(line: str, path: tuple[str, ...]) -> None:
    """The verb tells the language: "a" is TO for who writes MUEVE, and an area for who writes MOVE."""
    assert read_text(line, AFR, strict=True).lines[0].order == Move(units=("u",), path=path)


def test_an_area_that_is_a_word_makes_no_order_of_prose() -> None:
    reading = read_text("Move a bit faster, please!\nFire a shot\nMOVE u TO b", AFR)
    assert [line.order for line in reading.lines] == [Move(units=("u",), path=("b",))]
    assert reading.problems == ()


def test_such_a_word_is_what_it_can_only_be() -> None:
    ride = africa1860.Ride(via="q", fire="s", to="a")
    line = "ACTIVATE u ALGARABIA POR q FIRE s A a"
    assert read_text(line, AFR, strict=True).lines[0].order == Activate(units=("u",), algarabia=ride)


# Sheets


def test_end_is_an_order_where_a_game_has_it_and_ends_the_sheet() -> None:
    for word in ("END", "fin"):
        reading = read_text(f"CANCEL 2\n{word}\nCANCEL 3", AFR, strict=True)
        assert [line.order for line in reading.lines] == [Cancel(standing=2), End()]
    assert len(read_text("END OF ORDERS\nCANCEL 3", AFR, strict=True).lines) == 0


def routed(text: str, side: str, current: str) -> dict[str, list[int]]:
    sheet, problems = to_sheet(read_text(text, AFR, side=side), side, side, africa1860.WORLD.phases, current)
    found = {section.phase: [line.number for line in section.lines] for section in sheet.sections}
    return {**found, "standing": [line.number for line in sheet.standing], "wrong": [one.line for one in problems]}


def test_an_order_tells_whether_it_stands() -> None:
    text = "ACTIVATE u FIRE b\nACTIVATE u FIRE b AT moroccan-shock START\nDEFEND b HOLD"
    assert routed(text, "spanish", "spanish-fire") == {
        "spanish-fire": [1], "moroccan-shock": [2], "standing": [3], "wrong": [],
    }  # fmt: skip


def test_a_reaction_goes_to_a_phase_of_the_other_side() -> None:
    assert routed("PHASE moroccan-shock\nACTIVATE u FIRE b", "spanish", "spanish-fire") == {
        "moroccan-shock": [1], "standing": [], "wrong": [],
    }  # fmt: skip


def test_a_line_that_names_its_phase_goes_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Activate, "stands", lambda _: False)
    named = "ACTIVATE u FIRE b AT spanish-shock START"
    assert routed(named, "spanish", "spanish-fire") == {"spanish-shock": [1], "standing": [], "wrong": []}
    assert routed(f"PHASE spanish-movement\n{named}", "spanish", "spanish-fire")["spanish-shock"] == [1]
    assert routed(named, "spanish", "moroccan-fire") == {"standing": [], "wrong": [1]}


@pytest.mark.parametrize(
    ("order", "faults"),
    [
        ({"type": "cancel", "standing": "2"}, [("bad-value", ".standing")]),
        ({"type": "cancel", "standing": True}, [("bad-value", ".standing")]),
        ({"type": "cancel", "standing": 0}, [("bad-count", ".standing")]),
        ({"type": "cancel", "standing": 2.5}, [("bad-value", ".standing")]),
        ({"type": "defend", "units": ["u"], "area": "b"}, [("said-twice", ".area")]),
        ({"type": "defend"}, [("missing-field", ".units")]),
        ({"type": "activate", "units": ["u"], "when": {"phase": "shock", "moment": "start"}},
         [("unknown-phase", ".when.phase")]),
        ({"type": "activate", "units": ["u"], "algarabia": {"via": "b", "fire": "x", "too": "c"}},
         [("unknown-key", ".algarabia.too"), ("unknown-area", ".algarabia.fire"), ("missing-field", ".algarabia.to")]),
        ({"type": "activate", "units": ["u"], "algarabia": [{"via": "b", "fire": "b", "to": "c"}]},
         [("bad-value", ".algarabia")]),
        ({"type": "standing", "trigger": {"enters": "b"}, "then": {"type": "move", "units": ["u"], "path": ["b"]}},
         [("unknown-order", ".then.type")]),
        ({"type": "standing", "trigger": {"enters": "b"}, "then": {"type": "ask", "units": ["x"]}, "if": [{"has": -1}]},
         [("bad-count", ".if[0].has"), ("unknown-unit", ".then.units[0]")]),
        ({"type": "standing", "trigger": {"side": "enemy"}, "then": {"type": "ask", "units": ["u"]}, "if": {}},
         [("missing-field", ".trigger.enters"), ("bad-value", ".if")]),
        ({"type": "standing"}, [("missing-field", ".trigger"), ("missing-field", ".then")]),
    ],
)  # fmt: skip
def test_a_fault_in_json_names_its_place(order: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    data = json.dumps({"format": 1, "sections": [{"orders": [order]}]}).encode()
    problems = only(read_json(data, AFR))
    assert [
        (problem.code, str(problem.args["path"]).removeprefix("sections[0].orders[0]")) for problem in problems
    ] == (faults)


@pytest.mark.parametrize("depth", [50, 300, 990, 100_000])
def test_however_deep_a_sheet_is_it_is_answered(depth: int) -> None:
    data = b'{"format": 1, "sections": [{"orders": [' + b"[" * depth + b"]" * depth + b"]}]}"
    (problem,) = read_json(data, AFR).problems
    assert problem.code in ("bad-value", "too-deep")
    assert sentence(problem, "es")


# Writing and forms


def test_what_would_run_into_the_next_word_is_written_in_quotes() -> None:
    order = napoleonic.RetreatPlan(unit="leg4", hexes=1)
    world = napoleonic.WORLD
    lexicon = type(world)(**{**vars(world), "units": (*world.units, "leg4")}).lexicon()
    assert write_order(order, lexicon, "en") == 'RETREAT "leg4" 1'
    assert read_text('RETREAT "leg4" 1', lexicon, strict=True).lines[0].order == order
    assert write_order(napoleonic.Limber(unit="leg4"), lexicon, "en") == "LIMBER leg4"


def test_the_usage_of_a_standing_order() -> None:
    assert order_usage(When, AFR, "en") == (
        "WHEN [enemy|friend] ENTERS area|ENTERS NEAR unit|LEAVES area|FIRES AT area|ACTIVATES|SHOCK IN area|"
        "RETREATS FROM area|PHASE phase STARTS|ENDS [IF [unit or area] [AT area] [HAS number] [enemy|friend] "
        "[NOT demoralized] [coins >= number] [TURN >= number] …] ACTIVATE …|ASK … [PRIORITY number] "
        "[ONCE|TIMES number] [UNTIL TURN number]"
    )
    assert order_usage(Activate, AFR, "es") == (
        "ACTIVA ficha … [FUEGO [área|ALLÍ]] [MUEVE área …] [ALGARABÍA POR área FUEGO área|ALLÍ A área] "
        "[EN fase COMIENZO|FINAL]"
    )
    assert order_usage(napoleonic.Move, NAP, "en").startswith("MOVE unit|STACK hex [TO] hex …")
    assert order_usage(napoleonic.Square, NAP, "es") == "CUADRO ficha|grupo siempre|nunca|distancia >= número"


def test_a_form_of_orders_of_several_units_offers_each_another_place() -> None:
    deploy = {unit: tuple(Choice(Deploy(units=(unit,), area=area)) for area in ("b", "c")) for unit in ("u", "v")}
    words = FormWords(lambda unit: "at sea")
    lines = order_form(Choices("spanish", "set-up", deploy), AFR, "en", words, game="x", turn=1)
    assert [line.partition("#")[2].split("#")[0].strip() for line in lines[2:-1]] == ["DEPLOY u AT b", "DEPLOY v AT c"]
    (taken,) = read_text(lines[2].removeprefix("# "), AFR, strict=True).lines
    assert taken.order == Deploy(units=("u",), area="b")


def test_orders_of_one_line_are_parted_though_they_have_words_of_verbs_within() -> None:
    reading = read_text("FIRE u AT b. ACTIVATE u FIRE b MOVE c; MOVE v TO c. Thanks.", AFR)
    assert [line.order for line in reading.lines] == [
        Fire(units=("u",), area="b"), Activate(units=("u",), fire="b", move=("c",)), Move(units=("v",), path=("c",)),
    ]  # fmt: skip
    assert issubclass(When, Standing)
