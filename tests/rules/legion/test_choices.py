"""The legal orders of a seat; and what random legal play never breaks."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bots.chance import play
from pbem.core.play import Inputs, adjudicate, fold
from pbem.dice.die import Die, Face
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.choices import choices
from pbem.rules.legion.orders import Hold, Land, March, Move, Reinforce
from pbem.rules.legion.saving import dump, initial, load
from pbem.rules.legion.scenario import Scenario
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.moving import problems

COAST = {f"{c:02d}01": "sea" for c in range(1, 13)} | {
    "0302": "clear landing",
    "0501": "sea landing",
    "1201": "mar-chica",
}
INLAND = {
    "0404": "mountain",
    "0504": "mountain fortress",
    "0704": "clear city",
    "0803": "clear airport",
    "0506": "mountain",
}


def kinds(state: State, unit: str, seat: str) -> dict[str, int]:
    """How many legal orders of each verb a piece has."""
    found: dict[str, int] = {}
    for choice in ruleset("legion").choices(state, seat).actors[unit]:
        found[choice.order.type] = found.get(choice.order.type, 0) + 1
    return found


def test_the_choices_of_a_movement_phase() -> None:
    units = [
        "arm-1 armoured-engineer 4-2 0303",
        "reina-1 infantry 3-2 due",
        "beni-1 infantry 3-1 0304",
        "cer-1 infantry 3-1 0808",
    ]
    state = make(units, "spanish-movement", turn=5, melilla="0103", terrain=COAST)
    legal = ruleset("legion").choices(state, "spanish")
    assert list(legal.actors) == ["arm-1", "cer-1", "reina-1"]
    assert kinds(state, "cer-1", "spanish") == {"move": 6, "march": 18, "hold": 1}
    assert set(kinds(state, "arm-1", "spanish")) == {"move", "march", "panic", "hold"}
    assert {"reinforce", "land", "hold"} == set(kinds(state, "reina-1", "spanish"))
    assert list(ruleset("legion").choices(state, "moroccan").actors) == []
    with pytest.raises(KeyError):
        legal.actors["beni-1"]


def test_the_choices_of_a_set_up_oblige_every_piece() -> None:
    units = ["cer-1 infantry 3-3 off-map", "cer-2 infantry 3-3 0101"]
    legal = ruleset("legion").choices(
        make(units, "spanish-setup", turn=1, zones={"spanish": ["0101", "0102"]}), "spanish"
    )
    assert [choice.order.at for choice in legal] == ["0102"]
    assert legal.must == {"cer-1"}


def test_a_moroccan_arrival_may_end_wherever_some_start_lets_it() -> None:
    state = make(
        ["beni-1 infantry 3-1 due", "cer-1 infantry 3-3 0606"],
        zones={"moroccan": ["0101", "0102"]},
        turn=3,
        size=(20, 20),
    )
    orders = [choice.order for choice in ruleset("legion").choices(state, "moroccan").actors["beni-1"]]
    ends = {order.path[-1] if order.path else order.at for order in orders if isinstance(order, Reinforce)}
    far = {
        h for h in state.scenario.board.ids if min(state.scenario.board.distance(h, s) for s in ("0101", "0102")) <= 12
    }
    assert ends == far - {"0606"} - set(state.scenario.board.neighbours["0606"]) - _behind(far - ends)
    assert problems(state, max(orders, key=lambda order: len(getattr(order, "path", ())))) == []


def _behind(missed: set[str]) -> set[str]:
    """Hexes in the lee of a zone, that a detour round it leaves too far; they lie beyond it, away from the starts."""
    return {hex_ for hex_ in missed if int(hex_[:2]) > 6 or int(hex_[2:]) > 6}


PIECES = [
    "infantry 3-3",
    "cavalry 4-5",
    "machine-gun 2-3",
    "artillery 2-2",
]


@cache
def small() -> Scenario:
    """A small war with everything in it: coast, armour, aircraft, fleets, arrivals, landings."""
    units = [f"beni-{n} {PIECES[n % 2]} off-map" for n in range(12)]
    units += [f"cer-{n} {PIECES[n % 4]} off-map" for n in range(10)]
    units += ["beni-20 infantry 3-4 off-map", "gar-1 infantry 3-3 off-map", "reina-1 infantry 3-4 off-map"]
    units += ["arm-1 armoured-engineer 4-4 off-map", "bat-1 artillery 2-2 pool", "bom-1 bomber -6 off-map"]
    units += ["sea-1 seaplane -6 off-map", "fle-1 fleet - off-map"]
    turns: dict[str, Any] = {"beni-20": {"turn": 3}, "gar-1": {"turn": 3}, "bat-1": {"captured": True}}
    turns |= {name: {"turn": 5} for name in ("reina-1", "arm-1", "bom-1", "sea-1", "fle-1")}
    every = [f"{c:02d}{r:02d}" for c in range(1, 13) for r in range(2, 11)]
    zones = {"spanish": [h for h in every if int(h[2:]) < 6], "moroccan": [h for h in every if int(h[2:]) >= 7]}
    roads = [["0302", "0303", "0403", "0503", "0603", "0703", "0704", "0705", "0706"]]
    state = make(
        units,
        size=(12, 10),
        terrain=COAST | INLAND,
        zones=zones,
        roads=roads,
        pieces=turns,
        melilla="0603",
        road_places=("0302", "0603", "0704"),
        inner_places=("0504",),
    )
    return state.scenario


class Chance:
    """Dice from a seeded generator."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def faces(self, label: str, die: Die, count: int = 1) -> tuple[Face, ...]:
        """Faces by chance."""
        return tuple(self.random.choice(die.faces) for _ in range(count))

    def draw(self, label: str, items: Sequence[str], count: int) -> tuple[str, ...]:
        """Items by chance."""
        return tuple(self.random.sample(list(items), count))


