"""Bailén by mail: the whole battle through the spool, and what a new player's first mails run into."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.orders import Order
from pbem.demo import play
from pbem.game.replay import replay
from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.text.reader import read_text
from pbem.referee.admin.seating import Player
from pbem.referee.turn.submission import read_orders
from pbem.rules.napoleonic.orders import (
    Charge,
    Command,
    Defend,
    Deploy,
    DeployGuns,
    Division,
    Face,
    Fire,
    Form,
    Losses,
    Move,
    RetreatPlan,
    Square,
)
from pbem.save.records import PhaseRecord
from tests.games.handbook_example import BAILEN, scenario, text_of, without_pictures
from tests.games.napoleonic.bailen import standing_at
from tests.referee.making import HOUR, Room, flat, new_room

CLAIRE = Player("french", "french", "claire@example.org", "en")
TOMAS = Player("spanish", "spanish", "tomas@example.org", "es", "Europe/Madrid")
RULES = ruleset("napoleonic")
MOST_A_TURN = 3.5
"""Mails that a player gets for a turn: whose turn it is, a receipt, what came of it; and a few in the whole game."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The practice game of the handbook: both players have answered, the Spanish are to set up."""
    data = scenario(text_of("en", "napoleonic"), BAILEN)
    with without_pictures():
        found = new_room(tmp_path / "home", data, (CLAIRE, TOMAS), seed="practice").started()
        yield found
        found.close()


@pytest.mark.parametrize(
    ("side", "word", "unit"),
    [("spanish", "suizos", "suizos-reding-3"), ("spanish", "la reina", "reina-1"), ("french", "suizos", None)],
)
def test_of_several_units_of_a_word_those_are_meant_that_the_reader_may_order(
    side: str, word: str, unit: str | None
) -> None:
    """An article changes nothing: "la reina" is "reina", the beginning of one id alone."""
    reading = read_text(f"MOVER {word} 1809\n", lexicon_of(RULES, compose("napoleonic")), side=side)
    assert [line.order for line in reading.lines] == [Move(unit=unit, path=("1809",)) if unit else None]
    assert [problem.near for problem in reading.problems] == (
        [] if unit else [("suizos-freuler", "suizos-preux", "suizos-reding-2")]
    )


def test_the_battle_is_played_whole_through_the_spool(tmp_path: Path) -> None:
    seen: list[tuple[int, str]] = []
    with without_pictures():
        game, mailers = play(tmp_path, "napoleonic", "a test", lambda turn, phase: seen.append((turn, phase)))
    assert game.over
    turns = game.state.turn
    assert turns >= 8, "a battle, and not a rout at first sight"
    kinds = {fact["type"] for item in game.records for fact in item.record.facts}
    assert {"shot", "fought", "morale-tested", "division-tested", "retreated", "advanced"} <= kinds
    assert replay(game.definition, game.definition.folder.unchecked_records()).difference is None
    for mailer in mailers:
        assert mailer.sent <= turns + 1, "one mail a turn will do"
        assert mailer.got <= MOST_A_TURN * turns


@pytest.mark.parametrize("named", ["reding", "Reding's division", "división de Reding"])
def test_the_word_of_a_division_is_the_division_though_its_leader_is_called_so_too(named: str) -> None:
    lexicon = lexicon_of(RULES, compose("napoleonic"))
    lines = f"FIRE {named}\nSQUARE {named} never\nDEFEND {named} HOLD\nRETREAT {named} 2\nLOSSES {named} ceuta\n"
    reading = read_text(lines, lexicon)
    assert reading.problems == ()
    assert [line.order for line in reading.lines] == [
        Fire(division="reding"),
        Square(division="reding", when="never"),
        Defend(division="reding", hold=True),
        RetreatPlan(division="reding", hexes=2),
        Losses(division="reding", first=("ceuta",)),
    ]
    (line,) = read_text("MOVE reding 1808", lexicon).lines
    assert line.order == Move(unit="gen-reding", path=("1808",)), "where only a unit can stand it is the leader"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("MOVE leg4-2 from 0107 to 0207", Move(unit="leg4-2", path=("0107", "0207"))),
        ("MOVE leg4-2 0107 to 0207", Move(unit="leg4-2", path=("0107", "0207"))),
        ("MOVER farnesio 1706 a 1605 frente noroeste", Move(unit="farnesio", path=("1706", "1605"), face="NW")),
        ("move 2nd dragoons 0208 facing north", Move(unit="dragons-2", path=("0208",), face="N")),
        ("fuego: 1.ª batería a caballo a 1108", Fire(unit="bia-caballo-1", target="1108")),
        ("RETIRARSE ceuta 2 A 1809 a 1810", RetreatPlan(unit="ceuta", hexes=2, to=("1809", "1810"))),
    ],
)
def test_a_preposition_before_a_hex_is_read_over(written: str, meant: object) -> None:
    (line,) = read_text(written, lexicon_of(RULES, compose("napoleonic")), side="spanish").lines
    assert line.order == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("disparar con ceuta contra 1309", Fire(unit="ceuta", target="1309")),
        ("fire with ceuta against 1309", Fire(unit="ceuta", target="1309")),
        ("cargar numancia contra 0308", Charge(units=("numancia",), target="0308")),
        ("formar barbastro en guerrilla", Form.model_validate({"unit": "barbastro", "formation": "skirmish"})),
        ("mover farnesio 1607 mirando al N", Move.model_validate({"unit": "farnesio", "path": ("1607",), "face": "N"})),
    ],
)
def test_against_is_at_and_with_and_in_say_nothing(written: str, meant: object) -> None:
    (line,) = read_text(written, lexicon_of(RULES, compose("napoleonic")), side="spanish").lines
    assert line.order == meant


