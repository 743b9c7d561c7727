"""Commands of a mail: both languages, exact faults, and no command by accident."""

import pytest

from pbem.language.commands import COMMANDS, command_words, languages
from pbem.language.reading import Command
from tests.language.factories import read


@pytest.mark.parametrize(
    ("line", "name", "args"),
    [
        ("HELP", "help", ()),
        ("ayuda", "help", ()),
        ("HELP MOVE", "help", ()),
        ("Status.", "status", ()),
        ("ESTADO", "status", ()),
        ("CLEAR", "clear", ()),
        ("clear moroccan-combat", "clear", ("moroccan-combat",)),
        ("BORRAR combate marroquí", "clear", ("moroccan-combat",)),
        ("RESEND", "resend", ()),
        ("RESEND 3", "resend", ("3",)),
        ("Reenviar turno 03", "resend", ("3",)),
        ("LANGUAGE es", "language", ("es",)),
        ("IDIOMA inglés", "language", ("en",)),
        ("language Español", "language", ("es",)),
        ("NONCE niebla en Annual", "nonce", ("niebla en Annual",)),
        ("nonce:  «niebla» # 7, sin más ", "nonce", ("«niebla» # 7, sin más",)),
        ("LEMA nin\u0303o", "nonce", ("niño",)),
        ("WAIT", "wait", ()),
        ("espera", "wait", ()),
        ("ESPERAR", "wait", ()),
        ("DONE", "done", ()),
        ("listo todo", "done", ("all",)),
        ("Listo.", "done", ()),
        ("DROP 3", "drop", ("3",)),
        ("QUITA 3", "drop", ("3",)),
        ("tachar policía-2", "drop", ("policía-2",)),
        ("NOWAIT", "done", ()),
        ("NO ESPERAR", "done", ()),
        ("CONCEDE", "concede", ()),
        ("Me rindo.", "concede", ()),
        ("PROPOSE draw", "propose", ("draw",)),
        ("PROPONER tablas", "propose", ("draw",)),
        ("VOTE yes", "vote", ("yes",)),
        ("votar no", "vote", ("no",)),
        ("VOTAR sí", "vote", ("yes",)),
        ("MAP", "map", ()),
        ("MAPA 4", "map", ("4",)),
        ("MAP turn 2", "map", ("2",)),
        ("MAP around 1411", "map", ("", "1411")),
        ("MAP SUPPLY", "map", ("", "", "supply")),
        ("MAPA turno 2 abastecimiento en torno a 1411", "map", ("2", "1411", "supply")),
        ("map 1411", "map", ("", "1411")),
        ("MAP LOS 0812 1109", "sight", ("0812", "1109")),
        ("MAPA LÍNEA Annual 1411", "sight", ("1613", "1411")),
        ("MAP FIRE urriaguel-1", "fire-field", ("urriaguel-1",)),
        ("MAP AROUND Monte Arruit.", "map", ("", "3617")),
        ("MAPA en torno a Annual", "map", ("", "1613")),
        ("mapa turno 2 alrededor de 1411", "map", ("2", "1411")),
        ("MAPA 2 de Annual", "map", ("2", "1613")),
        ("HISTORY", "history", ()),
        ("historia turno 3", "history", ("3",)),
        ("RULES", "rules", ()),
        ("RULES 8.7", "rules", ("8.7",)),
        ("regla ll-8.7.", "rules", ("LL-8.7",)),
        ("TOKEN NEW", "token", ("new",)),
        ("token nuevo", "token", ("new",)),
    ],
)
def test_a_command_in_both_languages(line: str, name: str, args: tuple[str, ...]) -> None:
    reading = read(line)
    assert [(command.name, command.args) for command in reading.commands] == [(name, args)]
    assert (reading.lines, reading.problems) == ((), ())


