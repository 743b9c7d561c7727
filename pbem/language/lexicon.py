"""The lexicon of one game: every word that a line may hold, in all languages at once, and what it means."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.board.board import Kind
from pbem.core.events import Phase
from pbem.core.orders import Order
from pbem.language.words import key

Words = Mapping[str, Any]
"""One parsed lexicon file: `verbs`, `keywords`, `choices` (id to words, the canonical first), `phases` (id to name and
aliases)."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What words mean. The keys of the maps are keys of words (see `words.key`); `says` gives the canonical words.

    `kind` says whether the spaces are hexes, which a number of four digits names, or areas, which have words as ids;
    of areas all stand in `places`, by id and by name.

    `starts` holds every beginning of a name or id of several parts, so that "Monte Arruit" is found as one word.
    """

    orders: Mapping[str, type[Order]]
    phases: tuple[Phase, ...]
    says: Mapping[str, Mapping[tuple[str, str], str]]
    verbs: Mapping[str, str]
    keywords: Mapping[str, str]
    choices: Mapping[str, str]
    phase_words: Mapping[str, tuple[str, ...]]
    units: Mapping[str, str]
    unit_names: Mapping[str, tuple[str, ...]]
    places: Mapping[str, tuple[str, ...]]
    spaces: Container[str]
    seats: Mapping[str, str]
    starts: frozenset[str]
    kind: Kind = "hexes"

    @classmethod
    def build(
        cls,
        orders: tuple[type[Order], ...],
        phases: tuple[Phase, ...],
        words: Mapping[str, Words],
        units: Mapping[str, tuple[str, ...]],
        places: Mapping[str, tuple[str, ...]],
        spaces: Container[str],
        seats: tuple[str, ...],
        kind: Kind = "hexes",
    ) -> "Lexicon":
        """The lexicon of a game: `words` by language, names of units and places by id.

        Ids and English keywords are always understood, whatever the lexicons leave out. ValueError (a sentence for the
        referee) where one word would mean two verbs, two keywords or two choices.
        """
        classes = {_type(order): order for order in orders}
        named, placed = _names(units), _names(places)
        ids = {key(unit): unit for unit in units}
        return cls(
            orders=classes,
            phases=phases,
            says={language: dict(_canonical(words[language])) for language in sorted(words)},
            verbs=_meanings("verbs", classes, words),
            keywords=_meanings("keywords", sorted(_keywords(orders)), words),
            choices=_meanings("choices", sorted(_choices(orders)), words),
            phase_words=_phase_words(phases, words),
            units=ids,
            unit_names=named,
            places={**placed, **{key(space): (space,) for space in places}},
            spaces=spaces,
            seats={key(seat): seat for seat in seats},
            starts=frozenset(_starts([*ids, *named, *placed, *map(key, places)])),
            kind=kind,
        )

    def say(self, group: str, id_: str, lang: str) -> str:
        """The canonical word of a verb, keyword, choice or phase in a language; without one, its id in capitals."""
        return self.says.get(lang, {}).get((group, id_)) or id_.upper()

    def say_all(self, group: str, id_: str) -> str:
        """The canonical words of all languages with a slash between: "WITH/CON". The same word is written once."""
        said = dict.fromkeys(self.say(group, id_, lang) for lang in sorted(self.says))
        return "/".join(said) or id_.upper()


def _type(order: type[Order]) -> str:
    return str(order.model_fields["type"].default)


def _keywords(orders: Iterable[type[Order]]) -> set[str]:
    return {slot.keyword for order in orders for slot in order.FORM if slot.keyword}


def _choices(orders: Iterable[type[Order]]) -> set[str]:
    return {choice for order in orders for slot in order.FORM for choice in slot.choices}


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(word) for word in value or ()]


def _meanings(group: str, ids: Iterable[str], words: Mapping[str, Words]) -> dict[str, str]:
    """Key of each word of a group to its id, over all languages; the ids themselves are understood too."""
    known = list(ids)
    found = {key(id_): id_ for id_ in known}
    for language in sorted(words):
        table = words[language].get(group, {})
        for id_ in known:
            for word in _listed(table.get(id_)):
                other = found.setdefault(key(word), id_)
                if other != id_:
                    raise ValueError(f"lexicon, {language}, {group}: {word!r} means both {other} and {id_}.")
    return found


def _phase_words(phases: Iterable[Phase], words: Mapping[str, Words]) -> dict[str, tuple[str, ...]]:
    """Key of each name of a phase to the phases that it may mean: both movements are "movement"."""
    found: dict[str, tuple[str, ...]] = {}
    for phase in phases:
        told = [words[language].get("phases", {}).get(phase.id, {}) for language in sorted(words)]
        names = [
            phase.id,
            *(word for one in told for word in [*_listed(one.get("name")), *_listed(one.get("aliases"))]),
        ]
        for name in dict.fromkeys(map(key, names)):
            found[name] = (*found.get(name, ()), phase.id)
    return found


def _canonical(words: Words) -> Iterator[tuple[tuple[str, str], str]]:
    for group in ("verbs", "keywords", "choices"):
        for id_, listed in words.get(group, {}).items():
            if said := _listed(listed):
                yield (group, id_), said[0]
    for id_, told in words.get("phases", {}).items():
        if said := _listed(told.get("name")):
            yield ("phases", id_), said[0]


def _names(names: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Key of each name to the ids that have it, ascending."""
    found: dict[str, list[str]] = {}
    for id_ in sorted(names):
        for name in dict.fromkeys(map(key, names[id_])):
            found.setdefault(name, []).append(id_)
    return {name: tuple(ids) for name, ids in sorted(found.items()) if name}


def _starts(keys: Iterable[str]) -> Iterator[str]:
    for one in keys:
        parts = one.split("-")
        for count in range(1, len(parts)):
            yield "-".join(parts[:count])
