"""JSON sheets to orders: the same typed orders as text gives, with the place of every fault as a path."""

from collections.abc import Container, Mapping
from typing import Any

from pbem.core.orders import Kind, Order, Slot, rivals
from pbem.core.problems import Args, Problem
from pbem.core.record import kebab
from pbem.language.arguments import nonce_of
from pbem.language.commands import press_message
from pbem.language.lexicon import Lexicon
from pbem.language.names.nearest import Lookups, Miss
from pbem.language.names.slots import find, values_of
from pbem.language.reading import MAX_NONCE, MAX_ORDERS, Command, Reading, ReadLine
from pbem.language.strict_json import SHOWN, Refused, dotted, parse, shown
from pbem.language.words import Word, key, plain
from pbem.language.write import write_order

FORMAT = 1
MAX_TURN = 10_000
KEYS = ("format", "game", "turn", "nonce", "merge", "sections", "standing", "press")
_EXPECTED: Mapping[tuple[Kind, ...], tuple[str, type]] = {
    ("flag",): ("flag", bool),
    ("clause",): ("object", dict),
    ("number",): ("number", type(None)),
}
"""What a value must be where it is no text: in the word of a problem, and its type (a number's is tried before)."""
WRITTEN = "en"
"""The language in which the record keeps the lines of a sheet that came as JSON."""


def read_json(data: bytes, lexicon: Lexicon) -> Reading:
    """Read a JSON sheet (`pbem schema orders` prints its schema): never raises, whatever the bytes.

    Orders are numbered as they stand, sections first, then standing orders. Problems name the place as `path`. Units
    and spaces may be named as in a text; a section without a phase is like lines without a PHASE head.
    """
    try:
        return _Reader(lexicon).read(parse(data))
    except Refused as refused:
        return Reading(problems=(refused.problem,))
    except RecursionError:  # of the parser, or where a value is shown again
        return Reading(problems=(Problem(line=0, code="too-deep"),))


