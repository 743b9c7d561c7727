"""A bot that plays at random, but legally: for tests, and to find positions that nobody would think of."""

from random import Random
from typing import Any

from pbem.bots.sheets import legal_sheet
from pbem.core.orders import Sheet
from pbem.core.ruleset import Ruleset


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """A sheet of one random legal order for most actors, in a random order of them."""
    choices = rules.choices(state, seat)
    actors = list(choices.actors)
    random.shuffle(actors)
    wishes = []
    for actor in actors:
        options = choices.actors[actor]
        if options and (actor in choices.must or random.random() < 0.8):
            wishes.append(random.choice(options).order)
    return legal_sheet(rules, state, seat, wishes)
