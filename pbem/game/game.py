"""A game that is being played, or an archived one: its save folder read, its journal followed to the present."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from pbem.core.events import GameEnded
from pbem.core.orders import Line
from pbem.core.play import fold
from pbem.core.ruleset import Choices, Ruleset
from pbem.effects import Effects
from pbem.errors import BadInput
from pbem.game.codec import read_event
from pbem.game.guard import blame, guard
from pbem.game.phase import Position, position_after, state_after
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import has_ruleset, ruleset, ruleset_names
from pbem.language.lexicon import Lexicon
from pbem.save.files import SCENARIO
from pbem.save.folder import SaveFolder
from pbem.save.journal import Journal, StoredRecord
from pbem.save.reading import read_scenario
from pbem.save.records import Entry, Manifest, OpenQuestion, RollbackRecord

STATES = 8
"""How many earlier states a game keeps."""


@dataclass(frozen=True)
class Box:
    """What a game is played with. `data` is scenario.json as parsed, `scenario` the rule set's own reading of it."""

    rules: Ruleset
    data: dict[str, Any]
    scenario: Any

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the game's orders, in both languages."""
        with blame(f"the words of {self.rules.NAME}"):
            return lexicon_of(self.rules, self.data)


@dataclass(frozen=True)
class Definition:
    """What of a game never changes: where it is kept, who plays it, and with what."""

    folder: SaveFolder
    manifest: Manifest
    box: Box

    @property
    def rules(self) -> Ruleset:
        """The rule set."""
        return self.box.rules

    @property
    def data(self) -> dict[str, Any]:
        """scenario.json as parsed."""
        return self.box.data

    @property
    def scenario(self) -> Any:
        """The rule set's own reading of scenario.json."""
        return self.box.scenario

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game's orders, in both languages."""
        return self.box.lexicon


@dataclass(frozen=True)
class Game:
    """One game at one moment: its box, the records so far, and where they have led.

    `checked` remembers, by seat and lines, whether a sheet lacks nothing in the present phase, and `chosen`
    what each seat could order in it: of one position the rules are asked that once. `states` are some earlier ones, by
    the number of the record that led to each.
    """

    definition: Definition
    records: tuple[StoredRecord, ...]
    position: Position
    checked: dict[tuple[str, tuple[Line, ...]], bool] = field(default_factory=dict, compare=False, repr=False)
    chosen: dict[str, Choices] = field(default_factory=dict, compare=False, repr=False)
    states: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The game's name."""
        return self.definition.manifest.game

    @property
    def folder(self) -> SaveFolder:
        """The save folder."""
        return self.definition.folder

    @property
    def manifest(self) -> Manifest:
        """What game.json says."""
        return self.definition.manifest

    @property
    def rules(self) -> Ruleset:
        """The rule set."""
        return self.definition.rules

    @property
    def data(self) -> dict[str, Any]:
        """scenario.json as parsed."""
        return self.definition.data

    @property
    def scenario(self) -> Any:
        """The rule set's own reading of scenario.json."""
        return self.definition.scenario

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game's orders."""
        return self.definition.lexicon

    @property
    def state(self) -> Any:
        """The present state."""
        return self.position.state

    @property
    def over(self) -> bool:
        """Whether somebody has won, or it is a draw."""
        return self.rules.winner(self.state) is not None

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """What a suspended phase waits for; nothing where none is."""
        waiting = self.position.journal.suspended_run()
        return () if waiting is None or self.over else waiting.questions

    def choices(self, seat: str) -> Choices:
        """What a seat could order in the present phase, of what it can see."""
        if seat not in self.chosen:
            view = self.rules.view(self.state, self.manifest.seats[seat])
            self.chosen[seat] = self.rules.choices(view, seat)
        return self.chosen[seat]

    def state_before(self, number: int) -> Any:
        """The state on which a record of that number was made, or will be; a report of a long game folds the last turn.

        A record that is in force always stands on the same ones before it, so its number tells the state.
        """
        kept = [record for record in self.position.journal.in_force() if record.n < number]
        known = max((record.n for record in kept if record.n in self.states), default=0)
        start = self.states[known] if known else self.rules.initial(self.scenario)
        state = state_after(self.rules, start, [record for record in kept if record.n > known])
        if kept:
            self.states.pop(kept[-1].n, None)  # the last one asked for is the last to go
            self.states[kept[-1].n] = state
        for oldest in [*self.states][:-STATES]:
            del self.states[oldest]
        return state

    def questions_to(self, seat: str) -> tuple[OpenQuestion, ...]:
        """Those of the open questions that a seat may answer: its own, and those to its side."""
        side = self.manifest.seats[seat]
        return tuple(q for q in self.questions if seat == q.seat or (q.seat is None and side == q.side))

    def told_turn(self, turn: int) -> int:
        """A turn as people are told it: where the rules count on as a game ends, its last one."""
        return min(turn, int(self.data["turns"]))

    @property
    def ending(self) -> GameEnded | None:
        """How the game ended, by its rules or by word of its players; None while it goes on."""
        records = reversed(self.position.journal.in_force()) if self.over else ()
        facts = (fact for record in records for fact in reversed(record.facts))
        events = (read_event(self.rules, fact) for fact in facts if fact["type"] == "game-ended")
        return next((event for event in events if isinstance(event, GameEnded)), None)


def open_game(path: Path, effects: Effects | None = None) -> Game:
    """The game in a save folder; BadInput if there is none there, SaveError where its files are damaged."""
    definition = open_definition(path, effects)
    written = definition.folder.records()
    position = position_after(
        definition.rules, definition.scenario, definition.manifest, definition.folder.game_hash(), written
    )
    return Game(definition, written, position)


def open_definition(path: Path, effects: Effects | None = None) -> Definition:
    """What of the game in a save folder never changes, its journal unread; raises as `open_game` does."""
    folder = SaveFolder(path, effects)
    if not folder.exists():
        raise BadInput(
            "There is no game in {path}: a save folder holds game.json, scenario.json and turns/.", path=path
        )
    manifest = folder.read_manifest()
    if not has_ruleset(manifest.ruleset):
        known = ", ".join(ruleset_names())
        raise BadInput(
            "{path} is a game of {ruleset}, which this pbem does not have; it has {known}.",
            path=path,
            ruleset=manifest.ruleset,
            known=known,
        )
    box = _read_box(manifest.ruleset, folder.scenario_bytes(), path / SCENARIO, manifest.scenario)
    return Definition(folder, manifest, box)


@lru_cache(maxsize=16)
def _read_box(name: str, data: bytes, path: Path, wanted: str) -> Box:
    """The box in the bytes of a scenario.json; read once by a daemon, which opens its games anew for each tick."""
    rules, read = ruleset(name), read_scenario(data, str(path), wanted)
    try:
        scenario = rules.read_scenario(read)
    except ValueError as wrong:
        raise BadInput("{path}: {wrong}", path=path, wrong=wrong) from None
    return Box(guard(rules), read, scenario)


def append_record(game: Game, record: Entry) -> Game:
    """Write a record, the commit point, and give the game after it."""
    item = game.folder.write_record(record, game.records)
    if item in game.records:
        return game  # an earlier run that was killed wrote it
    written = (*game.records, item)
    journal = Journal.of(game.manifest, (each.record for each in written))
    if isinstance(record, RollbackRecord):
        state = state_after(game.rules, game.rules.initial(game.scenario), journal.in_force())
    else:
        state = fold(game.rules, game.state, (read_event(game.rules, fact) for fact in record.facts))
    return Game(game.definition, written, Position(state, journal, item.hash), states=game.states)
