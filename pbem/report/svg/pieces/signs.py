"""What a game draws its counters with: the painter's symbols, signs of states and colours of corps, and its own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem.report.svg.base import palette
from pbem.report.svg.pieces.states import SIGNS, Sign
from pbem.report.svg.pieces.symbols import SYMBOLS, Symbol


@dataclass(frozen=True, slots=True)
class Signs:
    """The drawings by the codes that a scene has; `own_signs` adds a game's to those that the painter knows.

    `styles` are pairs of colours, of the box behind a symbol and of the symbol; `grounds` the files with the printed
    grounds of its maps.
    """

    symbols: Mapping[str, Symbol] = field(default_factory=lambda: SYMBOLS)
    states: Mapping[str, Sign] = field(default_factory=lambda: SIGNS)
    styles: Mapping[str, tuple[str, str]] = field(default_factory=lambda: palette.CORPS)
    grounds: tuple[Path, ...] = ()

    def corps(self, style: str) -> tuple[str, str]:
        """Ground and drawing colour of a corps; the plain look for a class that nobody defined."""
        return self.styles.get(style, self.styles[""])

    @property
    def colours(self) -> tuple[str, ...]:
        """All colours of the signs and styles, each once."""
        of_states = (colour for sign in self.states.values() for colour in (sign.ink, sign.ground))
        return tuple(dict.fromkeys((*of_states, *(colour for pair in self.styles.values() for colour in pair))))


def own_signs(
    symbols: Mapping[str, Symbol],
    states: Mapping[str, Sign],
    styles: Mapping[str, tuple[str, str]],
    grounds: Iterable[Path] = (),
) -> Signs:
    """The painter's signs with a game's own, which go before those of the same name."""
    return Signs({**SYMBOLS, **symbols}, {**SIGNS, **states}, {**palette.CORPS, **styles}, tuple(grounds))
