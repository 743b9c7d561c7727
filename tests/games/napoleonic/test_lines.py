"""Lines as people write them of battalions and brigades, and what they are read as."""

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.reading import Reading
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.rules.napoleonic.orders import Assault, Move
from tests.games.napoleonic.bailen import in_contact

LEXICON = lexicon_of(ruleset("napoleonic"), compose("napoleonic", "bailen-1808"))
STANDS = {"leg4-1": "0406", "leg4-2": "0406", "irlanda-1": "1704", "irlanda-3": "1704", "gen-barbou": "0406"}


def read(line: str, side: str = "french") -> Reading:
    """A line of a mail; without a verb it moves somebody."""
    return read_text(line, LEXICON, side=side, unsaid=lambda *_: "MOVE", stands=lambda unit: STANDS.get(unit, ""))


def orders(line: str, side: str = "french") -> list[str]:
    """The orders that a line is; nothing may be wrong."""
    found = read(line, side)
    assert found.problems == (), line
    return [write_order(each.order, LEXICON, "en") for each in found.lines if each.order is not None]


@pytest.mark.parametrize(
    ("side", "line", "units"),
    [
        ("french", "Both battalions of the Garde de Paris to 0208", ["garde-paris-1", "garde-paris-2"]),
        ("french", "Both dragoon regiments move up to 0208", ["dragons-1", "dragons-2"]),
        ("french", "the second battalion of the 3rd Legion goes to 0208", ["leg3-2"]),
        ("french", "Both battalions of the 3rd Legion to 0208", ["leg3-1", "leg3-2"]),
        ("french", "2nd battalion, Garde de Paris moves to 0208", ["garde-paris-2"]),
        ("french", "Freuler's Swiss come in to 0208", ["suizos-freuler"]),
        ("french", "the Pannetier brigade to 0208", ["garde-paris-1", "garde-paris-2", "leg3-1", "leg3-2"]),
        ("spanish", "los dos batallones de Irlanda avanzan a 0208", ["irlanda-1", "irlanda-3"]),
        ("spanish", "Los tres de Órdenes Militares pasan a 0208", ["ordenes-1", "ordenes-2", "ordenes-3"]),
        ("spanish", "El segundo batallón de Órdenes Militares a 0208", ["ordenes-2"]),
        ("spanish", "La 2.ª batería de a pie a 0208", ["bia-pie-2"]),
        ("spanish", "La batería de a caballo va a 0208", ["bia-caballo-1"]),
        ("spanish", "El 2.º de Órdenes Militares va a 0208", ["ordenes-2"]),
    ],
)
def test_battalions_are_named_by_their_regiment_and_brigades_as_a_whole(side: str, line: str, units: list[str]) -> None:
    assert orders(line, side) == [f"MOVE {unit} 0208" for unit in units]


def test_who_stays_where_it_is_may_be_told_beside_who_moves() -> None:
    line = "Ceuta avanza a 1306 y forma en cuadro. Trujillo se queda en 1407."
    found = read_text(line, LEXICON, side="spanish", unsaid=lambda *_: "", stands=lambda _: "")
    assert [each.text for each in found.lines] == ["MOVER Ceuta a 1306", "forma Ceuta en cuadro"]
    assert found.idle == ("Trujillo se queda en 1407.",)


def test_of_those_who_are_called_so_those_on_the_map_are_meant() -> None:
    assert orders("Both battalions of the 4th Legion to 0507") == ["MOVE leg4-1 0507", "MOVE leg4-2 0507"]
    assert orders("Chabert's brigade moves to 0507") == ["MOVE leg4-1 0507", "MOVE leg4-2 0507"]


def test_a_line_that_is_made_of_a_name_for_several_is_shown_as_it_was_written() -> None:
    line = "Both battalions of the Garde de Paris to 0208"
    assert {each.written for each in read(line).lines} == {line}


