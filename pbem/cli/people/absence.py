"""The command about absences."""

import click

from pbem.cli.common import (
    DONE,
    NO,
    Settings,
    complete_seat,
    example,
    game_argument,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
    send_now,
)
from pbem.cli.speech.language import told


@click.command(
    epilog=example('pbem absence melilla --seat spanish "3-10 Dec"', "pbem absence melilla --seat spanish off")
)
@game_argument
@click.option("--seat", required=True, shell_complete=complete_seat, help="Who is away.")
@click.argument("days", default="")
@json_option
@quiet_option
@click.pass_obj
def absence(settings: Settings, game: str, seat: str, days: str, as_json: bool, quiet: bool) -> int:
    """Announce the absence of a player of GAME as if it had been mailed: DAYS such as "3-10 Dec", or off.

    Without DAYS it says what is known. All players are told. Exit code 1: it was not understood, or is not allowed.
    """
    from pbem.referee.people.absence_words import absence_by_hand

    with mailbox(settings, f"pbem absence {game}") as home:
        done, said = absence_by_hand(home, game, seat, days, now())
        send_now(home)
    data = {"game": game, "seat": seat, "done": done, "said": said}
    say(data, "\n".join(map(told, said)), as_json=as_json, quiet=quiet and done)
    return DONE if done else NO
