"""What all commands share: settings, the clock, errors as sentences with exit codes, output as text or JSON.

The help of the program is all of it, so pathlib and json, which take as long as the rest, come when they are used.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbem.cli.speech.language import SOURCE, language, show_usage_error, speak, told, tr

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.referee.home.home import Home

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

DONE, NO, BAD, COULD_NOT = 0, 1, 2, 3

WIDEST = 100
"""Columns of the terminal that prose is set in, at most."""


@dataclass(frozen=True)
class Settings:
    """The options before the command."""

    home: str
    debug: bool
    wait: float = 0.0
    """Seconds to wait where another pbem is at work."""


def run(program: click.Group, words: Sequence[str]) -> int:
    """Run the program and give its exit code; every failure is a sentence on standard error, never a traceback."""
    speak(words, environment())
    try:
        result = program.main(list(words), standalone_mode=False, prog_name="pbem")
    except click.exceptions.Abort:
        click.echo(tr("Stopped."), err=True)
        return COULD_NOT
    except click.ClickException as wrong:
        show_usage_error(wrong)
        return wrong.exit_code
    except Exception as wrong:
        if "--debug" in words:
            raise
        return _explain(wrong)
    return result if isinstance(result, int) else DONE


def _explain(wrong: Exception) -> int:
    code = getattr(wrong, "exit_code", None)
    click.echo(f"pbem: {explained(wrong)}", err=True)
    return code if isinstance(code, int) else COULD_NOT


def explained(wrong: Exception) -> str:
    """What went wrong as a sentence in the language of the command line: all that tells none is a fault of pbem."""
    if isinstance(getattr(wrong, "exit_code", None), int):
        return told(wrong)
    if isinstance(wrong, OSError):
        from pbem.errors import about_files

        return tr("{why} The save is as it was.", why=about_files(wrong))
    return tr(
        "this is a fault of pbem itself ({name}: {wrong}). The save is as it was. 'pbem --debug …' "
        "shows where; please report it.",
        name=type(wrong).__name__,
        wrong=wrong,
    )


def now() -> datetime:
    """The time, in UTC. The only clock of the program."""
    from datetime import UTC

    return datetime.now(UTC)


def environment() -> dict[str, str]:
    """The environment, for what git may see of it. The only place that reads it, beside click's own options."""
    import os

    return dict(os.environ)


def write_output(path: "Path", data: bytes) -> None:
    """Write what a command was asked for where -o says; where that cannot be, no new file is left begun."""
    new = not path.exists()
    try:
        path.write_bytes(data)
    except OSError:
        if new:
            path.unlink(missing_ok=True)
        raise


@contextmanager
def mailbox(settings: Settings, what: str) -> "Iterator[Home]":
    """The mailbox folder, open and locked for the command `what`; another pbem that is at work there is waited for."""
    from pathlib import Path

    from pbem.referee.home.home import open_home

    with _once_free(settings, lambda: open_home(Path(settings.home), now(), what, environment=environment())) as home:
        yield home


@contextmanager
def locked(settings: Settings, what: str) -> "Iterator[None]":
    """The mailbox folder, locked but not opened: nobody writes to it meanwhile, and its settings may be damaged."""
    from pathlib import Path

    from pbem.game.paths import SECRETS
    from pbem.save.lock import hold_lock

    path, since = Path(settings.home) / SECRETS / "lock", now().isoformat(timespec="seconds")
    with _once_free(settings, lambda: hold_lock(path, what, since)):
        yield


@contextmanager
def _once_free(settings: Settings, enter: "Callable[[], AbstractContextManager[T]]") -> "Iterator[T]":
    """What `enter` gives, tried again for a while where another pbem is at work."""
    import time

    from pbem.save.errors import Locked

    end = time.monotonic() + settings.wait
    with ExitStack() as stack:
        while True:
            try:
                entered = stack.enter_context(enter())
                break
            except Locked:
                if time.monotonic() >= end:
                    raise
                time.sleep(0.2)
        yield entered


def json_option(function: F) -> F:
    """The --json option: the same answer for scripts."""
    text = "Answer as JSON, for scripts."
    return click.option("--json", "as_json", is_flag=True, is_eager=True, help=text)(function)


def language_option(function: F) -> F:
    """The --lang option: if left out, the language of the command line, but English for scripts."""

    def chosen(context: click.Context, parameter: click.Parameter, given: str | None) -> str:
        return given or (SOURCE if context.params.get("as_json") else language())

    text = "The language of names and sentences; the referee's if left out."
    return click.option("--lang", type=click.Choice(["en", "es"]), callback=chosen, help=text)(function)


def quiet_option(function: F) -> F:
    """The --quiet option: say nothing when all is well."""
    return click.option("-q", "--quiet", is_flag=True, help="Say nothing when all is well.")(function)


def game_argument(function: F) -> F:
    """The GAME argument: a game by name or by the path of its save."""
    return click.argument("game", shell_complete=complete_game)(function)


def say(data: Any, text: str, *, as_json: bool, quiet: bool = False) -> None:
    """Print the answer: `data` as JSON, or `text`."""
    if as_json:
        import json

        click.echo(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True))
    elif not quiet and text:
        click.echo(told(text))


def say_stopped(*, as_json: bool, quiet: bool = False) -> None:
    """Say that what ran until it was stopped has come to its end."""
    say({"stopped": True}, tr("Stopped."), as_json=as_json, quiet=quiet)


def markdown(text: str) -> None:
    """Print Markdown: on a terminal set for reading, elsewhere as it is."""
    if not sys.stdout.isatty():
        click.echo(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text), width=min(WIDEST, console.width))


@contextmanager
def progress(label: str, length: int, *, hidden: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, nothing elsewhere; it is told how far the work has come, up to `length`."""
    hidden = hidden or not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, hidden=hidden, file=sys.stderr) as bar:
        yield lambda reached: bar.update(reached - bar.pos)


def example(*lines: str) -> str:
    """The example at the foot of a command's help, kept as written."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The games of the mailbox folder whose names begin so, for the shell."""
    return sorted(file.parent.name for file in _games(context) if file.parent.name.startswith(incomplete))


def complete_seat(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The seats of the games here whose names begin so, for the shell (which game is meant, click does not say)."""
    import json

    seats = {seat for file in _games(context) for seat in json.loads(file.read_bytes())["seats"]}
    return sorted(seat for seat in seats if seat.startswith(incomplete))


def _games(context: click.Context) -> "Iterator[Path]":
    from pathlib import Path

    from pbem.game.paths import ARCHIVE, SAVES

    home = Path(context.find_root().params.get("home") or ".")
    return (file for folder in (SAVES, ARCHIVE) for file in (home / folder).glob("*/game.json"))


def why_option(function: F) -> F:
    """The --why option: the reason for what the referee decides."""
    text = "The reason: mailed to all players, kept in the history. A terminal asks for it."
    return click.option("--why", help=text)(function)


def asked_reason(why: str | None) -> str:
    """The reason given, or asked for where somebody sits at a terminal; "" for none."""
    if why is None and sys.stdin.isatty():
        asked = tr("Why? All players are told (Enter: no reason)")
        why = click.prompt(asked, default="", show_default=False, err=True)
    return why or ""


def send_now(home: "Home") -> None:
    """Send at once what waits in the outbox; what cannot be sent now the next tick tries again."""
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails

    result = TickResult()
    send_mails(home, now(), result)
    for fault in result.faults:
        click.echo(f"! {told(fault)}", err=True)
