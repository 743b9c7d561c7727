"""The secret root of the dice: kept, copied, put back, replaced where it is lost; the game waits and loses nothing."""

import json
import re
import stat
from pathlib import Path

import pytest

from pbem.dice.chain import Chain, first_nonce, link_before
from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.referee.admin.dice_root import backup_roots, rekey, restore_roots
from pbem.referee.admin.rulings import roll_back, start_without_nonces
from pbem.referee.letters.status import game_status
from pbem.referee.play_on import close_phase
from pbem.referee.tick import tick
from pbem.referee.turn.nonces import nonces, seats_without_nonce
from pbem.save.journal import faults
from pbem.save.records import PhaseRecord, RekeyRecord
from pbem.save.words import hash_words
from tests.referee.making import DAY, GAME, HOUR, LENGTH, Room, flat, new_room
from tests.referee.turn.test_suspended import _asked, asked

__all__ = ["_asked", "asked"]

MOVES = "MOVE beni-1 0402\nMOVE beni-2 0403\nHOLD beni-3\n"
WHY = "the disk was lost"


def key(room: Room, chain: int = 1) -> Path:
    """The file of a root."""
    return room.home.store.keys.root_file(GAME, chain)


def rekeyed(room: Room) -> Game:
    """The game after its secret was lost and the referee gave it new dice."""
    key(room).unlink()
    return rekey(room.home, room.game, "Referee", WHY, room.now)


def sound(room: Room) -> bool:
    """Whether the journal holds, and every phase comes out again."""
    start = room.game.records[0].record.state.before
    return not faults(room.game.manifest, room.game.folder.game_hash(), start, room.game.records) and (
        room.replay().difference is None
    )


# Kept ---------------------------------------------------------------------------------------------------------------


def test_the_root_is_the_owners_alone_and_not_in_git(room: Room) -> None:
    assert stat.S_IMODE(key(room).stat().st_mode) == 0o600
    assert stat.S_IMODE(key(room).parent.stat().st_mode) == 0o700
    assert room.home.git.tracked(room.path / ".pbem") == ()
    assert room.home.git.tracked(room.save) != ()
    assert ".pbem/" in (room.path / ".gitignore").read_text().splitlines()
    assert Chain.from_root(bytes.fromhex(key(room).read_text())).head == room.game.manifest.head


# Copied and put back ------------------------------------------------------------------------------------------------


def test_a_copy_is_the_owners_alone_and_never_overwrites(room: Room, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    assert backup_roots(room.home, room.game, copy) == (1,)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert key(room).read_text().strip() in copy.read_text()
    with pytest.raises(Refused, match="is there already"):
        backup_roots(room.home, room.game, copy)


def test_without_its_root_a_game_waits_says_what_to_do_and_loses_nothing(room: Room, tmp_path: Path) -> None:
    copy, before = tmp_path / "copy.json", room.files()
    backup_roots(room.home, room.game, copy)
    root = key(room).read_bytes()
    key(room).unlink()
    assert "accepted." in flat(room.answer("moroccan", MOVES))
    for _ in range(2):
        (fault,) = tick(room.home, room.now + HOUR).faults
        assert re.search(r"'pbem dice restore FILE' puts a copy of it back; .*'pbem dice rekey melilla --why", fault)
    assert "pbem dice restore" in game_status(room.home, GAME, room.now).waits
    with pytest.raises(Exception, match="pbem dice restore FILE"):
        backup_roots(room.home, room.game, tmp_path / "other.json")
    assert room.files() == before
    assert restore_roots(room.home, copy).restored == (1,)
    assert key(room).read_bytes() == root
    assert stat.S_IMODE(key(room).stat().st_mode) == 0o600
    assert restore_roots(room.home, copy).to_json() == {"game": GAME, "restored": (), "there": (1,)}
    room.tick(HOUR)
    assert room.phases()[-1] == "1.moroccan-movement"
    assert sound(room)


def test_a_root_that_is_not_the_games_is_not_put_back(room: Room, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    backup_roots(room.home, room.game, copy)
    data = json.loads(copy.read_text())
    data["chains"][0]["root"] = "0" * 64
    copy.write_text(json.dumps(data))
    key(room).unlink()
    with pytest.raises(Refused, match="does not belong to a head that the players of melilla were sent"):
        restore_roots(room.home, copy)
    assert not key(room).exists()


@pytest.mark.parametrize("text", ["1" * 64 + "\n", "", "no key"])
def test_what_lies_in_the_place_of_a_root_is_never_overwritten(room: Room, tmp_path: Path, text: str) -> None:
    copy = tmp_path / "copy.json"
    backup_roots(room.home, room.game, copy)
    key(room).write_text(text)
    with pytest.raises(Refused, match=r"[Mm]ove (the file|it) away") as refused:
        restore_roots(room.home, copy)
    assert key(room).read_text() == text
    assert json.loads(copy.read_text())["chains"][0]["root"] not in str(refused.value)


HEAD = '{"format": 1, "dice": "pbem-chain-1", "game": "melilla", "chains": '


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", HEAD + "[{}]}", HEAD + "7}", HEAD + '[{"chain": 0, "root": "00"}]}']
)
def test_what_is_no_copy_is_told_without_its_contents(room: Room, tmp_path: Path, text: str) -> None:
    (tmp_path / "copy.json").write_text(text)
    with pytest.raises(BadInput, match=r"copy\.json is no copy of dice keys as 'pbem dice backup' writes them"):
        restore_roots(room.home, tmp_path / "copy.json")


