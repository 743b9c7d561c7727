"""Events to sentences: each type of event has a macro of its name in the game's own template."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
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
        try:
            self._macros = [_module(source) for source in (template, fallback)]
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

    def question(self, question: Any) -> str:
        """The line or few that ask an open question and say how to answer: the macro `question_<kind>`, "" for none."""
        macro = self._macro(f"question-{question.kind}")
        return "" if macro is None else self._call(macro, question)

    def story(self, events: Sequence[Event]) -> list[str]:
        """The sentences of events in order; what is told in brief of many events stands where the first of them was."""
        told = [event for event in events if not isinstance(event, _SILENT)]
        counts = Counter(event.type for event in told)
        many = {type_ for type_ in counts if counts[type_] >= MANY and self._macro(f"{type_}-brief") is not None}
        sentences: list[str] = []
        done: set[str] = set()
        for event in told:
            if event.type not in many:
                sentences.append(self.tell(event))
            elif event.type not in done:
                done.add(event.type)
                sentences += self._grouped([one for one in told if one.type == event.type])
        return [sentence for sentence in sentences if sentence]

    def _grouped(self, events: Sequence[Event]) -> list[str]:
        """A line for all, then a paragraph for each unit whose counters have something to tell."""
        brief, heading = self._macro(f"{events[0].type}-brief"), self._macro(f"{events[0].type}-many")
        assert brief is not None
        families: dict[str, list[str]] = {}
        for event in events:
            few = self._call(brief, event)
            if few:
                families.setdefault(self._words.family(str(getattr(event, "unit", ""))), []).append(few)
        first = [_lines(heading(len(events), self._words))] if heading is not None else []
        return [*first, *(f"{family}: {'; '.join(few)}." for family, few in families.items())]

    def _macro(self, type_: str) -> Callable[..., Any] | None:
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


def _macro_name(type_: str) -> str:
    return type_.replace("-", "_")


def _lines(said: object) -> str:
    return "\n".join(" ".join(line.split()) for line in str(said).strip().split("\n") if line.strip())
