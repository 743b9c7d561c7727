"""The seats' own texts in the dice: which is in force, who still owes one to the present chain.

A head is used only with texts that were sent after it was out (dice.md, 3): a text that came in under an earlier chain
has no force under the next, and the same words cannot be sent twice.
"""

from datetime import datetime

from pbem.dice.chain import first_nonce
from pbem.game.game import Game
from pbem.referee.home.home import Home
from pbem.save.records import PhaseRecord, RekeyRecord, RulingRecord
from pbem.store.rows import SeatRow

WITHOUT_NONCE = "started-without-nonce"


def nonces(home: Home, game: str) -> dict[str, str]:
    """Each seat's text in force for the dice to come; a seat that owes one has none."""
    chain = home.open_game(game).position.journal.chain
    found = {}
    for seat in home.seats(game):
        if seat.nonce_chain != chain:
            continue
        if seat.nonce is not None:
            found[seat.seat] = seat.nonce
        elif seat.nonce_mail_id is not None:
            found[seat.seat] = first_nonce(seat.nonce_mail_id)
    return found


def seats_without_nonce(home: Home, game: Game) -> tuple[str, ...]:
    """The seats that owe a text to the present chain and that no ruling lets the game go on without."""
    known = nonces(home, game.name).keys() | excused_seats(game)
    return tuple(seat.seat for seat in home.seats(game.name) if seat.seat not in known)


def excused_seats(game: Game) -> set[str]:
    """The seats that a ruling lets the game go on without, since the present head was published."""
    since = head_record_number(game)
    rulings = (item.record for item in game.records if isinstance(item.record, RulingRecord))
    return {
        seat
        for ruling in rulings
        if ruling.ruling == WITHOUT_NONCE and ruling.n > since
        for seat in ruling.seats
    }  # fmt: skip


def head_record_number(game: Game) -> int:
    """The number of the record that published the head in use; 0 for the first, which stands in game.json."""
    return max((item.record.n for item in game.records if _head(item.record) is not None), default=0)


def heads(game: Game) -> tuple[str, ...]:
    """The heads of the game's chains, from the first to the one in use."""
    found = (_head(item.record) for item in game.records)
    return (game.manifest.head, *(head for head in found if head is not None))


def _head(record: object) -> str | None:
    """The head that a record publishes."""
    if isinstance(record, RekeyRecord):
        return record.head
    return record.next_head if isinstance(record, PhaseRecord) else None


def was_used(game: Game, seat: str, text: str) -> bool:
    """Whether a text of a seat is in dice of an earlier chain: whoever made the new head may have known it."""
    head = game.position.journal.head
    records = (item.record for item in game.records)
    return any(isinstance(r, PhaseRecord) and r.head != head and r.nonces.get(seat) == text for r in records)


def set_nonce(home: Home, game: Game, seat: SeatRow, text: str, now: datetime) -> SeatRow:
    """The seat after it gave its own text, which enters the dice from the next phase that is run."""
    chain = game.position.journal.chain
    return home.store.seats.change(game.name, seat.seat, nonce=text, nonce_at=now, nonce_chain=chain)


def set_nonce_from_mail(home: Home, game: Game, seat: SeatRow, message_id: str, now: datetime) -> SeatRow:
    """The seat after an answer to the mail with the present head: it serves as its text until it gives its own."""
    chain = game.position.journal.chain
    return home.store.seats.change(
        game.name, seat.seat, nonce=None, nonce_mail_id=message_id, nonce_at=now, nonce_chain=chain
    )
