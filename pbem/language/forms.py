"""The order form at the end of a mail: a line for each counter that may act, to be edited in the reply."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import wrap

from pbem.core.orders import Order
from pbem.core.pieces import natural
from pbem.core.ruleset import Choice, Choices
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.deeds import CUT, DOT, Say, cost, cost_of, end_of, ways_of
from pbem.language.lexicon import Lexicon
from pbem.language.messages import translations
from pbem.language.names.finding import find_phases
from pbem.language.words import key_of
from pbem.language.words import words as words_of
from pbem.language.write import write_fields, write_order

HOLD = "hold"
"""The verb that asks for nothing: a counter that has it as a choice gets it as its line."""
BRIEF = 3
"""How many targets of a member of a group are listed."""
PROPOSED = "#="
"""Between an order that the scenario proposes and what is said of it: whoever reads a reply knows it by that."""
COLUMN = 26
WIDTH = 120


def _nothing(_id: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class FormWords:
    """What a form says of things, in its language, by id.

    `unit`: where a counter stands and what it is ("ULI 3, 1511, 3-5"); `place`: the name of a space, "" for none;
    `group`: under which heading a counter stands, "" for none. Groups come in the order of the keys that `order` gives.
    `space`: the id of the space where a counter stands, "" for none; `state`: what shows on it that hinders or marks it
    ("out of command"), "" for nothing; `title`: the name of a group that acts together; `duty`: what those must do whom
    the rules oblige to act, "" where that is to attack.
    """

    unit: Say
    place: Say = _nothing
    group: Say = _nothing
    order: Say = _nothing
    space: Say = _nothing
    state: Say = _nothing
    title: Say = str
    duty: str = ""


def order_form(
    choices: Choices,
    lexicon: Lexicon,
    lang: str,
    words: FormWords,
    *,
    game: str,
    turn: int,
    told: Collection[str] = (),
) -> tuple[str, ...]:
    """The lines of the form, markers first and last; empty for a seat that has nothing to choose.

    What the scenario proposes is an order as it stands, so that the form can be sent back unchanged.
    Where HOLD is a choice each counter has a line `HOLD ulisex-3  # ULI 3, 1511, 3-5 · MOVE (5): Annual 1613 (4) … 9`,
    which says that no order is wanted. Elsewhere its line is an order that it may be given, as a comment; no two
    counters are offered the same one as long as they have others (so that a set-up taken as it stands is none in one
    hex). Of counters that act together the group has a line, and they are listed below it. How to use the form is not
    said again where the same line is among those `told` above it.
    """
    if not choices.actors:
        return ()
    able = sorted((u for u in choices.actors if choices.actors[u]), key=lambda u: (words.order(u), natural(u)))
    head = f"{mark('form-begin', lang)} {game} {turn} {_phase_name(choices.phase, lexicon, lang)}"
    hints = list(_hints(choices, able, lexicon, translations(lang).gettext))
    lines = [line for name in choices.groups for line in _together(name, choices, lexicon, lang, words)]
    lines += _singly(choices, able, lexicon, lang, words)
    if lexicon.kind == "areas" and any(CUT in line for line in lines):
        counted = translations(lang).gettext(N_("Behind …: how many areas in all."))
        hints += remark(counted)
    return (head, *(hint for hint in hints if hint not in told), *lines, mark("form-end", lang))


def _singly(choices: Choices, able: Sequence[str], lexicon: Lexicon, lang: str, words: FormWords) -> Iterator[str]:
    """The lines of the counters that act by themselves, under the headings of their groups."""
    place = cache(words.place)
    offered: set[tuple[str, ...]] = set()
    group, before = "", ""
    apart = {unit for name, members in choices.groups.items() for unit in (name, *members)}
    for unit in able:
        if unit in apart:
            continue
        if not apart and words.group(unit) != group:
            group, before = words.group(unit), ""
            yield f"# — {group}"
        about = _about(unit, choices, able, lang, words)
        if unit in choices.proposed:
            order = write_order(choices.proposed[unit], lexicon, lang)
            where = words.place(end_of(choices.proposed[unit]))
            yield _line(order, about, "" if where in about else where, PROPOSED)  # it stands there already
            before = ""
            continue
        own = choices.actors[unit]
        order = _order(unit, own, lexicon, lang, offered)
        ways = ways_of(own, lexicon, lang, place)
        may = ways(WIDTH)
        room = WIDTH - len(f"{order:<{COLUMN}} # {about}{DOT}")
        said = translations(lang).gettext(N_("the same")) if may and may == before else ""
        yield _line(order, about, said or ways(room))
        before = may


def _together(group: str, choices: Choices, lexicon: Lexicon, lang: str, words: FormWords) -> Iterator[str]:
    """The heading of a group, the order that it may be given first, and its members.

    Those who need a line have one, as those who are to come on to the map do, whom the group's line does not move; and
    all of a group that is given no order as a whole.
    """
    yield f"# — {words.title(group)}"
    own = choices.actors.get(group, ())
    if own:
        yield _line(f"# {write_order(own[0].order, lexicon, lang)}", words.unit(group), "")
    members = [unit for unit in choices.groups[group] if choices.actors[unit]]
    needed = [
        unit
        for unit in members
        if not own or unit in choices.proposed or unit in choices.must or _is_coming(choices.actors[unit], words, unit)
    ]
    yield from _listed([_brief(unit, choices.actors[unit], words) for unit in members if unit not in needed])
    coming = {unit: choices.actors[unit] for unit in sorted(needed, key=natural) if not words.space(unit)}
    entering = _entering(coming)
    for unit in sorted(needed, key=natural):
        order = choices.proposed.get(unit) or entering.get(unit) or _cheapest(choices.actors[unit])
        sign = PROPOSED if unit in choices.proposed else "#"
        about = (words.unit(unit), words.place(end_of(order)))
        written = write_order(order, lexicon, lang)
        yield _line(written if unit in choices.proposed else f"# {written}", *about, sign)


def _is_coming(own: Sequence[Choice], words: FormWords, unit: str) -> bool:
    """Whether a unit may enter the map by an order of its own: it stands nowhere, and a move of it ends somewhere."""
    return not words.space(unit) and any(end_of(choice.order) for choice in own)


def _cheapest(own: Sequence[Choice]) -> Order:
    """The order of the first verb that costs least."""
    same = [choice for choice in own if choice.order.type == own[0].order.type]
    return min(same, key=lambda choice: cost((choice,))).order


def _entering(coming: Mapping[str, Sequence[Choice]]) -> dict[str, Order]:
    """An order for each of those who come onto the map: the first that all could pay for, to spaces apart."""
    found, taken = dict[str, Order](), set[str]()
    same = {unit: [c for c in own if c.order.type == own[0].order.type] for unit, own in coming.items()}
    pace = min((max(map(cost_of, own)) for own in same.values()), default=0)
    for unit, own in same.items():
        able = (choice.order for choice in own if cost_of(choice) <= pace and end_of(choice.order) not in taken)
        found[unit] = next(able, own[0].order)
        taken.add(end_of(found[unit]))
    return found


def _brief(unit: str, own: Sequence[Choice], words: FormWords) -> str:
    """A member of a group in a few words: where it stands, its points or its targets."""
    points = max((int(choice.notes.get("allowance", 0)) for choice in own), default=0)
    ends = list(dict.fromkeys(end_of(choice.order) for choice in own))[:BRIEF]
    about = ", ".join(filter(None, (str(points), words.state(unit))))
    said = f" ({about})" if points else f": {'/'.join(ends)}" if any(ends) else ""
    return f"{unit} {words.space(unit)}".rstrip() + said


def _listed(entries: Sequence[str]) -> Iterator[str]:
    """Entries as comments, as many on a line as find room."""
    line = ""
    for entry in entries:
        if line and len(f"{line}, {entry}") > WIDTH:
            yield f"{line},"
            line = ""
        line = f"{line}, {entry}" if line else f"#    {entry}"
    if line:
        yield line


def remark(text: str) -> tuple[str, ...]:
    """A remark of a form: lines that begin with #, of at most WIDTH letters."""
    return tuple(wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False))


