"""The position in which a game begins if everybody plays the set-up that its scenario proposes."""

from typing import Any

from pbem.core.events import PhaseBegan
from pbem.core.orders import Line, Section, Sheet
from pbem.game.game import Game


def position_as_proposed(game: Game) -> Any:
    """The present position, and from there on all phases that come once played as the scenario proposes."""
    rules, state = game.rules, game.state
    once = {phase.id for phase in rules.SEQUENCE if phase.once}
    for _ in rules.SEQUENCE:
        if state.phase not in once:
            break
        for seat in rules.awaited(state):
            orders = rules.choices(rules.view(state, rules.side_of(state, seat)), seat).proposed.values()
            lines = tuple(Line(number=n, order=order) for n, order in enumerate(orders, 1))
            state = rules.check(
                state, seat, Sheet(seat=seat, sections=(Section(phase=state.phase, lines=lines),))
            ).state
        turn, phase = rules.following(state)
        state = rules.evolve(state, PhaseBegan(turn=turn, phase=phase))
    return state
