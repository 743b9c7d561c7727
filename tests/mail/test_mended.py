"""What the mails written blind taught, told again as other programs and languages would tell it."""

import io
import quopri
import zipfile

import pytest

from pbem.mail.reading.extract import Extract
from pbem.mail.reading.read_mail import parse_mail
from pbem.mail.text.charset import decode, undo_double_encoding
from pbem.mail.text.office import SIZE, TEXT, text_of
from tests.mail.making import HOST, REPORT, raw_mail, with_files

FORM = """## ORDERS melilla 3 moroccan-movement
# — Abarrán (1411)
HOLD beni-1   # BEN 1, 1411, 3-5 · MOVE (5): Budinar 1512 (1) … 10
HOLD beni-2   # BEN 2, Sidi Dris 1710, 3-5 · MARCH (10): Monte Arruit 3617 (9) … 43
## END OF ORDERS
"""


def taken(raw: bytes, sent: str | None = None) -> Extract:
    return parse_mail(raw, own_host=HOST, sent=lambda each: sent if each == REPORT else None).extract


def both(text: str, page: str, **headers: str) -> bytes:
    """A mail with a text and an HTML part."""
    parts = (("plain", text), ("html", page))
    body = "".join(f"--b\nContent-Type: text/{kind}; charset=utf-8\n\n{part}\n" for kind, part in parts) + "--b--\n"
    head = raw_mail("", **headers).partition(b"Content-Type:")[0]
    return head + b'Content-Type: multipart/alternative; boundary="b"\n\n' + body.encode()


# Charsets


@pytest.mark.parametrize(
    ("name", "codec"), [("x-mac-roman", "mac-roman"), ("X-MAC-CE", "mac-latin2"), ("x-cp1250", "cp1250")]
)
def test_a_charset_may_have_a_private_name(name: str, codec: str) -> None:
    text = "MOVE alcántara-1 Zeluán"
    assert decode(text.encode(codec), name.replace("MAC-CE", "mac-centeuro")) == text


@pytest.mark.parametrize("charset", ["iso-8859-1", "iso-8859-9", "us-ascii"])
@pytest.mark.parametrize("mark", ["> ", ""])
def test_a_form_whose_signs_were_lost_is_unchanged(charset: str, mark: str) -> None:
    quoted = "".join(f"{mark}{line}\n" for line in FORM.encode(charset, "replace").decode(charset).splitlines())
    changed = quoted.replace("HOLD beni-2 ", "MOVE beni-2 1711 ")
    assert taken(raw_mail(f"So:\n\n{quoted}"), FORM).lines == ("So:",)
    assert [line.partition("#")[0].strip() for line in taken(raw_mail(f"So:\n\n{changed}"), FORM).lines] == [
        "So:",
        "MOVE beni-2 1711",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "MOVER beni-3 a Zeluán\nATACAR 0715 CON beni-1 beni-2 beni-3 beni-4 beni-5 beni-6 beni-7 beni-8 beni-9\n",
        "déplacer:\nMOVE beni-3 0812 = 0813\nHOLD beni-4\n",
    ],
)
def test_quoted_printable_twice_over_is_read(text: str) -> None:
    once = quopri.encodestring(text.encode())
    assert undo_double_encoding(once).decode() == text
    twice = quopri.encodestring(once).decode()
    assert taken(raw_mail(twice, Content_Transfer_Encoding="quoted-printable")).lines == tuple(text.splitlines())


@pytest.mark.parametrize("text", [b"1+1=2, 2+2=4, 3+3=6", b"====\nMOVE a=20\n====", b"a =20 b =2F\n", b""])
def test_signs_of_equality_are_no_escapes(text: bytes) -> None:
    assert undo_double_encoding(text) == text


# Wrapped lines

LONG = "ANGREIFEN 0715 MIT beni-1 beni-2 beni-3 beni-4 urriaguel-10 urriaguel-11 urriaguel-12"
SHORT = "MARCH urriaguel-cav-1 1116 1015 0914 0814 0713 0612 0611 0511 0510 0509 0508"


