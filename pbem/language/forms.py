"""The order form at the end of a mail: a line for each counter that may act, to be edited in the reply."""

from collections.abc import Callable, Iterator, Sequence

from pbem.core.orders import Order
from pbem.core.ruleset import Choice, Choices
from pbem.language.lexicon import Lexicon
from pbem.language.marks import N_
from pbem.language.messages import translations
from pbem.language.write import write_fields, write_order

BEGIN, END = "## ORDERS", "## END OF ORDERS"
"""The marks of the form, the same in all languages, by which it is found again in a reply."""
HOLD = "hold"
"""The verb that asks for nothing: a counter that has it as a choice gets it as its line."""
SHOWN = 4
"""How many of its choices of one verb a counter's line names, the cheapest first."""
COLUMN = 26
WIDTH = 120

Describe = Callable[[str], str]
"""What to say of a unit, in the language of the form: where it stands and what it can do ("at 0614, MF 5")."""


def order_form(
    choices: Choices, lexicon: Lexicon, lang: str, describe: Describe, *, game: str, turn: int
) -> tuple[str, ...]:
    """The lines of the form, markers first and last; empty for a seat that has nothing to choose.

    Where HOLD is a choice each counter has a line `HOLD urriaguel-4  # at 0614, MF 5: MOVE 0613 0615 …`, which says
    that no order is wanted. Elsewhere its line is an order that it may be given, as a comment; no two counters are
    offered the same one as long as they have others (so that a set-up taken as it stands is none in one hex).
    """
    words = translations(lang)
    if not choices.units:
        return ()
    offered: set[tuple[str, ...]] = set()
    lines = [f"{BEGIN} {game} {turn} {choices.phase}"]
    hint = N_("Change a line, or take the # from its beginning. Lines left as they are do nothing.")
    lines.append(f"# {words.gettext(hint)}")
    for unit in choices.units:
        own = choices.units[unit]
        if not own:
            continue
        must = words.gettext(N_("must act")) if unit in choices.must else ""
        about = ", ".join(part for part in (describe(unit), must) if part)
        lines.append(_line(own, lexicon, lang, about, offered))
    return (*lines, END)


def _line(own: Sequence[Choice], lexicon: Lexicon, lang: str, about: str, offered: set[tuple[str, ...]]) -> str:
    hold = next((choice.order for choice in own if choice.order.type == HOLD), None)
    cheapest = sorted(own, key=lambda choice: int(choice.notes.get("cost", 0)))
    example = hold or _fresh([choice.order for choice in own], lexicon, lang, offered)
    begin = "" if hold else "# "
    others = "; ".join(_summary([choice.order for choice in cheapest if choice.order is not example], lexicon, lang))
    comment = ": ".join(part for part in (about, others) if part)
    line = f"{begin + write_order(example, lexicon, lang):<{COLUMN}} # {comment}".rstrip()
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"


def _fresh(orders: Sequence[Order], lexicon: Lexicon, lang: str, offered: set[tuple[str, ...]]) -> Order:
    """The first order that no counter before was offered, the unit apart."""
    for order in orders:
        told = (order.type, *write_fields(order, lexicon, lang, without="unit"))
        if told not in offered:
            offered.add(told)
            return order
    return orders[0]


def _summary(orders: Sequence[Order], lexicon: Lexicon, lang: str) -> Iterator[str]:
    """What a counter may do instead, a part for each verb: where ways end, whom it may attack."""
    for verb in dict.fromkeys(order.type for order in orders):
        ends = dict.fromkeys(_end(order) for order in orders if order.type == verb)
        ends.pop("", None)
        more = f" … ({len(ends)})" if len(ends) > SHOWN else ""
        said = " ".join([lexicon.say("verbs", verb, lang), *list(ends)[:SHOWN]])
        yield f"{said}{more}"


def _end(order: Order) -> str:
    """Where an order leads: the last space or target that it names, "" if none."""
    slots = [slot for slot in order.FORM if slot.kind in ("space", "target") and slot.keyword != "ELSE"]
    for slot in reversed(slots):
        value = getattr(order, slot.field)
        if value:
            return str(value if isinstance(value, str) else value[-1])
    return ""