@pytest.mark.parametrize("line", ["The 4th Legion to 0507", "the dragoons and Fresia follow to 0507"])
def test_a_name_of_several_alone_is_asked_about(line: str) -> None:
    found = read(line)
    assert [problem.code for problem in found.problems] == ["ambiguous-unit"]
    assert [each.order for each in found.lines] == [None]


@pytest.mark.parametrize(
    "line",
    [
        "I lost both battalions of the Garde de Paris yesterday",
        "The second battalion of the 3rd Legion is my favourite",
        "All three battalions of the Garde de Paris to 0208",
        "Both cavalry regiments to 0208",
        "> Both battalions of the Garde de Paris to 0208",
    ],
)
def test_what_is_told_of_several_or_may_be_others_moves_nobody(line: str) -> None:
    assert [each.order for each in read(line).lines if each.order] == []


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "leg4-1 moves to 0208 and forms square", ["MOVE leg4-1 0208", "FORM leg4-1 square"]),
        ("french", "MOVE leg4-1 0208 and form square", ["MOVE leg4-1 0208", "FORM leg4-1 square"]),
        ("french", "leg4-1 goes to 0208 and faces SE", ["MOVE leg4-1 0208 FACE SE"]),
        ("french", "leg4-1 forms line and moves to 0208", ["FORM leg4-1 normal", "MOVE leg4-1 0208"]),
        ("french", "leg4-1 goes into skirmish order", ["FORM leg4-1 skirmish"]),
        ("french", "leg4-1 stays where it is and forms square", ["FORM leg4-1 square"]),
        ("french", "Dupont enters and goes to 0407", ["MOVE gen-dupont 0407"]),
        (
            "french",
            "leg4-1 and leg4-2 move to 0208 and form square",
            ["MOVE leg4-1 0208", "MOVE leg4-2 0208", "FORM leg4-1 square", "FORM leg4-2 square"],
        ),
        ("spanish", "irlanda-1 va a 1603 y forma en cuadro", ["MOVE irlanda-1 1603", "FORM irlanda-1 square"]),
        ("spanish", "los de Irlanda 1 a 1603", ["MOVE irlanda-1 1603"]),
        (
            "spanish",
            "bia-pie-1 va a 1603, desengancha mirando al NO",
            ["MOVE bia-pie-1 1603", "UNLIMBER bia-pie-1 FACE NW"],
        ),
    ],
)
def test_what_a_unit_does_next_is_told_behind_its_move(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "leg4-1 advances to 0506", "MOVE leg4-1 0506"),
        ("french", "ADVANCE leg4-1 to 0506", "MOVE leg4-1 0506"),
        ("french", "ADVANCE 0806 all", "ADVANCE 0806 all"),
        ("french", "leg4-1 retreats to 0306", "MOVE leg4-1 0306"),
        ("french", "RETREAT leg4-1 TO 0306", "RETREAT leg4-1 1 TO 0306"),
        ("french", "Barbou goes on the defensive", "COMMAND barbou defence"),
        ("french", "Barbou goes to 0806", "MOVE gen-barbou 0806"),
        ("french", "Give Barbou an attack order", "COMMAND barbou attack"),
        ("spanish", "Ceuta avanza a 1607", "MOVE ceuta 1607"),
        ("spanish", "Ceuta se retira a 1808", "MOVE ceuta 1808"),
        ("spanish", "Ceuta pasa a 1607", "MOVE ceuta 1607"),
        ("spanish", "Reding pasa a la defensiva", "COMMAND reding defence"),
        ("spanish", "Ordeno a Coupigny que ataque", "COMMAND coupigny attack"),
        ("spanish", "Todo lo de 1704 avanza a 1603", "MOVE STACK 1704 1603"),
        ("spanish", "los de 1704 van a 1603", "MOVE STACK 1704 1603"),
    ],
)
def test_a_verb_means_what_it_can_mean_of_the_words_around_it(side: str, line: str, meant: str) -> None:
    assert orders(line, side) == [meant]


def test_an_advance_of_who_leads_a_division_is_the_division_s() -> None:
    assert not any(each.startswith("MOVE gen-barbou") for each in orders("DIVISION barbou ADVANCE TO 0806"))
    assert [each.order for each in read("ADVANCE Barbou to 0806").lines if each.order] == []


