"""A full disk and a kill at any moment of a tick: the next tick leaves the world as if nothing had been."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.effects import Effects
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.dice_root import backup_roots, rekey, restore_roots
from pbem.referee.tick import tick
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.save.errors import SaveError
from pbem.store.errors import StoreError
from tests.killed import Killed
from tests.referee.making import At, Room, copied, full_disk, kill
from tests.referee.turn.test_dice_beacon import open_

__all__ = ["open_"]

LATER = timedelta(minutes=2)
FIGHT = "NOWAIT\nMOVE beni-1 0302\nATTACK cer-1 WITH beni-1\nMOVE beni-2 0403\n"


def world_of(room: Room) -> dict[str, Any]:
    """All that a tick may leave behind: save, history, spool, what was sent, and the private side."""
    store = room.home.store
    rows = {
        name: getattr(store, name).where()
        for name in ("games", "seats", "sections", "sheets", "standing", "answers", "locks", "mails")
    }
    outbox = [(r.message_id, r.raw, r.what, r.record, r.state) for r in store.outbox.where()]
    log = [subject for _, _, subject in room.home.git.log(room.save, 99)]
    return {**rows, "outbox": outbox, "files": room.files(), "out": room.out(), "places": room.places(), "log": log}


def undisturbed(before: Room, path: Path) -> tuple[At, dict[str, Any]]:
    """The effects of a tick that nothing befalls, and the world after it and a quiet second one."""
    effects = At()
    room = copied(before, path, effects)
    assert tick(room.home, room.now).faults == []
    counted = At(names=list(effects.names))
    room.tick(LATER)
    found = world_of(room)
    room.close()
    return counted, found


def after(before: Room, path: Path, struck: Callable[[Room], None], effects: At) -> Any:
    """The world after a tick in which an effect was struck, another at the same time, and a quiet third one."""
    room = copied(before, path, effects)
    struck(room)
    room.close()
    room.effects = Effects()
    room.tick()
    room.tick(LATER)
    found = world_of(room)
    assert room.replay().difference is None
    room.close()
    return found


@pytest.mark.parametrize("on", [False, True], ids=["for a moment", "for the rest of the tick"])
def test_a_full_disk_at_any_effect_of_a_tick_loses_nothing(room: Room, tmp_path: Path, on: bool) -> None:
    def ticked(found: Room) -> None:
        try:
            home = found.home
        except (SaveError, StoreError):
            return  # the folder could not be opened: that was told, and nothing done
        result = tick(home, found.now)
        assert result.faults or result.later or home.store.notices.open() or only_asked(found)

    def only_asked(found: Room) -> bool:
        """Whether the disk was full as git was asked, at first, which records it has: the next run asks again."""
        assert isinstance(found.effects, At)
        before = [name for name in found.effects.names[: found.effects.n] if name.startswith("run git")]
        return found.effects.names[found.effects.n - 1].startswith("run git") and len(before) <= 2

    room.says("moroccan", "MOVE beni-1 0402\n")
    effects, wanted = undisturbed(room, tmp_path / "whole")
    for n in range(1, len(effects.names) + 1):
        struck = At(n=n, strike=full_disk, on=on)
        assert after(room, tmp_path / str(n), ticked, struck) == wanted, (n, effects.names[n - 1])


def test_a_kill_at_any_effect_of_a_tick_that_takes_adjudicates_and_reports(room: Room, tmp_path: Path) -> None:
    """No order is lost, nothing is rolled twice, no mail goes out twice: journal, bytes, Message-IDs stay."""

    def killed(found: Room) -> None:
        with pytest.raises(Killed):
            tick(found.home, found.now)

    room.says("moroccan", FIGHT)
    effects, wanted = undisturbed(room, tmp_path / "whole")
    assert [what for _, _, what, _, _ in wanted["outbox"]].count("report") == 3
    assert any("moroccan-combat" in name for name in wanted["files"])
    for n in effects.of_each_kind():
        struck = At(n=n, strike=kill)
        assert after(room, tmp_path / str(n), killed, struck) == wanted, (n, effects.names[n - 1])


# The secret and the public parts of the dice --------------------------------------------------------------------------


def new_dice(room: Room) -> None:
    """The referee gives the game new dice, unless an earlier call that was killed has recorded them."""
    if room.game.position.journal.chain == 1:
        rekey(room.home, room.game, "Referee", "the disk was lost", room.now)


def the_lock(room: Room) -> None:
    """A tick, in which the sheets are locked."""
    assert tick(room.home, room.now).faults == []


def the_beacon(room: Room) -> None:
    """The public value is given, unless it was, and the game goes on as with 'pbem dice beacon'."""
    lock = awaited_lock(room.home, room.game)
    if lock is not None and lock.phase == "1.moroccan-movement":
        set_beacon(room.home, room.game, "8430af44", "drand round 12345", room.now)
    assert tick(room.home, room.now).faults == []


def the_root(room: Room) -> None:
    """The root is put back from its copy."""
    restore_roots(room.home, room.path / "copy.json")


@pytest.fixture(params=[new_dice, the_lock, the_beacon, the_root], ids=lambda act: act.__name__)
def act(request: pytest.FixtureRequest) -> Callable[[Room], None]:
    """What is killed."""
    found: Callable[[Room], None] = request.param
    return found


@pytest.fixture
def ready(act: Callable[[Room], None], room: Room, open_: Room, tmp_path: Path) -> Room:
    """A game in which it can be done next."""
    if act in (new_dice, the_root):
        backup_roots(room.home, room.game, room.path / "copy.json")
        if act is the_root:
            room.home.store.keys.root_file("melilla").unlink()
        return room
    found = copied(open_, tmp_path / "beacon")
    found.answer("moroccan", FIGHT.replace("NOWAIT\n", ""))
    found.now += timedelta(hours=1)
    if act is the_beacon:
        found.tick()
    return found


def test_a_kill_at_any_effect_on_the_dice_is_made_good(
    ready: Room, tmp_path: Path, act: Callable[[Room], None]
) -> None:
    """One new head, one lock, one value, one root; nothing is rolled or mailed twice, whenever the process died."""
    whole = copied(ready, tmp_path / "whole", At())
    assert isinstance(whole.effects, At)
    act(whole)
    numbers = whole.effects.of_each_kind()
    whole.tick()
    whole.tick(LATER)
    wanted, keys = world_of(whole), key_files(whole)
    whole.close()
    assert numbers
    for n in numbers:
        room = copied(ready, tmp_path / str(n), At(n=n, strike=kill))
        with pytest.raises(Killed):
            act(room)
        room.close()
        room.effects = Effects()
        act(room)
        room.tick()
        room.tick(LATER)
        found = world_of(room)
        assert {name: found[name] for name in found if found[name] != wanted[name]} == {}, n
        assert key_files(room) == keys
        room.close()


def key_files(room: Room) -> dict[str, tuple[bytes, int]]:
    """The roots, and who may read them."""
    return {p.name: (p.read_bytes(), p.stat().st_mode & 0o777) for p in (room.path / ".pbem").glob("melilla*.key")}
