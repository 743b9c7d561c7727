"""What a side sees of the other one's standing orders: that units act, not by which order; and what nobody sees."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal

import pytest

from pbem.core.events import Answered, Event, OrderVoided
from pbem.dice.chain import ChainDice
from pbem.game.game import open_game
from pbem.game.phase import orders_of, run, state_after
from pbem.resources import shipped_path
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.seeing import sees, view
from pbem.save.records import PhaseRecord
from tests.rules.africa1860.position import make

ACTED = facts.Activated(side="moroccan", units=("seyyid-1",), at="b", standing=3)
LOST = facts.ReactionLost(side="moroccan", standing=3, unit="seyyid-1", code="not-there", rule="AFR-8.2")
VOIDED = OrderVoided(seat="moroccan-2", line=1, code="not-there", rule="AFR-8.2")


def answered(kind: str, source: Literal["answer", "standing"]) -> Answered:
    """An answer of the Moroccan, of which two lines say why they were none."""
    return Answered(
        question="q", side="moroccan", kind=kind, answer="pass", source=source, passed=((2, "trigger"), (3, "expired"))
    )


def test_a_side_sees_how_often_its_own_orders_have_acted() -> None:
    state = make("a-b", {"prim": "a"}, used={"spanish 1": 2, "moroccan 3": 1})
    assert view(state, "spanish").used == {"spanish 1": 2}
    assert view(state, "moroccan").used == {"moroccan 3": 1}
    assert view(state, None).used == {}
    own = make("a-b", {"prim": "a"}, used={"spanish 1": 2})
    assert view(own, "spanish") is own


@pytest.mark.parametrize("event", [ACTED, LOST])
def test_by_which_order_a_unit_acts_its_own_side_alone_is_told(event: facts.Activated | facts.ReactionLost) -> None:
    assert sees(event, "moroccan") == event
    assert sees(event, "spanish") == event.model_copy(update={"standing": None})
    assert sees(event, None) == event.model_copy(update={"standing": None})
    ordered = event.model_copy(update={"standing": None})
    assert sees(ordered, "spanish") is ordered


def test_an_order_that_was_void_is_told_to_the_seats_of_its_side() -> None:
    assert sees(VOIDED, "moroccan") == VOIDED
    assert sees(VOIDED, "spanish") is None
    assert sees(VOIDED, None) is None


def test_of_answers_the_other_side_sees_those_that_were_asked_for() -> None:
    answer, standing = answered("reaction", "answer"), answered("reaction", "standing")
    assert sees(answer, "spanish") == answer.model_copy(update={"passed": ()})
    assert sees(standing, "spanish") is None
    assert sees(standing, None) is None
    assert sees(standing, "moroccan") == standing


def test_all_else_is_seen_by_all() -> None:
    moved: Event = facts.Moved(units=("prim",), path=("a", "b"))
    assert sees(moved, "moroccan") is moved


@pytest.mark.rule("AFR-2.8")
def test_a_hidden_factor_is_nowhere_before_its_first_shock() -> None:
    """Of the archived Wad-Ras: in no counter and no state; the dice of the phase of that shock alone make it."""
    game = open_game(shipped_path("games", "africa1860", "archive", "wad-ras"))
    records = [written.record for written in game.records]
    at = next(n for n, record in enumerate(records) if any(map(is_gaix_draw, record.facts)))
    assert at > 40
    before = state_after(game.rules, game.rules.initial(game.definition.scenario), records[:at])
    hidden = {unit for unit, counter in game.data["counters"].items() if counter["type"] == "GK"}
    assert {game.data["counters"][unit]["fc"] for unit in hidden} == {"hidden"}
    units = game.rules.dump(before, full=True)["units"]
    assert {(units[unit]["drawn-fc"], units[unit].get("fc")) for unit in hidden} == {(None, None)}
    shock = records[at]
    assert isinstance(shock, PhaseRecord)
    other_keys = (ChainDice(sha256(bytes([n])).digest()) for n in range(12))
    runs = [run(game.rules, before, orders_of(game.rules, shock), dice) for dice in other_keys]
    drawn = {roll.faces for ran in runs for roll in ran.rolls if is_gaix_draw(roll.to_json())}
    assert len(drawn) > 3, "as many values as there may be, whatever has been played before"


def is_gaix_draw(fact: Mapping[str, Any]) -> bool:
    """Whether a fact is the draw of a hidden factor."""
    return fact["type"] == "rolled" and str(fact["label"]).startswith("gaix-factor ")
