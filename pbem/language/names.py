"""Who, where and when: the words of a line to ids of units, groups, spaces, seats and phases. Nothing is guessed."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from pbem.core.orders import Kind, Slot
from pbem.core.pieces import natural
from pbem.core.problems import Args
from pbem.language.lexicon import Lexicon
from pbem.language.words import Word

CUTOFF = 0.6
NEAREST = 3
CANDIDATES = 8
SUGGESTIONS = 100
LONGEST = 80
DIGITS = 9
ALIKE = 0.75
"""How like a name, or the rest of one, words must be that are taken for it, misspelt."""
_WORDS = 5  # words, at most, by which something is called
_NAME = 4  # letters of a word that may be half of a name, and is no "and"
_LOOKALIKE = str.maketrans({"o": "0", "i": "1", "l": "1", "s": "5", "z": "2", "b": "8"})


@dataclass(frozen=True, slots=True)
class Miss:
    """A word that names nothing, or too much: problem code, what the sentence needs, the nearest valid words."""

    code: str
    args: Args
    near: tuple[str, ...] = ()


class Near(Protocol):
    """What finds the candidates most like a word: `nearest`, or that within bounds."""

    def __call__(self, word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
        """The nearest candidates, best first."""


Find = Callable[[Word, Lexicon, Near], "str | Miss"]


@lru_cache(maxsize=4096)
def nearest(word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
    """The candidates most like a word, best first, at most three; both are keys. `cutoff`: 0 anything, 1 the same."""
    return tuple(difflib.get_close_matches(word, candidates, NEAREST, cutoff))


class Lookups:
    """`nearest` for the words of one text, as long as they last: a page of rubbish costs no more than that."""

    def __init__(self, count: int = SUGGESTIONS) -> None:
        self.left = count
        self._found: dict[tuple[str, tuple[str, ...], float], tuple[str, ...]] = {}

    def __call__(self, word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
        """The nearest candidates; none for a word that is too long to be one, nor when the look-ups are used up.

        What was looked up before costs nothing: a line is tried in several ways.
        """
        asked = (word, candidates, cutoff)
        if asked not in self._found:
            if self.left <= 0 or len(word) > LONGEST:
                return ()
            self.left -= 1
            self._found[asked] = nearest(*asked)
        return self._found[asked]


def find_unit(word: Word, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | Miss:
    """The unit of an id, a name, the unique beginning of an id, a word that stands in one id alone (vergara), the
    beginning of one name alone, or some words that stand in one name alone (battery 2, 2nd dragoons).

    Of those that it may have meant a side's come first.
    """
    if found := lexicon.units.get(word.key):
        return found
    named = _units_called(word, lexicon)
    if not named and len(begun := _begun(word.key, lexicon.unit_names)) == 1:
        return begun[0]
    named = named or _with_words(word.key, lexicon.unit_words)
    if len(named) == 1:
        return named[0]
    if named:
        mine = sorted(named, key=lambda unit: lexicon.sides.get(unit) != side)
        return Miss("ambiguous-unit", {"read": word.text, "count": len(named)}, tuple(mine[:CANDIDATES]))
    return Miss("unknown-unit", {"read": word.text}, _unit_near(word, lexicon, near, side))


def _units_called(word: Word, lexicon: Lexicon) -> tuple[str, ...]:
    """The units that have a name, or whose ids begin with a word or hold it."""
    named = lexicon.unit_names.get(word.key) or _beginning(word.key, lexicon.units)
    return named or _with_word(word.key, lexicon.units)


def _with_word(read: str, ids: Mapping[str, str]) -> tuple[str, ...]:
    """The ids in which a word of letters stands as one of its own."""
    return tuple(id_ for id_ in sorted(ids) if f"-{read}-" in f"-{id_}-") if read.isalpha() else ()


def _with_words(read: str, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The ids in whose names each of some words stands; none unless one of them is more than an article or a number."""
    parts = read.split("-")
    if not any(len(part) >= _NAME and part.isalpha() for part in parts):
        return ()
    found = frozenset[str].intersection(*(known.get(part, frozenset()) for part in parts))
    return tuple(sorted(found, key=natural))


