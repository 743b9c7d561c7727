"""Commands of a mail, which are no orders, and the heads of a sheet: their words and what may follow them.

The words of each language are in templates/commands.<language>.toml; all are understood mixed.
"""

import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.language.reading import MAX_LINE, Command
from pbem.language.words import Word, key, key_of, plain, words
from pbem.resources import shipped_path

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
    """The words of commands, heads, arguments and press by key, over all languages; those for "and", with theirs, among
    which `own` says whose units are ("my").

    `courtesies` may stand behind an order ("please"); `nobody` are words for nobody ("none"); `nothing` are lines
    that order nothing ("pass"); `via` stands before what a path leads through;
    `openings` stand before a verb and say nothing ("I", "please"), so do `auxiliaries` between units and theirs;
    `rows` are words for lines of a sheet ("DROP line 2"); `counts` say how many units are meant ("both"), `ordinals`
    which of several, `pieces` what units are in any game; `likewise` says that units do what is told before ("too");
    `denials`, some behind `denied`, that they do not do what follows ("does not"), `corrections` that they go elsewhere
    ("no, to 1718"), `again` and `earlier` that orders are to be those of another turn ("the same", "last turn");
    `everyone` stands before a space and means all units in it, `but` before those of them who are not meant; `origins`
    stand before the space in which units stand, `placed` between them and that ("which is at"); `stays` says that
    units do nothing; `everything` is said of all orders of a player ("CLEAR everything above"); `reserve` is said of
    units off the map, `keeps` beside it ("keep R 17 in reserve"); `beside` are all units next to what an order aims at;
    a line may begin with `greetings`; `ifs` make of a remark in brackets a condition ("if nobody stands there"); behind
    a unit `relatives` begin what it does by the way ("with b, which goes to 1514").
    """

    commands: Mapping[str, str]
    heads: Mapping[str, str]
    arguments: Mapping[str, str]
    languages: Mapping[str, str]
    press: Mapping[str, str]
    guests: Mapping[str, str]
    skip: Mapping[str, frozenset[str]]
    own: frozenset[str]
    courtesies: frozenset[str]
    nobody: frozenset[str]
    nothing: frozenset[str]
    via: Mapping[str, str]
    openings: Mapping[str, str]
    greetings: Mapping[str, str]
    ifs: frozenset[str]
    relatives: frozenset[str]
    auxiliaries: frozenset[str]
    origins: frozenset[str]
    everyone: Mapping[str, str]
    beside: frozenset[str]
    but: Mapping[str, str]
    placed: frozenset[str]
    stays: frozenset[str]
    reserve: Mapping[str, str]
    keeps: frozenset[str]
    likewise: frozenset[str]
    again: frozenset[str]
    earlier: Mapping[str, str]
    denials: frozenset[str]
    denied: frozenset[str]
    corrections: Mapping[str, str]
    counts: Mapping[str, str]
    ordinals: Mapping[str, str]
    pieces: frozenset[str]
    rows: frozenset[str]
    everything: frozenset[str]
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
        skip=_skipped(tables),
        own=_keys(tables, "own"),
        courtesies=_keys(tables, "courtesies"),
        nobody=_keys(tables, "nobody"),
        nothing=_keys(tables, "nothing"),
        via=_phrases(tables, "via"),
        openings=_phrases(tables, "openings"),
        greetings=_phrases(tables, "greetings"),
        ifs=_keys(tables, "ifs"),
        relatives=_keys(tables, "relatives"),
        auxiliaries=_keys(tables, "auxiliaries"),
        everyone=_phrases(tables, "all-in"),
        beside=_keys(tables, "beside"),
        but=_phrases(tables, "but"),
        origins=_keys(tables, "origins"),
        reserve=_phrases(tables, "reserve"),
        keeps=_keys(tables, "keeps"),
        placed=_keys(tables, "placed"),
        stays=_keys(tables, "stays"),
        likewise=_keys(tables, "likewise"),
        again=_keys(tables, "again"),
        earlier=_phrases(tables, "earlier"),
        denied=_keys(tables, "denied"),
        denials=_keys(tables, "denials"),
        corrections=_phrases(tables, "corrections"),
        counts=_values(tables, "counts"),
        ordinals=_values(tables, "ordinals"),
        rows=_keys(tables, "rows"),
        pieces=_keys(tables, "pieces"),
        everything=_keys(tables, "everything"),
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


def _skipped(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """The words that say nothing, each with its language."""
    return {
        key(word): frozenset({language})
        for language, table in tables.items()
        for word in (*table["skip"], *table["own"])
    }


def _keys(tables: Mapping[str, Any], group: str) -> frozenset[str]:
    return frozenset(key(word) for table in tables.values() for word in table[group])


def _phrases(tables: Mapping[str, Mapping[str, Any]], name: str) -> dict[str, str]:
    """The same as a table of meanings, for what may have several words: each means what its list is called."""
    return dict.fromkeys(_keys(tables, name), name)


def _values(tables: Mapping[str, Any], group: str) -> dict[str, str]:
    told = (each for table in tables.values() for each in table[group].items())
    return {key(word): value for value, said in told for word in said}


def _said(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    groups = ("commands", "heads", "arguments", "press", "guests")
    said = [(id_, listed[0]) for group in groups for id_, listed in table[group].items()]
    return [*said, *((f"form-{id_}", listed[0]) for id_, listed in table["form"].items())]


def longest_match(words: Sequence[Word], meanings: Mapping[str, str]) -> tuple[str, int] | None:
    """What the first words mean by a table, and how many of them were used: NO ESPERAR before NO. Four at most."""
    for count in range(min(4, len(words)), 0, -1):
        found = meanings.get(key_of(words[:count]))
        if found and not any(word.quoted for word in words[:count]):
            return found, count
    return None


def last_match(words: Sequence[Word], known: Container[str], most: int) -> int:
    """How many of the last words, `most` at most, are one that is known: "THANK YOU" before "YOU"; 0 for none."""
    return next((count for count in range(min(most, len(words)), 0, -1) if key_of(words[-count:]) in known), 0)


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
