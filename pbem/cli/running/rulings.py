"""Commands that change what was played, in the open: rollback, rule."""

import sys
from typing import TYPE_CHECKING, TypedDict, Unpack

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
from pbem.cli.speech.language import SOURCE, language, told, tr
from pbem.phrases import marked

if TYPE_CHECKING:
    from pbem.referee.admin.rollback import RollbackPreview

PLAYED_ON = marked("{game} was played on meanwhile: look once more at what would be taken back.")


class Back(TypedDict):
    """How far a rollback goes and how, as the options say."""

    same_dice: bool
    ruling: int | None
    lost: bool
    why: str | None
    yes: bool
    seen: int | None


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
@click.option("--seen", type=int, metavar="RECORD", help="Only while this record is the last, as it was then.")
@json_option
@quiet_option
@click.pass_obj
def rollback(
    settings: Settings,
    game: str,
    phase: str | None,
    as_json: bool,
    quiet: bool,
    **back: Unpack[Back],
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
    same_dice, ruling = back["same_dice"], back["ruling"]
    if (phase is not None) + (ruling is not None) + back["lost"] != 1 or (back["lost"] and same_dice):
        raise click.UsageError(tr("Name the PHASE to go back to, or --ruling, or --lost alone."))
    before = phase if ruling is None else ruling
    if before is None:
        return _go_on_without(settings, game, asked_reason(back["why"]), as_json=as_json, quiet=quiet)
    found = _look_at(settings, game, before, back["seen"], same_dice=same_dice)
    shown = {"game": game, "done": False, **found.to_json()}
    preview = format_preview(game, before, found, same_dice=same_dice)
    if not (back["yes"] or _may_go_on(preview, shown, as_json=as_json)):
        return NO
    at = _take_back(settings, game, before, found, asked_reason(back["why"]), same_dice=same_dice)
    data = {**shown, "done": True, "phase": at}
    say(data, tr("{game} stands at {at}. All players are told.", game=game, at=at), as_json=as_json, quiet=quiet)
    return DONE


def _look_at(
    settings: Settings, game: str, before: str | int, seen: int | None, *, same_dice: bool
) -> "RollbackPreview":
    """What a rollback would take back. Refused where the last record is another one than that which was `seen`."""
    from pbem.errors import Refused
    from pbem.referee.admin.rollback import preview_rollback

    with mailbox(settings, f"pbem rollback {game}") as home:
        opened = home.open_game(game)
        if seen not in (None, opened.position.journal.next_number - 1):
            raise Refused(PLAYED_ON, game=game)
        return preview_rollback(home, opened, before, same_dice=same_dice)


def _take_back(
    settings: Settings, game: str, before: str | int, found: "RollbackPreview", why: str, *, same_dice: bool
) -> str:
    """Do the rollback that was shown; where the game stands then. Refused where it would be another one by now."""
    from pbem.errors import Refused
    from pbem.referee.admin.rollback import preview_rollback
    from pbem.referee.admin.rulings import roll_back

    with mailbox(settings, f"pbem rollback {game}") as home:
        if preview_rollback(home, home.open_game(game), before, same_dice=same_dice) != found:
            raise Refused(PLAYED_ON, game=game)
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
        "pbem rule melilla 'unit cerinola-1 at=1714' --why 'it was read as 1741' --yes",
        "pbem rule melilla 'unit cerinola-1 at=none status=eliminated' 'state weather=normal'",
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
    from pbem.game.voice import voice_of
    from pbem.referee.admin.amendment import describe_amendment, read_amendment
    from pbem.referee.admin.rulings import amend

    with mailbox(settings, f"pbem rule {game}") as home:
        opened = home.open_game(game)
        amendment = read_amendment(opened, changes)
        changed, english = (describe_amendment(opened, amendment, lang) for lang in (language(), SOURCE))
    data = {"game": game, "changes": [change.to_json() for change in amendment.event.changes], "told": english}
    shown = "\n".join(
        (
            tr(
                "{game}, turn {turn}, {phase}:",
                game=game,
                turn=opened.state.turn,
                phase=voice_of(opened, language()).words.phase(opened.state.phase),
            ),
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


def format_preview(game: str, before: str | int, found: "RollbackPreview", *, same_dice: bool) -> str:
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
