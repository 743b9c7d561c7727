"""By mail and by hand: no command of one kind without its other, or a reason; the page that says so is up to date."""

import re

from pbem.cli import COMMANDS as BY_HAND
from pbem.language.commands import COMMANDS as BY_MAIL
from pbem.language.commands import GUESTS
from tests.cli.command_table import ALONE, FILE, GUEST_HANDS, HANDS, named, table
from tests.cli.making import commands


def test_every_command_of_a_mail_has_one_by_hand_or_a_reason() -> None:
    assert list(HANDS) == list(BY_MAIL)
    assert list(GUEST_HANDS) == list(GUESTS)


def test_every_command_by_hand_has_one_by_mail_or_a_reason() -> None:
    assert named() & set(ALONE) <= {"adjudicate"}
    assert {*named(), *ALONE, "mail", "seat", "press"} == set(BY_HAND)


def test_the_commands_of_the_table_are_there() -> None:
    known = {" ".join(words) for words in commands()} | set(BY_HAND)
    for said in re.findall(r"`pbem ([a-z]+(?: [a-z]+)?)", " ".join((*HANDS.values(), *GUEST_HANDS.values()))):
        assert said in known or said.split()[0] in known, said


def test_the_page_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == table(), "run: python -m tests.cli.command_table"
