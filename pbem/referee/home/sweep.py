"""One way through the mailbox, which may take several ticks: many mails hold up neither deadlines nor a stop."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from pbem.referee.home.home import World
from pbem.referee.home.limits import many

PORTION = 5.0  # seconds of a tick after which the mails that are left wait for the next one


@dataclass
class Pass:
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

    def enough(self) -> bool:
        """Whether this tick has taken mails for long enough."""
        return self.stopped() or self.ticks() >= self._until

    def end(self) -> None:
        """All mails were looked at: from now on any may be tried again."""
        self.seen.clear()
        self.whole = True


def people(world: World, now: datetime) -> list[tuple[str, ...]]:
    """What the mails of those show who play here, by person: addresses, and "game.token" of each of their seats.

    A seat that has sent more than anybody does shows nothing: its mails are refused. Of whoever has one, or has one in
    whose name very many were refused, only the tokens of the others count: whoever forges mails does not know them.
    """
    over = {row.name for row in world.store.games.of() if row.ended is not None}
    found: dict[str, dict[str, None]] = {}
    floods: set[str] = set()
    for seat in world.store.seats.where():
        if seat.game in over:
            continue
        person = seat.addresses[0].lower()
        words = found.setdefault(person, {})
        words.update(dict.fromkeys(address.lower() for address in seat.addresses))
        many_orders = many(world, seat, "orders", now)
        if not many_orders:
            words[f"{seat.game}.{seat.token}".lower()] = None
        if many_orders or many(world, seat, "refused", now):
            floods.add(person)
    told = ((word for word in words if person not in floods or "@" not in word) for person, words in found.items())
    return [words for words in map(tuple, told) if words]
