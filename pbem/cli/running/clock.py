"""Commands for the clock of a game, and for that of this machine: extend, pause, resume, abandon, clock."""

import sys
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    DONE,
    NO,
    Settings,
    asked_reason,
    example,
    game_argument,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
    send_now,
    why_option,
)
from pbem.cli.speech.language import tr

if TYPE_CHECKING:
    from datetime import datetime


class _Day(click.DateTime):
    """A day or a moment; what is none is told by an example, not by codes of formats."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The moment that a word says."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(
                tr("{value!r} is no day: write it as in 2026-12-08, or 2026-12-08T20:00.", value=value), param, ctx
            )


@click.command(epilog=example('pbem extend melilla 24h --why "Ana travels"'))
@game_argument
@click.argument("time")
@why_option
@json_option
@quiet_option
@click.pass_obj
def extend(settings: Settings, game: str, time: str, why: str | None, as_json: bool, quiet: bool) -> int:
    """Move the deadline of the current phase by TIME (24h, 2d …). The next tick tells all players."""
    from pbem.referee.admin.clock import move_deadline
    from pbem.referee.home.config import parse_duration

    by, why = parse_duration(time), asked_reason(why)
    with mailbox(settings, f"pbem extend {game}") as home:
        when = move_deadline(home, game, by, now(), why=why, by_tick=True)
    say(
        {"game": game, "deadline": when.isoformat()},
        tr("{game}: due {when:%Y-%m-%d %H:%M} UTC.", game=game, when=when),
        as_json=as_json,
        quiet=quiet,
    )
    return DONE


@click.command(epilog=example('pbem pause melilla --until 2026-12-08 --why "a holiday"'))
@game_argument
@click.option("--until", type=_Day(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]), metavar="DAY",
              help="When the clock runs on by itself: 2026-12-08 or 2026-12-08T20:00, in UTC.")  # fmt: skip
@why_option
@json_option
@quiet_option
@click.pass_obj
def pause(settings: Settings, game: str, until: "datetime | None", why: str | None, as_json: bool, quiet: bool) -> int:
    """Stop the clock of GAME: no phase closes until 'pbem resume', or --until. Mails are still taken and answered.

    The next tick tells all players.
    """
    from datetime import UTC

    from pbem.referee.admin.clock import pause_game

    why, end = asked_reason(why), None if until is None else until.replace(tzinfo=UTC)
    with mailbox(settings, f"pbem pause {game}") as home:
        pause_game(home, game, now(), why=why, until=end, by_tick=True)
    data = {"game": game, "paused": True, "until": None if end is None else end.isoformat()}
    text = (
        tr("{game}: the clock stands still.", game=game)
        if end is None
        else tr("{game}: the clock stands still until {end} UTC.", game=game, end=f"{end:%Y-%m-%d %H:%M}")
    )
    say(data, text, as_json=as_json, quiet=quiet)
    return DONE


@click.command(epilog=example("pbem resume melilla"))
@game_argument
@why_option
@json_option
@quiet_option
@click.pass_obj
def resume(settings: Settings, game: str, why: str | None, as_json: bool, quiet: bool) -> int:
    """Let the clock of GAME run on; the deadline moves by the time of the pause. The next tick tells all."""
    from pbem.referee.admin.clock import resume_game

    why = asked_reason(why)
    with mailbox(settings, f"pbem resume {game}") as home:
        resume_game(home, game, now(), why=why, by_tick=True)
    say({"game": game, "paused": False}, tr("{game}: the clock runs.", game=game), as_json=as_json, quiet=quiet)
    return DONE


@click.command(epilog=example('pbem abandon melilla --why "both players have moved on"'))
@game_argument
@why_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@quiet_option
@click.pass_obj
def abandon(settings: Settings, game: str, why: str | None, yes: bool, as_json: bool, quiet: bool) -> int:
    """End GAME without a result, for good: nothing more is played. All players are told at once.

    Without a terminal it needs --yes. Exit code 1: nothing was done.
    """
    from pbem.referee.admin.clock import abandon_game

    asked = tr("End {game} without a result? It cannot be undone.", game=game)
    if not yes and not (sys.stdin.isatty() and click.confirm(asked, default=False)):
        say({"game": game, "abandoned": False}, tr("Nothing is done yet: add --yes."), as_json=as_json)
        return NO
    why = asked_reason(why)
    with mailbox(settings, f"pbem abandon {game}") as home:
        abandon_game(home, game, now(), why=why)
        send_now(home)
    text = tr("{game} is abandoned. All players are told.", game=game)
    say({"game": game, "abandoned": True}, text, as_json=as_json, quiet=quiet)
    return DONE


@click.group()
def clock() -> None:
    """The clock of this machine, where it was wrong."""


@clock.command(
    short_help="Go on although mails are dated later than now.",
    epilog=example('pbem clock accept --why "the machine had started without its battery"'),
)
@click.option("--why", required=True, help="The reason, shown to all players.")
@json_option
@quiet_option
@click.pass_obj
def accept(settings: Settings, why: str, as_json: bool, quiet: bool) -> int:
    """Let the clock of this machine count as it is now: it was ahead for a while, and mails are dated later than now.

    What is dated later is dated now, and the deadlines of phases that opened meanwhile move as far; it is recorded in
    every running game and told to its players. Exit code 1: nothing is dated later, or the mail server's time differs.
    """
    from pbem.referee.admin.wrong_clock import accept_clock
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails

    with mailbox(settings, "pbem clock accept") as home:
        found = accept_clock(home, home.config.name, why, now())
        send_mails(home, now(), TickResult())
    text = tr("Mails were dated up to {until:%Y-%m-%d %H:%M} UTC. The clock counts as it is now.", until=found.until)
    text += tr("\nRecorded in {games}.", games=", ".join(found.games)) if found.games else ""
    data = {"until": found.until.isoformat(), "games": list(found.games)}
    say(data, text, as_json=as_json, quiet=quiet)
    return DONE
