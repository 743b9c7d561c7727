"""The house rules of a running game are changed: recorded, and told to all."""

from collections.abc import Mapping
from datetime import datetime

from pbem.errors import Refused
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule, parse_house


def change_house(home: Home, game: str, rules: Mapping[str, str], now: datetime, *, why: str = "") -> None:
    """Change house rules, named with their new values; BadInput for what is none, Refused where nothing changes."""
    row = home.game_row(game)
    parsed = parse_house(rules)
    wanted = {**row.house, **parsed}
    house = {name: value for name, value in wanted.items() if name not in rules or name in parsed}
    changed = [name for name in rules if row.house.get(name) != house.get(name)]
    if not changed:
        raise Refused("{game} has these house rules already.", game=game)
    with home.store.transaction():
        row = home.store.games.change(game, house=house)
        facts = {"rules": {name: house_rule(row, name) for name in changed}}
        decide(home, game, Decided("house", row.deadline, why, facts=facts), now)
