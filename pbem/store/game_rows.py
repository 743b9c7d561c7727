"""The rows of one game as JSON, out of one database and into another; from a strange file none is believed unread.

Everything that is kept by game goes along but glances, which are worked out anew. Notices go as what they say: their
numbers are those of the mailbox.
"""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from datetime import UTC, date, datetime
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from pbem.phrases import marked
from pbem.store.errors import StoreError
from pbem.store.rows import Json, OutboxRow
from pbem.store.schema import VERSION
from pbem.store.store import Store
from pbem.store.table import Table

NOTICES = "notices"
KEPT = ("bounces", "mails", "outbox", "sent")
"""What came and went by mail is never taken away, nor written over: a Message-ID names one mail for ever."""

MOST_MAILED = 300_000_000


class BadRows(StoreError):
    """Rows are not what this release, or any, keeps of a game; the text says which and why."""


def tables_of(store: Store) -> dict[str, Table[Any]]:
    """The tables that are kept by game, by name, but for glances and notices."""
    every: tuple[Table[Any], ...] = (
        store.games, store.seats, store.sheets, store.sections, store.standing, store.answers, store.locks,
        store.mails, store.outbox, store.outbox.texts, store.bounces, store.proposals, store.votes, store.decisions,
        store.silences, store.absences, store.guests, store.press,
    )  # fmt: skip
    return {table.name: table for table in every}


def game_rows(store: Store, game: str) -> dict[str, list[Any]]:
    """The rows of a game by table, each table in the order of its key; open notices too. Rows as in `rows.py`.

    Of mails that went out no more than the newest are among them, as many as have MOST_MAILED bytes.
    """
    found = {
        name: list(table.of(**{"name" if name == "games" else "game": game}))
        for name, table in sorted(tables_of(store).items())
    }
    found["outbox"] = _newest(found["outbox"])
    newest = {row.message_id for row in found["outbox"]}
    found["sent"] = [row for row in found["sent"] if row.message_id in newest]
    return {**found, NOTICES: [notice for notice in store.notices.open() if notice.game == game]}


def _newest(mails: Sequence[OutboxRow]) -> list[OutboxRow]:
    """The newest of some mails, as many as may go along, by their key."""
    kept, whole = [], 0
    for row in sorted(mails, key=lambda row: (row.at, row.message_id), reverse=True):
        whole += len(row.raw)
        if whole > MOST_MAILED:
            break
        kept.append(row)
    return sorted(kept, key=lambda row: row.message_id)


def rows_to_json(rows: Mapping[str, Sequence[Any]]) -> dict[str, list[dict[str, Json]]]:
    """The same as JSON values: times as ISO texts in UTC, bytes in base64."""
    return {
        name: [{field.name: _plain(getattr(row, field.name)) for field in fields(row)} for row in listed]
        for name, listed in rows.items()
    }


def rows_from_json(store: Store, version: int, data: Mapping[str, Any], game: str) -> dict[str, list[Any]]:
    """The rows of a game, read from JSON values that another mailbox has written in this version of its database.

    BadRows where that is newer than ours, or a row is not one: a column that is unknown, of another kind, or missing
    though nothing stands in for it; or the row of another game.
    """
    if version > VERSION:
        text = marked("its private side was written by a newer pbem (database {found}; this one knows up to {known})")
        raise BadRows(text, found=version, known=VERSION)
    found: dict[str, list[Any]] = {}
    known: dict[str, Table[Any]] = {**tables_of(store), NOTICES: store.notices}
    if unknown := sorted(data.keys() - known.keys()):
        raise BadRows("there is no table {table}", table=unknown[0])
    for name, table in known.items():
        column = "name" if name == "games" else "game"
        listed = data.get(name, [])
        if not isinstance(listed, list):
            raise BadRows("{table} is no list of rows", table=name)
        found[name] = [_row(table, each, number) for number, each in enumerate(listed, 1)]
        for number, row in enumerate(found[name], 1):
            if getattr(row, column) != game:
                raise BadRows("row {n} of {table} is of another game", n=number, table=name)
        keys = {tuple(getattr(row, each) for each in table.key) for row in found[name]}
        if len(keys) < len(found[name]):
            raise BadRows("two rows of {table} have the same key", table=name)
    return found


def write_game_rows(store: Store, rows: Mapping[str, Sequence[Any]], game: str) -> None:
    """Let these be the rows of a game, in place of those that are there; of mails those that are there stay."""
    with store.transaction():
        store.glances.remove(game=game)
        for name, table in tables_of(store).items():
            if name not in KEPT:
                table.remove(**{"name" if name == "games" else "game": game})
            for row in rows[name]:
                if not table.add(row) and name not in KEPT:
                    raise BadRows("row {row} of {table} is there already", table=name, row=_key(table, row))
        known = [(notice.code, notice.at, notice.args) for notice in store.notices.of(game=game)]
        for notice in rows[NOTICES]:
            if (notice.code, notice.at, notice.args) in known:
                continue
            store.notices.put(replace(notice, serial=store.notices.next_serial()))


def _key(table: Table[Any], row: Any) -> str:
    return " ".join(str(getattr(row, column)) for column in table.key)


def _plain(value: Any) -> Json:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _row(table: Table[Any], data: Any, number: int) -> Any:
    """A row of a table; BadRows where the value is none."""
    where = {"n": number, "table": table.name}
    if not isinstance(data, dict):
        raise BadRows("row {n} of {table} is no object", **where)
    hints, given = get_type_hints(table.row), {}
    for name in data:
        if name not in hints:
            raise BadRows("row {n} of {table}: there is no column {column!r}", column=str(name)[:40], **where)
    for field in fields(table.row):
        if field.name not in data:
            if field.default is MISSING and field.default_factory is MISSING:
                raise BadRows("row {n} of {table}: {column} is missing", column=field.name, **where)
            continue
        try:
            given[field.name] = _value(hints[field.name], data[field.name])
        except (ValueError, TypeError, OverflowError):
            raise BadRows("row {n} of {table}: {column} is not what it can be", column=field.name, **where) from None
    return table.row(**given)


def _value(hint: Any, value: Json) -> Any:
    """A value of a column as its row holds it; ValueError or TypeError where it is of another kind."""
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if value is None and NoneType in kinds:
        return None
    kind = next(each for each in kinds if each is not NoneType)
    if get_origin(kind) is not tuple:
        return _READ[get_origin(kind) or kind](value)
    of = get_args(kind)[0]
    return tuple(one if of is Any else _READ[of](one) for one in _exactly(list)(value))


def _exactly(kind: type) -> Callable[[Json], Any]:
    def check(value: Json) -> Any:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return check


def _number(value: Json) -> int:
    if type(value) is not int or abs(value) >= 2**63:
        raise TypeError(value)
    return value


def _time(value: Json) -> datetime:
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError(value)
    return found.astimezone(UTC)


def _bytes(value: Json) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error as wrong:
        raise ValueError(value) from wrong


_READ: Mapping[Any, Callable[[Json], Any]] = {
    str: _exactly(str),
    int: _number,
    bool: _exactly(bool),
    dict: _exactly(dict),
    bytes: _bytes,
    datetime: _time,
    date: date.fromisoformat,
}
