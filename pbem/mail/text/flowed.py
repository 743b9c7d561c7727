"""RFC 3676: text/plain; format=flowed, read and written."""

import re
from collections.abc import Iterator

WIDTH = 78
_COLUMNS = re.compile(r"\S {2,}\S")


def unflow(text: str, delsp: bool = False) -> str:
    """Join the soft-broken lines of a flowed text; quote marks stay as `>` and a space before the joined line.

    With `delsp` the space at a soft break goes too. A signature delimiter is never joined, nor are lines of unequal
    quote depth.
    """
    joined: list[str] = []
    held: list[str] = []
    depth = 0
    for line in text.split("\n"):
        level, rest = _split(line)
        if held and (level != depth or rest == "-- "):
            joined.append(_quoted(depth, held))
            held = []
        depth = level
        soft = rest.endswith(" ") and rest != "-- "
        held.append(rest[:-1] if soft and delsp else rest)
        if not soft:
            joined.append(_quoted(depth, held))
            held = []
    if held:
        joined.append(_quoted(depth, held))
    return "\n".join(joined)


def flow(text: str, fixed: tuple[re.Pattern[str], re.Pattern[str]] | None = None) -> str:
    """Write `text` (one paragraph a line) as flowed lines of at most `WIDTH` characters where they can be broken.

    Indented lines and lines with columns stay whole, and so does all from a line that the first pattern of `fixed`
    matches to one that the second does (the order form: its lines must come back as they are).
    """
    lines: list[str] = []
    whole = False
    for paragraph in text.split("\n"):
        whole = whole or bool(fixed and fixed[0].fullmatch(paragraph))
        lines.extend(_broken(paragraph, whole))
        whole = whole and not (fixed and fixed[1].fullmatch(paragraph))
    return "\n".join(lines)


def _split(line: str) -> tuple[int, str]:
    """Quote depth of a line, and the line without quote marks and stuffed space."""
    rest = line.lstrip(">")
    return len(line) - len(rest), rest.removeprefix(" ")


def _quoted(depth: int, pieces: list[str]) -> str:
    return (">" * depth + " " if depth else "") + "".join(pieces)


def _broken(paragraph: str, whole: bool) -> Iterator[str]:
    if paragraph == "-- ":
        yield paragraph
        return
    rest = paragraph.rstrip()
    whole = whole or rest.startswith(" ") or bool(_COLUMNS.search(rest))
    while not whole and len(rest) > WIDTH:
        cut = rest.rfind(" ", 0, WIDTH)
        cut = cut if cut > 0 else rest.find(" ", WIDTH)
        if cut <= 0:
            break
        yield _stuffed(rest[: cut + 1])
        rest = rest[cut + 1 :]
    yield _stuffed(rest)


def _stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", ">", "From ")) else line
