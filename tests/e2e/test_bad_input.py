"""Bad input of every kind: one clear answer to the right address, or silence for machines; the save as it was."""

import json
import os
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from io import BytesIO

import pytest

from pbem.referee.home.home import open_home
from pbem.save.errors import Locked
from tests.referee.making import GAME, HOUR, OMAR, Room, flat, text_of

MOVES = "MOVE beni-1 0402\nMOVE beni-2 0403\n"
ANYBODY = "stranger@example.net"


def answers(room: Room, raw: bytes, outcome: str, name: str = "bad.eml") -> list[EmailMessage]:
    """What goes out after a raw mail came in. The save stays as it is; the mail lies where its outcome puts it."""
    files, before, head = room.files(), room.rows(), room.home.git.log(room.save, 1)
    place = {"orders": "handled", "refused": "refused"}.get(outcome, "machines")
    lying = len(room.places()[place])
    room.drop(raw, name)
    assert room.tick().mails == {outcome: 1}
    assert room.files() == files
    assert room.home.git.log(room.save, 1) == head
    assert room.places()["in"] == []
    assert len(room.places()[place]) == lying + 1
    new = room.rows()[len(before) :]
    assert all(f"{row.message_id[1:65]}.eml" in room.out() for row in new)
    return [message_from_bytes(row.raw, policy=default) for row in new]


def one(room: Room, raw: bytes, outcome: str, to: str) -> str:
    """The text of the one answer, on one line."""
    (answer,) = answers(room, raw, outcome)
    assert answer["To"].addresses[0].addr_spec == to
    assert answer["Auto-Submitted"] == "auto-replied"
    assert answer["X-Auto-Response-Suppress"] == "All"
    return flat(text_of(answer))


