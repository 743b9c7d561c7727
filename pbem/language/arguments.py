"""What stands behind a command of a mail: a phase, a turn, a place, a nonce, the rest of the line; or what is wrong."""

import re
import unicodedata
from collections.abc import Sequence

from pbem.core.problems import Args
from pbem.language.commands import AS_WRITTEN, COMMANDS, command_words, languages, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import find_phases, find_space, find_unit
from pbem.language.names.joining import join_words
from pbem.language.names.nearest import Miss, Near, nearest
from pbem.language.reading import MAX_NONCE
from pbem.language.words import Word, key_of, plain

_MAILBOX = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")


def read_arguments(
    name: str, words: Sequence[Word], rest: str, lexicon: Lexicon, side: str | None = None, near: Near = nearest
) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    """The arguments of a command from the words after it (`rest`: the same, verbatim); or what is wrong, and where."""
    form = COMMANDS[name]
    if name == "help":  # it tells of all, whatever is asked about
        return (), None, None
    if form == "rest":
        return _nonce(name, rest)
    if form.rstrip("?") in AS_WRITTEN:
        said = plain(rest).strip(" :,.;–-")
        return ((said,) if said else ()), None, None
    kind, optional = form.rstrip("?"), form.endswith("?")
    if kind == "turn":
        words = [word for word in words if command_words().heads.get(word.key) != "turn"]
    if not words:
        wrong = (
            None if optional or not form else Miss("missing-argument", {"command": name, "expected": _expected(kind)})
        )
        return (), wrong, None
    if kind == "phase":
        every = optional and key_of(words) in command_words().everything
        return ((), None, None) if every else _phase(words, lexicon, side, near)
    if kind == "where":
        return _where(words, lexicon, near)
    if kind == "spaces":
        return _spaces(name, words, lexicon, near)
    if kind == "unit":
        return _unit(words, lexicon, side, near)
    value = _value(kind, words[0])
    if value is None or len(words) > 1:
        bad = words[0] if value is None else words[1]
        fits = {"expected": _expected(kind)} if kind and value is None else {}
        return (), Miss("bad-command", {"command": name, "read": bad.text, **fits}), bad
    return (value,), None, None


def _value(kind: str, word: Word) -> str | None:
    """The argument that a word is, None if it does not fit."""
    if kind == "turn":
        return str(int(word.key)) if word.key.isdecimal() and len(word.key) <= 4 else None
    if kind == "language":
        return command_words().languages.get(word.key)
    if kind == "clause":
        return word.text.upper().rstrip(".,:;")
    if kind == "mailbox":
        return word.text.lower() if _MAILBOX.fullmatch(word.text) else None
    found = command_words().arguments.get(word.key)
    return found if found in kind.split("|") else None


def _where(words: Sequence[Word], lexicon: Lexicon, near: Near) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    """A turn, a place and SUPPLY, or some of them: "2", "around 1411", "turn 2 around Annual", "supply 2".

    The turn, the place and "supply", each "" where it is not named; what is not named last is left out.
    """
    known = command_words()
    left, turn = [word for word in words if known.heads.get(word.key) != "turn"], ""
    supply = "supply" if any(known.arguments.get(word.key) == "supply" for word in left) else ""
    left = [word for word in left if known.arguments.get(word.key) != "supply"]
    if left and left[0].key not in lexicon.spaces and (number := _value("turn", left[0])):
        turn, left = number, left[1:]
    around = longest_match(left, known.arguments)
    if around and around[0] == "around":
        left = left[around[1] :]
        if not left:
            return (), Miss("missing-argument", {"command": "map", "expected": _expected("where")}), None
    if not left:
        return (turn, "", supply) if supply else ((turn,) if turn else ()), None, None
    space = find_space(join_words(left), lexicon, near)
    return (
        ((), space, left[0])
        if isinstance(space, Miss)
        else ((turn, space, supply) if supply else (turn, space), None, None)
    )


def _spaces(
    name: str, words: Sequence[Word], lexicon: Lexicon, near: Near
) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    """Two spaces, by number or name, one word each: "0812 1109"."""
    if len(words) == 1:
        return (), Miss("missing-argument", {"command": name, "expected": _expected("spaces")}), None
    if len(words) > 2:
        return (), Miss("bad-command", {"command": name, "read": words[2].text}), words[2]
    found = []
    for word in words:
        space = find_space(word, lexicon, near)
        if isinstance(space, Miss):
            return (), space, word
        found.append(space)
    return tuple(found), None, None


def _unit(
    words: Sequence[Word], lexicon: Lexicon, side: str | None, near: Near
) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    """A unit by its id or name."""
    unit = find_unit(join_words(words), lexicon, near, side)
    return ((), unit, words[0]) if isinstance(unit, Miss) else ((unit,), None, None)


def _phase(
    words: Sequence[Word], lexicon: Lexicon, side: str | None, near: Near
) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    read = key_of(words)
    phases = find_phases(read, lexicon, side)
    if len(phases) == 1:
        return phases, None, None
    return (), unknown_phase(words, phases, lexicon, near), words[0]


def unknown_phase(words: Sequence[Word], phases: Sequence[str], lexicon: Lexicon, near: Near = nearest) -> Miss:
    """The miss of words that name no phase, or more than one (`phases`)."""
    read = key_of(words)
    every = tuple(lexicon.phase_words)
    close = tuple(dict.fromkeys(id_ for name in near(read, every) for id_ in lexicon.phase_words[name]))
    args: Args = {"read": " ".join(word.text for word in words)}
    return Miss("unknown-phase", args, tuple(phases) or close)


def _nonce(name: str, rest: str) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    """The rest of the line as it stands, NFC: whatever the player wrote goes into the dice."""
    nonce = nonce_of(rest)
    if not nonce:
        return (), Miss("missing-argument", {"command": name, "expected": _expected("rest")}), None
    if len(nonce) > MAX_NONCE:
        return (), Miss("nonce-too-long", {"length": len(nonce), "limit": MAX_NONCE}), None
    return (nonce,), None, None


def nonce_of(text: str) -> str:
    """A nonce as it goes into the dice: the text as it stands, NFC, without the spaces around it.

    Half characters (lone surrogates) cannot be written as UTF-8 and are left out.
    """
    return unicodedata.normalize("NFC", text.encode("utf-8", "ignore").decode("utf-8")).strip()


def _expected(kind: str) -> str:
    """What an argument must be: a code that the catalogue translates, or the words themselves."""
    if kind in ("phase", "turn", "clause", "rest", "mailbox", "where", "spaces", "unit"):
        return kind
    if kind == "language":
        return "|".join(languages())
    says = command_words().says
    return "|".join("/".join(dict.fromkeys(says[lang][id_] for lang in sorted(says))) for id_ in kind.split("|"))
