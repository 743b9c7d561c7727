"""A player's PGP key: how it comes, what a signature by it opens, and what a thief of signed mails can do with them."""

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from pbem.errors import BadInput
from pbem.referee.desk.mail import describe_mail, list_mails, retry, short_id
from pbem.referee.intake.credentials import forget_credentials
from pbem.referee.intake.pgp_key import KeyOffer, change_key, check_signature, set_key
from pbem.referee.tick import tick
from pbem.setup.doctor import check_signatures
from tests.mail.signatures.pgp_making import (
    EVE,
    SIGNED,
    YEAR,
    Maker,
    body_of,
    clear_mail,
    enclosed,
    mixed,
    omar,
    signed_mail,
    text_part,
    under,
)
from tests.mail.signatures.signing import sign
from tests.referee.intake.test_trust import MINUTE, MOVES, come, lines_of, newest, stored, with_trust, word_of
from tests.referee.making import GAME, HOUR, Room, flat

SECOND = timedelta(seconds=1)
CAFE = {"From": "cafe@example.net"}
EVIL = {"From": "eva@evil.example"}
Make = Callable[..., bytes]


def opened(room: Room) -> Room:
    """The room, its phase opened in 2025, when the signatures of the tests are made."""
    room.home.store.games.change(GAME, created=SIGNED - HOUR, opened_at=SIGNED)
    return room


def keyed(room: Room, key: Maker | None = None, *, only: bool = False) -> Room:
    """The same with the Moroccan's key."""
    set_key(opened(room).home, room.seat("moroccan"), (key or omar()).public(), only, SIGNED)
    return room


def bringing(room: Room, text: str, key: Maker | None, signer: Maker | None, at: datetime = SIGNED) -> bytes:
    """A mail of the Moroccan with a key attached, as Thunderbird does it, signed by one or not."""
    raw = room.mail("moroccan", text)
    file = b'Content-Type: application/pgp-keys; name="OpenPGP_0x1.asc"\r\n\r\n' + (key.public() if key else b"")
    part = mixed(body_of(raw), file) if key else body_of(raw)
    return under(raw, enclosed(part, signer, at) if signer else part)


def said(room: Room, raw: bytes) -> str:
    """The receipt of a raw mail of the Moroccan that is taken, on one line."""
    assert come(room, raw) == "orders"
    return flat(room.text("moroccan", "receipt"))


# What a signature opens


@pytest.mark.parametrize("make", [signed_mail, clear_mail])
def test_a_signature_opens_the_seat_from_any_address_and_answers_go_to_its_own(room: Room, make: Make) -> None:
    assert come(room, make(keyed(room).mail("moroccan", MOVES, **CAFE), omar())) == "orders"
    assert lines_of(room) == ["MOVE beni-1 0402"]
    assert room.rows()[-1].recipient == "omar@example.org"
    assert room.seat("moroccan").pgp_at == SIGNED
    assert describe_mail(newest(room))["signed"] == "PGP good 2025-06-01 12:00:00Z"
    assert [mail.signed for mail in list_mails(room.home) if mail.signed] == ["PGP good 2025-06-01 12:00:00Z"]


def test_what_a_signature_does_not_open(room: Room) -> None:
    """Another key, no token, a seat without key: as if there were none."""
    keyed(room)
    assert come(room, signed_mail(room.mail("moroccan", MOVES, **EVIL), EVE)) == "refused"
    assert (newest(room).reason, newest(room).pgp) == ("wrong-address", "other")
    bare = {"To": "referee@pbem.example.org", "Subject": "moves", **CAFE}
    assert come(room, signed_mail(room.mail("moroccan", MOVES, **bare), omar())) == "refused"
    assert (newest(room).reason, newest(room).pgp) == ("unknown-sender", "")
    assert come(room, signed_mail(room.mail("spanish", MOVES, **CAFE), omar())) == "refused"
    assert (newest(room).reason, newest(room).pgp) == ("wrong-address", "")
    assert lines_of(room) == []
    assert come(room, signed_mail(room.mail("moroccan", MOVES), EVE)) == "orders", "from his own address"
    assert come(room, signed_mail(room.mail("spanish", "NOWAIT\n"), EVE)) == "orders"


