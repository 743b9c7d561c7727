"""Mails as witnesses: what a report, a receipt or another mail of ours says of records, dice and order sheets.

Mails are read as hostile hands may have written them: what is no proof is none, and nothing in them is believed.
"""

import json
import mailbox
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from pbem.errors import BadInput
from pbem.gamedata.games import LANGUAGES
from pbem.language.messages import translations
from pbem.mail.message.message import Message, Part, parse
from pbem.mail.message.size import LIMIT
from pbem.mail.text.flowed import unflow
from pbem.phrases import system_words
from pbem.report.letters import FINGERPRINTS, OWN_WORDS
from pbem.save.errors import SaveError
from pbem.save.layout import value_of
from pbem.save.records import Code, First, Hash, Link, Number, Roll
from pbem.save.records import Part as Strict
from pbem.save.words import hash_words
from pbem.verify.findings import Finding
from pbem.verify.save_files import BadFile

FILE = re.compile(r"dice-[0-9]+\.json")
_HASH = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_SHEET = re.compile(r"\(([a-z0-9-]+), ([0-9]{1,3}\.[a-z0-9-]+)\):? ([0-9a-f]{64})")
_SINCE = re.compile(r"\(([a-z0-9-]+), ([0-9]{1,3})\.([a-z0-9-]+)…\)")
_MOMENT = re.compile(r"\([a-z0-9-]+, [0-9]{1,3}\.[a-z0-9-]+…\) ([0-9]{1,4})-([0-9]{1,9})-([0-9]{1,4})(?![0-9])")
_STANDS = re.compile(r"\(([a-z0-9-]+), ([0-9]{1,3})\)")
_SAID = (re.escape(translations(language).gettext(OWN_WORDS)) for language in LANGUAGES)
_OWN_WORDS = re.compile(f"(?:! )?(?:{'|'.join(_SAID)})".replace(re.escape("%(n)s"), "([0-9]{1,4})"))
_DICE = {translations(language).gettext("Dice of this phase:") for language in LANGUAGES}
_ROLL = re.compile(r"  \S")
STRANGERS = "pbem"
"""Stands for the game in mails of ours to somebody who has no seat."""
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class ReportedRecord(Strict):
    """A record as a report tells of it; without a phase it has no dice."""

    n: Number
    turn: int
    kind: Code
    hash: Hash
    previous: Hash
    phase: Code = ""
    head: Hash | None = None
    link: Link | None = None
    nonces: dict[Code, str] = {}  # noqa: RUF012 - a field, copied by pydantic
    beacon: str | None = None
    rolls: tuple[Roll, ...] = ()
    next_head: Hash | None = None

    @property
    def at(self) -> str:
        """Turn and phase as the dice key names them."""
        return f"{self.turn}.{self.phase}"


class DiceSheet(Strict):
    """The attachment of a report: see dice_sheet.py."""

    proof: Literal["pbem-dice-1"]
    format: First
    game: Code
    seat: Code
    head: Hash
    test_dice: bool
    dice: dict[Code, tuple[int | str, ...]]
    records: tuple[ReportedRecord, ...]


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """When a mail was written, by counts that no clock changes: the number of the record that came next, how many mails
    the game had had before; and how often its seat had changed hands by then."""

    next_record: int
    mails: int
    handed: int


@dataclass(frozen=True, slots=True)
class Witness:
    """A mail of ours as a player has kept it: its file, date, text (on one line, and in lines) and attached proof.

    The text on one line has a receipt's fingerprints too, which older receipts told in their text.

    `answers`: it answers a mail, as receipts do, or tells what stands of a seat's orders as they do.
    """

    name: str
    game: str
    date: datetime
    text: str
    lines: tuple[str, ...]
    answers: bool
    file: str = ""
    sheet: DiceSheet | None = None

    @property
    def moment(self) -> Moment | None:
        """When it was written; None where it does not say, as mails of before 2026-11-26."""
        told = _MOMENT.findall(self.text)
        return Moment(*map(int, told[-1])) if told else None

    @property
    def own_words(self) -> tuple[int, str] | None:
        """Of a receipt: the words of its seat that enter the dice, and from which record on; the last that it tells."""
        told = [(_OWN_WORDS.fullmatch(line.strip()), words) for line, words in pairwise(self.lines)]
        return next(
            ((int(said[1] or said[2]), " ".join(words.split())) for said, words in reversed(told) if said), None
        )

    @property
    def rolls(self) -> list[list[str]]:
        """The rolls that a report lists below each of its phases, each on one line."""
        found: list[list[str]] = []
        for begin in (i for i, line in enumerate(self.lines, 1) if line in _DICE):
            rolls: list[str] = []
            for line in takewhile(bool, self.lines[begin:]):
                if _ROLL.match(line):
                    rolls.append(" ".join(line.split()))
                elif rolls:
                    rolls[-1] += f" {' '.join(line.split())}"
            found.append(rolls)
        return found

    @property
    def hashes(self) -> list[str]:
        """The hashes in the text that are told with their six words: of records and heads.

        Receipts and locks tell those of sheets and standing orders instead, which may be replaced or in no record.
        """
        if self.answers or self.sheets:
            return []
        return [each for each in dict.fromkeys(_HASH.findall(self.text)) if hash_words(each) in self.text]

    @property
    def sheets(self) -> list[tuple[str, str, str]]:
        """The order sheets that it acknowledges: seat, phase ("3.combat"), hash."""
        return _SHEET.findall(self.text)

    @property
    def receipt_of(self) -> tuple[str, int, str] | None:
        """Of a receipt: whose it is, and from which turn and phase on it tells all that stands; None for another mail.

        One of before 2026-11-23 tells all of its turn: its phase is "".
        """
        since = _SINCE.findall(self.text) if self.answers else []
        if since:
            seat, turn, phase = since[-1]
            return seat, int(turn), phase
        found = _STANDS.search(self.text) if self.answers else None
        sheet = next(iter(self.sheets), None) if self.answers else None
        if sheet is not None:
            return sheet[0], int(sheet[1].partition(".")[0]), ""
        return (found[1], int(found[2]), "") if found else None


