"""What the player of the Napoleonic battles goes by: chances by the charts, aims, massing, guns, charges, sheets."""

from functools import cache
from random import Random
from typing import Any

import pytest

from pbem.bots import chance, heuristic, turns
from pbem.bots.napoleonic.aims import aims_of, facing_for
from pbem.bots.napoleonic.assault import assaults, best_group
from pbem.bots.napoleonic.charges import charges
from pbem.bots.napoleonic.command import commands
from pbem.bots.napoleonic.fire import shots
from pbem.bots.napoleonic.march import movements, outnumbered
from pbem.bots.napoleonic.odds import shot_worth, stopped
from pbem.bots.napoleonic.player import play
from pbem.core.events import PhaseBegan
from pbem.core.orders import Line, Order, Section, merge_standing
from pbem.core.play import Inputs, adjudicate, run_phase
from pbem.dice.chain import ChainDice
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic.events import TurnEnded
from pbem.rules.napoleonic.odds import Stack
from pbem.rules.napoleonic.orders import Assault, Charge, Command, DeployGuns, Division, Face, Fire, Limber, Move
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make

NAPOLEONIC = ruleset("napoleonic")
SEATS = ("french", "spanish")


def guns(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """A medium battery of 8 PF."""
    return {"id": id_, "side": side, "type": "artillery", "pf": 8, "at": at, **more}


def horse(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """A regiment of 5 PF."""
    return {"id": id_, "side": side, "type": "cavalry", "pf": 5, "at": at, **more}


def of_type(orders: list[Order], kind: type[Order]) -> list[Any]:
    """The orders of one verb."""
    return [order for order in orders if isinstance(order, kind)]


# Chances --------------------------------------------------------------------------------------------------------------


def test_a_shot_is_worth_its_column_and_its_die() -> None:
    """Column 8: P on 3, M on 4, a loss on 5, a loss and M on 6: 4 + 5 + 10 + 15 tenths on six faces."""
    line = make([foot("a", "french", "0303", facing="S"), foot("b", "spanish", "0304", facing="N")], "french-fire")
    assert shot_worth(line, "a", "0304") == (4 + 5 + 10 + 15) // 6
    flank = make([foot("a", "french", "0303", facing="S"), foot("b", "spanish", "0304", facing="S")], "french-fire")
    assert shot_worth(flank, "a", "0304") > shot_worth(line, "a", "0304")


def test_fire_goes_where_most_falls_and_the_stronger_counter_of_a_stack_fires_first() -> None:
    units = [foot("a", "french", "0303", facing="S"), foot("z", "spanish", "0204"), foot("y", "spanish", "0304")]
    units[1] |= {"formation": "skirmish"}
    assert shots(make(units, "french-fire"), "french") == [Fire(unit="a", target="0304")]
    pair = [units[0], foot("b", "french", "0303", facing="S", pf=6), units[2]]
    first, second = shots(make(pair, "french-fire"), "french")
    assert (first, second) == (Fire(unit="a", target="0304"), Fire(unit="b", target="0304"))


def test_defenders_who_cannot_fire_stop_nobody() -> None:
    facing = make([foot("a", "french", "0303", facing="S"), foot("b", "spanish", "0304", facing="N")])
    away = make([foot("a", "french", "0303", facing="S"), foot("b", "spanish", "0304", facing="S")])
    assert stopped(facing, "0304", "0303") > stopped(away, "0304", "0303") == 0


# Assaults and charges -------------------------------------------------------------------------------------------------


def test_an_assault_is_made_at_good_odds_and_not_at_bad_ones() -> None:
    strong = [foot(f"f{n}", "french", "0303", facing="S", grade="B") for n in (1, 2)]
    weak = foot("s1", "spanish", "0304", facing="S", grade="E")
    assert assaults(make([*strong, weak | {"pf": 3}]), "french") == [Assault(target="0304", hex="0303")]
    even = [foot("f1", "french", "0303", facing="S"), foot("s1", "spanish", "0304", facing="N")]
    assert assaults(make(even), "french") == []


def test_a_second_stack_joins_an_assault_only_where_it_makes_it_better() -> None:
    units = [foot("f1", "french", "0303", facing="S"), foot("f2", "french", "0305", facing="N")]
    state = make([*units, foot("s1", "spanish", "0304", facing="N", pf=6)])
    alone = best_group(state, "0304", [Stack("0303", ("f1",))])
    both = best_group(state, "0304", [Stack("0303", ("f1",)), Stack("0305", ("f2",))])
    assert both[0] > alone[0]
    assert "0305" in {stack.hex for stack in both[1]}


def test_counters_are_brought_up_for_an_assault_that_none_could_make_alone() -> None:
    units = [foot(f"f{n}", "french", at, facing="SE", grade="B") for n, at in enumerate(("0202", "0302", "0402"))]
    state = make([*units, foot("s1", "spanish", "0405", facing="S", pf=5, grade="E")])
    orders = movements(state, "french")
    assert of_type(orders, Assault)
    assert all(each.target == "0405" for each in of_type(orders, Assault))
    assert of_type(orders, Move)


def test_cavalry_charges_broken_foot_and_no_steady_line() -> None:
    rider = horse("d1", "french", "0302", facing="S")
    broken = foot("s1", "spanish", "0305", facing="S", morale="disorganised", grade="E", pf=4)
    found = charges(make([rider, broken], "french-charges"), "french")
    assert [(each.units, each.target) for each in of_type(found, Charge)] == [(("d1",), "0305")]
    steady = foot("s1", "spanish", "0305", facing="N", grade="A", pf=10)
    assert charges(make([rider, steady], "french-charges"), "french") == []


# Marches and guns -----------------------------------------------------------------------------------------------------


@cache
def bailen(phase: str, turn: int = 1) -> State:
    """The shipped battle at a phase, both sides played by the bot."""
    state: State = NAPOLEONIC.initial(NAPOLEONIC.read_scenario(compose("napoleonic", None)))
    while (state.turn, state.phase) != (turn, phase):
        sheets = {}
        for seat in NAPOLEONIC.awaited(state):
            lines = play(NAPOLEONIC, state, seat, Random("a"))
            sheets[seat] = Section(phase=state.phase, lines=lines.lines(state.phase))
        state = adjudicate(NAPOLEONIC, state, Inputs(dice=ChainDice(b"." * 32), sheets=sheets)).state
    return state


def test_the_french_go_for_the_exits_and_the_spanish_stand_in_their_way() -> None:
    state = bailen("french-movement", turn=2)
    french, spanish = aims_of(state, "french"), aims_of(state, "spanish")
    gap = french.gap["cavalry"]
    assert gap["2403"] == 0 < gap["2003"] < gap["0108"]
    assert "2107" in french.gap["infantry"]
    assert french.gap["infantry"]["2107"] == 0
    assert spanish.posts.keys() == set(state.fighting("spanish"))
    nearest = min(gap[h] for h in state.piles if state.holds("french", h))
    assert sum(gap[post] < nearest for post in spanish.posts.values()) > len(spanish.posts) // 2


def test_the_spanish_have_orders_where_no_french_is_left_on_the_map() -> None:
    state = make([horse("h1", "spanish", "0404"), foot("s1", "spanish", "0405")], "spanish-movement")
    assert aims_of(state, "spanish").posts == {}
    assert movements(state, "spanish") == []


def test_orders_are_of_manoeuvre_far_from_the_enemy_and_of_attack_near_him() -> None:
    far = bailen("spanish-command")
    assert {each.order for each in of_type(commands(far, "spanish"), Command)} == {"manoeuvre"}
    near = bailen("spanish-command", turn=4)
    assert {near.divisions[name].order for name in ("coupigny", "reding")} == {"attack"}
    assert commands(near, "spanish") == []


def test_a_counter_keeps_away_where_the_enemy_is_stronger() -> None:
    units = [foot("f1", "french", "0202"), *(foot(f"s{n}", "spanish", "0606") for n in (1, 2, 3))]
    short = outnumbered(make(units), "french")
    assert short["0505"] > 0
    assert "0202" not in short


def test_the_front_is_where_most_of_the_enemy_is() -> None:
    state = make([foot("f1", "french", "0404"), foot("s1", "spanish", "0407"), foot("s2", "spanish", "0507")])
    assert facing_for(state, "french", "0404") == 3
    assert facing_for(make([foot("f1", "french", "0404")]), "french", "0404") is None


def test_guns_deploy_where_they_have_a_view_and_limber_where_nobody_is() -> None:
    foe = foot("s1", "spanish", "0406", facing="N")
    ready = make([guns("b1", "french", "0403", formation="limbered", facing="S"), foe])
    assert [each.unit for each in of_type(movements(ready, "french"), DeployGuns)] == ["b1"]
    map_ = {"size": [20, 8], "exits": ["2004"]}
    left = make([guns("b1", "french", "0104", facing="SE"), foot("s1", "spanish", "1604")], map_=map_)
    assert of_type(movements(left, "french"), Limber) == [Limber(unit="b1")]


def test_guns_that_stay_turn_to_the_enemy() -> None:
    state = make([guns("b1", "spanish", "0404", facing="N"), foot("f1", "french", "0407")], "spanish-movement")
    assert movements(state, "spanish") == [Face(unit="b1", dir="S")]


def test_guns_apart_come_up_against_the_same_enemy_and_fire_at_one_stack() -> None:
    """In three turns all are in position; they fire where most falls: at who stands in line, not in skirmish."""
    foes = [foot("s1", "spanish", "0407", facing="N"), foot("s2", "spanish", "0307", facing="N", formation="skirmish")]
    batteries = {"b1": "0203", "b2": "0403", "b3": "0603"}
    limbered = {"facing": "S", "formation": "limbered"}
    state = make([*(guns(unit, "french", at, **limbered) for unit, at in batteries.items()), *foes])
    for turn in (2, 3, 4):
        lines = tuple(Line(number=number, order=order) for number, order in enumerate(movements(state, "french"), 1))
        sheets = {"french": Section(phase="french-movement", lines=lines)}
        state = run_phase(NAPOLEONIC, state, Inputs(ChainDice(bytes(32)), sheets)).state
        for event in (TurnEnded(french=0, spanish=0), PhaseBegan(turn=turn, phase="french-movement")):
            state = NAPOLEONIC.evolve(state, event)
    assert {state.units[unit].formation for unit in batteries} == {"deployed"}
    ready = NAPOLEONIC.evolve(state, PhaseBegan(turn=4, phase="french-fire"))
    assert {each.unit: each.target for each in shots(ready, "french")} == dict.fromkeys(batteries, "0407")


@pytest.mark.rule("NAP-10.2")
@pytest.mark.parametrize(("grade", "formed"), [("C", True), ("E", False)])
@pytest.mark.parametrize("start", ["0402", "0403"])
def test_who_is_charged_forms_square_unless_he_would_hardly_do_it(grade: str, formed: bool, start: str) -> None:
    """By the standing orders that the player gives in its first turn, however short the ride is; militia never."""
    line = {"line": {"side": "spanish", "leader": None}}
    units = [horse("d1", "french", start, facing="S"), foot("s1", "spanish", "0405", division="line", grade=grade)]
    state = make(units, "spanish-command", divisions=line)
    standing = play(NAPOLEONIC, state, "spanish", Random("a")).standing
    charged = NAPOLEONIC.evolve(state, PhaseBegan(turn=1, phase="french-charges"))
    sheet = Section(phase="french-charges", lines=(Line(number=1, order=Charge(units=("d1",), target="0405")),))
    dice = ScriptedDice([6, 1] if formed else [1])
    after = run_phase(NAPOLEONIC, charged, Inputs(dice, {"french": sheet}, {"spanish": standing})).state
    assert dice.left == []
    assert after.units["s1"].formation == ("square" if formed else "normal")


# Games ----------------------------------------------------------------------------------------------------------------


def game(players: dict[str, turns.Player], seed: str, last: int) -> tuple[State, int]:
    """The battle cut short after some turns, and how many standing orders hold; each line is accepted."""
    scenario = NAPOLEONIC.read_scenario(compose("napoleonic", None) | {"turns": last})
    state: State = NAPOLEONIC.initial(scenario)
    randoms = {seat: Random(f"{seed} {seat}") for seat in players}
    standing: dict[str, Any] = dict.fromkeys(players, ())
    count = 0
    while NAPOLEONIC.winner(state) is None:
        count += 1
        sheets = {}
        for seat in players:
            sheet = players[seat](NAPOLEONIC, state, seat, randoms[seat])
            checked = NAPOLEONIC.check(state, seat, sheet)
            assert [p for p in checked.problems if p.line] == [], (state.turn, state.phase)
            standing[seat] = merge_standing(standing[seat], sheet.standing)
            sheets[seat] = Section(phase=state.phase, lines=sheet.lines(state.phase))
        dice = ChainDice(f"{seed} {count}".encode().ljust(32, b"."))
        state = adjudicate(NAPOLEONIC, state, Inputs(dice=dice, sheets=sheets, standing=dict(standing))).state
    return state, sum(map(len, standing.values()))


def test_every_line_is_accepted_and_the_same_seed_plays_the_same_game() -> None:
    state, standing = game(dict.fromkeys(SEATS, play), "dupont", 5)
    again, _ = game(dict.fromkeys(SEATS, play), "dupont", 5)
    assert NAPOLEONIC.dump(state) == NAPOLEONIC.dump(again)
    assert standing > 0
    assert heuristic.player_of("napoleonic") is play
    assert any(each.lost for each in state.units.values())


@pytest.mark.parametrize("seat", SEATS)
def test_it_leads_in_points_against_chance(seat: str) -> None:
    other = SEATS[1 - SEATS.index(seat)]
    state, _ = game({seat: play, other: chance.play}, "reding", 14 if seat == "french" else 5)
    assert state.points[seat] > state.points[other]


def test_a_plan_is_for_the_whole_turn_and_good_as_it_stands() -> None:
    state = bailen("spanish-command", turn=5)
    sheet = turns.plan(NAPOLEONIC, state, "spanish", play, Random("a plan"))
    phases = [section.phase for section in sheet.sections]
    assert phases[0] == "spanish-command"
    assert "spanish-movement" in phases
    assert [p for p in NAPOLEONIC.check(state, "spanish", sheet).problems if p.line] == []


def test_a_division_that_is_far_from_the_enemy_marches_by_one_line() -> None:
    state = bailen("french-movement", turn=2)
    orders = movements(state, "french")
    (march,) = of_type(orders, Division)
    assert (march.division, march.verb) == ("barbou", "advance")
    gap = aims_of(state, "french").gap["infantry"]
    assert gap[march.to] < gap[state.hex_of("gen-barbou")]
    assert not {each.unit for each in of_type(orders, Move)} & {"leg4-1", "leg4-2", "leg4-3", "gen-barbou"}
