"""A game that is being played, or an archived one: its save folder read, its journal followed to the present."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.core.ruleset import Ruleset
from pbem.effects import Effects
from pbem.referee.errors import BadInput
from pbem.referee.phase import Position, reached, state_hash
from pbem.rules import RULESETS, ruleset
from pbem.save.folder import SaveFolder
from pbem.save.journal import Written
from pbem.save.records import Game


@dataclass(frozen=True)
class Table:
    """One game at one moment. `data` is scenario.json as parsed, `scenario` the rule set's own reading of it."""

    folder: SaveFolder
    game: Game
    rules: Ruleset
    data: dict[str, Any]
    scenario: Any
    written: tuple[Written, ...]
    position: Position

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.game

    @property
    def state(self) -> Any:
        """The present state."""
        return self.position.state

    @property
    def over(self) -> bool:
        """Whether somebody has won, or it is a draw."""
        return self.rules.winner(self.state) is not None


def open_table(path: Path, effects: Effects | None = None) -> Table:
    """The game in a save folder; BadInput if there is none there, SaveError where its files are damaged."""
    folder = SaveFolder(path, effects)
    if not folder.exists():
        raise BadInput(f"There is no game in {path}: a save folder holds game.json, scenario.json and turns/.")
    game = folder.read_game()
    if game.ruleset not in RULESETS:
        raise BadInput(
            f"{path} is a game of {game.ruleset}, which this pbem does not have; it has {', '.join(RULESETS)}."
        )
    rules, data = ruleset(game.ruleset), folder.read_scenario()
    try:
        scenario = rules.read_scenario(data)
    except ValueError as wrong:
        raise BadInput(f"{path / 'scenario.json'}: {wrong}") from None
    written = folder.records()
    position = reached(rules, scenario, game, folder.game_hash(), written)
    return Table(folder, game, rules, data, scenario, written, position)


def again(table: Table) -> Table:
    """The same game read anew, after a record was written."""
    written = table.folder.records()
    position = reached(table.rules, table.scenario, table.game, table.folder.game_hash(), written)
    return Table(table.folder, table.game, table.rules, table.data, table.scenario, written, position)


def is_derived(table: Table) -> bool:
    """Whether state.json says what the records fold to."""
    return state_hash(table.rules, table.state) == state_hash(
        table.rules, table.rules.load(table.scenario, table.folder.read_state())
    )
