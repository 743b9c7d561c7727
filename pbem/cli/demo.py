"""The demo: a game through the mail spool, without account, server or question."""

from pathlib import Path
from typing import TypedDict, Unpack

import click

from pbem.cli.common import DONE, Settings, example, json_option, progress, quiet_option, say


class Played(TypedDict):
    """What is played and how, as the options say."""

    scenario: str | None
    seed: str
    turns: int
    form_only: bool


@click.command(
    epilog=example("pbem demo --dir demo", "pbem demo --dir demo --turns 99 --seed annual"),
)
@click.option("--dir", "folder", type=click.Path(file_okay=False, path_type=Path), default="pbem-demo",
              show_default=True, help="Where to leave mails, maps, save and replay.")  # fmt: skip
@click.option("--ruleset", help="What to play; the first rule set that pbem brings if left out.")
@click.option("--scenario", help="Which of its scenarios; the first one if left out.")
@click.option("--seed", default="annual", show_default=True, help="Same seed, same game.")
@click.option("--turns", type=click.IntRange(1), default=3, show_default=True,
              help="Stop after this many turns; a number beyond its last plays the whole game.")  # fmt: skip
@click.option("--form-only", is_flag=True, help="The bots do no more than to fill in the forms that they are sent.")
@json_option
@quiet_option
@click.pass_obj
def demo(
    settings: Settings,
    folder: Path,
    ruleset: str | None,
    as_json: bool,
    quiet: bool,
    **played: Unpack[Played],
) -> int:
    """Play the first turns of a game by mail between two bots, and leave everything to look at in a folder."""
    from pbem.demo import show
    from pbem.gamedata.rulesets import SHIPPED

    with progress("demo", 100, hidden=quiet or as_json) as done:
        shown = show(folder, ruleset or SHIPPED[0], done, **played)
    say(shown.to_json(), shown.text(), as_json=as_json, quiet=quiet)
    return DONE
