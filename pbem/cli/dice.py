"""Commands about dice: backup, restore, rekey, beacon, stats."""

from pathlib import Path

import click

from pbem.cli.common import (
    DONE,
    Settings,
    complete_game,
    example,
    game_argument,
    json_option,
    language_option,
    mailbox,
    now,
    quiet_option,
    say,
    write_output,
)
from pbem.cli.speech.language import tr


@click.group()
def dice() -> None:
    """The dice of games: the secret root that they follow from, the public value that enters them, how they fell."""


@dice.command(
    short_help="Copy the secret root of a game's dice into a file.",
    epilog=example("pbem dice backup melilla -o /media/usb/melilla-dice.json"),
)
@game_argument
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="The file to make; only its owner may read it.")  # fmt: skip
@json_option
@quiet_option
@click.pass_obj
def backup(settings: Settings, game: str, output: Path, as_json: bool, quiet: bool) -> int:
    """Copy the secret root of GAME's dice into a file of your own, to be kept elsewhere.

    Whoever reads the file can know every die that is still to come. Without root and copy no phase can be run.
    """
    from pbem.referee.admin.dice_root import backup_roots

    with mailbox(settings, f"pbem dice backup {game}") as home:
        opened = home.open_game(game)
        chains = backup_roots(home, opened, output)
    text = tr(
        "The secret root of the dice of {opened} is copied to {output}; only you may read it.\nWhoever has "
        "a copy can know every die to come: keep it off this machine, and make no more than you need.",
        opened=opened.name,
        output=output,
    )
    if output.resolve().is_relative_to(Path(settings.home).resolve()):
        text += tr("\nIt lies in the mailbox folder, whose history others may get to see: move it away now.")
    say({"file": str(output), "game": opened.name, "chains": list(chains)}, text, as_json=as_json, quiet=quiet)
    return DONE


@dice.command(
    short_help="Put the secret root of a game's dice back from a copy.",
    epilog=example("pbem dice restore /media/usb/melilla-dice.json"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
@quiet_option
@click.pass_obj
def restore(settings: Settings, file: Path, as_json: bool, quiet: bool) -> int:
    """Put the secret root of a game's dice back from a FILE that 'pbem dice backup' made.

    It must be the one whose head the players were sent; another root that is there is never overwritten.
    """
    from pbem.referee.admin.dice_root import restore_roots

    with mailbox(settings, f"pbem dice restore {file}") as home:
        found = restore_roots(home, file)
    text = tr(
        "The secret root of the dice of {game} is put back. Keep the copy where nobody else can read it.",
        game=found.game,
    )
    if not found.restored:
        text = tr("The secret root of the dice of {game} is there already: nothing to do.", game=found.game)
    say(found.to_json(), text, as_json=as_json, quiet=quiet)
    return DONE


@dice.command(
    short_help="Give a game new dice: its secret root is lost or known.",
    epilog=example('pbem dice rekey melilla --why "the disk was lost, and there was no copy"'),
)
@game_argument
@click.option("--why", required=True, help="The reason, shown to all players, in every later report too.")
@json_option
@quiet_option
@click.pass_obj
def rekey(settings: Settings, game: str, why: str, as_json: bool, quiet: bool) -> int:
    """Give GAME a new chain of dice, because its secret root is lost or somebody knows it.

    It is recorded for good and every later report counts it. All seats are mailed the new head, and no die is rolled
    until each has sent new words for it: MOTTO, or any answer to that mail ('pbem start --without-nonce SEAT' goes on
    without a seat's).
    """
    from pbem.referee.admin.dice_root import rekey as new_chain
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails
    from pbem.referee.play_on import repair_game

    with mailbox(settings, f"pbem dice rekey {game}") as home:
        opened = repair_game(home, home.open_game(game), now())
        opened = new_chain(home, opened, home.config.name, why, now())
        send_mails(home, now(), TickResult())
    head = opened.position.journal.head
    text = tr(
        "{opened} has new dice. Their head: {head}\nAll seats are asked for new words; no die is rolled "
        "before they are in. Copy the root: 'pbem dice backup'.",
        opened=opened.name,
        head=head,
    )
    say({"game": opened.name, "head": head}, text, as_json=as_json, quiet=quiet)
    return DONE


@dice.command(
    short_help="Give the public value that a game's locked orders wait for.",
    epilog=example('pbem dice beacon melilla 8430af44c2bd41e2 --source "drand round 12345"'),
)
@game_argument
@click.argument("value")
@click.option("--source", required=True, help="Where everybody can look it up; shown in the report.")
@json_option
@quiet_option
@click.pass_obj
def beacon(settings: Settings, game: str, value: str, source: str, as_json: bool, quiet: bool) -> int:
    """Give the public VALUE that enters the dice of GAME's locked orders; the phase is run at once.

    Only for games made with --option beacon=referee. The value must be one that nobody could know when the orders were
    locked, and the one that was announced.
    """
    from pbem.referee.admin.beacon import set_beacon
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails
    from pbem.referee.play_on import play_on, repair_game

    result = TickResult()
    with mailbox(settings, f"pbem dice beacon {game}") as home:
        opened = repair_game(home, home.open_game(game), now())
        lock = set_beacon(home, opened, value, source, now())
        play_on(home, opened.name, now(), result)
        send_mails(home, now(), result)
    given = tr(
        "The beacon of {phase} is {beacon} ({source}).", phase=lock.phase, beacon=lock.beacon, source=lock.source
    )
    text = "\n".join([given, *(tr("adjudicated: {phase}", phase=phase) for phase in result.closed)])
    data = {"phase": lock.phase, "beacon": lock.beacon, "source": lock.source, **result.to_json()}
    say(data, text, as_json=as_json, quiet=quiet)
    return DONE


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
    from pbem.verify.dice_statistics import statistics
    from pbem.verify.statistics_text import draw_statistics, picture_format, statistics_text

    suffix = picture_format(output) if output else ""
    found = statistics(Path(settings.home), games)
    if output:
        write_output(output, draw_statistics(found, lang, suffix))
    say(found.to_json(), statistics_text(found, lang), as_json=as_json)
    return DONE
