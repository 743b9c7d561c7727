"""A table of rows: dataclasses in, dataclasses out."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar, get_type_hints

from pbem.store.database import Database
from pbem.store.errors import StoreError

R = TypeVar("R")
_PLAIN = (str, int, bytes)


class Table(Generic[R]):
    """The rows of one table, found by the columns of `key`. Every writing method joins an open transaction."""

    def __init__(self, database: Database, name: str, row: type[R], key: Sequence[str]) -> None:
        self.database = database
        self.name = name
        self.row = row
        self.key = tuple(key)
        self.columns = _columns(row)  # type: ignore[arg-type]
        self._readers = _readers(row)  # type: ignore[arg-type]
        self._by_key = _equal(self.key)
        self._keep, self._replace = _insertions(name, self.columns, self.key)

    def get(self, *key: Any) -> R | None:
        """The row with this key, or None."""
        found = self.where(self._by_key, *key)
        return found[0] if found else None

    def need(self, *key: Any) -> R:
        """The row with this key; StoreError where there is none."""
        found = self.get(*key)
        if found is None:
            raise StoreError(
                "{path}: {name} has no {key}.",
                path=self.database.path,
                name=self.name,
                key=" ".join(str(part) for part in key),
            )
        return found

    def where(
        self,
        condition: str = "1",
        *values: Any,
        order: str | None = None,
        most: int | None = None,
        blank: Mapping[str, str] | None = None,
    ) -> tuple[R, ...]:
        """The rows that an SQL condition holds for, by key or by the columns of `order`, the first `most` of them.

        `blank` gives columns that are not read, for they may be large, with the SQL that stands in for each.
        """
        stand_in = tuple((blank or {}).items())
        sql = _selection(self.name, self.columns, condition, order or _quoted(self.key), most, stand_in)
        return self._select(sql, tuple(to_sql(value) for value in values))

    def of(self, **columns: Any) -> tuple[R, ...]:
        """The rows whose columns have these values, by key."""
        condition = _equal(tuple(columns))
        return self.where(condition, *columns.values())

    def put(self, row: R) -> None:
        """Write a row, in place of the one with its key."""
        self.database.write(self._replace, self._values(row))

    def add(self, row: R) -> bool:
        """Write a row unless there is one with its key; whether it was written."""
        return self.database.write(self._keep, self._values(row)) > 0

    def change(self, *key: Any, **columns: Any) -> R:
        """The row with this key after these columns were given new values; StoreError where there is none."""
        with self.database.transaction():
            row: R = replace(self.need(*key), **columns)  # type: ignore[type-var]
            self.put(row)
        return row

    def remove(self, **columns: Any) -> int:
        """Remove the rows whose columns have these values; how many there were."""
        condition = _equal(tuple(columns))
        return self.write(f"DELETE FROM {self.name} WHERE {condition}", *columns.values())

    def count(self, condition: str, *values: Any) -> int:
        """How many rows an SQL condition holds for."""
        sql = f"SELECT COUNT(*) FROM {self.name} WHERE {condition}"
        return int(self.database.execute(sql, [to_sql(value) for value in values])[0][0])

    def reaches(self, most: int, condition: str, *values: Any) -> bool:
        """Whether an SQL condition holds for as many rows as that; no more of them are looked at."""
        sql = f"SELECT COUNT(*) FROM (SELECT 1 FROM {self.name} WHERE {condition} LIMIT {int(most)})"
        return int(self.database.execute(sql, [to_sql(value) for value in values])[0][0]) >= most

    def write(self, sql: str, *values: Any) -> int:
        """Run one statement that writes this table; how many rows it touched."""
        return self.database.write(sql, [to_sql(value) for value in values])

    def next_serial(self, **columns: Any) -> int:
        """One more than the greatest `serial` among the rows whose columns have these values."""
        condition = _equal(tuple(columns))
        sql = f"SELECT COALESCE(MAX(serial), 0) + 1 FROM {self.name} WHERE {condition}"
        return int(self.database.execute(sql, list(columns.values()))[0][0])

    def _values(self, row: R) -> list[Any]:
        return [to_sql(getattr(row, column)) for column in self.columns]

    def _select(self, sql: str, values: tuple[Any, ...]) -> tuple[R, ...]:
        return tuple(self._read(found) for found in self.database.execute(sql, values))

    def _read(self, found: Sequence[Any]) -> R:
        try:
            values = list(found)
            for at, read in self._readers:
                if values[at] is not None:
                    values[at] = read(values[at])
        except (ValueError, TypeError) as wrong:
            raise StoreError(
                "{path}: a row of {name} cannot be read (“{wrong}”).",
                path=self.database.path,
                name=self.name,
                wrong=wrong,
            ) from wrong
        return self.row(*values)


class KeptTable(Table[R]):
    """A small table that is read over and over: what was read is kept until something is written."""

    _moment: tuple[int, int] | None = None
    _kept: dict[tuple[str, tuple[Any, ...]], tuple[R, ...]]

    def _select(self, sql: str, values: tuple[Any, ...]) -> tuple[R, ...]:
        if self._moment != (now := self.database.moment()):
            self._moment, self._kept = now, {}
        key = sql, values
        if key not in self._kept:
            self._kept[key] = super()._select(sql, values)
        return self._kept[key]


def to_sql(value: Any) -> Any:
    """A value as SQLite keeps it: aware times in UTC, days as ISO texts, JSON as text; ValueError for a naive time."""
    if value is None or isinstance(value, _PLAIN):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"a time without zone: {value}")
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


# Statements are put together once: a daemon opens the database for each tick, and asks the same again and again.


@cache
def _columns(row: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(row))


def _quoted(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


@lru_cache(maxsize=512)
def _equal(columns: tuple[str, ...]) -> str:
    """The condition that these columns have given values."""
    return " AND ".join(f'"{column}" = ?' for column in columns) or "1"


@cache
def _insertions(name: str, columns: tuple[str, ...], key: tuple[str, ...]) -> tuple[str, str]:
    """The statement that adds a row unless there is one with its key, and the one that puts it in its place."""
    insert = f"INSERT INTO {name} ({_quoted(columns)}) VALUES ({', '.join('?' * len(columns))})"
    rest = ", ".join(f'"{column}" = excluded."{column}"' for column in columns if column not in key)
    conflict = f"{insert} ON CONFLICT ({_quoted(key)}) DO"
    return f"{conflict} NOTHING", f"{conflict} UPDATE SET {rest}"


@lru_cache(maxsize=512)
def _selection(
    name: str,
    columns: tuple[str, ...],
    condition: str,
    order: str,
    most: int | None,
    blank: tuple[tuple[str, str], ...],
) -> str:
    """The statement that reads rows, some columns of which others stand in for."""
    stand_in = dict(blank)
    names = ", ".join(stand_in.get(column, f'"{column}"') for column in columns)
    limit = "" if most is None else f" LIMIT {int(most)}"
    return f"SELECT {names} FROM {name} WHERE {condition} ORDER BY {order}{limit}"


@cache
def _readers(row: type) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """How the columns of a row are read back, by number; those that are taken as they are have none."""
    found = enumerate(map(_reader, get_type_hints(row).values()))
    return tuple((at, read) for at, read in found if read is not None)


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    """How a column of a field with this type is read back; None where SQLite gives it as it is."""
    kinds = [kind for kind in getattr(hint, "__args__", (hint,)) if kind is not type(None)]
    kind = kinds[0] if getattr(hint, "__origin__", None) is None else hint
    if kind is datetime:
        return datetime.fromisoformat
    if kind is date:
        return date.fromisoformat
    if kind is bool:
        return bool
    if kind in _PLAIN:
        return None
    if kind == tuple[str, ...]:
        return _words
    as_tuple = getattr(kind, "__origin__", None) is tuple
    return lambda value: tuple(json.loads(value)) if as_tuple else json.loads(value)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """A list of words; most are those of the last reading."""
    return tuple(json.loads(text))
