"""What the referee decided, of the clock or of who plays, told at once to every seat: what was, what is now, why."""

from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import seat_name, voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.mail.writing.compose import Attachment
from pbem.referee.home.home import Home
from pbem.referee.home.house import are_names_shown
from pbem.referee.home.naming import FORMER, shown_name
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.people.telling import TELLINGS, subject, tell, values_of
from pbem.referee.letters.queue import Mailing, post, version_of
from pbem.referee.letters.reports.asking import asked_now, seats_asked
from pbem.referee.letters.reports.records import amended_fields
from pbem.referee.letters.reports.sending import calendar_entry
from pbem.referee.turn.deadlines import HANDED, RECEIVED, STOPPED
from pbem.referee.turn.workflow import seats_owing
from pbem.report.letters import Note, render_letter
from pbem.save.records import RulingRecord
from pbem.store.rows import DecisionRow, SeatRow

_ABOUT = {
    "extended": N_("New deadline: %(after)s"),
    "paused": N_("The game is paused"),
    "resumed": N_("The game goes on: deadline %(after)s"),
    "replaced": N_("A new player"),
    "silent": N_("The game is paused"),
}
_ABOUT_WITHOUT = {"resumed": N_("The game goes on")}
_WITH_DEADLINE = {
    "extended": N_("The referee has moved the deadline from %(before)s to %(after)s."),
    "paused": N_(
        "The referee has paused the game. The deadline was %(before)s; it no longer counts, and you will be sent "
        "another. Orders are still accepted."
    ),
    "resumed": N_("The referee has ended the pause. The deadline moves from %(before)s to %(after)s."),
    "replaced": N_(
        "The referee has found another player for %(player)s. The game waits for the new player’s first reply; the "
        "deadline was %(before)s, and you will be sent another."
    ),
    "silent": N_(
        "No orders have come from %(player)s by the deadline, %(before)s. By the rules of this game it is now paused, "
        "and nothing has been played. Orders are still accepted; the referee starts the clock again."
    ),
    "silent-own": N_(
        "No orders have come from you by the deadline, %(before)s. By the rules of this game it is now paused, and "
        "nothing has been played. Your orders are still accepted; the referee starts the clock again."
    ),
}
_WITHOUT_DEADLINE = {
    "paused": N_("The referee has paused the game. Orders are still accepted."),
    "resumed": N_("The referee has ended the pause."),
    "replaced": N_(
        "The referee has found another player for %(player)s. The game waits for the new player’s first reply."
    ),
}
_RECORDED = {
    "extended": N_("By %(who)s: from %(before)s to %(after)s."),
    "paused": N_("By %(who)s."),
    "resumed": N_("By %(who)s: from %(before)s to %(after)s."),
    "replaced": N_("By %(who)s: another player for %(player)s."),
    "silent": N_("No orders came from %(player)s by %(before)s: paused, by the rules of this game."),
}


def reason_sentence(why: str, language: str) -> tuple[str, ...]:
    """The reason for a decision as a sentence; none where none was given."""
    return (translations(language).gettext("The reason: %(why)s") % {"why": why},) if why else ()


def describe_decision(game: Game, decision: DecisionRow, zone: str, language: str) -> str:
    """Who decided it, what became of the deadline or who came, and why, as the history says it."""
    _ = translations(language).gettext
    if decision.what in TELLINGS:
        return " ".join((tell(game, decision, zone, language), *reason_sentence(decision.why, language)))
    known = decision.deadline_before is not None or bool(decision.seat)
    told = _RECORDED[decision.what if known else "paused"]
    return " ".join((_(told) % values_of(game, decision, zone, language), *reason_sentence(decision.why, language)))


def send_decision(home: Home, game: Game, decision: DecisionRow, now: datetime, *, but: str = "") -> None:
    """Queue a mail about a decision to each seat, once, in its words; not to a new player, who gets the hand-over.

    `but`: the seat that is told in the answer to its mail.
    """
    for seat in home.seats(game.name):
        if seat.seat == but or (seat.seat == decision.seat and decision.what == "replaced"):
            continue
        voice = voice_of(game, seat.language)
        about, told = _in_words(home, game, decision, seat)
        asks = () if decision.what in HANDED else asked_now(home, game, seat, now)
        form = form_of(home, game, seat) if asks and decision.what in RECEIVED else ()
        lines = [told, *_newcomer(home, game, decision, seat.language), *reason_sentence(decision.why, seat.language)]
        if not asks and decision.what not in HANDED:
            lines.append(voice.translations.gettext("It is not your turn."))
        note = Note(game.name, game.data["title"], about, tuple(lines), asks=asks, orders=bool(asks), form=form)
        mail = render_letter(note, voice.words, voice.translations)
        files = _entry(home, game, seat, decision, now)
        mailing = Mailing("note", f"decision {decision.serial} {decision.at.isoformat()}")
        post(home, seat, mailing, mail, now, form=form, files=files)


