"""Attacks as they are declared: who takes part, why one cannot be, and the choices (RIF-9.2 to 9.10, 9.14)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from pbem.core.orders import Line
from pbem.core.play import Question
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, distinct
from pbem.kit.tables import total
from pbem.rules.rif1926.bombardment import fire_faults, gunners, in_play, in_range
from pbem.rules.rif1926.events import Declared
from pbem.rules.rif1926.naming import absent, foreign, on_board, target_hex
from pbem.rules.rif1926.orders import Attack
from pbem.rules.rif1926.sequence import enemy
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.strength import chances, defence_terms, ground_attack, odds, outlook

ASSAULT = frozenset({"infantry", "cavalry", "engineer"})


class Assault(NamedTuple):
    """An attack on one hex: who is in contact, who supports by fire, and what its owner says of the results."""

    at: str
    units: tuple[str, ...]
    support: tuple[str, ...] = ()
    advance: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    retreat: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def assault_of(state: State, order: Attack) -> Assault:
    """The attack that an order means: guns, ships and aircraft named in WITH are support (part B)."""
    named, counters = distinct(order.with_), state.scenario.counters
    fire = [unit for unit in named if counters[unit].fires]
    units = tuple([unit for unit in named if unit not in fire]) if fire else named
    support = distinct((*fire, *order.support)) if fire or order.support else ()
    ways: dict[str, tuple[str, ...]] = {}
    for way in order.retreat:
        ways.setdefault(way.unit, tuple(way.to))
    return Assault(target_hex(state, order.target), units, support, distinct(order.advance), order.lose, ways)


def judge_attack(state: State, side: str, order: Attack) -> Verdict:
    """The verdict on an ATTACK, and what it does if the die changes nothing."""
    assault = assault_of(state, order)
    fault = next(attack_faults(state, side, order, assault), None)
    if fault is not None:
        return Verdict(order, (fault,))
    update = {"with_": assault.units, "support": assault.support}
    same = (order.with_, order.support) == (assault.units, assault.support)
    full = order if same else order.model_copy(update=update)
    more = partial(_told_of, state, assault)
    return Verdict(full, events=(declaration(state, side, assault),), more=more)


def _told_of(state: State, assault: Assault) -> Args:
    """What a receipt tells of an attack, the results of all faces with their chances."""
    notes = outlook(state, assault.at, assault.units, assault.support)
    return notes | {"results": chances(str(notes["results"]).split())}


def at_stake(state: State, question: Question, lines: Mapping[str, Sequence[Line]]) -> Args:
    """The odds of an attack with and without the fire of a gun whose owner is asked (RIF-9.16, 9.17), else nothing."""
    if question.kind != "support-defence":
        return {}
    _kind, gun, at = question.id.split(" ")
    orders = [line.order for given in lines.values() for line in given if isinstance(line.order, Attack)]
    named = [assault for order in orders if (assault := assault_of(state, order)).at == at]
    fire = next((each.support for each in named if set(each.units) & set(question.units)), ())
    told = outlook(state, at, question.units, fire)
    attack, without = int(told["attack"]), total(defence_terms(state, at, (gun,)))
    with_ = int(told["defence"]) + (state.counter(gun).points if question.rule == "RIF-9.17" else 0)
    columns = {"odds-with": odds(state, attack, with_), "odds-without": odds(state, attack, without)}
    return {"attack": attack, "with": with_, "without": without, **columns}


def declaration(state: State, side: str, assault: Assault) -> Declared:
    """That an attack is declared: its units attack, its support fires, all defenders are attacked (RIF-9.5)."""
    return Declared(
        number=state.battles + 1,
        side=side,
        at=assault.at,
        units=assault.units,
        support=assault.support,
        targets=tuple(sorted(state.stacks.get(assault.at, ()))),
    )


def attack_faults(state: State, side: str, order: Attack, assault: Assault) -> Iterator[Fault]:
    """The faults of an ATTACK and of what it means, by the order of the catalogue's part E."""
    if order.target not in state.units:
        yield from on_board(state, (order.target,))
    named = assault.units + assault.support
    for unit in named:
        if not in_play(state, unit):
            yield absent(unit, state)
    yield from foreign(state, side, named)
    if not state.held_by(enemy(side), assault.at):
        yield Fault("no-target", "RIF-9.4", {"target": order.target})  # RIF-9.4
        return
    if spent(state, assault.at):
        yield Fault("already-attacked", "RIF-9.5", {"hex": assault.at})  # RIF-9.5
    yield from _unit_faults(state, assault)
    for unit in assault.advance:
        if unit not in assault.units:
            yield Fault("cannot-advance", "RIF-9.15", {"unit": unit})  # RIF-9.15
    for unit in assault.support:
        if not state.counter(unit).fires:
            yield Fault("no-strength", "RIF-9.8", {"unit": unit})  # RIF-9.8
    if not may_attack(state, assault.units):
        yield Fault("no-strength", "RIF-9.7", {"target": order.target})  # RIF-9.7 RIF-9.10


