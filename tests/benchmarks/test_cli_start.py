"""What `pbem --help` costs, beside the help of a click program that does nothing; Spanish reads its translations.

And what commands cost that open no save: a look at a game, its clock moved or stopped, a tick with nothing to do.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping

import pytest

ROUNDS, TIMES = 12, 1.75
"""At most so many times what click itself takes to be imported and to tell as many commands and options."""
AT_REST = 4
"""At most so many times that: a quarter of a second where click takes sixty milliseconds."""
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


@pytest.fixture(scope="module")
def resting(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a mailbox with a game that has begun, after a tick that left nothing to do."""
    home = str(tmp_path_factory.mktemp("resting") / "home")
    players = ("--player", "spanish=Ana <ana@example.org>,es", "--player", "moroccan=Omar <omar@example.org>")
    run(home, "new", "legion", "melilla", "--address", "referee@example.org", "--deadline", "72h", *players)
    run(home, "start", "melilla", "--without-nonce", "spanish", "--without-nonce", "moroccan")
    for _ in range(2):
        run(home, "tick")
    return home


def run(home: str, *words: str) -> None:
    """A command of the program, which goes well."""
    subprocess.run([sys.executable, "-m", "pbem", "--home", home, *words], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize(
    ("words", "after"),
    [
        (("status",), ()),
        (("tick",), ()),
        (("extend", "melilla", "1h"), ()),
        (("pause", "melilla"), ("resume", "melilla")),
    ],
    ids=["status", "tick", "extend", "pause"],
)
def test_a_command_that_opens_no_save_comes_at_once(
    resting: str, words: tuple[str, ...], after: tuple[str, ...]
) -> None:
    program = f"import sys; sys.argv = {['pbem', '--home', resting, *words]!r}; from pbem.cli import main; main()"
    times = []
    for _ in range(ROUNDS // 2):
        times.append((seconds(program, {}), seconds(FLOOR, {})))
        if after:
            run(resting, *after)
    ours, floor = min(times, key=lambda pair: pair[0] / pair[1])
    run(resting, "tick")  # tells what was done to the clock: the next tick finds nothing
    assert ours <= AT_REST * floor, f"{1000 * ours:.0f} ms beside {1000 * floor:.0f} ms of click"
