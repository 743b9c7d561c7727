"""The words that are written on a map: translated phrases of the program and names of the game's things."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.report.svg.base import metrics


def N_(message: str) -> str:
    """Mark a phrase for the catalogues: it is translated when it is said."""
    return message


def _untranslated(message: str) -> str:
    return message


@dataclass(frozen=True, slots=True)
class Naming:
    """`gettext` translates the program's own phrases; `names` gives sides, phases, states, symbols … by id."""

    gettext: Callable[[str], str] = _untranslated
    names: Mapping[str, str] = field(default_factory=dict)

    def say(self, message: str, **values: Any) -> str:
        """A phrase of the program in the reader's language, with its values filled in."""
        return metrics.drawable(self.gettext(message) % values)

    def name(self, id_: str) -> str:
        """The name of a thing of the game; its id in plain words where the game names it nowhere."""
        return metrics.drawable(self.names.get(id_) or id_.replace("-", " "))
