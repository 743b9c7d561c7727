"""The signs of a game's counters: its signs.toml beside those that the painter knows."""

from pbem.gamedata.games import signs_file
from pbem.gamedata.rulesets import game_file
from pbem.report.svg.base.printed import ENDING
from pbem.report.svg.pieces.signs import Signs, own_signs
from pbem.report.svg.pieces.states import Sign


def signs(name: str) -> Signs:
    """All signs of a game, the painter's alone where it has no signs.toml, and the grounds of its maps.

    BadGame where signs.toml is not of its schema.
    """
    found = signs_file(name)
    return own_signs(
        {code: (each.get("path", ""), each.get("solid", "")) for code, each in found.get("symbols", {}).items()},
        {code: _sign(**each) for code, each in found.get("states", {}).items()},
        {code: (each["ground"], each["ink"]) for code, each in found.get("styles", {}).items()},
        sorted(game_file(name, "maps").glob(f"*{ENDING}")),
    )


def _sign(path: str = "", solid: str = "", **colours: str) -> Sign:
    return Sign(path, solid, **colours)
