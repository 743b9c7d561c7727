"""What a rollback would take back, shown before it is done: phases, fights, the mails that would no longer count."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.game.game import Game
from pbem.referee.admin.rulings import withdrawn_records
from pbem.referee.home.home import Home
from pbem.referee.letters.queue import plain_subject
from pbem.referee.letters.reports.records import span_of
from pbem.referee.letters.rollback import void_mails
from pbem.save.records import AMENDED, PhaseRecord, RulingRecord


@dataclass(frozen=True, slots=True)
class VoidMail:
    """A mail that would no longer count: to whom, when it was written, its subject."""

    seat: str
    at: datetime
    subject: str


@dataclass(frozen=True, slots=True)
class RollbackPreview:
    """What would be taken back: `phases` ("3.combat") and `others` (kinds of rulings and ends) in order, and so on.

    `rulings` are those on the position among them: the number of the record, and why.
    """

    phases: tuple[str, ...]
    others: tuple[str, ...]
    rulings: tuple[tuple[int, str], ...]
    fights: int
    mails: tuple[VoidMail, ...]

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns of the phases, ascending."""
        return tuple(sorted({int(phase.partition(".")[0]) for phase in self.phases}))

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        mails = [{"seat": mail.seat, "at": mail.at.isoformat(), "subject": mail.subject} for mail in self.mails]
        return {
            "turns": list(self.turns),
            "phases": list(self.phases),
            "others": list(self.others),
            "rulings": [{"n": n, "why": why} for n, why in self.rulings],
            "fights": self.fights,
            "mails": mails,
        }


def preview_rollback(home: Home, game: Game, before: str | int, *, same_dice: bool) -> RollbackPreview:
    """What a rollback to before a phase or a ruling would take back; nothing is done. Errors as of `roll_back`."""
    home.require_not_abandoned(game.name)
    withdrawn = withdrawn_records(game, before, same_dice=same_dice)
    numbers = {record.n for record in withdrawn}
    start, events, _ = span_of(game, [item for item in game.records if item.record.n in numbers])
    kept = [record.n for record in game.position.journal.in_force() if record.n not in numbers]
    to, end = kept[-1] if kept else 0, game.position.journal.next_number
    return RollbackPreview(
        phases=tuple(dict.fromkeys(record.at for record in withdrawn if isinstance(record, PhaseRecord))),
        others=tuple(record.kind for record in withdrawn if not isinstance(record, PhaseRecord)),
        rulings=tuple((r.n, r.why) for r in withdrawn if isinstance(r, RulingRecord) and r.ruling == AMENDED),
        fights=len(game.rules.scene(start, events, None).battles),
        mails=tuple(
            VoidMail(seat.seat, row.at, plain_subject(row))
            for seat in home.seats(game.name)
            for row in void_mails(home, game.name, to, end, seat.seat)
        ),
    )
