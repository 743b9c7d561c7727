"""What the command line prints, and the pages that it writes, in the pseudo-language."""

import re
from collections.abc import Iterator
from pathlib import Path

from pbem.cli import COMMANDS
from pbem.gamedata.games import LANGUAGES
from pbem.gamedata.handbook import open_handbook, to_html
from pbem.gamedata.rulesets import SHIPPED, ruleset_names
from tests.cli.making import commands, ran
from tests.e2e.every import GAME
from tests.language.pseudo.data import hard_coded
from tests.language.pseudo.mails import NAMES, PEOPLE
from tests.pages import words_of

SHOWN = (
    "status", f"status {GAME}", "doctor", "games", f"seat list {GAME}", f"seat observe {GAME}", f"show {GAME}",
    f"history {GAME}", f"preview {GAME}", f"report {GAME} 1 --seat spanish", f"press list {GAME}", "mail list",
    f"house {GAME}", f"dice stats {GAME}", f"verify {GAME}", f"replay {GAME}", f"absence {GAME}", "tick",
)  # fmt: skip
WRONG = (
    "stauts", "status nosuch", f"show {GAME} --turn x", f"show {GAME} --turn 99", f"extend {GAME} soon --why x",
    "map x -o m.gif", f"seat replace {GAME} spanish", f"submit {GAME} --seat nobody /dev/null", "mail show zzzz",
    f"rollback {GAME} zz --why x", f"resume {GAME} --why x", "case run /nonexistent", "case new nosuch",
    "handbook nosuch", f"fire {GAME} x", f"absence {GAME} --seat spanish yesterday",
    f"press send {GAME} --seat spanish --to nobody /dev/null",
)  # fmt: skip
"""What goes wrong in as many ways."""
VALUES = re.compile(r"\[[\w-]+(?:\|\s*[\w-]+)+\]|(?<=: )\w+\]")
"""The values that an option takes, and its default."""
RULES = re.compile(r"^[a-z-]+ +[\w,-]+ +", re.M)
"""A house rule and its value, as the referee writes them."""
CODE = re.compile(r"<(code|style)\b.*?</\1>", re.S)
"""What stands in a page as it is written: orders, commands."""
WORDS = (
    "UTC", "Africa", "Europe", "Tres en raya por correo", "board", "cross", "nought", "skirmish", "File", "all",
    "round-trip", "defaults", "turn", "stauts", "nosuch", "soon", "zz", "zzzz", "yesterday", "nonexistent",
    *COMMANDS, *ruleset_names(),
)  # fmt: skip
"""Zones, scenarios, seats, commands and their values; the rule set from outside has texts of its own."""


def page_faults() -> Iterator[str]:
    """What is wrong with the handbooks as pages."""
    for game in SHIPPED:
        for language in LANGUAGES:
            if words := hard_coded(words_of(CODE.sub(" ", to_html(open_handbook(game, language))))):
                yield f"handbook of {game}, {language}: {' '.join(words)[:200]}"


def help_faults() -> Iterator[str]:
    """What is wrong with the pages of help."""
    for words in ((), *commands()):
        yield from _faults(*words, "--help")


def screen_faults(home: Path) -> Iterator[str]:
    """What is wrong with the answers of commands in a mailbox folder."""
    for line in (*SHOWN, *WRONG):
        yield from _faults("--home", str(home), *line.split())


def _faults(*words: str) -> Iterator[str]:
    found, said = ran(*words), words[2:] if words[0] == "--home" else words
    out = RULES.sub(" ", found.out) if said[0] == "house" else found.out
    if left := hard_coded(VALUES.sub(" ", f"{out}\n{found.err}"), PEOPLE, (*NAMES, *WORDS)):
        yield f"pbem {' '.join(said)}: {' '.join(left)}"
    if found.code == 3:
        yield f"pbem {' '.join(said)}: {found.err}"
