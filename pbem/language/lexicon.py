"""The lexicon of one game: every word that a line may hold, in all languages at once, and what it means."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from pbem.board.board import Kind
from pbem.core.events import Phase
from pbem.core.orders import Order, Slot
from pbem.core.record import type_of
from pbem.language.words import key

Words = Mapping[str, Any]
"""One parsed lexicon file: `verbs`, `keywords`, `choices` (id to words, the canonical first; several words may be one:
"RALLY NO"), `phases` (id to name and aliases), `side-words` (side to what else it is called), `kind-words` (what units
are to what else that is called), `skip` (words that say nothing, as "units" after a number), `types` (what units are),
`sets` (a value of counters to what those that share it are called: "brigade"), `refrains` (an order with {} for who,
first, and words that say that they do not what it keeps them from), `also` (verb to words that are another verb's own,
and mean it where that makes no order), `alike` (a word of names, first, and others for it: "Cía.", "compañía")."""
IDS = "en"
"""The language of ids and keywords."""


@dataclass(frozen=True, slots=True)
class Names:
    """What can be named in a game: units, places and groups by id with their names; spaces and seats have ids alone.

    `kind` says whether the spaces are hexes, which a number of four digits names, or areas, which have words as ids; of
    areas all stand in `places`. `sides` are those of units that have one. `sets` are units by a value of theirs: of a
    kind of set its names with their units; `kinds` units by what they are.
    """

    units: Mapping[str, tuple[str, ...]]
    spaces: Collection[str]
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    kind: Kind = "hexes"
    sides: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """What people say beside the names and verbs of a game.

    `sets` has, by what sets are called, their names with their units; `kinds` has words for what units are, with
    those units, `also` the verbs that another's word may mean; `alike` has the words that stand for one of a name,
    `anyhow` those for what units do without an order ("rallies"); `refrains` those that say they do not do something,
    with the order for that. `columns` are the words of what larger bodies are called that no order names, `bodies`
    those of all that may stand before orders of some: "The Reds: a to 1613".
    """

    sets: Mapping[str, Mapping[str, tuple[str, ...]]]
    kinds: Mapping[str, frozenset[str]]
    columns: frozenset[str]
    bodies: frozenset[str]
    also: Mapping[str, tuple[str, ...]]
    alike: Mapping[str, str]
    anyhow: frozenset[str]
    refrains: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What words mean. The keys of the maps are keys of words (see `words.key`); `says` gives the canonical words.

    `phrases` is all that has several parts, names and others, and `starts` every beginning of it, so that "Monte
    Arruit" is found as one word. `tongues` are the languages of verbs, keywords and words of `skip`; `double` are those
    of them that are also an id or a name (the area "a", where a player may mean TO). `unit_words` and `place_words`
    give the ids in whose names a word stands.
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
    spaces: Collection[str]
    groups: Mapping[str, str]
    group_names: Mapping[str, tuple[str, ...]]
    unit_words: Mapping[str, frozenset[str]]
    close_units: Mapping[str, str]
    place_words: Mapping[str, frozenset[str]]
    seats: Mapping[str, str]
    skip: frozenset[str]
    phrases: frozenset[str]
    starts: frozenset[str]
    tongues: Mapping[str, frozenset[str]]
    double: frozenset[str]
    kind: Kind
    sides: Mapping[str, str]
    side_names: Mapping[str, str]
    habits: Habits

    @classmethod
    def build(
        cls, orders: tuple[type[Order], ...], phases: tuple[Phase, ...], words: Mapping[str, Words], names: Names
    ) -> "Lexicon":
        """The lexicon of a game: `words` by language, and what has a name. Ids and English keywords always count.

        ValueError (a sentence for the referee) where one word would mean two verbs, two keywords or two choices.
        """
        classes, slots = {type_of(one): one for one in orders}, [slot for one in orders for slot in all_slots(one.FORM)]
        verbs = _meanings("verbs", classes, words)
        keywords = _meanings("keywords", sorted({slot.keyword for slot in slots if slot.keyword}), words)
        choices = _meanings("choices", sorted({choice for slot in slots for choice in slot.choices}), words)
        timed, tongues = _phase_words(phases, words), _tongues(verbs, keywords, words)
        units, groups = _keys(names.units), _keys(names.groups)
        places = {**_names(names.places), **{key(space): (space,) for space in names.places}}
        unit_names, group_names = _in_one_way(_number_behind(_names(names.units)), _alike(words)), _names(names.groups)
        named = {*units, *groups, *places, *unit_names, *group_names}
        phrases = [*named, *verbs, *keywords, *choices, *(timed if any("phase" in one.kinds for one in slots) else ())]
        return cls(
            orders=classes,
            phases=phases,
            says={language: dict(_canonical(words[language])) for language in sorted(words)},
            verbs=verbs,
            keywords=keywords,
            choices=choices,
            phase_words=timed,
            units=units,
            unit_names=unit_names,
            places=places,
            spaces=names.spaces,
            groups=groups,
            group_names=group_names,
            unit_words=_parts({**{one: (id_,) for one, id_ in units.items()}, **unit_names}),
            close_units=_close(units, unit_names),
            place_words=_parts(places),
            seats=_keys(names.seats),
            skip=frozenset(key(word) for one in words.values() for word in one.get("skip", ())),
            phrases=frozenset(phrase for phrase in phrases if "-" in phrase),
            starts=frozenset(_starts(phrases)),
            tongues=tongues,
            double=frozenset(word for word in tongues if word in names.spaces or word in named),
            kind=names.kind,
            sides=names.sides,
            side_names=_side_names(names.sides.values(), words),
            habits=_habits(names, words),
        )

    def verb_of(self, word: str) -> str:
        """The word of a verb that a key is, as it stands or behind who acts ("fires", "disparan"); "" for none."""
        stem = word[:-1] if word[-1:] in ("s", "n") else ""
        return next((one for one in (word, stem) if one in self.verbs), "")

    def say(self, group: str, id_: str, lang: str) -> str:
        """The canonical word of a verb, keyword, choice or phase in a language; without one, the English one, or its id
        in capitals.
        """
        return next((said for one in (lang, IDS) if (said := self.says.get(one, {}).get((group, id_)))), id_.upper())

    def say_all(self, group: str, id_: str) -> str:
        """The canonical words of all languages with a slash between: "WITH/CON". The same word is written once."""
        said = dict.fromkeys(self.say(group, id_, lang) for lang in sorted(self.says))
        return "/".join(said) or id_.upper()


def _habits(names: Names, words: Mapping[str, Words]) -> Habits:
    return Habits(
        sets=_sets(names.sets, words),
        kinds=_kinds(names.kinds, words),
        columns=_words_of(words, "groups"),
        bodies=_words_of(words, "groups", "corps", "types", "sides"),
        also=_also(words),
        alike=_alike(words),
        anyhow=_anyhow(words),
        refrains=_refrains(words),
    )


def all_slots(form: Iterable[Slot]) -> Iterator[Slot]:
    """The slots of a form and those of its clauses; of an order within an order only the slot that it fills."""
    for slot in form:
        yield slot
        yield from all_slots(slot.clause)


def _tongues(verbs: Iterable[str], keywords: Iterable[str], words: Mapping[str, Words]) -> dict[str, frozenset[str]]:
    """Key of each verb, keyword and skipped word to the languages that have it; ids are English."""
    found: dict[str, set[str]] = {}
    for language in words:
        tables = (words[language].get("verbs", {}), words[language].get("keywords", {}))
        listed = [word for table in tables for many in table.values() for word in _listed(many)]
        for word in (*listed, *words[language].get("skip", ())):
            found.setdefault(key(word), set()).add(language)
    return {word: frozenset(found.get(word, {IDS})) for word in (*found, *verbs, *keywords)}


def _keys(ids: Iterable[str]) -> dict[str, str]:
    """Key of each id to the id."""
    return {key(id_): id_ for id_ in ids}


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(word) for word in value or ()]


def _meanings(group: str, ids: Iterable[str], words: Mapping[str, Words]) -> dict[str, str]:
    """Key of each word of a group to its id, over all languages; the ids themselves are understood too.

    But for one that only begins its own words in each language: "rally", where the order is RALLY NO.
    """
    known = list(ids)
    said = {id_: [[key(w) for w in _listed(one.get(group, {}).get(id_))] for one in words.values()] for id_ in known}
    begins = {
        id_
        for id_, tongues in said.items()
        if all(tongues)
        and any(w.startswith(f"{key(id_)}-") for w in chain(*tongues))
        and key(id_) not in chain(*tongues)
    }
    found = {key(id_): id_ for id_ in known if id_ not in begins}
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


def _number_behind(names: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Names, those with a number in front with it behind too: "horse battery 1", of the 1st horse battery."""
    turned = {f"{rest}-{first}": name for name in names for first, _, rest in (name.partition("-"),) if rest}
    return {**{one: names[name] for one, name in turned.items() if name[:1].isdecimal()}, **names}


