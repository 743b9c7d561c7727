"""What a shot or a shock is worth before its die falls, in tenths of a strength point (NAP-8.4, 9.1, 11.4)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pbem.kit.tables import cell, clamp
from pbem.rules.napoleonic.fire import factor, may_fire, modifiers
from pbem.rules.napoleonic.odds import Stack, column_of, largest, values
from pbem.rules.napoleonic.odds import modifiers as shock_modifiers
from pbem.rules.napoleonic.state import NORMAL, State

FACES = range(1, 7)
TENTHS = 10  # in which everything is counted: tenths of a strength point
LETTERS = {"": 0, "P": 4, "M": 5, "R": 9}  # what the letter of a fire is worth besides its losses
SHAKEN = {"A": 8, "B": 10, "C": 13, "D": 18, "E": 24, "F": 30}  # what a retreat with its test takes, in hundredths
STOPS = {"P": 100, "R": 100, "M": 40, "2P": 100, "3P": 100}  # how often a fire takes a marker off, in hundredths


def _row(rows: Mapping[str, object], face: int) -> int:
    every = sorted(map(int, rows))
    return clamp(face, every[0], every[-1])


def fire_results(state: State, unit: str, at: str) -> Iterator[tuple[str, ...]]:
    """The results of the six faces of a fire as it would be now: one, or two where it has more than 12 points."""
    points, drm = factor(state, unit, at).value, sum(each.amount for each in modifiers(state, unit, at))
    table = state.scenario.tables["fire"]
    most = max(map(int, table["columns"]))
    columns = (str(points),) if points <= most else (str(most), str(min(points - most, most)))
    for face in FACES:
        row = _row(table["rows"], face + drm)
        yield tuple(str(cell(table["rows"], row, column)) for column in columns)


def shot_worth(state: State, unit: str, at: str) -> int:
    """What a fire takes in the mean, in tenths of a strength point."""
    return sum(_took(result) for results in fire_results(state, unit, at) for result in results) // len(FACES)


def _took(result: str) -> int:
    if result == "---":
        return 0
    losses = int(result[0]) if result[0].isdigit() else 0
    return TENTHS * losses + LETTERS[result.lstrip("123")]


def stopped(state: State, at: str, origin: str) -> int:
    """How often the defenders of a hex take the marker off a stack in another, in hundredths (NAP-8.11, 8.13)."""
    passes, before = 100, 0
    facing = state.scenario.direction[at, origin]
    for unit in state.pile(at):
        if may_fire(state, unit) and (not state.has_facing(unit) or _ahead(state.units[unit].facing, facing)):
            passes = passes * (100 - _stops(state, unit, before)) // 100
            before += 1
    return 100 - passes


def _ahead(facing: int, direction: int) -> bool:
    return (direction - facing) % 6 in (0, 1, 5)


def _stops(state: State, unit: str, before: int) -> int:
    """How often one defender's fire stops a stack; `before` defenders of its hex have fired (NAP-8.6)."""
    points = state.pf(unit) if state.units[unit].morale == NORMAL else state.pf(unit) // 2
    grade, table = state.counter(unit).grade, state.scenario.tables["fire"]
    drm = (grade in "AB") - (grade in "EF") - min(before, 2)
    column = str(clamp(points, 1, max(map(int, table["columns"]))))
    results = [str(cell(table["rows"], _row(table["rows"], face + drm), column)) for face in FACES]
    return sum(STOPS.get(result, STOPS.get(result.lstrip("123"), 0)) for result in results) // len(FACES)


def shock_worth(state: State, at: str, stacks: Sequence[Stack], gain: int) -> int:
    """What an assault of stacks is worth to them if it comes to the shock; `gain`: of the hex, once it is theirs.

    -1000 where the odds are too low.
    """
    attack, defence = (side.total for side in values(state, at, stacks))
    return outcome_worth(state, at, stacks, (attack, defence), gain)


def outcome_worth(
    state: State, at: str, stacks: Sequence[Stack], strengths: tuple[Fraction, Fraction], gain: int, extra: int = 0
) -> int:
    """The same for strengths that are given; `extra` is added to the die."""
    column = column_of(state, *strengths)
    if column is None:
        return -1000
    drm = extra + sum(each.amount for each in shock_modifiers(state, at, stacks))
    rows = state.scenario.tables["shock"]["rows"]
    mine = _shaken(state, [unit for stack in stacks for unit in stack.units])
    theirs = _shaken(state, state.pile(at))
    guns_alone = all(state.is_guns(unit) for unit in state.pile(at))
    whole = TENTHS * sum(map(state.pf, state.pile(at)))
    total = 0
    for face in FACES:
        result = str(cell(rows, _row(rows, face + drm), column))
        if result in ("D1", "D2", "DB") and guns_alone:
            total += whole + gain
        elif result[0] == "D":
            total += TENTHS + gain if result == "DB" else theirs * (1 + int(result[1])) // 2 + gain
        elif result in ("A1", "A2"):
            total -= mine * (1 + int(result[1])) // 2
        elif result == "AB":
            total -= TENTHS
    return total // len(FACES)


def _shaken(state: State, units: Sequence[str]) -> int:
    """What a retreat of these counters and their tests take, in tenths of a strength point."""
    return sum(state.pf(unit) * SHAKEN[state.counter(unit).grade] for unit in units) // TENTHS


def assault_worth(state: State, at: str, stacks: Sequence[Stack], gain: int) -> int:
    """What an assault of stacks is worth to them, the defenders' fire counted: it goes at the largest stack."""
    first = largest(state, stacks)
    stops = stopped(state, at, first.hex)
    others = [stack for stack in stacks if stack.hex != first.hex]
    whole = shock_worth(state, at, stacks, gain)
    less = max(shock_worth(state, at, others, gain), 0 if whole < -999 else -999) if others else 0
    return (whole * (100 - stops) + less * stops) // 100 - stops * _top_pf(state, first) // 100


def _top_pf(state: State, stack: Stack) -> int:
    return state.pf(stack.units[0])
