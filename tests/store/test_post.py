"""Mails taken once, mails sent once, mails put off, bounces and limits."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.store.making import NOW, mail, outgoing, store

MINUTE = timedelta(minutes=1)
YEAR = timedelta(days=365)


def test_one_message_id_may_come_with_two_bodies(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.mails.put(mail("id-1", message_id="<a@x>"))
        full.mails.put(mail("id-2", message_id="<a@x>", outcome="refused"))
        assert full.mails.find("id-3") is None
        assert [row.identity for row in full.mails.with_id("<a@x>")] == ["id-1", "id-2"]


def test_the_queue_is_in_order_and_takes_a_message_id_once(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        assert full.outbox.enqueue(outgoing("<b@h>", 2), "two") is True
        assert full.outbox.enqueue(outgoing("<a@h>", 1), "one") is True
        assert full.outbox.enqueue(outgoing("<a@h>", 3), "other") is False
        assert [row.message_id for row in full.outbox.ready(NOW)] == ["<a@h>", "<b@h>"]
        assert full.outbox.text_of("<a@h>") == "one"
        assert full.outbox.text_of("<z@h>") is None


def test_a_mail_that_was_sent_is_not_queued_again(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.outbox.enqueue(outgoing(), "one")
        item = full.outbox.ready(NOW)[0]
        full.outbox.mark(item.message_id, "sending", NOW)
        full.outbox.mark(item.message_id, "sent", NOW)
        assert full.outbox.enqueue(outgoing(), "one") is False
        assert full.outbox.ready(NOW + YEAR) == ()


def test_what_a_crash_left_in_sending_is_ready_again(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.outbox.enqueue(outgoing(), "one")
        full.outbox.mark(full.outbox.ready(NOW)[0].message_id, "sending", NOW)
    with store(tmp_path) as full:
        item = full.outbox.ready(NOW)[0]
        assert (item.state, item.tries) == ("sending", 0)
        full.outbox.mark(item.message_id, "sent", NOW, "250 ok")
        assert full.outbox.need(item.message_id).why == "250 ok"


def test_a_mail_put_off_waits_for_its_time(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.outbox.enqueue(outgoing(), "one")
        for n in range(1, 4):
            item = full.outbox.ready(NOW + n * MINUTE)[0]
            full.outbox.mark(item.message_id, "sending", NOW + n * MINUTE)
            row = full.outbox.mark(item.message_id, "later", NOW + (n + 1) * MINUTE, "451 greylisted")
            assert (row.state, row.tries, row.why) == ("ready", n, "451 greylisted")
            assert full.outbox.ready(NOW + n * MINUTE) == ()
        full.outbox.mark("<r1@host>", "sent", NOW + 4 * MINUTE)
        assert full.outbox.need("<r1@host>").next_try is None


def test_failed_mails_stay_for_the_referee(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.outbox.enqueue(outgoing(), "one")
        item = full.outbox.ready(NOW)[0]
        full.outbox.mark(item.message_id, "failed", NOW, "550 no such user")
        assert full.outbox.ready(NOW + YEAR) == ()
        assert [row.why for row in full.outbox.of(state="failed")] == ["550 no such user"]


def test_an_unknown_state_is_a_bug_and_never_stored(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.outbox.enqueue(outgoing(), "one")
        with pytest.raises(Exception, match="CHECK constraint failed"):
            full.outbox.mark("<r1@host>", "lost", NOW)
        assert full.outbox.need("<r1@host>").state == "ready"


def test_the_bounce_book_counts_an_address(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.bounces.note("melilla", "spanish", "ana@example.org", "4.2.2", NOW)
        row = full.bounces.note("melilla", "spanish", "ana@example.org", "5.1.1", NOW + MINUTE)
        assert (row.count, row.status, row.last) == (2, "5.1.1", NOW + MINUTE)
        assert full.bounces.of(game="melilla") == (row,)


def test_refusals_are_counted(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        for minutes in (0, 0, 5):
            full.refusals.note("x@example.org", NOW + minutes * MINUTE, "token")
        assert full.refusals.since("x@example.org", NOW) == 3
        assert full.refusals.since("x@example.org", NOW + MINUTE) == 1
        assert full.refusals.since("y@example.org", NOW) == 0


def test_notices_wait_until_they_were_told(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.notices.note("bounce", NOW, "melilla", address="ana@example.org")
        second = full.notices.note("forged", NOW)
        full.notices.dismiss(1)
        assert full.notices.open() == (second,)
        assert full.notices.need(1).args == {"address": "ana@example.org"}


def test_when_mails_are_tried_is_known_without_reading_them(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        assert full.outbox.tries(NOW) == (False, None)
        assert full.outbox.latest() is None
        for n in range(3):
            full.outbox.enqueue(outgoing(f"<{n}@h>", n), "text")
        full.outbox.mark("<1@h>", "later", NOW + MINUTE, "451")
        full.outbox.mark("<2@h>", "sent", NOW)
        assert full.outbox.tries(NOW) == (True, NOW + MINUTE)
        assert full.outbox.tries(NOW + MINUTE) == (True, None)
        full.outbox.mark("<0@h>", "sent", NOW)
        assert full.outbox.tries(NOW) == (False, NOW + MINUTE)
        assert full.outbox.latest() == max(row.at for row in full.outbox.of())
        assert sorted(full.outbox.ids()) == ["<0@h>", "<1@h>", "<2@h>"]


def test_mails_are_listed_without_their_bytes(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        for n in range(4):
            full.mails.put(mail(f"{n}abc", message_id=f"<{n}@x>", at=NOW + n * MINUTE, game="melilla", seat="spanish"))
        assert [(row.identity, row.raw) for row in full.mails.latest(2)] == [("2abc", None), ("3abc", None)]
        assert full.mails.latest(2, "another") == ()
        assert len(full.mails.latest(None, "melilla", "spanish")) == 4
        assert [row.identity for row in full.mails.numbered("1a")] == ["1abc"]
        assert full.mails.need("1abc").raw is not None
        full.outbox.enqueue(outgoing(), "one")
        assert [row.raw for row in full.outbox.last(5)] == [b""]


def test_a_condition_is_counted_as_far_as_it_matters(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        for n in range(3):
            full.mails.put(mail(f"id-{n}", message_id="<a@x>", outcome="machine"))
        assert full.mails.reaches(3, "outcome = ?", "machine")
        assert not full.mails.reaches(4, "outcome = ?", "machine")


def test_who_uses_the_message_id_of_another_before_it_comes_does_not_count(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        for n, outcome in enumerate(("machine", "refused", "bounce", "quarantined")):
            full.mails.put(mail(f"id-{n}", message_id="<a@x>", outcome=outcome))
        assert full.mails.taken_under("<a@x>") == ()
        for outcome in ("orders", "confirmed", "held"):
            full.mails.put(mail(outcome, message_id="<a@x>", outcome=outcome))
        assert [row.identity for row in full.mails.taken_under("<a@x>")] == ["confirmed", "held", "orders"]
        plan = full.mails.database.execute(
            "EXPLAIN QUERY PLAN SELECT * FROM mails WHERE message_id = 'x' "
            "AND outcome IN ('orders', 'confirmed', 'held')",
            [],
        )
        assert "mails_taken" in str([tuple(row) for row in plan])


def test_old_bytes_go_but_for_mails_that_were_taken(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        for n, outcome in enumerate(("orders", "refused", "machine", "confirmed", "held", "bounce")):
            full.mails.put(mail(outcome, outcome=outcome, at=NOW - n * MINUTE))
        assert full.mails.forget(NOW - 2 * MINUTE) == 2
        assert {row.identity for row in full.mails.where("raw IS NULL")} == {"held", "bounce"}
