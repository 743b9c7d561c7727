"""Commands about dice: stats."""

from pathlib import Path

import click

from pbem.cli.common import DONE, Settings, complete_game, example, json_option, say
from pbem.cli.play import language_option


@click.group(short_help="Dice: how they fell.")
def dice() -> None:
    """The dice of played games."""


@dice.command(
    short_help="How the dice fell, and what that means.",
    epilog=example("pbem dice stats melilla", "pbem dice stats melilla annual --lang es -o dice.png"),
)
@click.argument("games", nargs=-1, required=True, shell_complete=complete_game)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
              help="Draw the bars of each side: .svg or .png.")  # fmt: skip
@language_option
@json_option
@click.pass_obj
def stats(settings: Settings, games: tuple[str, ...], output: Path | None, lang: str, as_json: bool) -> int:
    """How the dice of GAMES fell: faces a side and a purpose, and whether honest dice fall so.

    GAMES are games of this mailbox or paths of save folders; the dice of several are counted together.
    """
    from pbem.referee.dicestats import statistics
    from pbem.referee.dicetold import draw, picture_format, told

    suffix = picture_format(output) if output else ""
    found = statistics(Path(settings.home), games)
    if output:
        output.write_bytes(draw(found, lang, suffix))
    say(found.to_json(), told(found, lang), as_json=as_json)
    return DONE


COMMANDS = (dice,)