def test_those_of_a_name_are_no_stack() -> None:
    assert orders("los de Ceuta van a 1607", "spanish") == ["MOVE ceuta 1607"]


@pytest.mark.parametrize(
    ("side", "line", "code"),
    [
        ("spanish", "La división de Coupigny avanza hacia 1508 en línea, menos la batería 9", "unexpected-word"),
        ("spanish", "Los de 1704 van a 1603, salvo la batería de a caballo", "unexpected-word"),
    ],
)
def test_an_order_of_a_division_or_a_stack_that_is_wrong_in_a_word_is_told_so(side: str, line: str, code: str) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "", stands=lambda unit: STANDS.get(unit, ""))
    assert [problem.code for problem in found.problems] == [code]
    assert [each.order for each in found.lines] == [None]


def test_the_name_of_a_division_over_some_lines_orders_nothing() -> None:
    found = read_text(
        "De la división de Reding:", LEXICON, side="spanish", unsaid=lambda *_: "FIRE", stands=lambda _: ""
    )
    assert found.lines == ()


def test_two_orders_for_two_divisions_stand_in_one_line() -> None:
    line = "Coupigny pasa a ataque. Reding también al ataque."
    unsaid = {"Reding al ataque": "COMMAND"}
    found = read_text(
        line, LEXICON, side="spanish", unsaid=lambda rest, _: unsaid.get(rest.rstrip("."), ""), stands=lambda _: ""
    )
    said = [write_order(each.order, LEXICON, "en") for each in found.lines if each.order is not None]
    assert said == ["COMMAND coupigny attack", "COMMAND reding attack"]


def test_which_turn_it_is_turns_nobody() -> None:
    found = read("Turn 4.")
    assert (found.turn, found.lines, found.problems) == (4, (), ())
    assert read("Turn 4, second thoughts:").ignored == ("Turn 4, second thoughts:",)


def test_a_line_that_is_refused_says_why() -> None:
    found = read_text("La Guarda battalion enters at 0107.", LEXICON, side="french", unsaid=lambda *_: "")
    assert [problem.code for problem in found.problems] == ["unknown-order"]


def test_an_enemy_is_aimed_at_by_such_a_name() -> None:
    line = "disparar bia-pie-1 contra el primer batallón de la 4.ª Legión"
    assert orders(line, "spanish") == ["FIRE bia-pie-1 AT leg4-1"]


def test_of_a_verb_that_may_mean_two_things_the_one_is_told_that_comes_nearer() -> None:
    line = "Ceuta avanza a 1206 mirando al NO y ataca a los dragones"
    found = read_text(line, LEXICON, side="spanish", unsaid=lambda *_: "", stands=lambda _: "")
    assert [problem.args["read"] for problem in found.problems] == ["ataca"]


