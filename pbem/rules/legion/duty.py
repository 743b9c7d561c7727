"""The duty to attack: whom it still binds in the combat phase, and the attacks that the referee adds (LL-7.8)."""

from collections.abc import Iterator, Sequence

from pbem.core.orders import Line
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.rules.legion.control import shielded
from pbem.rules.legion.declare import Combat, Fight, can_join, declaration, touch
from pbem.rules.legion.events import AttackAdded, DutyLifted
from pbem.rules.legion.orders import Attack
from pbem.rules.legion.ownership import own
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import defence_factor
from pbem.rules.legion.targets import foes_beside


def obliged(state: State, side: str) -> tuple[str, ...]:
    """The side's pieces that must attack and have not yet, by hex."""
    found = (
        (hex_, unit)
        for hex_, unit in state.occupied.items()
        if state.units[unit].must_attack and not state.units[unit].fought and state.counter(unit).side == side
    )
    return tuple(unit for _, unit in sorted(found))


def sheet_faults(state: State, seat: str, lines: Sequence[Line]) -> list[Fault]:
    """The fault of a whole sheet that leaves out an attack that is compulsory; its `units` are all who still must.

    `lines` are the combat lines that stand; the state may be the one before or after their declarations.
    """
    attacking = {unit for line in lines if isinstance(line.order, Attack) for unit in line.order.with_}
    side = state.scenario.seats[seat]
    owing = [
        unit
        for unit in obliged(state, side)
        if unit not in attacking and not own(state, seat, unit) and next(_attackable(state, unit), None) is not None
    ]
    # LL-7.8
    return [] if not owing else [Fault("must-attack", "LL-7.8", {"units": " ".join(owing), "count": len(owing)})]


def add_attacks(play: Play, side: str, fights: list[Fight]) -> None:
    """Add the attacks of the pieces that must attack and were given none; each alone, or in a combat declared before.

    `fights` are the phase's combats so far, in order; the list is extended in place.
    """
    for unit in obliged(play.state, side):
        target = _weakest(play.state, unit)
        index = None if target is not None else _joinable(play.state, unit, fights)
        if target is not None:
            # LL-7.8
            index = len(fights)
            fights.append(Fight(play.state.battles + 1, Combat((unit,), (target,))))
        elif index is not None:
            # LL-7.8
            fights[index] = _with(fights[index], unit)
            target = next(t for t in fights[index].combat.targets if touch(play.state, unit, t))
        else:
            # LL-7.8: no enemy is left that it could attack
            play.emit(DutyLifted(unit=unit))
            continue
        play.emit(AttackAdded(unit=unit, target=target, joined=len(fights[index].combat.units) > 1))
        play.emit(declaration(side, fights[index]))


def _attackable(state: State, unit: str) -> Iterator[str]:
    """The enemies next to a piece that the weather leaves open to attack, attacked already or not."""
    return (target for target in foes_beside(state, unit) if not shielded(state, target))


def _weakest(state: State, unit: str) -> str | None:
    """Of the enemies that it may attack and nobody attacks yet, the one of the lowest defence factor, then hex."""
    fresh = [target for target in _attackable(state, unit) if not state.units[target].attacked]
    return min(fresh, key=lambda target: defence_factor(state, target), default=None)


def _joinable(state: State, unit: str, fights: Sequence[Fight]) -> int | None:
    """The place in the list of the first combat that a piece may join."""
    for index, fight in enumerate(fights):
        if can_join(state, _with(fight, unit).combat):
            return index
    return None


def _with(fight: Fight, unit: str) -> Fight:
    units = tuple(sorted((*fight.combat.units, unit)))
    return fight._replace(combat=fight.combat._replace(units=units))
