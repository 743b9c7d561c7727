"""A game from another place: proved first, then taken in whole or not at all.

Without its private side it goes to archive/, to be looked at. With it the game is played on here: its rows come into
the database in one step, which is the commit point; what was unpacked is put in its place after that (`home/arrival`).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from pbem.dice.chain import LENGTH as LINKS
from pbem.dice.chain import Chain
from pbem.effects import Effects
from pbem.errors import TROUBLE, BadInput, RefereeError, Refused
from pbem.game.game import Game, open_game
from pbem.game.paths import ARCHIVE, SAVES
from pbem.gamedata.games import LANGUAGES
from pbem.gamedata.rulesets import ruleset_names
from pbem.mail.message.claims import TOKEN
from pbem.mail.writing.compose import ADDRESS
from pbem.phrases import Phrase, marked, told_by
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.admin.new_game import require_address, require_name, require_untold
from pbem.referee.home.arrival import KEYS, SAVE, arrivals, clear_arrivals, finish_arrivals
from pbem.referee.home.home import Home
from pbem.referee.home.house import parse_house
from pbem.referee.home.past import Past, past_fault
from pbem.referee.turn.absences import deadline_moved, set_wake
from pbem.referee.turn.nonces import heads
from pbem.referee.turn.present import glance_of
from pbem.referee.turn.workflow import repair_save
from pbem.save.errors import BadGameFile
from pbem.save.files import GAME
from pbem.save.game_file import HEADER, ROOTS, GameFile, times_of, unpack
from pbem.save.layout import text
from pbem.store.game_rows import BadRows, rows_from_json, write_game_rows
from pbem.store.rows import GameRow, SeatRow
from pbem.verify.verdict_text import words_of
from pbem.verify.verify import verify

_ROOT = re.compile(r"[0-9a-f]{64}")
_CHAIN = re.compile(r"[1-9]\d{0,3}")
Rows = Mapping[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Arrived:
    """What was taken in: the name that it has here, where it is, whether it is played on, how many records it has."""

    name: str
    path: Path
    played: bool
    copy: bool
    records: int


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file that is being taken in, with the name that the game is to have here and the language of the referee.

    `here`: it is played on here though the file hands it to another referee, who has not taken it.
    """

    source: Path
    file: GameFile
    name: str
    language: str = "en"
    here: bool = False

    def refuse(self, why: str, **values: object) -> BadGameFile:
        """What is wrong with the file, as an error."""
        return BadGameFile(
            "{file} is not taken: {why}. Nothing was changed.", file=self.source, why=Phrase(why, **values)
        )


def open_parcel(source: Path, name: str | None, language: str, *, here: bool = False) -> Parcel:
    """A file that is to be taken in; BadGameFile where it is none, BadInput for a name that it cannot have."""
    file = unpack(source)
    parcel = Parcel(source, file, name or file.game, language, here)
    for each in (file.game, parcel.name):
        require_name(each)
    if file.private and parcel.name != file.game:
        raise BadInput(
            "{game} is played on, and so keeps its name: its dice and the addresses of its mails are made with it.",
            game=file.game,
        )
    return parcel


def shelve(home: Path, parcel: Parcel, progress: Callable[[int], None]) -> Arrived:
    """Take in a game without its private side, to be looked at. The caller holds the lock of the folder.

    Refused where a game has the name already; BadGameFile where it does not hold together.
    """
    place = home / ARCHIVE / parcel.name
    if place.exists() or (home / SAVES / parcel.name).exists():
        raise _taken(parcel.name, mends=True)
    effects = Effects()
    staged = _stage(home, parcel, effects)
    try:
        game = _proved(staged / SAVE, parcel, progress)
        effects.write_bytes(staged / SAVE / HEADER, text(parcel.file.header))
        effects.mkdir(place.parent)
        effects.rename(staged / SAVE, place)
    finally:
        clear_arrivals(home)
    return Arrived(parcel.name, place, False, False, len(game.records))


