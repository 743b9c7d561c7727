"""New dice, because their secret was lost or they were used up: what verify says of a game with several chains."""

from pathlib import Path

import pytest

from pbem.save.records import RulingRecord
from pbem.verify.chain import WITHOUT_NONCE, nonce_fault
from pbem.verify.verify import verify
from tests.referee.admin.test_dice_end import LINKS, ended, near_the_end
from tests.referee.admin.test_dice_keys import MOVES, rekeyed
from tests.referee.making import LENGTH, Room, copied
from tests.save.making import game, phase
from tests.verify.rooms import Json, code, forged, kept, stood, verified, warned

__all__ = ["near_the_end"]


@pytest.fixture
def new_dice(room: Room) -> Room:
    """The skirmish after new dice, the new words of both seats, and a movement."""
    room.answer("moroccan", MOVES)
    rekeyed(room)
    room.says("moroccan", "NONCE viento nuevo\n")
    room.says("spanish", "LEMA calima\n")
    room.tick(LENGTH)
    return room


def test_new_dice_are_counted_and_warned_of(new_dice: Room) -> None:
    assert "warn-rekeyed" in warned(new_dice.save, *kept(new_dice))


def test_new_dice_that_no_mail_brought_are_found(new_dice: Room) -> None:
    """The referee exchanges the new chain for another one, all hashes mended: the mail with its head remembers."""
    mails = kept(new_dice, what="head")

    def edit(made: list[Json]) -> None:
        for record in made:
            if record["kind"] == "rekey":
                record["head"] = "0" * 64
                del made[record["n"] :]

    path = forged(new_dice, edit)
    stood(new_dice, next(item.record.n for item in new_dice.game.records if item.record.kind == "rekey"))
    assert verified(path) is None
    assert verified(path, *mails) == (0, "mail-unknown")


def test_words_from_before_the_new_head_are_warned_of(new_dice: Room) -> None:
    old = next(item.record for item in new_dice.game.records).to_json()["nonces"]

    def edit(made: list[Json]) -> None:
        at = next(n for n, record in enumerate(made) if record["kind"] == "rekey")
        record = made[at + 1]
        assert record["rolls"] == []
        record["nonces"] = old
        del made[at + 2 :]

    path = forged(new_dice, edit)
    stood(new_dice, 1 + next(item.record.n for item in new_dice.game.records if item.record.kind == "rekey"))
    assert "warn-same-text" in warned(path)


def test_a_chain_that_was_used_up_goes_on_in_the_next(near: Room, tmp_path: Path) -> None:
    room = ended(copied(near, tmp_path / "home"))
    for seat in ("moroccan", "spanish"):
        room.says(seat, f"NONCE more of {seat}\n")
    for _ in range(4):
        room.tick(LENGTH)
    found = verify(room.save, length=LINKS)
    assert found.fault is None, found.fault
    assert "warn-next-head" in [each.code for each in found.warnings]
    assert any(item.record.to_json().get("link", {}).get("number") == 1 for item in room.game.records[5:])
    early = code(verify(room.save))
    assert early is not None
    assert early[1] == "next-head", "in a chain of 4096 links it would be too early"
    room.close()


@pytest.mark.parametrize(("next_head", "found"), [(None, None), ("e" * 64, (3, "nonce-missing"))])
def test_a_start_without_a_seats_text_is_allowed_for_one_chain(
    next_head: str | None, found: tuple[int, str] | None
) -> None:
    first, second = (phase(n, nonces={"spanish": "x"}) for n in (2, 3))
    values = {"turn": 1, "previous": first.previous, "state": first.state, "test_dice": False, "who": "R", "why": "ill"}
    ruling = RulingRecord(n=1, ruling=WITHOUT_NONCE, seats=("moroccan",), events=(), **values)
    fault = nonce_fault(game(), [ruling, first.model_copy(update={"next_head": next_head}), second])
    assert (fault and (fault.n, fault.code)) == found