def find_space(word: Word, lexicon: Lexicon, near: Near = nearest) -> str | Miss:
    """The space of an id of the map (a hex's number), of the name of a place, of the unique beginning of one, or of
    words that stand in one such name alone (casa condesa).
    """
    if word.key in lexicon.spaces:
        return word.key
    if _is_hex_number(word, lexicon):
        return _no_hex(word, lexicon)
    named = lexicon.places.get(word.key) or _begun(word.key, lexicon.places)
    named = named or _with_words(word.key, lexicon.place_words)
    if len(named) == 1:
        return named[0]
    if named:
        return Miss("ambiguous-place", {"read": word.text, "count": len(named)}, named[:CANDIDATES])
    code = "unknown-area" if lexicon.kind == "areas" else "unknown-hex"
    units = (lexicon.units[word.key],) if word.key in lexicon.units else _units_called(word, lexicon)
    meant: Args = {"unit": units[0]} if len(units) == 1 else {}
    return Miss(code, {"read": word.text, **meant}, _space_near(word, lexicon, near))


def find_seat(word: Word, lexicon: Lexicon, near: Near = nearest) -> str | Miss:
    """The seat of that id; a beginning will do where it is the only one."""
    found = _exact_or_beginning(word.key, lexicon.seats)
    return found or Miss("unknown-seat", {"read": word.text}, tuple(sorted(lexicon.seats.values())))


def find_phases(read: str, lexicon: Lexicon, side: str | None = None) -> tuple[str, ...]:
    """The phases that a key may mean, those of `side` first of all; empty if there is none."""
    named = lexicon.phase_words.get(read)
    if not named:
        begun = sorted({p for k, phases in lexicon.phase_words.items() if k.startswith(read) for p in phases})
        named = tuple(begun) if read else ()
    own = tuple(p.id for p in lexicon.phases if p.id in named and side in p.sides)
    return own or named


def find_group(word: Word, lexicon: Lexicon, near: Near = nearest) -> str | Miss:
    """The group of an id, a name, or the unique beginning of an id."""
    named = lexicon.group_names.get(word.key, ())
    found = lexicon.groups.get(word.key) or (named[0] if len(named) == 1 else None)
    found = found or _exact_or_beginning(word.key, lexicon.groups)
    close = named or tuple(lexicon.groups[one] for one in near(word.key, tuple(lexicon.groups)))
    return found or Miss("unknown-group", {"read": word.text}, close)


def choice_of(word: Word, lexicon: Lexicon, side: str | None = None) -> str | None:
    """The choice that a word stands for; the name of a side is the enemy or a friend of `side`."""
    if word.key in lexicon.choices or side is None:
        return lexicon.choices.get(word.key)
    named = {
        lexicon.side_names[name] for name in lexicon.side_names if name == word.key or _is_singular(word.key, name)
    }
    if len(named) != 1:
        return None
    return "friend" if side in named else "enemy"


def _is_singular(read: str, name: str) -> bool:
    """Whether a word is the singular of the name of a side: its plural has an "s" or "es" behind it."""
    return name in (f"{read}s", f"{read}es")


def find_choice(word: Word, slot: Slot, lexicon: Lexicon, side: str | None = None) -> str | Miss:
    """The choice of a slot that a word stands for."""
    found = choice_of(word, lexicon, side)
    if found in slot.choices:
        return str(found)
    every = tuple(lexicon.say_all("choices", choice) for choice in slot.choices)
    return Miss("bad-choice", {"read": word.text, "expected": "|".join(every)})


def find_number(word: Word, slot: Slot) -> int | Miss:
    """The number that a word is, within the bounds of its slot."""
    if _is_number(word, slot):
        return int(word.key)
    return Miss("bad-count", {"read": word.text, "least": slot.least, "most": slot.most})


