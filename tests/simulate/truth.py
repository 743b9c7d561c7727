"""What the simulator knows that the program does not: who wrote what for whom, what was seen before."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.dice.chain import Chain
from pbem.errors import RefereeError
from pbem.game.game import Game
from pbem.phrases import to_text
from pbem.referee.home.sweep import TickResult
from tests.simulate.steps import Step

if TYPE_CHECKING:
    from tests.simulate.people import Desk, Person


class Broken(AssertionError):
    """Something that must always hold does not: `what`, and the step after which it was seen."""

    def __init__(self, what: str, step: Step | None = None) -> None:
        super().__init__(f"{what}" if step is None else f"{what}\n  after {step}")
        self.what, self.step = what, step


@dataclass(frozen=True, slots=True)
class Written:
    """A mail that a person wrote: from which address, with which token."""

    person: str
    address: str
    token: str


@dataclass
class Truth:
    """`tokens` gives the seat (game, seat) of each that there ever was, `holders` whose it was: the name of a person.

    `records` are the bytes of each record by path, `games` the games as the program had them last; `resent` how
    many mails were asked for once more; `shown` who (a name) wrote with their own token under whose address.
    """

    links: int = 40
    games: dict[str, Game] = field(default_factory=dict)
    tokens: dict[str, tuple[str, str]] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    running: set[str] = field(default_factory=set)
    records: dict[str, tuple[tuple[int, int], bytes]] = field(default_factory=dict)
    written: dict[str, Written] = field(default_factory=dict)
    settled: bool = False
    taken: set[str] = field(default_factory=set)
    resent: int = 0
    shown: set[tuple[str, str]] = field(default_factory=set)
    unproved: dict[str, int] = field(default_factory=dict)
    keys: dict[str, frozenset[str]] = field(default_factory=dict)

    def hear(self, result: TickResult, step: Step, *, calm: bool) -> None:
        """What a tick says of itself: nothing is a fault of pbem itself, and in calm times there is no fault at all."""
        faults = [to_text(fault) for fault in result.faults]
        own = [fault for fault in faults if "fault of pbem itself" in fault]
        excused = ("The line broke", "the clock of this machine says", "Nobody plays", "a mail that waits")
        odd = [fault for fault in faults if not any(each in fault for each in excused)]
        if own or (calm and odd):
            raise Broken(f"A tick tells of a fault: {(own or odd)[0]}", step)
        self.settled = calm and not faults and not result.more

    def refuse(self, step: Step, refused: BaseException, *, struck: bool) -> None:
        """The program says no: the referee may hear that, and whoever has no room on the disk; nobody else."""
        asked = step.kind == "referee" and isinstance(refused, RefereeError)
        if not struck and not asked:
            raise Broken(f"Refused without a cause: {type(refused).__name__}: {refused}", step) from refused

    def wrote(self, person: Person, desk: Desk, raw: bytes) -> None:
        """A person has written a mail in answer to a letter."""
        message_id = f"<kx{person.name}x{person.count}x@players.example.net>"
        self.written[message_id] = Written(person.name, person.address, desk.letter.token)

    def know_secrets(self, folder: Path) -> None:
        """Read the roots of the dice, and the key of the mails, that were made since."""
        for file in folder.glob("*.key"):
            if file.name not in self.keys:
                self.keys[file.name] = frozenset(self._links(bytes.fromhex(file.read_text().strip())))

    def is_secret(self, word: str) -> bool:
        """Whether 64 hex digits are a root or link of the dice, or the key of the mails, that no record has told."""
        if not any(word in links for links in self.keys.values()):
            return False
        return not any(word.encode() in data for _, data in self.records.values())

    def _links(self, key: bytes) -> list[str]:
        return [link.hex() for link in Chain.from_root(key, self.links).links[1:]]
