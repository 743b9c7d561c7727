"""What players ask for beside orders, in both languages: each is answered, and does what the answer says."""

from pathlib import Path

import pytest

from pbem.dice.chain import first_nonce
from pbem.referee.admin.clock import abandon_game
from pbem.referee.turn.nonces import nonces
from tests.referee.making import ANA, GAME, HOUR, LUIS, OMAR, Room, flat, lines_understood, new_room, scenario, text_of

MOVES = "MOVE beni-1 0402\n"


def test_help_comes_in_the_seats_language(room: Room) -> None:
    spanish, english = room.answer("spanish", "AYUDA\n"), room.answer("moroccan", "HELP\n")
    assert "MOVER" in spanish
    assert "LISTO" in spanish
    assert "MOVE" in english
    assert "DONE" in english


def test_status_says_who_is_awaited_and_what_stands(room: Room) -> None:
    room.answer("moroccan", MOVES)
    said = flat(room.answer("moroccan", "STATUS\n"))
    assert "the Moroccans: orders are in" in said
    assert "the Spanish: not asked now" in said
    assert "Moroccan movement: 1. MOVE beni-1 0402" in said


def test_a_status_beside_orders_lists_them_once(room: Room) -> None:
    said = room.answer("moroccan", f"{MOVES}STATUS\n")
    assert said.count("MOVE beni-1 0402") == 1
    assert room.answer("moroccan", "STATUS\n").count("MOVE beni-1 0402") == 1


def test_resend_is_the_same_mail_to_the_byte_under_another_message_id(room: Room) -> None:
    room.answer("moroccan", "RESEND\n")
    first, again = room.rows("moroccan", "report")
    assert first.message_id != again.message_id
    assert again.raw == first.raw.replace(first.message_id.encode(), again.message_id.encode(), 1)
    room.answer("moroccan", "RESEND\n")
    assert len(room.rows("moroccan", "report")) == 3


def test_an_answer_to_a_mail_that_was_sent_again_finds_its_seat(room: Room) -> None:
    room.answer("moroccan", "RESEND\n")
    again = room.rows("moroccan", "report")[-1].message_id
    room.answer("moroccan", MOVES, To="referee@pbem.example.org", In_Reply_To=again)
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_resend_of_a_turn_that_has_no_report(room: Room) -> None:
    assert "There is no report to send again." in room.answer("moroccan", "RESEND 7\n")


def test_language_changes_that_of_all_mails_from_now_on(room: Room) -> None:
    assert "Desde ahora te escribo en español." in room.answer("moroccan", "LANGUAGE es\n")
    assert "Fase: movimiento marroquí." in room.answer("moroccan", "ESTADO\n")
    room.answer("moroccan", MOVES)
    assert "Tu orden vale." in room.text("moroccan", "receipt")
    assert room.mails("moroccan", "receipt")[-1]["Content-Language"] == "es"


