"""What players wrote, put into the save of a game that is over, where its house rules say so."""

from datetime import datetime

from pbem.canonical import require
from pbem.game.game import Game
from pbem.phrases import told_by
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.notices import note_once
from pbem.save.errors import GitError
from pbem.save.files import PRESS
from pbem.save.layout import text

FORMAT = 1


def archive_press(home: Home, game: Game, now: datetime) -> bool:
    """Write press.json into the save, and let git keep it; whether it was written now.

    It names seats, never people; who did not sign is not named. No record and no hash knows of it.
    """
    if not game.over or house_rule(home.game_row(game.name), "press-archive") != "yes":
        return False
    rows = home.store.press.of(game=game.name)
    listed = [
        {
            "at": row.at.strftime("%Y-%m-%dT%H:%MZ"),
            "from": "" if row.unsigned else row.seat or "referee",
            "number": row.serial,
            "record": row.n,
            "text": row.text,
            "to": list(row.recipients),
            "turn": row.turn,
        }
        for row in rows
    ]
    data = {"format": FORMAT, "game": game.name, "press": listed}
    require(data)
    path, laid_out = game.folder.path / PRESS, text(data)
    if not rows:
        return False
    is_new = not path.is_file() or path.read_bytes() != laid_out
    if is_new:
        home.effects.write_bytes(path, laid_out)
    try:  # also what a run has written that was killed before git had it
        home.git.commit([path], f"{game.name}: what the players wrote", now)
    except GitError as failed:
        note_once(home, "git-failed", now, game.name, why=told_by(failed))
    return is_new
