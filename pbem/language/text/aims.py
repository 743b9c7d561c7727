"""Order lines that tell by somebody what their order tells by a place, or behind the place who goes along: mended."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from pbem.core.orders import Order, Standing
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import find_space, means_other, means_unit, unit_named
from pbem.language.names.joining import join_names
from pbem.language.names.nearest import Miss, unheard
from pbem.language.words import BETWEEN, Word, key, words

Stands = Callable[[str], str]
"""The space in which a unit stands, "" where none is known."""
PLACED = ("AT", "FROM")
"""Keywords that may stand between a unit and the place where it stands."""


def at_enemies(
    line: str, lexicon: Lexicon, is_right: Callable[[str], bool], stands: Stands | None, side: str | None
) -> str:
    """An order of units for an area that names an enemy in it, with the area: "FIRE castilla AT Tanja in Alif".

    So may one that names several enemies by a word of theirs and the area of one ("the gum on the bridge"). Else the
    line: where the enemy is not where it is told to be, and in orders that wait, for by then it may be elsewhere.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    kind: type[Order] | None = lexicon.orders[found[0]] if found else None
    if found is None or kind is None or stands is None or side is None or lexicon.kind != "areas":
        return line
    if issubclass(kind, Standing) or not any(slot.kinds == ("space",) for slot in kind.FORM):
        return line
    joined, said = join_names(read[found[1] :], lexicon), list[str]()
    own = next((at for at, word in enumerate(joined) if _unit(word, lexicon, side)), len(joined))
    for at, word in enumerate(joined[own + 1 :], own + 1):
        enemies = [unit for unit in _meant(word, lexicon) if lexicon.sides.get(unit, side) != side]
        told = _place_behind(joined[at + 1 :], lexicon)
        spaces = {stands(unit) for unit in enemies} - {""}
        space = told[0] if told else next(iter(spaces), "") if len(enemies) == 1 else ""
        if space in spaces:
            said.append(f"{line[: word.start]}{space}{line[told[1] if told else word.end :]}")
    right = [*filter(is_right, said)]
    return right[0] if len(right) == 1 else line


