"""The verb of a line that has none, in a position: no order to fly for those who walk."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pbem.game.verbs import unsaid_verbs
from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from tests.rules.legion.factory import make

RULES = ruleset("legion")
SPANISH: dict[str, dict[str, Any]] = {unit: {"side": "spanish"} for unit in ("bandera-5-1", "reina-2", "bombardero-1")}
UNITS = ("bandera-5-1 infantry 5-4 0303", "reina-2 infantry 3-3 0304", "bombardero-1 bomber -2 0505")


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("bandera-5-1 0304", "MOVE"),
        ("bandera-5-1 0305", "MOVE"),
        ("bombardero-1 0101", "FLY"),
        ("bombardero-1 0504", "FLY"),
    ],
)
def test_a_line_that_cannot_count_is_of_the_verb_that_is_for_its_unit(line: str, verb: str) -> None:
    """Where the hex was taken, or too far, a company was told in the phases of the aircraft that it cannot fly."""
    state = make(UNITS, "spanish-air-1", turn=6, airport="0505", airport_holder="spanish", pieces=SPANISH)
    game = SimpleNamespace(
        manifest=SimpleNamespace(seats=state.scenario.seats),
        rules=RULES,
        state=state,
        lexicon=lexicon_of(RULES, compose("legion")),
    )
    find = unsaid_verbs(cast(Any, game), "spanish", "en", lambda unit: getattr(state.units.get(unit), "at", None) or "")
    assert find(line, None) == verb
