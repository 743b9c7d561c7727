"""What a simulated life consists of: its games, and steps in time, any of which may be left out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from zlib import crc32

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
WEEK = 7 * 24 * 60
WEEKS = 8
"""Weeks of a life: then a new mailbox folder is begun."""
SHIPPED = ("africa1860", "napoleonic", "legion", "rif1926")
PEOPLE = {
    "orders": 46, "done": 4, "partial": 4, "wrong": 4, "form": 4, "void": 3, "twice": 3, "copy": 3, "attached": 2,
    "query": 6, "press": 4, "prose": 2, "extend": 3, "yes": 4, "no": 1, "absence": 2, "back": 1, "resign": 1,
    "takeover": 2, "concede": 0.2, "propose": 1, "vote": 1, "token": 0.5, "passphrase": 0.5, "address": 0.5,
    "confirm": 2, "language": 0.5, "delivery": 1, "nonce": 1, "wait": 1, "ask": 1, "clear": 1, "machine": 1,
    "forged": 1, "stranger": 1,
}  # fmt: skip
REFEREE = {
    "extend": 4, "pause": 2, "pause-until": 2, "resume": 6, "rollback": 3, "correct": 1, "rule": 2, "replace": 2,
    "bot": 2, "bot-off": 1, "eject": 1, "invite": 2, "observe": 1, "house": 2, "broadcast": 1, "abandon": 0.1,
    "rekey": 0.5, "adjudicate": 3, "at-once": 1, "start": 2, "retry": 2, "quarantine": 1, "resend": 1, "answer": 1,
    "dismiss": 1, "accept-clock": 2, "away": 1, "phone": 1, "backup": 1,
}  # fmt: skip
"""How often each is done, against the others."""
UNSTRUCK = ("backup",)
"""What is not struck: it takes away a root of the dice, which only its own end puts back."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens `at` a minute: `kind` says to whom, `act` what; `seed` is all the chance that it has.

    `struck` is what befalls the program meanwhile; of a tick it is the act.
    """

    at: int
    kind: str
    act: str = ""
    seed: int = 0
    who: int = 0
    struck: str = ""

    def __str__(self) -> str:
        day, minute = divmod(self.at, 24 * 60)
        when = f"day {day:2} {minute // 60:02}:{minute % 60:02}"
        struck = f" struck={self.struck}" if self.struck else ""
        return f"{when}  {self.kind} {self.act} who={self.who} seed={self.seed}{struck}"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a life is played with: its games, each by rule set with what was agreed, and the outside world."""

    seed: str
    games: tuple[tuple[str, dict[str, object]], ...]
    weeks: int
    true_clock: bool
    links: int = 40
    real_git: bool = False
    spares: int = 3
    hurt: frozenset[str] = field(default_factory=frozenset)


