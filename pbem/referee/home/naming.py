"""Players' names: where a game tells them to its players, and that they slip out nowhere where it does not."""

import re
from collections.abc import Iterator

from pbem.errors import Refused
from pbem.referee.home.home import Home
from pbem.referee.home.house import are_names_shown
from pbem.store.rows import SeatRow

LEFT_OUT = "[…]"
"""Stands for a name, an address or a token in what is passed on."""
FORMER, FORMER_ADDRESS, FORMER_LANGUAGE = "former", "former-address", "former-language"
"""The facts of a decision that keep the name of a player whose part it ended, and where and how to write to them."""
_SHORTEST = 3  # letters of a word that is looked for by itself


def shown_name(home: Home, seat: SeatRow) -> str:
    """The name of a seat's player as the other players are told it; "" where they are not, or it is not known."""
    return seat.name if are_names_shown(home.game_row(seat.game)) else ""


def names_of(home: Home, game: str, seat: str) -> tuple[str, ...]:
    """The names of all who have played a seat, the present player's last; those that were not given are left out."""
    decided = home.store.decisions.of(game=game, seat=seat)
    former = (str(each.facts.get(FORMER, "")) for each in sorted(decided, key=lambda each: each.serial))
    return tuple(filter(None, (*former, home.store.seats.need(game, seat).name)))


def former_players(home: Home, game: str) -> dict[str, str]:
    """The addresses of those who have played in a game and do so no longer, each with its language."""
    present = {address.casefold() for seat in home.seats(game) for address in seat.addresses}
    found = {
        str(each.facts[FORMER_ADDRESS]): str(each.facts.get(FORMER_LANGUAGE, "en"))
        for each in home.store.decisions.of(game=game)
        if FORMER_ADDRESS in each.facts
    }
    return {address: language for address, language in found.items() if address.casefold() not in present}


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
    """A name or an address as it may stand in a text.

    Of a name each word counts too, but for small ones ("del"): with a capital, for "mark" and "rosa" are words of
    prose, or in any way alone in a line, as people sign.
    """
    words = [] if "@" in name else [word for word in re.findall(r"[^\W\d_]+", name) if len(word) >= _SHORTEST]
    words = [word for word in words if word[0].isupper()] or words
    whole, alone = rf"(?i:{re.escape(name)})", "|".join(words)
    forms = "|".join((whole, *(form for word in words for form in (word[0].upper() + word[1:], word.upper()))))
    signed = rf"|^[^\w\n]*(?i:{alone})[^\w\n]*$" if words else ""
    return re.compile(rf"(?<!\w)(?:{forms})(?!\w){signed}", re.M)
