"""Killed at any step of a tick over IMAP and SMTP: no order is lost, nothing is rolled or sent twice."""

import shutil
from collections import Counter
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.referee.home.home import open_home
from pbem.referee.home.servers import ServerTransport
from pbem.referee.tick import tick
from tests.killed import Killed
from tests.referee.making import GAME, START, At, kill
from tests.servers.mailservers import Relay
from tests.servers.players import ANA, OMAR, PASSWORD, Person, asks, new_game

NOW = START
MOST_TICKS = 10


def ticked(home: Path, relay: Relay, effects: Effects) -> None:
    """A tick of a referee that has just been started, and is gone afterwards."""
    environment = {PASSWORD: relay.dovecot.users["referee"]}
    with open_home(home, NOW, "a test", effects=effects, environment=environment) as opened:
        assert isinstance(opened.transport, ServerTransport)
        assert tick(opened, NOW).faults == []


def before_the_spanish_move(home: Path, relay: Relay) -> bytes:
    """Play until a Spanish answer waits that closes the turn for both: the answer, as it came in."""
    new_game(home, relay)
    people = [Person(ANA, relay, home), Person(OMAR, relay, home)]
    for _ in range(MOST_TICKS):
        ticked(home, relay, Effects())
        news = [(person, mail) for person in people for mail in person.look() if asks(mail)]
        turns = home / "saves" / GAME / "turns"
        if turns.is_dir() and any("moroccan-combat" in file.name for file in turns.iterdir()):
            break
        for person, mail in news:
            person.answer(mail)
    relay.dovecot.clear()
    people[0].answer([mail for mail in people[0].seen if asks(mail)][-1])
    (raw,) = relay.dovecot.folder("referee")
    for person in people:
        person.seen.clear()
    return raw


def left(home: Path, relay: Relay) -> tuple[dict[str, bytes], dict[str, Counter[str]]]:
    """What a game and its mails came to: the save's files, and the Message-IDs in the players' mailboxes."""
    save = home / "saves" / GAME
    files = {str(p.relative_to(save)): p.read_bytes() for p in sorted(save.rglob("*")) if p.is_file()}
    mails = {
        user: Counter(str(message_from_bytes(raw, policy=default)["Message-ID"]) for raw in relay.dovecot.folder(user))
        for user in ("ana", "omar")
    }
    return files, mails


def test_a_kill_at_any_step_loses_and_repeats_nothing(tmp_path: Path, relay: Relay) -> None:
    start = tmp_path / "start"
    raw = before_the_spanish_move(start, relay)

    def after(name: str, effects: At) -> "tuple[dict[str, bytes], dict[str, Counter[str]]]":
        home = shutil.copytree(start, tmp_path / name, symlinks=True)
        relay.dovecot.clear()
        relay.dovecot.deliver(raw)
        if effects.n:
            with pytest.raises(Killed):
                ticked(home, relay, effects)
        ticked(home, relay, effects if not effects.n else Effects())
        ticked(home, relay, Effects())
        assert relay.dovecot.folder("referee") == []
        assert len(relay.dovecot.folder("referee", "Handled")) == 1
        return left(home, relay)

    whole = At()
    files, mails = after("whole", whole)
    assert sum(map(len, mails.values())) == 3  # a receipt and two reports
    assert all(count == 1 for box in mails.values() for count in box.values())
    names = whole.names
    steps = {n for n, name in enumerate(names, 1) if name.startswith(("imap", "smtp"))} | set(whole.of_each_kind())
    assert {name.split()[0] for name in names} >= {"imap", "smtp", "rename", "fsync", "write", "send", "run"}
    for n in sorted(steps):
        found_files, found = after(str(n), At(n=n, strike=kill))
        assert found_files == files, (n, names[n - 1])
        assert {user: set(box) for user, box in found.items()} == {user: set(box) for user, box in mails.items()}
        twice = sum(count - 1 for box in found.values() for count in box.values())
        assert twice <= names[n - 1].startswith("smtp sent") or (twice == 1 and _just_sent(names, n)), (n, names[n - 1])
        shutil.rmtree(tmp_path / str(n))


def _just_sent(names: list[str], n: int) -> bool:
    """Whether the step before a kill was a mail that the server has taken but that is not marked as sent yet."""
    return names[n - 2].startswith("smtp sent")
