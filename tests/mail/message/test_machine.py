"""Who is never answered, and what a bounce says."""

import pytest

from pbem.mail.message.machine import find_bounce, machine_reason
from pbem.mail.message.message import parse
from tests.mail.making import HOST, REPORT, raw_mail

OURS = "<" + "0123456789abcdef" * 4 + "@pbem.example.org>"


def reason(raw: bytes, own_ids: tuple[str, ...] = ()) -> str | None:
    return machine_reason(parse(raw), HOST, own_ids)


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"Auto_Submitted": "auto-replied"}, "auto-submitted"),
        ({"Auto_Submitted": "Auto-Generated; owner-email=x"}, "auto-submitted"),
        ({"Return_Path": "<>"}, "null-sender"),
        ({"Return_Path": ""}, "null-sender"),
        ({"Precedence": "Bulk"}, "bulk"),
        ({"Precedence": "auto_reply"}, "bulk"),
        ({"Precedence": "list"}, "list"),
        ({"List_Id": "Players <players.example.org>"}, "list"),
        ({"X_Autoreply": "yes"}, "auto-reply"),
        ({"X_Autorespond": "x"}, "auto-reply"),
        ({"X_Loop": "ana@example.org"}, "loop"),
        ({"X_Failed_Recipients": "omar@example.org"}, "report"),
        ({"Subject": "Respuesta automática: Turno 3"}, "auto-reply"),
        ({"Subject": "=?utf-8?Q?R=C3=A9ponse_automatique_=3A_x?="}, "auto-reply"),
        ({"Message_ID": OURS}, "own-mail"),
        ({"Message_ID": REPORT}, "own-mail"),
    ],
)
def test_marks_of_machines(headers: dict[str, str], why: str) -> None:
    assert reason(raw_mail(**headers), (REPORT,)) == why


def test_a_daemon_is_none_to_talk_to() -> None:
    assert reason(raw_mail(sender="Mail <MAILER-DAEMON@mx.example.org>")) == "daemon"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Auto_Submitted": "no"},
        {"Auto_Submitted": "No; a person"},
        {"X_Auto_Response_Suppress": "All"},
        {"Precedence": "normal"},
        {"Subject": "Re: Out of supply"},
        {"Message_ID": "<5d1f0c3e-7b11-4a5e@pbem.example.org>"},
        {"Message_ID": OURS.replace("pbem.", "")},
    ],
)
def test_people_are_people(headers: dict[str, str]) -> None:
    assert reason(raw_mail(**headers), (REPORT,)) is None


def report(fields: str, action: str = "") -> bytes:
    return (
        "From: MAILER-DAEMON@mx.example.org\r\nReturn-Path: <>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        f"--b\r\n\r\nprose\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: x\r\n\r\n{fields}\r\n"
        f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {REPORT}\r\n\r\nMOVE\r\n--b--\r\n"
    ).encode()


@pytest.mark.parametrize(
    ("fields", "status", "permanent"),
    [
        ("Final-Recipient: rfc822; Omar@example.org\r\nAction: failed\r\nStatus: 5.1.1", "5.1.1", True),
        ("Final-Recipient: rfc822; omar@example.org\r\nAction: failed\r\nStatus: 5.2.2 (full)", "5.2.2", False),
        ("Final-Recipient: rfc822; omar@example.org\r\nAction: failed\r\nStatus: 4.4.7", "4.4.7", False),
        ("Original-Recipient: rfc822;omar@example.org\r\nAction: Delayed\r\nStatus: 5.0.0", "5.0.0", False),
        ("Final-Recipient: omar@example.org\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 5.7.1 no", "5.7.1", True),
        ("Final-Recipient: rfc822; omar@example.org\r\nAction: failed", "", False),
    ],
)
def test_delivery_status(fields: str, status: str, permanent: bool) -> None:
    found = find_bounce(parse(report(fields)))
    assert found is not None
    assert (found.status, found.permanent) == (status, permanent)
    assert (found.message_ids, found.recipient) == ((REPORT,), "omar@example.org")


def test_a_success_report_is_no_bounce() -> None:
    raw = report("Final-Recipient: rfc822; omar@example.org\r\nAction: delivered\r\nStatus: 2.0.0")
    assert find_bounce(parse(raw)) is None
    assert reason(raw) == "report"


def test_several_recipients_the_failed_one_counts() -> None:
    fields = (
        "Final-Recipient: rfc822; a@example.org\r\nAction: relayed\r\nStatus: 2.0.0\r\n\r\n"
        "Final-Recipient: rfc822; b@example.org\r\nAction: failed\r\nStatus: 5.1.1"
    )
    found = find_bounce(parse(report(fields)))
    assert found is not None
    assert found.recipient == "b@example.org"


def test_a_person_who_quotes_a_bounce_is_no_bounce() -> None:
    assert find_bounce(parse(raw_mail(f"look:\nMessage-ID: {REPORT}\n550 5.1.1 unknown\n"))) is None


def test_a_daemon_without_any_fact_is_no_bounce() -> None:
    assert find_bounce(parse(raw_mail("no such user", sender="postmaster@example.org"))) is None
