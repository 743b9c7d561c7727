"""The doctor at real mail servers: what is well, what is wrong and what to do; mails to ourselves."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pbem.effects import Effects
from pbem.mail.servers.imap import NEARLY
from pbem.referee.home.config import read_config
from pbem.referee.home.home import make_home
from pbem.setup.diagnosis import Diagnosis
from pbem.setup.probe import probe_mailbox
from pbem.setup.server_check import check_servers
from tests.cli.making import ran
from tests.servers.mailservers import Dovecot, Relay
from tests.servers.players import PASSWORD, settings

# Dovecot says how full a mailbox is, and has a folder that may only be read.
STRICT = """
mail_plugins = quota acl
plugin {{
  acl = vfile:{folder}
}}
protocol imap {{
  mail_plugins = quota imap_quota acl imap_acl
}}
"""


@pytest.fixture
def home(tmp_path: Path, relay: Relay) -> Path:
    """A mailbox folder on the servers."""
    make_home(tmp_path / "home", settings(relay), Effects())
    return tmp_path / "home"


def findings(home: Path, password: str = "s3cret", now: datetime | None = None, **changes: Any) -> dict[str, Diagnosis]:
    """What is said of mail and clock, by the first word or two; `changes` are of the server for reading."""
    config = read_config(home)
    assert config.imap is not None
    config = replace(config, imap=replace(config.imap, **changes))
    found = list(check_servers(home, config, {PASSWORD: password}, now or datetime.now(UTC)))
    return {each.about.partition(":")[0].partition(" (")[0]: each for each in found}


def test_all_is_well_and_folders_are_made(home: Path, relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "s3cret")
    said = ran("--home", str(home), "doctor")
    assert said.code == 0, said.out
    assert "(folders made: Handled, Refused, Machines)" in said.out
    found = findings(home)
    assert [found[about].wrong for about in ("mail in", "mail out", "clock")] == ["", "", ""]
    assert "folders made" not in found["mail in"].about
    assert relay.dovecot.folder("referee", "Machines") == []  # the probe of the clock is gone


def test_a_wrong_password_is_told_at_both_servers(home: Path) -> None:
    found = findings(home, "guess")
    for about, waits in (("mail in", "no phase closes, and mails wait at the server"), ("mail out", "in the outbox")):
        assert "does not accept the login of referee" in found[about].wrong
        assert "'pbem setup mail' asks for the password anew" in found[about].mend
        assert waits in found[about].mend
        assert "nothing is lost" in found[about].mend
        assert "guess" not in str(found[about])


def test_a_missing_password_is_told(home: Path) -> None:
    assert f"in the environment, as {PASSWORD}, but is not there" in findings(home, "")["mail in"].wrong


def test_a_clock_that_is_a_day_off_is_told(home: Path) -> None:
    for off in (timedelta(days=1), -timedelta(days=1)):
        found = findings(home, now=datetime.now(UTC) + off)
        assert "at the mail server" in found["clock"].wrong
        assert "set the clock" in found["clock"].mend


def test_a_server_that_is_down_is_told_and_the_other_is_well(home: Path, relay: Relay) -> None:
    relay.stop()
    found = findings(home)
    assert found["mail in"].wrong == ""
    assert "Nothing answers" in found["mail out"].wrong


@pytest.mark.parametrize(
    ("change", "said", "mend"),
    [
        ({"ca": ""}, "nobody whom this machine trusts has signed it", "ca in pbem.toml"),
        ({"ca": "gone.pem"}, "there is no such file", "Correct ca"),
        ({"host": "127.0.0.1", "port": "lmtp", "security": "starttls"}, "another service", "993 or 143"),
        ({"port": "smtp", "security": "starttls"}, "another service than was asked for (it says: 220", "993 or 143"),
    ],
)
def test_what_is_wrong_with_a_server_is_said_with_what_to_do(
    home: Path, relay: Relay, change: dict[str, Any], said: str, mend: str
) -> None:
    ports = {"lmtp": relay.dovecot.lmtp, "smtp": relay.port}
    if "port" in change:
        change = {**change, "port": ports[change["port"]]}
    found = findings(home, **change)["mail in"]
    assert said in found.wrong
    assert mend in found.wrong
    assert "nothing is lost" in found.mend


def test_a_folder_that_may_only_be_read_and_a_mailbox_that_is_nearly_full(tmp_path: Path) -> None:
    with TemporaryDirectory(prefix="pbem-dovecot-") as root:
        rights = Path(root) / "rights"
        rights.mkdir()
        dovecot = Dovecot(Path(root), quota="100000B", more=STRICT.format(folder=rights)).write().start()
        relay = Relay(dovecot).start()
        try:
            make_home(tmp_path / "home", settings(relay), Effects())
            assert "mailbox" not in findings(tmp_path / "home")
            dovecot.deliver(b"Subject: filling\r\n\r\n" + (b"x" * 998 + b"\r\n") * 97)
            found = findings(tmp_path / "home")["mailbox"]
            assert "nearly full (9" in found.wrong
            assert int(found.wrong.partition("(")[2].partition(" %")[0]) >= NEARLY
            (rights / "Refused").write_text("owner lr\n")
            found = findings(tmp_path / "home")["mail in"]
            assert "the folder Refused may only be read" in found.wrong
            assert "name another: refused under [imap]" in found.wrong
        finally:
            relay.stop()
            dovecot.stop()


# Mails to ourselves ---------------------------------------------------------------------------------------------------

MX = "mx.example.org"


def results(home: Path, trusted: str) -> tuple[Diagnosis, Diagnosis, Diagnosis]:
    """What mails to ourselves tell: of plus addresses, of who writes headers, and of forged ones."""
    config = replace(read_config(home), authserv_id=trusted)
    told = probe_mailbox(home, config, {PASSWORD: "s3cret"}, datetime.now(UTC), "w0rd", time.monotonic, lambda _: None)
    trip, named, forged = told
    return trip, named, forged


@pytest.mark.parametrize(
    ("writes", "strips", "trusted", "named", "forged"),
    [
        (MX, True, MX, "", ""),
        (MX, True, "", "", ""),
        ("", False, "", "", ""),
        ("", False, MX, "", "pbem would believe it"),
        (MX, False, MX, "", "below its own; where it writes none"),
        (MX, True, "other.example.org", f"the server calls itself {MX}", ""),
    ],
)
def test_forged_headers_are_believed_nowhere(
    home: Path, relay: Relay, writes: str, strips: bool, trusted: str, named: str, forged: str
) -> None:
    relay.writes_results_as, relay.strips_results = writes, strips
    trip, who, kept = results(home, trusted)
    assert (trip.wrong, "Plus addresses work." in trip.about) == ("", True)
    assert named in who.wrong
    assert forged in kept.wrong
    assert (bool(who.wrong), bool(kept.wrong)) == (bool(named), bool(forged))
    assert ('authserv-id = ""' in kept.mend) == bool(forged)
    assert ("took out one" in kept.about) == strips
    for folder in ("", "Machines"):
        assert relay.dovecot.folder("referee", folder) == []


def test_the_probe_is_for_who_asks_for_it(home: Path, relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "s3cret")
    monkeypatch.setattr(time, "sleep", lambda _: None)
    assert ran("--home", str(home), "doctor").code == 0
    assert relay.accepted == []
    relay.rcpt_faults.append("550 5.1.1 no such user")
    found = ran("--home", str(home), "doctor", "--probe")
    assert found.code == 1
    assert "✗ mail to ourselves: 1 of our 2 mails came back" in found.out
    assert "The server said: 550 5.1.1 no such user." in found.out
    assert len(relay.accepted) == 2
