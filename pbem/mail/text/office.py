"""The text of a word processor's file (.docx, .odt), a line for each paragraph. Little of the archive is opened.

Own reader, because the libraries read all of the file, believe the sizes it tells, and resolve its entities.
"""

import html
import io
import re
import zipfile
from collections.abc import Iterator

SIZE = 2**20  # bytes of a file that is opened
TEXT = 2**21  # bytes of its text, with all marks, that are read
_MEMBERS = ("word/document.xml", "content.xml")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_TOKEN = re.compile(r"<(/?)([\w:-]++)([^<>]*+)>|([^<]+)")  # possessive: a mark that never ends costs its length
_PARAGRAPHS = ("w:p", "text:p", "text:h")
_SAYS = {
    "w:tab": " ", "text:tab": " ", "text:s": " ", "w:noBreakHyphen": "-",
    "w:br": "\n", "w:cr": "\n", "text:line-break": "\n",
}  # fmt: skip
_UNSEEN = ("office:annotation", "text:tracked-changes", "w:delText", "w:instrText")


def text_of(data: bytes) -> str:
    """The text of the file. Raises ValueError if it is too big, or none that can be read."""
    if len(data) > SIZE:
        raise ValueError("too big")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = next((archive.getinfo(name) for name in _MEMBERS if name in archive.NameToInfo), None)
            if member is None or member.compress_type not in _METHODS:
                raise ValueError("no text in it, or packed in an unusual way")
            with archive.open(member) as file:
                page = file.read(TEXT + 1)
    except Exception as error:  # the library raises nearly anything on archives made to trip it
        raise ValueError(f"not readable: {error}") from error
    if len(page) > TEXT:
        raise ValueError("too much text")
    return "".join(_pieces(page.decode("utf-8", "replace")))


def _pieces(page: str) -> Iterator[str]:
    """What the marks and texts of a page come to. Text counts in a paragraph; in Word's files, in a run's text only."""
    depth, unseen, run = 0, 0, not page.count("<w:t")
    for token in _TOKEN.finditer(page):
        close, name, rest, text = token.groups()
        alone = (rest or "").endswith("/")
        if text is not None:
            if depth and run and not unseen:
                yield html.unescape(text).replace("\n", " ")
        elif name in _PARAGRAPHS and not alone:
            depth += -1 if close else 1
            yield "\n"
        elif name in _UNSEEN and not alone:
            unseen += -1 if close else 1
        elif name == "w:t" and not alone:
            run = not close
        elif name in _SAYS and not close and depth and not unseen:
            yield _SAYS[name]