@pytest.mark.parametrize(
    ("written", "read"),
    [("mover farnesio 1607 frente oeste", "oeste"), ("MOVE farnesio 1607 FACE E", "E"),
     ("MOVER farnesio 1607 FRENTE E", "E")],
)  # fmt: skip
def test_a_direction_that_a_hex_has_not_is_told_with_those_that_it_has(written: str, read: str) -> None:
    (problem,) = read_text(written, lexicon_of(RULES, compose("napoleonic")), side="spanish").problems
    assert (problem.code, problem.args) == ("bad-choice", {"read": read, "expected": "N|NE|SE|S|SW|NW"})


def test_a_unit_where_a_hex_belongs_is_told_as_one(room: Room) -> None:
    said = flat(room.answer("spanish", "COLOCAR farnesio EN jaen-1\nCOLOCAR farnesio EN zork\n"))
    assert "JAE 1 es una ficha, y aquí va un hexágono" in said
    assert "«zork» no es un hexágono del mapa" in said
    assert said.count("MOVER APILAMIENTO") == 1


def test_two_units_in_one_line_are_two_moves_and_how_they_move_together_is_told(
    room: Room,
) -> None:
    room.says("spanish", "LISTO\n")
    room.tick()
    said = flat(room.answer("french", "MOVE leg4-1 leg4-2 1507\n"))
    assert "1. MOVE leg4-1 1507 " in said
    assert "2. MOVE leg4-2 1507 " in said
    assert "MOVE STACK" in flat(room.answer("french", "MOVE leg4-1 1507 leg4-2\n"))
    room.answer("french", "LANGUAGE es\n")
    assert "MOVER APILAMIENTO" in flat(room.answer("french", "MOVER leg4-1 1507 leg4-2\n"))


def test_a_set_up_as_it_is_proposed_turns_nobody(tmp_path: Path) -> None:
    with without_pictures():
        room = new_room(tmp_path / "home", compose("napoleonic"), (CLAIRE, TOMAS)).started()
        room.says("spanish", "LISTO\n")
        room.tick()
        assert room.game.state.phase == "french-movement"
        assert len(room.facts("deployed")) == 36
        assert room.facts("turned") == []
        facing = {unit: each.facing for unit, each in room.game.state.units.items()}
        assert (facing["ciudad-real"], facing["cuenca"]) == (4, 4), "as printed, whatever leader is with them"
        room.close()


@pytest.mark.parametrize("then", ["LISTO\n", "COLOCAR nadie 1608\n"])
def test_who_has_no_line_in_a_set_up_is_said_to_stand_as_proposed(tmp_path: Path, then: str) -> None:
    with without_pictures():
        found = new_room(tmp_path / "home", compose("napoleonic"), (CLAIRE, TOMAS)).started()
        form = found.answer("spanish", "ESTADO TODO\n")
        said = flat(found.answer("spanish", f"COLOCAR jaen-1 1607\n{then}"))
        found.close()
    assert "Tus otras 35 fichas están donde propone el formulario, si hay sitio." in said
    assert "Ninguna línea tuya coloca" not in said
    assert "COLOCAR farnesio EN 1807" in form
    assert "Para dejar una fuera" not in form + said, "who is kept back would be placed all the same"


def test_odds_uphill_are_those_of_half_the_strength(room: Room) -> None:
    lines = "COLOCAR jaen-1 1708 FRENTE NW\nCOLOCAR gen-reding 1707\nCOLOCAR farnesio 1605 FRENTE S\n"
    room.says("spanish", f"{lines}COLOCAR bia-pie-1 1807\nCOLOCAR dragones-reina 1605\nLISTO\n")
    room.tick()
    said = room.answer("french", "MOVE leg4-1 1407 1507 1607 FACE SE\nASSAULT 1708 FROM 1607\n")
    assert "strength 4 against 8" in said


