"""A new game: first mails, when it starts, starting without a seat's text in the dice."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.chain import derive_secret
from pbem.errors import BadInput, Refused
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rulings import amend, start_without_nonces
from tests.killed import Killed
from tests.referee.making import ANA, DAY, HOUR, LENGTH, OMAR, SEED, START, At, Room, flat, kill, new_room, scenario

ROOT = derive_secret(SEED, "melilla")


@pytest.fixture
def fresh(tmp_path: Path) -> Room:
    """A new game; nobody has answered."""
    return new_room(tmp_path / "home")


def test_every_seat_gets_one_first_mail_with_the_head_of_the_dice(fresh: Room) -> None:
    assert fresh.tick().sent == 2
    assert fresh.tick(HOUR).sent == 0
    for seat in ("spanish", "moroccan"):
        assert fresh.game.manifest.head in fresh.text(seat, "welcome")
    assert "## ÓRDENES melilla 1 colocación española" in fresh.text("spanish", "welcome")
    assert "ORDERS melilla" not in fresh.text("moroccan", "welcome")
    assert str(fresh.mails("spanish", "welcome")[0]["To"]) == "ana@example.org"


def test_the_game_starts_when_all_have_answered_and_not_before(fresh: Room) -> None:
    said = fresh.answer("spanish", "DESPLEGAR cer-1 0202\n")
    assert "La partida empieza en cuanto todos los jugadores hayáis respondido a la bienvenida." in flat(said)
    assert fresh.tick(9 * LENGTH).closed == []
    fresh.answer("moroccan", "Salam!\n")
    row = fresh.home.game_row("melilla")
    assert (row.started, row.deadline) == (fresh.now, fresh.now + LENGTH)


def test_nobody_is_told_whose_turn_it_is_before_the_game_has_begun(fresh: Room) -> None:
    """The first report says so at once, perhaps to the very player who replied last."""
    said = [flat(fresh.answer("moroccan", "MOTTO Abarrán\n")), flat(fresh.answer("spanish", "LEMA Melilla\n"))]
    assert "The game starts once all players have replied to the welcome." in said[0]
    assert "Ya habéis respondido todos: la partida empieza ahora." in said[1]
    assert "It is not your turn" not in said[0]
    assert "Ahora no te toca" not in said[1]


def test_orders_sent_before_the_start_count(fresh: Room) -> None:
    fresh.answer("spanish", "DESPLEGAR cer-1 0202\nDESPLEGAR cer-2 0203\nDESPLEGAR cer-3 0204\n")
    fresh.answer("moroccan", "Salam!\n")
    assert fresh.tick(HOUR).closed == ["melilla 1.spanish-setup"]


def test_done_in_a_set_up_ends_it_and_not_the_turn_that_comes_after(fresh: Room) -> None:
    fresh.answer("moroccan", "Salam!\n")
    said = flat(fresh.answer("spanish", "DESPLEGAR cer-1 0202\nDESPLEGAR cer-2 0203\nDESPLEGAR cer-3 0204\nLISTO\n"))
    assert "La fase de colocación española acaba para ti con lo enviado, en cuanto no falte nada." in said
    assert "Tienes hasta" not in said, "it is carried out now"
    fresh.answer("moroccan", "DEPLOY beni-1 0401\nDEPLOY beni-2 0402\nDEPLOY beni-3 0403\nDONE\n")
    assert fresh.at == "1.moroccan-movement"


def test_a_ruling_before_the_start_leaves_both_players_to_be_told_of_it_with_the_deadline(fresh: Room) -> None:
    fresh.answer("spanish", "NONCE niebla\n")
    event = read_amendment(fresh.game, ["state weather=hot"]).event
    amend(fresh.home, fresh.game, event, who="Referee", why="a misprint", now=fresh.now)
    fresh.tick(HOUR)
    assert fresh.rows("spanish", "report") == (), "nothing has begun"
    fresh.answer("moroccan", "Salam!\n")
    told = flat(fresh.text("spanish", "report"))
    assert "La partida ha empezado." in told
    assert "LO QUE SE TE PIDE AHORA" in told
    assert len(fresh.rows("moroccan", "start")) == 1


def test_a_start_without_a_seats_text_is_recorded_and_told(fresh: Room) -> None:
    fresh.answer("spanish", "NONCE niebla\n")
    start_without_nonces(fresh.home, fresh.game, ["moroccan"], "Referee", fresh.now)
    ruling = fresh.game.records[0].record.to_json()
    assert (ruling["ruling"], ruling["seats"], ruling["who"]) == ("started-without-nonce", ["moroccan"], "Referee")
    assert fresh.home.game_row("melilla").deadline == fresh.now + LENGTH
    fresh.tick(LENGTH)
    assert fresh.game.records[1].record.to_json()["nonces"] == {"spanish": "niebla"}
    assert "without a text of the Moroccans in its dice" in flat(fresh.text("moroccan", "report"))


@pytest.mark.parametrize(
    ("named", "wrong", "why"),
    [
        (["moorish"], BadInput, "has no seat 'moorish'"),
        (["spanish", "moroccan"], Refused, "spanish has answered already"),
        ([], Refused, "moroccan has not answered either"),
    ],
)
def test_a_start_without_must_name_exactly_those_who_are_missing(
    fresh: Room, named: list[str], wrong: type[Exception], why: str
) -> None:
    fresh.answer("spanish", "NONCE niebla\n")
    with pytest.raises(wrong, match=why):
        start_without_nonces(fresh.home, fresh.game, named, "Referee", fresh.now)
    assert fresh.game.records == ()


def test_a_start_that_was_killed_after_its_record_is_finished_by_the_next_tick(fresh: Room) -> None:
    fresh.answer("spanish", "NONCE niebla\n")
    fresh.close()
    fresh.effects = At(strike=kill)
    assert fresh.game.records == ()
    fresh.effects.n = len(fresh.effects.names) + 5  # the record: write, fsync, rename, folder; then state.json
    with pytest.raises(Killed):
        start_without_nonces(fresh.home, fresh.game, ["moroccan"], "Referee", fresh.now)
    fresh.close()
    fresh.effects = At()
    assert len(fresh.game.records) == 1
    fresh.tick(DAY)
    assert fresh.home.game_row("melilla").started == fresh.now
    assert len(fresh.game.records) == 1


def test_a_start_that_was_killed_waits_for_another_player_where_one_resigns_meanwhile(fresh: Room) -> None:
    fresh.answer("spanish", "NONCE niebla\n")
    fresh.close()
    fresh.effects = At(strike=kill)
    assert fresh.game.records == ()
    fresh.effects.n = len(fresh.effects.names) + 5
    with pytest.raises(Killed):
        start_without_nonces(fresh.home, fresh.game, ["moroccan"], "Referee", fresh.now)
    fresh.close()
    fresh.effects = At()
    fresh.says("moroccan", "RESIGN\n")
    fresh.tick()
    fresh.tick(DAY)
    assert fresh.home.game_row("melilla").started is None
    replace_player(fresh.home, fresh.game, replace(OMAR, address="eva@example.org"), fresh.now)
    fresh.answer("moroccan", "NONCE levante\n")
    assert fresh.home.game_row("melilla").started == fresh.now


def test_a_game_that_has_started_does_not_start_again(room: Room) -> None:
    with pytest.raises(Refused, match="has started already"):
        start_without_nonces(room.home, room.game, ["moroccan"], "Referee", room.now)


def test_a_name_is_used_once(fresh: Room) -> None:
    with pytest.raises(Refused, match="There is a game melilla already"):
        create_from_scenario(fresh.home, NewGame("melilla", (ANA, OMAR), ROOT), scenario(), START)
    with pytest.raises(BadInput, match="no name for a game"):
        create_from_scenario(fresh.home, NewGame("Año Nuevo", (ANA, OMAR), ROOT), scenario(), START)


def test_a_name_must_fit_the_address_that_players_answer_to(fresh: Room) -> None:
    with pytest.raises(BadInput, match="choose a shorter name"):
        create_from_scenario(fresh.home, NewGame("m" * 40, (ANA, OMAR), derive_secret(SEED, "m")), scenario(), START)
    assert not (fresh.path / "saves" / ("m" * 40)).exists()


def test_a_name_whose_mails_went_out_is_not_used_again(fresh: Room) -> None:
    """Message-IDs follow from the name: the new game's mails would be taken for the old ones."""
    fresh.save.rename(fresh.path / "elsewhere")
    fresh.home.opened.clear()
    with pytest.raises(Refused, match="players would mix the two up"):
        create_from_scenario(fresh.home, NewGame("melilla", (ANA, OMAR), ROOT), scenario(), START)


