"""What `pbem --help` costs, beside the help of a click program that does nothing; Spanish reads its translations."""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping

import pytest

ROUNDS, TIMES = 12, 1.75
"""At most so many times what click itself takes to be imported and to tell as many commands and options."""
HELP = "import sys; sys.argv = ['pbem', '--help']; from pbem.cli import main; main()"
FLOOR = """
import click
@click.group()
@click.version_option("1")
@click.option("--home", type=click.Path())
@click.option("--wait", type=click.FloatRange(min=0))
def program(**_): ...
for name in range(40):
    program.add_command(click.Command(f"command{name}", help="What it does."))
program(["--help"])
"""


def seconds(program: str, locale: Mapping[str, str]) -> float:
    """Processor time of one run of the interpreter: on a machine that does nothing else the time that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, **locale}
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("locale", ["C.UTF-8", "es_ES.UTF-8"])
def test_help_comes_at_once(locale: str) -> None:
    """The pair of runs that fared best counts: the two of a pair run at the same speed of the machine."""
    spoken = {"LC_ALL": locale}
    times = [(seconds(HELP, spoken), seconds(FLOOR, spoken)) for _ in range(ROUNDS)]
    ours, floor = min(times, key=lambda pair: pair[0] / pair[1])
    assert ours <= TIMES * floor, f"{1000 * ours:.0f} ms beside {1000 * floor:.0f} ms of click"
