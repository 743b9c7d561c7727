"""Who acts before a verb: lines that begin with units, a group or a place as the orders that they are."""

import re
from collections.abc import Callable, Iterator, Sequence

from pbem.core.orders import Standing
from pbem.language.commands import command_words, last_match, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import is_group, is_own, is_space, is_unit, means_unit
from pbem.language.names.joining import join_names
from pbem.language.names.matching import names_something
from pbem.language.text.judge import Judge, begun, leading_units
from pbem.language.text.mend import acting
from pbem.language.text.prose import ALIKE, Prose
from pbem.language.text.split import is_denied
from pbem.language.words import BETWEEN, Word, key_of, strip_comment, words

_VERB = 3
"""How many words a verb may have."""
_DITTO = re.compile(r"""(?<![^\s|])(?:["”“″〃]|''|,,)(?![^\s|])""")
"""A mark that what is meant stands above: in a table, as people draw it."""
_STAYS = 4
"""Words, at most, that say that units do nothing."""
_ORDER_WORDS = 60
"""Words of a line of more than which nobody makes one order."""


def canonical(verb: str, lexicon: Lexicon, tongue: str = "") -> str:
    """The word that forms write for a verb as somebody writes it, in a language or else in that of this word."""
    return lexicon.say("verbs", lexicon.verbs[verb], tongue or min(lexicon.tongues[verb]))


