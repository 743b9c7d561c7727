"""House rules in sentences, for the first mail and for who changes them."""

from collections.abc import Mapping
from datetime import date

from babel.dates import format_date, get_day_names

from pbem.game.game import Game
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.referee.home.house import HOUSE_RULES
from pbem.referee.home.quiet import parse_quiet
from pbem.referee.letters.players import player_name

_SENTENCES = {
    "names shown": N_("Players know each other by name."),
    "names hidden": N_(
        "No player knows who the others are: the side stands for the player. Nothing of yours is passed on that tells "
        "who you are."
    ),
    "names at-end": N_(
        "No player knows who the others are: the side stands for the player. When the game is over, all are told who "
        "played."
    ),
    "referee-plays none": N_("The referee does not play."),
    "referee-plays": N_(
        "The referee plays too: %(value)s. So the referee could see what others order and write; every email says so."
    ),
    "press on": N_("Players may write to any other player."),
    "press public": N_("Players may write to all other players together, not to one alone."),
    "press off": N_("Players write to the referee only, not to each other."),
    "press-names shown": N_("Messages of players are signed."),
    "press-names hidden": N_("Messages of players are not signed: no reader sees who wrote them."),
    "press-names choice": N_("Players may send a message without signing it."),
    "press-size": N_("A message has at most %(value)s characters."),
    "press-count": N_("A player sends at most %(value)s messages per turn."),
    "quiet none": N_("Time passes on every day."),
    "quiet": N_("No time passes on these days: %(value)s."),
    "absence clock": N_("While a player is away no time of theirs passes."),
    "absence orders": N_("While a player is away the game goes on, with what was sent and the defaults of the rules."),
    "absence bot": N_("While a player is away a computer player orders for them."),
    "absence-days": N_("A player may be away for %(value)s days in the game."),
    "silence pause": N_("When a player has missed too many deadlines the game is paused."),
    "silence bot": N_("When a player has missed too many deadlines a computer player orders for them."),
    "silence standby": N_(
        "When a player has missed too many deadlines the game is paused, and whoever waits on standby is asked to take "
        "over."
    ),
    "vacant pause": N_("When a player leaves, the game is paused until another comes."),
    "vacant bot": N_("When a player leaves, a computer player goes on until another comes."),
    "observers no": N_("No one observes this game."),
    "observers yes": N_("Anyone may observe this game: OBSERVE and its name, to the address of the referee."),
    "observer-delay": N_("Observers are told of a turn %(value)s turns later."),
    "extend players": N_("More time is granted by all the other players."),
    "extend referee": N_("More time is granted by the referee."),
    "extend-hours": N_("The others may grant a player %(value)s hours in the game."),
    "press-archive no": N_("Messages are not published when the game ends."),
    "press-archive yes": N_("When the game ends all messages are put into its save, where anyone may read them."),
}


def house_sentences(game: Game, rules: Mapping[str, str], language: str) -> tuple[str, ...]:
    """What house rules mean, a sentence each; of one with a value that a later release knows, its name and value."""
    _ = translations(language).gettext
    told = []
    for name in HOUSE_RULES:
        if name in rules:
            text = _SENTENCES.get(f"{name} {rules[name]}", _SENTENCES.get(name, f"{name} = %(value)s"))
            told.append(_(text) % {"value": _value(game, name, rules[name], language)})
    return tuple(told)


def _value(game: Game, name: str, value: str, language: str) -> str:
    """A value in words: days by name, dates as a reader writes them, a seat as its player is called."""
    if HOUSE_RULES[name].seat and value in game.manifest.seats:
        return player_name(game, value, language)
    if name != "quiet" or value == "none":
        return value
    quiet, names = parse_quiet(value), get_day_names("wide", locale=language)
    return ", ".join((*(names[day] for day in sorted(quiet.week)), *(_dates(*each, language) for each in quiet.dates)))


def _dates(first: date, last: date, language: str) -> str:
    """Some dates in a row: "24 Dec 2026 – 26 Dec 2026"."""
    return " – ".join(format_date(day, "d MMM y", locale=language) for day in dict.fromkeys((first, last)))
