"""pbem.toml with new servers in it: the rest stays to the byte, and a kill at any step leaves old or new settings."""

import tomllib
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.errors import BadInput
from pbem.referee.home.config import Config, Server, read_config
from pbem.setup.interview import Interview
from pbem.setup.questions import QUESTIONS
from pbem.setup.settings import MailSettings, save, settings_text
from tests.killed import Killed

ADDRESS = "referee@example.org"
IMAP = Server("imap.example.org", 993, "ref", "file:.pbem/mail-password")
SMTP = Server("smtp.example.org", 465, "ref", "file:.pbem/mail-password")


def found(**changes: object) -> MailSettings:
    """What the questions came to."""
    values = {"address": ADDRESS, "imap": IMAP, "smtp": SMTP, "words": {"imap": "s3cret"}, **changes}
    return MailSettings(**values)  # type: ignore[arg-type]


def home_with(folder: Path, text: str) -> Path:
    """A mailbox folder with these settings."""
    (folder / "pbem.toml").write_bytes(text.encode())
    return folder


@pytest.mark.parametrize(
    ("old", "kept"),
    [
        ("", ""),
        ('# mine\n[clock]\ndeadline = "1d"   # short\n', 'deadline = "1d"   # short'),
        ('clock = { deadline = "1d" } # inline\n', 'clock = { deadline = "1d" } # inline'),
        ("mail.per-day = 9 # dotted\n", "mail.per-day = 9 # dotted"),
        ('imap = { host = "old", timeout = 9 } # one line\n', "# one line"),
        ('[imap]\nhost = "old" # was\nlogin = "xoauth2"\ninbox = "Spiele"\n\n# last words\n', "# last words"),
        ("# windows\r\n[clock]\r\ngrace = '1h' # g\r\n", "grace = '1h' # g\r\n"),
        ('[smtp]\nuser = "other"\npassword-from = "keyring"\nca = "x.pem"\n', "[smtp]"),
    ],
)
def test_the_rest_stays(tmp_path: Path, old: str, kept: str) -> None:
    home = home_with(tmp_path, old)
    text = settings_text(home, found())
    assert kept in text
    assert kept == "" or all(part in text for part in old.splitlines() if part.startswith("#"))
    save(home, found(), Effects(), {})
    assert (home / "pbem.toml").read_bytes() == text.encode()
    config = read_config(home)
    assert (config.address, config.transport) == (ADDRESS, "imap")
    assert config.imap is not None
    assert config.smtp is not None
    assert (config.imap.host, config.imap.port, config.imap.login) == ("imap.example.org", 993, "password")
    assert (config.smtp.user, config.smtp.password_from, config.smtp.ca) == ("ref", IMAP.password_from, "")
    assert settings_text(home, found()) == text


def test_what_was_not_asked_for_stays(tmp_path: Path) -> None:
    old = '[mail]\nper-day = 9\n[imap]\ninbox = "Games"\ntimeout = 9\n[clock]\nsettle = "1h"\n'
    data = tomllib.loads(settings_text(home_with(tmp_path, old), found()))
    assert (data["imap"]["inbox"], data["imap"]["timeout"], data["mail"]["per-day"]) == ("Games", 9, 9)
    assert data["clock"] == {"settle": "1h"}


@pytest.mark.parametrize("text", ["[mail", "mail = 3", "[post]\n", '[imap]\npassword = "x"\n', "\x00"])
def test_what_is_no_settings_is_left_alone(tmp_path: Path, text: str) -> None:
    home = home_with(tmp_path, text)
    with pytest.raises(BadInput, match=r"pbem\.toml"):
        save(home, found(), Effects(), {})
    assert [path.name for path in home.iterdir()] == ["pbem.toml"]
    assert (home / "pbem.toml").read_bytes() == text.encode()


class Dying(Effects):
    """Effects that die at the n-th step."""

    def __init__(self, most: int) -> None:
        self.left = most

    def step(self, what: str) -> None:
        """Count, or die."""
        self.left -= 1
        if self.left < 0:
            raise Killed(what)


