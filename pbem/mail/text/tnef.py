"""Outlook's winmail.dat (TNEF): the names and bytes of the files in it.

Own reader, because the one library there is believes the counts in the file: 40 bytes keep it busy for 20 minutes.
"""

import struct
from dataclasses import dataclass

_SIGNATURE = 0x223E9F78
_ATTRIBUTES = 5_000
_RENDER_DATA, _TITLE, _DATA, _PROPERTIES = 0x9002, 0x8010, 0x800F, 0x9005  # attAttach…, MS-OXTNEF 2.1.3
_LONG_NAMES = ((b"\x1e\x00\x07\x37", "cp1252"), (b"\x1f\x00\x07\x37", "utf-16-le"))  # PidTagAttachLongFilename


@dataclass(slots=True)
class EnclosedFile:
    """A file inside winmail.dat."""

    name: str = ""
    data: bytes = b""


def enclosed_files(data: bytes) -> tuple[EnclosedFile, ...]:
    """The files in a winmail.dat. Raises ValueError if it is none, or broken."""
    files: list[EnclosedFile] = []
    try:
        signature, offset = struct.unpack_from("<I", data)[0], 6
        if signature != _SIGNATURE:
            raise ValueError("not TNEF")
        for _ in range(_ATTRIBUTES):
            if offset >= len(data):
                return tuple(files)
            _, name, _, length = struct.unpack_from("<BHHI", data, offset)
            body = data[offset + 9 : offset + 9 + length]
            if len(body) < length:
                raise ValueError("TNEF ends too early")
            _take(files, name, body)
            offset += 9 + length + 2
    except struct.error as error:
        raise ValueError(str(error)) from error
    raise ValueError("too many TNEF attributes")


def _take(files: list[EnclosedFile], name: int, body: bytes) -> None:
    """Add what one attribute says to the file it belongs to: a file begins with its render data."""
    if name == _RENDER_DATA:
        files.append(EnclosedFile())
    elif name in (_TITLE, _DATA, _PROPERTIES):
        if not files:
            files.append(EnclosedFile())
        file = files[-1]
        if name == _TITLE:
            file.name = file.name or _text(body, "cp1252")
        elif name == _DATA:
            file.data = body
        else:
            file.name = _long_name(body) or file.name


def _long_name(body: bytes) -> str:
    """The long file name among the properties of a file, empty if there is none: tag, count 1, length, text."""
    for tag, charset in _LONG_NAMES:
        start = body.find(tag)
        if start >= 0 and len(body) >= start + 12:
            length = struct.unpack_from("<I", body, start + 8)[0]
            return _text(body[start + 12 : start + 12 + min(length, 520)], charset)
    return ""


def _text(data: bytes, charset: str) -> str:
    return data.decode(charset, "replace").split("\x00")[0]
