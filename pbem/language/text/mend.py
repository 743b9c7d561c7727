"""Order lines that are wrong in their form alone, mended: courtesies, several units, a place first, a word left out."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile

from pbem.core.orders import Order, Slot
from pbem.language.commands import command_words, last_match, longest_match
from pbem.language.lexicon import IDS, Lexicon
from pbem.language.names.finding import choice_of, find_group, find_space, find_unit, means_unit, units_meant
from pbem.language.names.joining import join_names, numbered
from pbem.language.names.matching import names_something
from pbem.language.names.nearest import Miss, unheard
from pbem.language.text.aims import PLACED, there_told
from pbem.language.text.split import MOST_ORDERS, STOPS, at_every_verb
from pbem.language.words import BETWEEN, Word, key, key_of, words
from pbem.language.write import write_order

_REMARK = re.compile(rf"\(([^()]*)\)[\s,{STOPS}]*$")
"""A remark in brackets at the end of a line."""
_DEEDS, _LENGTH = 6, 200
"""In a line with more verbs behind the first one, or of more characters, nobody tells what one unit does."""
_WORDS = 20
"""In a line of more words than this nobody looks for a keyword that is left out."""


def spread_order(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """The orders of a line that names several units behind one verb, each with the verb: "DEPLOY a AT 1, b AT 2".

    Several units of an order that takes one are given the same ("SAIL a and b TO 1"), also where they lack something.
    Else all parts have to be right: mostly just the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    if found is not None and len(form) == 1 and form[0].kinds == ("number",):
        return _numbered(line, read, found[1])
    if found is None or not form or form[0].kinds != ("unit",) or form[0].keyword:
        return (line,)
    joined = join_names(read[found[1] :], lexicon)
    parts = _each_its_place(_parts(joined, lexicon), joined, lexicon)
    verb, lines = line[read[0].start : read[found[1] - 1].end], list[str]()
    for units, rest in parts:
        several = [units] if form[0].many else [[unit] for unit in units]
        lines += [" ".join((verb, ", ".join(one), *rest)) for one in several]
    alike = len(parts) == 1 and not any("unit" in slot.kinds for slot in form[1:2])
    if 1 < len(lines) <= MOST_ORDERS and (alike or all(map(is_right, lines))):
        return tuple(" " * read[0].start + one for one in lines)
    return (line,)


def _numbered(line: str, read: Sequence[Word], used: int) -> tuple[str, ...]:
    """The orders of a line with several numbers behind a verb: "CANCEL 4 and 5"."""
    verb, behind = line[read[0].start : read[used - 1].end], [w for w in read[used:] if w.key not in BETWEEN]
    if not 1 < len(behind) <= MOST_ORDERS or not all(word.key.isdecimal() for word in behind):
        return (line,)
    return tuple(f"{' ' * read[0].start}{verb} {word.key}" for word in behind)


def apart(order: Order, lexicon: Lexicon, stands: Callable[[str], str]) -> tuple[str, ...]:
    """The lines of an order whose units have to start in one space, where they stand in several: one for each."""
    field, groups = order.FORM[0].field, dict[str, list[str]]()
    for unit in getattr(order, field):
        groups.setdefault(stands(unit), []).append(unit)
    each = (order.model_copy(update={field: tuple(group)}) for group in groups.values())
    return tuple(write_order(one, lexicon, IDS) for one in each) if len(groups) > 1 else ()


