"""What is known of mail providers: their servers, how one logs in, what to mind. Shipped as data with its date."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem.resources import shipped_path

OWN = "own"


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider: `imap` and `smtp` have host, port and security; `login` is password or xoauth2.

    `grouped`: passwords are shown there with spaces that do not count. `title` and `says`, which is for who chooses it,
    a line each, by language.
    """

    id: str
    title: Mapping[str, str]
    domains: tuple[str, ...]
    imap: Mapping[str, Any]
    smtp: Mapping[str, Any]
    login: str
    grouped: bool
    says: Mapping[str, tuple[str, ...]]

    def proposed(self, server: str, key: str, domain: str) -> str:
        """Host, port or security of "imap" or "smtp" for an address of a domain."""
        return str((self.imap if server == "imap" else self.smtp)[key]).replace("{domain}", domain)


@cache
def _read() -> tuple[dict[str, str], dict[str, Provider]]:
    data = tomllib.loads(shipped_path("templates", "setup", "providers.toml").read_text("utf-8"))
    as_of = dict(data.pop("as-of"))
    return as_of, {id_: Provider(id=id_, **{**one, "domains": tuple(one["domains"])}) for id_, one in data.items()}


def providers() -> Mapping[str, Provider]:
    """All providers by id, that for everybody else last."""
    return _read()[1]


def as_of(language: str) -> str:
    """When the facts were looked at: a month and year."""
    return _read()[0][language]


def guess(address: str) -> Provider:
    """The provider of an address by its domain: no server is asked."""
    domain = address.rpartition("@")[2].casefold()
    return next((one for one in providers().values() if domain in one.domains), providers()[OWN])
