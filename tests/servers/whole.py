"""A whole Castillejos over the real servers of the tests, nothing going wrong: python -m tests.servers.whole [TURNS]

Without TURNS it is played to its last turn. Most of the time goes into the pictures of some ninety mails, a minute on a
machine that is alone with it: too long for the suite, which plays two turns in `test_play`.
"""

import os
import signal
import sys
import time
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.gamedata.games import compose
from tests.servers.mailservers import Dovecot, Relay
from tests.servers.players import CASTILLEJOS, Person, new_game
from tests.servers.test_play import agree, knows_the_end, play, running

PATIENCE = 3600.0


def whole(turns: int, root: Path) -> None:
    """Play so many turns and see that all agrees in the end; print what it took."""
    dovecot = Dovecot(root / "dovecot").write().start()
    relay = Relay(dovecot).start()
    home = root / "home"
    try:
        new_game(home, relay, turns, CASTILLEJOS)
        (home / "began").write_text(str(time.time()))
        people = [Person(player, relay, home, CASTILLEJOS.bot) for player in CASTILLEJOS.players]
        began, before = time.monotonic(), sum(os.times()[:4])
        with running(home, dovecot.users["referee"]) as daemon:
            play(people, began + PATIENCE, repeat(None))
            while not all(map(knows_the_end, people)):
                assert time.monotonic() < began + PATIENCE, daemon.said()
                time.sleep(0.5)
            took = time.monotonic() - began
            assert daemon.end(signal.SIGTERM) == 0, daemon.said()
        agree(people, home, relay, again=0)
    finally:
        relay.stop()
        dovecot.stop()
    mails = ", ".join(f"{person.user} wrote {person.sent} and got {len(person.seen)}" for person in people)
    print(f"{turns} turns in {took:.0f} s, {sum(os.times()[:4]) - before:.0f} s of processor time: {mails}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers are stopped on the way out
    with TemporaryDirectory(prefix="pbem-whole-") as folder:
        Path(folder).chmod(0o711)
        whole(int((*sys.argv, compose("africa1860", "castillejos")["turns"])[1]), Path(folder))
