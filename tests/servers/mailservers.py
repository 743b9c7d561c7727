"""Real mail servers on loopback for the tests: Dovecot (IMAP, LMTP), and SMTP submission that delivers into it.

They use high ports, a folder, users and certificates of their own, and are stopped by their own process group.
"""

import asyncio
import contextlib
import grp
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from pbem.mail.servers.account import Account, Security

DOVECOT = shutil.which("dovecot", path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin")
INSTALL = "Dovecot 2.3 is needed: apt-get install dovecot-imapd dovecot-lmtpd"
USERS = {"referee": "s3cret", "ana": "a", "omar": "o", "begona": "contraseña"}
READY = 10.0  # seconds that a server may take to greet

CONF = """
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
first_valid_uid = 1
mail_location = maildir:~/Maildir
mail_fsync = never
mail_max_userip_connections = 100
ssl = yes
ssl_cert = <{root}/cert.pem
ssl_key = <{root}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_username_format = %Ln
auth_failure_delay = 0
mail_plugins = quota
plugin {{
  quota = maildir:User quota
  quota_rule = *:storage={quota}
  quota_grace = 0
}}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {root}/users
}}
userdb {{
  driver = static
  args = uid={mail} gid={mail_group} home={root}/mail/%u
}}
namespace inbox {{
  inbox = yes
  separator = /
}}
protocol lmtp {{
  postmaster_address = postmaster@example.org
  recipient_delimiter = +
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
"""


def free_ports(count: int) -> list[int]:
    """Ports of the loopback that nobody uses now."""
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in held:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in held]


