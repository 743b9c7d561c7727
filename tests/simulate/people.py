"""People: they read what has come to them, and write as people do, wrong, late, twice, or for somebody else."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from random import Random

from pbem.bots import chance, turns
from pbem.bots.form_filler import fill_form
from pbem.demo import HEAD_END
from pbem.game.game import Game
from pbem.language.forms import phase_head
from pbem.language.text.reader import read_text
from pbem.language.write import write_order

REFEREE = "referee@pbem.example.org"
TOKEN = re.compile(r"\+([a-z0-9-]+)\.([a-z0-9]+)@")
QUERIES = ("STATUS", "STATUS ALL", "MAP", "HISTORY", "RULES", "RESEND", "STANDING", "HELP", "RULES NX-3", "MAP 1")
MARK = re.compile(rb"kx[a-z]+[0-9]+x[0-9]+x")
"""The word that each mail of a person has in it: whoever else is shown it reads what was not written for them."""
SIMPLE = {
    "done": "DONE", "yes": "YES", "no": "NO", "resign": "RESIGN", "takeover": "TAKEOVER", "concede": "CONCEDE",
    "propose": "PROPOSE DRAW", "vote": "VOTE YES", "token": "TOKEN NEW", "confirm": "CONFIRM", "wait": "WAIT",
    "clear": "CLEAR", "back": "ABSENCE OFF",
}  # fmt: skip


@dataclass
class Letter:
    """A mail that a person has: its headers as far as an answer needs them."""

    raw: bytes
    subject: str
    message_id: str
    reply_to: str
    game: str
    token: str


@dataclass
class Person:
    """Somebody with an address, who may have a seat; knows of it only by mail."""

    name: str
    language: str
    address: str = ""
    inbox: list[Letter] = field(default_factory=list)
    written: list[bytes] = field(default_factory=list)
    count: int = 0
    said: dict[str, str] = field(default_factory=dict)
    """To whom the words of each message (its mark) went: a seat, ALL or REFEREE."""

    def __post_init__(self) -> None:
        self.address = self.address or f"{self.name}@players.example.net"

    def read(self, raw: bytes) -> None:
        """A mail has come."""
        head = message_from_bytes(HEAD_END.split(raw, maxsplit=1)[0])
        reply = str(head["Reply-To"] or REFEREE)
        found = TOKEN.search(reply)
        game, token = found.groups() if found else ("", "")
        subject = " ".join(str(make_header(decode_header(head["Subject"]))).split())
        self.inbox.append(Letter(raw, subject, str(head["Message-ID"]), reply, game, token))

    def mark(self) -> str:
        """A word of their own, another one for each mail."""
        self.count += 1
        return f"kx{self.name}x{self.count}x"


@dataclass(frozen=True)
class Desk:
    """What is on a person's desk: the letter that is answered, the game as it stands and their seat in it."""

    person: Person
    letter: Letter
    game: Game | None
    seat: str
    now: datetime


def lines_for(desk: Desk, act: str, random: Random) -> list[str]:
    """What a person writes for an act; nothing where they have nothing to say."""
    if act in SIMPLE:
        return [SIMPLE[act]]
    if act in ("orders", "void", "twice", "copy", "attached", "nonce"):
        return [f"MOTTO {random.getrandbits(40):010x}", *orders(desk, random)]
    if act == "partial":
        return [line for line in orders(desk, random) if random.random() < 0.5]
    if act == "wrong":
        return _wrong(desk, random)
    if act == "query":
        return [random.choice(QUERIES)]
    if act == "extend":
        return [f"EXTEND {random.choice(('24h', '2d', '6h', '90d', 'soon'))}"]
    if act == "absence":
        first = desk.now.date() + timedelta(days=random.randrange(4))
        return [f"ABSENCE {first} - {first + timedelta(days=random.randrange(9))}"]
    return _said(desk, act, random)


def _said(desk: Desk, act: str, random: Random) -> list[str]:
    person = desk.person
    if act == "press":
        others = [seat for seat in desk.game.manifest.seats if seat != desk.seat] if desk.game else []
        to = random.choice(["ALL", "REFEREE", *others])
        mark = person.mark()
        person.said[mark] = to
        return [f"PRESS TO {to}", f"Hello {mark}, my address is {person.address}", "END OF PRESS"]
    if act == "passphrase":
        return [f"PASSPHRASE correct horse {random.getrandbits(20)}"]
    if act == "address":
        return [f"ADDRESS {person.name}.{random.randrange(3)}@players.example.net"]
    if act == "language":
        return [f"LANGUAGE {random.choice(('es', 'en', 'fr'))}"]
    if act == "delivery":
        return [f"PRESS {random.choice(('DIGEST', 'NOW'))}"]
    if act == "ask" and desk.game is not None:
        return [f"ASK {random.choice(desk.game.rules.SEQUENCE).id}"]
    return [f"How nice, {person.mark()}. I shall write tomorrow."]


