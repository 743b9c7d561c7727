"""A bombardment of one piece, the same for guns, aircraft and fleets: a 2 eliminates it (LL-8.13, 8.18, 8.20)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pbem.core.orders import Line
from pbem.core.play import Play
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.dice.die import Face
from pbem.kit.judging import Verdict, first_of_each_code
from pbem.rules.legion import losses
from pbem.rules.legion.events import Bombarded, Firer
from pbem.rules.legion.orders import Bombard
from pbem.rules.legion.ownership import own
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State
from pbem.rules.legion.targets import foe, no_target


@dataclass(frozen=True, slots=True)
class Battery:
    """What tells guns from fleets: the clause they fire by, the type of the piece, why one may not fire, its reach."""

    by: Firer
    rule: str
    kind: str
    unfit: Callable[[State, str], tuple[Fault, ...]]
    reaches: Callable[[State, str, str], bool]
    range_table: str

    def faults(self, state: State, seat: str, unit: str) -> tuple[Fault, ...]:
        """Why the seat's piece may not fire at anything."""
        return own(state, seat, unit) or self.unfit(state, unit)

    def misses(self, state: State, order: Bombard) -> dict[str, Fault | None]:
        """For each target word of an order, first its target, why it cannot be hit; None if it can."""
        return {word: self.miss(state, order.unit, word) for word in (order.target, *order.else_)}

    def miss(self, state: State, unit: str, word: str) -> Fault | None:
        """Why a piece that may fire cannot fire at what this word names; None if it can."""
        side = state.counter(unit).side
        target = foe(state, side, word)
        if target is None:
            # LL-8.13 LL-8.20
            return no_target(side, word, self.rule)
        if self.reaches(state, unit, state.hex_of(target)):
            return None
        limit = state.scenario.tables[self.range_table]
        return Fault("out-of-range", self.rule, {"unit": unit, "target": target, "range": limit})


def judge(state: State, seat: str, order: Bombard, battery: Battery) -> Verdict:
    """The verdict on a BOMBARD: faults of the piece, of the target, and of those that may serve instead of it."""
    faults = list(battery.faults(state, seat, order.unit))
    unit = state.units.get(order.unit)
    if unit is not None and unit.at is not None and state.counter(order.unit).type == battery.kind:
        faults += [fault for fault in battery.misses(state, order).values() if fault is not None]
    if faults:
        return Verdict(order, first_of_each_code(faults))
    target = foe(state, state.counter(order.unit).side, order.target)
    assert target is not None
    shot = bombarded(state, order.unit, state.hex_of(order.unit), target, battery.by)
    notes: Args = {"distance": state.scenario.board.distance(shot.origin, shot.at)}
    return Verdict(order, events=(shot,), notes=notes)


def carry_out(play: Play, seat: str, line: Line, order: Bombard, battery: Battery) -> None:
    """Fire at the first of an order's targets that can still be hit; void the line where none can."""
    faults = battery.faults(play.state, seat, order.unit)
    if not faults:
        misses = battery.misses(play.state, order)
        for word in misses:
            if misses[word] is None:
                fire(play, order.unit, word, battery.by, battery.rule)
                return
        faults = tuple(fault for fault in misses.values() if fault is not None)
    play.void(seat, line.number, faults[0].code, faults[0].rule, order.unit)


def choices(state: State, seat: str, units: Iterable[str], battery: Battery) -> dict[str, tuple[Choice, ...]]:
    """The legal bombardments of those of the units that the seat may fire with; who reaches nobody is left out."""
    found: dict[str, tuple[Choice, ...]] = {}
    enemies = state.land(enemy(state.scenario.seats[seat]))
    for unit in units:
        if battery.faults(state, seat, unit):
            continue
        hit = (target for target in enemies if battery.miss(state, unit, target) is None)
        orders = tuple(Choice(Bombard(unit=unit, target=target)) for target in hit)
        if orders:
            found[unit] = orders
    return found


def fire(play: Play, unit: str, word: str, by: Firer, rule: str) -> None:
    """Roll one bombardment of the piece that a word names, and take the piece out on a hit."""
    scenario, side = play.state.scenario, play.state.counter(unit).side
    target, hits = foe(play.state, side, word), scenario.tables["bombard-hits"]
    assert target is not None

    def meaning(faces: tuple[Face, ...]) -> str:
        return "hit" if faces[0] in hits else "miss"

    # LL-2.11
    face = int(play.roll(f"bombard {unit} {target}", scenario.die, meaning=meaning, rule=rule)[0])
    play.emit(bombarded(play.state, unit, play.state.hex_of(unit), target, by, face))
    if face in hits:
        # LL-8.13 LL-8.18 LL-8.20
        losses.eliminate(play, (target,), side, "bombardment")


def bombarded(state: State, unit: str, origin: str, target: str, by: Firer, face: int = 0) -> Bombarded:
    """The event of a bombardment from a hex; face 0: not rolled yet, which hits nothing."""
    hit = face in state.scenario.tables["bombard-hits"]
    return Bombarded(unit=unit, origin=origin, target=target, at=state.hex_of(target), by=by, face=face, hit=hit)
