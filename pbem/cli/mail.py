"""Commands for mails: list them, show one, read one as the referee would, take, set aside or send one again."""

import sys
from pathlib import Path

import click

from pbem.cli.common import (
    DONE,
    NO,
    Settings,
    complete_seat,
    example,
    json_option,
    mailbox,
    now,
    quiet_option,
    say,
)
from pbem.cli.speech.language import told, tr


@click.group(epilog=example("pbem mail list", "pbem mail read reply.eml"))
def mail() -> None:
    """Look at the mails that came and went, and help them on."""


@mail.command(
    "list",
    short_help="The mails that came and went.",
    epilog=example("pbem mail list", "pbem mail list --game melilla --seat spanish --last 5"),
)
@click.option("--game", help="Only those of this game.")
@click.option("--seat", shell_complete=complete_seat, help="Only those of this seat.")
@click.option("--last", "most", type=click.IntRange(min=1), default=30, show_default=True, help="So many, the latest.")
@json_option
@click.pass_obj
def list_(settings: Settings, game: str | None, seat: str | None, most: int, as_json: bool) -> int:
    """The mails that came and went, the latest last, each with the number that other commands take.

    Of mails that were not taken, 200 a day are kept whole, for 30 days; all lie in the mailbox's own folders.
    """
    from pbem.referee.desk.mail import list_mails
    from pbem.referee.home.home import open_home

    with open_home(Path(settings.home), now(), "pbem mail list", locking=False) as home:
        rows = list_mails(home, game=game, seat=seat, most=most)
    lines = [
        f"{row.id}  {row.at:%Y-%m-%d %H:%M}  {'<' if row.way == 'in' else '>'} {row.who:<30}  "
        f"{'.'.join(filter(None, (row.game, row.seat))):<20}  {told(row.what):<8} {told(row.state):<8} "
        f"{told(row.reason):<12} {row.signed}".rstrip()
        for row in rows
    ]
    say([row.to_json() for row in rows], "\n".join(lines) or tr("No mails yet."), as_json=as_json)
    return DONE


@mail.command(
    "show",
    short_help="One mail, in or out.",
    epilog=example("pbem mail show 3f9ac1d0", "pbem mail show --raw 3f9ac1d0 > reply.eml"),
)
@click.argument("mail_id", metavar="MAIL")
@click.option("--raw", is_flag=True, help="The bytes, as they came or went.")
@json_option
@click.pass_obj
def show(settings: Settings, mail_id: str, raw: bool, as_json: bool) -> int:
    """Show MAIL (its number in the list): headers, text, what became of it. Control characters are left out."""
    from pbem.referee.desk.mail import describe_mail, find_mail, summary
    from pbem.referee.home.home import open_home

    with open_home(Path(settings.home), now(), "pbem mail show", locking=False) as home:
        row = find_mail(home, mail_id)
    if raw:
        click.echo(row.raw or b"", nl=False)
        return DONE
    data = describe_mail(row)
    state = " ".join(filter(None, (told(data["state"]), told(summary(row).reason))))
    signed = {tr("Signed"): data["signed"]} if data["signed"] else {}
    headers = [f"{name}: {value}" for name, value in {tr("State"): state, **signed, **data["headers"]}.items()]
    say(data, "\n".join([*headers, "", data["text"]]), as_json=as_json)
    return DONE


@mail.command(
    "retry",
    short_help="Read a refused or held mail again, send a failed one now.",
    epilog=example("pbem mail retry 3f9ac1d0", "pbem mail retry 3f9ac1d0 --game melilla --seat spanish"),
)
@click.argument("mail_id", metavar="MAIL")
@click.option("--game", help="With --seat: take the mail as this seat's of this game, whoever sent it.")
@click.option("--seat", shell_complete=complete_seat, help="The seat whose mail it is, by the referee's word.")
@json_option
@quiet_option
@click.pass_obj
def retry(settings: Settings, mail_id: str, game: str | None, seat: str | None, as_json: bool, quiet: bool) -> int:
    """Read MAIL again if it was refused or held, or send it now if it failed. Exit code 1: it is not taken."""
    from pbem.referee.desk.mail import retry as retry_mail
    from pbem.referee.desk.submit import seat_of
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails

    if (game is None) != (seat is None):
        raise click.UsageError(tr("--game and --seat go together."))
    with mailbox(settings, "pbem mail retry") as home:
        row = seat_of(home, home.open_game(game), seat) if game is not None and seat is not None else None
        outcome = retry_mail(home, mail_id, now(), row)
        send_mails(home, now(), TickResult())
    say({"mail": mail_id, "outcome": outcome}, f"{mail_id}: {told(outcome)}.", as_json=as_json, quiet=quiet)
    return DONE if outcome in ("orders", "ready") else NO


@mail.command(
    "quarantine",
    short_help="Set a mail aside: its orders do not count.",
    epilog=example("pbem mail quarantine 3f9ac1d0"),
)
@click.argument("mail_id", metavar="MAIL")
@json_option
@quiet_option
@click.pass_obj
def quarantine(settings: Settings, mail_id: str, as_json: bool, quiet: bool) -> int:
    """Set MAIL aside although it was taken: its lines in force are withdrawn. 'pbem mail retry' takes it after all."""
    from pbem.referee.desk.mail import quarantine as quarantine_mail

    with mailbox(settings, "pbem mail quarantine") as home:
        withdrawn = quarantine_mail(home, mail_id, now())
    text = tr(
        "{mail_id} is set aside; withdrawn: {withdrawn}.",
        mail_id=mail_id,
        withdrawn=", ".join(withdrawn) or tr("nothing that is still in force"),
    )
    say({"mail": mail_id, "withdrawn": withdrawn}, text, as_json=as_json, quiet=quiet)
    return DONE


