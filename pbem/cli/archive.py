"""Commands for what was played: replay, backup."""

from pathlib import Path

import click

from pbem.cli.common import DONE, NO, Settings, example, game_argument, json_option, progress, quiet_option, say


@click.command(
    short_help="Adjudicate every recorded phase again.",
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

    from pbem.referee.paths import save_path
    from pbem.referee.replay import replay as replayed
    from pbem.referee.table import open_box

    box = open_box(save_path(Path(settings.home), game))
    written, name = box.folder.as_found(), box.game.game
    with progress("replay", len(written), hidden=quiet or as_json) as done:
        found = replayed(box.rules, box.scenario, box.game, box.folder.game_hash(), written, done)
    different = found.difference
    text = f"{name}: {found.phases} phases in {found.records} records adjudicated again, all the same."
    if different is not None:
        text = (
            f"{name}: record {different.n} differs first in its {different.what} ({different.place}).\n"
            f"  recorded: {different.recorded}\n  replayed: {different.replayed}"
        )
    say(asdict(found), text, as_json=as_json, quiet=quiet and different is None)
    return DONE if different is None else NO


@click.command(short_help="Copy the whole mailbox into one file.", epilog=example("pbem backup pbem-backup.tar.gz"))
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@json_option
@quiet_option
@click.pass_obj
def backup(settings: Settings, target: Path, as_json: bool, quiet: bool) -> int:
    """Copy the whole mailbox, secrets and all, into one file; also while pbem runs.

    The file holds the dice keys and the players' addresses: keep it as you keep a key.
    """
    from pbem.store.backup import backup as copied

    count = copied(Path(settings.home), target)
    say({"file": str(target), "files": count}, f"{count} files copied to {target}.", as_json=as_json, quiet=quiet)
    return DONE


COMMANDS = (replay, backup)
