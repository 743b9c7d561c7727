"""Formats of save files. An archive is never rewritten, nor raised in memory: each file is read by the format it says.

Whoever adds one to FORMAT keeps reading the old, and says what it means where the two differ (`SheetLines.hash_in`).
"""

from pbem.save.errors import SaveError
from pbem.save.records import FORMAT, KINDS, Json


def require_known_format(data: Json, where: str, newest: int = FORMAT) -> None:
    """Nothing for the value of a file `where` of a format that this release reads; SaveError for another."""
    found = data.get("format")
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise SaveError(
            '{where}: "format" is a whole number from 1 to {newest}, not {found!r}.',
            where=where,
            newest=newest,
            found=found,
        )
    if found > newest:
        raise SaveError(
            "{where}: format {found} is newer than this pbem, which reads up to {newest}.",
            where=where,
            found=found,
            newest=newest,
        )


def require_known_kind(data: Json, where: str) -> None:
    """Nothing for a journal record of a kind that this release knows; SaveError for another."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise SaveError(
            '{where}: "kind" is one of {kinds}, not {kind!r}.', where=where, kinds=", ".join(KINDS), kind=kind
        )
