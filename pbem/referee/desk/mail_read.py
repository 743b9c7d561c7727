"""`pbem mail read`: which lines of a mail are orders or commands, by the words of every rule set that there is."""

from functools import cache
from typing import Any

from pbem.gamedata.games import broken_games, compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset, ruleset_names
from pbem.language.lexicon import Lexicon
from pbem.language.text.reader import read_text
from pbem.mail.reading.listing import orders_in


def orders_in_mail(raw: bytes) -> dict[str, Any]:
    """What a mail says: `lines` taken as orders or commands, and everything else that is known of it."""
    return orders_in(raw, is_order).as_json()


def is_order(line: str) -> bool:
    """Whether a line begins with an order, a command or a head in any rule set; it may name what no game here has.

    A word that only resembles a verb makes no order: a player is answered, but nothing of the line is taken.
    """
    return any(_begins(line, lexicon) for lexicon in _lexicons())


def _begins(line: str, lexicon: Lexicon) -> bool:
    reading = read_text(line, lexicon)
    if any(problem.code == "unknown-order" for problem in reading.problems):
        return False
    said = (reading.lines, reading.commands, reading.game, reading.turn, reading.heads, reading.problems)
    return any(said)


@cache
def _lexicons() -> tuple[Lexicon, ...]:
    broken = broken_games()
    return tuple(lexicon_of(ruleset(name), compose(name)) for name in ruleset_names() if name not in broken)
