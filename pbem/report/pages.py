"""Templates to text and HTML: one jinja2 environment a language, plain text wrapped, HTML escaped."""

import re
import textwrap
from functools import partial
from types import CodeType
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from pbem.report.content import PRESS_MARK
from pbem.report.svg.base.naming import N_
from pbem.report.words import Words, capfirst
from pbem.resources import shipped_path

COLUMNS = 76
"""Plain text is never wider, for clients that show 78 columns and quote with "> "."""


class _Compiled(BytecodeCache):
    """Templates compiled once for all environments: in none does a filter of a game's words stand by a constant."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what was compiled of the same text before."""
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        if bucket.code is not None:
            self._known[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()
_MADE: list[tuple[Words, Any, Environment]] = []
_MOST = 8


def environment(words: Words, translations: Any) -> Environment:
    """The environment of the report's templates; autoescape in *.html.j2, `w` is the game's words.

    Compiling templates takes longer than filling them, so the last few environments are kept.
    """
    for known, into, env in _MADE:
        if known is words and into is translations:
            return env
    env = _made(words, translations)
    _MADE.append((words, translations, env))
    del _MADE[:-_MOST]
    return env


def _made(words: Words, translations: Any) -> Environment:
    env = Environment(
        loader=FileSystemLoader(str(shipped_path("templates"))),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and ".html" in str(name),
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_COMPILED,
    )
    env.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    env.globals["w"] = words
    env.globals["press_mark"] = PRESS_MARK
    env.globals["phase_name"] = partial(phase_name, words, translations)
    env.filters["unit_name"] = words.unit
    env.filters["space_name"] = words.space
    env.filters["condition"] = words.condition
    env.filters["condition_alone"] = words.condition_alone
    env.filters["phase_word"] = words.phase
    env.filters["capfirst"] = capfirst
    env.filters["wrap"] = wrap
    env.filters["heading"] = heading
    env.filters["lined"] = with_line_breaks
    env.filters["remarked"] = with_soft_remark
    return env


# What a record that is no phase is called in its place.
KINDS = {
    "rollback": N_("the game goes back"),
    "ruling": N_("referee's decision"),
    "agreed": N_("draw agreed"),
    "conceded": N_("surrender"),
    "rekey": N_("new chain of dice"),
    "end": N_("end of the game"),
}


def phase_name(words: Words, translations: Any, id_: str) -> str:
    """The name of a phase, or of the kind of a record that is no phase."""
    if id_ in KINDS and id_ not in words.lexicon.get("phases", {}):
        return str(translations.gettext(KINDS[id_]))
    return words.phase(id_)


def wrap(text: str, first: str = "", rest: str | None = None, columns: int = COLUMNS) -> str:
    """Text in lines of at most `columns` letters; `first` begins the first, `rest` the others. Its own lines stay."""
    rest = first if rest is None else rest
    filled = []
    for i, line in enumerate(str(text).split("\n")):
        begin = first if i == 0 else rest
        filled.append(textwrap.fill(" ".join(line.split()), columns, initial_indent=begin, subsequent_indent=rest,
                                    break_long_words=False, break_on_hyphens=False))  # fmt: skip
    return "\n".join(filled)


def heading(text: str, line: str = "=") -> str:
    """A heading of the text part: capitals, underlined."""
    words = str(text).upper()
    return f"{words}\n{line * min(len(words), COLUMNS)}"


def with_line_breaks(text: str) -> Markup:
    """A text for HTML: escaped, <br> between its lines."""
    return Markup("<br>").join(str(text).split("\n"))


_REMARK = re.compile(r"(.*?)(?: (#=?) (.*))?")


def with_soft_remark(line: str) -> Markup:
    """A line of a form for HTML, with its end: the remark in soft colour, without the padding before it.

    On a phone the remark is a line of its own; the end is within it, or there would be an empty one.
    """
    found = _REMARK.fullmatch(line)
    order, mark, remark = found.groups() if found else (line, None, None)
    if mark and order.removeprefix("# ").partition(" ")[0].isupper():  # a verb
        soft = Markup('<span class="soft remark" style="color:#665d4f">{} {}\n</span>').format(mark, remark)
        return Markup("{}  {}").format(order.rstrip(), soft)
    if line.startswith("#"):
        return Markup('<span class="soft" style="color:#665d4f">{}</span>\n').format(line)
    return Markup("{}\n").format(line)


def tidy(text: str) -> str:
    """Text without blanks at line ends and without more than one empty line in a row, ending in one newline."""
    lines: list[str] = []
    for line in (line.rstrip() for line in text.strip("\n").split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).rstrip("\n") + "\n"
