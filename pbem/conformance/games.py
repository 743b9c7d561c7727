"""Whole games of any rule set, played once a session for the conformance suite: every phase with all that went in."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from pbem.bots import chance, heuristic, turns
from pbem.bots.turns import Player
from pbem.core.orders import Section, Sheet
from pbem.core.play import Inputs, Result, adjudicate
from pbem.core.problems import Checked
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import ChainDice
from pbem.game.phase import reactors
from pbem.gamedata.games import compose, shipped_game
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import BadGame, ruleset
from pbem.language.lexicon import Lexicon

MOST_PHASES = 2000


@dataclass(frozen=True)
class Style:
    """How a game is played: by whom on the first side and the second, with which options, seats and sheets.

    `vary`: every option has a value drawn by lot, and questions are asked. `shared`: two seats a side, if the rules
    allow them. `ahead`: a sheet is for the whole turn, so that its later lines meet another position than they were
    checked on.
    """

    name: str
    players: tuple[str, str]
    vary: bool = False
    shared: bool = False
    ahead: bool = False


STYLES = {
    style.name: style
    for style in (
        Style("sense", ("heuristic", "heuristic")),
        Style("chance", ("chance", "chance"), vary=True, shared=True),
        Style("ahead", ("careless", "careless"), vary=True, ahead=True),
        Style("silence", ("silence", "silence")),
    )
}


@dataclass(frozen=True)
class Step:
    """One phase as it was run. `checked` is what the check said of each seat's lines on `before`.

    `results`: one a run; all but the last stopped at a question, which the next run had an answer to in `answers`.
    """

    before: Any
    sheets: Mapping[str, Section]
    checked: Mapping[str, Checked]
    key: bytes
    answers: Mapping[str, str]
    results: tuple[Result, ...]

    @property
    def at(self) -> str:
        """Turn and phase."""
        return f"{self.before.turn}.{self.before.phase}"

    @property
    def result(self) -> Result:
        """The finished run."""
        return self.results[-1]


@dataclass(frozen=True)
class Played:
    """A whole game."""

    rules: Ruleset
    data: dict[str, Any]
    scenario: Any
    lexicon: Lexicon
    steps: tuple[Step, ...]

    @property
    def end(self) -> Any:
        """The last state."""
        return self.steps[-1].result.state

    def side(self, seat: str) -> str:
        """The side of a seat."""
        return str(self.data["seats"][seat])


def silent(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The player who never writes."""
    return Sheet(seat=seat)


def careless(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The player who forgets a quarter of the orders."""
    sheet = player_of(rules, "heuristic")(rules, state, seat, random)
    kept = tuple(line for line in sheet.lines(state.phase) if random.random() < 0.75)
    return Sheet(seat=seat, sections=(Section(phase=state.phase, lines=kept),))


def player_of(rules: Ruleset, name: str) -> Player:
    """A player by name; a rule set without heuristic player is played at random."""
    return {"silence": silent, "careless": careless, "heuristic": heuristic.play}.get(name, chance.play)


@cache
def played(name: str, style: str) -> Played:
    """The game of a rule set in a style: always the same one."""
    return _Table(name, STYLES[style]).play()


class _Table:
    """One game in progress."""

    def __init__(self, name: str, style: Style) -> None:
        self.rules, self.style = ruleset(name), style
        self.random = Random(f"{name} {style.name}")
        sides = shipped_game(name).sides
        one, options = {side: side for side in sides}, self._options()
        two = {seat: side for side in sides for seat in (side, f"{side}-2")}
        try:
            seats = two if style.shared else one
            self.data = compose(name, options=options, seats=seats)
        except BadGame:  # one player a side, say its rules
            seats = one
            self.data = compose(name, options=options, seats=seats)
        self.scenario = self.rules.read_scenario(self.data)
        self.players = {seat: player_of(self.rules, style.players[sides.index(seats[seat])]) for seat in seats}
        self.ahead: dict[tuple[int, str, str], Section] = {}

    def _options(self) -> dict[str, str]:
        if not self.style.vary:
            return {}
        drawn = {option: self.random.choice(values) for option, values in sorted(self.rules.OPTIONS.items())}
        return {**drawn, "reactions": "ask"}

    def play(self) -> Played:
        """Play to the end; AssertionError if it does not come."""
        state, steps = self.rules.initial(self.scenario), list[Step]()
        while self.rules.winner(state) is None:
            assert len(steps) < MOST_PHASES, f"no end after {MOST_PHASES} phases"
            steps.append(self._phase(state))
            state = steps[-1].result.state
        return Played(self.rules, self.data, self.scenario, lexicon_of(self.rules, self.data), tuple(steps))

    def _phase(self, state: Any) -> Step:
        sheets = {seat: self._section(state, seat) for seat in self.rules.awaited(state)}
        for seat in reactors(self.rules, state, self.data["seats"]):
            lines = self.players[seat](self.rules, state, seat, self.random).lines(state.phase)
            sheets |= {seat: Section(phase=state.phase, lines=lines)} if lines else {}
        checked = {
            seat: self.rules.check(state, seat, Sheet(seat=seat, sections=(section,)))
            for seat, section in sheets.items()
        }
        key = hashlib.sha256(f"{self.style.name} {state.turn}.{state.phase}".encode()).digest()
        answers: dict[str, str] = {}
        results = [self._run(state, sheets, key, answers)]
        while questions := results[-1].questions:
            question = self.random.choice(questions)  # one answer at a time: those open beside it stay open
            answers = {**answers, question.id: self.random.choice(question.options)}
            results.append(self._run(state, sheets, key, answers))
        return Step(state, sheets, checked, key, answers, tuple(results))

    def _run(self, state: Any, sheets: Mapping[str, Section], key: bytes, answers: Mapping[str, str]) -> Result:
        return adjudicate(self.rules, state, Inputs(dice=ChainDice(key), sheets=sheets, answers=answers))

    def _section(self, state: Any, seat: str) -> Section:
        """The lines of a seat for the present phase, paths written out where the check finds them."""
        if not self.style.ahead:
            sheet = self.players[seat](self.rules, state, seat, self.random)
            return Section(phase=state.phase, lines=sheet.lines(state.phase))
        mine = (state.turn, seat)
        if (*mine, state.phase) not in self.ahead:
            sheet = turns.plan(self.rules, state, seat, self.players[seat], self.random)
            self.ahead.update({(*mine, section.phase): section for section in sheet.sections})
        return self.ahead[*mine, state.phase]
