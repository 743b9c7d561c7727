"""Nothing of one game stands outside its own folders, but in the examples of help texts."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("pbem", "schemas", "templates")
GAMES = {
    "legion": r"legion|LL-[0-9]|spanish|moroccan|melilla|sector",
    "rif1926": r"rif1926|RIF-[0-9]|spanish|french|\ballied|riffian|alhucemas|axdir",
    "africa1860": r"africa1860|AFR-[0-9]|spanish|moroccan|castillejos|tetuan|wad-ras|gaix|seyyid",
    "napoleonic": r"napoleonic|NAP-[0-9]|spanish|french|bailén|bailen|reding|dupont",
}
"""What names something of a game: nothing of that stands outside the folders of the games that it is of."""
LANGUAGE = re.compile(r'\bEnglish and Spanish\b|"español", "Spanish"|to players, in Spanish\.')
"""Where "Spanish" is the language: beside another one, beside its own name, and in the head of its catalogue."""
TRANSLATED = "templates/locale/es/cli.po"
"""What it translates stands in the code, where it is looked at: of help texts the examples, of all else every word."""
HELP = ("help", "short_help", "epilog", "metavar")
"""What click shows of a command and its options; beside them the docstring of the command."""


def files() -> Iterator[tuple[str, str]]:
    """The text files of the program, with their path; fonts and pictures are none."""
    for path in (path for place in PLACES for path in sorted((ROOT / place).rglob("*"))):
        name = path.relative_to(ROOT).as_posix()
        if path.is_file() and "__pycache__" not in path.parts:
            try:
                yield name, path.read_text("utf-8")
            except UnicodeDecodeError:
                assert path.suffix in (".ttf", ".png"), f"{name} is no text"


def offenders(name: str, text: str) -> list[str]:
    """The lines of a file that name something of one game, less the examples of help texts."""
    if name == TRANSLATED:
        return []
    if name.startswith("pbem/cli/") and name.endswith(".py"):
        text = without_help(text)
    elif name.startswith("schemas/"):
        text = json.dumps(without_examples(json.loads(text)), indent=1, ensure_ascii=False)
    lines = LANGUAGE.sub("", text).splitlines()
    words = strange(name)
    return [f"{name}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if words.search(line)]


@cache
def strange(name: str) -> re.Pattern[str]:
    """What must not stand in a file: the words of the games that it does not belong to, less those of its own."""
    own = next((game for game in GAMES if name.startswith((f"pbem/rules/{game}/", f"pbem/bots/{game}/"))), None)
    known = set(GAMES[own].split("|")) if own is not None else set[str]()
    others = dict.fromkeys(word for game, words in GAMES.items() if game != own for word in words.split("|"))
    return re.compile("|".join(word for word in others if word not in known), re.IGNORECASE)


def without_help(source: str) -> str:
    """A module of commands with nothing where its help texts stand."""
    lines = source.encode().splitlines(keepends=True)
    for text in help_texts(ast.parse(source)):
        first, last, start, end = text.lineno - 1, text.end_lineno, text.col_offset, text.end_col_offset
        assert last is not None
        for at in range(first, last):
            left = lines[at][:start] if at == first else b""
            right = lines[at][end:] if at == last - 1 else b"\n"
            lines[at] = left + right
    return b"".join(lines).decode()


def help_texts(tree: ast.AST) -> Iterator[ast.expr]:
    """The last first, so that each can be cut out without moving another."""
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found += [each.value for each in node.keywords if each.arg in HELP]
        elif isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(d) for d in node.decorator_list):
            first = node.body[0]
            found += [first.value] if isinstance(first, ast.Expr) and ast.get_docstring(node) else []
    yield from sorted(found, key=lambda each: (each.lineno, each.col_offset), reverse=True)


def without_examples(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: without_examples(value) for key, value in schema.items() if key != "examples"}
    return [without_examples(each) for each in schema] if isinstance(schema, list) else schema


def test_nothing_of_a_game_stands_outside_its_own_folders() -> None:
    assert [line for name, text in files() for line in offenders(name, text)] == []


COMMAND = '''
@click.command(short_help="Move.", epilog=example("pbem move melilla", "pbem move legion"))
@click.option("--seat", help="A seat, e.g. spanish.", {more})
def move(seat: str) -> None:
    """Move a Moroccan unit."""
    {body}
'''


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("pbem/core/play.py", 'SIDES = ("spanish",)', 1),
        ("pbem/core/play.py", "# as LL-7.5 has it\nx = 1\n# in Spanish hands", 2),
        ("pbem/core/play.py", "# orders are written in English and Spanish", 0),
        ("pbem/cli/play.py", COMMAND.format(more="", body="pass"), 0),
        ("pbem/cli/play.py", COMMAND.format(more='default="spanish"', body="pass"), 1),
        ("pbem/cli/play.py", COMMAND.format(more="", body='print("Melilla")'), 1),
        ("pbem/core/play.py", COMMAND.format(more="", body="pass"), 3),
        ("schemas/map.schema.json", '{"examples": ["melilla"], "description": "A city."}', 0),
        ("schemas/map.schema.json", '{"description": "As Melilla."}', 1),
        ("templates/note/note.txt.j2", "{{ sector }}", 1),
    ],
)
def test_what_is_an_example_of_a_help_text_and_what_is_not(name: str, text: str, found: int) -> None:
    assert len(offenders(name, text)) == found, offenders(name, text)
