"""Play archived games anew: `python -m tests.archive.make`, or only those named behind it: `… bailen-1808`.

To be run when a rule was mended before a release. Once released, an archive stays as it is for good: a ruling that
changes outcomes is a new option value, and tomorrow's program has to replay what today's has written.
"""

import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pbem.demo import play
from pbem.resources import shipped_path


@dataclass(frozen=True)
class Archive:
    """One archived game: whose rules, its name and folder, the seed that the demo is played with, its scenario."""

    ruleset: str
    name: str
    seed: str
    scenario: str | None = None

    @property
    def path(self) -> Path:
        """Its save folder."""
        return shipped_path("games", self.ruleset, "archive", self.name)


ARCHIVES = (
    Archive("legion", "melilla-1921", "annual-9"),
    Archive("rif1926", "alhucemas-1926", "axdir"),
    Archive("africa1860", "castillejos", "prim", "castillejos"),
    Archive("africa1860", "tetuan", "odonnell", "tetuan"),
    Archive("africa1860", "wad-ras", "echague", "wad-ras"),
    Archive("napoleonic", "bailen-1808", "reding"),
)


def make(archive: Archive) -> Counter[str]:
    """Play a game by mail as `pbem demo` does and put its save in the place of the old one; what happened in it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        game, _ = play(
            home, archive.ruleset, archive.seed, lambda turn, phase: None, name=archive.name, scenario=archive.scenario
        )
        if archive.path.exists():
            shutil.rmtree(archive.path)
        shutil.copytree(home / "saves" / archive.name, archive.path)
    return Counter(fact["type"] for item in game.records for fact in item.record.facts)


if __name__ == "__main__":
    for each in (archive for archive in ARCHIVES if archive.name in (sys.argv[1:] or [archive.name])):
        happened = make(each)
        print(each.path, *(f"{kind} {count}" for kind, count in sorted(happened.items())), sep="\n  ")
