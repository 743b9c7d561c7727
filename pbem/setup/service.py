"""What runs a mailbox unattended: a systemd unit, a container, a line of a crontab; and the page about providers."""

import json
import pwd
import re
import shlex
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem import __version__
from pbem.errors import BadInput
from pbem.referee.home.config import FILE
from pbem.resources import shipped_path
from pbem.setup.settings import old_values


def guide(language: str) -> str:
    """The page about mail providers, as Markdown."""
    return shipped_path("templates", "setup", f"guide.{language}.md").read_text("utf-8")


def unit(home: Path, program: Sequence[str], user: str | None = None) -> str:
    """A systemd unit that runs `pbem watch` here. BadInput where the folder is no mailbox, or of a name too odd."""
    home = _mailbox(home)
    owner, needs = _owner(home), _needs(home)
    user, make_user = user or ("pbem" if owner == "root" else owner), user is None and owner == "root"
    own = _own_home(home, user, make_user) if needs.program else None
    writes = [path for path in (home, _repository(home), own) if path is not None]
    words = (*program, "--home", str(home), "watch")
    return _filled(
        "pbem.service.j2",
        shell_home=shlex.quote(str(home)),
        shell_program=shlex.join(program),
        folder=_specifiers(str(home)),
        writes=" ".join(_quoted(str(path)) for path in writes),
        start=" ".join(_quoted(word).replace("$", "$$") for word in words),
        user=user,
        make_user=make_user,
        needs=needs,
        in_home=any(Path(top) in (path, *path.parents) for path in _reads(program, needs, writes) for top in _HOMES),
        in_tmp=any(Path(top) in home.parents for top in _TEMPORARY),
    )


def container(home: Path) -> dict[str, str]:
    """The files of a container that runs `pbem watch` here, by name. BadInput where the folder is no mailbox."""
    home = _mailbox(home)
    stat = home.stat()
    ids = (stat.st_uid, stat.st_gid) if stat.st_uid else (1000, 1000)
    values = {"version": __version__, "uid": ids[0], "gid": ids[1]}
    needs = _needs(home)
    return {
        "Containerfile": _filled("Containerfile.j2", **values),
        "compose.yaml": _filled(
            "compose.yaml.j2",
            source=_yaml(str(home)),
            shell_home=shlex.quote(str(home)),
            give=not stat.st_uid,
            files=[_yaml(str(path)) for path in needs.files],
            needs=needs,
            repository=_repository(home),
            **values,
        ),
    }


def crontab(home: Path, program: Sequence[str], minutes: int) -> str:
    """The line of a crontab that runs `pbem tick` here every so many minutes. BadInput where it is no mailbox."""
    home = _mailbox(home)
    command = shlex.join([*program, "--home", str(home)]).replace("%", r"\%")
    return _filled("crontab.j2", command=command, every=minutes, needs=_needs(home))


_HOMES = ("/home", "/root", "/run/user")
_TEMPORARY = (tempfile.gettempdir(), "/tmp", "/var/tmp")


@dataclass(frozen=True, slots=True)
class Needs:
    """What the settings want from outside of the folder: names of the environment, files, a program, the keyring."""

    environment: tuple[str, ...]
    files: tuple[Path, ...]
    program: bool
    keyring: bool


def _mailbox(home: Path) -> Path:
    """The folder with its whole path; BadInput where it is no mailbox or cannot be written into a unit."""
    home = home.resolve()
    if not (home / FILE).is_file():
        raise BadInput(
            "There is no {file} in {home}: 'pbem setup mail' or 'pbem new' makes a mailbox folder.",
            file=FILE,
            home=home,
        )
    if not str(home).isprintable() or re.search(r'["\\]', str(home)):
        raise BadInput(
            "{home} has quotation marks, backslashes or controls in its name: use another folder.", home=home
        )
    return home


def _owner(home: Path) -> str:
    uid = home.stat().st_uid
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _needs(home: Path) -> Needs:
    servers = [old_values(home).get(table, {}) for table in ("imap", "smtp")]
    sources = list(dict.fromkeys(str(server.get("password-from", "")) for server in servers))
    named = [source[5:] for source in sources if source.startswith("file:")]
    named += [str(server["ca"]) for server in servers if server.get("ca")]
    files = dict.fromkeys(home / Path(name).expanduser() for name in named)
    return Needs(
        environment=tuple(source[4:] for source in sources if source.startswith("env:")),
        files=tuple(path for path in files if not path.resolve().is_relative_to(home)),
        program=any(source.startswith("command:") for source in sources),
        keyring="keyring" in sources,
    )


def _reads(program: Sequence[str], needs: Needs, writes: Sequence[Path]) -> list[Path]:
    """What the daemon must be able to see: its program with the Python that runs it, files, folders."""
    python = Path(program[0]).with_name("python")
    return [Path(program[0]), Path(program[0]).resolve(), python.resolve(), *needs.files, *writes]


def _repository(home: Path) -> Path | None:
    """The folder of the repository that the mailbox folder is a part of; None where it has its own, or none."""
    found = next((folder for folder in (home, *home.parents) if (folder / ".git").exists()), home)
    return None if found == home else found / ".git"


def _own_home(home: Path, user: str, make_user: bool) -> Path | None:
    """Where a program for the password keeps its things; a user that is yet to be made lives in the mailbox folder."""
    try:
        found = None if make_user else Path(pwd.getpwnam(user).pw_dir)
    except KeyError:
        return None
    return found if found not in (None, home, Path("/")) and found.is_dir() else None


def _yaml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("$", "$$")


def _specifiers(text: str) -> str:
    return text.replace("%", "%%")


def _quoted(text: str) -> str:
    return f'"{_specifiers(text)}"'


def _filled(name: str, **values: Any) -> str:
    env = Environment(
        loader=FileSystemLoader(str(shipped_path("templates", "setup"))),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # these are no pages
    )
    return env.get_template(name).render(values)
