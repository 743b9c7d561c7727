"""By mail and by hand: no command of one kind without its other, or a reason; the page that says so is up to date."""

import re

from pbem.cli import COMMANDS as BY_HAND
from pbem.language.commands import COMMANDS as BY_MAIL
from pbem.language.commands import GUESTS
from tests.cli.making import GAME, Shell, commands
from tests.cli.speech.command_table import ALONE, FILE, GUEST_HANDS, HANDS, named, table


def test_every_command_of_a_mail_has_one_by_hand_or_a_reason() -> None:
    assert list(HANDS) == list(BY_MAIL)
    assert list(GUEST_HANDS) == list(GUESTS)


def test_every_command_by_hand_has_one_by_mail_or_a_reason() -> None:
    """Also those of groups, each by itself or with its group."""
    every = {" ".join(words) for words in commands()}
    alone = {words for words in every if words in ALONE or words.split()[0] in ALONE}
    assert every - named() - alone == set()
    assert named() & alone <= {"adjudicate", "seat bot", "mail forget"}


SAID = {
    "help": "HELP", "standing": "STANDING", "clear": "CLEAR", "language": "LANGUAGE en", "nonce": "MOTTO calm sea",
    "wait": "WAIT", "ask": "ASK combat", "drop": "DROP 9", "propose": "PROPOSE DRAW", "vote": "VOTE NO",
    "token": "TOKEN NEW", "address": "ADDRESS omar@new.example.net", "delivery": "PRESS DIGEST", "yes": "YES",
    "no": "NO", "done": "DONE", "concede": "CONCEDE", "resign": "RESIGN",
}  # fmt: skip
"""Lines of a mail whose other side is a file of `pbem submit`."""


def test_what_a_player_says_can_be_submitted_for_them(shell: Shell) -> None:
    """Each line of a file is answered as in a mail; those that end a game or a seat come last, each in its own game."""
    assert {name for name, hand in HANDS.items() if "`pbem submit" in hand} == set(SAID)
    *lines, concede, resign = SAID.values()
    files = [lines[:7], lines[7:14], lines[14:], [resign]]
    for n, file in enumerate(files):
        found = shell("submit", GAME, "--seat", "moroccan", shell.file(f"{n}.txt", "\n".join(file) + "\n"))
        told = found.out.rpartition("─" * 60)[2]
        assert (found.code, [line for line in file if line not in told]) == (0, [])
    found = shell("submit", GAME, "--seat", "spanish", shell.file("concede.txt", f"{concede}\n"))
    assert (found.code, shell("status", GAME, "--json").data["games"][0]["winner"]) == (0, "moroccan")


def test_a_passphrase_is_for_mails_alone(shell: Shell) -> None:
    found = shell("submit", GAME, "--seat", "moroccan", shell.file("x.txt", "PASSPHRASE calm sea\n"))
    assert "A passphrase is set by email only" in found.out
    assert "calm sea" not in found.out


def test_the_commands_of_the_table_are_there() -> None:
    known = {" ".join(words) for words in commands()} | set(BY_HAND)
    for said in re.findall(r"`pbem ([a-z]+(?: [a-z]+)?)", " ".join((*HANDS.values(), *GUEST_HANDS.values()))):
        assert said in known or said.split()[0] in known, said


def test_the_page_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == table(), "run: python -m tests.cli.speech.command_table"
