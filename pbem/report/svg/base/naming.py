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


def name_of(thing: Mapping[str, Any], lang: str) -> str:
    """A name in a language, else in any that the map has; letters without a glyph are replaced."""
    names = thing.get("name") or {"": str(thing.get("id", ""))}
    return metrics.to_drawable(str(names.get(lang) or names[min(names)]))


def credits(map_: Mapping[str, Any]) -> str:
    """The line that says whose data the map uses; "" if it names nobody."""
    return metrics.to_drawable(str(map_.get("credits", "")))


@dataclass(frozen=True, slots=True)
class Naming:
    """`gettext` translates the program's own phrases; `names` gives sides, phases, symbols … by id.

    A name of one group alone stands there too, by group and id: "states.captured".
    """

    gettext: Callable[[str], str] = _untranslated
    names: Mapping[str, str] = field(default_factory=dict)

    def say(self, message: str, **values: Any) -> str:
        """A phrase of the program in the reader's language, with its values filled in."""
        return metrics.to_drawable(self.gettext(message) % values)

    def name(self, id_: str, group: str = "") -> str:
        """The name of a thing of the game, of a group of names if one is given; its id in plain words without any."""
        return metrics.to_drawable(self.names.get(f"{group}.{id_}") or self.names.get(id_) or id_.replace("-", " "))
