"""What the private side holds, one dataclass a table. Times are aware; `game` is a game's name, `seat` a seat's id.

Lines of orders are JSON as the save has them: {"number", "text", "order"}.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

Json = Any


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of this mailbox. `length`, `settle`, `grace` in seconds; `deadline` is that of the open phase.

    `opened_at`: when the present phase was opened, `opened_n`: after which record; `paused_at`: since when the clock
    stands still; None for neither. `stuck_at`: the game cannot go on, for a fault, and up to then its deadline was
    moved for that; None while it can. `clock`: the player turn whose clock runs ("5.red-walk"); `per_phase`: each
    phase has the whole time; `silence_limit`: the game is paused when a seat has let so many deadlines in a row pass
    (0: it goes on with the defaults). `recorded` is the number of the last record that was about to be written, with
    its hash ("" of none); None where an older pbem made the row. `house`: the house rules that are not at their
    default, by name (`home/house.py`). `paused_until`: when a pause ends by itself; `wake_at`: when a tick is to look
    at the game, whatever else. `handed_at`: since when another mailbox plays the game on; it has ended here.
    """

    name: str
    path: str
    created: datetime
    length: int
    settle: int
    grace: int = 0
    deadline: datetime | None = None
    opened_at: datetime | None = None
    paused_at: datetime | None = None
    opened_n: int = 0
    started: datetime | None = None
    ended: datetime | None = None
    stuck_at: datetime | None = None
    clock: str = ""
    per_phase: bool = False
    silence_limit: int = 0
    recorded: int | None = None
    recorded_hash: str = ""
    paused_until: datetime | None = None
    wake_at: datetime | None = None
    handed_at: datetime | None = None
    house: dict[str, Json] = field(default_factory=dict)

    @property
    def due(self) -> datetime | None:
        """The deadline that counts now: none while the clock stands still."""
        return self.deadline if self.paused_at is None else None


