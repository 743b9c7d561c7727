"""Lines of a text that begin with no verb: what in them is an order gone wrong, and what is to be said of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from pbem.core.problems import Args
from pbem.language.commands import command_words, last_match, longest_match
from pbem.language.lexicon import IDS
from pbem.language.names.finding import find_group, find_space, find_unit, is_own, means_unit
from pbem.language.names.joining import join_names
from pbem.language.names.matching import names_something, with_words
from pbem.language.names.nearest import CUTOFF, NEAREST, Miss, nearest, unheard
from pbem.language.reading import MAX_LINE
from pbem.language.text.judge import Judge
from pbem.language.text.line import LineReader
from pbem.language.text.mend import acting
from pbem.language.text.prose import ALIKE, PROSE, Prose
from pbem.language.words import BETWEEN, Word, key, key_of, strip_comment, words

VERB_LOOKUPS = 400
"""Lines of one text that begin with no verb and whose nearest verbs are looked up."""
ALONE = 0.8
"""How like a command a line of a single word must be to be one gone wrong, and no greeting."""
SHOWN = 80
"""Characters of a line that a problem repeats."""
QUOTES = "\"'«“‘"
_CLAUSE_END = re.compile(r"[,.;:!](?=\s|$)|\s(?:and|then|but|y|luego|pero)\s", re.I)
"""Where an order may end that stands in a sentence."""
_VERB, _COMMAND = 3, 3
"""How many words a verb may have, and a line that is a command but for its letters."""
_DITTO = re.compile(r"""(?<![^\s|])(?:["”“″〃]|''|,,)(?![^\s|])""")
"""A mark that what is meant stands above: in a table, as people draw it."""
_STAYS = 4
"""Words, at most, that say that units do nothing."""
_CLAUSES = 10
"""So many places of a sentence are tried as the begin and the end of an order."""
_ORDER_WORDS, _ORDER_LENGTH = 60, 300
"""Words of a line, and characters within a sentence, of more than which nobody makes one order."""
_STRANGE = 2
"""Words behind the verb of an order, at most, that nothing of the game is called."""


class Verbless:
    """The lines of one text that begin with no verb.

    `strict` as in `read_text`; `in_form` tells the orders that a line is but for its form.
    """

    def __init__(self, judge: Judge, strict: bool, prose: Prose, in_form: Callable[[str], tuple[str, ...]]) -> None:
        self._lexicon, self._near, self._side = judge.lexicon, judge.near, judge.side
        self._is_right, self._problems_of = judge.is_right, judge.problems_of
        self._strict, self._prose, self._in_form = strict, prose, in_form
        self._first_words = 0

    def tell(self, found: LineReader, line: str, read: Sequence[Word], above: str) -> bool:
        """Say in `found` what is wrong with a line; False, and nothing said, where it is prose.

        `above` is the order line before it, "" for none.
        """
        if len(read) > 1 and read[0].key in command_words().skip:
            named = self._acts(join_names(read[1:], self._lexicon)[0])
            read = read[1:] if named else read  # "los suizos a 2107"
        if self._add_continuation(found, line, read, above) or self._add_several(found, line, read):
            return True
        if self.tell_within(found, line, read):
            return True
        near = self._attempt(line, read)
        if near is not None:
            self._add_unknown(found, line, read, near)
        return near is not None

    def _add_several(self, found: LineReader, line: str, read: Sequence[Word]) -> bool:
        """Say of an order that begins with what several units are called ("the 4th X to 0507") that it is asked
        which is meant.
        """
        begin = next((at for at, word in enumerate(read) if word.key not in command_words().skip), 0)
        first = next(iter(join_names(read[begin:], self._lexicon)), read[0])
        miss = find_unit(first, self._lexicon, unheard, self._side)
        if self._strict or not isinstance(miss, Miss) or miss.code != "ambiguous-unit":
            return False
        if not with_words(first.key, self._lexicon.unit_words):
            return False  # of a beginning it is not known whether it is one of a name
        one = f"{miss.near[0]}{line[first.end :]}"
        verb, rest = self.parts(one) or ("", "")
        unsaid = (self._canonical(key(each)) for each, order in self._lexicon.orders.items() if order.UNSAID)
        if not (verb or any(self._is_right(f"{each} {rest}") for each in unsaid)):
            return False
        found.add(miss.code, first.start, miss.args, miss.near)
        return True

    def _add_continuation(self, found: LineReader, line: str, read: Sequence[Word], above: str) -> bool:
        """Say of a line that goes on with the order above it ("SUPPORT bateria-1") that the two are one line."""
        keyword = self._lexicon.keywords.get(read[0].key)
        whole = f"{above} {strip_comment(line)}"
        if keyword is None or not self._prose.has_evidence(read[1:]) or not self._is_right(whole):
            return False
        found.add("not-alone", read[0].start, {"read": read[0].text[:SHOWN]}, (whole,))
        return True

    def tell_within(self, found: LineReader, line: str, read: Sequence[Word]) -> bool:
        """Say of a sentence with an order in it ("please MOVE urriaguel-3 1514") that the order goes in its own line.

        An order in quotation marks, or in a question, is only spoken of; behind a misspelt verb it may be a part.
        """
        if self._strict or len(line) > MAX_LINE:
            return False
        verbs = self._lexicon.verbs
        begun = [read[at].start for at in range(1, len(read)) if longest_match(read[at : at + 3], verbs)][:_CLAUSES]
        self._first_words += bool(begun)
        if not begun or self._first_words > VERB_LOOKUPS or self._is_misspelt(line, read[0]):
            return False
        for start in begun:
            stops = [stop.start() for stop in _CLAUSE_END.finditer(line, start, start + _ORDER_LENGTH)][:_CLAUSES]
            ends = (*(len(line),) * (len(line) - start <= _ORDER_LENGTH), *reversed(stops))
            order = next(filter(self._is_right, (line[start:end].rstrip(" .,;:!") for end in ends)), "")
            if order and line[start - 1] not in QUOTES:
                found.add("in-sentence", start, {}, (order,))
                return True
        return False

    def _is_misspelt(self, line: str, first: Word) -> bool:
        """Whether a line is an order but for the letters of its verb."""
        verbs = nearest(first.key, tuple(self._lexicon.verbs), ALIKE)
        return any(self._is_right(f"{verb} {line[first.end :]}") for verb in verbs)

    def _add_unknown(self, found: LineReader, line: str, read: Sequence[Word], near: tuple[str, ...]) -> None:
        """Say of a line that it begins with no verb: with the verbs that are nearest, or all that stands behind one."""
        if len(line) > MAX_LINE:
            found.add("too-long", 0, {"length": len(line), "limit": MAX_LINE})
            return
        if kept := self._refraining(line, read):
            found.add("unknown-order", read[0].start, {"refrains": kept[0]}, kept[1:])
            return
        joined, args = join_names(read, self._lexicon), Args()
        rest = strip_comment(line[read[0].end :]).strip(" :-")
        whole = tuple(said for verb in near if self._is_right(said := f"{verb} {rest}"))
        alike = nearest(read[0].key, tuple(self._lexicon.verbs), ALIKE)
        if many := self._order_of_many(line, joined):
            for problem in self._problems_of(many):
                found.add(problem.code, read[0].start, problem.args, problem.near)
            return
        if self._is_unit(joined[0]):
            verb, order = self._with_verb_first(line, joined)
            wrong = "" if verb else self._wrong_order(line, joined)
            if problems := self._problems_of(wrong):
                for problem in problems:
                    found.add(problem.code, read[0].start, problem.args, problem.near)
                return
            args = {"named": joined[0].text[:SHOWN], "rest": order[:SHOWN]}
            args |= {"verb": self._lexicon.verbs[verb]} if verb else {}
        elif not (alike or self._strict or names_something(joined[0], self._lexicon)) and self._is_order_behind(
            rest, read
        ):
            args = {"rest": rest}
        found.add("unknown-order", read[0].start, {"read": read[0].text[:SHOWN], **args}, whole or near)

    def _attempt(self, line: str, read: Sequence[Word]) -> tuple[str, ...] | None:
        """The verbs nearest to the first word of a line; None if the line is prose."""
        alone = len(read) == 1 and not self._strict
        told = line.rstrip().endswith(":")  # "Orders for turn 7:"
        if not self._strict and (told or not (alone or self._prose.has_evidence(read))):
            return None
        if not self._strict and self._refraining("", read):
            return ()
        if not self._strict and 2 * self._prose.strange(read[1:]) >= len(read) > PROSE:
            return None  # "Sorry, that of Prim was a mistake."
        self._first_words += 1
        if self._first_words > VERB_LOOKUPS or len(read[0].key) > SHOWN:
            return ()
        joined = join_names(read, self._lexicon)
        if self._is_unit(joined[0]) and len(joined) == 1 and not self._strict:
            return None  # whoever signs may be called like a leader
        if self._is_unit(joined[0]):
            return () if self._strict or self._is_verbless(joined) or self._wrong_order(line, joined) else None
        if not self._strict and self._order_of_many(line, joined):
            return ()
        silent = read[0].key in command_words().skip  # "los franceses"
        verbs = () if alone or silent else tuple(self._lexicon.verbs)
        commands = (*command_words().commands, *command_words().heads)
        named = (word for word in joined if not word.key.isdecimal())  # a year may be the number of a hex
        sure = self._strict or any(names_something(word, self._lexicon) for word in named)
        near = nearest(read[0].key, verbs, CUTOFF if sure else ALIKE)
        if self._strict or not (silent or len(read) > _COMMAND):
            near += nearest(read[0].key, commands, CUTOFF if self._strict else ALONE if alone else ALIKE)
        one_each, tongue = dict[str, str](), self._tongue_of(read[1:])  # of a verb in its many words the nearest
        for word in near:
            one_each.setdefault(self._lexicon.verbs.get(word, word), self._canonical(word, tongue))
        if near or self._strict:
            return tuple(one_each.values())[:NEAREST]
        return () if self._is_order_behind(line[read[0].end :], read) else None

    def _is_order_behind(self, rest: str, read: Sequence[Word]) -> bool:
        """Whether what stands behind the first word of a line is an order but for its verb: "shift band-3 to 2708".

        It names two things of the game, one of them a unit, and no other word is strange.
        """
        joined = join_names(read[1:], self._lexicon)
        named = [word for word in joined if self._is_unit(word) or names_something(word, self._lexicon)]
        if len(named) < 2 or not any(map(self._is_unit, named)) or self._prose.strange(read[1:]):
            return False
        said = (self._lexicon.say("verbs", verb, IDS) for verb in self._lexicon.orders)
        return any(self._is_right(f"{verb} {rest}") for verb in said)

    def _tongue_of(self, read: Sequence[Word]) -> str:
        """The language of which alone words behind a verb are: "with", "to the"; "" where they are of several, or of
        none.
        """
        lexicon, skip = self._lexicon, command_words().skip
        spoken = [found for word in read if (found := lexicon.tongues.get(word.key) or skip.get(word.key))]
        left = frozenset[str].intersection(*spoken) if spoken else frozenset[str]()
        return next(iter(left)) if len(left) == 1 else ""

    def _canonical(self, word: str, tongue: str = "") -> str:
        """The word that forms write for a verb, command or head, in a language, or else in that of this word."""
        if verb := self._lexicon.verbs.get(word):
            return self._lexicon.say("verbs", verb, tongue or min(self._lexicon.tongues[word]))
        id_ = command_words().commands.get(word) or command_words().heads[word]
        said = {key(words[id_]): words[id_] for words in command_words().says.values()}
        return next((said[one] for one in nearest(word, tuple(said), 0)), word.upper())

    def _is_unit(self, word: Word) -> bool:
        """Whether a word means one unit: of several that of the side whose line it is."""
        return not isinstance(find_unit(word, self._lexicon, unheard, self._side), Miss)

    def _acts(self, word: Word) -> bool:
        """Whether a word means one unit, or a group that may be given an order."""
        return self._is_unit(word) or not isinstance(find_group(word, self._lexicon, unheard), Miss)

    def _is_verbless(self, joined: Sequence[Word]) -> bool:
        """Whether a line that begins with a unit is an order: by its id, or with little but verbs and names behind."""
        after, known = joined[1:], {*self._lexicon.verbs, *self._lexicon.keywords, *command_words().skip}
        idle = [word for word in after if word.key not in known and not names_something(word, self._lexicon)]
        return joined[0].key in self._lexicon.units or len(idle) < min(2, len(after))

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
        line = strip_comment(line if self._is_stack(whole) else line[read[begin].start :])
        joined = join_names(words(line), self._lexicon)
        if not (self._acts(joined[0]) or self._is_stack(joined) or self._is_place_of_units(joined)):
            return None
        verb, rest = self._with_verb_first(line, self._without_too(joined))
        said = self._canonical(verb) if verb else ""
        also = verb in self._lexicon.habits.also and not self._in_form(f"{said} {rest}")
        return verb if also else said, rest

    def _without_too(self, joined: Sequence[Word]) -> Sequence[Word]:
        """Words without what says between who acts and their verb that they do as others do: "Prim also attacks"."""
        verb = next((at for at, word in enumerate(joined) if at and self._lexicon.verb_of(word.key)), len(joined))
        said = (word for word in joined[1:verb] if word.key not in command_words().courtesies)
        return (*joined[:1], *said, *joined[verb:])

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
            elif self._verb_at(read[at : at + _VERB])[0]:
                found += between[:1] if begun else ()
                begun, between = True, []
        return found

    def says_idle(self, read: Sequence[Word]) -> bool:
        """Whether words say of units that they do nothing, or what they do without an order: "Prim stays in sin",
        "Prim and Zabala rally", "rally Prim".
        """
        known, anyhow = command_words(), self._lexicon.habits.anyhow
        begun = longest_match(read, known.openings)  # "que Prim se reorganice"
        read = self._without_place(read[begun[1] :] if begun else read)
        if read and read[0].key in anyhow:
            read = (*read[1:], read[0])
        said = last_match(read, known.stays | anyhow, min(_STAYS, len(read) - 1))
        named = [word for word in join_names(read[:-said], self._lexicon) if word.key not in known.skip] if said else []
        is_order = bool(said) and key_of(read[-said:]) in self._lexicon.verbs
        return bool(named) and not is_order and all(map(self._is_unit, named))

    def _refraining(self, line: str, read: Sequence[Word]) -> tuple[str, ...]:
        """What a line says units do not do ("Prim holds his fire"), and the orders for that; nothing for any other."""
        refrains = self._lexicon.habits.refrains
        said = last_match(read, refrains, min(_STAYS, len(read) - 1))
        named = [word for word in join_names(read[:-said], self._lexicon) if word.key not in command_words().skip]
        if not (said and named and all(word.key in BETWEEN or self._acts(word) for word in named)):
            return ()
        order = refrains[key_of(read[-said:])]
        each = (order.format(line[word.start : word.end]) for word in named if word.key not in BETWEEN)
        return (line[read[-said].start : read[-1].end].rstrip(".!"), *each)

    def likewise(self, line: str) -> str:
        """The units that a text names which says of them alone that they do what is told before: "and b too"."""
        known, read = command_words(), [word for word in words(line) if word.key not in BETWEEN]
        for at in range(min(_STAYS, len(read))):
            before, behind = read[: at + 1], read[-at - 1 :]
            for said, units in ((before, read[at + 1 :]), (behind, read[: -at - 1])):
                if key_of(said) not in known.likewise:
                    continue
                named = [word for word in join_names(units, self._lexicon) if word.key not in known.skip]
                if named and all(map(self._is_unit, named)):
                    return line[units[0].start : units[-1].end]
        return ""

    def order_of(self, units: str, order: str) -> str:
        """An order that begins with who acts, for other units; "" for any other."""
        read = words(order)
        verb = longest_match(read, self._lexicon.verbs)
        acting = [*takewhile(self._is_unit_or_silent, join_names(read[verb[1] :], self._lexicon))] if verb else []
        while acting and not self._is_unit(acting[-1]):
            acting.pop()
        return f"{order[: acting[0].start]}{units}{order[acting[-1].end :]}" if acting else ""

    def says_deed(self, line: str) -> bool:
        """Whether the first word behind who acts is a verb and nothing else: another one is not meant then."""
        lexicon = self._lexicon
        joined = join_names(words(line), lexicon)
        behind = next((word.key for word in joined[1:] if not self._is_unit_or_silent(word)), "")
        if not lexicon.verb_of(behind) or any(behind in known for known in (lexicon.keywords, lexicon.place_words)):
            return False
        group = "group" if not isinstance(find_group(joined[0], lexicon, unheard), Miss) else "unit"
        forms = (order.FORM for order in lexicon.orders.values() if order.FORM and group in order.FORM[0].kinds)
        return lexicon.choices.get(behind) not in {choice for form in forms for slot in form for choice in slot.choices}

    def _is_unit_or_silent(self, word: Word) -> bool:
        return word.key in command_words().skip or word.key in BETWEEN or means_unit(word, self._lexicon, self._side)

    def _is_stack(self, joined: Sequence[Word]) -> bool:
        """Whether words begin with all who stand in a space: "STACK 0303"."""
        keyword = self._lexicon.keywords.get(joined[0].key)
        place = [word for word in joined[1:] if word.key not in command_words().skip][:1]
        slots = (slot for order in self._lexicon.orders.values() for slot in order.FORM)
        stack = any(slot.keyword == keyword and slot.instead == "unit" and slot.kinds == ("space",) for slot in slots)
        return stack and bool(place) and not isinstance(find_space(place[0], self._lexicon, unheard), Miss)

    def _without_place(self, read: Sequence[Word]) -> Sequence[Word]:
        """Words without a place that they end with behind AT."""
        skip = command_words().skip
        for at in range(len(read) - 1, 0, -1):
            if self._lexicon.keywords.get(read[at].key) == "AT":
                behind = [word for word in join_names(read[at + 1 :], self._lexicon) if word.key not in skip]
                place = len(behind) == 1 and not isinstance(find_space(behind[0], self._lexicon, unheard), Miss)
                return read[:at] if place else read
        return read

    def _is_place_of_units(self, joined: Sequence[Word]) -> bool:
        """Whether words begin with a place, have a unit behind it, and none that is strange."""
        place = not isinstance(find_space(joined[0], self._lexicon, unheard), Miss)
        return place and any(map(self._is_unit, joined[1:])) and not self._prose.strange(joined)

    def _with_verb_first(self, line: str, joined: Sequence[Word]) -> tuple[str, str]:
        """The verb that a later word of a line which begins with a unit comes near to, and the rest of the order.

        Who acts goes behind its keyword where the order begins with something else ("aros-1 attacks 1613"). No verb
        where that is no order; the line itself is the rest then.
        """
        for verb, sure, before, after in self._verbs_behind(line, joined):
            for rest in self._rests(verb, before, after):
                order = f"{verb.replace('-', ' ')} {rest}"
                said = self._in_form(order) if sure else (order,)
                if said and all(map(self._is_right, said)):
                    return verb, " ".join(rest.split())
        return "", " ".join(word.text for word in joined)

    def _rests(self, verb: str, before: str, after: str) -> Iterator[str]:
        """What may stand behind a verb of which who acts is told `before`: they behind their keyword, or among others;
        in front of all; or nowhere, where it is told whence they go ("leg4-3 assaults 1510 from 1410").
        """
        slots = acting(verb, self._lexicon)
        for with_ in self._acting(verb):
            yield from (f"{after} {with_} {before}", f"{after}, {before}")
        if not slots and self._aims_with_others(after):
            yield f"{before} {after}, {before}"
        yield f"{before} {after}"
        own = (is_own(word, self._lexicon, self._side or "") for word in join_names(words(after), self._lexicon))
        if any(slot.required and "space" in slot.kinds for slot in slots) and not any(own):
            yield after

    def _aims_with_others(self, line: str) -> bool:
        """Whether a later verb of a line aims at something with others: who acts is one of them: "attacks x with b"."""
        read, lexicon = words(line), self._lexicon
        for at, word in enumerate(read):
            verb = lexicon.verb_of(word.key)
            if verb and self._acting(verb) and any(map(self._is_with, read[at:])):
                return True
        return False

    def _verbs_behind(self, line: str, joined: Sequence[Word]) -> Iterator[tuple[str, bool, str, str]]:
        """Each verb that a later word of a line comes near to, with who acts before it and what stands behind it.

        Whether it is `sure`, too: else it is misspelt, and no more may be amiss.
        """
        apart = words(line) if len(joined) <= _ORDER_WORDS else ()
        for at, whole in enumerate(joined[1:], 1) if apart else ():
            begun = [word for word in apart if whole.start <= word.start < whole.end]  # "fires at" is a keyword
            read = (*begun, *joined[at + 1 :])[:_VERB]
            verb, used = self._verb_at(read)
            if verb:
                sure = self._lexicon.verb_of(key_of(read[:used])) == verb
                yield verb, sure, self._acting_before(line, joined[:at]), line[read[used - 1].end :]
                stays = len(self._lexicon.orders[self._lexicon.verbs[verb]].FORM) < 2  # "does not move but attacks"
                if sure and not stays and read[0].key not in command_words().auxiliaries:
                    return  # what stands behind it is another order

    def _wrong_order(self, line: str, joined: Sequence[Word]) -> str:
        """The order, its verb in front, that a line which begins with units is but for some word; "" for none.

        It has a verb as it is written, something of the game behind it, and hardly a strange word.
        """
        written = (found for found in self._verbs_behind(line, joined) if found[1])
        verb, _sure, before, after = next(written, ("", False, "", ""))
        behind = join_names(words(after), self._lexicon)
        words_of = (self._lexicon.place_words, self._lexicon.unit_words)
        known = (word.key in names for word in behind for names in words_of)
        named = any(known) or any(self._is_unit(word) or names_something(word, self._lexicon) for word in behind)
        if not named or self._prose.strange(behind) > _STRANGE:
            return ""
        form, who = self._lexicon.orders[self._lexicon.verbs[verb]].FORM, next(iter(self._acting(verb)), "")
        if not who and form and not form[0].many and not self._is_stack(joined):
            before = joined[0].text  # each would lack the same
        behind_verb = f"{after} {who} {before}" if who else f"{before} {after}"
        also = self._lexicon.habits.also.get(verb, ())
        verbs = (verb.replace("-", " "), *(self._lexicon.say("verbs", each, IDS) for each in also))
        return max((f"{each} {behind_verb}" for each in verbs), key=self._reach)

    def _reach(self, order: str) -> int:
        """How far behind its verb an order is read without a problem."""
        problems = self._problems_of(order)
        return problems[0].column - order.index(" ") if problems else len(order)

    def _order_of_many(self, line: str, joined: Sequence[Word]) -> str:
        """The order that a line which begins with a group or a stack is but for some word; "" for none.

        Of a group, that whose words are read the farthest, beyond what it is to do.
        """
        lexicon = self._lexicon
        if self._is_stack(joined):
            return self._wrong_order(line, joined)
        group = not self._is_unit(joined[0]) and not isinstance(find_group(joined[0], lexicon, unheard), Miss)
        if not group or len(joined) <= _STRANGE or self._prose.strange(joined[1:]) > _STRANGE:
            return ""
        best, reached = "", len(joined[0].text) + len(joined[1].text) + 1
        for verb, order in lexicon.orders.items():
            said = f"{lexicon.say('verbs', verb, IDS)} "
            if order.FORM and order.FORM[0].kinds == ("group",):
                problems = self._problems_of(f"{said}{line[joined[0].start :]}")
                column = problems[0].column - len(said) if problems else 0
                best, reached = (f"{said}{line[joined[0].start :]}", column) if column > reached else (best, reached)
        return best

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

    def _acting(self, verb: str) -> tuple[str, ...]:
        """The keywords of who acts in an order that begins with something else, in the language of its verb: WITH."""
        slots, tongue = acting(verb, self._lexicon), min(self._lexicon.tongues[verb])
        return tuple(self._lexicon.say("keywords", slot.keyword or "", tongue) for slot in slots)
