"""Small drawings that come again and again, on picture after picture: names of places, items of a legend."""

from dataclasses import dataclass

from pbem.report.svg.base.write import element


@dataclass(frozen=True, slots=True)
class Stamp:
    """A drawing as SVG, in a box from 0, 0 on."""

    svg: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A stamp and where its box begins in a picture, in whole pixels."""

    stamp: Stamp
    left: int
    top: int

    @property
    def svg(self) -> str:
        """The stamp in its place."""
        return element("g", self.stamp.svg, transform=f"translate({self.left} {self.top})")
