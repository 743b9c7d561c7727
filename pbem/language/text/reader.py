"""Text to orders: line by line, tolerant of form, exact in meaning, never a guess.

A line of a mail is parted into its orders (`mender`); a quoted one is not. Each part is then the heading of a phase,
the end of the sheet, that nothing is ordered, the turn, an order, a command or a line of heads: the first of these that
its words begin. What begins none of them says that units do nothing, is an order gone wrong (`faults`), or prose.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial

from pbem.core.orders import Order
from pbem.core.problems import Problem
from pbem.language.arguments import read_arguments, unknown_phase
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.collective import Stands
from pbem.language.names.everyone import Crew
from pbem.language.names.finding import find_phases, means_unit
from pbem.language.names.joining import join_names
from pbem.language.names.nearest import Lookups, Miss
from pbem.language.reading import MAX_LINE, MAX_ORDERS, MAX_TEXT, Command, Reading, ReadLine
from pbem.language.text.above import corrected, of_those_above, unclear
from pbem.language.text.bare import kept_in_reserve
from pbem.language.text.faults import SHOWN, Faults
from pbem.language.text.judge import Begun, Judge
from pbem.language.text.line import LineReader
from pbem.language.text.mender import Mender, Unsaid
from pbem.language.text.prose import Prose, has_evidence, is_asked, is_only_told, is_quoted
from pbem.language.words import BETWEEN, Word, key_of, plain, strip_comment, words

_ROW = re.compile(r"\s*\|(?:[^|]*\|){2,}\s*")
"""A row of a table."""
_BEHIND = 200
"""Characters of a line, at most, in which an order is looked for behind a colon."""
_BRACKETS = re.compile(r"\(([^()]*)\)")


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
        self._lexicon, self._strict, self._side = lexicon, strict, side
        self._game: str | None = None
        self._turn: int | None = None
        self._phase: str | None = None
        self._named: list[str] = []
        self._lines: list[ReadLine] = []
        self._commands: list[Command] = []
        self._problems: list[Problem] = []
        self._ignored: list[str] = []
        self._idle: list[str] = []
        self._reserve: list[Command] = []
        self._near = Lookups()
        self._prose = Prose(lexicon, self._near, side)
        self._judge = Judge(lexicon, self._near, side)
        self._mender = Mender(self._judge, self._prose, unsaid, stands, crew)
        self._wrong = Faults(self._judge, strict, self._prose, self._mender.actors)
        self._faults = self._repeated = 0
        self._sent = ""
        self._above: list[list[ReadLine]] = []

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
            reserve=tuple(self._reserve),
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
            before = len(self._lines)
            for piece in pieces:
                if self._is_full() and words(piece[:MAX_LINE]):
                    self._problems.append(Problem(line=0, code="too-many-orders", args={"limit": MAX_ORDERS}))
                    return
                if self._read_line(row, piece):
                    return
            self._keep_above(line, before)

    def _keep_above(self, line: str, before: int) -> None:
        """Keep the orders of a line for what is said below of them; none where it has anything but orders."""
        made = self._lines[before:]
        if made and all(each.order for each in made):
            self._above.append(made)
        elif words(line[:MAX_LINE]):
            self._above.clear()

    def _is_full(self) -> bool:
        return len(self._lines) + len(self._commands) + self._faults + self._repeated >= MAX_ORDERS

    def _pieces(self, line: str) -> tuple[str, ...]:
        """A line of a mail in its orders: a telephone writes several in one. Those of a file have one each."""
        if self._strict or len(line) > MAX_LINE or is_quoted(line):
            return (line,)
        if not is_only_told(line):
            if anew := corrected(line, self._above, self._lexicon):
                del self._lines[-len(self._above.pop()) :]
                return anew
            if unclear(line, self._above, self._lexicon):
                return (line,)
            line = of_those_above(line, self._above, self._lexicon) or line
        head, colon, rest = line.partition(": ")
        if colon and rest.strip() and self._is_heading(head, line):  # "Fleets: PLACE flota-1 AT 0610"
            return (f"{head}:", *self._pieces(f"{' ' * len(head)}  {rest}"))
        if colon and self._is_body(head, rest):
            return self._pieces(f"{' ' * len(head)}  {rest}")
        if _ROW.fullmatch(line):
            line = line.replace("|", " ")
        return self._mender.orders_of(line, self._phase)

    def _is_heading(self, text: str, line: str) -> bool:
        """Whether a text is the name of a phase, and no command; a verb only where its line is no order of it: "Fire:
        bat-8 fires at 1306".
        """
        read = words(text)
        if not read or longest_match(read, command_words().commands) or not self._phases_named(read):
            return False
        return not longest_match(read, self._lexicon.verbs) or not self._mender.is_all_right(line)

    def _is_body(self, head: str, rest: str) -> bool:
        """Whether a text only says of which body those are whose order follows: "The Reds: a to 1613"."""
        said = [word for word in words(head) if word.key not in command_words().skip]
        bodies = self._lexicon.habits.bodies
        parts = [part for word in said for part in word.key.split("-")]
        if not parts or key_of(said) in self._lexicon.unit_names or not all({p, p[:-1]} & bodies for p in parts):
            return False  # "Tercios:" of a Tercio
        told = [word for word in join_names(words(rest), self._lexicon) if word.key not in command_words().skip]
        return bool(told) and (means_unit(told[0], self._lexicon) or told[0].key in self._lexicon.verbs)

    def _read_line(self, row: int, line: str) -> bool:
        """Read a line; whether it was END, behind which nothing is read."""
        read = words(line[:MAX_LINE])
        if not read:
            return False
        if is_quoted(line):
            self._unknown(row, line, read)
            return False
        head = longest_match(read, command_words().heads)
        verb, command = longest_match(read, self._lexicon.verbs), longest_match(read, command_words().commands)
        if phases := self._phases_of_heading(line, read, bare=not (verb or command)):
            self._phase = phases[0] if len(phases) == 1 else None  # "Aircraft:" is for all their sub-turns
            return False
        if head and head[0] == "end" and len(read) == head[1]:
            if verb and verb[1] == len(read):  # a game may have an order of that name: it ends the sheet too
                self._order(row, line, verb[0], read, verb[1])
            return True
        if not self._strict and self._says_no_more(row, line, read):
            return False
        if self._says_turn(read):
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

    def _says_no_more(self, row: int, line: str, read: Sequence[Word]) -> bool:
        """Take a line of a mail that keeps units off the map, orders nothing, or means what was said before it; False
        for any other.
        """
        if kept := "" if is_only_told(line) else kept_in_reserve(line, read, self._lexicon):
            self._reserve.append(Command("drop", (kept,), plain(line[:MAX_LINE])))
        elif self._orders_nothing(read):
            self._nothing(line)
        elif code := unclear(line[:MAX_LINE], self._above, self._lexicon):
            self._tell(row, line, read, partial(_tell_unclear, code=code))
        else:
            return False
        return True

    def _says_turn(self, read: Sequence[Word]) -> bool:
        """Whether a line of a mail says no more than which turn it is for, though a verb may be called so: "Turn 4"."""
        return not self._strict and len(read) == 2 and _begins_with_turn(read)

    def _orders_nothing(self, read: Sequence[Word]) -> bool:
        """Whether a line of a mail says that nothing is ordered: not where that is an order of the game ("PASS")."""
        said, known = key_of(read), command_words()
        if not (said in known.nothing or (self._phase and said in known.nobody)):
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
        order = Begun(line, self._lexicon, read, verb, used)
        found = self._judge.read(order, len(self._lines) + 1)
        wrong = bool(found.problems) and not self._strict
        if wrong and (_begins_with_turn(read) or is_asked(line, read[:used]) or self._prose.is_no_order(read[used:])):
            self._ignored.append(plain(line[:MAX_LINE]))
            return
        found.tell_misspelt(order.joined)
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
            self._tell(row, line, read, self._wrong.tell_within)
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
        if not (self._strict or is_only_told(line)) and self._mender.actors.says_idle(line):
            self._idle.append(plain(line[:MAX_LINE]))
            return
        if not (self._strict or is_only_told(line)) and self._tell_behind(row, line, read):
            return
        above = self._lines[-1].text if self._lines else ""
        self._tell(row, line, read, partial(self._wrong.tell, above=above))

    def _tell_behind(self, row: int, line: str, read: Sequence[Word]) -> bool:
        """Say of an order behind other words and a colon ("On second thoughts: a goes to 1514") that it goes in its own
        line: they may be about another turn.
        """
        head, colon, rest = line.partition(": ")
        if not (colon and has_evidence(words(rest), self._lexicon)) or len(line) > _BEHIND:
            return False
        orders = self._mender.orders_of(rest, self._phase)
        if not all(map(self._judge.is_right, orders)):
            return False
        found = LineReader(len(self._lines) + 1, line, self._lexicon, self._near)
        found.add("in-sentence", len(head) + len(colon), {}, (rest.strip(),))
        self._problems.extend(found.problems)
        self._line(row, line, read, None)
        return True

    def _tell(self, row: int, line: str, read: Sequence[Word], tell: Callable[..., bool]) -> None:
        """A line that is an order gone wrong if there is something to `tell` of it; else, or if only told, prose."""
        found = LineReader(len(self._lines) + 1, line, self._lexicon, self._near)
        if (self._strict or not is_only_told(line)) and tell(found, line, read):
            self._problems.extend(found.problems)
            self._line(row, line, read, None)
        else:
            self._ignored.append(plain(line[:MAX_LINE]))

    def _phases_of_heading(self, line: str, read: Sequence[Word], *, bare: bool) -> tuple[str, ...]:
        """The phases of a heading of a mail: "Movement:", "Combat phase", where it is no order without the colon.

        An empty one passes nothing, as PHASE would, and a line below it that is for another phase goes there.
        """
        return () if self._strict or not (bare or line.rstrip().endswith(":")) else self._phases_named(read)

    def _phases_named(self, read: Sequence[Word]) -> tuple[str, ...]:
        """The phases that some words name, with or without "phase" behind them; "Aircraft:" are those of all its
        sub-turns.
        """
        begun = next((at for at, word in enumerate(read) if word.key not in (*BETWEEN, *command_words().skip)), 0)
        kept = read[begun:]  # "Then the movement:"
        kept = kept[:-1] if len(kept) > 1 and command_words().heads.get(kept[-1].key) == "phase" else kept
        named = key_of(kept)
        known = self._lexicon.phase_words
        if named in known:
            return find_phases(named, self._lexicon, self._side)
        parts = [word for word in known if word.removeprefix(f"{named}-").isdecimal()] if named else []
        return tuple(dict.fromkeys(each for word in parts for each in find_phases(word, self._lexicon, self._side)))

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


def _tell_unclear(found: LineReader, line: str, read: Sequence[Word], code: str) -> bool:
    """Say of a line by a code that it is not plain whom of those above it means."""
    found.add(code, read[0].start, {"read": plain(line)[:SHOWN]})
    return True


def _begins_with_turn(read: Sequence[Word]) -> bool:
    """Whether words begin with the number of a turn behind its head: "Turn 4"."""
    return len(read) > 1 and command_words().heads.get(read[0].key) == "turn" and _is_turn(read[1])


def _is_turn(word: Word) -> bool:
    return word.key.isdecimal() and len(word.key) <= 4
