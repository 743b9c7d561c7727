"""Commands for what was played: history, replay."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    DONE,
    NO,
    Settings,
    environment,
    example,
    game_argument,
    json_option,
    language_option,
    now,
    progress,
    quiet_option,
    say,
)
from pbem.cli.speech.language import told, tr

if TYPE_CHECKING:
    from pbem.store.rows import DecisionRow, SilenceRow


@click.command(
    epilog=example("pbem history melilla", "pbem history games/legion/archive/melilla-1921 --turn 3 --lang es"),
)
@game_argument
@click.option("--turn", type=click.IntRange(0), help="Only the records of this turn.")
@language_option
@json_option
@click.pass_obj
def history(settings: Settings, game: str, turn: int | None, lang: str, as_json: bool) -> int:
    """Every record of GAME: number, turn, phase, time, words of its hash; who took what back or decided it, and why.

    GAME is a game of this mailbox, or the path of any save folder. Two players who compare the words of the last record
    know whether they were shown the same game.
    """
    from pbem.effects import Effects
    from pbem.game.game import open_game
    from pbem.game.paths import save_path
    from pbem.referee.letters.history import format_history
    from pbem.referee.letters.history import history as history_of
    from pbem.save.git import Git

    home = Path(settings.home)
    opened = open_game(save_path(home, game))
    git = Git(opened.folder.path, Effects(), environment())
    decisions, silences = _beside(home, game)
    found = history_of(opened, git, lang, turn, decisions=decisions, silences=silences)
    text = "\n".join(format_history(opened, found, lang, "UTC")) or tr(
        "{opened}: nothing has been played yet.", opened=opened.name
    )
    say([one.to_json() for one in found], text, as_json=as_json)
    return DONE


def _beside(home: Path, game: str) -> "tuple[tuple[DecisionRow, ...], tuple[SilenceRow, ...]]":
    """Decisions of the clock and missed deadlines of a game of this mailbox; of a save elsewhere nothing is known."""
    from pbem.game.paths import SAVES, SECRETS
    from pbem.referee.home.home import open_home
    from pbem.store.store import FILE

    if not ((home / SAVES / game).is_dir() and (home / SECRETS / FILE).is_file() and (home / "pbem.toml").is_file()):
        return (), ()
    with open_home(home, now(), "pbem history", locking=False) as opened:
        return opened.store.decisions.of(game=game), opened.store.silences.of(game=game)


@click.command(
    epilog=example("pbem replay melilla", "pbem replay games/legion/archive/melilla-1921"),
)
@game_argument
@json_option
@quiet_option
@click.pass_obj
def replay(settings: Settings, game: str, as_json: bool, quiet: bool) -> int:
    """Adjudicate every recorded phase again; say what differs first.

    GAME is a game of this mailbox, or the path of any save folder. Exit code 0: all the same; 1: something differs.
    """
    from dataclasses import asdict

    from pbem.game.game import open_definition
    from pbem.game.paths import save_path
    from pbem.game.replay import replay as replay_game

    definition = open_definition(save_path(Path(settings.home), game))
    written, name = definition.folder.unchecked_records(), definition.manifest.game
    with progress("replay", len(written), hidden=quiet or as_json) as done:
        found = replay_game(definition, written, done)
    different = found.difference
    text = tr(
        "{name}: {phases} phases in {records} records adjudicated again, all the same.",
        name=name,
        phases=found.phases,
        records=found.records,
    )
    if different is not None:
        text = tr(
            "{name}: record {n} differs first in its {what} ({place}).\n  recorded: {recorded}\n  replayed: {replayed}",
            name=name,
            n=different.n,
            what=told(different.what),
            place=different.place,
            recorded=_json(different.recorded),
            replayed=_json(different.replayed),
        )
    say(asdict(found), text, as_json=as_json, quiet=quiet and different is None)
    return DONE if different is None else NO


def _json(value: Any) -> str:
    """A value of a record as it stands in the file."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
