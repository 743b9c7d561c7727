"""The Ford through the conformance suite: both sides set up at once, react, draw, are asked several things at once."""

from collections.abc import Iterator

import pytest

from pbem.conformance.games import STYLES, Played, played
from pbem.conformance.test_ruleset import *  # noqa: F403
from tests.ford.making import ford_installed

del test_an_archived_game_replays  # noqa: F821


@pytest.fixture(scope="module", autouse=True)
def _ford() -> Iterator[None]:
    with ford_installed():
        yield


@pytest.fixture(params=STYLES, scope="module")
def game(_ford: None, request: pytest.FixtureRequest) -> Played:
    return played("ford", request.param)


@pytest.mark.usefixtures("_ford")
def test_questions_and_reactions_come_where_there_are_any() -> None:
    """The games do ask, also of several things at once, and react: else some tests would prove nothing."""
    games = [played("ford", style) for style in STYLES]
    steps = [(each.rules, step) for each in games for step in each.steps]
    assert any(len(step.answers) > 1 for _, step in steps)
    assert any(len(result.questions) > 1 for _, step in steps for result in step.results)
    reacting = [(rules, step) for rules, step in steps if set(step.sheets) - set(rules.awaited(step.before))]
    assert {bool(rules.awaited(step.before)) for rules, step in reacting} == {True, False}, "also where nobody is asked"
