"""Raw mails that no mail program would write, made by rule: for hypothesis, and for a fuzzer that feeds bytes."""

from hypothesis import strategies as st

NAMES = (
    *("From", "To", "Cc", "Subject", "Message-ID", "In-Reply-To", "References", "Date", "Return-Path", "Delivered-To"),
    *("Auto-Submitted", "Precedence", "List-Id", "X-Loop", "DKIM-Signature", "Authentication-Results", "Received"),
    *("MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "X-\u00e9", ""),
)
TYPES = (
    *("text/plain", "text/html", "text/enriched", "application/json", "application/ms-tnef", "message/rfc822"),
    *("message/delivery-status", "text/rfc822-headers", "application/octet-stream", "image/png", "garbage", "/"),
)
CHARSETS = (
    *(
        "utf-8",
        "us-ascii",
        "iso-8859-1",
        "windows-1252",
        "utf-16",
        "utf-7",
        "utf-32",
        "koi8-r",
        "iso-2022-jp",
        "gb18030",
    ),
    *("idna", "punycode", "rot13", "base64", "unknown", "\x00", "utf-8\r\nX-Injected: 1", "*" * 300),
)
ENCODINGS = ("7bit", "8bit", "binary", "quoted-printable", "base64", "x-uuencode", "nonsense", "")
FILES = (
    "orders.txt",
    "orders.json",
    "form-7.txt",
    "winmail.dat",
    "../../etc/passwd",
    "a\x00b.txt",
    "\u202etxt.exe",
    "",
)
BITS = (
    *(
        "MOVE beni-1 0402",
        "ATTACK 0715",
        "NONCE x",
        "TOKEN NEW",
        "CONFIRM",
        "END",
        "> MOVE beni-2 0403",
        "-- ",
        "--",
        "{",
    ),
    *(
        "<p>MOVE beni-3 0404</p>",
        "<script>",
        "<!--",
        "<div style='display:none'>",
        "{{ 7*7 }}",
        "{% raw %}",
        "$(reboot)",
    ),
    *(
        "\x1b[31m",
        "\x00",
        "\u202e",
        "\u200b",
        "\uff10\uff17",
        "\u0430",
        "=?utf-8?Q?=00=0D=0A?=",
        "=?x?B?////?=",
        "=3D=",
        "=\n",
    ),
    *(
        "On Monday Ana wrote:",
        "-----Original Message-----",
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "begin 644 x",
        "\r",
        "\n\n",
    ),
    *(
        "----- 8< pbem orders 8< -----",
        '{"format": 1}',
        "[" * 40,
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ),
)

_text = st.one_of(st.sampled_from(BITS), st.text(max_size=30))
_value = st.one_of(
    st.sampled_from(
        (
            "ana@example.org", "<<>>", "Ana <ana@example.org>, Eva <eva@evil.example>", '"', "<a b@c>",
            "referee+melilla.", "=?utf-8?B?!!?=", "multipart/report; report-type=", "a\r\n b", "a\rFrom: b@c.d",
            "x" * 5000, "(" * 500, "<" * 500,
        )
    ),
    _text,
)  # fmt: skip
_header = st.tuples(st.sampled_from(NAMES), _value).map(lambda pair: f"{pair[0]}: {pair[1]}")
_lines = st.lists(_text, max_size=12).map("\n".join)
_body = st.one_of(
    _lines.map(lambda text: text.encode("utf-8", "replace")),
    _lines.map(lambda text: text.encode("utf-16")),
    st.binary(max_size=200),
    st.binary(max_size=60).map(lambda data: b"\x78\x9f\x3e\x22\x00\x00" + data),
)


@st.composite
def leaves(draw: st.DrawFn) -> bytes:
    """A part with any type, charset, encoding and name, which need not be true."""
    kind, charset = draw(st.sampled_from(TYPES)), draw(st.sampled_from(CHARSETS))
    head = [f'Content-Type: {kind}; charset="{charset}"; format=flowed; name="{draw(st.sampled_from(FILES))}"']
    head.append(f"Content-Transfer-Encoding: {draw(st.sampled_from(ENCODINGS))}")
    head += draw(st.lists(_header, max_size=3))
    return "\r\n".join(head).encode("utf-8", "replace") + b"\r\n\r\n" + draw(_body)


def _tree(children: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    def join(parts: list[bytes], kind: str, boundary: str, closed: bool) -> bytes:
        line = b"\r\n--" + boundary.encode()
        head = f'Content-Type: {kind}; boundary="{boundary}"\r\n'.encode()
        return (
            head + line + line.join([b"", *(b"\r\n" + part for part in parts)]) + (line + b"--\r\n" if closed else b"")
        )

    kinds = st.sampled_from(("multipart/mixed", "multipart/alternative", "multipart/report", "multipart/signed"))
    boundaries = st.sampled_from(("a", "b", "a b", "", "--", "x" * 80))
    return st.builds(join, st.lists(children, max_size=4), kinds, boundaries, st.booleans())


def mails() -> st.SearchStrategy[bytes]:
    """Raw mails: headers, then a tree of parts, broken in any of the usual ways."""

    def join(headers: list[str], tree: bytes, usual: bool) -> bytes:
        head = ["From: ana@example.org", "Message-ID: <1@example.org>"] if usual else []
        return "\r\n".join([*head, *headers, ""]).encode("utf-8", "replace") + tree

    trees = st.recursive(leaves(), _tree, max_leaves=12)
    return st.builds(join, st.lists(_header, max_size=6), trees, st.booleans())
