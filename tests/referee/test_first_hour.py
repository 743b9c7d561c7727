"""The first hour of a game by mail: the set-up that the form holds, sent back as a person does."""

import re
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pbem.gamedata.games import compose, shipped_game
from pbem.gamedata.rulesets import ruleset
from pbem.language import forms
from pbem.mail.text import phrases
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.rulings import amend
from pbem.referee.letters.newcomer.examples import examples
from pbem.referee.turn.submission import judge_reading, read_orders
from pbem.report.pages import wrap
from tests.pages import words_of
from tests.referee.making import ANA, HOUR, OMAR, Room, copied, flat, new_room, text_of

ALLIED, RIF = replace(ANA, seat="allied", side="allied"), replace(OMAR, seat="rif", side="rif")


@pytest.fixture(scope="session")
def _shipped(tmp_path_factory: pytest.TempPathFactory) -> Room:
    return new_room(tmp_path_factory.mktemp("shipped") / "home", compose("legion"))


@pytest.fixture
def room(_shipped: Room, tmp_path: Path) -> Room:
    """The shipped game; the Spanish write Spanish, the Moroccans English. Nobody has answered."""
    return copied(_shipped, tmp_path / "home")


def swapped(path: Path) -> Room:
    """The same with the languages the other way round."""
    players = (replace(ANA, language="en"), replace(OMAR, language="es"))
    return new_room(path, compose("legion"), players)


def reply(room: Room, seat: str, what: str, above: str = "", **changes: str) -> None:
    """A seat answers its last mail of a kind, all of it quoted; `changes`: a line that begins so is put in another's
    place."""
    row = room.rows(seat, what)[-1]
    lines = text_of(room.mails(seat, what)[-1]).splitlines()
    for start, instead in changes.items():
        assert sum(line.startswith(start) for line in lines) == 1, start
        lines = [instead if line.startswith(start) else line for line in lines]
    quoted = "".join(f"> {line}\n" for line in lines)
    room.says(seat, f"{above}\n\n{quoted}", In_Reply_To=row.message_id, References=row.message_id)
    room.tick()


def placed(room: Room, side: str) -> dict[str, str]:
    """Where the pieces of a side stand."""
    units, counters = room.game.state.units, room.game.state.scenario.counters
    return {u: str(p.at) for u, p in units.items() if p.status == "map" and counters[u].side == side}


def proposed(room: Room, side: str) -> dict[str, str]:
    """What the scenario proposes for a side."""
    return dict(room.game.scenario.data["set-up"][side])


def test_the_sign_of_a_proposal_is_the_same_for_whoever_writes_and_whoever_reads_it() -> None:
    assert forms.PROPOSED == phrases.PROPOSED


@pytest.mark.parametrize("make", [lambda path: new_room(path, compose("legion")), swapped], ids=["es-en", "en-es"])
def test_the_forms_sent_back_as_they_are_make_a_game(tmp_path: Path, make) -> None:
    room = make(tmp_path / "home")
    room.tick()
    room.says("moroccan", "MOTTO wind\n")
    reply(room, "spanish", "welcome")
    assert "45" in flat(room.text("spanish", "receipt")).partition(".")[0]
    room.tick(HOUR)
    assert placed(room, "spanish") == proposed(room, "spanish")
    assert room.at == "1.moroccan-setup"
    reply(room, "moroccan", "report")
    room.tick(HOUR)
    assert placed(room, "moroccan") == proposed(room, "moroccan")
    assert room.at == "1.moroccan-movement"


def test_the_form_in_its_file_can_be_attached(room: Room) -> None:
    room.tick()
    files = {part.get_filename(): part for part in room.mails("spanish", "welcome")[0].iter_attachments()}
    mail = message_from_bytes(room.mail("spanish", "LEMA niebla\n"), policy=default)
    mail.add_attachment(str(files["form-0.txt"].get_content()), filename="form-0.txt")
    room.drop(mail.as_bytes())
    room.says("moroccan", "MOTTO wind\n")
    room.tick()
    room.tick(HOUR)
    assert placed(room, "spanish") == proposed(room, "spanish")


