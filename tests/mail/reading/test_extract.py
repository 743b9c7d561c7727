"""What is new in a mail: attachments, forms, JSON, END, second readings; and the parts that find it out."""

import textwrap

import pytest

from pbem.mail.message.message import parse
from pbem.mail.reading.extract import Extract, extract
from pbem.mail.reading.form import find_form
from pbem.mail.reading.quotes import judge_lines, quote_depth, sent_lines, strip_list_mark
from pbem.mail.text.html import fresh_text, is_readable, whole_text
from pbem.mail.text.tnef import enclosed_files
from tests.mail.making import raw_mail, with_files

SHEET = b'{"format": 1, "game": "melilla"}'
FORM = "## ORDERS melilla 3 rif-movement\nHOLD beni-3   # at 0811\nHOLD beni-4   # at 0812\n## END OF ORDERS\n"


def read(body: str, sent: tuple[str, ...] = ()) -> Extract:
    return extract(parse(raw_mail(body)), sent)


def reasons(found: Extract) -> list[str]:
    return [left.reason for left in found.left_out]


def test_a_json_file_wins_over_the_text_and_both_are_told() -> None:
    found = extract(parse(with_files(("turn3.json", "application/octet-stream", SHEET), body="MOVE beni-1 0101\n")))
    assert (found.kind, found.text, found.source) == ("json", SHEET.decode(), "attachment:turn3.json")
    assert found.left_out[0].reason == "body"
    assert found.alternatives[0].lines == ("MOVE beni-1 0101",)


@pytest.mark.parametrize(
    "name", ["orders.txt", "ORDERS-3.TXT", "Órdenes turno 3.txt", "ordenes.txt", "melilla-orders.text"]
)
def test_an_orders_file_by_any_of_its_names(name: str) -> None:
    found = extract(parse(with_files((name, "application/octet-stream", b"MOVE beni-3 0812\r\nEND\r\nMOVE x 0101"))))
    assert found.lines == ("MOVE beni-3 0812",)
    assert found.source == f"attachment:{name}"


@pytest.mark.parametrize("name", ["notes.txt", "reorder.txt", "orders.txt.zip", "orders.docx", "orders.exe"])
def test_other_files_are_named_and_not_read(name: str) -> None:
    found = extract(parse(with_files((name, "application/octet-stream", b"MOVE beni-9 0101"), body="HOLD beni-3\n")))
    assert found.lines == ("HOLD beni-3",)
    assert ("attachment", name) in [(left.reason, left.text) for left in found.left_out]


def test_a_second_orders_file_is_told_of() -> None:
    files = [(f"orders{n}.txt", "text/plain", f"MOVE beni-{n} 0101".encode()) for n in (1, 2)]
    found = extract(parse(with_files(*files)))
    assert found.lines == ("MOVE beni-1 0101",)
    assert "attachment-other" in reasons(found)
    assert ("MOVE beni-2 0101",) in [other.lines for other in found.alternatives]


def test_our_own_form_coming_back_unchanged_is_no_answer() -> None:
    mail = parse(with_files(("form-rif-movement.txt", "text/plain", FORM.encode()), body="MOVE beni-5 0101\n"))
    for sent in ((), (FORM,), ("text", FORM)):
        found = extract(mail, sent)
        assert found.lines == ("MOVE beni-5 0101",)
        assert "attachment-unchanged" in reasons(found)


def test_our_own_form_edited_is_the_answer() -> None:
    edited = FORM.replace("HOLD beni-4  ", "MOVE beni-4 0813")
    found = extract(parse(with_files(("form-rif-movement.txt", "text/plain", edited.encode()))), (FORM,))
    assert found.lines == ("MOVE beni-4 0813 # at 0812",)


def test_an_orders_file_equal_to_what_we_sent_is_ignored() -> None:
    example = "MOVE beni-1 0101\nMOVE beni-2 0202\n"
    found = extract(parse(with_files(("orders.txt", "text/plain", example.encode()), body="HOLD beni-3\n")), (example,))
    assert found.lines == ("HOLD beni-3",)


def test_json_pasted_into_the_body_is_json() -> None:
    found = read("{\u201cformat\u201d: 1,\n \u201cgame\u201d: \u201cmelilla\u201d}\n")
    assert found.kind == "json"
    assert found.text == '{"format": 1,\n"game": "melilla"}'


