"""One mail of every kind that pbem sends, in Spanish and in English, with names that are hard to write in a header.

They are no samples: games are played for them in real mailbox folders, and of each mail it is kept where in pbem it was
asked for.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from pbem.mail.reading.read_mail import parse_mail
from pbem.mail.servers import probe
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.clock import move_deadline, pause_game, resume_game
from pbem.referee.admin.dice_root import rekey
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rulings import amend, roll_back, start_without_nonces
from pbem.referee.admin.seating import Player
from pbem.referee.admin.wrong_clock import accept_clock
from pbem.referee.desk.export_game import hand_over, private_file
from pbem.referee.desk.import_game import open_parcel, take_over
from pbem.referee.desk.mail import answer_player, quarantine, send_again, short_id
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from pbem.referee.intake.refuse import refuse
from pbem.referee.people.bots import set_bot
from pbem.referee.people.guests import invite
from pbem.referee.people.house import change_house
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.report import story
from pbem.save.game_file import pack
from pbem.store.post import Outbox
from pbem.store.rows import MailRow, OutboxRow
from tests.drawn import first_for_all
from tests.games.napoleonic.bailen import begun
from tests.mail.signatures.signing import sign, zone
from tests.referee.making import ASSAULT, DAY, GAME, HOUR, LENGTH, Room, new_room, scenario
from tests.traceability import ROOT

HOST = "correo-de-las-partidas-por-correo.de-la-comandancia-general-de-melilla.en-el-rif-oriental.example.org"
ADDRESS = f"arbitro@{HOST}"
REFEREE = "El árbitro de Melilla, don Ñoño «el Ü» O'Higgins <x@y> (🎲)"
NAMES = {"spanish": 'Begoña "la Ñ" Ríos, de Müller; <begona@b> 🎖️', "moroccan": "Omar " + "Ben-Abd-el-Krim " * 12}
TITLE = {
    "es": "La Legión, «Annual» & las muñecas de Íñigo: " + "ñandú, pingüino; " * 8 + "<b>🎲</b>",
    "en": "The Legion",
}
REASONS = (
    "wrong-address", "no-token", "wrong-token", "several-seats", "unknown-sender", "same-message-id", "bad-signature",
    "wrong-passphrase", "too-many", "too-big", "two-senders", "no-sender", "pgp-bad",
    "pgp-old", "handed-over", "fault",
)  # fmt: skip
PLAYING = {"referee-plays": "spanish"}
"""The referee of every game plays in it."""
SOURCE = ("drand quicknet, ñ: the first round of the hour after the lock " * 5)[:300].strip()
"""What public value the dice of a game wait for, as long as it may be."""
ASKING, DOING = (
    """\
HELP
STATUS
RULES 7.5
HISTORY
MAP
RESEND
CONFIRM
""",
    """\
DROP 99
NONCE áéí 🎲
CLEAR
LANGUAGE {language}
TOKEN NEW
ADDRESS {seat}@new.example.net
PROPOSE DRAW
""",
)
"""Commands of a seat, not more than one mail may have."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail that was queued, its language, and the calls in pbem that led to it ("pbem/referee/admin/rulings.py:200").

    `kind` is what the outbox calls it; of a refusal also its reason. The innermost call comes first.
    """

    kind: str
    language: str
    raw: bytes
    callers: tuple[str, ...]

    @property
    def name(self) -> str:
        """A name for people."""
        return f"{self.kind} ({self.language}) of {self.callers[1] if len(self.callers) > 1 else self.callers[0]}"


@dataclass
class _Kept:
    """What was queued so far; `reason` is that of the refusals that come."""

    sent: list[Sent] = field(default_factory=list)
    reason: str = ""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note each mail that comes into an outbox, and who asked for it."""
        enqueue = Outbox.enqueue

        def noting(outbox: Outbox, row: OutboxRow, text: str) -> bool:
            added = enqueue(outbox, row, text)
            if added:
                language = row.raw.partition(b"Content-Language: ")[2][:2].decode()
                kind = f"{row.what} {self.reason}".strip() if row.what == "refusal" else row.what
                self.sent.append(Sent(kind, language, row.raw, tuple(_callers())))
            return added

        with patch.object(Outbox, "enqueue", noting):
            yield


