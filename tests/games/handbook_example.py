"""The played example of a handbook: its orders and outcomes read from the Markdown, played through real mails.

Blocks of code are marked by what follows the three backticks: `orders spanish setup` is a mail of a seat, `receipt
moroccan` the lines of the receipt to the mail before it, `report spanish moroccan-combat` what the report that comes
then says of that phase; `supposed moroccan` what that receipt says of what is supposed, `form spanish` the form at the
end of the last report, `standing moroccan` what it says of standing orders.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.game.codec import read_event
from pbem.game.voice import voice_of
from pbem.gamedata.games import compose, compose_position, game_counters, game_map
from pbem.gamedata.handbook import open_handbook
from pbem.language.forms import mark
from pbem.language.messages import translations
from pbem.referee.admin.seating import Player
from pbem.referee.desk.draw import render_report
from pbem.report import story
from pbem.resources import shipped_path
from pbem.save.records import PhaseRecord
from tests.referee.making import GAME, Room, new_room

LANGUAGES = ("es", "en")
QUOTED = ("receipt", "supposed", "report", "form", "standing")
"""The kinds of blocks that say what the program says."""
BLOCK = re.compile(r"^```(\w[^\n]*)\n(.*?)^```$", re.M | re.S)
ROW = re.compile(r"^\|(.+)\|$", re.M)
SEED = re.compile(r"`--seed (\w+)`")
SECTION = re.compile(r"^([^\n]+)\n(-{4,}|={4,})\n(.*?)(?=^[^\n]+\n(?:-{4,}|={4,})$|\Z)", re.M | re.S)
"""A part of a mail: its head, the line under it, and what follows up to the next head."""


@dataclass(frozen=True)
class Block:
    """A marked block: what follows the backticks, word by word, and what it holds."""

    words: tuple[str, ...]
    body: str

    @property
    def kind(self) -> str:
        """orders, or one of QUOTED."""
        return self.words[0]


@dataclass
class Played:
    """An example that was played: the room, and what each receipt and report block must hold, in their order."""

    room: Room
    quotes: list[tuple[str, ...]]


@dataclass(frozen=True)
class Practice:
    """The practice game of a rule set's handbook: who plays it, and its scenario of the words of all its orders."""

    name: str
    seats: tuple[str, ...]
    make: Callable[[set[str]], dict[str, Any]]
    game: str = GAME


def path_of(language: str, name: str = "legion") -> Path:
    """The handbook of a rule set in a language."""
    return shipped_path("games", name, f"handbook.{language}.md")


def text_of(language: str, name: str = "legion") -> str:
    """Its Markdown, with what all games have in common."""
    return open_handbook(name, language).text


def blocks(text: str) -> list[Block]:
    """The marked blocks of a handbook that the example is made of, in their order."""
    found = [Block(tuple(head.split()), body) for head, body in BLOCK.findall(text)]
    return [block for block in found if block.kind in ("orders", *QUOTED)]


def table_rows(text: str, width: int) -> Iterator[tuple[str, ...]]:
    """The rows of all tables that are so many columns wide, without backticks and heads."""
    for row in ROW.findall(text):
        cells = tuple(cell.strip().replace("`", "") for cell in row.split("|"))
        if len(cells) == width and not set("".join(cells)) <= set("-: "):
            yield cells


def front_of_beni_ammart() -> dict[str, Any]:
    """The map of Alhucemas with the towns and the trenches of Beni Ammart alone."""
    map_ = game_map("rif1926")
    zone = set(map_["zones"]["beni-am-mart"])
    map_["towns"] = {town: hex_ for town, hex_ in map_["towns"].items() if hex_ in zone}
    for hex_, about in map_["hexes"].items():
        if hex_ not in zone:
            about["terrain"] = [word for word in about["terrain"] if word != "town"]
    map_["links"]["trench"] = [line for line in map_["links"]["trench"] if set(line["hexes"]) & zone]
    return map_


def with_counters(name: str, make_map: Callable[[], dict[str, Any]], words: set[str]) -> dict[str, Any]:
    """A map with just the counters that the orders of the example name."""
    shown = game_counters(name)
    used = {unit: shown[unit] for unit in sorted(words & shown.keys())}
    return compose_position(name, map_=make_map(), counters=used)


def road_before_the_ridge() -> dict[str, Any]:
    """The map of Bailén with the road of the French coming in right before the Spanish ridge."""
    map_ = game_map("napoleonic")
    map_["entry"]["west-road"].update(hexes=["1407"], road="1407")
    return map_


def heights_of_the_condesa(words: set[str]) -> dict[str, Any]:
    """The map of Castillejos with ten units around the house of the Condesa; no one else is there, or comes."""
    data = compose("africa1860")
    battle = data["tables"]["scenarios"]["castillejos"]
    battle |= {"set-up": HEIGHTS, "arrivals": []}
    used = {unit for areas in HEIGHTS.values() for units in areas.values() for unit in units}
    return {**data, "counters": {unit: each for unit, each in data["counters"].items() if unit in used}}


