"""A life: a mailbox folder in the real world of its people, network, clock and disk; one step after another."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from pbem.effects import Effects
from pbem.errors import TROUBLE
from pbem.game.game import Game
from pbem.referee import watch as watching
from pbem.referee.home.config import config_text
from pbem.referee.home.home import Home, make_home, open_home
from pbem.referee.tick import tick
from tests.killed import Killed
from tests.simulate import people, referee
from tests.simulate.ends import look_at_end
from tests.simulate.faults import striking
from tests.simulate.git import MemoryGit
from tests.simulate.invariants import look
from tests.simulate.network import Network
from tests.simulate.people import Desk, Person, compose
from tests.simulate.steps import START, Setting, Step
from tests.simulate.truth import Broken, Truth

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin"}


@dataclass
class World:
    """Everything that is outside the program: `now` is the true time, `ahead` by how much the machine's clock errs."""

    path: Path
    setting: Setting
    now: datetime = START
    ahead: timedelta = timedelta()
    network: Network = field(default_factory=lambda: Network(START))
    everyone: list[Person] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)
    truth: Truth = field(default_factory=Truth)
    git: MemoryGit | None = None

    def __post_init__(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self.truth.links = self.setting.links
        self.network.shows_time = self.setting.true_clock
        self.network.hurt = "network" in self.setting.hurt
        names = [f"p{chr(97 + n)}{n}" for n in range(2 * len(self.setting.games) + self.setting.spares)]
        self.everyone = [Person(name, ("en", "es")[n % 2]) for n, name in enumerate(names)]
        text = config_text(name="The Referee", address=people.REFEREE, language="en")
        make_home(self.path, text.replace('settle = "30m"', 'settle = "45m"'), Effects())
        self.git = None if self.setting.real_git else MemoryGit(self.path)
        self.slots = [""] * len(self.setting.games)
        for slot in range(len(self.slots)):
            self.do(Step(0, "referee", "new", slot, slot))

    @property
    def clock(self) -> datetime:
        """What the clock of the machine shows."""
        return self.now + self.ahead

    def live(self, steps: Sequence[Step]) -> None:
        """Go through the steps, then let all that is on its way arrive; Broken at the first fault."""
        for step in steps:
            self.go_on_to(START + timedelta(minutes=step.at))
            try:
                self.do(step)
            except Broken as broken:
                raise Broken(broken.what, step) from broken
        self.end()

    def go_on_to(self, when: datetime) -> None:
        """Time goes by, and mails arrive."""
        self.now = self.network.now = max(self.now, when)
        for raw in self.network.arrivals():
            to = people.recipient(raw)
            for person in self.everyone:
                if to.partition("@")[0].partition(".")[0] == person.name:
                    person.read(raw)

    def do(self, step: Step) -> None:
        """One step."""
        if step.kind == "tick":
            self.process(lambda home: self._tick(home, step), step)
        elif step.kind == "person":
            self.write(self.everyone[step.who % len(self.everyone)], step)
        elif step.kind == "referee" and referee.can(self, step):
            self.process(lambda home: referee.act(self, home, step), step)
        elif step.kind == "network":
            self.network.state = step.act
        elif step.kind == "clock":
            self.ahead = timedelta(minutes=int(step.act))
        elif step.kind == "watch":
            self.watch(step)

    # The program ----------------------------------------------------------------------------------------------------

    def process(self, work: Callable[[Home], None], step: Step) -> None:
        """One run of the program, from the opening of the folder to its end, well or not; then look at what is left."""
        struck = step.act if step.kind == "tick" else step.struck
        effects = striking(struck, step.seed, self.git)
        if struck == "git-lock" and (self.path / ".git").is_dir():
            (self.path / ".git" / "index.lock").touch()
        looked = False
        try:
            with self.opened(self.path, self.clock, f"pbem {step.kind}", effects=effects) as home:
                work(home)
                if not effects.struck:
                    self.truth.games.update({path.name: game for path, game in home.opened.items()})
                    looked = True
                    look(self, home, step)
        except Killed:
            pass
        except TROUBLE as refused:
            self.truth.refuse(step, refused, struck=effects.struck)
        except Broken:
            raise
        except Exception as wrong:
            raise Broken(f"{type(wrong).__name__}: {wrong}", step) from wrong
        if not looked:
            self.look(step)

    def look(self, step: Step) -> None:
        """Look at what a run has left that was not looked at from within."""
        with self.opened(self.path, self.clock, "look", locking=False, effects=striking("", 0, self.git)) as home:
            look(self, home, step)

    @contextmanager
    def opened(self, path: Path, now: datetime, what: str, **how: Any) -> Iterator[Home]:
        """The folder open, its dice in chains as short as this life wants them."""
        with open_home(path, now, what, **{"environment": ENVIRONMENT, "transport": self.network, **how}) as home:
            yield replace(home, links=self.truth.links)

    def _tick(self, home: Home, step: Step) -> None:
        result = tick(home, self.clock, compares=True)
        self.truth.hear(result, step, calm=self.is_calm and not step.act)

    @property
    def is_calm(self) -> bool:
        """Whether nothing outside is wrong now."""
        return self.network.state == "up" and not self.ahead

    def watch(self, step: Step) -> None:
        """The daemon runs for a while, and is stopped or dies."""
        chance, turns = Random(step.seed), [0]
        effects = striking(chance.choice(("", "", "kill")) if "kill" in self.setting.hurt else "", step.seed, self.git)
        until, started = self.now + timedelta(minutes=chance.randrange(20, 200)), self.now

        def sleep(seconds: float) -> None:
            turns[0] += 1
            self.go_on_to(self.now + timedelta(seconds=seconds))

        runtime = watching.Runtime(
            now=lambda: self.clock,
            ticks=lambda: (self.now - started).total_seconds(),
            sleep=sleep,
            stopped=lambda: self.now >= until or turns[0] > 30,
            chance=lambda: 0.5,
            compares=True,
        )
        calm = self.is_calm
        try:
            with (
                patch.object(watching, "transport_of", lambda *_: self.network),
                patch.object(watching, "open_home", self.opened),
            ):
                watching.watch(
                    self.path, runtime, lambda result: self.truth.hear(result, step, calm=calm and not effects.struck),
                    effects=effects, environment=ENVIRONMENT,
                )  # fmt: skip
        except Killed:
            pass
        except TROUBLE as refused:
            self.truth.refuse(step, refused, struck=effects.struck)
        self.truth.settled = False  # what came after its last tick waits for the next
        self.look(step)

    # The people -----------------------------------------------------------------------------------------------------

    def write(self, person: Person, step: Step) -> None:
        """A person answers a letter, the last one or, for a void mail, any."""
        random = Random(step.seed)
        if step.act in ("forged", "stranger"):
            return self._write_falsely(person, step, random)
        if not person.inbox:
            return None
        last = [letter for letter in person.inbox if letter.token] or person.inbox
        letter = random.choice(person.inbox) if step.act == "void" else random.choice(last[-3:][::-1] + last[-1:] * 3)
        seat = self.truth.tokens.get(letter.token, ("", ""))
        desk = Desk(person, letter, self.truth.games.get(seat[0]), seat[1], self.now)
        if desk.game is None and step.act not in ("yes", "no", "confirm", "prose", "machine"):
            return None
        raw = compose(desk, step.act, random)
        if raw is not None:
            self.truth.wrote(person, desk, raw)
            self.truth.resent += 2 * (b"RESEND" in raw)
            self.network.post(raw)
            if step.act == "copy":
                self.network.post(raw)
            if step.act == "twice":
                self.network.post(raw.replace(b"Message-ID: <", b"Message-ID: <again."))
        return None

    def _write_falsely(self, person: Person, step: Step, random: Random) -> None:
        """A mail in the name of another, or of nobody whom the referee knows."""
        victim = random.choice(self.everyone)
        body = random.choice((["RESIGN"], ["TOKEN NEW"], ["DONE"], ["STATUS"], ["PRESS TO ALL", "hah", "END OF PRESS"]))
        self.truth.shown.add((person.name, victim.name))
        raw = people.falsified(person, victim, body, self.slots, step.act, random, self.now)
        self.network.post(raw)

    # The end --------------------------------------------------------------------------------------------------------

    def end(self) -> None:
        """The line is good, the clock right and nobody writes: what was under way comes to rest."""
        self.network.state, self.network.hurt, self.ahead = "up", False, timedelta()
        quiet = Step(0, "tick")
        for hours in (0, 1, 3, 30, 26, 26):
            self.go_on_to(self.now + timedelta(hours=hours))
            if hours == 1:
                self.process(lambda home: referee.accept(home, self.clock), Step(0, "referee", "accept-clock"))
            self.do(quiet)
        look_at_end(self)

    def game_in(self, slot: int) -> Game | None:
        """The game that is played in a slot, as the program had it last."""
        return self.truth.games.get(self.slots[slot])
