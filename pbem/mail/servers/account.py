"""A mail server and how to reach it: TLS or not at all, and what went wrong in words that say how to mend it."""

import errno
import re
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from smtplib import SMTPAuthenticationError, SMTPResponseException, SMTPServerDisconnected
from socket import EAI_AGAIN, gaierror
from typing import Any, Literal

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, IMAPClientReadOnlyError, LoginError

from pbem.mail.servers.transport import ServerTrouble, Why
from pbem.mail.text.printable import printable
from pbem.phrases import Phrase, marked

Security = Literal["tls", "starttls", "none"]
Login = Literal["password", "xoauth2"]


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
            why = Phrase("there is no such file") if isinstance(wrong, FileNotFoundError) else server_message(wrong)
            raise ServerTrouble(
                "certificate",
                "The certificates to trust cannot be read from {ca} ({why}). Correct ca in pbem.toml.",
                ca=self.ca,
                why=why,
            ) from wrong

    def check(self) -> None:
        """ServerTrouble where a password would leave this machine without TLS."""
        if self.security == "none" and not _within(self.host):
            raise ServerTrouble(
                "no-tls",
                "{place}: a password goes without TLS only within this machine. Use tls or starttls.",
                place=self.place,
            )

    def no_starttls(self) -> ServerTrouble:
        """What to raise for a server that does not offer STARTTLS: somebody in between may have taken it out."""
        return ServerTrouble(
            "no-tls",
            "{place} offers no STARTTLS, so no password was sent. Check the port, or use tls with 993 or 465.",
            place=self.place,
        )


@contextmanager
def explain_errors(account: Account) -> Iterator[None]:
    """Turn what the libraries raise into a ServerTrouble with advice."""
    try:
        yield
    except ServerTrouble:
        raise
    except (OSError, IMAPClientError) as wrong:
        raise explain_error(account, wrong) from wrong


def explain_error(account: Account, wrong: Exception) -> ServerTrouble:
    """What an exception of a socket, of TLS, of the IMAP or the SMTP library means for the referee."""
    if isinstance(wrong, SMTPServerDisconnected) and isinstance(wrong.__context__, OSError):
        wrong = wrong.__context__  # the library hides why the line was lost
    place, said = account.place, server_message(wrong)
    if any(code in said for code in _PASSING):
        return ServerTrouble(
            "lost", "{place} cannot serve us now ({said}). That mostly passes by itself.", place=place, said=said
        )
    if isinstance(wrong, ssl.SSLCertVerificationError):
        return _bad_certificate(place, wrong)
    if any(word in said.lower() for word in ("overquota", "over quota", "quota exceeded")):
        return ServerTrouble(
            "full", "{place}: the mailbox is full ({said}). Make room there; nothing is lost.", place=place, said=said
        )
    if _refused_login(wrong) and account.login == "xoauth2":
        return ServerTrouble(
            "wrong-password",
            "{place} does not accept the access token of {user} ({said}). {token}",
            place=place,
            user=account.user,
            said=said,
            token=_TOKEN,
        )
    for test, why, text in _MEANINGS:
        if test(wrong):
            return ServerTrouble(why, text, place=place, host=account.host, user=account.user, said=said)
    return ServerTrouble(
        "lost",
        "{place}: the connection was lost ({said}). That mostly passes; if not, look at network and server.",
        place=place,
        said=said,
    )


def _bad_certificate(place: str, wrong: ssl.SSLCertVerificationError) -> ServerTrouble:
    why, advice = _CERTIFICATES.get(wrong.verify_code, _UNTRUSTED)
    text = Phrase(
        "The certificate of {place} is not good: {why} ({said}). Nothing was sent there. {advice}",
        place=place,
        why=why,
        said=server_message(wrong),
        advice=advice,
    )
    return ServerTrouble("certificate", text)


def _refused_login(wrong: Exception) -> bool:
    """Whether a server said no to a login; the IMAP library says so too of a line that was lost in it."""
    said_no = isinstance(wrong, LoginError | SMTPAuthenticationError)
    return said_no and not isinstance(wrong.__context__, IMAPClientAbortError)


def _other_service(wrong: Exception) -> bool:
    """Whether what answers speaks neither IMAP nor SMTP, as we asked."""
    if isinstance(wrong, SMTPResponseException):
        return wrong.smtp_code < 0  # the library's sign for an answer without a number
    return isinstance(wrong, IMAPClientError) and "unexpected response" in str(wrong)


def _says_no(wrong: Exception) -> bool:
    """Whether an IMAP server refused what it was asked; the line still stands."""
    if isinstance(wrong, IMAPClientReadOnlyError):  # the library takes it for a lost line
        return True
    return isinstance(wrong, IMAPClientError) and not isinstance(wrong, IMAPClientAbortError | LoginError)


