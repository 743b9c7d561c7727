"""Commands that move games on: tick, watch, adjudicate, extend, pause, resume, clock, rollback."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import (
    COULD_NOT,
    DONE,
    NO,
    Settings,
    asked_reason,
    environment,
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
from pbem.cli.speech.language import SOURCE, language, told, tr
from pbem.phrases import marked

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.referee.admin.rollback import RollbackPreview
    from pbem.referee.home.sweep import TickResult


@click.command(
    epilog=example("pbem tick", "*/5 * * * *  cd /srv/pbem && pbem tick --quiet     # in a crontab"),
)
@json_option
@quiet_option
@click.pass_obj
def tick(settings: Settings, as_json: bool, quiet: bool) -> int:
    """Take the mails that came, close the phases that are due, send reports and receipts; once.

    Exit code 3: something could not be done; it waits for the next run, and nothing is lost.
    """
    import time

    from pbem.referee.home.sweep import Sweep, TickResult
    from pbem.referee.tick import tick as run_tick

    result, sweep = TickResult(), Sweep(time.monotonic)
    with _waiting(), mailbox(settings, "pbem tick") as home:
        while True:
            result.add(run_tick(home, now(), sweep, compares=True))
            if not result.more:
                break
    say(result.to_json(), _format_tick(result), as_json=as_json, quiet=quiet and not (result.faults or result.notices))
    return COULD_NOT if result.faults else DONE


WAITS = marked("What could not be done waits and is tried again; nothing is lost. 'pbem doctor' looks at everything.")
REFUSED = marked(
    "Asked again in some minutes, lest the account be locked. Once it is mended, start 'pbem watch' again."
)


def _format_tick(result: "TickResult") -> str:
    """What a tick did, in lines."""
    mails = ", ".join(f"{count} {told(outcome)}" for outcome, count in sorted(result.mails.items())) or tr("none")
    lines = [
        tr("mails in: {mails}", mails=mails),
        *(tr("adjudicated: {phase}", phase=phase) for phase in result.closed),
    ]
    lines += [tr("locked, waits for its beacon: {phase}", phase=phase) for phase in result.locked]
    lines.append(
        tr(
            "reports: {reports}, sent: {sent}, to be tried again: {later}, failed: {failed}",
            reports=result.reports,
            sent=result.sent,
            later=result.later,
            failed=result.failed,
        )
    )
    if result.failed or (result.later and not result.line):
        lines.append(tr("why: 'pbem mail list'"))
    return "\n".join([*lines, *(f"! {told(notice)}" for notice in result.notices), *_format_faults(result)])


@contextmanager
def _waiting() -> Iterator[None]:
    """Say of what keeps pbem from beginning that the games wait."""
    from pbem.errors import RefereeError
    from pbem.save.errors import Locked, SaveError
    from pbem.store.errors import StoreError

    try:
        yield
    except Locked:
        raise
    except (RefereeError, SaveError, StoreError) as wrong:
        raise type(wrong)(
            marked("{wrong} Until then the games wait, and mails stay where they are."), wrong=wrong
        ) from wrong


def _format_faults(result: "TickResult") -> list[str]:
    """What went wrong in a tick, in lines."""
    return [*(f"! {told(fault)}" for fault in result.faults), told(WAITS)] if result.faults else []


@click.command(
    epilog=example("pbem watch", "pbem watch --quiet     # tells only of what goes wrong"),
)
@json_option
@quiet_option
@click.pass_obj
def watch(settings: Settings, as_json: bool, quiet: bool) -> int:
    """Run until told to stop (Ctrl-C, SIGTERM): what 'pbem tick' does, whenever mail comes or something is due.

    Other commands may be used meanwhile. Stopping it at any moment loses nothing.
    """
    import random
    import time

    from pbem.cli.stopping import Patient, stopping
    from pbem.referee.watch import Runtime
    from pbem.referee.watch import watch as run_watch

    def tell(result: "TickResult") -> None:
        if result.faults or result.notices or (result.happened and not quiet):
            stamp = now().isoformat(timespec="seconds")
            if as_json:
                click.echo(json.dumps({"at": stamp, **result.to_json()}, sort_keys=True))
                return
            r = result
            done = any((r.mails, r.closed, r.locked, r.reports, r.sent, r.failed, r.notices))
            lines = _format_faults(result) if not done else _format_tick(result).splitlines()
            lines += [told(REFUSED)] if result.line == "refused" else []
            click.echo("\n".join(f"{stamp} {line}" for line in lines))

    def farewell() -> None:
        text = tr("Stopped in the middle of it: the next run does the rest.")
        say({"stopped": True}, text, as_json=as_json, quiet=quiet)

    effects = Patient()
    with stopping(effects, farewell) as stop:
        runtime = Runtime(now, time.monotonic, stop.wait, stop.is_set, random.random, compares=True)
        with _waiting():
            run_watch(Path(settings.home), runtime, tell, effects=effects, environment=environment())
    say({"stopped": True}, tr("Stopped."), as_json=as_json, quiet=quiet)
    return DONE


@click.command(
    epilog=example("pbem adjudicate melilla", "pbem adjudicate melilla --now"),
)
@game_argument
@click.option("--now", "at_once", is_flag=True, help="Do not wait for missing orders, WAIT or the quiet time.")
@json_option
@quiet_option
@click.pass_obj
def adjudicate(settings: Settings, game: str, at_once: bool, as_json: bool, quiet: bool) -> int:
    """Close the present phase of GAME if it is due, and send what follows. Exit code 1: it is not due."""
    from pbem.referee.play_on import close_phase

    with mailbox(settings, f"pbem adjudicate {game}") as home:
        result = close_phase(home, game, now(), at_once=at_once)
    lines = [tr("adjudicated: {phase}", phase=phase) for phase in result.closed]
    lines += [tr("locked, waits for its beacon: {phase}", phase=phase) for phase in result.locked]
    text = "\n".join(lines) or tr("{game}: not due ({faults}).", game=game, faults=", ".join(map(told, result.faults)))
    say(result.to_json(), text, as_json=as_json, quiet=quiet and bool(lines))
    return DONE if lines else NO


@click.command(epilog=example('pbem extend melilla 24h --why "Ana travels"'))
@game_argument
@click.argument("time")
@why_option
@json_option
@quiet_option
@click.pass_obj
def extend(settings: Settings, game: str, time: str, why: str | None, as_json: bool, quiet: bool) -> int:
    """Move the deadline of the current phase by TIME (24h, 2d …). All players are told at once."""
    from pbem.referee.admin.clock import move_deadline
    from pbem.referee.home.config import parse_duration

    by, why = parse_duration(time), asked_reason(why)
    with mailbox(settings, f"pbem extend {game}") as home:
        when = move_deadline(home, game, by, now(), why=why)
        send_now(home)
    say(
        {"game": game, "deadline": when.isoformat()},
        tr("{game}: due {when:%Y-%m-%d %H:%M} UTC.", game=game, when=when),
        as_json=as_json,
        quiet=quiet,
    )
    return DONE


@click.command(epilog=example('pbem pause melilla --until 2026-12-08 --why "a holiday"'))
@game_argument
@click.option("--until", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]), metavar="DAY",
              help="When the clock runs on by itself: 2026-12-08 or 2026-12-08T20:00, in UTC.")  # fmt: skip
@why_option
@json_option
@quiet_option
@click.pass_obj
def pause(settings: Settings, game: str, until: "datetime | None", why: str | None, as_json: bool, quiet: bool) -> int:
    """Stop the clock of GAME: no phase closes until 'pbem resume', or --until. Mails are still taken and answered.

    All players are told at once.
    """
    from datetime import UTC

    from pbem.referee.admin.clock import pause_game

    why, end = asked_reason(why), None if until is None else until.replace(tzinfo=UTC)
    with mailbox(settings, f"pbem pause {game}") as home:
        pause_game(home, game, now(), why=why, until=end)
        send_now(home)
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
    """Let the clock of GAME run on; the deadline moves by the time of the pause. All players are told at once."""
    from pbem.referee.admin.clock import resume_game

    why = asked_reason(why)
    with mailbox(settings, f"pbem resume {game}") as home:
        resume_game(home, game, now(), why=why)
        send_now(home)
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


@click.command(
    epilog=example(
        'pbem rollback melilla 3.moroccan-combat --why "the road bonus was missed"',
        "pbem rollback melilla 3.moroccan-combat --same-dice --yes",
        'pbem rollback melilla --ruling 12 --why "it was the other unit"',
        'pbem rollback melilla --lost --why "the disk died, and the backup is a day older"',
    ),
)
@game_argument
@click.argument("phase", required=False)
@click.option("--same-dice", is_flag=True, help="A correction: sheets stay, the phase is played again with its dice.")
@click.option(
    "--ruling", type=int, metavar="RECORD", help="Undo a ruling on the position, by the number of its record."
)
@click.option("--lost", is_flag=True, help="Records are lost: go on from those that are here.")
@why_option
@click.option("--yes", is_flag=True, help="Do not ask: what would be taken back was read.")
@json_option
@quiet_option
@click.pass_obj
def rollback(
    settings: Settings,
    game: str,
    phase: str | None,
    same_dice: bool,
    ruling: int | None,
    lost: bool,
    why: str | None,
    yes: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Take GAME back to before PHASE (TURN.PHASE), after showing what that takes back. All players are told at once.

    Without --same-dice the orders are asked for again and new dice are rolled. Nothing is deleted: history shows both,
    with who and why. Without a terminal it needs --yes; exit code 1: it was shown only, and nothing was done.

    With --ruling the ruling of that record ('pbem history' has its number) is undone, and with it whatever was played
    since; where nothing was, it alone goes, and orders stay.

    With --lost, where the save or .pbem/ was put back and what came since is lost, GAME goes on from the records that
    are here: all seats are told, and asked for their orders and for new words (MOTTO) in new dice; those of the lost
    records are known.
    """
    from pbem.referee.admin.rollback import preview_rollback

    if (phase is not None) + (ruling is not None) + lost != 1 or (lost and same_dice):
        raise click.UsageError(tr("Name the PHASE to go back to, or --ruling, or --lost alone."))
    before = phase if ruling is None else ruling
    if before is None:
        return _go_on_without(settings, game, asked_reason(why), as_json=as_json, quiet=quiet)
    with mailbox(settings, f"pbem rollback {game}") as home:
        found = preview_rollback(home, home.open_game(game), before, same_dice=same_dice)
    if not yes:
        data = {"game": game, "done": False, **found.to_json()}
        if not _may_go_on(_format_preview(game, before, found, same_dice=same_dice), data, as_json=as_json):
            return NO
    at = _take_back(settings, game, before, found, asked_reason(why), same_dice=same_dice)
    data = {"game": game, "done": True, "phase": at, **found.to_json()}
    say(data, tr("{game} stands at {at}. All players are told.", game=game, at=at), as_json=as_json, quiet=quiet)
    return DONE


