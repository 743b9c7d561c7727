"""Events to sentences: each type of event has a macro of its name in the game's own template."""

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, TemplateError

from pbem.core.events import Event, PhaseBegan, Rolled
from pbem.report.words import Words

MANY = 8
"""From this many events of one type in a row on they are told in groups."""
_SILENT = (Rolled, PhaseBegan)


class SentenceMissing(ValueError):
    """A game's template cannot tell an event; the message names the macro, the file and what went wrong."""


class Sentences:
    """The sentences of one game in one language.

    The template's macros are named after the event type (`order-voided` is `order_voided`) and take the event and the
    `Words`; what they give is a line or a few, its blanks do not count. A macro that gives nothing tells nothing. A
    macro `<type>_brief` gives the few words by which an event stands in a group of many, `<type>_many(count, w)` the
    line above such groups. Macros of `fallback` serve where the game's own template has none.
    """

    def __init__(self, template: str, words: Words, fallback: str = "", name: str = "events") -> None:
        """Compile the templates' text; SentenceMissing where they are no templates."""
        self._words, self._name = words, name
        env = Environment(undefined=StrictUndefined, autoescape=False)  # plain sentences: HTML escapes them whole
        try:
            self._macros = [env.from_string(source).module for source in (template, fallback)]
        except TemplateError as wrong:
            raise SentenceMissing(f"{name}: {wrong}") from wrong

    @classmethod
    def read(cls, path: Path, words: Words, fallback: Path | None = None) -> "Sentences":
        """The sentences of a template file."""
        rest = fallback.read_text("utf-8") if fallback else ""
        return cls(path.read_text("utf-8"), words, rest, path.name)

    def tell(self, event: Event) -> str:
        """The lines that tell an event, "" for one that needs none. SentenceMissing where no macro tells it."""
        if isinstance(event, _SILENT):
            return ""
        macro = self._macro(event.type)
        if macro is None:
            raise SentenceMissing(f"{self._name} has no macro {_macro_name(event.type)} for the event {event.type!r}")
        return self._call(macro, event)

    def story(self, events: Sequence[Event]) -> list[str]:
        """The sentences of events in order; many moves of one kind in a row are told by unit, a paragraph each."""
        told: list[str] = []
        for type_, run in groupby((e for e in events if not isinstance(e, _SILENT)), key=lambda e: e.type):
            alike = list(run)
            brief = self._macro(f"{type_}-brief")
            if brief is not None and len(alike) >= MANY:
                told += self._grouped(alike, brief)
            else:
                told += [self.tell(event) for event in alike]
        return [sentence for sentence in told if sentence]

    def _grouped(self, events: Sequence[Event], brief: Callable[..., Any]) -> list[str]:
        families: dict[str, list[str]] = {}
        for event in events:
            unit = str(getattr(event, "unit", ""))
            families.setdefault(self._words.family(unit), []).append(self._call(brief, event))
        heading = self._macro(f"{events[0].type}-many")
        first = [_lines(heading(len(events), self._words))] if heading is not None else []
        return [*first, *(f"{family}: {'; '.join(few)}." for family, few in families.items())]

    def _macro(self, type_: str) -> Callable[..., Any] | None:
        for module in self._macros:
            found: Callable[..., Any] | None = getattr(module, _macro_name(type_), None)
            if found is not None:
                return found
        return None

    def _call(self, macro: Callable[..., Any], event: Event) -> str:
        try:
            return _lines(macro(event, self._words))
        except (TemplateError, AttributeError, KeyError, TypeError) as wrong:
            raise SentenceMissing(f"{self._name}, {_macro_name(event.type)}: {wrong}") from wrong


def _macro_name(type_: str) -> str:
    return type_.replace("-", "_")


def _lines(said: object) -> str:
    return "\n".join(" ".join(line.split()) for line in str(said).strip().split("\n") if line.strip())
