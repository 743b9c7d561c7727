"""Playtests: many games of bots against bots, without mail and pictures, straight through sheets and adjudication.

Everything in game N of seed S follows from S and N alone: dice (a chain of its own), nonces, the bots' lots. So a
game can be played again by itself, and is the same whatever process plays it and whatever was played before.
"""

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

from pbem.bots import chance, heuristic
from pbem.bots.turns import Player
from pbem.core.events import Event, GameEnded, Rolled
from pbem.core.orders import Line, Section, merge_standing
from pbem.core.play import Inputs, Result, adjudicate
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import Chain, ChainDice, derive_secret, phase_key
from pbem.errors import BadInput, RefereeError
from pbem.game.phase import reactors
from pbem.gamedata.games import compose, shipped_game
from pbem.gamedata.rulesets import ruleset

BOTS: Mapping[str, Player] = {"heuristic": heuristic.play, "chance": chance.play}
MOST_PHASES = 2000

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Series:
    """What is played: rule set and scenario (None: its default), seed, bot by side, options, last turn if shortened."""

    ruleset: str
    scenario: str | None
    seed: str
    bots: Pairs
    options: Pairs = ()
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went. `lost` counts the pieces out of the game by side and kind, `faces` by die and face.

    `wrong` is why the game could not be played to its end; then the rest says nothing.
    """

    number: int
    winner: str = ""
    reason: str = ""
    turn: int = 0
    phases: int = 0
    lost: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    faces: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    wrong: str = ""

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def plan_series(
    name: str,
    scenario: str | None,
    seed: str,
    bots: Mapping[str, str],
    options: Mapping[str, str],
    turns: int | None = None,
) -> Series:
    """A plan that can be played; bots left out are heuristic, or chance. BadInput where what is named is not there."""
    about = shipped_game(name)
    for side, bot in bots.items():
        if side not in about.sides:
            raise BadInput(
                "{name} has no side {side!r}; there are {sides}.", name=name, side=side, sides=", ".join(about.sides)
            )
        if bot not in BOTS:
            raise BadInput("There is no bot {bot!r}; there are {bots}.", bot=bot, bots=", ".join(BOTS))
    usual = "chance" if heuristic.player_of(name) is None else "heuristic"
    if usual == "chance" and "heuristic" in bots.values():
        raise BadInput("{name} has no heuristic bot: it is played by chance.", name=name)
    playing = tuple((side, bots.get(side, usual)) for side in about.sides)
    made = Series(name, scenario, seed, playing, tuple(sorted(options.items())), turns)
    _board(made)
    return made


def play_all(series: Series, numbers: Sequence[int], jobs: int, progress: Callable[[int], None]) -> tuple[Outcome, ...]:
    """The outcomes of these games of a plan, in that order; `progress(n)` is called after the first n.

    With more than one job the games are played in processes of their own. RefereeError where one of those dies.
    """
    outcomes = []
    with _players(series, min(jobs, len(numbers))) as play:
        for outcome in play(numbers):
            outcomes.append(outcome)
            progress(len(outcomes))
    return tuple(outcomes)


@contextmanager
def _players(series: Series, jobs: int) -> Iterator[Callable[[Sequence[int]], Iterator[Outcome]]]:
    """What plays games of a plan one after the other, here or in several processes; stopped with the context."""
    if jobs <= 1:
        yield lambda numbers: (play_safely(series, number) for number in numbers)
        return
    context = multiprocessing.get_context("spawn")  # the same on every system, and it inherits nothing by chance
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_die_at_interrupt)
    try:
        yield lambda numbers: pool.map(play_safely, [series] * len(numbers), numbers)
    except BrokenProcessPool:
        raise RefereeError("A process of the playtest was killed. Try again with fewer --jobs.") from None
    except KeyboardInterrupt:
        for process in multiprocessing.active_children():  # nobody wants the end of their games any more
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _die_at_interrupt() -> None:
    """In a new process: Ctrl-C ends it at once and without a word; the process that waits for it says what happened."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_safely(series: Series, number: int) -> Outcome:
    """One game; whatever goes wrong in it is told in its outcome, so that the other games are played."""
    try:
        return play_game(series, number)
    except Exception as wrong:
        return Outcome(number, wrong=f"{type(wrong).__name__}: {wrong}")


