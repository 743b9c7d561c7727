"""The sequence of play: the place of a phase in it, and which one follows, past those in which nobody can act."""

from collections.abc import Callable
from typing import Any

from pbem.core.events import Phase, PhaseBegan
from pbem.kit.common import seats_of


class Sequence:
    """The phases of a rule set in their order, with what is asked of them again and again."""

    def __init__(self, phases: tuple[Phase, ...]) -> None:
        self.phases = phases
        self.by_id = {phase.id: phase for phase in phases}
        self.index = {phase.id: number for number, phase in enumerate(phases)}
        self.first_of_turn = next(number for number, phase in enumerate(phases) if not phase.once)
        sides = {side for phase in phases for side in phase.sides}
        parted = [(phase.id, *phase.id.partition("-")) for phase in phases]
        self._sides = {id_: side for id_, side, _, _ in parted if side in sides}
        self._kinds = {id_: kind for id_, side, _, kind in parted if side in sides}
        self._first = {side: n for n, p in reversed(list(enumerate(phases))) if not p.once for side in p.sides}

    def side_in(self, phase: str) -> str:
        """The side after which a phase is called ("red-move"): whose phase it is; "" for one of no side's."""
        return self._sides.get(phase, "")

    def kind_of(self, phase: str) -> str:
        """What happens in a phase: its id without the side."""
        return self._kinds.get(phase, phase)

    def awaited(self, state: Any) -> tuple[str, ...]:
        """All seats of the sides whose phase it is, side by side; none in an auto phase, or when the game is over."""
        sides = () if state.winner is not None else self.by_id[state.phase].sides
        return tuple(seat for side in sides for seat in seats_of(state.scenario, side))

    def following(
        self, state: Any, began: Callable[[Any, PhaseBegan], Any], able: Callable[[Any, Phase], bool]
    ) -> tuple[int, str]:
        """Turn and id of the next phase not skipped: the first in which `able(state, phase)` finds anything to do.

        `began(state, event)` is the state in a phase that begins. At the end of a turn the state's turn has been
        advanced already.
        """
        turn, number, entered = state.turn, self.index[state.phase], state
        while True:
            number += 1
            if number == len(self.phases):
                number = self.first_of_turn
            phase = self.phases[number]
            entered = began(entered, PhaseBegan(turn=turn, phase=phase.id))
            if able(entered, phase):
                return turn, phase.id

    def begins_turn_of(self, side: str, old: str | None, new: str) -> bool:
        """Whether the step to a phase begins a side's own turn, if only by passing over it.

        `old` is the phase before it in the same turn; None where the turn is a new one.
        """
        begins = self._first[side]
        return begins <= self.index[new] and (old is None or self.index[old] < begins)
