"""`pbem mail read FILE`: the lines that would be taken from a mail as orders or commands, and why not the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.mail.reading.read_mail import ParsedMail, parse_mail
from pbem.mail.text.plain import squeeze


@dataclass(frozen=True, slots=True)
class MailListing:
    """`lines`: orders and commands, plain, single spaces, no comments; `others`: lines that are neither.

    A JSON sheet has its lines as they came. `mail` holds everything else that is known of the mail.
    """

    lines: tuple[str, ...]
    others: tuple[str, ...]
    mail: ParsedMail

    def as_json(self) -> dict[str, Any]:
        """The same as a JSON object with kebab-case keys."""
        extract, returned = self.mail.extract, self.mail.bounce
        return {
            "outcome": self.mail.outcome,
            "reason": self.mail.reason,
            "sender": self.mail.sender,
            "subject": self.mail.subject,
            "message-id": self.mail.message_id,
            "claims": [{"game": each.game, "token": each.token, "where": each.where} for each in self.mail.claims],
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


def orders_in(raw: bytes, is_order: Callable[[str], bool], own_host: str = "") -> MailListing:
    """Read a raw mail and keep the lines for which `is_order` holds (it gets them plain, without comment).

    A mail that came through a list is read too, though it would not be answered; no other machine's mail is.
    """
    mail = parse_mail(raw, own_host=own_host, sent=lambda _: None)
    if mail.extract.kind == "json":
        return MailListing(mail.extract.lines, (), mail)
    bare = [squeeze(line.partition("#")[0]) for line in mail.extract.lines]
    chosen = [(line, is_order(line)) for line in bare if line]
    return MailListing(
        tuple(line for line, order in chosen if order), tuple(line for line, order in chosen if not order), mail
    )
