"""Leaders whom the enemy overruns, and who go with their counters (NAP-2.4)."""

from collections.abc import Sequence

from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import leaders_at
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State


def overrun(play: Play, unit: str, path: Sequence[str]) -> None:
    """The leaders alone in hexes that an enemy counter enters, if only to pass, are taken or flee (NAP-2.4)."""
    if play.state.counter(unit).is_leader or play.state.leaders.keys().isdisjoint(path):
        return
    foe = enemy(play.state.counter(unit).side)
    for hex_ in path:
        for leader in leaders_at(play.state, (hex_,), foe):
            if not play.state.holds(foe, hex_):
                escape(play, leader)  # NAP-2.4


def escape(play: Play, leader: str) -> None:
    """Roll whether a leader alone is taken; else he goes to the nearest friendly counter in reach (NAP-2.4)."""
    state: State = play.state
    tables = state.scenario.tables["leader"]
    at = state.hex_of(leader)

    def meaning(faces: tuple[Face, ...]) -> str:
        return "taken" if int(faces[0]) <= tables["taken"] else "escapes"

    face = int(play.roll(f"leader {leader}", D6, meaning=meaning, rule="NAP-2.4")[0])  # NAP-2.4
    refuge = _refuge(state, leader, int(tables["refuge"]))
    if face <= tables["taken"] or refuge is None:
        play.emit(facts.LeaderTaken(unit=leader, at=at))  # NAP-2.4
    else:
        play.emit(facts.LeaderMoved(unit=leader, origin=at, to=refuge))  # NAP-2.4


def _refuge(state: State, leader: str, reach: int) -> str | None:
    """The hex of the nearest friendly counter within reach, then the lowest."""
    side, at, board = state.counter(leader).side, state.hex_of(leader), state.scenario.board
    held = [hex_ for hex_ in state.piles if state.holds(side, hex_) and board.distance(at, hex_) <= reach]
    return min(held, key=lambda hex_: (board.distance(at, hex_), hex_), default=None)


def follow(play: Play, before: State, hexes: Sequence[str], side: str) -> None:
    """Leaders go with the top counter, as the pile was, of those that were taken out of their hex; or flee (NAP-2.4).

    `before` is the position before the one fire, shock, advance, charge, rally or rout that emptied the hexes.
    """
    for hex_ in hexes:
        if play.state.holds(side, hex_) or not before.holds(side, hex_):
            continue
        living = [unit for unit in before.pile(hex_) if play.state.on_map(unit)]
        for leader in leaders_at(play.state, (hex_,), side):
            if living:
                to = play.state.hex_of(living[0])
                play.emit(facts.LeaderMoved(unit=leader, origin=hex_, to=to))  # NAP-2.4
            else:
                escape(play, leader)  # NAP-2.4
