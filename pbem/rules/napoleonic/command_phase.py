"""The command phase: orders of divisions, and leaders who take the place of those taken (NAP-2.1, 2.3)."""

from collections.abc import Iterator

from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.dice.die import D6, Face
from pbem.kit.judging import Verdict
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import chief, leader_of, on_map
from pbem.rules.napoleonic.orders import Command
from pbem.rules.napoleonic.scenario import ATTACK
from pbem.rules.napoleonic.state import Division, State


def judge_command(state: State, side: str, order: Command, changed: int) -> Verdict:
    """The verdict on a COMMAND after `changed` changes at once in this phase (NAP-2.3).

    That of a division out of the chief's range rests on a die: it changes nothing yet, and notes what it `needs`.
    """
    fault = next(_faults(state, side, order, changed), None)
    if fault is not None:
        return Verdict(order, (fault,))
    division = state.divisions[order.division]
    if division.order == order.order:
        return Verdict(order)  # NAP-2.3
    if is_distant(state, division):
        return Verdict(order, notes={"needs": needed(state, division)})
    told = facts.Commanded(division=order.division, side=side, order=order.order)
    return Verdict(order, events=(told,))  # NAP-2.1


def _faults(state: State, side: str, order: Command, changed: int) -> Iterator[Fault]:
    division = state.divisions.get(order.division)
    if division is None:
        yield Fault("unknown-division", "NAP-1.2", {"division": order.division})
        return
    if division.side != side:
        yield Fault("not-your-unit", "NAP-1.2", {"unit": order.division})
        return
    args: dict[str, str | int] = {"division": order.division, "order": order.order}
    if leader_of(state, division) is None or division.state == "flight":
        yield Fault("order-forbids", "NAP-2.3", args)  # NAP-2.3
    if order.order == ATTACK and state.turn <= division.no_attack_until:
        yield Fault("order-forbids", "NAP-14.4", {**args, "turn": division.no_attack_until})  # NAP-14.4
    counts = division.order != order.order and not is_distant(state, division)
    if counts and changed >= most_changes(state, side):
        yield Fault("too-many-commands", "NAP-2.3", {"most": most_changes(state, side)})  # NAP-2.3


def most_changes(state: State, side: str) -> int:
    """How many changes of orders a commander-in-chief may give in a turn (NAP-2.3)."""
    most: int = state.scenario.tables["command"]["changes"][side]
    return most


def is_distant(state: State, division: Division) -> bool:
    """Whether a division's leader is out of the chief's range: the chief who leads it himself is in it (NAP-2.3)."""
    leader, first = leader_of(state, division), chief(state, division.side)
    if leader is None:
        return False
    if first is None:
        return True
    here, there = state.hex_of(first), state.hex_of(leader)
    return state.scenario.board.distance(here, there) > state.counter(first).range  # NAP-2.3


def needed(state: State, division: Division) -> int:
    """The highest die by which the order of a distant division changes (NAP-2.3)."""
    base: int = state.scenario.tables["command"]["die"]
    return base + state.morale_of(str(division.leader))  # NAP-2.3


def try_command(play: Play, side: str, order: Command) -> None:
    """Roll whether an order reaches a distant division (NAP-2.3)."""
    division = play.state.divisions[order.division]
    if division.order == order.order:
        return  # it was so, or has changed at once
    most = needed(play.state, division)

    def meaning(faces: tuple[Face, ...]) -> str:
        return "obeys" if int(faces[0]) <= most else "keeps"

    face = int(play.roll(f"command {order.division}", D6, meaning=meaning, rule="NAP-2.3")[0])  # NAP-2.3
    if face <= most:
        play.emit(facts.Commanded(division=order.division, side=side, order=order.order, distant=True))
    else:
        told = facts.CommandFailed(division=order.division, side=side, order=order.order, face=face, needed=most)
        play.emit(told)


def replace_leaders(play: Play, side: str) -> None:
    """Leaders who were taken are replaced at the start of their side's command phase (NAP-2.3).

    The successor has factors 0: he stands in the same counter, whose factors no longer count.
    """
    state = play.state
    if state.scenario.options["succession"] == "none":
        return  # NAP-2.3
    for leader, counter in sorted(state.scenario.counters.items()):
        if counter.side == side and state.units[leader].status == "taken":
            beside = _nearest(play.state, leader)
            if beside is not None:
                at = play.state.hex_of(beside)
                play.emit(facts.LeaderReplaced(unit=leader, at=at, beside=beside))  # NAP-2.3


def _nearest(state: State, leader: str) -> str | None:
    """The counter of his division that is nearest to where a leader was taken; of a chief without one, of his side."""
    led = [name for name, division in sorted(state.divisions.items()) if division.leader == leader]
    side = state.counter(leader).side
    units = [u for name in led for u in on_map(state, name)] if led else list(state.fighting(side))
    place = state.units[leader].taken_at
    if place is None:
        return min(units, default=None)  # NAP-2.3
    return min(units, key=lambda u: (state.scenario.board.distance(place, state.hex_of(u)), u), default=None)


def divisions_in_play(state: State, side: str) -> tuple[str, ...]:
    """The divisions of a side that have counters on the map, by id."""
    mine = (name for name, division in sorted(state.divisions.items()) if division.side == side)
    return tuple(name for name in mine if on_map(state, name))
