"""How soon `pbem --help` answers, beside an interpreter that does nothing."""

import os
import subprocess
import sys
import time

ROUNDS, AT_MOST = 12, 0.150
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
