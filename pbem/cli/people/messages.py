"""Commands that write to players: broadcast, press."""

from pathlib import Path

import click

from pbem.cli.common import (
    DONE,
    Settings,
    example,
    game_argument,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
    send_now,
)
from pbem.cli.speech.language import tr
from pbem.phrases import marked

LARGEST = 100_000


def file_argument(function: click.decorators.FC) -> click.decorators.FC:
    """The FILE argument: a text, or - for standard input."""
    return click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))(
        function
    )


def read_message(file: Path) -> str:
    """The text of a file; BadInput where it is none."""
    from pbem.referee.desk.submit import read_file

    return read_file(file, LARGEST, marked("{file} is longer than a message can be ({largest} bytes)."))


@click.command(epilog=example("pbem broadcast melilla news.txt", "echo 'Back on Monday.' | pbem broadcast melilla -"))
@game_argument
@file_argument
@json_option
@quiet_option
@click.pass_obj
def broadcast(settings: Settings, game: str, file: Path, as_json: bool, quiet: bool) -> int:
    """Write what is in FILE (- for standard input) to every player of GAME, at once and as it stands."""
    from pbem.referee.people.press import broadcast as send

    text = read_message(file)
    with mailbox(settings, f"pbem broadcast {game}") as home:
        count = send(home, home.open_game(game), text, now())
        send_now(home)
    say(
        {"game": game, "seats": count},
        tr("{game}: sent to {count} players.", game=game, count=count),
        as_json=as_json,
        quiet=quiet,
    )
    return DONE


@click.group()
def press() -> None:
    """What players write to each other: see what was sent, send what one dictates."""


@press.command(
    "list",
    short_help="The messages of a game.",
    epilog=example("pbem press list melilla", "pbem press list melilla --text"),
)
@game_argument
@click.option("--text", "whole", is_flag=True, help="With what was written, private messages too.")
@json_option
@click.pass_obj
def list_(settings: Settings, game: str, whole: bool, as_json: bool) -> int:
    """The messages of GAME: number, time, who to whom, length. A referee who plays leaves --text alone."""
    from pbem.referee.home.home import open_home

    with open_home(Path(settings.home), now(), f"pbem press {game}", locking=False) as home:
        home.game_row(game)
        rows = home.store.press.of(game=game)
    data = [
        {
            "number": row.serial,
            "at": row.at.isoformat(),
            "turn": row.turn,
            "from": row.seat or "referee",
            "to": list(row.recipients),
            "unsigned": row.unsigned,
            "characters": len(row.text),
            **({"text": row.text} if whole else {}),
        }
        for row in rows
    ]
    lines = []
    for row in rows:
        who, to = row.seat or "referee", ", ".join(row.recipients)
        lines.append(
            tr(
                "{serial:3} {at:%Y-%m-%d %H:%M} UTC  {who} → {to}  ({count} characters)",
                serial=row.serial,
                at=row.at,
                who=who,
                to=to,
                count=len(row.text),
            )
        )
        lines += [f"      {line}".rstrip() for line in row.text.split("\n")] if whole else []
    say(data, "\n".join(lines) or tr("{game}: nothing was written.", game=game), as_json=as_json)
    return DONE


@press.command(
    "send",
    short_help="Send a message for a player who phoned.",
    epilog=example("pbem press send melilla --seat spanish --to moroccan message.txt"),
)
@game_argument
@click.option("--seat", required=True, help="Whose message it is.")
@click.option("--to", required=True, metavar="SEAT|all", help="To whom it goes.")
@click.option("--anonymous", is_flag=True, help="Not signed, where the house rules allow it.")
@file_argument
@json_option
@quiet_option
@click.pass_obj
def send(
    settings: Settings, game: str, seat: str, to: str, anonymous: bool, file: Path, as_json: bool, quiet: bool
) -> int:
    """Send what is in FILE as a seat's message, as if it had come by mail. Exit code 1: the house rules refuse it."""
    from pbem.cli.common import NO
    from pbem.referee.people.dictated import send_dictated

    text = read_message(file)
    with mailbox(settings, f"pbem press {game}") as home:
        sent, said = send_dictated(home, game, seat, to, text, now(), unsigned=anonymous)
        send_now(home)
    say(
        {"game": game, "seat": seat, "sent": sent, "said": said}, "\n".join(said), as_json=as_json, quiet=quiet and sent
    )
    return DONE if sent else NO
