"""Africa 1859-60 by mail: standing orders are listed, tried out and cancelled, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.game.verbs import SOUGHT, UNSAID, where_units_stand
from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.referee.admin.seating import Player
from pbem.referee.desk.submit import check_file
from pbem.referee.turn.merging import redoes
from pbem.referee.turn.submission import judge_reading, read_orders
from pbem.rules.africa1860.orders import Fire
from tests.referee.making import HOUR, Room, flat, new_room

ANA = Player("spanish", "spanish", "ana@example.org", "es", "Europe/Madrid")
OMAR = Player("moroccan", "moroccan", "omar@example.org", "en")
WAITING = "WHEN enemy ENTERS lomas-de-la-condesa ACTIVATE seyyid-1 MOVE valle-alto\n"
NEAR = "WHEN enemy ENTERS NEAR gum-uagit ACTIVATE feras-zagir-1 MOVE llano-alto PRIORITY 2 UNTIL TURN 3\n"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The Spanish are to fire and move on turn 1."""
    found = new_room(tmp_path / "home", compose("africa1860"), (ANA, OMAR), seed="africa").started()
    yield found
    found.close()


def test_the_welcome_names_the_first_phase_that_asks_anybody(room: Room) -> None:
    """At Los Castillejos nobody sets up: what comes first is the fire of the Spanish, not the set-up."""
    assert "First comes: Spanish fire. You are asked by email when it is your turn." in flat(
        room.text("moroccan", "welcome")
    )


def test_standing_orders_are_listed_with_the_numbers_that_cancel_names(room: Room) -> None:
    room.answer("moroccan", WAITING + NEAR)
    said = flat(room.answer("moroccan", "STANDING\n"))
    assert "1. WHEN enemy ENTERS lomas-de-la-condesa ACTIVATE seyyid-1 MOVE valle-alto" in said
    assert "2. WHEN enemy ENTERS NEAR gum-uagit ACTIVATE feras-zagir-1 MOVE llano-alto PRIORITY 2" in said
    room.answer("moroccan", "CANCEL 1\n")
    said = flat(room.answer("moroccan", "STANDING\n"))
    assert "1. WHEN" not in said
    assert "2. WHEN" in said
    room.answer("moroccan", WAITING)
    assert "3. WHEN enemy ENTERS lomas" in flat(room.answer("moroccan", "STANDING\n")), "1 is not given again"


def test_what_standing_orders_would_do_is_told_in_the_order_of_resolution(room: Room) -> None:
    asked = "SUPPOSE caz-vergara ENTERS lomas-de-la-condesa\n"
    assert "You have given no standing orders." in flat(room.answer("moroccan", asked))
    said = flat(room.answer("moroccan", f"{WAITING}{NEAR}{asked}"))
    first, second = said.index("2 acts: ACTIVATE feras-zagir-1"), said.index("1 acts: ACTIVATE seyyid-1")
    assert first < second, "the lower priority first"
    said = flat(room.answer("moroccan", "SUPPOSE caz-vergara ENTERS playa-de-la-condesa\n"))
    assert "1 does not act: it waits for something else" in said
    room.answer("moroccan", "LANGUAGE es\n")
    said = flat(room.answer("moroccan", "SUPONER caz-vergara ENTRA playa-de-la-condesa\n"))
    assert "La 1 no actúa: espera otra cosa" in said


def test_supposing_changes_nothing(room: Room) -> None:
    room.answer("moroccan", WAITING)
    before, sheets = room.game.state, len(room.home.store.sheets.of(game=room.name, seat="moroccan"))
    said = room.answer("moroccan", "SUPPOSE caz-vergara ENTERS lomas-de-la-condesa\n")
    assert "could not be accepted" not in said
    assert room.game.state == before
    assert len(room.home.store.sheets.of(game=room.name, seat="moroccan")) == sheets
    assert "no unit of this game is called CÓRDOBA" in flat(room.answer("moroccan", "SUPPOSE cordoba ENTERS area-a\n"))


@pytest.mark.rule("AFR-15.2")
def test_what_is_supposed_is_tried_out_at_the_command_line_too(room: Room, tmp_path: Path) -> None:
    room.answer("moroccan", WAITING)
    more, asked = tmp_path / "more.txt", ["caz-vergara ENTERS lomas-de-la-condesa"]
    more.write_text(NEAR, "utf-8")
    alone = check_file(room.home, room.name, "moroccan", None, room.now, asked).text
    beside = check_file(room.home, room.name, "moroccan", more, room.now, asked).text
    assert "1 acts: ACTIVATE seyyid-1" in flat(alone)
    assert "2 acts" not in alone
    assert "2 acts: ACTIVATE feras-zagir-1" in flat(beside)


