"""Who wins at the end of the last turn (AFR-12.2, 13.2, 14.2, 14.3)."""

from pbem.core.events import GameEnded
from pbem.rules.africa1860.scenario import Scenario
from pbem.rules.africa1860.sequence import MOROCCAN, SPANISH
from pbem.rules.africa1860.state import State

CLAUSES = {"castillejos": "AFR-12.2", "tetuan": "AFR-13.2"}


def last_turn(scenario: Scenario) -> int:
    """The turn at whose end the game is judged (AFR-12.1, 13.1, 14.1); an option ends Wad-Ras sooner (AFR-14.2)."""
    if scenario.battle == "wad-ras" and scenario.options["wad-ras-end"] != str(scenario.turns):
        return min(scenario.turns, int(scenario.options["wad-ras-end"]))  # AFR-14.2
    return scenario.turns  # AFR-12.1 AFR-13.1 AFR-14.1


def judge_end(state: State) -> GameEnded | None:
    """The end of the game after its last turn; None before it, and where no battle's clauses hold (AFR-3.3)."""
    scenario = state.scenario
    if not scenario.battle or state.turn < last_turn(scenario):
        return None
    spanish = sum(1 for area in scenario.objectives if state.control[area] == SPANISH)
    if scenario.battle == "wad-ras":
        return _with_convoys(state, spanish)
    winner = SPANISH if spanish >= scenario.needed else MOROCCAN
    return GameEnded(winner=winner, reason=CLAUSES[scenario.battle])  # AFR-12.2 AFR-13.2


def _with_convoys(state: State, spanish: int) -> GameEnded:
    """Areas against areas and captured convoys; a tie goes to who has the third convoy (AFR-14.2, 14.3)."""
    about, taken = state.scenario.tables["convoys"], state.convoys_captured
    moroccan = len(state.scenario.objectives) - spanish
    if taken >= about["captured"]:
        moroccan += about["points"]  # AFR-14.3
    if spanish != moroccan:
        return GameEnded(winner=SPANISH if spanish > moroccan else MOROCCAN, reason="AFR-14.2")  # AFR-14.2
    return GameEnded(winner=MOROCCAN if taken > about["captured"] else SPANISH, reason="AFR-14.3")  # AFR-14.3
