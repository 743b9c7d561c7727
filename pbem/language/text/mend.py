"""Order lines that are wrong in their form alone, mended: courtesies, several units, a place first, a word left out.

A mend gets a line that begins with a verb and is no order as it stands, and gives the orders that it is but for one
thing; nothing where it is something else that is wrong. The mender says in which order they are tried.
"""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from pbem.core.orders import Order, Slot
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import IDS, Lexicon
from pbem.language.names.collective import Stands
from pbem.language.names.finding import choice_of, is_group, is_own, means_other, means_unit, unit_named, units_meant
from pbem.language.names.joining import join_names, numbered
from pbem.language.names.matching import NAME
from pbem.language.text.aims import there_told, with_words_of
from pbem.language.text.judge import Begun, IsRight, begun, leading_units, only_right
from pbem.language.text.split import MOST_ORDERS, STOPS, at_every_verb
from pbem.language.words import BETWEEN, Word, key, words
from pbem.language.write import write_order

_DEEDS, _LENGTH = 6, 200
"""In a line with more verbs behind the first one, or of more characters, nobody tells what one unit does."""
_WORDS = 20
"""In a line of more words than this nobody looks for a keyword that is left out."""


def spread_order(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """The orders of a line that names several units behind one verb, each with the verb: "DEPLOY a AT 1, b AT 2".

    Several units of an order that takes one are given the same ("SAIL a and b TO 1"), also where they lack something.
    Else all parts have to be right.
    """
    form, lines = order.form, list[str]()
    if form and form[0].kinds == ("number",):
        return _numbered(order)
    if not form or form[0].kinds not in (("unit",), ("group",)):
        return ()
    parts = _each_its_place(_parts(order.joined, order.lexicon), order.joined, order.lexicon)
    if len(parts) > 1 and not parts[-1][1]:
        return ()  # "FIRE a AT 1508 with b": what b does is told before
    for units, rest in parts:
        several = [units] if form[0].many else [[unit] for unit in units]
        lines += [" ".join((order.verb, ", ".join(one), *rest)) for one in several]
    alike = len(parts) == 1 and "unit" in form[0].kinds and not any("unit" in slot.kinds for slot in form[1:2])
    return tuple(lines) if 1 < len(lines) <= MOST_ORDERS and (alike or all(map(is_right, lines))) else ()


def _numbered(order: Begun) -> tuple[str, ...]:
    """The orders of a line with several numbers behind a verb: "CANCEL 4 and 5"."""
    behind = [word.key for word in order.read[order.used :] if word.key not in BETWEEN]
    return tuple(f"{order.verb} {number}" for number in behind) if all(map(str.isdecimal, behind)) else ()


def apart(order: Order, lexicon: Lexicon, stands: Stands) -> tuple[str, ...]:
    """The lines of an order whose units have to start in one space, where they stand in several: one for each."""
    field, groups = order.FORM[0].field, dict[str, list[str]]()
    for unit in getattr(order, field):
        groups.setdefault(stands(unit), []).append(unit)
    each = (order.model_copy(update={field: tuple(group)}) for group in groups.values())
    return tuple(write_order(one, lexicon, IDS) for one in each) if len(groups) > 1 else ()


def turned_order(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order whose place stands before its units ("ATTACK the wood WITH a", "MOVE TO 2607 WITH a").

    Without TO MOVE itself is none: nobody moves a place with units.
    """
    lexicon, read, used = order.lexicon, order.read, order.used
    way = any("space" in slot.kinds and slot.many for slot in order.form)
    leads = "TO" in (lexicon.keywords.get(word.key) for word in read[used : used + 1])
    if way and not leads and order.said in map(key, lexicon.say_all("verbs", order.id_).split("/")):
        return ()
    with_ = next((at for at in range(used + 1, len(read) - 1) if lexicon.keywords.get(read[at].key) == "WITH"), used)
    before = join_names(read[used:with_], lexicon)
    if not before or any(means_unit(word, lexicon) for word in before):
        return ()
    place, units = order.line[read[used].start : read[with_].start].strip(), order.line[read[with_ + 1].start :]
    return only_right([f"{order.verb} {units.rstrip(f'{STOPS}, ')} {place}"], is_right)


def target_first(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order that names who acts before what it is aimed at, as it is written: "ATTACK WITH a, b AGAINST 2109".

    An order that begins with who acts is none.
    """
    line, lexicon, joined = order.line, order.lexicon, order.joined
    slots = acting(order.said, lexicon)
    if not slots or not joined:
        return ()
    if lexicon.verbs.get(joined[0].key) == order.id_:  # "ATTACK AGAINST 2109"
        return only_right([f"{order.verb} {line[joined[0].end :].strip()}"], is_right)
    skip = command_words().skip
    units = leading_units(joined[1:], lexicon)
    behind = [word for word in joined if units and word.start > units[-1].start]
    while behind and behind[0].key in skip:
        behind.pop(0)
    silent = behind and (behind[0].key in lexicon.verbs or lexicon.keywords.get(behind[0].key) in ("AT", "TO"))
    target = behind[1:] if silent else behind
    if not (units and target and (joined[0].key in skip or joined[0].key in lexicon.keywords)):
        return ()
    who, with_ = line[units[0].start : units[-1].end], lexicon.say("keywords", slots[0].keyword or "", IDS)
    at, rest = line[target[0].start : target[0].end], line[target[0].end :].lstrip(" ,")
    return only_right([f"{order.verb} {at} {with_} {who} {rest}".rstrip()], is_right)


def each_acting(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order that takes one who acts behind its target, and names several, as one for each: "ASSAULT x FROM a, b"."""
    slots = acting(order.said, order.lexicon)
    if len(slots) != 1 or slots[0].many or order.form[0].keyword:
        return ()
    line, lexicon, joined = order.line, order.lexicon, order.joined
    with_ = next(
        (at for at, word in enumerate(joined) if lexicon.keywords.get(word.key) == slots[0].keyword), len(joined)
    )
    behind = [word for word in joined[with_ + 1 :] if word.key not in (*command_words().skip, *BETWEEN)]
    alike = all(means_unit(word, lexicon) for word in behind) or all(word.key in lexicon.spaces for word in behind)
    if len(behind) < 2 or not alike:
        return ()
    each = tuple(f"{line[: behind[0].start]}{line[word.start : word.end]}" for word in behind)
    return each if len(each) <= MOST_ORDERS and all(map(is_right, each)) else ()


def with_subject(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """The orders of a line that names its unit once: "FORM a square, FACE NE" orders both of a."""
    if len(order.line) > _LENGTH:
        return ()
    lexicon = order.lexicon
    order = order.anew(_with_plain_verbs(order.line, lexicon))
    line = order.line
    first, *others = at_every_verb(line, lexicon)
    if not 0 < len(others) <= _DEEDS:
        return ()
    units = order.anew(first).units
    who = line[units[0].start : units[-1].end] if units else ""
    if not units or (together := _together(order, [first, *others], who, is_right)):
        return together if units else ()
    if len(units) > 1 and order.form and not order.form[0].many:
        one_each = (f"{line[: units[0].start]}{unit.text}{line[units[-1].end :]}" for unit in units)
        each = [with_subject(order.anew(one), is_right) for one in one_each]
        return tuple(one for same in zip(*each, strict=True) for one in same) if len({*map(len, each)}) == 1 else ()
    said, left = [first], others
    while left:
        other, left = _longest(left, lambda part: is_right(_of(who, part, first, lexicon, is_right)))
        if joint := _joint(who, other, lexicon, is_right):
            said += joint
            continue
        more = None if is_right(other) else begun(other, lexicon)
        if more and _goes_on(order, more):
            said[-1] += more.behind  # "enters at 0108 and goes to 0308" is one way
        else:
            said.append(_of(who, other, first, lexicon, is_right))
    return tuple(said) if all(map(is_right, said)) else ()


def _goes_on(order: Begun, more: Begun) -> bool:
    """Whether another verb behind one of the same unit tells how its way goes on: the same, or that of who came in."""
    ways = [any(slot.many and slot.keyword == "TO" for slot in each.form) for each in (order, more)]
    return order.id_ == more.id_ or (all(ways) and any(slot.keyword == "AT" for slot in order.form))


def acting(verb: str, lexicon: Lexicon) -> tuple[Slot, ...]:
    """The slots of who acts in the order of a verb's word, where it begins with something else: WITH."""
    form = lexicon.orders[lexicon.verbs[verb]].FORM
    if form and form[0].kinds == ("unit",):
        return ()
    return tuple(slot for slot in form if slot.keyword and slot.kinds[0] == "unit")


def with_formation(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order that says by the way how its units are to be ("MOVE a in skirmish order TO 1104"), with the order for
    that before it.
    """
    line, lexicon = order.line, order.lexicon
    units = order.units if len(order.read) <= _WORDS else []
    own = {choice for slot in order.form for choice in slot.choices}
    for before, word in pairwise(order.joined if units else ()):
        choice = lexicon.choices.get(word.key, "")
        verb = next((verb for verb, kind in lexicon.orders.items() if _is_of_choice(kind.FORM, choice)), "")
        if verb and choice not in own and len(word.key) >= NAME:  # no "no", which may be north-west
            silent = before.key in {*command_words().skip, *lexicon.skip} or lexicon.keywords.get(before.key) == "AT"
            said = f"{lexicon.say('verbs', verb, IDS)} {line[units[0].start : units[-1].end]} {word.text}"
            bare = line[: before.start if silent else word.start] + line[word.end :]
            both = [each for one in (said, bare) for each in _spread(one, lexicon, is_right)]
            return tuple(both) if all(map(is_right, both)) else ()
    return ()


def _spread(line: str, lexicon: Lexicon, is_right: IsRight) -> tuple[str, ...]:
    """The orders of a line that names several units behind one verb, or the line."""
    order = begun(line, lexicon)
    return (order and not is_right(line) and spread_order(order, is_right)) or (line,)


def _is_of_choice(form: Sequence[Slot], choice: str) -> bool:
    """Whether an order is of a unit and such a choice alone."""
    return len(form) == 2 and form[0].kinds == ("unit",) and form[1].required and choice in form[1].choices


def _together(order: Begun, parts: Sequence[str], who: str, is_right: IsRight) -> tuple[str, ...]:
    """The orders of a line whose units go each their way and then aim at something together; nothing for any other:
    "a and b go to 1514 and 1515 and attack 1613".
    """
    for before, part in pairwise(parts):
        start = len(part) - len(part.lstrip())
        aimed = () if is_right(part) else _aimed(f"{' ' * start}{order.line[start:]}", who, order.lexicon, is_right)
        if aimed:
            lead = order.anew(order.line[: len(before)])
            whole = (
                (lead.line,) if is_right(lead.line) else spread_order(lead, is_right) or with_subject(lead, is_right)
            )
            return (*whole, *aimed) if whole and all(map(is_right, whole)) else ()
    return ()


def _aimed(other: str, who: str, lexicon: Lexicon, is_right: IsRight) -> tuple[str, ...]:
    """What stands behind an order, as what the same units aim at, one for each if need be; nothing for any other."""
    more = begun(other.rstrip(f"{STOPS} "), lexicon)
    slots = acting(more.said, lexicon) if more else ()
    said = f"{more.line} {lexicon.say('keywords', slots[0].keyword or '', IDS)} {who}" if more and slots else ""
    aimed = begun(said, lexicon)
    if aimed is None or is_right(said):
        return (said,) if aimed else ()
    return target_first(aimed, is_right) or each_acting(aimed, is_right)


def _with_plain_verbs(line: str, lexicon: Lexicon) -> str:
    """A line with its later verbs, behind "and" or a comma, as they are said of one, and without what says nothing
    before them: "y atacan", "y después ataca". As long as it was.
    """
    read, openings = words(line), command_words().openings
    for before, at in zip(read, range(1, len(read)), strict=False):
        if before.key not in BETWEEN and "," not in line[before.end : read[at].start]:
            continue
        polite = longest_match(read[at:], openings)
        start = at + polite[1] if polite and at + polite[1] < len(read) else at
        verb, word = lexicon.verb_of(read[start].key), read[start]
        if verb and (start > at or verb != word.key):
            said = word.text if verb == word.key else verb
            blank = " " * (word.start - read[at].start)
            line = line[: read[at].start] + blank + said.ljust(word.end - word.start) + line[word.end :]
    return line


def _of(who: str, other: str, first: str, lexicon: Lexicon, is_right: IsRight) -> str:
    """What stands behind a `first` order, if it is none by itself with the units of that: "forms a square"."""
    more = None if is_right(other) else begun(other, lexicon)
    if more is None:
        return other
    behind = [
        f"{other} {lexicon.say('keywords', slot.keyword or '', IDS)} {who}" for slot in acting(more.said, lexicon)
    ]
    before = [f"{more.verb} {who}{rest}" for rest in (more.behind, _without_goal(more.behind, first, lexicon))]
    return next(filter(is_right, (*behind, *before)), before[0])


def _joint(who: str, other: str, lexicon: Lexicon, is_right: IsRight) -> tuple[str, ...]:
    """An order behind another one that tells with whom its units act ("goes to 1408 and assaults 1508 with b"), as one
    for each of all; nothing for any other.
    """
    more = begun(other.rstrip(f"{STOPS} "), lexicon)
    slots = acting(more.said, lexicon) if more else ()
    with_ = {word for word in lexicon.skip if lexicon.keywords.get(word) in {slot.keyword for slot in slots}}
    if more is None or not any(word.key in with_ for word in more.read):
        return ()
    return each_acting(more.anew(f"{more.line}, {who}"), is_right)


def _without_goal(rest: str, first: str, lexicon: Lexicon) -> str:
    """What stands behind a verb without the place where the order before it ends: "unlimbers in 1008"."""
    goal = next((word.key for word in reversed(words(first)) if word.key in lexicon.spaces), "")
    silent = (*command_words().skip, *lexicon.skip)
    for before, word in pairwise(words(rest)):
        if word.key == goal and (lexicon.keywords.get(before.key) == "AT" or before.key in silent):
            return rest[: before.start] + rest[word.end :]
    return rest


def _longest(parts: Sequence[str], is_right: IsRight) -> tuple[str, list[str]]:
    """The most parts of a line from the first on that are right together, and the rest: "form" and "square" are one.

    Each part stands behind as many spaces as in the line.
    """
    whole, longest, together = parts[0], 1, parts[0]
    for at, part in enumerate(parts[1:], 2):
        whole += part[len(whole) :]
        if is_right(whole):
            longest, together = at, whole
    return together, [*parts[longest:]]


def with_keyword(order: Begun, is_right: IsRight, side: str | None) -> tuple[str, ...]:
    """An order without the keyword of something that it has to say, with it: "ATTACK 2109: ax-01, r-10".

    So is one that says by TO alone that somebody goes, where the way has its own keyword: "ACTIVATE ax-01 TO 2109".
    Only where the word makes an order of the line in one place alone, that of units before the first one of the `side`
    whose order it is. One that names something twice is none: what it says of it is not known.
    """
    line, lexicon, places, form = order.line, order.lexicon, order.joined, order.form
    if len(order.read) > _WORDS:
        return ()
    if side and places and form and set(form[0].kinds) == {"space", "unit"} and is_own(places[0], lexicon, side):
        return ()  # who acts is no target
    said = (
        f"{line[: word.start]}{lexicon.say('keywords', slot.keyword, IDS)} {line[word.start :]}"
        for slot in form
        if slot.keyword
        for word in _before(places, slot, form, lexicon, side)
        if not _is_twice(word, places, lexicon)
    )
    return only_right(said, is_right)


def with_inner_verb(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order that tells behind units what they do in an order within it ("WHEN enemy ENTERS sin, ax-01 fires there")
    with the verb of that one: "… ACTIVATE ax-01 FIRE there". Only where one reading alone is right.
    """
    line, lexicon = order.line, order.lexicon
    verb = next((slot.verbs[0] for slot in order.form if slot.kinds == ("order",)), "")
    if not verb or len(order.read) > _WORDS:
        return ()
    takes, said = {slot.keyword for slot in lexicon.orders[verb].FORM}, list[str]()
    for who in order.joined:
        acts = next((word for word in order.read if word.start >= who.end and _deed(word, lexicon) in takes), None)
        if acts and means_unit(who, lexicon):
            inner = f"{lexicon.say('verbs', verb, IDS)} {line[who.start : acts.start]}"
            keyword = lexicon.say("keywords", _deed(acts, lexicon), IDS)
            said.append(f"{line[: who.start]}{inner}{keyword} {line[acts.end :]}")
    return only_right((one for each in said for one in there_told(order.anew(each), is_right) or (each,)), is_right)


def with_other_verb(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order that says by another one's word what it does ("ADVANCE leg4-1 TO 0506"), with its own.

    One that names a group where it is for a unit is none, nor one that may be of two verbs.
    """
    lexicon, meant = order.lexicon, list[tuple[str, ...]]()
    group = any(is_group(word, lexicon) for word in order.named[:1])
    for verb in lexicon.habits.also.get(order.said, ()):
        said = (
            f"{' ' * order.read[0].start}{lexicon.say('verbs', verb, min(lexicon.tongues[order.said]))}{order.behind}"
        )
        other = begun(said, lexicon)
        mended: tuple[str, ...] = (said,) if is_right(said) else ()
        mended = mended or (other and (spread_order(other, is_right) or with_subject(other, is_right))) or ()
        if mended and all(map(is_right, mended)) and not (group and not _takes_group(lexicon.orders[verb].FORM)):
            meant.append(mended)
    return meant[0] if len(meant) == 1 else ()


def by_those_there(order: Begun, is_right: IsRight, stands: Stands) -> str:
    """A line that brings in units which are on the map ("URR 21 enters Batel"), with the other verb of that word; else
    the line.
    """
    line, lexicon = order.line, order.lexicon
    units = order.units if order.kind.ARRIVES else ()
    there = bool(units) and all(stands(unit_named(word, lexicon)) for word in units)
    said = with_other_verb(order, is_right) if there else ()
    return said[0] if len(said) == 1 else line


def _takes_group(form: Sequence[Slot]) -> bool:
    """Whether an order begins with a group, or may."""
    return form[0].kinds != ("unit",) or any(slot.instead == form[0].field and "group" in slot.kinds for slot in form)


def _deed(word: Word, lexicon: Lexicon) -> str:
    """The keyword that is called like the order of a verb; "" for no verb."""
    return lexicon.verbs.get(lexicon.verb_of(word.key), "").upper()


def _before(
    places: Sequence[Word], slot: Slot, form: Sequence[Slot], lexicon: Lexicon, side: str | None
) -> Sequence[Word]:
    """The words before which the keyword of a slot may be left out."""
    if slot.kinds == ("choice",):
        return [word for word in places if choice_of(word, lexicon, side) in slot.choices]
    if not slot.optional_keyword and slot.required:
        if slot.kinds != ("unit",) or not side:
            return places
        return [word for word in places if is_own(word, lexicon, side)][:1]
    if _is_way(slot, form):
        return [word for word in places if lexicon.keywords.get(word.key) == "TO"][:1]
    return ()


def _is_way(slot: Slot, form: Sequence[Slot]) -> bool:
    """Whether a slot is the only way of an order."""
    return [other for other in form if other.many and other.kinds == ("space",)] == [slot]


def _is_twice(first: Word, places: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether something is named twice from a word on, up to a keyword."""
    behind = takewhile(lambda word: word.key not in lexicon.keywords, places[places.index(first) :])
    named = [word.key for word in behind if word.key not in command_words().skip]
    return len(set(named)) < len(named)


def _parts(rest: Sequence[Word], lexicon: Lexicon) -> list[tuple[list[str], list[str]]]:
    """Units, and what follows them up to the next ones; nothing where the words do not begin with one."""
    parts: list[tuple[list[Word], list[str]]] = []
    skip = {*command_words().skip, *lexicon.skip}
    leads = lexicon.keywords.keys() - with_words_of(lexicon)
    for at, word in enumerate(rest):
        said = (each.key for each in reversed(rest[:at]) if each.key in leads or each.key not in skip)
        before = next(said, "")  # "to the dragoons": no other unit of the order
        if _may_act(word, lexicon) and before not in leads:
            if not parts or parts[-1][1]:
                parts.append(([], []))
            parts[-1][0].append(word)
        elif parts and not parts[-1][1] and (other := numbered(parts[-1][0][-1], word, lexicon)):
            parts[-1][0].append(other)
        elif word.key not in BETWEEN and not (word.key in skip and not (parts and parts[-1][1])):
            orders = word.key in lexicon.verbs and not (word.key in lexicon.keywords or word.key in lexicon.choices)
            if not parts or orders:
                return []
            parts[-1][1].append(word.text)
    return [([word.text for word in units], rest) for units, rest in parts]


def _may_act(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word means a unit, or one of several that are called so: whose line it is tells which."""
    return means_unit(word, lexicon) or (not means_other(word, lexicon) and len(units_meant(word, lexicon)) > 1)


def _each_its_place(
    parts: list[tuple[list[str], list[str]]], joined: Sequence[Word], lexicon: Lexicon
) -> list[tuple[list[str], list[str]]]:
    """Units with a place each of as many that are told behind them: "a, b and c to 3614, 3715 and 3716".

    Without "and" before the last the places are a way.
    """
    places = [*takewhile(lambda word: word.key in BETWEEN or word.key in lexicon.spaces, reversed(joined))][::-1]
    told = [word.text for word in places if word.key not in BETWEEN]
    if len(parts) != 1 or len(told) < 2 or len(told) != len(parts[0][0]) or places[-2].key not in BETWEEN:
        return parts
    units, rest = parts[0]
    before = rest[: len(rest) - len(told)]
    return [([unit], [*before, place]) for unit, place in zip(units, told, strict=True)]
