"""The PGP key of a seat: how it comes, changes and goes, and what a signature by it proves here.

A signature covers neither headers nor the mail that it came with: whoever has an old signed mail of a player could
send it again. So one counts that was made after the newest that was taken, and not long before the present phase was
opened; and where one key has seats in several games its text must say which game is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem.errors import BadInput
from pbem.game.voice import format_time
from pbem.language.commands import command_words, longest_match
from pbem.language.messages import translations
from pbem.language.words import key, words
from pbem.mail.message.claims import claims_of
from pbem.mail.message.message import Message, parse
from pbem.mail.reading.extract import extract
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.signatures.pgp import (
    INSTALL,
    KEY,
    NO_PGP,
    BadKey,
    Key,
    PgpMissing,
    PgpResult,
    check_pgp,
    format_fingerprint,
    key_blocks,
    merge_keys,
    read_key,
)
from pbem.phrases import Phrase
from pbem.referee.home.home import Home
from pbem.referee.home.notices import note_daily
from pbem.store.rows import SeatRow

BEFORE = timedelta(hours=1)
"""How long before its phase was opened a mail may have been signed: it was on its way, or a clock is slow."""


class Unready(OSError):
    """Mails of a seat with a key cannot be judged until the program that checks signatures is installed."""

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(Phrase(text, **values))


@dataclass(frozen=True, slots=True)
class KeyOffer:
    """What a mail brings to a command PGP: what may be keys, its bytes, and whether it is `sure` who wrote it.

    `signed`: by the key that the seat has.
    """

    blocks: tuple[bytes, ...] = ()
    raw: bytes = b""
    sure: bool = False
    signed: bool = False


NOTHING = KeyOffer()


def check_signature(home: Home, seat: SeatRow, raw: bytes, now: datetime) -> PgpResult:
    """What the PGP signature of a seat's mail is worth; none where the seat has no key. Raises Unready.

    Beyond what the sums say, `old`: not newer than what was taken, or of another phase; `unnamed`: its key has seats
    in other games, and what it covers does not name this one.
    """
    if seat.pgp_key is None:
        return NO_PGP
    try:
        pgp = check_pgp(raw, seat.pgp_key, now)
    except PgpMissing as missing:
        raise Unready(
            "a mail of {game}.{seat} waits: that seat has a PGP key, and nothing here can check "
            "signatures. Install it: {install}",
            game=seat.game,
            seat=seat.seat,
            install=INSTALL,
        ) from missing
    if pgp.result != "good" or pgp.at is None or pgp.message is None:
        return pgp
    if not _fresh(home, seat, pgp.at):
        return replace(pgp, result="old", message=None)
    if _elsewhere(home, seat) and not _names(seat, pgp.message):
        return replace(pgp, result="unnamed", message=None)
    return pgp


def key_offer(mail: ParsedMail, raw: bytes, pgp: PgpResult) -> KeyOffer:
    """What a mail that has a line PGP brings; of a mail with a good signature only what that covers."""
    if not any(map(_command, mail.extract.lines)):
        return NOTHING
    return KeyOffer(key_blocks(pgp.message or parse(raw)), raw, signed=pgp.result == "good")


def signature_hints(pgp: PgpResult, seat: SeatRow) -> list[str]:
    """What a player should know of the signature of a mail that was taken."""
    _ = translations(seat.language).gettext
    values = {"at": format_time(pgp.at, seat.zone, seat.language), "game": _line("game", seat)}
    if pgp.result == "good":
        return [] if pgp.alone else [_("Only the signed part of your email was read, not what stands outside of it.")]
    said = {
        "expired": _(
            "The signature (PGP) of your email counts for nothing: your key has expired. Send the renewed one with a "
            "line PGP."
        ),
        "revoked": _("The signature (PGP) of your email counts for nothing: your key is revoked."),
        "early": _("The signature (PGP) of your email counts for nothing: it is dated %(at)s, which is still to come."),
        "unnamed": _(
            "The signature (PGP) of your email counts for nothing: with this key you play several games. Write a line "
            "%(game)s in the signed text."
        ),
    }.get(pgp.result)
    return [said % values] if said else []


def change_key(home: Home, seat: SeatRow, args: Sequence[str], offer: KeyOffer, now: datetime) -> list[str]:
    """Do what a command PGP says: keep a key, or forget it (OFF), or take signed mails ONLY; the lines of the answer.

    The first key is kept as it comes; another, or none, only from a mail that is sure. A new one signs the mail that
    brings it, line PGP and all, or the old one does: else anybody could give his seat the key of another player. A
    newer copy of the same key may always come: what it adds is signed by the key.
    """
    _ = translations(seat.language).gettext
    said: list[str] = []
    if "off" not in args and offer.blocks:
        seat, said = _keep_key(home, seat, offer, now)
    if "off" in args and seat.pgp_key is not None and not offer.sure:
        return [_not_sure(seat)]
    if "off" in args:
        home.store.seats.change(seat.game, seat.seat, pgp_key=None, pgp_print="", pgp_only=False)
        return [_("No PGP key of yours is kept.")]
    if "only" in args and seat.pgp_key is not None:
        home.store.seats.change(seat.game, seat.seat, pgp_only=True)
        return [*said, _("From now on only emails signed with your key count; about others you are asked first.")]
    return said or [_state(seat)]


def set_key(home: Home, seat: SeatRow, data: bytes, only: bool, now: datetime) -> SeatRow:
    """Give a seat the key that the referee has from its player. BadInput where that is none."""
    try:
        new = read_key(data)
        if new.fingerprint == seat.pgp_print:
            new = merge_keys(str(seat.pgp_key), new)
    except (BadKey, PgpMissing) as wrong:
        raise BadInput("That key cannot be kept: {english}.", english=_english(wrong)) from wrong
    if why := _dead(new, now):
        raise BadInput("That key cannot be kept: it is {why}.", why=why)
    return _write_key(home, seat, new, only)


def _keep_key(home: Home, seat: SeatRow, offer: KeyOffer, now: datetime) -> tuple[SeatRow, list[str]]:
    """Keep the key that a mail brings, if it may; the seat as it is then, and what to tell."""
    _ = translations(seat.language).gettext
    try:
        if len(offer.blocks) > 1:
            raise BadKey("several")
        new = read_key(offer.blocks[0])
        if new.fingerprint == seat.pgp_print:
            new = merge_keys(str(seat.pgp_key), new)
        elif why := _dead(new, now):
            raise BadKey(why)
    except PgpMissing:
        note_daily(home, "pgp-missing", now, seat.game, seat=seat.seat, install=INSTALL)
        return seat, [_("This referee cannot check PGP signatures yet (%(install)s).") % {"install": INSTALL}]
    except BadKey as wrong:
        return seat, [_fault(wrong.why, seat)]
    if new.fingerprint != seat.pgp_print:
        if seat.pgp_key is not None and not offer.sure:
            return seat, [_not_sure(seat)]
        at = seat.pgp_at if offer.signed else _signed_at(home, seat, new, offer.raw, now)
        if at is None:
            return seat, [_unsigned(seat)]
        seat = home.store.seats.change(seat.game, seat.seat, pgp_at=at)
    return _store_key(home, seat, new, now)


def _store_key(home: Home, seat: SeatRow, new: Key, now: datetime) -> tuple[SeatRow, list[str]]:
    _ = translations(seat.language).gettext
    seat = _write_key(home, seat, new, seat.pgp_only)
    said = [_state(seat)]
    if _dead(new, now):
        said.append(_("It has expired or is revoked: signatures by it count for nothing."))
    if _elsewhere(home, seat):
        values = {"game": _line("game", seat)}
        said.append(_("You play other games with it: signed text must have a line %(game)s.") % values)
    return seat, said


def _write_key(home: Home, seat: SeatRow, new: Key, only: bool) -> SeatRow:
    return home.store.seats.change(
        seat.game, seat.seat, pgp_key=new.armour, pgp_print=new.fingerprint, pgp_only=only or seat.pgp_only
    )


def _signed_at(home: Home, seat: SeatRow, new: Key, raw: bytes, now: datetime) -> datetime | None:
    """When a key signed the mail that brings it, if it did: just now, and the line that asks for it is covered."""
    pgp = check_pgp(raw, new.armour, now)
    if pgp.at is None or pgp.message is None or not _fresh(home, seat, pgp.at):
        return None
    return pgp.at if any(map(_command, extract(pgp.message).lines)) else None


def _dead(found: Key, now: datetime) -> str:
    """Why no signature by a key can be good any more, if so: revoked, expired."""
    if found.revoked:
        return "revoked"
    return "expired" if found.expires is not None and found.expires <= now else ""


def _fresh(home: Home, seat: SeatRow, at: datetime) -> bool:
    """Whether a signature is newer than each of this key that was taken in the game, and of the present phase."""
    game = home.game_row(seat.game)
    rows = (seat, *(row for row in _same_key(home, seat) if seat.pgp_print and row.game == seat.game))
    newest = max((row.pgp_at for row in rows if row.pgp_at), default=None)
    return at >= (game.opened_at or game.created) - BEFORE and (newest is None or at > newest)


def _elsewhere(home: Home, seat: SeatRow) -> bool:
    """Whether the key of a seat has seats in other games that go on."""
    others = {row.game for row in _same_key(home, seat)} - {seat.game}
    return any(home.game_row(name).ended is None for name in others)


def _same_key(home: Home, seat: SeatRow) -> tuple[SeatRow, ...]:
    return home.store.seats.of(pgp_print=seat.pgp_print)


def _names(seat: SeatRow, message: Message) -> bool:
    """Whether signed text names its game: by a line GAME, or in a Subject or To that is signed too."""
    if any(claim.game == seat.game.casefold() for claim in claims_of(message)):
        return True
    heads = command_words().heads
    for line in extract(message).lines:
        read = words(line[:200])
        found = longest_match(read, heads)
        if found is not None and found[0] == "game" and [word.key for word in read[found[1] :]] == [key(seat.game)]:
            return True
    return False


def _command(line: str) -> bool:
    found = longest_match(words(line[:200]), command_words().commands)
    return found is not None and found[0] == "pgp"


def _line(head: str, seat: SeatRow) -> str:
    return f"{command_words().say(head, seat.language)} {seat.game}"


def _state(seat: SeatRow) -> str:
    """What a seat's key is."""
    _ = translations(seat.language).gettext
    if seat.pgp_key is None:
        return _("No PGP key of yours is kept: attach your public key to an email with a line PGP, and sign it.")
    values = {"print": format_fingerprint(seat.pgp_print)}
    said = _(
        "Your PGP key: %(print)s. Compare this with what your program shows. Signed with that key, emails"
        " with your token count from any address; what is not signed in them is not read. Replies go to "
        "your own address, and are not signed."
    )
    return said % values


