"""The referee's settings: pbem.toml in the mailbox folder. No secrets in it, only where they are to be had."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.errors import BadInput
from pbem.phrases import either, system_words

if TYPE_CHECKING:
    from pbem.mail.servers.account import Login, Security

FILE = "pbem.toml"

TEMPLATE = """\
# Settings of this pbem mailbox. No secrets belong here.

[referee]
name = "{name}"
address = "{address}"     # players' answers go to this address, with their token after a plus sign
language = "{language}"   # of what the referee is told: es or en

[mail]
transport = "maildir"
spool = "spool"           # raw mails come in spool/in and go out to spool/out

[clock]
deadline = "72h"          # time for each player turn, of games that are made without --deadline
settle = "30m"            # quiet time after the last receipt before a complete phase closes; after
                          # a DONE with refused lines 24 times as long, a quarter of the deadline at most
grace = "0h"              # added to a deadline before silence counts
"""

SERVERS = """\

[imap]
host = "{imap_host}"
port = {imap_port}
security = "{imap_security}"
user = "{user}"
password-from = "{password_from}"   # keyring, env:NAME, file:PATH or command:PROGRAM

[smtp]
host = "{smtp_host}"
port = {smtp_port}
security = "{smtp_security}"
"""

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server: `password_from` says where its password is: keyring, env:NAME, file:PATH, command:PROGRAM."""

    host: str
    port: int
    user: str
    password_from: str
    security: "Security" = "tls"
    login: "Login" = "password"
    ca: str = ""
    timeout: int = 30


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force. `host` is the right side of the referee's address: the home of our Message-IDs.

    With transport "imap" there are `imap` and `smtp`, and at most `per_minute` and `per_day` mails go out; else mails
    go through the folder `spool`. `folders` are the names of the inbox and of those for handled, refused and machines'.
    """

    name: str = "pbem referee"
    address: str = "referee@localhost.localdomain"
    language: str = "en"
    transport: str = "maildir"
    spool: str = "spool"
    imap: Server | None = None
    smtp: Server | None = None
    folders: Mapping[str, str] = field(default_factory=lambda: FOLDERS)
    per_minute: int = 30
    per_day: int = 500
    deadline: timedelta = field(default_factory=lambda: timedelta(hours=72))
    settle: timedelta = field(default_factory=lambda: timedelta(minutes=30))
    grace: timedelta = field(default_factory=timedelta)
    address_alone: bool = False
    """Whether a mail without token is taken when its address holds just one seat."""
    dkim: str = ""
    """check: signatures of mails are checked on arrival; off: not; "" is check with transport imap, off with a spool,
    which works without a network and whose mails the program that fills it may have changed."""
    authserv_id: str = ""
    """The server whose Authentication-Results are believed, in place of a check of our own; "" is none."""

    @property
    def checks_dkim(self) -> bool:
        """Whether signatures of mails are checked here."""
        return (self.dkim or ("check" if self.transport == "imap" else "off")) == "check"

    @property
    def host(self) -> str:
        """The domain of the referee's address."""
        return self.address.partition("@")[2]

    def owns(self, address: str) -> bool:
        """Whether an address is the referee's, with or without something in its plus part."""
        local, _, host = address.casefold().partition("@")
        return (local.partition("+")[0], host) == tuple(self.address.casefold().split("@", 1))


def parse_duration(text: str) -> timedelta:
    """The time that "72h", "30m", "2d" or "1w" names, or several of them together ("1d 12h"); BadInput otherwise."""
    parts = re.findall(r"(\d+)\s*([mhdw])", text)
    if not parts or re.sub(r"\d+\s*[mhdw]", "", text).strip():
        raise BadInput("{text!r} is not a length of time: write for example 72h, 30m, 2d or 1d 12h.", text=text)
    try:
        return sum((timedelta(**{_UNITS[unit]: int(count)}) for count, unit in parts), timedelta())
    except OverflowError:
        raise BadInput("{text!r} is too long a time.", text=text) from None


def read_config(home: Path) -> Config:
    """The settings of a mailbox folder; BadInput that names file, key and what was expected."""
    path = home / FILE
    try:
        text = path.read_text("utf-8-sig")  # some editors put a mark before the text
    except FileNotFoundError:
        raise BadInput(
            "There is no {file} in {home}. Run pbem in a mailbox folder, name one with --home, or make "
            "one with 'pbem setup mail' or 'pbem new'.",
            file=FILE,
            home=home,
        ) from None
    except UnicodeDecodeError:
        raise BadInput("{path} is not UTF-8 text: save it as UTF-8 in your editor.", path=path) from None
    except OSError as broken:
        raise BadInput("{path} cannot be read: {why}.", path=path, why=system_words(broken)) from None
    return parse_config(path, text)


def parse_config(path: Path, text: str) -> Config:
    """The settings in the text of a pbem.toml that is, or is to be, at `path`; BadInput as `read_config`."""
    try:
        return _config(path, tomllib.loads(text))
    except tomllib.TOMLDecodeError as broken:
        raise BadInput("{path} cannot be read: {broken}.", path=path, broken=broken) from None


def config_text(*, name: str, address: str, language: str) -> str:
    """The text of a new pbem.toml."""
    if re.search(r'["\\\x00-\x1f]', name + address + language):
        raise BadInput("A referee's name and address have no quotation marks, backslashes or control characters.")
    return TEMPLATE.format(name=name, address=address, language=language)