def test_the_nonce_is_that_of_the_first_mail_until_the_seat_gives_one(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    room.answer("moroccan", "Hello!\n", Message_ID="<hello@example.org>")
    assert nonces(room.home, "melilla") == {"moroccan": first_nonce("<hello@example.org>")}
    said = room.answer("moroccan", "NONCE  Arena # y  viento \n")
    assert "Your text enters every roll from record 1 on:\nArena # y viento\n" in said
    room.answer("spanish", "NONCE niebla\n")
    room.answer("spanish", "NONCE niebla en Annual\n")
    assert nonces(room.home, "melilla") == {"moroccan": "Arena # y  viento", "spanish": "niebla en Annual"}
    room.tick(3 * 24 * HOUR)
    record = room.game.records[0].record.to_json()
    assert record["nonces"] == {"moroccan": "Arena # y  viento", "spanish": "niebla en Annual"}
    room.close()


def test_the_only_seat_of_a_side_concedes_and_the_game_is_over(room: Room) -> None:
    said = flat(room.answer("moroccan", "CONCEDE\n"))
    assert "Your side has conceded: the game is over." in said
    assert "The game is over." in said
    assert room.game.rules.winner(room.game.state) == "spanish"
    assert [item.record.kind for item in room.game.records[-2:]] == ["ruling", "end"]
    assert "La partida ha terminado" in str(room.mails("spanish", "report")[-1]["Subject"])
    assert "The Spanish win. LL-5.5 Surrender or agreed draw" in flat(room.text("moroccan", "report"))
    assert room.tick(30 * 24 * HOUR).closed == []
    assert room.replay().difference is None


def test_orders_after_the_end_are_answered_and_change_nothing(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nCONCEDE\n")
    before, sections = room.files(), room.home.store.sections.of(game=GAME)
    said = flat(room.answer("spanish", "MOVER cer-1 0302\n"))
    assert "Ya no vale ninguna orden." in said
    assert "✗ 1. MOVER cer-1 0302 la partida ha terminado" in said
    assert "→ La partida ha terminado." in said
    assert "orden" not in str(room.mails("spanish", "receipt")[-1]["Subject"])
    for line in (
        "CONCEDE",
        "CLEAR",
        "DROP 1",
        "DONE",
        "WAIT",
        "MOTTO late",
        "EXTEND 2d",
        "ABSENCE 1d",
        "RESIGN",
        "YES",
    ):
        said = flat(room.answer("moroccan", f"{line}\n"))
        assert f"{line}: The game is over already." in said, line
        assert "→ The game is over. " in said
        assert "next report" not in said
        assert "orders as they stand" not in said.casefold()
    assert [part.get_filename() for part in room.mails("moroccan", "receipt")[-1].iter_attachments()] == []
    assert (room.files(), room.home.store.sections.of(game=GAME)) == (before, sections)
    assert "The Spanish win" in flat(room.answer("moroccan", "STATUS\n"))


def test_orders_for_an_abandoned_game_are_answered_and_change_nothing(room: Room) -> None:
    abandon_game(room.home, GAME, room.now, why="Omar is gone")
    said = flat(room.answer("moroccan", "MOVE beni-1 0402\n"))
    assert "No order counts any more." in said
    assert "✗ 1. MOVE beni-1 0402 the game is over" in said
    assert not room.home.store.sections.of(game=GAME, phase="moroccan-movement")


def test_both_seats_of_a_side_must_concede(tmp_path: Path) -> None:
    players = (ANA, LUIS, OMAR)
    data = scenario(players=players, settings={"sector-column": {"spanish": 2}})
    room = new_room(tmp_path / "home", data, players).started()
    said = flat(room.answer("spanish-2", "RENDIRSE\n"))
    assert "La partida termina cuando también se rinda el otro jugador de tu bando." in said
    assert room.seat("spanish-2").conceded
    assert not room.game.over
    room.answer("spanish", "RENDIRSE\n")
    assert room.game.rules.winner(room.game.state) == "moroccan"
    room.tick()
    assert "Turn 1 · surrender" in room.text("moroccan", "report")
    ruling = room.game.records[-2].record.to_json()
    assert (ruling["ruling"], ruling["seats"]) == ("conceded", ["spanish", "spanish-2"])
    room.close()


def test_a_draw_that_all_vote_for_ends_the_game(room: Room) -> None:
    assert "Still to vote: the Spanish" in flat(room.answer("moroccan", "PROPOSE DRAW\n"))
    note = flat(room.text("spanish", "note"))
    assert "Propuesta de tablas de los marroquíes." in note
    assert "VOTAR SÍ o VOTAR NO" in note
    room.answer("spanish", "VOTAR SÍ\n")
    assert room.game.rules.winner(room.game.state) == "draw"
    assert [item.record.kind for item in room.game.records[-2:]] == ["ruling", "end"]
    assert room.replay().difference is None


def test_a_draw_that_one_seat_rejects_is_off_and_the_proposer_is_told(room: Room) -> None:
    room.answer("moroccan", "PROPOSE DRAW\n")
    room.answer("spanish", "VOTAR NO\n")
    told = flat(room.text("moroccan", "note"))
    assert "The draw is refused by the Spanish: the game goes on." in told
    assert "Your turn: Moroccan movement. You have until" in told
    assert not room.game.over
    assert "Nothing has been proposed." in room.answer("moroccan", "VOTE YES\n")


def test_vote_is_about_a_draw_and_yes_about_more_time_where_both_are_asked(room: Room) -> None:
    room.answer("moroccan", "PROPOSE DRAW\nEXTEND 24h\n")
    assert "el plazo se mueve" in flat(room.answer("spanish", "SÍ\n"))
    room.answer("moroccan", "EXTEND 24h\n")
    assert "La propuesta queda rechazada" in flat(room.answer("spanish", "VOTAR NO\n"))
    assert [(each.what, each.state) for each in room.home.store.proposals.of(game="melilla")] == [
        ("draw", "rejected"), ("time", "accepted"), ("time", "open"),
    ]  # fmt: skip
    assert "el plazo se mueve" in flat(room.answer("spanish", "VOTAR SÍ\n"))


def test_to_propose_what_is_proposed_is_to_agree(room: Room) -> None:
    room.answer("moroccan", "PROPOSE DRAW\n")
    room.answer("moroccan", "PROPOSE DRAW\n")
    assert len(room.home.store.proposals.of(game="melilla")) == 1
    room.answer("spanish", "PROPONER TABLAS\n")
    assert room.game.rules.winner(room.game.state) == "draw"


def test_a_new_token_puts_the_old_one_and_its_mails_out_of_use(room: Room) -> None:
    old, report = room.seat("moroccan").token, room.rows("moroccan", "report")[-1]
    room.answer("moroccan", "TOKEN NEW\n")
    new = room.seat("moroccan").token
    assert new != old
    assert f"melilla.{new}@" in str(room.mails("moroccan", "receipt")[-1]["Reply-To"])
    room.says("moroccan", MOVES, To=f"referee+melilla.{old}@pbem.example.org", In_Reply_To=report.message_id)
    assert room.tick().mails == {"refused": 1}
    assert "The token in the email is not yours." in flat(room.text("moroccan", "refusal"))
    room.says("moroccan", MOVES, To="referee@pbem.example.org", In_Reply_To=report.message_id)
    assert room.tick().mails == {"refused": 1}
    assert room.tick(HOUR).closed == []
    newest = room.rows("moroccan", "receipt")[-1].message_id
    room.answer("moroccan", MOVES, To="referee@pbem.example.org", In_Reply_To=newest)


def test_a_report_sent_again_after_a_new_token_can_be_answered(room: Room) -> None:
    room.answer("moroccan", "TOKEN NEW\n")
    room.answer("moroccan", "RESEND\n")
    again = room.mails("moroccan", "report")[-1]
    room.answer("moroccan", MOVES, To=str(again["Reply-To"]))


def test_the_map_comes_in_a_mail_of_its_own(room: Room) -> None:
    room.answer("moroccan", f"{MOVES}NOWAIT\n")
    room.answer("moroccan", "MAP\n")
    mail = room.mails("moroccan", "note")[-1]
    images = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert len(images) == 1
    assert images[0].get_content().startswith(b"\x89PNG")
    said = flat(text_of(mail))
    assert "The whole map, turn 1 of 13: Moroccans 3 units, Spanish 3 units." in said
    pieces = room.game.rules.dump(room.game.state)["units"]
    assert [piece["at"] for piece in pieces.values() if piece["at"] not in said] == [], "the map in words"
    assert "Turn 9 has not been played." in room.answer("moroccan", "MAP 9\n")


def test_a_part_of_the_map_comes_on_demand(room: Room) -> None:
    """Large, around a place that the player names; also as it was at the end of an earlier turn."""
    room.answer("moroccan", f"{MOVES}NOWAIT\n")
    room.answer("moroccan", "MAPA en torno a 0402\n")
    mail = room.mails("moroccan", "note")[-1]
    assert "The map of turn 1 · 0402 [" in str(mail["Subject"])
    assert "Close-up of the map around 0402, turn 1, " in flat(text_of(mail))
    assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1
    assert "0902" in room.answer("moroccan", "MAP around 0902\n")
    assert len(room.mails("moroccan", "note")) == 1


def test_lines_of_supply_are_not_drawn_where_the_rules_know_none(room: Room) -> None:
    assert "These rules know no lines of supply." in room.answer("moroccan", "MAP SUPPLY\n")
    assert "MAP SUPPLY" not in room.answer("moroccan", "HELP\n")
    assert room.mails("moroccan", "note") == []


@pytest.mark.parametrize("clause", ["RULES LL-7.8", "RULES"])
def test_rules_gives_titles_of_clauses(room: Room, clause: str) -> None:
    assert "LL-7.8" in room.answer("moroccan", f"{clause}\n")


def test_rules_quotes_the_handbook_in_the_language_of_the_seat(room: Room) -> None:
    """One clause is told in full, plain; a chapter of them by its titles."""
    english, spanish = flat(room.answer("moroccan", "RULES LL-7.5\n")), flat(room.answer("spanish", "REGLAS LL-8.7\n"))
    assert "The road gives +2, to a move or a march alike" in english
    assert "está en una ciudad: +2 [LL-8.7]" in spanish
    assert "**" not in english
    assert "The road gives" not in flat(room.answer("moroccan", "RULES LL-7\n"))
    assert "The road gives +2, to a move or a march alike" in flat(room.answer("moroccan", "RULES 7.5\n"))
    assert "There is no clause LL-99.9." in flat(room.answer("moroccan", "RULES 99.9\n"))


def test_commands_work_on_in_the_middle_of_orders(room: Room) -> None:
    said = room.answer("moroccan", "MOVE beni-1 0402\nSTATUS\nNONCE sand\nMOVE beni-2 0403\n")
    assert lines_understood(said) == [("✓", 1, "MOVE beni-1 0402"), ("✓", 2, "MOVE beni-2 0403")]
    assert room.seat("moroccan").nonce == "sand"


def test_standing_lists_the_standing_orders_in_force(room: Room) -> None:
    assert "You have given no standing orders." in room.answer("moroccan", "STANDING\n")
    room.answer("moroccan", "CAPTURE no\n")
    assert "\nCAPTURE NO\n" in room.answer("moroccan", "STANDING\n").upper()
    assert "STANDING" in room.answer("moroccan", "HELP\n")
    room.answer("moroccan", "LANGUAGE es\n")
    assert "\nTOMAR NO\n" in room.answer("moroccan", "PERMANENTES\n").upper()


def test_lines_of_sight_and_fields_of_fire_are_told_only_where_the_rules_know_them(room: Room) -> None:
    assert "These rules know no line of sight." in room.answer("moroccan", "MAP LOS 0402 0403\n")
    assert "Este reglamento no conoce arcos de fuego." in room.answer("spanish", "MAPA FUEGO cer-1\n")
    said = room.answer("moroccan", "HELP\n")
    assert "MAP LOS" not in said
    assert "MAP FIRE" not in said
    assert room.mails("moroccan", "note") == []