def test_a_brace_alone_is_text() -> None:
    assert read("{ MOVE beni-3 0812\n").kind == "text"


@pytest.mark.parametrize("end", ["END", "fin", "End.", "END  # that is all"])
def test_nothing_after_end_counts(end: str) -> None:
    found = read(f"MOVE beni-3 0812\n{end}\nMOVE beni-9 0101\n")
    assert found.lines == ("MOVE beni-3 0812",)
    assert ("after-end", "MOVE beni-9 0101") in [(left.reason, left.text) for left in found.left_out]


def test_two_parts_that_differ_are_two_readings() -> None:
    raw = (
        b"From: a@b.c\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nMOVE beni-3 0812\n"
        b"--b\nContent-Type: text/html\n\n<p>MOVE beni-3 <b>0813</b></p>\n--b--\n"
    )
    found = extract(parse(raw))
    assert (found.source, found.lines) == ("text", ("MOVE beni-3 0812",))
    assert [(other.source, other.lines) for other in found.alternatives] == [("html", ("MOVE beni-3 0813",))]


def test_a_text_part_that_says_nothing_gives_way_to_html() -> None:
    raw = (
        b"From: a@b.c\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\n> quoted only\n"
        b"--b\nContent-Type: text/html\n\n<p>MOVE beni-3 0812</p>\n--b--\n"
    )
    assert extract(parse(raw)).source == "html"


def test_sealed_mail_is_said_to_be_sealed() -> None:
    raw = (
        b"From: a@b.c\nContent-Type: multipart/encrypted; boundary=b\n\n"
        b"--b\nContent-Type: application/pgp-encrypted\n\n"
        b"Version: 1\n--b\nContent-Type: application/octet-stream\n\nxx\n--b--\n"
    )
    assert reasons(extract(parse(raw))) == ["encrypted"]


def test_long_bodies_and_lines_are_cut_and_it_is_said() -> None:
    found = read("MOVE beni-3 0812\n" * 2_500 + "x" * 3_000)
    assert len(found.lines) == 2_000
    assert "too-long" in reasons(found)
    assert read("x" * 3_000 + "\nHOLD beni-3").lines == ("HOLD beni-3",)


# The form


def test_form_lines_that_were_printed_so_are_unchanged() -> None:
    found = find_form(["> " + line for line in FORM.splitlines()], frozenset())
    assert found is not None
    assert (found.first, found.last, found.depth, found.edited, len(found.unchanged)) == (0, 3, 1, (), 2)


def test_a_hold_whose_comment_was_taken_away_is_meant() -> None:
    body = "> " + FORM.replace("   # at 0811", "").replace("\n", "\n> ")
    assert read(body).lines == ("HOLD beni-3",)


def test_what_we_sent_decides_over_the_look_of_a_line() -> None:
    sent = FORM.replace("HOLD beni-4", "ATTACK 0101 WITH beni-4")
    body = "> " + sent.replace("at 0811", "at 0811 now").replace("\n", "\n> ")
    assert read(body, (sent,)).lines == ("HOLD beni-3   # at 0811 now",)
    assert sent_lines([sent]) >= {"HOLD beni-3 # at 0811"}


def test_a_form_in_a_quotation_of_a_quotation_is_old() -> None:
    body = "MOVE beni-5 0101\n\n>> " + FORM.replace("HOLD beni-3", "MOVE beni-3 0909").replace("\n", "\n>> ")
    found = read(body)
    assert found.lines == ("MOVE beni-5 0101",)
    assert "form-old" in reasons(found)


def test_a_form_without_its_last_line_is_read_and_told() -> None:
    found = read("> ## ORDERS m\n> MOVE beni-3 0812\n> HOLD beni-4 # at 0101\n")
    assert found.lines == ("MOVE beni-3 0812",)
    assert "form-open" in reasons(found)


def test_orders_above_and_below_the_form_keep_their_places() -> None:
    body = "MOVE a-1 0101\n> ## ORDERS m\n> MOVE b-1 0202 # at 0201\n> ## END OF ORDERS\n\nMOVE c-1 0303\n"
    assert [line[:8] for line in read(body).lines] == ["MOVE a-1", "MOVE b-1", "MOVE c-1"]


