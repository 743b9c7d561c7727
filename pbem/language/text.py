"""Text to orders: line by line, tolerant of form, exact in meaning, never a guess."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pbem.core.orders import Order
from pbem.core.problems import Args, Problem
from pbem.language.commands import (
    AS_WRITTEN,
    COMMANDS,
    command_words,
    longest_match,
    read_arguments,
    unknown_phase,
)
from pbem.language.grammar import compile_grammar
from pbem.language.lexicon import Lexicon
from pbem.language.line import LineReader
from pbem.language.names import CUTOFF, NEAREST, Lookups, Miss, find_phases, join_names, names_something, nearest
from pbem.language.reading import MAX_LINE, MAX_ORDERS, MAX_TEXT, Command, Reading, ReadLine
from pbem.language.split import sentences, split_commands, split_orders, spread_order, without_courtesy
from pbem.language.words import Word, key, plain, strip_comment, words

VERB_LOOKUPS = 400
"""Lines of one text that begin with no verb and whose nearest verbs are looked up."""
ALIKE = 0.75
"""How like a name or a verb a word must be for its line, which names nothing, to be an order gone wrong, no prose."""
ALONE = 0.8
"""How like a command a line of a single word must be to be one gone wrong, and no greeting."""
ALONE_IN_LINE = ("yes", "no", "resign", "takeover")
"""Commands that are none unless they stand alone in their line."""
DEEDS = ("done", "wait", "clear", "drop", "yes", "no", "vote", "propose", "concede", "resign", "takeover")
"""Commands that a question only speaks of: "CONCEDE?" ends no game."""
PROSE = 4
"""A line of more words than this that names nothing of the game is prose, whatever word it begins with."""
SHOWN = 80
"""Characters of a line that a problem repeats."""
QUOTES = "\"'«“‘"
_QUOTED = re.compile(r"\s*[\w.-]{0,6}>")
"""What a line of another mail begins with: ">", in some programs behind the initials of whoever wrote it."""
_CLAUSE_END = re.compile(r"[,.;:!](?=\s|$)|\s(?:and|then|but|y|luego|pero)\s", re.I)
"""Where an order may end that stands in a sentence."""
_CLAUSES = 10
"""So many places of a sentence are tried as the begin and the end of an order."""


def read_text(text: str, lexicon: Lexicon, *, strict: bool = False, side: str | None = None) -> Reading:
    """Read an order text: never raises, whatever the text.

    `strict` (files and cases): each line that is no head, command, comment or blank is an order line. Else (mail) a
    line that does not begin like an order or a command is prose and `ignored`. `side` decides between phases that
    share a name.
    """
    reader = _Reader(lexicon, strict, side)
    reader.read(text)
    return reader.reading()


def _is_only_told(line: str) -> bool:
    """Whether a line is one of another mail, or a question to the referee: no order is meant by it."""
    return bool(_QUOTED.match(line)) or line.rstrip().endswith("?")


def _is_asked(line: str, verb: Sequence[Word]) -> bool:
    """Whether a line with a fault is a question whose first word is a verb too: "When does Prim arrive?"."""
    return line.rstrip().endswith("?") and not all(word.text.isupper() for word in verb)


class _Reader:
    """One reading in progress."""

    def __init__(self, lexicon: Lexicon, strict: bool, side: str | None) -> None:
        self._lexicon, self._strict, self._side = lexicon, strict, side
        self._grammar = compile_grammar(tuple(lexicon.orders.values()))
        self._game: str | None = None
        self._turn: int | None = None
        self._phase: str | None = None
        self._named: list[str] = []
        self._lines: list[ReadLine] = []
        self._commands: list[Command] = []
        self._problems: list[Problem] = []
        self._ignored: list[str] = []
        self._near = Lookups()
        self._first_words = 0
        self._faults = 0

    def reading(self) -> Reading:
        """What was read so far."""
        return Reading(
            game=self._game,
            turn=self._turn,
            lines=tuple(self._lines),
            commands=tuple(self._commands),
            problems=tuple(self._problems),
            ignored=tuple(self._ignored),
            heads=tuple(dict.fromkeys(self._named)),
        )

    def read(self, text: str) -> None:
        """Read a whole text, up to END or to the last line that is allowed."""
        if len(text) > MAX_TEXT:
            self._problems.append(Problem(line=0, code="too-long", args={"length": len(text), "limit": MAX_TEXT}))
            return
        for row, line in enumerate(text.splitlines(), 1):
            for piece in (line,) if self._is_full() else self._pieces(line):
                if self._is_full() and words(piece[:MAX_LINE]):
                    self._problems.append(Problem(line=0, code="too-many-orders", args={"limit": MAX_ORDERS}))
                    return
                if self._is_end(row, piece):
                    return

    def _is_full(self) -> bool:
        return len(self._lines) + len(self._commands) + self._faults >= MAX_ORDERS

    def _pieces(self, line: str) -> tuple[str, ...]:
        """A line of a mail in its orders: a telephone writes several in one. Those of a file have one each."""
        if self._strict or len(line) > MAX_LINE:
            return (line,)
        parts = split_orders(line, self._lexicon, self._is_right)
        parts = parts if len(parts) > 1 else split_commands(line, self._command_in)
        return tuple(one for part in parts for one in self._mended(part))

    def _mended(self, line: str) -> tuple[str, ...]:
        """A line that begins with a verb and is no order, as the orders that it is but for its form.

        Courtesies and remarks behind an order are left out, a remark that asks something is for the referee; one that
        names several units is an order for each.
        """
        verb = longest_match(words(line), self._lexicon.verbs)
        if verb is None or _is_only_told(line) or self._is_right(line):
            return (line,)
        bare, remark = without_courtesy(line, self._lexicon)
        found = (bare,) if self._is_right(bare) else spread_order(bare, self._lexicon, self._is_right)
        if found == (bare,) and not self._is_right(bare):
            return (line,)
        if remark.endswith("?"):
            self._ignored.append(plain(remark))
        return found

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
        if wrong or not (loud or (args and not free)):
            return ""
        return "line" if free else "sentence"

    def _is_right(self, line: str) -> bool:
        """Whether a line is an order with nothing wrong in its words."""
        read = words(line)
        verb = longest_match(read, self._lexicon.verbs)
        return bool(verb and not self._order_of(line, read, *verb).problems)

    def _order_of(self, line: str, read: Sequence[Word], verb: str, used: int) -> LineReader:
        """Read an order whose verb has so many words."""
        found = LineReader(len(self._lines) + 1, line, self._lexicon, self._near, self._side)
        if len(line) > MAX_LINE:
            found.add("too-long", 0, {"length": len(line), "limit": MAX_LINE})
        else:
            begun = "-".join(word.key for word in read[:used])
            found.read(self._grammar, verb, begun, join_names(read[used:], self._lexicon), read[-1].end)
        return found

    def _is_end(self, row: int, line: str) -> bool:
        """Read a line; whether it was END."""
        read = words(line[:MAX_LINE])
        if not read:
            return False
        if line.lstrip().startswith(">"):
            self._unknown(row, line, read)
            return False
        if phase := self._phase_of_heading(line, read):
            self._phase = phase
            return False
        head = longest_match(read, command_words().heads)
        verb, command = longest_match(read, self._lexicon.verbs), longest_match(read, command_words().commands)
        if head and head[0] == "end" and len(read) == head[1]:
            if verb and verb[1] == len(read):  # a game may have an order of that name: it ends the sheet too
                self._order(row, line, verb[0], read, verb[1])
            return True
        if verb and not (command and len(read) == command[1]):
            self._order(row, line, verb[0], read, verb[1])
        elif command:
            self._command(line, command[0], read, command[1])
        elif head and head[0] != "end":
            self._heads(line, read)
        else:
            self._unknown(row, line, read)
        return False

    # Orders

    def _order(self, row: int, line: str, verb: str, read: Sequence[Word], used: int) -> None:
        found = self._order_of(line, read, verb, used)
        if found.problems and not self._strict and (_is_asked(line, read[:used]) or self._is_prose(read[used:])):
            self._ignored.append(plain(line[:MAX_LINE]))
            return
        found.tell_misspelt(join_names(read[used:], self._lexicon))
        self._problems.extend(found.problems)
        self._line(row, line, read, found.order)

    # Heads and commands

    def _heads(self, line: str, read: Sequence[Word]) -> None:
        """A line of heads: GAME, TURN and PHASE in any order, each with its value."""
        heads = command_words().heads
        at = 0
        found: dict[str, Sequence[Word]] = {}
        while at < len(read) and (head := heads.get(read[at].key)) in ("game", "turn", "phase"):
            end = at + 2
            while head == "phase" and end < len(read) and read[end].key not in heads:
                end += 1
            found[str(head)] = read[at + 1 : end]
            at = end
        turn = found.get("turn")
        whole = at == len(read) and all(found.values()) and (not turn or _is_turn(turn[0]))
        if not self._strict and not (read[0].text.isupper() and whole) and self._is_talk(found, whole):
            self._ignored.append(plain(line[:MAX_LINE]))
        elif whole:
            self._head_values(line, found)
        else:
            self._fault(line, Miss("bad-head", {"read": plain(line[:MAX_LINE])[:SHOWN]}), read[0].start)

    def _is_talk(self, found: Mapping[str, Sequence[Word]], whole: bool) -> bool:
        """Whether a line of a mail only begins like a head: "Turn 3 was hard", "Game over", "Phase two of my plan"."""
        if named := found.get("phase"):
            read = "-".join(word.key for word in named)
            known = find_phases(read, self._lexicon, self._side)
            return not known and not self._near(read, tuple(self._lexicon.phase_words))
        return not whole or found.keys() == {"game"}

    def _head_values(self, line: str, found: dict[str, Sequence[Word]]) -> None:
        if game := found.get("game"):
            self._game = game[0].text
        if turn := found.get("turn"):
            self._turn = int(turn[0].key)
        if named := found.get("phase"):
            phases = find_phases("-".join(word.key for word in named), self._lexicon, self._side)
            self._phase = phases[0] if len(phases) == 1 else " ".join(word.text for word in named)
            if len(phases) == 1:
                self._named.append(phases[0])
            else:
                self._fault(line, unknown_phase(named, phases, self._lexicon, self._near), named[0].start)

    def _command(self, line: str, name: str, read: Sequence[Word], used: int) -> None:
        after = read[used:]
        own = COMMANDS.get(name, "").rstrip("?") in AS_WRITTEN
        talk = not own and len(read) > PROSE and not self._has_evidence(after) and not self._names_phase(name, after)
        talk = (
            talk
            or (name == "done" and bool(after) and not self._is_all(after))
            or (name == "address" and "@" not in line)
        )
        talk = talk or (name == "ask" and self._is_question(line, after)) or (name in ALONE_IN_LINE and bool(after))
        talk = talk or (name in DEEDS and line.rstrip().endswith("?"))
        if not self._strict and talk:  # "Listo, en el formulario." ends no turn
            self._ignored.append(plain(line[:MAX_LINE]))
            return
        rest = line[read[used - 1].end :]
        args, wrong, where = read_arguments(name, after, rest, self._lexicon, self._side, self._near)
        if wrong:
            self._fault(line, wrong, where.start if where else read[0].start)
        else:
            self._commands.append(Command(name, args, plain(line[:MAX_LINE])))

    def _names_phase(self, name: str, after: Sequence[Word]) -> bool:
        """Whether a command that takes a phase is followed by one."""
        named = "-".join(word.key for word in after)
        return COMMANDS.get(name, "").startswith("phase") and bool(find_phases(named, self._lexicon, self._side))

    def _is_all(self, after: Sequence[Word]) -> bool:
        """Whether nothing but ALL follows."""
        return len(after) == 1 and command_words().arguments.get(after[0].key) == "all"

    def _is_question(self, line: str, after: Sequence[Word]) -> bool:
        """Whether a line that begins with ASK only announces a question, or is one: "Pregunta: ¿dónde …?"."""
        if "?" in line or not after:
            return True
        named = "-".join(word.key for word in after)
        return not self._names_phase("ask", after) and not self._near(named, tuple(self._lexicon.phase_words))

    # Lines that are neither

    def _unknown(self, row: int, line: str, read: Sequence[Word]) -> None:
        """A line that begins with no verb: prose, or an order line with a typo."""
        found = LineReader(len(self._lines) + 1, line, self._lexicon, self._near)
        if not self._add_continuation(found, line, read) and not self._add_within(found, line, read):
            near = self._attempt(line, read)
            if near is None:
                self._ignored.append(plain(line[:MAX_LINE]))
                return
            self._add_unknown(found, line, read, near)
        self._problems.extend(found.problems)
        self._line(row, line, read, None)

    def _phase_of_heading(self, line: str, read: Sequence[Word]) -> str:
        """The phase of a heading of a mail, "Movement:"; an empty one passes nothing, as PHASE would."""
        if self._strict or not line.rstrip().endswith(":"):
            return ""
        named = "-".join(word.key for word in read)
        found = find_phases(named, self._lexicon, self._side) if named in self._lexicon.phase_words else ()
        return found[0] if len(found) == 1 else ""

    def _add_continuation(self, found: LineReader, line: str, read: Sequence[Word]) -> bool:
        """Say of a line that goes on with the order above it ("SUPPORT bateria-1") that the two are one line."""
        above = self._lines[-1].text if self._lines else ""
        keyword = self._lexicon.keywords.get(read[0].key)
        if not above or keyword is None or len(line) > MAX_LINE or line.lstrip().startswith(">"):
            return False
        whole = f"{above} {strip_comment(line)}"
        if not self._has_evidence(read[1:]) or not self._is_right(whole):
            return False
        found.add("not-alone", read[0].start, {"read": read[0].text[:SHOWN]}, (whole,))
        return True

    def _add_within(self, found: LineReader, line: str, read: Sequence[Word]) -> bool:
        """Say of a sentence with an order in it ("please MOVE urriaguel-3 1514") that the order goes in its own line.

        An order in quotation marks, or in a question, is only spoken of; behind a misspelt verb it may be a part.
        """
        if self._strict or len(line) > MAX_LINE or _is_only_told(line):
            return False
        verbs = self._lexicon.verbs
        begun = [read[at].start for at in range(1, len(read)) if longest_match(read[at : at + 3], verbs)][:_CLAUSES]
        self._first_words += bool(begun)
        if not begun or self._first_words > VERB_LOOKUPS or self._is_misspelt(line, read[0]):
            return False
        for start in begun:
            ends = (len(line), *reversed([stop.start() for stop in _CLAUSE_END.finditer(line, start)][:_CLAUSES]))
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
        joined, args = join_names(read, self._lexicon), Args()
        if self._is_unit(joined[0]):
            args = {"named": joined[0].text[:SHOWN], **self._with_verb_first(line, joined)}
        found.add("unknown-order", read[0].start, {"read": read[0].text[:SHOWN], **args}, near)

    def _attempt(self, line: str, read: Sequence[Word]) -> tuple[str, ...] | None:
        """The verbs nearest to the first word of a line; None if the line is prose."""
        alone = len(read) == 1 and not self._strict
        if not self._strict and (_is_only_told(line) or not (alone or self._has_evidence(read))):
            return None
        if not self._strict and 2 * self._strange(read[1:]) > len(read) > PROSE:  # "Sorry, that of Prim was a mistake."
            return None
        self._first_words += 1
        if self._first_words > VERB_LOOKUPS or len(read[0].key) > SHOWN:
            return ()
        joined = join_names(read, self._lexicon)
        if self._is_unit(joined[0]):
            return () if self._strict or self._is_verbless(joined) else None
        verbs = () if alone else tuple(self._lexicon.verbs)
        commands = (*command_words().commands, *command_words().heads)
        named = (word for word in joined if not word.key.isdecimal())  # a year may be the number of a hex
        sure = self._strict or any(names_something(word, self._lexicon) for word in named)
        near = nearest(read[0].key, verbs, CUTOFF if sure else ALIKE)
        near += nearest(read[0].key, commands, CUTOFF if self._strict else ALONE if alone else ALIKE)
        one_each = dict[str, str]()  # of a verb in its many words the nearest
        for word in near:
            one_each.setdefault(self._lexicon.verbs.get(word, word), self._canonical(word))
        return tuple(one_each.values())[:NEAREST] if near or self._strict else None

    def _canonical(self, word: str) -> str:
        """The word that forms write for a verb, command or head, in the language of this one."""
        if verb := self._lexicon.verbs.get(word):
            return self._lexicon.say("verbs", verb, min(self._lexicon.tongues[word]))
        id_ = command_words().commands.get(word) or command_words().heads[word]
        said = {key(words[id_]): words[id_] for words in command_words().says.values()}
        return next((said[one] for one in nearest(word, tuple(said), 0)), word.upper())

    def _is_unit(self, word: Word) -> bool:
        """Whether a word is the id or a name of a unit."""
        return word.key in self._lexicon.units or word.key in self._lexicon.unit_names

    def _is_verbless(self, joined: Sequence[Word]) -> bool:
        """Whether a line that begins with a unit is an order: by its id, or with little but verbs and names behind."""
        after, known = joined[1:], {*self._lexicon.verbs, *self._lexicon.keywords, *command_words().skip}
        idle = [word for word in after if word.key not in known and not names_something(word, self._lexicon)]
        return joined[0].key in self._lexicon.units or len(idle) < min(2, len(after))

    def _with_verb_first(self, line: str, joined: Sequence[Word]) -> Args:
        """The verb that a later word of a line which begins with a unit comes near to, and the rest of the order.

        No verb where that is no order; the line itself is the rest then.
        """
        verbs = tuple(self._lexicon.verbs)
        for word in joined[1:]:
            if not names_something(word, self._lexicon) and (near := self._near(word.key, verbs, ALIKE)):
                rest = " ".join(f"{line[: word.start]} {line[word.end :]}".split())
                if self._is_right(f"{near[0]} {rest}"):
                    return {"rest": rest[:SHOWN], "verb": self._lexicon.verbs[near[0]]}
        return {"rest": " ".join(word.text for word in joined)[:SHOWN]}

    def _is_prose(self, after: Sequence[Word]) -> bool:
        """Whether a line that begins with a verb is none: nothing of the game is in it, nor anything like it."""
        if self._has_evidence(after) or self._speaks_of_names(after):
            return False
        if len(after) >= PROSE:
            return True
        names = (*self._lexicon.units, *self._lexicon.unit_names, *self._lexicon.places)
        said = (word for word in after if word.key not in self._lexicon.double)
        return self._near.left > 0 and not any(self._near(word.key, names, ALIKE) for word in said)

    def _speaks_of_names(self, after: Sequence[Word]) -> bool:
        """Whether somebody is named at once, and nearly all words are the game's: "mover cazadores a playa condesa"."""
        lexicon, long = self._lexicon, [word for word in after if len(word.key) >= PROSE]
        named = (lexicon.unit_words, lexicon.place_words, lexicon.side_names, lexicon.choices)
        return any(word.key in words for word in long[:1] for words in named) and 4 * self._strange(long) <= len(long)

    def _strange(self, read: Sequence[Word]) -> int:
        """How many words are none of the game's: of no name, no word of orders, no number."""
        lexicon = self._lexicon
        names, orders = (lexicon.unit_words, lexicon.place_words), (lexicon.verbs, lexicon.keywords, lexicon.choices)
        known = (*names, *orders, lexicon.side_names, lexicon.skip, command_words().skip)
        ours = (any(part in words for words in known for part in (word.key, *word.key.split("-"))) for word in read)
        return sum(not (mine or any(c.isdecimal() for c in word.key)) for word, mine in zip(read, ours, strict=True))

    def _has_evidence(self, read: Sequence[Word]) -> bool:
        """Whether words name anything of the game (not "a", which says little), or have figures, or are quoted."""
        joined, silent = join_names(read, self._lexicon), command_words().skip
        named = (w for w in joined if w.key not in self._lexicon.double and w.key not in silent)
        return any(w.quoted or any(c.isdecimal() for c in w.key) for w in joined) or any(
            names_something(word, self._lexicon) for word in named
        )

    # What is told

    def _line(self, row: int, line: str, read: Sequence[Word], order: Order | None) -> None:
        number, text = len(self._lines) + 1, strip_comment(line[:MAX_LINE])
        self._lines.append(ReadLine(number, read[0].start, text, self._phase, order, row))

    def _fault(self, line: str, wrong: Miss, start: int) -> None:
        """A problem of a head or a command: it has no number, so it says its line."""
        self._faults += 1
        args = {**wrong.args, "text": plain(line[:MAX_LINE])[:SHOWN]}
        self._problems.append(Problem(line=0, code=wrong.code, column=start + 1, args=args, near=wrong.near))


def _is_turn(word: Word) -> bool:
    return word.key.isdecimal() and len(word.key) <= 4
