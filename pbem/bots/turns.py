"""A whole turn's sheet at once, as a player mails it: a section for each phase that the side still has in this turn."""

from collections.abc import Callable
from random import Random
from typing import Any

from pbem.core.events import PhaseBegan
from pbem.core.orders import Line, Section, Sheet
from pbem.core.ruleset import Ruleset

Player = Callable[[Ruleset, Any, str, Random], Sheet]


def plan(rules: Ruleset, state: Any, seat: str, player: Player, random: Random) -> Sheet:
    """The sheet of a player for all phases of its side from the current one to the end of its turn.

    Later phases are planned on the position as the check projects it: all orders carried out, no die decided.
    """
    side, sections, projected = rules.side_of(state, seat), [], state
    number = 0
    while True:
        orders = [line.order for line in player(rules, projected, seat, random).lines(projected.phase)]
        lines = tuple(Line(number=number + i, order=order) for i, order in enumerate(orders, 1))
        number += len(lines)
        sections.append(Section(phase=projected.phase, lines=lines))
        sheet = Sheet(seat=seat, sections=tuple(sections))
        projected = rules.check(state, seat, sheet).state
        turn, phase = rules.following(projected)
        if turn != state.turn or not _of(rules, phase, side) or rules.winner(projected) is not None:
            return sheet
        projected = rules.evolve(projected, PhaseBegan(turn=turn, phase=phase))


def _of(rules: Ruleset, phase: str, side: str) -> bool:
    found = next(p for p in rules.SEQUENCE if p.id == phase)
    return side in found.sides and not found.once