class _Problems:
    """The problems found so far; `near` finds nearest words as long as the look-ups last."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self.near = Lookups()

    def add(self, number: int, code: str, args: Args, near: tuple[str, ...] = ()) -> None:
        """A problem of an order by its number, 0: of the sheet."""
        self.found.append(Problem(line=number, code=code, args=args, near=near))

    def wrong(self, number: int, value: Any, path: str, expected: str) -> None:
        """A value that is not what is needed there."""
        self.add(number, "bad-value", {"path": path, "read": shown(value), "expected": expected})

    def keys(self, number: int, data: Mapping[str, Any], known: tuple[str, ...], path: str) -> None:
        """A problem for each key that is none of those known."""
        for name in sorted(data.keys() - set(known)):
            near = self.near(name[:SHOWN], known)
            self.add(number, "unknown-key", {"path": dotted(path, name), "expected": ", ".join(known)}, near)


class _Reader:
    """One sheet being read."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon, self._problems = lexicon, _Problems()
        self._lines: list[ReadLine] = []
        self._heads: list[str] = []
        self._commands: list[Command] = []

    def read(self, data: Any) -> Reading:
        """Read the parsed sheet."""
        if not isinstance(data, dict):
            raise Refused("bad-value", {"path": "$", "read": shown(data), "expected": "object"})
        if data.get("format") != FORMAT or isinstance(data.get("format"), bool):
            if "format" not in data:
                raise Refused("no-format", {"expected": FORMAT})
            raise Refused("bad-format", {"read": shown(data.get("format")), "expected": FORMAT})
        self._problems.keys(0, data, KEYS, "")
        game, turn = self._value(data, "game", str, "text"), self._value(data, "turn", int, "number")
        self._nonce(self._value(data, "nonce", str, "text") or "")
        for at, section in enumerate(self._value(data, "sections", list, "list") or ()):
            self._section(section, f"sections[{at}]")
        self._orders(self._value(data, "standing", list, "list") or (), None, "standing", standing=True)
        for at, message in enumerate(self._value(data, "press", list, "list") or ()):
            self._press(message, f"press[{at}]")
        return Reading(
            game=plain(game) if game else None,
            turn=turn,
            lines=tuple(self._lines),
            commands=tuple(self._commands),
            problems=tuple(self._problems.found),
            heads=tuple(dict.fromkeys(self._heads)),
            replaces=not self._value(data, "merge", bool, "flag"),
        )

    def _value(self, data: Mapping[str, Any], name: str, type_: type, expected: str) -> Any:
        value: Any = data.get(name)
        good = isinstance(value, type_) and isinstance(value, bool) == (type_ is bool)
        if good and type_ is int:
            good = 0 <= value < MAX_TURN
        if value is None or good:
            return value
        self._problems.wrong(0, value, name, expected)
        return None

    def _nonce(self, written: str) -> None:
        nonce = nonce_of(written)
        if len(nonce.splitlines()) > 1:
            self._problems.wrong(0, written, "nonce", "line")
        elif len(nonce) > MAX_NONCE:
            self._problems.add(0, "nonce-too-long", {"length": len(nonce), "limit": MAX_NONCE})
        elif nonce:
            self._commands.append(Command("nonce", (nonce,), f"MOTTO {nonce}"))

    def _press(self, message: Any, path: str) -> None:
        """A message to other players, or to the referee, as the same command that a text has."""
        if not isinstance(message, dict):
            self._problems.wrong(0, message, path, "object")
            return
        before = len(self._problems.found)
        self._problems.keys(0, message, ("to", "text", "anonymous"), path)
        for name in ("to", "text"):
            if not isinstance(message.get(name), str):
                self._problems.wrong(0, message.get(name), f"{path}.{name}", "text")
        if not isinstance(unsigned := message.get("anonymous", False), bool):
            self._problems.wrong(0, unsigned, f"{path}.anonymous", "flag")
        if len(self._problems.found) == before:
            self._commands.append(press_message(plain(message["to"]), message["text"], unsigned=unsigned))

    def _section(self, section: Any, path: str) -> None:
        if not isinstance(section, dict) or not isinstance(section.get("orders"), list):
            self._problems.wrong(0, section, path, "section")
            return
        self._problems.keys(0, section, ("phase", "orders"), path)
        phase = section.get("phase")
        known = {one.id for one in self._lexicon.phases}
        if phase is not None and phase not in (known if isinstance(phase, str) else ()):
            near = self._problems.near(phase[:SHOWN], tuple(sorted(known))) if isinstance(phase, str) else ()
            self._problems.add(0, "unknown-phase", {"path": f"{path}.phase", "read": shown(phase)}, near)
            phase = shown(phase)
        elif phase is not None:
            self._heads.append(phase)
        self._orders(section["orders"], phase, f"{path}.orders", standing=False)

    def _orders(self, orders: Any, phase: str | None, path: str, *, standing: bool) -> None:
        for at, data in enumerate(orders):
            if len(self._lines) >= MAX_ORDERS:
                raise Refused("too-many-orders", {"limit": MAX_ORDERS})
            before, number = len(self._problems.found), len(self._lines) + 1
            order = _read_order(number, data, f"{path}[{at}]", self._lexicon, self._problems)
            if order is not None and standing and not order.stands():
                self._problems.add(number, "not-standing", {"path": f"{path}[{at}]", "verb": order.type})
            if len(self._problems.found) > before:
                order = None
            text = write_order(order, self._lexicon, WRITTEN) if order else shown(data)
            self._lines.append(ReadLine(number, 0, text, phase, order, 0))


