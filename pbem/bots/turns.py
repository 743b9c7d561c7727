"""A whole turn's sheet at once, as a player mails it: a section for each phase that the side still has in this turn."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from pbem.core.events import PhaseBegan
from pbem.core.orders import Line, Section, Sheet
from pbem.core.ruleset import Ruleset

Player = Callable[[Ruleset, Any, str, Random], Sheet]


def plan(rules: Ruleset, state: Any, seat: str, player: Player, random: Random) -> Sheet:
    """The sheet of a player for all phases of its side from the current one to the end of its turn.

    Later phases are planned on the position as the check projects it: all orders carried out, no die decided. Standing
    orders are those of all these phases.
    """
    side, projected = rules.side_of(state, seat), state
    sections: list[Section] = []
    standing: tuple[Line, ...] = ()
    number = 0
    while True:
        played = player(rules, projected, seat, random)
        lines = _numbered(played.lines(projected.phase), number)
        held = _numbered(played.standing, number + len(lines))
        number += len(lines) + len(held)
        sections.append(Section(phase=projected.phase, lines=lines))
        standing = (*standing, *held)
        sheet = Sheet(seat=seat, sections=tuple(sections), standing=standing)
        projected = rules.check(state, seat, sheet).state
        turn, phase = rules.following(projected)
        if turn != state.turn or not _of(rules, phase, side) or rules.winner(projected) is not None:
            return sheet
        projected = rules.evolve(projected, PhaseBegan(turn=turn, phase=phase))


def _numbered(lines: Iterable[Line], after: int) -> tuple[Line, ...]:
    return tuple(line.model_copy(update={"number": number}) for number, line in enumerate(lines, after + 1))


def _of(rules: Ruleset, phase: str, side: str) -> bool:
    found = next(p for p in rules.SEQUENCE if p.id == phase)
    return side in found.sides and not found.once
