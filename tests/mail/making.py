"""Mails for the tests of the mail room: the corpora on disk, and small ones made to order."""

import csv
import re
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.message.message import parse
from pbem.mail.text.plain import squeeze
from tests.killed import Killed

HOST = "pbem.example.org"
REPORT = "<3f9ac1d07be2@pbem.example.org>"
_CORPORA = (Path(__file__).parent / "corpus", Path(__file__).parent / "more")
_BLIND = Path(__file__).parent / "blind"
_VERBS = (
    r"move|mover|attack|atacar|hold|esperar|mantener|game|clear|march|desplazar|reforzar|reinforce|deploy|volar|wait"
)
_VERB = re.compile(rf"({_VERBS}|phase)\b", re.I)
_ALONE = ("CLEAR", "WAIT", "ESPERAR")


@dataclass(frozen=True)
class Sample:
    """A mail of a corpus, what it is (person, machine, bounce), why, the order lines meant, and what it answers."""

    name: str
    raw: bytes
    outcome: str
    reason: str
    lines: tuple[str, ...]
    sent: str | None
    answers: tuple[str, ...] = (REPORT,)

    def was_sent(self, message_id: str) -> str | None:
        """The text of the mail that the sample answers."""
        return self.sent if message_id in self.answers else None


def samples() -> list[Sample]:
    """All mails of both corpora, by name."""
    return [_sample(folder, row) for folder in _CORPORA for row in _rows(folder)]


def blind() -> list[Sample]:
    """Mails and the lines meant, written before their writer had read any of the mail room: they stay as they are.

    They answer reports of the demo game. How many were read right at first stands in docs/building.md.
    """
    return [_sample(_BLIND, row) for row in _rows(_BLIND)]


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "index.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _sample(folder: Path, row: dict[str, str]) -> Sample:
    name = row["name"]
    sent = folder / f"{row.get('answers') or name}.sent"
    raw = (folder / f"{name}.eml").read_bytes()
    lines = (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return Sample(
        name,
        raw,
        {"orders": "person"}.get(row["outcome"], row["outcome"]),
        row.get("reason") or "",
        tuple(bare(line) for line in lines if bare(line)),
        sent.read_text(encoding="utf-8") if sent.exists() else None,
        parse(raw).in_reply_to,
    )


def bare(line: str) -> str:
    """A line as the samples are compared: plain, single spaces, without its comment."""
    return squeeze(line.partition("#")[0])


def is_order(line: str) -> bool:
    """Whether a line looks like an order of the samples: one of their verbs, and a number, unit or nothing after it."""
    return bool(_VERB.match(line)) and (bool(re.search(r"\d|^phase", line, re.I)) or line.upper() in _ALONE)


def raw_mail(body: str = "MOVE beni-3 0812\n", sender: str = "Ana <ana@example.org>", **headers: str) -> bytes:
    """A plain mail of a person; `headers` with `_` for `-` are added or, with None, taken away."""
    values: dict[str, str] = {
        "Return-Path": "<ana@example.org>",
        "From": sender,
        "To": "referee+melilla.k7f3q9xw@example.org",
        "Subject": "Re: [melilla.k7f3q9xw] Turn 3",
        "Date": "Tue, 3 Nov 2026 08:02:11 +0100",
        "Message-ID": "<one@example.org>",
        "In-Reply-To": REPORT,
    }
    values.update({name.replace("_", "-"): value for name, value in headers.items()})
    head = "".join(f"{name}: {value}\r\n" for name, value in values.items())
    text = body.replace("\n", "\r\n")
    return f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()


def with_files(*files: tuple[str, str, bytes], body: str = "see the file\n") -> bytes:
    """A mail with attachments: name, media type, bytes."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "ana@example.org", "referee@example.org", "<files@example.org>"
    mail.set_content(body)
    for name, kind, data in files:
        main, _, sub = kind.partition("/")
        mail.add_attachment(data, main, sub, filename=name)
    return mail.as_bytes()


class Counting(Effects):
    """Real effects that are counted; the one numbered `dies` (from 1) kills instead of being done."""

    def __init__(self, dies: int = 0) -> None:
        self.dies = dies
        self.count = 0

    def step(self, what: str) -> None:
        """Count, or die."""
        self.count += 1
        if self.count == self.dies:
            raise Killed(what)
