"""What runs a mailbox unattended: a systemd unit, a container, a line of a crontab; and the page about providers."""

import json
import pwd
import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem import __version__
from pbem.referee.config import FILE
from pbem.referee.errors import BadInput
from pbem.referee.setup_settings import old_values
from pbem.resources import shipped


def guide(language: str) -> str:
    """The page about mail providers, as Markdown."""
    return shipped("templates", "setup", f"guide.{language}.md").read_text("utf-8")


def unit(home: Path, program: Sequence[str], user: str | None = None) -> str:
    """A systemd unit that runs `pbem watch` here. BadInput where the folder is no mailbox, or of a name too odd."""
    home = _mailbox(home)
    owner = _owner(home)
    words = (*program, "--home", str(home), "watch")
    return _filled(
        "pbem.service.j2",
        home=home,
        folder=_specifiers(str(home)),
        quoted=_quoted(str(home)),
        start=" ".join(_quoted(word).replace("$", "$$") for word in words),
        user=user or ("pbem" if owner == "root" else owner),
        make_user=user is None,
        environment=_environment(home),
        in_home=any(Path(top) in (home, Path(program[0]), *home.parents, *Path(program[0]).parents) for top in _HOMES),
        in_tmp=any(Path(top) in home.parents for top in (tempfile.gettempdir(), "/tmp", "/var/tmp")),
    )


def container(home: Path) -> dict[str, str]:
    """The files of a container that runs `pbem watch` here, by name. BadInput where the folder is no mailbox."""
    home = _mailbox(home)
    stat = home.stat()
    ids = (stat.st_uid, stat.st_gid) if stat.st_uid else (1000, 1000)
    values = {"version": __version__, "uid": ids[0], "gid": ids[1], "environment": _environment(home)}
    source = json.dumps(str(home), ensure_ascii=False).replace("$", "$$")
    return {
        "Containerfile": _filled("Containerfile.j2", **values),
        "compose.yaml": _filled("compose.yaml.j2", source=source, **values),
    }


def crontab(home: Path, program: Sequence[str], minutes: int) -> str:
    """The line of a crontab that runs `pbem tick` here every so many minutes. BadInput where it is no mailbox."""
    home = _mailbox(home)
    command = shlex.join([*program, "--home", str(home)]).replace("%", r"\%")
    return _filled("crontab.j2", command=command, every=minutes, environment=_environment(home))


_HOMES = ("/home", "/root", "/run/user")


def _mailbox(home: Path) -> Path:
    """The folder with its whole path; BadInput where it is no mailbox or cannot be written into a unit."""
    home = home.resolve()
    if not (home / FILE).is_file():
        raise BadInput(f"There is no {FILE} in {home}: 'pbem setup mail' or 'pbem new' makes a mailbox folder.")
    if not str(home).isprintable() or re.search(r'["\\]', str(home)):
        raise BadInput(f"{home} has quotation marks, backslashes or controls in its name: use another folder.")
    return home


def _owner(home: Path) -> str:
    uid = home.stat().st_uid
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _environment(home: Path) -> list[str]:
    """The names of the environment that the settings want a password from."""
    tables = old_values(home)
    sources = [str(tables.get(table, {}).get("password-from", "")) for table in ("imap", "smtp")]
    return list(dict.fromkeys(source[4:] for source in sources if source.startswith("env:")))


def _specifiers(text: str) -> str:
    return text.replace("%", "%%")


def _quoted(text: str) -> str:
    return f'"{_specifiers(text)}"'


def _filled(name: str, **values: Any) -> str:
    env = Environment(
        loader=FileSystemLoader(str(shipped("templates", "setup"))),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # these are no pages
    )
    return env.get_template(name).render(values)
