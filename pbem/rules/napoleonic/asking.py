"""What a player asks about the position: who sees whom and what hides them, where a counter can fire to (NAP-7, 8)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pbem.core.problems import Fault
from pbem.core.ruleset import Inquiry
from pbem.core.scene import Shade, Sightline
from pbem.rules.napoleonic.fire import arc, factor, may_fire, range_of
from pbem.rules.napoleonic.fire_phase import outlook
from pbem.rules.napoleonic.naming import first, off_board
from pbem.rules.napoleonic.picture import scene
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.sight import blocked_by, crossings, eye, offset_of, sees, tops
from pbem.rules.napoleonic.state import State

# Line of sight -----------------------------------------------------------------------------------------------------


def sight(state: State, side: str | None, here: str, there: str) -> Inquiry | Fault:
    """Whether two hexes see each other, and what every hex on the way does to that (NAP-7)."""
    fault = first(off_board(state, (here, there)))
    if fault is not None:
        return fault
    hidden = blocked_by(state, here, there)
    over, stops = list[str](), list[str]()
    for hexes, top, line in _heights(state, here, there):
        (stops if top >= line else over).extend(hexes)
    stopped = next((hex_ for hex_ in hidden or () if hex_ not in (here, there)), here if hidden else "")
    drawn = replace(
        scene(state, (), side),
        shades=(Shade(tuple(over), "crossed"), Shade(tuple(stops), "blocking")),
        sightlines=(Sightline(here, there, stopped),),
    )
    return Inquiry(drawn, tuple(_sight_told(state, here, there, hidden)))


def _heights(state: State, here: str, there: str) -> Iterator[tuple[tuple[str, ...], Fraction, Fraction]]:
    """What a line meets, nearest first: the hexes, how high they hide, how high the line passes, in half-levels.

    It crosses one hex, or runs along the hexside of two; where they are as high as it passes they hide its ends.
    """
    scenario = state.scenario
    offset, start, heights = offset_of(scenario, here, there), scenario.board.cubes[here], tops(state)
    reach = max(map(abs, offset))
    for far, pair in crossings(offset):
        cubes = [(start.x + x, start.y + y, start.z + z) for x, y, z in pair]
        hexes = tuple(hex_ for cube in cubes if (hex_ := scenario.at.get(cube)) is not None)
        line = Fraction(eye(scenario, here) * (reach - far) + eye(scenario, there) * far, reach)
        yield hexes, Fraction(min(heights[cube] for cube in cubes if cube in heights)), line


def _sight_told(state: State, here: str, there: str, hidden: tuple[str, ...] | None) -> Iterator[Fault]:
    """The answer, both ends, and every hex on the way."""
    scenario = state.scenario
    far = scenario.board.distance(here, there)
    ends: dict[str, str | int] = {"hex": here, "to": there, "distance": far}
    if hidden is None:
        yield Fault("sight-open", "NAP-7.3", ends)
    elif set(hidden) <= {here, there}:
        yield Fault("sight-in-wood", "NAP-7.4", {**ends, "hexes": " ".join(hidden)})
    else:
        yield Fault("sight-blocked", "NAP-7.3", {**ends, "hexes": " ".join(hidden)})
    for end in (here, there):
        yield Fault("sight-end", "NAP-7.1", {**_ground(state, end), "eye": levels(Fraction(eye(scenario, end)))})
    if far < 2:
        yield Fault("sight-adjacent", "NAP-7.3", {})
        return
    for hexes, top, line in _heights(state, here, there):
        heights: dict[str, str | int] = {"top": levels(top), "line": levels(line)}
        if len(hexes) > 1:
            code = "sight-pair-hides" if top >= line else "sight-pair-passes"
            yield Fault(code, "NAP-7.2", {"hexes": " ".join(hexes), **heights})
        else:
            troops = any(state.units[unit].formation != "skirmish" for unit in state.pile(hexes[0]))
            code = BETWEEN[top >= line, troops]
            yield Fault(code, "NAP-7.3", {**_ground(state, hexes[0]), **heights})


BETWEEN = {
    (True, True): "sight-troops-hide",
    (True, False): "sight-hides",
    (False, True): "sight-troops-pass",
    (False, False): "sight-passes",
}
"""What is told of a hex between the ends of a line: whether it hides them from each other, whether troops are in it."""


def _ground(state: State, hex_: str) -> dict[str, str | int]:
    return {"hex": hex_, "ground": state.scenario.ground[hex_], "level": state.scenario.board.level[hex_]}


def levels(halves: Fraction) -> str:
    """A height in half-levels as players read it, in levels: 3 is 1 1/2, 7/3 is 1 1/6, which is not to be broken."""
    whole, part = divmod(halves / 2, 1)
    return "\u00a0".join(str(each) for each in (whole, part) if each) or "0"


# Fire --------------------------------------------------------------------------------------------------------------


def field_of_fire(state: State, side: str | None, unit: str) -> Inquiry | Fault:
    """The arc and range of a counter, how much reaches each hex, and what it would do to each target (NAP-8)."""
    if unit not in state.units:
        return Fault("unknown-unit", "NAP-1.2", {"unit": unit})
    each, counter = state.units[unit], state.counter(unit)
    if counter.is_leader or not state.on_map(unit):
        return Fault("cannot-fire", "NAP-8.1", {"unit": unit})
    field = arc(state, unit)
    seen = [at for at in field if sees(state, state.hex_of(unit), at)]
    shades = [*_reach(state, unit, seen), Shade(tuple(at for at in field if at not in seen), "hidden")]
    told = [Fault("fire-field", "NAP-8.2", {
        "unit": unit, "hex": state.hex_of(unit), "range": range_of(state, unit), "pf": state.pf(unit),
    })]  # fmt: skip
    if each.formation == "limbered":
        told.append(Fault("guns-limbered", "NAP-5.4", {"unit": unit}))
    elif not may_fire(state, unit):
        told.append(Fault("cannot-fire", "NAP-8.1", {"unit": unit}))
    told += _targets_told(state, unit, field, seen)
    return Inquiry(replace(scene(state, (), side), shades=tuple(shades)), tuple(told))


def _reach(state: State, unit: str, seen: list[str]) -> Iterator[Shade]:
    """The hexes that a counter sees by the fire factor there."""
    near_to, here = state.scenario.tables["fire-factors"]["near-to"], state.hex_of(unit)
    found: dict[tuple[str, int], list[str]] = {}
    for at in seen:
        kind = "reach" if state.scenario.board.distance(here, at) <= near_to else "far-reach"
        found.setdefault((kind, factor(state, unit, at).value), []).append(at)
    for (kind, value), hexes in sorted(found.items()):
        yield Shade(tuple(hexes), kind, str(value))


def _targets_told(state: State, unit: str, field: list[str], seen: list[str]) -> Iterator[Fault]:
    """Each hex with enemies in the arc: with the numbers of the fire, or what hides it."""
    foe, here = enemy(state.counter(unit).side), state.hex_of(unit)
    targets = [at for at in field if state.holds(foe, at)]
    for at in targets:
        if at in seen:
            numbers = outlook(state, unit, at)
            yield Fault("fire-at", "NAP-8.4", {"hex": at, **numbers, "drm": f"{numbers['drm']:+d}".replace("-", "−")})
        else:
            yield Fault("fire-hidden", "NAP-7.3", {"hex": at, "hexes": " ".join(blocked_by(state, here, at) or ())})
    if not targets:
        yield Fault("fire-at-nobody", "NAP-8.1", {})
