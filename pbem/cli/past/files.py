"""Commands that put a mailbox, or a game, into one file, and a game out of it: backup, export, import."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    DONE,
    Settings,
    asked_reason,
    environment,
    example,
    game_argument,
    json_option,
    locked,
    mailbox,
    now,
    progress,
    quiet_option,
    say,
    send_now,
)
from pbem.cli.speech.language import language, tr
from pbem.phrases import marked

if TYPE_CHECKING:
    from pbem.save.game_file import GameFile


@click.command(epilog=example("pbem backup pbem-backup.tar.gz"))
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@json_option
@quiet_option
@click.pass_obj
def backup(settings: Settings, target: Path, as_json: bool, quiet: bool) -> int:
    """Copy the whole mailbox into one file that only you may read; also while pbem runs.

    The file holds the dice keys and the players' addresses: keep it as you keep a key, on another machine. The password
    of the mail server is not in it, nor what waits in spool/in, nor git's history. To go back unpack it in an empty
    folder, then 'pbem setup mail' if a password is wanted, and 'pbem doctor'.
    """
    from pbem.store.backup import backup as backup_mailbox

    home = Path(settings.home)
    passwords = _passwords(home)
    with locked(settings, "pbem backup"):  # database and saves of one moment
        count = backup_mailbox(home, target, without=passwords)
    lines = [
        tr(
            "{count} files copied to {target}: dice keys and addresses too, so keep it as you keep a key.",
            count=count,
            target=target,
        )
    ]
    if passwords:
        names = tr(" and ").join(str(path) for path in passwords)
        lines.append(
            tr(
                "Not in it: {names}, the password of the mail server. After a loss 'pbem setup mail' asks for it.",
                names=names,
            )
        )
    say(
        {"file": str(target), "files": count, "without": [str(path) for path in passwords]},
        "\n".join(lines),
        as_json=as_json,
        quiet=quiet,
    )
    return DONE


def _passwords(home: Path) -> tuple[Path, ...]:
    """The files of passwords that the settings name; none where they cannot be read. RefereeError: no mailbox."""
    from pbem.errors import RefereeError
    from pbem.referee.home.config import FILE, read_config
    from pbem.referee.home.servers import password_files

    try:
        return password_files(home, read_config(home))
    except RefereeError:
        if not (home / FILE).exists():
            raise
        return ()  # a backup must not wait for a file that can be mended later


@click.command(
    "export",
    epilog=example(
        "pbem export melilla -o melilla.pbem",
        'pbem export melilla -o melilla.pbem --private --to eva@example.org --why "I am away until May"',
        "pbem export melilla -o melilla.pbem --private --copy",
    ),
)
@game_argument
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file to make."
)
@click.option("--private", is_flag=True, help="With all that is needed to play it on: seats, orders, mails, dice.")
@click.option("--copy", is_flag=True, help="With --private: the game goes on here all the same.")
@click.option("--to", default="", metavar="ADDRESS", help="With --private: the mail address of the new referee.")
@click.option("--why", help="The reason, mailed to all players.")
@json_option
@quiet_option
@click.pass_obj
def export_(settings: Settings, /, game: str, output: Path, as_json: bool, quiet: bool, **chosen: Any) -> int:
    """Put GAME into one file, for another machine, another referee or a reader.

    Without --private it is what anybody may see: the save, and of a game that is played only what all players were
    told. 'pbem import' makes a game of it that can be looked at, replayed and verified.

    With --private it is all, secrets too, and 'pbem import' plays it on. Here it ends then: the clock stands still, all
    players are told, and nothing is done for it any more, unless it is a --copy. Without --to the game moves to another
    machine with the same mail address, and mails to it stay in the inbox for that.
    """
    from pbem.effects import Effects
    from pbem.errors import Refused
    from pbem.save.game_file import pack

    private, copy, to = chosen["private"], chosen["copy"], chosen["to"]
    if (copy or to or chosen["why"]) and not private:
        raise click.UsageError(tr("--copy, --to and --why go with --private."))
    if copy and (to or chosen["why"]):
        raise click.UsageError(tr("A --copy is handed to nobody, and nobody is told: leave --to and --why out."))
    if output.exists() or output.is_symlink():
        raise Refused("{file} is there already: name another file.", file=output)
    if private:
        why = "" if copy else asked_reason(chosen["why"])
        found, text = _private(settings, game, copy=copy, to=to, why=why), _PRIVATE_COPY if copy else _PRIVATE
    else:
        found, told = _public(settings, game)
        text = _PUBLIC if told is None else _PUBLIC_SO_FAR
    Effects().write_bytes(output, pack(found), 0o600 if private else 0o644)
    data = {"file": str(output), "game": found.game, "private": private, "copy": copy, "bytes": output.stat().st_size}
    records = sum(name.startswith("turns/") for name in found.save)
    said = tr(text, file=output, game=found.game, records=records)
    say({**data, "records": records}, said, as_json=as_json, quiet=quiet)
    return DONE


_PRIVATE = marked(
    "{game} is in {file}: {records} records, seats, addresses, orders, mails and the root of its dice. Keep it as you "
    "keep a key, and import it in one place only. Here the game has ended; 'pbem export' writes the file once more."
)
_PRIVATE_COPY = marked(
    "A copy of {game} is in {file}: {records} records, seats, addresses, orders, mails and the root of its dice. Keep "
    "it as you keep a key. The game goes on here; the copy stands still where it is imported."
)
_PUBLIC = marked(
    "{game} is in {file}: {records} records. Addresses, tokens, mails and the root of its dice are not in it."
)
_PUBLIC_SO_FAR = marked(
    "{game} is in {file} as far as all players were told: {records} records. What was sent since then, addresses, "
    "tokens, mails and the root of its dice are not in it."
)


def _private(settings: Settings, game: str, *, copy: bool, to: str, why: str) -> "GameFile":
    """The game with its private side, after it has ended here."""
    from pbem.referee.desk.export_game import hand_over, private_file

    with mailbox(settings, f"pbem export {game}") as home:
        if not copy:
            hand_over(home, game, now(), to=to, why=why)
            send_now(home)
        return private_file(home, game, copy=copy)


def _public(settings: Settings, game: str) -> "tuple[GameFile, int | None]":
    """The save of a game as anybody may have it; the last record in it, where later ones are left out."""
    from pbem.effects import Effects
    from pbem.game.game import open_game
    from pbem.game.paths import SAVES, save_path
    from pbem.referee.desk.export_game import public_file
    from pbem.referee.home.config import FILE
    from pbem.referee.home.home import open_home
    from pbem.save.git import Git

    folder = Path(settings.home)
    path, git = save_path(folder, game), Git(folder, Effects(), environment())
    if path.parent == folder / SAVES and (folder / FILE).is_file():
        with open_home(folder, now(), f"pbem export {game}", locking=False) as home:
            found = public_file(home.open_game(game), home.git, home)
    else:
        found = public_file(open_game(path), git, None)
    return found.file, found.told


@click.command("import", epilog=example("pbem import melilla.pbem", "pbem import melilla.pbem --name melilla-2026"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="The name that it has here; only of a game that is not played on.")
@click.option("--here", is_flag=True, help="Play it on here though the file hands it to another referee.")
@json_option
@quiet_option
@click.pass_obj
def import_(settings: Settings, file: Path, name: str | None, here: bool, as_json: bool, quiet: bool) -> int:
    """Take in a game that 'pbem export' has put into FILE, once every proof of it holds.

    With its private side it is played on here: all players are told, and what they have sent counts. A copy stands
    still until 'pbem resume'. Without it goes to archive/: it can be looked at, replayed and verified, not played on.
    A game that was handed over from here comes back the same way.
    """
    from pbem.game.paths import SECRETS
    from pbem.referee.desk.import_game import open_parcel, shelve, take_over
    from pbem.referee.home.config import FILE as CONFIG
    from pbem.store.store import FILE as DATABASE

    parcel = open_parcel(file, name, language(), here=here)
    count = sum(each.startswith("turns/") for each in parcel.file.save)
    with progress("verify", count, hidden=quiet or as_json) as done:
        what, folder = "pbem import", Path(settings.home)
        if parcel.file.private:
            with mailbox(settings, what) as home:
                found = take_over(home, parcel, now(), done)
                send_now(home)
        else:  # a reader may have no mailbox
            has_mailbox = (folder / CONFIG).exists() or (folder / SECRETS / DATABASE).exists()
            with mailbox(settings, what) if has_mailbox else locked(settings, what):
                found = shelve(folder, parcel, done)
    text = _LOOKED_AT if not found.played else _STANDS if found.copy else _PLAYED
    data = {"game": found.name, "path": str(found.path), "played": found.played, "copy": found.copy}
    said = tr(text, game=found.name, path=found.path, records=found.records)
    say({**data, "records": found.records}, said, as_json=as_json, quiet=quiet)
    return DONE


_LOOKED_AT = marked(
    "{game} is in {path}: {records} records, all proofs hold. It can be looked at (show, map, report, history, replay, "
    "verify), not played on."
)
_STANDS = marked(
    "{game} is in {path}: {records} records, all proofs hold. It is a copy and stands still; nobody was told. Only "
    "where it is not played elsewhere any more: 'pbem resume {game}'."
)
_PLAYED = marked(
    "{game} is played on here, in {path}: {records} records, all proofs hold. All players are told. 'pbem tick' or "
    "'pbem watch' does the rest."
)