@dataclass
class Dovecot:
    """A Dovecot with some users; `stop` and `start` again as a test needs."""

    root: Path
    users: dict[str, str] = field(default_factory=lambda: dict(USERS))
    quota: str = "0"  # of each user; 0 for none
    more: str = ""  # further configuration
    imap: int = 0
    imaps: int = 0
    lmtp: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    def write(self) -> "Dovecot":
        """Write its folders, users, certificates and configuration."""
        self.imap, self.imaps, self.lmtp = free_ports(3)
        for name in ("run", "state", "mail"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        certificates(self.root)
        (self.root / "users").write_text("".join(f"{name}:{{PLAIN}}{word}\n" for name, word in self.users.items()))
        self.configure()
        return self

    def configure(self) -> None:
        """Write its configuration again, after `quota` has changed."""
        values = {"root": self.root, "imap": self.imap, "imaps": self.imaps, "lmtp": self.lmtp, "quota": self.quota}
        (self.root / "dovecot.conf").write_text(CONF.format(**values, **self._owners()) + self.more)

    def start(self) -> "Dovecot":
        """Start it and wait for its greetings."""
        assert DOVECOT is not None, INSTALL
        self.process = subprocess.Popen(
            [DOVECOT, "-F", "-c", self.root / "dovecot.conf"],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        end = time.monotonic() + READY
        for port, greeting in ((self.imap, b"* OK"), (self.lmtp, b"220")):
            while not _greets(port, greeting):
                if self.process.poll() is not None or time.monotonic() > end:
                    self.stop()
                    raise RuntimeError(f"Dovecot does not start: {self.log()}")
                time.sleep(0.02)
        return self

    def stop(self) -> None:
        """Stop the whole process group: the master alone would leave its children behind."""
        process, self.process = self.process, None
        if process is None:
            return
        end, sent = time.monotonic() + 5, signal.SIGTERM
        with contextlib.suppress(ProcessLookupError):
            while True:  # until nobody of the group is left
                os.killpg(process.pid, sent)
                process.poll()
                time.sleep(0.02)
                sent = signal.SIGKILL if time.monotonic() > end else signal.SIGCONT

    def log(self) -> str:
        """What it wrote to its log."""
        with contextlib.suppress(OSError):
            return (self.root / "dovecot.log").read_text()
        return ""

    def deliver(self, raw: bytes, user: str = "referee", sender: str = "somebody@example.org") -> None:
        """Put a mail into a user's inbox, by LMTP."""
        self.deliver_all([raw], user, sender)

    def deliver_all(self, mails: "list[bytes]", user: str = "referee", sender: str = "somebody@example.org") -> None:
        """Put mails into a user's inbox, on one connection."""
        with smtplib.LMTP("127.0.0.1", self.lmtp, timeout=10) as lmtp:
            for raw in mails:
                lmtp.sendmail(sender, [f"{user}@example.org"], raw)

    def account(self, user: str = "referee", security: Security = "tls", **changes: Any) -> Account:
        """How to reach it by IMAP."""
        port = self.imaps if security == "tls" else self.imap
        values: dict[str, Any] = {"timeout": 10.0, "ca": self.root / "ca.pem", **changes}
        return Account("localhost", port, user, lambda: self.users[user], security, **values)

    def folder(self, user: str, name: str = "") -> list[bytes]:
        """The raw mails in a folder of a user ("" for the inbox), oldest first."""
        base = self.root / "mail" / user / "Maildir" / (f".{name}" if name else "")
        files = [file for part in ("new", "cur") for file in (base / part).glob("*")]
        return [file.read_bytes() for file in sorted(files, key=lambda file: file.name)]

    def clear(self) -> None:
        """Empty all mailboxes."""
        for user in self.users:
            shutil.rmtree(self.root / "mail" / user, ignore_errors=True)

    def _owners(self) -> dict[str, str]:
        """Who runs what: Dovecot as root never reads mail as root; as another user all is that user."""
        if os.getuid() != 0:
            me, us = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
            return {"internal": me, "internal_group": us, "login": me, "mail": me, "mail_group": us}
        shutil.chown(self.root / "mail", "mail", "mail")
        shutil.chown(self.root / "users", "root", "dovecot")
        (self.root / "users").chmod(0o640)
        within = [path for path in (self.root, *self.root.parents) if Path(tempfile.gettempdir()) in path.parents]
        for path in within:  # pytest's folders are closed to others: let "mail" pass through
            path.chmod(path.stat().st_mode | 0o011)
        names = {"internal": "dovecot", "internal_group": "dovecot", "login": "dovenull"}
        return {**names, "mail": "mail", "mail_group": "mail"}


def certificates(root: Path, **options: Any) -> None:
    """Write ca.pem, cert.pem and key.pem for localhost; `options` go to `trustme.CA.issue_cert`."""
    authority = trustme.CA()
    own = authority.issue_cert("localhost", "127.0.0.1", **options)
    authority.cert_pem.write_to_path(str(root / "ca.pem"))
    own.private_key_pem.write_to_path(str(root / "key.pem"))
    (root / "cert.pem").write_bytes(b"".join(blob.bytes() for blob in own.cert_chain_pems))


def _greets(port: int, greeting: bytes) -> bool:
    """Whether a server greets there: an open port alone is not one."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as line:
        line.settimeout(2)
        return line.recv(512).startswith(greeting)
    return False


@dataclass
class Relay:
    """SMTP submission in, Dovecot's LMTP out; what it answers is LMTP's answer. Faults on order.

    `rcpt_faults` are answers to the next recipients; `drop_after_delivery` and `drop_before_delivery` count the next
    mails whose sender never hears of them. `writes_results_as` is its name in the Authentication-Results header that it
    puts on top; `strips_results`: it takes out those that were there.
    """

    dovecot: Dovecot
    port: int = 0
    accepted: list[bytes] = field(default_factory=list)
    rcpt_faults: list[str] = field(default_factory=list)
    data_faults: list[str] = field(default_factory=list)
    drop_after_delivery: int = 0
    drop_before_delivery: int = 0
    mail_faults: list[str] = field(default_factory=list)
    writes_results_as: str = ""
    strips_results: bool = False
    _controller: Any = None

    def start(self) -> "Relay":
        """Listen, with STARTTLS and login, on its port (the same again after a stop)."""
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(self.dovecot.root / "cert.pem", self.dovecot.root / "key.pem")
        self.port = self.port or free_ports(1)[0]
        self._controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            tls_context=tls,
            require_starttls=True,
            auth_required=True,
            authenticator=self._login,
            data_size_limit=10_000_000,
        )
        self._controller.start()
        return self

    def stop(self) -> None:
        """Stop listening."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.stop()

    def account(self, user: str = "referee", **changes: Any) -> Account:
        """How to hand it mails."""
        values: dict[str, Any] = {"timeout": 10.0, "ca": self.dovecot.root / "ca.pem", **changes}
        return Account("localhost", self.port, user, lambda: self.dovecot.users[user], "starttls", **values)

    def _login(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and self.dovecot.users.get(data.login.decode()) == data.password.decode()
        return AuthResult(success=good, handled=False)  # handled=True would mean that we have answered already

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Take a sender, or answer with the next fault."""
        if self.mail_faults:
            return self.mail_faults.pop(0)
        envelope.mail_from = address
        return "250 2.1.0 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Take a recipient, or answer with the next fault."""
        if self.rcpt_faults:
            return self.rcpt_faults.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Hand the mail to Dovecot."""
        if self.data_faults:
            return self.data_faults.pop(0)
        if self.drop_before_delivery:
            self.drop_before_delivery -= 1
            server.transport.abort()
            return "451 4.3.0 gone"
        answer = await asyncio.to_thread(self._deliver, envelope)
        if self.drop_after_delivery:
            self.drop_after_delivery -= 1
            server.transport.abort()
        return answer

    def _stamped(self, raw: bytes) -> bytes:
        """A mail as a server passes it on that judges signatures."""
        if self.strips_results:
            raw = re.sub(rb"(?im)^authentication-results:.*\r\n", b"", raw)
        mine = f"Authentication-Results: {self.writes_results_as}; dkim=none\r\n" if self.writes_results_as else ""
        return mine.encode() + raw

    def _deliver(self, envelope: Any) -> str:
        try:
            with smtplib.LMTP("127.0.0.1", self.dovecot.lmtp, timeout=10) as lmtp:
                lmtp.sendmail(envelope.mail_from or "", envelope.rcpt_tos, self._stamped(envelope.original_content))
        except smtplib.SMTPRecipientsRefused as refused:
            code, text = next(iter(refused.recipients.values()))
            return f"{code} {text.decode()}"
        except smtplib.SMTPDataError as refused:
            return f"{refused.smtp_code} {bytes(refused.smtp_error).decode()}"  # type: ignore[arg-type]
        except (OSError, smtplib.SMTPException) as broken:
            return f"451 4.4.1 mailbox server: {broken}"
        self.accepted.append(envelope.original_content)
        return "250 2.0.0 delivered"