def test_words_for_the_dice_above_a_quoted_form_send_no_set_up(room: Room) -> None:
    room.tick()
    reply(room, "spanish", "welcome", "LEMA niebla")
    said = flat(room.text("spanish", "receipt"))
    assert "La colocación del formulario aún no está enviada" in said
    assert room.home.store.sections.of(game=room.name) == ()
    reply(room, "spanish", "welcome", "LISTO")
    assert "Tus 45 órdenes valen." in flat(room.text("spanish", "receipt"))


def test_an_incomplete_set_up_is_no_fault_and_says_what_is_left(room: Room) -> None:
    room.tick()
    said = flat(room.answer("spanish", "DESPLEGAR cerinola-1 1613\n"))
    assert "LISTO coloca también las otras 44 fichas, como propone el formulario." in said
    assert "plazas fuertes vacías" not in said, "the form has them all"
    assert "✗" not in said
    assert "bandera-1-1" not in said, "44 ids are no message"
    rest = [f"DESPLEGAR {unit} {at}\n" for unit, at in proposed(room, "spanish").items() if unit != "cerinola-1"]
    said = flat(room.answer("spanish", "".join(rest[:-1]).replace("regulares-melilla-1 1613", "cerinola-1 1713")))
    assert "Por colocar: soliman-cav-1" not in said
    assert "✗" in said, "two pieces in a hex"


def test_who_was_put_out_of_place_by_a_later_mail_is_proposed_another(room: Room) -> None:
    room.tick()
    reply(room, "spanish", "welcome", "LEMA niebla\nLISTO")
    said = flat(room.answer("spanish", "DESPLEGAR bandera-3-2 3617\nLISTO\n"))
    assert "acaba para ti con lo enviado, en cuanto no falte nada" in said
    assert "Por colocar: CAZ m1" in said
    room.says("moroccan", "MOTTO wind\n")
    room.tick()
    form = room.text("spanish", "start").partition("## ÓRDENES")[2]
    assert re.search("DESPLEGAR bandera-3-2 EN 3617 ", form)
    put = re.findall(r"^DESPLEGAR \S+ EN (\d{4})", form, re.M)
    assert (len(put), len({*put})) == (45, 45)


def test_done_beside_the_words_sends_it(room: Room) -> None:
    room.tick()
    reply(room, "spanish", "welcome", "LEMA niebla\nLISTO")
    assert "Tus 45 órdenes valen." in flat(room.text("spanish", "receipt"))


def test_one_changed_line_sends_it_with_the_change(room: Room) -> None:
    room.tick()
    room.says("moroccan", "MOTTO wind\n")
    reply(room, "spanish", "welcome", "", **{"DESPLEGAR policia-1 ": "DESPLEGAR policia-1 EN 1711"})
    room.tick(HOUR)
    assert placed(room, "spanish") == {**proposed(room, "spanish"), "policia-1": "1711"}


def test_what_was_ordered_before_no_proposal_replaces(room: Room) -> None:
    room.tick()
    room.says("moroccan", "MOTTO wind\n")
    room.answer("spanish", "DESPLEGAR policia-1 1711\nDESPLEGAR soliman-1 1811\n")
    reply(room, "spanish", "welcome", "", **{"DESPLEGAR policia-2 ": "DESPLEGAR policia-2 EN 1812"})
    room.tick(HOUR)
    own = {"policia-1": "1711", "soliman-1": "1811", "policia-2": "1812"}
    assert placed(room, "spanish") == {**proposed(room, "spanish"), **own}


def without(room: Room, seat: str, what: str, start: str) -> str:
    """A mail of a seat as its program quotes it, without one line and with DONE in force."""
    lines = text_of(room.mails(seat, what)[-1]).splitlines()
    kept = [line for line in lines if not line.startswith(start)]
    assert len(kept) == len(lines) - 1
    return "".join(f"> {'DONE' if line == '# DONE' else line}\n" for line in kept)


