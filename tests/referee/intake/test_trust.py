"""Who may speak: raw mails that a forger, a thief, a neighbour or a slip of the pen would send, and their answers."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import BadInput
from pbem.mail.signatures.dkim import Dns, NameServerSilent
from pbem.referee.desk.mail import list_mails, retry, short_id
from pbem.referee.home.config import parse_config
from pbem.referee.tick import tick
from pbem.store.rows import MailRow
from tests.mail.signatures.signing import sign, zone
from tests.referee.making import DAY, GAME, Room, flat, text_of

MINUTE = timedelta(minutes=1)
MOVES = "MOVE beni-1 0402\n"


def silent(name: bytes) -> bytes | None:
    """A name server that is gone."""
    raise NameServerSilent("no name server answers")


def with_trust(room: Room, dns: Dns | None = None, **settings: str) -> Room:
    """The room with signatures checked against a zone; `settings` of [trust]."""
    home = room.home
    config = replace(home.config, **({"dkim": "check"} | settings))  # type: ignore[arg-type]
    room._home = replace(home, config=config, dns=dns or zone())
    return room


def come(room: Room, raw: bytes) -> str:
    """What becomes of a raw mail a minute later."""
    room.drop(raw)
    (outcome,) = room.tick(MINUTE).mails
    return outcome


def newest(room: Room) -> MailRow:
    """The mail that came last."""
    return max(room.home.store.mails.where(), key=lambda row: row.at)


def lines_of(room: Room, seat: str = "moroccan") -> list[str]:
    """The order lines of a seat that stand, without the set-up."""
    rows = room.home.store.sections.in_force(GAME, seat, room.game.state.turn).values()
    return [line["text"] for row in rows if "setup" not in row.phase for line in row.lines]


def word_of(room: Room, what: str = "note", seat: str | None = "moroccan") -> str:
    """The address that the last mail of a kind asks to answer to."""
    return str(room.mails(seat, what)[-1]["Reply-To"]) if seat else str(room.mails()[-1]["Reply-To"])


def stored(room: Room) -> bytes:
    """All bytes of the private side and of the save."""
    room.close()
    files = [path for path in (room.path / ".pbem").iterdir() if path.is_file()]
    return b"".join(path.read_bytes() for path in files) + b"".join(room.files().values())


# Forged, leaked, forwarded, mistaken: told apart and answered


def test_a_forged_sender_alone_moves_nothing(room: Room) -> None:
    for subject in ("Turn 1", "Re: [melilla] Turn 1", "[melilla.aaaaaaaaaaaaaaaa]"):
        assert come(room, room.mail("moroccan", MOVES, To="referee@pbem.example.org", Subject=subject)) == "refused"
    assert {mail.reason for mail in room.home.store.mails.of(outcome="refused")} == {"no-token", "wrong-token"}
    assert lines_of(room) == []
    assert room.rows("moroccan", "refusal")[-1].recipient == "omar@example.org"


def test_in_spanish_too(room: Room) -> None:
    come(room, room.mail("spanish", "MOVER cer-1 0301\n", To="referee@pbem.example.org", Subject="Turno 1"))
    assert "sin tu token" in flat(room.text("spanish", "refusal"))


def test_a_leaked_token_is_told_to_its_owner_and_not_to_its_finder(room: Room) -> None:
    assert come(room, room.mail("moroccan", MOVES, From="eva@evil.example")) == "refused"
    assert newest(room).reason == "wrong-address"
    assert lines_of(room) == []
    told = room.rows()[-1]
    assert told.recipient == "omar@example.org"
    assert "eva@evil.example" in flat(room.text("moroccan", "refusal"))
    assert "TOKEN NEW" in flat(room.text("moroccan", "refusal"))


def test_a_report_forwarded_to_a_friend_gives_the_friend_nothing(room: Room) -> None:
    report = room.mails("moroccan")[-1]
    raw = room.mail(
        "moroccan",
        f"You try!\n\n> {MOVES}",
        From="friend@example.net",
        To="referee@pbem.example.org",
        Subject=f"Fwd: {report['Subject']}",
        In_Reply_To=str(report["Message-ID"]),
    )
    assert come(room, raw) == "refused"
    assert newest(room).reason == "wrong-address"
    assert lines_of(room) == []


def test_a_token_of_another_players_thread_is_no_token_of_mine(room: Room) -> None:
    """Ana answers a mail that was sent to Omar: his Message-ID must not open his seat to her."""
    own = str(room.mails("moroccan")[-1]["Message-ID"])
    raw = room.mail("spanish", MOVES, To="referee@pbem.example.org", Subject="Re: Turn", In_Reply_To=own)
    assert come(room, raw) == "refused"
    assert lines_of(room) == []
    assert lines_of(room, "spanish") == []


def test_an_answer_in_the_wrong_game_says_which_game_it_was_for(room: Room) -> None:
    said = room.answer("moroccan", "GAME annual\nMOVE beni-1 0402\n")
    assert "annual" in said
    assert lines_of(room) == []


def test_two_seats_of_one_address_are_told_apart_by_their_tokens(room: Room) -> None:
    room.home.store.seats.change(GAME, "spanish", addresses=("omar@example.org",))
    assert come(room, room.mail("moroccan", MOVES)) == "orders"
    assert newest(room).seat == "moroccan"
    assert come(room, room.mail("spanish", "NOWAIT\n")) == "orders"
    assert newest(room).seat == "spanish"
    assert come(room, room.mail("moroccan", MOVES, To="referee@pbem.example.org")) == "refused"
    assert newest(room).reason == "several-seats"


def test_the_address_alone_is_enough_where_it_is_allowed_or_signed(room: Room) -> None:
    bare = {"To": "referee@pbem.example.org", "Subject": "my moves"}
    assert come(room, room.mail("moroccan", MOVES, **bare)) == "refused"
    assert come(with_trust(room), sign(room.mail("moroccan", MOVES, **bare))) == "orders"
    home = with_trust(room, dkim="off").home
    room._home = replace(home, config=replace(home.config, address_alone=True))
    assert come(room, room.mail("moroccan", MOVES, **bare)) == "orders"


# DKIM


def test_a_good_signature_is_kept_with_the_mail_and_remembered(room: Room) -> None:
    with_trust(room)
    assert come(room, sign(room.mail("moroccan", MOVES))) == "orders"
    assert newest(room).dkim == "pass example.org"
    assert room.seat("moroccan").dkim_seen


def test_a_bad_signature_is_refused_and_the_owner_is_told(room: Room) -> None:
    with_trust(room)
    assert come(room, sign(room.mail("moroccan", MOVES)).replace(b"0402", b"0403")) == "refused"
    assert (newest(room).reason, newest(room).dkim) == ("bad-signature", "fail")
    assert lines_of(room) == []
    assert "signature" in flat(room.text("moroccan", "refusal"))
    assert retry(room.home, short_id(newest(room)), room.now) == "refused", "only by the referee's word for a seat"
    assert retry(room.home, short_id(newest(room)), room.now, room.seat("moroccan")) == "orders"


def test_unsigned_mails_are_taken_until_one_was_signed(room: Room) -> None:
    with_trust(room)
    assert come(room, room.mail("moroccan", MOVES)) == "orders"
    assert newest(room).dkim == "none"


@pytest.mark.parametrize("seat", ["moroccan", "spanish"])
def test_after_a_signed_mail_an_unsigned_one_waits_for_its_owners_yes(room: Room, seat: str) -> None:
    with_trust(room)
    room.home.store.seats.change(GAME, seat, dkim_seen=True)
    moves, yes = (MOVES, "CONFIRM\n") if seat == "moroccan" else ("PHASE movement\nMOVER cer-1 0301\n", "Confirmo.\n")
    assert come(room, room.mail(seat, moves)) == "held"
    assert lines_of(room, seat) == []
    asked = room.rows(seat, "note")[-1]
    assert asked.recipient == room.seat(seat).addresses[0]
    assert room.seat(seat).token.encode() not in asked.raw.partition(b"\r\n\r\n")[0], "the seat's token proves nothing"
    assert ("CONFIRM" if seat == "moroccan" else "CONFIRMAR") in room.text(seat, "note")
    receipts = len(room.rows(seat, "receipt"))
    assert come(room, room.mail(seat, yes, To=word_of(room, seat=seat))) == "confirmed"
    assert len(room.rows(seat, "receipt")) == receipts + 1
    assert [(mail.outcome, mail.reason) for mail in room.home.store.mails.of(seat=seat, reason="confirmed")]
    if seat == "moroccan":
        assert lines_of(room) == ["MOVE beni-1 0402"]


def held(room: Room) -> str:
    """The word that releases an unsigned mail of a seat whose mails are signed."""
    with_trust(room).home.store.seats.change(GAME, "moroccan", dkim_seen=True)
    assert come(room, room.mail("moroccan", MOVES)) == "held"
    return word_of(room)


def test_an_out_of_office_mail_confirms_nothing(room: Room) -> None:
    word = held(room)
    question = room.mails("moroccan", "note")[-1]
    thread = {"To": word, "In_Reply_To": str(question["Message-ID"]), "References": str(question["References"])}
    for n in range(5):
        raw = room.mail("moroccan", f"I am away until Monday {n}.\n\n> answer with one line: CONFIRM\n", **thread)
        assert come(room, raw) == "held"
    assert lines_of(room) == []
    assert len(room.home.store.mails.of(outcome="held")) == 6


def test_only_the_address_that_was_asked_can_confirm(room: Room) -> None:
    word = held(room)
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=word, From="eva@evil.example")) == "refused"
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=room.home.config.address)) == "refused"
    assert lines_of(room) == []


def test_the_referee_may_release_a_held_mail(room: Room) -> None:
    held(room)
    (row,) = room.home.store.mails.of(outcome="held")
    assert [each.state for each in list_mails(room.home) if each.id == short_id(row)] == ["held"]
    assert retry(room.home, short_id(row), room.now) == "orders"
    assert lines_of(room) == ["MOVE beni-1 0402"]


def test_a_mail_confirmed_after_its_phase_moves_nothing(room: Room) -> None:
    word = held(room)
    before = room.at
    room.tick(4 * DAY)
    assert room.at != before
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=word)) == "confirmed"
    assert "already closed" in flat(room.text("moroccan", "note"))
    assert lines_of(room) == []


def test_a_mail_confirmed_after_its_bytes_were_let_go_moves_nothing(room: Room) -> None:
    """A game may stand still for months."""
    word = held(room)
    (row,) = room.home.store.mails.of(outcome="held")
    room.home.store.mails.put(replace(row, raw=None))
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=word)) == "confirmed"
    assert "send your orders again" in flat(room.text("moroccan", "note"))
    assert room.home.store.mails.of(outcome="held")


def test_a_silent_name_server_is_no_fail(room: Room) -> None:
    with_trust(room, silent)
    assert come(room, sign(room.mail("moroccan", MOVES))) == "orders"
    assert newest(room).dkim == "unasked"
    assert not room.seat("moroccan").dkim_seen


def test_a_mail_that_must_be_signed_waits_for_the_name_server_and_so_does_its_game(room: Room) -> None:
    with_trust(room).home.store.seats.change(GAME, "moroccan", dkim_seen=True)
    room.drop(sign(room.mail("moroccan", MOVES)))
    with_trust(room, silent)
    at, room.now = room.at, room.now + 4 * DAY
    (fault,) = tick(room.home, room.now).faults
    assert "no name server answers" in fault
    assert room.at == at, "its deadline has passed, but orders may lie in the inbox"
    assert len(room.places()["in"]) == 1
    with_trust(room)
    assert room.tick().mails == {"orders": 1}
    assert newest(room).dkim == "pass example.org"


def test_a_stranger_cannot_make_the_game_wait_for_his_name_server(room: Room) -> None:
    with_trust(room, silent).home.store.seats.change(GAME, "moroccan", dkim_seen=True)
    raw = sign(room.mail("moroccan", MOVES, From="eva@evil.example"), "evil.example")
    assert come(room, raw) == "refused"


def test_a_trusted_server_takes_the_place_of_our_own_check(room: Room) -> None:
    with_trust(room, silent, authserv_id="mx.example.org")
    good = b"Authentication-Results: mx.example.org; dkim=pass header.d=example.org\r\n"
    bad = b"Authentication-Results: mx.example.org; dkim=fail header.d=example.org\r\n"
    other = b"Authentication-Results: evil.example; dkim=pass header.d=example.org\r\n"
    assert come(room, other + room.mail("moroccan", MOVES)) == "orders"
    assert not room.seat("moroccan").dkim_seen
    assert come(room, bad + good + room.mail("moroccan", MOVES)) == "refused"
    assert come(room, good + sign(room.mail("moroccan", MOVES))) == "orders"
    assert room.seat("moroccan").dkim_seen
    assert come(room, other + room.mail("moroccan", MOVES)) == "held"


def test_a_spool_asks_no_name_server_unless_it_is_told_to(room: Room) -> None:
    names = zone()
    room._home = replace(room.home, dns=names)
    assert come(room, sign(room.mail("moroccan", MOVES))) == "orders"
    assert names.asked == []
    assert newest(room).dkim == ""


# Settings


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('dkim = "maybe"', "trust.dkim is check or off"),
        ("authserv-id = 7", "trust.authserv-id is the name that a mail server calls itself"),
        ('authserv-id = "a b"', "trust.authserv-id is the name that a mail server calls itself"),
        ('dmarc = "check"', "trust.dmarc is not a setting; there are dkim, authserv-id"),
    ],
)
def test_wrong_settings_of_trust_are_told(text: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        parse_config(Path("pbem.toml"), f"[trust]\n{text}\n")


def test_signatures_are_checked_with_servers_and_not_with_a_spool() -> None:
    assert not parse_config(Path("pbem.toml"), "[trust]\n").checks_dkim
    assert parse_config(Path("pbem.toml"), '[trust]\ndkim = "check"\nauthserv-id = ""\n').checks_dkim
    server = 'host = "mail.example.org"\nuser = "r"\npassword-from = "env:X"\n'
    imap = f'[mail]\ntransport = "imap"\n[imap]\n{server}[smtp]\nhost = "mail.example.org"\n'
    assert parse_config(Path("pbem.toml"), imap).checks_dkim
    assert not parse_config(Path("pbem.toml"), f'{imap}[trust]\ndkim = "off"\n').checks_dkim


# Another address


def asked(room: Room, address: str = "omar@example.net") -> str:
    """The address that a new address of the Moroccan is to answer to."""
    room.now += MINUTE
    assert address in flat(room.answer("moroccan", f"ADDRESS {address}\n"))
    (row,) = [row for row in room.rows() if row.recipient == address]
    assert row.game is None
    (question,) = [mail for mail in room.mails() if mail["To"] == address]
    assert "Someone who plays in the game melilla wants to play from this address." in flat(text_of(question))
    assert room.seat("moroccan").token.encode() not in row.raw
    return next(str(mail["Reply-To"]) for mail in room.mails() if mail["To"] == address)


def test_a_new_address_is_one_once_it_has_answered(room: Room) -> None:
    word = asked(room)
    assert room.seat("moroccan").addresses == ("omar@example.org",)
    assert come(room, room.mail("moroccan", "CONFIRM\n", From="omar@example.net", To=word)) == "confirmed"
    assert room.seat("moroccan").addresses == ("omar@example.net",)
    assert [row.recipient for row in room.rows("moroccan", "note")][-2:] == ["omar@example.net", "omar@example.org"]
    assert come(room, room.mail("moroccan", MOVES, From="omar@example.net")) == "orders"
    assert come(room, room.mail("moroccan", MOVES, From="omar@example.org")) == "refused"


def test_the_word_of_a_new_address_is_of_no_use_to_others(room: Room) -> None:
    word = asked(room)
    for sender in ("eva@evil.example", "ana@example.org"):
        assert come(room, room.mail("moroccan", "CONFIRM\n", From=sender, To=word)) == "refused"
    assert room.seat("moroccan").addresses == ("omar@example.org",)


def test_a_stranger_cannot_ask_for_another_address(room: Room) -> None:
    assert come(room, room.mail("moroccan", "ADDRESS eva@evil.example\n", From="eva@evil.example")) == "refused"
    assert [row for row in room.rows() if row.recipient == "eva@evil.example"] == []


def test_no_seat_can_use_us_to_write_to_the_world(room: Room) -> None:
    before = len(room.rows())
    room.answer("moroccan", "".join(f"ADDRESS a{n}@example.net\n" for n in range(30)))
    assert len([row for row in room.rows()[before:] if row.recipient.endswith("example.net")]) == 3


def test_who_sends_too_large_a_mail_is_told_to_leave_out_what_makes_it_so(room: Room) -> None:
    assert come(room, room.mail("moroccan", "x" * 5_500_000)) == "refused"
    said = flat(room.text("moroccan", "refusal"))
    assert "Send your orders alone, without pictures or other large attachments." in said
    assert "instead of writing a new email" not in said


@pytest.mark.parametrize(
    "line", ["ADDRESS omar@example.org", "ADDRESS referee+x.y@pbem.example.org", "ADDRESS nowhere"]
)
def test_addresses_that_are_none(room: Room, line: str) -> None:
    before = {row.recipient for row in room.rows()}
    room.says("moroccan", f"{line}\n")
    room.tick(MINUTE)
    assert {row.recipient for row in room.rows()} == before
