"""The handbook of a rule set: its Markdown, the passages of a clause, and one HTML page with everything in it.

A handbook is games/<rule set>/handbook.<language>.md. What all games have in common stands in templates/handbook; a
line that is a link to such a part, and a comment after it such as `<!-- place="Annual" -->`, is replaced by its text
with `Annual` for its {place}. Clauses are cited as [AB-7.5]; pictures lie beside it; a block of code whose first word
is orders, receipt or report is a mail of the played example, its second word the seat.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pbem.errors import BadInput
from pbem.gamedata.games import chapters, clauses, shipped_game
from pbem.gamedata.rulesets import game_file
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.phrases import Phrase, either
from pbem.resources import shipped_path

CITED = re.compile(r"\[([A-Z]+-\d+(?:\.\d+)*)\]")
MAILS: Mapping[str, str] = {
    "orders": N_("Mail of the %(side)s"),
    "receipt": N_("Receipt to the %(side)s"),
    "report": N_("Report to the %(side)s"),
}
"""What is written over the mails of the played example."""
PART = re.compile(
    r'^\[[^\]\n]+\]\(\.\./\.\./templates/handbook/([a-z]+)\.[a-z]+\.md\)<!--((?: [a-z]+="[^"\n]*")*) -->$', re.M
)
PICTURES = {".png": "image/png", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Handbook:
    """A handbook as it is shipped: its rule set, language, Markdown, and the folder that its links are relative to."""

    ruleset: str
    language: str
    text: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause in the list at the end of the page: its id, what it says in a line, its chapter's title."""

    id: str
    title: str
    chapter: str


def open_handbook(ruleset: str, language: str) -> Handbook:
    """The handbook of a rule set in a language; BadInput where there is no such rule set or no handbook."""
    shipped_game(ruleset)
    path = game_file(ruleset, f"handbook.{language}.md")
    try:
        text = PART.sub(lambda found: _part(found, language), path.read_text("utf-8"))
        return Handbook(ruleset, language, text, path.parent)
    except OSError as wrong:
        raise BadInput(
            "{ruleset} has no handbook in {language!r}: {path} cannot be read. ({wrong})",
            ruleset=ruleset,
            language=language,
            path=path.name,
            wrong=wrong,
        ) from None


def _part(found: re.Match[str], language: str) -> str:
    """The common text that a line stands for, with the examples that the line gives."""
    text = shipped_path("templates", "handbook", f"{found[1]}.{language}.md").read_text("utf-8").rstrip()
    for name, example in re.findall(r'([a-z]+)="([^"]*)"', found[2]):
        text = text.replace(f"{{{name}}}", example)
    return text


def passages(book: Handbook, clause: str) -> str:
    """What the handbook says of a clause (AB-7.5, 7.5) or a chapter of them (AB-7), as Markdown under its headings.

    BadInput, with the nearest ids, for a clause that the rules do not have.
    """
    known = clauses(book.ruleset)
    wanted = clause.upper().strip(" []")
    if wanted[:1].isdecimal():
        wanted = f"{next(iter(known)).partition('-')[0]}-{wanted}"
    asked = [id_ for id_ in known if id_ == wanted or id_.startswith(f"{wanted}.")]
    if not asked:
        near = get_close_matches(wanted, known, n=3, cutoff=0.5)
        hint = Phrase(" Did you mean {near}?", near=either(near)) if near else ""
        raise BadInput("{ruleset} has no clause {clause!r}.{hint}", ruleset=book.ruleset, clause=clause, hint=hint)
    lines = [f"- **{id_}** {known[id_][book.language]}" for id_ in asked]
    return "\n".join((*lines, "", *_cited(book.text, set(asked))))


def clause_paragraphs(ruleset: str, language: str, clause: str) -> tuple[str, ...]:
    """What the handbook says of one clause, as plain paragraphs for a mail: those of its rules that cite it.

    Empty for what is no single clause, and for a rule set without a handbook in the language.
    """
    if clause not in clauses(ruleset) or not game_file(ruleset, f"handbook.{language}.md").is_file():
        return ()
    text = open_handbook(ruleset, language).text
    chapters = "\n".join(_cited(text, {clause})).removeprefix("## ").split("\n## ")
    played = _played(text)
    told = [chapter.strip().split("\n\n") for chapter in chapters]
    rules = [each for each in told if each[0] not in played] or told  # a few clauses are met in the played turn alone
    return tuple(_plain(part) for _heading, *parts in rules for part in parts)


def _played(text: str) -> set[str]:
    """The headings of the chapters in which a turn is played, with those within them: orders stand there."""
    chapter, found = set[str](), set[str]()
    plays = False
    tokens = _parser().parse(text)
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            if token.tag == "h2":
                chapter, plays = set(), False
            chapter.add(tokens[i + 1].content)
        plays = plays or (token.type == "fence" and token.info.partition(" ")[0] in ("orders", "receipt"))
        found |= chapter if plays else set()
    return found


