"""Players' names: where a game tells them to its players, and that they slip out nowhere where it does not."""

import re
from collections.abc import Iterator

from pbem.errors import Refused
from pbem.referee.home.home import Home
from pbem.referee.home.house import are_names_shown
from pbem.store.rows import SeatRow

LEFT_OUT = "[…]"
"""Stands for a name, an address or a token in what is passed on."""
FORMER = "former"
"""The fact of a decision that keeps the name of a player whose part it ended."""
_SHORTEST = 3  # letters of a word that is looked for by itself


def shown_name(home: Home, seat: SeatRow) -> str:
    """The name of a seat's player as the other players are told it; "" where they are not, or it is not known."""
    return seat.name if are_names_shown(home.game_row(seat.game)) else ""


def names_of(home: Home, game: str, seat: str) -> tuple[str, ...]:
    """The names of all who have played a seat, the present player's last; those that were not given are left out."""
    decided = home.store.decisions.of(game=game, seat=seat)
    former = (str(each.facts.get(FORMER, "")) for each in sorted(decided, key=lambda each: each.serial))
    return tuple(filter(None, (*former, home.store.seats.need(game, seat).name)))


def without_own_name(home: Home, seat: SeatRow, text: str) -> str:
    """A text of a player for others, without the player's own name and address where those are hidden.

    The names of others stay: whoever is told that one was left out would know that it is somebody's.
    """
    if are_names_shown(home.game_row(seat.game)):
        return text
    for own in filter(None, (*seat.addresses, seat.name)):
        text = _pattern(own).sub(LEFT_OUT, text)
    return text


def sender_shown(home: Home, seat: SeatRow, sender: str) -> str:
    """The address that a doubtful mail in a seat's name came from, as the seat is told it.

    It is left out where it is another player's, and who that is is hidden.
    """
    others = (each for each in home.seats(seat.game) if each.seat != seat.seat)
    theirs = {address.casefold() for each in others for address in each.addresses}
    shown = are_names_shown(home.game_row(seat.game)) or sender.casefold() not in theirs
    return sender if shown else LEFT_OUT


def require_no_names(home: Home, game: str, text: str, *, but: str = "") -> None:
    """Refused where a text of the referee for all players has a player's name, and those are hidden.

    `but`: the seat that alone reads it, whose own name may be in it; the referee's name may always.
    """
    if are_names_shown(home.game_row(game)):
        return
    for name in _hidden(home, game, but):
        found = _pattern(name).search(_pattern(home.config.name).sub("", text))
        if found is not None:
            raise Refused(
                "The names of players are hidden in {game}, and this text has {found!r}: name the side instead.",
                game=game,
                found=found.group(),
            )


def _hidden(home: Home, game: str, but: str) -> Iterator[str]:
    for seat in home.seats(game):
        if seat.seat != but:
            yield from names_of(home, game, seat.seat)


def _pattern(name: str) -> re.Pattern[str]:
    """A name, whole or any word of it, or an address, whole, as a word of a text."""
    words = [] if "@" in name else re.findall(r"[^\W\d_]+", name)
    parts = [name, *(word for word in words if len(word) >= _SHORTEST)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(part) for part in parts)})(?!\w)", re.I)
