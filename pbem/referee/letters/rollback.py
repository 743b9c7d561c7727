"""A rollback told to every seat: where the game is now and why, which mails no longer count, what is asked now."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.mail.message.claims import message_id
from pbem.mail.message.message import parse
from pbem.mail.writing.calendar import NAME, TYPE, cancellation
from pbem.mail.writing.compose import Attachment, Mailbox
from pbem.referee.home.home import Home
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.decisions import reason_sentence
from pbem.referee.letters.queue import Mailing, plain_subject, post, referee_mailbox
from pbem.referee.letters.reports.asking import asked_now, seats_asked
from pbem.referee.letters.reports.records import amended_fields, is_of_rulings_alone, reached_sentence, taken_back
from pbem.referee.letters.reports.sending import calendar_uid
from pbem.report.letters import Note, render_letter
from pbem.report.story import Voice
from pbem.save.records import AMENDED, RollbackRecord, RulingRecord
from pbem.store.rows import OutboxRow, SeatRow

ASKING = ("report", "reminder")  # the mails that tell of records and ask for orders
_NAMED = 5  # void mails that are named


def send_rollbacks(home: Home, game: Game, now: datetime) -> None:
    """Queue a mail about each rollback that a seat has not been told of, once."""
    for seat in home.seats(game.name):
        for record in rollbacks(game):
            if record.n > seat.last_reported and letter_sent(home, seat, record) is None:
                _send(home, game, seat, record, now)


def rollbacks(game: Game) -> list[RollbackRecord]:
    """The rollbacks of a game, oldest first."""
    return [item.record for item in game.records if isinstance(item.record, RollbackRecord)]


def letter_sent(home: Home, seat: SeatRow, record: RollbackRecord) -> OutboxRow | None:
    """The mail that told a seat of a rollback, if it was told."""
    own = message_id(mail_key(home), seat.game, "note", _name(record), seat.seat, 0, home.config.host)
    return home.store.outbox.get(own)


def void_mails(home: Home, game: str, to: int, before: int, seat: str) -> tuple[OutboxRow, ...]:
    """The reports and reminders to a seat that tell of records after `to`, up to (not with) record `before`."""
    condition = f"game = ? AND seat = ? AND what IN {ASKING} AND record > ? AND record < ?"
    return home.store.outbox.where(condition, game, seat, to, before, order="at, rowid")


def _name(record: RollbackRecord) -> str:
    return f"rollback {record.n} {record.previous[:12]}"


def _send(home: Home, game: Game, seat: SeatRow, record: RollbackRecord, now: datetime) -> None:
    voice = voice_of(game, seat.language)
    _, about = voice.translations.gettext, reached_sentence(game, record, seat.language)
    void = void_mails(home, game.name, record.to, record.n, seat.seat)
    asks = asked_now(home, game, seat, now)
    rulings = [each for each in taken_back(game, record) if isinstance(each, RulingRecord) and each.ruling == AMENDED]
    alone = is_of_rulings_alone(game, record)
    if alone:
        happened = _("Nothing that was played is taken back. Your orders stay, as far as they can be carried out.")
    elif record.same_dice:
        happened = _("It is played again at once, with the same orders and the same dice: a correction.")
    else:
        happened = _("What was played since then no longer counts; it is played again with new dice.")
    lines = [
        *(() if alone else (_("The referee has taken the game back to before this phase."),)),
        *(_ruling_sentence(game, each, seat) for each in rulings),
        *reason_sentence(record.why, seat.language),
        happened,
        *_void_sentence(voice, void),
        _("Your next report follows, with the order form.") if asks else _("It is not your turn."),
    ]
    note = Note(game.name, game.data["title"], about, tuple(lines), asks=asks, orders=bool(asks))
    mail = render_letter(note, voice.words, voice.translations)
    files = tuple(_cancelled(home, game, seat, void, now))
    post(home, seat, Mailing("note", _name(record)), mail, now, files=files)


def _ruling_sentence(game: Game, ruling: RulingRecord, seat: SeatRow) -> str:
    """What no longer holds of a ruling that was taken back, as far as a seat sees it."""
    _ = translations(seat.language).gettext
    seen = amended_fields(game, ruling, seat.side, seat.language) or [_("Something that your side does not see.")]
    return str(_("This ruling no longer counts: %(changes)s") % {"changes": " ".join(seen)})


def _void_sentence(voice: Voice, void: Sequence[OutboxRow]) -> Iterator[str]:
    """Which mails no longer count, by subject, the last ones first."""
    _, subjects = voice.translations.gettext, list(dict.fromkeys(plain_subject(row) for row in reversed(void)))
    if subjects:
        named = "; ".join(_("“%(subject)s”") % {"subject": subject} for subject in subjects[:_NAMED])
        yield _("These emails to you no longer count: %(emails)s.") % {"emails": named}


def _cancelled(home: Home, game: Game, seat: SeatRow, void: Sequence[OutboxRow], now: datetime) -> Iterator[Attachment]:
    """The deadlines of void mails, to be struck out of the calendar; not one that is asked (and told) again."""
    if not seat.addresses:
        return
    kept = {calendar_uid(home, game, seat)} if seat.seat in seats_asked(home, game) and not game.over else set()
    by, to = referee_mailbox(home, game.name, seat.language), Mailbox(seat.name, seat.addresses[0])
    parts = (part for row in void for part in parse(row.raw).parts if (part.content_type, part.name) == (TYPE, NAME))
    entries = dict(cancellation(part.data, now, by, to) for part in parts)
    yield from (file for uid, file in entries.items() if uid not in kept)
