"""What is agreed for a game, in the sentences of its first mail: options, beacon, silence, house rules."""

from collections.abc import Iterator

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.letters.people.house import house_sentences
from pbem.referee.letters.players import sharing
from pbem.referee.turn.beacon_lock import has_beacon
from pbem.store.rows import SeatRow


def agreed(home: Home, game: Game, seat: SeatRow) -> tuple[str, ...]:
    """Who orders what of a side with two seats, and what differs from the usual, a sentence each, as a seat is told."""
    rules = home.game_row(game.name).house
    house = house_sentences(game, {name: rules[name] for name in rules if name != "silence"}, seat.language)
    shared = filter(None, [sharing(home, game, seat)])
    return (*shared, *_options(game, seat), *_beacon(game, seat), *_silence(home, game, seat), *house)


def _options(game: Game, seat: SeatRow) -> Iterator[str]:
    """What the options mean that differ from their defaults, a sentence each."""
    words, options = voice_of(game, seat.language).words, game.manifest.options
    told = words.lexicon.get("options", {})
    for option, value in sorted(options.items()):
        if value != game.rules.OPTIONS[option][0]:
            id_ = f"{option}-{value}"
            yield words.word("options", id_) if id_ in told else f"{option} = {value}"


def _beacon(game: Game, seat: SeatRow) -> tuple[str, ...]:
    """What the first mail says of a game's beacon."""
    if not has_beacon(game):
        return ()
    _ = translations(seat.language).gettext
    said = _(
        "Before dice are rolled all orders are locked and their fingerprints mailed to all; then a public value that "
        "no one could know enters the dice."
    )
    source = game.manifest.beacon_source
    return (said, _("The value: %(source)s") % {"source": source}) if source else (said,)


def _silence(home: Home, game: Game, seat: SeatRow) -> tuple[str, ...]:
    """What follows after how many missed deadlines, as the first mail says it."""
    row, ngettext = home.game_row(game.name), translations(seat.language).ngettext
    limit = row.silence_limit
    said = {
        "pause": ngettext(
            "If a player lets %(num)s deadline pass without orders, the game is paused.",
            "If a player lets %(num)s deadlines in a row pass without orders, the game is paused.",
            limit,
        ),
        "bot": ngettext(
            "If a player lets %(num)s deadline pass without orders, a computer player orders for them.",
            "If a player lets %(num)s deadlines in a row pass without orders, a computer player orders for them.",
            limit,
        ),
        "standby": ngettext(
            "If a player lets %(num)s deadline pass without orders, the game is paused, and whoever waits on standby "
            "is asked to take over.",
            "If a player lets %(num)s deadlines in a row pass without orders, the game is paused, and whoever waits on "
            "standby is asked to take over.",
            limit,
        ),
    }
    return (said[house_rule(row, "silence")] % {"num": limit},) if limit else ()
