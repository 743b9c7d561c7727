"""A message that a player dictates: sent by the referee's hand as if the player had mailed it."""

from datetime import datetime

from pbem.errors import BadInput
from pbem.language.commands import press_message
from pbem.referee.admin.seating import require_seat
from pbem.referee.home.home import Home
from pbem.referee.people.press import send_press


def send_dictated(
    home: Home, game: str, seat: str, to: str, text: str, now: datetime, *, unsigned: bool = False
) -> tuple[bool, list[str]]:
    """Whether a message of a seat was sent, and what its player would have been answered.

    BadInput for a seat that there is not, or where it is for the referee, who is at the keyboard.
    """
    opened = home.open_game(game)
    require_seat(opened.manifest.seats, game, seat)
    row = home.store.seats.need(game, seat)
    command = press_message(to, text, unsigned=unsigned)
    with home.store.transaction():
        before = home.store.press.next_serial(game=game)
        said, to_referee = send_press(home, opened, row, command, f"dictated {now.isoformat()}", now)
        sent = home.store.press.next_serial(game=game) > before
    if to_referee:
        raise BadInput("That would be a message to yourself.")
    return sent, said
