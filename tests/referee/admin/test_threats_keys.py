"""The threats of dice.md that keys, nonces, the beacon and rekeying answer; each test says the row that it proves."""

import json
from pathlib import Path

import pytest

from pbem.dice.chain import Chain
from pbem.errors import Refused
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.dice_root import backup_roots, rekey, restore_roots
from pbem.referee.admin.rulings import roll_back
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.referee.turn.nonces import nonces
from pbem.save.records import PhaseRecord
from pbem.verify.findings import Finding
from pbem.verify.verify import verify
from tests.referee.admin.test_dice_end import LINKS, near_the_end
from tests.referee.making import GAME, HOUR, LENGTH, At, Room, copied, flat, new_room
from tests.referee.turn.test_dice_beacon import open_

__all__ = ["near_the_end", "open_"]

FIGHT = "MOVE beni-1 0302\nMOVE beni-2 0403\nHOLD beni-3\n"


def phases(room: Room) -> list[PhaseRecord]:
    """The records of phases."""
    return [item.record for item in room.game.records if isinstance(item.record, PhaseRecord)]


def fault(room: Room, length: int = 4096) -> Finding | None:
    """What verify finds wrong, beside every report, first mail, lock and new head that was sent."""
    room.tick()
    sent = sorted((room.path / "spool" / "out").glob("*.eml"))
    mails = [file for file in sent if b"\r\nAuto-Submitted: auto-generated\r\n" in file.read_bytes()]
    assert mails
    room.close()
    return verify(room.save, mails, length=length).fault


def test_lucky_seed(tmp_path: Path) -> None:
    """referee picks a lucky seed: the head is out before set-up, and every seat's nonce sent after it enters."""
    room = new_room(tmp_path / "home")
    head = room.game.manifest.head
    room.tick(9 * LENGTH)
    assert phases(room) == []
    for seat in ("spanish", "moroccan"):
        assert head in flat(room.text(seat, "welcome"))
        room.answer(seat, f"NONCE words of {seat} # and more\n")
    room.tick(LENGTH)
    first = phases(room)[0]
    assert (first.head, first.link.number) == (head, 1)
    assert first.nonces == {"moroccan": "words of moroccan # and more", "spanish": "words of spanish # and more"}
    assert fault(room) is None


def test_probing(room: Room) -> None:
    """player probes with many sheets: check and preview roll nothing."""
    link, files = room.game.position.journal.last_link, room.files()
    for target in ("0402", "0302", "0403"):
        room.answer("moroccan", f"MOVE beni-1 {target}\nPHASE moroccan-combat\nATTACK cer-1 WITH beni-1\n")
    assert room.game.position.journal.last_link == link
    assert room.files() == files


def test_player_reads_the_seed(room: Room) -> None:
    """player reads the seed: it is not in git; future links cannot be computed from revealed ones."""
    assert room.home.git.tracked(room.path / ".pbem") == ()
    root = room.home.store.keys.read_root(GAME)
    assert root is not None
    chain, last = Chain.from_root(root), phases(room)[-1]
    assert last.link.value == chain.link(last.link.number).hex()
    assert chain.link(last.link.number + 1).hex() not in "".join(map(str, room.files().values()))


def test_orders_changed_after_the_dice_are_seen(open_: Room, tmp_path: Path) -> None:
    """orders changed after dice are seen: with `beacon` all sheets are locked and mailed out first."""
    room = copied(open_, tmp_path / "home")
    room.answer("moroccan", FIGHT)
    room.tick(HOUR)
    told = flat(room.text("spanish", "lock"))
    set_beacon(room.home, room.game, "8430af44", "drand round 1", room.now)
    room.says("moroccan", "MOVE beni-1 0402\n")
    room.tick()
    record = phases(room)[-1]
    assert record.at == "1.moroccan-movement"
    assert record.sheets[0].hash in told
    assert [line.text for line in record.sheets[0].lines] == FIGHT.splitlines()
    assert fault(room) is None


