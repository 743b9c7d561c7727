"""The names of a game's things in one language: what event macros and templates call `w`."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from pbem.board.board import Board, read_board
from pbem.report.svg.base.naming import N_

NEAR, FAR = 2, 4
"""Within how many spaces of a named place a space is called near it; and is told under a place that matters."""

_EL = re.compile(r"^(de|a) el ")

_GROUPS = (
    "sides", "phases", "conditions", "types", "symbols", "corps", "terrain", "states", "status", "terms", "meanings",
    "notes",
)  # fmt: skip


def capfirst(text: str) -> str:
    """The text with a capital first letter, the others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def in_runs(names: Iterable[str]) -> list[str]:
    """Names with those that differ in a number alone, one more each time, as one.

    >>> in_runs(["AX 1", "AX 2", "AX 3", "BA 1", "TER", "BT 4", "BT 6"])
    ['AX 1–3', 'BA 1', 'TER', 'BT 4', 'BT 6']
    """
    runs: list[tuple[str, int, int, str]] = []
    for name in names:
        stem, digits = re.fullmatch(r"(.*?)(\d{0,6})", name, re.S).groups()  # type: ignore[union-attr]
        number = int(digits or -1)
        if digits and runs and runs[-1][0] == stem and runs[-1][2] == number - 1:
            runs[-1] = (stem, runs[-1][1], number, f"{stem}{runs[-1][1]}–{number}")
        else:
            runs.append((stem, number, number, name))
    return [said for _, _, _, said in runs]


def _as_it_is(code: str, rule: str) -> str:
    return code


