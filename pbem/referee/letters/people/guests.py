"""Mails to people who have no seat: an invitation, a question whether they want what was asked for, a goodbye."""

from collections.abc import Sequence
from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.letters.decisions import reason_sentence
from pbem.referee.letters.queue import Stranger, post_stranger
from pbem.report.content import Rendered
from pbem.report.letters import Note, render_letter
from pbem.store.rows import GuestRow


def guest_address(home: Home, guest: GuestRow) -> str:
    """The referee's address with the guest's word in its plus part."""
    local, _, domain = home.config.address.partition("@")
    return f"{local}+{guest.game}.{guest.word}@{domain}"


def unsubscribe_address(home: Home, guest: GuestRow) -> str:
    """What a mail program writes to, to end what is sent regularly."""
    return f"mailto:{guest_address(home, guest)}?subject=unsubscribe"


def send_invitation(home: Home, game: Game, guest: GuestRow, now: datetime, *, why: str = "") -> None:
    """Invite somebody to a seat."""
    about, mail = invitation(home, game, guest, why=why)
    post_guest(home, guest, mail, f"{about} {now.isoformat()}", now)


def invitation(home: Home, game: Game, guest: GuestRow, *, why: str = "") -> tuple[str, Rendered]:
    """The mail that invites somebody to a seat: what it is about, and the whole of it."""
    voice = voice_of(game, guest.language)
    _, begun = voice.translations.gettext, home.game_row(game.name).started is not None
    title = game.data["title"].get(guest.language) or game.name
    values = {
        "title": title,
        "side": voice.words.side(game.manifest.seats[guest.seat]),
        "turn": game.state.turn,
        "turns": game.data["turns"],
        "referee": home.config.name,
        **_words(guest),
    }
    where = _("The game stands in turn %(turn)s of %(turns)s.") if begun else _("The game has not begun yet.")
    lines = (
        _("%(referee)s invites you to play the %(side)s in %(title)s, a wargame by email.") % values,
        where % values,
        *reason_sentence(why, guest.language),
        _("If you come, you are sent the rules, the map, the position, the history and what is asked now."),
    )
    asks = (_("Reply with a line %(yes)s to take the place, or %(no)s.") % values,)
    about = _("Will you play the %(side)s?") % values
    return about, _mail(game, guest, about, lines, asks)


def send_question(home: Home, game: Game, guest: GuestRow, now: datetime, *, why: str = "") -> None:
    """Ask an address whether it wants what somebody asked for in its name; with the referee's reason, if any."""
    _ = translations(guest.language).gettext
    told = {
        "observer": _("Someone asked for the public reports of this game to be sent to this address."),
        "standby": _("Someone offered from this address to take over a place in this game when one becomes free."),
    }
    nothing = _("If you do not know of it, do nothing: you will get no further email.")
    lines = (told[guest.role], *reason_sentence(why, guest.language), nothing)
    asks = (_("If it was you, reply with a line %(yes)s.") % _words(guest),)
    _send(home, game, guest, _("Is this address yours?"), lines, asks, now)


def send_welcome(home: Home, game: Game, guest: GuestRow, now: datetime) -> None:
    """Say what comes now, and how to end it."""
    _ = translations(guest.language).gettext
    delay = house_rule(home.game_row(game.name), "observer-delay")
    values = {**_words(guest), "delay": delay}
    observed = _("You observe this game: each turn is told to you %(delay)s turns later, as everyone may see it.")
    if delay == "1":
        observed = _("You observe this game: each turn is told to you when it is over, as everyone may see it.")
    told = {
        "observer": observed,
        "standby": _("You are on the list: when a place becomes free you are invited to it."),
    }
    lines = (told[guest.role] % values, how_to_end(guest))
    _send(home, game, guest, _("Welcome"), lines, (), now)


def how_to_end(guest: GuestRow) -> str:
    """How a guest gets no more mails, as a sentence."""
    said = translations(guest.language).gettext("To end it, reply with a line %(unsubscribe)s.")
    return str(said % _words(guest))


def send_bye(home: Home, game: Game, guest: GuestRow, now: datetime, *, why: str = "") -> None:
    """The last mail to a guest; with the referee's reason, if there is one."""
    _ = translations(guest.language).gettext
    lines = (_("You will get no further email of this game."), *reason_sentence(why, guest.language))
    _send(home, game, guest, _("No further emails"), lines, (), now)


def _send(
    home: Home, game: Game, guest: GuestRow, about: str, lines: Sequence[str], asks: Sequence[str], now: datetime
) -> None:
    post_guest(home, guest, _mail(game, guest, about, lines, asks), f"{about} {now.isoformat()}", now)


def _mail(game: Game, guest: GuestRow, about: str, lines: Sequence[str], asks: Sequence[str]) -> Rendered:
    voice = voice_of(game, guest.language)
    note = Note(game.name, game.data["title"], about, tuple(lines), asks=tuple(asks), orders=False)
    return render_letter(note, voice.words, voice.translations)


def post_guest(home: Home, guest: GuestRow, mail: Rendered, what: str, now: datetime) -> bool:
    """Queue a mail to a guest, once for each `what`."""
    end = unsubscribe_address(home, guest)
    to = Stranger(guest.address, guest_address(home, guest), guest.language, end, guest.game)
    return post_stranger(home, to, f"guest {guest.game} {guest.word} {what}", mail, now)


def _words(guest: GuestRow) -> dict[str, str]:
    words = command_words()
    return {id_: words.say(id_, guest.language) for id_ in ("yes", "no", "unsubscribe")}
