"""What tells prose from orders: lines that are only told or asked, and words that name nothing of the game."""

import re
from collections.abc import Mapping, Sequence

from pbem.language.commands import AS_WRITTEN, COMMANDS, command_words
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import find_phases
from pbem.language.names.joining import join_names
from pbem.language.names.matching import names_something
from pbem.language.names.nearest import Lookups
from pbem.language.words import Word, key_of

ALIKE = 0.75
"""How like a name or a verb a word must be for its line, which names nothing, to be an order gone wrong, no prose."""
ALONE_IN_LINE = ("yes", "no", "resign", "takeover")
"""Commands that are none unless they stand alone in their line."""
DEEDS = ("done", "wait", "clear", "drop", "yes", "no", "vote", "propose", "concede", "resign", "takeover")
"""Commands that a question only speaks of: "CONCEDE?" ends no game."""
PROSE = 4
"""A line of more words than this that names nothing of the game is prose, whatever word it begins with."""
_QUOTED = re.compile(r"\s*[\w.-]{0,6}>")
"""What a line of another mail begins with: ">", in some programs behind the initials of whoever wrote it."""


def is_quoted(line: str) -> bool:
    """Whether a line is one of another mail as most programs write it."""
    return line.lstrip().startswith(">")


def is_only_told(line: str) -> bool:
    """Whether a line is one of another mail, or a question to the referee: no order is meant by it."""
    return bool(_QUOTED.match(line)) or line.rstrip().endswith("?")


def is_asked(line: str, verb: Sequence[Word]) -> bool:
    """Whether a line with a fault is a question whose first word is a verb too: "When does Prim arrive?"."""
    return line.rstrip().endswith("?") and not all(word.text.isupper() for word in verb)


def names_of_the_game(read: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether words name anything of the game, figures aside, and "a", which says little."""
    silent = {*lexicon.double, *command_words().skip}
    named = (word for word in join_names(read, lexicon) if not word.key.isdecimal() and word.key not in silent)
    return any(names_something(word, lexicon) for word in named)


def has_evidence(read: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether words name anything of the game (not "a", which says little), or have figures, or are quoted."""
    figures = any(word.quoted or any(c.isdecimal() for c in word.key) for word in read)
    return figures or names_of_the_game(read, lexicon)


class Prose:
    """Tells prose from orders by the words of a game. `near`: the look-ups of the text; `side`: whose it is."""

    def __init__(self, lexicon: Lexicon, near: Lookups, side: str | None) -> None:
        self._lexicon, self._near, self._side = lexicon, near, side

    def is_no_order(self, after: Sequence[Word]) -> bool:
        """Whether a line that begins with a verb is none: nothing of the game is in it, nor anything like it.

        Which turn it speaks of says nothing: "I send my orders for turn 3".
        """
        heads = command_words().heads
        after = [
            word
            for before, word in zip((None, *after), after, strict=False)
            if "turn" not in (heads.get(word.key), before and heads.get(before.key))
        ]
        if self.has_evidence(after) or self._speaks_of_names(after):
            return False
        if len(after) >= PROSE:
            return True
        names = (*self._lexicon.units, *self._lexicon.unit_names, *self._lexicon.places)
        said = (word for word in after if word.key not in self._lexicon.double)
        return self._near.left > 0 and not any(self._near(word.key, names, ALIKE) for word in said)

    def is_no_head(self, found: Mapping[str, Sequence[Word]], whole: bool) -> bool:
        """Whether a line of a mail only begins like a head: "Turn 3 was hard", "Game over", "Phase two of my plan"."""
        if named := found.get("phase"):
            read = key_of(named)
            known = find_phases(read, self._lexicon, self._side)
            return not known and not self._near(read, tuple(self._lexicon.phase_words))
        return not whole or found.keys() == {"game"}

    def is_no_command(self, name: str, line: str, after: Sequence[Word], count: int) -> bool:
        """Whether a line of so many words only begins like a command: "Listo, en el formulario." ends no turn."""
        takes = COMMANDS.get(name, "").rstrip("?")
        told = self.has_evidence(after) if takes else line.split(maxsplit=1)[0].isupper()  # "Help comes on turn 2"
        if takes not in AS_WRITTEN and count > PROSE and not told and not self._names_phase(name, after):
            return True
        if name == "done" and after:
            alone = len(after) == 1 and command_words().arguments.get(after[0].key) == "all"
            return not alone or line.rstrip().endswith("?")
        if name == "address":
            return "@" not in line
        if name == "ask":
            return self._is_question(line, after)
        return (name in ALONE_IN_LINE and bool(after)) or (name in DEEDS and line.rstrip().endswith("?"))

    def has_evidence(self, read: Sequence[Word]) -> bool:
        """`has_evidence` in this game."""
        return has_evidence(read, self._lexicon)

    def strange(self, read: Sequence[Word]) -> int:
        """How many words are none of the game's: of no name, no word of orders, no number."""
        lexicon = self._lexicon
        names, orders = (lexicon.unit_words, lexicon.place_words), (lexicon.verbs, lexicon.keywords, lexicon.choices)
        silent = command_words().skip.keys() - command_words().own  # whoever writes of what is his may tell anything
        known = (*names, *orders, lexicon.side_names, lexicon.skip, silent)
        ours = (any(part in words for words in known for part in (word.key, *word.key.split("-"))) for word in read)
        return sum(not (mine or any(c.isdecimal() for c in word.key)) for word, mine in zip(read, ours, strict=True))

    def _speaks_of_names(self, after: Sequence[Word]) -> bool:
        """Whether somebody is named at once, and nearly all words are the game's: "mover cazadores a playa condesa"."""
        lexicon, long = self._lexicon, [word for word in after if len(word.key) >= PROSE]
        named = (lexicon.unit_words, lexicon.place_words, lexicon.side_names, lexicon.choices)
        return any(word.key in words for word in long[:1] for words in named) and 4 * self.strange(long) <= len(long)

    def _names_phase(self, name: str, after: Sequence[Word]) -> bool:
        """Whether a command that takes a phase is followed by one."""
        named = key_of(after)
        return COMMANDS.get(name, "").startswith("phase") and bool(find_phases(named, self._lexicon, self._side))

    def _is_question(self, line: str, after: Sequence[Word]) -> bool:
        """Whether a line that begins with ASK only announces a question, or is one: "Pregunta: ¿dónde …?"."""
        if "?" in line or not after:
            return True
        named = key_of(after)
        return not self._names_phase("ask", after) and not self._near(named, tuple(self._lexicon.phase_words))
