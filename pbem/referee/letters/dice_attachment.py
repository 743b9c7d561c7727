"""The proof of the dice that a report tells of, as a small JSON attachment: all that a player needs to check each die.

L hashes lead from link[L] to the head, so one report alone proves its dice against the head of the first mail.
"""

import json
from collections.abc import Sequence

from pbem.core.events import Rolled
from pbem.game.game import Game
from pbem.mail.writing.compose import Attachment
from pbem.report.content import Span
from pbem.save.journal import StoredRecord
from pbem.save.records import Json, PhaseRecord, RekeyRecord

PROOF = "pbem-dice-1"


def dice_sheet(game: Game, seat: str, spans: Sequence[Span]) -> Json:
    """The dice of some records told to a seat: links, heads, texts in the key, and the rolls that the seat sees."""
    by_number = {item.record.n: item for item in game.records}
    return {
        "dice": {die.name: list(die.faces) for die in game.rules.DICE},
        "format": 1,
        "game": game.name,
        "head": game.manifest.head,
        "proof": PROOF,
        "records": [_record(by_number[span.n], span.rolls) for span in spans],
        "seat": seat,
        "test-dice": game.manifest.test_dice,
    }


def attachment(game: Game, seat: str, spans: Sequence[Span]) -> Attachment | None:
    """The sheet as a file of a mail, `dice-7.json` after the last record told; None where no record is told."""
    if not spans:
        return None
    data = dice_sheet(game, seat, spans)
    lines = ",\n".join(f" {_json(key)}: {_value(data[key])}" for key in sorted(data))
    return Attachment(f"dice-{spans[-1].n}.json", "application/json", f"{{\n{lines}\n}}\n".encode())


def _record(item: StoredRecord, rolls: Sequence[Rolled]) -> Json:
    record = item.record
    found: Json = {"hash": item.hash, "kind": record.kind, "n": record.n, "previous": record.previous}
    found["turn"] = record.turn
    if isinstance(record, RekeyRecord):
        found["head"] = record.head
    if isinstance(record, PhaseRecord):
        found |= {"beacon": record.beacon, "head": record.head, "link": record.link.to_json(), "phase": record.phase}
        found["nonces"] = dict(sorted(record.nonces.items()))
        found["rolls"] = [_roll(roll) for roll in rolls]
        if record.next_head is not None:
            found["next-head"] = record.next_head
    return found


def _roll(roll: Rolled) -> Json:
    source: Json = {"items": list(roll.items)} if roll.items else {"die": roll.die}
    return {**source, "faces": list(roll.faces), "label": roll.label}


def _value(value: object) -> str:
    """A list with an entry a line, for people; anything else on one line."""
    if isinstance(value, list) and value:
        return "[\n  " + ",\n  ".join(map(_json, value)) + "\n ]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