def test_a_bad_signature_is_refused_and_the_owner_is_told(room: Room) -> None:
    keyed(room)
    for sender in ({}, CAFE):
        raw = signed_mail(room.mail("moroccan", MOVES, **sender), omar()).replace(b"0402", b"0403")
        assert come(room, raw) == "refused"
        assert (newest(room).reason, newest(room).pgp) == ("pgp-bad", "bad 2025-06-01 12:00:00Z")
    assert lines_of(room) == []
    assert room.rows()[-1].recipient == "omar@example.org"
    assert "is not good" in flat(room.text("moroccan", "refusal"))
    assert retry(room.home, short_id(newest(room)), room.now) == "refused", "only by the referee's word for a seat"


def test_only_what_is_signed_is_read(room: Room) -> None:
    """Orders, commands and attachments that somebody put around an honest signed part do nothing."""
    keyed(room)
    raw = room.mail("moroccan", MOVES, **EVIL)
    outside = text_part("MOVE beni-2 0403\nTOKEN NEW\nPASSPHRASE sea of Alhucemas\nADDRESS eva@evil.example\nPGP OFF\n")
    file = b'Content-Disposition: attachment; filename="orders.txt"\r\n' + text_part("MOVE beni-3 0404\n")
    before = room.seat("moroccan")
    text = said(room, under(raw, mixed(outside, enclosed(body_of(raw), omar()), outside, file)))
    assert lines_of(room) == ["MOVE beni-1 0402"]
    assert "Only the signed part of your email was read" in text
    assert "0403" not in text
    assert room.seat("moroccan") == replace(before, pgp_at=SIGNED)
    assert [row for row in room.rows() if row.recipient == "eva@evil.example"] == []
    room.now += MINUTE
    again = signed_mail(room.mail("moroccan", "MOVE beni-2 0403\n"), omar(), SIGNED + SECOND)
    assert "Only the signed part" not in said(room, again)


def test_a_list_may_break_the_signature_of_the_domain_and_not_this_one(room: Room) -> None:
    """Where the content is signed by its writer, DKIM has nothing to add: who forges would leave it out."""
    with_trust(keyed(room)).home.store.seats.change(GAME, "moroccan", dkim_seen=True)
    raw = sign(signed_mail(room.mail("moroccan", MOVES), omar()))
    broken = under(raw, mixed(body_of(raw), text_part("-- \nlist footer\n")))
    assert come(room, broken) == "orders"
    assert (newest(room).dkim, newest(room).pgp) == ("fail", "good 2025-06-01 12:00:00Z")
    unsigned = signed_mail(room.mail("moroccan", MOVES), omar(), SIGNED + SECOND)
    assert come(room, unsigned) == "orders", "nor is it held for want of the other"


@pytest.mark.parametrize(
    ("key", "told"), [(omar(lasts=YEAR), "has expired"), (omar(revoked=True), "is revoked"), (omar(), "still to come")]
)
def test_a_signature_that_counts_for_nothing_says_why(room: Room, key: Maker, told: str) -> None:
    room.home.store.seats.change(GAME, "moroccan", pgp_key=key.public().decode(), pgp_print=key.fingerprint)
    at = room.now + HOUR if told == "still to come" else SIGNED
    assert come(room, signed_mail(room.mail("moroccan", MOVES, **CAFE), key, at)) == "refused"
    assert newest(room).reason == "wrong-address"
    assert told in flat(room.text("moroccan", "refusal"))
    text = said(room, signed_mail(room.mail("moroccan", MOVES), key, at))
    assert told in text
    assert lines_of(room) == ["MOVE beni-1 0402"]


# Old mails in the hands of others


def test_a_signed_mail_counts_once(room: Room) -> None:
    keyed(room)
    first = signed_mail(room.mail("moroccan", MOVES), omar())
    assert come(room, first) == "orders"
    assert (
        come(room, signed_mail(room.mail("moroccan", "CLEAR\nMOVE beni-2 0403\n"), omar(), SIGNED + MINUTE)) == "orders"
    )
    for thief in (EVIL, {}):
        again = under(room.mail("moroccan", "", **thief), body_of(first))
        assert come(room, again) == "refused"
        assert newest(room).reason == "pgp-old"
    assert "beni-1" not in " ".join(lines_of(room))
    assert "it came before" in flat(room.text("moroccan", "refusal"))
    assert "sign it now" in flat(room.text("moroccan", "refusal"))


