"""The line is down while a deadline passes: the game waits, and orders that lay unread on the server count."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from pbem.mail.servers.fair_order import People, nobody
from pbem.mail.servers.transport import Incoming, ServerTrouble, Unreachable
from pbem.referee.tick import tick
from tests.mail.memory import Memory
from tests.referee.making import GAME, HOUR, Room


@dataclass(slots=True)
class Line(Memory):
    """A mailbox on a server that may be out of reach."""

    down: str = ""

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails that wait, where the line stands; it may break after the first."""
        if self.down == "at once":
            raise ServerTrouble("no-network", "There is no way to mail.example.org:993.")
        for count, incoming in enumerate(Memory.fetch(self, people, without)):
            if count and self.down:
                raise ServerTrouble("lost", "mail.example.org:993: the connection was lost.")
            yield incoming

    def send(self, raw: bytes, message_id: str) -> None:
        """Hand a mail on."""
        if self.down:
            raise Unreachable("There is no way to mail.example.org:587.")
        Memory.send(self, raw, message_id)


def test_no_phase_closes_over_orders_that_cannot_be_read(room: Room) -> None:
    deadline, at = room.home.game_row(GAME).deadline, room.at
    assert deadline is not None
    line = Line(
        waiting={"1": room.mail("moroccan", "HELP\n"), "2": room.mail("moroccan", "NOWAIT\nMOVE beni-1 0402\n")}
    )
    home = replace(room.home, connect=lambda: line)
    for hours, line.down, taken in ((1, "at once", {}), (2, "after the first", {"orders": 1}), (9, "at once", {})):
        result = tick(home, deadline + hours * HOUR)
        assert (result.mails, result.closed, result.line, room.at) == (taken, [], "down", at)
        assert result.faults[0].startswith("the mailbox cannot be read: ")
        assert result.faults[0].endswith("Until then mails wait there and no phase closes.")
    line.down = ""
    result = tick(home, deadline + 10 * HOUR)
    assert (result.mails, result.line, result.faults) == ({"orders": 1}, "", [])
    assert result.closed[0] == f"{GAME} {at}"
    assert room.game.state.units["beni-1"].at == "0402", "they count, though they were read after the deadline"
    assert result.sent > 0
    assert result.later == 0
