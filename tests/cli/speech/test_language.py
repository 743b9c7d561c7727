"""The command line in the language of pbem.toml or of the locale; every text that it may show has its Spanish."""

import ast
import re
import string
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from pbem.cli.speech import language
from pbem.gamedata.files import read_file
from pbem.gamedata.rulesets import BadGame
from pbem.phrases import Phrase, either, from_text, joined, parse_catalogue, system_words, to_text, told_by, translate
from pbem.referee.home.notices import format_notice
from pbem.save.errors import GitError
from pbem.store.rows import NoticeRow
from tests.cli.making import Ran, Shell, commands, copied, ran
from tests.cli.speech import phrases

ES, DENIED = "es_ES.UTF-8", "Permission denied"


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """A locale of Spain."""
    monkeypatch.setenv("LC_ALL", ES)


@pytest.fixture
def hispanic(mailbox: Shell, tmp_path: Path) -> Shell:
    """A shell in a mailbox folder whose referee reads Spanish."""
    shell = copied(mailbox.home, tmp_path / "home")
    config = shell.home / "pbem.toml"
    text = config.read_text("utf-8")
    assert 'language = "en"' in text
    config.write_text(text.replace('language = "en"', 'language = "es"'), "utf-8")
    return shell


# The translations --------------------------------------------------------------------------------------------------


def test_every_text_has_its_spanish() -> None:
    missing = {text: place for text, place in phrases.used().items() if not phrases.translated().get(text)}
    assert missing == {}, "run: python -m tests.cli.speech.phrases, and translate what it lists"


def test_nothing_is_translated_that_is_said_no_more() -> None:
    assert phrases.translated().keys() - phrases.used().keys() == set()


def test_no_text_is_put_together_where_it_is_raised() -> None:
    assert phrases.put_together() == []


def test_the_command_line_shows_no_words_that_are_not_translated() -> None:
    assert phrases.untranslated(phrases.trees()) == []


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('say(data, f"{game} is over.", as_json=True)', True),
        ('click.echo("All is well.")', True),
        ('lines = [f"waits for {seat}" for seat in seats]', True),
        ('say(data, tr("{game} is over.", game=game), as_json=True)', False),
        ('with mailbox(settings, f"pbem tick {game}") as home: pass', False),
        ('say(data, f"{first} · {second}", as_json=True)', False),
    ],
)
def test_words_that_are_not_translated_are_found(code: str, shown: bool) -> None:
    assert bool(phrases.untranslated({"pbem/cli/x.py": ast.parse(code)})) is shown


def test_the_search_sees_errors_of_all_rooms() -> None:
    some = {"BadInput", "Refused", "SaveError", "Locked", "StoreError", "ServerTrouble", "CaseInvalid"}
    assert some <= phrases.errors()
    assert {place.split("/")[1] for place, _ in phrases.texts_in_calls().values()} >= {
        "cli", "cases", "game", "gamedata", "mail", "referee", "save", "setup", "store", "verify",
    }  # fmt: skip


def test_a_translation_has_the_places_of_its_text() -> None:
    for text, said in phrases.translated().items():
        assert set(places(said)) == set(places(text)), text
        assert text[:1].isspace() == said[:1].isspace(), text
        assert text[-1:].isspace() == said[-1:].isspace(), text


def places(text: str) -> list[str]:
    """The values that a text shows, with how each is written."""
    found = re.findall(r"%\(\w+\)s", text)
    for _, name, spec, conversion in string.Formatter().parse(text):
        if name is not None:
            assert name.isidentifier(), text
            found.append(f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}")
    return found


def test_the_file_is_read_as_babel_reads_it() -> None:
    from babel.messages.pofile import read_po

    with phrases.FILE.open("rb") as file:
        babel = {str(message.id): str(message.string) for message in read_po(file, locale="es") if message.id}
    assert parse_catalogue(phrases.FILE.read_text("utf-8")) == babel


# Phrases -----------------------------------------------------------------------------------------------------------

KNOWN = {
    "{game} waits: {why}": "{game} espera: {why}",
    "for {count} mails": "por {count} correos",
    "paused": "en pausa",
    "{words} or {last}": "{words} o {last}",
}