@pytest.mark.parametrize("thread", [True, False], ids=["a reply", "a mail that answers nothing"])
def test_what_is_struck_out_of_the_form_is_not_put_back_by_done(bands: Room, thread: bool) -> None:
    """In Morocco 1926 a band that is left out stays in reserve: to leave it out is a choice (RIF-7.2)."""
    row = bands.rows("rif", "report")[-1]
    named = {"In_Reply_To": row.message_id, "References": row.message_id} if thread else {}
    lines = without(bands, "rif", "report", "DEPLOY r-05 ")
    bands.says("rif", f"On Thu, the referee wrote:\n\n{lines}", **named)
    bands.tick()
    bands.tick(HOUR)
    assert placed(bands, "rif") == {unit: at for unit, at in proposed(bands, "rif").items() if unit != "r-05"}
    assert bands.game.state.units["r-05"].status == "pool"


@pytest.fixture(scope="session")
def _bands(tmp_path_factory: pytest.TempPathFactory) -> Room:
    room = new_room(tmp_path_factory.mktemp("bands") / "home", compose("rif1926"), (ALLIED, RIF))
    room.tick()
    room.says("allied", "LEMA niebla\nLISTO\n")
    room.says("rif", "MOTTO wind\n")
    room.tick()
    room.tick(HOUR)
    return room


@pytest.fixture
def bands(_bands: Room, tmp_path: Path) -> Room:
    """Morocco 1926, the set-up of the Rif: bands that are left out stay in reserve (RIF-7.2)."""
    return copied(_bands, tmp_path / "home")


def kept(room: Room) -> set[str]:
    """The bands that are proposed a place and have none."""
    return proposed(room, "rif").keys() - placed(room, "rif").keys()


def test_done_does_not_put_back_what_drop_took_out(bands: Room) -> None:
    bands.answer("rif", "DEPLOY r-17 AT 2511\nDEPLOY r-18 AT 2610\n")
    said = flat(bands.answer("rif", "DROP R 18\n"))
    assert "DONE does not place what you have dropped: R 18. To place one, send a line for it." in said
    bands.answer("rif", "DONE\n")
    assert (bands.at, kept(bands)) == ("1.allied-movement", {"r-18"})


def test_a_unit_without_a_line_is_kept_back_by_its_name_in_the_mail_that_says_done(bands: Room) -> None:
    bands.answer("rif", "DROP r-18, R 17 and r-06\nDONE\n")
    assert (bands.at, kept(bands)) == ("1.allied-movement", {"r-06", "r-17", "r-18"})


@pytest.mark.parametrize(
    ("line", "back"),
    [
        ("r-18 stays in reserve", {"r-18"}),
        ("I'll keep R 17 and R 18 in reserve", {"r-17", "r-18"}),
        ("leave r-18 off the map for now", {"r-18"}),
        ("R 17, R 18: in reserve", {"r-17", "r-18"}),
        ("se quedan en reserva r-17 y r-18", {"r-17", "r-18"}),
        ("Guardo R 18 en la reserva", {"r-18"}),
        ("reservo r-17", {"r-17"}),
        ("keep r-18 in reserve?", set()),
        ("keep r-18 in reserve at 2610", set()),
    ],
)
def test_who_is_said_to_stay_in_reserve_is_not_placed_by_done(bands: Room, line: str, back: set[str]) -> None:
    """The form proposes a place for every band; what is told of one goes before it (RIF-7.2)."""
    said = bands.answer("rif", f"{line}\nDONE\n")
    assert ("DONE does not place what you have dropped" in flat(said)) == bool(back)
    bands.tick(HOUR * 13)
    assert kept(bands) == back


def test_a_band_that_waits_for_its_turn_needs_no_order_to_stay_in_reserve(bands: Room) -> None:
    """Behind the set-up nobody is placed by DONE: the line says what is so anyhow."""
    bands.answer("rif", "DONE\n")
    bands.answer("allied", "LISTO\n")
    said = flat(bands.answer("rif", "gy-01 stays in reserve\n"))
    assert "“gy-01 stays in reserve” needs no order: that is so without one." in said