def _callers() -> Iterator[str]:
    """The calls within pbem that led here: "rulings.send_map:200"."""
    frame = sys._getframe(2)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT / "pbem"):
            yield f"{path.relative_to(ROOT).as_posix()}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]


def every(folder: Path) -> tuple[Sent, ...]:
    """All of them. `folder` is empty, and is filled."""
    kept = _Kept()
    # to draw each picture would take longer than all else here, and no mail reads them
    with kept.watching(), patch.object(story, "draw_picture", first_for_all(story.draw_picture)):
        _assault(folder / "assault", kept)
        _beacon(folder / "beacon")
        _replaced(folder / "replaced")
        _people(folder / "people")
        _sight(folder / "sight")
    now = datetime(2026, 11, 2, 21, 14, 7, tzinfo=UTC)
    for kind in ("plain", "plus"):
        raw = probe._mail(ADDRESS, kind, "k7f3q2x9", now)
        kept.sent.append(Sent(f"setup {kind}", "en", raw, ("pbem/mail/servers/probe.py:0",)))
    return tuple(kept.sent)


def _room(path: Path, **fields: object) -> Room:
    """A room with a game whose names are as hard as may be."""
    options = {"reactions": "ask"}
    data = {**scenario(ASSAULT, options=options, turns=2), "title": TITLE}
    path.mkdir(parents=True)
    (path / "pbem.toml").write_text(config_text(name=REFEREE, address=ADDRESS, language="es"), "utf-8")
    room = new_room(path, data, **{"house": PLAYING, **fields})  # type: ignore[arg-type]
    for seat, name in NAMES.items():
        room.home.store.seats.change(GAME, seat, name=name)
    return room


def _come(room: Room, raw: bytes) -> MailRow:
    """A mail comes in; its row."""
    known = {row.identity for row in room.home.store.mails.where()}
    room.drop(raw)
    room.tick()
    (row,) = [row for row in room.home.store.mails.where() if row.identity not in known]
    return row


def _assault(path: Path, kept: _Kept) -> None:
    """Welcome to question and its reminder; then whatever a seat may ask for, or be refused."""
    room = _room(path).started()
    room.home.store.bounces.note(GAME, "moroccan", "omar@example.org", "5.1.1", room.now)
    room.set_up(spanish="cer-1 0101, krupp 0302, schneider 0304", moroccan="beni-1 0402, beni-2 0404")
    while "movement" not in room.game.state.phase:
        room.tick(LENGTH)
    room.answer("moroccan", "HOLD beni-1\nMOVE beni-2 0101\nMOVE nobody 9999\n¡Buena suerte, compañero! 🎲\n")
    pause_game(room.home, GAME, room.now, why="vacaciones 🎲 de Begoña")
    resume_game(room.home, GAME, room.now)
    move_deadline(room.home, GAME, HOUR, room.now, why="la huelga de trenes")
    room.tick(LENGTH - HOUR)
    room.answer("moroccan", "HOLD beni-1\nHOLD beni-2\nATTACK krupp WITH beni-1\nATTACK schneider WITH beni-2\n")
    room.tick(HOUR)
    room.tick()
    room.tick(LENGTH - HOUR)
    room.answer("moroccan", "CAPTURE NO\n")
    room.tick(HOUR)
    for seat in NAMES:
        room.answer(seat, ASKING)
        room.answer(seat, DOING.format(seat=seat, language=room.seat(seat).language))
        room.answer(next(each for each in NAMES if each != seat), "VOTE NO\n")
    room.tick(LENGTH - 3 * HOUR)
    _trust(room)
    room.home.store.seats.change(GAME, "moroccan", language="es")
    roll_back(room.home, room.game, "1.moroccan-combat", same_dice=True, who="Begoña", why="un error 🎲", now=room.now)
    room.tick()
    room.tick(LENGTH - HOUR)
    room.home.store.seats.change(GAME, "moroccan", language="en")
    roll_back(room.home, room.game, "1.moroccan-movement", same_dice=False, who="B.", why="otra vez", now=room.now)
    room.tick()
    room.answer("spanish", "CONCEDE\n")
    assert room.game.over
    _refusals(room, kept)
    room.close()