def with_file(room: Room, name: str, kind: str, data: bytes, body: str = "see the file\n") -> bytes:
    """A mail of the Moroccans with an attachment."""
    mail = message_from_bytes(room.mail("moroccan", body), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    main, _, sub = kind.partition("/")
    mail.add_attachment(data, main, sub, filename=name)
    return mail.as_bytes()


def nothing_stands(room: Room) -> bool:
    """Whether the Moroccans have no line in force for their movement."""
    return room.home.store.sections.get(GAME, "moroccan", 1, "moroccan-movement") is None


# Who ------------------------------------------------------------------------------------------------------------


def test_an_unknown_sender(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, From=ANYBODY, To="referee@pbem.example.org", Subject="hello")
    said = one(room, raw, "refused", ANYBODY)
    assert "Your address belongs to no player of a game here" in said
    assert nothing_stands(room)
    assert GAME not in said


def test_an_unknown_sender_is_not_answered_over_and_over(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, From=ANYBODY, To="referee@pbem.example.org", Subject="hello")
    assert len(answers(room, raw, "refused")) == 1
    again = room.mail("moroccan", MOVES, From=ANYBODY, To="referee@pbem.example.org", Subject="hello")
    assert answers(room, again, "refused") == []


def test_a_token_from_a_strange_address_is_told_to_its_owner(room: Room) -> None:
    said = one(room, room.mail("moroccan", MOVES, From=ANYBODY), "refused", OMAR.address)
    assert f"An email with your token came from the address {ANYBODY}, which is not yours; nothing was done" in said
    assert f"If it was you, write from {OMAR.address}. If not, send a line TOKEN NEW" in said
    assert nothing_stands(room)


def test_no_token(room: Room) -> None:
    said = one(room, room.mail("moroccan", MOVES, To="referee@pbem.example.org"), "refused", OMAR.address)
    assert "without your token" in said
    assert "Reply to the last report or receipt of your game" in said
    assert nothing_stands(room)


def test_an_answer_to_a_mail_that_is_none_of_ours_shows_no_token(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, To="referee@pbem.example.org", In_Reply_To="<other@example.net>")
    assert "without your token" in one(room, raw, "refused", OMAR.address)


def test_a_wrong_token(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, To="referee+melilla.aaaaaaaaaaaaaaaa@pbem.example.org")
    assert "The token in the email is not yours" in one(room, raw, "refused", OMAR.address)
    assert nothing_stands(room)


def test_the_token_of_another_game(room: Room) -> None:
    token = room.seat("moroccan").token
    raw = room.mail("moroccan", MOVES, To=f"referee+annual.{token}@pbem.example.org")
    assert "The token in the email is not yours" in one(room, raw, "refused", OMAR.address)


def test_two_senders(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, From=f"{OMAR.address}, {ANYBODY}")
    assert "The email names more than one sender" in one(room, raw, "refused", OMAR.address)
    assert nothing_stands(room)


def test_no_sender(room: Room) -> None:
    assert "The email names no sender" in one(room, room.mail("moroccan", MOVES, From=None), "refused", OMAR.address)


def test_an_address_that_cannot_be_answered(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, From="x@y.z", To="referee@pbem.example.org", Subject="hello")
    assert answers(room, raw.replace(b"x@y.z", "josé@correo.example.org".encode()), "refused") == []


def test_nobody_at_all(room: Room) -> None:
    assert answers(room, b"\r\n", "refused") == []


# What -----------------------------------------------------------------------------------------------------------


def test_a_phase_that_is_over(room: Room) -> None:
    room.answer("moroccan", MOVES)
    room.tick(HOUR)
    raw = room.mail("moroccan", "MOVE beni-3 0403\nPHASE moroccan movement\nMOVE beni-3 0404\n")
    said = one(room, raw, "orders", OMAR.address)
    assert "None of your 2 orders could be accepted. What counted before still counts." in said
    assert "✗ 1. MOVE beni-3 0403 too late for MOVE: Moroccan movement is over" in said
    assert "✗ 2. MOVE beni-3 0404 too late for MOVE: Moroccan movement is over" in said
    assert "It is not your turn." in said
    assert room.game.state.units["beni-3"].at == "0504"


def test_an_order_for_the_enemys_counter(room: Room) -> None:
    said = one(room, room.mail("moroccan", "MOVE cer-1 0302\n"), "orders", OMAR.address)
    assert "✗ 1. MOVE cer-1 0302 cer-1 belongs to the Spanish" in said
    assert nothing_stands(room)


def test_broken_json(room: Room) -> None:
    raw = with_file(room, "orders.json", "application/json", b'{"format": 1, "sections": [')
    said = one(room, raw, "orders", OMAR.address)
    assert "! This is not JSON: the fault is in row 1, column 28" in said
    assert nothing_stands(room)


def test_orders_that_stood_wait_when_a_sheet_that_cannot_be_read_comes_after_them(room: Room) -> None:
    room.answer("moroccan", MOVES)
    raw = with_file(room, "orders.json", "application/json", b'{"format": 1, "sections": [')
    assert "Your orders for Moroccan movement are not complete yet." in one(room, raw, "orders", OMAR.address)
    assert room.tick(HOUR).closed == []
    room.answer("moroccan", MOVES)
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_two_readings_the_receipt_says_which_was_taken(room: Room) -> None:
    raw = with_file(room, "orders.txt", "text/plain", b"MOVE beni-1 0302\n", body=MOVES)
    said = one(room, raw, "orders", OMAR.address)
    assert "Your order is accepted." in said
    assert "orders.txt was read, the other text says “MOVE beni-1 0402; MOVE beni-2 0403”. Which do you mean?" in said
    assert "Your orders for Moroccan movement are not complete yet." in said


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({"format": 7}, "The format is 7"),
        ({"format": 1, "sections": 3}, "sections: a list is needed here, not 3"),
        ({"format": 1, "orders": []}, "there is no such key here"),
        ([1], "an object is needed here, not"),
        ({"format": 1, "sections": [{"phase": "moroccan-movement", "orders": [{"type": "fly"}]}]}, "orders[0]"),
    ],
)
def test_json_that_is_no_sheet(room: Room, sheet: object, why: str) -> None:
    raw = with_file(room, "orders.json", "application/json", json.dumps(sheet).encode())
    assert why in one(room, raw, "orders", OMAR.address)
    assert nothing_stands(room)


