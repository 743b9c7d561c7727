"""Which dice of a short journal are counted, for whom and for what; and what of many counts is judged."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.dice.die import COIN, D6, Die, Face
from pbem.dice.fairness import Tally
from pbem.save.records import Entry, Roll
from pbem.verify.dice_statistics import GameCount, Group, RolledFace, Section, count, dice_of, statistics_of
from tests.save.making import rollback
from tests.verify.proofs.making import GAME, HIDDEN, LEGION, rolled, run, stored

COUNTERS = {"beni-1": {"side": "moroccan"}, "cer-1": {"side": "spanish"}}


def definition(*records: Entry, **data: Any) -> Any:
    """A game of these records, with La Legión's die."""
    sequence = [SimpleNamespace(id="movement", sides=("moroccan",)), SimpleNamespace(id="combat", sides=("a", "b"))]
    rules = SimpleNamespace(DICE=(LEGION,), SEQUENCE=sequence)
    folder = SimpleNamespace(records=lambda: stored(*records))
    return SimpleNamespace(manifest=GAME, folder=folder, data={"counters": COUNTERS, **data}, rules=rules)


def counted(*records: Entry) -> tuple[int, int, int]:
    """How many dice count, were taken back and wait."""
    _, found = count(definition(*records))
    return found.dice, found.withdrawn, found.waiting


def who(label: str, *events: dict[str, Any], phase: str = "movement") -> list[tuple[str, str]]:
    """Side and purpose of a roll with a label among some events."""
    roll = Roll(label=label, die="legion", faces=(3,))
    shown, _ = count(definition(run(1, phase=phase, rolls=(roll,), events=events)))
    return [(each.side, each.purpose) for each in shown]


def test_what_is_drawn_by_lot_is_nowhere_counted() -> None:
    rolls = tuple(rolled())
    assert counted(run(1, rolls=rolls)) == (3, 0, 0)
    assert counted(run(1, rolls=rolls), rollback(2, 0)) == (0, 3, 0)
    assert counted(run(1, rolls=rolls, value=HIDDEN)) == (0, 0, 3)


def test_a_run_that_stopped_counts_when_it_is_finished_and_is_not_taken_back_besides() -> None:
    rolls = tuple(rolled())
    assert counted(run(1, rolls=rolls, value=HIDDEN), run(2, 1, rolls=rolls)) == (3, 0, 0)
    assert counted(run(1, rolls=rolls, value=HIDDEN), rollback(2, 0)) == (0, 0, 0)
    assert counted(run(1, rolls=rolls, value=HIDDEN), run(2, 1, rolls=rolls), rollback(3, 0)) == (0, 3, 0)


def test_a_roll_is_of_the_first_counter_that_its_label_names() -> None:
    assert who("attack 0714 cer-1 beni-1") == [("spanish", "attack")]
    assert who("attack+beni-1+cer-1") == [("moroccan", "attack+beni-1+cer-1")]
    assert who("beni-1") == [("moroccan", "beni-1")], "its first word is what for: here it is the phase's side"
    assert who("cer-1") == [("moroccan", "cer-1")]


def test_else_of_whom_the_event_behind_the_roll_calls_its_roller() -> None:
    told = {"type": "rolled", "label": "weather"}
    assert who("weather", told, {"type": "weather-set", "roller": "spanish"}) == [("spanish", "weather")]
    later = ({"type": "noted", "label": "weather"}, {"type": "moved", "roller": "moroccan"})
    assert who("weather", told, {"type": "weather-set", "roller": "spanish"}, *later) == [("spanish", "weather")]
    assert who("weather", {"type": "weather-set", "roller": "spanish"}, told) == [("moroccan", "weather")]
    assert who("attack beni-1", {**told, "label": "attack beni-1"}, {"type": "x", "roller": "spanish"}) == [
        ("moroccan", "attack")
    ]


@pytest.mark.parametrize(("phase", "side"), [("movement", "moroccan"), ("combat", ""), ("unknown", "")])
def test_else_of_the_side_whose_phase_it_is_alone(phase: str, side: str) -> None:
    assert who("weather", phase=phase) == [(side, "weather")]


def test_the_dice_of_a_game_are_those_of_its_tables_and_of_its_rules() -> None:
    tables = {
        "die": {"name": "odd", "faces": [1, 3]},
        "more": {"name": "d6", "faces": [6], "x": 1},
        "no": {"name": "n"},
        "l": [],
    }
    found = dice_of(definition(tables=tables))
    own = {"odd": Die("odd", (1, 3)), "d6": Die("d6", (6,))}
    assert found == {"coin": COIN, "legion": LEGION, **own}
    assert dice_of(definition())["d6"] == D6


def shown(*faces: tuple[Die, str, str, Face], ruleset: str = "legion") -> list[RolledFace]:
    return [RolledFace(ruleset, die, side, purpose, face) for die, side, purpose, face in faces]


def test_there_is_a_section_for_each_die_of_each_rule_set_with_a_group_for_each_side() -> None:
    other = Die("legion", (1, 2))
    faces = [
        *shown(
            (LEGION, "spanish", "b", 2), (LEGION, "moroccan", "a", 3), (LEGION, "spanish", "a", 3), (LEGION, "", "c", 5)
        ),
        *shown((LEGION, "zulu", "a", 4), (other, "spanish", "a", 1)),
        *shown((D6, "rif", "a", 6), ruleset="rif1926"),
    ]
    found = statistics_of([(faces, GameCount("g", "legion", 7, 0, 0))])
    sections = [(each.ruleset, each.tally.die, each.tally.total) for each in found.sections]
    assert sections == [("legion", other, 1), ("legion", LEGION, 5), ("rif1926", D6, 1)]
    legion = found.sections[1]
    assert [group.side for group in legion.groups] == ["moroccan", "spanish", "", "zulu"], "those of the rules first"
    assert [*legion.groups[1].purposes] == ["a", "b"]
    assert [legion.groups[1].purposes[purpose].counts for purpose in ("a", "b")] == [(0, 1, 0, 0), (1, 0, 0, 0)]


def test_what_is_the_same_count_is_judged_once() -> None:
    one, two, three = (Tally.of(LEGION, [3] * count) for count in (1, 2, 3))
    both = Group("spanish", three, {"a": one, "b": two})
    alone = Group("moroccan", one, {"a": one})
    assert Section("legion", three, (both,)).tallies == (three, one, two)
    assert Section("legion", three, (alone,)).tallies == (one,)
    assert Section("legion", three, (alone, both)).tallies == (three, one, three, one, two)


def test_numbers_are_rounded_to_what_they_can_bear() -> None:
    faces = shown(*[(D6, "spanish", "a", face) for face in (1, 1, 2, 3, 4, 5, 6)] * 5)
    (die,) = statistics_of([(faces, GameCount("g", "legion", 35, 0, 0))]).to_json()["dice"]
    told = die["all"]
    assert set(told["expected"].values()) == {5.8333}
    assert (told["mean"], told["expected-mean"], told["margin"]) == (3.1429, 3.5, 0.5658)
    assert told["chi-square"] == {"statistic": 3.5714, "degrees-of-freedom": 5, "p": 0.6126}
    coins = shown((COIN, "spanish", "a", "H"))
    (die,) = statistics_of([(coins, GameCount("g", "legion", 1, 0, 0))]).to_json()["dice"]
    assert (die["all"]["mean"], die["all"]["chi-square"]) == (None, None)
