"""Saves of played rooms as a dishonest referee would leave them, and the mails that players have kept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.canonical import digest
from pbem.save.folder import state_value
from pbem.save.layout import text
from pbem.verify.verify import Verdict, verify
from tests.referee.making import Room
from tests.verify.making import resealed

Json = dict[str, Any]
Edit = Callable[[list[Json]], object]


def kept(room: Room, seat: str | None = None, what: str | None = None) -> list[Path]:
    """The mails that players have in their mailboxes, as files."""
    folder = room.path.parent / f"kept-{seat}-{what}"
    folder.mkdir(exist_ok=True)
    files = []
    for number, row in enumerate(room.rows(seat, what)):
        path = folder / f"{number:02d}-{row.what}-{row.seat}.eml"
        path.write_bytes(row.raw)
        files.append(path)
    assert files
    return files


def records(room: Room) -> list[Json]:
    """The values of the record files, in order."""
    return [json.loads(path.read_bytes()) for path in sorted((room.save / "turns").iterdir())]


def understood(sheet: Json) -> list[Json]:
    """The lines of a recorded sheet as its receipt told them."""
    return [{**line, "order": line.get("read", line["order"])} for line in sheet["lines"]]


def forged(room: Room, edit: Edit, *, seal: bool = True) -> Path:
    """The save after somebody has edited its records by hand; with `seal` every hash after that is mended."""
    made = records(room)
    edit(made)
    return written(room, resealed(made, json.loads((room.save / "game.json").read_bytes())) if seal else made)


def written(room: Room, made: list[Json]) -> Path:
    """The save with other records, and a state.json that goes with them where it can."""
    turns = room.save / "turns"
    for path in turns.iterdir():
        path.unlink()
    for record in made:
        name = record["phase"] if record["kind"] == "phase" else record["kind"]
        (turns / f"{record['n']:04d}-{record['turn']:02d}-{name}.json").write_bytes(text(record, {"sheets": 3}))
    return room.save


def stood(room: Room, n: int) -> None:
    """state.json as it was after record n, whatever the private side knows."""
    from pbem.game.game import open_game
    from pbem.game.phase import state_after

    game = open_game(room.save)
    before = [item.record for item in game.records if item.record.n <= n]
    state = state_after(game.rules, game.rules.initial(game.scenario), before)
    value = state_value(game.rules.dump(state))
    assert digest(value) == before[-1].state.after
    (room.save / "state.json").write_bytes(text(value))


def code(found: Verdict) -> tuple[int, str] | None:
    """Record and code of the fault."""
    return None if found.fault is None else (found.fault.n, found.fault.code)


def verified(path: Path, *mails: Path) -> tuple[int, str] | None:
    """What verify says first, or None if all holds."""
    return code(verify(path, mails))


def warned(path: Path, *mails: Path) -> list[str]:
    """The warnings of a save that holds."""
    found = verify(path, mails)
    assert found.fault is None, found.fault.sentence("en")
    return [warning.code for warning in found.warnings]
