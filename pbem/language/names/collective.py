"""Several units by one name, and one of several: both battalions of X, the second battalion of Y, Z's brigade."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.matching import NAME, as_named, numbered_so, plainest, together
from pbem.language.words import BETWEEN, Word, key_of, words

Stands = Callable[[str], str]
"""The space in which a unit stands, "" where none is known."""
_LONGEST = 9
"""Words, at most, by which such units are called."""
_NUMBERED = 2
"""Two battalions and more are several."""


@dataclass(frozen=True, slots=True)
class Collective:
    """Reads such names in the lines of one `side`."""

    lexicon: Lexicon
    side: str | None
    stands: Stands

    def spelled_out(self, line: str) -> str:
        """A line with the ids of the units in the place of each such name; mostly just the line.

        Of units that are so called those of the side count, if there are any, and as many as are said: else nothing is
        put in. Without a number they are those on the map, or all where none is there.
        """
        read, at, end, pieces = as_named(words(line), self.lexicon), 0, 0, list[str]()
        while at < len(read):
            units, used = self._units_at(read[at : at + _LONGEST])
            sizes = range(len(read[at : at + _LONGEST]), 1, -1)
            whole = next((size for size in sizes if key_of(read[at : at + size]) in self.lexicon.phrases), 0)
            if whole >= used:  # a name by itself: the 2nd foot battery
                units, used = (), 0
            if used:
                pieces += [line[end : read[at].start], ", ".join(units)]
                end = read[at + used - 1].end
            at += used or whole or 1
        return "".join((*pieces, line[end:]))

    def _units_at(self, read: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """The units that some words begin with, and how many words name them; none, and 0, where they name none."""
        for begin in (self._brigade, self._counted, self._ordinal, self._owned):
            if (found := begin(read))[1]:
                return found
        return (), 0

    def _brigade(self, read: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """Of "the brigade of Z", "brigade Z", "Z's brigade", "the Z brigade"."""
        sets, silent = self.lexicon.habits.sets, command_words().skip
        kept = [at for at, word in enumerate(read[:4]) if word.key not in silent or not at]
        pair = [read[at] for at in kept[:2]]
        if len(pair) < _NUMBERED or pair[0].key in silent or any(word.quoted for word in pair):
            return (), 0
        for noun, name in (pair, pair[::-1]):
            if found := sets.get(noun.key, {}).get(_owner(name) or name.key):
                return self._present(found), kept[1] + 1
        return (), 0

    def _counted(self, read: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """Of "both battalions of X", "all three battalions of X", "los dos de X"."""
        count = longest_match(read, command_words().counts)
        if count is None:
            return (), 0
        many = int(count[0])
        best: tuple[tuple[str, ...], int] = ((), 0)
        for units, end in self._named(read, count[1]):
            present = self._present(units)
            fits = next((each for each in (units, present) if len(each) == many), ())
            best = (fits, end) if fits else best
        return best

    def _ordinal(self, read: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """Of "the second battalion of Y", "2.º de Y"."""
        number = read[0].key
        if not number.isdecimal() or number == read[0].text:
            return (), 0
        best: tuple[tuple[str, ...], int] = ((), 0)
        for units, end in self._named(read, 1):
            one = tuple(unit for unit in units if unit in self.lexicon.unit_words.get(number, ()))
            said = [word.key for word in read[:end]]
            one = one if len(one) == 1 else plainest(said, numbered_so(said, one, self.lexicon), self.lexicon)
            best = (one, end) if len(one) == 1 else best
        return best

    def _owned(self, read: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """Of "Freuler's Swiss"."""
        if not _owner(read[0]):
            return (), 0
        found = [(units, end) for units, end in self._named(read, 0) if end > 1 and len(units) == 1]
        return found[-1] if found else ((), 0)

    def _named(self, read: Sequence[Word], at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The units of the side in whose names the words from one on stand, word by word, and where these end."""
        known, found, named, read_so_far = command_words(), None, False, list[str]()
        for end in range(at, len(read)):
            word = read[end]
            if word.quoted or word.key in BETWEEN:
                return
            if word.key in known.pieces:
                if named:
                    yield self._of_side(found), end + 1
                continue
            if word.key in known.skip or (
                found and word.key in self.lexicon.keywords and word.key in self.lexicon.unit_words
            ):
                continue  # a name may have a TO in it
            units = self._with(word)
            read_so_far.append(word.key)
            found = units if found is None else found & units
            if not found:
                return
            named = named or (len(word.key) >= NAME and not word.key.isdecimal())
            if named:
                whole = together(read_so_far, self.lexicon) & found
                yield self._of_side(whole or found), end + 1

    def _with(self, word: Word) -> frozenset[str]:
        """The units in whose names a word stands, be it singular or plural; none for a word of orders or a kind."""
        lexicon = self.lexicon
        silent = (lexicon.verbs, lexicon.keywords, lexicon.choices, lexicon.habits.kinds)
        if any(word.key in each for each in silent):
            return frozenset()
        read = _owner(word) or word.key
        variants = (read, f"{read}s", read.removesuffix("s"))
        return frozenset().union(*(lexicon.unit_words.get(one, frozenset()) for one in variants))

    def _of_side(self, units: frozenset[str] | None) -> tuple[str, ...]:
        mine = [unit for unit in units or () if self.side is None or self.lexicon.sides.get(unit) == self.side]
        return tuple(sorted(mine or units or ()))  # an enemy may be aimed at

    def _present(self, units: Sequence[str]) -> tuple[str, ...]:
        """Those of some units that are on the map; all, where none is."""
        return tuple(unit for unit in units if self.stands(unit)) or tuple(units)


def _owner(word: Word) -> str:
    """Whose something is: "freuler", of "Freuler's"; "" for a word that does not say so."""
    return word.key.removesuffix("-s") if word.text[-2:].lower() in ("'s", "’s") else ""