# Answers of a server that has trouble of its own (RFC 5530; 454 of RFC 4954): the login may be right.
_PASSING = ("[UNAVAILABLE]", "[SERVERBUG]", "[INUSE]", "[LIMIT]", "454 ", "421 ")
_NETWORK = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL)
_MEANINGS: tuple[tuple[Callable[[Exception], bool], Why, str], ...] = (
    (
        _refused_login,
        "wrong-password",
        marked(
            "{place} does not accept the login of {user} ({said}). Check user and password; many "
            "providers want an app password or OAuth2 in place of the account's password."
        ),
    ),
    (
        _other_service,
        "other-service",
        marked(
            "What answers at {place} is another service than was asked for ({said}). Check the port: "
            "993 or 143 is for reading (IMAP), 465 or 587 for sending (SMTP)."
        ),
    ),
    (
        _says_no,
        "folder",
        marked(
            "{place} refuses it ({said}). Look whether the folders of {user} and their rights are "
            "as pbem.toml has them."
        ),
    ),
    (
        lambda wrong: isinstance(wrong, TimeoutError),
        "silent",
        marked("{place} does not answer in time ({said}). Check host, port, network and firewall."),
    ),
    (
        lambda wrong: isinstance(wrong, ssl.SSLError),
        "no-tls",
        marked(
            "{place} does not speak TLS as asked ({said}). Check port and security: 993 and 465 go "
            "with tls, 143 and 587 with starttls."
        ),
    ),
    (
        lambda wrong: isinstance(wrong, gaierror) and wrong.errno == EAI_AGAIN,
        "no-network",
        marked(
            "No name server answers, so {host} cannot be looked up ({said}). Check the network of "
            "this machine and its name server."
        ),
    ),
    (
        lambda wrong: isinstance(wrong, gaierror),
        "no-such-host",
        marked("The name {host} cannot be looked up ({said}). Check the name, the network and the name server."),
    ),
    (
        lambda wrong: isinstance(wrong, OSError) and wrong.errno in _NETWORK,
        "no-network",
        marked("There is no way to {place} ({said}). Check the network of this machine."),
    ),
    (
        lambda wrong: isinstance(wrong, ConnectionRefusedError),
        "refused",
        marked("Nothing answers at {place}. Check the port, and whether the server runs."),
    ),
)
_TOKEN = Phrase(
    "It may be another account's, past its time, or without the right to read and send; and IMAP or "
    "SMTP may be off in the settings of the mailbox."
)
_UNTRUSTED = (
    Phrase("nobody whom this machine trusts has signed it"),
    Phrase(
        "If it is a server of your own, name the file of its authority: ca in pbem.toml. If not, "
        "somebody may be listening in between: do not go on."
    ),
)
_OTHER_NAME = (
    Phrase("it is for a server of another name"),
    Phrase("Write the host in pbem.toml as the provider does."),
)
# By OpenSSL's numbers of what is wrong with a certificate.
_CERTIFICATES: Mapping[int, tuple[str, str]] = {
    9: (
        Phrase("it is not valid yet"),
        Phrase(
            "Check the clock of this machine first; if that is right, the server's owner must put the "
            "certificate right."
        ),
    ),
    10: (
        Phrase("it has expired"),
        Phrase(
            "Check the clock of this machine first; if that is right, the server's owner must renew the certificate."
        ),
    ),
    62: _OTHER_NAME,
    64: _OTHER_NAME,
}


def server_message(wrong: Any) -> str:
    """What a server or library said, on one line without controls."""
    if isinstance(wrong, SMTPResponseException):
        text = wrong.smtp_error.decode("utf-8", "replace") if isinstance(wrong.smtp_error, bytes) else wrong.smtp_error
        return printable(f"{wrong.smtp_code} {text}" if wrong.smtp_code >= 0 else f"it says: {text}")
    if isinstance(wrong, ssl.SSLCertVerificationError):
        return printable(wrong.verify_message)
    if isinstance(wrong, ssl.SSLError):
        return printable((wrong.reason or str(wrong)).replace("_", " ").lower())
    if isinstance(wrong, TimeoutError):
        return Phrase("timed out")
    if isinstance(wrong, OSError) and wrong.strerror:
        return printable(wrong.strerror)
    text = str(wrong) or type(wrong).__name__
    text = re.sub(r"^unexpected response: ", "it says: ", text)
    text = re.sub(r" \([\d.]+ (\+ [\d.]+ )+secs\)\.?", "", text)  # Dovecot tells how long it took
    return printable(re.sub(r"^(it says: )?b(['\"])(.*)\2$", r"\1\3", text))  # a library shows bytes as Python does


def _within(host: str) -> bool:
    """Whether a host is this machine by name or number."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
