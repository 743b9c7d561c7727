"""What `pbem --help` costs, beside an interpreter that does nothing; in Spanish it reads its translations."""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping

import pytest

ROUNDS, AT_MOST, TIMES = 12, 0.060, 6
"""At most so many seconds more than an interpreter that does nothing; where that one alone takes more than ten
milliseconds, for the machine is slow, so many times what it takes."""
HELP = "import sys; sys.argv = ['pbem', '--help']; from pbem.cli import main; main()"


def seconds(program: str, locale: Mapping[str, str]) -> float:
    """Processor time of one run of the interpreter: on a machine that does nothing else the time that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, **locale}
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("locale", ["C.UTF-8", "es_ES.UTF-8"])
def test_help_comes_at_once(locale: str) -> None:
    spoken = {"LC_ALL": locale}
    times = [(seconds("pass", spoken), seconds(HELP, spoken)) for _ in range(ROUNDS)]
    bare, ours = min(time for time, _ in times), min(time for _, time in times)
    assert ours - bare <= max(AT_MOST, TIMES * bare), f"{1000 * ours:.0f} ms beside {1000 * bare:.0f} ms"