@pytest.mark.parametrize(
    ("side", "line"),
    [
        ("french", "The 2nd dragoons rally"),
        ("french", "Rally the 2nd dragoons."),
        ("french", "dragons-2 must rally"),
        ("spanish", "Los dragones de la Reina se reorganizan"),
        ("spanish", "Que Ceuta se reorganice."),
    ],
)
def test_who_is_told_to_rally_is_not_kept_from_it(side: str, line: str) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "", stands=lambda _: "")
    assert (found.lines, found.problems, found.idle) == ((), (), (line,))


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "dragons-2 does not rally", "RALLY NO dragons-2"),
        ("spanish", "Ceuta no se reorganiza", "RALLY NO ceuta"),
    ],
)
def test_who_is_not_to_rally_does_not(side: str, line: str, meant: str) -> None:
    assert orders(line, side) == [meant]


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "BAT 8 fires at Ceuta, BAT 4 too", ["FIRE bat-8 AT ceuta", "FIRE bat-4 AT ceuta"]),
        ("french", "FIRE bat-8 AT 1510, bat-4 too", ["FIRE bat-8 AT 1510", "FIRE bat-4 AT 1510"]),
        ("french", "bat-8 fires at Ceuta and so does bat-4", ["FIRE bat-8 AT ceuta", "FIRE bat-4 AT ceuta"]),
        ("french", "dragons-2 charge Ceuta, dragons-1 too", ["CHARGE dragons-2 AT ceuta", "CHARGE dragons-1 AT ceuta"]),
        ("spanish", "Farnesio va a 1806, Montesa también.", ["MOVE farnesio 1806", "MOVE montesa 1806"]),
    ],
)  # fmt: skip
def test_who_does_so_too_does_the_same(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


def test_of_who_does_so_too_in_a_line_alone_nothing_is_guessed() -> None:
    found = read_text("BAT 4 too", LEXICON, side="french", unsaid=lambda *_: "FIRE", stands=lambda _: "")
    assert [each.order for each in found.lines if each.order] == []


def test_what_only_announces_orders_is_none() -> None:
    assert read("Orders for turn 7:").lines == ()


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "leg4-1 assaults Ceuta", ["ASSAULT ceuta FROM leg4-1"]),
        ("french", "attack with leg4-1 against 1510", ["ASSAULT 1510 FROM leg4-1"]),
        ("french", "The cuirassiers attack Ceuta from 1409.", ["ASSAULT ceuta FROM 1409"]),
        ("french", "leg4-1 goes to 1410 and assaults Ceuta too.", ["MOVE leg4-1 1410", "ASSAULT ceuta FROM leg4-1"]),
        ("spanish", "La Reina asalta a los coraceros", ["ASSAULT cuirassiers FROM reina-1"]),
        ("spanish", "ASALTAR 1304 CON reina-1", ["ASSAULT 1304 FROM reina-1"]),
    ],
)
def test_an_assault_names_who_goes_or_whence(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


def test_an_assault_goes_from_where_the_counter_that_is_named_goes_or_stands() -> None:
    state = in_contact("french-movement")
    order = Assault(target="ceuta", hex="leg4-1").placed(state)
    assert isinstance(order, Assault)
    at, foe = state.units["leg4-1"].at, state.units["ceuta"].at
    assert order.beside((), state) == Assault(target=foe, hex=at)
    assert order.beside((Move(unit="leg4-1", path=("1410",)),), state) == Assault(target=foe, hex="1410")
    assert order.beside((Move(stack=at, path=("1410",)),), state) == Assault(target=foe, hex="1410")
    assert Assault(target="1510", hex="1410").beside((), state) == Assault(target="1510", hex="1410")


@pytest.mark.parametrize(
    ("side", "line", "near"),
    [
        ("spanish", "bia-pie-1 dispara contra los dragones", ("dragons-1", "dragons-2")),
        ("spanish", "Borbón carga contra los cazadores", ("chasseurs-1", "chasseurs-2")),
    ],
)
def test_what_is_aimed_at_is_the_enemy_s(side: str, line: str, near: tuple[str, ...]) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "", stands=lambda _: "")
    assert [problem.near for problem in found.problems if problem.code == "ambiguous-unit"] == [near]
    assert [each.order for each in found.lines if each.order] == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("leg4-1 unlimbers in 0406, facing NE", ["UNLIMBER leg4-1 FACE NE"]),
        ("bat-8 goes to 1008 and unlimbers in 1008", ["MOVE bat-8 1008", "UNLIMBER bat-8"]),
    ],
)
def test_the_place_where_guns_unlimber_anyhow_says_nothing(line: str, meant: list[str]) -> None:
    assert orders(line) == meant


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "leg4-1 forms square if charged", ["SQUARE leg4-1 always"]),
        ("french", "Barbou's division forms square if charged", ["SQUARE barbou always"]),
        ("french", "leg4-1 and leg4-2 form square if charged", ["SQUARE leg4-1 always", "SQUARE leg4-2 always"]),
        ("french", "Fresia never forms square", ["SQUARE fresia never"]),
        ("spanish", "La división de Reding forma cuadro si la cargan", ["SQUARE reding always"]),
        ("spanish", "irlanda-1 nunca forma cuadro", ["SQUARE irlanda-1 never"]),
        ("spanish", "irlanda-1 forma cuadro", ["FORM irlanda-1 square"]),
    ],
)  # fmt: skip
def test_who_forms_square_if_charged_has_a_standing_order(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "leg4-1 in skirmish order to 1008.", ["FORM leg4-1 skirmish", "MOVE leg4-1 1008"]),
        ("french", "leg4-1 goes to 1008 in skirmish order", ["FORM leg4-1 skirmish", "MOVE leg4-1 1008"]),
        ("spanish", "Los catalanes en guerrilla a 1709", ["FORM vol-cataluna skirmish", "MOVE vol-cataluna 1709"]),
        ("french", "MOVE leg4-1 1008 SE", ["MOVE leg4-1 1008 FACE SE"]),
        ("spanish", "MOVER ceuta 1709 SE", ["MOVE ceuta 1709 FACE SE"]),
        ("spanish", "CEUTA SE RETIRA A 1709", ["MOVE ceuta 1709"]),
        ("spanish", "las walonas a 1605", ["MOVE guardias-walonas-3 1605"]),
    ],
)
def test_how_units_go_and_face_is_told_beside_where(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "Fire: leg4-1 fires at Ceuta and bat-4 at 1506.", ["FIRE leg4-1 AT ceuta", "FIRE bat-4 AT 1506"]),
        ("french", "Fire: leg4-1 at Ceuta", ["FIRE leg4-1 AT ceuta"]),
    ],
)  # fmt: skip
def test_a_phase_that_is_called_like_a_verb_stands_before_its_orders(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "Rouyer's division attacks.", "COMMAND rouyer attack"),
        ("spanish", "Reding ataca", "COMMAND reding attack"),
    ],
)
def test_a_division_that_attacks_has_that_order(side: str, line: str, meant: str) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "COMMAND", stands=lambda _: "")
    assert [write_order(each.order, LEXICON, "en") for each in found.lines if each.order] == [meant]


