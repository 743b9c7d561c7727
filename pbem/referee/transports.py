"""The transport that pbem.toml asks for, and where its passwords come from: never from a file in git."""

import shlex
import stat
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.imap import Imap
from pbem.mail.maildir import Maildir
from pbem.mail.servers import Account, ServerTrouble
from pbem.mail.smtp import Smtp
from pbem.mail.transport import PLACES, Incoming, Sleep, Stopped, Ticks, Transport, Where
from pbem.referee.config import Config, Server

SERVICE = "pbem"  # of the keyring's entries
PATIENCE = 60  # seconds that a program may take to give a password


@dataclass(frozen=True, slots=True)
class Servers:
    """Mails in by IMAP, out by SMTP."""

    imap: Imap
    smtp: Smtp

    @property
    def troubles(self) -> list[str]:
        """What the referee should know of the mailbox, though mails are taken."""
        return self.imap.troubles

    def fetch(self) -> Iterator[Incoming]:
        """The mails that wait in the inbox."""
        return self.imap.fetch()

    def settle(self, incoming: Incoming, where: Where) -> None:
        """Put a mail into its folder."""
        self.imap.settle(incoming, where)

    def send(self, raw: bytes, message_id: str) -> None:
        """Hand a mail on."""
        self.smtp.send(raw, message_id)

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Wait for mail in the inbox."""
        return self.imap.wait(seconds, stopped, ticks, sleep)

    def rest(self) -> None:
        """End the connection for sending."""
        self.smtp.close()

    def close(self) -> None:
        """End both connections."""
        self.imap.close()
        self.smtp.close()


def transport_of(home: Path, config: Config, effects: Effects, environment: Mapping[str, str]) -> Transport:
    """The transport of a mailbox folder; it connects when it is first used."""
    if config.imap is None or config.smtp is None:
        return Maildir(home / config.spool, effects)
    return Servers(imap_of(home, config, effects, environment), smtp_of(home, config, effects, environment))


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
        secret=secret(home, server, environment),
        security=server.security,
        login=server.login,
        ca=home / Path(server.ca).expanduser() if server.ca else None,
        timeout=float(server.timeout),
    )


def secret(home: Path, server: Server, environment: Mapping[str, str]) -> Callable[[], str]:
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
    return ServerTrouble("wrong-password", f"{text} 'pbem setup mail' sets it up anew.")


def _from_keyring(user: str, host: str) -> str:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        raise _no_password("The password is to come from the keyring: pip install 'pbem[keyring]'.") from None
    try:
        found = keyring.get_password(SERVICE, f"{user}@{host}")
    except KeyringError as wrong:
        raise _no_password(f"The keyring cannot be read ({wrong}).") from None
    if not found:
        raise _no_password(f"The keyring has no password of {user} at {host}: keyring set {SERVICE} {user}@{host}.")
    return found


def _from_environment(name: str, environment: Mapping[str, str]) -> str:
    if not environment.get(name):
        raise _no_password(f"The environment has no {name}.")
    return environment[name]


def _from_file(path: Path) -> str:
    """The first line of a file that nobody else may read."""
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise _no_password(f"Others may read the password in {path}: chmod 600 {path}.")
        line = path.read_text("utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as wrong:
        if isinstance(wrong, ServerTrouble):
            raise
        raise _no_password(f"The password in {path} cannot be read ({wrong}).") from None
    if not line:
        raise _no_password(f"{path} is empty.")
    return line


def _from_program(command: str, home: Path, environment: Mapping[str, str]) -> str:
    """The first line that a program prints; it is run without a shell."""
    try:
        done = subprocess.run(
            shlex.split(command), cwd=home, env=dict(environment), capture_output=True, timeout=PATIENCE, text=True
        )
    except (OSError, ValueError, subprocess.SubprocessError) as wrong:
        raise _no_password(f"The program for the password cannot be run ({wrong}).") from None
    line = done.stdout.partition("\n")[0].strip()
    if done.returncode or not line:
        raise _no_password(f"The program for the password gave none (exit code {done.returncode}).")
    return line
