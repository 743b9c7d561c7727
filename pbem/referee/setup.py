"""The questions of 'pbem setup mail', each answer tried at the server at once. Who asks them is the caller's affair."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from pbem.effects import Effects
from pbem.mail.imap import Imap
from pbem.mail.probe import greet_imap, greet_smtp, look_up, reach
from pbem.mail.servers import Account, Login, Security, ServerTrouble
from pbem.mail.smtp import Smtp
from pbem.mail.transport import PLACES
from pbem.referee.config import FOLDERS, Server
from pbem.referee.errors import BadInput
from pbem.referee.paths import SECRETS
from pbem.referee.providers import OWN, Provider, as_of, guess, providers
from pbem.referee.setup_settings import KINDS, Found, old_values, settings_text, try_keyring
from pbem.referee.transports import secret

PATIENCE = 15  # seconds that a server may take to answer while somebody waits
SECURITIES = ("tls", "starttls", "none")
SHORT = {"env": "env:PBEM_MAIL_PASSWORD", "file": f"file:{SECRETS}/mail-password", "command": "command:"}
APART = {"env": "env:PBEM_SMTP_PASSWORD", "file": f"file:{SECRETS}/smtp-password"}
"""Where a password of its own for sending lives, by where the other one does."""


@dataclass
class Interview:
    """What was answered so far. `answers` are by the key of the question; `words` are passwords that were typed.

    `untrusted` are the servers ("imap", "smtp") whose certificate was not good.
    """

    home: Path
    environment: Mapping[str, str]
    effects: Effects
    answers: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict, repr=False)
    untrusted: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        settings_text(self.home, Found("a@b.c", _SAMPLE, _SAMPLE))  # faults of pbem.toml come before the questions

    @cached_property
    def old(self) -> Mapping[str, Mapping[str, Any]]:
        """The tables of pbem.toml before."""
        return old_values(self.home)

    @property
    def provider(self) -> Provider:
        """The provider that was chosen."""
        return providers()[self.answers["provider"]]

    def answer(self, question: "Question", value: str) -> str:
        """Take an answer and try it: what there is to tell of it. BadInput, ServerTrouble: then it is not taken."""
        before = dict(self.answers), dict(self.words)
        try:
            self.answers[question.key] = value.strip()
            return question.check(self)
        except (BadInput, ServerTrouble) as wrong:
            self.answers, self.words = before
            if isinstance(wrong, ServerTrouble) and wrong.why == "certificate":
                self.untrusted.add(question.key.partition("-")[0])
            raise

    def was(self, server: str, key: str) -> str:
        """A setting of a server before, as long as it is about the same address and provider; else ""."""
        if self.usual() != self.answers["provider"] or not self._same_address():
            return ""
        return str(self.old.get(server, {}).get(key, ""))

    def usual(self) -> str:
        """The provider by the host that pbem.toml names for this address, or else by the address."""
        host, of_address = self.old.get("imap", {}).get("host"), guess(self.answers["address"]).id
        if host is None or not self._same_address():
            return of_address
        same = [one for one in providers().values() if one.imap["host"] == host]
        same.sort(key=lambda one: (one.id != of_address, one.smtp["host"] != self.old.get("smtp", {}).get("host")))
        return same[0].id if same else OWN

    def _same_address(self) -> bool:
        return bool(self.answers["address"] == self.old.get("referee", {}).get("address"))

    def proposed(self, server: str, key: str) -> str:
        """Host, port or security of a server: as before, or as the provider has it."""
        domain = self.answers["address"].partition("@")[2]
        return self.was(server, key) or self.provider.proposed(server, key, domain)

    def server(self, name: str) -> Server:
        """A server as it was answered so far; what was not asked yet is empty or as for the other one."""
        of, sending = self.answers.get, name == "smtp"
        source = of("password-from") or "keyring"
        if sending and "smtp" in self.words:
            source = APART.get(source.partition(":")[0], source)
        return Server(
            host=of(f"{name}-host", ""),
            port=int(of(f"{name}-port", "0")),
            user=(sending and of("smtp-user")) or of("user", ""),
            password_from=(sending and of("smtp-password-from")) or source,
            security=cast(Security, of(f"{name}-security", "tls")),
            login=cast(Login, of("login", "password")),
            ca=of(f"{name}-ca", ""),
            timeout=PATIENCE,
        )

    def account(self, name: str) -> Account:
        """How to reach a server now: with the password that was typed, else from where it lives."""
        server = self.server(name)
        apart = name == "smtp" and self.answers.get("smtp-password-from")
        typed = self.words.get(name) or (None if apart else self.words.get("imap"))
        return Account(
            host=server.host,
            port=server.port,
            user=server.user,
            secret=(lambda: typed) if typed else secret(self._place(server), server, self.environment),
            security=server.security,
            login=server.login,
            ca=self.home / Path(server.ca).expanduser() if server.ca else None,
            timeout=float(PATIENCE),
        )

    def _place(self, server: Server) -> Path:
        """The mailbox folder; for a program, what is there already of the way to it: it runs in it."""
        if not server.password_from.startswith("command:"):
            return self.home
        return next(folder for folder in (self.home, *self.home.resolve().parents) if folder.is_dir())

    def imap(self) -> Imap:
        """The mailbox, with the folders that pbem.toml names."""
        named = {**FOLDERS, **{k: str(v) for k, v in self.old.get("imap", {}).items() if k in FOLDERS}}
        return Imap(self.account("imap"), self.effects, named["inbox"], {place: named[place] for place in PLACES})

    def smtp(self) -> Smtp:
        """The server for sending."""
        return Smtp(self.account("smtp"), self.effects, self.answers["address"])

    def found(self) -> Found:
        """All answers, for `save`."""
        imap, smtp, words = self.server("imap"), self.server("smtp"), dict(self.words)
        if "imap" in words and smtp.password_from == imap.password_from == "keyring":
            words.setdefault("smtp", words["imap"])  # its entries are by host
        return Found(self.answers["address"], imap, smtp, words)


_SAMPLE = Server("localhost", 1, "a", "keyring")


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its key, its words, what is proposed, how an answer is tried, and whether it must be asked."""

    key: str
    text: str
    default: Callable[[Interview], str]
    check: Callable[[Interview], str]
    asked: Callable[[Interview], bool] = lambda interview: True
    hidden: bool = False
    before: Callable[[Interview], str] = lambda interview: ""
    """What is said before it is asked."""


