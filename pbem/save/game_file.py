"""A whole game in one file: a zip with what it holds in archive.json, the save, and the private side if it goes along.

    archive.json              format, game, whether it is private, the pbem that wrote it, when each record was written
    save/                     game.json, scenario.json, state.json, turns/ … as in a save folder
    private/                  one file for each table of the private side, and roots.json

The same contents give the same bytes: names in order, no times, no owners. What is read may come from anybody: nothing
is unpacked by the names that it gives, nothing is read that is larger than a game can be.
"""

import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.phrases import Phrase, marked
from pbem.save.errors import BadGameFile

ENDING = ".pbem"
FORMAT = 1
HEADER, SAVE, PRIVATE, ROOTS = "archive.json", "save", "private", "roots"
LARGEST, LARGEST_OF_SAVE, MOST_FILES = 2**30, 2**25, 12_000
"""Bytes of all files and of one of the save, unpacked, and how many files: more than any game has."""
SMALL, DENSEST = 2**26, 50
"""What has more bytes unpacked than the first has to have a part of them packed: a game is not emptier than that."""
_NAME = re.compile(
    rf"{re.escape(HEADER)}|{SAVE}/(?:(?:game|scenario|state|press)\.json|turns/\d{{4}}-\d{{2,3}}-[a-z0-9-]{{1,80}}\.json)"
    rf"|{PRIVATE}/[a-z]{{1,40}}\.json"
)
_KINDS = {"copy": bool, "format": int, "game": str, "pbem": str, "private": bool, "store": int, "times": dict}


@dataclass(frozen=True, slots=True)
class GameFile:
    """What a file holds. `save` are the files of the save folder by name ("turns/0001-01-weather.json").

    `private` are the rows of the private side by table, and under "roots" the roots of the dice by chain; empty where
    it is left out. `store` is the version of the database that they come from. `copy`: the game is played on where the
    file was made. `times`: when each record was written, by number, as ISO texts.
    """

    game: str
    save: Mapping[str, bytes]
    private: Mapping[str, Any]
    times: Mapping[str, str]
    store: int = 0
    copy: bool = False
    pbem: str = ""

    @property
    def header(self) -> dict[str, Any]:
        """The value of archive.json."""
        return {
            "copy": self.copy,
            "format": FORMAT,
            "game": self.game,
            "pbem": self.pbem,
            "private": bool(self.private),
            "store": self.store,
            "times": dict(self.times),
        }


def pack(found: GameFile) -> bytes:
    """The bytes of the file."""
    members = {HEADER: _json(found.header), **{f"{SAVE}/{name}": data for name, data in found.save.items()}}
    members |= {f"{PRIVATE}/{name}.json": _json(value) for name, value in found.private.items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(members):
            info = zipfile.ZipInfo(name)  # of 1980, whenever it is made
            info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o600) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, members[name])
    return packed.getvalue()


def unpack(path: Path) -> GameFile:
    """What a file holds; BadGameFile, with what is wrong, where it is none, or of a newer pbem. Nothing is written."""
    try:
        with zipfile.ZipFile(path) as file:
            members = dict(_members(file, path))
    except BadGameFile:
        raise
    except FileNotFoundError:
        raise BadGameFile("There is no file {file}.", file=path) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as wrong:
        raise BadGameFile(
            "{file} is no game as 'pbem export' writes it, or only a part of one ({why}). Have it sent once more.",
            file=path,
            why=str(wrong) or type(wrong).__name__,
        ) from None
    except OSError as wrong:
        raise BadGameFile("{file} cannot be read: {why}.", file=path, why=wrong.strerror or str(wrong)) from None
    header = _header(members, path)
    strangers = [name for name in members if name.startswith(f"{PRIVATE}/")]
    if bool(strangers) is not header["private"]:
        raise BadGameFile("{file} does not hold what its archive.json says: the private side.", file=path)
    return GameFile(
        game=header["game"],
        save={name.removeprefix(f"{SAVE}/"): data for name, data in members.items() if name.startswith(f"{SAVE}/")},
        private={_table(name): _value(data, name, path) for name, data in members.items() if name in strangers},
        times=header["times"],
        store=header["store"],
        copy=header["copy"],
        pbem=header["pbem"],
    )