def turned_order(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order whose place stands before its units ("ATTACK the wood WITH a, b") as it is written; else the line.

    MOVE itself is none: nobody moves a place with units.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    if found is None:
        return (line,)
    way = any("space" in slot.kinds and slot.many for slot in lexicon.orders[found[0]].FORM)
    if way and key_of(read[: found[1]]) in map(key, lexicon.say_all("verbs", found[0]).split("/")):
        return (line,)
    used = found[1]
    with_ = next((at for at in range(used + 1, len(read) - 1) if lexicon.keywords.get(read[at].key) == "WITH"), used)
    before = join_names(read[used:with_], lexicon)
    if not before or any(word.key in lexicon.units or word.key in lexicon.unit_names for word in before):
        return (line,)
    verb, place = line[read[0].start : read[used - 1].end], line[read[used].start : read[with_].start].strip()
    turned = f"{verb} {line[read[with_ + 1].start :].rstrip(' .,;!')} {place}"
    return (" " * read[0].start + turned,) if is_right(turned) else (line,)


def target_first(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order that names who acts before what it is aimed at, as it is written: "ATTACK WITH a, b AGAINST 2109".

    Else the line; so it is for an order that begins with who acts.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    who = [slot for slot in form[1:] if slot.keyword and "unit" in slot.kinds and form[0].kinds != ("unit",)]
    if found is None or not who or form[0].keyword or len(read) > _WORDS:
        return (line,)
    joined, skip = join_names(read[found[1] :], lexicon), command_words().skip
    if joined and lexicon.verbs.get(joined[0].key) == found[0]:  # "ATTACK AGAINST 2109"
        said = f"{line[: joined[0].start].rstrip()} {line[joined[0].end :].strip()}"
        return (said,) if is_right(said) else (line,)
    units = [*takewhile(lambda word: means_unit(word, lexicon) or word.key in skip, joined[1:])]
    behind = joined[1 + len(units) :]
    silent = behind and (behind[0].key in lexicon.verbs or lexicon.keywords.get(behind[0].key) in ("AT", "TO"))
    target = behind[1:] if silent else behind
    begun = joined and (joined[0].key in skip or joined[0].key in lexicon.keywords)
    if not (begun and units and target):
        return (line,)
    verb, named = line[read[0].start : read[found[1] - 1].end], line[units[0].start : units[-1].end]
    with_ = lexicon.say("keywords", who[0].keyword or "", IDS)
    said = (
        f"{verb} {line[target[0].start : target[0].end]} {with_} {named} {line[target[0].end :].lstrip(' ,')}".rstrip()
    )
    return (" " * read[0].start + said,) if is_right(said) else (line,)


def with_subject(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """The orders of a line that names its unit once: "FORM a square, FACE NE" orders both of a; else the line."""
    first, *others = at_every_verb(line, lexicon)
    read = words(first)
    found = longest_match(read, lexicon.verbs)
    if found is None or not 0 < len(others) <= _DEEDS or len(line) > _LENGTH:
        return (line,)
    units = [*takewhile(lambda word: means_unit(word, lexicon), _named(read[found[1] :], lexicon))]
    if len(units) > 1 and lexicon.orders[found[0]].FORM and not lexicon.orders[found[0]].FORM[0].many:
        end = units[-1].end
        each = [with_subject(f"{line[: units[0].start]}{unit.text}{line[end:]}", lexicon, is_right) for unit in units]
        whole = all(len(one) == len(each[0]) and all(map(is_right, one)) for one in each)
        return tuple(one for same in zip(*each, strict=True) for one in same) if whole else (line,)
    said, left = [first], others if units else []
    while left:
        other, left = _longest(left, lambda part: is_right(_of(first, units, part, lexicon, is_right)))
        verb = longest_match(words(other), lexicon.verbs)
        behind = other[words(other)[verb[1] - 1].end :] if verb else ""
        keyword = _keyword_of(verb[0], said[-1], lexicon) if verb and not is_right(other) else ""
        if verb and not is_right(other) and verb[0] == found[0]:
            said[-1] += behind  # "enters at 0108 and goes to 0308" is one way
        elif keyword and is_right(f"{said[-1]} {keyword}{behind}"):
            said[-1] += f" {keyword}{behind}"  # "goes to 0308 and faces SE"
        else:
            said.append(_of(first, units, other, lexicon, is_right))
    return tuple(said) if units and all(map(is_right, said)) else (line,)


def acting(verb: str, lexicon: Lexicon) -> tuple[Slot, ...]:
    """The slots of who acts in the order of a verb's word, where it begins with something else: WITH."""
    form = lexicon.orders[lexicon.verbs[verb]].FORM
    if form and form[0].many and form[0].kinds == ("unit",):
        return ()
    return tuple(slot for slot in form if slot.keyword and slot.kinds[0] == "unit")


def with_formation(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order that says by the way how its units are to be ("MOVE a in skirmish order TO 1104"), with the order for
    that before it; else the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    joined = join_names(read[found[1] :], lexicon) if found and len(read) <= _WORDS else ()
    units = [*takewhile(lambda word: means_unit(word, lexicon), _named(read[found[1] :] if found else (), lexicon))]
    own = {choice for slot in lexicon.orders[found[0]].FORM for choice in slot.choices} if found else ()
    for before, word in pairwise(joined if units else ()):
        choice = lexicon.choices.get(word.key, "")
        verb = next((verb for verb, order in lexicon.orders.items() if _is_of_choice(order.FORM, choice)), "")
        if verb and choice not in own:
            silent = before.key in {*command_words().skip, *lexicon.skip} or lexicon.keywords.get(before.key) == "AT"
            bare = line[: before.start if silent else word.start] + line[word.end :]
            said = f"{lexicon.say('verbs', verb, IDS)} {line[units[0].start : units[-1].end]} {word.text}"
            both = [each for one in (said, bare) for each in spread_order(one, lexicon, is_right)]
            return tuple(both) if all(map(is_right, both)) else (line,)
    return (line,)


def _is_of_choice(form: Sequence[Slot], choice: str) -> bool:
    """Whether an order is of a unit and such a choice alone."""
    return len(form) == 2 and form[0].kinds == ("unit",) and form[1].required and choice in form[1].choices


def _keyword_of(verb: str, order: str, lexicon: Lexicon) -> str:
    """The keyword by which an order itself says what another verb would: FACE of MOVE; "" for none."""
    found = longest_match(words(order), lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    named = next((slot.keyword for slot in form if slot.keyword == verb.upper()), None)
    return lexicon.say("keywords", named, IDS) if named else ""


def _named(read: Sequence[Word], lexicon: Lexicon) -> list[Word]:
    """The names and other words of a line, without those that say nothing before and between them: "the", "and"."""
    skip = {*command_words().skip, *BETWEEN}
    return [word for word in join_names(read, lexicon) if word.key not in skip]


def _of(first: str, units: Sequence[Word], other: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> str:
    """What stands behind a `first` order, if it is none by itself with the units of that: "forms a square"."""
    verb = longest_match(words(other), lexicon.verbs)
    if verb is None or is_right(other):
        return other
    who, keywords = first[units[0].start : units[-1].end], acting(key_of(words(other)[: verb[1]]), lexicon)
    behind = [f"{other} {lexicon.say('keywords', slot.keyword or '', IDS)} {who}" for slot in keywords]
    end = words(other)[verb[1] - 1].end
    before = [f"{other[:end]} {who}{rest}" for rest in (other[end:], _without_goal(other[end:], first, lexicon))]
    return next(filter(is_right, (*behind, *before)), before[0])


def _without_goal(rest: str, first: str, lexicon: Lexicon) -> str:
    """What stands behind a verb without the place where the order before it ends: "unlimbers in 1008"."""
    goal = next((word.key for word in reversed(words(first)) if word.key in lexicon.spaces), "")
    silent = (*command_words().skip, *lexicon.skip)
    for before, word in pairwise(words(rest)):
        if word.key == goal and (lexicon.keywords.get(before.key) == "AT" or before.key in silent):
            return rest[: before.start] + rest[word.end :]
    return rest


def _longest(parts: Sequence[str], is_right: Callable[[str], bool]) -> tuple[str, list[str]]:
    """The most parts of a line from the first on that are right together, and the rest: "form" and "square" are one.

    Each part stands behind as many spaces as in the line.
    """
    whole, longest, together = parts[0], 1, parts[0]
    for at, part in enumerate(parts[1:], 2):
        whole += part[len(whole) :]
        if is_right(whole):
            longest, together = at, whole
    return together, [*parts[longest:]]


def with_keyword(
    line: str, lexicon: Lexicon, is_right: Callable[[str], bool], side: str | None = None
) -> tuple[str, ...]:
    """An order without the keyword of something that it has to say, with it: "ATTACK 2109: ax-01, r-10".

    So is one that says by TO alone that somebody goes, where the way has its own keyword: "ACTIVATE ax-01 TO 2109".
    Only where the word makes an order of the line in one place alone, that of units before the first one of the `side`
    whose order it is; else the line. So is one that names something twice: what it says of it is not known.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    if found is None or len(read) > _WORDS:
        return (line,)
    places, form = join_names(read[found[1] :], lexicon), lexicon.orders[found[0]].FORM
    if side and places and form and set(form[0].kinds) == {"space", "unit"} and _is_of(side, places[0], lexicon):
        return (line,)  # who acts is no target
    said = [
        f"{line[: word.start]}{lexicon.say('keywords', slot.keyword, IDS)} {line[word.start :]}"
        for slot in form
        if slot.keyword
        for word in _before(places, slot, form, lexicon, side)
        if not _is_twice(word, places, lexicon)
    ]
    right = [*filter(is_right, said)]
    return tuple(right) if len(right) == 1 else (line,)


def with_inner_verb(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order that tells behind units what they do in an order within it ("WHEN enemy ENTERS sin, ax-01 fires there")
    with the verb of that one: "… ACTIVATE ax-01 FIRE there". Only where one reading alone is right; else the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    verb = next((slot.verbs[0] for slot in form if slot.kinds == ("order",)), "")
    if found is None or not verb or len(read) > _WORDS:
        return (line,)
    takes, said = {slot.keyword for slot in lexicon.orders[verb].FORM}, list[str]()
    for who in join_names(read[found[1] :], lexicon):
        does = [word for word in read if word.start >= who.end and _deed(word, lexicon) in takes]
        if does and means_unit(who, lexicon):
            acts, keyword = does[0], lexicon.say("keywords", _deed(does[0], lexicon), IDS)
            order = f"{line[: who.start]}{lexicon.say('verbs', verb, IDS)} {line[who.start : acts.start]}{keyword}"
            said.append(f"{order} {line[acts.end :]}")
    right = [*filter(is_right, (one for each in said for one in there_told(each, lexicon, is_right)))]
    return tuple(right) if len(right) == 1 else (line,)


def with_other_verb(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order that says by another one's word what it does ("ADVANCE leg4-1 TO 0506"), with its own; else the line.

    So is one that names a group where it is for a unit, and one that may be of two verbs.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    verbs = lexicon.habits.also.get(key_of(read[: found[1]]), ()) if found else ()
    if found is None or not verbs:
        return (line,)
    who = _named(read[found[1] :], lexicon)[:1]
    group = bool(who) and not isinstance(find_group(who[0], lexicon, unheard), Miss)
    tongue, behind = min(lexicon.tongues[key_of(read[: found[1]])]), line[read[found[1] - 1].end :]
    meant = list[tuple[str, ...]]()
    for verb in verbs:
        said = f"{' ' * read[0].start}{lexicon.say('verbs', verb, tongue)}{behind}"
        mended = (said,) if is_right(said) else spread_order(said, lexicon, is_right)
        mended = with_subject(said, lexicon, is_right) if mended == (said,) else mended
        if all(map(is_right, mended)) and not (group and not _takes_group(lexicon.orders[verb].FORM)):
            meant.append(mended)
    return meant[0] if len(meant) == 1 else (line,)


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
    if not slot.optional_keyword and slot.kinds == ("choice",):
        return [word for word in places if choice_of(word, lexicon, side) in slot.choices]
    if not slot.optional_keyword and slot.required:
        if slot.kinds != ("unit",) or not side:
            return places
        return [word for word in places if _is_of(side, word, lexicon)][:1]
    if _is_way(slot, form):
        return [word for word in places if lexicon.keywords.get(word.key) == "TO"][:1]
    return ()


def _is_way(slot: Slot, form: Sequence[Slot]) -> bool:
    """Whether a slot is the only way of an order, begun by another keyword than TO."""
    ways = [other for other in form if other.many and other.kinds == ("space",)]
    return ways == [slot] and all(other.keyword != "TO" for other in form)


def _is_twice(first: Word, places: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether something is named twice from a word on, up to a keyword."""
    behind = takewhile(lambda word: word.key not in lexicon.keywords, places[places.index(first) :])
    named = [word.key for word in behind if word.key not in command_words().skip]
    return len(set(named)) < len(named)


def _is_of(side: str, word: Word, lexicon: Lexicon) -> bool:
    """Whether a word means a unit of a side."""
    unit = find_unit(word, lexicon, unheard, side)
    return not isinstance(unit, Miss) and lexicon.sides.get(unit) == side


def without_positions(line: str, lexicon: Lexicon, stands: Callable[[str], str]) -> str:
    """A line without the places that are told of units which stand there: "ATTACK CAZ 16 in 2208 WITH AX 1".

    Of several units that are called so the one is meant that stands there: "ATTACK the machine gun in Batel". `stands`
    tells the space of a unit, "" where it has none that is known.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    joined = join_names(read[found[1] :] if found else read, lexicon)
    for before, after in reversed(list(_told_places(joined, lexicon))):
        space = find_space(after, lexicon, unheard)
        meant = () if isinstance(space, Miss) else units_meant(before, lexicon)
        there = [unit for unit in meant if stands(unit) == space]
        if len(there) == 1:
            name = line[before.start : before.end] if len(meant) == 1 else there[0]
            line = line[: before.start] + name + line[after.end :].removeprefix(")")
    return line


def _told_places(joined: Sequence[Word], lexicon: Lexicon) -> Iterator[tuple[Word, Word]]:
    """Each word but the last, and the next one behind it that is not AT or FROM nor says nothing."""
    for at, word in enumerate(joined):
        for after in joined[at + 1 :]:
            silent = after.key in command_words().skip or after.key in lexicon.skip
            if lexicon.keywords.get(after.key) not in PLACED and not silent:
                yield word, after
                break


def _parts(rest: Sequence[Word], lexicon: Lexicon) -> list[tuple[list[str], list[str]]]:
    """Units, and what follows them up to the next ones; nothing where the words do not begin with one."""
    parts: list[tuple[list[Word], list[str]]] = []
    skip = {*command_words().skip, *lexicon.skip}
    with_ = {word for word in lexicon.skip if lexicon.keywords.get(word) == "FROM"}  # "move a with b to 1308"
    begun = lexicon.keywords.keys() - with_
    for at, word in enumerate(rest):
        said = (each.key for each in reversed(rest[:at]) if each.key in begun or each.key not in skip)
        before = next(said, "")  # "to the dragoons": no other unit of the order
        if means_unit(word, lexicon) and before not in begun:
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


def without_courtesy(line: str, lexicon: Lexicon) -> tuple[str, str]:
    """A line without what stands behind an order and says nothing of it, and the remark in brackets among that.

    "please", thanks, that nobody does what may be left out ("ADVANCE none"); no remark that names anything.
    """
    known, remark = command_words(), ""
    while True:
        if bracket := _REMARK.search(line):
            if any(names_something(word, lexicon) for word in join_names(words(bracket[1]), lexicon)):
                return line, remark
            line, remark = line[: bracket.start()], bracket[1].strip()
            continue
        read = words(line)
        size = last_match(read, known.courtesies, 2)
        if not size and len(read) > 1 and read[-1].key in known.nobody and read[-2].key in lexicon.keywords:
            size = 2
        if not 0 < size < len(read):
            return line, remark
        line = line[: read[-size].start].rstrip(f"{STOPS},¡ ")