def test_the_second_phase_of_a_form_in_spanish_has_its_head() -> None:
    body = (
        "> ## ÓRDENES melilla 5 movimiento español\n> MOVER a-1 0101\n"
        "> ## ÓRDENES melilla 5 aviación española, primer subturno\n> VOLAR b-1 0202\n> ## FIN DE ÓRDENES\n"
    )
    assert read(body).lines == ("MOVER a-1 0101", "PHASE aviación española, primer subturno", "VOLAR b-1 0202")


REAL_FORM = """## ORDERS melilla 3 moroccan-movement
# Remove the # of the lines you want, and change what you need; unchanged lines do nothing.
HOLD urriaguel-3               # 0613, 3-5: MOVE 0512 0513 0514 0612 0614 … (12); ATTACK 0715 0716
HOLD urriaguel-4               # 0614, 3-5: MOVE 0512 0513 0514 0612 0613 … (11); ATTACK 0715
# ATTACK 0711 WITH beni-2      # 0710, 2-4, must act: PANIC beni-2
## END OF ORDERS
"""


def wrapped(text: str, width: int) -> str:
    """A text as a program quotes it that wraps at `width`."""
    return "\n".join(
        f"> {piece}"
        for line in text.splitlines()
        for piece in textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    )


@pytest.mark.parametrize("width", [200, 50, *range(60, 100, 3), 72])
def test_a_form_that_was_wrapped_is_put_together_again_by_what_we_sent(width: int) -> None:
    assert read(wrapped(REAL_FORM, width), (REAL_FORM,)).lines == ()
    edited = REAL_FORM.replace("HOLD urriaguel-4", "MOVE urriaguel-4 0513").replace("# ATTACK", "ATTACK")
    edited = edited.replace("HOLD urriaguel-3 ", "ATTACK 0715 WITH urriaguel-3 beni-1 beni-3 beni-4 beni-5")
    found = read(wrapped(edited, width), (REAL_FORM,))
    assert [" ".join(line.partition("#")[0].split()) for line in found.lines] == [
        "ATTACK 0715 WITH urriaguel-3 beni-1 beni-3 beni-4 beni-5",
        "MOVE urriaguel-4 0513",
        "ATTACK 0711 WITH beni-2",
    ]


def test_a_line_typed_into_the_form_is_not_joined_to_its_neighbours() -> None:
    body = wrapped(REAL_FORM, 72).replace(
        "> HOLD urriaguel-4", "> MOVE beni-9 0101\n> MOVE urriaguel-4 0513\n> HOLD urriaguel-4"
    )
    found = read(body, (REAL_FORM,))
    assert [line.partition("#")[0].strip() for line in found.lines] == ["MOVE beni-9 0101", "MOVE urriaguel-4 0513"]


# Lines


@pytest.mark.parametrize(
    ("line", "depth", "rest"),
    [("> > x", 2, "x"), (">>x", 2, "x"), (" > x", 1, "x"), ("MR> x", 1, "x"), ("| x", 1, "x"), ("x > y", 0, "x > y")],
)
def test_quote_marks(line: str, depth: int, rest: str) -> None:
    assert quote_depth(line) == (depth, rest)


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("- MOVE a", "MOVE a"),
        ("12) MOVE a", "MOVE a"),
        ("MOVE a - b", "MOVE a - b"),
        ("0812 x", "0812 x"),
        ("-1 x", "-1 x"),
    ],
)
def test_list_marks_at_the_start_only(line: str, bare: str) -> None:
    assert strip_list_mark(line) == bare


@pytest.mark.parametrize(
    "text",
    [
        "On hold until Monday: see my last mail",
        "As I wrote on 2 Nov 2026, I keep the hill:",
        "This message is short.",
        "Legal moves only, please.",
        "Sent the cavalry from my left flank",
        "From 0812 go on",
        "To: be or not",
        "I read it on the mailing list",
        "Enviado queda el correo",
        "von mir aus",
        "Data is missing",
        "-----",
    ],
)
def test_prose_that_only_resembles_a_mark_ends_nothing(text: str) -> None:
    assert "MOVE beni-3 0812" in read(f"Hello\n{text}\nMOVE beni-3 0812\n").lines


def test_two_dashes_between_two_halves_of_a_sheet_are_no_signature() -> None:
    lines = [f"MOVE beni-{n} 0812" for n in range(15)]
    assert [line.fate for line in judge_lines([*lines[:2], "--", *lines[2:]])] == [""] * 16
    assert judge_lines([*lines[:2], "-- ", *lines[2:]])[-1].fate == "signature"


