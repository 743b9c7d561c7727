"""Order lines that tell by somebody what their order tells by a place, or behind the place who goes along: mended."""

from collections.abc import Sequence, Set
from itertools import takewhile

from pbem.core.orders import Standing
from pbem.language.commands import command_words
from pbem.language.lexicon import IDS, Lexicon
from pbem.language.names.collective import Stands
from pbem.language.names.finding import is_own, means_other, means_unit, space_named, unit_named
from pbem.language.names.matching import with_words
from pbem.language.text.bare import PLACED
from pbem.language.text.judge import Begun, IsRight, leading_units, only_right
from pbem.language.words import Word, key, key_of, words


def at_enemies(order: Begun, is_right: IsRight, stands: Stands, side: str) -> str:
    """An order of units for an area that names an enemy in it, with the area: "FIRE castilla AT Tanja in Alif".

    So may one that names several enemies by a word of theirs and the area of one ("the gum on the bridge"). Else the
    line: where the enemy is not where it is told to be, and in orders that wait, for by then it may be elsewhere.
    """
    line, lexicon, joined, said = order.line, order.lexicon, order.joined, list[str]()
    if lexicon.kind != "areas" or issubclass(order.kind, Standing):
        return line
    own = next((at for at, word in enumerate(joined) if is_own(word, lexicon, side)), len(joined))
    for at, word in enumerate(joined[own + 1 :], own + 1):
        enemies = [unit for unit in _meant(word, lexicon) if lexicon.sides.get(unit, side) != side]
        told = _place_behind(joined[at + 1 :], lexicon)
        spaces = {stands(unit) for unit in enemies} - {""}
        space = told[0] if told else next(iter(spaces), "") if len(enemies) == 1 else ""
        if space in spaces:
            said.append(f"{line[: word.start]}{space}{line[told[1] if told else word.end :]}")
    return next(iter(only_right(said, is_right)), line)


def at_place(order: Begun, stands: Stands, side: str) -> str:
    """An order that says what the enemies are in a space at which it aims, with the one who is that, or the space:
    "CHARGE a against the cavalry in 1913", "FIRE b at the Reds in 1508". Else the line: nobody there is called so.
    """
    line, lexicon, joined = order.line, order.lexicon, order.joined
    aims = (slot for slot in order.form if {"space", "unit"} == {*slot.kinds} and slot.keyword in (None, "AT"))
    slot = next(aims, None)
    together = any(slot.keyword and slot.many and slot.kinds == ("unit",) for slot in order.form)  # at one of them
    if slot is None or together or issubclass(order.kind, Standing):
        return line
    foes = [unit for unit, of in lexicon.sides.items() if of != side]
    for at, word in enumerate(joined):
        space = space_named(word, lexicon)
        there = frozenset(unit for unit in foes if space and stands(unit) == space)
        begin = at
        while there and begin and _may_be(joined[begin - 1], there, lexicon, side):
            begin -= 1
        told = [each for each in joined[begin:at] if not _is_silent(each, lexicon)]
        stack = any(lexicon.keywords.get(each.key) == "STACK" for each in joined[begin:at])
        if told or stack:
            keyword = f"{lexicon.say('keywords', slot.keyword, IDS)} " if slot.keyword else ""
            meant = [unit for unit in there if all(_may_be(each, {unit}, lexicon, side) for each in told)]
            aim = meant[0] if told and len(meant) == 1 else space
            return f"{line[: joined[begin].start]}{keyword}{aim}{line[word.end :]}"
    return line


def _may_be(word: Word, units: Set[str], lexicon: Lexicon, side: str) -> bool:
    """Whether a word may stand before the space of some enemies and mean them: their name, their kind, their side."""
    habits, number = lexicon.habits, word.key.isdecimal()
    return (
        unit_named(word, lexicon) in units
        or lexicon.side_names.get(word.key, side) != side
        or not habits.kinds.get(word.key, frozenset()).isdisjoint(units)
        or not (
            number
            or units.isdisjoint({*lexicon.unit_words.get(word.key, ()), *with_words(word.key, lexicon.unit_words)})
        )
        or _is_silent(word, lexicon)
    )


