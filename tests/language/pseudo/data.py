"""What stands in mails, pages and pictures as it is in every language: names, words of orders, addresses, hashes."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pbem.report.words import capfirst
from tests.language.pseudo.words import OPEN, outside
from tests.traceability import ROOT

HEX = re.compile(r"\b[0-9a-f]{8,}\b")
HASH_WORDS = re.compile(r"\b(?:[bdflnrst][aiou]){3}(?:\s+(?:[bdflnrst][aiou]){3}\b)+")
ADDRESS = re.compile(r"[^\s<>(),]+@[^\s<>(),]+|https?://\S+")
CLAUSE = re.compile(r"\b[A-Z]{2,3}-\d[\d.]*")
FILE = re.compile(r"\b[\w-]+\.(?:eml|json|txt|py|mjs|pdf|png|svg|html|toml|ics|md)\b")
COMMAND = re.compile(r"\bpbem(?: [a-z]+)*\b|(?<!\w)--?[a-z][a-z-]*")
"""Commands of the program and their options."""
RECORD = re.compile(r"\b\d+\.[a-z]+(?:-[a-z]+)*|\b[a-z]+(?: [\w#-]+)*: \d+(?: \d+)* –")
"""Names by which dice and fingerprints are computed: "1.moroccan-combat", "attack beni-1 #2: 3 –"."""
LAUGHTER = re.compile(r"(\w)\1{19,}")
PATTERNS = (LAUGHTER, ADDRESS, HEX, HASH_WORDS, CLAUSE, FILE, COMMAND, RECORD)
WORD = re.compile(r"[^\W\d_]{2,}")


@cache
def names() -> tuple[str, ...]:
    """Every name of the shipped games, and every word of orders and commands."""
    found = set(_written())
    for path in sorted((ROOT / "games").glob("*/counters.json")) + sorted((ROOT / "games").glob("*/maps/*.json")):
        found |= set(_named(json.loads(path.read_text("utf-8"))))
    found |= {capfirst(name) for name in found}
    return tuple(sorted(name for name in found if WORD.search(name)))


def _written() -> Iterator[str]:
    """The words of orders and mail commands."""
    for path in sorted((ROOT / "games").glob("*/lexicon.*.toml")) + sorted(
        (ROOT / "templates").glob("commands.*.toml")
    ):
        data = tomllib.loads(path.read_text("utf-8"))
        yield from (phase for phase in data.get("phases", {}) if "-" in phase)
        for group in (
            "verbs",
            "keywords",
            "choices",
            "groups",
            "heads",
            "commands",
            "arguments",
            "form",
            "press",
            "guests",
        ):
            for words in data.get(group, {}).values():
                listed = [words] if isinstance(words, str) else words
                yield from (word for word in listed if word.isupper() or group == "groups")


def _named(value: Any) -> Iterator[str]:
    """The ids and names in a file of counters or a map."""
    if isinstance(value, Mapping):
        names, articles = value.get("name"), value.get("article", {})
        for language, name in names.items() if isinstance(names, Mapping) else ():
            yield from (name, f"{articles.get(language, '')} {name[:1].lower()}{name[1:]}".strip())
        yield from (str(one) for key, one in value.items() if key in ("id", "short", "division", "group", "side"))
        yield from str(value.get("short", "")).split()  # a line may end within it
        yield from (one for key, each in value.items() if key not in ("name", "article") for one in _named(each))
    elif isinstance(value, list):
        for one in value:
            yield from _named(one)


@cache
def _pattern(texts: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted({*texts, *map(str.upper, texts)}, key=lambda text: (-len(text), text))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest))})(?![^\W_])")


def hard_coded(text: str, said: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> list[str]:
    """The words of a text that are neither in ⟦ ⟧ nor data, each once.

    `said` is what people wrote, `more` are names beside those of the shipped games.
    """
    left = " ".join(outside(text).split())
    for known in (_pattern((OPEN, *said)), *PATTERNS, _pattern((*names(), *more))):
        left = known.sub(" · ", left)
    return list(dict.fromkeys(WORD.findall(left)))