def test_our_text_goes_in_runs_of_three_not_one_by_one() -> None:
    sent = "one 1\ntwo 2\n\nthree 3\nfour 4\n"
    fates = [
        line.fate for line in judge_lines(["two 2", "three 3", "new", "one 1", "two 2", "three 3", "end 9"], [sent])
    ]
    assert fates == ["", "", "", "sent", "sent", "sent", ""]


ATTRIBUTION = "On 2 Nov 2026, at 21:14, Referee <r@example.org> wrote:"


def test_examples_of_ours_that_are_sent_back_as_they_are_are_orders() -> None:
    orders = ["DEPLOY art-c-1 AT 4621", "DEPLOY art-c-2 AT 4616", "DEPLOY art-c-3 AT 4519"]
    sent = "\n".join(["For example:", "", *(f"    {order}" for order in orders), "", "Good luck."])
    alone = judge_lines([*orders, "DEPLOY art-c-4 AT 4520"], [sent])
    assert [line.fate for line in alone] == [""] * 4
    quoted = judge_lines(["Yes.", *sent.splitlines()], [sent])
    assert {line.fate for line in quoted if line.text and line.text != "Yes."} == {"sent"}


def test_an_answer_below_a_trimmed_quotation_counts_though_prose_stands_above_it() -> None:
    body = f"Hello, my moves are below.\n\n{ATTRIBUTION}\n\nMOVE beni-3 0812\n"
    assert read(body, ("something else",)).lines[-1] == "MOVE beni-3 0812"
    assert read(body, ("Your order was\nMOVE beni-3 0812\n",)).lines == ("Hello, my moves are below.",)
    assert read(body).lines == ("Hello, my moves are below.",)
    assert ("quote", "MOVE beni-3 0812") in [(left.reason, left.text) for left in read(body).left_out]


def test_a_footer_that_was_wrapped_goes_whole() -> None:
    footer = "Sent from my Android device with K-9 Mail. Please excuse my all too\nbrief words."
    assert read(f"MOVE beni-3 0812\n\n{footer}\n\nHOLD beni-4\n").lines == ("MOVE beni-3 0812", "HOLD beni-4")
    assert read("Sent from my iPhone\nHOLD beni-4\n").lines == ("HOLD beni-4",)


# HTML and TNEF


def test_inline_tags_do_not_break_words_and_blocks_break_lines() -> None:
    assert whole_text("<div><b>MO</b>VE a&nbsp;0101<br>HOLD\nb<div>x</div></div>").split("\n") == [
        "MOVE a\u00a00101",
        "HOLD b",
        "x",
    ]


def test_quotations_go_and_answers_between_them_stay() -> None:
    page = (
        '<div class="gmail_quote"><div class="gmail_attr">On x wrote:</div>'
        '<blockquote class="gmail_quote">old 1</blockquote>'
        '<div>new 1</div><blockquote class="gmail_quote">old 2<blockquote type="cite">older</blockquote></blockquote>'
        "<div>new 2</div></div>"
    )
    assert fresh_text(page).split() == ["new", "1", "new", "2"]


@pytest.mark.parametrize(
    "tag", ["p hidden", 'p style="display:none"', 'p style="x:y;display: none"', "script", "style"]
)
def test_what_is_not_shown_is_not_read(tag: str) -> None:
    page = f"<div>MOVE a 0101<{tag}>MOVE b 0909</{tag.split()[0]}></div>"
    assert "MOVE a 0101" in fresh_text(page)
    assert "0909" not in fresh_text(page) + whole_text(page)


def test_indented_answers_are_no_quotations() -> None:
    assert "MOVE" in fresh_text(
        '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">MOVE a 0101</blockquote>'
    )


def test_a_page_with_large_pictures_in_it_is_readable() -> None:
    assert is_readable(f'<p>MOVE<img src="data:image/png;base64,{"A" * 3_000_000}">')
    assert not is_readable("<p>" * 30_000)


def test_a_winmail_dat_that_is_none_is_an_error() -> None:
    for data in (b"", b"\x78\x9f\x3e\x22", b"PK\x03\x04" * 10, b"\x78\x9f\x3e\x22\x01\x00" + b"\x02" * 30):
        if data[:4] != b"\x78\x9f\x3e\x22" or len(data) > 6:
            with pytest.raises(ValueError, match=r"."):
                enclosed_files(data)
        else:
            assert enclosed_files(data) == ()