def test_what_was_dropped_is_in_no_form_as_proposed_and_does_not_come_with_an_older_one(bands: Room) -> None:
    said = bands.answer("rif", "DROP r-18\nSTATUS ALL\n")
    assert "# DEPLOY r-18 AT" in said
    assert "DEPLOY r-17 AT 2511        #=" in said
    reply(bands, "rif", "report")
    bands.tick(HOUR)
    assert (bands.at, kept(bands)) == ("1.allied-movement", {"r-18"})


@pytest.mark.parametrize("again", ["DEPLOY r-18 AT 2610\n", "CLEAR\n"])
def test_what_was_dropped_is_placed_by_a_line_of_its_own_and_after_clear_by_done(bands: Room, again: str) -> None:
    bands.answer("rif", "DROP r-18\n")
    bands.answer("rif", again)
    bands.answer("rif", "DONE\n")
    assert (bands.at, kept(bands)) == ("1.allied-movement", set())


def test_a_receipt_says_which_units_stand_as_proposed_and_how_to_keep_one_back(bands: Room) -> None:
    form = flat(bands.text("rif", "report").replace("\n# ", "\n"))
    assert "DONE also places the units that your email leaves out, if something is missing without them. " in form
    assert "To keep one back: DROP r-18." in form
    said = flat(bands.answer("rif", "DEPLOY r-03 AT 2707\n"))
    assert "DONE puts your other 51 units where the form proposes. To keep one back: DROP r-18." in said
    said = flat(bands.answer("rif", "DONE\n").replace("\n#   ", " "))
    told = "AX 1–17, BA 1–8, BT 1–9, R 1–2 and R 4–18"
    assert f"51 units as the form proposes: {told}. STATUS ALL lists them. To keep one back: DROP r-18." in said
    assert bands.at == "1.rif-setup", "a trench is empty"


def test_a_form_says_what_a_dispersed_unit_must_do(bands: Room) -> None:
    """It cannot attack; it must leave the zone of control that it stands in (RIF-6.1)."""
    bands.answer("rif", "DONE\n")
    event = read_amendment(bands.game, ["unit tercio-2 at=2508 dispersed=yes"]).event
    amend(bands.home, bands.game, event, who="Referee", why="a misprint", now=bands.now)
    said = bands.answer("allied", "ESTADO TODO\n")
    (line,) = (line for line in said.splitlines() if line.startswith("MANTENER tercio-2 "))
    assert "dispersa · tiene que salir de la zona de control · MOVER" in line
    assert "tiene que atacar" not in said
    said = bands.answer("allied", "LANGUAGE en\nSTATUS ALL\n")
    assert "dispersed · must leave the zone of control · MOVE" in said


def lines_without(room: Room, *units: str) -> str:
    """What is proposed to the Rif in lines of its own, but for some units."""
    return "".join(f"DEPLOY {unit} {at}\n" for unit, at in proposed(room, "rif").items() if unit not in units)


def test_the_few_units_that_done_would_place_are_named(bands: Room) -> None:
    said = flat(bands.answer("rif", lines_without(bands, "r-03", "r-17", "r-18")))
    assert "DONE puts your other 3 units where the form proposes: R 3, R 17–18. To keep one back: DROP r-18." in said
    bands.answer("rif", "DONE\n")
    assert (bands.at, kept(bands)) == ("1.allied-movement", set())


def test_a_mail_that_said_done_is_not_told_what_done_would_do(bands: Room) -> None:
    reply(bands, "rif", "report", "DONE", **{"DEPLOY r-03 ": ""})
    said = flat(bands.text("rif", "receipt"))
    assert "Still without a place: R 3. Send a line for each." in said
    assert "DONE puts" not in said


