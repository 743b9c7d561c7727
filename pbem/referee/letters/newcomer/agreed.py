"""What is agreed for a game, in the sentences of its first mail: options, beacon, silence, house rules."""

from collections.abc import Iterator

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.letters.people.house import house_sentences
from pbem.referee.turn.beacon_lock import has_beacon
from pbem.store.rows import SeatRow


def agreed(home: Home, game: Game, seat: SeatRow) -> tuple[str, ...]:
    """What differs from the usual, a sentence each, as a seat is told."""
    house = house_sentences(game, home.game_row(game.name).house, seat.language)
    return (*_options(game, seat), *_beacon(game, seat), *_silence(home, game, seat), *house)


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
    """After how many missed deadlines something follows, as the first mail says it; a house rule says what else."""
    row, ngettext = home.game_row(game.name), translations(seat.language).ngettext
    limit = row.silence_limit
    if house_rule(row, "silence") == "pause":
        said = ngettext(
            "If a player lets %(num)s deadline pass without orders, the game is paused.",
            "If a player lets %(num)s deadlines in a row pass without orders, the game is paused.",
            limit,
        )
    else:
        said = ngettext(
            "Too many missed deadlines are %(num)s in this game.",
            "Too many missed deadlines are %(num)s in a row in this game.",
            limit,
        )
    return (said % {"num": limit},) if limit else ()