def take_over(home: Home, parcel: Parcel, now: datetime, progress: Callable[[int], None]) -> Arrived:
    """Take in a game with its private side and play it on; all players are told. A copy stands still, and none is.

    Refused where a game has the name already, unless it was handed over from here and comes back, or where the file
    hands it to another referee; BadGameFile where the file does not hold together.
    """
    _require_free(home, parcel)
    try:
        rows = rows_from_json(home.store, parcel.file.store, _tables(parcel), parcel.name)
    except BadRows as wrong:
        raise parcel.refuse(marked("{wrong}"), wrong=told_by(wrong)) from None
    staged = _stage(home.path, parcel, home.effects)
    try:
        game = _proved(staged / SAVE, parcel, progress, home.links)
        _require_whole(home, parcel, game, rows)
        _require_continuation(home, parcel, game)
        _require_receiver(home, parcel, rows)
        home.opened[home.path / SAVES / parcel.name] = game
        with home.store.keys.arriving(parcel.name, _roots(parcel)), home.store.transaction():
            write_game_rows(home.store, rows, parcel.name)
            _begin_here(home, parcel, game, now)
    except Exception:
        clear_arrivals(home.path)
        raise
    finally:
        home.opened.pop(home.path / SAVES / parcel.name, None)
    finish_arrivals(home.path, home.store, home.effects)
    game = home.open_game(parcel.name)
    repair_save(home, game, now, {0: home.game_row(game.name).created, **times_of(parcel.file.times)})
    return Arrived(parcel.name, game.folder.path, True, parcel.file.copy, len(game.records))


def _taken(name: str, *, mends: bool = False) -> Refused:
    if mends:
        return Refused("There is a game {name} already: --name takes this one in under another name.", name=name)
    return Refused("There is a game {name} already.", name=name)


def _require_free(home: Home, parcel: Parcel) -> None:
    """Refused where a game has the name, and is not one that comes back."""
    name = parcel.name
    if home.is_handed_over(name):
        return
    if any((home.path / folder / name).exists() for folder in (SAVES, ARCHIVE)) or home.store.games.get(name):
        raise _taken(name)
    require_untold(home, name)
    require_address(home, name)


def _stage(home: Path, parcel: Parcel, effects: Effects) -> Path:
    """Unpack the save and the roots of the dice where nobody looks for a game."""
    clear_arrivals(home)
    staged, roots = arrivals(home) / parcel.name, _roots(parcel)
    for name, data in sorted(parcel.file.save.items()):
        path = staged / SAVE / name
        effects.mkdir(path.parent)
        effects.write_bytes(path, data)
    effects.mkdir(staged / KEYS, 0o700)
    for chain, root in roots.items():
        effects.write_bytes(staged / KEYS / str(chain), root.hex().encode("ascii") + b"\n", 0o600)
    return staged


def _tables(parcel: Parcel) -> dict[str, Any]:
    return {name: rows for name, rows in parcel.file.private.items() if name != ROOTS}


def _roots(parcel: Parcel) -> dict[int, bytes]:
    """The roots of the dice by chain; none where the private side is left out."""
    found = parcel.file.private.get(ROOTS, {})
    whole = isinstance(found, dict) and all(
        _CHAIN.fullmatch(n) and isinstance(root, str) and _ROOT.fullmatch(root) for n, root in found.items()
    )
    if not whole:
        raise parcel.refuse(marked("the roots of its dice are not what they should be"))
    return {int(n): bytes.fromhex(root) for n, root in sorted(found.items())}


def _proved(save: Path, parcel: Parcel, progress: Callable[[int], None], links: int = LINKS) -> Game:
    """The game in a folder, once every proof of it holds."""
    if GAME not in parcel.file.save:
        raise parcel.refuse(marked("it has no {game}"), game=GAME)
    try:
        verdict = verify(save, (), progress, length=links)
    except BadInput:  # all else that is wrong is a fault that the verdict tells
        known = ", ".join(ruleset_names())
        raise parcel.refuse(marked("this pbem does not have its rule set; it has {known}"), known=known) from None
    if verdict.fault is not None:
        said = verdict.fault.sentence(parcel.language, words_of(verdict, parcel.language))
        raise parcel.refuse(marked("'pbem verify' finds: {said}"), said=said.rstrip("."))
    game = open_game(save)
    if game.name != parcel.file.game:
        raise parcel.refuse(marked("its game.json is of {game}"), game=game.name)
    return game