def _take_back(
    settings: Settings, game: str, before: str | int, found: "RollbackPreview", why: str, *, same_dice: bool
) -> str:
    """Do the rollback that was shown; where the game stands then. Refused where it would be another one by now."""
    from pbem.errors import Refused
    from pbem.referee.admin.rollback import preview_rollback
    from pbem.referee.admin.rulings import roll_back

    with mailbox(settings, f"pbem rollback {game}") as home:
        if preview_rollback(home, home.open_game(game), before, same_dice=same_dice) != found:
            raise Refused("{game} was played on meanwhile: look once more at what would be taken back.", game=game)
        opened = home.open_game(game)
        opened = roll_back(home, opened, before, same_dice=same_dice, who=home.config.name, why=why, now=now())
        send_now(home)
    return f"{opened.state.turn}.{opened.state.phase}"


def _go_on_without(settings: Settings, game: str, why: str, *, as_json: bool, quiet: bool) -> int:
    """Go on without the records that are lost."""
    from pbem.referee.admin.lost_records import go_on_without
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails

    with mailbox(settings, f"pbem rollback {game}") as home:
        opened = go_on_without(home, game, home.config.name, why, now())
        send_mails(home, now(), TickResult())
    at = f"{opened.state.turn}.{opened.state.phase}"
    say({"game": game, "phase": at}, tr("{game} stands at {at}.", game=game, at=at), as_json=as_json, quiet=quiet)
    return DONE


