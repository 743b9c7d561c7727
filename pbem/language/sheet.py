"""JSON sheets to orders: the same typed orders as text gives, with the place of every fault as a path."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.orders import Order, Slot
from pbem.core.problems import Args, Problem
from pbem.core.record import kebab
from pbem.language.commands import nonce_of
from pbem.language.lexicon import Lexicon
from pbem.language.names import Lookups, Miss, find, kinds_of
from pbem.language.reading import MAX_NONCE, MAX_ORDERS, MAX_TEXT, Command, Reading, ReadLine
from pbem.language.words import Word, key, plain
from pbem.language.write import write_order

FORMAT = 1
MAX_DEPTH = 8
"""Lists and objects within each other; a sheet needs five."""
MAX_TURN = 10_000
SHOWN = 80
KEYS = ("format", "game", "turn", "nonce", "sections", "standing")
WRITTEN = "en"
"""The language in which the record keeps the lines of a sheet that came as JSON."""


class Refused(Exception):
    """The whole sheet cannot be read; the problem says why."""

    def __init__(self, code: str, args: Args, column: int = 0) -> None:
        super().__init__(code)
        self.problem = Problem(line=0, code=code, column=column, args=args)


def read_json(data: bytes, lexicon: Lexicon) -> Reading:
    """Read a JSON sheet (`pbem schema orders` prints its schema): never raises, whatever the bytes.

    Orders are numbered as they stand, sections first, then standing orders. Problems name the place as `path`. Units
    and spaces may be named as in a text; a section without a phase is like lines without a PHASE head.
    """
    try:
        return _Reader(lexicon).read(parse(data))
    except Refused as refused:
        return Reading(problems=(refused.problem,))


class _Object(dict[str, Any]):
    """A JSON object that remembers which keys it had twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        counts = Counter(name for name, _ in pairs)
        self.twice = sorted(name for name, count in counts.items() if count > 1)