def form_line(order: str, about: str = "") -> str:
    """An order as a form offers it, as a comment, with what is said of it."""
    return f"# {order:<{COLUMN - 2}} # {about}" if about else f"# {order}"


def mark(id_: str, lang: str) -> str:
    """The line that begins (form-begin; game, turn and phase follow) or ends (form-end) a form."""
    return f"## {command_words().say(id_, lang)}"


def marked_phases(form: Sequence[str], lexicon: Lexicon, lang: str) -> tuple[str, ...]:
    """The phases that a form holds, in their order."""
    heads = [line.split(maxsplit=4)[-1] for line in form if line.startswith(f"{mark('form-begin', lang)} ")]
    return tuple(phase for head in heads for phase in find_phases(_joined(head), lexicon))


def phase_head(phase: str, lexicon: Lexicon, lang: str) -> str:
    """The line above the orders of a phase: "PHASE fire and movement"."""
    return f"{command_words().say('phase', lang)} {_phase_name(phase, lexicon, lang)}"


def _phase_name(phase: str, lexicon: Lexicon, lang: str) -> str:
    """The name of a phase, where it is read back as that phase and no other; else its id."""
    name = lexicon.say("phases", phase, lang)
    return name if find_phases(_joined(name), lexicon) == (phase,) else phase