@pytest.mark.parametrize(
    ("line", "code", "args", "column"),
    [
        ("CLEAR somewhere", "unknown-phase", {"read": "somewhere"}, 7),
        ("RESEND three", "bad-command", {"command": "resend", "read": "three", "expected": "turn"}, 8),
        ("STATUS please", "bad-command", {"command": "status", "read": "please", "expected": "ALL/TODO"}, 8),
        ("LANGUAGE", "missing-argument", {"command": "language", "expected": "en|es"}, 1),
        ("LANGUAGE klingon", "bad-command", {"command": "language", "read": "klingon", "expected": "en|es"}, 10),
        ("NONCE", "missing-argument", {"command": "nonce", "expected": "rest"}, 1),
        ("NONCE " + "x" * 65, "nonce-too-long", {"length": 65, "limit": 64}, 1),
        ("VOTE maybe", "bad-command", {"command": "vote", "read": "maybe", "expected": "YES/SÍ|NO"}, 6),
        ("VOTE yes please", "bad-command", {"command": "vote", "read": "please"}, 10),
        ("MAP LOS 0812 1109 1411", "bad-command", {"command": "sight", "read": "1411"}, 19),
        ("TOKEN", "missing-argument", {"command": "token", "expected": "NEW/NUEVO"}, 1),
        ("MAP around", "missing-argument", {"command": "map", "expected": "where"}, 1),
        ("MAP around 9999", "off-map", {"read": "9999", "first": "0101", "last": "4626"}, 12),
        ("GAME", "bad-head", {"read": "GAME"}, 1),
        ("TURN soon", "bad-head", {"read": "TURN soon"}, 1),
    ],
)
def test_a_malformed_command_is_told_exactly(line: str, code: str, args: dict[str, str], column: int) -> None:
    (problem,) = read(line).problems
    assert (problem.line, problem.code, problem.column) == (0, code, column)
    assert problem.args == {**args, "text": line}


def test_a_nonce_of_the_greatest_length_stands() -> None:
    assert read("NONCE " + "ñ" * 64).commands == (Command("nonce", ("ñ" * 64,), "NONCE " + "ñ" * 64),)


@pytest.mark.parametrize(
    "line", ["Wait for my orders until Sunday", "Help would be nice, I think", "Concede the point, will you?"]
)
def test_prose_that_begins_like_a_command_is_prose_in_a_mail(line: str) -> None:
    reading = read(line, strict=False)
    assert (reading.commands, reading.problems, reading.ignored) == ((), (), (line,))


def test_every_language_has_a_word_for_everything() -> None:
    assert languages() == ("en", "es")
    words = command_words()
    for language in languages():
        assert {*COMMANDS, "game", "turn", "phase", "end", "draw", "yes", "no", "new"} <= set(words.says[language])
    assert words.say("clear", "es") == "BORRAR"


@pytest.mark.parametrize(
    "line", ["RESIGN?", "CONCEDE?", "¿LISTO?", "DONE?", "CLEAR?", "DROP 3?", "PROPOSE DRAW?", "Yes?", "¿ABANDONAR?"]
)
def test_a_question_carries_nothing_out(line: str) -> None:
    assert (read(line, strict=False).commands, read(line, strict=False).ignored) == ((), (line,))


@pytest.mark.parametrize("line", ["STATUS?", "HELP?", "MAP?"])
def test_what_only_shows_something_may_be_asked_with_a_question_mark(line: str) -> None:
    assert len(read(line, strict=False).commands) == 1


@pytest.mark.parametrize(
    ("text", "done", "passed", "prose"),
    [
        ("Pass.", True, (), ()),
        ("sin órdenes", True, (), ()),
        ("I pass this turn", True, (), ()),
        ("Combat:\nno orders", False, ("spanish-combat",), ()),
        ("Combat:\nnone", False, ("spanish-combat",), ()),
        ("PHASE combat\nATTACK urriaguel-1 WITH bandera-1-1\npass", False, ("spanish-combat",), ("pass",)),
        ("I pass over the river", False, (), ("I pass over the river",)),
    ],
)
def test_that_nothing_is_ordered_is_meant_of_the_phase_of_its_head_or_of_the_turn(
    text: str, done: bool, passed: tuple[str, ...], prose: tuple[str, ...]
) -> None:
    reading = read(text, strict=False, side="spanish")
    assert [command.name for command in reading.commands] == ["done"] * done
    assert reading.heads == passed
    assert reading.ignored == prose


@pytest.mark.parametrize(
    ("line", "phase"),
    [
        ("ASK combat", "moroccan-combat"),
        ("ASK bom", "moroccan-bombardment"),
        ("Ask the umpire", None),
        ("Pregunta luego", None),
        ("ASK", None),
    ],
)
def test_ask_is_a_command_before_a_phase_or_what_is_like_one(line: str, phase: str | None) -> None:
    reading = read(line, strict=False, side="moroccan")
    assert [(each.name, each.args) for each in reading.commands] == ([] if phase is None else [("ask", (phase,))])
    assert reading.ignored == ((line,) if phase is None else ())
    assert reading.problems == ()
