"""The command line. Commands hold no logic: they read arguments, clock and environment, call the referee, print.

`pbem --help` must come at once: the file of a command is imported when the command is asked for, and what a command
needs beside click when it runs.
"""

import gc
import sys
from collections.abc import Mapping
from importlib import import_module

import click

from pbem import __version__
from pbem.cli import common
from pbem.cli.speech.language import Formatter, tr

COMMANDS: Mapping[str, tuple[str, str]] = {
    "abandon": ("running.clock.abandon", "End a game without a result."),
    "absence": ("people.absence.absence", "A player is away for some days."),
    "adjudicate": ("running.ticking.adjudicate", "Close the present phase if it is due, or now."),
    "backup": ("past.files.backup", "Copy the whole mailbox into one file."),
    "broadcast": ("people.messages.broadcast", "Write to every player of a game."),
    "case": ("cases.case", "Adjudicate small positions with scripted dice."),
    "check": ("play.check", "Judge an order file; nothing is kept."),
    "clock": ("running.clock.clock", "Go on after the clock was wrong."),
    "demo": ("demo.demo", "Play a game by mail between two bots."),
    "desk": ("desk.command.desk", "A page in the browser: what waits, and buttons to act."),
    "dice": ("dice.dice", "Dice: their secret root, their beacon, how they fell."),
    "doctor": ("tools.doctor", "Check mailbox and program, say how to mend them."),
    "export": ("past.files.export_", "Put a game into one file."),
    "extend": ("running.clock.extend", "Move the deadline of the present phase."),
    "fire": ("play.fire", "Where a unit can fire to."),
    "games": ("games.games", "List rule sets and scenarios."),
    "handbook": ("games.handbook", "How to play: rules, orders, an example."),
    "history": ("past.history.history", "Every record: phases, rulings, what was taken back."),
    "house": ("people.house.house", "The house rules of a game: press, time, people."),
    "import": ("past.files.import_", "Take in a game from a file."),
    "los": ("play.los", "Whether two places see each other."),
    "mail": ("mail.mail", "Look at the mails that came and went, and help them on."),
    "map": ("play.map_", "Draw the map."),
    "new": ("games.new", "Make a game and send the first mails."),
    "pause": ("running.clock.pause", "Stop the clock of a game."),
    "playtest": ("playtest.playtest", "Play many games of bots, count who wins."),
    "press": ("people.messages.press", "What players write to each other."),
    "preview": ("play.preview", "What the present phase would be run with."),
    "replay": ("past.history.replay", "Adjudicate every recorded phase again."),
    "report": ("play.report", "The report of a turn, as it is told to a seat."),
    "resume": ("running.clock.resume", "Let the clock of a game run on."),
    "rollback": ("running.rulings.rollback", "Take a game back to before a phase."),
    "rule": ("running.rulings.rule", "Change a position by a ruling: told, recorded, replayed."),
    "schema": ("tools.schema", "Print a JSON Schema, or the options of a rule set."),
    "seat": ("people.seats.seat", "Who plays: list the seats, replace a player, a bot."),
    "setup": ("setup.setup", "Set a mailbox up: servers, service, container."),
    "show": ("play.show", "The position: where everything stands."),
    "start": ("games.start", "Start without waiting for an answer to the first mail."),
    "stats": ("past.stats.stats", "All games: results, answers, dice."),
    "status": ("play.status", "Every game: phase, who is awaited, deadline."),
    "submit": ("play.submit", "Take an order file for a seat."),
    "tick": ("running.ticking.tick", "Take mails, close phases that are due, send; once."),
    "verify": ("verify.verify", "Check that no die, order or record was tampered with."),
    "watch": ("running.ticking.watch", "Run: take mails as they come, close phases, send."),
}
"""Each command: the file here and its name in it, and what the list of commands says of it."""


click.Context.formatter_class = Formatter


class Commands(click.Group):
    """The commands of `COMMANDS`, each imported when it is asked for: click's documented way to load commands late."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        where, told = COMMANDS[cmd_name]
        file, _, name = where.rpartition(".")
        command: click.Command = getattr(import_module(f"{__name__}.{file}"), name)
        command.short_help = told
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, told) for name, (_, told) in sorted(COMMANDS.items())])


@click.group(
    cls=Commands,
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


COLLECT = 50_000
"""How many objects more make Python look for cycles: games and maps stay, and every 700 it took an eighth of a tick."""


def main() -> None:
    """Run the program: exit code 0 done, 1 the answer is no, 2 bad usage or invalid input, 3 could not."""
    gc.set_threshold(COLLECT)
    sys.exit(common.run(pbem, sys.argv[1:]))