def find_phase(word: Word, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | Miss:
    """The phase of an id or a name; one of `side` where several have it."""
    found = find_phases(word.key, lexicon, side)
    if len(found) == 1:
        return found[0]
    close = (id_ for name in near(word.key, tuple(lexicon.phase_words)) for id_ in lexicon.phase_words[name])
    return Miss("unknown-phase", {"read": word.text}, found or tuple(dict.fromkeys(close)))


FINDERS: Mapping[Kind, Find] = {"unit": find_unit, "group": find_group, "space": find_space, "seat": find_seat}


def find(word: Word, slot: Slot, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | int | Miss:
    """What a word means in a slot; where it may be of several kinds, exact names before the beginnings of ids, and
    these before words that stand in the names of several units.
    """
    kinds = slot.kinds if len(slot.kinds) == 1 else _kinds_named(word, slot, lexicon) or slot.kinds
    if "space" in kinds and _is_hex_number(word, lexicon):
        kinds = ("space",)
    if len(kinds) == 1:
        return _find(kinds[0], word, slot, lexicon, near, side)
    missed, several = [], None
    for kind in (*FINDERS, "phase", "number", "choice"):
        if kind in kinds:
            found = _find(kind, word, slot, lexicon, near, side)
            if not isinstance(found, Miss):
                return found
            if found.code.startswith("ambiguous"):
                if kind != "unit" or _units_called(word, lexicon):
                    return found
                several = found
            missed.append(found)
    return several or _both(missed[0], missed[1])


def is_named(word: Word, slot: Slot, lexicon: Lexicon) -> bool:
    """Whether a word is exactly what a slot takes: an id, a name, a number within its bounds, one of its choices."""
    return bool(_kinds_named(word, slot, lexicon))


def is_id(word: Word, slot: Slot, lexicon: Lexicon) -> bool:
    """Whether a word is the id of something that a slot takes, and not just its name."""
    return any(_is_id(kind, word, slot, lexicon) for kind in slot.kinds)


def kinds_of(slot: Slot, lexicon: Lexicon) -> str:
    """The kinds of a slot as a problem tells what is expected; a space by what the map has."""
    return "+".join("area" if kind == "space" and lexicon.kind == "areas" else kind for kind in slot.kinds)


def _find(kind: Kind, word: Word, slot: Slot, lexicon: Lexicon, near: Near, side: str | None) -> str | int | Miss:
    if kind == "choice":
        return find_choice(word, slot, lexicon, side)
    if kind == "number":
        return find_number(word, slot)
    if kind == "phase":
        return find_phase(word, lexicon, near, side)
    if kind == "unit":  # a slot that takes a space as well is for targets
        return find_unit(word, lexicon, near, side if slot.kinds == ("unit",) else None)
    return FINDERS[kind](word, lexicon, near)


def _kinds_named(word: Word, slot: Slot, lexicon: Lexicon) -> tuple[Kind, ...]:
    """The kind of a slot that a word names exactly: by its id, else by a name; none if it names nothing that fits."""
    for exact in (_is_id, _is_name):
        for kind in slot.kinds:
            if exact(kind, word, slot, lexicon):
                return (kind,)
    return ()


def _is_id(kind: Kind, word: Word, slot: Slot, lexicon: Lexicon) -> bool:
    if kind == "number":
        return _is_number(word, slot)
    if kind == "choice":
        return lexicon.choices.get(word.key) in slot.choices
    if kind == "space":
        return word.key in lexicon.spaces
    ids = {"unit": lexicon.units, "group": lexicon.groups, "seat": lexicon.seats, "phase": lexicon.phase_words}
    return word.key in ids[kind]


def _is_name(kind: Kind, word: Word, _: Slot, lexicon: Lexicon) -> bool:
    named = {"unit": lexicon.unit_names, "group": lexicon.group_names, "space": lexicon.places}
    return word.key in named.get(kind, ())


def _is_number(word: Word, slot: Slot) -> bool:
    return word.key.isdecimal() and len(word.key) <= DIGITS and slot.least <= int(word.key) <= slot.most


def names_something(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is exactly a unit, a space, a place or a seat, so that its line can hardly be prose."""
    units, groups = (lexicon.units, lexicon.unit_names), (lexicon.groups, lexicon.group_names)
    return any(word.key in names for names in (*units, *groups, lexicon.places, lexicon.seats, lexicon.spaces))


def join_names(words: Sequence[Word], lexicon: Lexicon) -> tuple[Word, ...]:
    """The words with those of one name made one: Monte Arruit, urriaguel 3. The longest name counts; without one, what
    only the name of one place or unit begins with: Beni Ammart, of Beni Ammart market; bandera 1 mg, of bandera-1-mg-1.
    Without that either, words that stand in one name (casa condesa, battery 2), or the beginning of names and a word
    unlike anything: Dar Quebdany, a name that is misspelt.

    Words that all name something by themselves stay apart, and so do quoted ones.
    """
    joined: list[Word] = []
    at = 0
    while at < len(words):
        end = _name_end(words, at, lexicon)
        part = words[at:end]
        if len(part) > 1:
            joined.append(join_words(part))
        else:
            joined.append(_spaced(words[at], lexicon))
        at = end
    return tuple(joined)


def _spaced(word: Word, lexicon: Lexicon) -> Word:
    """A word with the space or hyphen before its number, where only a unit is called so with it: ax13, RTE1."""
    if word.quoted or word.key.isdecimal() or names_something(word, lexicon):
        return word
    return Word(word.text, word.start, word.end, lexicon.close_units.get(word.key.replace("-", ""), word.key))


def join_words(part: Sequence[Word]) -> Word:
    """Some words as one."""
    text = " ".join(word.text for word in part)
    return Word(text, part[0].start, part[-1].end, "-".join(word.key for word in part))


def numbered(before: Word, word: Word, lexicon: Lexicon) -> Word | None:
    """The unit that a number means behind another of its kind ("4" in "infantry 3, 4"); None where it means none."""
    stem, _, number = before.key.rpartition("-")
    name = f"{stem}-{word.key}"
    if not (stem and number.isdecimal() and word.key.isdecimal()) or names_something(word, lexicon):
        return None
    known = name in lexicon.units or name in lexicon.unit_names
    return Word(before.text[: -len(number)] + word.text, word.start, word.end, name) if known else None


def _name_end(words: Sequence[Word], at: int, lexicon: Lexicon) -> int:
    best, begun, read = at + 1, at + 1, words[at].key
    named = (lexicon.places, lexicon.unit_names)
    for end in range(at + 1, len(words)):
        if read not in lexicon.starts or words[end - 1].quoted or words[end].quoted:
            break
        read += "-" + words[end].key
        if read in lexicon.phrases:
            best = end + 1
        elif read in lexicon.starts and 1 in (
            *(len(_begun(read, n)) for n in named),
            len(_beginning(read, lexicon.units)),
        ):
            begun = end + 1
    if best == at + 1:
        if begun > best:
            return begun + _goes_on(words[at : begun + 1], lexicon)
        return _words_end(words, at, lexicon) or best + _is_misspelt(words[at : at + 2], lexicon)
    ids = (lexicon.units, lexicon.spaces, lexicon.groups)
    alone = all(any(word.key in known for known in ids) for word in words[at:best])
    return at + 1 if alone else best


def _words_end(words: Sequence[Word], at: int, lexicon: Lexicon) -> int:
    """Where the words end, two or more, that stand in one name; 0 if the first names something, or there are none."""
    if words[at].quoted or names_something(words[at], lexicon) or _is_of_the_line(words[at], lexicon):
        return 0
    for end in range(min(len(words), at + _WORDS), at + 1, -1):
        part = words[at:end]
        read = "-".join(word.key for word in part)
        if len({word.key for word in part}) < len(part):  # "breguet 1, breguet 2"
            continue
        if not any(word.quoted or _is_of_the_line(word, lexicon) for word in part) and any(
            _with_words(read, known) for known in (lexicon.unit_words, lexicon.place_words)
        ):
            return end
    return 0


def _is_of_the_line(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is a verb, a keyword or a choice of the game's orders."""
    return any(word.key in known for known in (lexicon.verbs, lexicon.keywords, lexicon.choices))


def _goes_on(words: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether the last of some words is nearly how the name goes on that the others begin: Casa de la Condessa."""
    read, last = "-".join(word.key for word in words[:-1]), words[-1]
    names = [name for known in (lexicon.places, lexicon.unit_names) for name in known if name.startswith(f"{read}-")]
    if last.quoted or len(names) != 1 or _is_of_the_line(last, lexicon) or names_something(last, lexicon):
        return False
    return bool(nearest(last.key, (names[0].removeprefix(f"{read}-").split("-")[0],), ALIKE))


def _is_misspelt(pair: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether the first of two words only begins names, and the second, of letters, is nothing that a line may hold."""
    from pbem.language.commands import command_words  # which look up names themselves

    if len(pair) < 2 or any(word.quoted for word in pair) or pair[0].key not in lexicon.starts:
        return False
    orders = (lexicon.verbs, lexicon.keywords, lexicon.choices, lexicon.phase_words)
    known = (*orders, lexicon.skip, lexicon.tongues, lexicon.side_names, command_words().skip)
    first, second = pair
    if len(first.key) < 2 or _is_of_the_line(first, lexicon):  # "y Ciudad Rodrigo", "frente oeste"
        return False
    if names_something(first, lexicon) or not second.key.isalpha() or len(second.key) < _NAME:
        return False
    return (
        not any(second.key in words for words in known)
        and not names_something(second, lexicon)
        and not _begins_name(second.key, lexicon)
    )


def _begins_name(read: str, lexicon: Lexicon) -> bool:
    """Whether some unit or place is called so at its beginning."""
    return any(name.startswith(read) for names in (lexicon.units, lexicon.unit_names, lexicon.places) for name in names)


def _beginning(read: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(keys[one] for one in sorted((k for k in keys if read and k.startswith(read)), key=natural))


def _exact_or_beginning(read: str, keys: Mapping[str, str]) -> str | None:
    if read in keys:
        return keys[read]
    begun = _beginning(read, keys)
    return begun[0] if len(begun) == 1 else None


def _begun(read: str, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The ids of all names with a beginning."""
    begun = {id_ for name, ids in names.items() if read and name.startswith(read) for id_ in ids}
    return tuple(sorted(begun, key=natural))


def _unit_near(word: Word, lexicon: Lexicon, near: Near, side: str | None) -> tuple[str, ...]:
    """The units nearest to a word: a side's own where one of them is near, else those by id, else by name.

    What is less than half as long as the other is not like it: chance makes it so ("primero", RME).
    """
    ids = {one: (unit,) for one, unit in lexicon.units.items()}
    every = ids | dict(lexicon.unit_names)
    mine = {one: found for one, found in every.items() if lexicon.sides.get(found[0]) == side}
    for known in (mine, ids, lexicon.unit_names):
        like = tuple(one for one in known if 2 * min(len(one), len(word.key)) >= max(len(one), len(word.key)))
        if close := near(word.key, like) if like else ():
            return tuple(dict.fromkeys(known[one][0] for one in close))
    return ()


def _space_near(word: Word, lexicon: Lexicon, near: Near) -> tuple[str, ...]:
    digits = word.key.translate(_LOOKALIKE).replace("-", "")
    if digits in lexicon.spaces:
        return (digits,)
    close = (lexicon.places[name][0] for name in near(word.key, tuple(lexicon.places)))
    return tuple(dict.fromkeys(close))


def _is_hex_number(word: Word, lexicon: Lexicon) -> bool:
    return lexicon.kind == "hexes" and word.key.isdecimal()


def _no_hex(word: Word, lexicon: Lexicon) -> Miss:
    digits = word.key
    if len(digits) == 4:
        return Miss(
            "off-map",
            {"read": digits, "first": min(lexicon.spaces, default=""), "last": max(lexicon.spaces, default="")},
        )
    made = {f"0{digits}", f"{digits[:2]}0{digits[2:]}"} if len(digits) == 3 else set()
    return Miss("unknown-hex", {"read": word.text}, tuple(sorted(h for h in made if h in lexicon.spaces)))


def _both(first: Miss, second: Miss) -> Miss:
    """What is neither of two kinds: what looks like a number is the second gone wrong, all else the first."""
    if first.near or not str(first.args["read"])[:1].isdecimal():
        return Miss(first.code, first.args, _first((*first.near, *second.near)))
    return second


def _first(near: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(near))[:NEAREST]
