"""Bailén by mail: forms by division that are soon filled in, receipts of group orders, questions, hidden orders."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.events import PhaseBegan
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.problems import Checked, Problem
from pbem.game.voice import problem_sentence, voice_of
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.rulings import amend
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.reports.records import NEW
from pbem.referee.letters.reports.report import report_of
from pbem.referee.letters.short import reminder, status
from pbem.referee.turn.submission import read_orders
from pbem.report.content import Rendered
from pbem.report.letters import render_letter
from pbem.report.story import render
from pbem.rules.napoleonic.division import judge_division
from pbem.rules.napoleonic.events import Moved
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.movement import judge_move
from pbem.rules.napoleonic.orders import Assault, Charge, Deploy, Division, Fire, Form, Move
from pbem.rules.napoleonic.setup import judge_deploy
from pbem.rules.napoleonic.state import State
from tests.games.napoleonic.bailen import RULES, begun, in_contact, lines_of, standing_at
from tests.referee.making import HOUR, Room, copied, flat

MOST_LINES = 60
"""A form is filled in within ten minutes: it has no more lines."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The battle before the first French movement."""
    room = begun(tmp_path_factory.mktemp("bailen") / "home")
    yield room
    room.close()


@pytest.fixture
def room(played: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of it."""
    played.close()
    found = replace(copied(played, tmp_path / "home"), name="bailen", links=120)
    yield found
    found.close()


# Forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_form_of_the_set_up_is_by_division(room: Room, language: str) -> None:
    state = RULES.initial(room.game.scenario)
    form = form_of(room.home, standing_at(room.game, state), replace(room.seat("spanish"), language=language))
    assert len(form) <= MOST_LINES
    heads = [number for number, line in enumerate(form) if line.startswith("# —")]
    assert [form[at].split()[-1].removesuffix("'s") for at in heads] == (
        ["Coupigny", "Reding"] if language == "es" else ["division", "division"]
    )
    ours = {unit: c for unit, c in room.game.scenario.counters.items() if c.side == "spanish"}
    for at, division in zip(heads, ("coupigny", "reding"), strict=True):
        listed = {line.split()[1] for line in form[at + 1 :] if line.startswith(("COLOCA", "DEPLOY"))}
        assert {unit for unit, counter in ours.items() if counter.division == division} <= listed
    assert sum(line.startswith(("COLOCA", "DEPLOY")) for line in form) == len(ours)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("seat", ["french", "spanish"])
@pytest.mark.parametrize("order", ["attack", "defence"])
def test_a_form_in_the_thick_of_battle_has_60_lines_and_all_it_offers_can_be_sent(
    room: Room, seat: str, language: str, order: str
) -> None:
    divisions = dict.fromkeys(("barbou", "coupigny", "fresia", "reding", "rouyer"), order)
    state = in_contact(f"{seat}-command", **divisions)
    game = standing_at(room.game, state)
    form = form_of(room.home, game, replace(room.seat(seat), language=language))
    assert len(form) <= MOST_LINES
    offered = list(lines_of(form))
    kinds = {line.split()[0] for line in offered}
    said = {"es": ("ORDENAR", "DISPARAR", "DIVISIÓN", "MOVER"), "en": ("COMMAND", "FIRE", "DIVISION", "MOVE")}[language]
    assert set(said[:3]) <= kinds
    charging = RULES.choices(RULES.evolve(state, PhaseBegan(turn=7, phase=f"{seat}-charges")), seat).actors
    assert bool(kinds & {"CARGAR", "CHARGE"}) is bool(charging)
    listed = "\n".join(line for line in form if line.startswith("#  "))
    asked = [unit for unit in RULES.choices(replace(state, phase=f"{seat}-movement", _known={}), seat).actors
             if unit in state.units and not any(f" {unit} " in line for line in offered)]  # fmt: skip
    assert [unit for unit in asked if f"{unit} {state.units[unit].at}" not in listed] == [], "somebody is forgotten"
    assert read_orders(game, seat, "\n".join(offered)).problems == ()


def test_what_a_form_offers_first_is_accepted(room: Room) -> None:
    """The default of each division, phase by phase, in the position for which it is offered."""
    for seat in ("french", "spanish"):
        for kind in ("command", "fire", "movement"):
            state = in_contact(f"{seat}-{kind}")
            found = RULES.choices(state, seat)
            for actor, own in found.actors.items():
                line = Line(number=1, order=own[0].order)
                section = Section(phase=state.phase, lines=(line,))
                problems = RULES.check(state, seat, Sheet(seat=seat, sections=(section,))).problems
                assert [problem for problem in problems if problem.line] == [], actor


def test_those_who_enter_are_brought_on_each_to_a_hex_of_its_own(room: Room) -> None:
    """In the order of the form all of them can be sent; each goes nearer to the town than the edge of the map is."""
    offered = list(lines_of(form_of(room.home, room.game, room.seat("french"))))
    ends = [line.split(" #")[0].split()[-1] for line in offered if line.startswith("MOVE")]
    assert len(ends) == len(set(ends)) > 5
    assert max(ends) > min(ends) > "0199"
    assert read_orders(room.game, "french", "\n".join(offered)).problems == ()


def test_a_form_says_who_of_a_division_is_out_of_command(room: Room) -> None:
    contact = in_contact("french-command")
    data = RULES.dump(contact)
    data["units"]["leg4-1"] |= {"at": "0101"}
    state = RULES.load(contact.scenario, {**data, "piles": {}})
    assert not state.in_command("leg4-1")
    form = form_of(room.home, standing_at(room.game, state), room.seat("french"))
    assert "leg4-1 0101 (2, out of command)" in " ".join(line.removeprefix("#").strip() for line in form)


@pytest.mark.rule("NAP-5.5")
def test_who_is_to_fire_has_half_its_points_left_in_the_same_mail() -> None:
    """The receipt says what the run will say: a fire is no order without consequence."""
    state = in_contact("spanish-fire")
    moving = RULES.choices(replace(state, phase="spanish-movement", _known={}), "spanish").actors
    unit, move = next(
        (unit, choice.order)
        for unit, own in moving.items()
        if RULES.choices(state, "spanish").actors.get(unit) and unit in state.units
        for choice in own
        if choice.order.type == "move" and 2 * int(choice.notes["cost"]) > int(choice.notes["allowance"]) + 1
    )
    later = Section(phase="spanish-movement", lines=(Line(number=2, order=move),))
    fire = Section(phase="spanish-fire", lines=(Line(number=1, order=Fire(unit=unit)),))
    alone = RULES.check(state, "spanish", Sheet(seat="spanish", sections=(later,)))
    assert [problem for problem in alone.problems if problem.line] == []
    both = RULES.check(state, "spanish", Sheet(seat="spanish", sections=(fire, later)))
    assert [(problem.line, problem.code) for problem in both.problems if problem.line] == [(2, "move-too-far")]


# Group orders ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-2.5")
def test_a_group_order_is_the_single_orders_that_are_told_of_it() -> None:
    state = in_contact("french-movement", fresia="manoeuvre")
    for order in (
        Division(division="barbou", verb="withdraw", to="1206", keep="line", face="SE"),
        Division(division="rouyer", verb="hold", keep="skirmish"),
        Division(division="fresia", verb="advance", to="1110"),
    ):
        whole = _checked(state, [order])
        parts = whole.lines[0].parts
        assert len(parts) > 2, order
        singly = _checked(state, parts)
        assert singly.problems == ()
        assert RULES.dump(singly.state, full=True) == RULES.dump(whole.state, full=True), order


@pytest.mark.rule("NAP-2.5", "NAP-5.6")
def test_a_group_order_leaves_its_counters_the_turns_that_single_moves_leave() -> None:
    """Also cavalry, which may turn at one place of its way or at another."""
    state = in_contact("french-movement", fresia="manoeuvre")
    order = Division(division="fresia", verb="advance", to="1110")
    whole = judge_division(state, "french", order, ())
    moved = [event for event in whole.events if isinstance(event, Moved)]
    assert len(moved) > 2
    for event in moved:
        parts = [part for part in whole.parts if isinstance(part, Move) and part.unit == event.unit]
        (told,) = (each for each in judge_move(state, "french", parts[0]).events if isinstance(each, Moved))
        assert told == event
        state = evolve(state, event)


@pytest.mark.rule("NAP-2.5")
def test_a_single_line_goes_before_the_order_of_the_group() -> None:
    state = in_contact("french-movement")
    order = Division(division="barbou", verb="withdraw", to="1206")
    alone = Move(unit="leg4-1", path=("1613",))
    parts = {part.unit: part for part in _checked(state, [order]).lines[0].parts if isinstance(part, Move)}
    assert parts["leg4-1"].path != alone.path
    both = _checked(state, [order, alone])
    assert both.problems == ()
    assert "leg4-1" not in {getattr(part, "unit", "") for part in both.lines[0].parts}
    assert both.state.units["leg4-1"].at == "1613"


@pytest.mark.rule("NAP-8.1")
def test_the_fire_of_a_division_is_told_gun_by_gun() -> None:
    state = in_contact("spanish-fire")
    (line,) = _checked(state, [Fire(division="reding")]).lines
    fires = {part.unit: part.target for part in line.parts if isinstance(part, Fire)}
    assert len(fires) == line.notes["units"] == 8
    alone = RULES.choices(state, "spanish").actors["bia-pie-1"][0].order
    again = _checked(state, [Fire(division="reding"), alone]).lines[0]
    assert {part.unit for part in again.parts if isinstance(part, Fire)} == fires.keys() - {"bia-pie-1"}


def _checked(state: State, orders: Sequence[Order]) -> Checked:
    side = state.phase.partition("-")[0]
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    return RULES.check(state, side, Sheet(seat=side, sections=(Section(phase=state.phase, lines=lines),)))


def test_the_receipt_lists_what_a_group_order_comes_to_and_a_later_line_changes_it(room: Room) -> None:
    room.says("french", "MOVE leg4-1 0107\nDONE ALL\n")
    room.tick()
    room.tick(HOUR)
    assert room.at == "1.spanish-command"
    said = room.answer("spanish", "FASE movimiento\nDIVISIÓN coupigny AVANZAR A 1610 FORMACIÓN línea\n")
    told = [line for line in said.splitlines() if line.startswith("#    ")]
    assert any(line.startswith("#    MOVER borbon ") for line in told)
    assert any(line.startswith("#    MOVER gen-coupigny ") for line in told)
    again = room.answer("spanish", "FASE movimiento\nMOVER borbon 1912\n")
    assert "DIVISIÓN coupigny AVANZAR A 1610 FORMACIÓN línea" in again
    told = [line for line in again.splitlines() if line.startswith("#    ")]
    assert any(line.startswith("#    MOVER gen-coupigny ") for line in told)
    assert not any(line.startswith("#    MOVER borbon ") for line in told)


def test_one_mail_holds_a_whole_turn(room: Room) -> None:
    room.says("french", "MOVE leg4-1 0107\nDONE ALL\n")
    room.tick()
    room.tick(HOUR)
    room.says("spanish", "ORDENAR reding ataque\nDIVISIÓN reding AVANZAR A 1607\nCARGAR farnesio EN 1607\nLISTO TODO\n")
    room.tick()
    room.tick(HOUR)
    assert room.at == "2.french-movement"
    assert room.game.state.divisions["reding"].order == "attack"
    assert room.game.state.units["gen-reding"].at != "1807"


# Questions -------------------------------------------------------------------------------------------------------


def test_a_line_of_sight_is_told_at_once_and_drawn_in_a_mail_of_its_own(room: Room) -> None:
    said = flat(room.answer("spanish", "MAPA LÍNEA 0812 1109\n"))
    assert "0812 y 1109, a distancia 5, no se ven: 0912 tapa la línea." in said
    assert "0912: bosque ligero, cota 0, tapa hasta 1; la línea pasaría a 1/2." in said
    said = flat(room.answer("french", "MAP LOS 1808 1407\n"))
    assert "1708: clear, level 1, with troops, hides up to 1 1/2; the line would pass at 1 1/4." in said
    for seat, title in (("spanish", "Línea de visión · 0812 - 1109"), ("french", "Line of sight · 1808 - 1407")):
        (mail,) = room.mails(seat, "note")
        assert title in str(mail["Subject"])
        assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1


def test_a_field_of_fire_by_mail(room: Room) -> None:
    said = flat(room.answer("french", "MAP FIRE bia-pie-1\n"))
    assert "PIE 1 in 1708: range 4, 8 strength points. No enemy is in its arc and range." in said
    assert "Field of fire · PIE 1" in str(room.mails("french", "note")[-1]["Subject"])
    assert "MAP FIRE bat-8: BAT 8 cannot fire now." in flat(room.answer("french", "MAP FIRE bat-8\n"))
    assert "MAPA FUEGO unidad" in room.answer("spanish", "AYUDA\n") or "MAPA FUEGO" in room.text("spanish", "receipt")


# Hidden orders -----------------------------------------------------------------------------------------------------


@pytest.fixture
def worlds(played: Room, tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    """The same battle twice, but for the order that Reding's division is given; nothing it does shows which.

    The French have had their first turn, and ask whatever can be asked.
    """
    played.close()
    found = []
    for order in ("ataque", "maniobra"):
        one = replace(copied(played, tmp_path / order), name="bailen", links=120)
        one.says("french", "MOVE leg4-1 0107\nDONE ALL\n")
        one.tick()
        one.tick(HOUR)
        one.says("spanish", f"ORDENAR reding {order}\nORDENAR coupigny defensa\n")
        one.tick()
        one.tick(HOUR)
        one.says("french", "STATUS ALL\nMAP\nMAP AROUND 1807\nMAP LOS 1807 1407\nMAP FIRE bia-pie-1\n")
        one.tick()
        found.append(one)
    yield found[0], found[1]
    for one in found:
        one.close()


@pytest.mark.rule("NAP-2.1", "NAP-2.3")
def test_hidden_orders_are_in_no_byte_of_what_the_enemy_is_sent(worlds: tuple[Room, Room]) -> None:
    one, two = worlds
    assert one.at == two.at == "1.spanish-movement"
    assert one.game.state.divisions["reding"].order == "attack"
    assert two.game.state.divisions["reding"].order == "manoeuvre"
    mails = [[row.raw for row in room.rows("french")] for room in worlds]
    assert len(mails[0]) > 5
    assert mails[0] == mails[1]
    assert [row.raw for row in one.rows("spanish")] != [row.raw for row in two.rows("spanish")], "the worlds do differ"


@pytest.mark.rule("NAP-2.1", "NAP-2.3")
def test_hidden_orders_are_in_no_report_reminder_or_picture_of_the_enemy(worlds: tuple[Room, Room]) -> None:
    """Of all that happened so far; the fingerprint of a record covers what is hidden too, and is left out here."""
    for room in worlds:
        room.says("spanish", "LISTO TODO\n")
        room.tick()
        room.tick(HOUR)
        assert room.at == "2.french-movement"
    one, two = ([_report(room, "french"), *_letters(room, "french")] for room in worlds)
    assert one[0].images
    assert one == two
    ours, others = (_report(room, "spanish") for room in worlds)
    assert ours.text != others.text, "its own side is told"


def _report(room: Room, seat: str) -> Rendered:
    row, game = room.seat(seat), room.game
    report = report_of(room.home, game, row, game.records, room.now, present=True, told=NEW)
    spans = tuple(replace(span, hash="0" * 64, words="", link="") for span in report.spans)
    return render(replace(report, spans=spans), voice_of(game, row.language))


def _letters(room: Room, seat: str) -> list[Rendered]:
    row, game = room.seat(seat), room.game
    voice = voice_of(game, row.language)
    letters = (reminder(room.home, game, row, room.now), status(room.home, game, row, room.now, form=True))
    return [render_letter(letter, voice.words, voice.translations) for letter in letters]


# What a refusal tells ----------------------------------------------------------------------------------------------


def _refused(room: Room, seat: str, *lines: str) -> str:
    return flat(room.answer(seat, "\n".join(lines) + "\n"))


@pytest.mark.rule("NAP-2.5")
def test_a_refused_line_is_no_exception_to_the_order_of_its_division() -> None:
    """The run never sees it: the division's order moves its counter, and whoever is moved does not charge."""
    state = in_contact("french-movement")
    division = Division(division="barbou", verb="withdraw", to="1206")
    far = Move(unit="leg4-1", path=("2401",))
    both = _checked(state, [division, far])
    assert [problem.line for problem in both.problems] == [2]
    alone = _checked(state, [division])
    assert both.lines[0].parts == alone.lines[0].parts
    assert RULES.dump(both.state, full=True) == RULES.dump(alone.state, full=True)


@pytest.mark.rule("NAP-8.1")
def test_a_refused_line_is_no_exception_to_the_fire_of_its_division() -> None:
    state = in_contact("spanish-fire")
    both = _checked(state, [Fire(division="reding"), Fire(unit="bia-pie-1", target="2401")])
    assert [problem.line for problem in both.problems] == [2]
    assert both.lines[0].parts == _checked(state, [Fire(division="reding")]).lines[0].parts


def test_a_move_that_goes_too_far_is_told_how_far_it_comes(room: Room) -> None:
    said = _refused(room, "french", "MOVE leg4-1 0108 0208 0308 0407", "MOVE chasseurs-1 0907")
    assert "it costs 5 points and LEG4 1 has 4. This would work: 0307" in said
    assert "7 points do not reach to 0907. This would work: 0507" in said


@pytest.mark.rule("NAP-15.4", "NAP-5.8")
def test_a_path_with_a_gap_is_told_that_the_last_hex_is_enough(room: Room) -> None:
    said = _refused(room, "french", "MOVE leg4-1 0108 0308 0507", "MOVE leg4-2 0308 0407")
    assert "0108 is not next to 0308: write the last hex of the path alone, or all of them" in said
    assert "it enters the map by one of 0107, 0108" in said
    assert "and the path begins with 0308" in said


@pytest.mark.rule("NAP-15.4", "NAP-5.8")
def test_behind_the_hex_by_which_one_enters_the_last_hex_is_enough(room: Room) -> None:
    said = flat(room.answer("french", "leg 4-1 enters at 0108 and marches to 0308\nMOVE leg4-2 0109 0308\n"))
    assert "MOVE leg4-1 0108 0207 0308 # ✓ 1 · 4 of 4 points" in said
    assert "MOVE leg4-2 0109 0208 0308 # ✓ 2" in said, "it comes by the hex that it names, and by no other"


def test_a_phase_that_nobody_was_asked_in_is_not_told_to_be_over(room: Room) -> None:
    said = _refused(room, "french", "Barbou's division: manoeuvre order", "FIRE leg4-1")
    assert "COMMAND barbou manoeuvre COMMAND cannot be ordered this turn: in French command there was nothing" in said
    assert "in French fire there was nothing to decide, and no one was asked" in said


CHARGERS = {
    "moved": ({"moved": 2}, "FARN se ha movido (2), y quien se mueve no carga; MENOS FARN al final de la línea"),
    "tired": ({"fatigue": 3}, "FARN no puede cargar: tiene fatiga 3"),
    "shaken": ({"morale": "disorganised"}, "FARN no puede cargar: está desorganizada"),
    "skirmishing": ({"formation": "skirmish"}, "FARN no puede cargar: está en guerrilla"),
    "beside": ({"at": "1607"}, "1507 está junto a 1607: eso no es una carga, sino un asalto"),
    "blind": ({"at": "1807"}, "1507 no se ve desde 1807, donde empieza la carga"),
}


def _three(room: Room, phase: str, **farnesio: object) -> State:
    """A battalion at 1507, Reding before 1707, and the cavalry of Farnesio as it is asked for; nobody else."""
    data = RULES.dump(in_contact(phase), full=True)
    for each in data["units"].values():
        each |= {"at": None, "status": "off-map"}
    for unit, at in (("leg4-1", "1507"), ("gen-reding", "1808"), ("jaen-1", "1707"), ("farnesio", "1807")):
        data["units"][unit] |= {"at": at, "status": "map"}
    data["units"]["farnesio"] |= farnesio
    return RULES.load(room.game.scenario, {**data, "piles": {}, "piled": []})


def _told(room: Room, state: State, order: Order) -> str:
    (problem,) = _checked(state, [order]).problems
    return problem_sentence(standing_at(room.game, state), problem, "es")


@pytest.mark.rule("NAP-10.1", "NAP-2.1", "NAP-4.2", "NAP-5.4")
def test_a_refusal_says_what_would_have_to_be_otherwise(room: Room) -> None:
    state = in_contact("french-movement", fresia="manoeuvre")
    charge, first = Charge(units=("chasseurs-1", "dragons-1"), target="1707"), state.hex_of("chasseurs-1")
    apart = _told(room, replace(in_contact("french-charges"), _known={}), charge)
    assert apart.startswith(f"DRA 1 está en {state.hex_of('dragons-1')}, y CHA 1 en {first}: quienes cargan juntos")
    said = _told(room, in_contact("french-charges", fresia="manoeuvre"), charge)
    assert said == "la orden de la división, maniobra, no se lo permite a CHA 1"
    assert "BAT 4 está desplegada: solo se mueve tras una línea ENGANCHAR bat-4" in _told(
        room, state, Move(unit="bat-4", path=("1404",))
    )


@pytest.mark.rule("NAP-4.1", "NAP-5.8", "NAP-15.4")
def test_who_finds_no_room_is_told_how_much_there_is_and_who_is_set_up_elsewhere_where(room: Room) -> None:
    state = _three(room, "spanish-movement", at="1708")
    data = RULES.dump(state, full=True)
    for unit in ("irlanda-1", "irlanda-3", "reina-1", "corona-1"):
        data["units"][unit] |= {"at": "1807" if unit == "corona-1" else "1809", "status": "map"}
    crowded = RULES.load(room.game.scenario, {**data, "piles": {}})
    full, far = Move(unit="corona-1", path=("1808", "1809")), Move(unit="corona-1", path=("1809",))
    assert _told(room, crowded, full) == "32 PF son demasiados para 1809, donde caben 24"
    assert _told(room, crowded, far) == "en 1809 no le queda sitio: serían 32 PF, y caben 24"
    (fault,) = judge_deploy(crowded, "spanish", Deploy(unit="ceuta", hex="0101")).faults
    told = problem_sentence(room.game, Problem(line=1, code=fault.code, args=fault.args, rule=fault.rule), "es")
    assert told.endswith("zona de colocación de CEUTA: columnas 16 a 20, filas 09 a 13")


@pytest.mark.rule("NAP-10.1")
@pytest.mark.parametrize(("fields", "told"), CHARGERS.values(), ids=CHARGERS)
def test_a_charge_that_cannot_be_is_told_why(room: Room, fields: dict[str, object], told: str) -> None:
    assert told in _told(room, _three(room, "spanish-charges", **fields), Charge(units=("farnesio",), target="1507"))


@pytest.mark.rule("NAP-15.4", "NAP-5.7")
def test_who_is_not_there_yet_is_told_the_turn_and_who_flees_that_he_is_routed(room: Room) -> None:
    said = _refused(room, "french", "MOVE dragons-1 0507", "CHARGE dragons-1 AT 0607", "FORM chasseurs-1 skirmish")
    assert said.count("DRA 1 comes on turn 2") == 2
    assert "CHA 1 is not on the map" in said
    gone = {"at": None, "status": "eliminated"}
    move = Move(unit="farnesio", path=("1806",))
    for fields, told in (({"morale": "routed"}, "FARN está derrotada"), (gone, "FARN no está en el mapa")):
        assert told in _told(room, _three(room, "spanish-movement", **fields), move)


@pytest.mark.rule("NAP-11.1")
def test_an_assault_that_cannot_be_is_told_why(room: Room) -> None:
    assault = Assault(hex="1607", target="1507")
    for fields, told in (
        ({"morale": "disorganised"}, "FARN, la primera de su apilamiento, no puede asaltar: está desorganizada"),
        ({"facing": "SE"}, "1507 no está al frente de FARN, la primera de su apilamiento"),
    ):
        assert told in _told(room, _three(room, "spanish-movement", at="1607", **fields), assault)


def test_words_of_orders_are_in_the_language_of_the_reader(room: Room) -> None:
    found = Form.model_validate({"unit": "farnesio", "formation": "square"})
    assert "no puede tomar la formación cuadro" in _told(room, _three(room, "spanish-movement"), found)


# Rulings -----------------------------------------------------------------------------------------------------------


def test_a_hex_that_a_ruling_has_emptied_is_empty(room: Room) -> None:
    """Nobody is left in its pile: the game goes on, and the next report is sent."""
    room.says("french", "MOVE leg4-1 0107\nDONE ALL\n")
    room.tick()
    room.tick(HOUR)
    changes = read_amendment(room.game, ["unit jaen-1 at=1205", "unit bia-pie-1 formation=limbered"]).event
    amend(room.home, room.game, changes, who="Referee", why="a try", now=room.now)
    state = room.game.state
    assert not state.holds("spanish", "1806")
    assert "formación: desplegada → enganchada" in flat(room.text("spanish", "note"))
    room.says("spanish", "LISTO TODO\n")
    room.tick()
    room.tick(HOUR)
    assert room.at == "2.french-movement"
    assert room.replay().difference is None