class Actors:
    """Finds who acts, and what they are to do, in the lines of one text.

    `in_form` tells the orders that a line is but for its form.
    """

    def __init__(self, judge: Judge, prose: Prose, in_form: Callable[[str], tuple[str, ...]]) -> None:
        self._lexicon, self._near, self._side, self._is_right = judge.lexicon, judge.near, judge.side, judge.is_right
        self._prose, self._in_form = prose, in_form

    def parts(self, line: str) -> tuple[str, str] | None:
        """A line that begins with a unit or a group as the verb that stands later in it, "" if none does, and the rest.

        So may one with a place and units behind it ("2109: ax-01, r-10"). None for one that begins with something
        else, where it asks, and where it means what stands above. "And the" before the unit says nothing.
        """
        read, skip = words(line), {*command_words().skip, *self._lexicon.skip}
        polite = longest_match(read, command_words().openings)
        first = polite[1] if polite else 0
        silent = (at for at in range(first, len(read)) if not (read[at].key in skip or self._is_with(read[at])))
        begin = next(silent, len(read))
        if begin == len(read) or len(read) > _ORDER_WORDS or "?" in line or _DITTO.search(line):
            return None
        whole = join_names(words(line), self._lexicon)
        line = strip_comment(line if self.is_stack(whole) else line[read[begin].start :])
        joined = join_names(words(line), self._lexicon)
        acts = joined and (self.act(joined[0]) or self.is_stack(joined) or self._is_place_of_units(joined))
        if not acts:  # of "✗ 1. " a list mark is left
            return None
        verb, rest = self.with_verb_first(line, self._without_too(joined))
        said = canonical(verb, self._lexicon) if verb else ""
        arrives = bool(verb) and self._lexicon.orders[self._lexicon.verbs[verb]].ARRIVES
        also = verb in self._lexicon.habits.also and (arrives or not self._in_form(f"{said} {rest}"))
        return verb if also else said, rest

    def with_verb_first(self, line: str, joined: Sequence[Word]) -> tuple[str, str]:
        """The verb that a later word of a line which begins with a unit comes near to, and the rest of the order.

        Who acts goes behind its keyword where the order begins with something else ("aros-1 attacks 1613"). No verb
        where that is no order; the line itself is the rest then.
        """
        for verb, sure, before, after in self.verbs_behind(line, joined):
            for rest in self._rests(verb, before, after):
                order = f"{verb.replace('-', ' ')} {rest}"
                said = self._in_form(order) if sure else (order,)
                if said and all(map(self._is_right, said)):
                    return verb, " ".join(rest.split())
        return "", " ".join(word.text for word in joined)

    def verbs_behind(self, line: str, joined: Sequence[Word]) -> Iterator[tuple[str, bool, str, str]]:
        """Each verb that a later word of a line comes near to, with who acts before it and what stands behind it.

        Whether it is `sure`, too: else it is misspelt, and no more may be amiss.
        """
        apart = words(line) if len(joined) <= _ORDER_WORDS else ()
        for at, whole in enumerate(joined[1:], 1) if apart else ():
            begun = [word for word in apart if whole.start <= word.start < whole.end]  # "fires at" is a keyword
            read = (*begun, *joined[at + 1 :])[:_VERB]
            verb, used = self._verb_at(read)
            first = apart.index(read[0])
            if verb and not self._is_not_wanted(line, apart, first, first + used):
                sure = self._lexicon.verb_of(key_of(read[:used])) == verb
                yield verb, sure, self._acting_before(line, joined[:at]), line[read[used - 1].end :]
                stays = len(self._lexicon.orders[self._lexicon.verbs[verb]].FORM) < 2  # "stays and attacks"
                if sure and not stays and read[0].key not in command_words().auxiliaries:
                    return  # what stands behind it is another order

    def _is_not_wanted(self, line: str, read: Sequence[Word], first: int, end: int) -> bool:
        """Whether somebody is not to do what a verb says ("does not fire"), or it says so itself and another one stands
        behind it: "does not move but attacks".
        """
        later = any(self._lexicon.verb_of(word.key) for word in read[end:])
        return is_denied(line, read, first) or (later and is_denied(line, read, end - 1))

    def keywords_of(self, verb: str) -> tuple[str, ...]:
        """The keywords of who acts in an order that begins with something else, in the language of its verb: WITH."""
        slots, tongue = acting(verb, self._lexicon), min(self._lexicon.tongues[verb])
        return tuple(self._lexicon.say("keywords", slot.keyword or "", tongue) for slot in slots)

    def ands(self, line: str) -> list[int]:
        """Where a line goes on with other units and a verb behind "and": "URR 16 goes to 1716 and URR 2 moves to 1516".

        Of several between two verbs it is the first: what stands behind it goes on with units.
        """
        read, found, between, begun = words(line), list[int](), list[int](), False
        if len(read) > _ORDER_WORDS:
            return []
        for at, word in enumerate(read):
            if word.key in BETWEEN:
                between.append(word.start)
            elif any(self._verb_at(read[at : at + _VERB])):
                found += between[:1] if begun else ()
                begun, between = True, []
        return found

    def says_idle(self, line: str) -> bool:
        """Whether a line says of units that they do nothing, or what they do without an order: "Prim stays in sin",
        "Prim and Zabala rally", "rally Prim", "Prim does not fire".
        """
        known, anyhow = command_words(), self._lexicon.habits.anyhow
        read: Sequence[Word] = words(line)
        opening = longest_match(read, known.openings)  # "que Prim se reorganice"
        read = read[opening[1] :] if opening else read
        if self.refraining(line, read):
            return False  # there is an order for that
        if self._says_denied(line, read):
            return True
        read = self._without_place(read)
        if read and read[0].key in anyhow:
            read = (*read[1:], read[0])
        said = last_match(read, known.stays | anyhow, min(_STAYS, len(read) - 1))
        is_order = bool(said) and key_of(read[-said:]) in self._lexicon.verbs
        return bool(said) and not is_order and self._are_units(read[:-said])

    def _says_denied(self, line: str, read: Sequence[Word]) -> bool:
        """Whether words say of units that they do not do something at somebody or some place; no standing order."""
        lexicon, known = self._lexicon, command_words()
        at = next((at for at, word in enumerate(read) if word.key in known.denials), 0)
        before = at
        while before and read[before - 1].key in (*known.auxiliaries, *known.denied):
            before -= 1
        is_order = any(longest_match(read[each:], lexicon.verbs) for each in (before, at))  # "does not rally"
        if is_order or not self._are_units(read[:before]):
            return False
        deeds = [each for each in range(at, len(read)) if lexicon.verb_of(read[each].key)]
        if not deeds or not is_denied(line, read, deeds[-1]):
            return False
        verb = lexicon.verb_of(read[deeds[-1]].key)
        kinds = (lexicon.orders[each] for each in (lexicon.verbs[verb], *lexicon.habits.also.get(verb, ())))
        behind = join_names(read[deeds[-1] + 1 :], lexicon)
        others = {*lexicon.choices.keys() - lexicon.keywords.keys(), *known.but, *BETWEEN - known.skip.keys()}
        other = any(word.key in others for word in behind)
        return not (other or self._prose.strange(behind) or any(issubclass(each, Standing) for each in kinds))

    def refraining(self, line: str, read: Sequence[Word]) -> tuple[str, ...]:
        """What a line says units do not do ("Prim holds his fire"), and the orders for that; nothing for any other."""
        refrains = self._lexicon.habits.refrains
        said = last_match(read, refrains, min(_STAYS, len(read) - 1))
        named = [word for word in join_names(read[:-said], self._lexicon) if word.key not in command_words().skip]
        if not (said and named and all(word.key in BETWEEN or self.act(word) for word in named)):
            return ()
        order = refrains[key_of(read[-said:])]
        each = (order.format(line[word.start : word.end]) for word in named if word.key not in BETWEEN)
        return (line[read[-said].start : read[-1].end].rstrip(".!"), *each)

    def _are_units(self, read: Sequence[Word]) -> bool:
        """Whether words name units, one at least, and nothing else."""
        named = [word for word in join_names(read, self._lexicon) if word.key not in command_words().skip]
        return bool(named) and all(map(self.is_unit, named))

    def says_deed(self, line: str) -> bool:
        """Whether the first word behind who acts is a verb and nothing else: another one is not meant then."""
        lexicon = self._lexicon
        joined = join_names(words(line), lexicon)
        behind = next((word.key for word in joined[1:] if not self._is_unit_or_silent(word)), "")
        if not lexicon.verb_of(behind) or any(behind in known for known in (lexicon.keywords, lexicon.place_words)):
            return False
        group = "group" if is_group(joined[0], lexicon) else "unit"
        forms = (order.FORM for order in lexicon.orders.values() if order.FORM and group in order.FORM[0].kinds)
        return lexicon.choices.get(behind) not in {choice for form in forms for slot in form for choice in slot.choices}

    def likewise(self, line: str) -> str:
        """The units that a text names which says of them alone that they do what is told before: "and b too"."""
        known, read = command_words(), [word for word in words(line) if word.key not in BETWEEN]
        for at in range(min(_STAYS, len(read))):
            before, behind = read[: at + 1], read[-at - 1 :]
            for said, units in ((before, read[at + 1 :]), (behind, read[: -at - 1])):
                if key_of(said) not in known.likewise:
                    continue
                if self._are_units(units):
                    return line[units[0].start : units[-1].end]
        return ""

    def order_of(self, units: str, order: str) -> str:
        """An order that begins with who acts, for other units; "" for any other."""
        said = begun(order, self._lexicon)
        acting = leading_units(said.joined, self._lexicon, self._side) if said else ()
        return f"{order[: acting[0].start]}{units}{order[acting[-1].end :]}" if acting else ""

    def act(self, word: Word) -> bool:
        """Whether a word means one unit, or a group that may be given an order."""
        return self.is_unit(word) or is_group(word, self._lexicon)

    def is_unit(self, word: Word) -> bool:
        """Whether a word means one unit: of several that of the side whose line it is."""
        return is_unit(word, self._lexicon, self._side)

    def is_stack(self, joined: Sequence[Word]) -> bool:
        """Whether words begin with all who stand in a space: "STACK 0303"."""
        keyword = self._lexicon.keywords.get(joined[0].key)
        place = [word for word in joined[1:] if word.key not in command_words().skip][:1]
        slots = (slot for order in self._lexicon.orders.values() for slot in order.FORM)
        stack = any(slot.keyword == keyword and slot.instead == "unit" and slot.kinds == ("space",) for slot in slots)
        return stack and bool(place) and is_space(place[0], self._lexicon)

    def _without_too(self, joined: Sequence[Word]) -> Sequence[Word]:
        """Words without what says between who acts and their verb that they do as others do: "Prim also attacks"."""
        verb = next((at for at, word in enumerate(joined) if at and self._lexicon.verb_of(word.key)), len(joined))
        said = (word for word in joined[1:verb] if word.key not in command_words().courtesies)
        return (*joined[:1], *said, *joined[verb:])

    def _is_unit_or_silent(self, word: Word) -> bool:
        return word.key in command_words().skip or word.key in BETWEEN or means_unit(word, self._lexicon, self._side)

    def _without_place(self, read: Sequence[Word]) -> Sequence[Word]:
        """Words without a place that they end with behind AT."""
        skip = command_words().skip
        for at in range(len(read) - 1, 0, -1):
            if self._lexicon.keywords.get(read[at].key) == "AT":
                behind = [word for word in join_names(read[at + 1 :], self._lexicon) if word.key not in skip]
                place = len(behind) == 1 and is_space(behind[0], self._lexicon)
                return read[:at] if place else read
        return read

    def _is_place_of_units(self, joined: Sequence[Word]) -> bool:
        """Whether words begin with a place, have a unit behind it, and none that is strange."""
        return (
            is_space(joined[0], self._lexicon)
            and any(map(self.is_unit, joined[1:]))
            and not self._prose.strange(joined)
        )

    def _rests(self, verb: str, before: str, after: str) -> Iterator[str]:
        """What may stand behind a verb of which who acts is told `before`: they behind their keyword, or among others;
        in front of all; or nowhere, where it is told whence they go ("leg4-3 assaults 1510 from 1410").
        """
        slots = acting(verb, self._lexicon)
        for with_ in self.keywords_of(verb):
            yield from (f"{after} {with_} {before}", f"{after}, {before}")
        if not slots and self._aims_with_others(after):
            yield f"{before} {after}, {before}"
        yield f"{before} {after}"
        own = (is_own(word, self._lexicon, self._side or "") for word in join_names(words(after), self._lexicon))
        if any(slot.required and "space" in slot.kinds for slot in slots) and not any(own):
            yield after

    def _aims_with_others(self, line: str) -> bool:
        """Whether a later verb of a line aims at something with others: who acts is one of them: "attacks x with b"."""
        read = words(line)
        verbs = ((at, verb) for at, word in enumerate(read) if (verb := self._lexicon.verb_of(word.key)))
        return any(self.keywords_of(verb) and any(map(self._is_with, read[at:])) for at, verb in verbs)

    def _is_with(self, word: Word) -> bool:
        """Whether a word says that who follows it acts: "with ax-01 and r-10 I attack 2109"."""
        return self._lexicon.keywords.get(word.key) == "WITH"

    @staticmethod
    def _acting_before(line: str, joined: Sequence[Word]) -> str:
        """What stands before a verb, without what leads to it: "ax-01 and r-10", of "ax-01 and r-10 are to attack"."""
        known = command_words()
        said = {*known.auxiliaries, *known.openings}
        ands = [word.key not in BETWEEN for word in joined]
        if joined and not ands[-1]:  # "leg4-1 stays where it is and forms square"
            begun = joined[: len(ands) - ands[::-1].index(True)] if any(ands) else ()
            stays = last_match(begun, known.stays, min(_STAYS, len(begun) - 1))
            joined = begun[: len(begun) - stays] if stays else joined
        last = next((at for at in range(len(joined), 0, -1) if joined[at - 1].key not in said), 0)
        return line[: joined[last - 1].end] if last else ""

    def _verb_at(self, read: Sequence[Word]) -> tuple[str, int]:
        """The verb that some words begin with, or come near to, and how many words it has; "" for none."""
        known, said, lexicon = self._lexicon.verbs, read[0].key, self._lexicon
        if (found := longest_match(read, known)) is not None:
            return key_of(read[: found[1]]), found[1]
        if verb := lexicon.verb_of(said):  # though it be a keyword of another order, as FIRES AT is
            return verb, 1
        words_of = (lexicon.choices, lexicon.keywords, lexicon.unit_words, lexicon.place_words)
        other = any(read[0].key in each for each in words_of) or names_something(read[0], lexicon)
        whole = tuple(verb for verb in known if "-" not in verb)  # a word alone is no RALLY NO misspelt
        near = () if other else self._near(said, whole, ALIKE)
        return (near[0], 1) if near else ("", 0)
