"""What a seat proves itself with, as it changes: its passphrase, its address, and a held mail that it says yes to."""

from datetime import datetime

from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.mail.text.printable import printable
from pbem.referee.home.home import Home
from pbem.referee.home.limits import count_today
from pbem.referee.intake.confirm import ask_address, send_note
from pbem.referee.intake.passphrase import HIDDEN, LEAST, MOST, Phrases, hash_passphrase, is_good_passphrase
from pbem.referee.intake.refuse import claim_answer
from pbem.report.letters import CommandAnswer
from pbem.store.rows import MailRow, SeatRow

ADDRESSES_A_DAY = 3
TOO_OFTEN = N_("That was asked too often: try again tomorrow.")


def keep_passphrase(
    home: Home, seat: SeatRow, phrases: Phrases, *, sure: bool, proven: bool
) -> tuple[SeatRow, tuple[CommandAnswer, ...]]:
    """Keep the passphrase that a seat's mail sets, and what to tell of it, without the words.

    The first one is kept as it comes. Another only where the mail is `sure`: signed, with the old one, or confirmed.
    `proven`: the old one was in it.
    """
    if not phrases:
        return seat, ()
    _ = translations(seat.language).gettext
    first = seat.passphrase is None
    new = phrases.new or (phrases.given[-1] if first and phrases.given else "")
    if not new and not first:
        said = _("The passphrase is right.") if proven else _("That is not your passphrase.")
    elif not is_good_passphrase(new):
        said = _("A passphrase has %(least)s to %(most)s characters.") % {"least": LEAST, "most": MOST}
    elif not (first or sure):
        said = _("To change your passphrase write the old one too, in a line of its own, or ask the referee.")
    else:
        seat = home.store.seats.change(seat.game, seat.seat, passphrase=hash_passphrase(new))
        said = _(
            "Your passphrase is kept, as a hash only. With it, emails with your token count from any address;"
            " replies go to yours. The email that brought it is still readable in your sent folder and in the"
            " referee's mailbox."
        )
    return seat, (CommandAnswer(f"{command_words().say('passphrase', seat.language)} {HIDDEN}", (said,)),)


def request_address(home: Home, seat: SeatRow, address: str, identity: str, now: datetime) -> str:
    """Ask a new address of a seat for its consent, a few times a day; what to tell the seat."""
    _ = translations(seat.language).gettext
    if address.casefold() == seat.addresses[0].casefold():
        return _("That is your address already.")
    if home.config.owns(address):
        return _("That is the referee's own address.")
    key = f"{seat.game}.{seat.seat} ADDRESS"
    if count_today(home, key, now) >= ADDRESSES_A_DAY or not claim_answer(home, address, "address", now):
        return _(TOO_OFTEN)
    home.store.refusals.note(key, now, "address")
    ask_address(home, seat, address, identity, now)
    return _("An email went to %(address)s: when it is answered from there, that is your address.") % {
        "address": printable(address)
    }


def change_address(home: Home, seat: SeatRow, address: str, identity: str, now: datetime) -> None:
    """Give a seat the address that has said yes, in the place of its first one; both are told."""
    others = tuple(each for each in seat.addresses[1:] if each.casefold() != address.casefold())
    new = home.store.seats.change(seat.game, seat.seat, addresses=(address, *others), dkim_seen=False)
    _ = translations(seat.language).gettext
    about = _("A new address")
    line = _("From now on your emails go to %(address)s.") % {"address": printable(address)}
    send_note(home, new, about, line, f"moved to {identity}", now)
    line += " " + _("If that was not you, tell the referee at once.")
    send_note(home, seat, about, line, f"moved from {identity}", now)


def is_too_old(home: Home, held: MailRow) -> bool:
    """Whether a held mail came before the present phase was opened, for another one, or so long ago that it is gone."""
    row = home.game_row(str(held.game))
    return held.raw is None or (row.opened_at is not None and held.at < row.opened_at)


def send_too_late(home: Home, seat: SeatRow, held: MailRow, now: datetime) -> None:
    """Tell a seat that a held mail was confirmed too late."""
    _ = translations(seat.language).gettext
    line = _("The email that waited was of a phase that is already closed; please send your orders again.")
    send_note(home, seat, _("Confirmed too late"), line, f"late {held.identity}", now)


def forget_credentials(home: Home, seat: SeatRow) -> None:
    """Forget passphrase and PGP key of a seat, and that its mails were signed: its owner has moved, or lost them."""
    gone = {"pgp_key": None, "pgp_print": "", "pgp_only": False}
    home.store.seats.change(seat.game, seat.seat, passphrase=None, dkim_seen=False, **gone)