@pytest.mark.parametrize("mails", ["one", "two"])
def test_done_places_no_one_beside_orders_that_lack_nothing(bands: Room, mails: str) -> None:
    orders = lines_without(bands, "r-17", "r-18")
    if mails == "two":
        said = flat(bands.answer("rif", orders))
        assert "No line of yours places R 17–18, and none has to. To place one, send a line for it." in said
        orders = ""
    bands.answer("rif", f"{orders}DONE\n")
    assert (bands.at, kept(bands)) == ("1.allied-movement", {"r-17", "r-18"})


def test_the_number_in_a_name_is_no_lines(bands: Room) -> None:
    bands.answer("rif", "DEPLOY r-01 AT 2507\nDEPLOY r-02 AT 2607\nDEPLOY r-03 AT 2906\n")
    said = flat(bands.answer("rif", "DROP R 2\n"))
    assert "Withdrawn: DEPLOY r-02 AT 2607 DONE" in said
    bands.answer("rif", "DEPLOY r-04 AT 3006\nDEPLOY r-05 AT 4315\n")
    said = flat(bands.answer("rif", "DROP 1 and 3-4, zork\n"))
    assert "Withdrawn: DEPLOY r-01 AT 2507; DEPLOY r-03 AT 2906; DEPLOY r-04 AT 3006" in said
    assert "You have no line “zork”" in said


@pytest.fixture(scope="session")
def _named(tmp_path_factory: pytest.TempPathFactory) -> Room:
    players, options = (replace(ANA, name="Ana"), replace(OMAR, name="Omar")), {"count-air-naval": "yes"}
    data = compose("legion", options={**options, "reactions": "ask"})
    return new_room(tmp_path_factory.mktemp("named") / "home", data, players)


@pytest.fixture
def named(_named: Room, tmp_path: Path) -> Room:
    """The shipped game with players who have names, and with options."""
    return copied(_named, tmp_path / "home")


@pytest.mark.parametrize(
    ("seat", "first", "then"),
    [
        (
            "moroccan",
            ("You lead the Moroccans against Ana.", "WHAT TO DO NOW", "MOTTO and some words", "HOW TO ANSWER"),
            (
                "map-1.png, map-2.png, map-3.png and map-4.png",
                "handbook-legion.html",
                "Aircraft and fleets count",
                "SEAL OF THE DICE",
            ),
        ),
        (
            "spanish",
            ("Mandas a los españoles contra Omar.", "QUÉ HACER AHORA", "LEMA y unas palabras", "CÓMO RESPONDER"),
            (
                "mapa-1.png, mapa-2.png, mapa-3.png y mapa-4.png",
                "manual-legion.html",
                "Los aviones y las flotas",
                "SELLO DE LOS DADOS",
                "## ÓR",
            ),
        ),
    ],
    ids=["en", "es"],
)
def test_the_first_mail_is_all_that_a_newcomer_needs_in_order(
    named: Room, seat: str, first: tuple[str, ...], then: tuple[str, ...]
) -> None:
    said = (*first, *then)
    mail = named.mails(seat, "welcome")[0]
    text, page = flat(named.text(seat, "welcome")), flat(words_of(str(mail.get_body(("html",)).get_content())))
    places = [text.index(each) for each in said]
    assert places == sorted(places)
    assert all(each.casefold() in page.casefold() for each in said)
    language = named.seat(seat).language
    assert text.index(named.game.data["aims"][seat][language]) < places[1]
    assert "count-air-naval" not in text
    assert named.home.store.outbox.count("seat = ?", seat) == 1
    files = {part.get_filename(): part for part in mail.walk() if part.get_filename()}
    book = next(part for name, part in files.items() if name.endswith(".html")).get_content()
    assert book.startswith("<!DOCTYPE html>")
    assert not re.search(r'(?:src|href)="(?!data:|#)', book), "all is in the one file"
    sheets = [Image.open(BytesIO(part.get_content())) for name, part in sorted(files.items()) if name.endswith(".png")]
    assert [sheet.width for sheet in sheets] == [832, *[1280] * 3], "the whole map, and close up"
    printed = [part.get_content() for name, part in files.items() if name.endswith("-A3-A4.pdf")]
    assert [pdf[:5] for pdf in printed] == [b"%PDF-"]
    assert next(name for name in files if name.endswith(".pdf")) in text


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("seat", ["moroccan", "spanish"])
def test_an_aim_takes_three_lines_at_most(room: Room, seat: str, language: str) -> None:
    assert len(wrap(room.game.data["aims"][seat][language]).splitlines()) <= 3


