"""A short journal with honest dice, and the mails that tell of it: reports with their proof, receipts."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem.canonical import digest
from pbem.dice.chain import Chain, ChainDice, phase_key
from pbem.dice.die import D6, Die
from pbem.report.letters import OWN_WORDS
from pbem.save.journal import StoredRecord
from pbem.save.records import Entry, Link, PhaseRecord, RekeyRecord, Roll, RulingRecord, States
from pbem.save.words import hash_words
from pbem.verify.mail_facts import DiceSheet, ReportedRecord, Witness
from tests.save.making import game, phase, suspended

LENGTH = 6
OLD, NEW = (Chain.from_root(bytes([n]) * 32, LENGTH) for n in (1, 2))
GAME = game(head=OLD.head)
GAME_HASH = digest(GAME.to_json())
LEGION = Die("legion", (2, 3, 3, 4, 4, 5))
NONCES = {"moroccan": "arena", "spanish": "niebla"}
HIDDEN = object()
"""In the place of a link's value: it is not told yet."""
BY: dict[str, Any] = {
    "turn": 1,
    "previous": "0" * 64,
    "state": States(before="1" * 64, after="1" * 64),
    "test_dice": False,
    "who": "R",
    "why": "it was lost",
}
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def run(n: int, number: int | None = None, chain: Chain = OLD, value: Any = None, **fields: Any) -> Any:
    """A run of a phase with a link of a chain, revealed as it is, as `value`, or HIDDEN."""
    number = n if number is None else number
    told = None if value is HIDDEN else (value or chain.links[number]).hex()
    usual = {"link": Link(number=number, value=told), "head": chain.head, "nonces": NONCES, "rolls": ()}
    waits = {} if told else {"suspended": suspended(1).suspended}
    return phase(n, **{**usual, **waits, **fields})


def rekey(n: int, head: str = NEW.head, **fields: Any) -> RekeyRecord:
    return RekeyRecord(n=n, head=head, **{**BY, **fields})


def ruling(n: int, name: str, *seats: str, **fields: Any) -> RulingRecord:
    return RulingRecord(n=n, ruling=name, seats=seats, **{**BY, "events": (), **fields})


def rolled(number: int = 1, beacon: str | None = None, chain: Chain = OLD) -> list[Roll]:
    """The honest rolls of a run: a die, two more of another kind, and two of three by lot."""
    dice = ChainDice(phase_key(chain.link(number), "melilla", "1.movement", NONCES, beacon))
    lot = ("a", "b", "c")
    return [
        Roll(label="attack", die="legion", faces=dice.faces("attack", LEGION)),
        Roll(label="weather", die="d6", faces=dice.faces("weather", D6, 2)),
        Roll(label="lot", faces=dice.draw("lot", lot, 2), items=lot),
    ]


def stored(*records: Entry) -> list[StoredRecord]:
    """A journal of records, each with the hash of the one before."""
    found, before = [], GAME_HASH
    for record in records:
        whole = record.model_copy(update={"previous": before})
        before = digest(whole.to_json())
        found.append(StoredRecord(whole, before, whole.name))
    return found


def reported(item: StoredRecord, **changes: Any) -> ReportedRecord:
    """A record as a report tells of it."""
    record = item.record
    values: dict[str, Any] = {
        "n": record.n,
        "turn": record.turn,
        "kind": record.kind,
        "hash": item.hash,
        "previous": record.previous,
    }
    if isinstance(record, PhaseRecord):
        of_dice = ("phase", "head", "link", "nonces", "beacon", "rolls", "next_head")
        values |= {key: getattr(record, key) for key in of_dice}
    if isinstance(record, RekeyRecord):
        values["head"] = record.head
    return ReportedRecord(**{**values, **changes})


def shown(told: Sequence[ReportedRecord]) -> tuple[str, ...]:
    """The lines in which a report shows records and their dice."""
    lines: list[str] = []
    for each in told:
        lines += [f"Record {each.n}:", each.hash, f"  {hash_words(each.hash)}"]
        lines += [each.link.value] if each.link is not None and each.link.value is not None else []
        if each.rolls:
            lines += ["Dice of this phase:", *(f"  {roll.label}: {roll.text}  ({roll.die})" for roll in each.rolls), ""]
    return tuple(lines)


def report(
    *told: ReportedRecord, name: str = "r.eml", lines: Sequence[str] | None = None, of: str = "melilla", **sheet: Any
) -> Witness:
    """A report of records; `lines`: what it shows where that is not what its proof says, `of`: the game of its head."""
    usual: dict[str, Any] = {
        "proof": "pbem-dice-1",
        "format": 1,
        "game": "melilla",
        "seat": "spanish",
        "head": OLD.head,
        "test_dice": False,
        "dice": {"legion": LEGION.faces, "d6": D6.faces},
        "records": told,
    }
    text = shown(told) if lines is None else tuple(lines)
    proof = DiceSheet(**{**usual, **sheet})
    return Witness(name, of, WHEN, " ".join(" ".join(text).split()), text, False, f"dice-{name}.json", proof)


def letter(*hashes: str, name: str = "first.eml", of: str = "melilla", words: bool = True) -> Witness:
    """A mail without a proof that tells hashes with their words, such as the first of all."""
    text = " ".join(f"{each} {hash_words(each)}" if words else each for each in hashes)
    return Witness(name, of, WHEN, text, (text,), False)


def receipt(
    name: str,
    sheets: dict[str, str] | None = None,
    *,
    seat: str = "spanish",
    since: str = "1.movement",
    moment: tuple[int, int, int] | None = None,
    words: tuple[int, str] | None = None,
    minutes: int = 0,
    answers: bool = True,
    turn: int | None = None,
) -> Witness:
    """A receipt of a seat: the hashes of its sheets by phase, from which phase on it tells all (or, older, the `turn`),
    when it was written by its counts, and its words in the dice."""
    head = f"({seat}, {since}…)" if turn is None else f"({seat}, {turn})"
    counts = "" if moment is None else f" {moment[0]}-{moment[1]}-{moment[2]}"
    told = [f"({seat}, {at}): {hash_}" for at, hash_ in (sheets or {}).items()]
    lines = [f"{head}{counts}", *told]
    lines += [] if words is None else [f"! {OWN_WORDS % {'n': words[0]}}", words[1]]
    date = WHEN + timedelta(minutes=minutes)
    return Witness(name, "melilla", date, " ".join(" ".join(lines).split()), tuple(lines), answers)
