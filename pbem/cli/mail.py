"""Commands for mails: read one as the referee would."""

from pathlib import Path

import click

from pbem.cli.common import DONE, example, say


@click.group(epilog=example("pbem mail read reply.eml"))
def mail() -> None:
    """Look at mails as pbem does."""


@mail.command(
    "read",
    short_help="Print the orders that a raw mail holds.",
    epilog=example("pbem mail read reply.eml", "pbem mail read --json reply.eml"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON, with what was left out and why.")
def read(file: Path, as_json: bool) -> int:
    """Print just the lines of a raw mail that would be taken as orders or commands, one a line."""
    from pbem.referee.reading import orders_in_mail

    found = orders_in_mail(file.read_bytes())
    say(found, "\n".join(found["lines"]), as_json=as_json)
    return DONE


COMMANDS = (mail,)