def without_origin(line: str, lexicon: Lexicon, stands: Stands | None) -> str:
    """An order for a way without the space that is told to be where all its units stand: "goes from sin to dha", or
    "attacks dha from sin"; else the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    if found is None or stands is None or not any(slot.many and slot.kinds == ("space",) for slot in form):
        return line
    joined = join_names(read[found[1] :], lexicon)
    units = [unit_named(word, lexicon) for word in _units(joined, lexicon) if means_unit(word, lexicon)]
    for at, word in enumerate(joined):
        behind = next((each for each in joined[at + 1 :] if each.key not in command_words().skip), word)
        space = _space(behind, lexicon) if word.key in command_words().origins else ""
        if not isinstance(space, Miss) and space and units and all(stands(unit) == space for unit in units):
            goals = {_space(each, lexicon) for each in joined if not isinstance(_space(each, lexicon), Miss)} - {space}
            return f"{line[: word.start].rstrip()}{line[behind.end :]}" if goals else line
    return line


def with_companions(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order that names behind its place who goes along ("MOVE kavir TO sin WITH ahmed") with them before it.

    Only where the order has no WITH of its own, and for that word alone; else the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    first = form[0] if form else None
    if found is None or first is None or first.kinds != ("unit",) or not first.many:
        return (line,)
    joined, said = join_names(read[found[1] :], lexicon), {*map(key, lexicon.say_all("keywords", "WITH").split("/"))}
    at = next((at for at, word in enumerate(joined) if word.key in said), 0)
    if any(slot.keyword == "WITH" for slot in form) or not at:
        return (line,)
    units, others = _units(joined, lexicon), _units(joined[at + 1 :], lexicon)
    if not units or not others or len(units) == at:
        return (line,)
    along = line[others[0].start : others[-1].end]
    rest = line[units[-1].end : joined[at].start].rstrip(" ,") + line[others[-1].end :]
    mended = f"{line[: units[-1].end]}, {along}{rest}"
    return (mended,) if is_right(mended) else (line,)


def as_moment(line: str, lexicon: Lexicon) -> str:
    """A line that begins with IF as the order that waits for that: "If the enemy enters sin, …"; "" for any other."""
    read = words(line)
    if not read or lexicon.keywords.get(read[0].key) != "IF" or line.rstrip().endswith("?"):
        return ""
    waits = (verb for verb, kind in lexicon.orders.items() if any(slot.keyword == "IF" for slot in kind.FORM))
    verb, tongue = next(waits, ""), min(lexicon.tongues[read[0].key])
    return f"{line[: read[0].start]}{lexicon.say('verbs', verb, tongue)}{line[read[0].end :]}" if verb else ""


def there_told(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order that waits for something in a space, with that space for THERE: "WHEN enemy ENTERS sin … MOVE there".

    Only where one space is named before what is done; else the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    inner = [slot for order in form for verb in order.verbs for slot in lexicon.orders[verb].FORM]
    there = {choice for slot in inner if "space" in slot.kinds for choice in slot.choices}
    if found is None or not there or is_right(line):
        return (line,)
    joined = join_names(read[found[1] :], lexicon)
    before = [*takewhile(lambda word: not _ends_moment(word, lexicon), joined)]
    spaces = {id_ for word in before if not isinstance(id_ := _space(word, lexicon), Miss)}
    said = [
        f"{line[: word.start]}{next(iter(spaces))}{line[word.end :]}"
        for word in joined[len(before) :]
        if lexicon.choices.get(word.key) in there and len(spaces) == 1
    ]
    right = [*filter(is_right, said)]
    return tuple(right) if len(right) == 1 else (line,)


def _ends_moment(word: Word, lexicon: Lexicon) -> bool:
    """Whether what an order waits for ends before a word: a condition, a verb, or a unit."""
    return lexicon.keywords.get(word.key) == "IF" or bool(lexicon.verb_of(word.key)) or means_unit(word, lexicon)


def _space(word: Word, lexicon: Lexicon) -> str | Miss:
    """The space that a word names, and no keyword."""
    if word.key in lexicon.keywords or word.key in command_words().skip:
        return Miss("unknown-area", {})
    return find_space(word, lexicon, unheard)


def _unit(word: Word, lexicon: Lexicon, side: str) -> str:
    """The unit of a side that a word means; "" for none."""
    unit = unit_named(word, lexicon, side)
    return unit if lexicon.sides.get(unit) == side else ""


def _meant(word: Word, lexicon: Lexicon) -> Sequence[str]:
    """The units that a word means, several where it stands in the names of so many."""
    if unit := unit_named(word, lexicon):
        return (unit,)
    called = word.key if word.key in lexicon.unit_words else word.key.removesuffix("s")  # "the gums in Sin"
    return () if means_other(word, lexicon) else sorted(lexicon.unit_words.get(called, ()))


def _place_behind(behind: Sequence[Word], lexicon: Lexicon) -> tuple[str, int] | None:
    """The space that words begin with behind AT, and where its name ends; None for none."""
    placed = False
    for word in behind:
        placed = placed or lexicon.keywords.get(word.key) in PLACED
        if lexicon.keywords.get(word.key) not in PLACED and word.key not in command_words().skip:
            space = _space(word, lexicon)
            return (space, word.end) if placed and not isinstance(space, Miss) else None
    return None


def _units(joined: Sequence[Word], lexicon: Lexicon) -> Sequence[Word]:
    """The units that words begin with, and what says nothing between them."""
    skip = {*command_words().skip, *lexicon.skip, *BETWEEN}
    found = [*takewhile(lambda word: means_unit(word, lexicon) or word.key in skip, joined)]
    while found and not means_unit(found[-1], lexicon):
        found.pop()
    return found
