"""Bailén for tests of its mails: a mailbox with the shipped battle, and a position in the middle of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.game.game import Game
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.admin.seating import Player
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from pbem.rules.napoleonic.state import State
from tests.referee.making import HOUR, REFEREE, SEED, Room

RULES = ruleset("napoleonic")
PLAYERS = (
    Player("spanish", "spanish", "ana@example.org", "es", "Europe/Madrid"),
    Player("french", "french", "omar@example.org", "en", "Europe/Paris"),
)
WEST = [f"16{row:02d}" for row in range(4, 14)] + [f"15{row:02d}" for row in range(5, 14)]
"""Where the French stand in the middle of the battle: against the ridge, and behind that."""


def begun(path: Path, **house: str) -> Room:
    """A mailbox in which the Spanish have set up as is proposed, and the French may come in; with these house rules."""
    make_home(path, config_text(name="Referee", address=REFEREE, language="en"), Effects())
    room = Room(path.resolve(), links=120, name="bailen")
    new = NewGame("bailen", PLAYERS, derive_secret(SEED, "bailen"), test_dice=True, house=house)
    create_from_scenario(room.home, new, compose("napoleonic"), room.now)
    room.started().says("spanish", "LISTO\n")
    room.tick()
    room.tick(HOUR)
    assert room.at == "1.french-movement"
    return room


def in_contact(phase: str, **divisions: str) -> State:
    """Everybody on the map, the French against the whole Spanish line; `divisions` have these orders, else attack."""
    scenario = RULES.read_scenario(compose("napoleonic"))
    places = iter(WEST * 3)
    units: dict[str, dict[str, Any]] = {}
    for unit, counter in sorted(scenario.counters.items()):
        at = scenario.set_up[unit] if counter.side == "spanish" else next(places)
        guns = {"formation": "deployed"} if counter.type == "artillery" else {}
        units[unit] = {"at": at, "facing": "NW" if counter.side == "spanish" else "SE", **guns}
    found: State = RULES.load(scenario, {"turn": 7, "phase": phase, "units": units})
    shipped = RULES.initial(scenario).divisions
    ordered = {name: replace(each, order=divisions.get(name, "attack")) for name, each in shipped.items()}
    return replace(found, divisions=ordered, _known={})


def standing_at(game: Game, state: State) -> Game:
    """The game as if it had come to a position."""
    return replace(game, position=replace(game.position, state=state), checked={}, chosen={})


def lines_of(form: tuple[str, ...]) -> Iterator[str]:
    """The orders that a form offers, with their # taken away."""
    for line in form:
        offered = line.removeprefix("# ").partition("#")[0].strip()
        if line.startswith("# ") and not line.startswith(("# —", "#  ")) and offered[:1].isupper():
            yield offered
