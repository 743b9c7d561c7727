"""No peeking: nothing that pbem says rests on a die that is not rolled yet, and the secrets of the dice are nowhere.

Two mailboxes differ in the dice root alone: their pasts are the same, as if other dice had fallen alike, their futures
are not. Whatever is asked of them, they answer the same but for heads, links and hashes, which are public.
"""

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.canonical import digest
from pbem.dice.chain import Chain
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.dice_root import rekey
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.save.layout import text
from pbem.save.records import KINDS, PhaseRecord
from pbem.save.words import hash_words
from tests.cli.making import Shell, commands
from tests.referee.making import GAME, HOUR, LENGTH, Room, copied
from tests.referee.turn.test_dice_beacon import open_

__all__ = ["open_"]

FIGHT = "MOVE beni-1 0302\nMOVE beni-2 0403\nHOLD beni-3\nPHASE moroccan-combat\nATTACK cer-1 WITH beni-1\n"
ASKED = (
    "STATUS\n",
    "MAP\n",
    "HISTORY\n",
    "HELP\n",
    "RULES 8\n",
    "RESEND\n",
    "NONCE other words\n",
    FIGHT,
    "CLEAR\n",
    FIGHT,
)
LOOKING = (
    ("check", GAME, "--seat", "moroccan", "ORDERS"),
    ("check", GAME, "--seat", "moroccan", "ORDERS", "--json"),
    ("submit", GAME, "--seat", "moroccan", "ORDERS"),
    ("preview", GAME),
    ("preview", GAME, "--lang", "es", "--json"),
    ("status",),
    ("seat", "list", GAME),
    ("status", GAME, "--json"),
    ("show", GAME),
    ("show", GAME, "--json"),
    ("report", GAME, "1", "--seat", "moroccan"),
    ("report", GAME, "1", "--seat", "spanish", "--html"),
    ("report", GAME, "--seat", "spanish", "--json"),
    ("history", GAME),
    ("history", GAME, "--json"),
    ("doctor",),
    ("doctor", "--json"),
    ("dice", "stats", GAME),
    ("stats",),
    ("stats", "--json"),
    ("case", "from", GAME, "3"),
    ("map", GAME, "-o", "OUT.svg"),
    ("map", GAME, "--turn", "1", "-o", "OUT.png"),
)
ACTING = (
    "adjudicate", "clock accept", "rollback", "tick", "watch", "dice beacon", "dice rekey", "dice restore", "extend",
    "pause", "resume", "new", "start", "seat replace", "seat bot", "seat eject", "seat invite", "seat observe",
    "abandon", "absence", "broadcast", "house", "press send", "rule",
)  # fmt: skip
"""Commands that act: dice are rolled in the open, or not at all."""
ELSEWHERE = (
    "dice backup", "backup", "export",  # they copy the secret, for its owner; of what is public see test_game_file.py
    "import",  # what another mailbox has written
    "replay", "verify",  # they judge what was rolled
    "los", "fire",  # of games that know lines of sight
    "press list",  # what players wrote
    "desk",  # a page with what those above answer
    "demo", "playtest", "games", "schema", "handbook", "case run", "case new",  # of no game's dice to come
)  # fmt: skip


def rerooted(room: Room, root: bytes) -> Room:
    """The mailbox with another root, its past as if the dice of that root had fallen alike; its history in git anew."""
    chain = Chain.from_root(root)
    room.close()
    room.home.store.keys.root_file(GAME).write_text(root.hex())
    path = room.save / "game.json"
    game = {**json.loads(path.read_text()), "head": chain.head}
    path.write_bytes(text(game, {"options": 1}))
    before = digest(game)
    for file in sorted((room.save / "turns").iterdir()):
        record = {**json.loads(file.read_text()), "previous": before, "head": chain.head}
        record["link"]["value"] = chain.link(record["link"]["number"]).hex()
        file.write_bytes(text(record, KINDS["phase"].LEVELS))
        before = digest(record)
    shutil.rmtree(room.path / ".git")
    room.close()
    room.home.git.init()
    room.home.store.games.change(GAME, recorded=None)  # other records than those which it has written
    room.tick()
    return room


