"""The questions of a phase that waits: an answer kept and told, and what is still to be answered."""

from collections.abc import Sequence
from datetime import datetime

from pbem.core.play import Question
from pbem.game.game import Game
from pbem.game.voice import question_line, voice_of
from pbem.referee.home.home import Home
from pbem.store.rows import AnswerRow, SeatRow


def tell_still_asked(game: Game, seat: SeatRow, left: Sequence[Question]) -> list[str]:
    """That questions are still to be answered, in the language of a seat."""
    voice = voice_of(game, seat.language)
    _ = voice.translations.gettext
    return [_("Still to be answered: %(question)s") % {"question": question_line(each, voice)} for each in left]


def keep_answer(
    home: Home, game: Game, seat: SeatRow, question: Question, answer: str, *, said: str, now: datetime
) -> str:
    """Keep an answer; what to tell of it. `said` is the answer in the words of whoever gave it."""
    home.store.answers.put(
        AnswerRow(game.name, f"{game.state.turn}.{game.state.phase}", question.id, seat.seat, answer, now)
    )
    voice = voice_of(game, seat.language)
    _ = voice.translations.gettext
    values = {"question": question_line(question, voice), "answer": said}
    told: str = _("Your answer: %(answer)s. The question was: %(question)s") % values
    return told
