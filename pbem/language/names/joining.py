"""Which words of a line are one name: Monte Arruit, urriaguel 3, infantry 3, 4."""

from collections.abc import Sequence
from functools import lru_cache
from string import digits

from pbem.language.commands import command_words
from pbem.language.lexicon import Lexicon
from pbem.language.names.matching import NAME, as_named, ids_beginning, named_beginning, names_something, with_words
from pbem.language.names.nearest import ALIKE, nearest
from pbem.language.words import BETWEEN, Word, key_of

_WORDS = 5  # words, at most, by which something is called


def join_names(words: Sequence[Word], lexicon: Lexicon) -> tuple[Word, ...]:
    """The words with those of one name made one: Monte Arruit, urriaguel 3. The longest name counts; without one, what
    only the name of one place or unit begins with: Beni Ammart, of Beni Ammart market; bandera 1 mg, of bandera-1-mg-1.
    Without that either, words that stand in one name (casa condesa, battery 2), or the beginning of names and a word
    unlike anything: Dar Quebdany, a name that is misspelt.

    Words that all name something by themselves stay apart, and so do quoted ones.
    """
    joined: list[Word] = []
    words, at = as_named(words, lexicon), 0
    while at < len(words):
        end = _name_end(words, at, lexicon)
        part = words[at:end]
        joined.append(_spaced(join_words(part) if len(part) > 1 else part[0], lexicon))
        at = end
    return tuple(word for at, word in enumerate(joined) if not at or not _is_same(joined[at - 1], word, lexicon))


