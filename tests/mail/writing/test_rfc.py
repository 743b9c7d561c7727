"""The checker of mails finds each fault that is planted in a good one; else it would prove nothing."""

import base64

import pytest

from pbem.mail.writing.calendar import deadline_file
from pbem.mail.writing.compose import Image, Mailbox, compose
from tests.mail.writing.rfc import faults
from tests.mail.writing.test_calendar import WHEN, WRITTEN
from tests.mail.writing.test_compose import outgoing

PNG = base64.encodebytes(b"\x89PNG\r\n\x1a\n" + bytes(40) + b"IEND\xaeB`\x82").replace(b"\n", b"\r\n")
ICS = deadline_file("3@example.org", WHEN, WRITTEN, "a, b; ñ", "told", Mailbox("Ñ", "r@example.org")).data
GOOD = (
    b"""\
From: =?utf-8?q?=C3=81rbitro?= <referee@example.org>
To: "Ana, R." <ana@example.org>
Reply-To: referee+melilla.k7f3@example.org
Subject: [melilla.k7f3] Turn 3 =?utf-8?b?wrc=?= your move
Date: Mon, 02 Nov 2026 21:14:07 +0100
Message-ID: <2@example.org>
In-Reply-To: <1@example.org>
References: <0@example.org>
 <1@example.org>
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
X-Loop: example.org
List-Id: <melilla.example.org>
Content-Language: es
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="=_1"

--=_1
Content-Type: multipart/related; type="multipart/alternative"; boundary="=_2"

--=_2
Content-Type: multipart/alternative; boundary="=_3"

--=_3
Content-Type: text/plain; charset="utf-8"; format="flowed"
Content-Transfer-Encoding: quoted-printable

El \xc3\xa1rbitro dice: una l\xc3\xadnea suave =
  que sigue=20
aqu\xc3\xad.
""".replace("á".encode(), b"=C3=A1")
    .replace("í".encode(), b"=C3=AD")
    .replace(b"=\n  que", b"=\n que")
    + b"""\

--=_3
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: 7bit

<!DOCTYPE html>
<html lang="es"><body><p>Hola<br><img src="cid:map@melilla" alt="un mapa"></p></body></html>

--=_3--

--=_2
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Disposition: inline; filename="map.png"
Content-ID: <map@melilla>

@PNG@
--=_2--

--=_1
Content-Type: application/json
Content-Transfer-Encoding: 7bit
Content-Disposition: attachment; filename*=utf-8''dados%20%C3%B1.json

{"a": 1}

--=_1
Content-Type: text/calendar; charset="utf-8"; method="PUBLISH"
Content-Transfer-Encoding: 7bit
Content-Disposition: attachment; filename="deadline.ics"

@ICS@
--=_1--
"""
).replace(b"\n", b"\r\n")


def made(ics: bytes = ICS) -> bytes:
    """The good mail, with a calendar; its ñ is written in another way, for the part is 7bit."""
    return GOOD.replace(b"@PNG@\r\n", PNG).replace(
        b"@ICS@", ics.replace("ñ".encode(), b"n").replace("Ñ".encode(), b"N")
    )


def test_good_mails_have_no_faults() -> None:
    assert faults(made()) == []
    page = '<!DOCTYPE html>\n<html lang="es"><body><p>¡Árboles!<img src="cid:map.1@pbem" alt="mapa"></p></body></html>'
    assert faults(compose(outgoing(html=page, images=(Image("map.1@pbem", "ñ.png", base64.b64decode(PNG)),)))) == []


