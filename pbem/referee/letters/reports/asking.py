"""What a seat is asked: the phase that waits for it, and open questions in the words of its game."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from pbem.core.play import Question, fold
from pbem.game.codec import read_event
from pbem.game.game import Game
from pbem.game.phase import lines_as_read
from pbem.game.voice import format_time, format_time_left, voice_of
from pbem.language.forms import form_line, mark, remark
from pbem.language.messages import translations
from pbem.referee.home.home import Home
from pbem.referee.letters.players import player_called
from pbem.referee.turn.workflow import questions_left, seats_owing
from pbem.report.content import LeftOut, attempt
from pbem.report.letters import Note
from pbem.report.story import Voice
from pbem.store.rows import SeatRow


def seats_asked(home: Home, game: Game) -> set[str]:
    """The seats that the present phase or its open question asks, their orders in or not."""
    waiting = game.position.journal.suspended_run()
    return set(game.rules.awaited(game.state)) if waiting is None else seats_owing(home, game)


def tell_questions(game: Game, seat: SeatRow, left: Sequence[Question]) -> tuple[str, tuple[LeftOut, ...]]:
    """The questions that a seat has `left` to answer, and how, in its words; "" where there is none.

    And the game's own sentences, where those could not be made.
    """
    voice = voice_of(game, seat.language)
    told = [_question(question, voice) for question in _with_stakes(game, left)]
    return "\n".join(said for said, _ in told), tuple(each for _, left_out in told for each in left_out)


def answer_form(game: Game, seat: SeatRow, left: Sequence[Question]) -> tuple[str, ...]:
    """The form of the questions that a seat has `left` to answer: an answer a line; empty where the game has none."""
    sentences, found = voice_of(game, seat.language).sentences, list[str]()
    for question in left:
        none: tuple[tuple[str, ...], ...] = ()
        rows, _left_out = attempt("sentence", partial(sentences.answers, question), none)
        found += [form_line(*row) for row in rows]
    if not found:
        return ()
    _ = translations(seat.language).gettext
    hint = remark(_("Take the # from the answers that you want; what you leave as it is does nothing."))
    head = f"{mark('form-begin', seat.language)} {game.name} {game.state.turn}"
    return (head, *hint, *found, mark("form-end", seat.language))


def _with_stakes(game: Game, questions: Sequence[Question]) -> list[Question]:
    """Questions of a phase that has stopped, with the figures that the rules give to each."""
    waiting, rules = game.position.journal.suspended_run(), game.rules
    if waiting is None:
        return list(questions)
    state = fold(rules, game.state, (read_event(rules, fact) for fact in waiting.events))
    lines = lines_as_read(rules, waiting)
    return [each._replace(notes=rules.at_stake(state, each, lines)) for each in questions]


def _question(question: Question, voice: Voice) -> tuple[str, tuple[LeftOut, ...]]:
    _ = voice.translations.gettext
    values = {"question": question.id, "options": ", ".join(question.options), "default": question.default}
    generic = _("A question: %(question)s. Possible answers: %(options)s. Without an answer: %(default)s.") % values
    own, left_out = attempt("sentence", partial(voice.sentences.question, question), "")
    return own or str(generic), left_out


def asked_now(home: Home, game: Game, seat: SeatRow, now: datetime) -> tuple[str, ...]:
    """What a seat is asked now and until when, in sentences; none where nothing is asked of it."""
    if game.over or seat.seat not in seats_asked(home, game):
        return ()
    row, voice = home.game_row(game.name), voice_of(game, seat.language)
    _ = voice.translations.gettext
    question, _left_out = tell_questions(game, seat, questions_left(home, game, seat.seat))
    wanted = question or str(_("Your turn: %(phase)s.") % {"phase": voice.words.phase(game.state.phase)})
    if row.due is None:
        return tuple(wanted.split("\n"))
    values = {
        "deadline": format_time(row.deadline, seat.zone, seat.language),
        "relative": format_time_left(row.deadline, now, seat.language),
    }
    return (*wanted.split("\n"), str(_("You have until %(deadline)s, %(relative)s.") % values))


def players_owing(home: Home, game: Game, seat: SeatRow) -> str:
    """The other players who are asked and have not sent all, as a seat reads them; "" where there is none."""
    owing, names = seats_owing(home, game) - {seat.seat}, {each.seat: each for each in home.seats(game.name)}
    called = (player_called(home, game, names[name], seat.language) for name in sorted(owing))
    return voice_of(game, seat.language).words.listed(called)


def others_turn(home: Home, game: Game, seat: SeatRow) -> str:
    """Whom a game waits for and until when, for a seat that it does not wait for; "" where that is not sure."""
    row, players = home.game_row(game.name), players_owing(home, game, seat)
    if not players or game.over or row.due is None:
        return ""
    _ = translations(seat.language).gettext
    values = {"players": players, "deadline": format_time(row.deadline, seat.zone, seat.language)}
    return _("The game waits for %(players)s, until %(deadline)s.") % values


def question_again(home: Home, game: Game, seat: SeatRow, now: datetime) -> Note | None:
    """The reminder of the open questions; None where nothing is open."""
    question, left_out = tell_questions(game, seat, questions_left(home, game, seat.seat))
    if not question:
        return None
    _, row = translations(seat.language).gettext, home.game_row(game.name)
    values = {
        "deadline": format_time(row.deadline, seat.zone, seat.language),
        "relative": format_time_left(row.deadline, now, seat.language),
    }
    due_ = _("You have until %(deadline)s, %(relative)s.") % values
    asks = (*question.split("\n"), due_)
    about = _("A question waits for your answer until %(deadline)s") % values
    return Note(game.name, game.data["title"], about, (), asks=asks, left_out=left_out)
