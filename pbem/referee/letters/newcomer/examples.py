"""Examples of orders: a player's own, legal now or in the next phase that asks for some, tried as a mail is."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from pbem.core.events import PhaseBegan
from pbem.core.orders import Order
from pbem.core.ruleset import Choices
from pbem.game.game import Game
from pbem.game.guard import blame
from pbem.language.forms import HOLD
from pbem.language.write import write_order
from pbem.referee.turn.submission import judge_reading, read_orders
from pbem.store.rows import SeatRow

MOST = 3
TRIED = 12
"""So many orders at most are tried as examples."""
LOOKED_AT = 40
"""So many units at most are looked at for orders of another kind: some have thousands."""


def examples(game: Game, seat: SeatRow) -> tuple[str, ...]:
    """Some orders that a seat could send now, all together, as it would write them; none where it can send none."""
    if game.over:
        return ()
    found: list[str] = []
    with blame(f"the rule set {game.rules.NAME}, in choices"):  # it may work them out as they are looked at
        for order in islice(_candidates(_choices(game, seat)), TRIED):
            line = write_order(order, game.lexicon, seat.language)
            if len(found) < MOST and line not in found and _is_accepted(game, seat, [*found, line]):
                found.append(line)
    return tuple(found)


def _is_accepted(game: Game, seat: SeatRow, lines: list[str]) -> bool:
    """Whether a mail of these lines has no line with a fault."""
    reading = read_orders(game, seat.seat, "\n".join(lines))
    judged = judge_reading(game, seat.seat, reading, earlier={})
    return len(reading.lines) == len(lines) and not any(problem.line for problem in judged.problems)


def _choices(game: Game, seat: SeatRow) -> Choices:
    """What a seat may choose in the present phase, or in the next of this turn in which it has a choice."""
    rules, state = game.rules, game.state
    found = game.choices(seat.seat)
    order = [phase.id for phase in rules.SEQUENCE]
    for phase in order[order.index(state.phase) + 1 :]:
        if found.actors:
            break
        ahead: Any = rules.evolve(state, PhaseBegan(turn=state.turn, phase=phase))
        found = rules.choices(rules.view(ahead, seat.side), seat.seat)
    return found


def _candidates(choices: Choices) -> Iterator[Order]:
    """What is proposed, then an order of each kind, then more; none that asks for nothing."""
    some = [[choice.order for choice in choices.actors[actor]] for actor in islice(choices.actors, LOOKED_AT)]
    kinds: dict[str, Order] = {}
    for order in chain.from_iterable(some):
        if order.type != HOLD:
            kinds.setdefault(order.type, order)
    later = (order for own in some for order in own[:: max(1, len(own) // MOST)] if order.type != HOLD)
    return chain(choices.proposed.values(), kinds.values(), later)
