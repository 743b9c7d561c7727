"""A mail server and how to reach it: TLS or not at all, and what went wrong in words that say how to mend it."""

import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from smtplib import SMTPAuthenticationError, SMTPResponseException
from socket import gaierror
from typing import Any, Literal

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

Security = Literal["tls", "starttls", "none"]
Login = Literal["password", "xoauth2"]
Why = Literal["wrong-password", "certificate", "no-such-host", "refused", "silent", "no-tls", "full", "folder", "lost"]


class ServerTrouble(OSError):
    """A server that cannot be used now. `why` is its kind; the text says what happened and what to do."""

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why = why


@dataclass(frozen=True, slots=True)
class Account:
    """A server and a login there.

    `secret` gives the password, or the access token for `xoauth2`; it is asked at each login, so that a token may be
    fresh. `ca` is a file of certificates to trust in place of the system's. `timeout` is in seconds.
    """

    host: str
    port: int
    user: str
    secret: Callable[[], str] = field(repr=False, compare=False)
    security: Security = "tls"
    login: Login = "password"
    ca: Path | None = None
    timeout: float = 30.0

    @property
    def place(self) -> str:
        """Host and port as a message names them."""
        return f"{self.host}:{self.port}"

    def context(self) -> ssl.SSLContext:
        """The TLS context: certificate and name are always verified. ServerTrouble where `ca` cannot be read."""
        try:
            return ssl.create_default_context(cafile=str(self.ca) if self.ca else None)
        except OSError as wrong:
            raise ServerTrouble("certificate", f"The certificates in {self.ca} cannot be read: {wrong}.") from wrong

    def check(self) -> None:
        """ServerTrouble where a password would leave this machine without TLS."""
        if self.security == "none" and not _within(self.host):
            raise ServerTrouble(
                "no-tls", f"{self.place}: a password goes without TLS only within this machine. Use tls or starttls."
            )

    def no_starttls(self) -> ServerTrouble:
        """What to raise for a server that does not offer STARTTLS: somebody in between may have taken it out."""
        return ServerTrouble(
            "no-tls",
            f"{self.place} offers no STARTTLS, so no password was sent. Check the port, or use tls with 993 or 465.",
        )


@contextmanager
def explained(account: Account) -> Iterator[None]:
    """Turn what the libraries raise into a ServerTrouble with advice."""
    try:
        yield
    except ServerTrouble:
        raise
    except (OSError, IMAPClientError) as wrong:
        raise trouble(account, wrong) from wrong


def trouble(account: Account, wrong: Exception) -> ServerTrouble:
    """What an exception of a socket, of TLS, of the IMAP or the SMTP library means for the referee."""
    place, said = account.place, _said(wrong)
    if any(code in said for code in _PASSING):
        return ServerTrouble("lost", f"{place} cannot serve us now ({said}). It is tried again.")
    for kinds, why, text in _MEANINGS:
        if isinstance(wrong, kinds) and not isinstance(wrong.__context__, IMAPClientAbortError):
            return ServerTrouble(why, text.format(place=place, host=account.host, user=account.user, said=said))
    if any(word in said.lower() for word in ("overquota", "over quota", "quota exceeded")):
        return ServerTrouble("full", f"{place}: the mailbox is full ({said}). Make room there; nothing is lost.")
    return ServerTrouble("lost", f"{place}: the connection was lost ({said}). It is tried again.")


# Answers of a server that has trouble of its own (RFC 5530; 454 of RFC 4954): the login may be right.
_PASSING = ("[UNAVAILABLE]", "[SERVERBUG]", "[INUSE]", "[LIMIT]", "454 ", "421 ")
_MEANINGS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], Why, str], ...] = (
    (
        (LoginError, SMTPAuthenticationError),
        "wrong-password",
        "{place} does not accept the login of {user} ({said}). Check user and password; many providers want an app "
        "password or OAuth2 in place of the account's password.",
    ),
    (
        ssl.SSLCertVerificationError,
        "certificate",
        "The certificate of {place} is not good ({said}); nothing was sent to it. Check the name of the host and the "
        "clock of this machine; if it has expired, it must be renewed at the server.",
    ),
    (
        ssl.SSLError,
        "no-tls",
        "{place} does not speak TLS as asked ({said}). Check port and security: 993 and 465 go with tls, 143 and 587 "
        "with starttls.",
    ),
    (
        gaierror,
        "no-such-host",
        "The name {host} cannot be looked up ({said}). Check the name, the network and the name server.",
    ),
    (TimeoutError, "silent", "{place} does not answer in time ({said}). Check host, port, network and firewall."),
    (ConnectionRefusedError, "refused", "Nothing answers at {place}. Check the port, and whether the server runs."),
)


def _said(wrong: Any) -> str:
    """What a server or library said, on one line without controls."""
    if isinstance(wrong, SMTPResponseException):
        text = wrong.smtp_error.decode("utf-8", "replace") if isinstance(wrong.smtp_error, bytes) else wrong.smtp_error
        return plain(f"{wrong.smtp_code} {text}")
    if isinstance(wrong, ssl.SSLCertVerificationError):
        return plain(wrong.verify_message)
    if isinstance(wrong, ssl.SSLError):
        return plain(wrong.reason or str(wrong))
    if isinstance(wrong, OSError) and wrong.strerror:
        return plain(wrong.strerror)
    text = str(wrong) or type(wrong).__name__
    return plain(text[2:-1] if re.fullmatch(r"b(['\"]).*\1", text) else text)  # a library shows bytes as Python does


def plain(text: str, most: int = 300) -> str:
    """Text from outside for a log or a terminal: one line, no control characters, at most `most` characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:most]


def _within(host: str) -> bool:
    """Whether a host is this machine by name or number."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