@mail.command(
    "answer",
    short_help="Answer a player's note or question.",
    epilog=example(
        'pbem mail answer 3f9ac1d0 "A larger map comes with the next report."', "pbem mail answer 3f9ac1d0 -"
    ),
)
@click.argument("mail_id", metavar="MAIL")
@click.argument("text")
@json_option
@quiet_option
@click.pass_obj
def answer(settings: Settings, mail_id: str, text: str, as_json: bool, quiet: bool) -> int:
    """Send TEXT (- for standard input) to the player who wrote MAIL, as an answer to it."""
    from pbem.referee.desk.mail import answer_player
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails

    text = sys.stdin.read() if text == "-" else text
    with mailbox(settings, "pbem mail answer") as home:
        to = answer_player(home, mail_id, text, now())
        send_mails(home, now(), TickResult())
    say({"mail": mail_id, "to": to}, tr("{to} is sent your answer.", to=to), as_json=as_json, quiet=quiet)
    return DONE


@mail.command("resend", short_help="Send a mail once more.", epilog=example("pbem mail resend 3f9ac1d0"))
@click.argument("mail_id", metavar="MAIL")
@json_option
@quiet_option
@click.pass_obj
def resend(settings: Settings, mail_id: str, as_json: bool, quiet: bool) -> int:
    """Send MAIL once more, under a Message-ID of its own, to the address that its seat has now."""
    from pbem.referee.desk.mail import send_again
    from pbem.referee.home.sweep import TickResult
    from pbem.referee.letters.outbox import send_mails

    with mailbox(settings, "pbem mail resend") as home:
        to = send_again(home, mail_id, now())
        send_mails(home, now(), TickResult())
    say(
        {"mail": mail_id, "to": to},
        tr("{mail_id} goes to {to} once more.", mail_id=mail_id, to=to),
        as_json=as_json,
        quiet=quiet,
    )
    return DONE


@mail.command(
    "forget",
    short_help="Forget a seat's passphrase, key, signature.",
    epilog=example("pbem mail forget --game melilla --seat spanish"),
)
@click.option("--game", required=True, help="The game.")
@click.option("--seat", required=True, shell_complete=complete_seat, help="The seat.")
@json_option
@quiet_option
@click.pass_obj
def forget(settings: Settings, game: str, seat: str, as_json: bool, quiet: bool) -> int:
    """Forget passphrase and PGP key of a seat, and that its mails were signed (DKIM); its player moved, or lost it."""
    from pbem.referee.desk.submit import seat_of
    from pbem.referee.intake.credentials import forget_credentials

    with mailbox(settings, "pbem mail forget") as home:
        forget_credentials(home, seat_of(home, home.open_game(game), seat))
    text = tr(
        "{game}.{seat}: no passphrase, no PGP key; mails without signature are taken until one is signed.",
        game=game,
        seat=seat,
    )
    say({"game": game, "seat": seat}, text, as_json=as_json, quiet=quiet)
    return DONE


@mail.command(
    "key",
    short_help="Give a seat its player's PGP key.",
    epilog=example("pbem mail key --game melilla --seat spanish ana.asc"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--game", required=True, help="The game.")
@click.option("--seat", required=True, shell_complete=complete_seat, help="The seat.")
@click.option("--only", is_flag=True, help="From now on hold all mails of the seat that are not signed with it.")
@json_option
@quiet_option
@click.pass_obj
def key(settings: Settings, file: Path, game: str, seat: str, only: bool, as_json: bool, quiet: bool) -> int:
    """Keep the public key in FILE as that of a seat; a player may send it, too: a mail with a line PGP, signed.

    Mails with the seat's token and a good signature by the key are then taken from any address.
    """
    from pbem.mail.signatures.pgp import KEY, format_fingerprint
    from pbem.referee.desk.submit import seat_of
    from pbem.referee.intake.pgp_key import set_key

    with file.open("rb") as stream:
        data = stream.read(KEY + 1)
    with mailbox(settings, "pbem mail key") as home:
        row = set_key(home, seat_of(home, home.open_game(game), seat), data, only, now())
    text = tr(
        "{game}.{seat}: {fingerprint}. Compare this fingerprint with the player's.",
        game=game,
        seat=seat,
        fingerprint=format_fingerprint(row.pgp_print),
    )
    found = {"game": game, "seat": seat, "fingerprint": row.pgp_print, "only": row.pgp_only}
    say(found, text, as_json=as_json, quiet=quiet)
    return DONE


@mail.command(
    "read",
    short_help="Print the orders that a raw mail holds.",
    epilog=example("pbem mail read reply.eml", "pbem mail read --json reply.eml"),
)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON, with what was left out and why.")
def read(file: Path, as_json: bool) -> int:
    """Print just the lines of a raw mail that would be taken as orders or commands, one a line."""
    from pbem.referee.desk.mail_read import orders_in_mail

    found = orders_in_mail(file.read_bytes())
    say(found, "\n".join(found["lines"]), as_json=as_json)
    return DONE
