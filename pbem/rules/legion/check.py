"""Checking a sheet: what of the common check is La Legión's own (catalogue, part A)."""

from collections.abc import Iterator, Sequence

from pbem.core.events import Event, Phase
from pbem.core.orders import Line, Order, Sheet
from pbem.core.problems import Checked, Fault
from pbem.kit.judging import Judges, Teller, Verdict, check_sheet
from pbem.rules.legion import duty, setup
from pbem.rules.legion.carrying import carry_out, fallen
from pbem.rules.legion.events import Eliminated
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.orders import Attack, Bombard, Capture, Cooperate, Fly
from pbem.rules.legion.ownership import own
from pbem.rules.legion.sequence import SEQUENCE
from pbem.rules.legion.state import State
from pbem.rules.legion.targets import foe
from pbem.rules.legion.turns import actors, kind_of


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet: problems, what each good line came to, who has no order, whether the phase may close."""
    return check_sheet(JUDGES, state, seat, sheet)


def _carried_out(teller: Teller, seat: str, lines: Sequence[Line]) -> Iterator[tuple[Line, Verdict]]:
    return carry_out(teller, seat, lines, fallen(teller.state, seat, lines))


def _suits(state: State, phase: str, order: Order) -> bool:
    """Whether the order's piece acts in the phase: fleets bombard in theirs, artillery in its own."""
    counter = state.scenario.counters.get(getattr(order, "unit", ""))
    if counter is None or not isinstance(order, Bombard):
        return True
    return (counter.type == "fleet") == (kind_of(phase) == "fleet")  # LL-8.21


def _missing(state: State, seat: str, phase: str, lines: Sequence[Line]) -> Iterator[Fault]:
    """What the clauses call compulsory and the sheet leaves out."""
    if kind_of(phase) == "setup":
        yield from setup.sheet_faults(state, seat)
    elif kind_of(phase) == "combat":
        yield from duty.sheet_faults(state, seat, lines)


def _idle(state: State, seat: str, phase: Phase, lines: Sequence[Line]) -> tuple[str, ...]:
    """The pieces of a seat that could still be ordered."""
    named = {unit for line in lines for unit in units_of(line.order)}
    return tuple(unit for unit in actors(state, phase) if unit not in named and not own(state, seat, unit))


def _rolls(order: Order) -> bool:
    return isinstance(order, Bombard | Fly)


def _cleared(state: State, side: str, order: Order) -> tuple[Event, ...]:
    """The loss of every enemy piece that an order may roll against."""
    gone = aimed_at(state, side, order)
    return tuple(Eliminated(unit=unit, at=state.hex_of(unit), by=side, cause="bombardment") for unit in gone)


def _standing_faults(state: State, seat: str, order: Order) -> Iterator[Fault]:
    seats = state.scenario.seats
    side = seats[seat]
    if order.SIDE not in ("", side):
        yield Fault("wrong-phase", "LL-8.16", {"verb": order.type})  # LL-8.16
    elif isinstance(order, Capture):
        for unit in order.units:
            yield from own(state, seat, unit)
    elif isinstance(order, Cooperate):
        if order.seat == seat or seats.get(order.seat) != side:
            yield Fault("not-your-sector", "LL-3.1", {"seat": order.seat})  # LL-3.1
    else:
        yield Fault("wrong-phase", "LL-10.1", {"verb": order.type})


def aimed_at(state: State, side: str, order: Order) -> tuple[str, ...]:
    """The enemy pieces that an order of a phase of fire may roll against."""
    words: tuple[str, ...] = ()
    if isinstance(order, Bombard):
        words = (order.target, *order.else_)
    elif isinstance(order, Fly) and order.bomb:
        words = (order.to, *order.else_)
    found = (foe(state, side, word) for word in words)
    return tuple(dict.fromkeys(unit for unit in found if unit is not None))


def units_of(order: Order) -> tuple[str, ...]:
    """The pieces that an order gives something to do."""
    if isinstance(order, Attack):
        return (*order.with_, *order.support)
    unit = getattr(order, "unit", None)
    return () if unit is None else (unit,)


JUDGES = Judges(
    sequence=SEQUENCE,
    evolve=evolve,
    carry_out=_carried_out,
    suits=_suits,
    missing=_missing,
    idle=_idle,
    rolls=_rolls,
    cleared=_cleared,
    standing=_standing_faults,
    wrong_phase="LL-10.1",  # LL-10.1
)
