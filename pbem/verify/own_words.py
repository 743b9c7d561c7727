"""Receipts as witnesses of the words that each seat has in the dice: who puts others in their place is found."""

from collections.abc import Iterator, Sequence

from pbem.save.records import Entry, PhaseRecord, RekeyRecord, RollbackRecord, RulingRecord
from pbem.verify.chain import record_finding
from pbem.verify.findings import Finding
from pbem.verify.mail_facts import Witness, written


def check_own_words(mails: Sequence[Witness], records: Sequence[Entry]) -> Iterator[Finding]:
    """Whether the dice have the words that the receipts given acknowledge, each from the record on that it names.

    Of several for one record the last holds; those of the same second without counts come in no order that can be
    known. A new head ends what was told before it, and another player of the seat what the former was told; a
    correction, and what follows at once under one beacon, keep older words.
    """
    for seat, told in sorted(_acknowledged_words(mails, records).items()):
        for record, first, head in _fixed(records):
            since, handed = first.n, first.handed.get(seat, 0)
            known = [n for n in told if head < n <= since]
            if not known or record.link.again:
                continue
            mail, words = told[max(known)]
            if mail.moment is not None and mail.moment.handed < handed:
                continue
            found = " ".join(record.nonces.get(seat, "").split())
            if found not in words:
                values = {"mail": mail.name, "seat": seat, "since": max(known), "found": min(words)}
                yield record_finding("own-words", record, **values, expected=found or "-")


def _acknowledged_words(
    mails: Sequence[Witness], records: Sequence[Entry]
) -> dict[str, dict[int, tuple[Witness, set[str]]]]:
    """By seat and record number: the last receipt that tells of words from there on, and all words of its second."""
    told: dict[str, dict[int, tuple[Witness, set[str]]]] = {}
    for mail in sorted(mails, key=written):
        if mail.receipt_of is None or mail.own_words is None:
            continue
        (seat, _turn, _phase), (n, words) = mail.receipt_of, mail.own_words
        if mail.moment is not None and mail.moment.next_record < n:
            n = _after_lock(records, mail.moment.next_record, n)
        before = told.setdefault(seat, {}).get(n)
        same = before[1] if before is not None and written(before[0]) == written(mail) else set()
        told[seat][n] = (mail, {words, *same})
    return told


def _after_lock(records: Sequence[Entry], next_record: int, n: int) -> int:
    """From which record on words hold that came while the sheets of record `next_record` were locked, `n` by what was
    said then: a ruling that moves no piece (the clock) may have come before that run."""
    for record in records[next_record - 1 :]:
        if not isinstance(record, RulingRecord) or record.events:
            return record.n + 1
    return n


def _fixed(records: Sequence[Entry]) -> Iterator[tuple[PhaseRecord, PhaseRecord, int]]:
    """Each phase, the record by which its words were fixed, and the number of that which published its head.

    A phase that stopped at a question keeps those of its first run, whatever is ruled meanwhile; one that nobody sends
    orders for has, under a beacon, those of the run that it follows at once.
    """
    head, before, stopped, first = 0, None, None, None
    for record in records:
        if isinstance(record, PhaseRecord):
            waits = stopped is not None and stopped.suspended is not None and stopped.at == record.at
            follows = before is not None and record.beacon is not None and not record.sheets
            first = first if first is not None and (waits or follows) else record
            yield record, first, head
        before = record if isinstance(record, PhaseRecord) else None
        stopped = before if before is not None or isinstance(record, RollbackRecord) else stopped
        if isinstance(record, RekeyRecord) or (isinstance(record, PhaseRecord) and record.next_head is not None):
            head = record.n