def test_an_area_that_would_hold_too_many_is_told_with_its_points(room: Room) -> None:
    said = flat(room.answer("spanish", "MOVER principe A area-b\n"))
    assert "habría 10 puntos de apilamiento; el límite es 9" in said


def test_a_unit_is_found_by_the_word_of_its_name_that_no_other_has(room: Room) -> None:
    assert "MOVER caz-vergara A playa-de-la-condesa # ✓" in room.answer(
        "spanish", "MOVER vergara playa-de-la-condesa\n"
    )
    refused = flat(room.answer("moroccan", "ACTIVATE zagir MOVE llano-alto\n"))
    assert "feras-zagir-1" in refused, "two have it: both are offered"


def test_standing_shows_what_the_same_mail_has_given(room: Room) -> None:
    """And the receipt has them as comments: pasted and sent again they would be others."""
    said = room.answer("moroccan", f"STANDING\n{WAITING}DEFEND casa-de-la-condesa HOLD\n")
    assert "STANDING\n1. WHEN enemy ENTERS lomas-de-la-condesa" in said
    assert "\nDEFEND casa-de-la-condesa HOLD\n" in said, "it goes by its area, no number takes it back"
    sheet = said.partition("YOUR ORDERS AS THEY STAND")[2]
    assert "\n# 1.  WHEN enemy ENTERS lomas-de-la-condesa ACTIVATE seyyid-1 MOVE valle-alto\nDEFEND " in sheet
    room.answer("moroccan", sheet)
    assert "2. WHEN" not in room.answer("moroccan", "STANDING\n")


def test_drop_says_that_it_takes_out_no_standing_order(room: Room) -> None:
    room.answer("moroccan", "RETREAT gaix-haus TO ar-aziz\n")
    said = flat(room.answer("moroccan", "DROP haus\nDROP zork\n"))
    assert "“haus” stands in a standing order, which DROP leaves alone: a new one takes its place." in said
    assert "You have no line “zork”" in said
    assert "RETREAT gaix-haus TO ar-aziz" in room.answer("moroccan", "STANDING\n")


def test_what_may_be_done_in_two_phases_stands_once_in_the_form(room: Room) -> None:
    form = room.text("spanish", "report").partition("## ÓRDENES")[2]
    assert form.count("# ACTIVAR husares-princesa ") == form.count("# ACTIVAR bia-2 ") == 1
    assert "También pueden actuar aquí, con una línea como las de arriba: bia-2, husares-princesa." in form
    assert "FUEGO: casa-de-la-condesa · MOVER: area-b" in form, "what it fires at, and where it goes"
    assert "puntos" not in form
    assert "Detrás de …: cuántas áreas hay en total." in form


def test_a_line_for_a_later_phase_is_told_why_it_waits(room: Room) -> None:
    later = "PHASE Moroccan movement\nMOVE gum-arbaa castillejos\n"
    said = flat(room.answer("moroccan", later))
    assert "# ✓ 1 # judged when its time comes; as things are: that is out of its reach" in said
    room.answer("moroccan", "LANGUAGE es\n")
    assert "se mirará en su momento" in flat(room.answer("moroccan", later))


def test_a_refused_line_names_the_areas(room: Room) -> None:
    said = flat(room.answer("spanish", "MOVER vergara arenal\nMOVER vergara tetuan\n"))
    assert "Arenal no está junto a Área A" in said
    assert "ninguna ficha se llama «tetuan»" in said


def test_the_other_side_reads_no_order_that_was_void(room: Room) -> None:
    room.answer("spanish", "PHASE spanish-movement\nACTIVAR bia-2 FUEGO arenal\nLISTO\n")
    assert "No se ejecuta la línea 1" in flat(room.text("spanish", "report"))
    assert "is not carried out" not in flat(room.text("moroccan", "report"))


@pytest.mark.rule("AFR-3.1", "AFR-15.1")
def test_a_moment_in_a_phase_that_is_passed_over_is_told_to_its_owner_alone(room: Room) -> None:
    """Nobody has met: there is no shock, and what was ordered for its start does nothing."""
    told = flat(room.answer("spanish", "ACTIVATE bia-2 FIRE arenal AT Spanish shock START\nLISTO\n"))
    assert "✓" in told, told
    room.tick(HOUR)
    reports = {seat: flat(room.text(seat, "report")) for seat in ("spanish", "moroccan")}
    assert "no se jugó" in reports["spanish"], reports["spanish"]
    assert "ACTIVATE bia-2 FIRE arenal" in reports["spanish"]
    assert "bia-2 FIRE" not in reports["moroccan"]


