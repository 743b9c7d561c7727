"""Commands of a mail, which are no orders, and the heads of a sheet: their words and what may follow them.

The words of each language are in templates/commands.<language>.toml; all are understood mixed.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.core.problems import Args
from pbem.language.lexicon import Lexicon
from pbem.language.names import Miss, Near, find_phases, find_space, find_unit, nearest
from pbem.language.reading import MAX_LINE, MAX_NONCE, Command
from pbem.language.words import Word, key, plain, words
from pbem.resources import shipped_path

_MAILBOX = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")

COMMANDS: Mapping[str, str] = {
    "help": "",
    "status": "all?",
    "standing": "",
    "clear": "phase?",
    "resend": "turn?",
    "language": "language",
    "nonce": "rest",
    "wait": "",
    "done": "all?",
    "ask": "phase",
    "drop": "rest",
    "concede": "",
    "propose": "draw",
    "vote": "yes|no",
    "map": "where?",
    "sight": "spaces",
    "fire-field": "unit",
    "history": "turn?",
    "rules": "clause?",
    "token": "new",
    "passphrase": "rest",
    "pgp": "only|off?",
    "address": "mailbox",
    "confirm": "",
    "note": "message?",
    "press": "reader",
    "delivery": "digest|now",
    "extend": "time?",
    "yes": "",
    "no": "",
    "absence": "days?",
    "resign": "",
    "takeover": "",
}
"""What follows each command: nothing, a phase, a turn, a language, the rest of the line, a clause, a mail address, a
message, its reader, a time, days, a turn or a place, two spaces, a unit, or one of some words. A question mark says
that it may be left out."""
ARGUMENTS = ("draw", "yes", "no", "new", "only", "off", "all", "around", "supply", "digest", "now")
"""Words with a meaning of their own after a command."""
GUESTS = ("observe", "standby", "unsubscribe")
"""What somebody may write who has no seat."""
PRESS = ("to-all", "to-referee", "end-press")
"""Who a message may go to beside a player by name, and what ends it."""
AS_WRITTEN = ("rest", "message", "reader", "time", "days")
"""What is taken to the end of the line, whatever it says."""


@dataclass(frozen=True)
class CommandWords:
    """The words of commands, heads, arguments and press by key, over all languages; those for "and", with theirs.

    `courtesies` may stand behind an order ("please"); `nobody` are words for nobody ("none").
    """

    commands: Mapping[str, str]
    heads: Mapping[str, str]
    arguments: Mapping[str, str]
    languages: Mapping[str, str]
    press: Mapping[str, str]
    guests: Mapping[str, str]
    skip: Mapping[str, frozenset[str]]
    courtesies: frozenset[str]
    nobody: frozenset[str]
    says: Mapping[str, Mapping[str, str]]

    def say(self, id_: str, lang: str) -> str:
        """The canonical word of a command, head, argument or mark of the form (form-begin) in a language."""
        return self.says[lang][id_]


@lru_cache(maxsize=1)
def command_words() -> CommandWords:
    """The words of all languages that the program has; read once."""
    files = {path.name.split(".")[1]: path for path in sorted(shipped_path("templates").glob("commands.*.toml"))}
    tables = {language: tomllib.loads(path.read_text(encoding="utf-8")) for language, path in files.items()}
    return CommandWords(
        commands=_meanings(tables, "commands", COMMANDS),
        heads=_meanings(tables, "heads", ("game", "turn", "phase", "end")),
        arguments=_meanings(tables, "arguments", ARGUMENTS),
        languages={key(name): language for language in tables for name in tables[language]["name"]},
        press=_meanings(tables, "press", PRESS),
        guests=_meanings(tables, "guests", GUESTS),
        skip={key(word): frozenset({language}) for language in tables for word in tables[language]["skip"]},
        courtesies=frozenset(key(word) for table in tables.values() for word in table["courtesies"]),
        nobody=frozenset(key(word) for table in tables.values() for word in table["nobody"]),
        says={language: dict(_said(table)) for language, table in tables.items()},
    )


def languages() -> tuple[str, ...]:
    """The languages of the program by code, ascending."""
    return tuple(sorted(set(command_words().languages.values())))


def _meanings(tables: Mapping[str, Any], group: str, ids: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for language in sorted(tables):
        for id_ in ids:
            for word in tables[language][group][id_]:
                if found.setdefault(key(word), id_) != id_:
                    raise ValueError(f"commands.{language}.toml, {group}: {word!r} means two things.")
    return found


def _said(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    groups = ("commands", "heads", "arguments", "press", "guests")
    said = [(id_, listed[0]) for group in groups for id_, listed in table[group].items()]
    return [*said, *((f"form-{id_}", listed[0]) for id_, listed in table["form"].items())]


def longest_match(words: Sequence[Word], meanings: Mapping[str, str]) -> tuple[str, int] | None:
    """What the first words mean by a table, and how many of them were used: NO ESPERAR before NO. Four at most."""
    for count in range(min(4, len(words)), 0, -1):
        found = meanings.get("-".join(word.key for word in words[:count]))
        if found and not any(word.quoted for word in words[:count]):
            return found, count
    return None


def press_command(head: str, lines: Sequence[str], *, closed: bool) -> Command:
    """A message to other players as a command: what follows PRESS TO in its `head`, the lines below, and its end."""
    read = words(head[:MAX_LINE])
    begun = longest_match(read, command_words().commands)
    after = head[read[begun[1] - 1].end :].strip() if begun is not None and begun[0] == "press" else head
    return Command("press", (after, "\n".join(lines), "closed" if closed else ""), plain(head[:MAX_LINE]))


def press_message(to: str, text: str, *, unsigned: bool = False) -> Command:
    """The same of a message whose readers and text are known: it ends where its text does."""
    words = command_words()
    said = words.say("press", "en").replace(" ", " ANONYMOUS ", 1) if unsigned else words.say("press", "en")
    return Command("press", (f"{to}:", text, "closed"), f"{said} {to}")


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
        return _phase(words, lexicon, side, near)
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
    space = find_space(_joined(left), lexicon, near)
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
        args: Args = {"command": name, "read": words[2].text, "expected": _expected("")}
        return (), Miss("bad-command", args), words[2]
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
    unit = find_unit(_joined(words), lexicon, near, side)
    return ((), unit, words[0]) if isinstance(unit, Miss) else ((unit,), None, None)


def _joined(words: Sequence[Word]) -> Word:
    """Several words as one name."""
    text, key_ = " ".join(word.text for word in words), "-".join(word.key for word in words)
    return Word(text, words[0].start, words[-1].end, key_)


def _phase(
    words: Sequence[Word], lexicon: Lexicon, side: str | None, near: Near
) -> tuple[tuple[str, ...], Miss | None, Word | None]:
    read = "-".join(word.key for word in words)
    phases = find_phases(read, lexicon, side)
    if len(phases) == 1:
        return phases, None, None
    return (), unknown_phase(words, phases, lexicon, near), words[0]


def unknown_phase(words: Sequence[Word], phases: Sequence[str], lexicon: Lexicon, near: Near = nearest) -> Miss:
    """The miss of words that name no phase, or more than one (`phases`)."""
    read = "-".join(word.key for word in words)
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