@click.command(
    epilog=example(
        "pbem rule melilla 'unit regulares-3 at=1918' --why 'it was read as 1981' --yes",
        "pbem rule melilla 'unit cer-1 at=none status=eliminated' 'state weather=normal'",
    ),
)
@game_argument
@click.argument("changes", nargs=-1, required=True)
@why_option
@click.option("--yes", is_flag=True, help="Do it without asking.")
@json_option
@quiet_option
@click.pass_obj
def rule(
    settings: Settings, game: str, changes: tuple[str, ...], why: str | None, yes: bool, as_json: bool, quiet: bool
) -> int:
    """Change the position of GAME by a ruling, after showing what was and what will be. All players are told at once.

    Each of CHANGES is 'unit ID field=value …' or 'state field=value …' ("none" for nothing, lists with commas). It must
    be a position that the rule set can hold. It is recorded with who and why, replayed and verified like all else;
    'pbem rollback --ruling' undoes it. Without a terminal it needs --yes; exit code 1: it was shown only.
    """
    from pbem.referee.admin.amendment import describe_amendment, read_amendment
    from pbem.referee.admin.rulings import amend

    with mailbox(settings, f"pbem rule {game}") as home:
        opened = home.open_game(game)
        amendment = read_amendment(opened, changes)
        changed, english = (describe_amendment(opened, amendment, lang) for lang in (language(), SOURCE))
    data = {"game": game, "changes": [change.to_json() for change in amendment.event.changes], "told": english}
    shown = "\n".join(
        (
            tr("{game}, turn {turn}, {phase}:", game=game, turn=opened.state.turn, phase=opened.state.phase),
            *(f"  {line}" for line in changed),
        )
    )
    if not yes and not _may_go_on(shown, {**data, "done": False}, as_json=as_json, question=marked("Change it?")):
        return NO
    reason = asked_reason(why)
    with mailbox(settings, f"pbem rule {game}") as home:
        opened = home.open_game(game)
        amendment = read_amendment(opened, changes)
        amend(home, opened, amendment.event, who=home.config.name, why=reason, now=now())
        send_now(home)
    say({**data, "done": True, "why": reason}, shown, as_json=as_json, quiet=quiet)
    return DONE