HEIGHTS = {
    "spanish": {
        "lomas-de-la-condesa": ["cuenca", "luchana", "prim"],
        "morro-de-la-condesa": ["caz-vergara"],
        "playa-de-la-condesa": ["bia-2", "husares-princesa"],
    },
    "moroccan": {
        "casa-de-la-condesa": ["gaix-anyera", "gum-uagit"],
        "loma-del-morabito": ["seyyid-1"],
        "casa-del-morabito": ["feras-zagir-1"],
    },
}
LEGION = Practice("legion", ("spanish", "moroccan"), partial(with_counters, "legion", partial(game_map, "legion")))
RIF = Practice("rif1926", ("allied", "rif"), partial(with_counters, "rif1926", front_of_beni_ammart))
AFRICA = Practice("africa1860", ("spanish", "moroccan"), heights_of_the_condesa, "condesa")
BAILEN = Practice("napoleonic", ("french", "spanish"), partial(with_counters, "napoleonic", road_before_the_ridge))


def scenario(text: str, practice: Practice) -> dict[str, Any]:
    """The practice game of a handbook."""
    return practice.make({word for block in blocks(text) if block.kind == "orders" for word in block.body.split()})


@contextmanager
def without_pictures() -> Iterator[None]:
    """No pictures in the mails of an example: only their words are read, and to draw them takes its time."""
    with pytest.MonkeyPatch.context() as patch:
        for drawing in ("draw_picture", "draw_plain"):
            patch.setattr(story, drawing, lambda *args, **kwargs: b"")
        yield


def play(home: Path, language: str, practice: Practice = LEGION) -> Played:
    """Play the example of a handbook, mail by mail, from the first answer to the end of the turn."""
    text = text_of(language, practice.name)
    seed = SEED.search(text)
    assert seed is not None, "the handbook names the seed of its example"
    players = tuple(Player(seat, seat, f"{seat}@example.org", language, "Europe/Madrid") for seat in practice.seats)
    room = new_room(home, scenario(text, practice), players, seed=seed[1], name=practice.game)
    played = Played(room, [])
    for block in blocks(text):
        if block.kind == "orders":
            room.says(block.words[1], block.body)
            room.tick()
        elif block.kind == "receipt":
            played.quotes.append(_verdicts(room.text(block.words[1], "receipt")))
        elif block.kind == "supposed":
            played.quotes.append(_supposed(room.text(block.words[1], "receipt")))
        elif block.kind == "form":
            played.quotes.append(_form(room.text(block.words[1], "report"), language))
        elif block.kind == "standing":
            played.quotes.append(_standing(room.text(block.words[1], "report"), language))
        else:
            room.tick(timedelta(hours=1))
            quote = tuple(_section(room, language, block.words[1], block.words[2:]))
            played.quotes.append(quote[:-1])
        if block.words[-1] in ("setup", "combat"):
            room.tick(timedelta(hours=1))
    return played


def _verdicts(text: str) -> tuple[str, ...]:
    """What a receipt says of the orders: the verdict, what was refused and why, and the orders as they stand."""
    _to, verdict, *_rest = text.split("\n\n")
    box, sheet = text.split("─" * 70)[1], text[text.index("\n===") :].split("\n\n")[0]
    refused = re.findall(r"^(?:✗ \d+\. .*\n(?: {5}.*\n)*)", box, re.M)
    refused = "".join(refused).splitlines()
    return (*verdict.splitlines(), "", *refused, *([""] if refused else []), *sheet.splitlines()[2:])


def _supposed(text: str) -> tuple[str, ...]:
    """What a receipt says between its verdict and the orders as they stand."""
    after = text.split("─" * 70)[2]
    return tuple(after.split("\n===")[0].rpartition("\n")[0].strip().splitlines())


def _form(text: str, language: str) -> tuple[str, ...]:
    """The order form of a report, from its first line to its last."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(mark("form-begin", language)))
    return tuple(lines[first : lines.index(mark("form-end", language)) + 1])


def _standing(text: str, language: str) -> tuple[str, ...]:
    """What a report says of the standing orders of its reader."""
    head = translations(language).gettext("Your standing orders").upper()
    return next(tuple(body.strip().splitlines()) for title, _, body in SECTION.findall(text) if title == head)


def _section(room: Room, language: str, seat: str, phases: tuple[str, ...]) -> Iterator[str]:
    """What the last report says of some phases, as the mail shows it: each head with its line and all below it."""
    names = [voice_of(room.game, language).words.phase(phase) for phase in phases]
    for head, line, body in SECTION.findall(room.text(seat, "report")):
        if head.endswith(tuple(names)):
            yield from (head, line, *body.rstrip("\n").split("\n"), "")


def events_of(room: Room, turn: int) -> list[Any]:
    """The events of a turn."""
    game = room.game
    items = [item.record for item in game.records if item.record.turn == turn]
    return [read_event(game.rules, fact) for record in items for fact in record.facts]


def report_text(room: Room, seat: str) -> str:
    """The text of all reports of turn 1 to a seat, told once more."""
    return render_report(room.home, GAME, seat, 1, room.now).text


def rolls_of(room: Room, turn: int) -> dict[str, int]:
    """Every die of a turn by its label."""
    records = [i.record for i in room.game.records if isinstance(i.record, PhaseRecord) and i.record.turn == turn]
    return {roll.label: int(roll.faces[0]) for record in records for roll in record.rolls}
