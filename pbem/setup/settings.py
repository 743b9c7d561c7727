"""Writing what 'pbem setup mail' found into pbem.toml, and the passwords where they are to live; the rest stays."""

from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from pbem.effects import Effects
from pbem.errors import BadInput
from pbem.game.paths import SAVES, SECRETS
from pbem.phrases import Phrase, system_words
from pbem.referee.home.config import FILE, Config, Server, config_text, parse_config
from pbem.referee.home.servers import SERVICE, first_sentence
from pbem.save.errors import GitError
from pbem.save.git import Git

KINDS = Phrase("keyring, env:NAME, file:PATH or command:PROGRAM")


@dataclass(frozen=True, slots=True)
class MailSettings:
    """What the questions came to. `words` holds by server ("imap", "smtp") a password that is to be kept.

    `name` is the referee's, "" where it stays as it is; `language` what a new mailbox speaks.
    """

    address: str
    imap: Server
    smtp: Server
    words: Mapping[str, str] = field(default_factory=dict, repr=False)
    name: str = ""
    language: str = "en"


def old_text(home: Path) -> str:
    """The text of pbem.toml, "" where there is none; BadInput where it cannot be read."""
    try:
        return (home / FILE).read_bytes().decode("utf-8-sig")  # with its ends of lines
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise BadInput("{home} is not UTF-8 text: save it as UTF-8 in your editor.", home=home / FILE) from None
    except OSError as broken:
        raise BadInput("{home} cannot be read: {why}.", home=home / FILE, why=system_words(broken)) from None


def old_values(home: Path) -> dict[str, dict[str, Any]]:
    """The tables of pbem.toml as they are, however incomplete; BadInput where it is no TOML."""
    try:
        data = tomlkit.parse(old_text(home)).unwrap()
    except TOMLKitError as broken:
        raise BadInput("{home} cannot be read: {broken}.", home=home / FILE, broken=broken) from None
    return {key: value for key, value in data.items() if isinstance(value, dict)}


def settings_text(home: Path, settings: MailSettings) -> str:
    """The text of pbem.toml with these servers, all else as it was, comments too. BadInput where it is no settings."""
    text = old_text(home) or config_text(name=Config().name, address=settings.address, language=settings.language)
    try:
        document = tomlkit.parse(text)
    except TOMLKitError as broken:
        raise BadInput("{home} cannot be read: {broken}.", home=home / FILE, broken=broken) from None
    _put(document, "referee", {"address": settings.address, **({"name": settings.name} if settings.name else {})})
    _put(document, "mail", {"transport": "imap"})
    _put(document, "imap", _values(settings.imap))
    _put(document, "smtp", {**_values(settings.smtp), **dict.fromkeys(_shared(settings))})
    done = tomlkit.dumps(document)
    if "\r\n" in text:
        done = done.replace("\r\n", "\n").replace("\n", "\r\n")
    parse_config(home / FILE, done)
    return done


def _values(server: Server) -> dict[str, Any]:
    """The settings of a server that were asked for; None for what goes without saying."""
    return {
        "host": server.host,
        "port": server.port,
        "security": server.security,
        "user": server.user,
        "login": None if server.login == "password" else server.login,
        "password-from": server.password_from,
        "ca": server.ca or None,
    }


def _shared(settings: MailSettings) -> list[str]:
    """What [smtp] need not say, because [imap] does."""
    imap, smtp = _values(settings.imap), _values(settings.smtp)
    return [key for key in ("user", "login", "password-from", "ca") if imap[key] == smtp[key]]


def _put(document: MutableMapping[str, Any], name: str, values: Mapping[str, Any]) -> None:
    """Set or take out some keys of a table; what is the same already is not touched."""
    if name not in document:
        document[name] = tomlkit.table()
    table = document[name]
    if not isinstance(table, MutableMapping):
        raise BadInput("{file}: {name} is no table; write [{name}].", file=FILE, name=name)
    for key, value in values.items():
        if value is None:
            table.pop(key, None)
        elif table.get(key) != value:
            new = key not in table
            table[key] = value
            if new and key == "password-from" and isinstance(table, Table):
                table[key].comment(KINDS)


def save(home: Path, settings: MailSettings, effects: Effects, environment: Mapping[str, str]) -> None:
    """Keep the passwords, then write pbem.toml; a kill in between leaves the settings as they were.

    The mailbox folder is made if it is not there. BadInput, OSError.
    """
    home = home.resolve()
    text = settings_text(home, settings)
    effects.mkdir(home / SAVES)
    for name, server in (("imap", settings.imap), ("smtp", settings.smtp)):
        if name in settings.words:
            _keep(home, server, settings.words[name], effects, environment)
    effects.write_bytes(home / FILE, text.encode("utf-8"))


def _keep(home: Path, server: Server, word: str, effects: Effects, environment: Mapping[str, str]) -> None:
    kind, _, where = server.password_from.partition(":")
    if kind == "keyring":
        _into_keyring(f"{server.user}@{server.host}", word)
    elif kind == "file":
        path = home / Path(where).expanduser()
        if home / SECRETS in path.parents:
            effects.mkdir(home / SECRETS, 0o700)
            with suppress(GitError):  # no git: nothing is in it
                Git(home, effects, environment).init()
        effects.mkdir(path.parent, 0o700)
        effects.write_bytes(path, f"{word}\n".encode(), 0o600)


def _into_keyring(name: str, word: str) -> None:
    with _explain_keyring():
        import keyring

        keyring.set_password(SERVICE, name, word)


def try_keyring() -> None:
    """BadInput where there is no keyring that could be asked."""
    with _explain_keyring():
        import keyring

        keyring.get_password(SERVICE, "pbem")


@contextmanager
def _explain_keyring() -> Iterator[None]:
    try:
        from keyring.errors import KeyringError
    except ImportError:
        raise BadInput("There is no keyring: pip install 'pbem[keyring]', or keep the password in a file.") from None
    try:
        yield
    except KeyringError as wrong:
        raise BadInput(
            "The keyring cannot be used ({why}): keep the password in a file.",
            why=first_sentence(wrong),
        ) from None