def test_a_phrase_is_english_and_is_translated_with_what_it_holds() -> None:
    inner = Phrase("for {count} mails", count=2)
    told = Phrase("{game} waits: {why}", game="paused", why=inner)
    assert told == "paused waits: for 2 mails"
    assert translate(told, KNOWN) == "paused espera: por 2 correos"
    assert translate("paused", KNOWN) == "en pausa"
    assert translate(joined((inner, "x")), KNOWN) == "por 2 correos\nx"
    assert translate(either(("a", "b", "c")), KNOWN) == "a, b o c"


def test_a_phrase_can_be_kept_as_a_text() -> None:
    told = Phrase("{game} waits: {why}", game="melilla", why=Phrase("for {count} mails", count=2))
    assert (from_text(to_text(told)), translate(from_text(to_text(told)), KNOWN)) == (
        told,
        "melilla espera: por 2 correos",
    )
    assert from_text(to_text("as it is")) == "as it is"
    forged = '["{text:>9}", {"text": "no phrase"}]'
    assert (from_text(to_text(forged)), from_text("[as it was")) == (forged, "[as it was")
    dated = Phrase("due {when:%Y-%m-%d}", when=date(2026, 11, 24))
    assert from_text(to_text(dated)) == dated == "due 2026-11-24"


def test_an_error_tells_its_phrase() -> None:
    from pbem.errors import Refused

    wrong = Refused("{game} waits: {why}", game="melilla", why=Refused("for {count} mails", count=1))
    assert str(wrong) == "melilla waits: for 1 mails"
    assert translate(wrong, KNOWN) == "melilla espera: por 1 correos"
    assert translate(Phrase("{game} waits: {why}", game="x", why=told_by(wrong)), KNOWN) == (
        "x espera: melilla espera: por 1 correos"
    )
    assert translate(OSError(2, "No such file"), KNOWN) == "[Errno 2] No such file"


def test_why_something_failed_is_told_in_spanish_in_a_notice_too() -> None:
    spanish = phrases.translated()
    failed = GitError("git could not be started in {home}: {why}.", home="/srv", why=system_words(OSError(13, DENIED)))
    kept = NoticeRow(1, datetime(2026, 11, 2, tzinfo=UTC), "git-failed", {"why": to_text(told_by(failed))}, "melilla")
    assert translate(format_notice(kept), spanish).endswith("git no pudo arrancar en /srv: Sin permiso.")
    assert str(format_notice(kept)).endswith("git could not be started in /srv: Permission denied.")
    assert translate(system_words(OSError(99999, "rare")), spanish) == "rare"