def orders(desk: Desk, random: Random) -> list[str]:
    """Orders for the present phase by chance, and mostly DONE; only DONE where the seat is not asked."""
    game, end = desk.game, ["DONE"] if random.random() < 0.85 else []
    if game is None or game.over or desk.seat not in game.rules.awaited(game.state):
        return [*_answers(game, desk.seat, random), *end]
    rules = game.rules
    view = rules.view(game.state, rules.side_of(game.state, desk.seat))
    sheet = turns.plan(rules, view, desk.seat, chance.play, random)
    lines = [write_order(line.order, game.lexicon, "en") for line in sheet.standing]
    if rules.NAME == "noughts" and random.random() < 0.4:
        lines.append(f"GUARD {random.choice(sorted(game.lexicon.spaces))}{random.choice(('', ' TIMES 2'))}")
    for section in sheet.sections:
        lines.append(phase_head(section.phase, game.lexicon, "en"))
        lines += [f"{write_order(line.order, game.lexicon, 'en')}  # {desk.person.mark()}" for line in section.lines]
    return [*lines, *end]


def _answers(game: Game | None, seat: str, random: Random) -> list[str]:
    """Answers to some of the questions that wait for the seat: its id reads as one, where the rule set asks so."""
    found = game.questions_to(seat) if game is not None else ()
    return [question.id for question in found if random.random() < 0.6]


def _wrong(desk: Desk, random: Random) -> list[str]:
    """Orders for the other side, for another phase, or of no game."""
    other = next((s for s in desk.game.manifest.seats if s != desk.seat), desk.seat) if desk.game else ""
    kinds = [
        ["MOVE nobody 9999", "CLAIM x-1 AT moon", "DESTROY EVERYTHING"],
        ["PHASE nonsense", "CLAIM x-1 AT nw"],
        ["CLAIM", "CLAIM x-1", "GUARD centre TIMES 99", "\N{ZERO WIDTH SPACE}CLAIM o-1 AT ñandú"],
    ]
    return random.choice([*kinds, orders(Desk(desk.person, desk.letter, desk.game, other, desk.now), random)])


def compose(desk: Desk, act: str, random: Random) -> bytes | None:
    """The mail of an act, above the quoted letter; None where there is nothing to say."""
    quoted = _text(desk.letter.raw)[:60] if act == "form" or random.random() < 0.3 else []
    lines = [] if act == "form" else lines_for(desk, act, random)
    if act == "form" and desk.game is not None:
        lexicon = desk.game.lexicon
        filled = fill_form(quoted, lambda t: any(each.order for each in read_text(t, lexicon).lines), "DONE", random)
        quoted = filled or quoted
    if not lines and act != "form":
        return None
    person, mail = desk.person, EmailMessage(policy=SMTP.clone(max_line_length=998))
    mark = person.mark()
    mail["From"], mail["To"] = person.address, desk.letter.reply_to
    mail["Subject"], mail["Date"] = f"Re: {desk.letter.subject}", format_datetime(desk.now)
    mail["Message-ID"] = f"<{mark}@players.example.net>"
    mail["In-Reply-To"] = mail["References"] = desk.letter.message_id
    said = [] if act == "attached" else lines
    mail.set_content("\n".join([*said, f"# {mark}", "", "On Monday the referee wrote:", *(f"> {q}" for q in quoted)]))
    if act == "attached":
        mail.add_attachment("\n".join(lines), filename="orders.txt")
        mail.add_attachment(b"\x89PNG\r\n", maintype="image", subtype="png", filename="cat.png")
    if act == "machine":
        mail["Auto-Submitted"] = "auto-replied"
    return mail.as_bytes()


def _text(raw: bytes) -> list[str]:
    parts = message_from_bytes(raw).walk()
    body = next((part.get_payload(decode=True) for part in parts if part.get_content_type() == "text/plain"), b"")
    return body.decode().splitlines() if isinstance(body, bytes) else []


def recipient(raw: bytes) -> str:
    """The address that a mail is to."""
    found = re.search(rb"^To: (?:[^\r\n<]*(?:\r\n[ \t][^\r\n<]*)*<)?([^<>\s]+@[^<>\s]+?)>?\r\n", raw, re.M)
    return found[1].decode("ascii") if found else ""


def falsified(
    person: Person, victim: Person, body: list[str], games: list[str], act: str, random: Random, now: datetime
) -> bytes:
    """A mail under the name of a victim without their token, or with the writer's own; or a stranger's."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = victim.address if act == "forged" else f"nobody{random.randrange(3)}@elsewhere.example"
    own = [letter for letter in person.inbox if letter.token]
    mail["To"] = random.choice(own).reply_to if own and act == "forged" and random.random() < 0.5 else REFEREE
    mail["Subject"], mail["Date"] = f"[{random.choice(games)}] hello", format_datetime(now)
    mail["Message-ID"] = f"<{random.getrandbits(60)}@elsewhere.example>"
    word = random.choice(("OBSERVE", "STANDBY", "HELLO", "UNSUBSCRIBE"))
    mail.set_content(
        "\n".join([*body, f"# {person.mark()}"] if act == "forged" else [f"{word} {random.choice(games)}"])
    )
    return mail.as_bytes()
