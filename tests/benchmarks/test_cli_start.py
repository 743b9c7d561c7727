"""How soon `pbem --help` answers, beside an interpreter that does nothing; and what keeps it so."""

import os
import subprocess
import sys
import time

ROUNDS, AT_MOST = 12, 0.150
HEAVY = ("pydantic", "lark", "jinja2", "PIL", "babel", "rich", "resvg", "jsonschema", "sqlite3", "email", "orjson")
HELP = "import sys; sys.argv = ['pbem', '--help']; from pbem.cli import main; main()"


def seconds(program: str) -> float:
    """Wall time of one run of the interpreter."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, env=os.environ)
    return time.perf_counter() - start


def test_help_comes_at_once() -> None:
    times = [(seconds("pass"), seconds(HELP)) for _ in range(ROUNDS)]
    bare, ours = min(time_ for time_, _ in times), min(time_ for _, time_ in times)
    assert ours - bare < AT_MOST, f"{1000 * ours:.0f} ms beside {1000 * bare:.0f} ms"


def test_the_command_line_imports_only_what_it_needs_at_once() -> None:
    program = "import sys, pbem.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "pbem.cli.play" in loaded
    assert [name for name in loaded if name.partition(".")[0] in HEAVY] == []
    assert [name for name in loaded if name.startswith("pbem.") and not name.startswith("pbem.cli")] == []
