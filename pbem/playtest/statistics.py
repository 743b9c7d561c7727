"""Counting games: shares with their Wilson intervals, means, spreads. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
DIGITS = 5
"""Decimals of the figures that are handed on as JSON."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, as a share between 0 and 1 with its interval; all 0 to 1 where there were none."""

    count: int
    of: int
    share: float
    low: float
    high: float

    def to_json(self) -> dict[str, int | float]:
        """The same as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def share(count: int, of: int, confidence: float = CONFIDENCE) -> Share:
    """A share with its Wilson score interval (without continuity correction).

    ValueError unless 0 <= count <= of and 0 < confidence < 1.
    """
    if not 0 <= count <= of or not 0 < confidence < 1:
        raise ValueError(f"{count} of {of} with confidence {confidence} is no share.")
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    part, weight = count / of, z * z / of
    middle = (part + weight / 2) / (1 + weight)
    half = sqrt(part * (1 - part) * weight + weight * weight / 4) / (1 + weight)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(count, of, round(part, DIGITS), round(low, DIGITS), round(high, DIGITS))


def mean(values: Collection[int]) -> float:
    """The mean, 0 where there are none."""
    return round(fsum(values) / len(values), DIGITS) if values else 0.0


def spread(values: Collection[int]) -> float:
    """The standard deviation of a sample; 0 for fewer than two values."""
    if len(values) < 2:
        return 0.0
    middle = fsum(values) / len(values)
    return round(sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1)), DIGITS)


def tally(values: Collection[int]) -> dict[int, int]:
    """How often each value comes, from the least to the greatest, those between that never come included."""
    if not values:
        return {}
    counted = list(values)
    return {value: counted.count(value) for value in range(min(counted), max(counted) + 1)}


def bar(count: int, most: int, width: int) -> str:
    """A bar of text: `width` characters for the greatest count, at least one for any that is not 0."""
    return "" if not count or most < 1 else "█" * max(1, round(width * count / most))


def face_mean(faces: Mapping[str, int]) -> float | None:
    """The mean of a die by how often each face came; None where a face is no number, or none came."""
    total = sum(faces.values())
    if not total or not all(face.lstrip("-").isdigit() for face in faces):
        return None
    return round(sum(int(face) * count for face, count in faces.items()) / total, DIGITS)
