"""What the lines of a mail order: several in one line, their verb behind who acts, a word left out, a name of many.

A line is first put into plain words: names of several units are spelled out, "I" and "then" before a verb go, all of a
space are named. Then it is parted, before verbs at its stops, before words for the dice, before commands among prose.
Of each part that is no order as it stands it is tried whether it is one

1. without a verb in front: behind IF, with its verb behind who acts, cut at its stops or at "and", with a verb as it is
   said of several;
2. with one: aimed at an area, without courtesies, by a mend (`_in_form` has their order), without the places where its
   units stand, cut as above. The first that makes orders alone of all of it counts.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

from pbem.language.arguments import read_arguments
from pbem.language.commands import AS_WRITTEN, COMMANDS, command_words, longest_match
from pbem.language.names.collective import Collective, Stands
from pbem.language.names.everyone import Crew, for_everyone
from pbem.language.text.actors import Actors
from pbem.language.text.aims import as_moment, at_enemies, at_place, condition_last, there_told, with_companions
from pbem.language.text.bare import (
    says_by_the_way,
    without_courtesy,
    without_opening,
    without_origin,
    without_positions,
)
from pbem.language.text.judge import Judge, begun
from pbem.language.text.mend import (
    apart,
    by_those_there,
    each_acting,
    spread_order,
    target_first,
    turned_order,
    with_formation,
    with_inner_verb,
    with_keyword,
    with_other_verb,
    with_subject,
)
from pbem.language.text.prose import Prose, is_only_told
from pbem.language.text.split import CHANCE, sentences, split_commands, split_motto, split_orders
from pbem.language.words import BETWEEN, words

_STOP = re.compile(r"[.,;]\s+")
"""Where a line that begins with a unit may go on with another."""
_MOST = 10
"""Orders that such a line is parted into."""
Unsaid = Callable[[str, str | None], str]
"""The verb, as it is written, that a line means which has none; "" for none. It is given the line and its phase."""


class Mender:
    """Makes the orders of lines that are orders but for their form; all it keeps is the phase of the last one.

    `unsaid`, `stands` and `crew` as in `read_text`.
    """

    def __init__(
        self,
        judge: Judge,
        prose: Prose,
        unsaid: Unsaid | None,
        stands: Stands | None,
        crew: Crew | None,
    ) -> None:
        self._judge, self._lexicon, self._side, self._is_right = judge, judge.lexicon, judge.side, judge.is_right
        self._unsaid, self._stands, self._crew = unsaid, stands, crew
        self._phase: str | None = None
        self._collective = None if stands is None else Collective(judge.lexicon, judge.side, stands)
        self.actors = Actors(judge, prose, self._in_form)

    def orders_of(self, line: str, phase: str | None) -> tuple[str, ...]:
        """A line of a mail below the head of a phase in its orders, each as it is read: mostly just the line."""
        self._phase = phase
        if self._collective is not None:
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
        if (also := self._likewise(line)) or self.actors.likewise(line):  # of "bat-4 too" alone it is not known what
            return also or (line,)
        if says_by_the_way(line, self._lexicon):
            return (line,)
        if longest_match(words(line), self._lexicon.verbs) is None:
            waits = as_moment(line, self._lexicon)
            last = condition_last(line, self._lexicon)
            remarked = without_courtesy(line, self._lexicon)[0]  # "goes to 1607 (it is too weak)"
            some = (line, self._plainly(line), self._at_places(line), last, remarked)
            others = (self._with_verbs(each) for each in some if each)
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
        stops = (line.rstrip(". ").rfind(sign) for sign in ",;.")
        ends = (*stops, *(word.start for word in reversed(words(line)) if word.key in BETWEEN))
        cut = next((end for end in ends if end > 0 and self.actors.likewise(line[end:])), 0)
        found = self._mended(line[:cut].rstrip(" ,;.")) if cut else ()
        other = self.actors.order_of(self.actors.likewise(line[cut:]), found[-1]) if found else ""
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
        order = begun(line, self._lexicon)
        alone = order and not any(slot.kinds == ("order",) for slot in order.form)
        return self._in_parts(line) if alone else ()

    def _in_parts(self, line: str) -> tuple[str, ...]:
        """The orders of a line that is parted at its stops, or where it goes on with other units behind "and"."""
        stops = [stop.end() for stop in _STOP.finditer(line)]
        ends = [end for end in stops if not line[:end].rstrip().endswith(",")]  # "a to 0905, facing SE; b to 0904"
        cuts = (stops, ends, self.actors.ands(line))
        return next(filter(None, (self._each_with_verb(line, each) for each in cuts)), ())

    def _apart(self, line: str) -> tuple[str, ...]:
        """An order as those for the units of each space, where its units have to start in one."""
        said = begun(line, self._lexicon)
        if said is None or self._stands is None or not said.kind.TOGETHER:
            return (line,)
        order = self._judge.read(said).order
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
        order, named = begun(line, self._lexicon), partial(with_keyword, side=self._side)
        along = partial(with_companions, side=self._side)
        if order is None or self._is_right(line):
            return (line,) if order else ()
        mends = (
            spread_order,
            each_acting,
            turned_order,
            target_first,
            named,
            with_subject,
            with_inner_verb,
            with_other_verb,
        )
        others = (there_told, along, with_formation)
        wrong: tuple[str, ...] = ()
        for found in (mend(order, self._is_right) for mend in (*mends, *others)):
            if found and all(map(self._is_right, found)):
                return found
            wrong = wrong or found
        placed = "" if wrong else self._at_places(line)
        return self._in_form(placed) if placed else wrong

    def _aimed(self, line: str) -> str:
        """A line that is aimed at somebody, where orders are aimed at areas, as one for the area; where it tells whence
        its units come, without that; where those come in who are there, with what they do; else the line.
        """
        order = begun(line, self._lexicon)
        if order is None or self._stands is None:
            return line
        if (there := by_those_there(order, self._is_right, self._stands)) != line:
            return there
        aimed = at_enemies(order, self._is_right, self._stands, self._side) if self._side else line
        aimed = at_place(order.anew(aimed), self._stands, self._side) if self._side else aimed
        return without_origin(order.anew(aimed), self._stands)

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
        return line if self.actors.says_idle(line) else ""

    def _with_verb(self, line: str) -> str:
        read = words(line)
        known = (command_words().commands, command_words().heads)
        if (
            self._unsaid is None
            or not read
            or line.rstrip().endswith(":")  # "the left wing:" is what its lines are about
            or any(longest_match(read, each) for each in known)
        ):
            return ""
        verb, rest = self.actors.parts(line) or ("", "")
        unsaid = rest and not self.actors.says_deed(rest)
        verb = verb or (self._unsaid(rest, self._phase) if unsaid else "")
        return f"{' ' * read[0].start}{verb} {rest}" if verb else ""

    def _command_in(self, text: str) -> Literal["sentence", "line", ""]:
        """How far a command goes with which a sentence of prose begins; nothing where it may be an ordinary word.

        A command in capitals is meant, and one with a value of its own ("vote yes"): what nobody writes by chance.
        """
        sentence = sentences(text)[0]
        read = words(sentence)
        found = longest_match(read, command_words().commands)
        if found is None or longest_match(read, self._lexicon.verbs) or sentence.rstrip().endswith("?"):
            return ""
        name, used = found
        free = COMMANDS[name].rstrip("?") in AS_WRITTEN and name not in ("drop", "extend")
        loud = all(word.text.isupper() for word in read[:used])
        args, wrong, _ = read_arguments(
            name, read[used:], sentence[read[used - 1].end :], self._lexicon, self._side, self._judge.near
        )
        if wrong or not (loud or (args and not free) or used > CHANCE):
            return ""
        return "line" if free else "sentence"