def test_collusion(open_: Room, tmp_path: Path) -> None:
    """referee and one player collude to look ahead: with a beacon even both together cannot, nor turn the dice by
    words sent once it is known."""
    room = copied(open_, tmp_path / "home")
    room.answer("moroccan", FIGHT)
    room.tick(HOUR)
    lock = awaited_lock(room.home, room.game)
    assert lock is not None
    room.answer("moroccan", "NONCE ground until it pleases\n")
    set_beacon(room.home, room.game, "8430af44", "drand round 1", room.now)
    room.tick()
    record = phases(room)[-1]
    assert (record.beacon, record.nonces) == ("8430af44", lock.nonces)
    assert nonces(room.home, GAME)["moroccan"] == "ground until it pleases"
    assert fault(room) is None


def test_repeating(room: Room) -> None:
    """referee repeats a phase until it pleases, and rollback: a correction names the link once, history shows it all;
    the number and link are a function of the journal."""
    room.answer("moroccan", "NOWAIT\n" + FIGHT)
    at = "1.moroccan-movement"
    roll_back(room.home, room.game, at, same_dice=True, who="Referee", why="", now=room.now)
    with pytest.raises(Refused, match="was corrected once already"):
        roll_back(room.home, room.game, at, same_dice=True, who="Referee", why="", now=room.now)
    assert fault(room) is None


def test_secret_lost(room: Room, tmp_path: Path) -> None:
    """secret lost: `pbem dice backup/restore`; else `pbem dice rekey`: a recorded ruling with a new head, mailed to
    all, used only with fresh nonces, counted in every later report; verify warns."""
    copy, file = tmp_path / "copy.json", room.home.store.keys.root_file(GAME)
    backup_roots(room.home, room.game, copy)
    file.unlink()
    restore_roots(room.home, copy)
    assert json.loads(copy.read_text())["chains"][0]["root"] == file.read_text().strip()
    file.unlink()
    copy.unlink()
    game = rekey(room.home, room.game, "Referee", "the disk was lost", room.now)
    count = len(phases(room))
    assert room.tick(9 * LENGTH).closed == []
    for seat in ("moroccan", "spanish"):
        assert game.position.journal.head in flat(room.text(seat, "head"))
        room.answer(seat, f"NONCE fresh words of {seat}\n")
    room.tick(LENGTH)
    record = phases(room)[count]
    assert (record.head, record.nonces["spanish"]) == (game.position.journal.head, "fresh words of spanish")
    assert "changed its dice once" in flat(room.text("moroccan", "report"))
    mails = sorted((room.path / "spool" / "out").glob("*.eml"))
    room.close()
    verdict = verify(room.save, mails)
    assert verdict.fault is None
    assert "the disk was lost" in str([finding.to_json() for finding in verdict.warnings])


def test_chain_used_up(near: Room, tmp_path: Path) -> None:
    """chain used up: the record of the last link publishes a new head; fresh nonces before its first use."""
    room = copied(near, tmp_path / "home", At())
    while room.game.position.journal.chain == 1:
        room.tick(LENGTH)
    published = phases(room)[-1]
    assert (published.link.number, published.next_head) == (LINKS - 1, room.game.position.journal.head)
    assert room.tick(9 * LENGTH).closed == []
    for seat in ("moroccan", "spanish"):
        room.answer(seat, f"NONCE fresh words of {seat}\n")
    room.tick(LENGTH)
    first = next(record for record in phases(room) if record.head == published.next_head)
    assert (first.link.number, first.nonces["moroccan"]) == (1, "fresh words of moroccan")
    assert fault(room, LINKS) is None


def test_test_dice(room: Room) -> None:
    """demo, playtests: `--seed S` derives root and nonces; such games are marked *test dice*, and reports say so."""
    assert room.game.manifest.test_dice
    assert all(item.record.test_dice for item in room.game.records)
    assert "Test dice: the root of this game's dice is known." in flat(room.text("moroccan", "report"))
