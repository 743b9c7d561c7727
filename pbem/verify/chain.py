"""The cheap proofs of a journal: links lead back to heads, every seat's text is in the dice, faces follow from labels.

Nothing but SHA-256 and HMAC is needed; the rules are not. A proof stops at the first thing that is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.dice.chain import LENGTH, ChainDice, link_before, phase_key
from pbem.dice.die import Die, Face, faces_text
from pbem.save.journal import Journal, sheet_hashes
from pbem.save.records import Entry, Link, Manifest, PhaseRecord, RekeyRecord, Roll, RollbackRecord, RulingRecord
from pbem.verify.findings import SENTENCES, Finding

WITHOUT_NONCE = "started-without-nonce"


def record_finding(code: str, record: Entry, **values: object) -> Finding:
    """A finding about a record."""
    phase = record.phase if isinstance(record, PhaseRecord) else record.kind
    return Finding(code, record.n, record.turn, phase, {key: str(value) for key, value in values.items()})


@dataclass
class Links:
    """What is known of one chain: link[0], the head, to the highest link that was revealed, without a gap.

    Each link is the hash of the next, so a revealed link tells all below it, those too that were skipped.
    """

    known: list[bytes]

    def reveal(self, number: int, value: bytes) -> tuple[bytes, bytes] | None:
        """Take up link[number]; where it does not lead back, what it leads to and what was expected there."""
        if number < len(self.known):
            return None if self.known[number] == value else (value, self.known[number])
        found = [value]
        for _ in range(number - len(self.known)):
            found.append(link_before(found[-1]))
        before = link_before(found[-1])
        if before != self.known[-1]:
            return before, self.known[-1]
        self.known += reversed(found)
        return None


@dataclass
class ChainProof:
    """What the proofs of a journal found: the first fault, and the links of all phases by record number."""

    fault: Finding | None = None
    links: dict[int, bytes] = field(default_factory=dict)
    unproved: tuple[PhaseRecord, ...] = ()


def chain_proof(manifest: Manifest, records: Sequence[Entry], length: int = LENGTH) -> ChainProof:
    """Whether every revealed link leads back to its head; the links that suspended phases had, too.

    The numbers are those that the journal gives: `journal.faults` has been asked before. `length` is that of a chain.
    """
    chains, proof, hidden = [Links([bytes.fromhex(manifest.head)])], ChainProof(), []
    for record in records:
        if isinstance(record, RekeyRecord):
            chains.append(Links([bytes.fromhex(record.head)]))
        if not isinstance(record, PhaseRecord):
            continue
        proof.fault = _link_fault(chains[-1], record, length)
        if proof.fault is not None:
            return proof
        if record.link.value is None:
            hidden.append((record, chains[-1]))
        else:
            proof.links[record.n] = bytes.fromhex(record.link.value)
        if record.next_head is not None:
            chains.append(Links([bytes.fromhex(record.next_head)]))
    told = {record.n: chain.known[record.link.number] for record, chain in hidden if _tells(chain, record.link)}
    proof.links.update(told)
    proof.unproved = tuple(record for record, _ in hidden if record.n not in told)
    return proof


def _tells(chain: Links, link: Link) -> bool:
    return link.number < len(chain.known)


def _link_fault(chain: Links, record: PhaseRecord, length: int) -> Finding | None:
    number, value = record.link.number, record.link.value
    if number > length:
        return record_finding("link-far", record, found=number, expected=length)
    wrong = None if value is None else chain.reveal(number, bytes.fromhex(value))
    if wrong is None:
        return None
    return record_finding("link-broken", record, number=number, found=wrong[0].hex(), expected=wrong[1].hex())


def early_heads(records: Iterable[Entry], length: int) -> Iterator[Finding]:
    """The phases that publish a new head although their chain is not used up."""
    for record in records:
        if isinstance(record, PhaseRecord) and record.next_head is not None and record.link.number < length - 1:
            yield record_finding("next-head", record, found=record.link.number)


def nonce_fault(manifest: Manifest, records: Iterable[Entry]) -> Finding | None:
    """The first phase whose dice lack a seat's text without a recorded decision, or have a stranger's."""
    allowed: set[str] = set()
    for record in records:
        if isinstance(record, RekeyRecord):
            allowed = set()
        elif isinstance(record, RulingRecord) and record.ruling == WITHOUT_NONCE:
            allowed |= set(record.seats)
        elif isinstance(record, PhaseRecord):
            missing, strange = (
                set(manifest.seats) - record.nonces.keys() - allowed,
                record.nonces.keys() - set(manifest.seats),
            )
            if missing or strange:
                code = "nonce-missing" if missing else "nonce-stranger"
                return record_finding(code, record, seats=", ".join(sorted(missing or strange)))
            if record.next_head is not None:
                allowed = set()
    return None


def beacon_code(manifest: Manifest, record: PhaseRecord) -> str:
    """What is wrong with the public value of a phase, or with its lack; "" where that is as the game asks for it."""
    if (record.beacon is None) is (manifest.beacon == "none"):
        return ""
    return "beacon-missing" if record.beacon is None else "beacon-stranger"


def beacon_fault(manifest: Manifest, records: Sequence[Entry]) -> Finding | None:
    """The first phase whose dice lack the public value that the game asks for, or have one that nobody asked for.

    A phase without sheets that follows at once has value and texts of the one before: nobody could choose in between.
    """
    for before, record in zip([None, *records], records, strict=False):
        if not isinstance(record, PhaseRecord):
            continue
        if code := beacon_code(manifest, record):
            return record_finding(code, record)
        if record.beacon is None or record.sheets or record.link.again:
            continue
        if not isinstance(before, PhaseRecord) or before.suspended or before.head != record.head:
            continue
        if (before.beacon, before.nonces) != (record.beacon, record.nonces):
            return record_finding("beacon-run", record)
    return None


def roll_fault(
    manifest: Manifest, records: Iterable[Entry], links: Mapping[int, bytes], dice: Sequence[Die]
) -> Finding | None:
    """The first roll whose faces do not follow from its label, or whose label is not the only one of its phase."""
    by_name = {die.name: die for die in dice}
    for record in records:
        if isinstance(record, PhaseRecord) and record.n in links:
            key = phase_key(links[record.n], manifest.game, record.at, record.nonces, record.beacon)
            found = next(_rolls(record, ChainDice(key), by_name), None)
            if found is not None:
                return found
    return None


def _rolls(record: PhaseRecord, dice: ChainDice, by_name: Mapping[str, Die]) -> Iterator[Finding]:
    labels: set[str] = set()
    for roll in record.rolls:
        if roll.label in labels:
            yield record_finding("label-twice", record, label=roll.label)
        labels.add(roll.label)
        if not roll.items and roll.die not in by_name:
            yield record_finding("die", record, label=roll.label, found=roll.die)
        elif roll.faces != (faces := expected_faces(dice, roll, by_name.get(roll.die))):
            expected = faces_text(faces, drawn=bool(roll.items))
            yield record_finding("face", record, label=roll.label, found=roll.text, expected=expected)


def expected_faces(dice: ChainDice, roll: Roll, die: Die | None) -> tuple[Face, ...]:
    """What a roll must show by its label: so many faces of its die, or of the items that it says it draws from."""
    if roll.items:
        return dice.draw(roll.label, roll.items, min(len(roll.faces), len(roll.items)))
    return () if die is None else dice.faces(roll.label, die, len(roll.faces))


def warnings(manifest: Manifest, records: Sequence[Entry]) -> Iterator[Finding]:
    """What players should know although all proofs hold: test dice, decisions, corrections, new chains."""
    if manifest.test_dice:
        yield Finding("warn-test-dice")
    journal, chains, last = Journal.of(manifest, ()), 1, dict[str, PhaseRecord]()
    for record in records:
        if isinstance(record, RollbackRecord):
            code = "warn-correction" if record.same_dice else "warn-rollback"
            yield record_finding(code, record, to=record.to, who=record.who, why=record.why or "-")
        elif isinstance(record, RekeyRecord):
            chains += 1
            yield record_finding("warn-rekeyed", record, who=record.who, why=record.why or "-", count=chains)
        elif isinstance(record, RulingRecord):
            yield _ruling(record)
        elif isinstance(record, PhaseRecord):
            yield from _of_phase(journal, record, last)
            last = {**last, record.head: record}
            chains += record.next_head is not None
        journal.add(record)
    yield from _of_bots(records)


def _of_bots(records: Sequence[Entry]) -> Iterator[Finding]:
    """The seats for which a computer player has sent orders: from which record on, and in how many."""
    runs = [record for record in records if isinstance(record, PhaseRecord)]
    for seat in sorted({sheet.seat for run in runs for sheet in run.sheets if sheet.bot}):
        sent = [run for run in runs if any(sheet.bot and sheet.seat == seat for sheet in run.sheets)]
        yield record_finding("warn-bot", sent[0], seat=seat, count=len(sent))


def _ruling(record: RulingRecord) -> Finding:
    seats = ", ".join(record.seats)
    if record.ruling == WITHOUT_NONCE:
        return record_finding("warn-without", record, seats=seats, who=record.who, why=record.why or "-")
    code = f"warn-{record.ruling}" if f"warn-{record.ruling}" in SENTENCES else "warn-ruling"
    return record_finding(code, record, seats=seats, who=record.who, ruling=record.ruling, why=record.why)


def _of_phase(journal: Journal, record: PhaseRecord, last: Mapping[str, PhaseRecord]) -> Iterator[Finding]:
    earlier = next((r.handed for r in reversed(journal.records) if isinstance(r, PhaseRecord)), {})
    if handed := sorted(seat for seat, count in record.handed.items() if count != earlier.get(seat, 0)):
        yield record_finding("warn-handed", record, seats=", ".join(handed))
    if last and record.head not in last:
        old = list(last.values())[-1].nonces
        same = sorted(seat for seat, text in record.nonces.items() if old.get(seat) == text)
        if same:
            yield record_finding("warn-same-text", record, seats=", ".join(same))
    if record.link.again:
        old_ones = [r for r in journal.records if isinstance(r, PhaseRecord) and r.link.number == record.link.number]
        before = next((r for r in reversed(old_ones) if r.head == record.head and not r.suspended), None)
        was, now = sheet_hashes(before) if before else {}, sheet_hashes(record)
        changed = sorted(seat for seat in was.keys() | now.keys() if was.get(seat) != now.get(seat))
        if changed:
            yield record_finding("warn-corrected", record, seats=", ".join(changed))
    if record.next_head is not None:
        yield record_finding("warn-next-head", record)
