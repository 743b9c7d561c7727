"""The house rules of a running game are changed: recorded, and told to all."""

from collections.abc import Mapping
from datetime import datetime

from pbem.errors import Refused
from pbem.game.game import Game
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule, parse_house
from pbem.referee.turn.absences import deadline_moved
from pbem.referee.turn.workflow import seats_owing
from pbem.store.rows import GameRow

_HIDING = ("shown", "at-end", "hidden")
"""What may be agreed of names, from the least hidden on: what was promised is not taken back."""


def change_house(home: Home, game: str, rules: Mapping[str, str], now: datetime, *, why: str = "") -> None:
    """Change house rules, named with their new values; BadInput for what is none, Refused where nothing changes.

    Other quiet days move the deadline. What players were promised of their names stays hidden.
    """
    row, opened = home.game_row(game), home.open_game(game)
    home.require_not_abandoned(game)
    parsed = parse_house(rules, opened.manifest.seats)
    wanted = {**row.house, **parsed}
    house = {name: value for name, value in wanted.items() if name not in rules or name in parsed}
    changed = [name for name in rules if row.house.get(name) != house.get(name)]
    if not changed:
        raise Refused("{game} has these house rules already.", game=game)
    if "names" in changed and _HIDING.index(house.get("names", "shown")) < _HIDING.index(house_rule(row, "names")):
        raise Refused("The players of {game} were promised that their names are hidden: that stays so.", game=game)
    with home.store.transaction():
        new = home.store.games.change(game, house=house)
        moved = "quiet" in changed and _move_deadline(home, opened, row, new, now)
        facts = {"rules": {name: house_rule(new, name) for name in changed}}
        decide(home, game, Decided("house-moved" if moved else "house", row.deadline, why, facts=facts), now)


def _move_deadline(home: Home, game: Game, row: GameRow, new: GameRow, now: datetime) -> bool:
    """Leave who is awaited as much time as they had, with other quiet days; whether that moves the deadline."""
    if row.deadline is None or game.over or row.ended is not None:
        return False
    since = row.paused_at or now
    moved = deadline_moved(home, row, seats_owing(home, game), since, since, after=new)
    home.store.games.change(game.name, deadline=moved)
    return moved != row.deadline and row.paused_at is None
