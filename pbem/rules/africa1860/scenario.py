"""The scenario of Africa 1859-60: map, counters, tables and options, as the save's own scenario.json holds them.

Never changes during a game. Read once, and shared by every state of the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pbem.board.areamap import AreaMap

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "reactions": ("standing", "ask"),  # AFR-15.5
    "coins": ("flip", "markers"),  # AFR-2.1
    "gaix-after-shock": ("revealed", "redraw"),  # AFR-2.8
    "b-half-fire": ("defensive", "offensive"),  # AFR-3.1
    "nizam-stacking": ("3", "1"),  # AFR-5.2
    "auto-fire": ("false", "true"),  # AFR-6.1
    "hit-unit-to-bottom": ("true", "false"),  # AFR-6.4
    "trapped": ("eliminated", "step"),  # AFR-6.7
    "shock-stalemate": ("attacker-falls-back", "loser-retreats"),  # AFR-6.15
    "algarabia-return": ("true", "false"),  # AFR-8.4
    "artillery-count": ("exclude-own", "include-own"),  # AFR-9.4
    "shelled-convoy": ("captured", "ignored"),  # AFR-9.5
    "leader-fire": ("one-unit", "every-unit"),  # AFR-10.2
    "castillejos-5th-art": ("one", "two"),  # AFR-12.10
    "works-everywhere": ("true", "false"),  # AFR-13.9
    "wad-ras-end": ("13", "9"),  # AFR-14.2
}


@dataclass(frozen=True, slots=True)
class UnitType:
    """What all units of a type code have in common (AFR-2.2, 4.1, 5.2).

    `class_`: infantry, cavalry, artillery, leader, convoy or ship. `column`: whose costs of the terrain table it pays;
    None for those that do not move by it. `activations` a turn; `controls`: it may gain and hold areas (AFR-11.2).
    """

    class_: str
    column: str | None
    points: int
    activations: int
    controls: bool


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as printed: never changes. None for a factor that it does not have.

    `ff` and `fc` may be words: "X" and "X+1" (a die each time it fires), "1d6" (a die each shock), "hidden" (drawn).
    `movement` 0 is a unit that may not move by itself. What follows of its kind is reckoned once, as all rules ask it:
    `class_`; `fights`: no leader, no convoy, no ship; `by_activation`: it acts by activations alone: cavalry, guns, the
    gunboat (AFR-8.1, 9.1, 12.5).
    """

    id: str
    side: str
    type: str
    kind: UnitType
    ff: int | str | None
    fc: int | str | None
    ff_reduced: int | None
    fc_reduced: int | None
    fa: int
    fd: int
    movement: int
    range: int
    steps: int | None

    class_: str = field(init=False)
    is_leader: bool = field(init=False)
    fights: bool = field(init=False)
    by_activation: bool = field(init=False)

    def __post_init__(self) -> None:
        class_ = self.kind.class_
        object.__setattr__(self, "class_", class_)
        object.__setattr__(self, "is_leader", class_ == "leader")
        object.__setattr__(self, "fights", class_ in ("infantry", "cavalry", "artillery"))
        object.__setattr__(self, "by_activation", self.kind.activations > 0)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A reinforcement: the turn at whose end it comes, its area, "" for any on the coast, or "aboard" (AFR-11.3)."""

    unit: str
    turn: int
    at: str


@dataclass(frozen=True)
class Scenario:
    """The fixed part of a game. `data` is scenario.json as parsed (names and drawing hints are read from there).

    `battle` is castillejos, tetuan, wad-ras, or "" for a position whose special rules are those of none (0.3).
    `set_up` is the area of each unit at the start; `free` the areas among which a unit may be deployed instead, by
    unit; `start_steps` the steps with which units of a type begin, where they are fewer than theirs.
    """

    data: Mapping[str, Any]
    board: AreaMap
    counters: Mapping[str, Counter]
    tables: Mapping[str, Any]
    options: Mapping[str, str]
    seats: Mapping[str, str]
    battle: str
    turns: int
    objectives: tuple[str, ...]
    needed: int
    set_up: Mapping[str, str]
    free: Mapping[str, tuple[str, ...]]
    arrivals: tuple[Arrival, ...]
    start_steps: Mapping[str, int]

    def base(self, area: str) -> str:
        """The base terrain of an area; where none is named the first of the table, clear ground (AFR-2.12)."""
        return self._bases[area]

    @cached_property
    def _bases(self) -> Mapping[str, str]:
        """The base terrain of every area."""
        known = [str(word) for word in self.tables["terrain"]]
        return {area: word or known[0] for area, word in self._first_words(known).items()}  # AFR-2.12

    def works(self, area: str) -> str | None:
        """The works of an area: encampment, trench, or None (AFR-2.12)."""
        return self._works[area]

    @cached_property
    def _works(self) -> Mapping[str, str | None]:
        """The works of every area."""
        return self._first_words([str(word) for word in self.tables["works"]])  # AFR-2.12

    def _first_words(self, known: Sequence[str]) -> dict[str, str | None]:
        """Of some words the first that the terrain of each area has."""
        terrain = self.board.terrain
        return {area: next((word for word in known if word in terrain[area]), None) for area in self.board.ids}

    def has(self, area: str, flag: str) -> bool:
        """Whether an area has a flag: coastal, road, anchor, ship-lane (AFR-2.12)."""
        return flag in self.board.terrain[area]

    def cost(self, unit: str, area: str) -> int | None:
        """What an area costs a unit by the terrain table; None where it may not enter, also not by retreat (AFR-4.6).

        In Wad-Ras no gun and no convoy enters a river area (AFR-14.4).
        """
        counter = self.counters[unit]
        column, base = counter.kind.column, self.base(area)
        if column is None:
            return None
        if self.battle == "wad-ras" and base == "river" and counter.class_ in ("artillery", "convoy"):
            return None  # AFR-14.4
        cost: int | None = self.tables["terrain"][base]["cost"][column]  # AFR-4.6
        return cost

    def points(self, unit: str) -> int:
        """The stacking points of a unit (AFR-5.2)."""
        return self._points[unit]

    @cached_property
    def _points(self) -> Mapping[str, int]:
        """The stacking points of every unit."""
        alone = {"NZ": 1} if self.options["nizam-stacking"] == "1" else {}  # AFR-5.2
        return {unit: alone.get(each.type, each.kind.points) for unit, each in self.counters.items()}  # AFR-5.2

    def first_steps(self, unit: str) -> int | None:
        """The steps with which a unit is set up or arrives; in Castillejos the regulars have lost one (AFR-12.4)."""
        counter = self.counters[unit]
        return self.start_steps.get(counter.type, counter.steps)  # AFR-12.4

    @cached_property
    def ship(self) -> str | None:
        """The gunboat, where the scenario has one (AFR-12.5)."""
        return next((id_ for id_, each in self.counters.items() if each.class_ == "ship"), None)

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """Every area that is not sea."""
        return tuple(area for area in self.board.ids if self.base(area) != "sea")