def _is_same(place: Word, word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is the id of the place that the one before it names: "Monte Arruit (3617)", as forms write it."""
    return word.key in lexicon.spaces and place.key != word.key and lexicon.places.get(place.key) == (word.key,)


def _is_spread(pair: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether two words are a unit's name with the space in another place: "leg 4-1", of leg4-1."""
    if len(pair) < 2 or any(word.quoted for word in pair) or not pair[0].key.isalpha() or pair[1].key.isalpha():
        return False
    return key_of(pair).replace("-", "") in lexicon.close_units and not names_something(pair[0], lexicon)


def _spaced(word: Word, lexicon: Lexicon) -> Word:
    """A word with the space or hyphen before its number, where only a unit is called so with it: ax13, RTE1."""
    if word.quoted or word.key.isdecimal() or names_something(word, lexicon):
        return word
    return Word(word.text, word.start, word.end, lexicon.close_units.get(word.key.replace("-", ""), word.key))


def join_words(part: Sequence[Word]) -> Word:
    """Some words as one."""
    text = " ".join(word.text for word in part)
    return Word(text, part[0].start, part[-1].end, key_of(part))


def numbered(before: Word, word: Word, lexicon: Lexicon) -> Word | None:
    """The unit that a number means behind another of its kind ("4" in "infantry 3, 4", "c4" in "URR c3, c4").

    None where it means none: "a-2 first" is no a-1.
    """
    stem, _, number = before.key.rpartition("-")
    name = f"{stem}-{word.key}"
    alike = number[-1:].isdecimal() and word.key[-1:].isdecimal() and number.rstrip(digits) == word.key.rstrip(digits)
    if not (stem and alike and any(map(str.isdecimal, word.text))) or names_something(word, lexicon):
        return None
    known = name in lexicon.units or name in lexicon.unit_names
    return Word(before.text[: -len(number)] + word.text, word.start, word.end, name) if known else None


def _name_end(words: Sequence[Word], at: int, lexicon: Lexicon) -> int:
    best, begun, read = at + 1, at + 1, words[at].key
    named = (lexicon.places, lexicon.unit_names)
    for end in range(at + 1, len(words)):
        if read not in lexicon.starts or words[end - 1].quoted or words[end].quoted:
            break
        read += "-" + words[end].key
        if read in lexicon.phrases:
            best = end + 1
        elif read in lexicon.starts and 1 in (
            *(len(named_beginning(read, n)) for n in named),
            len(ids_beginning(read, lexicon.units)),
        ):
            begun = end + 1
    if best == at + 1:
        if _is_spread(words[at : at + 2], lexicon):
            return at + 2
        if begun > best:
            return begun + _goes_on(words[at : begun + 1], lexicon)
        return _words_end(words, at, lexicon) or best + _is_misspelt(words[at : at + 2], lexicon)
    ids = (lexicon.units, lexicon.spaces, lexicon.groups)
    alone = all(any(word.key in known for known in ids) for word in words[at:best])
    return at + 1 if alone else _longer_place(words, at, best, lexicon)


def _longer_place(words: Sequence[Word], at: int, end: int, lexicon: Lexicon) -> int:
    """Where the words of one place end that begin with the name of somebody: Muley Ahmed, south, his camp's half.

    The word behind is no part of it where it names one thing by itself.
    """
    name = key_of(words[at:end])
    if name in lexicon.places or end >= len(words) or words[end].quoted or _is_of_the_line(words[end], lexicon):
        return end
    read, last = f"{name}-{words[end].key}", words[end].key
    whole = with_words(read, lexicon.place_words)
    alone = with_words(last, lexicon.unit_words) or ids_beginning(last, lexicon.units)
    alone = alone or named_beginning(last, lexicon.places) or with_words(last, lexicon.place_words)
    return end + 1 if len(whole) == 1 and (len(alone) != 1 or alone == whole) else end


def _words_end(words: Sequence[Word], at: int, lexicon: Lexicon) -> int:
    """Where the words end, two or more, that stand in one name; 0 if the first names something, or there are none."""
    first = words[at]  # "la reina" is who "reina" is, and so is "a la casa de la condesa"
    if first.quoted or first.key in command_words().skip or _is_of_the_line(first, lexicon):
        return 0
    if names_something(first, lexicon):
        return 0
    ands = next((end for end in range(at, len(words)) if words[end].key in BETWEEN), len(words))
    for end in range(min(ands, at + 2 * _WORDS), at + 1, -1):
        part = [word for word in words[at:end] if word.key not in command_words().skip]
        read = key_of(part)
        if words[end - 1] is not part[-1] or not 1 < len({word.key for word in part}) == len(part) <= _WORDS:
            continue  # "breguet 1, breguet 2"
        if not any(word.quoted or _is_of_the_line(word, lexicon) for word in part) and any(
            with_words(read, known) for known in (lexicon.unit_words, lexicon.place_words)
        ):
            return end
    return 0


def _is_of_the_line(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word is a verb, a keyword or a choice of the game's orders."""
    return any(word.key in known for known in (lexicon.verbs, lexicon.keywords, lexicon.choices))


def _goes_on(words: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether the last of some words is nearly how the name goes on that the others begin: Casa de la Condessa."""
    read, last = key_of(words[:-1]), words[-1]
    names = [name for known in (lexicon.places, lexicon.unit_names) for name in known if name.startswith(f"{read}-")]
    if last.quoted or len(names) != 1 or _is_of_the_line(last, lexicon) or names_something(last, lexicon):
        return False
    return bool(nearest(last.key, (names[0].removeprefix(f"{read}-").split("-")[0],), ALIKE))


def _is_misspelt(pair: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether the first of two words only begins names, and the second, of letters, is nothing that a line may hold."""
    if len(pair) < 2 or any(word.quoted for word in pair) or pair[0].key not in lexicon.starts:
        return False
    orders = (lexicon.verbs, lexicon.keywords, lexicon.choices, lexicon.phase_words)
    said = (command_words().skip, command_words().placed)
    known = (*orders, lexicon.skip, lexicon.tongues, lexicon.side_names, *said)
    first, second = pair
    if first.key in command_words().placed:
        return False
    if len(first.key) < 2 or _is_of_the_line(first, lexicon):  # "y Ciudad Rodrigo", "frente oeste"
        return False
    if first.key in command_words().skip and not _begins_name(f"{first.key}-", lexicon):  # "and Arapiles", for AND IF
        return False
    if names_something(first, lexicon) or not second.key.isalpha() or len(second.key) < NAME:
        return False
    if second.key in lexicon.unit_words:  # "coraceros, Farnesio"
        return False
    return (
        not any(second.key in words for words in known)
        and not lexicon.verb_of(second.key)
        and not names_something(second, lexicon)
        and not _begins_name(second.key, lexicon)
    )


@lru_cache(maxsize=4096)
def _begins_name(read: str, lexicon: Lexicon) -> bool:
    """Whether some unit or place is called so at its beginning."""
    return any(name.startswith(read) for names in (lexicon.units, lexicon.unit_names, lexicon.places) for name in names)
