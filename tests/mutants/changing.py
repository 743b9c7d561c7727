"""Putting a mutant into a running process: into the functions that there are, or into a module when it is read."""

import gc
import sys
from collections import defaultdict
from collections.abc import Iterable
from importlib import import_module
from importlib.machinery import SourceFileLoader
from inspect import CO_OPTIMIZED
from pkgutil import walk_packages
from types import CodeType, FunctionType

from tests.mutants.making import Mutant
from tests.traceability import ROOT

Functions = dict[tuple[str, str, int], list[FunctionType]]
"""What there is of each function, by its file, its name in it and its first line."""


def load(rooms: Iterable[str]) -> None:
    """Import every module of rooms, given as "pbem/board"."""
    for room in rooms:
        package = import_module(room.replace("/", "."))
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)


def unload() -> None:
    """Forget all modules of ours but those of this package, so that they are read anew when they are imported."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ("pbem", "tests") and not f"{name}.".startswith("tests.mutants."):
            del sys.modules[name]


def functions_of(rooms: Iterable[str]) -> Functions:
    """All functions of the modules of rooms."""
    places = tuple(f"{ROOT / room}/" for room in rooms)
    found: Functions = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(places):
            found[_key(each.__code__)].append(each)
    return found


def put(mutant: Mutant, functions: Functions) -> bool:
    """Change the function that a mutant is in, wherever it is known by; False where it is in none."""
    path = ROOT / mutant.path
    source = path.read_text("utf-8")
    old, new = (_enclosing(compile(text, path, "exec"), mutant) for text in (source, mutant.apply(source)))
    if old == new:  # it is in a default, which is made where the function is defined
        return False
    known = [each for each in functions.get(_key(old), ()) if each.__code__ == old] if old else []
    try:
        for function in known:
            function.__code__ = new
    except ValueError:  # it needs other names of the function around it
        return False
    return bool(known)


def put_anew(mutant: Mutant) -> None:
    """Forget all modules of ours; the one that a mutant is of is read with the change in it."""
    unload()
    path, read = str(ROOT / mutant.path), SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if loader.path != path:
            return read(loader, name)
        return compile(mutant.apply(loader.get_source(name)), path, "exec")

    SourceFileLoader.get_code = get_code


def _enclosing(code: CodeType, mutant: Mutant) -> CodeType | None:
    """The code of the outermost function, in that of a module or class, that a mutant is in."""
    codes = (each for each in code.co_consts if isinstance(each, CodeType))
    inner = [each for each in codes if each.co_firstlineno <= mutant.first <= _last_line(each)]
    if not inner:
        return None
    last = max(inner, key=lambda each: each.co_firstlineno)
    return last if last.co_flags & CO_OPTIMIZED else _enclosing(last, mutant)


def _last_line(code: CodeType) -> int:
    """The last line of what a code does: a lambda among the defaults of a function ends before that."""
    inner = [_last_line(each) for each in code.co_consts if isinstance(each, CodeType)]
    return max([*inner, *(line for _, _, line in code.co_lines() if line is not None)])


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
