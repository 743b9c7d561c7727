"""Standing orders: what is wrong with one on receipt, at what it fires, and why it does not (AFR-15.2, 15.3)."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.core.orders import Line
from pbem.core.orders import in_force as standing_in_force
from pbem.core.problems import Fault
from pbem.kit.judging import distinct
from pbem.rules.africa1860.activation import at_via, full, judge_activate
from pbem.rules.africa1860.course import Occasion
from pbem.rules.africa1860.faults import earned, foreign, unknown
from pbem.rules.africa1860.orders import THERE, Activate, Ask, Condition, Trigger, When
from pbem.rules.africa1860.parties import areas_of, deed_faults, factor_faults, kind_faults, ride_faults
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import expected_coins

Tried = tuple[Activate | Ask | None, str]
"""What a standing order would do; or None, and the code of why it does not ("" where it has nothing to do with it)."""


def in_force(lines: Sequence[Line]) -> dict[int, When]:
    """The standing orders among lines that no CANCEL has taken back, by their numbers (AFR-15.2)."""
    return {line.number: line.order for line in standing_in_force(lines) if isinstance(line.order, When)}  # AFR-15.2


# On receipt ------------------------------------------------------------------------------------------------------


def when_faults(state: State, side: str, order: When) -> tuple[Fault, ...]:
    """The fault that a WHEN earns on receipt: only what no position could mend (AFR-15.2)."""
    trigger, then = order.trigger, order.then
    named = [unit for unit in (trigger.near, *(c.who if c.at or c.sound else None for c in order.if_)) if unit]
    units = distinct((*named, *then.units))
    areas = [trigger.enters, trigger.leaves, trigger.fires, trigger.shock, trigger.retreats]
    areas += [c.at for c in order.if_] + [c.who for c in order.if_ if c.has is not None]
    if isinstance(then, Activate):
        areas += [area for area in areas_of(then) if area != THERE]
    found = [*_trigger_faults(trigger), *(f for c in order.if_ for f in _condition_faults(c))]
    found += unknown(state, units, [area for area in areas if area is not None])
    found += foreign(state, side, then.units)
    if not found:
        found += _then_faults(state, then)
    return earned(found)


def _trigger_faults(trigger: Trigger) -> Iterator[Fault]:
    """Whose deed a trigger may name: a friend's is the retreat, a shock and a phase are nobody's (AFR-15.2)."""
    expected = None if trigger.shock or trigger.phase else "friend" if trigger.retreats else "enemy"
    if trigger.side is not None and trigger.side != expected:
        yield Fault("unknown-trigger", "AFR-15.2", {"side": trigger.side})  # AFR-15.2


def _condition_faults(condition: Condition) -> Iterator[Fault]:
    """A condition is one of the five that there are (AFR-15.2)."""
    given = frozenset(condition.model_dump(exclude_defaults=True))
    if given not in CONDITIONS:
        yield Fault("bad-condition", "AFR-15.2", {"condition": " ".join(sorted(given))})  # AFR-15.2


CONDITIONS = frozenset(
    frozenset(fields)
    for fields in (("who", "at"), ("who", "has"), ("who", "has", "side"), ("coins",), ("turn",), ("who", "sound"))
)
"""The fields that a condition may have together."""


def _then_faults(state: State, then: Activate | Ask) -> Iterator[Fault]:
    units = distinct(then.units)
    if isinstance(then, Ask):
        if not all(state.counter(unit).by_activation or state.counter(unit).is_leader for unit in units):
            yield from kind_faults(state, units)
        return
    if then.when is not None:
        yield Fault("wrong-phase", "AFR-15.2", {"phase": then.when.phase})  # AFR-15.2
    yield from kind_faults(state, units)
    yield from deed_faults(state, units, [bool(then.fire), bool(then.move), then.algarabia is not None])
    actors = [unit for unit in units if not state.counter(unit).is_leader]
    if then.algarabia:
        yield from ride_faults(state, units)
        yield from factor_faults(state, actors)
        yield from _ground_faults(state, units, (then.algarabia.via, then.algarabia.to))
    if then.fire:
        yield from factor_faults(state, actors)
    if state.scenario.ship not in units:
        yield from _ground_faults(state, units, then.move)


def _ground_faults(state: State, units: Iterable[str], areas: Sequence[str]) -> Iterator[Fault]:
    """Ground that is closed to a unit, or costs more than it ever may spend (AFR-15.2)."""
    for unit in units:
        costs = [state.scenario.cost(unit, area) for area in areas]
        for area in (area for area, cost in zip(areas, costs, strict=True) if cost is None):
            yield Fault("terrain-forbidden", "AFR-4.6", {"unit": unit, "area": area})
        cost, allowance = sum(each or 0 for each in costs), state.counter(unit).movement
        if cost > allowance:
            yield Fault("move-too-far", "AFR-4.1", {"unit": unit, "cost": cost, "allowance": allowance})


# At a window -----------------------------------------------------------------------------------------------------


def try_when(state: State, side: str, number: int, order: When, occasion: Occasion) -> Tried:
    """What a standing order does at an occasion: the activation in full, or why nothing (AFR-15.3)."""
    if not _is_triggered(state, side, order.trigger, occasion):
        return None, ""
    if order.is_over(state.turn):
        return None, "expired"  # AFR-15.2
    if state.used.get(f"{side} {number}", 0) >= (order.times or 1):
        return None, "limit"  # AFR-15.2
    if isinstance(order.then, Ask):
        return _try_ask(state, side, order, order.then)
    then = order.then
    ride = then.algarabia
    if THERE in (then.fire, ride.fire if ride is not None else None):
        if occasion.area is None:
            return None, "no-target"  # AFR-15.2
        then = _aimed(then, occasion.area)
    demoralized = any(state.units[unit].demoralized for unit in then.units)
    if demoralized:
        return None, "demoralized"  # AFR-15.3
    verdict = judge_activate(state, side, then)
    if verdict.faults:
        return None, verdict.faults[0].code  # AFR-15.3
    if not all(_holds(state, side, condition, then) for condition in order.if_):
        return None, "condition"  # AFR-15.3
    return full(verdict), ""


def _aimed(then: Activate, area: str) -> Activate:
    """An ACTIVATE whose THERE is the area of the occasion (AFR-15.2)."""
    if then.algarabia is None:
        return then.model_copy(update={"fire": area})
    return then.model_copy(update={"algarabia": then.algarabia.model_copy(update={"fire": area})})


def _try_ask(state: State, side: str, order: When, then: Ask) -> Tried:
    """An ASK: under the option only, and if one of its units could act (AFR-15.5)."""
    if state.scenario.options["reactions"] != "ask":
        return None, "not-asked"  # AFR-15.5
    if not any(is_able(state, unit) for unit in then.units):
        return None, "already-activated"  # AFR-15.5
    if not all(_holds(state, side, condition, None) for condition in order.if_):
        return None, "condition"
    return then, ""


def is_able(state: State, unit: str) -> bool:
    """Whether a unit stands somewhere, acts by activations, and has one left."""
    kind = state.counter(unit).kind
    return state.on_map(unit) and state.units[unit].activations < kind.activations


Awaited = tuple[str, str | None]
"""A kind of occasion, and the area where it must be; None where any will do."""


def awaited_by(trigger: Trigger) -> Awaited:
    """What a standing order waits for; that of NEAR goes by where a unit stands when it is tried."""
    if trigger.phase is not None:
        return trigger.phase.moment, None
    if trigger.near is not None:
        return "near", None
    for kind in ("shock", "retreats", "enters", "leaves", "fires"):
        area = getattr(trigger, kind)
        if area is not None:
            return kind, area
    return "activates", None


def awaited_at(side: str, occasion: Occasion) -> tuple[Awaited, ...]:
    """What standing orders of a side may have waited for at an occasion: a retreat of its own, deeds of the enemy."""
    kind, at = occasion.kind, occasion.area
    if kind in ("starts", "ends"):
        return ((kind, None),)
    if kind == "shock":
        return ((kind, at),)
    if (kind == "retreats") != (occasion.side == side):
        return ()
    if kind == "enters":
        return (kind, at), ("near", None), ("leaves", occasion.left)
    return ((kind, None if kind == "activates" else at),)


def _is_triggered(state: State, side: str, trigger: Trigger, occasion: Occasion) -> bool:
    """Whether an occasion is what a standing order of a side waits for (AFR-15.2)."""
    if awaited_by(trigger) not in awaited_at(side, occasion):
        return False
    if trigger.phase is not None:
        return state.phase == trigger.phase.phase
    if trigger.near is not None:
        return occasion.area in state.scenario.board.neighbours.get(state.units[trigger.near].at, ())
    return True


def _holds(state: State, side: str, condition: Condition, then: Activate | None) -> bool:
    """Whether a condition holds now (AFR-15.2)."""
    if condition.turn is not None:
        return state.turn >= condition.turn
    if condition.coins is not None:
        return _coins(state, then) >= condition.coins
    who = condition.who or ""
    if condition.at is not None:
        return state.units[who].at == condition.at
    if condition.has is not None:
        sides = {"enemy": (enemy(side),), "friend": (side,)}.get(condition.side or "", (side, enemy(side)))
        return sum(len(state.stack(who, each)) for each in sides) >= condition.has
    return not state.units[who].demoralized


def _coins(state: State, then: Activate | None) -> int:
    """The coins that the fire of an activation would have: of several units the most; 0 without fire (AFR-15.2)."""
    if then is None:
        return 0
    if then.algarabia is not None:
        there = at_via(state, then)
        return max(expected_coins(there, unit, then.algarabia.fire) for unit in then.units)
    return max(expected_coins(state, unit, then.fire) for unit in then.units) if then.fire else 0
