"""The problem codes that a rule set can give, with their clauses: read off its source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

CODE = {"Fault": (0, "code"), "Problem": (1, "code"), "void": (2, "code")}
RULE = {"Fault": (1, "rule"), "Problem": (5, "rule"), "void": (3, "rule")}
"""Where code and clause stand in a call: the place, or the name."""


@dataclass(frozen=True)
class Given:
    """The (code, clause) pairs that a package gives, and the calls (file, line) whose code its source does not tell.

    The clause of a pair is None where the source does not say it there and then.
    """

    codes: frozenset[tuple[str, str | None]]
    untold: tuple[str, ...]


def codes_given(package: ModuleType) -> Given:
    """What all modules of a package give."""
    found, untold = set[tuple[str, str | None]](), list[str]()
    top = Path(str(package.__file__)).parent
    for path in sorted(top.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        parts = path.relative_to(top).with_suffix("").parts
        module = import_module(".".join([package.__name__, *(part for part in parts if part != "__init__")]))
        for call, within in _calls(tree, tree):
            codes = _values(_argument(call, CODE), within, module)
            if codes is None:
                continue  # a fault that was found elsewhere is passed on
            if not codes:
                untold.append(f"{path.relative_to(top)}, line {call.lineno}")
            rules = _values(_argument(call, RULE), within, module) or {None}
            found |= {(str(code), rule) for code in codes for rule in rules}
    return Given(frozenset(found), tuple(untold))


def _calls(node: ast.AST, within: ast.AST) -> Iterator[tuple[ast.Call, ast.AST]]:
    """The calls that give a code, with the function that each stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and _name(child.func) in CODE:
            yield child, within
        yield from _calls(child, child if isinstance(child, ast.FunctionDef) else within)


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _argument(call: ast.Call, places: dict[str, tuple[int, str]]) -> ast.expr | None:
    place, keyword = places[_name(call.func)]
    if place < len(call.args):
        return call.args[place]
    return next((each.value for each in call.keywords if each.arg == keyword), None)


def _values(value: ast.expr | None, within: ast.AST, module: ModuleType) -> set[str | None] | None:
    """The texts that an expression may have: None for an attribute (found elsewhere), none if nobody can tell."""
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return (_values(one, within, module) or set()) | (_values(other, within, module) or set())
        case ast.Subscript(value=ast.Name(id=name)) if isinstance(getattr(module, name, None), dict):
            return set(getattr(module, name).values())
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, other]) if isinstance(
            getattr(module, name, None), dict
        ):
            return set(getattr(module, name).values()) | (_values(other, within, module) or set())
        case ast.Name(id=name):
            if isinstance(getattr(module, name, None), str):
                return {getattr(module, name)}
            nodes = [node for node in ast.walk(within) if isinstance(node, ast.Assign)]
            mine = [n.value for n in nodes if any(isinstance(t, ast.Name) and t.id == name for t in n.targets)]
            return set().union(*(_values(each, within, module) or set() for each in mine))
        case ast.Attribute():
            return None
    return set()
