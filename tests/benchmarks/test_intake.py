"""Waiting mails taken from a real IMAP server, against a bare batched FETCH and the standard library's parser.

Fetching and parsing 2,000 of them is limited. The whole intake of 300 is told: each is checked and recorded in a
transaction of its own, answered where it is to be, and moved; every tenth has a player's orders and gets a receipt.

Then a page of rubbish, letter for letter, against a page of orders: no mail keeps the others waiting.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from imapclient import IMAPClient
from pytest_benchmark.fixture import BenchmarkFixture

from pbem.effects import Effects
from pbem.game.game import Game
from pbem.gamedata.games import compose
from pbem.mail.message.message import parse
from pbem.mail.servers.imap import BATCH, Imap
from pbem.referee.home.home import Home, open_home
from pbem.referee.home.sweep import people
from pbem.referee.intake.inbox import receive
from pbem.referee.letters.queue import reply_address
from pbem.referee.turn.submission import read_orders
from tests.benchmarks.timing import least, ratio
from tests.mail.making import samples
from tests.referee.making import GAME, START, new_room
from tests.servers.conftest import dovecot, one_dovecot
from tests.servers.mailservers import Dovecot, Relay
from tests.servers.players import PASSWORD, new_game

__all__ = ["dovecot", "one_dovecot"]

WAITING, WHOLE, TENTH = 2_000, 300, 10
LIMIT = 1.5
SMALL = "move attack with and to via at then retreat support the a por con y , . ("
LINES, WORDS, RUBBISH = 20, 300, 4.0
"""How long a page of rubbish is, and what a letter of it may cost, of what one of an order costs."""


@pytest.fixture(scope="module")
def full(one_dovecot: Dovecot) -> Iterator[Dovecot]:
    """A mailbox in which mails wait: the corpus of real replies over and over, none like the other."""
    raws = [sample.raw for sample in samples()]
    one_dovecot.clear()
    one_dovecot.deliver_all([b"X-Number: %d\r\n" % n + raws[n % len(raws)] for n in range(WAITING)])
    yield one_dovecot
    one_dovecot.clear()


def orders(room: Home, n: int) -> bytes:
    """A mail with which a player deploys a counter."""
    seat = room.seats(GAME)[n % 2]
    unit = ("cer-1", "beni-1")[seat.side == "moroccan"]
    column = {"spanish": 2, "moroccan": 5}[seat.side]
    head = f"From: {seat.addresses[0]}\r\nTo: {reply_address(room, seat)}\r\nMessage-ID: <{n}@player.example>\r\n"
    return f"{head}Subject: Re: turn 1\r\n\r\nDEPLOY {unit} {column:02}{1 + n % 5:02}\r\n".encode()


@pytest.fixture
def mixed(one_dovecot: Dovecot, tmp_path: Path) -> Iterator[tuple[Dovecot, Path]]:
    """A mailbox with the corpus and orders of two players in it, and the folder of the game that these are for."""
    home = tmp_path / "home"
    new_game(home, Relay(one_dovecot, port=1))  # nothing is sent
    raws = [sample.raw for sample in samples()]
    one_dovecot.clear()
    with open_home(home, START, "a benchmark", locking=False) as opened:
        numbered = (b"X-Number: %d\r\n" % n + raws[n % len(raws)] for n in range(WHOLE))
        mails = [orders(opened, n) if n % TENTH < 1 else raw for n, raw in enumerate(numbered)]
    one_dovecot.deliver_all(mails)
    yield one_dovecot, home
    one_dovecot.clear()


def whole(server: Dovecot, home: Path) -> dict[str, int]:
    """Take all mails as a tick does; how many of each outcome."""
    with open_home(home, START, "a benchmark", environment={PASSWORD: server.users["referee"]}) as opened:
        waiting = opened.transport.fetch(lambda: people(opened, START))
        return dict(Counter(receive(opened, incoming, START) for incoming in waiting))


def ours(server: Dovecot) -> int:
    """Fetch and parse with the transport and the parser of pbem."""
    transport = Imap(server.account(security="starttls"), Effects())
    count = sum(bool(parse(incoming.read()).headers) for incoming in transport.fetch())
    transport.close()
    return count


def bare(server: Dovecot) -> int:
    """Fetch and parse with imapclient and the standard library alone, as many mails a command."""
    account, count = server.account(security="starttls"), 0
    with IMAPClient("localhost", account.port, ssl=False, timeout=30) as client:
        client.starttls(account.context())
        client.login(account.user, account.secret())
        client.select_folder("INBOX", readonly=True)
        uids = client.search("ALL")
        for start in range(0, len(uids), BATCH):
            for data in client.fetch(uids[start : start + BATCH], ["BODY.PEEK[]"]).values():
                message = message_from_bytes(data[b"BODY[]"], policy=default)
                count += sum(bool(part.get_payload(decode=True)) for part in message.walk()) > 0 or bool(message)
    return count


def test_two_thousand_waiting_mails(full: Dovecot, benchmark: BenchmarkFixture) -> None:
    assert ours(full) == bare(full) == WAITING
    assert ratio(lambda: ours(full), lambda: bare(full), limit=LIMIT, rounds=2) <= LIMIT
    benchmark.pedantic(ours, args=(full,), rounds=1)


def test_the_whole_intake_is_told(mixed: tuple[Dovecot, Path], benchmark: BenchmarkFixture) -> None:
    server, home = mixed
    (floor,) = least(lambda: bare(server), rounds=2)
    wall, processor = time.perf_counter(), time.process_time()
    found = benchmark.pedantic(whole, args=(server, home), rounds=1)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    assert (sum(found.values()), bare(server)) == (WHOLE, 0)
    assert found["orders"] >= WHOLE / TENTH
    with open_home(home, START, "a benchmark", locking=False) as opened:
        receipts = opened.store.outbox.count("what = 'receipt'")
        assert receipts == WHOLE / TENTH
    told = {"ratio": round(processor / floor, 1), "mails a second": round(WHOLE / wall, 1), "receipts": receipts}
    benchmark.extra_info.update({**told, "outcomes": found})
    print(f"\nwhole intake of {WHOLE} mails: {told}, {found}")


@dataclass
class Page:
    """A page that the Spanish player of La Legión sends, as it is read: how many lines are told of, or nothing of."""

    game: Game
    text: str

    def __call__(self) -> int:
        reading = read_orders(self.game, "spanish", self.text)
        return len(reading.lines) + len(reading.ignored)


def rubbish(game: Game) -> str:
    """Long lines of names, numbers, verbs and small words, as chance has them."""
    chance, state = random.Random(1921), game.state
    words = [*sorted(state.units)[:60], *sorted(state.scenario.board.ids)[:60], *SMALL.split() * 8]
    return "".join(" ".join(chance.choices(words, k=WORDS)) + "\n" for _ in range(LINES))


def test_a_page_of_rubbish_beside_one_of_orders(tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    game = new_room(tmp_path / "home", compose("legion", "melilla-1921")).game
    own = [unit for unit, counter in sorted(game.state.scenario.counters.items()) if counter.side == "spanish"]
    page = Page(game, rubbish(game))
    floor = Page(game, "".join(f"DEPLOY {unit} AT 3{n % 10:03}\n" for n, unit in enumerate(own)))
    assert (page(), floor()) == (LINES, len(own))
    found = ratio(page, floor, mine=len(page.text), other=len(floor.text), limit=RUBBISH, rounds=3)
    benchmark.extra_info["cost of a letter, of one of an order"] = round(found, 2)
    benchmark.pedantic(page, rounds=1)
    assert found <= RUBBISH
