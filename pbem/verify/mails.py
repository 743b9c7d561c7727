"""What mails prove: alone, that their dice follow from the head; beside a save, that it was not changed since."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest

from pbem.dice.chain import LENGTH, ChainDice, phase_key
from pbem.dice.die import Die, Face, faces_text
from pbem.gamedata.rulesets import ruleset, sound_rulesets
from pbem.save.journal import Journal, StoredRecord
from pbem.save.records import (
    AMENDED,
    CLOCK_ACCEPTED,
    FIRST,
    Entry,
    Manifest,
    PhaseRecord,
    RekeyRecord,
    Roll,
    RollbackRecord,
    RulingRecord,
    SheetLines,
    hash_as_written,
    sheet_hash,
)
from pbem.save.words import hash_words
from pbem.verify.chain import Links, expected_faces, record_finding
from pbem.verify.findings import Finding
from pbem.verify.mail_facts import STRANGERS, DiceSheet, ReportedRecord, Witness, written
from pbem.verify.own_words import check_own_words

NO_LINES = frozenset({sheet_hash(()), hash_as_written(())})
EMPTY = sheet_hash(())


def mail_finding(code: str, told: ReportedRecord, **values: object) -> Finding:
    """A finding about a record as a mail tells of it."""
    return Finding(code, told.n, told.turn, told.phase or told.kind, {key: str(value) for key, value in values.items()})


def check_alone(mails: Sequence[Witness], length: int = LENGTH) -> Iterator[Finding]:
    """What is wrong with mails without a save: hashes, links and heads among each other, dice, text against proof."""
    known: dict[int, ReportedRecord] = {}
    chains: dict[str, Links] = {}
    proofs = [(mail, mail.sheet) for mail in mails if mail.sheet is not None]
    for mail, sheet in proofs:
        if {mail.game, sheet.game} != {proofs[0][0].game}:
            yield Finding("mail-game", values={"mail": mail.name, "found": sheet.game})
        yield from _unknown_dice(sheet.dice)
        for told in sorted(sheet.records, key=lambda each: each.n):
            yield from _next_to(known, told, mail)
            yield from _dice(mail, sheet, told, chains, length)
            known[told.n] = told
        yield from _shown(mail, sheet)
        yield from _left_out(mail, sheet)
    yield from _heads(mails)


def _unknown_dice(dice: Mapping[str, tuple[Face, ...]]) -> Iterator[Finding]:
    """Dice with other faces than they have: a proof brings its own faces, and must not choose them."""
    ours = {die.name: die.faces for rules in sound_rulesets() for die in rules.DICE}
    for name, faces in dice.items():
        if ours.get(name) != faces:
            shown = " ".join(map(str, faces))
            yield Finding("mail-die", values={"die": name, "found": shown})


def _next_to(known: Mapping[int, ReportedRecord], told: ReportedRecord, mail: Witness) -> Iterator[Finding]:
    """Whether mails tell the same of a record, and each record names the hash of the one before."""
    twin, before, after = known.get(told.n), known.get(told.n - 1), known.get(told.n + 1)
    if twin is not None and twin.hash != told.hash:
        yield mail_finding("mail-hash", told, mail=mail.name, found=told.hash, expected=twin.hash)
    if before is not None and told.previous != before.hash:
        yield mail_finding("mail-previous", told, mail=mail.name, found=told.previous, expected=before.hash)
    if after is not None and after.previous != told.hash:
        yield mail_finding("mail-previous", told, mail=mail.name, found=after.previous, expected=told.hash)


def _dice(
    mail: Witness, sheet: DiceSheet, told: ReportedRecord, chains: dict[str, Links], length: int
) -> Iterator[Finding]:
    """Whether the link of a phase leads to its head, and its dice follow from link, texts and labels."""
    if told.link is None or told.head is None:
        if told.rolls:
            yield mail_finding("mail-unproved", told, mail=mail.name)
        return
    if told.link.value is None:  # of a phase that waits for an answer
        return
    if told.link.number > length:
        yield mail_finding("link-far", told, found=told.link.number, expected=length)
        return
    chain = chains.setdefault(told.head, Links([bytes.fromhex(told.head)]))
    link = bytes.fromhex(told.link.value)
    wrong = chain.reveal(told.link.number, link)
    if wrong is not None:
        yield mail_finding("link-broken", told, number=told.link.number, found=wrong[0].hex(), expected=wrong[1].hex())
    dice = ChainDice(phase_key(link, sheet.game, told.at, told.nonces, told.beacon))
    labels: set[str] = set()
    for roll in told.rolls:
        faces = sheet.dice.get(roll.die)
        if roll.label in labels:
            yield mail_finding("label-twice", told, label=roll.label)
        labels.add(roll.label)
        if not roll.items and not faces:
            yield mail_finding("die", told, label=roll.label, found=roll.die)
        elif (expected := expected_faces(dice, roll, Die(roll.die, faces) if faces else None)) != roll.faces:
            shown = faces_text(expected, drawn=bool(roll.items))
            yield mail_finding("face", told, label=roll.label, found=roll.text, expected=shown)


def _shown(mail: Witness, sheet: DiceSheet) -> Iterator[Finding]:
    """Whether the text that the player reads says what the proof says."""
    for told in _told(sheet.records):
        shown = [told.hash, hash_words(told.hash), *(f"{roll.label}: {roll.text}" for roll in told.rolls)]
        if told.link is not None and told.link.value is not None:
            shown.append(told.link.value)
        for text in shown:
            if " ".join(text.split()) not in mail.text:
                yield mail_finding("mail-text", told, mail=mail.name, file=mail.file, expected=text)


def _told(records: Sequence[ReportedRecord]) -> Iterator[ReportedRecord]:
    """The records that a text shows: not a run that stopped for an answer, where one that went on, with all that it
    rolled, comes later."""
    whole = {told.at: told.n for told in records if told.link is not None and told.link.value is not None}
    for told in records:
        stopped = told.link is not None and told.link.value is None and not told.rolls
        if not (stopped and told.n < whole.get(told.at, told.n)):
            yield told


def _left_out(mail: Witness, sheet: DiceSheet) -> Iterator[Finding]:
    """What the text shows and the proof does not say: records by their hashes and words, rolls by the lists of dice.

    A report tells of all records since the one before it, so none may be missing between two.
    """
    records, values = sheet.records, {"mail": mail.name, "file": mail.file}
    for before, told in pairwise(records):
        if told.n != before.n + 1:
            yield mail_finding("mail-gap", told, **values)
    known = {sheet.head, *(hash_ for told in records for hash_ in (told.hash, told.head, told.next_head))}
    for hash_ in mail.hashes:
        if hash_ not in known:
            yield Finding("mail-more", values={**values, "found": hash_})
    listed = [told for told in records if told.rolls]
    for told, shown in zip_longest(listed, mail.rolls):
        lines = [f"{roll.label}: {roll.text}" for roll in told.rolls] if told is not None else []
        for line, roll in zip_longest(lines, shown or ()):
            if roll is not None and not (line and roll.startswith(" ".join(line.split()))):
                found = {**values, "found": roll}
                yield Finding("mail-more", values=found) if told is None else mail_finding("mail-more", told, **found)


def _heads(mails: Sequence[Witness]) -> Iterator[Finding]:
    """Whether all mails give the same first head, and no phase uses a head that no mail brought."""
    sheets = [mail.sheet for mail in mails if mail.sheet is not None]
    brought = {sheet.head for sheet in sheets} | {told.next_head for sheet in sheets for told in sheet.records}
    brought |= {told.head for sheet in sheets for told in sheet.records if told.link is None}
    brought |= {hash_ for mail in mails if mail.sheet is None for hash_ in mail.hashes}
    for mail in mails:
        if mail.sheet is not None and mail.sheet.head != sheets[0].head:
            values = {"mail": mail.name, "found": mail.sheet.head, "expected": sheets[0].head}
            yield Finding("mail-head", values=values)
        for told in mail.sheet.records if mail.sheet is not None else ():
            if told.head not in brought:
                yield mail_finding("mail-new-head", told, mail=mail.name, found=told.head)


def check_beside_save(
    mails: Sequence[Witness], manifest: Manifest, game_hash: str, written: Sequence[StoredRecord]
) -> Iterator[Finding]:
    """What mails prove against a save that holds in itself: it was cut or changed after they were sent."""
    for mail in mails:
        if mail.game == STRANGERS != manifest.game:
            continue
        if mail.game != manifest.game:
            yield Finding("mail-game", values={"mail": mail.name, "found": mail.game})
        elif mail.sheet is not None:
            yield from _records(mail, manifest, written)
    known = {game_hash, manifest.head, *(item.hash for item in written), *_new_heads(written)}
    for mail in mails:
        for hash_ in mail.hashes:
            if hash_ not in known:
                yield Finding("mail-unknown", values={"mail": mail.name, "found": hash_})
    records = [item.record for item in written]
    yield from check_receipts(mails, manifest, records, _order_of_phases(manifest))
    yield from _check_handed(mails, records)
    yield from check_own_words(mails, records)


def _new_heads(written: Iterable[StoredRecord]) -> Iterator[str | None]:
    """The heads that records bring; None for a phase that brings none."""
    for item in written:
        if isinstance(item.record, RekeyRecord):
            yield item.record.head
        elif isinstance(item.record, PhaseRecord):
            yield item.record.next_head


def _records(mail: Witness, manifest: Manifest, written: Sequence[StoredRecord]) -> Iterator[Finding]:
    sheet = mail.sheet
    if sheet is None:
        return
    if sheet.head != manifest.head:
        yield Finding("mail-head", values={"mail": mail.name, "found": sheet.head, "expected": manifest.head})
    for told in sheet.records:
        if told.n > len(written):
            yield mail_finding("mail-cut", told, mail=mail.name, found=told.n, expected=len(written))
            return
        item = written[told.n - 1]
        if told.hash != item.hash:
            yield mail_finding("mail-hash", told, mail=mail.name, found=told.hash, expected=item.hash)
        yield from _same(mail, told, item.record)


def _same(mail: Witness, told: ReportedRecord, record: Entry) -> Iterator[Finding]:
    """Whether a mail shows of a record what stands in it."""
    pairs = [("previous", told.previous, record.previous), ("turn", told.turn, record.turn)]
    if isinstance(record, PhaseRecord):
        pairs += [
            ("phase", told.phase, record.phase),
            ("head", told.head, record.head),
            ("link", told.link, record.link),
        ]
        pairs += [("nonces", told.nonces, dict(record.nonces)), ("beacon", told.beacon, record.beacon)]
        rolls = {roll.label: roll for roll in record.rolls}
        for roll in told.rolls:
            was = rolls.get(roll.label)
            if was is None or (was.faces, was.items) != (roll.faces, roll.items):
                values = {"label": roll.label, "found": _drawn(roll), "expected": "-" if was is None else _drawn(was)}
                yield mail_finding("mail-roll", told, mail=mail.name, **values)
    for key, found, expected in pairs:
        if found != expected:
            yield mail_finding(
                "mail-other", told, mail=mail.name, key=key, found=_plain(found), expected=_plain(expected)
            )


def _order_of_phases(manifest: Manifest) -> tuple[str, ...]:
    return tuple(phase.id for phase in ruleset(manifest.ruleset).SEQUENCE)


def check_receipts(
    mails: Sequence[Witness], manifest: Manifest, records: Sequence[Entry], order: Sequence[str]
) -> Iterator[Finding]:
    """Whether the sheets that were adjudicated are those of the last receipts (and of every lock mail) given.

    A receipt lists all that stands for a seat in a turn from its phase on (`order`: the phases of a turn), so what an
    earlier one lists and the last does not is withdrawn. Sheets that a rollback has reopened may be those of the record
    that it withdrew, or none where nobody sent them again; a phase that waits to be played again, for none of its runs
    is in force, has none yet. What a former player of a seat was acknowledged is void, and where nothing stood a
    computer player may have sent orders.
    """
    in_force = Journal.of(manifest, records).in_force()
    stands = {record.at: record for record in in_force if isinstance(record, PhaseRecord) and not record.suspended}
    reopened = _reopened(manifest, records)
    for (seat, at), (mail, hashes) in sorted(acknowledged_hashes(mails, order).items(), key=lambda each: each[0]):
        runs = [r for r in records if isinstance(r, PhaseRecord) and r.at == at and not r.suspended]
        found = [_hashes_of(run, seat) for run in runs]
        if at not in stands or hashes & set().union(*found):
            continue
        if _was_asked_again(mail, stands[at], seat, reopened) or _is_of_former(mail, stands[at], seat, records):
            continue
        if hashes & NO_LINES and _is_by_computer(stands[at], seat):
            continue
        shown = min(hashes)
        if shown in NO_LINES:
            yield record_finding("receipt-withdrawn", runs[-1], seat=seat, mail=mail.name)
        else:
            yield record_finding(
                "receipt", runs[-1], seat=seat, mail=mail.name, found=shown, expected=_at_last(runs[-1], seat)
            )


def _check_handed(mails: Sequence[Witness], records: Sequence[Entry]) -> Iterator[Finding]:
    """Whether no record says of a seat that it had changed hands more often than a later receipt of it says."""
    for mail in mails:
        if mail.moment is None or mail.receipt_of is None:
            continue
        seat = mail.receipt_of[0]
        for record in records[: mail.moment.next_record - 1]:
            if isinstance(record, PhaseRecord) and record.handed.get(seat, 0) > mail.moment.handed:
                values = {"found": str(record.handed[seat]), "expected": str(mail.moment.handed)}
                yield record_finding("handed", record, seat=seat, mail=mail.name, **values)


def _reopened(manifest: Manifest, records: Sequence[Entry]) -> tuple[int, ...]:
    """The numbers of the rollbacks that asked for orders again: all but corrections and those of rulings alone."""
    journal, found = Journal.of(manifest, ()), []
    for record in records:
        if isinstance(record, RollbackRecord) and not record.same_dice:
            gone = journal.withdrawn_by(record)
            if not gone or not all(isinstance(each, RulingRecord) and each.ruling == AMENDED for each in gone):
                found.append(record.n)
        journal.add(record)
    return tuple(found)


def _was_asked_again(mail: Witness, run: PhaseRecord, seat: str, reopened: Iterable[int]) -> bool:
    """Whether a run without a player's own orders follows a rollback that has withdrawn what a receipt acknowledges.

    A mail says which record was the next when it was written, older receipts by their words; one that does not say it
    binds.
    """
    said = mail.own_words[0] if mail.own_words is not None else None
    since = mail.moment.next_record if mail.moment is not None else said
    if since is None or not (EMPTY in _hashes_of(run, seat) or _is_by_computer(run, seat)):
        return False
    return any(since <= n < run.n for n in reopened)


def _is_by_computer(run: PhaseRecord, seat: str) -> bool:
    """Whether a computer player has sent the orders of a seat."""
    sheet = _sheet_of(run, seat)
    return sheet is not None and sheet.bot


def _is_of_former(mail: Witness, run: PhaseRecord, seat: str, records: Iterable[Entry]) -> bool:
    """Whether a receipt is one of a player who had left the seat when its orders were fixed: by the first run that its
    link was used for."""
    if mail.moment is None or mail.receipt_of is None:
        return False
    runs = (record for record in records if isinstance(record, PhaseRecord) and record.at == run.at)
    same = [each for each in runs if (each.head, each.link.number) == (run.head, run.link.number)]
    return mail.moment.handed < min(each.handed.get(seat, 0) for each in same)


def acknowledged_hashes(
    mails: Sequence[Witness], order: Sequence[str]
) -> dict[tuple[str, str], tuple[Witness, set[str]]]:
    """The hash that the last mail given acknowledges, by seat and phase ("3.combat"), and which mail.

    Mails of the same second that have no counts come in no order that can be known: there are several hashes then, each
    as good.
    """
    last: dict[tuple[str, str], tuple[Witness, set[str]]] = {}
    for _, each in groupby(sorted(mails, key=written), key=written):
        now: dict[tuple[str, str], tuple[Witness, set[str]]] = {}
        group = list(each)
        known = {*last, *((seat, at) for mail in group for seat, at, _ in mail.sheets)}
        for mail in group:
            listed = {(seat, at): hash_ for seat, at, hash_ in mail.sheets}
            for key in listed.keys() | {key for key in known if _withdraws(mail, *key, order)}:
                now.setdefault(key, (mail, set()))[1].add(listed.get(key, EMPTY))
        last |= now
    return last


def wrong_dates(mails: Sequence[Witness], records: Sequence[Entry]) -> Iterator[Finding]:
    """The mails that are dated later than one that was written after them, where no record says that the clock was
    ahead: by the counts alone a receipt could be made to seem older than it is."""
    accepted = (r.n for r in records if isinstance(r, RulingRecord) and r.ruling == CLOCK_ACCEPTED)
    ahead = max(accepted, default=0)
    for before, mail in pairwise(sorted(mails, key=written)):  # those without counts come first, at record 0
        if before.date > mail.date and written(before)[0] > ahead:
            yield Finding("warn-dates", values={"mail": before.name, "other": mail.name})


def _withdraws(mail: Witness, seat: str, at: str, order: Sequence[str]) -> bool:
    """Whether a receipt tells all that stands for a seat, a phase included: what it does not list of that is gone."""
    turn, _dot, phase = at.partition(".")
    if mail.receipt_of is None or mail.receipt_of[:2] != (seat, int(turn)):
        return False
    since = mail.receipt_of[2]
    return since not in order or (phase in order and order.index(phase) >= order.index(since))


def _at_last(record: PhaseRecord, seat: str) -> str:
    """The hash of a seat's sheet as the record has it."""
    sheet = _sheet_of(record, seat)
    return EMPTY if sheet is None else sheet.hash


def _hashes_of(record: PhaseRecord, seat: str) -> set[str]:
    """The hash of a seat's lines; that of format 1 too: a receipt may be older than the release that wrote the record.

    Such a receipt tells the texts, and replay has read those again.
    """
    sheet = _sheet_of(record, seat)
    return {*NO_LINES} if sheet is None else {sheet.hash, sheet.hash_in(FIRST)}


def _sheet_of(record: PhaseRecord, seat: str) -> SheetLines | None:
    return next((sheet for sheet in record.sheets if sheet.seat == seat), None)


def _drawn(roll: Roll) -> str:
    """A roll for a sentence: its faces, and from what a draw was."""
    return f"{roll.text} ({', '.join(roll.items)})" if roll.items else roll.text


def _plain(value: object) -> str:
    """A value of a proof for a sentence."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {text}" for key, text in sorted(value.items()))
    shown = getattr(value, "value", value)
    return "-" if shown is None else str(shown)
