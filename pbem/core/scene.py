"""Scene: what is to be drawn, in the words of any hex or area wargame. Rule sets make it, the report room draws it.

All texts that a reader sees are `Words`: the same in each language of the program. Spaces are ids of the map.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Words = Mapping[str, str]
"""A text by language code: {"es": "…", "en": "…"}."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter on the map.

    `symbol`: infantry, cavalry, machine-gun, artillery, armour, bomber, seaplane, fleet …; `factors`: the figures along
    its foot, e.g. "4-5"; `style`: colour class of its corps within the side's colour: white, grey, black, blue, green,
    yellow, red, emblem, or "" for the plain one; `states`: codes such as moved, arrived, captured, must-attack, fired,
    panicked, dispersed; planned: it is not there yet. `facing`: the hexside that it faces, 0 north, then clockwise;
    None for all round. `formation`: a code such as square, skirmish, limbered; "" for the usual one. `strength`: what
    is left of it where its factors do not say so: "1/2" for one step of two, or a figure. Symbols, styles, states and
    formations that the painter does not know stand in the game's signs.toml.
    """

    unit: str
    side: str
    space: str
    symbol: str
    name: Words
    short: str
    factors: str
    style: str = ""
    states: tuple[str, ...] = ()
    facing: int | None = None
    formation: str = ""
    strength: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move along spaces, the first where it began.

    `kind`: move, march, arrival, flight, voyage, panic, retreat …; planned, planned-attack, planned-flight,
    planned-voyage, planned-panic for what an order would do; supply for the line of supply of a unit, from its source.
    `facing` is the hexside that the unit will face at the end of a planned way, 0 north, then clockwise; None where
    that is not told.
    """

    unit: str
    side: str
    path: tuple[str, ...]
    kind: str
    facing: int | None = None


@dataclass(frozen=True, slots=True)
class Battle:
    """A fight, numbered as in the report. `outcome`: attacker, defender or tie; totals as told to the players.

    `told` is what players call its balance where that is not both totals: the odds, "3:1". A total is None where the
    rules know none: the fight shows `told`, or its number alone.
    """

    number: int
    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int | None
    defence: int | None
    outcome: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """A bombardment from a space to a space; `hit` is None while it is only planned.

    `kind`: artillery, air or fleet; support for guns that help an attack. `roll`: shots with the same one were decided
    by one die and count once; "" of those that have a die each.
    """

    side: str
    origin: str
    target: str
    hit: bool | None
    kind: str
    roll: str = ""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where a counter was lost (`lost`) or set out from; `short` is its label.

    `cause` is what it was lost to: combat or fire; "" where it was something else, or the rules do not say.
    """

    unit: str
    side: str
    space: str
    symbol: str
    lost: bool
    short: str = ""
    cause: Literal["combat", "fire", ""] = ""


@dataclass(frozen=True, slots=True)
class Control:
    """Who holds a named place that matters for victory; None for nobody. `changed` in the span told."""

    space: str
    side: str | None
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Shade:
    """Spaces that are marked together, and what is written on each.

    `kind`: reach, far-reach, hidden for where fire can go, goes with less, and cannot; arc for that of a planned fire;
    crossed and blocking for what a line of sight meets; odds for a figure alone.
    """

    spaces: tuple[str, ...]
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Sightline:
    """A straight line from a space to another; `stopped` is the space that hides one from the other, "" where none."""

    origin: str
    target: str
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to draw: the map (as in scenario.json, with its drawing hints) and what stands and happened on it.

    `conditions` are codes of what holds in this turn for all: the weather, the light, who has the initiative; the
    lexicon's group of that name says them. The counters of a space are listed from the bottom of its pile to the top.
    `aside` are counters that are not on the map and may come (back) or act from there, without a space, by the status
    that the lexicon has a word for: they are told and not drawn.
    """

    map: Mapping[str, Any]
    title: Words
    turn: int
    turns: int
    phase: str
    conditions: tuple[str, ...]
    sides: tuple[str, ...]
    counters: tuple[Counter, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    battles: tuple[Battle, ...] = ()
    shots: tuple[Shot, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    controls: tuple[Control, ...] = ()
    shades: tuple[Shade, ...] = ()
    sightlines: tuple[Sightline, ...] = ()
    aside: tuple[tuple[str, tuple[Counter, ...]], ...] = ()