CHARGE = "CHARGE farnesio dragones-reina VIA 1606 AT 1607"
GROUP = "DIVISION reding ADVANCE TO 1706"


@pytest.fixture
def charging(room: Room) -> Room:
    """Two regiments on the flank of a French battalion, and Reding's division about to attack."""
    lines = "COLOCAR jaen-1 1708 FRENTE NW\nCOLOCAR gen-reding 1707\nCOLOCAR farnesio 1605 FRENTE S\n"
    room.says("spanish", f"{lines}COLOCAR bia-pie-1 1807\nCOLOCAR dragones-reina 1605\nLISTO\n")
    room.tick()
    room.says("french", "MOVE leg4-1 1407 1507 1607 FACE SE\nDONE\n")
    room.tick()
    assert room.at == "1.spanish-command"
    room.answer("spanish", "IDIOMA en\n")
    return room


@pytest.mark.rule("NAP-2.5", "NAP-10.1")
@pytest.mark.parametrize(
    ("language", "told"),
    [("en", f"{GROUP} BUT farnesio dragones-reina"),
     ("es", "DIVISIÓN reding AVANZAR A 1706 MENOS farnesio dragones-reina")],
)  # fmt: skip
def test_a_charge_goes_before_the_group_order_of_its_division(charging: Room, language: str, told: str) -> None:
    """Who has moved does not charge: who is to charge is left out of the group by the same mail, and that is said."""
    charging.answer("spanish", f"LANGUAGE {language}\n")
    said = charging.answer("spanish", f"COMMAND reding attack\n{CHARGE}\n{GROUP}\n")
    assert told in flat(said)
    assert "MOVE farnesio" not in said.replace("MOVER", "MOVE")
    assert "MOVE gen-reding" in said.replace("MOVER", "MOVE")
    charging.says("spanish", "DONE\n")
    charging.tick(HOUR)
    (ride,) = charging.facts("charged")
    assert ride["units"] == ["farnesio", "dragones-reina"]
    moves = next(i.record for i in charging.game.records if i.record.at == "1.spanish-movement")
    assert isinstance(moves, PhaseRecord)
    assert moves.sheets[0].lines[0].text == told, "recorded as the receipt told it"
    assert {fact["unit"] for fact in charging.facts("moved")} >= {"gen-reding", "bia-pie-1"}
    assert charging.facts("order-voided") == []
    assert charging.replay().difference is None


def test_an_enemy_who_is_aimed_at_stands_for_the_hex(charging: Room) -> None:
    said = charging.answer(
        "spanish", f"COMMAND reding attack\n{CHARGE.replace('1607', 'leg4-1')}\nFIRE jaen-1 AT LEG4 1\n"
    )
    assert CHARGE in said
    assert "FIRE jaen-1 AT 1607" in said


@pytest.mark.rule("NAP-11.1")
def test_an_assault_of_who_move_together_is_one_and_leaves_their_moves_in_force(room: Room) -> None:
    """Two who are named assault from the hex to which an earlier mail has sent them; another mail aims it elsewhere."""
    lines = "COLOCAR jaen-1 1607 FRENTE NW\nCOLOCAR gen-reding 1707\nCOLOCAR farnesio 1605 FRENTE S\n"
    room.says("spanish", f"{lines}COLOCAR bia-pie-1 1606 FRENTE NW\nCOLOCAR dragones-reina 1605\nLISTO\n")
    room.tick()
    room.answer("french", "MOVE leg4-1 1407 1507\nMOVE leg4-2 1407 1507\n")
    said = room.answer("french", "leg4-1 and leg4-2 assault jaen-1\n")
    assert "✗" not in said
    for line in ("MOVE leg4-1 1407 1507", "MOVE leg4-2 1407 1507", "ASSAULT 1607 FROM 1507"):
        assert said.count(line) == 1, said
    said = room.answer("french", "leg4-2 assaults 1606\n")
    assert "ASSAULT 1606 FROM 1507" in said
    assert "ASSAULT 1607" not in said


@pytest.mark.rule("NAP-2.5", "NAP-10.1")
def test_a_charge_that_cannot_be_leaves_nobody_out_and_one_that_comes_later_is_told_how(charging: Room) -> None:
    """Whoever is refused the charge moves with the division."""
    bad = CHARGE.replace("1606", "1605")
    said = charging.answer("spanish", f"COMMAND reding attack\n{GROUP}\n{bad}\n")
    assert "there is no path for a charge at 1607" in flat(said)
    assert "BUT" not in said
    assert "MOVE farnesio 1604" in said
    late = flat(charging.answer("spanish", f"{CHARGE}\n"))
    assert "who has moved does not charge; BUT FARN at the end of a DIVISION line" in late
    both = flat(charging.answer("spanish", f"{GROUP} BUT FARN, dragones-reina\n{CHARGE}\n"))
    assert "All 2 orders accepted." in both
    assert f"{GROUP} BUT farnesio dragones-reina" in both