def test_every_option_of_the_game_has_a_sentence() -> None:
    told = shipped_game("legion").words["options"]
    values = {f"{name}-{value}" for name, known in ruleset("legion").OPTIONS.items() for value in known[1:]}
    assert set(told) == values


def test_the_start_is_told_to_all_with_the_first_deadline(named: Room) -> None:
    named.says("spanish", "LEMA niebla\n")
    named.says("moroccan", "MOTTO wind\n")
    named.tick()
    ana, omar = (named.text(seat, "start") for seat in ("spanish", "moroccan"))
    assert "LA PARTIDA HA EMPEZADO · TE TOCA · ANTES DEL JUE 5 NOV" in ana
    assert "## ÓRDENES melilla 1 colocación española" in ana
    assert "It is the turn of Ana, until Thu 5 Nov" in flat(omar)
    assert [len(named.rows(seat, "start")) for seat in ("spanish", "moroccan")] == [1, 1]
    reply(named, "spanish", "start", "LISTO")
    named.tick(HOUR)
    assert placed(named, "spanish") == proposed(named, "spanish")
    assert [len(named.rows(seat, "start")) for seat in ("spanish", "moroccan")] == [1, 1]
    assert "The game has begun" not in named.text("moroccan", "report"), "it was told"


def test_a_report_in_the_same_moment_tells_of_the_start(named: Room) -> None:
    named.tick()
    reply(named, "spanish", "welcome", "LEMA niebla\nLISTO")
    named.tick(HOUR)
    named.says("moroccan", "MOTTO wind\n")
    named.tick()
    assert "The game has begun." in named.text("moroccan", "report")
    assert named.rows("moroccan", "start") == ()
    assert "Turno de Omar, hasta el jue 5 nov" in flat(named.text("spanish", "start"))


@pytest.mark.parametrize("seat", ["spanish", "moroccan"])
def test_the_examples_of_help_are_orders_that_are_accepted(named: Room, seat: str) -> None:
    """In the set-up, before it, and on the move: each by itself, and all together."""
    named.tick()
    for _ in range(3):
        row = named.seat(seat)
        found = examples(named.game, row)
        assert found or seat not in named.game.rules.awaited(named.game.state), named.at
        said = named.answer(seat, {"es": "AYUDA\n", "en": "HELP\n"}[row.language])
        assert all(line in said for line in found)
        for sheet in (found, *((line,) for line in found)):
            judged = judge_reading(named.game, seat, read_orders(named.game, seat, "\n".join(sheet)), earlier={})
            assert [problem for problem in judged.problems if problem.line] == []
            assert sum(map(len, judged.accepted.values())) == len(sheet)
        if named.at == "1.spanish-setup":
            reply(named, "spanish", "welcome", "LEMA niebla\nLISTO")
            named.says("moroccan", "MOTTO wind\n")
            named.tick()
            named.tick(HOUR)
        elif named.at == "1.moroccan-setup":
            reply(named, "moroccan", "report")
            named.tick(HOUR)


def test_a_reminder_shows_the_way_to_more_time(named: Room) -> None:
    named.says("spanish", "LEMA niebla\n")
    named.says("moroccan", "MOTTO wind\n")
    named.tick()
    named.tick(60 * HOUR)
    assert "Si necesitas más tiempo: PRÓRROGA 24h." in flat(named.text("spanish", "reminder"))
    said = flat(named.answer("spanish", "PRÓRROGA 24h\n"))
    assert "PRÓRROGA" in said
    assert "✗" not in said