def test_the_newest_signed_mail_counts_once_too(room: Room) -> None:
    """Also with other bytes around the same signature: what is unhashed in it may be changed by anybody."""
    keyed(room)
    raw = room.mail("moroccan", MOVES)
    assert come(room, signed_mail(raw, omar())) == "orders"
    assert come(room, clear_mail(room.mail("moroccan", "MOVE beni-2 0403\n"), omar())) == "refused", "in one second"
    assert newest(room).reason == "pgp-old"


def test_a_mail_signed_before_another_that_was_taken_is_too_late(room: Room) -> None:
    keyed(room)
    assert come(room, signed_mail(room.mail("moroccan", MOVES), omar(), SIGNED + MINUTE)) == "orders"
    assert come(room, signed_mail(room.mail("moroccan", "MOVE beni-2 0403\n"), omar(), SIGNED)) == "refused"
    assert lines_of(room) == ["MOVE beni-1 0402"]


def test_a_mail_that_was_kept_back_does_not_count_in_a_later_phase(room: Room) -> None:
    """One hour is left for its way, and for a clock that is slow."""
    keyed(room)
    late = signed_mail(room.mail("moroccan", MOVES, **EVIL), omar(), SIGNED - HOUR - SECOND)
    assert come(room, late) == "refused"
    assert newest(room).reason == "pgp-old"
    assert come(room, signed_mail(room.mail("moroccan", MOVES), omar(), SIGNED - HOUR)) == "orders"


def test_a_key_that_comes_back_does_not_bring_its_old_mails_back(room: Room) -> None:
    first = signed_mail(keyed(room).mail("moroccan", MOVES), omar())
    assert come(room, first) == "orders"
    forget_credentials(room.home, room.seat("moroccan"))
    assert room.seat("moroccan").pgp_key is None
    assert come(keyed(room), under(room.mail("moroccan", "", **EVIL), body_of(first))) == "refused"
    assert newest(room).reason == "pgp-old"


def test_with_one_key_in_two_games_the_signed_text_says_which(room: Room) -> None:
    """Else a mail of one game could be sent to the other, where it was never taken."""
    keyed(room)
    seat, store = room.seat("moroccan"), room.home.store
    store.games.put(replace(room.home.game_row(GAME), name="annual"))
    store.seats.put(replace(seat, game="annual", token="abcdefgh23456789"))
    protected = (
        b'Content-Type: text/plain; protected-headers="v1"\r\nSubject: Re: [%s.%s] 1\r\n\r\nMOVE beni-1 0402\r\n'
    )
    named = under(room.mail("moroccan", ""), enclosed(protected % (GAME.encode(), seat.token.encode()), omar()))
    other = under(room.mail("moroccan", ""), enclosed(protected % (b"annual", b"abcdefgh23456789"), omar()))
    found = {
        "": signed_mail(room.mail("moroccan", MOVES), omar()),
        "GAME annual": signed_mail(room.mail("moroccan", f"GAME annual\n{MOVES}"), omar()),
        "outside": clear_mail(room.mail("moroccan", MOVES), omar()) + f"GAME {GAME}\r\n".encode(),
        "other subject": other,
        "GAME": signed_mail(room.mail("moroccan", f"game: {GAME.upper()}\n{MOVES}"), omar()),
        "JUEGO": clear_mail(room.mail("moroccan", f"JUEGO {GAME}\n{MOVES}"), omar()),
        "subject": named,
    }
    results = {name: check_signature(room.home, seat, raw, room.now).result for name, raw in found.items()}
    assert [name for name, result in results.items() if result == "good"] == ["GAME", "JUEGO", "subject"]
    assert set(results.values()) == {"good", "unnamed"}
    store.games.change("annual", ended=room.now)
    assert check_signature(room.home, seat, found[""], room.now).result == "good"


# How a key comes and goes


