"""How far the private side has come, kept beside the saves: so one that was put back to an older state is noticed.

Between two records only .pbem/ changes, and no save can tell that orders, words or addresses are missing from it.
"""

import json
from contextlib import suppress
from pathlib import Path

from pbem.effects import Effects
from pbem.store.post import Outbox

NAME = ".mails"


def kept_counts(saves: Path) -> dict[str, int]:
    """How many mails each game had had when a pbem was last done here; nothing where that is not known."""
    try:
        found = json.loads((saves / NAME).read_bytes())
    except (OSError, ValueError):
        return {}
    return {game: count for game, count in found.items() if type(count) is int} if isinstance(found, dict) else {}


def keep_counts(saves: Path, outbox: Outbox, effects: Effects, *, anew: str = "") -> None:
    """Keep how many mails each game has had. None goes down but that of the game `anew`, which begins or goes on anew.

    What cannot be written is left to the next run.
    """
    known, now = kept_counts(saves), outbox.counts()
    counts = {game: max(now.get(game, 0), known.get(game, 0)) for game in {*known, *now}}
    if anew:
        counts[anew] = now.get(anew, 0)
    if counts != known and saves.is_dir():
        with suppress(OSError):
            effects.write_bytes(saves / NAME, json.dumps(counts, sort_keys=True).encode("utf-8"))
