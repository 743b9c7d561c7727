"""The unit of `pbem setup service` under a real systemd: python -m tests.servers.booted ROOT, as root.

ROOT is a Debian that is booted with systemd-nspawn on the network of this machine, and has pbem in /opt/pbem:

    debootstrap --variant=minbase --include=systemd-sysv,git,python3-venv,ca-certificates bookworm ROOT
    pip wheel --no-deps --wheel-dir ROOT/opt .
    chroot ROOT sh -c 'python3 -m venv /opt/pbem && /opt/pbem/bin/pip install /opt/pbem-*.whl'

It is too long for the suite: what it proves there is that systemd-analyze takes the unit.
"""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.referee.home.config import config_text
from tests.servers.mailservers import Dovecot, Relay
from tests.servers.players import settings

HOME = "/srv/a club's 100% $HOME"
UNIFIED = """umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup && mkdir -p /sys/fs/cgroup/pbem-booted &&
echo $$ > /sys/fs/cgroup/pbem-booted/cgroup.procs && exec "$@"
"""
PATIENCE = 60.0


@dataclass(frozen=True)
class Machine:
    """A booted root."""

    root: Path
    pid: int

    def run(self, *words: str, code: int = 0) -> str:
        """What a command says there; it ends with this code."""
        enter = ["nsenter", "-t", str(self.pid), "-m", "-p", "-u", "-i", "-C", "-r", "-w", "env", "-i"]
        path = "PATH=/opt/pbem/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        done = subprocess.run([*enter, path, "LANG=C.UTF-8", *words], capture_output=True, text=True)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def show(self, name: str) -> str:
        """A property of the service."""
        return self.run("systemctl", "show", "--value", "-p", name, "pbem").strip()

    def until(self, what: str, found: Callable[[], bool]) -> None:
        """Wait until something is found, and say how long it took."""
        began = time.monotonic()
        while not found():
            journal = "" if time.monotonic() - began < PATIENCE else self.run("journalctl", "-u", "pbem", "-o", "cat")
            assert not journal, f"{what}: not in time\n{journal}"
            time.sleep(0.1)
        print(f"✓ {what}: {time.monotonic() - began:.1f} s", flush=True)


@contextmanager
def booted(root: Path) -> Iterator[Machine]:
    """The root, booted, until the end. A host with both hierarchies of cgroups shows it the new one only."""
    command = ["systemd-nspawn", "-q", "-D", str(root), "-b", "--register=no", "--keep-unit", "--console=passive"]
    if not Path("/sys/fs/cgroup/cgroup.controllers").exists():
        command = ["unshare", "-m", "--propagation", "private", "sh", "-c", UNIFIED, "sh", *command]
    (root / "etc" / "hosts").write_text("127.0.0.1 localhost\n")
    host = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        children = Path(f"/proc/{host.pid}/task/{host.pid}/children")
        end = time.monotonic() + PATIENCE
        while not children.read_text():
            assert host.poll() is None, "it does not boot"
            assert time.monotonic() < end, "it does not boot"
            time.sleep(0.1)
        machine = Machine(root, int(children.read_text().split()[0]))
        time.sleep(1)
        machine.run("systemctl", "is-system-running", "--wait")
        yield machine
    finally:
        host.terminate()
        host.wait(PATIENCE)


def prepared(machine: Machine, relay: Relay) -> Path:
    """The mailbox folder there with a game, and the service as the head of its unit says."""
    machine.run(
        "sh", "-c", 'systemctl stop pbem; userdel pbem; rm -rf "$0"; mkdir -p "$0"/.pbem; chmod 700 "$0"/.pbem', HOME
    )
    home = machine.root / HOME[1:]
    (home / "ca.pem").write_bytes((relay.dovecot.root / "ca.pem").read_bytes())
    text = settings(relay).replace(str(relay.dovecot.root / "ca.pem"), "ca.pem")
    (home / "pbem.toml").write_text(re.sub(r"env:\w+", "file:.pbem/mail-password", text))
    (home / ".pbem" / "mail-password").touch(0o600)
    (home / ".pbem" / "mail-password").write_text(relay.dovecot.users["referee"])
    players = ("--player", "spanish=ana@example.org", "--player", "moroccan=omar@example.org")
    machine.run("pbem", "--home", HOME, "new", "legion", "melilla", *players)
    unit = machine.run("pbem", "--home", HOME, "setup", "service")
    (machine.root / "etc/systemd/system/pbem.service").write_text(unit.replace("RestartSec=30", "RestartSec=1"))
    machine.run("sh", "-c", re.findall(r"^#   (sudo useradd .+)$", unit, re.M)[0].replace("sudo ", ""))
    machine.run("systemctl", "daemon-reload")
    return home


def prove(machine: Machine, relay: Relay) -> None:
    """Start, mails out, a kill, a stop, settings that are none."""
    home = prepared(machine, relay)
    machine.run("systemctl", "start", "pbem")
    machine.until("first mails", lambda: len(relay.accepted) == 2)
    assert "sent: 2" in machine.run("journalctl", "-u", "pbem", "-o", "cat")
    before = machine.show("MainPID")
    machine.run("kill", "-KILL", before)
    machine.until("restarted after SIGKILL", lambda: machine.show("MainPID") not in ("0", before))
    for seconds in (0.0, 0.5, 3.0):
        machine.run("systemctl", "start", "pbem")
        time.sleep(seconds)
        machine.until(f"stopped {seconds} s after a start", lambda: machine.run("systemctl", "stop", "pbem") == "")
        assert machine.show("Result") == "success"
    (home / "pbem.toml").write_text(config_text(name="R", address="r@example.org", language="en") + "[post]\n")
    machine.run("systemctl", "start", "pbem")
    machine.until("bad settings are told", lambda: machine.show("ActiveState") == "failed")
    time.sleep(2)
    assert (machine.show("NRestarts"), machine.show("ExecMainStatus")) == ("0", "2")


if __name__ == "__main__":
    with TemporaryDirectory(prefix="pbem-booted-") as folder, booted(Path(sys.argv[1]).resolve()) as machine_:
        dovecot_ = Dovecot(Path(folder)).write().start()
        relay_ = Relay(dovecot_).start()
        try:
            prove(machine_, relay_)
        finally:
            relay_.stop()
            dovecot_.stop()