def test_the_first_key_comes_by_a_mail_that_it_signs_and_its_fingerprint_is_told(room: Room) -> None:
    opened(room)
    text = said(room, bringing(room, "PGP\n", omar(), omar()))
    groups = [omar().fingerprint[at : at + 4] for at in range(0, 40, 4)]
    assert " ".join(groups) in text
    assert room.seat("moroccan").pgp_print == omar().fingerprint
    assert come(room, signed_mail(room.mail("moroccan", MOVES, **CAFE), omar(), SIGNED + SECOND)) == "orders"
    assert " ".join(groups) in said(room, room.mail("moroccan", "PGP\n"))


def test_a_key_in_the_text_with_a_passphrase_beside_it(room: Room) -> None:
    opened(room)
    text = f"PGP\nPASSPHRASE sea of Alhucemas\n{MOVES}\n{omar().public().decode()}"
    assert "Attachments" not in said(room, signed_mail(room.mail("moroccan", text), omar()))
    seat = room.seat("moroccan")
    assert seat.passphrase is not None
    assert seat.pgp_print == omar().fingerprint
    assert lines_of(room) == ["MOVE beni-1 0402"]
    assert b"Alhucemas" not in (newest(room).raw or b"")


def test_nobody_gives_his_seat_the_key_of_another(room: Room) -> None:
    """It would make its owner's mails name their game; and a key that cannot sign would lock a seat."""
    opened(room)
    for raw in (
        bringing(room, "PGP\n", EVE, None),
        bringing(room, "PGP\n", EVE, omar()),
        bringing(room, "PGP\n", EVE, EVE, SIGNED - YEAR / 4),
    ):
        assert "Sign the email with the key that it brings" in said(room, raw)
        room.now += MINUTE
    signed = bringing(room, "Salam\n", EVE, EVE)
    assert "Sign the email" in said(room, under(signed, mixed(text_part("PGP\n"), body_of(signed))))
    assert room.seat("moroccan").pgp_key is None


def test_another_key_needs_the_old_one_or_a_passphrase_or_the_domain(room: Room) -> None:
    keyed(room)
    new = Maker("Omar the younger")
    assert "To change or remove your key" in said(room, bringing(room, "PGP\n", new, new))
    assert "To change or remove your key" in said(room, room.mail("moroccan", "PGP OFF\n"))
    assert room.seat("moroccan").pgp_print == omar().fingerprint
    said(room, bringing(room, "PGP\n", new, omar(), SIGNED + SECOND))
    assert room.seat("moroccan").pgp_print == new.fingerprint
    with_trust(room)
    said(room, sign(bringing(room, "PGP\n", omar(), omar(), SIGNED + MINUTE)))
    assert room.seat("moroccan").pgp_print == omar().fingerprint
    said(room, sign(room.mail("moroccan", "PGP OFF\n")))
    assert room.seat("moroccan").pgp_key is None


def test_the_same_key_renewed_or_revoked_comes_as_it_is(room: Room) -> None:
    keyed(room, omar(lasts=YEAR))
    raw = signed_mail(room.mail("moroccan", MOVES), omar())
    assert check_signature(room.home, room.seat("moroccan"), raw, room.now).result == "expired"
    said(room, bringing(room, "PGP\n", Maker(bound=SIGNED), None))
    assert check_signature(room.home, room.seat("moroccan"), raw, room.now).result == "good"
    assert "expired or is revoked" in said(room, bringing(room, "PGP\n", omar(revoked=True), None))
    assert come(room, signed_mail(room.mail("moroccan", MOVES, **EVIL), omar())) == "refused"
    assert newest(room).pgp == "revoked 2025-06-01 12:00:00Z"


