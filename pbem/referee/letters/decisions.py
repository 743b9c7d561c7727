"""What the referee decided of the clock, told at once to every seat: what was, what is now, why; and its calendar."""

from collections.abc import Mapping
from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import format_time, voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.mail.writing.compose import Attachment
from pbem.referee.home.home import Home
from pbem.referee.letters.queue import Mailing, post
from pbem.referee.letters.reports import asked_now, calendar_entry, seats_asked
from pbem.report.letters import Note, render_letter
from pbem.store.rows import DecisionRow, SeatRow

_ABOUT = {
    "extended": N_("New deadline: %(after)s"),
    "paused": N_("The game is paused"),
    "resumed": N_("The game goes on: deadline %(after)s"),
}
_WITH_DEADLINE = {
    "extended": N_("The referee has moved the deadline from %(before)s to %(after)s."),
    "paused": N_(
        "The referee has paused the game. The deadline was %(before)s; it no longer counts, and you will be sent "
        "another. Orders are still accepted."
    ),
    "resumed": N_("The referee has ended the pause. The deadline moves from %(before)s to %(after)s."),
}
_WITHOUT_DEADLINE = {
    "paused": N_("The referee has paused the game. Orders are still accepted."),
    "resumed": N_("The referee has ended the pause."),
}
_RECORDED = {
    "extended": N_("By %(who)s: from %(before)s to %(after)s."),
    "paused": N_("By %(who)s."),
    "resumed": N_("By %(who)s: from %(before)s to %(after)s."),
}


def _values(decision: DecisionRow, zone: str, language: str) -> Mapping[str, str]:
    return {
        "who": decision.who,
        "before": format_time(decision.deadline_before, zone, language),
        "after": format_time(decision.deadline_after, zone, language),
    }


def reason_sentence(why: str, language: str) -> tuple[str, ...]:
    """The reason for a decision as a sentence; none where none was given."""
    return (translations(language).gettext("The reason: %(why)s") % {"why": why},) if why else ()


def describe_decision(decision: DecisionRow, zone: str, language: str) -> str:
    """Who decided it, what became of the deadline, and why, as the history says it."""
    _ = translations(language).gettext
    told = _RECORDED[decision.what] if decision.deadline_before is not None else _RECORDED["paused"]
    return " ".join((_(told) % _values(decision, zone, language), *reason_sentence(decision.why, language)))


def send_decision(home: Home, game: Game, decision: DecisionRow, now: datetime) -> None:
    """Queue a mail about a decision to each seat, once, in its words."""
    for seat in home.seats(game.name):
        voice = voice_of(game, seat.language)
        _, values = voice.translations.gettext, _values(decision, seat.zone, seat.language)
        known = decision.deadline_before is not None
        told = (_WITH_DEADLINE if known else _WITHOUT_DEADLINE)[decision.what]
        about = _ABOUT[decision.what if known or decision.what == "paused" else "resumed"]
        asks = asked_now(home, game, seat, now)
        lines = [_(told) % values, *reason_sentence(decision.why, seat.language)]
        if not asks:
            lines.append(_("Nothing is asked of you now."))
        note = Note(game.name, game.data["title"], _(about) % values, tuple(lines), asks=asks, orders=bool(asks))
        mail = render_letter(note, voice.words, voice.translations)
        files = _entry(home, game, seat, decision, now)
        post(
            home, seat, Mailing("note", f"decision {decision.serial} {decision.at.isoformat()}"), mail, now, files=files
        )


def _entry(home: Home, game: Game, seat: SeatRow, decision: DecisionRow, now: datetime) -> tuple[Attachment, ...]:
    """The deadline in the calendar of a seat that is asked: moved, or cancelled by a pause."""
    if game.over or seat.seat not in seats_asked(home, game):
        return ()
    if decision.what == "paused":
        return calendar_entry(home, game, seat, decision.deadline_before, now, "CANCEL")
    if home.game_row(game.name).paused_at is not None:
        return ()
    return calendar_entry(home, game, seat, decision.deadline_after, now, "REQUEST")
