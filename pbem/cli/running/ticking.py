"""Commands that move games on: tick, watch, adjudicate."""

import json
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
    environment,
    example,
    game_argument,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
    say_stopped,
)
from pbem.cli.speech.language import told, tr
from pbem.phrases import marked

if TYPE_CHECKING:
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
    if result.kept:
        lines.append(
            tr(
                "waiting: {count}, for no more may leave at once ({limit} in pbem.toml); the next runs send them",
                count=result.kept,
                limit=result.limit,
            )
        )
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
    say_stopped(as_json=as_json, quiet=quiet)
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
