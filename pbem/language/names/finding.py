"""Who, where and when: a word to the id of a unit, group, space, seat, phase or choice. Nothing is guessed."""

from pbem.core.orders import Slot
from pbem.core.problems import Args
from pbem.language.commands import command_words
from pbem.language.lexicon import Lexicon
from pbem.language.names.matching import (
    exact_or_beginning,
    ids_beginning,
    named_beginning,
    numbered_so,
    or_within,
    plainest,
    with_word,
    with_words,
)
from pbem.language.names.nearest import ALIKE, Miss, Near, nearest, unheard
from pbem.language.words import Word

CANDIDATES = 8
FEW = 3
"""Of so many units at most that have a word like one that was read it is said that they may be meant."""
DIGITS = 9
_LOOKALIKE = str.maketrans({"o": "0", "i": "1", "l": "1", "s": "5", "z": "2", "b": "8"})


def find_unit(word: Word, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | Miss:
    """The unit of an id, a name, the unique beginning of an id, a word that stands in one id alone (vergara), the
    beginning of one name alone, or some words that stand in one name alone (battery 2, 2nd dragoons).

    Of several it means those of a `side`, whose player can order no others.
    """
    named = units_meant(word, lexicon, side)
    if len(named) == 1:
        return named[0]
    if named:
        return Miss("ambiguous-unit", {"read": word.text, "count": len(named)}, named[:CANDIDATES])
    return Miss("unknown-unit", {"read": word.text}, _unit_near(word, lexicon, near, side))


def find_enemy(word: Word, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | Miss:
    """The unit at which an order of a `side` is aimed: of those that are so called an enemy, if there is one."""
    every = (units_meant(word, lexicon), with_words(word.key, lexicon.unit_words))
    foes = (tuple(unit for unit in units if lexicon.sides.get(unit, side) != side) for units in every)
    found = _all_of_kind(word.key, next(filter(None, foes), ()), lexicon)
    if side is None or not found:
        return find_unit(word, lexicon, near)
    if len(found) == 1:
        return found[0]
    return Miss("ambiguous-unit", {"read": word.text, "count": len(found)}, found[:CANDIDATES])


def units_meant(word: Word, lexicon: Lexicon, side: str | None = None) -> tuple[str, ...]:
    """All units that a word may mean, as `find_unit` reads it."""
    if found := lexicon.units.get(word.key):
        return (found,)
    named = units_called(word, lexicon)
    if not named and len(begun := named_beginning(word.key, lexicon.unit_names)) == 1:
        return begun
    if not named and word.key[-1:] == "s":
        whole = {f"{name}-": units for name, units in lexicon.unit_names.items()}
        if len(begun := named_beginning(f"{word.key[:-1]}-", whole)) == 1:
            return begun  # "the 4-pounders"; no gunboats are "the guns"
    called = named
    if not named and word.key not in lexicon.habits.columns:  # "the reserve" is more than its guns
        called = _called_so(word.key, with_words(word.key, lexicon.unit_words), lexicon)
    mine = tuple(unit for unit in called if lexicon.sides.get(unit) == side) or called
    return mine if named else _all_of_kind(word.key, mine, lexicon)


def _all_of_kind(read: str, named: tuple[str, ...], lexicon: Lexicon) -> tuple[str, ...]:
    """The one unit in whose name a word stands; but all of its side that are such, where the word is for what it is:
    "the guns" are not the horse guns alone.
    """
    kind = lexicon.habits.kinds.get(read, frozenset())
    if len(named) != 1 or named[0] not in kind:
        return named
    return tuple(unit for unit in sorted(kind) if lexicon.sides.get(unit) == lexicon.sides.get(named[0]))


def means_unit(word: Word, lexicon: Lexicon, side: str | None = None) -> bool:
    """Whether a word is the name of a unit, or stands in that of one alone (of a `side`) and means nothing else."""
    if word.key in lexicon.units or word.key in lexicon.unit_names:
        return True
    if word.quoted or word.key.isdecimal() or means_other(word, lexicon):
        return False
    return not isinstance(find_unit(word, lexicon, unheard, side), Miss)


def means_other(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word means something beside a unit whose name it stands in: a place, a word of orders, or nothing."""
    others = (lexicon.places, lexicon.spaces, lexicon.keywords, lexicon.verbs, lexicon.choices, command_words().skip)
    return any(word.key in known for known in others)


def unit_named(word: Word, lexicon: Lexicon, side: str | None = None) -> str:
    """The one unit that a word means, and nothing else (`means_unit`); "" for none."""
    unit = find_unit(word, lexicon, unheard, side) if means_unit(word, lexicon, side) else ""
    return "" if isinstance(unit, Miss) else unit


def space_named(word: Word, lexicon: Lexicon) -> str:
    """The space that a word names, and nothing of orders; "" for none."""
    silent = word.key in lexicon.keywords or word.key in command_words().skip
    space = "" if silent else find_space(word, lexicon, unheard)
    return "" if isinstance(space, Miss) else space


def is_own(word: Word, lexicon: Lexicon, side: str) -> bool:
    """Whether a word means one unit of a side, and nothing else."""
    unit = unit_named(word, lexicon, side)
    return bool(unit) and lexicon.sides.get(unit) == side


def is_unit(word: Word, lexicon: Lexicon, side: str | None = None) -> bool:
    """Whether a word means one unit, be it that it means something else too."""
    return not isinstance(find_unit(word, lexicon, unheard, side), Miss)


def is_group(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word means one group."""
    return not isinstance(find_group(word, lexicon, unheard), Miss)


def is_space(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word means one space."""
    return not isinstance(find_space(word, lexicon, unheard), Miss)


def _called_so(read: str, units: tuple[str, ...], lexicon: Lexicon) -> tuple[str, ...]:
    """Of several units in whose names some words stand the one whose id they are: the guard of X 1, of which there is
    a guard-x-cav-1 too; or the one in whose name its number stands before the same word; or the plainest: the 5th
    harka, no mounted one.
    """
    said = {*read.split("-")} - command_words().skip.keys()
    whole = tuple(unit for unit in units if {*unit.split("-")} == said)
    whole = whole if len(whole) == 1 else numbered_so(read.split("-"), units, lexicon)
    whole = whole if len(whole) < 2 else plainest(read.split("-"), whole, lexicon)
    return whole if len(whole) == 1 else units


def units_called(word: Word, lexicon: Lexicon) -> tuple[str, ...]:
    """The units that have a name, or whose ids begin with a word or hold it."""
    named = lexicon.unit_names.get(word.key) or ids_beginning(word.key, lexicon.units)
    return named or with_word(word.key, lexicon.units)


def find_space(word: Word, lexicon: Lexicon, near: Near = nearest) -> str | Miss:
    """The space of an id of the map (a hex's number), of the name of a place, of the unique beginning of one, or of
    words that stand in one such name alone (casa condesa).
    """
    if word.key in lexicon.spaces:
        return word.key
    if is_hex_number(word, lexicon):
        return _no_hex(word, lexicon)
    if not (named := lexicon.places.get(word.key, ())):
        begun = named_beginning(word.key, lexicon.places)
        named = or_within(word.key, lexicon.places, begun) if begun else with_words(word.key, lexicon.place_words)
    if len(named) == 1:
        return named[0]
    if named:
        return Miss("ambiguous-place", {"read": word.text, "count": len(named)}, named[:CANDIDATES])
    code = "unknown-area" if lexicon.kind == "areas" else "unknown-hex"
    units = (lexicon.units[word.key],) if word.key in lexicon.units else units_called(word, lexicon)
    meant: Args = {"unit": units[0]} if len(units) == 1 else {}
    return Miss(code, {"read": word.text, **meant}, () if meant else _space_near(word, lexicon, near))


def find_seat(word: Word, lexicon: Lexicon, near: Near = nearest) -> str | Miss:
    """The seat of that id; a beginning will do where it is the only one."""
    found = exact_or_beginning(word.key, lexicon.seats)
    return found or Miss("unknown-seat", {"read": word.text}, tuple(sorted(lexicon.seats.values())))


def find_phases(read: str, lexicon: Lexicon, side: str | None = None) -> tuple[str, ...]:
    """The phases that a key may mean, those of `side` first of all; empty if there is none."""
    named = lexicon.phase_words.get(read)
    if not named:
        begun = sorted({p for k, phases in lexicon.phase_words.items() if k.startswith(read) for p in phases})
        named = tuple(begun) if read else ()
    own = tuple(p.id for p in lexicon.phases if p.id in named and side in p.sides)
    return own or named


def find_phase(word: Word, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | Miss:
    """The phase of an id or a name; one of `side` where several have it."""
    found = find_phases(word.key, lexicon, side)
    if len(found) == 1:
        return found[0]
    close = (id_ for name in near(word.key, tuple(lexicon.phase_words)) for id_ in lexicon.phase_words[name])
    return Miss("unknown-phase", {"read": word.text}, found or tuple(dict.fromkeys(close)))


def find_group(word: Word, lexicon: Lexicon, near: Near = nearest) -> str | Miss:
    """The group of an id, a name, or the unique beginning of an id."""
    named = lexicon.group_names.get(word.key, ())
    found = lexicon.groups.get(word.key) or (named[0] if len(named) == 1 else None)
    found = found or exact_or_beginning(word.key, lexicon.groups)
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
    if is_number(word, slot):
        return int(word.key)
    return Miss("bad-count", {"read": word.text, "least": slot.least, "most": slot.most})


def is_number(word: Word, slot: Slot) -> bool:
    """Whether a word is a number within the bounds of a slot."""
    return word.key.isdecimal() and len(word.key) <= DIGITS and slot.least <= int(word.key) <= slot.most


def _unit_near(word: Word, lexicon: Lexicon, near: Near, side: str | None) -> tuple[str, ...]:
    """The units nearest to a word: a side's own where one of them is near, else those by id, else by name, else those,
    not too many, with a word in their names that is like it ("walones", of the Guardias Walonas).

    What is less than half as long as the other is not like it: chance makes it so ("primero", RME).
    """
    if near is unheard:
        return ()
    ids = {one: (unit,) for one, unit in lexicon.units.items()}
    every = ids | dict(lexicon.unit_names)
    mine = {one: found for one, found in every.items() if lexicon.sides.get(found[0]) == side}
    for known in (mine, ids, lexicon.unit_names):
        like = tuple(one for one in known if 2 * min(len(one), len(word.key)) >= max(len(one), len(word.key)))
        if close := near(word.key, like) if like else ():
            return tuple(dict.fromkeys(known[one][0] for one in close))
    part = near(word.key, tuple(lexicon.unit_words))[:1] if word.key.isalpha() else ()
    within = lexicon.unit_words[part[0]] if nearest(word.key, part, ALIKE) else frozenset[str]()
    return tuple(sorted(within, key=lambda unit: (lexicon.sides.get(unit) != side, unit))) if len(within) <= FEW else ()


def _space_near(word: Word, lexicon: Lexicon, near: Near) -> tuple[str, ...]:
    digits = word.key.translate(_LOOKALIKE).replace("-", "")
    if digits in lexicon.spaces:
        return (digits,)
    close = (lexicon.places[name][0] for name in near(word.key, tuple(lexicon.places)))
    return tuple(dict.fromkeys(close))


def is_hex_number(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word may be the number of a hex, on the map or off it."""
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