def test_a_mail_that_comes_while_a_game_is_half_made_is_not_answered_in_its_name(tmp_path: Path) -> None:
    """Its seats are known, its save is not there: nobody hears of it, and it may still be made."""
    for n in range(29, 80):
        home = tmp_path / str(n)
        with pytest.raises(Killed):
            new_room(home, effects=At(n=n, strike=kill))
        room = Room(home)
        if (home / "pbem.toml").exists() and room.home.seats("melilla"):
            break
        room.close()
    assert room.home.games() == []
    for seat in room.home.seats("melilla"):
        to = f"referee+melilla.{seat.token}@pbem.example.org"
        room.drop(
            f"From: {seat.address}\r\nTo: {to}\r\nMessage-ID: <{seat.seat}@example.org>\r\n\r\nSTATUS\r\n".encode()
        )
        room.drop(f"From: eva@example.org\r\nTo: {to}\r\nMessage-ID: <e{seat.seat}@e.org>\r\n\r\nSTATUS\r\n".encode())
    room.tick()
    assert {row.game for row in room.rows()} == {None}
    room.close()
    made = new_room(home)
    assert [row.what for row in made.rows("spanish")] == ["welcome"]
    made.close()


def test_a_new_game_may_be_made_again_wherever_it_was_killed(tmp_path: Path) -> None:
    """Killed at any effect and called again, it ends as one that nothing befell: one save, one first mail a seat."""
    effects = At()
    whole = new_room(tmp_path / "whole", effects=effects)
    for n in effects.of_each_kind():
        home = tmp_path / str(n)
        with pytest.raises(Killed):
            new_room(home, effects=At(n=n, strike=kill))
        room = Room(home) if (home / "saves" / "melilla" / "game.json").exists() else new_room(home)
        room.tick()
        assert room.files() == whole.files()
        assert [(row.seat, row.what, row.state) for row in room.rows()] == [
            ("moroccan", "welcome", "sent"),
            ("spanish", "welcome", "sent"),
        ]
        room.close()
    whole.close()