def setting(seed: str, number: int, weeks: int, ruleset: str = "") -> Setting:
    """The games of life `number` of a seed, of one rule set where it is named, and what befalls it."""
    random = Random(f"{seed} setting")
    games = [("noughts", _agreed(random, "noughts")) for _ in range(random.choice((1, 1, 2)))]
    if number % 6 == 3:
        name = SHIPPED[(number // 6 + crc32(seed.rpartition(".")[0].encode())) % len(SHIPPED)]
        games = [(name, _agreed(random, name))]
    if ruleset:
        games = [(ruleset, _agreed(random, ruleset))]
    hurt = {name for name in ("network", "disk", "kill", "clock") if random.random() < 0.7}
    return Setting(
        seed,
        tuple(games),
        weeks,
        random.random() < 0.5,
        random.choice((9, 40, 40)),
        number % 6 == 0,
        hurt=frozenset(hurt),
    )


def _agreed(random: Random, ruleset: str) -> dict[str, object]:
    house = {
        "absence": random.choice(("clock", "orders", "bot")),
        "silence": random.choice(("pause", "bot")),
        "vacant": random.choice(("pause", "bot")),
        "extend": random.choice(("players", "players", "referee")),
        "observers": random.choice(("no", "yes")),
        "quiet": random.choice(("none", "none", "sat,sun")),
        "press-names": random.choice(("shown", "hidden", "choice")),
        "press-archive": random.choice(("no", "yes")),
    }
    options = {"reactions": random.choice(("default", "ask"))} if ruleset == "noughts" else {}
    return {
        "deadline": timedelta(hours=random.choice((24, 48, 72, 96) if ruleset == "noughts" else (72, 120))),
        "per_phase": random.random() < 0.2,
        "silence_limit": random.choice((0, 0, 1, 2, 3)),
        "beacon": "referee" if random.random() < 0.15 else "none",
        "house": {name: value for name, value in house.items() if random.random() < 0.5},
        "options": options,
    }


def plan(life: Setting) -> list[Step]:
    """All steps of a life, in time. What cannot be done when its time comes is left out then."""
    random, until = Random(f"{life.seed} steps"), life.weeks * WEEK
    steps = [Step(at, "tick", *_struck(life, random)) for at in _times(random, until, 11 * 60)]
    slow = 1 if life.games[0][0] == "noughts" else 2  # a turn of a whole game takes as long as ten of noughts
    for who in range(2 * len(life.games) + life.spares):
        pace = slow * random.choice((30, 60, 60, 100)) * 60 if who < 2 * len(life.games) else 240 * 60
        steps += [Step(at, "person", _one(random, PEOPLE), _seed(random), who) for at in _times(random, until, pace)]
    for at in _times(random, until, 100 * 60):
        act, seed = _one(random, REFEREE), _seed(random)
        struck = "" if act in UNSTRUCK else _struck(life, Random(f"{seed} struck"))[0]
        steps.append(Step(at, "referee", act, seed, random.randrange(len(life.games)), struck))
    for who in range(len(life.games)):
        steps += [Step(at, "referee", "beacon", _seed(random), who) for at in _times(random, until, 20 * 60)]
        for at in _times(random, until, 60 * 60):
            seed = _seed(random)
            steps.append(Step(at, "referee", "new", seed, who, _struck(life, Random(f"{seed} struck"))[0]))
    steps += [Step(at, "watch", "", _seed(random)) for at in _times(random, until, 200 * 60)]
    if "network" in life.hurt:
        steps += [s for at in _times(random, until, 300 * 60) for s in _down(random, at)]
    if "clock" in life.hurt:
        steps += [s for at in _times(random, until, 500 * 60) for s in _jump(random, at)]
    return sorted((s for s in steps if s.at < until), key=lambda s: (s.at, s.kind, s.who, s.seed))


def _times(random: Random, until: int, pace: float) -> list[int]:
    at, found = 0.0, list[int]()
    while (at := at + random.expovariate(1 / pace)) < until:
        found.append(int(at))
    return found


def _struck(life: Setting, random: Random) -> tuple[str, int]:
    """What befalls a tick: nothing, or that it dies, or that the disk is full, at some effect."""
    what = random.choices(("", "kill", "full", "full-on", "git-lock"), (80, 8, 4, 4, 1))[0]
    needs = {"kill": "kill", "git-lock": "kill", "full": "disk", "full-on": "disk"}.get(what)
    return (what if needs is None or needs in life.hurt else "", _seed(random))


def _down(random: Random, at: int) -> Sequence[Step]:
    act = random.choice(("down", "refuses", "no-sending", "no-fetching", "forgets"))
    return (Step(at, "network", act, _seed(random)), Step(at + random.choice((90, 600, 3000)), "network", "up"))


def _jump(random: Random, at: int) -> Sequence[Step]:
    minutes = random.choice((-90, -30, 45, 100, 24 * 60, 5 * 24 * 60, 400 * 24 * 60))
    return (Step(at, "clock", str(minutes)), Step(at + random.choice((30, 300, 1500)), "clock", "0"))


def _one(random: Random, weights: dict[str, float]) -> str:
    return random.choices(list(weights), list(weights.values()))[0]


def _seed(random: Random) -> int:
    return random.getrandbits(32)
