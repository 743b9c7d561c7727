"""Trying a mail server out before it is used: does its name exist, does it answer, does a mail come round."""

import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from imapclient.imapclient import JUNK

from pbem.mail.message.message import Message, parse
from pbem.mail.message.size import header_block
from pbem.mail.servers import connection as reading
from pbem.mail.servers import smtp as sending
from pbem.mail.servers.account import Account, explain_errors
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.smtp import Smtp
from pbem.mail.servers.transport import PermanentFailure, SendFailure, Sleep, Ticks
from pbem.mail.signatures.dkim import authserv_ids

MINUTE = 60.0  # seconds that a mail to oneself may take
BETWEEN = 0.5  # seconds between two looks for it
_TEXT = "pbem tries its mailbox with this mail and removes it at once.\r\n"


def look_up(account: Account) -> None:
    """ServerTrouble where the name of the host is nobody's."""
    with explain_errors(account):
        socket.getaddrinfo(account.host, account.port, type=socket.SOCK_STREAM)


def reach(account: Account) -> None:
    """ServerTrouble where nothing listens at the port."""
    with explain_errors(account), socket.create_connection((account.host, account.port), account.timeout):
        pass


def greet_imap(account: Account) -> None:
    """ServerTrouble unless an IMAP server answers with TLS and a good certificate; nobody logs in."""
    with explain_errors(account):
        client = reading.open_client(account)
        with suppress(OSError, IMAPClientError):
            client.shutdown()


def greet_smtp(account: Account) -> None:
    """ServerTrouble unless an SMTP server answers with TLS and a good certificate; nobody logs in."""
    with explain_errors(account):
        sending.open_client(account).close()


@dataclass(frozen=True, slots=True)
class Trip:
    """How two mails to ourselves fared, one to the address, one to the same with a plus part.

    `plain` and `plus` are the seconds that they took, None for one that did not come; `refused` is what the server said
    that would not take the one with the plus part. `same_id`: they still have the Message-ID that we gave them.
    `astray` names a folder for spam that one of them came into. `authserv_ids` are the names under which servers wrote
    Authentication-Results headers of them, topmost first.
    """

    plain: float | None
    plus: float | None
    refused: str = ""
    same_id: bool = True
    astray: str = ""
    authorities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForgedTrip:
    """What became of a mail to ourselves with an Authentication-Results header that we had forged.

    `came`: it was found. `kept`: the forged header was still in it, `topmost` above any other of that name. `refused`
    is what the server said that would not take the mail.
    """

    came: bool
    kept: bool = False
    topmost: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class _Arrival:
    kind: str
    folder: str
    uid: int
    same_id: bool
    seconds: float
    head: Message


def round_trip(
    imap: Imap,
    smtp: Smtp,
    word: str,
    now: datetime,
    ticks: Ticks,
    sleep: Sleep,
    *,
    patience: float = MINUTE,
) -> Trip:
    """Send two mails to ourselves (`smtp.sender`), wait for them by IMAP, remove them.

    `word` is a new random word of letters and digits; `ticks` a clock in seconds, `sleep` waits. Raises ServerTrouble,
    and SendFailure where the server does not take a mail to the plain address.
    """
    with explain_errors(imap.account), closing(_Folders.open(imap)) as box:
        refused = _send_both(smtp, word, now)
        found = box.wait_for({"plain"} if refused else {"plain", "plus"}, word, smtp.sender, ticks, sleep, patience)
    times = {kind: each.seconds for kind, each in found.items()}
    same, taken = all(each.same_id for each in found.values()), (imap.inbox, imap.folders["machines"])
    astray = next((each.folder for each in found.values() if each.folder not in taken), "")
    named = authserv_ids(found["plain"].head) if "plain" in found else ()
    return Trip(times.get("plain"), times.get("plus"), refused, same, astray, named)


def forged_trip(
    imap: Imap,
    smtp: Smtp,
    authserv_id: str,
    word: str,
    now: datetime,
    ticks: Ticks,
    sleep: Sleep,
    *,
    patience: float = MINUTE,
) -> ForgedTrip:
    """Send a mail to ourselves with an Authentication-Results header as of `authserv_id`, see what is left of it.

    The rest as `round_trip`. RFC 8601, 5: a server takes such headers out of what comes from elsewhere.
    """
    mark = f"dkim=pass header.d={word}.invalid"
    raw = f"Authentication-Results: {authserv_id}; {mark}\r\n".encode() + _mail(smtp.sender, "forged", word, now)
    with explain_errors(imap.account), closing(_Folders.open(imap)) as box:
        try:
            smtp.send(raw, _id("forged", word, smtp.sender))
        except PermanentFailure as wrong:
            return ForgedTrip(False, refused=str(wrong))
        finally:
            smtp.close()
        found = box.wait_for({"forged"}, word, smtp.sender, ticks, sleep, patience)
    return _left(found["forged"].head, mark, authserv_id) if "forged" in found else ForgedTrip(False)