def test_done_alone_plays_the_set_up_that_the_form_proposes(named: Room) -> None:
    """A reply that quotes nothing, as a phone may write it; who closes his mail with a name is not told of that."""
    named.answer("moroccan", "Hi Ana!\n\nMOTTO the fox of the desert\n\nCheers,\nOmar\n")
    assert "Not understood" not in named.text("moroccan", "receipt")
    named.answer("spanish", "LEMA niebla en Annual\nLISTO\n\nUn abrazo,\nAna\n")
    assert "No lo he entendido" not in named.text("spanish", "receipt")
    named.tick(HOUR)
    assert placed(named, "spanish") == proposed(named, "spanish")


def test_done_beside_some_places_plays_the_form_for_all_others_though_nothing_is_quoted(room: Room) -> None:
    """What a player places stands in the form that the next mail brings, and no unit there is told to attack."""
    room.tick()
    room.says("moroccan", "MOTTO wind\n")
    room.answer("spanish", "DESPLEGAR policia-1 1711\n")
    room.tick()
    assert "DESPLEGAR policia-1 EN 1711" in flat(room.answer("spanish", "ESTADO TODO\n"))
    said = room.answer("spanish", "DESPLEGAR policia-2 1812\nLISTO\n")
    assert "tiene que atacar" not in said
    room.tick(HOUR)
    own = {"policia-1": "1711", "policia-2": "1812"}
    assert placed(room, "spanish") == {**proposed(room, "spanish"), **own}


def test_who_is_in_the_way_of_a_changed_line_takes_the_place_that_is_free(room: Room) -> None:
    room.says("moroccan", "MOTTO wind\n")
    home, talilit = proposed(room, "spanish")["bandera-1-1"], proposed(room, "spanish")["policia-1"]
    room.says("spanish", f"LEMA mar\nDESPLEGAR bandera-1-1 EN {talilit}\nLISTO\n")
    room.tick()
    room.tick(HOUR)
    assert "Tus 2 órdenes valen." in flat(room.text("spanish", "receipt"))
    stand = placed(room, "spanish")
    assert (stand["bandera-1-1"], stand["policia-1"]) == (talilit, home)


def test_the_proposed_lines_come_in_the_order_in_which_people_count(room: Room) -> None:
    room.answer("spanish", "LEMA mar\nLISTO\n")
    shown = re.findall(r"DESPLEGAR (policia-\d+)", room.answer("spanish", "ESTADO TODO\n"))
    assert shown[:3] == ["policia-1", "policia-2", "policia-3"]


def test_a_motto_in_a_sentence_is_told_how_it_is_sent(room: Room) -> None:
    receipt = flat(room.answer("moroccan", "Desert Fox is my motto\n"))
    assert "No line of your email begins with MOTTO." in receipt
    assert "Your text enters every roll" in receipt
    assert "begins with" not in room.answer("spanish", "LEMA mar\n")


def test_a_sentence_may_say_what_the_motto_is(room: Room) -> None:
    assert "record 1 on: Desert Fox" in flat(
        room.answer("moroccan", "Hi Ana, nice to meet you. My motto is Desert Fox\n")
    )
    assert "registro 1: mar y sierra" in flat(room.answer("spanish", "Mi lema es: mar y sierra\n"))


def test_move_in_the_set_up_is_told_the_order_of_the_set_up(room: Room) -> None:
    room.says("moroccan", "MOTTO wind\n")
    receipt = flat(room.answer("spanish", "LEMA mar\nMOVER bandera-1-1 A Talilit\nbandera-1-2 en 1710\n"))
    assert "MOVER todavía no se puede: ahora es la fase de colocación española, y su orden es DESPLEGAR" in receipt
    assert "DESPLEGAR bandera-1-2 EN 1710 # ✓ 2" in receipt, "a unit and a hex are its place"
    later = flat(room.answer("spanish", "DESPLEGAR alcantara-cav-1 EN 3907\n"))
    assert "llega en el turno 3" in later