def _joined(name: str) -> str:
    return key_of(words_of(name))


def _about(unit: str, choices: Choices, able: Sequence[str], lang: str, words: FormWords) -> str:
    """Where a counter stands and what it is; what it must do, where not all must; in a set-up none does."""
    must = unit in choices.must and len(choices.must) < len(able) and not choices.proposed
    duty = words.duty or translations(lang).gettext(N_("must attack"))
    return DOT.join(filter(None, (words.unit(unit), duty if must else "")))


def _hints(choices: Choices, able: Sequence[str], lexicon: Lexicon, say: Say) -> Iterator[str]:
    """How to use the form, as comments."""
    members = {unit for units in choices.groups.values() for unit in units}
    open_ = [unit for unit in able if unit not in choices.proposed and unit not in choices.groups]
    proposed = any(unit in choices.proposed for unit in able)
    if proposed:
        hint = N_("A set-up that can be played: change what you like. What you leave stays as it is here.")
        yield from remark(say(hint))
        hint = N_("It counts once you change a line, write DONE, or reply and add nothing.")
        yield from remark(say(hint))
    if open_ or not able:
        hint = N_("Remove the # of the lines you want, and change what you need; unchanged lines do nothing.")
        if proposed:
            hint = N_("Of the other units take the # from the line: with it, it does nothing.")
        yield from remark(say(hint))
    notes = {key for unit in able for choice in choices.actors[unit][:1] for key in choice.notes}
    if "allowance" in notes and not members:
        hint = N_("MOVE (4): it has 4 points. A place (3): it costs 3. At the end: how many hexes in all.")
        if lexicon.kind == "areas":
            hint = N_("MOVE (4): it has 4 points. An area (3): it costs 3.")
        yield from remark(say(hint))
    if "attack" in notes and not members:
        hint = N_("Behind a target: attack strength, alone to all together, against defence strength.")
        yield from remark(say(hint))
    if any(unit in members for unit in open_) and choices.groups.keys() & choices.actors.keys():
        hint = N_("A group's line is for all of it; a unit with a line of its own does that. Below: unit hex (points).")
        yield from remark(say(hint))
    if open_ and len(choices.must) >= len(able):
        hint = N_("Every unit here needs an order.")
        yield from remark(say(hint))


def _line(order: str, about: str, may: str, sign: str = "#") -> str:
    """An order with what is said of it, which is cut where it is too long; the order never is."""
    line = f"{order:<{COLUMN}} {sign} {DOT.join(filter(None, (about, may)))}".rstrip()
    whole = f"{order} {sign} {about}"
    if len(line) <= WIDTH or len(whole) >= WIDTH:
        return line if len(line) <= WIDTH else whole
    return f"{line[: WIDTH - 1].rpartition(' ')[0].rstrip(' ,·')} {CUT}"


def _order(unit: str, own: Sequence[Choice], lexicon: Lexicon, lang: str, offered: set[tuple[str, ...]]) -> str:
    """The order of a counter's line: HOLD, or one that no counter before was offered, as a comment."""
    hold = next((choice.order for choice in own if choice.order.type == HOLD), None)
    if hold is not None:
        return write_order(hold, lexicon, lang)
    return f"# {write_order(_fresh(unit, [choice.order for choice in own], lexicon, lang, offered), lexicon, lang)}"


def _fresh(unit: str, orders: Sequence[Order], lexicon: Lexicon, lang: str, offered: set[tuple[str, ...]]) -> Order:
    """The first order that no counter before was offered, the counter itself apart."""
    for order in orders:
        first = order.FORM[0].field if order.FORM else ""
        itself = first if getattr(order, first, None) in (unit, (unit,)) else "unit"
        told = (order.type, *write_fields(order, lexicon, lang, without=itself))
        if told not in offered:
            offered.add(told)
            return order
    return orders[0]
