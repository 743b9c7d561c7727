"""The sending loop: every mail once, whatever fails and whenever the process dies."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.mail.message.claims import message_id
from pbem.mail.servers.maildir import Maildir
from pbem.mail.servers.outbox import LONGEST_WAIT, TRIES, Item, Mark, deliver, retry_delay
from pbem.mail.servers.transport import PermanentFailure, TemporaryFailure, Unreachable
from tests.killed import Killed
from tests.mail.making import Counting
from tests.mail.memory import Memory

NOW = datetime(2026, 11, 2, 21, 0, tzinfo=UTC)
IDS = [message_id(b"k", "melilla", "report", n, "spanish", 1, "pbem.example.org") for n in range(3)]


@dataclass
class Rows:
    """A queue whose marks go through effects, as those of a database do."""

    effects: Effects
    items: dict[str, Item]
    states: dict[str, str] = field(default_factory=dict)
    due: dict[str, datetime] = field(default_factory=dict)
    log: list[tuple[str, str]] = field(default_factory=list)

    def ready(self, now: datetime) -> list[Item]:
        open_states = ("ready", "sending", "later", "waits")
        return [
            item
            for key, item in self.items.items()
            if self.states.get(key, "ready") in open_states and self.due.get(key, now) <= now
        ]

    def mark(self, item: Item, state: Mark, when: datetime, why: str) -> None:
        self.effects.step(f"mark {state}")
        self.states[item.message_id] = state
        self.log.append((item.message_id, state))
        if state == "later":
            self.due[item.message_id] = when
            self.items[item.message_id] = replace(item, tries=item.tries + 1)


def rows(effects: Effects | None = None) -> Rows:
    return Rows(effects or Effects(), {each: Item(each, f"mail {each}".encode()) for each in IDS})


def test_all_that_is_ready_goes_out_once() -> None:
    queue, memory = rows(), Memory()
    report = deliver(queue, memory, NOW)
    assert report.sent == tuple(IDS)
    assert list(memory.sent) == IDS
    assert queue.log[:2] == [(IDS[0], "sending"), (IDS[0], "sent")]
    assert deliver(queue, memory, NOW + timedelta(days=9)).sent == ()
    assert set(memory.tries.values()) == {1}


def test_no_more_than_allowed() -> None:
    queue, memory = rows(), Memory()
    assert deliver(queue, memory, NOW, most=2).sent == tuple(IDS[:2])
    assert deliver(queue, memory, NOW, most=2).sent == (IDS[2],)


def test_a_permanent_failure_fails_and_stops_no_other() -> None:
    queue, memory = rows(), Memory(faults={IDS[0]: [PermanentFailure("550 5.1.1 no such user")]})
    report = deliver(queue, memory, NOW)
    assert report.failed == ((IDS[0], "550 5.1.1 no such user"),)
    assert report.sent == tuple(IDS[1:])
    assert deliver(queue, memory, NOW + timedelta(days=2)).sent == ()
    assert queue.states[IDS[0]] == "failed"


@pytest.mark.parametrize("fault", [TemporaryFailure("451 greylisted"), OSError("no route"), TimeoutError()])
def test_a_temporary_failure_is_put_off_and_then_sent(fault: Exception) -> None:
    queue, memory = rows(), Memory(faults={IDS[1]: [fault]})
    report = deliver(queue, memory, NOW)
    assert [each for each, _ in report.later] == [IDS[1]]
    assert report.later[0][1]
    assert deliver(queue, memory, NOW + timedelta(seconds=30)).sent == ()
    assert deliver(queue, memory, NOW + timedelta(seconds=60)).sent == (IDS[1],)


def test_waits_double_up_to_a_day_and_differ_by_mail() -> None:
    waits = [retry_delay(Item(IDS[0], b"", tries)) for tries in range(TRIES)]
    assert all(
        timedelta(minutes=0.75) * 2**n <= each <= timedelta(minutes=1) * 2**n for n, each in enumerate(waits[:10])
    )
    assert max(waits) <= LONGEST_WAIT
    assert waits == [retry_delay(Item(IDS[0], b"x", tries)) for tries in range(TRIES)]
    assert len({retry_delay(Item(each, b"")) for each in IDS}) == 3


def test_a_mail_that_never_goes_fails_at_last() -> None:
    queue = rows()
    memory = Memory(faults={each: [TemporaryFailure("421 busy")] * TRIES for each in IDS})
    now, reports = NOW, []
    for _ in range(TRIES):
        reports.append(deliver(queue, memory, now))
        now += LONGEST_WAIT
    assert len(reports[-1].failed) == 3
    assert memory.tries[IDS[0]] == TRIES
    assert (
        timedelta(days=3)
        < sum((retry_delay(Item(IDS[0], b"", n)) for n in range(TRIES)), timedelta())
        < timedelta(days=7)
    )


def test_while_nothing_can_be_sent_all_wait_however_long() -> None:
    queue = rows()
    memory = Memory(faults={IDS[0]: [Unreachable("no line")] * 3 * TRIES})
    for day in range(3 * TRIES):
        report = deliver(queue, memory, NOW + timedelta(days=day))
        assert (report.sent, report.failed) == ((), ())
        assert [each for each, _ in report.later] == IDS
        assert str(report.down) == "no line"
    assert memory.tries == {IDS[0]: 3 * TRIES}
    assert deliver(queue, memory, NOW + timedelta(days=3 * TRIES)).sent == tuple(IDS)


def test_a_crash_after_sending_sends_again_under_the_same_message_id() -> None:
    queue, memory = rows(Counting(dies=2)), Memory()
    with pytest.raises(Killed):
        deliver(queue, memory, NOW)
    assert queue.states == {IDS[0]: "sending"}
    queue.effects = Effects()
    deliver(queue, memory, NOW)
    assert memory.tries == {IDS[0]: 2, IDS[1]: 1, IDS[2]: 1}
    assert list(memory.sent) == IDS


def test_a_kill_at_any_effect_leaves_each_mail_sent_once(tmp_path: Path) -> None:
    counted = Counting()
    deliver(rows(counted), Maildir(tmp_path / "whole", counted), NOW)
    assert counted.count > 12
    for dies in range(1, counted.count + 1):
        effects = Counting(dies)
        queue = rows(effects)
        with pytest.raises(Killed):
            deliver(queue, Maildir(tmp_path / str(dies), effects), NOW)
        deliver(queue, Maildir(tmp_path / str(dies), effects), NOW)
        out = tmp_path / str(dies) / "out"
        assert {file.name: file.read_bytes() for file in out.iterdir()} == {
            f"{each[1:65]}.eml": f"mail {each}".encode() for each in IDS
        }
        assert set(queue.states.values()) == {"sent"}