def _not_sure(seat: SeatRow) -> str:
    _ = translations(seat.language).gettext
    return _("To change or remove your key sign the email with it, write your passphrase, or ask the referee.")


def _unsigned(seat: SeatRow) -> str:
    _ = translations(seat.language).gettext
    return _("Sign the email with the key that it brings, the line PGP too: that shows that the key is yours.")


def _fault(why: str, seat: SeatRow) -> str:
    """Why a key that came is not kept, as a sentence."""
    _ = translations(seat.language).gettext
    return {
        "private": _(
            "That is your PRIVATE key. It was not kept, but others may have read it on its way: revoke it, and send "
            "the public one of a new key."
        ),
        "several": _("There is more than one key in the email: send only yours."),
        "too-big": _("The key is larger than %(most)s kB: export it without the signatures of others.")
        % {"most": KEY // 1000},
        "unusable": _("The key is too old or too weak: its signatures prove nothing any more."),
        "expired": _("That key has expired."),
        "revoked": _("That key is revoked."),
    }.get(why, _("The key cannot be read: attach it as a file (.asc)."))


def _english(wrong: BadKey | PgpMissing) -> str:
    """The same for the referee."""
    if isinstance(wrong, PgpMissing):
        return str(wrong)
    return {
        "private": Phrase("it is a private key, which nobody but its owner should have"),
        "several": Phrase("the file holds more than one"),
        "too-big": Phrase("it is larger than {key} kB", key=KEY // 1000),
        "unusable": Phrase("it is too old or too weak"),
    }.get(wrong.why, Phrase("the file cannot be read as one"))