def _in_words(home: Home, game: Game, decision: DecisionRow, seat: SeatRow) -> tuple[str, str]:
    """The subject of the mail about a decision, and the sentence that tells it, as a seat reads them."""
    _, own = translations(seat.language).gettext, seat.seat == decision.seat
    name = _name_told(home, game, decision)
    if decision.what in TELLINGS:
        told = tell(game, decision, seat.zone, seat.language, name=name, to=seat.seat)
        return subject(game, decision, seat.zone, seat.language, name=name), told
    values, known = values_of(game, decision, seat.zone, seat.language, name), decision.deadline_before is not None
    what = "silent-own" if own else decision.what
    told = (_WITH_DEADLINE if known else _WITHOUT_DEADLINE)[what]
    about = _ABOUT[decision.what] if known else _ABOUT_WITHOUT.get(decision.what, _ABOUT[decision.what])
    return _(about) % values, _(told) % values


def _name_told(home: Home, game: Game, decision: DecisionRow) -> str:
    """The name of the player whom a decision is about, of one whose part it ended too; "" where names are not told."""
    other, former = home.store.seats.get(game.name, decision.seat), str(decision.facts.get(FORMER, ""))
    if former and are_names_shown(home.game_row(game.name)):
        return former
    return shown_name(home, other) if other is not None and decision.what != "replaced" else ""


def _newcomer(home: Home, game: Game, decision: DecisionRow, language: str) -> tuple[str, ...]:
    """Who has come in the place of a player, where names are told."""
    name = shown_name(home, home.store.seats.need(game.name, decision.seat)) if decision.what == "replaced" else ""
    if not name:
        return ()
    values = {"name": name, "seat": seat_name(game, decision.seat, language)}
    return (translations(language).gettext("Now %(name)s leads %(seat)s.") % values,)


def send_amendment(home: Home, game: Game, record: RulingRecord, now: datetime) -> None:
    """Queue a mail about a ruling that changed the position to each seat, once, with what its side may see of it."""
    hash_ = next(item.hash for item in game.records if item.record.n == record.n)
    for seat in home.seats(game.name):
        voice = voice_of(game, seat.language)
        _ = voice.translations.gettext
        asks = asked_now(home, game, seat, now) if _has_to_do(home, game, seat) else ()
        seen = amended_fields(game, record, seat.side, seat.language)
        lines = (
            _("The referee has changed the position by a ruling:"),
            *(seen or (_("Something that your side does not see."),)),
            *reason_sentence(record.why, seat.language),
            _("Orders that can no longer be carried out do not count. Send MAP for the map as it is now."),
        )
        note = Note(game.name, game.data["title"], _("A ruling of the referee"), lines, asks=asks, orders=bool(asks))
        mailing = Mailing("note", f"ruling {record.n}", version_of(hash_))
        post(home, seat, mailing, render_letter(note, voice.words, voice.translations), now)


def _has_to_do(home: Home, game: Game, seat: SeatRow) -> bool:
    """Whether anything is left to a seat in the present phase, or has been ordered in it and may be changed."""
    given = home.store.sections.get(game.name, seat.seat, game.state.turn, game.state.phase)
    return seat.seat in seats_owing(home, game) or given is not None


def own_entry(home: Home, game: Game, seat: SeatRow, now: datetime) -> tuple[Attachment, ...]:
    """The deadline that a player has just moved by being away, for the calendar."""
    moved = [each for each in home.store.decisions.of(game=game.name, seat=seat.seat) if each.at == now][-1:]
    return next(
        (_entry(home, game, seat, each, now) for each in moved if each.deadline_before != each.deadline_after), ()
    )


def _entry(home: Home, game: Game, seat: SeatRow, decision: DecisionRow, now: datetime) -> tuple[Attachment, ...]:
    """The deadline in the calendar of a seat that is asked: moved, or cancelled by a pause."""
    if game.over or seat.seat not in seats_asked(home, game):
        return ()
    if decision.what in STOPPED:
        return calendar_entry(home, game, seat, decision.deadline_before, now, "CANCEL")
    if home.game_row(game.name).paused_at is not None:
        return ()
    return calendar_entry(home, game, seat, decision.deadline_after, now, "REQUEST")
