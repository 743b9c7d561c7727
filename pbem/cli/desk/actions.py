"""The buttons of the desk: each runs a command of the command line, as it is shown, and keeps what that printed."""

import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem.cli.common import environment, now
from pbem.cli.speech.language import capitals
from pbem.phrases import marked

PROGRAM = (sys.executable, "-m", "pbem")
KEPT = 50  # commands whose answers can be read again
LONGEST = 200_000  # characters of what a command printed
TIME, WHY, UNTIL, TEXT, PLAYER = "time", "why", "until", "text", "player"


@dataclass(frozen=True, slots=True)
class Field:
    """What a button asks for. `kind`: line, text (several lines) or day; `begin`: what stands there at first."""

    name: str
    label: str
    shown: str
    kind: str = "line"
    required: bool = True
    begin: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """A button: its label, what to mind, the words of its command with values as {name}, and what it asks for.

    A group of words is left out where a value in it is empty. The `text` that is asked for goes to standard input.
    """

    label: str
    words: tuple[tuple[str, ...], ...]
    fields: tuple[Field, ...] = ()
    mind: str = ""


REASON = Field(WHY, marked("Why (all players are told)"), "TEXT", required=False)
WITH_REASON = ("--why", "{why}")
MESSAGE = Field(TEXT, marked("What you write"), "TEXT", kind="text")
ACTIONS: Mapping[str, Action] = {
    "tick": Action(marked("Take mails and send"), (("tick",),)),
    "seen": Action(marked("I have read these"), (("status", "--seen"),)),
    "extend": Action(
        marked("Move the deadline"),
        (("extend", "{game}", "{time}"), WITH_REASON),
        (Field(TIME, marked("By how much (24h, 2d)"), "TIME", begin="24h"), REASON),
    ),
    "pause": Action(
        marked("Stop the clock"),
        (("pause", "{game}"), ("--until", "{until}"), WITH_REASON),
        (Field(UNTIL, marked("Until (UTC; empty: until you resume)"), "DAY", kind="day", required=False), REASON),
    ),
    "resume": Action(marked("Let the clock run on"), (("resume", "{game}"), WITH_REASON), (REASON,)),
    "adjudicate": Action(
        marked("Adjudicate now"),
        (("adjudicate", "{game}", "--now"),),
        mind=marked("The phase is run with the orders that are there. Dice that have fallen stay."),
    ),
    "start": Action(
        marked("Start without waiting"),
        (("start", "{game}"),),
        mind=marked("Whoever has not answered has no words in the dice; every check of them will say so."),
    ),
    "broadcast": Action(marked("Write to all players"), (("broadcast", "{game}", "-"),), (MESSAGE,)),
    "replace": Action(
        marked("Give the seat to another player"),
        (("seat", "replace", "{game}", "{seat}={player}"), WITH_REASON),
        (Field(PLAYER, marked("Who (Eva <eva@example.org>,es,Europe/Madrid)"), "ADDRESS[,LANGUAGE[,ZONE]]"), REASON),
        mind=marked(
            "What the former player has sent for this turn no longer counts. The new one gets the first mail, the last "
            "turns and the order form; the game waits for the answer, then the turn has its whole time."
        ),
    ),
    "bot": Action(
        marked("Let a computer player hold it"),
        (("seat", "bot", "{game}", "{seat}"), WITH_REASON),
        (REASON,),
        mind=marked("It orders whatever the player does not; what the player sends counts."),
    ),
    "unbot": Action(
        marked("No computer player any longer"), (("seat", "bot", "{game}", "{seat}", "--off"), WITH_REASON), (REASON,)
    ),
    "rollback": Action(
        marked("Take it back, with new dice"),
        (("rollback", "{game}", "{phase}", "--seen", "{seen}", "--yes"), WITH_REASON),
        (REASON,),
        mind=marked("The orders are asked for again. Nothing is deleted: the history shows both."),
    ),
    "correct": Action(
        marked("Play it again with the same dice"),
        (("rollback", "{game}", "{phase}", "--same-dice", "--seen", "{seen}", "--yes"), WITH_REASON),
        (REASON,),
        mind=marked("A correction: the orders stay as they are, and the dice."),
    ),
    "answer": Action(marked("Answer"), (("mail", "answer", "{mail}", "-"),), (MESSAGE,)),
    "retry": Action(marked("Read it again, or send it again"), (("mail", "retry", "{mail}"),)),
    "resend": Action(marked("Send it once more"), (("mail", "resend", "{mail}"),)),
    "quarantine": Action(
        marked("Set it aside"),
        (("mail", "quarantine", "{mail}"),),
        mind=marked("Its orders no longer count; the seat is told."),
    ),
}


def command_words(action: Action, values: Mapping[str, str]) -> list[str]:
    """The words of a command behind `pbem`, with these values in their places."""
    filled = ([word.format_map(values) for word in group] for group in action.words)
    return [word for group in filled if all(group) for word in group]


def shown_line(action: Action, fixed: Mapping[str, str]) -> str:
    """The command of a form that is not filled in yet: what is asked for in capitals, what may be left out in [ ]."""
    asked = {each.name: capitals(each.shown) for each in action.fields if each.name != TEXT}
    optional = {each.name for each in action.fields if not each.required}
    said = []
    for group in action.words:
        line = " ".join(word.format_map({**asked, **fixed}) for word in group)
        said.append(f"[{line}]" if any(f"{{{name}}}" in group for name in optional) else line)
    return " ".join(["pbem", *said])


@dataclass
class Run:
    """A command that was run: its line as it could be typed, what was given to it, and once it is `done` how it ended.

    `code` is its exit code, `out` all that it printed; `back` the page behind the desk's own that it was asked for on.
    """

    number: int
    line: str
    given: str
    at: datetime
    back: str = ""
    code: int | None = None
    out: str = ""
    done: threading.Event = field(default_factory=threading.Event, repr=False)


class Runs:
    """The commands of this desk, each in a process of its own; they run on when nobody looks."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._runs: dict[int, Run] = {}
        self._count = 0
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Run]:
        """The commands that are kept, the latest first."""
        with self._lock:
            return iter(sorted(self._runs.values(), key=lambda run: run.number, reverse=True))

    def get(self, number: int) -> Run | None:
        """A command by its number."""
        with self._lock:
            return self._runs.get(number)

    def start(self, words: list[str], given: str = "", back: str = "") -> Run:
        """Run `pbem WORDS` with a text as its standard input; it is not waited for."""
        argv = ["--home", self._home, *words]
        with self._lock:
            self._count += 1
            run = Run(self._count, shlex.join(["pbem", *argv]), given, now(), back)
            self._runs[run.number] = run
            self._runs.pop(run.number - KEPT, None)
        threading.Thread(target=_run, args=(run, [*PROGRAM, *argv]), daemon=True).start()
        return run


def _run(run: Run, argv: list[str]) -> None:
    try:
        done = subprocess.run(
            argv,
            input=run.given.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(),
            check=False,
        )
        run.code, run.out = done.returncode, done.stdout.decode("utf-8", "replace")[:LONGEST]
    except (OSError, ValueError) as wrong:  # no process to be had; a value that no command can be given
        run.code, run.out = 3, str(wrong)
    finally:
        run.done.set()