def test_a_line_without_a_verb_in_front_is_read_as_what_it_can_only_mean(room: Room) -> None:
    """A leader cannot fire; cavalry does not move but is activated, whatever the line itself says."""
    said = flat(room.answer("spanish", "prim al barranco de la condesa\nhusares princesa, mover area-b\n"))
    assert "MOVER prim A barranco-de-la-condesa # ✓ 1" in said, said
    assert "HÚS actúa al activarse: ACTIVAR HÚS MOVER Área B" in said, said
    said = flat(room.answer("spanish", "cuenca, luchana and prim move to barranco de la condesa\n"))
    assert "MOVER cuenca luchana prim A barranco-de-la-condesa # ✓" in said, "the verb was in the line"


def test_a_line_that_may_be_fire_or_a_move_is_asked_about_unless_it_says_at_or_into(tmp_path: Path) -> None:
    """In front of an enemy's area: how one gets there is written, or nothing is guessed."""
    room = new_room(tmp_path / "home", compose("africa1860", scenario="tetuan"), (ANA, OMAR), seed="africa").started()
    room.answer("moroccan", "DONE\n")
    room.tick(HOUR)
    unit, area = next(
        (piece.id, other)
        for piece in room.game.rules.pieces(room.game.state, "spanish")
        if piece.space
        for other in room.game.state.scenario.board.neighbours[piece.space]
        if not judge_reading(
            room.game, "spanish", read_orders(room.game, "spanish", f"FIRE {piece.id} AT {other}"), earlier={}
        ).problems
    )
    assert f"DISPARAR {unit} {area}" in flat(room.answer("spanish", f"{unit} {area}\n")), "asked"
    assert f"MOVER {unit} A {area} # ✓" in flat(room.answer("spanish", f"{unit} into {area}\n"))
    assert f"DISPARAR {unit} EN {area} # ✓" in flat(room.answer("spanish", f"{unit} at {area}\n"))
    room.close()


def test_for_a_few_lines_of_a_mail_a_verb_that_would_count_is_looked_for(room: Room) -> None:
    """Each takes many checks: of a long mail the rest are told a verb of the phase."""
    reading = read_orders(room.game, "spanish", "prim al barranco de la condesa\n" * (UNSAID + SOUGHT + 2))
    assert sum(line.order is not None for line in reading.lines) == 1, "the same is said once"
    problems = [
        each
        for each in judge_reading(room.game, "spanish", reading, earlier={}).problems
        if each.code == "unknown-order"
    ]
    assert [str(each.args["verb"]) for each in problems] == ["move"] * SOUGHT + ["fire"] * 2


@pytest.mark.rule("AFR-6.7", "AFR-9.5", "AFR-15.2")
def test_a_standing_line_that_does_nothing_as_all_stands_says_so(room: Room) -> None:
    """It is good, for the position may change: what is told stands below the line alone, in the seat's language."""
    said = flat(room.answer("spanish", "RETIRARSE cuenca A arenal\nRETIRARSE prim A altos-del-renegado\n"))
    assert "Tus 2 órdenes valen." in said
    assert "RETIRARSE cuenca A arenal Tal como están las cosas, ninguna retirada empieza así: Arenal no está" in said
    assert said.count("Tal como están") == 1, said
    said = flat(room.answer("spanish", "CUANDO enemigo ENTRE en area-a ACTIVAR bia-2 FUEGO ALLÍ\n"))
    assert "FUEGO ALLÍ Mientras haya fichas tuyas en Área A no actúa: el lugar del suceso sería tuyo." in said
    said = flat(room.answer("spanish", "CUANDO enemigo ENTRA en arenal ACTIVAR bia-2 FUEGO ALLÍ\n"))
    assert "no actúa" not in said


def test_of_several_units_the_one_that_is_too_far_to_fire_is_named(room: Room) -> None:
    """Cuenca stands in Area B, the cazadores of Vergara in Area A; neither is next to the house."""
    said = flat(room.answer("spanish", "DISPARAR caz-vergara cuenca EN casa-del-morabito\n"))
    assert "Casa del Morabito no está junto a Área A, donde está CZ VER; sí lo están" in said


def test_a_unit_behind_the_area_is_told_to_be_one(room: Room) -> None:
    said = flat(room.answer("spanish", "MOVER cuenca a arenal, luchana\n"))
    assert "LUCHANA es una ficha, y aquí va un área: las fichas van antes del área" in said


@pytest.mark.rule("AFR-11.1")
def test_reinforcements_cannot_be_placed(room: Room) -> None:
    """They come in by themselves; only the gunboat has a choice."""
    assert "CÓRDOBA no se coloca: los refuerzos llegan solos" in flat(
        room.answer("spanish", "COLOCAR cordoba area-b\n")
    )
    assert "Tu orden vale." in room.answer("spanish", "COLOCAR ceres arenal\n")


