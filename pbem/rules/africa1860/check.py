"""Checking a sheet: what of the common check is this rule set's own (AFR-15.1, 15.2)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from pbem.core.events import Phase
from pbem.core.orders import Line, Order, Sheet
from pbem.core.problems import Checked, Fault
from pbem.kit.judging import Judges, check_sheet
from pbem.rules.africa1860.carrying import check_lines
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import earned, foreign, unknown
from pbem.rules.africa1860.foreseeing import in_vain, left_behind
from pbem.rules.africa1860.orders import Activate, Cancel, Defend, Losses, RetreatPlan, When
from pbem.rules.africa1860.sequence import SEQUENCE, acting_in, kind_of
from pbem.rules.africa1860.standing import in_force, when_faults
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.turns import actors


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet: problems, what each good line came to, who has no order, whether the phase may close.

    Foreseen is who will have to make room, or finds none, at the end of the movement, and what keeps a standing line
    from doing anything.
    """
    left: dict[str, State] = {}
    judges = Judges(
        sequence=SEQUENCE,
        evolve=evolve,
        carry_out=partial(check_lines, state, left),
        suits=_suits,
        idle=_idle,
        standing=_standing_judge(sheet),
        wrong_phase="AFR-3.2",
    )  # AFR-3.2
    found = check_sheet(judges, state, seat, sheet)
    side = state.scenario.seats[seat]
    bad = {problem.line for problem in found.problems}
    after = left.get(f"{side}-movement", found.state)
    foreseen = [*in_vain(state, after, side, (line for line in sheet.standing if line.number not in bad))]
    if acting_in(state.phase) == side and kind_of(state.phase) in ("fire", "movement"):
        foreseen += left_behind(after, side)
    return replace(found, foreseen=tuple(foreseen))


def _standing_judge(sheet: Sheet) -> Callable[[State, str, Order], Iterable[Fault]]:
    """What judges the standing lines of a sheet one after the other: each good WHEN has the next number (AFR-15.2)."""
    numbers = set(in_force(sheet.before))
    last = max((line.number for line in sheet.before if isinstance(line.order, When)), default=0)

    def judge(state: State, seat: str, order: Order) -> Iterable[Fault]:
        nonlocal last
        if isinstance(order, Cancel):
            if order.standing not in numbers:
                return (Fault("unknown-order", "AFR-15.2", {"number": order.standing}),)  # AFR-15.2
            numbers.discard(order.standing)
            return ()
        faults = _standing_faults(state, state.scenario.seats[seat], order)
        if isinstance(order, When) and not faults:
            last += 1
            numbers.add(last)  # AFR-15.2
        return faults

    return judge


def _standing_faults(state: State, side: str, order: Order) -> tuple[Fault, ...]:
    """The fault that a standing order earns on receipt: names, and for WHEN what no position could mend."""
    if isinstance(order, When):
        return when_faults(state, side, order)
    assert isinstance(order, Defend | RetreatPlan | Losses)
    leader = (order.leader,) if isinstance(order, Defend) and order.leader else ()
    areas = (*((order.area,) if order.area else ()), *(order.to if isinstance(order, RetreatPlan) else ()))
    units = (*order.units, *leader)
    return earned((*unknown(state, units, areas), *foreign(state, side, units)))


def _suits(state: State, phase: str, order: Order) -> bool:
    """Whether a line is for this phase: one with a moment is for the phase that it names (AFR-15.1)."""
    return not isinstance(order, Activate) or order.when is None or order.when.phase == phase  # AFR-15.1


def _idle(state: State, seat: str, phase: Phase, lines: Sequence[Line]) -> tuple[str, ...]:
    """The units of a seat that could still be ordered."""
    named = {unit for line in lines for unit in units_of(line.order)}
    return tuple(unit for unit in actors(state, phase, state.scenario.seats[seat]) if unit not in named)


def units_of(order: Order) -> tuple[str, ...]:
    """The units that an order gives something to do."""
    unit = getattr(order, "unit", None)
    return (unit,) if unit is not None else tuple(getattr(order, "units", ()))
