"""Attacks prepared in the movement phase: who goes where to fall on whom (RIF-4.4, 9.2, 9.8)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.bots.gaps import FAR
from pbem.bots.rif1926.aims import CORNERED, is_last, offing, stake, value_of
from pbem.kit.tables import total
from pbem.rules.rif1926.bombardment import gunners, in_range
from pbem.rules.rif1926.declare import ASSAULT
from pbem.rules.rif1926.sequence import RIF, enemy
from pbem.rules.rif1926.state import State, kind, limits
from pbem.rules.rif1926.strength import FACES, defence_terms, modifiers, odds, result_of, support_counted

BAR = {"spanish": 40, "french": 20, RIF: 45}
"""The least that the six faces of a prepared attack must bring together, in tenths of a unit, by nation.

The French are few and strong: they do not win by waiting for good odds.
"""
LAST_BAR = 5
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
class _Field:
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

    def stake(self, at: str) -> int:
        """What driving the enemy out of a hex is worth; nobody moves while attacks are prepared."""
        if at not in self.stakes:
            self.stakes[at] = stake(self.state, self.side, at)
        return self.stakes[at]

    def room(self, unit: str, hex_: str) -> bool:
        """Whether there is room for a unit beside those that are planned there and those that stay."""
        which = kind(self.state.counter(unit))
        if not which:
            return True
        here = [other for other in self.state.stacks.get(hex_, ()) if other != unit and other not in self.standing]
        here += [other for other, at in self.standing.items() if at == hex_]
        same = sum(1 for other in here if kind(self.state.counter(other)) == which)
        return same < limits(self.state.scenario)[which == "engineer"]


def musters(
    state: State, side: str, ways: Ways, done: frozenset[str] = frozenset(), *, here: bool = False
) -> list[Muster]:
    """The attacks worth preparing, the best first, but for those that are; no unit is in two of them.

    `here`: nobody moves any more, and what must be attacked must be anyhow.
    """
    plan, found = _Field(state, side, ways, here, targets=set(done)), list[Muster]()
    foes = [hex_ for hex_ in sorted(state.stacks) if state.held_by(enemy(side), hex_) and hex_ not in done]
    near = {at: _contacts(state, side, at, ways) for at in foes}
    options = {at: option for at in foes if near[at] and (option := _best(plan, at, near[at]))}
    while options:
        at = max(options, key=lambda each: (options[each].worth, each))
        chosen = options.pop(at)
        if chosen.worth < min(bar(state, unit) for unit in chosen.places):
            continue
        found.append(chosen)
        plan.busy |= chosen.places.keys()
        plan.standing |= chosen.places
        plan.spent |= set(chosen.fire)
        plan.targets.add(at)
        for other in list(options):
            if _touched(options[other], chosen, state):
                again = _best(plan, other, near[other])
                options.pop(other)
                if again is not None:
                    options[other] = again
    return found


def bar(state: State, unit: str) -> int:
    """The least that an attack with a unit must be worth: next to nothing in the last turn, when losses are nothing."""
    return LAST_BAR if is_last(state) else BAR[state.counter(unit).nation]


def _touched(option: Muster, chosen: Muster, state: State) -> bool:
    """Whether a choice takes something away from an option, or makes it better."""
    shared = option.places.keys() & chosen.places.keys() or set(option.fire) & set(chosen.fire)
    return bool(shared) or state.scenario.board.distance(option.at, chosen.at) <= WALK


def _contacts(state: State, side: str, at: str, ways: Ways) -> list[tuple[str, str]]:
    """Every unit with an attack that can stand beside a hex, with where."""
    hexes = [hex_ for hex_ in state.scenario.board.neighbours[at] if hex_ in state.scenario.land]
    able = (unit for unit in ways if state.counter(unit).attack and not state.units[unit].dispersed)
    return [(unit, hex_) for unit in able for hex_ in hexes if hex_ in ways[unit]]


def _best(plan: _Field, at: str, contacts: Sequence[tuple[str, str]]) -> Muster | None:
    """The best attack on a hex with the units that are free; None where there is none."""
    state = plan.state
    guns = [gun for gun in gunners(state, plan.side) if gun not in plan.spent and _comes_near(plan, gun, at)]
    guns.sort(key=lambda gun: (state.counter(gun).type == "air", -state.counter(gun).points, gun))
    points = sum(state.counter(gun).points for gun in guns)
    places: dict[str, str] = {}
    best: Muster | None = None
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
        beside = {foe for hex_ in places.values() for foe in _exerting(plan, hex_) if foe != at} - plan.targets
        value -= 0 if plan.here else BESIDE * len(beside)
        if best is None or value > best.worth:
            best = Muster(at, value, dict(places), _enough(state, guns, 2 * ground))
    return best


def _comes_near(plan: _Field, gun: str, at: str) -> bool:
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
    plan: _Field, at: str, contacts: Sequence[tuple[str, str]], places: Mapping[str, str]
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
        beside = sum(1 for foe in _exerting(plan, hex_) if foe != at and foe not in plan.targets)
        shuts = len(out.intersection((hex_, *state.scenario.board.neighbours[hex_])))
        mine = (helps, counter.attack - 2 * beside + shuts, -crowd.get(hex_, 0), not plan.ways[unit][hex_], unit, hex_)
        if (rank is None or mine > rank) and _fits(plan, unit, hex_, places):
            best, rank = (unit, hex_), mine
    return best


def _ways_out(plan: _Field, at: str, places: Iterable[str]) -> frozenset[str]:
    """The hexes to which the enemy in a hex can retreat when these places are taken: none, and he is lost (RIF-4.3)."""
    state, side = plan.state, plan.side
    shut = {near for hex_ in places for near in (hex_, *state.scenario.board.neighbours[hex_])}
    shut = {hex_ for hex_ in shut if hex_ not in state.scenario.trench} | set(places)
    return state.free(enemy(side)).intersection(state.scenario.board.neighbours[at]).difference(shut)


def _fits(plan: _Field, unit: str, hex_: str, places: Mapping[str, str]) -> bool:
    before = plan.standing
    plan.standing = {**before, **places}
    fits = plan.room(unit, hex_)
    plan.standing = before
    return fits


def _exerting(plan: _Field, hex_: str) -> Collection[str]:
    """The enemy hexes whose zone reaches into a hex."""
    by = plan.state.zones_of(enemy(plan.side)).get(hex_, ())
    return {plan.state.hex_of(foe) for foe in by}
