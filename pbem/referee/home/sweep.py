"""One way through the mailbox, which may take several ticks: many mails hold up neither deadlines nor a stop.

And what a tick did.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pbem.referee.home.home import Home
from pbem.referee.home.limits import is_over_limit

PORTION = 5.0  # seconds of a tick after which the mails that are left wait for the next one
FEWEST = 8  # mails that a tick takes all the same: before the first a game may have to be read, which takes seconds


@dataclass
class TickResult:
    """What a tick did: mails by outcome, phases closed ("GAME 3.combat") or locked until
    their beacon is known, reports, mails sent and not; whether `more` mails wait for the next tick, at once.

    `notices` are sentences for the referee: what came up that he should know, though nothing waits for it.
    `line` says of the mail servers: "" well, "down" one cannot be used now, "refused" one does not let us in: whoever
    asks it again soon may be locked out. `kept` mails wait because so many may leave in a minute or a day, as pbem.toml
    says in `limit` ("per-minute", "per-day"); that is no news, however long it lasts.
    """

    mails: dict[str, int] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)
    reports: int = 0
    reminders: int = 0
    sent: int = 0
    later: int = 0
    failed: int = 0
    faults: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    line: Literal["", "down", "refused"] = ""
    more: bool = False
    kept: int = field(default=0, compare=False)
    limit: str = field(default="", compare=False)

    @property
    def happened(self) -> bool:
        """Whether it did anything."""
        return self != TickResult()

    def add(self, then: "TickResult") -> None:
        """Count what another tick did, which came after this one."""
        for outcome, count in then.mails.items():
            self.mails[outcome] = self.mails.get(outcome, 0) + count
        for name in ("closed", "locked", "reports", "reminders", "sent", "later", "failed", "faults", "notices"):
            setattr(self, name, getattr(self, name) + getattr(then, name))
        self.line, self.more = then.line or self.line, then.more
        self.kept, self.limit = then.kept, then.limit

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return dict(vars(self))


@dataclass
class Sweep:
    """What was looked at so far, kept from tick to tick by whoever calls them.

    `ticks` is a clock in seconds, `stopped` tells whether to stop; without them all is done in one tick. `seen` are
    the keys of mails that were tried: none is tried twice in one pass. `whole`: what could not be taken so far keeps
    no phase from closing, but those of the games in `held`: why a mail to each of them waits.
    """

    ticks: Callable[[], float] = lambda: 0.0
    stopped: Callable[[], bool] = lambda: False
    seen: set[str] = field(default_factory=set)
    whole: bool = True
    held: dict[str, Exception] = field(default_factory=dict)
    _until: float = PORTION

    def begin(self) -> None:
        """A tick begins."""
        if not self.seen:
            self.held.clear()
        self._until = self.ticks() + PORTION

    def is_time_up(self, taken: int) -> bool:
        """Whether this tick, which has taken so many mails, has taken them for long enough."""
        return self.stopped() or (self.ticks() >= self._until and taken >= FEWEST)

    def end(self) -> None:
        """All mails were looked at: from now on any may be tried again."""
        self.seen.clear()
        self.whole = True


def people(home: Home, now: datetime) -> list[tuple[str, ...]]:
    """What the mails of those show who play here, by person: addresses, and "game.token" of each of their seats.

    A seat that has sent more than anybody does shows nothing: its mails are refused. Of whoever has one, or has one in
    whose name very many were refused, only the tokens of the others count: whoever forges mails does not know them.
    """
    over = {row.name for row in home.store.games.of() if row.ended is not None}
    found: dict[str, dict[str, None]] = {}
    floods: set[str] = set()
    for seat in home.store.seats.where():
        if seat.game in over or not seat.addresses:
            continue
        person = seat.addresses[0].lower()
        words = found.setdefault(person, {})
        words.update(dict.fromkeys(address.lower() for address in seat.addresses))
        many_orders = is_over_limit(home, seat, "orders", now)
        if not many_orders:
            words[f"{seat.game}.{seat.token}".lower()] = None
        if many_orders or is_over_limit(home, seat, "refused", now):
            floods.add(person)
    told = ((word for word in words if person not in floods or "@" not in word) for person, words in found.items())
    return [words for words in map(tuple, told) if words]
