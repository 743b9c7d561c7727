"""Players write to each other: relayed once, as written, with nothing that tells more; never an order, never a form."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.language.commands import command_words
from pbem.mail.text import phrases
from pbem.referee.home.house import HOUSE_RULES
from pbem.referee.letters.people.house import house_sentences
from pbem.referee.people.house import change_house
from pbem.referee.people.press import broadcast, without_secrets
from tests.referee.making import ANA, DAY, HOUR, LUIS, OMAR, Room, flat, new_room, scenario, text_of

MOVES = "MOVE beni-1 0402\n"


def press_of(room: Room, seat: str) -> list[str]:
    """The mails of press to a seat, as text."""
    return [text_of(mail) for mail in room.mails(seat, "press")]


def agree(room: Room, **rules: str) -> None:
    """House rules of the game, `press_size="100"`."""
    room.home.store.games.change(room.name, house={name.replace("_", "-"): value for name, value in rules.items()})


def test_a_message_reaches_the_other_player_as_it_was_written(room: Room) -> None:
    said = flat(room.answer("moroccan", "PRESS TO spanish\nA truce at the river?\n\nUntil turn 5, not a day longer.\n"))
    assert "PRESS TO spanish: Your message goes to the Spanish." in said
    (text,) = press_of(room, "spanish")
    assert "Los marroquíes a ti, lun 2 nov, " in text
    assert "│ A truce at the river?\n│\n│ Until turn 5, not a day longer.\n" in text
    assert "PRENSA A marroquíes" in flat(text)
    (mail,) = room.mails("spanish", "press")
    assert str(mail["To"]) == "ana@example.org"
    assert "Prensa de los marroquíes" in str(mail["Subject"])
    assert room.rows("moroccan", "press") == ()


def test_nothing_of_the_writers_mail_goes_on_but_the_message(room: Room) -> None:
    body = (
        "MENSAJE A moroccan: ¿Hablamos?\nUn abrazo\n-- \nAna López\nana@example.org\n+34 600 000 000\n\n"
        "On Mon, Nov 2, 2026 at 9:14 PM Referee <referee@pbem.example.org> wrote:\n> Turn 1: your secret plan\n"
    )
    room.answer("spanish", body, X_Secret="from my desk", Reply_To="other@example.net")
    (text,) = press_of(room, "moroccan")
    assert "│ ¿Hablamos?\n│ Un abrazo\n" in text
    (row,) = room.rows("moroccan", "press")
    whole = row.raw.decode()
    for secret in ("ana@example.org", "600 000", "secret plan", "from my desk", "other@example.net", "López"):
        assert secret not in whole + text
    assert room.seat("spanish").token not in whole


def test_what_could_give_somebody_away_is_left_out(room: Room) -> None:
    ana = room.seat("spanish")
    room.home.store.seats.change("melilla", "spanish", token_serial=2)
    own = room.rows("spanish", "welcome")[0].message_id
    text = f"Write me: ANA@example.org, or referee+melilla.{ana.token}@pbem.example.org, {ana.token} {own}"
    said = flat(room.answer("spanish", f"PRENSA A moroccan\n{text}\n"))
    assert "Se han quitado de él direcciones de correo y tokens" in said
    (sent,) = press_of(room, "moroccan")
    assert "│ Write me: […], or […], […] […]" in sent
    assert without_secrets(room.home, room.game, "nobody@example.net keeps a pigeon") == (
        "nobody@example.net keeps a pigeon"
    )


def test_lines_of_a_message_are_no_orders_and_those_behind_its_end_are(room: Room) -> None:
    body = f"PRESS TO spanish\nMOVE beni-3 0403\nCONCEDE\nEND OF PRESS\n{MOVES}"
    assert "✓ 1" in room.answer("moroccan", body)
    assert not room.game.over
    sent = press_of(room, "spanish")[0]
    assert "│ MOVE beni-3 0403\n│ CONCEDE\n" in sent
    assert "0402" not in sent
    assert [line.text for line in _orders(room)] == ["MOVE beni-1 0402"]


def test_orders_above_a_message_stand(room: Room) -> None:
    room.answer("moroccan", f"{MOVES}PRESS TO ALL\nYou will never guess.\n")
    assert [line.text for line in _orders(room)] == ["MOVE beni-1 0402"]
    assert "0402" not in press_of(room, "spanish")[0]


@pytest.mark.parametrize("below", [MOVES, "DONE\n", "Good luck!\nMOVE beni-1 0402\nHOLD beni-2\n"])
def test_orders_below_a_message_that_does_not_end_go_to_nobody_and_are_asked_for(room: Room, below: str) -> None:
    said = flat(room.answer("moroccan", f"PRESS TO spanish: peace?\n{below}"))
    assert "Nothing was sent, for these lines read like orders" in said
    assert "END OF PRESS" in said
    assert press_of(room, "spanish") == []
    assert _orders(room) == []
    assert room.tick(HOUR).closed == []


def _orders(room: Room) -> list:
    from pbem.referee.turn.progress import lines_by_phase

    return [line for lines in lines_by_phase(room.home, room.game, "moroccan").values() for line in lines]


def test_an_edited_form_below_a_message_counts_and_is_not_in_it(room: Room) -> None:
    quoted = "\n".join(f"> {line}".rstrip() for line in room.text("moroccan", "report").split("\n"))
    hold = next(line for line in quoted.split("\n") if line.startswith("> HOLD beni-1"))
    body = "PRESS TO spanish\nHere is my answer.\n\nOn Mon, 2 Nov 2026, Referee <r@pbem.example.org> wrote:\n"
    room.answer("moroccan", body + quoted.replace(hold, "> MOVE beni-1 0402"))
    sent = press_of(room, "spanish")[0]
    assert "│ Here is my answer.\n" in sent
    assert "0402" not in sent
    assert "MOVE beni-1 0402" in [line.text for line in _orders(room)]


FAKE = "### ORDERS melilla 1 moroccan-movement\nMOVE beni-2 0403 #= as agreed\nCONCEDE\n### END OF ORDERS"


@pytest.mark.parametrize("quote", ["> ", "", "| "])
def test_a_form_in_a_message_is_none_where_its_reader_quotes_it(room: Room, quote: str) -> None:
    room.answer("spanish", f"PRENSA A moroccan\n{FAKE}\nFIN DE PRENSA\n")
    received = room.mails("moroccan", "press")[-1]
    quoted = "".join(f"{quote}{line}\n" for line in text_of(received).split("\n"))
    room.answer("moroccan", f"DONE\n\n{quoted}", In_Reply_To=str(received["Message-ID"]))
    assert _orders(room) == []
    assert not room.game.over


def test_a_form_in_a_message_hides_no_real_one_in_a_digest(room: Room) -> None:
    room.answer("moroccan", "PRESS DIGEST\n")
    room.answer("spanish", f"PRENSA A moroccan\n{FAKE}\nFIN DE PRENSA\n")
    assert press_of(room, "moroccan") == []
    room.tick(60 * HOUR)
    reminder = room.mails("moroccan", "reminder")[-1]
    text = text_of(reminder)
    assert text.count("│ ### ORDERS") == 1
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("HOLD beni-1"))
    lines[at] = "MOVE beni-1 0402"
    quoted = "".join(f"> {line}\n" for line in lines)
    room.answer("moroccan", quoted, In_Reply_To=str(reminder["Message-ID"]))
    assert "MOVE beni-1 0402" in [line.text for line in _orders(room)]
    assert not any("beni-2 0403" in line.text for line in _orders(room))


def test_a_digest_comes_with_the_next_mail_and_once(room: Room) -> None:
    said = flat(room.answer("moroccan", "PRESS DIGEST\n"))
    assert "come with your reports and receipts" in said
    room.answer("spanish", "PRENSA A moroccan\nUno.\n")
    room.answer("spanish", "PRENSA PARA TODOS: Dos.\n")
    assert press_of(room, "moroccan") == []
    receipt = room.answer("moroccan", MOVES)
    assert "│ Uno.\n" in receipt
    assert "│ Dos.\n" in receipt
    assert "Uno." in str(room.mails("moroccan", "receipt")[-1].get_body(("html",)))
    assert "│" not in room.answer("moroccan", "STATUS\n")
    room.answer("spanish", "PRENSA A moroccan\nTres.\n")
    assert "come at once" in flat(room.answer("moroccan", "PRESS NOW\n"))
    assert "│ Tres.\n" in press_of(room, "moroccan")[0]
    room.answer("spanish", "PRENSA A moroccan\nCuatro.\n")
    assert len(press_of(room, "moroccan")) == 2


def test_a_report_brings_what_waits(room: Room) -> None:
    room.answer("spanish", "PRENSA RESUMEN\n")
    room.answer("moroccan", f"{MOVES}DONE\nPRESS TO spanish\nWatch your left.\n")
    room.tick(HOUR)
    report = room.text("spanish", "report")
    assert report.index("PRENSA\n") < report.index("│ Watch your left.")
    assert press_of(room, "spanish") == []


def test_a_mail_that_comes_twice_is_relayed_once(room: Room) -> None:
    raw = room.mail("moroccan", "PRESS TO spanish\nOnce.\n")
    for _ in range(2):
        room.drop(raw)
        room.tick()
    copy = raw.replace(b"\nTo: ", b"\nCc: copy@example.net\nTo: ").replace(b"Received", b"X-Received")
    room.drop(copy)
    room.tick(HOUR)
    assert len(press_of(room, "spanish")) == 1
    assert room.home.store.press.count("1") == 1


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("PRESS TO nobody-here", "No player is called that, so nothing was sent. Write to: Spanish, ALL, REFEREE."),
        ("PRESS TO moroccan", "No player is called that"),
        ("PRESS TO ana@example.org", "No player is called that"),
        ("PRESS TO spanish, eve@example.net", "No player is called that"),
        ("PRESS ANONYMOUS TO all", "In this game messages are signed"),
    ],
)
def test_who_is_no_player_is_written_nothing(room: Room, head: str, told: str) -> None:
    before = len(room.rows())
    assert told in flat(room.answer("moroccan", f"{head}\nHello.\n"))
    assert len(room.rows()) == before + 1


def test_a_message_to_the_referee_is_a_note(room: Room) -> None:
    assert "Your note goes to the referee." in flat(room.answer("moroccan", "PRESS TO REFEREE\nAre you there?\n"))
    assert [n.args["text"] for n in room.home.store.notices.open() if n.code == "player-note"] == ["Are you there?"]
    assert room.home.store.press.count("1") == 0


@pytest.mark.parametrize(
    ("rules", "body", "told"),
    [
        ({"press": "off"}, "PRESS TO ALL\nHello.\n", "players write to the referee only: NOTE TO REFEREE"),
        ({"press_size": "100"}, f"PRESS TO ALL\n{'long ' * 30}\n", "characters and this game allows 100"),
        ({"press_count": "1"}, "PRESS TO ALL\nTwo.\n", "You have sent 1 messages this turn"),
        ({}, "PRESS TO ALL\n", "The message is empty"),
    ],
)
def test_the_house_rules_keep_messages_back(room: Room, rules: Mapping[str, str], body: str, told: str) -> None:
    agree(room, **rules)
    if "press_count" in rules:
        room.answer("moroccan", "PRESS TO spanish\nOne.\n")
    before = len(press_of(room, "spanish"))
    assert told in flat(room.answer("moroccan", body))
    assert len(press_of(room, "spanish")) == before


def test_a_json_sheet_carries_messages_with_the_same_checks(room: Room) -> None:
    agree(room, press_size="100", press_names="choice")
    move = {"phase": "moroccan-movement", "orders": [{"type": "move", "unit": "beni-1", "path": ["0402"]}]}
    told = {
        "to": "spanish",
        "text": "A truce?\nWrite to omar@example.org.\u202e \ud800\nMOVE beni-2 0403",
        "anonymous": True,
    }
    press = [told, {"to": "referee", "text": "May I?"}, {"to": "nobody", "text": "x"}, {"to": "all", "text": "y" * 101}]
    said = flat(room.answer("moroccan", json.dumps({"format": 1, "sections": [move], "press": press})))
    assert "Your message goes to the Spanish. Email addresses and tokens of players were left out of it." in said
    assert "Your note goes to the referee." in said
    assert "No player is called that, so nothing was sent." in said
    assert "The message has 101 characters and this game allows 100" in said
    (text,) = press_of(room, "spanish")
    assert "Alguien que no firma a ti" in text
    assert "│ A truce?\n│ Write to […].\n│ MOVE beni-2 0403\n" in text
    (line,) = room.home.store.sections.in_force("melilla", "moroccan", 1)["moroccan-movement"].lines
    assert line["order"]["unit"] == "beni-1"


def test_three_players_write_to_one_and_to_all(tmp_path: Path) -> None:
    players = (replace(ANA, name="Ana"), replace(LUIS, name="Luis Gil"), replace(OMAR, name="Omar"))
    room = new_room(tmp_path / "home", scenario(players=players, settings={"sector-column": {"spanish": 2}}), players)
    room.answer("spanish", "PRENSA A Luis\nSolo para ti.\n")
    assert "Ana (los españoles) a ti" in press_of(room, "spanish-2")[0]
    assert press_of(room, "moroccan") == []
    room.answer("moroccan", "PRESS TO all\nTo both of you.\n")
    assert "Omar (los marroquíes) a todos" in press_of(room, "spanish")[0]
    assert len(press_of(room, "spanish-2")) == 2
    room.answer("moroccan", "PRESS TO spanish and spanish-2: Again.\n")
    assert len(press_of(room, "spanish-2")) == 3
    agree(room, press="public", press_names="hidden")
    assert "messages go to all players" in flat(room.answer("moroccan", "PRESS TO Ana\nPsst.\n"))
    room.answer("spanish-2", "PRENSA A TODOS\nAdivina quién soy.\n")
    (row,) = room.rows("moroccan", "press")
    assert "Someone who does not sign to all" in press_of(room, "moroccan")[0]
    assert b"Luis" not in row.raw
    room.close()


def test_what_two_players_are_called_is_no_address(tmp_path: Path) -> None:
    players = (replace(ANA, name="Ana"), replace(LUIS, name="Ana Gil"), replace(OMAR, name="Omar"))
    data = scenario(players=players, settings={"sector-column": {"spanish": 2}})
    room = new_room(tmp_path / "home", data, players).started()
    room.answer("moroccan", "PRESS TO Ana\nA truce?\nEND OF PRESS\nPRESS TO Ana Gil\nAnother?\n")
    assert "A truce?" in room.text("spanish", "press"), "a whole name before half of one"
    assert "Another?" in room.text("spanish-2", "press")
    said = flat(room.answer("moroccan", "PRESS TO españoles\nHello\n"))
    assert "nothing was sent. Write to: Ana, Ana Gil, ALL, REFEREE." in said
    room.home.store.seats.change("melilla", "spanish", name="Ana Gil")
    said = flat(room.answer("moroccan", "PRESS TO Ana Gil\nHello\n"))
    assert "nothing was sent. Write to: spanish, spanish-2, ALL, REFEREE." in said
    room.close()


def test_a_writer_chooses_not_to_sign_where_the_game_lets(room: Room) -> None:
    agree(room, press_names="choice")
    room.answer("moroccan", "PRESS ANONYMOUS TO spanish: Guess.\n")
    room.answer("moroccan", "PRESS TO spanish: Me.\n")
    first, second = press_of(room, "spanish")
    assert "Alguien que no firma a ti" in first
    assert "│ Guess." in first
    assert "Los marroquíes a ti" in second


def test_a_killed_tick_sends_a_message_once(room: Room, tmp_path: Path) -> None:
    from tests.killed import Killed
    from tests.referee.making import At, copied, kill

    room.says("moroccan", "PRESS TO spanish\nOnly once.\n")
    counting = copied(room, tmp_path / "count", At())
    counting.tick()
    numbers = counting.effects.of_each_kind()
    counting.close()
    for number in numbers:
        trial = copied(room, tmp_path / f"at-{number}", At(n=number, strike=kill))
        with pytest.raises(Killed):
            trial.tick()
        trial.close()
        again = Room(trial.path, trial.now, count=trial.count)
        again.tick()
        again.tick(HOUR)
        assert len(press_of(again, "spanish")) == 1, number
        sent = [raw for raw in again.out().values() if b"Prensa_de" in raw or b"Prensa de" in raw]
        assert len({raw.partition(b"Message-ID: ")[2].partition(b"\r\n")[0] for raw in sent}) == 1
        again.close()


def test_the_referee_writes_to_all(room: Room) -> None:
    assert broadcast(room.home, room.game, "Paso tres días fuera.\n\nBest, R.\n", room.now) == 2
    assert "The referee to all" in press_of(room, "moroccan")[0]
    assert "│ Paso tres días fuera.\n│\n│ Best, R.\n" in press_of(room, "spanish")[0]
    assert "Para responder al árbitro: NOTA AL ÁRBITRO" in flat(press_of(room, "spanish")[0])


def test_press_changes_no_record(room: Room) -> None:
    before = room.files()
    room.answer("moroccan", "PRESS TO spanish\nHello.\n")
    assert room.files() == before
    assert room.tick(DAY).closed == []


def test_every_word_that_begins_or_ends_a_message_is_known_to_who_reads_mails() -> None:
    words = command_words()
    for known, id_, pattern in ((words.commands, "press", phrases.PRESS_BEGIN), (words.press, "end-press", None)):
        said = [word.replace("-", " ") for word, meant in known.items() if meant == id_]
        assert said
        for word in said:
            found = (pattern or phrases.PRESS_END).fullmatch(f"{word} x" if pattern else word)
            assert found, word


def test_press_is_put_into_the_save_of_a_game_that_is_over_where_that_was_agreed(room: Room) -> None:
    room.answer("moroccan", "PRESS TO spanish\nWell played.\n")
    room.answer("moroccan", "CONCEDE\n")
    assert "press.json" not in room.files()
    agree(room, press_archive="yes", press_names="choice")
    room.answer("spanish", "PRENSA ANÓNIMA A moroccan\nGracias.\n")
    room.tick(HOUR)
    found = json.loads(room.files()["press.json"])
    assert [(one["from"], one["to"], one["text"]) for one in found["press"]] == [
        ("moroccan", ["spanish"], "Well played."),
        ("", ["moroccan"], "Gracias."),
    ]
    assert b"ana@" not in room.files()["press.json"]
    assert room.home.git.uncommitted(room.save) == ()
    assert room.replay().difference is None


def test_changed_house_rules_are_told_to_all_and_in_the_history(room: Room) -> None:
    change_house(room.home, "melilla", {"press": "public", "press-size": "500"}, room.now, why="as all agreed")
    said = flat(room.text("spanish", "note"))
    assert "Los jugadores pueden escribir a todos los demás juntos, no a uno solo." in said
    assert "Un mensaje tiene como mucho 500 caracteres." in said
    assert "as all agreed" in said
    history = flat(room.answer("moroccan", "HISTORY\n"))
    assert "house rules" in history
    assert "Players may write to all other players together" in history
    with pytest.raises(Refused):
        change_house(room.home, "melilla", {"press": "public"}, room.now)
    with pytest.raises(BadInput, match="There is no house rule 'pres'"):
        change_house(room.home, "melilla", {"pres": "public"}, room.now)
    with pytest.raises(BadInput, match="a number from 100 to 20000"):
        change_house(room.home, "melilla", {"press-size": "9"}, room.now)
    change_house(room.home, "melilla", {"press": "on"}, room.now)
    assert room.home.game_row("melilla").house == {"press-size": "500"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_value_of_every_house_rule_has_a_sentence(room: Room, language: str) -> None:
    for name, rule in HOUSE_RULES.items():
        days, seats = ("sat,sun", "none", "2026-12-24..2026-12-26"), ("none", "spanish")
        for value in rule.values or (days if rule.days else seats if rule.seat else (rule.default,)):
            (said,) = house_sentences(room.game, {name: value}, language)
            assert f"{name} =" not in said
            assert language == "en" or said != house_sentences(room.game, {name: value}, "en")[0]
