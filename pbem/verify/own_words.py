"""Receipts as witnesses of the words that each seat has in the dice: who puts others in their place is found."""

from collections.abc import Iterator, Sequence

from pbem.save.records import Entry, PhaseRecord, RekeyRecord, RollbackRecord
from pbem.verify.chain import record_finding
from pbem.verify.findings import Finding
from pbem.verify.mail_facts import Witness


def check_own_words(mails: Sequence[Witness], records: Sequence[Entry]) -> Iterator[Finding]:
    """Whether the dice have the words that the receipts given acknowledge, each from the record on that it names.

    Of several for one record the last holds; those of the same second come in no order that can be known. A new head
    ends what was told before it; a correction, and what follows at once under one beacon, keep older words.
    """
    for seat, told in sorted(_acknowledged_words(mails).items()):
        for record, since, head in _fixed(records):
            known = [n for n in told if head < n <= since]
            if not known or record.link.again:
                continue
            mail, words = told[max(known)]
            found = " ".join(record.nonces.get(seat, "").split())
            if found not in words:
                values = {"mail": mail.name, "seat": seat, "since": max(known), "found": min(words)}
                yield record_finding("own-words", record, **values, expected=found or "-")


def _acknowledged_words(mails: Sequence[Witness]) -> dict[str, dict[int, tuple[Witness, set[str]]]]:
    """By seat and record number: the last receipt that tells of words from there on, and all words of its second."""
    told: dict[str, dict[int, tuple[Witness, set[str]]]] = {}
    for mail in sorted(mails, key=lambda each: each.date):
        if mail.receipt_of is None or mail.own_words is None:
            continue
        (seat, _turn, _phase), (n, words) = mail.receipt_of, mail.own_words
        before = told.setdefault(seat, {}).get(n)
        same = before[1] if before is not None and before[0].date == mail.date else set()
        told[seat][n] = (mail, {words, *same})
    return told


def _fixed(records: Sequence[Entry]) -> Iterator[tuple[PhaseRecord, int, int]]:
    """Each phase, the number of the record by which its words were fixed, and of that which published its head.

    A phase that stopped at a question keeps those of its first run, whatever is ruled meanwhile; one that nobody sends
    orders for has, under a beacon, those of the run that it follows at once.
    """
    head, before, stopped, since = 0, None, None, 0
    for record in records:
        if isinstance(record, PhaseRecord):
            waits = stopped is not None and stopped.suspended is not None and stopped.at == record.at
            follows = before is not None and record.beacon is not None and not record.sheets
            since = since if waits or follows else record.n
            yield record, since, head
        before = record if isinstance(record, PhaseRecord) else None
        stopped = before if before is not None or isinstance(record, RollbackRecord) else stopped
        if isinstance(record, RekeyRecord) or (isinstance(record, PhaseRecord) and record.next_head is not None):
            head = record.n
