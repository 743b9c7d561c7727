"""The order form of a seat, and how its counters are described in it."""

from pbem.game.game import Table
from pbem.game.voice import voice_of
from pbem.language.forms import Telling, order_form
from pbem.language.words import key
from pbem.store.rows import SeatRow

LAST = "~"
"""Sorts behind all spaces."""


def form_of(table: Table, seat: SeatRow) -> tuple[str, ...]:
    """The lines of the form for the present phase, markers first and last; empty where nothing can be chosen.

    Counters stand under the place that matters nearest to them; those that are not on the map come last.
    """
    choices = table.rules.choices(table.rules.view(table.state, seat.side), seat.seat)
    tell = _telling(table, seat)
    return order_form(choices, table.lexicon, seat.language, tell, game=table.name, turn=table.state.turn)


def _telling(table: Table, seat: SeatRow) -> Telling:
    words, view = voice_of(table, seat.language).words, table.rules.view(table.state, seat.side)
    pieces, counters = table.rules.dump(view, full=True)["units"], table.data["counters"]
    fronts = sorted(control.space for control in table.rules.scene(view, (), seat.side).controls)

    def place(id_: str) -> str:
        """The name of a space, "" where its id says the same (an area, mostly)."""
        name = words.place(id_)
        return "" if key(name) == id_ else name

    def unit(id_: str) -> str:
        at, counter = pieces[id_].get("at") or "", counters[id_]
        factors = "-".join(str(counter[key]) for key in ("combat", "movement") if counter.get(key) is not None)
        return ", ".join(part for part in (words.short(id_), f"{place(at)} {at}".strip(), factors) if part)

    def front(id_: str) -> str:
        return words.nearest(pieces[id_].get("at") or "", fronts)

    def group(id_: str) -> str:
        if pieces[id_].get("at"):
            return words.space(front(id_)) if front(id_) else ""
        return f"{words.status(pieces[id_]['status'])}: {words.family(id_)}"

    return Telling(
        unit,
        place=lambda id_: place(id_) if id_ not in counters else "",
        group=group,
        order=lambda id_: front(id_) or f"{LAST}{words.family(id_)}",
    )