def test_a_mail_of_five_megabytes(room: Room) -> None:
    raw = room.mail("moroccan", f"{MOVES}{'x' * 998}\n") + b"y" * 70 * 80_000
    assert len(raw) > 5 * 2**20
    assert "The email is larger than 5 MB and was not read" in one(room, raw, "refused", OMAR.address)
    assert nothing_stands(room)
    (name,) = room.places()["refused"]
    assert (room.path / "spool" / "refused" / name).stat().st_size == len(raw), "it is kept whole"


def test_a_zip(room: Room) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("orders.txt", MOVES)
    said = one(room, with_file(room, "orders.zip", "application/zip", packed.getvalue()), "orders", OMAR.address)
    assert "Attachments that were not read: orders.zip" in said
    assert nothing_stands(room)


def test_binary_junk_under_good_headers(room: Room) -> None:
    raw = room.mail("moroccan", "x") + bytes(range(256)) * 40
    said = one(room, raw, "orders", OMAR.address)
    assert "Your orders for Moroccan movement are not complete yet." in said
    assert nothing_stands(room)


@pytest.mark.parametrize("junk", [bytes(range(256)) * 100, b"\0" * 5000, b"From nobody\n\n\n", os.urandom(3000)])
def test_binary_junk_alone(room: Room, junk: bytes) -> None:
    assert answers(room, junk, "refused") == []


def test_bytes_that_are_no_charset(room: Room) -> None:
    mail = room.mail("moroccan", "HERE\n").replace(b'charset="utf-8"', b'charset="klingon-8"')
    raw = mail.replace(b"HERE", b"MOVE beni-1 0402\r\nSe\xf1or \xc3\x28 \xff\xfe\r\nMOVE beni-2 0403")
    said = one(room, raw, "orders", OMAR.address)
    assert "MOVE beni-1 0402 # ✓ 1" in said
    assert "MOVE beni-2 0403 # ✓ 2" in said


def test_parts_within_parts_without_end(room: Room) -> None:
    deep = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(60))
    head, _, _ = room.mail("moroccan", "x").partition(b"Content-Type")
    assert "The email could not be read" in one(room, head + deep + MOVES.encode(), "refused", OMAR.address)
    assert nothing_stands(room)


def test_a_mail_with_nothing_in_it(room: Room) -> None:
    said = one(room, room.mail("moroccan", "\n"), "orders", OMAR.address)
    assert "Your orders for Moroccan movement are not complete yet." in said


# Machines, and the same twice -------------------------------------------------------------------------------------


def from_a_machine(**headers: str) -> Callable[[Room], bytes]:
    """A mail of the Moroccan seat with the marks of a machine, and an order in it."""
    return lambda room: room.mail("moroccan", MOVES, **headers)


MACHINES = {
    "our own email comes back": from_a_machine(X_Loop="pbem.example.org"),
    "an autoreply": from_a_machine(Auto_Submitted="auto-replied"),
    "a vacation answer": from_a_machine(X_Autoreply="yes", Precedence="bulk"),
    "a subject that says so": from_a_machine(Subject="Automatic reply: [melilla] Turn 1"),
    "a null return path": from_a_machine(Return_Path="<>"),
    "a mailing list": from_a_machine(List_Id="<players.example.org>"),
    "a daemon": from_a_machine(From="MAILER-DAEMON@mx.example.org"),
}


@pytest.mark.parametrize("kind", MACHINES)
def test_machines_get_silence(room: Room, kind: str) -> None:
    assert answers(room, MACHINES[kind](room), "machine") == []
    assert nothing_stands(room)


def test_a_mail_loop_ends_at_once(room: Room) -> None:
    """Whatever we send, sent back to us as it is, is not answered."""
    for row in room.rows():
        assert answers(room, row.raw, "machine") == []


def test_a_header_that_the_parser_stumbles_over_is_answered(room: Room) -> None:
    """Its sender is found by a simpler reading, her seat by the token: she is told, whatever the rest of it is."""
    raw = room.mail("moroccan", MOVES)
    head = b'Content-Type: multipart/mixed; boundary="b"; x*0="b"; x*=utf-8\'\'b\r\n'
    said = one(room, head + raw.replace(b"Content-Type: text/plain", b"X-Was: text/plain"), "refused", OMAR.address)
    assert "The email could not be read" in said