def test_a_kill_at_any_step_leaves_old_settings_or_new_ones_with_their_password(tmp_path: Path) -> None:
    old = "# old\n"
    for most in range(100):
        home = tmp_path / str(most)
        home.mkdir()
        home_with(home, old)
        try:
            save(home, found(), Dying(most), {})
        except Killed:
            if (home / "pbem.toml").read_text() == old:
                save(home, found(), Effects(), {})
            done = False
        else:
            done = True
        word = home / ".pbem" / "mail-password"
        assert (home / "pbem.toml").read_text() != old
        assert (word.read_text(), word.stat().st_mode & 0o777) == ("s3cret\n", 0o600)
        if done:
            break
    assert most > 8


def test_passwords_of_their_own_are_kept_apart(tmp_path: Path) -> None:
    smtp = Server("smtp.example.org", 465, "out", "file:.pbem/smtp-password")
    save(tmp_path, found(smtp=smtp, words={"imap": "a", "smtp": "b"}), Effects(), {})
    kept = {file.name: file.read_text() for file in (tmp_path / ".pbem").iterdir()}
    assert kept == {"mail-password": "a\n", "smtp-password": "b\n"}
    assert "a" not in tomllib.loads((tmp_path / "pbem.toml").read_text())["imap"].values()


def proposals(home: Path, address: str, provider: str = "") -> dict[str, str]:
    """What the questions propose for an address, each taken as the answer; no server is asked."""
    interview, found = Interview(home, {}, Effects()), dict[str, str]()
    interview.answers["address"] = address
    for question in QUESTIONS[1:]:
        found[question.key] = question.default(interview)
        if question.key == "provider" and provider:
            found["provider"] = provider
        interview.answers[question.key] = found[question.key]
    return found


@pytest.mark.parametrize(
    ("address", "chosen", "imap", "smtp", "login"),
    [
        ("a@gmail.com", "", "imap.gmail.com 993 tls", "smtp.gmail.com 465 tls", "password"),
        ("a@live.com", "", "outlook.office365.com 993 tls", "smtp-mail.outlook.com 587 starttls", "xoauth2"),
        ("a@b.org", "microsoft365", "outlook.office365.com 993 tls", "smtp.office365.com 587 starttls", "xoauth2"),
        ("a@fastmail.com", "", "imap.fastmail.com 993 tls", "smtp.fastmail.com 465 tls", "password"),
        ("a@b.org", "", "mail.b.org 993 tls", "mail.b.org 465 tls", "password"),
    ],
)
def test_what_is_proposed(tmp_path: Path, address: str, chosen: str, imap: str, smtp: str, login: str) -> None:
    found = proposals(tmp_path, address, chosen)
    for server, expected in (("imap", imap), ("smtp", smtp)):
        assert " ".join(found[f"{server}-{key}"] for key in ("host", "port", "security")) == expected
    assert (found["user"], found["smtp-user"], found["login"]) == (address, address, login)
    assert found["password-from"] == ("file" if login == "password" else "")  # a token needs a program


def test_a_name_is_proposed_and_one_that_would_break_the_settings_is_not_taken(tmp_path: Path) -> None:
    interview = Interview(tmp_path, {}, Effects(), language="es")
    (asked,) = (question for question in QUESTIONS if question.key == "name")
    assert asked.default(interview) == Config().name
    for wrong in ("", 'the "great" one', "a\nb"):
        with pytest.raises(BadInput):
            interview.answer(asked, wrong)
    interview.answer(asked, "Iván")
    save(tmp_path, found(name="Iván", language=interview.language), Effects(), {})
    written = tomllib.loads((tmp_path / "pbem.toml").read_text())["referee"]
    assert (written["name"], written["language"]) == ("Iván", "es")
    assert asked.default(Interview(tmp_path, {}, Effects())) == "Iván"


def test_what_was_set_up_is_proposed_again_for_the_same_address_only(tmp_path: Path) -> None:
    outlook = Server("outlook.office365.com", 993, "shared", "command:token", login="xoauth2")
    smtp = Server("smtp.office365.com", 587, "shared", "command:token", "starttls", "xoauth2")
    save(tmp_path, MailSettings(ADDRESS, outlook, smtp), Effects(), {})
    found = proposals(tmp_path, ADDRESS)
    assert (found["imap-host"], found["user"], found["password-from"]) == (outlook.host, "shared", "command:token")
    assert (found["smtp-host"], found["smtp-port"], found["smtp-security"]) == (smtp.host, "587", "starttls")
    assert found["provider"] == "microsoft365"
    assert (found["login"], found["smtp-user"]) == ("xoauth2", "shared")
    assert proposals(tmp_path, "other@example.org")["user"] == "other@example.org"