def test_an_order_for_a_group_leaves_out_only_its_own_chargers_and_only_if_it_moves() -> None:
    state = RULES.initial(RULES.read_scenario(compose("napoleonic")))
    charges = [Charge(units=("borbon", "farnesio"), target="1607"), Charge(units=("nobody",), target="1607")]
    named = Division(division="reding", verb="withdraw", to="1706", but=("irlanda-1",))
    assert named.beside(charges, state) == named.model_copy(update={"but": ("irlanda-1", "farnesio")})
    for other in (Division(division="fresia", verb="advance", to="1706"), Division(division="reding", verb="hold")):
        assert other.beside(charges, state) is other


@pytest.mark.parametrize(
    ("word", "near"),
    [("walones", ("guardias-walonas-3",)), ("numancio", ("numancia",)), ("tormenta", ())],
)
def test_a_word_like_one_of_a_units_name_is_told_with_the_unit(word: str, near: tuple[str, ...]) -> None:
    lexicon = lexicon_of(RULES, compose("napoleonic"))
    (problem,) = read_text(f"MOVE {word} 1505", lexicon, side="spanish").problems
    assert (problem.code, problem.near) == ("unknown-unit", near)


def test_a_group_order_needs_no_to_before_its_hex() -> None:
    reading = read_text("DIVISION reding ADVANCE 1213 KEEP line\n", lexicon_of(RULES, compose("napoleonic")))
    assert [line.order for line in reading.lines] == [
        Division(division="reding", verb="advance", to="1213", keep="line")
    ]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("ordena a Reding defensa", Command(division="reding", order="defence")),
        ("retirar ceuta 2 hexágonos a 2302", RetreatPlan(unit="ceuta", hexes=2, to=("2302",))),
    ],
)
def test_small_words_that_people_write_say_nothing(line: str, order: Command | RetreatPlan) -> None:
    reading = read_text(f"{line}\n", lexicon_of(RULES, compose("napoleonic")))
    assert ([found.order for found in reading.lines], reading.problems) == ([order], ())


def test_a_line_without_a_verb_may_begin_with_an_article(room: Room) -> None:
    """In the set-up a unit and a hex are its place."""
    said = flat(room.answer("spanish", "la farnesio a 1807\n"))
    assert "COLOCAR farnesio EN 1807 # ✓ 1" in said


@pytest.mark.parametrize(
    ("side", "line", "orders"),
    [
        ("spanish", "Pongo a los suizos en 1707", [Deploy(unit="suizos-reding-3", hex="1707")]),
        ("spanish", "Pongo a los de Jaén en 1707", [None]),
        ("spanish", "COLOCO la batería a pie 1 en 1807", [Deploy(unit="bia-pie-1", hex="1807")]),
        ("french", "the 4-pounders go to 0108", [Move(unit="bat-4", path=("0108",))]),
        ("french", "leg4 1 falls back to 0108", [Move(unit="leg4-1", path=("0108",))]),
        (
            "french",
            "leg4-3 forms line facing NE",
            [Form(unit="leg4-3", formation="normal"), Face(unit="leg4-3", dir="NE")],
        ),
        ("french", "UNLIMBER bat-4 and fire at 1206", [DeployGuns(unit="bat-4"), Fire(unit="bat-4", target="1206")]),
        ("french", "MOVE leg4-3 0108 and march to 0208", [Move(unit="leg4-3", path=("0108", "0208"))]),
        ("french", "leg4-3 forms column, facing NE", [None]),
    ],
)
def test_orders_as_people_write_them(side: str, line: str, orders: list[Order | None]) -> None:
    reading = read_text(f"{line}\n", lexicon_of(RULES, compose("napoleonic")), side=side, unsaid=lambda *_: "")
    assert [found.order for found in reading.lines] == orders


@pytest.mark.parametrize(
    ("line", "order"), [("Reding: ataque", Command(division="reding", order="attack")), ("Reding's hopes", None)]
)
def test_a_division_and_an_order_are_one_without_a_verb(room: Room, line: str, order: Command | None) -> None:
    state = replace(room.game.state, phase="spanish-command")
    game = standing_at(room.game, state)
    assert [found.order for found in read_orders(game, "spanish", f"{line}\n").lines] == ([order] if order else [])