def _read_order(
    number: int, data: Any, path: str, lexicon: Lexicon, problems: _Problems, verbs: tuple[str, ...] = ()
) -> Order | None:
    """The order of an object (one of these verbs, if any); None, with problems, where it is none."""
    if not isinstance(data, dict):
        problems.wrong(number, data, path, "object")
        return None
    verb, known = data.get("type"), verbs or tuple(sorted(lexicon.orders))
    if not isinstance(verb, str) or verb not in known:
        near = problems.near(verb[:SHOWN], known) if isinstance(verb, str) else ()
        problems.add(number, "unknown-order", {"path": f"{path}.type", "read": shown(verb)}, near)
        return None
    order = lexicon.orders[verb]
    problems.keys(number, data, ("type", *(kebab(slot.field) for slot in order.FORM)), path)
    before = len(problems.found)
    filled = {name for name, about in order.model_fields.items() if not about.is_required()}
    fields = _Order(number, verb, lexicon, problems).fields(data, order.FORM, path, filled)
    return None if len(problems.found) > before else order(**fields)


class _Order:
    """One order being read from its object; `number` is the line's."""

    def __init__(self, number: int, verb: str, lexicon: Lexicon, problems: _Problems) -> None:
        self._number, self._verb, self._lexicon, self._problems = number, verb, lexicon, problems

    def fields(
        self, data: Mapping[str, Any], form: tuple[Slot, ...], path: str, filled: Container[str] = ()
    ) -> dict[str, Any]:
        """The fields of a form that are given and right. `filled` are those that have a value where they are not."""
        found: dict[str, Any] = {}
        taken: set[str] = set()
        for slot in form:
            at, value, others = f"{path}.{kebab(slot.field)}", data.get(kebab(slot.field)), rivals(slot, form)
            if value is None or value == []:
                alone = all(data.get(kebab(other.field)) in (None, []) for other in others)
                if slot.required and alone and (others or slot.field not in filled):
                    args = {"path": at, "verb": self._verb, "expected": "|".join(values_of(slot, self._lexicon))}
                    self._problems.add(self._number, "missing-field", dict(args))
            elif slot.field in taken and value is not False:
                self._problems.add(self._number, "said-twice", {"path": at, "read": kebab(slot.field)})
            else:
                found[slot.field] = self._field(value, slot, at)
                taken.update(other.field for other in others if value is not False)
        return {name: value for name, value in found.items() if value is not None}

    def _field(self, value: Any, slot: Slot, path: str) -> Any:
        """The value of a slot; None where it is wrong (then there is a problem)."""
        if not slot.many:
            return self._value(value, slot, path)
        if isinstance(value, list):
            return tuple(self._value(one, slot, f"{path}[{i}]") for i, one in enumerate(value))
        self._problems.wrong(self._number, value, path, "list")
        return None

    def _value(self, value: Any, slot: Slot, path: str) -> Any:
        """One value of a slot: true or false, an order, the fields of a clause, a number, or what a text names."""
        if slot.kinds == ("order",):
            return _read_order(self._number, value, path, self._lexicon, self._problems, slot.verbs)
        expected, type_ = _EXPECTED.get(slot.kinds, ("text", str))
        if type(value) is int and "number" in slot.kinds:
            if slot.least <= value <= slot.most:
                return value
            args: Args = {"read": str(value)[:SHOWN], "least": slot.least, "most": slot.most, "path": path}
            self._problems.add(self._number, "bad-count", args)
            return None
        good = isinstance(value, type_)
        if not good:
            self._problems.wrong(self._number, value, path, expected)
            return None
        if slot.kinds == ("clause",):
            self._problems.keys(self._number, value, tuple(kebab(one.field) for one in slot.clause), path)
            return self.fields(value, slot.clause, path)
        return value if slot.kinds == ("flag",) else self._word(value, slot, path)

    def _word(self, value: str, slot: Slot, path: str) -> str | int | None:
        """What a text names in a slot; None, with a problem, if nothing."""
        found = find(Word(shown(value), 0, 0, key(value[:SHOWN]), True), slot, self._lexicon, self._problems.near)
        if isinstance(found, Miss):
            self._problems.add(self._number, found.code, {**found.args, "path": path}, found.near)
            return None
        return found
