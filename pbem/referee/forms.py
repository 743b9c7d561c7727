"""The order form of a seat, and how its counters are described in it."""

from pbem.language.forms import order_form
from pbem.referee.table import Table
from pbem.referee.voices import voice_of
from pbem.store.rows import SeatRow


def form_of(table: Table, seat: SeatRow) -> tuple[str, ...]:
    """The lines of the form for the present phase, markers first and last; empty where nothing can be chosen."""
    choices = table.rules.choices(table.state, seat.seat)
    words = voice_of(table, seat.language).words
    full = table.rules.dump(table.state, full=True)["units"]
    counters = table.data["counters"]

    def describe(unit: str) -> str:
        at, counter = full[unit].get("at"), counters[unit]
        factors = "-".join(str(counter[key]) for key in ("combat", "movement") if counter.get(key) is not None)
        return ", ".join(part for part in (at or words.status(full[unit]["status"]), factors) if part)

    lexicon = table.lexicon
    return order_form(choices, lexicon, seat.language, describe, game=table.name, turn=table.state.turn)
