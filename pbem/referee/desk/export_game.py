"""A whole game for another place: what anybody may see of it, or all that is needed to play it on there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from pbem import __version__
from pbem.errors import BadInput, Refused
from pbem.game.codec import read_event
from pbem.game.game import Game
from pbem.game.paths import SAVES, save_path
from pbem.game.phase import position_after
from pbem.mail.writing.compose import ADDRESS
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.home.home import Home
from pbem.referee.home.past import open_checked
from pbem.referee.home.secrets import chain_of
from pbem.referee.letters.history import record_times
from pbem.referee.turn.nonces import heads
from pbem.referee.turn.workflow import repair_save
from pbem.save.files import PRESS, STATE, TURNS, is_of_save
from pbem.save.folder import state_value
from pbem.save.game_file import ROOTS, GameFile
from pbem.save.git import Git
from pbem.save.layout import text
from pbem.store.game_rows import game_rows, rows_to_json
from pbem.store.rows import GameRow, OutboxRow
from pbem.store.schema import VERSION


@dataclass(frozen=True, slots=True)
class PublicFile:
    """A game as anybody may have it; of one that is played, `told` is the last record that every seat was told of."""

    file: GameFile
    told: int | None = None


def public_file(game: Game, git: Git | None, home: Home | None) -> PublicFile:
    """The save of a game without its private side: all of it once it is over, before that what every seat was told.

    `home` is the mailbox that the game is played in, if it is one. Refused where it is played and holds what a side may
    not see, or nobody knows what its players were told.
    """
    last = len(game.records) if _is_over(game, home) else _told_to_all(game, home)
    files = {path: data for path, data in _save_files(game).items() if path != PRESS or game.over}
    if last < len(game.records):
        files = _cut(game, files, last)
    if not _is_over(game, home):
        _require_open(game, last)
    times = {n: when for n, when in record_times(game.folder.path, game.name, git).items() if n <= last}
    file = GameFile(game.name, files, {}, _as_texts(times), pbem=__version__)
    return PublicFile(file, last if last < len(game.records) else None)


def _is_over(game: Game, home: Home | None) -> bool:
    """Whether nobody plays the game any longer: the rules, the players or the referee have ended it."""
    row = home.store.games.get(game.name) if home is not None else None
    return game.over or (row is not None and row.ended is not None and row.handed_at is None)


def _told_to_all(game: Game, home: Home | None) -> int:
    """The number of the last record that every player was told of."""
    seats = [seat for seat in home.seats(game.name) if seat.addresses] if home is not None else []
    if not seats:
        raise Refused(
            "{game} is not over, and what its players know of it is not known here: export it from the mailbox in "
            "which it is played.",
            game=game.name,
        )
    return min(seat.last_reported for seat in seats)


def _save_files(game: Game) -> dict[str, bytes]:
    """The files of a save by name; what else lies there is the referee's."""
    folder = game.folder.path
    paths = [path for path in sorted(folder.rglob("*.json")) if path.is_file() and is_of_save(path)]
    inside = [path for path in paths if path.parent in (folder, folder / TURNS)]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in inside}


def _cut(game: Game, files: Mapping[str, bytes], last: int) -> dict[str, bytes]:
    """The files of a save as they were after record `last`."""
    kept, gone = game.records[:last], {f"{TURNS}/{item.file}" for item in game.records[last:]}
    position = position_after(game.rules, game.scenario, game.manifest, game.folder.game_hash(), kept)
    state = text(state_value(game.rules.dump(position.state)))
    return {**{name: data for name, data in files.items() if name not in gone}, STATE: state}


def _require_open(game: Game, last: int) -> None:
    """Refused where the records up to `last` hold what a side may not see."""
    rules = game.rules
    state = position_after(rules, game.scenario, game.manifest, game.folder.game_hash(), game.records[:last]).state
    events = [read_event(rules, fact) for item in game.records[:last] for fact in item.record.facts]
    for side in rules.SIDES:
        seen = all(rules.sees(event, side) == event for event in events)
        if not seen or rules.dump(rules.view(state, side)) != rules.dump(state):
            raise Refused(
                "{game} is played, and its save holds what the other side may not see yet: export it without the "
                "private side once it is over.",
                game=game.name,
            )


# With the private side ------------------------------------------------------------------------------------------------


def hand_over(home: Home, name: str, now: datetime, *, to: str = "", why: str = "") -> None:
    """Stop a game here for good, since it is played on elsewhere: recorded, and told to all who play it.

    `to` is the address of another referee; without it the game moves to another machine with the same address. Nothing
    happens where it was handed over before: the file is only written once more. BadInput for what is no address.
    """
    if to and not ADDRESS.fullmatch(to):
        raise BadInput("{to!r} is not a mail address.", to=to)
    row = home.game_row(name)
    if row.handed_at is not None:
        return
    game = home.open_game(name)
    chain_of(home, game)
    repair_save(home, game, now)
    with home.store.transaction():
        facts = {"to": to} if to else {}
        decided = Decided("handed-to" if to else "handed-over", row.deadline, why, facts=facts)
        decide(home, name, decided, now, tells=not game.over and row.ended is None)
        home.store.games.change(name, handed_at=now, ended=row.ended or now, wake_at=None)
    home.opened.pop(game.folder.path, None)  # whoever asks for it now is told


def private_file(home: Home, name: str, *, copy: bool) -> GameFile:
    """A game with all that the mailbox knows of it. A `copy` is played on here; of any other this is the last word.

    RefereeError where the root of its dice is lost.
    """
    path = save_path(home.path, name)
    if path.parent != home.path / SAVES:
        raise Refused("{game} is not played in this mailbox: there is no private side of it.", game=name)
    home.game_row(name)
    if copy:
        home.require_played_here(path)
    game = open_checked(home.store, home.git, path, home.effects)
    chain_of(home, game)
    rows = game_rows(home.store, name)
    rows["games"] = [_as_played(row) for row in rows["games"]]
    rows["outbox"] = [_as_sent(row) for row in rows["outbox"]]
    times = _as_texts(record_times(path, name, home.git))
    private = {**rows_to_json(rows), ROOTS: _roots(home, game)}
    return GameFile(name, _save_files(game), private, times, VERSION, copy, __version__)


def _as_played(row: GameRow) -> GameRow:
    """What is known of a game, as if it had not been handed over; but it keeps since when nothing was done for it."""
    return replace(row, ended=None if row.ended == row.handed_at else row.ended, path="")


def _as_sent(row: OutboxRow) -> OutboxRow:
    """A mail as one that the mailbox has sent that wrote it: that is where it is sent from, if it still waits."""
    if row.state == "failed":
        return row
    return replace(row, state="sent", tries=0, next_try=None, changed=None, why="")


def _roots(home: Home, game: Game) -> dict[str, str]:
    """The roots of the dice by chain, as hex digits."""
    roots = {n: home.store.keys.read_root(game.name, n) for n in range(1, len(heads(game)) + 1)}
    return {str(n): root.hex() for n, root in roots.items() if root is not None}


def _as_texts(times: Mapping[int, datetime]) -> dict[str, str]:
    return {str(n): when.isoformat() for n, when in sorted(times.items())}
