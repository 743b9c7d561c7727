"""Lines that mean what stands above them: where who went goes instead ("no, to 1718"), what both who went do."""

from collections.abc import Sequence

from pbem.core.orders import Slot
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import space_named, unit_named
from pbem.language.names.joining import join_names
from pbem.language.reading import ReadLine
from pbem.language.text.judge import begun, leading_units
from pbem.language.text.prose import has_evidence
from pbem.language.words import BETWEEN, Word, words
from pbem.language.write import write_order

_BEFORE = 8
"""Words, at most, before those for an earlier turn in a line that means no more than its orders."""
Rows = Sequence[Sequence[ReadLine]]
"""The orders of the rows above a line, those of the last one last: as far up as nothing but orders stands there."""


def corrected(line: str, rows: Rows, lexicon: Lexicon) -> tuple[str, ...] | None:
    """The last row's orders, as a line corrects where they go; None for a line that does not, or names other units.

    None of them where it is not plain who goes where: nobody goes, some to one space and some to another, or by a way
    that is told.
    """
    units, spaces = _correction(line, lexicon) or (frozenset(), ())
    last = rows[-1] if rows else ()
    if not spaces or (units and not any(_actors(each) & units for each in last)):
        return None
    meant = [each for each in last if _goal(each) and (not units or _actors(each) == units)]
    if len({_goal(each) for each in meant}) != 1:
        return ()
    anew = tuple(_sent_to(each, spaces, lexicon) if each in meant else each.text for each in last)
    return anew if all(anew) else ()


def of_those_above(line: str, rows: Rows, lexicon: Lexicon) -> str | None:
    """A line that says what both, or all three, who went do, with them in front; None for one that does not.

    "" where it is not plain who they are, for more or fewer went.
    """
    read = words(line)
    start = next((at for at, word in enumerate(read) if word.key not in BETWEEN), 0)
    count = longest_match(read[start:], command_words().counts)
    if not count or not (count[1] > 1 or read[start].key in command_words().courtesies):
        return None  # "two land pieces in 0302"
    silent = {*command_words().skip, *command_words().pieces, *lexicon.skip}
    behind = [word for word in read[start + count[1] :] if word.key not in silent]
    told = has_evidence(behind[1:], lexicon) or any(word.key in lexicon.choices for word in behind[1:])
    if not (behind and lexicon.verb_of(behind[0].key) and told):
        return None
    units = [unit for row in rows for each in row if _goal(each) for unit in sorted(_actors(each))]
    plain = len(set(units)) == len(units) == int(count[0]) and all(unit in lexicon.sides for unit in units)
    return f"{', '.join(units)} {line[behind[0].start :]}" if plain else ""


def unclear(line: str, rows: Rows, lexicon: Lexicon) -> str:
    """The code of what is told of a line that means what was said before, where that is not plain, or too long ago; ""
    for any other.
    """
    if _means_earlier_turn(line, lexicon):
        return "not-repeated"
    if corrected(line, rows, lexicon) == ():
        return "unclear-correction"
    return "unclear-units" if of_those_above(line, rows, lexicon) == "" else ""


def _means_earlier_turn(line: str, lexicon: Lexicon) -> bool:
    """Whether a line begins with no more than that orders are to be as they were in an earlier turn, whatever else it
    wants: "same orders as last turn, but a goes to 1718".
    """
    known, read = command_words(), words(line)
    if known.again.isdisjoint(word.key for word in read[:_BEFORE]):
        return False
    told = ((at, longest_match(read[at:], known.earlier)) for at in range(1, min(_BEFORE, len(read))))
    at, used = next(((at, found[1]) for at, found in told if found), (0, 0))
    before, behind = {word.key for word in read[:at]}, read[at + used :]
    silent = {*known.skip, *known.rows, *known.everything, *known.origins, *known.openings, *lexicon.keywords}
    if not before & known.again or before - known.again - silent:
        return False
    but = behind and (behind[0].key in BETWEEN or longest_match(behind, known.but))
    return not behind or bool(but) or has_evidence(behind, lexicon)


def _correction(line: str, lexicon: Lexicon) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Whom a line names that says where somebody goes instead, mostly nobody, and the spaces; None for any other."""
    read, at = words(line), 0
    while found := longest_match(read[at:], command_words().corrections):
        at += found[1]
    joined = join_names(read[at:], lexicon) if at else ()
    units = leading_units(joined, lexicon)
    behind = [word for word in joined if not (units and word.start <= units[-1].start)]
    spaces = tuple(space_named(word, lexicon) for word in behind[1:] if not _is_silent(word, lexicon))
    to = behind and lexicon.keywords.get(behind[0].key) == "TO"
    return (frozenset(unit_named(word, lexicon) for word in units), spaces) if to and spaces and all(spaces) else None


def _is_silent(word: Word, lexicon: Lexicon) -> bool:
    return word.key in command_words().skip and word.key not in lexicon.places


def _goal(line: ReadLine) -> tuple[str, Slot, tuple[str, ...]] | None:
    """What somebody is ordered who goes somewhere: the verb, the slot for the spaces, and these; None for any other."""
    order = line.order
    if order is None or order.stands():
        return None
    slots = (slot for slot in order.FORM if slot.keyword == "TO" and slot.kinds == ("space",))
    told = ((slot, getattr(order, slot.field)) for slot in slots)
    return next(((order.type, slot, value if slot.many else (value,)) for slot, value in told if value), None)


def _actors(line: ReadLine) -> frozenset[str]:
    return line.order.actors() if line.order else frozenset()


def _sent_to(line: ReadLine, spaces: tuple[str, ...], lexicon: Lexicon) -> str:
    """The order of a line to one space as the same to others; "" where it has a way, or takes no more than one."""
    order, goal, said = line.order, _goal(line), begun(line.text, lexicon)
    if order is None or goal is None or said is None:
        return ""
    _verb, slot, told = goal
    if len(told) > 1 or (len(spaces) > 1 and not slot.many):
        return ""
    anew = order.model_copy(update={slot.field: spaces if slot.many else spaces[0]})
    return write_order(anew, lexicon, min(lexicon.tongues[said.said]))
