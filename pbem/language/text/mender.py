"""What the lines of a mail order: several in one line, their verb behind who acts, a word left out, a name of many."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

from pbem.core.problems import Problem
from pbem.language.arguments import read_arguments
from pbem.language.commands import AS_WRITTEN, COMMANDS, command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.collective import Collective
from pbem.language.names.joining import join_names
from pbem.language.names.nearest import Lookups, Near, unheard
from pbem.language.reading import MAX_LINE
from pbem.language.text.aims import Stands, as_moment, at_enemies, there_told, with_companions, without_origin
from pbem.language.text.everyone import Crew, for_everyone
from pbem.language.text.grammar import compile_grammar
from pbem.language.text.line import LineReader
from pbem.language.text.mend import (
    apart,
    spread_order,
    target_first,
    turned_order,
    with_formation,
    with_inner_verb,
    with_keyword,
    with_other_verb,
    with_subject,
    without_courtesy,
    without_positions,
)
from pbem.language.text.prose import Prose, is_only_told
from pbem.language.text.split import CHANCE, sentences, split_commands, split_motto, split_orders, without_opening
from pbem.language.text.verbless import Verbless
from pbem.language.words import BETWEEN, Word, key_of, words

_STOP = re.compile(r"[.,;]\s+")
"""Where a line that begins with a unit may go on with another."""
_MOST = 10
"""Orders that such a line is parted into."""
Unsaid = Callable[[str, str | None], str]
"""The verb, as it is written, that a line means which has none; "" for none. It is given the line and its phase."""


class Mender:
    """Makes the orders of lines that are orders but for their form; all it keeps is the phase of the last one.

    `strict`, `side`, `unsaid`, `stands` and `crew` as in `read_text`.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        strict: bool,
        near: Lookups,
        prose: Prose,
        side: str | None,
        unsaid: Unsaid | None,
        stands: Stands | None,
        crew: Crew | None,
    ) -> None:
        self._lexicon, self._near, self._side, self._unsaid = lexicon, near, side, unsaid
        self._stands, self._crew = stands, crew
        self._phase: str | None = None
        self._grammar = compile_grammar(tuple(lexicon.orders.values()))
        self._collective = None if stands is None else Collective(lexicon, side, stands)
        self.verbless = Verbless(lexicon, strict, near, prose, self._is_right, self._in_form, self._problems_of, side)

    def orders_of(self, line: str, phase: str | None) -> tuple[str, ...]:
        """A line of a mail below the head of a phase in its orders, each as it is read: mostly just the line."""
        self._phase = phase
        if self._collective is not None and not line.lstrip().startswith(">"):
            whole = self._collective.spelled_out(line)
            parts = self._parted(whole) if whole != line else ()
            if any(longest_match(words(part), self._lexicon.verbs) for part in parts):
                return parts
        return self._parted(line)

    def _parted(self, line: str) -> tuple[str, ...]:
        """The orders of a line, as far as it has several, each mended."""
        line = without_opening(line, self._lexicon, self.is_all_right)
        if self._crew and (all_ := for_everyone(self._plainly(line) or line, self._lexicon, self._crew)):
            return tuple(one for part in all_ for one in self._mended(part))
        parts = split_orders(line, self._lexicon, self._is_right)
        parts = parts if len(parts) > 1 else split_motto(line, self._lexicon)
        parts = parts if len(parts) > 1 else split_commands(line, self._command_in)
        return tuple(one for part in parts for one in self._mended(part))

    def is_all_right(self, line: str) -> bool:
        """Whether a line that begins with a verb is an order, or several."""
        parts = split_orders(line, self._lexicon, self._is_right)
        return all(self._is_right(one) for part in parts for one in self._mended(part))

    def _mended(self, line: str) -> tuple[str, ...]:
        """A line that begins with a verb and is no order, as the orders that it is but for its form.

        Courtesies and remarks behind an order and places where its units stand anyhow are left out, a remark that asks
        something is for the referee; one that names several units is an order for each.
        """
        if (also := self._likewise(line)) or self.verbless.likewise(line):  # of "bat-4 too" alone it is not known what
            return also or (line,)
        if longest_match(words(line), self._lexicon.verbs) is None:
            waits = as_moment(line, self._lexicon)
            others = (self._with_verbs(each) for each in (line, self._plainly(line), self._at_places(line)))
            said = (waits and self._in_form(waits)) or next(filter(None, others), ())
            return tuple(one for each in said for one in self._mended(each)) or self._of_many(line) or (line,)
        if is_only_told(line):
            return (line,)
        line = self._aimed(line)
        if self._is_right(line):
            return self._apart(line)
        bare, _remark = without_courtesy(line, self._lexicon)
        found = self._in_form(bare) or self._going_on(bare)
        return tuple(one for each in found for one in self._apart(each)) or (line,)

    def _likewise(self, line: str) -> tuple[str, ...]:
        """The orders of a line that ends with others who do the same ("bat-8 fires at 1306, bat-4 too"); or nothing."""
        ends = (line.rfind(","), *(word.start for word in reversed(words(line)) if word.key in BETWEEN))
        cut = next((end for end in ends if end > 0 and self.verbless.likewise(line[end:])), 0)
        found = self._mended(line[:cut].rstrip(" ,")) if cut else ()
        other = self.verbless.order_of(self.verbless.likewise(line[cut:]), found[-1]) if found else ""
        return (*found, *self._mended(other)) if other and all(map(self._is_right, found)) else ()

    def _of_many(self, line: str) -> tuple[str, ...]:
        """The orders of a line that begins with a verb as it is said of several: "Avanzan a y b a 2109"; or nothing."""
        first = next(iter(words(line)), None)
        if first is None or first.quoted or self._unsaid is None:
            return ()
        verb = self._lexicon.verb_of(first.key)
        several = verb not in ("", first.key)  # a word that stands as it is begins an order, or is no verb here
        found = self._mended(f"{line[: first.start]}{verb}{line[first.end :]}") if several else ()
        return found if all(map(self._is_right, found)) else ()

    def _going_on(self, line: str) -> tuple[str, ...]:
        """The orders of a line that begins with one and goes on with other units: "MOVE a TO 2109 and b goes to 2110".

        Nothing where it is none, nor where one order may stand within another.
        """
        found = longest_match(words(line), self._lexicon.verbs)
        if found is None or any(slot.kinds == ("order",) for slot in self._lexicon.orders[found[0]].FORM):
            return ()
        return self._in_parts(line)

    def _in_parts(self, line: str) -> tuple[str, ...]:
        """The orders of a line that is parted at its stops, or where it goes on with other units behind "and"."""
        stops = [stop.end() for stop in _STOP.finditer(line)]
        ends = [end for end in stops if not line[:end].rstrip().endswith(",")]  # "a to 0905, facing SE; b to 0904"
        cuts = (stops, ends, self.verbless.ands(line))
        return next(filter(None, (self._each_with_verb(line, each) for each in cuts)), ())

    def _apart(self, line: str) -> tuple[str, ...]:
        """An order as those for the units of each space, where its units have to start in one."""
        read = words(line)
        found = longest_match(read, self._lexicon.verbs)
        if found is None or self._stands is None or not self._lexicon.orders[found[0]].TOGETHER:
            return (line,)
        order = self.read_order(line, read, *found).order
        return (order and apart(order, self._lexicon, self._stands)) or (line,)

    def _plainly(self, line: str) -> str:
        """A line without courtesies; "" where nothing is left out, or a remark."""
        bare, remark = without_courtesy(line, self._lexicon)
        return "" if remark or bare == line else bare

    def _at_places(self, line: str) -> str:
        """A line without the places where its units stand anyhow; "" where nothing is left out."""
        placed = without_positions(line, self._lexicon, self._stands) if self._stands else line
        return placed if placed != line else ""

    def _in_form(self, line: str) -> tuple[str, ...]:
        """The orders that a line is but for its form; nothing where it is none."""
        line = self._aimed(line)
        if self._is_right(line):
            return (line,)
        named = partial(with_keyword, side=self._side)
        mends = (spread_order, turned_order, target_first, named, with_subject, with_inner_verb, with_other_verb)
        others = (there_told, with_companions, with_formation)
        said = (mend(line, self._lexicon, self._is_right) for mend in (*mends, *others))
        wrong: tuple[str, ...] = ()
        for found in said:
            if found != (line,) and all(map(self._is_right, found)):
                return found
            wrong = wrong or (found if found != (line,) else ())
        if wrong:
            return wrong
        placed = self._at_places(line)
        return self._in_form(placed) if placed else ()

    def _aimed(self, line: str) -> str:
        """A line that is aimed at somebody, where orders are aimed at areas, as one for the area; where it tells whence
        its units come, without that; else the line.
        """
        aimed = at_enemies(line, self._lexicon, self._is_right, self._stands, self._side)
        return without_origin(aimed, self._lexicon, self._stands)

    def _with_verbs(self, line: str) -> tuple[str, ...]:
        """A line that begins with a unit as the order that it is, or as several, their verbs in front; or nothing."""
        whole = self._with_verb(line)
        return (whole,) if whole else self._in_parts(line)

    def _each_with_verb(self, line: str, cuts: Sequence[int]) -> tuple[str, ...]:
        """The parts of such a line, cut at these places, as orders; nothing where one of them is none."""
        parts = [
            " " * begin + line[begin:end].rstrip(" ,;")
            for begin, end in pairwise((0, *cuts, len(line)))
            if line[begin:end].strip()
        ]
        some = parts if 1 < len(parts) <= _MOST else []
        found = [part if self._is_right(part) else self._with_verb(part) or self._idly(part) for part in some]
        return tuple(found) if all(found) else ()

    def _idly(self, line: str) -> str:
        """A part of such a line that says of units that they do nothing; else ""."""
        return line if self.verbless.says_idle(words(line)) else ""

    def _with_verb(self, line: str) -> str:
        read = words(line)
        known = (command_words().commands, command_words().heads)
        if (
            self._unsaid is None
            or not read
            or line.lstrip().startswith(">")
            or line.rstrip().endswith(":")  # "the left wing:" is what its lines are about
            or any(longest_match(read, each) for each in known)
        ):
            return ""
        verb, rest = self.verbless.parts(line) or ("", "")
        unsaid = rest and not self.verbless.says_deed(rest)
        verb = verb or (self._unsaid(rest, self._phase) if unsaid else "")
        return f"{' ' * read[0].start}{verb} {rest}" if verb else ""

    def _command_in(self, text: str) -> Literal["sentence", "line", ""]:
        """How far a command goes with which a sentence of prose begins; nothing where it may be an ordinary word.

        A command in capitals is meant, and one with a value of its own ("vote yes"): what nobody writes by chance.
        """
        sentence = next(iter(sentences(text)), "")  # none in a line of "…"
        read = words(sentence)
        found = longest_match(read, command_words().commands)
        if found is None or longest_match(read, self._lexicon.verbs) or sentence.rstrip().endswith("?"):
            return ""
        name, used = found
        free = COMMANDS[name].rstrip("?") in AS_WRITTEN and name not in ("drop", "extend")
        loud = all(word.text.isupper() for word in read[:used])
        args, wrong, _ = read_arguments(
            name, read[used:], sentence[read[used - 1].end :], self._lexicon, self._side, self._near
        )
        if wrong or not (loud or (args and not free) or used > CHANCE):
            return ""
        return "line" if free else "sentence"

    def _is_right(self, line: str) -> bool:
        """Whether a line is an order with nothing wrong in its words."""
        read = words(line)
        verb = longest_match(read, self._lexicon.verbs)
        return bool(verb and not self.read_order(line, read, *verb, near=unheard).problems)

    def _problems_of(self, line: str) -> list[Problem]:
        """What is wrong in the words of an order."""
        read = words(line)
        verb = longest_match(read, self._lexicon.verbs)
        return self.read_order(line, read, *verb).problems if verb else []

    def read_order(
        self, line: str, read: Sequence[Word], verb: str, used: int, number: int = 0, near: Near | None = None
    ) -> LineReader:
        """Read an order whose verb has so many words."""
        found = LineReader(number, line, self._lexicon, near or self._near, self._side)
        if len(line) > MAX_LINE:
            found.add("too-long", 0, {"length": len(line), "limit": MAX_LINE})
        else:
            begun = key_of(read[:used])
            found.read(self._grammar, verb, begun, join_names(read[used:], self._lexicon), read[-1].end)
        return found