def test_who_replies_last_is_told_that_the_game_begins_now(room: Room) -> None:
    room.tick()
    assert "once all players have replied" in flat(room.answer("moroccan", "MOTTO wind\n"))
    assert "la partida empieza ahora" in flat(room.answer("spanish", "LEMA niebla\n"))


def test_done_alone_in_a_set_up_has_a_short_receipt(room: Room) -> None:
    """The form showed each place: the receipt names the units, and offers no change of what closes."""
    room.says("moroccan", "MOTTO wind\n")
    room.answer("spanish", "LEMA niebla\nLISTO\n")
    said = room.text("spanish", "receipt")
    assert len(said.splitlines()) <= 30
    assert "45 fichas como propone el formulario: " in flat(said)
    assert "POL 1–3, POL c1" in flat(said)
    assert "DESPLEGAR" not in said
    assert "Ya habéis respondido todos: la partida empieza ahora." in flat(said)
    assert "Para cambiar una orden" not in said
    assert room.at == "1.moroccan-setup"
    said = room.answer("moroccan", "DEPLOY urriaguel-1 1510\nDONE\n")
    assert "All 2 orders accepted. " in flat(said), "hers, and one that it pushed aside"
    assert re.findall(r"DEPLOY (urriaguel-1|ulisex-1) AT (\d+)", said) == [
        ("urriaguel-1", "1510"),
        ("ulisex-1", "1411"),
    ]
    assert "52 units as the form proposes: " in flat(said)
    assert "To change an order" not in said
    assert "STATUS ALL lists them." not in said


def test_a_set_up_that_waits_says_how_to_see_and_change_it(room: Room) -> None:
    said = flat(room.answer("spanish", "LEMA niebla\nLISTO\n"))
    assert "ESTADO TODO las muestra una por una." in said.replace("# ", "")
    assert "Para cambiar una orden" in said


def test_a_set_up_of_which_some_is_ordered_says_that_done_places_the_rest(room: Room) -> None:
    """What the form has is not told as lacking; what it does not have still is."""
    said = flat(room.answer("spanish", "LEMA niebla\nDESPLEGAR bandera-1-1 EN 1613\n"))
    assert "LISTO coloca también las otras 44 fichas, como propone el formulario." in said
    assert "Por colocar" not in said
    assert "otras 44 fichas" in flat(room.answer("spanish", "ESTADO\n"))
    assert "Tus órdenes para colocación española están completas." in flat(room.answer("spanish", "LISTO\n"))


def morocco_1926(path: Path) -> Room:
    """Morocco 1926, in Spanish for both."""
    allied, rif = replace(ANA, seat="allied", side="allied"), replace(OMAR, seat="rif", side="rif", language="es")
    return new_room(path, compose("rif1926"), (allied, rif))


def test_a_set_up_that_nobody_has_touched_lacks_nothing_but_a_word(tmp_path: Path) -> None:
    """The form mans all trenches: who asks how it stands is told that DONE is enough, not what is still empty."""
    room = morocco_1926(tmp_path / "home")
    room.answer("allied", "LEMA niebla\nLISTO\n")
    said = flat(room.answer("rif", "LEMA viento\n"))
    assert "no te toca" not in said  # the report of the same moment asks for the set-up
    assert "Tu próximo informe dice qué se te pide." in said
    assert "Te toca: colocación rifeña." in flat(room.text("rif", "report"))
    said = flat(room.answer("rif", "ESTADO\n"))
    assert "trincheras sin guarnecer" not in said
    assert "No ha llegado nada tuyo para colocación rifeña." in said
    assert "LISTO la juega como propone el formulario." in said
    room.says("rif", "LISTO\n")
    room.tick()
    assert room.at == "1.allied-movement"
    assert "1 poblado ocupado; nuevo: Axdir (2606)." in flat(room.text("allied", "report"))
    for text in (room.text("allied", "report"), str(room.mails("allied", "report")[-1]["Subject"])):
        assert "toman Axdir" not in text  # nobody has moved
