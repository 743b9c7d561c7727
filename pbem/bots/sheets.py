"""From wishes to a sheet that the check accepts: what every bot ends with."""

from collections.abc import Sequence
from typing import Any

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.ruleset import Ruleset


def legal_sheet(rules: Ruleset, state: Any, seat: str, wishes: Sequence[Order]) -> Sheet:
    """The sheet for the state's current phase of those wishes, in order, that the check accepts together."""
    sheet = _sheet(seat, state.phase, wishes)
    refused = {p.line for p in rules.check(state, seat, sheet).problems}
    while refused - {0}:
        wishes = [order for number, order in enumerate(wishes, 1) if number not in refused]
        sheet = _sheet(seat, state.phase, wishes)
        refused = {p.line for p in rules.check(state, seat, sheet).problems}
    return sheet


def _sheet(seat: str, phase: str, orders: Sequence[Order]) -> Sheet:
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    return Sheet(seat=seat, sections=(Section(phase=phase, lines=lines),))
