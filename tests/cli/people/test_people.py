"""Commands about people: broadcast, press, house."""

from email import message_from_bytes
from email.policy import default
from pathlib import Path

from tests.cli.making import Shell
from tests.referee.making import GAME, text_of


def sent(shell: Shell, word: str) -> list[str]:
    """The texts of the mails that went out with a word in them."""
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in (shell.home / "spool/out").iterdir()]
    return [text for text in map(text_of, mails) if word in text]  # type: ignore[arg-type]


def test_a_broadcast_goes_to_every_player_at_once(shell: Shell) -> None:
    done = shell("broadcast", GAME, shell.file("news.txt", "Vuelvo el lunes.\n\nPaciencia.\n"), "--json")
    assert (done.code, done.data) == (0, {"game": GAME, "seats": 2})
    assert len(sent(shell, "│ Vuelvo el lunes.\n│\n│ Paciencia.\n")) == 2
    assert shell("broadcast", GAME, "-", says="Again.\n").out == "melilla: sent to 2 players.\n"
    assert shell("broadcast", GAME, "-", says=" \n").code == 2
    assert shell("broadcast", GAME, "-", says="x" * 20_001).code == 2


def test_a_player_dictates_a_message_and_the_list_shows_it(shell: Shell) -> None:
    words = ("press", "send", GAME, "--seat", "moroccan", "--to", "spanish")
    assert shell(*words, "-", says="Truce?\n").out == "Your message goes to the Spanish.\n"
    (text,) = sent(shell, "│ Truce?")
    assert "Los marroquíes a ti" in text
    listed = shell("press", "list", GAME, "--json").data
    assert [(one["from"], one["to"], one["characters"], "text" in one) for one in listed] == [
        ("moroccan", ["spanish"], 6, False)
    ]
    assert "      Truce?\n" in shell("press", "list", GAME, "--text").out
    refused = shell(*words, "--anonymous", "-", says="Guess who.\n")
    assert (refused.code, "messages are signed" in refused.out) == (1, True)
    assert shell("press", "send", GAME, "--seat", "green", "--to", "all", "-", says="Hi.\n").code == 2
    assert shell("press", "send", GAME, "--seat", "spanish", "--to", "referee", "-", says="Hi.\n").code == 2


def test_house_rules_are_shown_and_changed(shell: Shell) -> None:
    assert shell("house", GAME, "--json").data["press"] == "on"
    changed = shell("house", GAME, "press=off", "--why", "a quiet game", "--json")
    assert (changed.code, changed.data["press"]) == (0, "off")
    assert len(sent(shell, "a quiet game")) == 2
    assert shell("house", GAME, "press=loud").code == 2
    assert shell("house", GAME, "press=off").code == 1


def test_an_absence_by_hand_and_a_pause_with_an_end(shell: Shell) -> None:
    done = shell("absence", GAME, "--seat", "spanish", "3-4 May", "--json")
    assert (done.code, done.data["done"]) == (0, True)
    assert "All players are told." in done.out
    soon = shell("absence", GAME, "--seat", "spanish", "soon")
    assert (soon.code, soon.out) == (
        1,
        "These are no days: write \"3-10 Dec\" or the like, or 'off' to withdraw an absence.\n",
    )
    twice = shell("absence", GAME, "--seat", "spanish", "4 May")
    assert twice.code == 1
    assert "is away on some of these days already" in twice.out
    assert "you" not in (done.out + twice.out + shell("absence", GAME, "--seat", "spanish").out).casefold().split()
    assert shell("absence", GAME, "--seat", "green", "3 May").code == 2
    assert "19" in shell("absence", GAME, "--seat", "spanish").out
    assert shell("absence", GAME, "--seat", "spanish", "off").code == 0
    paused = shell("pause", GAME, "--until", "2999-01-01T12:00", "--why", "a rest", "--json")
    assert (paused.code, paused.data["until"]) == (0, "2999-01-01T12:00:00+00:00")
    assert shell("resume", GAME).code == 0
    assert shell("pause", GAME, "--until", "2020-01-01").code == 1
    unread = shell("pause", GAME, "--until", "5 January")
    assert unread.code == 2
    assert "'5 January' is no day: write it as in 2026-12-08" in unread.err
    assert "%Y" not in unread.err


def test_an_invitation_is_shown_before_it_is_sent(shell: Shell) -> None:
    words = ("seat", "invite", GAME, "moroccan=eva@example.org,es", "--why", "Omar has no time")
    before = len(sent(shell, ""))
    shown = shell(*words, "--dry-run")
    assert shown.code == 0
    assert shown.out.startswith("──── eva@example.org\n")
    assert shown.out.endswith("Nothing was made, and nothing is sent.\n")
    assert "Responde con una línea SÍ" in shown.out
    assert "Omar has no time" in shown.out
    assert len(sent(shell, "")) == before
    assert shell(*words).code == 0
    assert len(sent(shell, "")) == before + 1
    assert shell("seat", "invite", GAME, "green=eva@example.org", "--dry-run").code == 2


def test_a_new_game_with_house_rules(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "home")
    sides = ("--player", "spanish=ana@example.org,es", "--player", "moroccan=omar@example.org,en")
    made = shell("new", "legion", "annual", *sides, "--quiet-days", "sat,sun", "--house", "press=public")
    assert made.code == 0
    rules = shell("house", "annual", "--json").data
    assert (rules["quiet"], rules["press"]) == ("sat,sun", "public")
    assert shell("new", "legion", "other", *sides, "--house", "press=loud").code == 2
