"""The examples in the docstrings of the language room, run; and what importing it costs."""

import doctest
import subprocess
import sys
from types import ModuleType

import pytest

from pbem.language import messages, words

LAZY = ("babel", "jinja2", "lark")


@pytest.mark.parametrize("module", [messages, words], ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_heavy_libraries_are_imported_when_needed() -> None:
    names = ["text", "sheet", "write", "route", "forms", "messages"]
    code = f"import sys; import {', '.join(f'pbem.language.{name}' for name in names)}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if name in LAZY} == set()