@pytest.mark.parametrize("line", [LONG, SHORT, f"ATTACK Monte Arruit {SHORT}", f"- {SHORT}"])
def test_the_html_part_shows_which_lines_are_one(line: str) -> None:
    cut = line.rfind(" ", 0, 76)
    text = f"{line[:cut]}\n{line[cut + 1 :]}\nHOLD beni-9\n"
    page = f"<div>{line}</div><div>HOLD beni-9</div>"
    assert taken(both(text, page)).lines == (line.removeprefix("- "), "HOLD beni-9")


def test_a_page_that_lost_its_breaks_joins_nothing() -> None:
    assert taken(both("MOVE beni-3 0812\nHOLD beni-9\n", "<p>MOVE beni-3 0812 HOLD beni-9</p>")).lines == (
        "MOVE beni-3 0812",
        "HOLD beni-9",
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (SHORT.replace(" 0509", "\n0509"), 1),
        ("ATACAR Annual CON urriaguel-7 urriaguel-12 urriaguel-21 urriaguel-24\nAPOYO bateria-1\n", 1),
        ("ATTACK Annual WITH urriaguel-7 urriaguel-12 urriaguel-21 urriaguel-24\nHOLD bateria-1\n", 2),
        ("ATTACK Annual WITH urriaguel-7 urriaguel-12 urriaguel-21 urriaguel-24\n\n0715\n", 2),
        ("ATTACK Annual WITH urriaguel-7 urriaguel-12 urriaguel-21 urriaguel-24\n2. HOLD beni-1\n", 2),
        ("MOVE beni-3 0812\n0813\n", 2),
        ("We have thought about this for quite a while, and I am sorry to say that\n3 of us go\n", 2),
    ],
)
def test_without_html_a_full_line_goes_on_where_no_order_can_begin(text: str, lines: int) -> None:
    assert len(taken(raw_mail(text)).lines) == lines


# Attributions of languages that no blind mail was in


@pytest.mark.parametrize(
    "line",
    [
        "po 5. 1. 2026 v 20:00 odesílatel pbem demo <referee@pbem.example.org> napsal:",
        "пн, 5 янв. 2026 г. в 20:00, pbem demo <referee@pbem.example.org> пишет:",
        "O lun, 5 xan 2026 ás 20:00, pbem demo (<referee@pbem.example.org>) escribiu:",
        "pbem demo erabiltzaileak hau idatzi du (2026 urt. 5, al. (20:00)):",
        "pbem demo <referee@pbem.example.org>, 5 Oca 2026 Pzt, 20:00 tarihinde şunu yazdı:",
        "În lun., 5 ian. 2026 la 20:00, pbem demo <referee@pbem.example.org> a scris:",
    ],
)
def test_a_line_with_date_and_address_says_who_wrote_what_follows(line: str) -> None:
    assert taken(raw_mail(f"HOLD beni-4\n\n{line}\n\nYour orders of last turn:\nMOVE beni-2 0710\n")).lines == (
        "HOLD beni-4",
    )


# A mail of one's own, forwarded

GERMAN = """Hier nochmal:

Von: Ana <ana@example.org>
Gesendet: Montag, 5. Januar 2026 21:00
An: Ana <ana@example.org>
Betreff: Zug 3

MOVE beni-3 0812
"""
ITALIAN = """Inizio messaggio inoltrato:

> Da: Ana <ana@example.org>
> Oggetto: turno 3
> Data: 5 gennaio 2026 alle ore 21:00:00 CET
> A: Ana <ana@example.org>
>
> MOVE beni-3 0812
> > HOLD beni-4 # an older one
"""