@dataclass(frozen=True, slots=True)
class GlanceRow:
    """A game's present as it was worked out last, so that its save need not be opened to look at it.

    The database drops the row with any of those that it was worked out from (schema.py); `stamp` tells what `files`
    (from the mailbox folder) were then. `n` is the last record. `waits` and `since` say what the phase waits for, "" in
    a game that is over; `seats` what is known of each; `hint` what the referee can do; `owing`: a seat that owes
    something was not reminded yet. `settled`: a tick has done all that was to be done, and whatever comes next comes by
    mail, by hand or with the time. `places`: the open phase is a set-up.
    """

    game: str
    files: tuple[str, ...]
    stamp: str
    n: int
    ruleset: str
    turn: int
    phase: str
    waits: str
    since: datetime | None
    seats: dict[str, Json]
    winner: str | None
    level: str
    hint: str
    owing: bool
    settled: bool = False
    places: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where, and what they said that is not an order. `passphrase` is a hash of it.

    `done`: the player turn that it has ended with what it sent ("5.red-walk"), in a mail that came
    after its sheet `done_after`. `asked`: the phases ("5.red-combat") that wait, once they are open, for another word.
    `kept_back`: the units of a set-up ("0.red-set-up cer-1") that DROP took out: no proposal of the form places them.
    `nonce` is the seat's own text or None; `nonce_mail_id` the Message-ID of its first accepted mail; `nonce_at` when
    the later of the two came in. `last_reported` is the record number up to which the seat has had its report.
    `dkim_seen`: a mail of the seat has passed DKIM, so from now on each has to. `nonce_chain`: the dice chain (1, 2 …)
    that was in use when the nonce came in; it enters the dice of that chain only. `pgp_key` is the seat's public key,
    armoured, or None, `pgp_print` its fingerprint; `pgp_only`: only mails signed with it are taken; `pgp_at`: when the
    newest such mail that was taken was signed, kept though the key is not. `press_seen` is the number of the last press
    that it was sent; `press_digest`: it gets press with its other mails, not at once.
    `bot`: a computer player holds it; where it has no `addresses`, nobody else does.
    """

    game: str
    seat: str
    side: str
    addresses: tuple[str, ...]
    token: str
    token_serial: int = 1
    name: str = ""
    language: str = "en"
    zone: str = "UTC"
    passphrase: str | None = None
    wait: bool = False
    done: str = ""
    done_after: int = 0
    asked: tuple[str, ...] = ()
    kept_back: tuple[str, ...] = ()
    conceded: bool = False
    nonce: str | None = None
    nonce_mail_id: str | None = None
    nonce_at: datetime | None = None
    answered_welcome: datetime | None = None
    reminded_at: datetime | None = None
    last_reported: int = 0
    dkim_seen: bool = False
    nonce_chain: int = 1
    pgp_key: str | None = field(default=None, repr=False)
    pgp_print: str = ""
    pgp_only: bool = False
    pgp_at: datetime | None = None
    press_seen: int = 0
    press_digest: bool = False
    bot: bool = False

    @property
    def address(self) -> str:
        """The address that its mails go to; "" where nobody sits there."""
        return self.addresses[0] if self.addresses else ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet as it came in, kept for ever. `serial` counts a seat's sheets from 1; `identity` is its mail's.

    `source`: mail, phone or file. `sections` gives the accepted lines by phase; `problems` what the receipt told.
    """

    game: str
    seat: str
    serial: int
    turn: int
    received: datetime
    source: str
    identity: str
    sections: dict[str, Json]
    hash: str
    complete: bool
    problems: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionRow:
    """The lines of a seat that stand for one phase of one turn, from its sheet `serial`."""

    game: str
    seat: str
    turn: int
    phase: str
    serial: int
    lines: tuple[Json, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The standing orders of a seat in force."""

    game: str
    seat: str
    lines: tuple[Json, ...]
    since: datetime


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An explicit answer to a question of a suspended phase, `phase` as in "3.combat"."""

    game: str
    phase: str
    question: str
    seat: str
    answer: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LockRow:
    """The sheets of a phase as they were locked before its beacon was known. `n`: the record that they are for.

    `phase` as in "3.combat"; `sheets` and `standing` give the lines by seat, `nonces` the texts. `beacon` and
    `source` are None until the referee has given the public value.
    """

    game: str
    n: int
    phase: str
    at: datetime
    sheets: dict[str, Json]
    standing: dict[str, Json]
    nonces: dict[str, Json]
    beacon: str | None = None
    source: str | None = None
    given: datetime | None = None


@dataclass(frozen=True, slots=True)
class MailRow:
    """A mail that was taken: its identity, what came of it and why. `raw` is None where the bytes were not kept.

    `dkim` is what its signature was worth when it came ("pass example.org", fail, none, unasked), "" if none looked;
    `pgp` the same of a PGP signature, checked where the seat has a key ("good 2026-11-02 12:00:05Z", bad, old …).
    """

    identity: str
    message_id: str
    sender: str
    outcome: str
    reason: str
    at: datetime
    raw: bytes | None = field(default=None, repr=False)
    game: str | None = None
    seat: str | None = None
    dkim: str = ""
    pgp: str = ""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A mail to be sent or sent: its bytes, what it is (report, receipt …), of which record, and how it fared.

    `state`: ready, sending, sent or failed, since `changed`; `tries`: how often it was put off, until `next_try`.
    """

    message_id: str
    game: str | None
    seat: str | None
    recipient: str
    raw: bytes = field(repr=False)
    at: datetime
    what: str = ""
    record: int = 0
    state: str = "ready"
    tries: int = 0
    next_try: datetime | None = None
    changed: datetime | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SentRow:
    """The text part of a mail of ours: to know it again when it comes back quoted."""

    message_id: str
    game: str | None
    seat: str | None
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class BounceRow:
    """An address of a seat that fails: how often, the latest status ("5.1.1") and when."""

    game: str
    seat: str
    address: str
    count: int
    status: str
    last: datetime


@dataclass(frozen=True, slots=True)
class RefusalRow:
    """A mail that was refused with an answer, for the limit of answers to one sender."""

    sender: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """Something proposed to all (draw, time); `state`: open, accepted, rejected, lapsed or withdrawn; its `facts`."""

    game: str
    serial: int
    what: str
    seat: str
    at: datetime
    state: str = "open"
    facts: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A seat's vote on a proposal; the latest counts."""

    game: str
    serial: int
    seat: str
    yes: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """What the referee decided beside the records of the save: of the clock, or of who plays. No outcome depends on it.

    `what`: extended, paused, resumed; silent, with the `seat` for whose silence the game is paused; replaced, with
    the `seat` that has another player now; or one of `letters/people`, of which `facts` tell more. `n` is the last
    record then, in turn `turn`. `deadline_before` and `deadline_after` are None where there was or is none. `who` is
    the referee's name, or the seat that decided it. `serial` counts those of a game from 1. One that is not `told` yet
    the next tick tells.
    """

    game: str
    serial: int
    n: int
    turn: int
    at: datetime
    what: str
    who: str
    why: str
    deadline_before: datetime | None = None
    deadline_after: datetime | None = None
    seat: str = ""
    facts: dict[str, Json] = field(default_factory=dict)
    told: bool = True


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """That a player is away from a `first` day to a `last`, in the player's zone. `days` of them count in the bank.

    `serial` counts those of a seat from 1; `withdrawn`: it is as if it had not been announced, but for days gone by.
    """

    game: str
    seat: str
    serial: int
    first: date
    last: date
    days: int
    at: datetime
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class GuestRow:
    """Somebody who has no seat in a game: `role` invited (to a `seat`), standby or observer. `word` is their token.

    `state`: asked, open (they said yes) or ended. `seen` is the record up to which an observer was told.
    """

    game: str
    word: str
    address: str
    role: str
    state: str
    at: datetime
    seat: str = ""
    language: str = "en"
    zone: str = "UTC"
    name: str = ""
    seen: int = 0


@dataclass(frozen=True, slots=True)
class SilenceRow:
    """A deadline that passed without a mail of a seat that was asked. `n`: the record that was written without it.

    `waiting` counts its reinforcements that could have come in and wait off the map.
    """

    game: str
    seat: str
    deadline: datetime
    n: int
    turn: int
    phase: str
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class PressRow:
    """What a seat ("": the referee) wrote to others, as they may read it. `recipients` are seats; all of them: to all.

    `serial` counts those of a game from 1; `n` is the last record then, in turn `turn`; `identity` is that of its mail.
    `unsigned`: its readers are not told who wrote it.
    """

    game: str
    serial: int
    seat: str
    recipients: tuple[str, ...]
    text: str
    at: datetime
    n: int
    turn: int
    identity: str
    unsigned: bool = False


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """Something that the referee should know: a code and the values that its sentence needs."""

    serial: int
    at: datetime
    code: str
    args: dict[str, Json]
    game: str | None = None
    told: bool = False
