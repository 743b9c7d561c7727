"""Who sits where: the players of a new game as the referee names them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from zoneinfo import available_timezones

from pbem.errors import BadInput
from pbem.gamedata.games import LANGUAGES
from pbem.gamedata.rulesets import ruleset
from pbem.mail.writing.compose import ADDRESS
from pbem.phrases import Phrase, either
from pbem.referee.home.config import Config

NAMED = re.compile(r"(?P<name>[^<>]*)<(?P<address>[^<>]*)>")
LONGEST_NAME = 40
BOT = "bot"
"""What stands in the place of an address for a computer player."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat and the person in it: side, mail address, language of their mails, time zone (IANA name), own name.

    Without an address a computer player has it.
    """

    seat: str
    side: str
    address: str
    language: str = "en"
    zone: str = "UTC"
    name: str = ""


def parse_player(text: str, sides: Sequence[str]) -> Player:
    """The player that ``SEAT=ADDRESS[,LANGUAGE[,ZONE]]`` names, or ``SEAT=Name <ADDRESS>,…``; BadInput where none.

    ``SEAT=bot`` is a computer player. A seat is a side, or a side with a number where two share it (red, red-2).
    """
    seat, equals, rest = text.partition("=")
    parts = [part.strip() for part in rest.split(",")]
    if not equals or len(parts) > 3:
        example = f"{sides[-1]}=ana@example.org,es,Europe/Madrid"
        raise BadInput("{text!r}: write SEAT=ADDRESS,LANGUAGE,ZONE, for example {example}.", text=text, example=example)
    side = re.sub(r"-[2-9]$", "", seat.strip())
    if side not in sides:
        raise BadInput(
            "{text!r}: the seat {seat!r} is none of {sides} (or with -2 for a second).",
            text=text,
            seat=seat,
            sides=", ".join(sides),
        )
    address, language, zone = (*parts, "", "")[:3]
    if address.lower() == BOT:
        return Player(seat.strip(), side, "")
    named = NAMED.fullmatch(address)
    name, address = (named["name"].strip(' "'), named["address"]) if named else ("", address)
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput("{text!r}: a name has at most {most} characters.", text=text, most=LONGEST_NAME)
    if not ADDRESS.fullmatch(address):
        raise BadInput("{text!r}: {address!r} is not a mail address.", text=text, address=address)
    if language and language not in LANGUAGES:
        raise BadInput(
            "{text!r}: the language is {languages}, not {language!r}.",
            text=text,
            languages=either(LANGUAGES),
            language=language,
        )
    return Player(seat.strip(), side, address, language or "en", parse_zone(zone) if zone else "UTC", name)


def require_other_address(config: Config, address: str) -> None:
    """BadInput where an address ("" for a computer player) is none, or the referee's own, whose mails pbem reads."""
    if address and not ADDRESS.fullmatch(address):
        raise BadInput("{address!r} is not a mail address.", address=address)
    if config.owns(address):
        raise BadInput(
            "{address} is the referee's own address: people need another, for the mails to it are read by pbem.",
            address=address,
        )


def require_seat(seats: Collection[str], game: str, seat: str) -> None:
    """BadInput where a game has no such seat, with those that there are."""
    if seat not in seats:
        raise BadInput(
            "{game} has no seat {seat!r}; there are {seats}.", game=game, seat=seat, seats=", ".join(sorted(seats))
        )


def parse_zone(name: str) -> str:
    """The IANA name of a time zone; BadInput with the nearest ones for a name that is none."""
    zones = available_timezones()
    if name in zones:
        return name
    near = get_close_matches(name, sorted(zones), n=3, cutoff=0.5)
    hint = Phrase(" Did you mean {near}?", near=either(near)) if near else Phrase(" Write it like Europe/Madrid.")
    raise BadInput("There is no time zone {name!r}.{hint}", name=name, hint=hint)


def sides_by_seat(players: Sequence[Player], sides: Sequence[str]) -> dict[str, str]:
    """The side of each seat; BadInput where a seat is taken twice, a side is empty or a second seat has no first."""
    seats: dict[str, str] = {}
    for player in players:
        if player.seat in seats:
            raise BadInput(
                "The seat {seat} is given to two players; the second of a side is {side}-2.",
                seat=player.seat,
                side=player.side,
            )
        seats[player.seat] = player.side
    for side in sides:
        count = list(seats.values()).count(side)
        if side not in seats:
            raise BadInput("Nobody plays {side}: name a player with --player {side}=ADDRESS.", side=side)
        if count > 2:
            raise BadInput("{count} seats for {side}: at most two players share a side.", count=count, side=side)
    return dict(sorted(seats.items()))


def sides_of(rules_name: str) -> tuple[str, ...]:
    """The sides of a rule set; BadInput if there is none of that name."""
    return tuple(ruleset(rules_name).SIDES)


def parse_pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """NAME=VALUE texts of a repeated option; BadInput for one that is none."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadInput("{option} {text!r}: write NAME=VALUE.", option=option, text=text)
        found[name] = value
    return found
