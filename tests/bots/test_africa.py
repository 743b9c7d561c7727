"""What the player of Africa 1859-60 goes by: chances as the rules count them, goals held and taken, legal sheets."""

from random import Random
from typing import Any

import pytest

from pbem.bots import chance, heuristic, turns
from pbem.bots.africa1860.aims import GOAL, factor_of, worth_of_area
from pbem.bots.africa1860.assault import best_assault, prospect
from pbem.bots.africa1860.fire import bombardments, shots
from pbem.bots.africa1860.horse import horsemen, rides
from pbem.bots.africa1860.march import movements
from pbem.bots.africa1860.odds import ALL, at_least, hits, rows, shock_worth
from pbem.bots.africa1860.player import play
from pbem.bots.africa1860.standing import standing_orders
from pbem.bots.africa1860.tasks import assign
from pbem.core.orders import Section, merge_standing
from pbem.core.play import Inputs, adjudicate
from pbem.dice.chain import ChainDice
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.rules.africa1860.orders import Activate, Fire, Move, When
from pbem.rules.africa1860.state import State
from tests.rules.africa1860.position import make

AFRICA = ruleset("africa1860")
ROWS = ("steps", "half", "demoralization", "clear-of-enemies", "nothing")
SEATS = ("moroccan", "spanish")

# Chances --------------------------------------------------------------------------------------------------------------


def test_coins_are_counted_exactly() -> None:
    assert [at_least(coins, 3) for coins in (2, 3, 4, 5)] == [0, 125, 312, 500]
    assert hits([500, 500]) == (250, 500, 250)
    assert rows(1, 0) == (500_000, 0)  # heads against no coin at all; a cross is a tie
    assert rows(1, 1) == (250_000, 0)
    assert sum(rows(6, 4)) + sum(rows(4, 6)) < ALL * ALL


def test_a_great_stack_gains_little_by_shock_and_a_small_one_much() -> None:
    small, great = (shock_worth(ROWS, (coins, 2), (100, 100), 100) for coins in (5, 15))
    assert small > 80 > 20 > great > 0
    assert shock_worth(ROWS, (2, 5), (100, 100), 0) < 0 < shock_worth(ROWS, (5, 2), (100, 100), 0)


# Aims -----------------------------------------------------------------------------------------------------------------


def test_what_is_not_known_of_a_factor_is_reckoned_by_its_mean() -> None:
    state = make("a-b", {"gaix-tanja": "a", "gum-hamsa": "a", "principe": "b"})
    assert (factor_of(state, "gaix-tanja"), factor_of(state, "gum-hamsa"), factor_of(state, "principe")) == (5, 4, 6)


def test_an_objective_of_the_enemy_is_worth_more_than_any_field() -> None:
    state: State = AFRICA.initial(AFRICA.read_scenario(compose("africa1860", "castillejos")))
    assert worth_of_area(state, "spanish", "castillejos") == GOAL
    assert worth_of_area(state, "moroccan", "castillejos") < GOAL
    assert worth_of_area(state, "spanish", "arenal") < worth_of_area(state, "moroccan", "castillejos")
    told = assign(state, "spanish", ["cuenca", "luchana", "principe"])
    assert set(told.values()) <= set(state.scenario.objectives)


# Fire -----------------------------------------------------------------------------------------------------------------


def test_fire_goes_where_a_hit_is_likely_and_not_where_coins_are_too_few() -> None:
    units = {"caz-vergara": "a", "gaix-tanja": "b", "gaix-haus": "c"}
    state = make("a-b a-c", units, terrain={"b": "building"})
    assert shots(state, "spanish") == [Fire(units=("caz-vergara",), area="c")]
    walled = make("a-b", {"gum-hamsa": "a", "principe": "b"}, "moroccan-fire", terrain={"b": "building"})
    assert shots(walled, "moroccan") == []


def test_guns_shell_the_stack_that_has_most_to_lose() -> None:
    units = {"bia-2": "a", "gum-hamsa": "b", "nizam-nur": "c", "gaix-tanja": "c", "gaix-haus": "c"}
    (order,) = bombardments(make("a-b-c", units), "spanish", "spanish-fire")
    assert isinstance(order, Activate)
    assert (order.units, order.fire) == (("bia-2",), "c")
    assert bombardments(make("a-b-c", units), "spanish", "spanish-fire", keep=2) == []


# Attacks and marches --------------------------------------------------------------------------------------------------


def test_an_attack_is_made_where_it_is_worth_it_alone() -> None:
    units = {"saboya": "a", "caz-baza": "a", "gum-hamsa": "castillejos"}
    weak = make("a-castillejos-c", units, "spanish-movement", scenario="castillejos")
    found = best_assault(weak, "spanish", "castillejos", ("saboya", "caz-baza"))
    assert found is not None
    assert found.worth > 0
    strong = {"ingenieros": "a", "nizam-nur": "b", "nizam-din": "b", "nizam-akbar": "b"}
    assert best_assault(make("a-b-c", strong, "spanish-movement"), "spanish", "b", ("ingenieros",)) is None


def test_the_defenders_fire_counts_against_an_attack() -> None:
    def worth_against(fire: int | None) -> int:
        units: dict[str, Any] = {"saboya": {"at": "b", "origin": "a"}, "seyyid-2": {"at": "b", "ff": fire}}
        return prospect(make("a-b-c", units, "spanish-movement"), "spanish", "b")

    assert worth_against(None) > worth_against(5)


