"""Events to sentences: each type of event has a macro of its name in the game's own template."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, TemplateError

from pbem.core.events import Amended, Event, PhaseBegan, Rolled
from pbem.core.pieces import natural
from pbem.report.words import Words, capfirst

MANY = 4
"""From this many events of one type in a phase on they are told in groups."""
CELL = " | "
"""What parts the cells of a row in what a macro gives."""
_SILENT = (Rolled, PhaseBegan, Amended)

Row = tuple[str, ...]


class SentenceMissing(ValueError):
    """A game's template cannot tell an event; the message names the macro, the file and what went wrong."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing told: a sentence and the rows under it. A row of several cells begins with what it is about."""

    text: str
    rows: tuple[Row, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The rows as lines of text: "Attack: 3 + 3 = 6; die 4: 6 × 4 = 24"."""
        return tuple(row[0] if len(row) == 1 else f"{row[0]}: {'; '.join(row[1:])}" for row in self.rows)

    @property
    def plain(self) -> str:
        """All of it as text, a line each."""
        return "\n".join((self.text, *self.lines))


class Sentences:
    """The sentences of one game in one language.

    The template's macros are named after the event type (`order-voided` is `order_voided`) and take the event and the
    `Words`; what they give is a line or a few, its blanks do not count. The first line is a sentence, the others are
    rows under it, whose cells " | " parts. A macro that gives nothing tells nothing.

    Many events of a type in a phase are told together: `<type>_many(count, w)` gives the sentence for all, and
    `<type>_brief` the few words of each, ordered by the place that `<type>_at` says it went to; a type whose brief
    words are none is told by its sentence alone, at the end. Where a mail shows the position as well,
    `<type>_standing(events, w)` tells what it does not show. `UNDER` names for a type those that it is told under, by
    the row `<type>_row(events, w)`; rolls are told in no other way. `ONCE` lists types of which what is the same again
    is not told again; `TOLD_BY` gives the type that tells it later, and the field that both share; `TOLD_NEXT` the
    types of which the very next event, if the same units do it, says it too, unless it is by a standing order; `ONWARD`
    the fields in which events of a type are alike that are told as one, where the `path` of one begins where that of
    the event before it ends. `situation` says what the position means for victory, `sharing` who orders what of a side
    with two seats. Macros of `fallback` serve where the game's own template has none.
    """

    def __init__(self, template: str, words: Words, fallback: str = "", name: str = "events") -> None:
        """Compile the templates' text; SentenceMissing where they are no templates."""
        self._words, self._name, self._fault = words, name, ""
        try:
            self._macros = [_module(source) for source in (template, fallback)]
        except TemplateError as wrong:
            raise SentenceMissing(f"{name}: {wrong}") from wrong
        self._under: Mapping[str, Sequence[str]] = self._table("UNDER")
        self._told_by: Mapping[str, Sequence[str]] = self._table("TOLD_BY")
        self._told_next: Mapping[str, Sequence[str]] = self._table("TOLD_NEXT")
        self._once = set(self._table("ONCE"))
        self._onward: Mapping[str, Sequence[str]] = self._table("ONWARD")

    @classmethod
    def read(cls, path: Path, words: Words, fallback: Path | None = None) -> "Sentences":
        """The sentences of a template file; of one that is none, or not there, SentenceMissing is all it has to say."""
        try:
            rest = fallback.read_text("utf-8") if fallback else ""
            return cls(path.read_text("utf-8"), words, rest, path.name)
        except (OSError, ValueError) as wrong:
            silent = cls("", words, name=path.name)
            silent._fault = str(wrong)
            return silent

    def render(self, event: Event) -> str:
        """The lines that tell an event, "" for one that needs none. SentenceMissing where no macro tells it."""
        item = self._item(event)
        return item.plain if item is not None else ""

    def question(self, question: Any) -> str:
        """The line or few that ask an open question and say how to answer: the macro `question_<kind>`, "" for none."""
        macro = self._macro(f"question-{question.kind}")
        return "" if macro is None else self._call(macro, question)

    def answers(self, question: Any) -> tuple[Row, ...]:
        """The orders that answer an open question, each with what is said of it: the macro `answers_<kind>`, if any."""
        macro = self._macro(f"answers-{question.kind}")
        return () if macro is None else tuple(_cells(line) for line in self._call(macro, question).split("\n") if line)

    def situation(self, facts: Any) -> Item | None:
        """What the position means for victory: the macro `situation`; None where the game has nothing to say of it."""
        macro = self._macro("situation")
        return None if macro is None else _read(self._call(macro, facts))

    def sharing(self, shared: Any) -> str:
        """What a seat orders of a side that has two, and what the other: the macro `sharing`; "" for no word of it."""
        macro = self._macro("sharing")
        return "" if macro is None else " ".join(self._call(macro, shared).split())

    def standing_orders(self, events: Sequence[Event]) -> tuple[str, ...]:
        """What became of the standing orders of whom a mail is for, a line an order: the macro `standing_orders`.

        `events` are all of the mail, as its reader may see them. None where the game has nothing to say of it.
        """
        macro = self._macro("standing-orders")
        return tuple(filter(None, self._call(macro, events).split("\n"))) if macro is not None else ()

    def items(self, events: Sequence[Event], fronts: Sequence[str] = (), *, shown: bool = False) -> list[Item]:
        """What is told of events, in their order; what many did stands where the first of them did it.

        `fronts` are the places by which what many did is ordered: each goes to the nearest. `shown`: the position
        stands in the same mail, and with it where units were set up.
        """
        loud = [e for e in events if self._is_loud(e) and not self._is_told_later(e, events)]
        told = self._joined(e for at, e in enumerate(loud) if not self._is_told_next(loud, at))
        stacks = self._stacked(told)
        together, done = self._together([event for event, _ in stacks]), set()
        found: list[Item] = []
        last: list[Item] = []
        for event, under in stacks:
            if event.type not in together:
                item = self._item(event)
                found += [] if item is None else [self._with_rows(item, under)]
            elif event.type not in done:
                done.add(event.type)
                alike = [one for one, _ in stacks if one.type == event.type]
                standing = self._macro(f"{event.type}-standing") if shown else None
                group = self._standing(standing, alike) if standing else self._grouped(alike, fronts)
                (found if group.rows or standing else last).append(group)
        return [*found, *last]

    def _is_loud(self, event: Event) -> bool:
        """Whether anything may be said of an event, if only under another."""
        return not isinstance(event, _SILENT) or event.type in self._under

    def _joined(self, told: Iterable[Any]) -> list[Any]:
        """Events, those that go on from the one before as one with it, those that are to be told once but once."""
        found: list[Any] = []
        for event in told:
            if event.type in self._once and event in found:
                continue
            if found and self._goes_on(found[-1], event):
                found[-1] = event.model_copy(update={"path": (*found[-1].path, *event.path[1:])})
            else:
                found.append(event)
        return found

    def _goes_on(self, last: Any, event: Any) -> bool:
        """Whether an event is told as one with the one before it."""
        alike: Sequence[str] = self._onward.get(event.type, ())
        same = bool(alike) and last.type == event.type and all(getattr(last, f) == getattr(event, f) for f in alike)
        return same and bool(last.path[-1] == event.path[0])

    def _is_told_later(self, event: Event, events: Sequence[Event]) -> bool:
        """Whether another event of the phase tells all that this one says."""
        by, field = self._told_by.get(event.type, ("", ""))
        return any(e.type == by and getattr(e, field) == getattr(event, field) for e in events if by)

    def _is_told_next(self, events: Sequence[Event], at: int) -> bool:
        """Whether what is told behind the event `at` is what its units do, and no standing order made them."""
        event = events[at]
        types = self._told_next.get(event.type, ())
        after = islice(events, at + 1, None) if types else ()
        following = next((e for e in after if not isinstance(e, _SILENT)), None)
        if following is None or following.type not in types or getattr(event, "standing", None) is not None:
            return False
        return _doers(event) == _doers(following)

    def _together(self, told: Sequence[Event]) -> set[str]:
        """The types of events that are told together: those of many, and those of which nothing is said singly."""
        counts = Counter(event.type for event in told)
        able = {type_ for type_ in counts if self._macro(f"{type_}-many") is not None}
        loud = {event.type for event in told if event.type in able and self._brief(event)}
        return {type_ for type_ in able if counts[type_] >= MANY or type_ not in loud}

    def _stacked(self, told: Sequence[Event]) -> list[tuple[Event, list[Event]]]:
        """Each event with those after it that are told under it; none of which nothing is said but under another."""
        stacks: list[tuple[Event, list[Event]]] = []
        for event in told:
            if stacks and stacks[-1][0].type in self._under.get(event.type, ()):
                stacks[-1][1].append(event)
            elif not isinstance(event, _SILENT):
                stacks.append((event, []))
        return stacks

    def _with_rows(self, item: Item, under: Sequence[Event]) -> Item:
        """An item with the rows of the events that are told under it, one a type."""
        rows = list(item.rows)
        for type_ in dict.fromkeys(event.type for event in under):
            said = self._said(f"{type_}-row", [event for event in under if event.type == type_])
            rows += [_cells(line) for line in said.split("\n") if line]
        return replace(item, rows=tuple(rows))

    def _standing(self, macro: Callable[..., Any], events: Sequence[Event]) -> Item:
        """A sentence for events whose outcome the position shows, and what it does not."""
        first, *rest = self._call(macro, events).split("\n")
        return Item(first, tuple(_cells(line) for line in rest))

    def _grouped(self, events: Sequence[Event], fronts: Sequence[str]) -> Item:
        """A sentence for all, and a row for each place they went to, or for each unit whose counters they are."""
        rows: dict[str, list[str]] = {}
        spaces: dict[str, set[str]] = {}
        for event in events:
            if few := self._brief(event):
                front = self._front(event, fronts)
                rows.setdefault(front, []).append(few)
                spaces.setdefault(front, set()).add(self._said(f"{event.type}-at", event))
        ordered = [row for row in (*fronts, *sorted(rows.keys() - set(fronts))) if row in rows]
        placed = [row for row in ordered if self._words.is_space(row)]
        heads = {row: capfirst(self._words.front(row, spaces[row])) for row in placed}
        heads |= {row: row for row in rows if row not in heads}  # who comes aboard a ship is told too
        named = ((head, f"{'; '.join(sorted(rows[row], key=natural))}.") for row, head in heads.items())
        return Item(_lines(self._said(f"{events[0].type}-many", len(events))), tuple(named))

    def _front(self, event: Event, fronts: Sequence[str]) -> str:
        """The place that an event belongs to, or the unit of its counter where no place is told."""
        where = self._said(f"{event.type}-at", event)
        return self._words.front_of(where, fronts) or self._words.family(str(getattr(event, "unit", "")))

    def _item(self, event: Event) -> Item | None:
        if isinstance(event, _SILENT):
            return None
        macro = self._macro(event.type)
        if macro is None:
            raise SentenceMissing(f"{self._name} has no macro {_macro_name(event.type)} for the event {event.type!r}")
        return _read(self._call(macro, event))

    def _brief(self, event: Event) -> str:
        return self._said(f"{event.type}-brief", event)

    def _said(self, name: str, told: Any) -> str:
        """What a macro says that need not be there."""
        macro = self._macro(name)
        return "" if macro is None else self._call(macro, told)

    def _table(self, name: str) -> Mapping[str, Sequence[str]]:
        found = (getattr(module, name, None) for module in self._macros)
        return next((table for table in found if table is not None), {})

    def _macro(self, type_: str) -> Callable[..., Any] | None:
        if self._fault:
            raise SentenceMissing(self._fault)
        for module in self._macros:
            found: Callable[..., Any] | None = getattr(module, _macro_name(type_), None)
            if found is not None:
                return found
        return None

    def _call(self, macro: Callable[..., Any], told: Any) -> str:
        try:
            return _lines(macro(told, self._words))
        except (TemplateError, AttributeError, KeyError, TypeError) as wrong:
            name = getattr(told, "type", "") or getattr(told, "kind", "")
            raise SentenceMissing(f"{self._name}, {_macro_name(name)}: {wrong}") from wrong


@lru_cache(maxsize=16)
def _module(source: str) -> Any:
    """The macros of a template; compiled once, however many games tell by them."""
    env = Environment(undefined=StrictUndefined, autoescape=False)  # plain sentences: HTML escapes them whole
    return env.from_string(source).module


def _doers(event: Any) -> tuple[str, ...]:
    """The units that an event is of, those who lead them behind."""
    units = getattr(event, "units", None)
    return (*(units if units is not None else (event.unit,)), *getattr(event, "leaders", ()))


def _macro_name(type_: str) -> str:
    return type_.replace("-", "_")


def _lines(said: object) -> str:
    return "\n".join(" ".join(line.split()) for line in str(said).strip().split("\n") if line.strip())


def _read(said: str) -> Item | None:
    """An item from what a macro gave; None if it gave nothing."""
    first, *rest = said.split("\n")
    return Item(first, tuple(_cells(line) for line in rest)) if first else None


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in line.split(CELL))
