"""The transport that pbem.toml asks for."""

from collections.abc import Mapping
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.servers.maildir import Maildir
from pbem.mail.servers.transport import Transport
from pbem.referee.home.config import Config


def transport_of(home: Path, config: Config, effects: Effects, environment: Mapping[str, str]) -> Transport:
    """The transport of a mailbox folder; it connects when it is first used."""
    if config.imap is None or config.smtp is None:
        return Maildir(home / config.spool, effects)
    from pbem.referee.home.servers import servers_of  # the IMAP library, TLS: half as long as a whole tick of a spool

    return servers_of(home, config, effects, environment)