def _table(name: str) -> str:
    return name.removeprefix(f"{PRIVATE}/").removesuffix(".json")


def _members(file: zipfile.ZipFile, path: Path) -> "list[tuple[str, bytes]]":
    """The files of the zip, each judged by what it says of itself before any is read."""
    listed = file.infolist()
    most = marked("it holds {count} files, more than a game can")
    _require(len(listed) <= MOST_FILES, path, most, count=len(listed))
    for info in listed:
        name = info.filename
        plain = info.create_system != 3 or stat.S_IFMT(info.external_attr >> 16) in (0, stat.S_IFREG)
        _require(_NAME.fullmatch(name), path, marked("it holds {name!r}, which is no file of a game"), name=name[:100])
        _require(plain, path, marked("{name} is a link or the like, no file"), name=name)
        _require(not info.flag_bits & 1, path, marked("{name} is locked with a password"), name=name)
        large = name.startswith(f"{SAVE}/") and info.file_size > LARGEST_OF_SAVE
        _require(not large, path, marked("{name} is larger than a game can be"), name=name)
    whole, densest = sum(info.file_size for info in listed), max(SMALL, DENSEST * path.stat().st_size)
    _require(whole <= min(LARGEST, densest), path, marked("unpacked it is larger than a game can be"))
    _require(len({info.filename for info in listed}) == len(listed), path, marked("a file is in it twice"))
    return [(info.filename, file.read(info)) for info in listed]


def _require(holds: object, path: Path, why: str, **values: object) -> None:
    if not holds:
        raise BadGameFile("{file} is not taken: {why}.", file=path, why=Phrase(why, **values))


def _header(members: Mapping[str, bytes], path: Path) -> dict[str, Any]:
    """What archive.json says; BadGameFile where that is not what it should be."""
    if HEADER not in members:
        raise BadGameFile("{file} is a zip, but no game as 'pbem export' writes it: it has no {header}.",
                       file=path, header=HEADER)  # fmt: skip
    header = _value(members[HEADER], HEADER, path)
    if not isinstance(header, dict):
        header = {}
    found = header.get("format")
    if type(found) is int and found > FORMAT:
        raise BadGameFile(
            "{file} was written by a newer pbem ({pbem}): format {found}; this one reads up to {newest}.",
            file=path,
            pbem=str(header.get("pbem", "?"))[:20],
            found=found,
            newest=FORMAT,
        )
    wrong = [name for name, kind in _KINDS.items() if type(header.get(name)) is not kind]
    if not wrong:
        try:
            times_of(header["times"])
        except (ValueError, TypeError):
            wrong = ["times"]
    if wrong or found != FORMAT or header.keys() != _KINDS.keys():
        what = ", ".join(wrong) or ", ".join(sorted(header.keys() ^ _KINDS.keys())) or "format"
        raise BadGameFile("{file}: its archive.json is not what it should be ({what}).", file=path, what=what)
    return header


def _value(data: bytes, name: str, path: Path) -> Any:
    """The JSON value in a file; BadGameFile where it is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise BadGameFile("{file}: {name} is not JSON ({why}).", file=path, name=name, why=wrong) from None


def _json(value: Any) -> bytes:
    """A JSON value with sorted keys; of a list each entry on a line of its own."""

    def one(each: Any) -> str:
        return json.dumps(each, ensure_ascii=False, sort_keys=True)

    if not isinstance(value, list):
        return f"{one(value)}\n".encode()
    return ("[\n" + ",\n".join(map(one, value)) + "\n]\n").encode()


def imported_times(save: Path) -> dict[int, datetime]:
    """When each record of a save was written that was read in from a file, as its archive.json says; else nothing."""
    try:
        return times_of(json.loads((save / HEADER).read_bytes())["times"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def times_of(times: Mapping[str, str]) -> dict[int, datetime]:
    """Times by number of record, from the texts of a file; ValueError or TypeError for what is none."""
    found = {int(n): datetime.fromisoformat(when) for n, when in times.items()}
    if any(when.tzinfo is None for when in found.values()):
        raise ValueError("a time without zone")
    return found
