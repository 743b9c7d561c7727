"""Two games of the same players in one mailbox: each mail goes to its game, and mail programs keep them apart."""

import re
from email.message import EmailMessage
from pathlib import Path

from pbem.referee.home.home import open_home
from tests.referee.making import GAME, START
from tests.servers.mailservers import Relay
from tests.servers.players import ANA, OMAR, Person, another_game, asks, new_game, ticked

OTHER = "annual"


def of_game(mails: list[EmailMessage], name: str) -> list[EmailMessage]:
    """The mails that a mail program puts with a game."""
    return [mail for mail in mails if str(mail["List-Id"]) == f"<{name}.example.org>"]


def test_mails_of_two_games_in_one_tick_go_each_to_its_own(tmp_path: Path, relay: Relay) -> None:
    home = tmp_path / "home"
    new_game(home, relay)
    another_game(home, relay, OTHER)
    assert ticked(home, relay, START).sent == 4
    people = [Person(ANA, relay, home), Person(OMAR, relay, home)]
    written: dict[str, set[str]] = {GAME: set(), OTHER: set()}
    for lines in (["NONCE my throws"], None):
        for person in people:
            person.look()
            for name, at in ((GAME, 1), (OTHER, 2)):
                mail = [mail for mail in of_game(person.seen, name) if asks(mail)][-1]
                west = person.player == ANA
                places = [f"DEPLOY {'cer' if west else 'beni'}-1 0{at if west else at + 3}03"]
                written[name].add(person.reply(mail, lines or places))
        result = ticked(home, relay, START)
        assert (result.mails, result.faults) == ({"orders": 4}, [])
    with open_home(home, START, "a test", environment={}) as opened:
        for name, hexes in ((GAME, {"0103", "0403"}), (OTHER, {"0203", "0503"})):
            kept = [row for seat in opened.seats(name) for row in opened.store.sections.of(game=name, seat=seat.seat)]
            assert {line["text"].split()[-1] for row in kept for line in row.lines} == hexes
            assert {row.message_id for row in opened.store.mails.of(game=name)} == written[name]
    for person in people:
        person.look()
        assert len(person.seen) == sum(len(of_game(person.seen, name)) for name in written)
        for name, answers in written.items():
            own = of_game(person.seen, name)
            ids = {str(mail["Message-ID"]) for mail in own} | answers
            threads = [re.findall(r"<[^<>]+>", str(mail["References"] or "")) for mail in own]
            assert {each for thread in threads for each in thread} <= ids
            assert [len(thread) > 0 for thread in threads[1:]] == [True] * (len(own) - 1)
            assert all(name in str(mail["Subject"]) for mail in own)