FIELDS = [
    ("Subject: ", "Subject : ", "no field"),
    ("Date: Mon", "Date: Tue", "is not the day"),
    ("21:14:07 +0100", "21:14:07 CET", "no date-time"),
    ("21:14:07 +0100", "21:14 +0100", "no date-time"),
    ("02 Nov 2026", "31 Nov 2026", "no such day"),
    ("02 Nov 2026", "02 Nov 26", "no date-time"),
    ("Date: Mon, 02 Nov 2026 21:14:07 +0100\r\n", "", "no date"),
    ("Message-ID: <2@example.org>\r\n", "", "no message-id"),
    ("<2@example.org>", "<2 @example.org>", "no Message-ID"),
    ("<2@example.org>", "<2>", "no Message-ID"),
    ("<2@example.org>", "2@example.org", "no Message-ID"),
    ("<2@example.org>", "<1@example.org>", "a mail that answers itself"),
    ("In-Reply-To: <1@example.org>", "In-Reply-To: <0@example.org>", "References do not end"),
    ("In-Reply-To: <1@example.org>\r\n", "", "References without In-Reply-To"),
    ("<0@example.org>\r\n", "<1@example.org>\r\n", "the same Message-ID twice"),
    ("References: <0@example.org>", "References:" + "\r\n".join(f" <{n}.0@h>" for n in range(20)), "21 Message-IDs"),
    ("=?utf-8?q?=C3=81rbitro?= <", "Árbitro <", "ASCII"),
    ("=?utf-8?q?=C3=81rbitro?=", "=?utf-8?q?=C3?= =?utf-8?q?=81rbitro?=", "part of a character"),
    ("=?utf-8?q?=C3=81rbitro?=", '"=?utf-8?q?=C3=81rbitro?="', "encoded word within another"),
    ("=?utf-8?q?=C3=81rbitro?=", "=?utf-8?q?=C3=81r(b)itro?=", "bad encoding"),
    ("=?utf-8?q?=C3=81rbitro?=", "=?utf-8?q?=c3=81rbitro?=", "bad encoding"),
    ("=?utf-8?q?=C3=81rbitro?=", "=?utf-8?x?=C3=81rbitro?=", "bad encoding"),
    ("=?utf-8?q?=C3=81rbitro?=", "=?klingon?q?abc?=", "charset of an encoded word"),
    ("=?utf-8?q?=C3=81rbitro?=", f"=?utf-8?q?{'a' * 70}?=", "encoded word of"),
    ("=?utf-8?q?=C3=81rbitro?=", "=?utf-8?q?=C3=81=0D=0ABcc?=", "control in an encoded word"),
    ("=?utf-8?b?wrc=?=", "=?utf-8?b?wrc?=", "bad encoding"),
    ("3 =?utf-8", "3=?utf-8", "encoded word without space"),
    ("=?utf-8?q?=C3=81rbitro?= <", "St. John <", "no word of a phrase"),
    ('"Ana, R." <', "Ana, R. <", "no word of a phrase"),
    ("<ana@example.org>", "<ana@example..org>", "no domain"),
    ("<ana@example.org>", "<ana.@example.org>", "no address"),
    ("<ana@example.org>", f"<{'a' * 65}@example.org>", "too long"),
    ("<ana@example.org>", "<ana@-example.org>", "no domain"),
    ("<ana@example.org>", "<ana@example.org>, <b@c.org>", "no"),
    ("Auto-Submitted: auto-generated", "Auto-Submitted: yes", "no Auto-Submitted"),
    ("Auto-Submitted: auto-generated\r\n", "", "no auto-submitted"),
    ("List-Id: <melilla.example.org>", "List-Id: melilla", "no List-Id"),
    ("List-Id: <melilla.example.org>", "List-Id: <melilla>", "no List-Id"),
    ("X-Loop: example.org", "List-Unsubscribe: https://a.b/", "no List-Unsubscribe"),
    ("X-Loop: example.org", "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "without https"),
    ("X-Loop: example.org", "X-Spam: no", "nobody looked at"),
    ("X-Loop: example.org", "To: b@c.org", "to twice"),
    ("X-Loop: example.org", "X-Loop:", "no value"),
    ("X-Loop: example.org", f"X-Loop: a {'b ' * 40}c", "could be folded"),
    ("X-Loop: example.org", "X-Loop: example.org\r\n  ", "ends in space"),
    ("Content-Language: es", "Content-Language: e", "no Content-Language"),
    ("MIME-Version: 1.0", "MIME-Version: 2.0", "not one of 1.0"),
    ("Subject: [", f"Subject: {'a' * 1000}[", "a line of"),
]
BODIES = [
    ('boundary="=_1"', 'boundary="=_9"', "multipart/mixed without parts"),
    ('boundary="=_1"', f'boundary="{"a" * 71}"', "no boundary"),
    ('boundary="=_1"', "boundary==_1", "no parameter"),
    ('boundary="=_1"', 'boundary="=_1";', "nothing after a semicolon"),
    ("\r\n--=_1--\r\n", "\r\n", "multipart/mixed has no end"),
    ("\r\n--=_2--\r\n", "\r\n", "multipart/related has no end"),
    ('type="multipart/alternative"; ', "", "related: the type is None"),
    ("Content-ID: <map@melilla>", "Content-ID: <pam@melilla>", "the page shows"),
    ("Content-ID: <map@melilla>", "Content-ID: <map>", "no Message-ID"),
    ('src="cid:map@melilla"', 'src="https://example.org/x.png"', "src from elsewhere"),
    (' alt="un mapa"', "", "a picture without alt"),
    ("<p>Hola", "<p onclick='x'>Hola<script></script>", "<script> in a mail"),
    ("<p>Hola", "<p><b>Hola", "is not closed"),
    ("<!DOCTYPE html>", "", "no DOCTYPE"),
    ("<p>Hola", f"<p>{'Hola ' * 25_000}", "a page of"),
    ("=C3=A1rbitro dice", "=c3=a1rbitro dice", "no quoted-printable"),
    ("=C3=A1rbitro dice", "=C3rbitro dice", "text/plain is no utf-8"),
    ("sigue=20\r\n", "sigue \r\n", "space at the end of a quoted-printable line"),
    ("suave =\r\n", f"suave {'x' * 60}=\r\n", "quoted-printable line of"),
    ("aqu=C3=AD.\r\n", "aqu=C3=AD.=\r\n", "the last line has no end"),
    ("aqu=C3=AD.\r\n", "=20\r\n", "nothing to join"),
    ("aqu=C3=AD.\r\n", "From here\r\n", "not space-stuffed"),
    ('charset="utf-8"; format', 'charset="utf-9"; format', "is no utf-9"),
    ("text/html; charset", "text/html charset", "no type"),
    ("text/html; charset", "text/plain; charset", "alternatives"),
    ("iVBORw0KGgo", "iVBORw0KGgo*", "no base64"),
    ("iVBORw0KGgo", "aVBORw0KGgo", "no PNG"),
    ("Encoding: base64", "Encoding: 8bit", "not one of 7bit"),
    ("inline; filename", "inline, filename", "no"),
    ("inline; filename", "shown; filename", "no Content-Disposition"),
    ('filename="map.png"', 'filename="../map.png"', "no file name"),
    ('filename="map.png"', 'filename="=?utf-8?q?m?="', "encoded word in a parameter"),
    ("utf-8''dados%20%C3%B1", "utf-8''dados%20%C3", "charset of a parameter"),
    ("utf-8''dados%20%C3%B1", "dados%20%C3%B1", "no charset of a parameter"),
    ("filename*=utf-8''", "filename*1*=utf-8''", "pieces of a parameter are missing"),
    ('{"a": 1}', '{"a": 1', "no JSON"),
    ("Hola", "Hol\x00", "not ASCII, or NUL"),
    ("Hola", "Holá", "not ASCII"),
    ('{"a": 1}\r', '{"a": 1}', "CRLF"),
    ("<p>Hola", "<p>\nHola", "CRLF"),
]
CALENDARS = [
    ('; method="PUBLISH"', "", "in the Content-Type none"),
    ("METHOD:PUBLISH", "METHOD:REQUEST", "METHOD is REQUEST"),
    ("UID:3@example.org\r\n", "", "VEVENT without UID"),
    ("ORGANIZER", "ATTENDEE", "VEVENT without ORGANIZER"),
    ("DTSTART:", "DTSTART;TZID=Europe/Madrid:2", "DTSTART is"),
    ("SEQUENCE:", "DURATION:P0D\r\nSEQUENCE:", "DURATION is P0D"),
    ("SUMMARY:", "SUMMARY:b\r\nSUMMARY:", "SUMMARY twice"),
    ("SUMMARY:a\\,", "SUMMARY:a,", "SUMMARY is no text"),
    ("SUMMARY:", f"SUMMARY:{'x' * 70}", "calendar line of"),
    ("END:VALARM\r\n", "", "stands outside"),
    ("TRIGGER:-PT3H", "TRIGGER:3 hours", "TRIGGER is"),
    ("END:VCALENDAR", "END:VCALENDAR\r\nX", "no property of a calendar"),
]


@pytest.mark.parametrize(("good", "bad", "fault"), [*FIELDS, *BODIES, *CALENDARS])
def test_a_planted_fault_is_found(good: str, bad: str, fault: str) -> None:
    whole = made()
    assert good.encode() in whole
    assert [found for found in faults(whole.replace(good.encode(), bad.encode(), 1)) if fault in found]