def _may_go_on(shown: str, data: object, *, as_json: bool, question: str = marked("Take it back?")) -> bool:
    """Show what would be done, and ask; without a terminal, or for a script, nothing is done."""
    if sys.stdin.isatty() and not as_json:
        click.echo(shown)
        return click.confirm(told(question), default=False)
    say(data, tr("{shown}\nNothing is done yet: add --yes.", shown=shown), as_json=as_json)
    return False


def _format_preview(game: str, before: str | int, found: "RollbackPreview", *, same_dice: bool) -> str:
    """What a rollback would take back, in lines."""
    at = tr("the ruling of record {n}", n=before) if isinstance(before, int) else before
    dice = (
        tr("the same dice, and the orders as they are")
        if same_dice
        else tr("new dice, and orders that are asked for again")
    )
    lines = [tr("{game}: back to before {phase}, with {dice}. Taken back:", game=game, phase=at, dice=dice)]
    if not found.phases:
        lines = [tr("{game}: back to before {phase}; orders stay as they are. Taken back:", game=game, phase=at)]
    for turn in found.turns:
        phases = [each.partition(".")[2] for each in found.phases if each.startswith(f"{turn}.")]
        lines.append(tr("  turn {turn}: {phases}", turn=turn, phases=", ".join(phases)))
    lines += [tr("  and: {others}", others=", ".join(map(told, found.others)))] if found.others else []
    lines += [tr("  ruling of record {n}: {why}", n=n, why=why or tr("no reason given")) for n, why in found.rulings]
    lines.append(tr("  fights: {fights}", fights=found.fights))
    lines.append(tr("Mails that no longer count: {count}", count=len(found.mails) or tr("none")))
    lines += [
        tr("  {seat:14} {at:%Y-%m-%d %H:%M} UTC  {subject}", seat=mail.seat, at=mail.at, subject=mail.subject)
        for mail in found.mails
    ]
    return "\n".join(lines)
