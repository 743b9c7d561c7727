"""A player turn: the run of phases in which a side acts, between those of the other side."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.events import Phase, PhaseBegan
from pbem.core.orders import Line, Section, Sheet
from pbem.core.ruleset import Ruleset


def player_turn(sequence: Sequence[Phase], phase: str) -> tuple[Phase, ...]:
    """The phases of the player turn that a phase belongs to; the phase alone where it asks nobody.

    Phases that ask nobody end no player turn; phases that come once only are none of those that come each turn.
    """
    at = next(i for i, each in enumerate(sequence) if each.id == phase)
    own = sequence[at]
    if not own.sides:
        return (own,)
    acting = [(i, each) for i, each in enumerate(sequence) if each.sides]
    here = next(n for n, (i, _) in enumerate(acting) if i == at)
    first = last = here
    while first > 0 and _alike(acting[first - 1][1], own):
        first -= 1
    while last + 1 < len(acting) and _alike(acting[last + 1][1], own):
        last += 1
    return tuple(each for _, each in acting[first : last + 1])


def _alike(a: Phase, b: Phase) -> bool:
    return a.sides == b.sides and a.once == b.once


def turn_key(sequence: Sequence[Phase], turn: int, phase: str) -> str:
    """What a player turn is known by: its turn and its first phase, as in "5.red-walk"."""
    return f"{turn}.{player_turn(sequence, phase)[0].id}"


def next_turn_key(sequence: Sequence[Phase], turn: int, phase: str, side: str) -> str:
    """The key of the player turn of a side that runs, or is the next one in this turn; "" where none is to come."""
    at = next(i for i, each in enumerate(sequence) if each.id == phase)
    once = sequence[at].once
    ahead = (each for each in sequence[at:] if side in each.sides and each.once == once)
    found = next(ahead, None)
    return "" if found is None else turn_key(sequence, turn, found.id)


def phases_after(sequence: Sequence[Phase], phase: str) -> tuple[str, ...]:
    """The phases right after a player turn that ask nobody, and take along what was sent for them."""
    last = player_turn(sequence, phase)[-1].id
    at = next(i for i, each in enumerate(sequence) if each.id == last)
    found = []
    for each in sequence[at + 1 :]:
        if each.sides or not each.reactions:
            break
        found.append(each.id)
    return tuple(found)


def positions_ahead(
    rules: Ruleset, state: Any, seat: str, lines: Mapping[str, Sequence[Line]], more: Collection[str] = ()
) -> Iterator[tuple[str, Any]]:
    """The phases of a seat's player turn from the present one on, each with the position as its side may expect it.

    `lines` are those that stand, by phase: they count as carried out, and open dice change nothing. Phases that the
    rules would skip in such a position are left out. `more` are phases after the player turn that are wanted too.
    """
    turn, sections = [*(phase.id for phase in player_turn(rules.SEQUENCE, state.phase)), *more], list[Section]()
    projected = state
    while projected.turn == state.turn and projected.phase in turn and rules.winner(projected) is None:
        yield projected.phase, projected
        sections.append(Section(phase=projected.phase, lines=tuple(lines.get(projected.phase, ()))))
        projected = rules.check(state, seat, Sheet(seat=seat, sections=tuple(sections))).state
        following, phase = rules.following(projected)
        projected = rules.evolve(projected, PhaseBegan(turn=following, phase=phase))
