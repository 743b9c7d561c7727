"""Bailén by mail: the whole battle through the spool, and what a new player's first mails run into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.demo import play
from pbem.game.replay import replay
from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.text import read_text
from pbem.referee.admin.seating import Player
from pbem.rules.napoleonic.orders import Defend, Fire, Losses, Move, RetreatPlan, Square
from tests.games.handbook_example import BAILEN, scenario, text_of, without_pictures
from tests.referee.making import Room, flat, new_room

CLAIRE = Player("french", "french", "claire@example.org", "en")
TOMAS = Player("spanish", "spanish", "tomas@example.org", "es", "Europe/Madrid")
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
    lexicon = lexicon_of(ruleset("napoleonic"), compose("napoleonic"))
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


def test_who_names_two_units_in_one_line_is_told_how_to_move_them_together(room: Room) -> None:
    room.says("spanish", "LISTO\n")
    room.tick()
    said = flat(room.answer("french", "MOVE leg4-1 leg4-2 1507\n"))
    assert "“leg4-2” is not a hex of the map" in said
    assert "MOVE STACK" in said
    room.answer("french", "LANGUAGE es\n")
    assert "MOVER APILAMIENTO" in flat(room.answer("french", "MOVER leg4-1 leg4-2 1507\n"))


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


def test_odds_uphill_are_those_of_half_the_strength(room: Room) -> None:
    lines = "COLOCAR jaen-1 1708 FRENTE NW\nCOLOCAR gen-reding 1707\nCOLOCAR farnesio 1605 FRENTE S\n"
    room.says("spanish", f"{lines}COLOCAR bia-pie-1 1807\nCOLOCAR dragones-reina 1605\nLISTO\n")
    room.tick()
    said = room.answer("french", "MOVE leg4-1 1407 1507 1607 FACE SE\nASSAULT 1708 FROM 1607\n")
    assert "strength 4 against 8" in said
