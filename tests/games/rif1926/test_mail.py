"""Morocco 1926 by mail: what two newcomers wrote, and what they were told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.gamedata.games import compose
from pbem.referee.admin.seating import Player
from tests.referee.making import Room, copied, flat, new_room

ANA = Player("allied", "allied", "ana@example.org", "es", "Europe/Madrid")
OMAR = Player("rif", "rif", "omar@example.org", "en")


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The Allies are to set up."""
    found = new_room(tmp_path_factory.mktemp("rif") / "home", compose("rif1926"), (ANA, OMAR), seed="rif").started()
    yield found
    found.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The Allies are to move on turn 1; no test rests on what another has ordered."""
    found = new_room(tmp_path_factory.mktemp("rif") / "home", compose("rif1926"), (ANA, OMAR), seed="rif").started()
    for seat in ("allied", "rif"):
        found.answer(seat, "DONE\n")
    yield found
    found.close()


def test_a_report_says_how_many_towns_of_each_zone_are_occupied(room: Room) -> None:
    """Each tribe is pacified by itself: the sum of all towns does not say how far the Allies are."""
    said = flat(room.text("allied", "report"))
    assert "los poblados que hacen falta: Axdir 1 de 12, Beni Ammart 0 de 5, Beni Tuzin 0 de 5, Annual 0 de 5" in said


def test_the_positions_name_who_is_not_on_the_map_ships_and_aircraft_among_them(room: Room) -> None:
    said = flat(room.text("allied", "report")).partition("POSICIONES")[2]
    allied, _, rif = said.partition("Rifeños ")
    assert "En su base: AIR 1 4, AIR 2 4" in allied
    assert "JI 12-8" in allied.partition("Fuera del mapa:")[2], "ships are ready from turn 1, never set up"
    assert "A la espera de entrar: ALC 1 6-1-10" in allied
    assert "En reserva: GY 1 3-2-7" in rif


def test_units_of_several_hexes_in_one_line_are_told_with_the_move_of_each(room: Room) -> None:
    said = room.answer("allied", "mover TER1, mehala-melilla a 4415\n")
    assert "Tu orden vale." in flat(said)
    assert "MOVER tercio-1 mehala-melilla A 4415 # ✓ " in said
    assert "#    MOVER tercio-1 A 4516 4415\n#    MOVER mehala-melilla A 4516 4415\n" in said


def test_why_lines_are_refused_is_told_whole_where_what_counts_can_be_left_to_status(room: Room) -> None:
    good = [f"MANTENER {unit}\n" for unit in ("tercio-2", "tercio-3", "tercio-6", "tercio-7", "caz-03", "caz-05")]
    good += [f"MOVER {unit} A 4319\n" for unit in ("art-c-3", "art-c-1", "reg-san-fernando")]
    good += ["ENTRAR alcantara-2 EN 5213 A 4516\n", "ATACAR 2607 CON tercio-6 tercio-7\n"]
    good += [f"NAVEGAR {ship} A {at}\n" for ship, at in (("jaime-i", "2705"), ("canovas", "2805"))]
    wrong = [f"ATACAR 2104 CON regulares-larache-1 zork{number} APOYO yurk{number}\n" for number in range(8)]
    wrong += ["ENTRAR alcantara-1 EN 5213 A 4415\n"]
    said = room.answer("allied", "".join((*good, *wrong)))
    assert said.count("✗") >= len(wrong)
    assert not [line for line in said.split("\n") if line.startswith("✗") and line.endswith("…")]
    assert "con 10 puntos no se llega a Buhafora (4415)" in flat(said)


def test_status_beside_orders_repeats_no_reason_of_the_receipt(room: Room) -> None:
    said = flat(room.answer("allied", "MOVER tercio-1 A 9999\nESTADO\n"))
    assert said.count("MOVER tercio-1 A 9999") == 1
    assert said.count("Las líneas rechazadas ") == 1
    assert "Rechazada, de tu correo" in flat(room.answer("allied", "ESTADO\n"))


def test_of_prose_that_begins_like_an_order_few_reasons_are_told(room: Room) -> None:
    said = flat(room.answer("allied", "move the dispersed ones out of 2607? no - they stay in the trench\n"))
    assert "✗ 1. " in said
    assert said.count("«") <= 3
    assert " …" in said


@pytest.mark.parametrize("line", ["dejar fuera tercio-8", "keep back TER8", "leave out the tercio 8"])
def test_a_unit_is_left_out_of_the_set_up_in_the_words_of_the_form(set_up: Room, line: str) -> None:
    said = flat(set_up.answer("allied", f"{line}\n"))
    assert "LISTO no coloca lo que has tachado: TER 8." in said
    set_up.answer("allied", "DEPLOY tercio-8 4717\nCLEAR\n")


def test_two_names_that_begin_alike_are_not_read_as_one(set_up: Room) -> None:
    said = flat(set_up.answer("allied", "BOMBARDEAR 2607 CON breguet 1, breguet 2\n"))
    assert "«breguet 1 breguet»" not in said


def test_a_standing_order_has_a_number_where_there_are_several_of_its_verb(set_up: Room) -> None:
    said = set_up.answer("allied", "PERDER caz-16\nRETIRARSE 2506 2405\nRETIRARSE 2606 2605\nPERMANENTES\n")
    told = said[said.index("PERMANENTES") :].splitlines()[1:4]
    assert told == ["PERDER caz-16", "1. RETIRARSE 2506 2405", "2. RETIRARSE 2606 2605"]


def test_after_done_all_what_the_rules_compel_does_not_pass(room: Room, tmp_path: Path) -> None:
    room = copied(room, tmp_path / "home")  # it may end the phase
    said = flat(room.answer("allied", "MOVER TER1 4415\nMOVER carros zork\nLISTO TODO\n"))
    assert "Lo que ahí exigen las reglas se resuelve por defecto: combate aliado." in said
    assert "se pasan: combate aliado" not in said
    room.close()


def test_whoever_has_ended_a_turn_and_is_asked_once_more_reads_what_the_rules_demand(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", compose("rif1926"), (ANA, OMAR), seed="rif").started()
    for seat in ("allied", "rif"):
        room.answer(seat, "DONE\n")
    room.answer("allied", "MOVER TER1 4415\nLISTO\n")
    said = flat(room.text("allied", "report"))
    assert "Te toca: combate aliado." in said
    assert said.index("! Tiene que atacar en el combate: TER 1; a quién: 4315") < said.index("LO QUE HA PASADO")
    room.close()


def test_a_line_whose_verb_is_unknown_or_misspelt_is_answered_with_one_to_copy(room: Room) -> None:
    said = flat(room.answer("allied", "shove TER1 to 4415\natack 4315 with TER1\n"))
    assert "una orden empieza por su verbo: MOVER TER1 to 4415" in said
    assert "¿Querías decir: ATTACK 4315 with TER1?" in said
    said = flat(room.answer("allied", "bomb 0101 with jaime-i, canovas\n"))
    assert "por su verbo: BOMBARDEAR 0101 with jaime-i, canovas" in said, "though it would not count"


def test_among_many_refusals_the_line_to_copy_is_told_too(room: Room) -> None:
    wrong = [f"atack 43{row:02d} with TER1\n" for row in range(10, 19)]
    said = room.answer("allied", "".join(wrong))
    assert said.count("✗") == len(wrong)
    assert all(f"ATTACK 43{row:02d} with TER1?" in flat(said) for row in range(10, 19))


def test_a_ship_that_is_moved_is_told_the_verb_of_ships(room: Room) -> None:
    said = flat(room.answer("allied", "MOVER jaime-i A 2705\n"))
    assert "JI es un buque: va con NAVEGAR" in said


def test_status_alone_tells_once_what_holds_the_phase(room: Room) -> None:
    room.answer("allied", "MOVER tercio-1 A 9999\n")
    said = flat(room.answer("allied", "ESTADO\n"))
    assert said.count("MOVER tercio-1 A 9999") == 1


def test_an_attack_may_be_written_as_its_hex_and_who_attacks_it(room: Room, tmp_path: Path) -> None:
    """Before the moves of the same mail it would not count: nothing but an attack has a hex first."""
    room = copied(room, tmp_path / "home")
    moved = "tercio-1 mehala-melilla -> 4415\n"
    said = flat(room.answer("allied", f"{moved}4315: tercio-1 mehala-melilla. advance tercio-1\n"))
    assert "ATACAR 4315 CON tercio-1 mehala-melilla AVANCE tercio-1 # ✓" in said, said
