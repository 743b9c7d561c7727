"""Formats of save files, old to new. An archive is never rewritten: what is read is raised to today's form in memory.

Format 1 is the first and the present one. A later format adds one function to STEPS, from the number that it leaves.
"""

from collections.abc import Callable, Mapping

from pbem.save.errors import SaveError
from pbem.save.records import FORMAT, KINDS, Json

STEPS: Mapping[int, Callable[[Json], Json]] = {}


def upgrade(data: Json, where: str, steps: Mapping[int, Callable[[Json], Json]] = STEPS, to: int = FORMAT) -> Json:
    """The value of file `where` in the present format; SaveError for one that only a newer release knows."""
    found = data.get("format")
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise SaveError(f'{where}: "format" is a whole number from 1 to {to}, not {found!r}.')
    if found > to:
        raise SaveError(f"{where}: format {found} is newer than this pbem, which reads up to {to}.")
    for number in range(found, to):
        data = {**steps[number](data), "format": number + 1}
    return data


def require_known_kind(data: Json, where: str) -> None:
    """Nothing for a journal record of a kind that this release knows; SaveError for another."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise SaveError(f'{where}: "kind" is one of {", ".join(KINDS)}, not {kind!r}.')