def test_what_a_library_says_of_a_file_is_a_quoted_detail(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text("{", "utf-8")
    with pytest.raises(BadGame) as wrong:
        read_file("tables", path)
    assert "no es JSON («Expecting" in translate(wrong.value, phrases.translated())


# Which language ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "spoken"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es_MX.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LC_ALL": "es_AR", "LANG": "en_US"}, "es"),
        ({"LANG": "est_EE"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_decides_where_there_is_no_mailbox(locale: dict[str, str], spoken: str, tmp_path: Path) -> None:
    language.speak(["--home", str(tmp_path)], locale)
    assert language.language() == spoken


def test_the_mailbox_comes_before_the_locale(hispanic: Shell, mailbox: Shell, spanish: None) -> None:
    assert "turno 1" in hispanic("status").out
    assert "turn 1" in mailbox("status").out
    assert ran("status", f"--home={hispanic.home}").code == 2


@pytest.mark.parametrize("words", [("--home=",), ("--home", "")])
def test_the_mailbox_is_found_as_click_finds_it(words: tuple[str, ...], hispanic: Shell) -> None:
    given = [*words[:-1], f"{words[-1]}{hispanic.home}"]
    language.speak([*given, "status"], {})
    assert language.language() == "es"
    language.speak(["status"], {"PBEM_HOME": str(hispanic.home)})
    assert language.language() == "es"


@pytest.mark.parametrize("line", ['language = "es"', "  language='es' # mine"])
def test_a_settings_file_that_cannot_be_read_still_says_its_language(tmp_path: Path, line: str) -> None:
    (tmp_path / "pbem.toml").write_text(f"[referee]\n{line}\nname = Ana\n", "utf-8")
    language.speak(["--home", str(tmp_path)], {"LANG": "C"})
    assert language.language() == "es"
    language.speak([], {})


@pytest.mark.parametrize("text", ["not toml [", "referee = 1", "[referee]\nlanguage = 7", '[referee]\nlanguage = "fr"'])
def test_a_damaged_mailbox_speaks_as_the_locale(text: str, tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(text, "utf-8")
    language.speak(["--home", str(tmp_path)], {"LANG": ES})
    assert language.language() == "es"
    language.speak([], {})


# What is said ------------------------------------------------------------------------------------------------------


def test_the_list_of_commands_is_spanish(spanish: None) -> None:
    found = ran("--help")
    assert found.code == 0
    assert "Uso: pbem [OPCIONES] COMANDO [ARGUMENTOS]..." in found.out
    assert "Comandos:" in found.out
    assert "Opciones:" in found.out
    assert "  status      Cada partida: fase, a quién se espera, plazo." in found.out


ENGLISH = re.compile(r"\b(the|of|and|with|this|what|only|default|required|Show|Usage|Options|Example)\b")


@pytest.mark.parametrize("words", [*commands(), (), ("seat",), ("mail",), ("dice",)])
def test_no_page_of_help_has_english_in_it(words: tuple[str, ...], spanish: None) -> None:
    found = ran(*words, "--help")
    assert (found.code, found.err) == (0, "")
    assert ENGLISH.findall(re.sub(r"'[^']*'|--?\w[\w-]*", "", found.out)) == []
    assert "Uso:" in found.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stauts",), "No hay ningún comando 'stauts'."),
        (("status", "--sene"), "No hay ninguna opción '--sene'."),
        (("map", "melilla"), "Falta la opción '-o' / '--output'."),
        (("show",), "Falta el argumento 'PARTIDA'."),
        (("show", "melilla", "--turn", "x"), "'x' no es un número válido"),
        (("seat", "list", "melila"), "pbem: Aquí no hay partida 'melila'. ¿Querías decir melilla?"),
        (("extend", "melilla", "soon", "--why", "x"), "pbem: 'soon' no es un tiempo: escribe, por ejemplo, 72h"),
        (("pause", "melilla", "--why", "x"), ""),
        (("resume", "melilla", "--why", "x"), "pbem: melilla no está en pausa."),
        (("map", "melilla", "-o", "m.gif"), "pbem: Un mapa se dibuja como .svg o .png, no .gif."),
    ],
)
def test_what_goes_wrong_is_told_in_spanish(hispanic: Shell, words: tuple[str, ...], said: str) -> None:
    assert said in hispanic(*words).err


def test_answers_are_spanish_and_json_is_what_it_was(hispanic: Shell, mailbox: Shell) -> None:
    assert hispanic("pause", "melilla", "--why", "x").out == "melilla: el reloj está parado.\n"
    assert "en pausa" in hispanic("status").out
    assert hispanic("status", "--json").data["games"][0]["why"] == "paused"
    assert hispanic("seat", "list", "melilla", "--json").out == mailbox("seat", "list", "melilla", "--json").out
    assert "correos llegados: nada" in hispanic("tick").out
    assert "✓ partida melilla" in hispanic("doctor").out
    assert "✓ game melilla" in mailbox("doctor").out


def test_tables_and_sentences_are_spanish_too_but_for_scripts(hispanic: Shell, mailbox: Shell) -> None:
    assert "Turno 1 de 13 · movimiento marroquí" in hispanic("show", "melilla").out
    assert hispanic("show", "melilla", "--lang", "en").out == mailbox("show", "melilla").out
    assert hispanic("show", "melilla", "--json").out == mailbox("show", "melilla", "--json").out
    assert hispanic("history", "melilla", "--json").out == mailbox("history", "melilla", "--json").out


def test_a_fault_of_pbem_is_told_in_spanish(hispanic: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("pbem.referee.letters.status.every_status", fail)
    found: Ran = hispanic("status")
    assert found.code == 3
    assert found.err.startswith("pbem: es un fallo del propio pbem (ZeroDivisionError: oops).")


def test_the_program_itself_speaks_spanish(hispanic: Shell) -> None:
    """In a process of its own, where click is imported before the language is known."""
    program = [sys.executable, "-m", "pbem", "--home", str(hispanic.home), "show"]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "Uso: pbem show [OPCIONES] PARTIDA" in found.stderr
    assert "Error: Falta el argumento 'PARTIDA'." in found.stderr
