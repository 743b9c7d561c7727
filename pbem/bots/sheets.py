"""From wishes to a sheet that the check accepts: what every bot ends with."""

from collections.abc import Sequence
from typing import Any

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.ruleset import Ruleset


def legal_sheet(
    rules: Ruleset, state: Any, seat: str, wishes: Sequence[Order], standing: Sequence[Order] = ()
) -> Sheet:
    """The sheet for the state's current phase of those wishes, in order, that the check accepts together.

    `standing` are wishes for standing orders: their lines are numbered after the others.
    """
    while True:
        sheet = _sheet(seat, state.phase, wishes, standing)
        refused = {p.line for p in rules.check(state, seat, sheet).problems} - {0}
        if not refused:
            return sheet
        kept = [order for number, order in enumerate((*wishes, *standing), 1) if number not in refused]
        wishes, standing = [o for o in kept if not o.stands()], [o for o in kept if o.stands()]


def _sheet(seat: str, phase: str, orders: Sequence[Order], standing: Sequence[Order]) -> Sheet:
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    held = tuple(Line(number=number, order=order) for number, order in enumerate(standing, len(orders) + 1))
    return Sheet(seat=seat, sections=(Section(phase=phase, lines=lines),), standing=held)
