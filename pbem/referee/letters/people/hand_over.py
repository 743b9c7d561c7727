"""A seat changes hands: what who comes is sent, and who goes."""

from dataclasses import replace
from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.mail.writing.compose import Attachment
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.letters.decisions import reason_sentence
from pbem.referee.letters.history import format_history, history
from pbem.referee.letters.newcomer.welcome import post_welcome, welcome
from pbem.referee.letters.queue import Mailing, post
from pbem.referee.letters.reports.asking import seats_asked
from pbem.referee.letters.reports.sending import calendar_entry, send_report
from pbem.report.letters import Note, render_letter
from pbem.save.words import hash_words
from pbem.store.rows import DecisionRow, SeatRow


def send_farewell(home: Home, game: Game, former: SeatRow, decision: DecisionRow, now: datetime) -> None:
    """Tell a player, at the address that was the seat's, that somebody else plays on."""
    voice = voice_of(game, former.language)
    _ = voice.translations.gettext
    told = {
        "replaced": _("The referee has given your place to another player."),
        "resigned": _("You have resigned your place in this game."),
        "ejected": _("The referee has ended your part in this game."),
    }
    lines = (
        told[decision.what.partition("-")[0]],
        *reason_sentence(decision.why, former.language),
        _("Your emails to this game are no longer read. Thank you for playing."),
        _("When the game is over you will be told who played; until then you will be sent nothing.")
        if house_rule(home.game_row(game.name), "names") == "at-end"
        else _("You will be sent no more."),
    )
    note = Note(game.name, game.data["title"], _("You no longer play in this game"), lines, orders=False)
    files: tuple[Attachment, ...] = ()
    if former.seat in seats_asked(home, game):
        files = calendar_entry(home, game, former, decision.deadline_before, now, "CANCEL")
    mailing = Mailing("note", f"farewell {decision.serial} {decision.at.isoformat()}")
    post(home, former, mailing, render_letter(note, voice.words, voice.translations), now, files=files)


def send_hand_over(home: Home, game: Game, seat: SeatRow, decision: DecisionRow, now: datetime) -> None:
    """Queue what a new player needs: the first mail with what was before, and the report of the last turns."""
    voice = voice_of(game, seat.language)
    _ = voice.translations.gettext
    taken_over: tuple[str, ...] = ()
    started = home.game_row(game.name).started is not None
    if started:
        taken_over = (
            _("You take over this game on turn %(turn)s.") % {"turn": game.state.turn},
            *reason_sentence(decision.why, seat.language),
            _(
                "The position, what happened last and the order form are in your next email, the history of the whole "
                "game in a file of this one. What the former player had sent for this turn no longer counts."
            ),
            _("The game waits for your first reply; then your turn has its whole time."),
            *_later_head(game, seat.language),
        )
    letter = replace(welcome(home, game, seat), taken_over=taken_over)
    if started:  # the report that follows has the form and the map of now
        letter = replace(letter, form=(), images=(), proposes=False)
    number = game.position.journal.next_number - 1
    files = (_history_page(home, game, seat),) if started else ()
    post_welcome(home, seat, letter, Mailing("welcome", number, decision.serial), now, files=files)
    if started:
        send_report(home, game, seat, now, decision.serial)


def _later_head(game: Game, language: str) -> tuple[str, ...]:
    """The head of the dice in use, where it is no longer that of the first mail."""
    head = game.position.journal.head
    if head == game.manifest.head:
        return ()
    said = translations(language).gettext("The head of the dice in use now, which have replaced the first ones:")
    return (said, head, hash_words(head))


def _history_page(home: Home, game: Game, seat: SeatRow) -> Attachment:
    """The history of a game as a file: every record, decision and missed deadline."""
    store = home.store
    past = history(
        game,
        home.git,
        seat.language,
        decisions=store.decisions.of(game=game.name),
        silences=store.silences.of(game=game.name),
        zone=seat.zone,
    )
    lines = format_history(game, past, seat.language, seat.zone)
    name = translations(seat.language).gettext("history")
    return Attachment(f"{name}-{game.name}.txt", "text/plain", "".join(f"{line}\n" for line in lines).encode("utf-8"))
