"""Everything that a person reads, in the pseudo-language: what was not translated, and what breaks as words grow.

`python -m tests.language.pseudo` prints a line a fault. It plays the games of tests/e2e/every.py, draws pictures of
each game, writes the handbooks, and asks the command line for its help and about those games.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.language.pseudo.speaking import speak_pseudo


def faults(folder: Path) -> Iterator[str]:
    """Each fault in a line; `folder` is empty, and is filled."""
    speak_pseudo(folder / "shipped")
    from pbem.gamedata.rulesets import SHIPPED
    from tests.language.pseudo.mails import mail_faults
    from tests.language.pseudo.pictures import picture_faults
    from tests.language.pseudo.screens import help_faults, page_faults, screen_faults

    yield from mail_faults(folder / "every")
    yield from (fault for game in SHIPPED for fault in picture_faults(game))
    yield from page_faults()
    yield from help_faults()
    for game in ("people", "beacon"):
        yield from screen_faults(folder / "every" / game)


if __name__ == "__main__":
    os.environ.update(LC_ALL="es_ES.UTF-8", COLUMNS="80")
    with TemporaryDirectory() as made:
        found = list(faults(Path(made)))
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    sys.exit(bool(found))
