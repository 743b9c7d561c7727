"""The interview of 'pbem setup mail': what was answered so far, how each answer is tried, what it comes to."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from pbem.effects import Effects
from pbem.errors import BadInput
from pbem.game.paths import SECRETS
from pbem.mail.servers.account import Account, Login, Security
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.smtp import Smtp
from pbem.mail.servers.transport import PLACES, ServerTrouble
from pbem.referee.home.config import FOLDERS, Config, Server
from pbem.referee.home.servers import password_source
from pbem.setup.providers import OWN, Provider, guess, providers
from pbem.setup.settings import MailSettings, old_values, settings_text

PATIENCE = 15  # seconds that a server may take to answer while somebody waits
APART = {"env": "env:PBEM_SMTP_PASSWORD", "file": f"file:{SECRETS}/smtp-password"}
"""Where a password of its own for sending lives, by where the other one does."""


@dataclass
class Interview:
    """What was answered so far. `answers` are by the key of the question; `words` are passwords that were typed.

    `untrusted` are the servers ("imap", "smtp") whose certificate was not good, `failed` those that did not
    answer as they were to: what is known of a provider is asked for after all.
    """

    home: Path
    environment: Mapping[str, str]
    effects: Effects
    answers: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict, repr=False)
    untrusted: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    language: str = "en"

    def __post_init__(self) -> None:
        _look_writable(self.home)
        settings_text(
            self.home, MailSettings("a@b.c", _SAMPLE, _SAMPLE)
        )  # faults of pbem.toml come before the questions

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
            if isinstance(wrong, ServerTrouble):
                server = question.key.partition("-")[0]
                self.failed.add(server)
                if wrong.why == "certificate":
                    self.untrusted.add(server)
            raise

    def previous(self, server: str, key: str) -> str:
        """A setting of a server before, as long as it is about the same address and provider; else ""."""
        if self.usual_provider() != self.answers["provider"] or not self._same_address():
            return ""
        return str(self.old.get(server, {}).get(key, ""))

    def usual_provider(self) -> str:
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
        return self.previous(server, key) or self.provider.proposed(server, key, domain)

    def asks(self, server: str) -> bool:
        """Whether host, port, security and user of a server are asked for: not where the provider's are known."""
        return self.answers["provider"] == OWN or server in self.failed

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
            secret=(lambda: typed) if typed else password_source(self._place(server), server, self.environment),
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

    def mail_settings(self) -> MailSettings:
        """All answers, for `save`."""
        imap, smtp, words = self.server("imap"), self.server("smtp"), dict(self.words)
        if "imap" in words and smtp.password_from == imap.password_from == "keyring":
            words.setdefault("smtp", words["imap"])  # its entries are by host
        name = self.answers["name"]
        new = "" if name in (self.old.get("referee", {}).get("name", ""), Config().name) else name
        return MailSettings(self.answers["address"], imap, smtp, words, new, self.language)


def _look_writable(home: Path) -> None:
    """BadInput where nothing could be written in the end: before all the questions."""
    place = next(folder for folder in (home, *home.resolve().parents) if folder.exists())
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        raise BadInput(
            "You may not write in {place}: run pbem as the user whom it belongs to, or name another --home.",
            place=place,
        )


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
