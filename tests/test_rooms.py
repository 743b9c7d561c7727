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
    folders = {path.parent for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert len(folders) > 30
    assert [folder for folder in sorted(folders) if not purpose(folder)] == []


def purpose(folder: Path) -> str | None:
    """What a folder is for: of a room of code as its docstring says, of any other as a README does."""
    room, readme = folder / "__init__.py", folder / "README.md"
    if room.exists():
        return ast.get_docstring(ast.parse(room.read_text("utf-8")))
    return readme.read_text("utf-8") if readme.exists() else None


def test_files_and_functions_read_in_one_look() -> None:
    assert median(len(path.read_text("utf-8").splitlines()) for path in FILES) <= MEDIAN
    lengths = {(path, node.name): (node.end_lineno or 0) - node.lineno + 1 for path, node in functions()}
    assert {where: lines for where, lines in lengths.items() if lines > MOST_LINES} == {}


def parameters(node: ast.FunctionDef) -> list[str]:
    """Its parameters by name, but for the object itself."""
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [each.arg for each in every if each.arg not in ("self", "cls")]


def test_a_function_takes_few_parameters() -> None:
    assert [(path, node.name) for path, node in functions() if len(parameters(node)) > MOST_PARAMETERS] == []


def test_each_file_of_tests_that_takes_long_is_there() -> None:
    """What README's command leaves to CI: a file that was renamed would be run by all again."""
    assert [name for name in LONG if not (ROOT / name).is_file()] == []