def _require_whole(home: Home, parcel: Parcel, game: Game, rows: Rows) -> None:
    """BadGameFile where the private side is not that of the save, or not whole."""
    if len(rows["games"]) != 1:
        raise parcel.refuse(marked("its private side knows nothing of the game"))
    row: GameRow = rows["games"][0]
    if {seat.seat: seat.side for seat in rows["seats"]} != dict(game.manifest.seats):
        raise parcel.refuse(marked("its private side has other seats than its save"))
    for seat in rows["seats"]:
        _require_seat(home, parcel, seat)
    for n, root in _roots(parcel).items():
        known = heads(game)
        if n > len(known) or Chain.from_root(root, home.links).head != known[n - 1]:
            raise parcel.refuse(marked("the root {n} of its dice does not belong to the heads in its save"), n=n)
    if game.position.journal.chain not in _roots(parcel):
        raise parcel.refuse(marked("the root of its dice is missing"))
    told = max([row.opened_n, *(seat.last_reported for seat in rows["seats"])])
    if past_fault(Past(told, row.recorded, row.recorded_hash), game.name, game.records):
        raise parcel.refuse(marked("its save and its private side are not of the same moment"))
    if any(each.state not in ("sent", "failed") for each in rows["outbox"]):
        raise parcel.refuse(marked("a mail in it waits to be sent"))


def _require_seat(home: Home, parcel: Parcel, seat: SeatRow) -> None:
    """BadGameFile where a seat is not what a seat can be."""
    fields = {
        "addresses": all(ADDRESS.fullmatch(address) for address in seat.addresses),
        "token": TOKEN.fullmatch(seat.token) and seat.token_serial >= 1,
        "language": seat.language in LANGUAGES,
        "zone": seat.zone in available_timezones(),
        "name": seat.name.isprintable() and len(seat.name) <= 200,
    }
    for field, good in fields.items():
        if not good:
            raise parcel.refuse(marked("the {field} of seat {seat} is not what it can be"), field=field, seat=seat.seat)
    for other in home.store.seats.of(token=seat.token):
        if other.game != parcel.name:
            raise parcel.refuse(marked("the token of seat {seat} is that of another game here"), seat=seat.seat)


def _require_continuation(home: Home, parcel: Parcel, game: Game) -> None:
    """Refused where a game comes back that is not the one that was handed over, or has lost records meanwhile."""
    path = home.path / SAVES / parcel.name
    if not home.is_handed_over(parcel.name) or not path.exists():
        return
    own = open_game(path)
    hashes = [own.folder.game_hash(), *(item.hash for item in own.records)]
    if [game.folder.game_hash(), *(item.hash for item in game.records)][: len(hashes)] != hashes:
        raise Refused(
            "{game} was handed over from here with {count} records, and the game in {file} does not go on from them. "
            "Nothing was changed.",
            game=parcel.name,
            count=len(own.records),
            file=parcel.source,
        )


def _require_receiver(home: Home, parcel: Parcel, rows: Rows) -> None:
    """Refused where the file hands its game to another referee than this one: it would be played in two places."""
    handed = [each for each in rows["decisions"] if each.what == "handed-to"]
    to = str(max(handed, key=lambda each: each.serial).facts.get("to", "")) if handed else ""
    if to and to.casefold() != home.config.address.casefold() and not (parcel.file.copy or parcel.here):
        raise Refused(
            "{file} hands {game} over to {to}, and is to be imported there: in two places it would roll the same dice "
            "for other orders. If {to} has not taken it, and never will: 'pbem import {file} --here'.",
            file=parcel.source,
            game=parcel.name,
            to=to,
        )


def _begin_here(home: Home, parcel: Parcel, game: Game, now: datetime) -> None:
    """Let the game be one of this mailbox: its clock runs on, and all are told; that of a copy stands still."""
    name, row = parcel.name, home.game_row(parcel.name)
    since = min((at for at in (row.handed_at, row.stuck_at) if at is not None), default=now)
    deadline, over = row.deadline, game.over or row.ended is not None
    runs = deadline is not None and row.paused_at is None and not over and not parcel.file.copy
    try:
        row = replace(row, path=f"{SAVES}/{name}", house=parse_house(row.house), handed_at=None, stuck_at=None)
        home.store.games.put(row)
        if runs:
            asked = game.rules.awaited(game.state)
            home.store.games.change(name, deadline=deadline_moved(home, row, asked, min(since, now), now))
        elif parcel.file.copy and not over:
            home.store.games.change(name, paused_at=row.paused_at or since)
        set_wake(home, name, now)
        glance_of(home, game)  # what stands in the rows is looked at once, before they count
        what = "copied" if parcel.file.copy else "received-moved" if runs else "received"
        tells = not (over or parcel.file.copy)
        decide(home, name, Decided(what, deadline), now, tells=tells)
    except (RefereeError, *TROUBLE):
        raise
    except Exception as wrong:  # rows from strange hands may be anything
        said = f"{type(wrong).__name__}: {wrong}"[:200]
        raise parcel.refuse(marked("what its private side holds cannot be read ({said})"), said=said) from wrong