@pytest.mark.parametrize(("text", "subject"), [(GERMAN, "WG: Zug 3"), (ITALIAN, "turno 3")])
def test_a_mail_of_ones_own_that_one_forwards_is_read(text: str, subject: str) -> None:
    assert "MOVE beni-3 0812" in taken(raw_mail(text, Subject=subject)).lines
    assert not any(line.startswith("HOLD") for line in taken(raw_mail(text, Subject=subject)).lines)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (GERMAN, "AW: Zug 3"),
        (GERMAN.replace("Von: Ana <ana@", "Von: Omar <omar@"), "WG: Zug 3"),
        (GERMAN.replace("Hier nochmal", "HOLD beni-1"), "WG: Zug 3"),
        (ITALIAN.replace("Da: Ana <ana@", "Da: Omar <omar@"), "turno 3"),
    ],
)
def test_what_one_answers_or_others_wrote_or_one_corrects_is_not(text: str, subject: str) -> None:
    assert "MOVE beni-3 0812" not in taken(raw_mail(text, Subject=subject)).lines


# Word processors' files


def archive(name: str, page: str, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        made.writestr(name, page)
    return file.getvalue()


def docx(*paragraphs: str) -> bytes:
    body = "".join(f"<w:p w:rsidR='1'><w:pPr/>{each}</w:p>" for each in paragraphs)
    return archive("word/document.xml", f"<?xml version='1.0'?><w:document>\n<w:body>{body}</w:body></w:document>")


def run(text: str) -> str:
    return f"<w:r><w:rPr/><w:t xml:space='preserve'>{text}</w:t></w:r>"


def test_a_word_file_is_read_run_by_run() -> None:
    file = docx(
        run("Ordres"),
        run("MOVE beni") + "<w:r><w:noBreakHyphen/></w:r>" + run("3 0812") + "<w:r><w:br/></w:r>" + run("HOLD beni-4"),
        "<w:del><w:r><w:delText>MOVE beni-9 0101</w:delText></w:r></w:del>" + run("HOLD &#171;beni-5&#187;"),
    )
    found = taken(with_files(("ordres.docx", "application/octet-stream", file)))
    assert found.lines == ("Ordres", "MOVE beni-3 0812", "HOLD beni-4", 'HOLD "beni-5"')
    assert found.source == "attachment:ordres.docx"


def test_an_opendocument_file_is_read_paragraph_by_paragraph() -> None:
    page = (
        "<office:text><text:tracked-changes><text:p>MOVE beni-9 0101</text:p></text:tracked-changes>\n"
        "<text:h>Órdenes</text:h><text:list><text:list-item><text:p>MOVER<text:s/>beni-3<text:tab/>0812</text:p>"
        "</text:list-item></text:list><text:p/><text:p>MANTENER <text:span>beni-4</text:span><office:annotation>"
        "<text:p>why?</text:p></office:annotation></text:p></office:text>"
    )
    found = taken(with_files(("mis órdenes.odt", "application/zip", archive("content.xml", page))))
    assert found.lines == ("Órdenes", "MOVER beni-3 0812", "MANTENER beni-4")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 no archive",
        archive("other.xml", "<w:p/>"),
        archive("content.xml", "<text:p>a</text:p>", zipfile.ZIP_LZMA),
        archive("content.xml", " " * (TEXT + 1)),
        archive("content.xml", "<text:p>a</text:p>")[:-30],
        b"\0" * (SIZE + 1),
    ],
    ids=["empty", "none", "other", "method", "bomb", "cut", "big"],
)
def test_a_file_that_cannot_be_read_is_named_and_the_body_counts(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        text_of(data)
    found = taken(with_files(("orders.docx", "application/octet-stream", data), body="HOLD beni-1\n"))
    assert found.lines == ("HOLD beni-1",)
    assert [(left.reason, left.text) for left in found.left_out] == [("attachment", "orders.docx")]


def test_marks_without_end_cost_nothing() -> None:
    for page in (
        "<text:p>" + "<" * 200_000,
        "<text:p " * 50_000,
        "<text:p>" * 50_000,
        "<w:t" * 50_000,
        "<" + "w" * 400_000,
    ):
        assert len(text_of(archive("content.xml", page))) <= len(page)