@pytest.mark.parametrize(
    ("side", "line", "who"),
    [
        ("spanish", "barbastro assaults 1610 with borbon", {"barbastro", "borbon"}),
        ("french", "leg4-1, leg4-2 and leg4-3 assault 1610", {"leg4-1", "leg4-2", "leg4-3"}),
        ("french", "The three battalions of the 4th Legion attack 1610", {"leg4-1", "leg4-2", "leg4-3"}),
        ("french", "ASSAULT 1610 FROM leg4-1, leg4-2", {"leg4-1", "leg4-2"}),
        ("spanish", "los dos de Irlanda asaltan 1610", {"irlanda-1", "irlanda-3"}),
        ("french", "leg3-2 goes to 1510 and assaults 1610 with leg3-1", {"leg3-1", "leg3-2"}),
        ("french", "leg3-2 and leg3-1 go to 1510 and 1509 and assault 1610", {"leg3-1", "leg3-2"}),
    ],
)
def test_nobody_is_left_out_of_an_assault(side: str, line: str, who: set[str]) -> None:
    found = sorted(each for each in orders(line, side) if each.startswith("ASSAULT"))
    assert found == [f"ASSAULT 1610 FROM {unit}" for unit in sorted(who)]


def test_each_goes_to_a_place_of_its_own_before_they_assault_together() -> None:
    found = orders("leg3-2 and leg3-1 go to 1510 and 1509 and assault 1610")
    assert found[:2] == ["MOVE leg3-2 1510", "MOVE leg3-1 1509"]


@pytest.mark.parametrize("line", ["Ceuta no dispara", "Las walonas no disparan", "Ceuta no asalta", "Ceuta no carga"])
def test_what_is_not_to_be_done_is_no_order_and_turns_nobody_to_the_north_west(line: str) -> None:
    found = read_text(line, LEXICON, side="spanish", unsaid=lambda *_: "", stands=lambda _: "")
    assert not [each.order for each in found.lines if each.order is not None]
    assert found.idle or found.problems


