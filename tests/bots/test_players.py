"""The players made of code: their sheets are legal, they win against chance, and the same seed plays the same game."""

from random import Random
from typing import Any

import pytest

from pbem.bots import chance, heuristic, turns
from pbem.bots.legion import player as of_legion
from pbem.bots.sheets import legal_sheet
from pbem.conformance.games import played
from pbem.core.orders import Section
from pbem.rules.legion.orders import Hold, Move
from tests.bots.making import LEGION, field, phases, winner

SEEDS = ("annual", "igueriben", "abarran")
SEATS = ("moroccan", "spanish")


@pytest.mark.parametrize("player", [heuristic.play, chance.play])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_line_of_a_bot_is_accepted(player: turns.Player, seed: str) -> None:
    for state, checked, _ in phases(field(), dict.fromkeys(SEATS, player), seed):
        for seat, found in checked.items():
            assert [p for p in found.problems if p.line] == [], (state.turn, state.phase, seat)


def test_the_heuristic_player_leaves_nothing_compulsory_out() -> None:
    """On the whole map: no line is refused, no fortress left empty, no duty to attack forgotten."""
    steps = played("legion", "sense").steps
    assert [(step.at, c.problems) for step in steps for c in step.checked.values() if c.problems] == []
    assert all(c.complete for step in steps for c in step.checked.values())
    assert sum(len(c.lines) for step in steps for c in step.checked.values()) > 500


@pytest.mark.parametrize("seat", SEATS)
def test_the_heuristic_player_beats_chance(seat: str) -> None:
    other = SEATS[1 - SEATS.index(seat)]
    players = {seat: heuristic.play, other: chance.play}
    won = [winner(field(), players, f"field {n}") for n in range(6)].count(seat)
    assert won >= 5


@pytest.mark.parametrize("player", [heuristic.play, chance.play])
def test_the_same_seed_plays_the_same_game(player: turns.Player) -> None:
    def game() -> list[Any]:
        return [LEGION.dump(end) for _, _, end in phases(field(), dict.fromkeys(SEATS, player), "annual")]

    assert game() == game()


@pytest.mark.parametrize("player", [heuristic.play, chance.play])
def test_a_plan_is_for_the_whole_turn_and_good_as_it_stands(player: turns.Player) -> None:
    plans = 0
    for state, _, _ in phases(field(), dict.fromkeys(SEATS, heuristic.play), "annual"):
        for seat in LEGION.awaited(state):
            sheet = turns.plan(LEGION, state, seat, player, Random("a plan"))
            assert [p for p in LEGION.check(state, seat, sheet).problems if p.line] == [], (state.turn, state.phase)
            order = [phase.id for phase in LEGION.SEQUENCE]
            named = [section.phase for section in sheet.sections]
            assert named[0] == state.phase
            assert named == sorted(set(named), key=order.index)
            numbers = [line.number for section in sheet.sections for line in section.lines]
            assert numbers == list(range(1, len(numbers) + 1))
            plans += len(named) > 1
    assert plans > 3


def test_a_plan_on_the_whole_map_is_good_as_it_stands() -> None:
    steps = [step for step in played("legion", "sense").steps if step.before.phase.endswith(("movement", "air-1"))]
    for step in steps[::3]:
        for seat in step.sheets:
            sheet = turns.plan(LEGION, step.before, seat, heuristic.play, Random("a plan"))
            assert [p for p in LEGION.check(step.before, seat, sheet).problems if p.line] == [], step.at


def test_wishes_that_cannot_stand_together_are_left_out() -> None:
    state = next(s for s, _, _ in phases(field(), dict.fromkeys(SEATS, heuristic.play), "a") if "movement" in s.phase)
    (seat,) = LEGION.awaited(state)
    unit = next(iter(LEGION.choices(state, seat).actors))
    hold, again, nowhere = Hold(unit=unit), Hold(unit="nobody"), Move(unit=unit, path=("9999",))
    sheet = legal_sheet(LEGION, state, seat, [nowhere, again, hold])
    assert [line.order for line in sheet.lines(state.phase)] == [hold]
    assert legal_sheet(LEGION, state, seat, []).sections == (Section(phase=state.phase),)


def test_a_bot_is_found_by_the_name_of_its_rule_set_and_chance_plays_where_there_is_none() -> None:
    assert heuristic.player_of("legion") is of_legion.play
    assert heuristic.player_of("chess") is None
    state = next(s for s, _, _ in phases(field(), dict.fromkeys(SEATS, chance.play), "a") if LEGION.awaited(s))
    (seat, *_) = LEGION.awaited(state)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LEGION, "NAME", "chess")
        assert heuristic.play(LEGION, state, seat, Random("a")) == chance.play(LEGION, state, seat, Random("a"))
