"""A copy of the shipped data in the pseudo-language: the files of both languages, names and words of orders aside."""

import json
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment

from tests.language.pseudo.words import pseudo
from tests.traceability import ROOT

WRITTEN = ("verbs", "keywords", "choices", "skip", "groups")
"""What of a lexicon players write, or what names something."""
NAMED = ("counters.json", "maps")
"""Files of names."""
_MARKS = re.compile(r"(`[^`]*`|\[[A-Z]+-\d[^\]]*\]|\]\([^)]*\)|<!--.*?-->|\*+|[|#>\[\]!]|^\s*\d+\.|^\s*[-+]\s|\{\w+\})")
"""What in a line of Markdown is no text."""
_SENTENCE = re.compile(r"[^\W\d_](?:[^\n|{}]*[^\W_])?[.,:;]?")
"""From the first letter of a line or cell to its last."""


def pseudo_tree(to: Path) -> Path:
    """The tree in a folder: games, templates, schemas."""
    for place in ("games", "templates", "schemas"):
        shutil.copytree(ROOT / place, to / place, ignore=shutil.ignore_patterns("*.png", "archive"))
        for path in sorted((ROOT / place).rglob("*")):
            if path.is_file() and (path.suffix == ".png" or "archive" in path.parts):
                (to / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
                (to / path.relative_to(ROOT)).symlink_to(path)
    for path in sorted((to / "schemas").glob("*.json")):
        path.write_text(_without_limits(path.read_text("utf-8")), "utf-8")
    for path in sorted((to / "games").rglob("*")):
        if path.is_file() and not path.is_symlink() and not set(NAMED) & set(path.parts):
            _translate(path)
    for path in sorted((to / "templates").rglob("*.md")):
        path.write_text(_markdown(path.read_text("utf-8")), "utf-8")
    return to


def _translate(path: Path) -> None:
    into: Callable[[str], str] | None = {".json": _json, ".toml": _toml, ".j2": _template, ".md": _markdown}.get(
        path.suffix
    )
    if into and path.name not in ("DESIGN.md", "case.toml", "signs.toml", "tables.json"):
        path.write_text(into(path.read_text("utf-8")), "utf-8")


def _without_limits(schema: str) -> str:
    """A schema without what it asks of texts as authors write them: an s at the end, so many letters at most."""
    return re.sub(r'"(pattern": "s\$"|maxLength": 225)', '"$comment": ""', schema)


def _json(text: str) -> str:
    return json.dumps(_by_language(json.loads(text)), ensure_ascii=False, indent=1)


def _by_language(value: Any) -> Any:
    """A value with its texts by language translated."""
    if isinstance(value, list):
        return [_by_language(one) for one in value]
    if isinstance(value, dict) and {"es", "en"} <= value.keys():
        return {key: pseudo(one) if isinstance(one, str) and key in ("es", "en") else one for key, one in value.items()}
    return {key: _by_language(one) for key, one in value.items()} if isinstance(value, dict) else value


def _toml(text: str) -> str:
    """A lexicon, problems or clauses: all texts but the words that players write; ids are keys, and stay."""
    data = tomllib.loads(text)
    if any("es" in one for one in data.get("clauses", {}).values()):
        return _toml_of({name: _by_language(group) for name, group in data.items()})
    return _toml_of({name: group if name in WRITTEN else _texts(group) for name, group in data.items()})


def _texts(value: Any, key: str = "") -> Any:
    if isinstance(value, str):
        return value if key in ("by", "aliases") else pseudo(value)
    if isinstance(value, list):
        return [_texts(one, key) for one in value]
    return {name: _texts(one, name) for name, one in value.items()} if isinstance(value, dict) else value


def _toml_of(data: dict[str, Any]) -> str:
    """TOML of tables with any values; what is in no table comes first."""
    tables = {name: group for name, group in data.items() if isinstance(group, dict)}
    lines = _pairs({name: value for name, value in data.items() if name not in tables})
    for name, group in tables.items():
        lines += [f"[{name}]", *_pairs(group)]
    return "\n".join((*lines, ""))


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{json.dumps(key, ensure_ascii=False)} = {_value(one)}" for key, one in table.items()]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(_pairs(value))} }}"
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def _template(text: str) -> str:
    """The sentences of events: what stands in them as text, and the texts among their expressions."""
    tokens = [(kind, value) for _, kind, value in Environment().lex(text)]
    code = [n for n, (kind, _) in enumerate(tokens) if kind != "whitespace"]
    made = [value for _, value in tokens]
    for i, n in enumerate(code):
        kind, value = tokens[n]
        if kind == "data":
            made[n] = _SENTENCE.sub(lambda found: pseudo(found[0]), value)
        elif kind == "string" and _is_text(*(tokens[code[i + step]][1] for step in (-1, 1))):
            made[n] = value[0] + pseudo(value[1:-1]) + value[-1]
    return "".join(made)


def _is_text(before: str, after: str) -> bool:
    """Whether a string between two other signs of an expression is shown: put together, chosen, or looked up."""
    chosen = before in ("~", "else", "+") or after in ("~", "if", "+")
    return before not in ("==", "!=", "in") and (chosen or (before == ":" and after[:1] in (",", "}")))


def _markdown(text: str) -> str:
    return "\n".join(_lines(text.split("\n")))


def _lines(lines: list[str]) -> Iterator[str]:
    """Lines of Markdown; those of a block of code are texts as a whole."""
    code = False
    for line in lines:
        if line.startswith("```"):
            code = not code
            yield line
        elif code:
            yield pseudo(line)
        elif line.startswith(("<!--", "[")) and "](../" in line:
            yield line
        else:
            yield "".join(part if _MARKS.fullmatch(part) else pseudo(part) for part in _MARKS.split(line) if part)