def test_foot_marches_on_an_objective_and_its_guard_stays() -> None:
    field = {"castillejos": "building"}
    units = {"saboya": "a", "caz-baza": "castillejos", "gum-hamsa": "c"}
    away = make("b-a-castillejos-d-c", units | {"caz-baza": "b"}, "spanish-movement", scenario="castillejos")
    assert Move(units=("saboya",), path=("castillejos",)) in movements(away, "spanish")
    held = make("a-castillejos-d-c", units, "spanish-movement", scenario="castillejos", terrain=field)
    moved = {unit for order in movements(held, "spanish") if isinstance(order, Move) for unit in order.units}
    assert "caz-baza" not in moved


def test_horse_rides_to_an_objective_that_stands_empty() -> None:
    state = make("a-b-castillejos", {"husares-princesa": "a"}, "spanish-movement", scenario="castillejos")
    assert horsemen(state, "spanish") == ("husares-princesa",)
    (order,) = rides(state, "spanish", horsemen(state, "spanish"), least=1)
    assert isinstance(order, Activate)
    assert order.move == ("b", "castillejos")
    assert rides(state, "spanish", horsemen(state, "spanish"), least=2 * GOAL) == []


def test_horse_that_fires_rides_in_and_out_again() -> None:
    state = make("p-q-s q-r", {"seyyid-3": "p", "principe": "s"}, "moroccan-fire")
    (order,) = rides(state, "moroccan", ("seyyid-3",), least=1)
    assert isinstance(order, Activate)
    assert order.algarabia is not None
    assert (order.algarabia.via, order.algarabia.fire) == ("q", "s")


def test_standing_orders_send_horse_to_a_shock_and_let_guns_watch() -> None:
    units = {"husares-princesa": "a", "saboya": "castillejos", "gum-hamsa": "c", "bia-2": "a"}
    control = {"castillejos": "spanish"}
    state = make("a-castillejos-c", units, "spanish-movement", scenario="castillejos", control=control)
    relief, watch = standing_orders(state, "spanish", ())
    assert isinstance(relief, When)
    assert isinstance(watch, When)
    assert (relief.trigger.shock, relief.then.units, relief.until) == ("castillejos", ("husares-princesa",), 1)
    assert (watch.trigger.near, watch.then.units) == ("bia-2", ("bia-2",))
    assert standing_orders(state, "spanish", ("husares-princesa", "bia-2")) == [watch]


# Games ----------------------------------------------------------------------------------------------------------------


def game(battle: str, players: dict[str, turns.Player], seed: str, last: int) -> tuple[State, int]:
    """A battle cut short after some turns, and how many standing orders were given; each line is accepted."""
    scenario = AFRICA.read_scenario(compose("africa1860", battle) | {"turns": last})
    state: State = AFRICA.initial(scenario)
    randoms = {seat: Random(f"{seed} {seat}") for seat in players}
    standing: dict[str, Any] = dict.fromkeys(players, ())
    count = 0
    while AFRICA.winner(state) is None:
        count += 1
        sheets = {}
        for seat in players:
            sheet = players[seat](AFRICA, state, seat, randoms[seat])
            checked = AFRICA.check(state, seat, sheet)
            assert [p for p in checked.problems if p.line] == [], (state.turn, state.phase)
            standing[seat] = merge_standing(standing[seat], sheet.standing)
            sheets[seat] = Section(phase=state.phase, lines=sheet.lines(state.phase))
        dice = ChainDice(f"{seed} {count}".encode().ljust(32, b"."))
        state = adjudicate(AFRICA, state, Inputs(dice=dice, sheets=sheets, standing=dict(standing))).state
    return state, sum(map(len, standing.values()))


@pytest.mark.parametrize("battle", ["castillejos", "tetuan", "wad-ras"])
def test_every_line_is_accepted_and_the_same_seed_plays_the_same_game(battle: str) -> None:
    state, standing = game(battle, dict.fromkeys(SEATS, play), "ceuta", 2)
    again, _ = game(battle, dict.fromkeys(SEATS, play), "ceuta", 2)
    assert AFRICA.dump(state) == AFRICA.dump(again)
    assert standing > 0
    assert heuristic.player_of("africa1860") is play


def test_the_spanish_take_areas_that_chance_does_not() -> None:
    def taken(spanish: turns.Player) -> int:
        state, _ = game("castillejos", {"spanish": spanish, "moroccan": chance.play}, "serrallo", 6)
        return sum(1 for area in state.scenario.objectives if state.control[area] == "spanish")

    assert taken(play) > taken(chance.play)


def test_a_plan_is_for_the_whole_half_and_good_as_it_stands() -> None:
    state: State = AFRICA.initial(AFRICA.read_scenario(compose("africa1860", "wad-ras")))
    while state.phase != "spanish-fire":
        state = adjudicate(AFRICA, state, Inputs(dice=ChainDice(b"." * 32), sheets={})).state
    sheet = turns.plan(AFRICA, state, "spanish", play, Random("a plan"))
    assert [section.phase for section in sheet.sections][:2] == ["spanish-fire", "spanish-movement"]
    assert [p for p in AFRICA.check(state, "spanish", sheet).problems if p.line] == []