def parse(data: bytes) -> Any:
    """The JSON values of a sheet; Refused for too much, too deep, broken JSON, and keys that stand twice."""
    if len(data) > MAX_TEXT:
        raise Refused("too-long", {"length": len(data), "limit": MAX_TEXT})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Refused("not-utf-8", {"offset": wrong.start}) from None
    _check_depth(text)
    try:
        value = json.loads(text, object_pairs_hook=_Object, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        raise Refused("bad-json", {"row": wrong.lineno, "column": wrong.colno}, wrong.colno) from None
    except ValueError:
        raise Refused("bad-number", {}) from None
    for path, name in _twice(value, ""):
        raise Refused("duplicate-key", {"path": _dotted(path, name)})
    return value


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _check_depth(text: str) -> None:
    depth, quoted, escaped = 0, False, False
    for at, character in enumerate(text):
        if quoted:
            quoted, escaped = escaped or character != '"', not escaped and character == "\\"
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                row, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
                raise Refused("too-deep", {"limit": MAX_DEPTH, "row": row, "column": column}, column)
        elif character in "]}":
            depth -= 1


def _twice(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, _Object):
        yield from ((path, name) for name in value.twice)
        for name, inner in value.items():
            yield from _twice(inner, _dotted(path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _twice(inner, f"{path}[{at}]")


def _dotted(path: str, name: str) -> str:
    return f"{path}.{_shown(name)}" if path else _shown(name)


def _shown(value: Any) -> str:
    """A JSON value as a problem repeats it."""
    return plain(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))[:SHOWN]


class _Reader:
    """One sheet being read."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon, self._near = lexicon, Lookups()
        self._lines: list[ReadLine] = []
        self._heads: list[str] = []
        self._problems: list[Problem] = []
        self._commands: list[Command] = []

    def read(self, data: Any) -> Reading:
        """Read the parsed sheet."""
        if not isinstance(data, dict):
            raise Refused("bad-value", {"path": "$", "read": _shown(data), "expected": "object"})
        if data.get("format") != FORMAT or isinstance(data.get("format"), bool):
            raise Refused("bad-format", {"read": _shown(data.get("format")), "expected": FORMAT})
        self._keys(0, data, KEYS, "")
        game, turn = self._value(data, "game", str, "text"), self._value(data, "turn", int, "number")
        self._nonce(self._value(data, "nonce", str, "text") or "")
        for at, section in enumerate(self._value(data, "sections", list, "list") or ()):
            self._section(section, f"sections[{at}]")
        self._orders(self._value(data, "standing", list, "list") or (), None, "standing", standing=True)
        return Reading(
            game=plain(game) if game else None,
            turn=turn,
            lines=tuple(self._lines),
            commands=tuple(self._commands),
            problems=tuple(self._problems),
            heads=tuple(dict.fromkeys(self._heads)),
        )

    def _value(self, data: Mapping[str, Any], name: str, type_: type, expected: str) -> Any:
        value: Any = data.get(name)
        good = isinstance(value, type_) and not isinstance(value, bool)
        if good and type_ is int:
            good = 0 <= value < MAX_TURN
        if value is None or good:
            return value
        self._wrong(0, value, name, expected)
        return None

    def _nonce(self, written: str) -> None:
        nonce = nonce_of(written)
        if len(nonce.splitlines()) > 1:
            self._wrong(0, written, "nonce", "line")
        elif len(nonce) > MAX_NONCE:
            self._add(0, "nonce-too-long", {"length": len(nonce), "limit": MAX_NONCE})
        elif nonce:
            self._commands.append(Command("nonce", (nonce,), f"NONCE {nonce}"))

    def _section(self, section: Any, path: str) -> None:
        if not isinstance(section, dict) or not isinstance(section.get("orders"), list):
            self._add(0, "bad-value", {"path": path, "read": _shown(section), "expected": "section"})
            return
        self._keys(0, section, ("phase", "orders"), path)
        phase = section.get("phase")
        known = {one.id for one in self._lexicon.phases}
        if phase is not None and phase not in (known if isinstance(phase, str) else ()):
            near = self._near(phase[:SHOWN], tuple(sorted(known))) if isinstance(phase, str) else ()
            self._add(0, "unknown-phase", {"path": f"{path}.phase", "read": _shown(phase)}, near)
            phase = _shown(phase)
        elif phase is not None:
            self._heads.append(phase)
        self._orders(section["orders"], phase, f"{path}.orders", standing=False)

    def _orders(self, orders: Any, phase: str | None, path: str, *, standing: bool) -> None:
        for at, data in enumerate(orders):
            if len(self._lines) >= MAX_ORDERS:
                raise Refused("too-many-orders", {"limit": MAX_ORDERS})
            before, number = len(self._problems), len(self._lines) + 1
            order = self._order(number, data, f"{path}[{at}]")
            if order is not None and standing and not order.stands():
                self._add(number, "not-standing", {"path": f"{path}[{at}]", "verb": order.type})
            if len(self._problems) > before:
                order = None
            text = write_order(order, self._lexicon, WRITTEN) if order else _shown(data)
            self._lines.append(ReadLine(number, 0, text, phase, order, 0))

    def _order(self, number: int, data: Any, path: str) -> Order | None:
        """The order of an object; None, with problems, where it is none."""
        if not isinstance(data, dict):
            self._wrong(number, data, path, "object")
            return None
        verb = data.get("type")
        if not isinstance(verb, str) or verb not in self._lexicon.orders:
            near = self._near(verb[:SHOWN], tuple(sorted(self._lexicon.orders))) if isinstance(verb, str) else ()
            self._add(number, "unknown-order", {"path": f"{path}.type", "read": _shown(verb)}, near)
            return None
        form = self._lexicon.orders[verb].FORM
        self._keys(number, data, ("type", *(kebab(slot.field) for slot in form)), path)
        before = len(self._problems)
        fields = {slot.field: self._field(number, data, slot, verb, path) for slot in form}
        given = {name: value for name, value in fields.items() if value is not None}
        return None if len(self._problems) > before else self._lexicon.orders[verb](**given)

    def _field(self, number: int, data: Mapping[str, Any], slot: Slot, verb: str, path: str) -> Any:
        """The value of a slot; None where it is left out or wrong (then there is a problem)."""
        name = kebab(slot.field)
        value, at = data.get(name), f"{path}.{name}"
        if value is None or value == []:
            if slot.required and self._lexicon.orders[verb].model_fields[slot.field].is_required():
                self._add(
                    number, "missing-field", {"path": at, "verb": verb, "expected": kinds_of(slot, self._lexicon)}
                )
            return None
        expected = "flag" if slot.kinds == ("flag",) else "list" if slot.many else "text"
        if slot.kinds == ("flag",) and isinstance(value, bool):
            return value
        if slot.many and isinstance(value, list):
            return tuple(self._word(number, one, slot, f"{at}[{i}]") for i, one in enumerate(value))
        if expected != "text":
            self._wrong(number, value, at, expected)
            return None
        return self._word(number, value, slot, at)

    def _word(self, number: int, value: Any, slot: Slot, path: str) -> str | None:
        """What a text names in a slot; None, with a problem, if nothing."""
        if not isinstance(value, str):
            self._wrong(number, value, path, "text")
            return None
        found = find(Word(_shown(value), 0, 0, key(value[:SHOWN]), True), slot, self._lexicon, self._near)
        if isinstance(found, Miss):
            self._add(number, found.code, {**found.args, "path": path}, found.near)
            return None
        return found

    def _keys(self, number: int, data: Mapping[str, Any], known: tuple[str, ...], path: str) -> None:
        for name in sorted(data.keys() - set(known)):
            near = self._near(name[:SHOWN], known)
            self._add(number, "unknown-key", {"path": _dotted(path, name), "expected": ", ".join(known)}, near)

    def _wrong(self, number: int, value: Any, path: str, expected: str) -> None:
        self._add(number, "bad-value", {"path": path, "read": _shown(value), "expected": expected})

    def _add(self, number: int, code: str, args: Args, near: tuple[str, ...] = ()) -> None:
        self._problems.append(Problem(line=number, code=code, args=args, near=near))
