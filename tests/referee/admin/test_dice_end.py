"""The end of a chain: its last record publishes the next head, which no phase uses before every seat has new words."""

from pathlib import Path

import pytest

from pbem.dice.chain import Chain, link_before
from pbem.game.phase import KeyTexts, Orders, next_record
from pbem.referee.home.secrets import chain_of
from pbem.referee.turn.nonces import nonces, seats_without_nonce
from pbem.referee.turn.workflow import lines_to_run
from pbem.save.records import PhaseRecord
from pbem.verify.chain import early_heads
from tests.killed import Killed
from tests.referee.making import GAME, LENGTH, At, Room, copied, flat, kill, new_room

LINKS = 6
"""A short chain: links 1 to 5 serve, link 6 is the root. The record of link 5 is that of the first movement."""


def phases(room: Room) -> list[PhaseRecord]:
    """The records of phases."""
    return [item.record for item in room.game.records if isinstance(item.record, PhaseRecord)]


@pytest.fixture(scope="module", name="near")
def near_the_end(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The skirmish with one phase left to go on its chain."""
    room = new_room(tmp_path_factory.mktemp("end") / "home", links=LINKS).started()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    room.answer("moroccan", "NOWAIT\nHOLD beni-1\nHOLD beni-2\nHOLD beni-3\n")
    while phases(room)[-1].link.number < LINKS - 2:
        room.tick(LENGTH)
    assert room.game.position.journal.chain == 1
    return room


def ended(room: Room) -> Room:
    """The same after the last link has served."""
    while room.game.position.journal.chain == 1:
        room.tick(LENGTH)
    return room


def test_the_last_record_publishes_the_next_head(near: Room, tmp_path: Path) -> None:
    room = ended(copied(near, tmp_path / "home"))
    record = phases(room)[-1]
    assert (record.link.number, room.game.position.journal.chain) == (LINKS - 1, 2)
    root = room.home.store.keys.read_root(GAME, 2)
    assert root is not None
    assert record.next_head == Chain.from_root(root, LINKS).head
    assert [r.next_head for r in phases(room)[:-1]] == [None] * (len(phases(room)) - 1)
    assert record.link.value is not None
    for seat in ("moroccan", "spanish"):
        said = flat(room.text(seat, "head"))
        assert record.next_head in said
    assert "every link of their chain has served" in flat(room.text("moroccan", "head"))
    room.close()


def test_the_next_head_waits_for_new_words_even_before_a_phase_that_asks_nobody(near: Room, tmp_path: Path) -> None:
    room = ended(copied(near, tmp_path / "home"))
    count = len(phases(room))
    assert room.tick(9 * LENGTH).closed == []
    assert seats_without_nonce(room.home, room.game) == ("moroccan", "spanish")
    room.answer("moroccan", "NONCE viento\n")
    assert len(phases(room)) == count
    room.answer("spanish", "LEMA calima\n")
    room.tick(LENGTH)
    following = phases(room)[count]
    assert (following.link.number, following.nonces) == (1, {"moroccan": "viento", "spanish": "calima"})
    assert following.link.value is not None
    assert link_before(bytes.fromhex(following.link.value)).hex() == phases(room)[count - 1].next_head == following.head
    assert room.replay().difference is None
    room.close()


def test_reports_say_that_the_dice_are_used_up(near: Room, tmp_path: Path) -> None:
    room = ended(copied(near, tmp_path / "home"))
    for seat in ("moroccan", "spanish"):
        room.answer(seat, f"NONCE new words of {seat}\n")
    turn = room.game.state.turn
    while room.game.state.turn == turn:
        room.tick(LENGTH)
        for seat in seats_without_nonce(room.home, room.game):
            room.answer(seat, f"NONCE {seat} once more, {room.now}\n")
    said = flat(room.text("moroccan", "report"))
    assert "changed its dice" not in said, "nobody changed them: the chain came to its end"
    every = " ".join(flat(str(mail.get_body(("plain",)).get_content())) for mail in room.mails("moroccan", "report"))  # type: ignore[union-attr]
    assert "With this phase the dice are used up." in every
    room.close()


def test_a_kill_anywhere_at_the_end_of_a_chain_makes_one_next_head(near: Room, tmp_path: Path) -> None:
    """The next root is kept before the record that names its head; a later run uses it, and makes no other."""
    room = copied(near, tmp_path / "whole", At())
    assert isinstance(room.effects, At)
    while room.game.position.journal.chain == 1:
        room.effects.names.clear()
        room.tick(LENGTH)
    numbers, wanted, at = room.effects.of_each_kind(), room.files(), room.now
    room.close()
    for n in numbers:
        found = copied(near, tmp_path / str(n))
        found.tick(at - found.now - LENGTH)
        assert found.game.position.journal.chain == 1
        found.close()
        found.effects = At(n=n, strike=kill)
        with pytest.raises(Killed):
            found.tick(LENGTH)
        found.close()
        found.effects = At()
        found.tick()
        assert found.files() == wanted, n
        assert len(found.rows(what="head")) == 2
        found.close()


def test_the_last_link_brings_the_next_head_where_the_one_before_it_was_taken_back(near: Room) -> None:
    """A phase that waits for an answer brings none; if it is taken back, its link has served all the same."""
    game, chain = near.game, chain_of(near.home, near.game)
    orders = Orders(lines_to_run(near.home, game), standing={}, answers={})
    texts, shorter = KeyTexts(nonces(near.home, GAME)), Chain(chain.links[:LINKS])
    assert shorter.last == game.position.journal.last_link + 1
    record, _ = next_record(game.rules, game.position, shorter, orders, texts, "a" * 64)
    assert (record.link.number, record.next_head) == (shorter.last, "a" * 64)
    assert list(early_heads([record], shorter.last)) == []
    (early,) = early_heads([record], shorter.last + 2)
    assert early.code == "next-head"


def test_a_real_chain_serves_for_4095_phases() -> None:
    assert Chain.from_root(bytes(32)).last - 1 == 4095