def test_who_is_aimed_at_does_not_act_with_the_others() -> None:
    found = orders("bia-pie-1 y bia-caballo-1 disparan en dragons-1", "spanish")
    assert found == ["FIRE bia-pie-1 AT dragons-1", "FIRE bia-caballo-1 AT dragons-1"]


STOOD = {**STANDS, "borbon": "1913", "bia-pie-1": "1706", "ordenes-1": "1508", "chasseurs-1": "2209", "leg4-1": "1407"}


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "The cuirassiers charge the Spanish cavalry at 1913.", ["CHARGE cuirassiers AT borbon"]),
        ("french", "The cuirassiers charge Borbón at 1913", ["CHARGE cuirassiers AT borbon"]),
        ("french", "The cuirassiers charge the guns at 1706", ["CHARGE cuirassiers AT bia-pie-1"]),
        ("french", "bat-8 fires at the infantry in 1508", ["FIRE bat-8 AT ordenes-1"]),
        ("french", "bat-8 fires at the Spaniards in 1508", ["FIRE bat-8 AT ordenes-1"]),
        ("french", "leg4-1 assaults the battalion at 1508", ["ASSAULT ordenes-1 FROM leg4-1"]),
        ("spanish", "Farnesio carga contra la caballería francesa de 2209", ["CHARGE farnesio AT chasseurs-1"]),
        ("spanish", "Ceuta dispara a los franceses de 1407", ["FIRE ceuta AT leg4-1"]),
        ("spanish", "Ceuta asalta a la 4.ª legión en 1407", ["ASSAULT leg4-1 FROM ceuta"]),
        ("spanish", "Ceuta asalta a la legión en 1407", ["ASSAULT leg4-1 FROM ceuta"]),
    ],
)
def test_what_is_aimed_at_may_be_told_by_kind_and_side_before_its_hex(side: str, line: str, meant: list[str]) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "", stands=lambda unit: STOOD.get(unit, ""))
    assert found.problems == ()
    assert [write_order(each.order, LEXICON, "en") for each in found.lines if each.order] == meant


@pytest.mark.parametrize(
    "line",
    [
        "The cuirassiers charge the Spanish cavalry at 1706",
        "The cuirassiers charge the guns at 1812",
        "bat-8 fires at the Spanish cavalry",
    ],
)
def test_nobody_is_aimed_at_who_does_not_stand_there(line: str) -> None:
    found = read_text(line, LEXICON, side="french", unsaid=lambda *_: "", stands=lambda unit: STOOD.get(unit, ""))
    assert [each.order for each in found.lines] == [None]


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "If charged, leg3-2 forms square.", ["SQUARE leg3-2 always"]),
        ("french", "If charged, leg4-1 and leg4-2 form square", ["SQUARE leg4-1 always", "SQUARE leg4-2 always"]),
        ("french", "leg3-2 forms square if charged from 2 hexes", ["SQUARE leg3-2 distance >= 2"]),
        ("spanish", "Que Ceuta forme cuadro si le cargan", ["SQUARE ceuta always"]),
        ("spanish", "Si les cargan, Ceuta y Trujillo forman cuadro", ["SQUARE ceuta always", "SQUARE trujillo always"]),
        ("french", "Preux goes to 1206 with leg3-2", ["MOVE suizos-preux 1206", "MOVE leg3-2 1206"]),
        (
            "french",
            "The cuirassiers go to 1410 together with Fresia",
            ["MOVE cuirassiers 1410", "MOVE gen-fresia 1410"],
        ),
        ("french", "leg4-1 fires at 1508 with leg4-2", ["FIRE leg4-1 AT 1508", "FIRE leg4-2 AT 1508"]),
        ("spanish", "La Reina va a 1806 con España", ["MOVE reina-1 1806", "MOVE espana 1806"]),
        ("french", "chasseurs-1 goes to 2404 and leaves the map", ["MOVE chasseurs-1 2404 EXIT"]),
        ("spanish", "Ceuta hace fuego sobre 1407", ["FIRE ceuta AT 1407"]),
        ("spanish", "Ceuta tira contra 1407", ["FIRE ceuta AT 1407"]),
        ("spanish", "Prov. Jaén va a 2210", ["MOVE provincial-jaen 2210"]),
        ("spanish", "Jaén 1 y los suizos de Reding a 1906", ["MOVE jaen-1 1906", "MOVE suizos-reding-3 1906"]),
        ("spanish", "Ceuta dispara a los de 0406", ["FIRE ceuta AT 0406"]),
        ("spanish", "Ceuta se retira a 1607 (no puede con ellos)", ["MOVE ceuta 1607"]),
        ("french", "ASSAULT 1508 FROM 1407 and 1409", ["ASSAULT 1508 FROM 1407", "ASSAULT 1508 FROM 1409"]),
    ],
)
def test_bailen_as_people_write_it(side: str, line: str, meant: list[str]) -> None:
    assert orders(line, side) == meant