def public(room: Room) -> list[str]:
    """What differs between the two in the open: heads, links and hashes, and their words; for both in one order."""
    hexes = [room.game.manifest.head, room.game.folder.game_hash()]
    for item in room.game.records:
        hexes += [item.hash, item.record.to_json()["link"]["value"]]
    return [*hexes, *(hash_words(one) for one in hexes)]


def plain(said: str, room: Room) -> str:
    """A text without what is public and differs, and without the folder's own name."""
    said = " ".join(said.split()).replace(str(room.path), "HOME").replace(str(room.path.parent), "PARENT")
    for n, one in enumerate(public(room)):
        said = said.replace(one, f"<{n}>")
    return said


def contents(mail: EmailMessage) -> list[str]:
    """All that a mail says: headers and parts, decoded."""
    parts = [p.get_payload(decode=True) for p in mail.walk() if not p.is_multipart()]
    return [*(f"{k}: {v}" for k, v in mail.items() if "boundary" not in v),
            *(part.decode("utf-8", "backslashreplace") for part in parts if isinstance(part, bytes))]  # fmt: skip


@pytest.fixture
def twins(room: Room, tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    """The skirmish before its first movement, twice, with two futures."""
    one, other = (copied(room, tmp_path / name / "home") for name in ("one", "other"))
    pair = rerooted(one, bytes(range(32))), rerooted(other, bytes(range(1, 33)))
    assert public(pair[0]) != public(pair[1])
    yield pair
    for each in pair:
        each.close()


def test_two_futures_get_the_same_answers_by_mail(twins: tuple[Room, Room]) -> None:
    said = []
    for room in twins:
        first = len(room.rows())
        for body in ASKED:
            room.says("moroccan", body)
            room.tick()
        said.append([[plain(part, room) for part in contents(mail)] for mail in room.mails()[first:]])
    assert len(said[0]) == len(ASKED) + 2, "an answer to each, the map and the report"
    assert said[0] == said[1]


def test_two_futures_look_alike_to_every_command(twins: tuple[Room, Room]) -> None:
    said = []
    for room in twins:
        room.says("moroccan", FIGHT)
        room.tick()
        known = public(room)
        room.close()
        said.append([looked(room, known, words_) for words_ in LOOKING])
    for asked, one, other in zip(LOOKING, *said, strict=True):
        assert one == other, asked
    assert {bool(one[1]) for one in said[0]} == {True}


def looked(room: Room, known: list[str], asked: tuple[str, ...]) -> tuple[int, str, bytes]:
    """What a command came to: its exit code, what it says, what it draws."""
    shell = Shell(room.path)
    orders = shell.file("orders.txt", FIGHT)
    out = room.path.parent / next((word for word in asked if word.startswith("OUT.")), "OUT.none")
    done = shell(*(orders if w == "ORDERS" else str(out) if w.startswith("OUT.") else w for w in asked))
    said = f"{done.out} {done.err}".replace(str(room.path), "HOME").replace(str(room.path.parent), "PARENT")
    said = re.sub(r"\d{4}-\d\d-\d\dT[0-9:.+]+", "WHEN", said)
    for n, one in enumerate(known):
        said = said.replace(one, f"<{n}>")
    return done.code, said, out.read_bytes() if out.exists() else b""


def test_every_command_was_thought_of() -> None:
    thought = {asked[:2] if asked[:2] in commands() else asked[:1] for asked in LOOKING}
    thought |= {tuple(one.split()) for one in (*ACTING, *ELSEWHERE)}
    groups = {words_ for words_ in commands() if words_[0] in ("mail", "setup")}  # of mails and services, not of dice
    assert set(commands()) - groups == thought


def test_the_futures_are_not_the_same(twins: tuple[Room, Room]) -> None:
    """The two tests above could fail: the very next dice differ."""
    rolls = []
    for room in twins:
        room.answer("moroccan", FIGHT)
        while not room.facts("fought"):
            room.tick(LENGTH)
        rolls.append([(fact["label"], fact["faces"]) for fact in room.facts("rolled")])
    assert rolls[0] != rolls[1]


# The bytes of everything ----------------------------------------------------------------------------------------------


def everything(room: Room) -> Iterator[tuple[str, bytes]]:
    """All bytes that lie in the mailbox folder but for the key files: files, git's objects, the parts of mails."""
    for path in sorted(room.path.rglob("*")):
        if path.is_file() and not (path.suffix == ".key" and path.parent.name == ".pbem"):
            yield str(path), path.read_bytes()
    objects = ["git", "-C", str(room.path), "cat-file", "--batch", "--batch-all-objects"]
    yield "git", subprocess.run(objects, check=True, capture_output=True).stdout
    for mail in room.mails():
        yield str(mail["Subject"]), "\n".join(contents(mail)).encode("utf-8", "surrogateescape")


def leaks(data: bytes, secrets: list[bytes]) -> list[int]:
    """Which of the secrets stand in the bytes: raw, as hex digits or in base64."""
    hexes = {found.lower() for found in re.findall(rb"(?=([0-9a-fA-F]{64}))", data)}
    near = [n for n, one in enumerate(secrets) if one.hex().encode() in hexes]
    for n, one in enumerate([*secrets[:30], secrets[-1]]):
        near += [n] if one in data or base64.b64encode(one)[:40] in data else []
    return near


def hidden(room: Room) -> list[bytes]:
    """The links that no record has revealed yet, and the roots themselves."""
    found = []
    journal = room.game.position.journal
    for number in range(1, journal.chain + 1):
        root = room.home.store.keys.read_root(GAME, number)
        assert root is not None
        chain = Chain.from_root(root)
        phases = (record for record in journal.records if isinstance(record, PhaseRecord))
        used = max((record.link.number for record in phases if record.head == chain.head), default=0)
        found += [chain.link(n) for n in range(used + 1, chain.last + 1)]
    return found


def test_root_and_links_to_come_are_nowhere(open_: Room, tmp_path: Path) -> None:
    """In no file, mail, log, row of the database or commit, of a game with a beacon, a fight and new dice."""
    room = copied(open_, tmp_path / "home")
    room.answer("moroccan", FIGHT)
    for _ in range(6):
        room.tick(HOUR)
        if awaited_lock(room.home, room.game) is not None:
            set_beacon(room.home, room.game, f"value at {room.now}", "a lottery", room.now)
    rekey(room.home, room.game, "Referee", "a test", room.now)
    room.answer("moroccan", "NONCE never seen\nSTATUS\nHISTORY\nMAP\n")
    room.answer("spanish", "LEMA nunca visto\n")
    room.tick(LENGTH)
    secrets, mails = hidden(room), list(everything(room))
    known = public_links(room)
    room.close()
    shell = Shell(room.path)
    orders = shell.file("orders.txt", FIGHT)
    for asked in LOOKING:
        done = shell(*(orders if w == "ORDERS" else str(tmp_path / w) if w.startswith("OUT.") else w for w in asked))
        mails.append((" ".join(asked), f"{done.out}\n{done.err}".encode()))
    assert len(secrets) > 8000
    assert [(name, found) for name, data in mails if (found := leaks(data, secrets))] == []
    assert any(leaks(data, known) for _, data in mails), "links that are revealed are found so"


def public_links(room: Room) -> list[bytes]:
    """The links that records have revealed."""
    values = (item.record.to_json().get("link", {}).get("value") for item in room.game.records)
    return [bytes.fromhex(value) for value in values if value]
