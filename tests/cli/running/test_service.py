"""`pbem setup service | container | cron | guide`: what they print would run here; what is known of providers."""

import json
import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

from pbem.cli.stopping import GRACE
from pbem.referee.home.config import config_text, parse_config
from pbem.setup.providers import guess, providers
from pbem.setup.service import container, crontab, unit
from tests.cli.making import Shell, commands, ran
from tests.cli.speech.test_help import assert_could_be_typed

PROGRAM = (sys.executable, "-m", "pbem")


@pytest.fixture(params=["srv", "a club's 100% $HOME"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A mailbox folder without games."""
    folder = tmp_path / str(request.param)
    folder.mkdir()
    (folder / "pbem.toml").write_text(config_text(name="Club", address="club@example.org", language="en"))
    return folder


def parsed(text: str) -> ConfigParser:
    """A unit by its sections."""
    found = ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(text)
    return found


def said(line: str) -> list[str]:
    """The words of a line of a unit as systemd reads them."""
    return [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(line)]


def typed(words: list[str]) -> tuple[str, ...]:
    """The command among the words of a line, which could be typed."""
    line = shlex.join(["pbem", *words[words.index("--home") :]])
    (found,) = [names for names in commands() if words[words.index("--home") + 2 :][: len(names)] == list(names)]
    assert_could_be_typed(line, found)
    return found


def test_the_unit_names_what_is_there(home: Path) -> None:
    found = parsed(ran("--home", str(home), "setup", "service").out)
    service = found["Service"]
    assert found.sections() == ["Unit", "Service", "Install"]
    words = said(service["ExecStart"])
    assert os.access(words[0], os.X_OK)
    assert typed(words) == ("watch",)
    assert words[words.index("--home") + 1] == str(home)
    assert service["WorkingDirectory"].replace("%%", "%") == str(home)
    assert said(service["ReadWritePaths"].replace("$", "$$")) == [str(home)]
    assert (service["KillSignal"], service["Restart"]) == ("SIGTERM", "on-failure")
    assert service["KillMode"] == "mixed"  # git is not to be ended by the signal
    assert int(service["TimeoutStopSec"]) > 2 * GRACE
    for name in ("NoNewPrivileges", "PrivateDevices", "RestrictSUIDSGID", "LockPersonality"):
        assert service.getboolean(name)
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    temporary = (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"))
    assert service.getboolean("PrivateTmp") != any(home.is_relative_to(folder) for folder in temporary)


def test_what_the_unit_starts_stops_cleanly_and_what_no_start_mends_is_not_tried_again(home: Path) -> None:
    service = parsed(unit(home, PROGRAM))["Service"]
    words = said(service["ExecStart"])
    process = subprocess.Popen(words, stdout=subprocess.PIPE, cwd=home)
    while not (home / ".pbem" / "pbem.db").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(getattr(signal, service["KillSignal"]))
    out, _ = process.communicate(timeout=int(service["TimeoutStopSec"]))
    assert (process.returncode, out.splitlines()[-1:]) == (0, [b"Stopped."])
    (home / "pbem.toml").write_text("[post]\n")
    ended = subprocess.run(words, capture_output=True, cwd=home)
    assert str(ended.returncode) == service["RestartPreventExitStatus"]


def test_systemd_has_nothing_to_say_against_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("systemd is needed: apt-get install systemd")
    names = ("srv", "with spaces", "100% $HOME", "a club's {x,y}; *?[z] & ~`! #ñ")
    for number, name in enumerate(names):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pbem.toml").write_text('[imap]\npassword-from = "env:WORD"\n')
        (tmp_path / f"pbem-{number}.service").write_text(unit(tmp_path / name, PROGRAM))
    wrong = unit(tmp_path / "srv", PROGRAM).replace("KillMode=mixed", "KillMode=gently")
    (tmp_path / "pbem-wrong.service").write_text(wrong)
    files = sorted(str(path) for path in tmp_path.glob("*.service"))
    ran = subprocess.run([analyze, "verify", "--man=no", *files], capture_output=True, text=True)
    told = [line for line in (ran.stdout + ran.stderr).splitlines() if "pbem" in line]
    assert len(files) == len(names) + 1
    assert len(told) == 1
    assert "gently" in told[0]


def test_what_the_settings_name_elsewhere_is_within_reach(tmp_path: Path) -> None:
    home = tmp_path / "repository" / "box"
    home.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    (home / "pbem.toml").write_text(
        '[imap]\npassword-from = "file:/home/ana/word"\nca = "ca.pem"\n'
        '[smtp]\npassword-from = "command:show"\nca = "/etc/own ca.pem"\n'
    )
    user = pwd.getpwuid(os.getuid())
    service = parsed(unit(home, PROGRAM, user.pw_name))["Service"]
    assert said(service["ReadWritePaths"]) == [str(home), str(home.parent / ".git"), user.pw_dir]
    assert service["ProtectHome"] == "read-only"
    text = container(home)["compose.yaml"]
    assert yaml.safe_load(text)["services"]["pbem"]["volumes"][1:] == [
        {"type": "bind", "source": path, "target": path, "read_only": True}
        for path in ("/home/ana/word", "/etc/own ca.pem")
    ]
    assert "The password comes from a program" in text
    (home / "pbem.toml").write_text('[imap]\npassword-from = "keyring"\n')
    for text in (unit(home, PROGRAM), crontab(home, PROGRAM, 5), container(home)["compose.yaml"]):
        assert "keyring" in text
        assert "'pbem setup mail'" in text


def test_who_runs_the_unit(home: Path) -> None:
    text = unit(home, PROGRAM)
    owner = home.owner()
    assert parsed(text)["Service"]["User"] == ("pbem" if owner == "root" else owner)
    assert ("useradd" in text) == (owner == "root")
    assert parsed(unit(home, PROGRAM, "club"))["Service"]["User"] == "club"
    assert "EnvironmentFile" not in text
    assert parsed(unit(home, ("/home/ana/venv/bin/pbem",)))["Service"]["ProtectHome"] == "read-only"
    assert parsed(unit(home, ("/usr/bin/pbem",)))["Service"]["ProtectHome"] == "yes"


def test_a_password_in_the_environment_is_asked_for_where_it_is_to_be_written(home: Path) -> None:
    with (home / "pbem.toml").open("a") as file:
        file.write('\n[imap]\nhost = "a"\nport = 1\nuser = "a"\npassword-from = "env:CLUB_WORD"\n')
    text = unit(home, PROGRAM)
    assert "# CLUB_WORD=" in text
    assert parsed(text)["Service"]["EnvironmentFile"] == "/etc/pbem.env"
    files = ran("--home", str(home), "setup", "container", "--json").data["files"]
    assert 'CLUB_WORD: "${CLUB_WORD:?' in files["compose.yaml"]
    assert "CLUB_WORD=" in crontab(home, PROGRAM, 5)


def test_the_container_runs_the_daemon_and_asks_the_doctor(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "made" / "here"
    found = ran("--home", str(home), "setup", "container", "-o", str(out))
    assert found.out == f"Containerfile and compose.yaml are written in {out}.\n"
    file, compose = (out / "Containerfile").read_text(), (out / "compose.yaml").read_text()
    (started,) = (json.loads(each) for each in re.findall(r"^CMD (\[.+\])", file, re.M))
    (asked,) = (json.loads(each) for each in re.findall(r"test: (\[.+\])", compose))
    assert asked.pop(0) == "CMD"
    for words, command in ((started, ("watch",)), (asked, ("doctor",))):
        assert_could_be_typed(shlex.join(words), command)
    assert int(re.findall(r"stop_grace_period: (\d+)s", compose)[0]) > 2 * GRACE
    assert "PBEM_HOME=/mailbox" in file
    (name, service), *others = yaml.safe_load(compose)["services"].items()
    assert (name, others, service["init"], service["restart"]) == ("pbem", [], True, "unless-stopped")
    (volume,) = service["volumes"]
    assert (volume["source"].replace("$$", "$"), volume["target"]) == (str(home), "/mailbox")
    lines = re.sub(r"\\\n", "", file).splitlines()
    words = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert words == ["FROM", "RUN", "COPY", "RUN", "ENV", "VOLUME", "WORKDIR", "USER", "STOPSIGNAL", "CMD"]
    user = re.search(r'user: "(\d+):(\d+)"', compose)
    assert user is not None
    assert f"USER {user[1]}:{user[2]}\n" in file
    assert int(user[1]) == (home.stat().st_uid or 1000)
    shown = ran("--home", str(home), "setup", "container").out
    assert file in shown
    assert compose.rstrip() in shown


def test_the_line_for_cron_runs(home: Path) -> None:
    line = ran("--home", str(home), "setup", "cron", "--every", "7").out.splitlines()[-1]
    *times, command = line.split(" ", 5)
    assert times == ["*/7", "*", "*", "*", "*"]
    assert not re.search(r"(?<!\\)%", command)
    done = subprocess.run(["/bin/sh", "-c", command.replace(r"\%", "%")], capture_output=True, text=True, cwd="/")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (home / ".pbem" / "pbem.db").exists()


@pytest.mark.parametrize("what", ["service", "container", "cron"])
def test_a_folder_that_is_no_mailbox_is_bad_input(tmp_path: Path, what: str) -> None:
    for name, words in (("none", "There is no pbem.toml"), ('odd"', "quotation marks")):
        folder = tmp_path / name
        folder.mkdir()
        if name != "none":
            (folder / "pbem.toml").touch()
        found = ran("--home", str(folder), "setup", what)
        assert (found.code, found.out) == (2, "")
        assert words in found.err


def test_the_guide_says_the_same_in_both_languages() -> None:
    texts = [ran("setup", "guide", "--lang", language).out for language in ("en", "es")]
    for mark in (r"^## ", r"^# ", r"^\d\. ", r"^- ", r"^\| ", r"`pbem [^`]+`", r"https://\S+?(?=>)", r"```"):
        counts = {len(re.findall(mark, text, re.M)) for text in texts}
        assert len(counts) == 1, mark
        assert counts != {0}
    for text in texts:
        settings = re.findall(r"```toml\n(.+?)```", text, re.S)
        whole = config_text(name="a", address="a@b.c", language="en").replace('"maildir"', '"imap"') + settings[0]
        config = parse_config(Path("pbem.toml"), whole)
        assert config.smtp is not None
        assert (config.smtp.login, config.smtp.user) == ("xoauth2", "referee@outlook.com")
        for line in re.findall(r"`(pbem [^`]+)`", text):
            words = tuple(line.split()[1:])
            assert any(words[: len(names)] == names for names in commands()), line
    assert ran("setup", "guide", "--lang", "es", "--json").data["text"].rstrip() == texts[1].rstrip()


def test_the_guide_names_the_servers_that_the_questions_propose() -> None:
    text = ran("setup", "guide").out
    for one in providers().values():
        assert one.login in ("password", "xoauth2")
        for server, ports in ((one.imap, {"tls": 993}), (one.smtp, {"tls": 465, "starttls": 587})):
            assert ports[server["security"]] == server["port"]
            if one.id != "own":
                assert f"`{server['host']}` {server['port']} {server['security']}" in text


@pytest.mark.parametrize(
    ("address", "id_"),
    [
        ("club@gmail.com", "gmail"),
        ("club@GMAIL.com", "gmail"),
        ("club@hotmail.es", "outlook"),
        ("club@fastmail.com", "fastmail"),
        ("club@example.org", "own"),
        ("club@notgmail.com", "own"),
    ],
)
def test_a_provider_is_guessed_by_the_domain(address: str, id_: str) -> None:
    found = guess(address)
    assert found.id == id_
    assert found.proposed("imap", "host", "example.org") == str(found.imap["host"]).replace("{domain}", "example.org")
    assert found.says


def test_the_data_of_providers_is_dated(shell: Shell) -> None:
    from pbem.resources import shipped_path

    data = tomllib.loads(shipped_path("templates", "setup", "providers.toml").read_text())
    assert re.fullmatch(r"[A-Z][a-z]+ 20\d\d", data["as-of"]["en"])
    found = shell("setup", "mail", says="club@gmail.com\n\n\n")
    assert found.code == 3
    assert f"what was so in {data['as-of']['en']} (check with the provider)" in found.out