def sound(state: State) -> None:
    """What holds in every position between phases: LL-7.10, 7.6, 8.22, 9.4."""
    board, counters = state.scenario.board, state.scenario.counters
    standing = [(p.at, unit) for unit, p in state.units.items() if p.status == "map" and counters[unit].is_land]
    assert len({at for at, _ in standing}) == len(standing)
    assert dict(standing) == dict(state.occupied)
    for at, unit in standing:
        assert at is not None
        assert not board.has(at, "sea", "mar-chica")
        assert counters[unit].type != "armoured-engineer" or not board.has(at, "mountain", "city", "fortress")
        assert not state.units[unit].must_attack or state.units[unit].moved == "move"
    fleets = [state.units[unit].at for unit in state.scenario.fleets if state.units[unit].at]
    assert all(board.has(str(at), "sea") for at in fleets)


@pytest.mark.rule("LL-7.10")
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_legal_play_ends_and_breaks_nothing(seed: int) -> None:
    rules, random = ruleset("legion"), Random(seed)
    state = initial(small())
    for _ in range(400):
        if rules.winner(state) is not None:
            break
        sheets = {seat: play(rules, state, seat, random).sections[0] for seat in rules.awaited(state)}
        result = adjudicate(rules, state, Inputs(Chance(random), sheets))
        assert [
            event for event in result.events if event.type == "order-voided" and state.phase.endswith("movement")
        ] == []
        assert fold(rules, state, result.events) == result.state
        assert load(small(), dump(result.state)) == result.state
        assert state.phase.endswith("setup") or sound(result.state) is None
        state = result.state
    assert rules.winner(state) is not None


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), stop=st.integers(2, 60))
def test_every_choice_alone_is_accepted(seed: int, stop: int) -> None:
    rules, random = ruleset("legion"), Random(seed)
    state = initial(small())
    for _ in range(stop):
        if rules.winner(state) is not None:
            return
        sheets = {seat: play(rules, state, seat, random).sections[0] for seat in rules.awaited(state)}
        state = adjudicate(rules, state, Inputs(Chance(random), sheets)).state
    for seat in rules.awaited(state):
        every = list(rules.choices(state, seat))
        for choice in random.sample(every, min(60, len(every))):
            assert [problem for problem in problems(state, choice.order, seat=seat) if problem[0]] == [], choice


def test_verbs_of_movement_are_all_among_the_choices_of_a_long_game() -> None:
    rules, random, seen = ruleset("legion"), Random(5), set()
    state = initial(small())
    while rules.winner(state) is None:
        for seat in rules.awaited(state):
            seen |= {type(choice.order) for choice in rules.choices(state, seat)}
        sheets = {seat: play(rules, state, seat, random).sections[0] for seat in rules.awaited(state)}
        state = adjudicate(rules, state, Inputs(Chance(random), sheets)).state
    assert {Move, March, Hold, Reinforce, Land} <= seen


@pytest.mark.rule("LL-3.1")
def test_each_of_two_seats_chooses_for_the_pieces_of_its_sector() -> None:
    units = ["leg-1 infantry 3-4 0303", "leg-2 infantry 3-4 0603", "beni-1 infantry 3-4 0909"]
    seats = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}
    pieces = {"leg-1": {"seat": "spanish"}, "leg-2": {"seat": "spanish-2"}}
    state = make(units, "spanish-movement", seats=seats, sector_column={"spanish": 4}, pieces=pieces)
    assert [tuple(choices(state, seat).actors) for seat in ("spanish", "spanish-2")] == [("leg-1",), ("leg-2",)]


@pytest.mark.rule("LL-7.8")
def test_in_combat_those_must_act_whom_a_zone_obliges() -> None:
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0302", "cer-1 infantry 3-3 0403"]
    duty = {"beni-1": {"must_attack": True, "zoc_of": ("cer-1",), "moved": "move"}}
    assert choices(make(units, "moroccan-combat", pieces=duty), "moroccan").must == {"beni-1"}
    assert choices(make(units, "moroccan-movement", pieces=duty), "moroccan").must == frozenset()