def test_a_blank_before_the_colon_of_from_hides_no_second_sender(room: Room) -> None:
    raw = room.mail("moroccan", MOVES)
    assert "more than one sender" in one(room, b"From : eve@example.net\r\n" + raw, "refused", OMAR.address)


def test_a_duplicate_delivery_is_one_mail(room: Room) -> None:
    raw = room.mail("moroccan", MOVES)
    room.drop(raw)
    room.drop(b"Received: by another.example.org; Tue, 3 Nov 2026 08:00:00 +0100\r\n" + raw)
    assert room.tick().mails == {"orders": 2}
    assert len(room.home.store.sheets.of(game=GAME, seat="moroccan")) == 2, "the set-up, and this one"
    assert len([row for row in room.rows("moroccan", "receipt") if row.at == room.now]) == 1
    assert answers(room, raw, "orders") == []


def test_one_message_id_with_two_bodies(room: Room) -> None:
    room.answer("moroccan", MOVES, Message_ID="<same@example.org>")
    raw = room.mail("moroccan", "MOVE beni-3 0403\n", Message_ID="<same@example.org>")
    said = one(room, raw, "refused", OMAR.address)
    assert "Another email with the same Message-ID came before, with other contents" in said
    assert [notice.code for notice in room.home.store.notices.open()] == ["same-message-id"]
    stands = room.home.store.sections.need(GAME, "moroccan", 1, "moroccan-movement")
    assert [line["text"] for line in stands.lines] == MOVES.splitlines()


def test_a_lists_copy_that_comes_before_the_mail_itself(room: Room) -> None:
    raw = room.mail("moroccan", MOVES, Message_ID="<same@example.org>")
    footer = f"{MOVES}-- \nThe list\n"
    copy = room.mail("moroccan", footer, Message_ID="<same@example.org>", List_Id="<players.example.org>")
    assert answers(room, copy, "machine") == []
    assert "accepted." in one(room, raw, "orders", OMAR.address)


def test_two_sheets_in_a_row(room: Room) -> None:
    room.drop(room.mail("moroccan", MOVES), "0001.eml")
    room.drop(room.mail("moroccan", "MOVE beni-3 0505\n"), "0002.eml")
    assert room.tick().mails == {"orders": 2}
    assert [row.recipient for row in room.rows("moroccan", "receipt")[-2:]] == [OMAR.address] * 2
    stands = room.home.store.sections.need(GAME, "moroccan", 1, "moroccan-movement")
    assert [line["text"] for line in stands.lines] == [*MOVES.splitlines(), "MOVE beni-3 0505"]


# The folder ---------------------------------------------------------------------------------------------------------


def test_a_second_pbem_on_the_same_folder_is_told_who_has_it(room: Room) -> None:
    room.says("moroccan", MOVES)
    assert room.game.name == GAME
    files = room.files()
    with pytest.raises(Locked, match="is in use by a test \\(process"), open_home(room.path, room.now, "pbem tick"):
        pass
    assert room.files() == files
    room.tick()
    assert not nothing_stands(room)


def test_unfinished_files_are_left_where_they_are(room: Room) -> None:
    raw = room.mail("moroccan", MOVES)
    room.drop(raw, "arriving.eml.part")
    room.drop(b"", "empty.eml")
    room.drop(raw, "notes.txt")
    assert room.tick().mails == {}
    assert room.places()["in"] == ["arriving.eml.part", "empty.eml", "notes.txt"]


def test_two_mails_under_one_file_name_are_both_kept(room: Room) -> None:
    assert len(answers(room, room.mail("moroccan", MOVES), "orders", "mail.eml")) == 1
    assert len(answers(room, room.mail("moroccan", "HELP\n"), "orders", "mail.eml")) == 1
    assert {"mail.eml", "mail.2.eml"} <= set(room.places()["handled"])
