"""Playtests: many games of bots against bots, and what they say of the balance of a game."""

from typing import TypedDict, Unpack

import click

from pbem.cli.common import (
    COULD_NOT,
    DONE,
    Settings,
    example,
    json_option,
    language_option,
    now,
    progress,
    quiet_option,
    say,
)


class Wanted(TypedDict):
    """Which games are played, as the options say."""

    games: int
    only: int | None
    jobs: int
    seed: str
    bots: tuple[str, ...]
    options: tuple[str, ...]
    turns: int | None


@click.command(
    epilog=example(
        "pbem playtest legion --games 200 --jobs 4 --seed annual",
        "pbem playtest legion --seed annual --only 17 --bot spanish=chance",
    ),
)
@click.argument("ruleset")
@click.argument("scenario", required=False)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="How many games.")
@click.option("--only", type=click.IntRange(1), help="Play this one game alone, by its number.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many at the same time.")
@click.option("--seed", default="annual", show_default=True, help="Same seed and number, same game.")
@click.option("--bot", "bots", multiple=True, metavar="SIDE=BOT", help="Who plays a side: heuristic or chance.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option; see 'pbem schema options'."
)
@click.option("--turns", type=click.IntRange(1), help="End games after this turn; the whole game if left out.")
@language_option
@json_option
@quiet_option
@click.pass_obj
def playtest(
    settings: Settings,
    /,
    ruleset: str,
    scenario: str | None,
    lang: str,
    as_json: bool,
    quiet: bool,
    **wanted: Unpack[Wanted],
) -> int:
    """Play games of RULESET between bots, without mail, and tell who won and why, how long it took, what it cost.

    Every game follows from its seed and number alone. Exit code 0: all were played; 3: some failed.
    """
    from pbem.playtest.play import plan_series, play_all
    from pbem.playtest.summary import format_summary, summary
    from pbem.referee.admin.seating import parse_pairs

    numbers = range(1, wanted["games"] + 1) if wanted["only"] is None else [wanted["only"]]
    bots, options = parse_pairs(wanted["bots"], "--bot"), parse_pairs(wanted["options"], "--option")
    made = plan_series(ruleset, scenario, wanted["seed"], bots, options, wanted["turns"])
    began = now()
    with progress("playtest", len(numbers), hidden=quiet) as done:
        outcomes = play_all(made, numbers, wanted["jobs"], done)
    seconds = (now() - began).total_seconds() / len(numbers)
    found = summary(made, outcomes)
    say(found, format_summary(found, lang, seconds), as_json=as_json, quiet=quiet)
    return COULD_NOT if found["failed"] else DONE