def spent(state: State, at: str) -> bool:
    """Whether all who stand in a hex have been attacked in this phase (RIF-9.5)."""
    units = state.units
    return not [unit for unit in state.stacks.get(at, ()) if not units[unit].been_attacked]  # RIF-9.5


_IN_ORDER = ("under-repair", "dispersed", "already-fired", "already-fought", "not-adjacent", "out-of-range")


def _unit_faults(state: State, assault: Assault) -> list[Fault]:
    """Why units cannot take part, in the order of the codes: those of contact and those of fire are mixed there."""
    near = state.scenario.board.neighbours[assault.at]
    found: list[Fault] = []
    apart: list[str] = []
    for unit in assault.units:
        each = state.units[unit]
        if each.dispersed:
            found.append(Fault("dispersed", "RIF-6.1", {"unit": unit}))  # RIF-6.1
        if each.attacked:
            found.append(Fault("already-fought", "RIF-9.5", {"unit": unit}))  # RIF-9.5
        if each.at not in near:
            apart.append(unit)
    if apart:
        stand = {hex_ for unit in apart if (hex_ := state.hex_of(unit))}
        at: Args = {"at": stand.pop()} if len(stand) == 1 else {}
        about: Args = {"unit": apart[0], "units": " ".join(apart), "count": len(apart), "target": assault.at, **at}
        found.append(Fault("not-adjacent", "RIF-9.2", about))  # RIF-9.2
    if assault.support:
        found += fire_faults(state, assault.support, assault.at)
    return sorted(found, key=lambda fault: _IN_ORDER.index(fault.code))


def may_attack(state: State, units: Sequence[str]) -> bool:
    """Whether units in contact have an attack at all: some strength, and not armour alone (RIF-9.7, 9.10)."""
    counters = state.scenario.counters
    foot = [unit for unit in units if counters[unit].type in ASSAULT]
    return bool(foot) and ground_attack(state, units) > 0  # RIF-9.7 RIF-9.10


def able(state: State, unit: str) -> bool:
    """Whether a line or engineer unit can attack: undispersed, with an attack factor (RIF-4.4)."""
    counter = state.counter(unit)
    return counter.type in ASSAULT and counter.attack > 0 and not state.units[unit].dispersed


def touching(state: State, side: str, at: str) -> tuple[str, ...]:
    """The ground units of a side in the hexes that touch a hex, by id."""
    near = state.scenario.board.neighbours[at]
    return tuple(sorted(u for h in near if state.held_by(side, h) for u in state.stacks[h]))


def attackers(state: State, side: str) -> Iterator[str]:
    """The units of a side that may attack, as they are found: one comes as often as it has a choice."""
    return (unit for units, _ in _attacks(state, side) for unit in units)


def attack_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each unit that may attack: alone on each hex, with all who can join, and those with all fire in range.

    Fire is named in the joint attacks of those in contact; guns that must be named have these as their own choices.
    """
    found: dict[str, list[Choice]] = {}
    for units, verdict in _attacks(state, side):
        for unit in units:
            found.setdefault(unit, []).append(Choice(verdict.order, verdict.all_notes()))
    return {unit: tuple(found[unit]) for unit in sorted(found)}


def _attacks(state: State, side: str) -> Iterator[tuple[tuple[str, ...], Verdict]]:
    """Each attack that is a choice, with the units whose choice it is."""
    guns, masks = gunners(state, side), state.scenario.board.masks
    for at in masks.hexes(state.held[enemy(side)] & masks.around(state.held[side])):
        if spent(state, at):
            continue
        fresh = [u for u in touching(state, side, at) if not (state.units[u].attacked or state.units[u].dispersed)]
        contact = tuple(unit for unit in fresh if not state.counter(unit).fires)
        support = tuple(unit for unit in guns if in_range(state, unit, at))
        groups = dict.fromkeys([*(((unit,), ()) for unit in contact), (contact, ()), (contact, support)])
        for units, fire in groups:
            verdict = judge_attack(state, side, Attack(target=at, with_=units, support=fire)) if units else None
            if verdict is not None and not verdict.faults:
                bound = (u for u in fire if state.counter(u).is_ground and state.in_zone(side, state.hex_of(u)))
                yield (*units, *bound), verdict
