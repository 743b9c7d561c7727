"""What is left out of a line because it says nothing of its order: "please", "I", thanks, where units stand anyhow."""

import re
from collections.abc import Iterator, Sequence

from pbem.language.commands import command_words, last_match, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.collective import Stands
from pbem.language.names.finding import find_space, means_unit, space_named, unit_named, units_meant
from pbem.language.names.joining import join_names
from pbem.language.names.matching import names_something, with_words
from pbem.language.names.nearest import unheard
from pbem.language.text.judge import Begun, IsRight, leading_units
from pbem.language.text.prose import has_evidence
from pbem.language.text.split import STOPS
from pbem.language.words import BETWEEN, Word, words

PLACED = ("AT", "FROM")
"""Keywords that may stand between a unit and the place where it stands."""
_GREETED = (re.compile(r"(?:[^\s,.:;!?]+[ ,]*){1,4}[.:!]"), re.compile(r"(?:[^\s,.:;!?]+ *){1,4},"))
"""A greeting up to the sign behind whoever is greeted."""
_REMARK = re.compile(rf"\(([^()]*)\)[\s,{STOPS}]*$")
"""A remark in brackets at the end of a line."""


def without_opening(line: str, lexicon: Lexicon, is_right: IsRight) -> str:
    """A line with spaces in the place of a greeting before what names something; of "then", "y luego" before its verb;
    of "I", "please" before an order.
    """
    line = _without_greeting(line, lexicon)
    read = words(line)
    begun = next((at for at, word in enumerate(read) if word.key not in BETWEEN), len(read))
    polite = longest_match(read[begun:], command_words().openings)
    start = begun + polite[1] if polite else begun
    if not start or not longest_match(read[start:], lexicon.verbs):
        return line
    rest = " " * read[start].start + line[read[start].start :]
    return rest if not polite or is_right(rest.rstrip(f"{STOPS} ")) else line


def _without_greeting(line: str, lexicon: Lexicon) -> str:
    """A line without "Hello Ana," before it, where something of the game is named behind; else the line."""
    read = words(line)
    greeting = longest_match(read, command_words().greetings)
    if greeting is None or len(read) == greeting[1]:
        return line
    greeted = (stop.match(line, read[greeting[1] - 1].start) for stop in _GREETED)
    names = (found for found in greeted if found and not has_evidence(words(found[0]), lexicon))
    start = next((found.end() for found in names), read[greeting[1]].start)
    behind = words(line[start:])
    orders = has_evidence(behind, lexicon) and not longest_match(behind, command_words().commands)
    return " " * start + line[start:] if orders else line


def without_courtesy(line: str, lexicon: Lexicon) -> tuple[str, str]:
    """A line without what stands behind an order and says nothing of it, and the remark in brackets among that.

    "please", thanks, that nobody does what may be left out ("ADVANCE none"); no remark that names anything, and no
    condition ("if nobody stands there").
    """
    known, remark = command_words(), ""
    while True:
        if bracket := _REMARK.search(line):
            said = words(bracket[1])
            conditions = any(word.key in known.ifs for word in said[:-1])  # behind "sí" nothing is said
            if conditions or any(names_something(word, lexicon) for word in join_names(said, lexicon)):
                return line, remark
            line, remark = line[: bracket.start()], bracket[1].strip()
            continue
        read = words(line)
        size = last_match(read, known.courtesies, 2)
        if len(read) > 1 and read[-1].key in known.nobody and read[-2].key in lexicon.keywords:
            size = 2
        if not 0 < size < len(read):
            return line, remark
        line = line[: read[-size].start].rstrip(f"{STOPS},¡ ")


