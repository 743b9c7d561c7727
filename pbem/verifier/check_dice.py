#!/usr/bin/env python3
"""Check the dice of a pbem game without pbem:  python check_dice.py SAVE  (the folder with game.json), or
python check_dice.py dice-7.json  (the file that was attached to a report). Exit code 0: all holds; 1: it does not.

Plain Python 3.8, no code of pbem. It checks that no record was changed or taken out (each names the hash of the one
before), that every link of the dice chain leads back to the head that was published before the game, and that every
die and draw follows from link, players' texts and label. That the rules asked for them, only `pbem verify` can tell.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import sys
from pathlib import Path
from typing import Any, Iterator  # noqa: UP035 - as Python 3.8 has it

TAG = b"pbem-chain-1:"


def canonical(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def dice_of(game: dict[str, Any], scenario: dict[str, Any]) -> dict[str, list[Any]]:
    """The faces of each die: game.json lists them, for the first games a table of scenario.json, whose hash it has."""
    if game.get("faces"):
        return dict(game["faces"])
    tables = scenario.get("tables", {}) if sha(canonical(scenario)) == game.get("scenario") else {}
    return {each["name"]: each["faces"] for each in tables.values() if isinstance(each, dict) and "faces" in each}


def back(link: str, steps: int) -> str:
    """Each link is the hash of the next: so many steps back from a link."""
    for _ in range(steps):
        link = sha(TAG + b"link:" + bytes.fromhex(link))
    return link


def stream(key: bytes, label: str) -> Iterator[int]:
    """The bytes of a roll, which come from the key and the label."""
    for block in itertools.count():
        yield from hmac.new(key, TAG + b"roll:" + label.encode() + b"\0" + block.to_bytes(4, "big"), "sha256").digest()


def below(source: Iterator[int], n: int) -> int:
    """From one byte, or two for n over 256; what is past the last whole multiple of n is dropped."""
    size, value = (256 if n <= 256 else 65536), -1
    while not 0 <= value < size - size % n:
        value = next(source) if size == 256 else next(source) << 8 | next(source)
    return value % n


def given(key: bytes, roll: dict[str, Any], dice: dict[str, list[Any]]) -> list[Any]:
    """What a roll must show: faces of its die, or items drawn by lot, none twice, by swapping them to the front."""
    source, count, items = stream(key, roll["label"]), len(roll["faces"]), list(roll.get("items", ()))
    if not items:
        die = dice[roll["die"]]
        return [die[below(source, len(die))] for _ in range(count)]
    for i in range(count):
        other = i + below(source, len(items) - i)
        items[i], items[other] = items[other], items[i]
    return items[:count]


class Chain:
    """The links since a head: those revealed, the last number, and which a correction may name once again."""

    def __init__(self, head: str) -> None:
        self.start(head)

    def start(self, head: str) -> None:
        self.known, self.last = {0: head}, 0
        self.waits: list[Any] | None = None  # number and phase while a question is open
        self.again: dict[int, str] = {}
        self.named: set[int] = set()

    def undo(self, undone: list[dict[str, Any]]) -> None:
        links = {r["link"]["number"]: r["phase"] for r in undone if r["kind"] == "phase"}
        self.again, self.waits = {i: links[i] for i in links if i not in self.named}, None

    def take(self, record: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
        number, link, phase = record["link"]["number"], record["link"].get("value"), record["phase"]
        if self.waits:
            yield "link number", [number, phase], self.waits
        elif record["link"].get("again"):
            yield "phase of the link named again", self.again.pop(number, ""), phase
            self.named.add(number)
        else:
            yield "link number", number, self.last + 1
        self.last, self.waits = max(self.last, number), [number, phase] if record.get("suspended") else None
        if link:
            lower = max(i for i in self.known if i <= number)
            yield "link", back(link, min(number - lower, 4096)), self.known[lower]
            self.known[number] = link


def rolls(game: str, dice: dict[str, list[Any]], record: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """A phase's key is made of its link, the players' texts, the beacon and its name; its dice of key and label."""
    about = {"beacon": record["beacon"], "game": game, "nonces": record["nonces"]}
    about["phase"] = f"{record['turn']}.{record['phase']}"
    link = bytes.fromhex(record["link"]["value"])
    key = hmac.new(link, TAG + b"phase:" + canonical(about), "sha256").digest()
    yield "rolls with one label", len({roll["label"] for roll in record["rolls"]}), len(record["rolls"])
    for roll in record["rolls"]:
        if not roll.get("items") and roll.get("die") not in dice:
            yield "die of roll " + roll["label"], roll.get("die"), " or ".join(sorted(dice))
        else:
            yield "roll " + roll["label"], canonical(roll["faces"]).decode(), canonical(given(key, roll, dice)).decode()


def sheets(record: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The hash that a player's receipt printed is that of the lines as understood; in format 1, as written."""
    for sheet in record["sheets"]:
        lines = "".join(f"{line['number']}. {line['text']}\n" for line in sheet["lines"]).encode()
        if record.get("format", 1) > 1:
            read = [(line.get("read") or line["order"], line) for line in sheet["lines"]]
            lines = canonical([{"number": line["number"], "order": o, "text": line["text"]} for o, line in read])
        yield "hash of a sheet", sheet["hash"], sha(lines)