def _close(units: Mapping[str, str], unit_names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Names and ids that end in a number, written without a space or hyphen, to the id of the one unit called so."""
    found: dict[str, set[str]] = {}
    for name, ids in (*((one, (unit,)) for one, unit in units.items()), *unit_names.items()):
        if "-" in name and name[:1].isalpha() and name[-1:].isdecimal():
            found.setdefault(name.replace("-", ""), set()).update(ids)
    return {name: key(min(ids)) for name, ids in sorted(found.items()) if len(ids) == 1}


def _parts(names: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Each word of the names to the ids of those in which it stands."""
    found: dict[str, set[str]] = {}
    for name, ids in names.items():
        for part in name.split("-"):
            found.setdefault(part, set()).update(ids)
    return {part: frozenset(ids) for part, ids in found.items()}


def _side_names(sides: Iterable[str], words: Mapping[str, Words]) -> dict[str, str]:
    """Key of each id of a side, and of all that a language calls it, to the side."""
    own = sorted(set(sides))
    called = ((side, words[language].get("sides", {}).get(side, side)) for language in words for side in own)
    more = [each.get("side-words", {}) for each in words.values()]
    too = ((side, word) for side in own for each in more for word in each.get(side, ()))
    return {**{key(name): side for side, name in (*called, *too)}, **{key(side): side for side in own}}


def _kinds(kinds: Mapping[str, tuple[str, ...]], words: Mapping[str, Words]) -> dict[str, frozenset[str]]:
    """Key of each id of what units are, and of what the languages call that, to the units that are so."""
    said = [(kind, called) for one in words.values() for kind, called in one.get("types", {}).items()]
    more = (each.get("kind-words", {}) for each in words.values())
    said += [(kind, called) for each in more for kind, many in each.items() for called in many]
    return {key(word): frozenset(kinds.get(kind, ())) for kind, called in said for word in (called, kind)}


def _words_of(words: Mapping[str, Words], *tables: str) -> frozenset[str]:
    """The keys of the words of which the names in some tables are made."""
    names = (name for one in words.values() for table in tables for name in one.get(table, {}).values())
    return frozenset(part for name in names for part in key(name).split("-"))


def _anyhow(words: Mapping[str, Words]) -> frozenset[str]:
    """The keys of the words for what units do without an order."""
    return frozenset(key(word) for one in words.values() for word in one.get("anyhow", ()))


def _refrains(words: Mapping[str, Words]) -> dict[str, str]:
    """Key of each word that says that units do not do something to the order for that, which stands before them."""
    told = (many for one in words.values() for many in one.get("refrains", {}).values())
    return {key(word): order for order, *many in told for word in many}


def _also(words: Mapping[str, Words]) -> dict[str, tuple[str, ...]]:
    """Key of each word that is a verb's own to the other verbs that it may mean."""
    found: dict[str, tuple[str, ...]] = {}
    for verb, many in ((verb, many) for one in words.values() for verb, many in one.get("also", {}).items()):
        for word in map(key, many):
            found[word] = (*found.get(word, ()), verb)
    return found


def _alike(words: Mapping[str, Words]) -> dict[str, str]:
    """Key of each word that stands for one of a name to that one."""
    tables = (many for one in words.values() for many in one.get("alike", {}).values())
    return {key(other): key(many[0]) for many in tables for other in many[1:]}


def _in_one_way(names: Mapping[str, tuple[str, ...]], alike: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Names, those too with each of their words that another stands for as that one."""
    said = {"-".join(alike.get(part, part) for part in name.split("-")): ids for name, ids in names.items()}
    return {**said, **names}


def _sets(
    sets: Mapping[str, Mapping[str, tuple[str, ...]]], words: Mapping[str, Words]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Key of each word for a kind of set to the keys of their names with their units."""
    called = [
        (key(word), kind) for one in words.values() for kind, many in one.get("sets", {}).items() for word in many
    ]
    return {word: {key(name): units for name, units in sets.get(kind, {}).items()} for word, kind in called}


def _starts(keys: Iterable[str]) -> Iterator[str]:
    for one in keys:
        parts = one.split("-")
        for count in range(1, len(parts)):
            yield "-".join(parts[:count])