@pytest.mark.parametrize(
    ("side", "line", "near"),
    [
        ("french", "marins-garde holds its fire", ("DEFEND marins-garde HOLD",)),
        ("french", "leg4-1 and LEG4 2 do not fire.", ("DEFEND leg4-1 HOLD", "DEFEND LEG4 2 HOLD")),
        ("french", "Barbou's division doesn't fire", ("DEFEND Barbou's division HOLD",)),
        ("spanish", "Las walonas no disparan.", ("DEFENDER walonas ALTO",)),
    ],
)
def test_who_is_not_to_fire_is_asked_whether_in_the_enemy_s_turn(side: str, line: str, near: tuple[str, ...]) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "", stands=lambda _: "")
    assert [each.order for each in found.lines] == [None]
    assert [problem.near for problem in found.problems] == [near]
    assert all(read(order, side).problems == () for order in near)


@pytest.mark.parametrize(
    ("side", "line", "meant"),
    [
        ("french", "Fresia gets an attack order.", ["fresia attack"]),
        ("french", "Barbou and Rouyer switch to manoeuvre", ["barbou manoeuvre", "rouyer manoeuvre"]),
        ("spanish", "Reding y Coupigny siguen en ataque.", ["reding attack", "coupigny attack"]),
        ("spanish", "Ordeno a Reding que ataque", ["reding attack"]),
    ],
)
def test_divisions_are_told_their_order_together(side: str, line: str, meant: list[str]) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "COMMAND", stands=lambda _: "")
    said = [write_order(each.order, LEXICON, "en") for each in found.lines if each.order]
    assert (found.problems, said) == ((), [f"COMMAND {each}" for each in meant])


@pytest.mark.parametrize(
    ("side", "line"),
    [
        ("french", "Rouyer keeps his order."),
        ("french", "leg4-1 stands its ground"),
        ("spanish", "Que Órdenes 1 y Trujillo aguanten en 1508"),
        ("spanish", "Las walonas que se reorganicen."),
    ],
)
def test_who_goes_on_as_before_needs_no_order(side: str, line: str) -> None:
    found = read_text(line, LEXICON, side=side, unsaid=lambda *_: "", stands=lambda _: "")
    assert (found.lines, found.problems, found.idle) == ((), (), (line,))


def test_both_foot_batteries_are_named_together_in_spanish() -> None:
    found = orders("Las dos baterías de a pie disparan contra 1308.", "spanish")
    assert found == ["FIRE bia-pie-1 AT 1308", "FIRE bia-pie-2 AT 1308"]


def test_who_loses_first_is_no_other_battalion_of_that_number() -> None:
    found = read("Losses in 1407: leg4-2 first")
    assert [each.order for each in found.lines] == [None]
    assert orders("LOSSES 1407 leg4-2 leg4-3") == ["LOSSES 1407 leg4-2 leg4-3"]


def test_a_target_that_only_the_first_has_is_not_left_out_of_the_second() -> None:
    assert "FIRE leg4-2" not in [each.text for each in read("FIRE leg4-1 AT 1508, leg4-2").lines if each.order]
