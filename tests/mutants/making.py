"""Making mutants: each is one small change in one place of a file, written into its text."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

COMPARED = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
RECKONED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Mod: "*"}
SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min"}
WORDLESS = (ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Assert)
"""What is left alone: the words of an error, and what no test is meant to notice."""

SIMPLE = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript)
"""What needs no brackets where it is put beside an operator."""

Edit = tuple[ast.AST, str]
"""A place, and what is put into it."""
Text = Callable[[ast.AST], str]
"""How a place is written, in brackets where it needs them beside an operator."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a file: in `line` (from 1), from `start` to `end` in its bytes, `old` becomes `new`.

    `first` is the line where its statement begins, `text` what stands in `line`.
    """

    path: str
    first: int
    line: int
    start: int
    end: int
    old: str
    new: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {_short(self.old)}  ->  {_short(self.new)}"

    def apply(self, source: str) -> str:
        """The text of the file with the change in it; ValueError where the file was changed since."""
        data = source.encode()
        if data[self.start : self.end] != self.old.encode():
            raise ValueError(f"{self.path} is not as it was when its mutants were made.")
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its text; each once."""
    data, found = source.encode(), {}
    lines = data.splitlines(keepends=True)
    offsets = list(accumulate(map(len, lines), initial=0))

    def span(node: Any) -> tuple[int, int]:
        return offsets[node.lineno - 1] + node.col_offset, offsets[node.end_lineno - 1] + node.end_col_offset

    def text(node: ast.AST) -> str:
        start, end = span(node)
        written = data[start:end].decode()
        return written if isinstance(node, SIMPLE) else f"({written})"

    for first, node, new in _edits(ast.parse(source), text):
        start, end = span(node)
        old, line = data[start:end].decode(), node.lineno
        if old != new:
            found[start, end, new] = Mutant(path, first, line, start, end, old, new, lines[line - 1].decode().strip())
    return [found[key] for key in sorted(found)]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def _edits(tree: ast.Module, text: Text) -> Iterator[tuple[int, Any, str]]:
    """The line where each statement begins, a place in it, and what is put there; not in annotations and the like."""
    stack: list[tuple[int, ast.AST]] = [(1, tree)]
    while stack:
        first, node = stack.pop()
        first = node.lineno if isinstance(node, ast.stmt) else first
        for place, new in _of_node(node, text):
            yield first, place, new
        stack.extend(
            (first, child) for child in _children(node) if not isinstance(child, WORDLESS) and not _is_for_types(child)
        )


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (_is_text(child) or _is_strict(child) or _is_for_types(child)):
                yield child


def _is_strict(node: ast.AST) -> bool:
    """zip(…, strict=True) tells of a mistake that there is none of."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _of_node(node: ast.AST, text: Text) -> Iterator[Edit]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield node, f"{text(left)} {COMPARED[type(op)]} {text(right)}"
            yield from _texts(left, right)
        case ast.BoolOp(op=op, values=values):
            word, other = (" and ", " or ") if isinstance(op, ast.And) else (" or ", " and ")
            yield node, f"({other.join(text(value) for value in values)})"
            for gone in values:
                yield node, f"({word.join(text(value) for value in values if value is not gone)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, text(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED:
            yield node, f"{text(left)} {RECKONED[type(op)]} {text(right)}"
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in RECKONED:
            yield node, f"{text(target)} {RECKONED[type(op)]}= {text(value)}"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value):
            yield node, str(value + 1)
        case ast.Call(func=ast.Name(id=name) as called) if name in SWAPPED:
            yield called, SWAPPED[name]
        case _:
            yield from _of_statement(node, text)


def _of_statement(node: ast.AST, text: Text) -> Iterator[Edit]:
    match node:
        case ast.Return(value=value) if value is not None and not _is_nothing(value):
            yield node, "return None"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"(not {text(test)})"
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield test, "True"
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield node, "pass"
        case ast.Continue():
            yield node, "break"
        case ast.Break():
            yield node, "continue"


def _texts(*nodes: ast.AST) -> Iterator[Edit]:
    """The texts by which a comparison decides; other texts are names of data and words for readers."""
    for node in nodes:
        for part in node.elts if isinstance(node, ast.Tuple) else [node]:
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                yield part, repr(part.value + "?")


def _is_nothing(node: ast.AST) -> bool:
    """None, and False, which becomes True instead."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _is_for_types(node: ast.AST) -> bool:
    """What only a type checker reads."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
