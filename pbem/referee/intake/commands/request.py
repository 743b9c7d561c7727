"""What each command is given to carry it out, and what more than one of them needs."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pbem.game.game import Game
from pbem.language.messages import translations
from pbem.language.reading import Command
from pbem.referee.home.home import Home
from pbem.referee.home.limits import count_today
from pbem.referee.intake.pgp_key import NOTHING, KeyOffer
from pbem.referee.turn.progress import is_over
from pbem.report.letters import Help, Status
from pbem.store.rows import SeatRow

COPIES_A_DAY = 20  # reports and maps that a seat is sent because it asks for them


@dataclass(frozen=True)
class Request:
    """One command with all that carrying it out needs; `prose`: its mail says something beside orders and commands."""

    home: Home
    game: Game
    seat: SeatRow
    command: Command
    identity: str
    now: datetime
    offer: KeyOffer = NOTHING
    prose: bool = False

    @property
    def args(self) -> tuple[str, ...]:
        """The arguments of the command."""
        return self.command.args

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.home, self.game)

    def say(self, text: str, **values: object) -> list[str]:
        """A translated line of the answer."""
        return [translations(self.seat.language).gettext(text) % values]


def too_often(request: Request) -> bool:
    """Whether a seat was sent so many large mails of its own wish today that it gets no more; if not, it is counted.

    Whoever has its token and writes in its name could fill its mailbox, and use up what we may send in a day.
    """
    key = f"{request.seat.game}.{request.seat.seat} copies"
    if count_today(request.home, key, request.now) >= COPIES_A_DAY:
        return True
    request.home.store.refusals.note(key, request.now, "copies")
    return False


Handler = Callable[[Request], list[str] | Help | Status]
"""What carries a command out, and gives its answer: lines, or a letter."""