def _left(head: Message, mark: str, authserv_id: str) -> ForgedTrip:
    """What is left of the header with our mark: whether it is there, and above the server's own."""
    lines = [" ".join(line.split()) for line in head.all("authentication-results")]
    own = [line for line in lines if mark in line or line.partition(";")[0].split()[:1] == [authserv_id]]
    return ForgedTrip(True, any(mark in line for line in lines), bool(own) and mark in own[0])


def plus_address(address: str, word: str) -> str:
    """The address with a plus part, as players' answers have one."""
    local, _, domain = address.partition("@")
    return f"{local}+setup.{word}@{domain}"


def _id(kind: str, word: str, address: str) -> str:
    return f"<{word}.{kind}@{address.partition('@')[2]}>"


def _send_both(smtp: Smtp, word: str, now: datetime) -> str:
    """Send both; what the server said to the one with the plus part, "" where it took it. Raises SendFailure."""
    refused = ""
    try:
        for kind in ("plus", "plain"):
            try:
                smtp.send(_mail(smtp.sender, kind, word, now), _id(kind, word, smtp.sender))
            except SendFailure as wrong:
                if kind == "plain":
                    raise
                refused = str(wrong)
    finally:
        smtp.close()
    return refused


def _mail(address: str, kind: str, word: str, now: datetime) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"] = address
    mail["To"] = plus_address(address, word) if kind == "plus" else address
    mail["Subject"] = f"pbem setup {word} {kind}"
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = _id(kind, word, address)
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail.set_content(_TEXT)
    return bytes(mail)


@dataclass
class _Folders:
    """The folders where the mails may turn up, with the number that the next mail there will have."""

    client: IMAPClient
    next: Mapping[str, int]

    @classmethod
    def open(cls, imap: Imap) -> "_Folders":
        """Log in. A referee may be running meanwhile, who puts our mails to those of machines."""
        client = reading.connect(imap.account)
        try:
            names = [imap.inbox, client.find_special_folder(JUNK), imap.folders["machines"]]
            there = [name for name in dict.fromkeys(names) if name and client.folder_exists(name)]
            return cls(client, {name: client.folder_status(name, ["UIDNEXT"])[b"UIDNEXT"] for name in there})
        except BaseException:
            with suppress(OSError):
                client.shutdown()
            raise

    def wait_for(
        self, wanted: set[str], word: str, address: str, ticks: Ticks, sleep: Sleep, patience: float
    ) -> dict[str, _Arrival]:
        """Those of our mails that come while we are patient, by kind; they are removed."""
        found, began = dict[str, _Arrival](), ticks()
        try:
            while not wanted <= found.keys() and ticks() - began < patience:
                sleep(BETWEEN)
                for each in self.new(word, address, began, ticks):
                    found.setdefault(each.kind, each)
        finally:
            self.remove(found.values())
        return found

    def new(self, word: str, address: str, began: float, ticks: Ticks) -> Iterator[_Arrival]:
        """Those of our mails that have come since."""
        for folder, first in self.next.items():
            self.client.select_folder(folder, readonly=True)
            uids = [uid for uid in self.client.search(["UID", f"{first}:*"]) if uid >= first]
            heads = self.client.fetch(uids, ["BODY.PEEK[HEADER]"]) if uids else {}
            for uid, data in sorted(heads.items()):
                head = parse(header_block(data[b"BODY[HEADER]"]))
                for kind in ("plain", "plus", "forged"):
                    if f"{word} {kind}" in head.subject:
                        same = head.message_id == _id(kind, word, address)
                        yield _Arrival(kind, folder, uid, same, ticks() - began, head)

    def remove(self, found: Iterable[_Arrival]) -> None:
        """Take our mails away again."""
        for each in found:
            self.client.select_folder(each.folder)
            reading.discard(self.client, [each.uid])

    def close(self) -> None:
        """Log out, if the line is still there."""
        with suppress(IMAPClientError, OSError):
            self.client.logout()