def written(mail: Witness) -> tuple[int, int, datetime]:
    """What puts mails in the order in which they were written: counts; dates for those without, which come first."""
    if mail.moment is None:
        return 0, 0, mail.date
    return mail.moment.next_record, mail.moment.mails, _NEVER


def read_mails(path: Path) -> Iterator[tuple[str, bytes]]:
    """The mails of a file (one mail, or an mbox) or of a folder (a Maildir, or *.eml); name and bytes of each.

    BadInput where the path cannot be read.
    """
    try:
        if path.is_dir():
            for file in sorted(_files(path)):
                yield file.name, _read(file)
        elif _read(path)[:5] == b"From ":
            with closing(mailbox.mbox(path, create=False)) as box:
                for number, key in enumerate(box.keys(), 1):
                    yield f"{path.name}#{number}", box.get_bytes(key)[: LIMIT + 1]
        else:
            yield path.name, _read(path)
    except (OSError, mailbox.Error) as failed:
        raise BadInput(
            "{path} cannot be read: {why}.",
            path=path,
            why=system_words(failed) if isinstance(failed, OSError) else failed,
        ) from None


def _files(folder: Path) -> Iterator[Path]:
    yield from (file for file in folder.glob("*.eml") if file.is_file())
    for place in ("new", "cur"):
        yield from (file for file in folder.glob(f"{place}/*") if file.is_file())


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LIMIT + 1)


def read_witness(name: str, raw: bytes) -> Witness:
    """What a raw mail says. BadInput where it is no mail of a game of ours, BadFile where its proof is damaged."""
    message = parse(raw)
    game = _game(message)
    if not game:
        raise BadInput("{name} is no mail of a game: pbem's own mails name theirs in List-Id.", name=name)
    found = next((part for part in message.parts if FILE.fullmatch(part.name)), None)
    lines = _lines(message)
    prints = [part.text for part in message.parts if part.name == FINGERPRINTS]
    return Witness(
        name=name,
        game=game,
        date=_date(message),
        text=" ".join(" ".join((*lines, *prints)).split()),
        lines=lines,
        answers=bool(prints) or message.first("auto-submitted").lower().startswith("auto-replied"),
        file=found.name if found else "",
        sheet=_sheet(name, found) if found else None,
    )


def _game(message: Message) -> str:
    """The game of a mail of ours: List-Id is <game.host>, X-Loop the host."""
    listed, host = message.first("list-id").strip("<> "), message.first("x-loop").strip()
    return listed.removesuffix(f".{host}") if host and listed.endswith(f".{host}") else ""


def _date(message: Message) -> datetime:
    try:
        found = parsedate_to_datetime(message.date)
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return _NEVER


def _lines(message: Message) -> tuple[str, ...]:
    """The lines of the text part, soft breaks joined, without space at their ends."""
    part = next((p for p in message.parts if p.content_type == "text/plain" and not p.attached and not p.name), None)
    if part is None:
        return ()
    text = part.text.replace("\r\n", "\n")
    text = unflow(text, part.delsp) if part.flowed else text
    return tuple(line.rstrip() for line in text.split("\n"))


def _sheet(name: str, part: Part) -> DiceSheet:
    try:
        return DiceSheet.model_validate_json(json.dumps(value_of(part.data, part.name)))
    except (ValidationError, SaveError) as wrong:
        why = wrong.errors()[0]["msg"] if isinstance(wrong, ValidationError) else str(wrong)
        raise BadFile(Finding("mail-proof", values={"mail": name, "file": part.name, "why": why})) from None
