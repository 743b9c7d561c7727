"""The house: no room with too many doors, none without a purpose, no function that does not read in one look."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.sharing import LONG
from tests.traceability import ROOT

PACKAGE = ROOT / "pbem"
FILES = sorted(PACKAGE.rglob("*.py"))
MOST_FILES, MOST_LINES, MOST_PARAMETERS, MEDIAN = 15, 45, 8, 130


def functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def test_no_room_has_more_than_fifteen_files() -> None:
    """The chapters of a rule set aside, which are as many as its rulebook has."""
    rooms = {path.parent for path in FILES if "rules" not in path.parts}
    counts = {room: len([p for p in room.glob("*.py") if p.name != "__init__.py"]) for room in rooms}
    assert {room: count for room, count in counts.items() if count > MOST_FILES} == {}


def test_no_folder_of_templates_or_tests_has_more_than_fifteen_files() -> None:
    """Those of a rule set's chapters aside, as above; cases and mails are as many as there are."""
    files = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    files += [path for path in (ROOT / "tests").rglob("*.py") if "rules" not in path.parts and path.stem != "__init__"]
    counts = Counter(path.parent for path in files)
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}


def test_every_room_says_what_it_is_for_in_a_line() -> None:
    rooms = [path for path in FILES if path.name == "__init__.py"]
    assert len(rooms) > 30
    assert [path for path in rooms if not ast.get_docstring(ast.parse(path.read_text("utf-8")))] == []


def test_files_and_functions_read_in_one_look() -> None:
    assert median(len(path.read_text("utf-8").splitlines()) for path in FILES) <= MEDIAN
    lengths = {(path, node.name): (node.end_lineno or 0) - node.lineno + 1 for path, node in functions()}
    assert {where: lines for where, lines in lengths.items() if lines > MOST_LINES} == {}


def parameters(node: ast.FunctionDef) -> list[str]:
    """Its parameters by name, but for the object itself."""
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [each.arg for each in every if each.arg not in ("self", "cls")]


def test_a_function_takes_few_parameters() -> None:
    """The commands of the command line aside, which are given one for each of their options."""
    many = [(path, node) for path, node in functions() if len(parameters(node)) > MOST_PARAMETERS]
    assert not [(path.name, node.name) for path, node in many if not ast.unparse(node).startswith("@click.command")]


def test_each_file_of_tests_that_takes_long_is_there() -> None:
    """What README's command leaves to CI: a file that was renamed would be run by all again."""
    assert [name for name in LONG if not (ROOT / name).is_file()] == []
