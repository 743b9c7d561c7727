"""The best attack on one hex: who joins it, where each stands, with how much fire (RIF-9.2, 9.8)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.bots.gaps import FAR
from pbem.bots.rif1926.aims import CORNERED, offing, stake, value_of
from pbem.kit.tables import total
from pbem.rules.rif1926.bombardment import gunners, in_range
from pbem.rules.rif1926.declare import ASSAULT
from pbem.rules.rif1926.duty import exerting_on
from pbem.rules.rif1926.sequence import enemy
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.strength import FACES, defence_terms, modifiers, odds, result_of, support_counted

BESIDE = 30
"""What each other enemy hex costs that has to be attacked as well."""
WALK = 3  # hexes that guns may come nearer before they fire

Ways = Mapping[str, Mapping[str, tuple[str, ...]]]
"""For each unit the hexes where it may stand, each with its way; its own hex with none."""


@dataclass(slots=True)
class Muster:
    """An attack that is prepared: its target, and where each unit is to stand for it."""

    at: str
    worth: int
    places: dict[str, str]
    fire: tuple[str, ...] = ()


@dataclass(slots=True)
class Field:
    """What is spoken for while attacks are prepared."""

    state: State
    side: str
    ways: Ways
    here: bool
    busy: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)
    targets: set[str] = field(default_factory=set)
    standing: dict[str, str] = field(default_factory=dict)
    stakes: dict[str, int] = field(default_factory=dict)
    foes: dict[str, Collection[str]] = field(default_factory=dict)

    def stake(self, at: str) -> int:
        """What driving the enemy out of a hex is worth; nobody moves while attacks are prepared."""
        if at not in self.stakes:
            self.stakes[at] = stake(self.state, self.side, at)
        return self.stakes[at]

    def exerting(self, hex_: str) -> Collection[str]:
        """The enemy hexes whose zone reaches into a hex."""
        if hex_ not in self.foes:
            self.foes[hex_] = exerting_on(self.state, self.side, hex_)
        return self.foes[hex_]

    def room(self, unit: str, hex_: str) -> bool:
        """Whether there is room for a unit beside those that are planned there and those that stay."""
        kinds = self.state.scenario.kinds
        which = kinds[unit]
        if not which:
            return True
        here = [other for other in self.state.stacks.get(hex_, ()) if other != unit and other not in self.standing]
        here += [other for other, at in self.standing.items() if at == hex_]
        same = sum(1 for other in here if kinds[other] == which)
        return same < self.state.scenario.limits[which]


def best(plan: Field, at: str, contacts: Sequence[tuple[str, str]]) -> Muster | None:
    """The best attack on a hex with the units that are free; None where there is none."""
    state = plan.state
    guns = [gun for gun in gunners(state, plan.side) if gun not in plan.spent and _comes_near(plan, gun, at)]
    guns.sort(key=lambda gun: (state.counter(gun).type == "air", -state.counter(gun).points, gun))
    points = sum(state.counter(gun).points for gun in guns)
    places: dict[str, str] = {}
    found: Muster | None = None
    defence = total(defence_terms(state, at))
    while (pair := _next(plan, at, contacts, places)) is not None:
        places[pair[0]] = pair[1]
        ground = sum(state.counter(unit).attack for unit in places)
        if not any(state.counter(unit).type in ASSAULT for unit in places):
            continue
        drm = modifiers(state, at, places, tuple(places.values()))
        column = odds(state, ground + support_counted(state.scenario, ground, points), defence)
        results = [result_of(state.scenario, column, face, drm)[1] for face in FACES]
        if not _ways_out(plan, at, places.values()):
            results = [CORNERED.get(result, result) for result in results]
        value = sum(value_of(state, result) for result in results) * plan.stake(at) // 100
        beside = {foe for hex_ in places.values() for foe in plan.exerting(hex_) if foe != at} - plan.targets
        value -= 0 if plan.here else BESIDE * len(beside)
        if found is None or value > found.worth:
            found = Muster(at, value, dict(places), _enough(state, guns, 2 * ground))
    return found


def _comes_near(plan: Field, gun: str, at: str) -> bool:
    """Whether a gun has a hex in range, now or when it has moved; ships and aircraft come where they are wanted."""
    state, counter = plan.state, plan.state.counter(gun)
    if plan.here:
        return in_range(state, gun, at)
    if counter.type == "naval":
        return offing(state.scenario.board).get(at, FAR) <= counter.range
    if counter.type != "artillery":
        return True
    return state.scenario.board.distance(state.hex_of(gun), at) <= counter.range + WALK


def _enough(state: State, guns: Iterable[str], points: int) -> tuple[str, ...]:
    """The first of some guns that bring so many points together."""
    found, sum_ = list[str](), 0
    for gun in guns:
        if sum_ >= points:
            break
        found.append(gun)
        sum_ += state.counter(gun).points
    return tuple(found)


def _next(
    plan: Field, at: str, contacts: Sequence[tuple[str, str]], places: Mapping[str, str]
) -> tuple[str, str] | None:
    """The next unit to join, and where: the strongest, where it brings fewest others upon itself, and shuts a way."""
    state, out = plan.state, _ways_out(plan, at, places.values())
    taken = {**plan.standing, **places}
    crowd: dict[str, int] = {}
    for hex_ in places.values():
        crowd[hex_] = crowd.get(hex_, 0) + 1
    kinds = {state.counter(unit).type for unit in places}
    best, rank = None, None
    for unit, hex_ in contacts:
        if unit in taken or unit in plan.busy:
            continue
        counter = state.counter(unit)
        helps = counter.type in ("engineer", "armour") and counter.type not in kinds
        beside = sum(1 for foe in plan.exerting(hex_) if foe != at and foe not in plan.targets)
        shuts = len(out.intersection((hex_, *state.scenario.board.neighbours[hex_])))
        mine = (helps, counter.attack - 2 * beside + shuts, -crowd.get(hex_, 0), not plan.ways[unit][hex_], unit, hex_)
        if (rank is None or mine > rank) and _fits(plan, unit, hex_, places):
            best, rank = (unit, hex_), mine
    return best


def _ways_out(plan: Field, at: str, places: Iterable[str]) -> frozenset[str]:
    """The hexes to which the enemy in a hex can retreat when these places are taken: none, and he is lost (RIF-4.3)."""
    state, side = plan.state, plan.side
    shut = {near for hex_ in places for near in (hex_, *state.scenario.board.neighbours[hex_])}
    shut = {hex_ for hex_ in shut if hex_ not in state.scenario.trench} | set(places)
    return frozenset(state.free_of(enemy(side), state.scenario.board.neighbours[at])).difference(shut)


def _fits(plan: Field, unit: str, hex_: str, places: Mapping[str, str]) -> bool:
    before = plan.standing
    plan.standing = {**before, **places}
    fits = plan.room(unit, hex_)
    plan.standing = before
    return fits
