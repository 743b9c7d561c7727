"""How to write orders and commands in a game, for who asks HELP; what a game's rules know, and so its commands."""

from collections.abc import Iterator

from pbem.core.orders import Order
from pbem.game.game import Game
from pbem.language.catalogue import N_
from pbem.language.commands import COMMANDS, command_words
from pbem.language.lexicon import Lexicon
from pbem.language.messages import translations
from pbem.language.write import command_usage, order_usage
from pbem.referee.letters.newcomer.examples import examples
from pbem.report.letters import Help
from pbem.store.rows import SeatRow


def help_letter(game: Game, seat: SeatRow, address: str) -> Help:
    """How to write orders and commands, in the seat's language."""
    lexicon = game.lexicon
    _ = translations(seat.language).gettext
    return Help(
        game=game.name,
        title=game.data["title"],
        verbs=tuple(_parted(verb, lexicon, seat.language) for verb in _verbs_of(game, seat.side)),
        commands=tuple(_commands_of(game, seat)),
        examples=examples(game, seat),
        address=address,
    )


def _verbs_of(game: Game, side: str) -> Iterator[str]:
    """The orders that a side may give: those of the phases in which it acts, and those of no phase."""
    every, sides = game.rules.SEQUENCE, set(game.manifest.seats.values())
    known = {verb for phase in every for one in sides for verb in phase.verbs(one)}
    own = {verb for phase in every for verb in phase.verbs(side)}
    for verb, order in game.lexicon.orders.items():
        if order.SIDE in ("", side) and (verb in own or verb not in known):
            yield verb


def _commands_of(game: Game, seat: SeatRow) -> Iterator[tuple[str, str]]:
    """Each command with what it does; what the rules know nothing of is left out."""
    _ = translations(seat.language).gettext
    for name in COMMANDS:
        if (name == "standing" and not knows_standing(game)) or (name in _KNOWN and not _KNOWN[name](game, seat)):
            continue
        yield command_usage(name, seat.language), _(_COMMANDS[name])
        if name == "map" and knows_supply(game, seat):
            words = (command_words().say(id_, seat.language) for id_ in ("map", "supply"))
            yield " ".join(words), _(N_("the map with the line of supply of each unit, and who has none"))


def knows_cancel(game: Game) -> bool:
    """Whether the rules of a game take a standing order back by its number."""
    return any(order.cancels is not Order.cancels for order in game.rules.ORDERS)


def knows_standing(game: Game) -> bool:
    """Whether the rules of a game have standing orders."""
    return any(order.stands is not Order.stands for order in game.rules.ORDERS)


def knows_supply(game: Game, seat: SeatRow) -> bool:
    """Whether the rules of a game know lines of supply."""
    return game.rules.supply(game.rules.view(game.state, seat.side), seat.side) is not None


def knows_sight(game: Game, seat: SeatRow) -> bool:
    """Whether the rules of a game know lines of sight."""
    return game.rules.sight(game.rules.view(game.state, seat.side), seat.side, "", "") is not None


def knows_fire(game: Game, seat: SeatRow) -> bool:
    """Whether the rules of a game know arcs and ranges of fire."""
    return game.rules.field_of_fire(game.rules.view(game.state, seat.side), seat.side, "") is not None


_KNOWN = {"sight": knows_sight, "fire-field": knows_fire}
"""Commands for what the rules of some games know nothing of."""


def _parted(verb: str, lexicon: Lexicon, language: str) -> tuple[str, str]:
    """The form of a verb: its word, and what follows that."""
    word = lexicon.say("verbs", verb, language)
    return word, order_usage(lexicon.orders[verb], lexicon, language).removeprefix(word).strip()


_COMMANDS = {
    "help": N_("this page"),
    "status": N_("where the game stands and who is awaited; ALL: with the order form of now"),
    "standing": N_("your standing orders, each with its number"),
    "clear": N_("withdraw your orders, of one phase or of all"),
    "resend": N_("send the last report again, or that of a turn"),
    "language": N_("the language of your emails: es or en"),
    "nonce": N_("a text of yours that goes into every die from now on"),
    "wait": N_("hold the phase until its deadline"),
    "done": N_(
        "your turn ends with what you have sent, this turn only: phases left out pass; ALL: what the rules compel "
        "takes its default too"
    ),
    "ask": N_("show me the results before that phase first, this turn only: you are asked for it when it opens"),
    "drop": N_("takes lines out, by their numbers or the names of their units"),
    "concede": N_("give the game up"),
    "propose": N_("propose a draw to all"),
    "vote": N_("vote on the draw that is proposed"),
    "map": N_("the map, now or at the end of a turn; around a place: that part of it, large"),
    "sight": N_("whether two hexes see each other, what hides them, and a picture"),
    "fire-field": N_("the arc and range of a unit, its fire factor in each hex, and a picture"),
    "history": N_("the whole game or a turn, record by record: fingerprints in words, decisions, roll-backs and why"),
    "rules": N_("what a clause says, or the titles of all"),
    "token": N_("a new token, if someone else may know yours"),
    "passphrase": N_("words that let you write from any address; NEW before them changes them"),
    "pgp": N_(
        "your public key, attached to an email signed with it: such emails count from any address; ONLY: of others you "
        "are asked first; OFF: no key"
    ),
    "address": N_("another address for your emails; we ask it to confirm first"),
    "confirm": N_("yes, in reply to an email that asks for it"),
    "note": N_("a message to the referee, with what follows it in your email"),
    "press": N_("a message to another player, to ALL or the REFEREE, with the lines below it, to END OF PRESS"),
    "delivery": N_("messages of other players: NOW, or in a DIGEST with your reports and receipts"),
    "extend": N_("ask the other players for more time: 24h, 2d"),
    "yes": N_("yes to what was proposed: a draw, more time"),
    "no": N_("no to it"),
    "resign": N_("give up your place, not the game: another player or a computer player goes on; alone in its line"),
    "takeover": N_("play alone again, where a computer player orders for you; alone in its line"),
    "absence": N_("the days on which you are away: 3-10 Dec; OFF: no longer; alone: how many days you have left"),
}
