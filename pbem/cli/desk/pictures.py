"""The map of each game as everybody may see it, drawn once for each record and one at a time."""

import threading
from collections import OrderedDict

from pbem.cli.speech.language import language
from pbem.game.game import Game

KEPT = 30  # maps


class Pictures:
    """The maps that were drawn last, as PNG."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[str, str, int | None], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def map_of(self, game: Game, turn: int | None = None) -> bytes:
        """The map of a game with what happened last, or in a turn, as `pbem map GAME` draws it; BadInput where it
        cannot be drawn or no such turn was played."""
        from pbem.referee.desk.draw import render_map

        key = (game.name, moment(game), turn)
        with self._lock:
            if key not in self._drawn:
                self._drawn[key] = render_map(game, language(), ".png", turn=turn)
                while len(self._drawn) > KEPT:
                    self._drawn.popitem(last=False)
            self._drawn.move_to_end(key)
            return self._drawn[key]


def moment(game: Game) -> str:
    """What differs where a game's map does: the hash of its last record, or of its game.json."""
    return game.records[-1].hash if game.records else game.folder.game_hash()