def _address(interview: Interview) -> str:
    if not re.fullmatch(r"[^@\s<>+\"]+@[^@\s<>\"]+", interview.answers["address"]):
        raise BadInput("That is no mail address, or has a plus part: write it as in referee@example.org.")
    return ""


def _address_before(interview: Interview) -> str:
    """The address in pbem.toml, unless it is nobody's."""
    address = str(interview.old.get("referee", {}).get("address", ""))
    return "" if address.endswith("localdomain") else address


def _provider(interview: Interview) -> str:
    if interview.answers["provider"] not in providers():
        raise BadInput(f"There are {', '.join(providers())}.")
    return "\n".join(
        (f"{interview.provider.title}: what was so in {as_of()} (check with the provider)", *interview.provider.says)
    )


def _host(server: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        if not re.fullmatch(r"[\w.:-]+", interview.answers[f"{server}-host"]):
            raise BadInput("That is no name of a host: write it as in mail.example.org.")
        look_up(interview.account(server))
        return ""

    return check


def _port(server: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        port = interview.answers[f"{server}-port"]
        if not re.fullmatch(r"[0-9]{1,5}", port) or not 0 < int(port) < 65536:
            raise BadInput(
                f"{port!r} is no port: it is a number, {'993 or 143' if server == 'imap' else '465 or 587'}."
            )
        reach(interview.account(server))
        return ""

    return check


def _security(interview: Interview, server: str) -> str:
    if interview.answers[f"{server}-security"] not in SECURITIES:
        raise BadInput(f"It is {', '.join(SECURITIES)}.")
    return ""


def _greeting(server: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        account = interview.account(server)
        try:
            (greet_imap if server == "imap" else greet_smtp)(account)
        except ServerTrouble as wrong:
            if wrong.why != "silent" or account.security == "tls":
                raise
            text = f"{account.place} is open, but says nothing without TLS: it may want tls in place of starttls."
            raise ServerTrouble("no-tls", text) from wrong
        good = "TLS and its certificate are good" if account.security != "none" else "without TLS"
        return f"{account.place} answers, {good}."

    return check


def _filled(key: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        if not interview.answers[key]:
            raise BadInput("It cannot be empty.")
        return ""

    return check


def _login(interview: Interview) -> str:
    if interview.answers["login"] not in ("password", "xoauth2"):
        raise BadInput("The login is password or xoauth2.")
    return ""


def _source(key: str) -> Callable[[Interview], str]:
    def check(interview: Interview) -> str:
        given = interview.answers[key]
        if not given and key == "smtp-password-from":
            return ""
        given = SHORT.get(given, given)
        if not re.fullmatch(r"keyring|(env|file|command):.+", given):
            raise BadInput(f"It is {KINDS}.")
        kind, _, where = given.partition(":")
        if kind == "keyring":
            try_keyring()
        path = (interview.home / Path(where).expanduser()).resolve()
        home = interview.home.resolve()
        if kind == "file" and home in path.parents and home / SECRETS not in path.parents:
            raise BadInput(f"A password in the mailbox folder belongs into {SECRETS}/, which git leaves out.")
        interview.answers[key] = given
        return ""

    return check


def _typed(interview: Interview) -> bool:
    """Whether a password is to be typed: not where a program gives it, or the environment has it."""
    kind, _, where = interview.answers["password-from"].partition(":")
    return kind in ("keyring", "file") or (kind == "env" and not interview.environment.get(where))


def _word(interview: Interview, key: str, server: str) -> None:
    word = interview.answers.pop(key, "")
    interview.words.pop(server, None)
    if word:
        interview.words[server] = "".join(word.split()) if interview.provider.grouped else word


def _password(interview: Interview) -> str:
    _word(interview, "imap-password", "imap")
    imap = interview.imap()
    try:
        made = imap.check()
    finally:
        imap.close()
    more = f" Folders made: {', '.join(made)}." if made else ""
    return f"Logged in to {imap.account.place} as {imap.account.user}.{more}"


def _smtp_password(interview: Interview) -> str:
    _word(interview, "smtp-password", "smtp")
    smtp = interview.smtp()
    smtp.check()
    return f"Logged in to {smtp.account.place} as {smtp.account.user}."


def _places(interview: Interview) -> str:
    return (
        "Where is the password to live? Never in pbem.toml.\n"
        f"  file       a file in {SECRETS}/ that only you may read\n"
        "  keyring    the keyring of this desktop\n"
        "  env        the environment (env:NAME), for containers\n"
        "  command:PROGRAM ARGUMENTS    what a program prints: a password manager, or a token for OAuth2"
    )


def _server(server: str, about: str) -> tuple[Question, ...]:
    """The questions about a server up to its greeting."""
    return (
        Question(f"{server}-host", f"Server for {about}", lambda i: i.proposed(server, "host"), _host(server)),
        Question(f"{server}-port", "Its port", lambda i: i.proposed(server, "port"), _port(server)),
        Question(
            f"{server}-security",
            "Its security: tls, starttls (or none, on this machine)",
            lambda i: _secured(i, server),
            lambda i: _security(i, server),
        ),
        Question(
            f"{server}-ca",
            "File of certificates to trust, for a server of your own",
            lambda i: i.answers.get("imap-ca", "") or i.was(server, "ca"),
            _greeting(server),
            asked=lambda i: server in i.untrusted,
        ),
    )


def _secured(interview: Interview, server: str) -> str:
    """The security that goes with a well-known port, else as proposed."""
    usual = {"993": "tls", "465": "tls", "143": "starttls", "587": "starttls"}
    return usual.get(interview.answers[f"{server}-port"], interview.proposed(server, "security"))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "address",
        "The referee's mail address",
        _address_before,
        _address,
        before=lambda i: "One mailbox for pbem alone is best: every mail in its inbox is read and put away.",
    ),
    Question(
        "provider",
        f"Provider ({', '.join(providers())})",
        Interview.usual,
        _provider,
    ),
    *_server("imap", "reading (IMAP)"),
    Question("user", "User", lambda i: i.was("imap", "user") or i.answers["address"], _filled("user")),
    Question("login", "", lambda i: i.was("imap", "login") or i.provider.login, _login, asked=lambda i: False),
    Question(
        "password-from",
        "It lives in",
        lambda i: i.was("imap", "password-from") or ("" if i.answers["login"] == "xoauth2" else "file"),
        _source("password-from"),
        before=_places,
    ),
    Question("imap-password", "Password", lambda i: "", _password, asked=_typed, hidden=True),
    *_server("smtp", "sending (SMTP)"),
    Question("smtp-user", "User", lambda i: i.was("smtp", "user") or i.answers["user"], _filled("smtp-user")),
    Question("smtp-password-from", "", lambda i: i.was("smtp", "password-from"), _source("smtp-password-from"),
             asked=lambda i: False),
    Question("smtp-password", "Password for sending (Enter: the same)", lambda i: "", _smtp_password, asked=_typed,
             hidden=True),
)  # fmt: skip
"""In the order in which they are asked. A server is greeted as soon as its port is known, and logged in to at once."""
