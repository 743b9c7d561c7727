"""Sheets of several sections, for the tests of all rule sets."""

from itertools import count

from pbem.core.orders import Line, Order, Section, Sheet


def sheet_of(seat: str, *standing: Order, **sections: list[Order]) -> Sheet:
    """A seat's orders by phase (`allied_combat=[…]`), then its standing orders; lines are numbered through."""
    numbers = count(1)

    def lines(orders: list[Order] | tuple[Order, ...]) -> tuple[Line, ...]:
        return tuple(Line(number=next(numbers), order=order) for order in orders)

    made = tuple(Section(phase=phase.replace("_", "-"), lines=lines(orders)) for phase, orders in sections.items())
    return Sheet(seat=seat, sections=made, standing=lines(standing))