def test_keys_that_cannot_be_kept_are_told(room: Room) -> None:
    opened(room)
    seat, public = room.seat("moroccan"), omar().public()
    for args, blocks, answer in (
        ((), (public, EVE.public()), "more than one key"),
        ((), (b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabcd\n",), "cannot be read"),
        ((), (omar(lasts=YEAR).public(),), "has expired"),
        ((), (omar(revoked=True).public(),), "is revoked"),
        ((), (public + b"x" * 200_000,), "larger than 200 kB"),
        ((), (), "No PGP key of yours is kept"),
        (("only",), (), "No PGP key of yours is kept"),
        (("off",), (), "No PGP key of yours is kept"),
    ):
        assert answer in " ".join(change_key(room.home, seat, args, KeyOffer(blocks, sure=True), room.now))
    assert "ONLY" in said(room, room.mail("moroccan", "PGP PERHAPS\n"))
    assert (room.seat("moroccan").pgp_key, room.seat("moroccan").pgp_at) == (None, None)


def test_a_private_key_is_kept_nowhere(room: Room) -> None:
    private = omar().private().decode()
    assert "your PRIVATE key" in said(opened(room), room.mail("moroccan", f"PGP\n\n{private}"))
    assert b"PGP" in (newest(room).raw or b"")
    assert private.splitlines()[3].encode() not in stored(room)


def test_only_signed_mails_and_of_others_the_owner_is_asked(room: Room) -> None:
    opened(room)
    assert "only emails signed with your key" in said(room, bringing(room, "PGP ONLY\n", omar(), omar()))
    assert come(room, room.mail("moroccan", MOVES)) == "held"
    assert lines_of(room) == []
    question = flat(room.text("moroccan", "note"))
    assert "signature by your key (PGP)" in question
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=word_of(room))) == "confirmed"
    assert lines_of(room) == ["MOVE beni-1 0402"]
    assert come(room, signed_mail(room.mail("moroccan", "MOVE beni-2 0403\n"), EVE)) == "held"
    assert come(room, signed_mail(room.mail("moroccan", "CLEAR\n"), omar(), SIGNED + SECOND)) == "orders"
    assert come(room, room.mail("moroccan", "PGP QUITAR\n")) == "held", "who lost the key says yes from his mailbox"
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=word_of(room))) == "confirmed"
    assert not room.seat("moroccan").pgp_only
    assert come(room, room.mail("moroccan", MOVES)) == "orders"


def test_only_holds_a_passphrase_and_a_signed_domain_too(room: Room) -> None:
    room.answer("moroccan", "PASSPHRASE sea of Alhucemas\n")
    with_trust(keyed(room, only=True))
    mail = room.mail("moroccan", f"{MOVES}PASSPHRASE sea of Alhucemas\n", **CAFE)
    assert come(room, mail) == "held"
    assert come(room, sign(room.mail("moroccan", MOVES))) == "held"
    bare = {"To": "referee@pbem.example.org", "Subject": "my moves"}
    assert (
        come(room, sign(room.mail("moroccan", MOVES, **bare), include_headers=[b"from", b"to", b"subject"])) != "orders"
    )
    assert lines_of(room) == []


def test_the_passphrase_that_is_set_says_where_its_mail_still_lies(room: Room) -> None:
    assert "sent folder and in the referee's mailbox" in flat(room.answer("moroccan", "PASSPHRASE sea of Alhucemas\n"))


def test_the_referee_gives_a_seat_its_key(room: Room) -> None:
    keyed(room)
    assert room.seat("moroccan").pgp_print == omar().fingerprint
    for data, wrong in (
        (b"x", "cannot be read as one"),
        (b"x" * 200_001, "larger than 200 kB"),
        (omar().private(), "private"),
        (omar(lasts=YEAR).public(), ""),
    ):
        with pytest.raises(BadInput, match=f"cannot be kept: .*{wrong}"):
            set_key(room.home, room.seat("spanish"), data, False, room.now)
    assert [finding.about for finding in check_signatures(room.path)] == ["PGP signatures (1 keys)"]


# Where the library is not installed


def test_without_the_library_signed_mails_wait_and_the_referee_is_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyed(room)
    monkeypatch.setitem(sys.modules, "pysequoia", None)
    room.drop(signed_mail(room.mail("moroccan", MOVES), omar()))
    (fault,) = tick(room.home, room.now + 40 * HOUR).faults
    assert "pip install 'pbem[pgp]'" in fault
    assert len(room.places()["in"]) == 1
    monkeypatch.undo()
    assert room.tick().mails == {"orders": 1}


def test_without_the_library_no_key_is_kept_and_both_are_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(room)
    monkeypatch.setitem(sys.modules, "pysequoia", None)
    assert "pbem[pgp]" in said(room, bringing(room, "PGP\n", omar(), omar()))
    assert [notice.code for notice in room.home.store.notices.open()] == ["pgp-missing"]
    assert come(room, room.mail("moroccan", MOVES)) == "orders"