def of_record(
    game: str, dice: dict[str, list[Any]], records: list[dict[str, Any]], n: int, chain: Chain
) -> Iterator[tuple[str, Any, Any]]:
    record = records[n - 1]
    yield "number", record["n"], n
    if record["kind"] == "rollback":
        chain.undo(records[record["to"] : n - 1] if record["same-dice"] else [])
    elif record["kind"] == "phase":
        yield from chain.take(record)
        yield from sheets(record)
        yield from rolls(game, dice, record) if record["link"].get("value") else ()
    new_head = record["head"] if record["kind"] == "rekey" else record.get("next-head")
    if new_head:
        chain.start(new_head)


def check(game: dict[str, Any], records: list[dict[str, Any]], scenario: dict[str, Any]) -> list[list[Any]]:
    """What is wrong: lists of record, what, found, expected; empty if all holds."""
    wrong, previous, chain, dice = [], sha(canonical(game)), Chain(game["head"]), dice_of(game, scenario)
    for n, record in enumerate(records, 1):
        try:
            found = [("hash of the record before", record.get("previous"), previous)]
            previous = sha(canonical(record))
            found += of_record(game["game"], dice, records, n, chain)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            found = [("record", "unreadable", "a record of pbem")]
        wrong += [[n, *each] for each in found if canonical(each[1]) != canonical(each[2])]
    return wrong


def check_report(sheet: dict[str, Any]) -> list[list[Any]]:
    """What is wrong in the proof of a report: as `check`, but its records are only told by their hashes."""
    told: dict[int, str] = {}
    chains: dict[str, dict[int, str]] = {}
    wrong, heads = [], {sheet["head"]}
    for record in sheet["records"]:
        n, link, head = record.get("n", 0), record.get("link") or {}, record.get("head")
        try:
            found = [("hash of the record before", record["previous"], told.get(n - 1, record["previous"]))]
            found.append(("number", n, max(told, default=n - 1) + 1))
            if record["kind"] == "phase" and link.get("value"):
                known = chains.setdefault(head, {0: head})
                lower = max(i for i in known if i <= link["number"])
                found.append(("link", back(link["value"], min(link["number"] - lower, 4096)), known[lower]))
                found.append(
                    ("head", head, head if head in heads or n == sheet["records"][0]["n"] else "one told before")
                )
                known[link["number"]] = link["value"]
                found += rolls(sheet["game"], sheet["dice"], record)
            elif record.get("rolls") and not (record["kind"] == "phase" and link.get("number") and head):
                found.append(("rolls without their link", len(record["rolls"]), 0))  # one that waits tells its number
            heads |= {head, record.get("next-head")}
            told[n] = record["hash"]
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            found = [("record", "unreadable", "a record of pbem")]
        wrong += [[n, *each] for each in found if canonical(each[1]) != canonical(each[2])]
    return wrong


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def main(path: Path) -> int:
    """Say what is wrong with a save, or with the proof of a report; 1 if anything is, 2 if it cannot be read."""
    try:
        if path.is_dir():
            files = [read(file) for file in sorted(path.glob("turns/[0-9]*.json"))]
            faults = check(read(path / "game.json"), files, read(path / "scenario.json"))
            good, head = f"{len(files)} records: journal, links and dice hold.", read(path / "game.json")["head"]
        else:
            sheet = read(path)
            faults, head = check_report(sheet), sheet["head"]
            good = f"{len(sheet['records'])} records told: links and dice hold."
    except (OSError, AttributeError, LookupError, TypeError, ValueError) as wrong:
        print(f"{path} cannot be read as a save or the proof of a report: {wrong!r}")
        return 2
    for number, what, found, expected in faults:
        print(f"WRONG in record {number}: {what} is {found}; expected: {expected}")
    if not faults:
        print(f"{good} Compare the head with that of your first mail: {head}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
