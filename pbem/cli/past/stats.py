"""The command that counts over all games: stats."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import (
    COULD_NOT,
    DONE,
    Settings,
    complete_game,
    environment,
    example,
    json_option,
    now,
    say,
)
from pbem.cli.speech.language import language, told, tr
from pbem.phrases import marked

if TYPE_CHECKING:
    from pbem.referee.desk.games_statistics import AllStatistics, GameResult
    from pbem.referee.desk.reliability import Reliability


@click.command(epilog=example("pbem stats", "pbem stats games/legion/archive/melilla-1921 --json"))
@click.argument("saves", nargs=-1, shell_complete=complete_game)
@json_option
@click.pass_obj
def stats(settings: Settings, saves: tuple[str, ...], as_json: bool) -> int:
    """Results, length, answers and dice of all games of the mailbox, those in archive/ too, and of SAVES beside them.

    A turn counts for a player once orders came of it or a deadline passed in silence. What it says of players is for
    you alone: pbem mails it to nobody. Exit code 3: a game cannot be read; the others are told.
    """
    from pbem.effects import Effects
    from pbem.referee.desk.games_statistics import all_statistics
    from pbem.referee.home.config import FILE
    from pbem.referee.home.home import open_home
    from pbem.save.git import Git

    folder = Path(settings.home).resolve()
    if (folder / FILE).is_file():
        with open_home(folder, now(), "pbem stats", locking=False) as home:
            found = all_statistics(folder, home, saves, home.git)
    else:
        found = all_statistics(folder, None, saves, Git(folder, Effects(), environment()))
    text = "\n".join(_lines(found, language())) if found.games or found.faults else tr("No games here.")
    say(found.to_json(), text, as_json=as_json)
    return COULD_NOT if found.faults else DONE


def _lines(found: "AllStatistics", lang: str) -> Iterator[str]:
    """Everything as text."""
    from pbem.verify.dice_lines import conclusion, dice_lines

    yield from _results(found, lang)
    if found.seats:
        head = (tr("game"), tr("seat"), *_heads(), tr("player"))
        rows = [(each.game, each.seat, *_answers(each.answers), each.address) for each in found.seats]
        yield from ("", tr("Answers by seat"), *_table(head, rows))
    if found.players:
        head = (tr("player"), tr("games"), *_heads())
        players = [(address, str(each.games), *_answers(each)) for address, each in found.players.items()]
        yield from ("", tr("Players over all games (for you alone)"), *_table(head, players))
    yield from ("", tr("Dice: faces that fell (expected)"))
    for name, dice in found.dice.items():
        lines = list(dice_lines(dice, lang)) or [tr("no dice yet")]
        yield from (f"  {name}", *(f"    {line}" for line in lines))
    whole = [found.all_dice] if len(found.dice) > 1 else []
    for dice in whole:
        yield from (f"  {tr('all games')}", *(f"    {line}" for line in dice_lines(dice, lang)))
    if said := conclusion([*found.dice.values(), *whole], lang):
        yield f"  {said}"
    yield from (f"! {name}: {told(fault)}" for name, fault in found.faults.items())


def _results(found: "AllStatistics", lang: str) -> Iterator[str]:
    """Who won, by scenario, and then game by game."""
    yield tr("Results")
    for each in found.tallies:
        title, name = each.title.get(lang, each.scenario), f"{each.ruleset} {each.scenario}"
        yield tr(
            "  {title} ({name}): games {games}, over {over}", title=title, name=name, games=each.games, over=each.over
        )
        if each.over:
            won = ", ".join(f"{tr('draw') if side == 'draw' else side} {count}" for side, count in each.won.items())
            days = "" if each.days is None else tr(", {days} days", days=each.days)
            yield tr("    won: {won}; median {turns:g} turns{days}", won=won, turns=each.turns, days=days)
    head = (tr("game"), tr("rule set"), tr("scenario"), tr("state"), tr("winner"), tr("turns"), tr("days"))
    yield from ("", tr("Games"), *_table(head, [_game(each) for each in found.games]))


_STATES = {
    "over": marked("over"),
    "abandoned": marked("abandoned"),
    "handed-over": marked("handed over"),
    "played": marked("being played"),
}


def _game(each: "GameResult") -> tuple[str, ...]:
    winner = "" if each.winner is None else tr("draw") if each.winner == "draw" else each.winner
    level = f" ({each.level})" if each.level else ""
    days = "" if each.days is None else f"{each.days}"
    return each.game, each.ruleset, each.scenario, tr(_STATES[each.state]), winner + level, str(each.turns), days


def _heads() -> tuple[str, ...]:
    """The columns of what is known of answers."""
    return tr("asked"), tr("in time"), tr("late"), tr("missed"), tr("deadlines"), tr("median h")


def _answers(found: "Reliability") -> tuple[str, ...]:
    counts = (found.asked, found.in_time, found.late, found.missed, found.deadlines)
    return (*map(str, counts), "" if found.hours is None else f"{found.hours}")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under their heads, each column as wide as its longest word; numbers stand to the right."""
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    right = [all(row[n].replace(".", "").isdecimal() or not row[n] for row in rows) for n in range(len(head))]
    return [
        "  "
        + "  ".join(
            f"{word:>{w}}" if r else f"{word:{w}}" for word, w, r in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in (head, *rows)
    ]