def play_game(series: Series, number: int) -> Outcome:
    """Play one game of a plan to its end. RefereeError where it does not come to one."""
    rules, data, scenario = _board(series)
    players = _Players(series, number, rules, data["seats"])
    state, ended = rules.initial(scenario), None
    faces: dict[str, Counter[str]] = {}
    phases = 0
    while rules.winner(state) is None:
        if phases == MOST_PHASES:
            raise RefereeError("no end after {most} phases", most=MOST_PHASES)
        phases += 1
        result = players.phase(state, phases)
        state = result.state
        ended = _read(result.events, faces) or ended
    lost, left = _units_lost_and_left(rules, state)
    return Outcome(
        number=number,
        winner=rules.winner(state) or "",
        reason=ended.reason if ended is not None else "",
        turn=state.turn,
        phases=phases,
        lost=lost,
        left=left,
        faces={die: dict(sorted(count.items())) for die, count in sorted(faces.items())},
    )


class _Players:
    """One game's players and dice."""

    def __init__(self, series: Series, number: int, rules: Ruleset, seats: Mapping[str, str]) -> None:
        self.rules, self.name, self.seats = rules, f"{series.ruleset}-{number}", seats
        bots = dict(series.bots)
        self.players = {seat: BOTS[bots[side]] for seat, side in seats.items()}
        self.randoms = {seat: Random(f"{series.seed} {number} {seat}") for seat in seats}
        self.nonces = {seat: sha256(f"{series.seed} {number} {seat}".encode()).hexdigest()[:16] for seat in seats}
        self.standing: dict[str, tuple[Line, ...]] = {}
        self.chain = Chain.from_root(derive_secret(series.seed, self.name), MOST_PHASES)

    def phase(self, state: Any, count: int) -> Result:
        """Run the state's phase, the count-th of the game; questions that it asks get their defaults."""
        asked, sheets = self.rules.awaited(state), {}
        for seat in (*asked, *reactors(self.rules, state, self.seats)):
            sheet = self.players[seat](self.rules, state, seat, self.randoms[seat])
            self.standing[seat] = merge_standing(self.standing.get(seat, ()), sheet.standing)
            lines = sheet.lines(state.phase)
            if lines or seat in asked:
                sheets[seat] = Section(phase=state.phase, lines=lines)
        at = f"{state.turn}.{state.phase}"
        dice = ChainDice(phase_key(self.chain.link(count), self.name, at, self.nonces))
        silent: list[str] = []
        inputs = Inputs(dice=dice, sheets=sheets, standing=dict(self.standing))
        result = adjudicate(self.rules, state, inputs)
        while result.questions:
            silent += [question.id for question in result.questions]
            result = adjudicate(self.rules, state, replace(inputs, silent=silent))
        return result


@lru_cache(maxsize=4)
def _board(series: Series) -> tuple[Ruleset, dict[str, Any], Any]:
    """Rules, scenario.json and the scenario read from it: once for all games of a process."""
    rules = ruleset(series.ruleset)
    data = compose(series.ruleset, series.scenario, options=dict(series.options))
    if series.turns is not None:
        data["turns"] = min(series.turns, data["turns"])
    return rules, data, rules.read_scenario(data)


def _read(events: Sequence[Event], faces: dict[str, Counter[str]]) -> GameEnded | None:
    """Count the faces that came, and find the end of the game among the events."""
    ended = None
    for event in events:
        if isinstance(event, Rolled) and not event.items:
            faces.setdefault(event.die, Counter()).update(map(str, event.faces))
        elif isinstance(event, GameEnded):
            ended = event
    return ended


def _units_lost_and_left(rules: Ruleset, state: Any) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """The pieces that a game cost, by side and kind, and those that were left to each side on the map."""
    lost: dict[str, Counter[str]] = {side: Counter() for side in rules.SIDES}
    left: Counter[str] = Counter(dict.fromkeys(rules.SIDES, 0))
    for piece in rules.pieces(state, None):
        if piece.where == "gone":
            lost[piece.side][piece.kind] += 1
        elif piece.where == "map":
            left[piece.side] += 1
    return {side: dict(sorted(kinds.items())) for side, kinds in lost.items()}, dict(left)
