"""The records of a save: game.json, written once, and the journal turns/NNNN-TT-phase.json, one file a number.

Orders and events stand in them as JSON. A record holds no prose, commands, press, addresses, tokens or passphrases.
Its hash is the SHA-256 of the canonical JSON of the file's value as it stands, so fields that later versions add never
change the hash of an older record.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import ConfigDict, Field

from pbem.canonical import digest
from pbem.core.record import Record, kebab
from pbem.dice.die import faces_text

T = TypeVar("T")

FORMAT = 3
"""That of game.json and of the records of phases. In 1 the hash of a sheet covers the lines as written only, and up to
2 a record does not have the standing orders that answered its questions."""
UNBOUND = 2
"""The last format in which standing orders are not bound to their answers."""
FIRST = 1
"""That of what has never changed: state.json, and records without orders."""
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Code = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Reason = Annotated[str, Field(max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]
Count = Annotated[int, Field(ge=0)]
Number = Annotated[int, Field(ge=1)]
Json = dict[str, Any]
First = Annotated[int, Field(ge=FIRST, le=FIRST)]
Newest = Annotated[int, Field(ge=FIRST, le=FORMAT)]
AMENDED = "amended"
"""The ruling by which the referee changes the position."""
CLOCK_ACCEPTED = "clock-accepted"
"""The ruling that the clock counts as it is, though it was ahead for a while."""
_ALWAYS = frozenset({"format", "kind"})
_NEVER = object()
_LEAVES = frozenset({bool, dict, int, str, type(None)})


class Part(Record):
    """A value inside a record: read strictly, no text taken for a number."""

    model_config = ConfigDict(strict=True)

    def to_json(self) -> Json:
        """Plain JSON values under kebab-case keys; fields at their default are left out, format and kind never.

        Written by hand because a journal is mostly JSON already, which pydantic would walk through once more.
        """
        mine = self.__dict__
        return {
            key: value if type(value) in _LEAVES else _plain(value)
            for name, key, always, default in _fields(type(self))
            if (value := mine[name]) is not default and (always or value != default)
        }


class Link(Part):
    """The link of the dice chain that a phase takes; `value` (hex) is absent while the phase is suspended.

    `again`: a correction with the same dice names the link a second time, which is allowed once.
    """

    number: Number
    value: Hash | None = None
    again: bool = False


class States(Part):
    """The hashes of the state before and after a record."""

    before: Hash
    after: Hash


class OrderLine(Part):
    """An order line: its number in the receipt, the text as sent (made plain) and the order that was adjudicated.

    `read` is the order as it was read from the text, where the rules have completed it since (a path written out).
    """

    number: Number
    text: str
    order: Json
    read: Json | None = None

    @property
    def understood(self) -> Json:
        """The line as the receipt told it: number, text, and the order as it was read."""
        return {"number": self.number, "order": self.order if self.read is None else self.read, "text": self.text}


class SheetLines(Part):
    """The lines of one seat's sheet that the phase was run with, and the hash that its receipt printed.

    `bot`: a computer player sent them, for a seat that had sent nothing for the phase.
    """

    seat: Code
    hash: Hash
    lines: tuple[OrderLine, ...]
    bot: bool = False

    def hash_in(self, format_: int) -> str:
        """The hash that the lines have in a record of a format."""
        if format_ == FIRST:
            return hash_as_written((line.number, line.text) for line in self.lines)
        return sheet_hash(line.understood for line in self.lines)


class StandingLine(Part):
    """A standing order that answered a question of the phase: whose it is, its number, its text, and what was read."""

    seat: Code
    number: Number
    text: str
    order: Json


class Roll(Part):
    """A roll: unique label, die, faces in order, and what they meant (a code of the rule set).

    Of a draw by lot there is no die, and `items` is from what the faces were drawn.
    """

    label: str
    die: str = ""
    faces: tuple[int | str, ...]
    meaning: str = ""
    items: Annotated[tuple[str, ...], Field(max_length=65536)] = ()

    @property
    def text(self) -> str:
        """The faces as players read them."""
        return faces_text(self.faces, drawn=bool(self.items))


class AnswerGiven(Part):
    """A question of the phase and its answer; `source`, `line` and `seat` say where it came from.

    `passed` says of each standing line that did not fire why not, as (line, code).
    """

    question: str
    side: str
    kind: str
    answer: str
    source: Literal["answer", "sheet", "standing", "default"]
    line: int | None = None
    passed: tuple[tuple[int, str], ...] = ()
    seat: str = ""


class OpenQuestion(Part):
    """A question that a suspended phase waits for, as mailed to its owner."""

    id: str
    side: str
    kind: str
    options: tuple[str, ...]
    default: str
    rule: str
    seat: str | None = None


class Manifest(Part):
    """game.json: what a game is, written once. `version` is the rule set's; `scenario` the hash of scenario.json.

    `seats` gives the side of each seat. `head` is link[0] of the dice chain; `test_dice` says that its root is known.
    `faces` are those of each die of the rules, by its name, so that nothing else is needed to check its rolls; the
    first saves do not have them here.
    `beacon`: whether a public value enters the dice of every phase, given by the referee after the sheets are locked;
    `beacon_source` which one that will be, said before any sheet is there. No record of a phase has a lower `format`.
    """

    format: Newest = FORMAT
    game: Code
    ruleset: Code
    version: Number
    seats: dict[Code, str]
    options: dict[Code, str]
    dice: str
    head: Hash
    scenario: Hash
    test_dice: bool
    beacon: Literal["none", "referee"] = "none"
    beacon_source: Reason = ""
    faces: dict[Code, Annotated[tuple[int | str, ...], Field(min_length=1)]] = Field(default={})


class Entry(Part):
    """What all records of the journal have: its number, never reused, and the hash of the record before it.

    `turn` is the turn in which it was written; `previous` of record 1 is the hash of game.json.
    """

    LEVELS: ClassVar[Mapping[str, int]] = {}
    format: First = FIRST
    kind: str
    n: Annotated[int, Field(ge=1, le=9999)]
    turn: Annotated[int, Field(ge=0, le=999)]
    previous: Hash
    state: States
    test_dice: bool

    @property
    def facts(self) -> tuple[Json, ...]:
        """The events that a record brings, none for the kinds that have none."""
        return ()

    @property
    def name(self) -> str:
        """The file's name in turns/, e.g. 0007-03-movement.json."""
        return f"{self.n:04d}-{self.turn:02d}-{self.kind}.json"