def without_positions(line: str, lexicon: Lexicon, stands: Stands) -> str:
    """A line without the places that are told of units which stand there: "ATTACK CAZ 16 in 2208 WITH AX 1".

    Of several units that are called so the one is meant that stands there: "ATTACK the machine gun in Batel". `stands`
    tells the space of a unit, "" where it has none that is known.
    """
    read = words(line)
    verb = longest_match(read, lexicon.verbs)
    for before, after in reversed(list(_told_places(join_names(read[verb[1] :] if verb else read, lexicon), lexicon))):
        space = find_space(after, lexicon, unheard)
        called = (units_meant(before, lexicon), with_words(before.key, lexicon.unit_words))
        for meant in (*called, sorted(lexicon.habits.kinds.get(before.key, ()))):
            there = [unit for unit in meant if stands(unit) == space]
            if len(there) == 1:
                name = line[before.start : before.end] if len(meant) == 1 else there[0]
                line = line[: before.start] + name + line[after.end :].removeprefix(")")
                break
    return line


def _told_places(joined: Sequence[Word], lexicon: Lexicon) -> Iterator[tuple[Word, Word]]:
    """Each word but the last, and the next one behind it that is not AT or FROM nor says nothing."""
    for at, word in enumerate(joined):
        for after in joined[at + 1 :]:
            silent = any(after.key in known for known in (command_words().skip, command_words().placed, lexicon.skip))
            if lexicon.keywords.get(after.key) not in PLACED and not silent:
                yield word, after
                break


def without_origin(order: Begun, stands: Stands) -> str:
    """An order for a way without the space that is told to be where all its units stand: "goes from sin to dha", or
    "attacks dha from sin"; else the line.
    """
    line, lexicon, joined = order.line, order.lexicon, order.joined
    first = 0 if order.form and order.form[0].kinds == ("unit",) else _behind_keyword(order)
    units = [unit_named(word, lexicon) for word in leading_units(joined[first:], lexicon)]
    for at, word in enumerate(joined):
        behind = next((each for each in joined[at + 1 :] if each.key not in command_words().skip), word)
        space = space_named(behind, lexicon) if word.key in command_words().origins else ""
        if space and units and all(stands(unit) == space for unit in units):
            goals = {space_named(each, lexicon) for each in joined} - {space, ""}
            return f"{line[: word.start].rstrip()}{line[behind.end :]}" if goals else line
    return line


def kept_in_reserve(line: str, read: Sequence[Word], lexicon: Lexicon) -> str:
    """The units of a line that says no more than that they stay off the map: "I keep R 17 and R 18 in reserve"; else
    nothing.
    """
    known = command_words()
    found = (longest_match(read[at:], known.reserve) for at in range(len(read)))
    at, size = next(((at, match[1]) for at, match in enumerate(found) if match), (0, 0))
    rest = [*read[:at], *read[at + size :]] if size else []
    begun = longest_match(rest, known.openings)
    rest = [word for word in rest[begun[1] if begun else 0 :] if word.key not in known.keeps]
    silent = {*known.skip, *lexicon.skip, *BETWEEN}
    said = [word for word in join_names(rest, lexicon) if word.key not in silent]
    return ", ".join(line[word.start : word.end] for word in said if all(means_unit(each, lexicon) for each in said))


def _behind_keyword(order: Begun) -> int:
    """Where in an order that begins with something else those begin who act: behind WITH."""
    acting = {slot.keyword for slot in order.form if slot.keyword and slot.kinds[0] == "unit"}
    with_ = (at for at, word in enumerate(order.joined, 1) if order.lexicon.keywords.get(word.key) in acting)
    return next(with_, len(order.joined))


def says_by_the_way(line: str, lexicon: Lexicon) -> bool:
    """Whether a line tells behind an order what another unit in it does: "a attacks b with c, which goes to 1514"."""
    read, relatives, verbs = words(line), command_words().relatives, 0
    joined = join_names(read, lexicon) if any(word.key in relatives for word in read) else ()
    for before, word, after in zip(joined, joined[1:], joined[2:], strict=False):
        verbs += bool(lexicon.verb_of(before.key))
        unit = means_unit(before, lexicon)
        if verbs and unit and word.key in relatives and lexicon.verb_of(after.key):
            return True
    return False
