"""Lines of a text that begin with no verb: which of them is an order gone wrong, and what is to be said of it."""

import re
from collections.abc import Sequence

from pbem.core.problems import Args
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import IDS
from pbem.language.names.finding import CANDIDATES, find_unit, is_group
from pbem.language.names.joining import join_names
from pbem.language.names.matching import names_something, with_words
from pbem.language.names.nearest import CUTOFF, NEAREST, Miss, nearest, unheard
from pbem.language.reading import MAX_LINE
from pbem.language.text.actors import Actors, canonical
from pbem.language.text.judge import Judge
from pbem.language.text.line import LineReader
from pbem.language.text.prose import ALIKE, PROSE, Prose
from pbem.language.text.split import is_denied
from pbem.language.words import Word, key, strip_comment, words

VERB_LOOKUPS = 400
"""Lines of one text that begin with no verb and whose nearest verbs are looked up."""
ALONE = 0.8
"""How like a command a line of a single word must be to be one gone wrong, and no greeting."""
MISSPELT = 0.85
"""How like a verb the first word of a line must be for it to be meant, where another verb stands behind it."""
SHOWN = 80
"""Characters of a line that a problem repeats."""
_CLAUSE_END = re.compile(r"[,.;:!](?=\s|$)|\s(?:and|then|but|y|luego|pero)\s", re.I)
"""Where an order may end that stands in a sentence."""
_COMMAND = 3
"""Words of a line, at most, that is a command but for its letters."""
_CLAUSES = 10
"""So many places of a sentence are tried as the begin and the end of an order."""
_ORDER_LENGTH = 300
"""Characters within a sentence of more than which nobody makes one order."""
_STRANGE = 2
"""Words behind the verb of an order, at most, that nothing of the game is called."""