@pytest.mark.rule("AFR-5.2", "AFR-5.3", "AFR-14.9")
def test_an_area_that_stays_over_its_limit_is_told_before_units_are_led_out_of_it(tmp_path: Path) -> None:
    """After the arrivals of turn 1 fifteen points stand in Area 2 of Wad-Ras."""
    room = new_room(tmp_path / "home", compose("africa1860", scenario="wad-ras"), (ANA, OMAR), seed="africa").started()
    assert "quedarían" not in flat(room.answer("spanish", "MOVER rey busceja-bridge\n"))
    room.answer("spanish", "BORRAR\nLISTO TODO\n")
    room.answer("moroccan", "DONE ALL\n")
    room.tick(HOUR)
    said = flat(room.answer("spanish", "MOVER cordoba busceja-bridge\nMOVER zamora ba\n"))
    assert "En Área 2 quedarían 12 puntos de apilamiento al acabar tu movimiento, y el límite es 9" in said, said
    more = "MOVER saboya toledo busceja-bridge\nMOVER caz-alba busceja-bridge\nMOVER caz-arapiles busceja-bridge\n"
    said = flat(room.answer("spanish", more))
    assert said.count("en Puente del Busceja habría 11 puntos") + said.count("La misma") >= 1, said
    assert "habría 13 puntos" not in said, "what is refused too does not count"
    room.close()


def test_a_proposed_set_up_says_once_where_a_unit_stands_and_cuts_no_word(tmp_path: Path) -> None:
    """The camp of Tetuán has a long name."""
    omar = Player("moroccan", "moroccan", "omar@example.org", "es")
    room = new_room(tmp_path / "home", compose("africa1860", scenario="tetuan"), (ANA, omar), seed="africa").started()
    (line,) = (line for line in room.text("moroccan", "start").splitlines() if line.startswith("COLOCAR gaix-tanja"))
    assert line.endswith("#= TANJA, Campamento de Muley Ahmed, norte muley-achmed-north, 4-?"), line
    room.close()


@pytest.mark.rule("AFR-12.7", "AFR-12.10")
def test_who_arrives_aboard_the_gunboat_is_told_with_those_who_arrive_ashore(room: Room) -> None:
    room.answer("spanish", "LISTO TODO\n")
    room.answer("moroccan", "DONE ALL\n")
    room.tick(HOUR)
    told = flat(room.text("spanish", "report"))
    assert "9 fichas llegan" in told
    assert "MAR 2 (a bordo)" in told, told


@pytest.mark.parametrize(("said", "redone"), [("FIRE the rockets AT sin", False), ("FIRE llerena AT sin", True)])
def test_a_refused_line_is_put_right_by_its_own_units_alone(said: str, redone: bool) -> None:
    """Though it names them by a word of their name: the rockets have not fired because others fire at the same area."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860", "wad-ras"))
    assert redoes(Fire(units=("caz-llerena", "caz-segorbe"), area="sin"), said, known) is redone


@pytest.mark.rule("AFR-15.2")
def test_a_standing_order_whose_last_turn_is_over_is_listed_no_more(room: Room) -> None:
    room.answer("spanish", "CUANDO enemigo ENTRA arenal ACTIVAR bia-2 FUEGO ALLÍ HASTA EL TURNO 1\nLISTO\n")
    assert "HASTA EL TURNO 1" in flat(room.answer("spanish", "PERMANENTES\n"))
    room.tick(HOUR)
    room.answer("moroccan", "DONE\n")
    room.tick(HOUR)
    assert room.game.state.turn == 2
    assert "HASTA EL TURNO 1" not in flat(room.answer("spanish", "PERMANENTES\n"))


def test_a_line_for_all_in_an_area_is_one_for_those_who_can_and_one_for_each_reason_why_not(room: Room) -> None:
    """The hussars are told that they are activated; who stands with them moves."""
    stands = where_units_stand(room.game, "spanish")
    at = {unit for unit in room.game.lexicon.sides if stands(unit) == stands("husares-princesa")}
    place = stands("husares-princesa")
    near = room.game.state.scenario.board.neighbours[place][0]
    said = f"Todos los de {place} van a {near}\n"
    reading = read_orders(room.game, "spanish", said)
    orders = [line.order for line in reading.lines if line.order]
    assert frozenset().union(*(order.actors() for order in orders)) <= at
    assert any("husares-princesa" in order.actors() for order in orders)
    assert "actúa al activarse" in flat(room.answer("spanish", said))