FOLDERS: Mapping[str, str] = {"inbox": "INBOX", "handled": "Handled", "refused": "Refused", "machines": "Machines"}
_SERVER = {
    "host": "text",
    "port": "number",
    "user": "text",
    "password-from": "secret",
    "security": "security",
    "login": "login",
    "ca": "text",
    "timeout": "number",
}
_MAIL = {
    "transport": "transport",
    "spool": "text",
    "address-alone": "yes-no",
    "per-minute": "number",
    "per-day": "number",
}
_KEYS: dict[str, dict[str, str]] = {
    "referee": {"name": "text", "address": "address", "language": "language"},
    "mail": _MAIL,
    "imap": {**_SERVER, **dict.fromkeys(FOLDERS, "text")},
    "smtp": _SERVER,
    "clock": {"deadline": "time", "settle": "time", "grace": "time"},
    "trust": {"dkim": "dkim", "authserv-id": "word"},
}
_CHOICES = {
    "language": ("es", "en"),
    "transport": ("maildir", "imap"),
    "security": ("tls", "starttls", "none"),
    "login": ("password", "xoauth2"),
    "dkim": ("check", "off"),
}
_PORTS = {("imap", "tls"): 993, ("imap", "starttls"): 143, ("smtp", "tls"): 465, ("smtp", "starttls"): 587}


def _config(path: Path, data: dict[str, Any]) -> Config:
    found: dict[str, dict[str, Any]] = {}
    for table, values in data.items():
        keys = _KEYS.get(table)
        if keys is None or not isinstance(values, dict):
            raise BadInput(
                "{path}: [{table}] is not a table of pbem.toml; there are {keys}.",
                path=path,
                table=table,
                keys=", ".join(_KEYS),
            )
        for key, value in values.items():
            if key in ("password", "token", "secret"):
                raise BadInput(
                    "{path}: {table}.{key}: this file is no place for secrets; write password-from in its place.",
                    path=path,
                    table=table,
                    key=key,
                )
            if key not in keys:
                raise BadInput(
                    "{path}: {table}.{key} is not a setting; there are {keys}.",
                    path=path,
                    table=table,
                    key=key,
                    keys=", ".join(keys),
                )
            found.setdefault(table, {})[key.replace("-", "_")] = _value(path, f"{table}.{key}", keys[key], value)
    _look_whole(path, data)
    plain = {k: v for table in ("referee", "mail", "clock", "trust") for k, v in found.get(table, {}).items()}
    if plain.get("transport") != "imap":
        return Config(**plain)
    imap = found.get("imap", {})
    folders = {key: imap.pop(key, name) for key, name in FOLDERS.items()}
    for key in ("handled", "refused", "machines"):
        if folders[key].upper() == folders["inbox"].upper():
            raise BadInput(
                "{path}: imap.{key} is the inbox: mails that are done need a folder of their own.", path=path, key=key
            )
    smtp = _server(path, "smtp", found.get("smtp", {}), imap)
    return Config(**plain, imap=_server(path, "imap", imap, {}), smtp=smtp, folders=folders)


def _look_whole(path: Path, data: Mapping[str, Any]) -> None:
    """BadInput where so much is missing that mails would go nowhere: a file that a full disk or an editor cut."""
    if not data:
        raise BadInput("{path} is empty. Take it from git or a backup, or write it with 'pbem setup mail'.", path=path)
    if "imap" in data and "transport" not in data.get("mail", {}):
        raise BadInput(
            '{path}: there is [imap], but [mail] lacks transport: write transport = "imap" there.', path=path
        )


def _server(path: Path, table: str, given: Mapping[str, Any], other: Mapping[str, Any]) -> Server:
    """A server of its table; what it does not say of the login is as for the other one."""
    shared = {key: other[key] for key in ("user", "password_from", "login", "ca", "timeout") if key in other}
    values = {"security": "tls", **shared, **given}
    values.setdefault("port", _PORTS.get((table, values["security"])))
    for key in ("host", "port", "user", "password_from"):
        if not values.get(key):
            raise BadInput(
                "{path}: [{table}] lacks {key}; 'pbem setup mail' asks for all that it needs.",
                path=path,
                table=table,
                key=key.replace("_", "-"),
            )
    return Server(**values)


def _value(path: Path, key: str, kind: str, value: Any) -> Any:
    if kind == "yes-no":
        if not isinstance(value, bool):
            raise BadInput("{path}: {key} is true or false, not {value!r}.", path=path, key=key, value=value)
        return value
    if kind == "number":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 65536:
            raise BadInput(
                "{path}: {key} is a whole number from 1 to 65535, not {value!r}.", path=path, key=key, value=value
            )
        return value
    if kind == "word":
        return _word(path, key, value)
    if not isinstance(value, str) or not value:
        raise BadInput("{path}: {key} is a text in quotation marks, not {value!r}.", path=path, key=key, value=value)
    if kind == "time":
        try:
            return parse_duration(value)
        except BadInput as wrong:
            raise BadInput("{path}: {key}: {wrong}", path=path, key=key, wrong=wrong) from None
    if kind in _CHOICES and value not in _CHOICES[kind]:
        raise BadInput(
            "{path}: {key} is {choices}, not {value!r}.",
            path=path,
            key=key,
            choices=either(_CHOICES[kind]),
            value=value,
        )
    if kind == "address" and not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", value):
        raise BadInput("{path}: {key} is a mail address, not {value!r}.", path=path, key=key, value=value)
    if kind == "secret" and not re.fullmatch(r"keyring|(env|file|command):.+", value):
        raise BadInput(
            "{path}: {key} is keyring, env:NAME, file:PATH or command:PROGRAM; a password itself has no place here.",
            path=path,
            key=key,
        )
    return value


def _word(path: Path, key: str, value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9.-]*", value):
        raise BadInput(
            "{path}: {key} is the name that a mail server calls itself, or empty, not {value!r}.",
            path=path,
            key=key,
            value=value,
        )
    return value
