"""`pbem mail read FILE`: the lines that would be taken from a mail as orders or commands, and why not the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.mail.reading.read_mail import Taken, read
from pbem.mail.text.plain import squeeze


@dataclass(frozen=True, slots=True)
class Shown:
    """`lines`: orders and commands, plain, single spaces, no comments; `others`: lines that are neither.

    A JSON sheet has its lines as they came. `taken` holds everything else that is known of the mail.
    """

    lines: tuple[str, ...]
    others: tuple[str, ...]
    taken: Taken

    def as_json(self) -> dict[str, Any]:
        """The same as a JSON object with kebab-case keys."""
        extract, returned = self.taken.extract, self.taken.bounce
        return {
            "outcome": self.taken.outcome,
            "reason": self.taken.reason,
            "sender": self.taken.sender,
            "subject": self.taken.subject,
            "message-id": self.taken.message_id,
            "claims": [{"game": each.game, "token": each.token, "where": each.where} for each in self.taken.claims],
            "kind": extract.kind,
            "source": extract.source,
            "lines": list(self.lines),
            "others": list(self.others),
            "left-out": [{"reason": each.reason, "text": each.text} for each in extract.left_out],
            "alternatives": [{"source": each.source, "lines": list(each.lines)} for each in extract.alternatives],
            "bounce": returned
            and {
                "message-ids": list(returned.message_ids),
                "recipient": returned.recipient,
                "status": returned.status,
                "permanent": returned.permanent,
            },
        }


def orders_in(raw: bytes, is_order: Callable[[str], bool], own_host: str = "") -> Shown:
    """Read a raw mail and keep the lines for which `is_order` holds (it gets them plain, without comment).

    A mail that came through a list is read too, though it would not be answered; no other machine's mail is.
    """
    taken = read(raw, own_host=own_host, sent=lambda _: None)
    if taken.extract.kind == "json":
        return Shown(taken.extract.lines, (), taken)
    bare = [squeeze(line.partition("#")[0]) for line in taken.extract.lines]
    chosen = [(line, is_order(line)) for line in bare if line]
    return Shown(
        tuple(line for line, order in chosen if order), tuple(line for line, order in chosen if not order), taken
    )
