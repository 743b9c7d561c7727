"""How much of a raw mail is read, and where its headers end. No parser: a look for new mail needs none."""

import re

LIMIT = 5 * 2**20  # bytes of a message that is read whole
HEADERS = 2**18  # bytes of a header block
_BLANK = re.compile(rb"\r?\n\r?\n|\r\r")


def header_block(raw: bytes) -> bytes:
    """The bytes before the first blank line, at most `HEADERS` of them."""
    head = raw[:HEADERS]
    blank = _BLANK.search(head)
    return head[: blank.start()] if blank else head