def test_a_copy_from_before_new_dice_is_told_to_be_too_old(room: Room, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    backup_roots(room.home, room.game, copy)
    rekeyed(room)
    key(room, 2).unlink()
    with pytest.raises(Refused, match="is older than the dice in use: it has no root of chain 2"):
        restore_roots(room.home, copy)
    assert not key(room).exists()


# Replaced -----------------------------------------------------------------------------------------------------------


def test_new_dice_are_recorded_and_their_head_goes_to_all(room: Room) -> None:
    old = room.game.position.journal.head
    game = rekeyed(room)
    record = game.records[-1].record
    assert isinstance(record, RekeyRecord)
    assert (record.who, record.why, record.head) == ("Referee", WHY, game.position.journal.head)
    assert record.head != old
    for seat in ("spanish", "moroccan"):
        said = flat(room.text(seat, "head"))
        assert record.head in said
        assert hash_words(record.head) in said
        assert WHY in said
    room.tick()
    room.tick(DAY)
    assert len(room.rows(what="head")) == 2


def test_new_dice_wait_for_new_words_of_every_seat(room: Room) -> None:
    room.answer("moroccan", MOVES)
    rekeyed(room)
    assert room.tick(9 * LENGTH).closed == []
    assert nonces(room.home, GAME) == {}
    with pytest.raises(Refused, match=r"waits for new words .*--without-nonce"):
        close_phase(room.home, GAME, room.now, at_once=True)
    assert game_status(room.home, GAME, room.now).waits == "new words for the new dice: moroccan, spanish"
    said = flat(room.answer("moroccan", "NONCE viento nuevo\n"))
    assert "waits for new words for them (MOTTO …) of: the Spanish." in said
    assert room.tick(LENGTH).closed == []
    room.says("spanish", "LEMA calima\n")
    assert room.tick().closed[:1] == [f"{GAME} 1.moroccan-movement"]
    first = next(r for r in _phases(room) if r.head == room.game.position.journal.head)
    assert (first.at, first.link.number) == ("1.moroccan-movement", 1)
    assert (first.link.number, first.nonces) == (1, {"moroccan": "viento nuevo", "spanish": "calima"})
    assert first.link.value is not None
    assert link_before(bytes.fromhex(first.link.value)).hex() == first.head
    assert sound(room)


def _phases(room: Room) -> list[PhaseRecord]:
    return [item.record for item in room.game.records if isinstance(item.record, PhaseRecord)]


def test_any_answer_to_the_mail_with_the_head_will_do_but_no_other_mail(room: Room) -> None:
    rekeyed(room)
    room.answer("moroccan", MOVES)
    assert seats_without_nonce(room.home, room.game) == ("moroccan", "spanish")
    head = str(room.mails("moroccan", "head")[-1]["Message-ID"])
    other = str(room.mails("spanish", "head")[-1]["Message-ID"])
    room.answer("moroccan", "STATUS\n", In_Reply_To=other)
    assert seats_without_nonce(room.home, room.game) == ("moroccan", "spanish")
    room.answer("moroccan", "Gracias\n", In_Reply_To=head, Message_ID="<fresh@example.org>")
    assert nonces(room.home, GAME) == {"moroccan": first_nonce("<fresh@example.org>")}
    room.answer("moroccan", "NONCE viento\n")
    room.says("moroccan", "Gracias otra vez\n", In_Reply_To=head)  # twice a day thanks get no answer
    room.tick()
    assert nonces(room.home, GAME) == {"moroccan": "viento"}


def test_words_that_were_in_the_old_dice_are_not_new(room: Room) -> None:
    rekeyed(room)
    said = flat(room.answer("spanish", "LEMA spanish throws\n"))
    assert "Esas palabras ya estaban en los dados que se han sustituido: manda otras." in said
    assert seats_without_nonce(room.home, room.game) == ("moroccan", "spanish")


def test_a_seat_without_new_words_is_gone_on_without_on_the_record(room: Room) -> None:
    rekeyed(room)
    room.answer("moroccan", "NONCE viento\n")
    start_without_nonces(room.home, room.game, ["spanish"], "Referee", room.now)
    room.answer("moroccan", "NOWAIT\n" + MOVES)
    room.tick(HOUR)
    assert _phases(room)[-1].nonces == {"moroccan": "viento"}
    ruling = next(item.record for item in room.game.records if item.record.kind == "ruling").to_json()
    assert (ruling["ruling"], ruling["seats"]) == ("started-without-nonce", ["spanish"])
    with pytest.raises(Refused, match="has started already"):
        start_without_nonces(room.home, room.game, ["spanish"], "Referee", room.now)


def test_every_later_report_counts_the_changes_with_who_and_why(room: Room) -> None:
    rekeyed(room)
    for seat, text in (("moroccan", "NONCE viento\nNOWAIT\n" + MOVES), ("spanish", "LEMA calima\n")):
        room.answer(seat, text)
    while room.game.state.turn == 1:
        room.tick(LENGTH)
    once = "Esta partida ha cambiado sus dados una vez: turno 1, por Referee: the disk was lost"
    reports = [flat(room.text("spanish", "report"))]
    assert once in reports[-1]
    assert once in flat(str(room.mails("spanish", "report")[-1].get_body(("html",)).get_content()))  # type: ignore[union-attr]
    rekey(room.home, room.game, "Referee", "somebody saw it", room.now)
    for seat in ("moroccan", "spanish"):
        room.answer(seat, f"NONCE third words of {seat}\n")
    while room.game.state.turn == 2:
        room.tick(LENGTH)
    said = flat(room.text("moroccan", "report"))
    assert "This game has changed its dice 2 times: turn 1, by Referee: the disk was lost; turn 2, by Referee" in said
    assert room.game.position.journal.chain == 3
    assert sound(room)


def test_a_game_that_has_not_started_may_get_new_dice_and_old_answers_do_not_count(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    room.answer("spanish", "LEMA niebla\n")
    rekeyed(room)
    room.answer("moroccan", "Salam!\n")
    assert room.tick(LENGTH).closed == []
    assert room.home.game_row(GAME).started is None
    assert seats_without_nonce(room.home, room.game) == ("moroccan", "spanish")
    head = {seat: str(room.mails(seat, "head")[-1]["Message-ID"]) for seat in ("moroccan", "spanish")}
    for seat in head:
        room.answer(seat, "De acuerdo\n", In_Reply_To=head[seat])
    assert room.home.game_row(GAME).started == room.now
    room.close()


def test_the_same_dice_do_not_reach_behind_new_ones(room: Room) -> None:
    rekeyed(room)
    with pytest.raises(Refused, match="played with the dice of an earlier head"):
        roll_back(room.home, room.game, "1.weather", same_dice=True, who="Referee", why="", now=room.now)
    roll_back(room.home, room.game, "1.weather", same_dice=False, who="Referee", why="", now=room.now)
    assert room.game.position.journal.chain == 2
    for seat in ("moroccan", "spanish"):
        room.answer(seat, f"NONCE new words of {seat}\n")
    room.tick(HOUR)
    assert [(r.at, r.link.number) for r in _phases(room)][-1] == ("1.weather", 1)
    assert sound(room)


@pytest.mark.parametrize("why", ["", "  ", "two\nlines", "x" * 501])
def test_new_dice_need_a_reason_on_one_line(room: Room, why: str) -> None:
    with pytest.raises(BadInput, match="Say why, on one line"):
        rekey(room.home, room.game, "Referee", why, room.now)
    assert not key(room, 2).exists()


def test_a_phase_whose_dice_are_partly_told_is_taken_back_before_new_dice(asked: Room) -> None:
    key(asked).unlink()
    with pytest.raises(Refused, match=r"take it back first with 'pbem rollback melilla 1\.moroccan-combat'"):
        rekey(asked.home, asked.game, "Referee", WHY, asked.now)
    roll_back(asked.home, asked.game, "1.moroccan-combat", same_dice=False, who="Referee", why=WHY, now=asked.now)
    rekey(asked.home, asked.game, "Referee", WHY, asked.now)
    for seat in ("moroccan", "spanish"):
        asked.answer(seat, f"NONCE new words of {seat}\n")
    asked.tick(LENGTH)
    assert _phases(asked)[-1].head == asked.game.position.journal.head
    assert asked.replay().difference is None


def test_a_game_that_is_over_gets_no_new_dice(room: Room) -> None:
    room.answer("moroccan", "CONCEDE\n")
    with pytest.raises(Refused, match="melilla is over"):
        rekey(room.home, room.game, "Referee", WHY, room.now)


def test_a_root_that_a_killed_run_left_is_used(room: Room) -> None:
    left = bytes(range(32))
    room.home.store.keys.write_root(GAME, left, 2)
    game = rekeyed(room)
    assert game.position.journal.head == Chain.from_root(left).head