def _is_silent(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word may stand before a space and say nothing: "the", "at", "those in"."""
    silent = (*command_words().skip, *lexicon.skip, *command_words().everyone)
    return word.key in silent or lexicon.keywords.get(word.key) in (*PLACED, "STACK")


def with_companions(order: Begun, is_right: IsRight, side: str | None) -> tuple[str, ...]:
    """An order that names behind its place which others of the `side` go along ("MOVE kavir TO sin WITH ahmed") with
    them before it; an order that takes one unit for each of them.

    Only where the order has no WITH of its own, and for that word alone.
    """
    line, lexicon, joined, form = order.line, order.lexicon, order.joined, order.form
    if not form or form[0].kinds != ("unit",) or any(slot.keyword in ("WITH", "FROM") for slot in form):
        return ()
    said = {*map(key, lexicon.say_all("keywords", "WITH").split("/")), *with_words_of(lexicon)}
    at = next((at for at, word in enumerate(joined) if word.key in said), 0)
    units, others = order.units, leading_units(joined[at + 1 :], lexicon)
    if not (at and units and others) or not all(side is None or is_own(each, lexicon, side) for each in others):
        return ()
    along = line[others[0].start : others[-1].end]
    rest = line[units[-1].end : joined[at].start].rstrip(" ,") + line[others[-1].end :]
    if form[0].many:
        return only_right([f"{line[: units[-1].end]}, {along}{rest}"], is_right)
    each = tuple(f"{order.verb} {line[unit.start : unit.end]}{rest}" for unit in (*units, *others))
    return each if all(map(is_right, each)) else ()


def with_words_of(lexicon: Lexicon) -> frozenset[str]:
    """The words that say no more than that others go along, though they may stand for FROM: "move a with b to 1308"."""
    return frozenset(word for word in lexicon.skip if lexicon.keywords.get(word) == "FROM")


def as_moment(line: str, lexicon: Lexicon) -> str:
    """A line that begins with IF as the order that waits for that: "If the enemy enters sin, …"; "" for any other."""
    read = words(line)
    if not read or lexicon.keywords.get(read[0].key) != "IF" or line.rstrip().endswith("?"):
        return ""
    waits = (verb for verb, kind in lexicon.orders.items() if any(slot.keyword == "IF" for slot in kind.FORM))
    verb, tongue = next(waits, ""), min(lexicon.tongues[read[0].key])
    return f"{line[: read[0].start]}{lexicon.say('verbs', verb, tongue)}{line[read[0].end :]}" if verb else ""


def condition_last(line: str, lexicon: Lexicon) -> str:
    """A line that begins with when its order is for, up to a comma, with that at its end: "If charged, a forms square";
    "" for any other.
    """
    head, comma, rest = line.partition(",")
    said = words(head)
    if not comma or len(said) < 2 or not rest.strip() or lexicon.choices.get(key_of(said)) is None:
        return ""
    return f"{rest.strip().rstrip('. ')} {head.strip()}"


def there_told(order: Begun, is_right: IsRight) -> tuple[str, ...]:
    """An order that waits for something in a space, with that space for THERE: "WHEN enemy ENTERS sin … MOVE there".

    Only where one space is named before what is done.
    """
    line, lexicon, joined = order.line, order.lexicon, order.joined
    inner = [slot for each in order.form for verb in each.verbs for slot in lexicon.orders[verb].FORM]
    there = {choice for slot in inner for choice in slot.choices}
    if not there or is_right(line):
        return ()
    before = [*takewhile(lambda word: not _ends_moment(word, lexicon), joined)]
    spaces = {space for word in before if (space := space_named(word, lexicon))}
    if len(spaces) != 1:
        return ()
    behind = [word for word in joined[len(before) :] if lexicon.choices.get(word.key) in there]
    return only_right((f"{line[: word.start]}{min(spaces)}{line[word.end :]}" for word in behind), is_right)


def _ends_moment(word: Word, lexicon: Lexicon) -> bool:
    """Whether what an order waits for ends before a word: a condition, a verb, or a unit."""
    return lexicon.keywords.get(word.key) == "IF" or bool(lexicon.verb_of(word.key)) or means_unit(word, lexicon)


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
            space = space_named(word, lexicon)
            return (space, word.end) if placed and space else None
    return None
