"""What goes wrong on one side of the room stays there: a damaged save, a mail that trips us up, machines that chat."""

from pathlib import Path
from typing import Any

import pytest

from pbem.dice.chain import derive_secret
from pbem.errors import RefereeError
from pbem.mail.reading.read_mail import ParsedMail
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.home import limits
from pbem.referee.intake import answer, inbox
from pbem.referee.play_on import close_phase
from pbem.referee.tick import tick
from pbem.referee.turn import workflow
from tests.referee.making import ANA, DAY, HOUR, OMAR, SEED, Room, flat, scenario

MOVES = "MOVE beni-1 0402\n"


def test_a_mail_that_cannot_even_be_read_stays_and_the_others_are_taken(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is made: there is none known."""
    read = inbox.parse_mail

    def trips(raw: bytes, **others: Any) -> ParsedMail:
        if b"stumble" in raw:
            raise KeyError("a fault")
        return read(raw, **others)

    monkeypatch.setattr(inbox, "parse_mail", trips)
    room.says("spanish", "stumble\n")
    room.says("moroccan", MOVES)
    before = room.at
    room.now += 4 * DAY
    result = tick(room.home, room.now)
    assert result.mails == {"orders": 1}
    (fault,) = result.faults
    assert "a fault of pbem itself (KeyError: 'a fault')" in fault
    assert (len(room.places()["in"]), room.at) == (1, before)
    monkeypatch.undo()
    assert room.tick().mails == {"orders": 1}


def test_a_damaged_save_holds_up_its_own_game_only(room: Room) -> None:
    new = NewGame("annual", (ANA, OMAR), derive_secret(SEED, "annual"), test_dice=True)
    create_from_scenario(room.home, new, scenario(), room.now)
    room.says("moroccan", MOVES)
    annual = room.home.store.seats.need("annual", "moroccan")
    room.says("moroccan", "Salam!\n", To=f"referee+annual.{annual.token}@pbem.example.org")
    room.close()
    record = next(iter(room.save.glob("turns/0002*")))
    whole = record.read_bytes()
    record.write_bytes(whole[:-20])
    result = tick(room.home, room.now)
    assert len(result.faults) == 2
    assert all("0002-01-moroccan-setup.json" in fault for fault in result.faults)
    assert result.mails == {"orders": 1}
    assert room.home.store.seats.need("annual", "moroccan").answered_welcome == room.now
    assert len(room.places()["in"]) == 1, "the email to the damaged game waits"
    record.write_bytes(whole)
    room.close()
    room.tick()
    assert room.places()["in"] == []
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_a_game_whose_private_side_is_lost_is_told_and_others_go_on(room: Room) -> None:
    room.home.store.games.remove(name="melilla")
    result = tick(room.home, room.now + HOUR)
    assert len(result.faults) == 1
    assert "restore .pbem/ from a backup" in result.faults[0]


def test_a_mail_that_a_fault_of_ours_cannot_take_is_put_aside_and_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is made: there is none known. The next mail is taken as if nothing had been."""

    def broken(*args: object, **more: object) -> None:
        raise KeyError("a fault")

    before = room.files()
    room.says("moroccan", MOVES)
    with monkeypatch.context() as patch:
        patch.setattr(inbox, "carry_out", broken)
        assert room.tick().mails == {"refused": 1}
    assert room.places()["refused"] != []
    assert "The email could not be read." in flat(room.text("moroccan", "refusal"))
    notice = room.home.store.notices.open()[-1]
    assert (notice.code, notice.args["why"]) == ("mail-fault", "KeyError: 'a fault'")
    assert room.files() == before
    room.answer("moroccan", MOVES)


def test_a_mail_that_says_nothing_is_answered_once(room: Room) -> None:
    """An out-of-office mail without any mark: it answers our receipt, and must not get another."""
    before = len(room.rows("moroccan", "receipt"))
    for _ in range(8):
        room.says("moroccan", "Thank you for your mail. We will get back to you.\n")
        room.tick()
    assert len(room.rows("moroccan", "receipt")) == before + 1
    assert len([m for m in room.home.store.mails.of(outcome="orders") if "get back" in str(m.raw)]) == 8


def test_a_seat_that_writes_all_day_is_answered_no_more(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "RECEIPTS_A_DAY", 5)
    monkeypatch.setattr(limits, "MAILS_A_DAY", 9)
    for n in range(12):
        room.says("moroccan", f"MOVE beni-1 0402 # {n}\n")
        room.tick()
    assert len([row for row in room.rows("moroccan", "receipt") if row.at == room.now]) <= 5
    assert [notice.code for notice in room.home.store.notices.open()] == ["too-many-mails"]
    refused = room.home.store.mails.of(outcome="refused")
    assert {mail.reason for mail in refused} == {"too-many"}
    assert len(refused) >= 3
    room.says("moroccan", MOVES)
    assert room.tick(DAY + HOUR).mails == {"orders": 1}


def test_a_mailbox_that_cannot_be_read_closes_no_phase(room: Room, tmp_path: Path) -> None:
    room.answer("moroccan", MOVES)
    inn = room.path / "spool" / "in"
    for path in inn.iterdir():
        path.unlink()
    inn.rmdir()
    (room.path / "spool" / "in").symlink_to(tmp_path / "in")
    (tmp_path / "in").write_text("no folder")
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"], "no folder, no email: that is an empty mailbox"


def test_a_phase_that_did_not_run_is_not_told_as_adjudicated(room: Room) -> None:
    """The secret of the dice is lost; with it back, and a second phase that fails, the first one counts."""
    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\n")
    key = room.home.store.keys.root_file("melilla")
    root, before = key.read_bytes(), len(room.game.records)
    key.unlink()
    result = tick(room.home, room.now + HOUR)
    assert "The dice key of melilla is missing" in result.faults[0]
    assert (result.closed, len(room.game.records)) == ([], before)
    with pytest.raises(RefereeError, match="dice key of melilla is missing"):
        close_phase(room.home, "melilla", room.now, at_once=True)
    key.write_bytes(root)
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_a_phase_that_ran_is_told_though_the_next_one_fails(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault is made: there is none known."""
    run_phase, ran = workflow._run_phase, []

    def once(*given: Any) -> Any:
        if ran:
            raise KeyError("a fault")
        ran.append(given)
        return run_phase(*given)

    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\nPHASE moroccan-combat\nPHASE moroccan-bombardment\n")
    monkeypatch.setattr(workflow, "_run_phase", once)
    before = len(room.game.records)
    result = tick(room.home, room.now + HOUR)
    assert len(room.game.records) == before + 1
    assert result.closed == ["melilla 1.moroccan-movement"]
