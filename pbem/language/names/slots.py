"""What a word means in a slot of an order, and what a slot takes, as a problem tells what is expected."""

from collections.abc import Callable, Iterable, Mapping

from pbem.core.orders import Kind, Slot
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import (
    find_choice,
    find_enemy,
    find_group,
    find_number,
    find_phase,
    find_seat,
    find_space,
    find_unit,
    is_hex_number,
    is_number,
    units_called,
)
from pbem.language.names.nearest import NEAREST, Miss, Near, nearest
from pbem.language.words import Word

Find = Callable[[Word, Lexicon, Near], "str | Miss"]
FINDERS: Mapping[Kind, Find] = {"unit": find_unit, "group": find_group, "space": find_space, "seat": find_seat}


def find(word: Word, slot: Slot, lexicon: Lexicon, near: Near = nearest, side: str | None = None) -> str | int | Miss:
    """What a word means in a slot; where it may be of several kinds, exact names before the beginnings of ids, and
    these before words that stand in the names of several units.
    """
    kinds = slot.kinds if len(slot.kinds) == 1 else _kinds_named(word, slot, lexicon) or slot.kinds
    if "space" in kinds and is_hex_number(word, lexicon):
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
                if kind != "unit" or units_called(word, lexicon):
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


def begins(slot: Slot, lexicon: Lexicon) -> list[str]:
    """With what a slot begins: its keyword, or its value."""
    if slot.keyword and not slot.optional_keyword:
        return [lexicon.say_all("keywords", slot.keyword)]
    return values_of(slot, lexicon)


def values_of(slot: Slot, lexicon: Lexicon) -> list[str]:
    """What a slot takes, as a problem tells what is expected: words, or kinds."""
    if slot.kinds == ("choice",):
        return [lexicon.say_all("choices", choice) for choice in slot.choices]
    if slot.kinds == ("order",):
        return [lexicon.say_all("verbs", verb) for verb in slot.verbs]
    if slot.kinds == ("clause",):
        first = next((at for at, one in enumerate(slot.clause) if one.required), 0)
        return [word for one in slot.clause[: first + 1] for word in begins(one, lexicon)]
    return [kinds_of(slot, lexicon)]


def _find(kind: Kind, word: Word, slot: Slot, lexicon: Lexicon, near: Near, side: str | None) -> str | int | Miss:
    if kind == "choice":
        return find_choice(word, slot, lexicon, side)
    if kind == "number":
        return find_number(word, slot)
    if kind == "phase":
        return find_phase(word, lexicon, near, side)
    if kind == "unit" and slot.kinds[0] == "space":  # a slot that takes a space first is for targets
        return find_enemy(word, lexicon, near, side)
    if kind == "unit":
        return find_unit(word, lexicon, near, side)
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
        return is_number(word, slot)
    if kind == "choice":
        return lexicon.choices.get(word.key) in slot.choices
    if kind == "space":
        return word.key in lexicon.spaces
    ids = {"unit": lexicon.units, "group": lexicon.groups, "seat": lexicon.seats, "phase": lexicon.phase_words}
    return word.key in ids[kind]


def _is_name(kind: Kind, word: Word, _: Slot, lexicon: Lexicon) -> bool:
    named = {"unit": lexicon.unit_names, "group": lexicon.group_names, "space": lexicon.places}
    return word.key in named.get(kind, ())


def _both(first: Miss, second: Miss) -> Miss:
    """What is neither of two kinds: what looks like a number is the second gone wrong, all else the first."""
    if first.near or not str(first.args["read"])[:1].isdecimal():
        return Miss(first.code, first.args, _first((*first.near, *second.near)))
    return second


def _first(near: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(near))[:NEAREST]
