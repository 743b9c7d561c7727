"""Who wrote a mail: the seat that its token names and its address belongs to, or why nobody (mail.md, step 5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pbem.mail.message.claims import equal_tokens
from pbem.mail.message.machine import has_our_shape
from pbem.mail.message.message import header_of
from pbem.mail.reading.read_mail import ParsedMail
from pbem.referee.home.home import Home
from pbem.store.rows import SeatRow

Doubt = Literal[
    "wrong-address",
    "no-token",
    "wrong-token",
    "unknown-sender",
    "several-seats",
    "bad-signature",
    "unsigned",
    "wrong-passphrase",
    "pgp-bad",
    "pgp-old",
    "pgp-wanted",
]
"""Why a mail is not a seat's; those from `bad-signature` on are found in `trust`."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The seat that a mail is taken for; or the doubt, with the seat that may be told of it."""

    seat: SeatRow | None
    doubt: Doubt | None = None


def find_sender(home: Home, mail: ParsedMail) -> Sender:
    """The seat of a mail. A token alone, or an address alone, is not enough unless the settings allow the address.

    A game that was not made to its end (a full disk) has no save: nobody was told of it, and nobody is.
    """
    made = set(home.games())
    every = [seat for seat in home.store.seats.where() if seat.game in made]
    named = _named(home, mail, every)
    own = [seat for seat in every if mail.sender in _plain(seat.addresses)]
    for seat in named:
        if mail.sender in _plain(seat.addresses):
            return Sender(seat)
    if named:
        return Sender(named[0], "wrong-address")
    shown = any(claim.where != "thread" for claim in mail.claims)
    if not own:
        return Sender(None, "wrong-token" if shown else "unknown-sender")
    if len(own) > 1:
        return Sender(own[0], "several-seats")
    if shown:
        return Sender(own[0], "wrong-token")
    return Sender(own[0]) if home.config.address_alone else Sender(own[0], "no-token")


def answers_unknown(home: Home, mail: ParsedMail) -> bool:
    """Whether a mail answers one that only we can have sent, and that this folder knows nothing of.

    Then a second copy of the folder is at work on another machine, or it was put back from a backup.
    """
    threads = [claim.token for claim in mail.claims if claim.where == "thread"]
    ours = (token for token in threads if has_our_shape(token, home.config.host))
    return any(home.store.outbox.get(token.lower()) is None for token in ours)


def _named(home: Home, mail: ParsedMail, seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats whose token the mail shows: in an address, in the subject, or by answering a mail that we sent it.

    A mail of ours from before the seat's token was renewed shows nothing: whoever knows the old token may have it.
    """
    found: list[SeatRow] = []
    for claim in mail.claims:
        if claim.where == "thread":
            row = home.store.outbox.get(claim.token)
            if row is not None:
                found += [s for s in seats if (s.game, s.seat) == (row.game, row.seat) and _has(row.raw, s.token)]
        else:
            found += [s for s in seats if equal_tokens(claim.token, s.token) and claim.game == s.game.casefold()]
    return list(dict.fromkeys(found))


def _has(raw: bytes, token: str) -> bool:
    """Whether a mail of ours asks for answers to the address with this token."""
    return f".{token}@".encode() in header_of(raw)


def _plain(addresses: Iterable[str]) -> set[str]:
    return {address.lower() for address in addresses}  # ASCII; what only folds to the same letters is another address
