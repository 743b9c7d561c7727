"""The lexicon of La Legión, from its own files, and short ways to read with it."""

import json
import tomllib
from functools import cache
from typing import Any

from pbem.core.orders import Order
from pbem.language.lexicon import Lexicon, Names
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.resources import shipped_path
from pbem.rules.legion.orders import ORDERS
from pbem.rules.legion.sequence import SEQUENCE

SEATS = ("spanish", "spanish-2", "moroccan")


@cache
def counters() -> list[dict[str, Any]]:
    """The counters of La Legión."""
    data = json.loads(shipped_path("games", "legion", "counters.json").read_text(encoding="utf-8"))
    return list(data["counters"])


@cache
def hexes() -> dict[str, dict[str, Any]]:
    """The hexes of its map."""
    data = json.loads(shipped_path("games", "legion", "maps", "melilla.json").read_text(encoding="utf-8"))
    return dict(data["hexes"])


@cache
def lexicon() -> Lexicon:
    """The lexicon of La Legión in both languages."""
    files = {lang: shipped_path("games", "legion", f"lexicon.{lang}.toml") for lang in ("en", "es")}
    return Lexicon.build(
        orders=ORDERS,
        phases=SEQUENCE,
        words={lang: tomllib.loads(path.read_text(encoding="utf-8")) for lang, path in files.items()},
        names=Names(
            units={counter["id"]: (*counter["name"].values(), counter["short"]) for counter in counters()},
            spaces=frozenset(hexes()),
            places={hex_: tuple(data["place"]["name"].values()) for hex_, data in hexes().items() if data.get("place")},
            seats=SEATS,
            sides={counter["id"]: counter["side"] for counter in counters()},
        ),
    )


def read(text: str, **options: Any) -> Reading:
    """A strict reading of a text."""
    return read_text(text, lexicon(), **{"strict": True, **options})


def order(line: str) -> Order:
    """The order of one good line."""
    reading = read(line)
    assert not reading.problems, reading.problems
    (only,) = reading.lines
    assert only.order is not None
    return only.order


def codes(text: str, **options: Any) -> list[tuple[int, int, str]]:
    """Line, column and code of each problem of a text."""
    return [(problem.line, problem.column, problem.code) for problem in read(text, **options).problems]