def _replaced(path: Path) -> None:
    """Each player in turn hands the place over to another."""
    room = _room(path).started()
    _replace(room)
    _handed_over(room)
    room.close()


def _handed_over(room: Room) -> None:
    """The game goes to another referee, and is played on there."""
    for seat in NAMES:
        room.answer(seat, "NONCE otra vez\n")
    room.tick()
    hand_over(room.home, GAME, room.now, to=ADDRESS, why="vacaciones 🎲 de Begoña")
    file = room.path.parent / "game.pbem"
    file.write_bytes(pack(private_file(room.home, GAME, copy=False)))
    there = Room(room.path.parent / "there", room.now + DAY)
    make_home(there.path, config_text(name=REFEREE, address=ADDRESS, language="es"), there.effects)
    take_over(there.home, open_parcel(file, None, "es"), there.now, lambda n: None)
    there.close()


def _people(path: Path) -> None:
    """What players write to each other, and what they ask of each other."""
    room = _room(path).started()
    for language in ("es", "en"):
        room.home.store.seats.change(GAME, "moroccan", language=language)
        room.answer("spanish", f"PRESS TO moroccan: ¿Tablas, <b>compañero</b>? 🎲\n{'ñ' * 300}\n")
        room.answer("spanish", "PRÓRROGA 24h\n")
        room.answer("moroccan", "NO\n")
    change_house(room.home, GAME, {"observers": "yes", "vacant": "bot"}, room.now)
    _join(room, f"OBSERVE {GAME}", f"OBSERVAR {GAME}", f"STANDBY {GAME}", f"SUPLENTE {GAME}")
    for seat in NAMES:
        row = room.seat(seat)
        eva = Player(seat, row.side, f"{seat}.3@example.org", row.language)
        invite(room.home, room.game, eva, room.now, why="la mili 🎲")
    room.home.store.games.change(GAME, house={**PLAYING, "observers": "yes", "vacant": "bot", "observer-delay": "1"})
    for seat in NAMES:
        set_bot(room.home, room.game, seat, room.now, on=True)
    for _ in range(40):
        room.tick(LENGTH)
    room.close()


def _sight(path: Path) -> None:
    """What the rules say of a line of sight, and a ruling that changes the position."""
    path.mkdir(parents=True)
    room = begun(path / "home", **PLAYING)
    for seat, language in (("spanish", "es"), ("french", "en")):
        room.home.store.seats.change(room.name, seat, language=language)
        room.answer(seat, "MAP LOS 0812 1109\n")
    unit = min(room.game.rules.scene(room.game.state, (), None).counters, key=lambda each: each.unit).unit
    event = read_amendment(room.game, [f"unit {unit} fatigue=1"]).event
    amend(room.home, room.game, event, who="Begoña", why="la sed 🎲", now=room.now)
    room.close()


