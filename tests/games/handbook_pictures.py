"""The pictures of the handbooks, and what they quote of the program: `python -m tests.games.handbook_pictures`.

It plays the example of each handbook, draws its pictures with the engine and puts what receipts and reports say now
into their blocks. To be run whenever the map's looks have changed; with --words, which draws nothing and is quick,
when only the program's sentences have.
"""

import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image

from pbem.core.scene import Scene
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.gamedata.games import compose, game_counters
from pbem.gamedata.rulesets import ruleset
from pbem.referee.letters.reports.records import span_of
from pbem.report.grounds import MEMORY
from pbem.report.picture import How, draw_plain
from pbem.report.svg import hex_crop
from pbem.resources import shipped_path
from tests.games.handbook_example import (
    AFRICA,
    BAILEN,
    BLOCK,
    LANGUAGES,
    LEGION,
    QUOTED,
    RIF,
    Block,
    Played,
    path_of,
    play,
    without_pictures,
)

FORCES = re.compile(r"(^### (?:Forces|Fuerzas)\n.*?^\|---\|---\|---\|\n)(?:\|[^\n]*\n)*", re.M | re.S)
FOLDER = shipped_path("games", "legion", "handbook")
LARGEST = 160_000
"""Bytes of a picture, at most: all of them go out with the handbook of a first mail."""
SIDES = ("moroccan", "spanish")
ANNUAL, MELILLA = (12, 11, 21, 17), (33, 5, 42, 12)
"""The columns and rows of the two close-ups: first and last."""
PARADE: Mapping[str, Mapping[str, Any]] = {
    "cerinola-1": {"at": "3607"},
    "alcantara-cav-1": {"at": "3708"},
    "cerinola-mg-1": {"at": "3608"},
    "cerinola-art-1": {"at": "3907"},
    "blindados-1": {"at": "3809"},
    "bandera-1-1": {"at": "3612", "must-attack": True},
    "regulares-melilla-1": {"at": "3810"},
    "mehala-melilla-1": {"at": "3710"},
    "soliman-1": {"at": "3610"},
    "bombardero-1": {"at": "3908"},
    "hidro-1": {"at": "4110"},
    "flota-1": {"at": "4107"},
    "urriaguel-1": {"at": "3512"},
    "urriaguel-cav-1": {"at": "3410"},
    "urriaguel-mg-1": {"at": "3408"},
    "bateria-1": {"at": "3407"},
}
"""One counter of each kind around Melilla, with what it shows."""


def draw_all(played: Mapping[str, Played]) -> Iterator[tuple[str, bytes]]:
    """Every picture with its file name."""
    for language in LANGUAGES:
        game = played[language].room.game
        yield f"board.{language}.png", _drawn(game, language, _of_state({}), None)
        yield f"counters.{language}.png", _drawn(game, language, _of_state(PARADE), MELILLA)
        for number, phases in enumerate((("moroccan-movement", "moroccan-combat"), ("spanish-",)), 1):
            scene = _of_phases(game, phases)
            yield f"example-{number}.{language}.png", _drawn(game, language, scene, ANNUAL)


def _drawn(game: Game, language: str, scene: Scene, cells: tuple[int, int, int, int] | None) -> bytes:
    """A picture as a mail with several of them brings it."""
    voice = voice_of(game, language)
    how: How = {"naming": voice.naming, "signs": voice.signs}
    if cells:
        how["crop"] = hex_crop(scene.map, *cells)
    return _packed(draw_plain(scene, language, MEMORY, **how))


def _packed(png: bytes) -> bytes:
    """The same picture in fewer bytes: it is drawn once and read for years."""
    out = BytesIO()
    Image.open(BytesIO(png)).save(out, "PNG", optimize=True, compress_level=9)
    return out.getvalue()


@cache
def _scenario() -> Any:
    return ruleset("legion").read_scenario(compose("legion"))


def _of_state(units: Mapping[str, Mapping[str, Any]]) -> Scene:
    """The shipped map with some counters on it, in the Spanish combat of a late turn."""
    rules = ruleset("legion")
    state = rules.dump(rules.initial(_scenario()), full=True)
    for unit, fields in units.items():
        state["units"][unit] |= {"status": "map", **fields}
    state |= {"turn": 5, "phase": "spanish-combat"} if units else {}
    return rules.scene(rules.load(_scenario(), state), (), None)


def _of_phases(game: Game, phases: tuple[str, ...]) -> Scene:
    """What happened in phases of turn 1 that begin so; the set-up is none of them."""
    turn = [item for item in game.records if item.record.turn == 1 and "setup" not in getattr(item.record, "phase", "")]
    items = [item for item in turn if getattr(item.record, "phase", "").startswith(phases)]
    before, events, _ = span_of(game, items)
    return game.rules.scene(before, events, None)


def forces(language: str) -> str:
    """The rows of the table of forces: what comes on each turn, the counters of each unit, by side."""
    counters = sorted(game_counters("legion").values(), key=lambda counter: str(counter["unit"]))
    rows = ((turn, *(_arriving(counters, side, turn, language) for side in SIDES)) for turn in (1, 3, 5))
    return "".join(f"| {turn} | {moroccan} | {spanish} |\n" for turn, moroccan, spanish in rows)


def _arriving(counters: list[dict[str, Any]], side: str, turn: int, language: str) -> str:
    mine = [counter for counter in counters if (counter["side"], counter["turn"]) == (side, turn)]
    names = {unit: list(each) for unit, each in groupby(mine, key=lambda counter: str(counter["unit"]))}
    return ", ".join(f"{each[0]['unit-name'][language]} ({len(each)})" for each in names.values())


def renewed(text: str, played: Played) -> str:
    """A handbook with what the program says now in its receipts and reports."""
    quotes = iter(played.quotes)

    def put(found: Any) -> str:
        block = Block(tuple(found[1].split()), found[2])
        if block.kind not in QUOTED:
            return str(found[0])
        return "\n".join((f"```{found[1]}", *next(quotes), "```"))

    return BLOCK.sub(put, text)


def with_forces(text: str, language: str) -> str:
    """The handbook of La Legión with the counters that there are now."""
    return FORCES.sub(lambda found: found[1] + forces(language), text)


def main(draws: bool) -> None:
    """Renew what is quoted and, if it draws, all pictures; say what was written."""
    with tempfile.TemporaryDirectory() as home, without_pictures():
        for practice in (LEGION, RIF, AFRICA, BAILEN):
            played = {each: play(Path(home) / practice.name / each, each, practice) for each in LANGUAGES}
            for name, png in draw_all(played) if draws and practice is LEGION else ():
                (FOLDER / name).write_bytes(png)
                print(f"{name}: {len(png) // 1000} kB")
            for language, each in played.items():
                path = path_of(language, practice.name)
                text = renewed(path.read_text("utf-8"), each)
                path.write_text(with_forces(text, language) if practice is LEGION else text, "utf-8")
                print(f"games/{practice.name}/{path.name} is renewed.")
                each.room.close()


if __name__ == "__main__":
    main(draws="--words" not in sys.argv)
