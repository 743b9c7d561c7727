"""What a counter may do, as a line of the order form tells it: where to, what it costs, at what odds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from pbem.core.orders import Order, Slot
from pbem.core.record import Record
from pbem.core.ruleset import Choice
from pbem.language.lexicon import Lexicon

SHOWN = ((3, 1), (2, 1), (1, 1), (1, 0), (0, 0))
"""How many goals of the first verb a counter's line names, and of each other verb: the most that there is room for."""
CUT = "…"
"""Before the number of all goals, where not all are named."""
DOT = " · "
Deeds = Mapping[str, Mapping[str, Sequence[Choice]]]
"""The choices that lead to an end, by end, by what is done ("" where there is no end)."""
Ranked = Sequence[tuple[str, int, Mapping[str, Sequence[Choice]]]]
"""What is done, its points, and the choices that lead to an end, by end: the best ends first."""
Say = Callable[[str], str]


def ways_of(own: Sequence[Choice], lexicon: Lexicon, lang: str, place: Say) -> Callable[[int], str]:
    """What a counter may do by its choices, by how much room there is: with as many goals by name as fit in."""
    ranked = _ranked(_deeds(own, lexicon, lang), place)

    @cache
    def said(first: int, other: int) -> str:
        return DOT.join(_summary(ranked, lexicon, lang, place, first, other))

    def ways(room: int) -> str:
        shown = ""
        for most in SHOWN:
            shown = said(*most)
            if len(shown) <= room:
                break
        return shown

    return ways


def _deeds(own: Sequence[Choice], lexicon: Lexicon, lang: str) -> Deeds:
    """What a counter may do."""
    say = cache(lexicon.say)
    deeds: dict[str, dict[str, list[Choice]]] = {}
    for choice in own:
        deed = say(*_done(choice.order), lang)
        deeds.setdefault(deed, {}).setdefault(end_of(choice.order), []).append(choice)
    return deeds


def _ranked(deeds: Deeds, place: Say) -> Ranked:
    """What is done and where that leads, with its points: places with a name before others, the nearest first."""
    found = []
    for deed, by_end in deeds.items():
        points = max(int(choice.notes.get("allowance", 0)) for same in by_end.values() for choice in same)
        order = sorted(filter(None, by_end), key=lambda end: (not place(end), cost(by_end[end])))
        found.append((deed, points, {end: by_end[end] for end in order}))
    return found


def _summary(ranked: Ranked, lexicon: Lexicon, lang: str, place: Say, first: int, other: int) -> Iterator[str]:
    """What a counter may do, a part for each verb: its points, and where it may go or whom it may attack.

    What one verb has named the next need not name again.
    """
    seen: set[str] = set()
    for i, (deed, points, ends) in enumerate(ranked):
        most = other if i else first
        if ends:
            fresh = [end for end in ends if end not in seen]
            best = [end for end in fresh if place(end) or lexicon.kind == "areas"][:most] or (
                [] if seen else fresh[:most]
            )
            seen |= set(best)
            named = ", ".join(_goal(end, ends[end], lexicon, lang, place) + _price(ends[end]) for end in best)
            more = (f"{CUT} " if best else "") + str(len(ends)) if len(ends) > len(best) else ""
            yield f"{deed}{f' ({points})' if points else ''}: {' '.join(part for part in (named, more) if part)}"


def _goal(end: str, choices: Sequence[Choice], lexicon: Lexicon, lang: str, place: Say) -> str:
    """A goal with its name; behind the space by which the cheapest way to it comes onto the map, as an order has it."""
    order, named = min(choices, key=cost_of).order, f"{place(end)} {end}".strip()
    spaces = [slot for slot in order.FORM if slot.kinds == ("space",) and getattr(order, slot.field)]
    if len(spaces) != 2 or spaces[0].many or not spaces[1].many:
        return named
    by, to = (lexicon.say("keywords", slot.keyword or "", lang) for slot in spaces)
    return f"{by} {getattr(order, spaces[0].field)} {to} {named}"


def _done(order: Order) -> tuple[str, str]:
    """The kind of word and the word for what an order does: its verb, or a keyword where it has one for each deed."""
    goals = _goals(type(order))
    done = next((slot.keyword for slot in goals if getattr(order, slot.field)), None)
    if done is None or any(slot.required or slot.keyword is None for slot in goals):
        return "verbs", order.type
    return "keywords", done


@cache
def _goals(kind: type[Order]) -> tuple[Slot, ...]:
    """The slots of an order that say where it leads or what it is for."""
    return tuple(slot for slot in kind.FORM if {"space", "clause"} & {*slot.kinds})


def cost(choices: Sequence[Choice]) -> int:
    """What the cheapest of some choices costs."""
    return min(map(cost_of, choices))


def cost_of(choice: Choice) -> int:
    """What a choice costs; 0 where nothing is told of that."""
    return int(choice.notes.get("cost", 0))


def _price(choices: Sequence[Choice]) -> str:
    """What a way costs, or the strengths of an attack: " (4)", " (3-14:10)"."""
    attacks = [Fraction(choice.notes["attack"]) for choice in choices if "attack" in choice.notes]
    if attacks:
        least, most = min(attacks), max(attacks)
        return f" ({least if least == most else f'{least}-{most}'}:{choices[0].notes['defence']})"
    return f" ({cost(choices)})" if cost(choices) else ""


def end_of(order: Order) -> str:
    """Where an order leads: the last space or target that it names, if in a clause; "" if none."""
    return _last_space(order.FORM, order)


def _last_space(form: Sequence[Slot], record: Record) -> str:
    for slot in reversed(form):
        value = getattr(record, slot.field) if slot.keyword not in ("ELSE", "FROM") else None
        if value and "space" in slot.kinds:
            return str(value if isinstance(value, str) else value[-1])
        if isinstance(value, Record) and (inner := _last_space(slot.clause, value)):
            return inner
    return ""
