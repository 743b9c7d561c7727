"""`pbem setup mail` against real servers: the prompts as they are typed, what is written, and that mails flow then."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
import tomllib
from email.message import EmailMessage
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail

from pbem.mail.servers import probe
from pbem.referee.home.config import read_config
from pbem.setup import interview
from tests.cli.making import Ran, ran
from tests.servers.mailservers import Relay, free_ports

ADDRESS = "referee@example.org"
LOGIN = ("referee", "file", "s3cret")
OLD = """\
# The settings of our club.
[referee]
name = "Club"             # known to all
address = "nobody@localhost.localdomain"
language = "en"

[mail]
transport = "maildir"   # for now
spool = "spool"
per-minute = 7

[clock]
deadline = "3d"           # long
"""


@pytest.fixture(autouse=True)
def _eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails to ourselves come at once here."""
    monkeypatch.setattr(probe, "BETWEEN", 0.02)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A mailbox folder of a club that has tried the spool only."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "pbem.toml").write_text(OLD)
    return folder


@pytest.fixture
def trusted(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> Relay:
    """The servers, with a certificate that the system trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(relay.dovecot.root / "ca.pem"))
    return relay


def reading(relay: Relay, *security: str) -> list[str]:
    """What is typed up to the greeting of the server for reading."""
    return [ADDRESS, "", "", "localhost", str(relay.dovecot.imaps), *(security or ("tls",))]


def sending(relay: Relay) -> list[str]:
    """What is typed from the server for sending on."""
    return ["localhost", str(relay.port), "starttls", "", ""]


def typed(home: Path, lines: list[str], *options: str) -> Ran:
    """`pbem setup mail` with these lines typed."""
    return ran("--home", str(home), "setup", "mail", *options, says="\n".join([*lines, ""]))


def scripted(relay: Relay, home: Path, **changes: str) -> list[str]:
    """The options for a run that asks nothing; the password lies in its file."""
    word = home / ".pbem" / "mail-password"
    if not word.exists():
        word.parent.mkdir(exist_ok=True)
        word.touch(0o600)
        word.write_text("s3cret\n")
    options = {
        "address": ADDRESS,
        "imap-host": "localhost",
        "imap-port": str(relay.dovecot.imaps),
        "imap-security": "tls",
        "user": "referee",
        "smtp-host": "localhost",
        "smtp-port": str(relay.port),
        "smtp-security": "starttls",
        "ca": str(relay.dovecot.root / "ca.pem"),
        **changes,
    }
    return ["--yes", *(word for name, value in options.items() for word in (f"--{name}", value))]


def written(home: Path) -> dict[str, dict[str, object]]:
    """What stands in pbem.toml."""
    read_config(home)
    return tomllib.loads((home / "pbem.toml").read_text())


def ticked(home: Path, relay: Relay) -> Ran:
    """A tick, after somebody wrote."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ana@example.org", ADDRESS, "HELP"
    mail["Message-ID"] = "<1.ana@example.org>"
    mail.set_content("HELP\n")
    relay.dovecot.deliver(bytes(mail))
    return ran("--home", str(home), "tick", "--json")


def test_all_right_at_the_first_go_and_mails_flow(home: Path, trusted: Relay) -> None:
    found = typed(home, [*reading(trusted), *LOGIN, *sending(trusted), "y"])
    assert (found.code, found.err) == (0, "")
    assert "s3cret" not in found.out + found.err
    for said in (
        f"localhost:{trusted.dovecot.imaps} answers, TLS and its certificate are good.",
        "as referee. Folders made: Handled, Refused, Machines.",
        f"Logged in to localhost:{trusted.port} as referee.",
        "Plus addresses work.",
        "Our Message-IDs are kept.",
    ):
        assert said in found.out
    assert written(home)["imap"] == {
        "host": "localhost",
        "port": trusted.dovecot.imaps,
        "security": "tls",
        "user": "referee",
        "password-from": "file:.pbem/mail-password",
    }
    assert written(home)["smtp"] == {"host": "localhost", "port": trusted.port, "security": "starttls"}
    word = home / ".pbem" / "mail-password"
    assert (word.read_text(), word.stat().st_mode & 0o777) == ("s3cret\n", 0o600)
    assert word.parent.stat().st_mode & 0o777 == 0o700
    assert ".pbem/" in (home / ".gitignore").read_text().splitlines()
    assert trusted.dovecot.folder("referee") == []  # the mails to ourselves are gone
    assert len(trusted.accepted) == 2
    examined = ran("--home", str(home), "doctor")
    assert examined.code == 0, examined.out
    done = ticked(home, trusted)
    assert done.code == 0, done.err
    assert sum(done.data["mails"].values()) == 1


def test_what_stood_in_the_settings_stays_with_its_comments(home: Path, relay: Relay) -> None:
    assert typed(home, [], *scripted(relay, home), "--no-round-trip").code == 0
    text = (home / "pbem.toml").read_text()
    for line in OLD.splitlines():
        assert line in text or line.startswith(("address", "transport"))
    assert 'transport = "imap"   # for now' in text
    (home / "pbem.toml").write_text(text.replace("[smtp]", 'inbox = "INBOX"   # only this\n\n[smtp]'))
    first = (home / "pbem.toml").read_text()
    assert typed(home, [""] * 15, "--no-round-trip").code == 0
    assert (home / "pbem.toml").read_text() == first


def test_a_wrong_password_is_told_and_asked_for_again(home: Path, trusted: Relay) -> None:
    wrong = ("guess", "contraseña", 'a\\"b')
    lines = [*reading(trusted), "referee", "file", *wrong, "", "s3cret ", *sending(trusted)[:-1], "señas", "", "y"]
    found = typed(home, lines, "--no-round-trip")
    assert found.code == 0, found.err
    assert found.err.count("does not accept the login of referee ([AUTHENTICATIONFAILED] Auth") == 3
    assert found.err.count("does not accept the login of referee (535") == 1
    assert found.err.count("Nothing was typed, and .pbem/mail-password has no password yet.") == 1
    assert (home / ".pbem" / "mail-password").read_text() == "s3cret\n"


def test_a_wrong_port_host_and_security_are_told_at_once(
    home: Path, trusted: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interview, "PATIENCE", 2)
    (closed,) = free_ports(1)
    imaps = str(trusted.dovecot.imaps)
    lines = [
        *("", "no address", ADDRESS, "Iván of the Club", "yahoo", "own", "no.such.host.invalid", "localhost"),
        *("port", str(closed), imaps, "ssl", "starttls", "tls"),
        *(*LOGIN, *sending(trusted), "y"),
    ]
    found = typed(home, lines, "--no-round-trip")
    assert found.code == 0, found.err
    told = [line.strip() for line in found.err.splitlines() if "✗" in line]
    for said, line in zip(
        (
            "no mail address",
            "no mail address",
            "There are gmail",
            "cannot be looked up",
            "is no port",
            "Nothing answers",
            "It is tls",
            "may want tls in place of starttls",
        ),
        told,
        strict=True,
    ):
        assert said in line
    assert written(home)["imap"]["security"] == "tls"
    assert written(home)["referee"]["name"] == "Iván of the Club"


def test_a_way_back_to_the_question_before(home: Path, trusted: Relay) -> None:
    lines = [*reading(trusted), "wrong", "<", "<", "tls", *LOGIN, *sending(trusted), "y"]
    found = typed(home, lines, "--no-round-trip")
    assert found.code == 0, found.err
    assert written(home)["imap"]["user"] == "referee"
    assert found.out.count("TLS and its certificate are good") == 3


def test_a_certificate_that_is_not_trusted_may_be_trusted_by_a_file(home: Path, relay: Relay) -> None:
    ca = str(relay.dovecot.root / "ca.pem")
    lines = [*reading(relay), "", ca, *LOGIN, *sending(relay), "y"]
    found = typed(home, lines, "--no-round-trip")
    assert found.code == 0, found.err
    assert found.err.count("The certificate of localhost") == 2
    assert written(home)["imap"]["ca"] == ca
    assert "ca" not in written(home)["smtp"]
    assert ticked(home, relay).code == 0


def test_a_password_of_its_own_for_sending(home: Path, trusted: Relay) -> None:
    lines = [*reading(trusted), *LOGIN, "localhost", str(trusted.port), "starttls", "ana", "", "a", "y"]
    found = typed(home, lines, "--no-round-trip")
    assert found.code == 0, found.err
    assert "does not accept the login of ana" in found.err
    smtp = written(home)["smtp"]
    assert (smtp["user"], smtp["password-from"]) == ("ana", "file:.pbem/smtp-password")
    assert (home / ".pbem" / "smtp-password").read_text() == "a\n"
    assert typed(home, [""] * 15, "--no-round-trip").code == 0
    assert written(home)["smtp"] == smtp


def shown(terminal: int, words: str) -> str:
    """What a terminal shows until these words have come."""
    seen, end = "", time.monotonic() + 20
    while words not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            seen += os.read(terminal, 4096).decode()
    assert words in seen, seen
    return seen


def test_stopped_in_the_middle_nothing_is_changed(home: Path, trusted: Relay) -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "pbem", "--home", str(home), "setup", "mail", "--no-round-trip"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by, and inherited from, a shell's "&"
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    os.close(slave)
    seen = ""
    for prompt, answer in zip(
        (
            "mail address",
            "Your name",
            "Provider",
            "reading",
            "port",
            "security",
            "User",
            "Where [",
            "Password",
            "sending",
        ),
        [*reading(trusted), *LOGIN, None],
        strict=True,
    ):
        seen += shown(master, prompt)
        if answer is not None:
            os.write(master, f"{answer}\n".encode())
    try:
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        os.write(master, b"!\n")  # Python sleeps over a signal that comes just before it reads; that is no host
        assert process.wait(20) == 3
    finally:
        process.kill()
        process.wait()
    seen += shown(master, "Nothing was written")
    os.close(master)
    assert "s3cret" not in seen
    unchanged(home)


def test_at_the_end_of_what_is_typed_nothing_is_changed(home: Path, trusted: Relay) -> None:
    found = typed(home, [*reading(trusted), *LOGIN], "--no-round-trip")
    assert found.code == 3
    assert "Nothing was written." in found.err
    unchanged(home)


def unchanged(home: Path) -> None:
    """The folder is as it was."""
    assert (home / "pbem.toml").read_text() == OLD
    assert sorted(path.name for path in home.iterdir()) == ["pbem.toml"]


def test_a_folder_named_from_where_one_stands_is_the_repository(
    home: Path, trusted: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home.parent)
    lines = [*reading(trusted), *LOGIN, *sending(trusted), "y"]
    assert typed(Path(home.name), lines, "--no-round-trip").code == 0
    assert (home / ".git").is_dir()
    assert not (home / home.name).exists()
    (home / ".gitignore").write_text("")
    subprocess.run(["git", "-C", home, "add", ".pbem/mail-password"], check=True)
    examined = ran("--home", home.name, "doctor")
    assert "git has mail-password" in examined.out


def test_the_servers_of_a_known_provider_are_asked_for_where_they_do_not_answer(home: Path, trusted: Relay) -> None:
    lines = [ADDRESS, "", "gmail", "localhost", str(trusted.dovecot.imaps), "tls", *LOGIN]
    found = typed(home, [*lines, *sending(trusted), "y"], "--no-round-trip", "--imap-host", "no.such.host.invalid",
                  "--smtp-host", "no.such.host.invalid")  # fmt: skip
    assert found.code == 0, found.err
    assert found.err.count("The name no.such.host.invalid cannot be looked up") == 2
    assert written(home)["smtp"]["host"] == "localhost"


def test_a_password_may_live_in_the_keyring_or_in_the_environment(
    home: Path, trusted: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", fail.Keyring())  # type: ignore[no-untyped-call]
    found = typed(home, [*reading(trusted), "referee", "keyring"], "--no-round-trip")
    assert "The keyring cannot be used (No recommended backend" in found.err
    kept = Kept()
    monkeypatch.setattr(keyring.core, "_keyring_backend", kept)
    lines = [*reading(trusted), "referee", "keyring", "s3cret", *sending(trusted), "y"]
    assert typed(home, lines, "--no-round-trip").code == 0
    assert kept.words == {("pbem", "referee@localhost"): "s3cret"}
    assert written(home)["imap"]["password-from"] == "keyring"
    assert ticked(home, trusted).code == 0
    found = typed(home, [*[""] * 7, "env", "s3cret", *[""] * 6], "--no-round-trip")
    assert found.code == 0, found.err
    assert "pbem must find the password in its environment: PBEM_MAIL_PASSWORD." in found.out
    assert not (home / ".pbem" / "mail-password").exists()
    assert ran("--home", str(home), "tick").code == 3
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", "s3cret")
    assert ran("--home", str(home), "tick").code == 0


def test_an_app_password_is_taken_as_it_is_shown(home: Path, trusted: Relay) -> None:
    """Of a provider that is known only the place of the password and the password are asked for."""
    options = {"address": ADDRESS, "provider": "gmail", "imap-host": "localhost", "smtp-host": "localhost"}
    options |= {"imap-port": str(trusted.dovecot.imaps), "smtp-port": str(trusted.port), "smtp-security": "starttls"}
    given = [word for name, value in {**options, "user": "referee"}.items() for word in (f"--{name}", value)]
    found = typed(home, ["", "file", " s3 cr\xa0et", "y"], *given, "--no-round-trip")
    assert found.code == 0, found.err
    assert "https://myaccount.google.com/apppasswords" in found.out
    assert (home / ".pbem" / "mail-password").read_text() == "s3cret\n"


def test_an_option_that_is_wrong_may_be_answered_after_all(home: Path, trusted: Relay) -> None:
    options = ("--address", ADDRESS, "--imap-host", "localhost", "--imap-port", str(trusted.dovecot.imap))
    lines = ["", "", "starttls", *LOGIN, *sending(trusted), "y"]
    found = typed(home, lines, *options, "--imap-security", "tls", "--no-round-trip")
    assert found.code == 0, found.err
    assert "does not speak TLS as asked" in found.err
    assert written(home)["imap"]["security"] == "starttls"


class Kept(KeyringBackend):
    """A keyring in memory."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.words: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        """A word that was kept."""
        return self.words.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a word."""
        self.words[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget a word."""
        del self.words[service, username]


def test_scripted_runs_ask_nothing_and_answer_as_json(tmp_path: Path, relay: Relay) -> None:
    home = tmp_path / "new"
    found = typed(home, [], *scripted(relay, tmp_path), "--password-from", "env:WORD", "--json")
    assert found.code == 3
    assert "The password is to be in the environment, as WORD, but is not there." in found.err
    assert not home.exists()
    found = typed(home, [], *scripted(relay, tmp_path), "--password-from", f"file:{tmp_path}", "--json")
    assert (found.code, home.exists()) == (3, False)
    assert f"The password is to be in {tmp_path}, but that is a folder." in found.err
    word = f"command:cat {tmp_path / '.pbem' / 'mail-password'}"
    found = typed(home, [], *scripted(relay, tmp_path), "--password-from", word, "--json")
    assert found.code == 0, found.err
    assert found.data["written"] is True
    assert "Plus addresses work." in found.data["said"]
    assert written(home)["imap"]["password-from"] == word
    assert written(home)["referee"]["address"] == ADDRESS
    assert ticked(home, relay).code == 0


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("imap-port", "0", "is no port"),
        ("password-from", "file:word", "belongs into .pbem/"),
        ("password-from", "s3cret", "It is keyring, env:NAME"),
        ("user", "ana", "does not accept the login of ana"),
        ("smtp-host", "no.such.host.invalid", "cannot be looked up"),
        ("ca", "/nowhere", "cannot be read"),
    ],
)
def test_a_scripted_answer_that_is_not_good_ends_the_run(
    home: Path, relay: Relay, option: str, value: str, said: str
) -> None:
    found = typed(home, [], *scripted(relay, home, **{option: value}), "--no-round-trip")
    assert found.code in (2, 3)
    assert f"{said}" in found.err
    assert "Nothing was written." in found.err
    assert (home / "pbem.toml").read_text() == OLD


def test_settings_that_are_none_are_told_before_any_question(home: Path, relay: Relay) -> None:
    for text, said in (
        ("[mail", "cannot be read"),
        ("[post]\nx = 1\n", "[post] is not a table"),
        ("mail = 1", "[mail]"),
    ):
        (home / "pbem.toml").write_text(text)
        found = typed(home, [ADDRESS])
        assert (found.code, found.out) == (2, "")
        assert said in found.err


def test_a_server_without_plus_addresses_is_told_and_nothing_is_written(home: Path, trusted: Relay) -> None:
    for options, lines in ((scripted(trusted, home), []), ([], [*reading(trusted), *LOGIN, *sending(trusted), ""])):
        trusted.rcpt_faults.append("550 5.1.1 no such user")
        found = typed(home, lines, *options)
        assert found.code == 1
        assert "The server said: 550 5.1.1 no such user." in found.err
        assert "recipient_delimiter" in found.err
        assert "Nothing was written." in found.out
        assert (home / "pbem.toml").read_text() == OLD
