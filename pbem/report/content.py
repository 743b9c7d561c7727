"""What a report tells: frozen values that the referee fills and the templates read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from pbem.core.events import Event, OrderVoided, Rolled
from pbem.core.scene import Control, Scene

T = TypeVar("T")
PRESS_MARK = "│ "
"""No mail program writes it before what it quotes, and no reader of orders leaves it out."""


class LineVoided(OrderVoided):
    """A line that could not be carried out, with its order as text."""

    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """One record told: what happened in a phase, and the proof of its dice.

    `n` is its journal number, `hash` the record's, `words` the same hash as six words; `link` is the chain's link that
    the phase used, "" for records without dice and while a question is open (it `waits`: the proof comes when the
    phase is finished). `beacon` is the public value in the key of its dice, and where to look it up. `notes` are
    sentences of the referee: a rollback, a ruling. `auto`: no side gives orders in the phase, which players hardly
    know by its name.
    """

    turn: int
    phase: str
    n: int
    hash: str
    words: str
    link: str
    events: tuple[Event, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    notes: tuple[str, ...] = ()
    waits: bool = False
    beacon: tuple[str, str] | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What the seat is asked now: the phase, and the deadline as text in the player's zone, also relative to now.

    `later` are the other phases of its turn that the form holds. `by` is the deadline without its zone, for a subject.
    `again`: an earlier phase of the same turn was the seat's too.
    """

    phase: str
    deadline: str
    relative: str = ""
    question: str = ""
    later: tuple[str, ...] = ()
    by: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class PressPart:
    """Something that a player or the referee wrote: who to whom and when (`head`), and its lines as they were written.

    What shows it begins each line with `PRESS_MARK`, so that none is taken for an order, or a form, where it is quoted.
    """

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How a side stands: counters on the map, lost so far, still to come; and further counts by name."""

    side: str
    standing: int
    lost: int = 0
    coming: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game: who won, and why, as sentences; `winner` is the side, or "draw"."""

    outcome: str
    reason: str
    winner: str = "draw"


@dataclass(frozen=True)
class Report:
    """A report to one seat: everything since its last one.

    `title` names the game by language. `scene` shows the position at the end of the span with what happened in it;
    None sends no pictures. `form` are the lines of the order form. `asked` is None where nothing is asked. `heads` are
    those of the dice that are told. `left_out` is what of it could not be made. `news` are sentences that
    the headline begins with: a roll-back, a silence; with them a report is never "all is quiet". `played` shows what
    happened since the last set-up, which the headline tells: nobody's own placements are news; None where nothing
    was played. `finished` is the last turn that the report tells to its end, 0 where it tells none so. `press` is what
    others wrote that the seat has not read. Without a `side` it is a public one, and `ends` says how to get no more.
    `others` says whom the game waits for, where it is not the seat; `ready`: it is its turn, and its orders are in.
    `drawn` is what the pictures show, where that is not all of the `scene`: of many turns the last ones.
    """

    game: str
    title: Mapping[str, str]
    seat: str
    side: str | None
    language: str
    turn: int
    turns: int
    phase: str
    spans: tuple[Span, ...] = ()
    scene: Scene | None = None
    asked: Asked | None = None
    form: tuple[str, ...] = ()
    tallies: tuple[Tally, ...] = ()
    holdings: tuple[Control, ...] = ()
    conditions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ended: Ended | None = None
    heads: tuple[str, ...] = ()
    left_out: tuple["LeftOut", ...] = ()
    news: tuple[str, ...] = ()
    played: Scene | None = None
    finished: int = 0
    press: tuple[PressPart, ...] = ()
    ends: str = ""
    others: str = ""
    ready: bool = False
    drawn: Scene | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of a mail: its Content-ID (without brackets), the PNG, and one sentence instead of it.

    `caption` stands above it: what part of the map it shows, where it is not the first.
    """

    cid: str
    png: bytes
    alt: str
    width: int = 640
    caption: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a mail ("map", "page", "sentence") that could not be made and is left out; why, for the referee."""

    part: str
    why: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail ready to be composed: subject, text, HTML, pictures; and what had to be left out of it."""

    subject: str
    text: str
    html: str
    images: tuple[Image, ...] = field(default=())
    left_out: tuple[LeftOut, ...] = ()


def attempt(part: str, make: Callable[[], T], instead: T) -> tuple[T, tuple[LeftOut, ...]]:
    """What `make` gives; where it raises anything, `instead` and what was left out: no mail waits for such a part."""
    try:
        return make(), ()
    except Exception as wrong:
        return instead, (LeftOut(part, f"{type(wrong).__name__}: {wrong}"),)
