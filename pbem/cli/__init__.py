"""The command line. Commands hold no logic: they read arguments, clock and environment, call the referee, print.

Modules import only click at the top: `pbem --help` must come at once. What a command needs it imports when it runs.
"""

import sys

import click

from pbem import __version__
from pbem.cli import common
from pbem.cli.archive import COMMANDS as ARCHIVE
from pbem.cli.cases import COMMANDS as CASES
from pbem.cli.demo import COMMANDS as DEMO
from pbem.cli.dice import COMMANDS as DICE
from pbem.cli.games import COMMANDS as GAMES
from pbem.cli.handbook import COMMANDS as HANDBOOK
from pbem.cli.mail import COMMANDS as MAIL
from pbem.cli.play import COMMANDS as PLAY
from pbem.cli.playtest import COMMANDS as PLAYTEST
from pbem.cli.run import COMMANDS as RUN
from pbem.cli.setup import COMMANDS as SETUP
from pbem.cli.tools import COMMANDS as TOOLS
from pbem.cli.verify import COMMANDS as VERIFY


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: pbem demo   ·   Every command has an example: pbem COMMAND --help",
)
@click.version_option(__version__, prog_name="pbem")
@click.option(
    "--home",
    type=click.Path(file_okay=False),
    envvar="PBEM_HOME",
    default=".",
    show_default=True,
    help="The mailbox folder: pbem.toml, saves/ and .pbem/ are in it.",
)
@click.option(
    "--wait",
    type=click.FloatRange(min=0),
    envvar="PBEM_WAIT",
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait where another pbem (a tick of 'pbem watch') is at work.",
)
@click.option("--debug", is_flag=True, hidden=True, help="Show where a fault of pbem itself is.")
@click.pass_context
def pbem(context: click.Context, home: str, wait: float, debug: bool) -> None:
    """Adjudicate historical wargames by mail: orders in, audited dice, reports with maps out."""
    context.obj = common.Settings(home=home, debug=debug, wait=wait)


for command in (
    *DEMO,
    *GAMES,
    *HANDBOOK,
    *PLAY,
    *RUN,
    *ARCHIVE,
    *MAIL,
    *DICE,
    *CASES,
    *PLAYTEST,
    *VERIFY,
    *SETUP,
    *TOOLS,
):
    pbem.add_command(command)


def main() -> None:
    """Run the program: exit code 0 done, 1 the answer is no, 2 bad usage or invalid input, 3 could not."""
    sys.exit(common.run(pbem, sys.argv[1:]))
