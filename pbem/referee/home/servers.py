"""The mail servers that pbem.toml names, and where their passwords come from: never from a file in git."""

import os
import shlex
import signal
import stat
import subprocess
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.servers.account import Account
from pbem.mail.servers.fair_order import People, nobody
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.smtp import Smtp
from pbem.mail.servers.transport import PLACES, Folder, Incoming, ServerTrouble, Sleep, Stopped, Ticks
from pbem.mail.text.printable import printable
from pbem.phrases import Phrase, system_words
from pbem.referee.home.config import Config, Server

SERVICE = "pbem"  # of the keyring's entries
PATIENCE = 30  # seconds that a program may take to give a password


@dataclass(frozen=True, slots=True)
class ServerTransport:
    """Mails in by IMAP, out by SMTP."""

    imap: Imap
    smtp: Smtp

    @property
    def troubles(self) -> list[str]:
        """What the referee should know of the mailbox, though mails are taken."""
        return self.imap.troubles

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails that wait in the inbox."""
        return self.imap.fetch(people, without)

    def settle(self, incoming: Incoming, where: Folder) -> None:
        """Put a mail into its folder."""
        self.imap.settle(incoming, where)

    def flush(self) -> None:
        """Put away what waits for it."""
        self.imap.flush()

    def send(self, raw: bytes, message_id: str) -> None:
        """Hand a mail on."""
        self.smtp.send(raw, message_id)

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Wait for mail in the inbox."""
        return self.imap.wait(seconds, stopped, ticks, sleep)

    def clock(self) -> datetime | None:
        """The time at the server for reading."""
        return self.imap.server_time()

    def rest(self) -> None:
        """End the connection for sending."""
        self.smtp.close()

    def close(self) -> None:
        """End both connections."""
        self.imap.close()
        self.smtp.close()


def servers_of(home: Path, config: Config, effects: Effects, environment: Mapping[str, str]) -> ServerTransport:
    """The servers of the settings; they are connected to when they are first used."""
    return ServerTransport(imap_of(home, config, effects, environment), smtp_of(home, config, effects, environment))


def imap_of(home: Path, config: Config, effects: Effects, environment: Mapping[str, str]) -> Imap:
    """The mailbox of the settings."""
    assert config.imap is not None
    folders = {place: config.folders[place] for place in PLACES}
    return Imap(account_of(home, config.imap, environment), effects, config.folders["inbox"], folders)


def smtp_of(home: Path, config: Config, effects: Effects, environment: Mapping[str, str]) -> Smtp:
    """The submission server of the settings."""
    assert config.smtp is not None
    return Smtp(account_of(home, config.smtp, environment), effects, config.address)


def account_of(home: Path, server: Server, environment: Mapping[str, str]) -> Account:
    """A server of the settings, with the way to its password; paths are meant from the mailbox folder."""
    return Account(
        host=server.host,
        port=server.port,
        user=server.user,
        secret=password_source(home, server, environment),
        security=server.security,
        login=server.login,
        ca=home / Path(server.ca).expanduser() if server.ca else None,
        timeout=float(server.timeout),
    )


def password_files(home: Path, config: Config) -> tuple[Path, ...]:
    """The files that the settings name as places of passwords, whether they are there or not."""
    sources = [server.password_from for server in (config.imap, config.smtp) if server is not None]
    places = [source.removeprefix("file:") for source in sources if source.startswith("file:")]
    return tuple(home / Path(place).expanduser() for place in dict.fromkeys(places))


def password_source(home: Path, server: Server, environment: Mapping[str, str]) -> Callable[[], str]:
    """What gives the password or token of a server when it is called; ServerTrouble where there is none."""
    kind, _, where = server.password_from.partition(":")
    if kind == "keyring":
        return partial(_from_keyring, server.user, server.host)
    if kind == "env":
        return partial(_from_environment, where, environment)
    if kind == "file":
        return partial(_from_file, home / Path(where).expanduser())
    return partial(_from_program, where, home, environment)


def _no_password(text: str) -> ServerTrouble:
    return ServerTrouble("no-password", text)


