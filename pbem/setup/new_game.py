"""What 'pbem new' asks at a terminal for what it was not told: game, players, scenario, time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pbem.errors import BadInput
from pbem.gamedata.games import LANGUAGES, shipped_game, shipped_games
from pbem.mail.writing.compose import ADDRESS
from pbem.phrases import Phrase
from pbem.referee.admin.new_game import LONGEST, NAME
from pbem.referee.admin.seating import BOT, LONGEST_NAME, parse_zone, sides_of
from pbem.referee.home.config import parse_duration

Check = Callable[[str], str]
Ask = Callable[[str, str, Check], str]
"""Puts a question, with what Enter answers ("" where an answer is needed), until the check takes it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new game is to be, in the words of the options of 'pbem new'; "" and () for what was not said."""

    ruleset: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    scenario: str = ""
    deadline: str = ""


def ask_for_rest(wanted: Wanted, ask: Ask, *, deadline: str, language: str) -> Wanted:
    """The game with what was left out asked for; scenario and time only where players had to be asked for too.

    `deadline` is the time that the mailbox gives; sides are named in `language`. BadInput for a rule set that there is
    not.
    """
    names = [game.name for game in shipped_games()]
    ruleset = wanted.ruleset or ask(
        Phrase("Which game ({names})", names=", ".join(names)), names[0], partial(_one_of, names)
    )
    game = wanted.game or ask(Phrase("A short name for this game (small letters)"), "", _game_name)
    found = replace(wanted, ruleset=ruleset, game=game)
    if wanted.players:
        return found
    sides = sides_of(ruleset)
    words = shipped_game(ruleset).words["sides"]
    players = tuple(_player(side, words[side][language], ask) for side in sides)
    titles = shipped_game(ruleset).scenarios
    first = shipped_game(ruleset).default_scenario
    scenario = wanted.scenario
    if not scenario and len(titles) > 1:
        scenario = ask(
            Phrase("Which scenario ({titles})", titles=", ".join(titles)), first, partial(_one_of, list(titles))
        )
    time = wanted.deadline or ask(Phrase("Time for each player turn, as in 72h or 3d"), deadline, _time)
    return replace(found, players=players, scenario=scenario, deadline=time)


def _player(side: str, words: str, ask: Ask) -> str:
    """The player of a side, as --player takes one."""
    address = ask(Phrase("{words}: email address, or bot for a computer player", words=words), "", _address)
    if address == BOT:
        return f"{side}={BOT}"
    name = ask(Phrase("{words}: the player's name (Enter: none)", words=words), "-", _name)
    language = ask(
        Phrase("{words}: language of the emails ({languages})", words=words, languages=", ".join(LANGUAGES)),
        "en",
        partial(_one_of, LANGUAGES),
    )
    zone = ask(Phrase("{words}: time zone, as in Europe/Madrid", words=words), "UTC", parse_zone)
    person = f"{name} <{address}>" if name else address
    return f"{side}={person},{language},{zone}"


def _one_of(known: Sequence[str], text: str) -> str:
    if text not in known:
        raise BadInput("{text!r} is none of {known}.", text=text, known=", ".join(known))
    return text


def _game_name(text: str) -> str:
    if not NAME.fullmatch(text) or len(text) > LONGEST:
        raise BadInput(
            "{text!r} is no name for a game: small letters, digits and single dashes, at most {most}.",
            text=text,
            most=LONGEST,
        )
    return text


def _name(text: str) -> str:
    name = "" if text == "-" else text.strip()
    if len(name) > LONGEST_NAME or any(char in name for char in "<>,="):
        raise BadInput("A name has at most {most} characters, and none of < > , =", most=LONGEST_NAME)
    return name


def _address(text: str) -> str:
    if text.lower() == BOT:
        return BOT
    if not ADDRESS.fullmatch(text):
        raise BadInput("{text!r} is not an email address.", text=text)
    return text


def _time(text: str) -> str:
    parse_duration(text)
    return text


def lacking(wanted: Wanted) -> Mapping[str, str]:
    """What cannot be left out where nobody can be asked: the words of the command line, and an example of each."""
    found: dict[str, str] = {}
    if not wanted.ruleset:
        found["RULESET"] = Phrase("one that 'pbem games' lists")
    if not wanted.game:
        found["GAME"] = Phrase("a short name for the game")
    if not wanted.players:
        found["--player"] = "--player SIDE=ana@example.org,es,Europe/Madrid"
    return found
