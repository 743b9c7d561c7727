"""The referee's settings: pbem.toml in the mailbox folder. No secrets in it."""

import re
import tomllib
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from pbem.referee.errors import BadInput

FILE = "pbem.toml"

TEMPLATE = """\
# Settings of this pbem mailbox. No secrets belong here.

[referee]
name = "{name}"
address = "{address}"     # players' answers go to this address, with their token after a plus sign
language = "{language}"   # of what the referee is told: es or en

[mail]
transport = "maildir"
spool = "spool"           # raw mails come in spool/in and go out to spool/out

[clock]
deadline = "72h"          # time for a phase that somebody is asked for
settle = "30m"            # quiet time after the last receipt before a complete phase closes
grace = "0h"              # added to a deadline before silence counts
"""

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force. `host` is the right side of the referee's address: the home of our Message-IDs."""

    name: str = "pbem referee"
    address: str = "referee@localhost.localdomain"
    language: str = "en"
    spool: str = "spool"
    deadline: timedelta = field(default_factory=lambda: timedelta(hours=72))
    settle: timedelta = field(default_factory=lambda: timedelta(minutes=30))
    grace: timedelta = field(default_factory=timedelta)
    address_alone: bool = False
    """Whether a mail without token is taken when its address holds just one seat."""

    @property
    def host(self) -> str:
        """The domain of the referee's address."""
        return self.address.partition("@")[2]


def duration(text: str) -> timedelta:
    """The time that "72h", "30m", "2d" or "1w" names, or several of them together ("1d 12h"); BadInput otherwise."""
    parts = re.findall(r"(\d+)\s*([mhdw])", text)
    if not parts or re.sub(r"\d+\s*[mhdw]", "", text).strip():
        raise BadInput(f"{text!r} is not a length of time: write for example 72h, 30m, 2d or 1d 12h.")
    try:
        return sum((timedelta(**{_UNITS[unit]: int(count)}) for count, unit in parts), timedelta())
    except OverflowError:
        raise BadInput(f"{text!r} is too long a time.") from None


def read_config(home: Path) -> Config:
    """The settings of a mailbox folder; BadInput that names file, key and what was expected."""
    path = home / FILE
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(
            f"There is no {FILE} in {home}. Run pbem in a mailbox folder, name one with --home, "
            "or make one with 'pbem new'."
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as broken:
        raise BadInput(f"{path} cannot be read: {broken}.") from None
    return _config(path, data)


def config_text(*, name: str, address: str, language: str) -> str:
    """The text of a new pbem.toml."""
    if re.search(r'["\\\x00-\x1f]', name + address + language):
        raise BadInput("A referee's name and address have no quotation marks, backslashes or control characters.")
    return TEMPLATE.format(name=name, address=address, language=language)


_KEYS: dict[str, dict[str, str]] = {
    "referee": {"name": "text", "address": "address", "language": "language"},
    "mail": {"transport": "transport", "spool": "text", "address-alone": "yes-no"},
    "clock": {"deadline": "time", "settle": "time", "grace": "time"},
}


def _config(path: Path, data: dict[str, Any]) -> Config:
    found: dict[str, Any] = {}
    for table, values in data.items():
        keys = _KEYS.get(table)
        if keys is None or not isinstance(values, dict):
            raise BadInput(f"{path}: [{table}] is not a table of pbem.toml; there are {', '.join(_KEYS)}.")
        for key, value in values.items():
            if key not in keys:
                raise BadInput(f"{path}: {table}.{key} is not a setting; there are {', '.join(keys)}.")
            found[key.replace("-", "_")] = _value(path, f"{table}.{key}", keys[key], value)
    found.pop("transport", None)
    return Config(**found)


def _value(path: Path, key: str, kind: str, value: Any) -> Any:
    if kind == "yes-no":
        if not isinstance(value, bool):
            raise BadInput(f"{path}: {key} is true or false, not {value!r}.")
        return value
    if not isinstance(value, str) or not value:
        raise BadInput(f"{path}: {key} is a text in quotation marks, not {value!r}.")
    if kind == "time":
        try:
            return duration(value)
        except BadInput as wrong:
            raise BadInput(f"{path}: {key}: {wrong}") from None
    allowed = {"language": ("es", "en"), "transport": ("maildir",)}.get(kind)
    if allowed and value not in allowed:
        raise BadInput(f"{path}: {key} is {' or '.join(allowed)}, not {value!r}.")
    if kind == "address" and not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", value):
        raise BadInput(f"{path}: {key} is a mail address, not {value!r}.")
    return value