class Faults:
    """What is wrong in the lines of one text that begin with no verb. `strict` as in `read_text`."""

    def __init__(self, judge: Judge, strict: bool, prose: Prose, actors: Actors) -> None:
        self._judge, self._lexicon, self._is_right = judge, judge.lexicon, judge.is_right
        self._strict, self._prose, self._actors = strict, prose, actors
        self._first_words = 0

    def tell(self, found: LineReader, line: str, read: Sequence[Word], above: str) -> bool:
        """Say in `found` what is wrong with a line; False, and nothing said, where it is prose.

        `above` is the order line before it, "" for none.
        """
        if len(read) > 1 and read[0].key in command_words().skip:
            named = self._actors.act(join_names(read[1:], self._lexicon)[0])
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
        miss = self._several(first)
        if self._strict or miss is None:
            return False
        one = f"{miss.near[0]}{line[first.end :]}"
        verb, rest = self._actors.parts(one) or ("", "")
        unsaid = (canonical(key(each), self._lexicon) for each, order in self._lexicon.orders.items() if order.UNSAID)
        if not (verb or any(self._is_right(f"{each} {rest}") for each in unsaid)):
            return False
        found.add(miss.code, first.start, miss.args, miss.near)
        return True

    def _several(self, word: Word) -> Miss | None:
        """That a word is what several units are called, or are, those of the side if there are any; None for another.

        Of a beginning it is not known whether it is one of a name.
        """
        lexicon, side = self._lexicon, self._judge.side
        kind = lexicon.habits.kinds.get(word.key, frozenset())
        own = sorted(unit for unit in kind if lexicon.sides.get(unit) == side)
        miss = find_unit(word, lexicon, unheard, side)
        if len(own) > 1 and not (isinstance(miss, Miss) and any(unit in own for unit in miss.near)):
            return Miss("ambiguous-unit", {"read": word.text, "count": len(own)}, tuple(own[:CANDIDATES]))
        called = with_words(word.key, lexicon.unit_words)
        return miss if isinstance(miss, Miss) and miss.code == "ambiguous-unit" and called else None

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
        found_at = (at for at in range(1, len(read)) if longest_match(read[at : at + 3], verbs))
        begun = [read[at].start for at in found_at if not is_denied(line, read, at)][:_CLAUSES]
        self._first_words += bool(begun)
        if not begun or self._first_words > VERB_LOOKUPS or self._is_misspelt(line, read[0]):
            return False
        for start in begun:
            stops = [stop.start() for stop in _CLAUSE_END.finditer(line, start, start + _ORDER_LENGTH)][:_CLAUSES]
            ends = (*(len(line),) * (len(line) - start <= _ORDER_LENGTH), *reversed(stops))
            order = next(filter(self._is_right, (line[start:end].rstrip(" .,;:!") for end in ends)), "")
            if order:
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
        if kept := self._actors.refraining(line, read):
            found.add("unknown-order", read[0].start, {"refrains": kept[0]}, kept[1:])
            return
        joined, args = join_names(read, self._lexicon), Args()
        rest = strip_comment(line[read[0].end :]).strip(" :-")
        whole = tuple(said for verb in near if self._is_right(said := f"{verb} {rest}"))
        alike = nearest(read[0].key, tuple(self._lexicon.verbs), ALIKE)
        if not self._strict:  # "Whoever goes to 1718" is no MOVE misspelt, and neither is "mejor a 1718"
            other = any(self._lexicon.verb_of(word.key) for word in read[1:])
            near = near if nearest(read[0].key, tuple(self._lexicon.verbs), MISSPELT if other else ALIKE) else ()
        if many := self._order_of_many(line, joined):
            for problem in self._judge.problems_of(many):
                found.add(problem.code, read[0].start, problem.args, problem.near)
            return
        if self._actors.is_unit(joined[0]):
            verb, order = self._actors.with_verb_first(line, joined)
            wrong = "" if verb else self._wrong_order(line, joined)
            if problems := self._judge.problems_of(wrong):
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
        if not self._strict and self._actors.refraining("", read):
            return ()
        if not self._strict and 2 * self._prose.strange(read[1:]) >= len(read) > PROSE:
            return None  # "Sorry, that of Prim was a mistake."
        self._first_words += 1
        if self._first_words > VERB_LOOKUPS or len(read[0].key) > SHOWN:
            return ()
        joined = join_names(read, self._lexicon)
        if self._actors.is_unit(joined[0]) and len(joined) == 1 and not self._strict:
            return None  # whoever signs may be called like a leader
        if self._actors.is_unit(joined[0]):
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
        named = [word for word in joined if self._actors.is_unit(word) or names_something(word, self._lexicon)]
        if len(named) < 2 or not any(map(self._actors.is_unit, named)) or self._prose.strange(read[1:]):
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

    def _canonical(self, word: str, tongue: str) -> str:
        """The word that forms write for a verb, command or head, in a language, or else in that of this word."""
        if word in self._lexicon.verbs:
            return canonical(word, self._lexicon, tongue)
        id_ = command_words().commands.get(word) or command_words().heads[word]
        said = {key(words[id_]): words[id_] for words in command_words().says.values()}
        return next((said[one] for one in nearest(word, tuple(said), 0)), word.upper())

    def _is_verbless(self, joined: Sequence[Word]) -> bool:
        """Whether a line that begins with a unit is an order: by its id, or with little but verbs and names behind."""
        after, known = joined[1:], {*self._lexicon.verbs, *self._lexicon.keywords, *command_words().skip}
        idle = [word for word in after if word.key not in known and not names_something(word, self._lexicon)]
        return joined[0].key in self._lexicon.units or len(idle) < min(2, len(after))

    def _wrong_order(self, line: str, joined: Sequence[Word]) -> str:
        """The order, its verb in front, that a line which begins with units is but for some word; "" for none.

        It has a verb as it is written, something of the game behind it, and hardly a strange word.
        """
        written = (found for found in self._actors.verbs_behind(line, joined) if found[1])
        verb, _sure, before, after = next(written, ("", False, "", ""))
        behind = join_names(words(after), self._lexicon)
        words_of = (self._lexicon.place_words, self._lexicon.unit_words)
        known = (word.key in names for word in behind for names in words_of)
        named = any(known) or any(self._actors.is_unit(word) or names_something(word, self._lexicon) for word in behind)
        if not named or self._prose.strange(behind) > _STRANGE:
            return ""
        form, who = self._lexicon.orders[self._lexicon.verbs[verb]].FORM, next(iter(self._actors.keywords_of(verb)), "")
        if not who and form and not form[0].many and not self._actors.is_stack(joined):
            before = joined[0].text  # each would lack the same
        behind_verb = f"{after} {who} {before}" if who else f"{before} {after}"
        also = self._lexicon.habits.also.get(verb, ())
        verbs = (verb.replace("-", " "), *(self._lexicon.say("verbs", each, IDS) for each in also))
        return max((f"{each} {behind_verb}" for each in verbs), key=self._reach)

    def _reach(self, order: str) -> int:
        """How far behind its verb an order is read without a problem."""
        problems = self._judge.problems_of(order)
        return problems[0].column - order.index(" ") if problems else len(order)

    def _order_of_many(self, line: str, joined: Sequence[Word]) -> str:
        """The order that a line which begins with a group or a stack is but for some word; "" for none.

        Of a group, that whose words are read the farthest, beyond what it is to do.
        """
        lexicon = self._lexicon
        if self._actors.is_stack(joined):
            return self._wrong_order(line, joined)
        group = not self._actors.is_unit(joined[0]) and is_group(joined[0], lexicon)
        if not group or len(joined) <= _STRANGE or self._prose.strange(joined[1:]) > _STRANGE:
            return ""
        best, reached = "", len(joined[0].text) + len(joined[1].text) + 1
        for verb, order in lexicon.orders.items():
            said = f"{lexicon.say('verbs', verb, IDS)} "
            if any(slot.kinds == ("group",) for slot in order.FORM[:1]):
                problems = self._judge.problems_of(f"{said}{line[joined[0].start :]}")
                column = problems[0].column - len(said) if problems else 0
                best, reached = (f"{said}{line[joined[0].start :]}", column) if column > reached else (best, reached)
        return best