def _checked(word: str, about: str) -> str:
    """A password that can be one; else ServerTrouble that does not show it."""
    if not word:
        raise _no_password(Phrase("{about} is empty.", about=about))
    if not word.isprintable():
        raise _no_password(Phrase("{about} is no password: it has control characters.", about=about))
    return word


def _from_keyring(user: str, host: str) -> str:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        raise _no_password(Phrase("The password is to come from the keyring: pip install 'pbem[keyring]'.")) from None
    try:
        found = keyring.get_password(SERVICE, f"{user}@{host}")
    except KeyringError as wrong:
        raise _no_password(Phrase("The keyring cannot be read ({why}).", why=first_sentence(wrong))) from None
    if not found:
        raise _no_password(
            Phrase(
                "The keyring has no password of {user} at {host}: keyring set {service} {user}@{host}.",
                user=user,
                host=host,
                service=SERVICE,
            )
        )
    return _checked(found, Phrase("What the keyring has for {user} at {host}", user=user, host=host))


def first_sentence(wrong: Exception) -> str:
    """The first sentence of what a library says."""
    return printable(str(wrong).partition(". ")[0])


def _from_environment(name: str, environment: Mapping[str, str]) -> str:
    if not environment.get(name):
        raise _no_password(Phrase("The password is to be in the environment, as {name}, but is not there.", name=name))
    return _checked(environment[name].strip(), Phrase("What {name} of the environment has", name=name))


def _from_file(path: Path) -> str:
    """The first line of a file that nobody else may read."""
    if path.is_dir():
        raise _no_password(Phrase("The password is to be in {path}, but that is a folder.", path=path))
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise _no_password(
                Phrase(
                    "Others may read the password in {path}: chmod 600 {file}.",
                    path=path,
                    file=shlex.quote(str(path)),
                )
            )
        line = path.read_bytes().partition(b"\n")[0].decode("utf-8")
    except FileNotFoundError:
        raise _no_password(Phrase("The password is to be in {path}, but there is no such file.", path=path)) from None
    except UnicodeDecodeError:
        raise _no_password(Phrase("What {path} has is no password: it is not UTF-8 text.", path=path)) from None
    except OSError as wrong:
        if isinstance(wrong, ServerTrouble):
            raise
        raise _no_password(
            Phrase("The password in {path} cannot be read ({why}).", path=path, why=system_words(wrong))
        ) from None
    return _checked(line.strip(), Phrase("The first line of {path}", path=path))


def _from_program(command: str, home: Path, environment: Mapping[str, str]) -> str:
    """The first line that a program prints; it is run without a shell, and ended with all that it began."""
    try:
        words = shlex.split(command)
        about = Phrase("The program {words}, which is to print the password,", words=words[0])
    except (ValueError, IndexError):
        raise _no_password(
            Phrase("The program for the password cannot be read: look at the quotation marks.")
        ) from None
    with _start_program(words, about, home, environment) as process:
        try:
            out, told = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            _end(process)
            raise _no_password(
                Phrase(
                    "{about} gave none within {patience} seconds. Does it wait for a person?",
                    about=about,
                    patience=PATIENCE,
                )
            ) from None
        except BaseException:  # Ctrl-C is not for it: it has a session of its own
            _end(process)
            raise
    if process.returncode:
        said = printable(told.decode("utf-8", "replace"), 200) or Phrase("it says nothing")
        raise _no_password(
            Phrase(
                "{about} failed (exit code {code}: {said}).",
                about=about,
                code=process.returncode,
                said=said,
            )
        )
    try:
        line = out.partition(b"\n")[0].decode("utf-8").strip()
    except UnicodeDecodeError:
        raise _no_password(Phrase("{about} printed something that is no text.", about=about)) from None
    return _checked(line, Phrase("What the program {words} printed", words=words[0]))


def _start_program(
    words: Sequence[str], about: str, home: Path, environment: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    """A program that runs in the mailbox folder, in a session of its own."""
    try:
        return subprocess.Popen(
            words,
            cwd=home,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as wrong:
        raise _no_password(Phrase("{about} cannot be run ({why}).", about=about, why=system_words(wrong))) from None
    except ValueError:  # a NUL
        raise _no_password(
            Phrase("The program for the password cannot be read: look at the quotation marks.")
        ) from None


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a program with all that it began."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
