"""The mail network between the referee and people: it loses, repeats, delays and reorders, refuses and goes down.

What happens to a mail follows from the mail itself and how often it was tried: it stays so where steps are left out.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random

from pbem.mail.servers.fair_order import People, nobody
from pbem.mail.servers.transport import (
    Folder,
    Incoming,
    PermanentFailure,
    ServerTrouble,
    Sleep,
    Stopped,
    TemporaryFailure,
    Ticks,
    Unreachable,
)


@dataclass(slots=True)
class Sent:
    """A mail of the referee's that the network took: `at` what true time, how often (`times`)."""

    message_id: str
    raw: bytes
    at: datetime
    times: int = 1


@dataclass(slots=True)
class Network:
    """A transport in memory (pbem.mail.servers.transport). `now` is the true time, the world moves it.

    `state`: up, down (nothing goes), no-sending, no-fetching, refuses (who we are is not let in) or forgets (what was
    put away comes again). `hurt`: mails are lost and so on also while it is up. `shows_time`: it has a clock to ask.
    """

    now: datetime
    hurt: bool = False
    shows_time: bool = False
    state: str = "up"
    waiting: dict[str, tuple[datetime, bytes]] = field(default_factory=dict)
    settled: dict[str, Folder] = field(default_factory=dict)
    sent: dict[str, Sent] = field(default_factory=dict)
    fresh: list[Sent] = field(default_factory=list)
    on_the_way: list[tuple[datetime, str, bytes]] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    tries: dict[str, int] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    clashes: list[str] = field(default_factory=list)
    """Message-IDs under which two different mails went out."""
    count: int = 0

    # The referee's side ---------------------------------------------------------------------------------------------

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails that have arrived, by time; while the line is bad it breaks off."""
        if self.state in ("down", "no-fetching"):
            raise ServerTrouble("no-network", "The line is down.")
        if self.state == "refuses":
            raise ServerTrouble("wrong-password", "The server does not let us in.")
        here = [(at, key) for key, (at, _) in self.waiting.items() if at <= self.now and key not in self.settled]
        for number, (_, key) in enumerate(sorted(here)):
            if key in without:
                continue
            if self.hurt and Random(f"{key} {self.now}").random() < 0.01 * number:
                raise ServerTrouble("lost", "The line broke.")
            raw = self.waiting[key][1]
            yield Incoming(key, len(raw), lambda raw=raw: raw)  # type: ignore[misc]

    def settle(self, incoming: Incoming, where: Folder) -> None:
        """Remember where the mail was put, unless the server forgets."""
        if self.state != "forgets":
            self.settled.setdefault(incoming.key, where)

    def flush(self) -> None:
        """Nothing was left for later."""

    def send(self, raw: bytes, message_id: str) -> None:
        """Take a mail, or fail, or take it and fail all the same."""
        if self.state in ("down", "no-sending"):
            raise Unreachable("The line is down.")
        if self.state == "refuses":
            raise Unreachable("The server does not let us in.", refused=True)
        self.tries[message_id] = self.tries.get(message_id, 0) + 1
        chance = _chance(message_id, self.tries[message_id])
        fails = chance.random() if self.hurt else 1.0
        if fails < 0.02:
            raise TemporaryFailure("451 later")
        if fails < 0.023:
            self.failed.add(message_id)
            raise PermanentFailure("550 no such mailbox")
        self._take(raw, message_id, chance)
        if fails < 0.035:
            raise TemporaryFailure("the line broke before the answer")

    def _take(self, raw: bytes, message_id: str, chance: Random) -> None:
        known = self.sent.get(message_id)
        if known is not None:
            known.times += 1
            self.clashes += [message_id] if known.raw != raw else []
            return
        mail = Sent(message_id, raw, self.now)
        self.fresh.append(mail)
        self.sent[message_id] = mail
        self._deliver("person", raw, chance)

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Wait the whole time."""
        sleep(seconds)
        return False

    def clock(self) -> datetime | None:
        """The true time, where the server shows it."""
        if self.state != "up" and self.shows_time:
            raise ServerTrouble("no-network", "The line is down.")
        return self.now if self.shows_time else None

    def rest(self) -> None:
        """Nothing to let go of."""

    def close(self) -> None:
        """Nothing to let go of."""

    # The people's side ----------------------------------------------------------------------------------------------

    def post(self, raw: bytes, *, safely: bool = False) -> None:
        """A person sends a mail to the referee: it may be lost, come twice, late, or be overtaken."""
        self.count += 1
        self._deliver("referee", raw, _chance(sha256(raw).hexdigest(), self.count if safely else 0), safely=safely)

    def _deliver(self, to: str, raw: bytes, chance: Random, *, safely: bool = False) -> None:
        fate = chance.random() if self.hurt and not safely else 1.0
        for _ in range(0 if fate < 0.02 else 2 if fate < 0.05 else 1):
            days = chance.choice((1, 4)) if fate < 0.08 else 0
            when = self.now + timedelta(days=days, minutes=chance.randrange(0 if safely else 40) if not safely else 0)
            self.on_the_way.append((when, to, raw))

    def arrivals(self) -> list[bytes]:
        """What has come for people by now; what has come for the referee lies in the mailbox."""
        here = sorted((each for each in self.on_the_way if each[0] <= self.now), key=lambda each: each[:2])
        self.on_the_way = [each for each in self.on_the_way if each[0] > self.now]
        for when, to, raw in here:
            if to == "referee":
                self.waiting[f"{len(self.waiting):06d}"] = (when, raw)
        return [raw for _, to, raw in here if to == "person"]


def _chance(*of: object) -> Random:
    return Random(" ".join(map(str, of)))