class PhaseRecord(Entry):
    """One run of a phase. With `suspended`, its first events up to an open question; a later record finishes it.

    `beside` are the questions that are open together with that one; `standing` the standing orders that gave answers.
    `head` is the head of the chain in use, `nonces` the seats' texts in the key, `beacon` the public value or null
    (`beacon_source` says where it can be looked up). `next_head` publishes the head that follows when the chain is
    used up. `handed` says how often each seat has changed hands: receipts of its former players are none of its orders.
    """

    LEVELS: ClassVar[Mapping[str, int]] = {"sheets": 3}
    format: Newest = FORMAT
    kind: Literal["phase"] = "phase"
    phase: Code
    link: Link
    head: Hash
    beacon: str | None
    nonces: dict[Code, str]
    sheets: tuple[SheetLines, ...]
    rolls: tuple[Roll, ...]
    answers: tuple[AnswerGiven, ...]
    events: tuple[Json, ...]
    suspended: OpenQuestion | None = None
    beside: tuple[OpenQuestion, ...] = ()
    next_head: Hash | None = None
    handed: dict[Code, Number] = Field(default={})
    beacon_source: Reason | None = None
    standing: tuple[StandingLine, ...] = ()

    @property
    def facts(self) -> tuple[Json, ...]:
        """The events; none yet of a suspended phase, which runs again from its start."""
        return () if self.suspended else self.events

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """All questions that a suspended phase waits for."""
        return tuple(question for question in (self.suspended, *self.beside) if question is not None)

    @property
    def at(self) -> str:
        """Turn and phase as the dice key names them, e.g. "3.combat"."""
        return f"{self.turn}.{self.phase}"

    @property
    def name(self) -> str:
        """The file's name in turns/, e.g. 0007-03-movement.json."""
        return f"{self.n:04d}-{self.turn:02d}-{self.phase}.json"


class RollbackRecord(Entry):
    """The game goes back to where it stood after record `to` (0: the start). `same_dice`: a correction, sheets stay."""

    kind: Literal["rollback"] = "rollback"
    to: Count
    same_dice: bool
    who: Reason
    why: Reason


class RulingRecord(Entry):
    """What the referee or the players decided and the outcome depends on: concession, draw, start-without-nonce …"""

    kind: Literal["ruling"] = "ruling"
    ruling: Code
    seats: tuple[Code, ...]
    who: Reason
    why: Reason
    events: tuple[Json, ...]

    @property
    def facts(self) -> tuple[Json, ...]:
        """The events that the ruling brings."""
        return self.events


class RekeyRecord(Entry):
    """A new dice chain: its links count from 1 again. Used only with nonces sent after its head was mailed."""

    kind: Literal["rekey"] = "rekey"
    head: Hash
    who: Reason
    why: Reason


class EndRecord(Entry):
    """The end of the game: winner (a side or "draw"), the clause or ruling that gives it, how much of a victory."""

    kind: Literal["end"] = "end"
    winner: str
    reason: str
    level: str = ""


KINDS: Mapping[str, type[Entry]] = {
    "phase": PhaseRecord,
    "rollback": RollbackRecord,
    "ruling": RulingRecord,
    "rekey": RekeyRecord,
    "end": EndRecord,
}


@cache
def _fields(part: type[Part]) -> tuple[tuple[str, str, bool, object], ...]:
    """Name and JSON key of each field, whether it is written always, and its default if it is not."""
    always = {name for name, field in part.model_fields.items() if name in _ALWAYS or field.is_required()}
    return tuple(
        (name, kebab(name), name in always, _NEVER if name in always else field.default)
        for name, field in part.model_fields.items()
    )


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [item if type(item) in _LEAVES else _plain(item) for item in value]
    return value.to_json() if isinstance(value, Part) else value


def sheet_hash(lines: Iterable[Json]) -> str:
    """SHA-256 of the canonical JSON of order lines as they were understood: a list of {number, order, text}."""
    return digest([{key: line[key] for key in ("number", "order", "text")} for line in lines])


def hash_as_written(lines: Iterable[tuple[int, str]]) -> str:
    """That of format 1: of the numbered lines alone, "1. MOVE beni-3 0714" and LF, UTF-8, each."""
    return hashlib.sha256("".join(f"{number}. {text}\n" for number, text in lines).encode("utf-8")).hexdigest()