@dataclass(frozen=True)
class Words:
    """Names by id, in the language `lang`.

    `scenario` is scenario.json as parsed (map, counters, title). `lexicon` holds groups (sides, phases, conditions,
    types, terms, meanings, notes …) of id to name, where a name may be a table with `name` in it. `clauses` gives the
    title of each clause by language; `reason` says of a code and a clause why an order was not carried out; `gettext`
    translates the program's own phrases. A thing without a name is called by its id: a report never fails for a name.
    """

    lang: str
    scenario: Mapping[str, Any] = field(default_factory=dict)
    lexicon: Mapping[str, Any] = field(default_factory=dict)
    clauses: Mapping[str, Any] = field(default_factory=dict)
    reason: Callable[[str, str], str] = field(default=_as_it_is)
    gettext: Callable[[str], str] = str

    def unit(self, id_: str) -> str:
        """The full name of a counter: "1st Bn, Ceriñola Regiment"."""
        return self._named(self._counter(id_).get("name"), id_)

    def the(self, id_: str) -> str:
        """The full name within a sentence: "the 1st battery …", «la 1.ª batería …»; bare where it has no article."""
        article = self._named(self._counter(id_).get("article"), "")
        name = self.unit(id_)
        return f"{article} {name[:1].lower()}{name[1:]}" if article else name

    def of(self, id_: str) -> str:
        """The same behind "of", in es one word with «de»: «del 3.er batallón»."""
        return self._contracted(self.gettext(N_("of %(unit)s")) % {"unit": self.the(id_)})

    def to(self, id_: str) -> str:
        """The same behind "to", in es one word with «a»: «al 3.er batallón»."""
        return self._contracted(self.gettext(N_("to %(unit)s")) % {"unit": self.the(id_)})

    def _contracted(self, named: str) -> str:
        return _EL.sub(r"\1l ", named) if self.lang == "es" else named

    def short(self, id_: str) -> str:
        """What the counter shows on the map: "CER 1"."""
        return str(self._counter(id_).get("short") or id_)

    def family(self, id_: str) -> str:
        """The unit that a counter is part of, "Ceriñola Regiment", or its group: "General Carrasco's column"."""
        counter = self._counter(id_)
        group = self.lexicon.get("groups", {}).get(str(counter.get("group", "")))
        return self._named(counter.get("unit-name") or group, self.unit(id_))

    def units(self, ids: Iterable[str]) -> str:
        """Full names with commas between and the word for "and" before the last."""
        return self.listed(self.unit(id_) for id_ in ids)

    def spaces(self, ids: Iterable[str]) -> str:
        """Spaces by name, listed."""
        return self.listed(self.space(id_) for id_ in ids)

    def them(self, ids: Iterable[str]) -> str:
        """Counters within a sentence, listed: "the 1st battery and the 2nd battalion"."""
        return self.listed(self.the(id_) for id_ in ids)

    def of_them(self, ids: Iterable[str]) -> str:
        """The same behind "of": «de la 1.ª batería y del 2.º batallón»."""
        return self.listed(self.of(id_) for id_ in ids)

    def side_of(self, id_: str) -> str:
        """The side of a counter, by id; "" for a counter that the scenario does not have."""
        return str(self._counter(id_).get("side", ""))

    def space(self, id_: str) -> str:
        """A hex with the name of its place, "Annual (1613)", or just "1614"; an area by its name."""
        place = self.place(id_)
        if self.board and self.board.kind == "areas":
            return place or id_
        return f"{place} ({id_})" if place else id_

    def spot(self, id_: str) -> str:
        """A space in as few words as will do: a hex by its number, an area by its name."""
        return self.space(id_) if self.board and self.board.kind == "areas" else id_

    def front(self, id_: str, spaces: Collection[str]) -> str:
        """A place as the head of what is told of some spaces: "Annual (1613)", "Annual (1613) and around" where some
        are only near it, "around Annual" where all are."""
        place = self.place(id_)
        if id_ not in spaces:
            return self.gettext(N_("around %(place)s")) % {"place": place} if place else self.space(id_)
        both = self.gettext(N_("%(place)s and around"))
        return self.space(id_) if set(spaces) == {id_} else both % {"place": self.space(id_)}

    def is_space(self, id_: str) -> bool:
        """Whether an id is that of a space of the map."""
        return self.board is not None and id_ in self.board.index

    def place(self, id_: str) -> str:
        """The name of the place in a space; "" if it has none."""
        return self._places.get(id_, "")

    def near(self, id_: str) -> str:
        """The nearest named place of a space that has no name itself, at most two off; "" where there is none."""
        found = "" if id_ in self._places else self.nearest(id_, self._places)
        return self._places[found] if found and self.board and self.board.distance(id_, found) <= NEAR else ""

    def nearest(self, id_: str, places: Iterable[str]) -> str:
        """The one of some spaces nearest to a space, the first of those equally near; "" for one off the map."""
        board = self.board
        if board is None or id_ not in board.index:
            return ""
        return min((place for place in places if place in board.index), key=partial(board.distance, id_), default="")

    def front_of(self, id_: str, fronts: Collection[str]) -> str:
        """The space under whose name a space is told: the nearest place that matters (`fronts`), where it is not far.

        Else the nearest that has a name, and far from all of them the space itself; "" for one off the map.
        """
        found = self.nearest(id_, fronts)
        board = self.board
        if board is None or not found or board.distance(id_, found) <= FAR:
            return found
        named = self.nearest(id_, self._places)
        return named if named and board.distance(id_, named) <= NEAR else id_

    @cached_property
    def board(self) -> Board | None:
        """The board of the scenario's map; None for words of no game."""
        return read_board(self.scenario["map"]) if "map" in self.scenario else None

    def muster(self, ids: Iterable[str]) -> list[tuple[str, str]]:
        """Many counters in few words, a pair a side: "Ceriñola Regiment: CER 1, CER 2; 1st bomber squadron"."""
        sides: dict[str, dict[str, list[str]]] = {}
        for id_ in ids:
            sides.setdefault(self.side_of(id_), {}).setdefault(self.family(id_), []).append(id_)
        return [
            (side, "; ".join(self.family_of(name, units) for name, units in families.items()))
            for side, families in sides.items()
        ]

    def family_of(self, name: str, units: Collection[str]) -> str:
        """The counters of one unit: its name with what they are called on the map; of one alone its full name."""
        if len(units) == 1:
            return f"{self.unit(next(iter(units)))} ({self.short(next(iter(units)))})"
        return f"{name}: {', '.join(self.short(id_) for id_ in units)}"

    @cached_property
    def _places(self) -> Mapping[str, str]:
        """The name of each place by its space, in the order of the spaces."""
        named = self.board.places if self.board else {}
        return {id_: self._named(names, "") for id_, names in named.items()}

    def path(self, ids: Iterable[str]) -> str:
        """Spaces one after the other: "0614 0714 0715"."""
        return " ".join(ids)

    def side(self, id_: str | None) -> str:
        """The name of a side."""
        return self.word("sides", id_ or "")

    def phase(self, id_: str) -> str:
        """The name of a phase."""
        return self.word("phases", id_)

    def condition(self, id_: str) -> str:
        """The name of what holds for all in a turn: a weather, the light."""
        return self.word("conditions", id_)

    def condition_alone(self, id_: str) -> str:
        """The same behind the game's word for conditions, "Weather: normal"; the lexicon's group `brief` has it."""
        return self._named(self.lexicon.get("brief", {}).get(id_), self.condition(id_))

    def label(self, key: str) -> str:
        """What the game calls a figure or a line of its mails; "" where it has no word of its own for it."""
        return self._named(self.lexicon.get("labels", {}).get(key), "")

    def term(self, code: str) -> str:
        """What a modifier is called."""
        return self.word("terms", code)

    def meaning(self, code: str) -> str:
        """What a die meant; "" for a die that meant nothing but its face."""
        return self.word("meanings", code) if code else ""

    def type(self, id_: str) -> str:
        """The name of a kind of unit."""
        return self.word("types", id_)

    def status(self, id_: str) -> str:
        """The name of a unit's status."""
        return self.word("status", id_)

    def note(self, key: str) -> str:
        """What a number of a receipt is called."""
        return self.word("notes", key)

    def clause(self, id_: str) -> str:
        """A clause with its title: "AB-7.8 Stop and attack"; the bare id where its title is not known."""
        titles = self.clauses.get(id_, {})
        title = self._named(titles.get("title", titles), "")
        return f"{id_} {title}" if title else id_

    def unmet(self, code: str) -> str:
        """Why a standing order does not act: a word of the lexicon's `unmet`, else what a problem of that code says."""
        known = self.lexicon.get("unmet", {}).get(code)
        return self._named(known, "") if known else self.reason(code, "")

    def word(self, group: str, id_: str) -> str:
        """A name from a group of the lexicon; the id with blanks for dashes where it has none."""
        found = self.lexicon.get(group, {}).get(id_)
        return self._named(found, id_.replace("-", " "))

    def listed(self, words: Iterable[str]) -> str:
        """Words with commas between, semicolons where one has a comma, and the word for "and" before the last."""
        every = list(words)
        if len(every) < 2:
            return "".join(every)
        between = "; " if any(", " in word for word in every) else ", "
        return self._and(every[-1]) % {"words": between.join(every[:-1]), "last": every[-1]}

    def denied(self, words: Iterable[str]) -> str:
        """Words in a sentence that denies them all: "in Annual nor in Buhafora", «en Annual ni en Buhafora».

        Each comes with its preposition, for where a language asks for "nor" it asks for that again.
        """
        every = list(words)
        if len(every) < 2:
            return "".join(every)
        return self.gettext(N_("%(words)s nor %(last)s")) % {"words": ", ".join(every[:-1]), "last": every[-1]}

    def names(self) -> dict[str, str]:
        """All names of the lexicon by id, for the map: the first group that has an id wins; `states.…` is a state.

        `zones.…` is a zone, which has no other name here: its id may be that of a place.
        """
        found: dict[str, str] = {}
        for group in _GROUPS:
            for id_ in self.lexicon.get(group, {}):
                found.setdefault(id_, self.word(group, id_))
        for group in ("states", "zones"):
            found |= {f"{group}.{id_}": self.word(group, id_) for id_ in self.lexicon.get(group, {})}
        return found

    def _and(self, following: str) -> str:
        """How the last of a list stands behind the others; in es "y" becomes "e" before an i."""
        both = self.gettext(N_("%(words)s and %(last)s"))
        sound = following.lower().lstrip("«\"'(")
        as_i = sound[:1] in ("i", "í") or (sound.startswith("hi") and sound[:3] not in ("hie", "hia"))
        return both.replace(" y ", " e ") if self.lang == "es" and as_i else both

    def _counter(self, id_: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.scenario.get("counters", {}).get(id_, {})
        return found

    def _named(self, found: Any, otherwise: str) -> str:
        """A name given as a text, a table with `name`, or a table by language."""
        if isinstance(found, Mapping):
            found = found.get(self.lang) or found.get("name") or found.get("en") or next(iter(found.values()), None)
        return str(found) if found else otherwise
