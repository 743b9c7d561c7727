"""The simulator finds faults: each is planted, and found; a life with nothing wrong in it is sound."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.servers.outbox import DeliveryResult
from pbem.referee import play_on
from pbem.referee.intake import inbox
from pbem.referee.letters import outbox
from pbem.referee.letters.reports.sending import seats_due, send_report
from pbem.referee.people import press
from pbem.referee.turn.closing import Closing
from tests.simulate.__main__ import main, run
from tests.simulate.faults import same_again, striking
from tests.simulate.shrink import shortest
from tests.simulate.steps import Setting, Step, plan
from tests.simulate.world import World

AGREED = {
    "deadline": timedelta(hours=24), "per_phase": False, "silence_limit": 0, "beacon": "none", "house": {},
    "options": {},
}  # fmt: skip
LIFE = Setting("planted", (("noughts", AGREED),), 2, true_clock=True, spares=1)
Patch = pytest.MonkeyPatch


def steps() -> list[Step]:
    """Two weeks in which people write what they should, and press."""
    kept = ("orders", "press", "query", "yes")
    found = [step for step in plan(LIFE) if step.kind != "referee" and (step.kind != "person" or step.act in kept)]
    said = [Step(700 * n, "person", "press", n, n % 2) for n in range(8, 20)]
    return sorted([*found, *said], key=lambda step: step.at)


def mails_are_lost(patch: Patch) -> str:
    """A mail is said to be sent, and is not."""

    class Lost:
        def send(self, raw: bytes, message_id: str) -> None:
            pass

    def deliver(queue: Any, transport: Any, *others: Any, deliver: Any = outbox.deliver, **more: Any) -> DeliveryResult:
        return deliver(queue, Lost(), *others, **more)  # type: ignore[no-any-return]

    patch.setattr(outbox, "deliver", deliver)
    return "went out as something else, or not at all"


def orders_are_lost(patch: Patch) -> str:
    """A mail is put away before what it did is recorded."""

    def receive(home: Any, incoming: Any, now: Any, numbers: Any = count(), receive: Any = inbox.receive) -> str:  # noqa: B008
        if next(numbers) % 3:
            return str(receive(home, incoming, now))
        home.transport.settle(incoming, "handled")
        return "orders"

    patch.setattr(inbox, "receive", receive)
    return "A mail was lost"


def addresses_are_shown(patch: Patch) -> str:
    """Press goes out with what its writer should not have told."""
    patch.setattr(press, "without_secrets", lambda home, game, text: text)
    return "shows the address"


def press_goes_astray(patch: Patch) -> str:
    """What was written to the referee, or to one, goes to all."""
    read = press._read

    def to_all(home: Any, game: Any, seat: Any, command: Any) -> Any:
        found = read(home, game, seat, command)
        return None if found is None else replace(found, recipients=tuple(game.manifest.seats))

    patch.setattr(press, "_read", to_all)
    return "shows the words"


def nobody_is_told(patch: Patch) -> str:
    """No report goes out."""
    patch.setattr(play_on, "send_reports", lambda *_: 0)
    return "who was not told since"


def deadlines_pass(patch: Patch) -> str:
    """No phase closes."""
    patch.setattr(play_on, "closing_of", lambda *_: Closing(False, "open"))
    return "and was not closed"


def phases_are_rolled_again(patch: Patch) -> str:
    """The last record is taken away, as if it had not been written, and the phase is run once more."""

    def repair(home: Any, game: Any, now: Any, repair_game: Any = play_on.repair_game) -> Any:
        game = repair_game(home, game, now)
        if len(game.records) > 3:
            (home.path / "saves" / game.name / "turns" / game.records[-1].file).unlink()
        return game

    patch.setattr(play_on, "repair_game", repair)
    return "record"


def reports_go_out_twice(patch: Patch) -> str:
    """A report is queued under two numbers."""

    def send_reports(home: Any, game: Any, now: Any) -> int:
        for seat in (due := seats_due(home, game)):
            for serial in (0, 1):
                send_report(home, game, seat, now, serial)
        return len(due)

    patch.setattr(play_on, "send_reports", send_reports)
    return "mails were sent twice"


PLANTED: Sequence[Callable[[Patch], str]] = (
    mails_are_lost, orders_are_lost, addresses_are_shown, press_goes_astray, nobody_is_told, deadlines_pass,
    phases_are_rolled_again, reports_go_out_twice,
)  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.__name__)
def test_a_planted_fault_is_found(planted: Callable[[Patch], str], tmp_path: Path, monkeypatch: Patch) -> None:
    wanted = planted(monkeypatch)
    broken, _ = run(LIFE, steps(), tmp_path / "life")
    assert broken is not None
    assert wanted in broken.what


def test_the_same_life_without_a_planted_fault_is_sound(tmp_path: Path) -> None:
    broken, games = run(LIFE, steps(), tmp_path / "life")
    assert (broken, games) == (None, 1)


def test_a_command_of_the_referee_dies_and_meets_full_disks_as_a_tick_does(tmp_path: Path) -> None:
    hard = replace(LIFE, hurt=frozenset({"kill", "disk"}), weeks=20)
    assert {"kill", "full", "full-on"} <= {step.struck for step in plan(hard) if step.kind == "referee"}
    with same_again(LIFE.seed):
        world = World(tmp_path / "life", LIFE)
        for how in ("kill", "full"):
            world.do(Step(0, "referee", "abandon", first_effect(how), 0, how))
            assert world.truth.running == {world.slots[0]}, "nothing of it is done"
        world.do(Step(0, "referee", "abandon"))
        assert not world.truth.running


def first_effect(how: str) -> int:
    """A seed by which the first effect of a command is struck."""
    return next(seed for seed in count() if striking(how, seed, None).at == 1)


def test_a_fault_is_told_with_its_seed_and_few_steps(monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> None:
    mails_are_lost(monkeypatch)
    assert main(["--seed", "7", "--weeks", "1", "--shrink", "3"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "went out as something else, or not at all" in told[0]
    assert any("again: --seed 7 --life 0" in line for line in told)
    assert told[-1] == "1 weeks, 1 games, 1 faults"


def test_steps_are_left_out_as_long_as_the_same_thing_breaks() -> None:
    every = [Step(at, "tick", "kill" if at % 3 == 0 else "", at) for at in range(40)]

    def breaks(tried: Sequence[Step]) -> str:
        there = {step.at for step in tried}
        return "both" if {7, 23} <= there else "one" if 7 in there else ""

    assert [step.at for step in shortest(every, breaks, 10)] == [7, 23]