def _trust(room: Room) -> None:
    """Mails that wait for their owner's yes, addresses that move, mails that the referee sets aside or sends again."""
    home = room.home
    room._home = replace(home, config=replace(home.config, dkim="check"), dns=zone("example.org", "new.example.net"))
    for seat in NAMES:
        room.home.store.seats.change(GAME, seat, dkim_seen=True)
        held = _come(room, room.mail(seat, "WAIT\n"))
        assert held.outcome == "held"
        word = str(room.mails(seat, "note")[-1]["Reply-To"])
        room.home.store.mails.put(replace(held, at=held.at - 30 * DAY))
        assert _come(room, sign(room.mail(seat, "CONFIRM\n", To=word))).outcome == "confirmed"
        address = f"{seat}@new.example.net"
        asked = [row for row in room.rows() if row.recipient == address]
        word = asked[-1].raw.partition(b"Reply-To: ")[2].partition(b"\r\n")[0].decode()
        old = room.seat(seat).addresses
        yes = room.mail(seat, "CONFIRM\n", From=address, To=word)
        assert _come(room, sign(yes, "new.example.net")).outcome == "confirmed"
        room.home.store.seats.change(GAME, seat, addresses=old, dkim_seen=False)
        row = _come(room, room.mail(seat, "PHASE combat\nWAIT\nPASSPHRASE calm sea at Alhucemas\n"))
        answer_player(room.home, short_id(row), "Sí, señor 🎲\nY otra cosa", room.now)
        quarantine(room.home, short_id(row), room.now)
        send_again(room.home, short_id(room.rows(seat, "report")[0]), room.now)


def _replace(room: Room) -> None:
    """Let others play on."""
    for seat in NAMES:
        former = room.seat(seat)
        new = Player(seat, former.side, f"{seat}.2@example.org", former.language, former.zone)
        replace_player(room.home, room.game, new, room.now, why="la mili 🎲")
    room.tick()


def _join(room: Room, *lines: str) -> None:
    """Let somebody of their own ask for each thing, and confirm it."""
    for n, line in enumerate(lines):
        asking = room.mail("spanish", f"{line}\n", From=f"{n}@guest.example.net", To=ADDRESS, Subject="hello")
        room.drop(asking)
        room.tick()
        (guest,) = room.home.store.guests.of(address=f"{n}@guest.example.net")
        yes = room.mail("spanish", "YES\n", From=guest.address, To=ADDRESS.replace("@", f"+{GAME}.{guest.word}@"))
        room.drop(yes)
        room.tick()


def _beacon(path: Path) -> None:
    """Orders locked until a public value is known, a clock that was ahead, new dice, a start without a seat's words."""
    house = {**PLAYING, "names": "at-end", "observers": "yes"}
    room = _room(path, beacon="referee", beacon_source=SOURCE, house=house)
    room.answer("spanish", "NONCE la mar en calma\n")
    start_without_nonces(room.home, room.game, ["moroccan"], "Begoña", room.now)
    room.says("spanish", "DEPLOY cer-1 0101\nDEPLOY krupp 0302\nDEPLOY schneider 0304\n")
    room.says("moroccan", "DEPLOY beni-1 0402\nDEPLOY beni-2 0404\n")
    while room.game.state.phase != "moroccan-combat":
        room.tick(LENGTH)
        if awaited_lock(room.home, room.game):
            set_beacon(room.home, room.game, f"value of {room.at}", "drand round 12345, ñ", room.now)
            room.tick()
    _join(room, f"OBSERVE {GAME}", f"OBSERVAR {GAME}")
    room.now -= 2 * DAY
    accept_clock(room.home, "Begoña", "el reloj iba adelantado 🎲", room.now)
    room.home.store.keys.root_file(GAME, 1).unlink()
    rekey(room.home, room.game, "Begoña", "el disco se perdió 🎲", room.now)
    room.tick()
    _replace(room)
    room.answer("spanish", "NONCE otra vez\nPROPOSE DRAW\n")
    room.answer("moroccan", "NONCE again\nVOTE YES\n")
    assert room.game.over
    room.close()


def _refusals(room: Room, kept: _Kept) -> None:
    """A refusal of every reason: to a seat of each language, and to a stranger."""
    now = room.now
    for n, reason in enumerate(REASONS):
        kept.reason = reason
        for seat in (*map(room.seat, NAMES), None):
            now += 31 * DAY
            subject = f'¿Por qué no? 🎲 {"ñ" * 200} "{reason}"'
            raw = room.mail("spanish", "MOVE 1 2\n", From=f"<{n}@stranger.example.net>", Subject=subject)
            mail = parse_mail(raw, own_host=HOST, sent=lambda each: None)
            refuse(room.home, mail, reason, seat, raw, now)
    kept.reason = ""
