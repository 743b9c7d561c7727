"""Text to orders: line by line, tolerant of form, exact in meaning, never a guess."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

from pbem.core.orders import Order
from pbem.core.problems import Problem
from pbem.language.arguments import read_arguments, unknown_phase
from pbem.language.commands import AS_WRITTEN, COMMANDS, command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.collective import Collective
from pbem.language.names.finding import find_phases
from pbem.language.names.joining import join_names
from pbem.language.names.nearest import Lookups, Miss, Near, unheard
from pbem.language.reading import MAX_LINE, MAX_ORDERS, MAX_TEXT, Command, Reading, ReadLine
from pbem.language.text.aims import Stands, as_moment, at_enemies, there_told, with_companions, without_origin
from pbem.language.text.everyone import Crew, for_everyone
from pbem.language.text.grammar import compile_grammar
from pbem.language.text.line import LineReader
from pbem.language.text.mend import (
    apart,
    spread_order,
    target_first,
    turned_order,
    with_inner_verb,
    with_keyword,
    with_other_verb,
    with_subject,
    without_courtesy,
    without_positions,
)
from pbem.language.text.prose import Prose, is_asked, is_only_told
from pbem.language.text.split import (
    CHANCE,
    sentences,
    split_commands,
    split_motto,
    split_orders,
    without_opening,
)
from pbem.language.text.verbless import SHOWN, Verbless
from pbem.language.words import BETWEEN, Word, key_of, plain, strip_comment, words

_ROW = re.compile(r"\s*\|(?:[^|]*\|){2,}\s*")
"""A row of a table."""
_BRACKETS = re.compile(r"\(([^()]*)\)")
_STOP = re.compile(r"[.,;]\s+")
"""Where a line that begins with a unit may go on with another."""
_MOST = 10
"""Orders that such a line is parted into."""
Unsaid = Callable[[str, str | None], str]
"""The verb, as it is written, that a line means which has none; "" for none. It is given the line and its phase."""


def read_text(
    text: str,
    lexicon: Lexicon,
    *,
    strict: bool = False,
    side: str | None = None,
    unsaid: Unsaid | None = None,
    stands: Stands | None = None,
    crew: Crew | None = None,
) -> Reading:
    """Read an order text: never raises, whatever the text.

    `strict` (files and cases): each line that is no head, command, comment or blank is an order line. Else (mail) a
    line that does not begin like an order or a command is prose and `ignored`, unless it is one but for the place of
    its verb ("urriaguel-3 moves 1514"), or for a verb that is `unsaid` ("urriaguel-3 1514"). `side` decides between
    phases that share a name. Where a unit `stands` may be told behind its name. A line for all in a space is one for
    its `crew`.
    """
    reader = _Reader(lexicon, strict, side, unsaid, stands, crew)
    reader.read(text)
    return reader.reading()


class _Reader:
    """One reading in progress."""

    def __init__(
        self,
        lexicon: Lexicon,
        strict: bool,
        side: str | None,
        unsaid: Unsaid | None,
        stands: Stands | None,
        crew: Crew | None,
    ) -> None:
        self._crew = crew
        self._lexicon, self._strict, self._side, self._unsaid, self._stands = lexicon, strict, side, unsaid, stands
        self._grammar = compile_grammar(tuple(lexicon.orders.values()))
        self._game: str | None = None
        self._turn: int | None = None
        self._phase: str | None = None
        self._named: list[str] = []
        self._lines: list[ReadLine] = []
        self._commands: list[Command] = []
        self._problems: list[Problem] = []
        self._ignored: list[str] = []
        self._idle: list[str] = []
        self._near = Lookups()
        self._collective = None if stands is None else Collective(lexicon, side, stands)
        self._prose = Prose(lexicon, self._near, side)
        self._verbless = Verbless(
            lexicon, strict, self._near, self._prose, self._is_right, self._in_form, self._problems_of, side
        )
        self._faults = self._repeated = 0
        self._sent = ""

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
            idle=tuple(self._idle),
        )

    def read(self, text: str) -> None:
        """Read a whole text, up to END or to the last line that is allowed."""
        if len(text) > MAX_TEXT:
            self._problems.append(Problem(line=0, code="too-long", args={"length": len(text), "limit": MAX_TEXT}))
            return
        for row, line in enumerate(text.splitlines(), 1):
            self._sent = line
            pieces = (line,) if self._is_full() else self._pieces(line)
            self._ignored += _questions_beside(line, pieces)
            for piece in pieces:
                if self._is_full() and words(piece[:MAX_LINE]):
                    self._problems.append(Problem(line=0, code="too-many-orders", args={"limit": MAX_ORDERS}))
                    return
                if self._is_end(row, piece):
                    return

    def _is_full(self) -> bool:
        return len(self._lines) + len(self._commands) + self._faults + self._repeated >= MAX_ORDERS

    def _pieces(self, line: str) -> tuple[str, ...]:
        """A line of a mail in its orders: a telephone writes several in one. Those of a file have one each."""
        if self._strict or len(line) > MAX_LINE:
            return (line,)
        head, colon, rest = line.partition(": ")
        if colon and rest.strip() and self._is_heading(head):  # "Fleets: PLACE flota-1 AT 0610"
            return (f"{head}:", *self._pieces(f"{' ' * len(head)}  {rest}"))
        if _ROW.fullmatch(line):
            line = line.replace("|", " ")
        if self._collective is not None and not line.lstrip().startswith(">"):
            whole = self._collective.spelled_out(line)
            parts = self._parted(whole) if whole != line else ()
            if any(longest_match(words(part), self._lexicon.verbs) for part in parts):
                return parts
        return self._parted(line)

    def _parted(self, line: str) -> tuple[str, ...]:
        """The orders of a line, as far as it has several, each mended."""
        line = without_opening(line, self._lexicon, self._is_all_right)
        if self._crew and (all_ := for_everyone(self._plainly(line) or line, self._lexicon, self._crew)):
            return tuple(one for part in all_ for one in self._mended(part))
        parts = split_orders(line, self._lexicon, self._is_right)
        parts = parts if len(parts) > 1 else split_motto(line, self._lexicon)
        parts = parts if len(parts) > 1 else split_commands(line, self._command_in)
        return tuple(one for part in parts for one in self._mended(part))

    def _is_all_right(self, line: str) -> bool:
        """Whether a line that begins with a verb is an order, or several."""
        parts = split_orders(line, self._lexicon, self._is_right)
        return all(self._is_right(one) for part in parts for one in self._mended(part))

    def _is_heading(self, text: str) -> bool:
        """Whether a text is the name of a phase, and no verb nor command."""
        read = words(text)
        known = (self._lexicon.verbs, command_words().commands)
        return bool(read and not any(longest_match(read, each) for each in known) and self._phase_named(read))

    def _mended(self, line: str) -> tuple[str, ...]:
        """A line that begins with a verb and is no order, as the orders that it is but for its form.

        Courtesies and remarks behind an order and places where its units stand anyhow are left out, a remark that asks
        something is for the referee; one that names several units is an order for each.
        """
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
        found = self._in_form(bare)
        if not found and (placed := self._at_places(bare)):
            found = self._in_form(placed)
        found = found or self._going_on(bare)
        return tuple(one for each in found for one in self._apart(each)) or (line,)

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
        cuts = (stops, ends, self._verbless.ands(line))
        return next(filter(None, (self._each_with_verb(line, each) for each in cuts)), ())

    def _apart(self, line: str) -> tuple[str, ...]:
        """An order as those for the units of each space, where its units have to start in one."""
        read = words(line)
        found = longest_match(read, self._lexicon.verbs)
        if found is None or self._stands is None or not self._lexicon.orders[found[0]].TOGETHER:
            return (line,)
        order = self._order_of(line, read, *found).order
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
        for mend in (*mends, there_told, with_companions):
            if (found := mend(line, self._lexicon, self._is_right)) != (line,):
                return found
        return ()

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
        return line if self._verbless.says_idle(words(line)) else ""

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
        verb, rest = self._verbless.parts(line) or ("", "")
        verb = verb or (self._unsaid(rest, self._phase) if rest else "")
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
        return bool(verb and not self._order_of(line, read, *verb, unheard).problems)

    def _problems_of(self, line: str) -> list[Problem]:
        """What is wrong in the words of an order."""
        read = words(line)
        verb = longest_match(read, self._lexicon.verbs)
        return self._order_of(line, read, *verb).problems if verb else []

    def _order_of(self, line: str, read: Sequence[Word], verb: str, used: int, near: Near | None = None) -> LineReader:
        """Read an order whose verb has so many words."""
        found = LineReader(len(self._lines) + 1, line, self._lexicon, near or self._near, self._side)
        if len(line) > MAX_LINE:
            found.add("too-long", 0, {"length": len(line), "limit": MAX_LINE})
        else:
            begun = key_of(read[:used])
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
        head = longest_match(read, command_words().heads)
        verb, command = longest_match(read, self._lexicon.verbs), longest_match(read, command_words().commands)
        if phase := self._phase_of_heading(line, read, bare=not (verb or command)):
            self._phase = phase
            return False
        if head and head[0] == "end" and len(read) == head[1]:
            if verb and verb[1] == len(read):  # a game may have an order of that name: it ends the sheet too
                self._order(row, line, verb[0], read, verb[1])
            return True
        if self._orders_nothing(line, read):
            self._nothing(line)
        elif self._says_turn(read):
            self._heads(row, line, read)
        elif verb and not (command and (len(read) == command[1] or command[1] > verb[1])):  # KEEP, and KEEP BACK
            self._order(row, line, verb[0], read, verb[1])
        elif command:
            self._command(line, command[0], read, command[1])
        elif head and head[0] != "end":
            self._heads(row, line, read)
        else:
            self._unknown(row, line, read)
        return False

    def _says_turn(self, read: Sequence[Word]) -> bool:
        """Whether a line of a mail says no more than which turn it is for, though a verb may be called so: "Turn 4"."""
        return not self._strict and len(read) == 2 and _begins_with_turn(read)

    def _orders_nothing(self, line: str, read: Sequence[Word]) -> bool:
        """Whether a line of a mail says that nothing is ordered: not where that is an order of the game ("PASS")."""
        said, known = key_of(read), command_words()
        if self._strict or not (said in known.nothing or (self._phase and said in known.nobody)):
            return False
        return not longest_match(read, self._lexicon.verbs)

    def _nothing(self, line: str) -> None:
        """A line that orders nothing: below the head of a phase the empty head says so, else it ends the turn."""
        if self._phase is None:
            self._commands.append(Command("done", (), plain(line[:MAX_LINE])))
        elif any(each.phase == self._phase for each in self._lines):
            self._ignored.append(plain(line[:MAX_LINE]))
        elif self._phase in {phase.id for phase in self._lexicon.phases}:
            self._named.append(self._phase)

    # Orders

    def _order(self, row: int, line: str, verb: str, read: Sequence[Word], used: int) -> None:
        found = self._order_of(line, read, verb, used)
        wrong = bool(found.problems) and not self._strict
        if wrong and (_begins_with_turn(read) or is_asked(line, read[:used]) or self._prose.is_no_order(read[used:])):
            self._ignored.append(plain(line[:MAX_LINE]))
            return
        found.tell_misspelt(join_names(read[used:], self._lexicon))
        self._problems.extend(found.problems)
        self._line(row, line, read, found.order)

    # Heads and commands

    def _heads(self, row: int, line: str, read: Sequence[Word]) -> None:
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
        if not self._strict and not (read[0].text.isupper() and whole) and self._prose.is_no_head(found, whole):
            self._tell(row, line, read, self._verbless.tell_within)
        elif whole:
            self._head_values(line, found)
        else:
            self._fault(line, Miss("bad-head", {"read": plain(line[:MAX_LINE])[:SHOWN]}), read[0].start)

    def _head_values(self, line: str, found: dict[str, Sequence[Word]]) -> None:
        if game := found.get("game"):
            self._game = game[0].text
        if turn := found.get("turn"):
            self._turn = int(turn[0].key)
        if named := found.get("phase"):
            if len(named) > 1 and named[0].key in command_words().skip:  # "Fase de combate"
                named = named[1:]
            phases = find_phases(key_of(named), self._lexicon, self._side)
            self._phase = phases[0] if len(phases) == 1 else " ".join(word.text for word in named)
            if len(phases) == 1:
                self._named.append(phases[0])
            else:
                self._fault(line, unknown_phase(named, phases, self._lexicon, self._near), named[0].start)

    def _command(self, line: str, name: str, read: Sequence[Word], used: int) -> None:
        after = read[used:]
        if not self._strict and self._prose.is_no_command(name, line, after, len(read)):
            self._ignored.append(plain(line[:MAX_LINE]))
            return
        rest = line[read[used - 1].end :]
        args, wrong, where = read_arguments(name, after, rest, self._lexicon, self._side, self._near)
        if wrong:
            self._fault(line, wrong, where.start if where else read[0].start)
        else:
            self._commands.append(Command(name, args, plain(line[:MAX_LINE])))

    # Lines that are neither

    def _unknown(self, row: int, line: str, read: Sequence[Word]) -> None:
        """A line that begins with no verb: prose, or an order line with a typo."""
        if not self._strict and self._verbless.says_idle(read):
            self._idle.append(plain(line[:MAX_LINE]))
            return
        above = self._lines[-1].text if self._lines else ""
        self._tell(row, line, read, partial(self._verbless.tell, above=above))

    def _tell(self, row: int, line: str, read: Sequence[Word], tell: Callable[..., bool]) -> None:
        """A line that is an order gone wrong if there is something to `tell` of it; else prose."""
        found = LineReader(len(self._lines) + 1, line, self._lexicon, self._near)
        if tell(found, line, read):
            self._problems.extend(found.problems)
            self._line(row, line, read, None)
        else:
            self._ignored.append(plain(line[:MAX_LINE]))

    def _phase_of_heading(self, line: str, read: Sequence[Word], *, bare: bool) -> str:
        """The phase of a heading of a mail: "Movement:", "Combat phase", where it is no order without the colon.

        An empty one passes nothing, as PHASE would, and a line below it that is for another phase goes there.
        """
        if self._strict or not (bare or line.rstrip().endswith(":")):
            return ""
        return self._phase_named(read)

    def _phase_named(self, read: Sequence[Word]) -> str:
        """The one phase that some words name, with or without "phase" behind them; or ""."""
        begun = next((at for at, word in enumerate(read) if word.key not in (*BETWEEN, *command_words().skip)), 0)
        kept = read[begun:]  # "Then the movement:"
        kept = kept[:-1] if len(kept) > 1 and command_words().heads.get(kept[-1].key) == "phase" else kept
        named = key_of(kept)
        found = find_phases(named, self._lexicon, self._side) if named in self._lexicon.phase_words else ()
        return found[0] if len(found) == 1 else ""

    # What is told

    def _line(self, row: int, line: str, read: Sequence[Word], order: Order | None) -> None:
        """An order line; of a mail that says the same twice it is one."""
        if order and not self._strict and any((each.order, each.phase) == (order, self._phase) for each in self._lines):
            self._repeated += 1
            return
        number, text, sent = len(self._lines) + 1, strip_comment(line[:MAX_LINE]), strip_comment(self._sent[:MAX_LINE])
        mended = "" if text in sent else sent
        self._lines.append(ReadLine(number, read[0].start, text, self._phase, order, row, mended=mended))

    def _fault(self, line: str, wrong: Miss, start: int) -> None:
        """A problem of a head or a command: it has no number, so it says its line."""
        self._faults += 1
        args = {**wrong.args, "text": plain(line[:MAX_LINE])[:SHOWN]}
        self._problems.append(Problem(line=0, code=wrong.code, column=start + 1, args=args, near=wrong.near))


def _questions_beside(line: str, pieces: Sequence[str]) -> list[str]:
    """What is asked in brackets behind the orders of a line, and was left out of them all: it is for the referee."""
    asked = (found[1].strip() for found in _BRACKETS.finditer(strip_comment(line)))
    return [plain(each) for each in asked if each.endswith("?") and not any(each in piece for piece in pieces)]


def _begins_with_turn(read: Sequence[Word]) -> bool:
    """Whether words begin with the number of a turn behind its head: "Turn 4"."""
    return len(read) > 1 and command_words().heads.get(read[0].key) == "turn" and _is_turn(read[1])


def _is_turn(word: Word) -> bool:
    return word.key.isdecimal() and len(word.key) <= 4