def _plain(markdown: str) -> str:
    """A passage without its marks: paragraphs as they are, the cells of a table's row with colons between."""
    tokens = [token for token in _parser().parse(markdown) if token.type in ("inline", "thead_close")]
    heads = [i for i, token in enumerate(tokens) if token.type == "thead_close"]
    cells = tokens[heads[-1] + 1 :] if heads else tokens
    return (": " if heads else " ").join(_words(cell) for cell in cells)


def _words(token: Token) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())


def _cited(text: str, asked: set[str]) -> Iterator[str]:
    """The blocks that cite one of these clauses, each heading once before those below it."""
    last, lines = "", text.splitlines()
    for heading, start, end, head in _blocks(text):
        block = lines[start:end]
        rows = [line for line in block if asked & set(CITED.findall(line))] if head else block
        if not asked & set(CITED.findall("\n".join(block))):
            continue
        if heading != last:
            yield from (f"## {heading}", "")
            last = heading
        yield from (*lines[start : start + head], *(row for row in rows if row not in lines[start : start + head]), "")


def _blocks(text: str) -> Iterator[tuple[str, int, int, int]]:
    """The paragraphs, items of lists and tables: heading above, first line, line after, lines of a table's head."""
    heading, skip_to, tokens = "", 0, _parser().parse(text)
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[i + 1].content
        elif token.map is not None and token.map[0] >= skip_to and token.type in BLOCKS:
            skip_to = token.map[1]
            yield heading, token.map[0], token.map[1], BLOCKS[token.type]


BLOCKS: Mapping[str, int] = {"paragraph_open": 0, "list_item_open": 0, "table_open": 2}
"""What is quoted whole for a clause, with the number of its first lines that belong to every part of it."""


def to_html(book: Handbook) -> str:
    """The handbook as one HTML page: pictures inside, a table of contents, the clauses with links to where they stand.

    BadInput where a picture is missing.
    """
    words = translations(book.language)
    parser = _parser()
    tokens = parser.parse(book.text)
    contents = _with_anchors(tokens)
    _with_mails(book, tokens)
    _with_pictures(book, tokens)
    _with_clauses(book, tokens)
    env = Environment(
        loader=FileSystemLoader(str(shipped_path("templates"))),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined]
    head, chapter, rest = parser.renderer.render(tokens, parser.options, {}).partition("<h2")
    return env.get_template("handbook/page.html.j2").render(
        language=book.language,
        title=shipped_game(book.ruleset).title[book.language],
        contents=contents,
        head=head,
        body=chapter + rest,
        clauses=_index(book),
    )


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _with_anchors(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Give each heading an anchor; the chapters as (anchor, title) for the table of contents."""
    contents = []
    for i, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = tokens[i + 1].content
        anchor = "-".join(re.findall(r"\w+", title.lower()))
        token.attrSet("id", anchor)
        if token.tag == "h2":
            contents.append((anchor, title))
    return contents


def _with_pictures(book: Handbook, tokens: Sequence[Token]) -> None:
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                child.attrSet("src", _inlined(book.folder / str(child.attrGet("src"))))


def _inlined(path: Path) -> str:
    try:
        return f"data:{PICTURES[path.suffix]};base64,{b64encode(path.read_bytes()).decode()}"
    except (OSError, KeyError):
        raise BadInput("The handbook shows a picture that is not there: {path}.", path=path) from None


def _with_clauses(book: Handbook, tokens: Sequence[Token]) -> None:
    """Make every cited clause a link to the list of clauses; the first place of each can be linked to in turn."""
    known, seen = clauses(book.ruleset), set[str]()
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = [part for child in token.children for part in _linked(child, known, seen, book.language)]


def _linked(token: Token, known: Mapping[str, Any], seen: set[str], language: str) -> list[Token]:
    if token.type != "text" or not CITED.search(token.content):
        return [token]
    parts = []
    for i, part in enumerate(CITED.split(token.content)):
        if i % 2 == 0:
            parts.append(Token("text", "", 0, content=part))
            continue
        first = "" if part in seen else f' id="{part}"'
        seen.add(part)
        title = escape(str(known.get(part, {}).get(language, "")))
        link = f'<a class="clause"{first} href="#list-{part}" title="{title}">{part}</a>'
        parts.append(Token("html_inline", "", 0, content=link))
    return parts


def _with_mails(book: Handbook, tokens: Sequence[Token]) -> None:
    """Set the blocks of the played example as mails, with a line over each that says whose it is."""
    for token in tokens:
        kind, _, rest = token.info.partition(" ")
        if token.type != "fence" or kind not in MAILS:
            continue
        seat = rest.split(" ")[0]
        side = shipped_game(book.ruleset).words["sides"].get(seat, {}).get(book.language, seat)
        caption = escape(translations(book.language).gettext(MAILS[kind]) % {"side": side})
        text = escape(token.content.rstrip("\n"), quote=False)
        token.type = "html_block"
        token.content = f'<figure class="mail {kind}"><figcaption>{caption}</figcaption><pre>{text}</pre></figure>\n'


def _index(book: Handbook) -> list[Entry]:
    titles = chapters(book.ruleset)
    return [
        Entry(id_, said[book.language], titles[said["chapter"]][book.language])
        for id_, said in clauses(book.ruleset).items()
    ]
