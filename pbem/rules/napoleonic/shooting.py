"""A fire carried out: factor, columns, die, results (NAP-8.4, 8.5, 8.8 to 8.12)."""

from collections.abc import Sequence

from pbem.core.events import Modifier
from pbem.core.play import Play
from pbem.dice.die import D6, Face
from pbem.kit.tables import cell
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.fire import Factor, factor, modifiers
from pbem.rules.napoleonic.leaders import follow
from pbem.rules.napoleonic.morale import Cause, test
from pbem.rules.napoleonic.retreat import lose, retreat
from pbem.rules.napoleonic.rolling import row_of
from pbem.rules.napoleonic.standing import retreat_length
from pbem.rules.napoleonic.state import State


def shoot(play: Play, unit: str, at: str) -> None:
    """A counter fires at a hex; of more than 12 points twice, the first resolved before the second (NAP-8.5)."""
    before: State = play.state
    points, drm = factor(before, unit, at), modifiers(before, unit, at)
    most = max(map(int, before.scenario.tables["fire"]["columns"]))
    columns = [points.value] if points.value <= most else [most, points.value - most]  # NAP-8.5
    origin, foe = before.hex_of(unit), before.counter(before.pile(at)[0]).side
    number = len(before.shots) + 1
    for part, column in enumerate(columns, 1):
        if not play.state.pile(at):
            break  # NAP-8.5
        suffix = "" if part == 1 else " part 2"
        result = _roll(play, (unit, origin, at, number), points, (column, part), drm)
        _apply(play, _Fire(unit, origin, at, suffix), result)
    follow(play, before, (at,), foe)


def _roll(
    play: Play, who: tuple[str, str, str, int], points: Factor, column: tuple[int, int], drm: tuple[Modifier, ...]
) -> str:
    """Roll a fire in a column, and tell it with all its numbers: the result (NAP-8.4)."""
    state: State = play.state
    unit, origin, at, number = who
    rows = state.scenario.tables["fire"]["rows"]

    def meaning(faces: tuple[Face, ...]) -> str:
        return _meaning(str(cell(rows, row_of(rows, faces[0], drm), str(column[0]))))

    label = f"fire {unit} at {at}" + (" part 2" if column[1] == 2 else "")
    face = int(play.roll(label, D6, meaning=meaning, rule="NAP-8.4")[0])
    row = row_of(rows, face, drm)
    result = str(cell(rows, row, str(column[0])))  # NAP-8.4
    told = facts.Shot(
        number=number, unit=unit, origin=origin, at=at, target=state.pile(at)[0],
        distance=state.scenario.board.distance(origin, at), pf=points.pf,
        terms=tuple((code, f"{part.numerator}/{part.denominator}", rule) for code, part, rule in points.terms),
        factor=points.value, column=column[0], part=column[1], drm=drm, face=face, row=row,
        result=result,
    )  # fmt: skip
    play.emit(told)
    return result


def _meaning(result: str) -> str:
    return "nothing" if result == "---" else f"fire-{result.lower()}"


class _Fire:
    """A fire whose result is being applied."""

    def __init__(self, unit: str, origin: str, at: str, suffix: str) -> None:
        self.unit, self.origin, self.at, self.suffix = unit, origin, at, suffix

    def cause(self, target: str, others_of: str = "") -> Cause:
        """Why a counter tests: for this fire, or since it is in the stack of the target counter."""
        label = f"morale {target} stack of {others_of}" if others_of else f"morale {target} fire by {self.unit}"
        why = "stack" if others_of else "fire"
        return Cause(label + self.suffix, why, danger=self.origin)


def _apply(play: Play, fire: _Fire, result: str) -> None:
    """Apply a result of the fire table: losses first, then its letter to who is then on top (NAP-8.8 to 8.12)."""
    losses = int(result[0]) if result[0].isdigit() else 0
    letter = result.lstrip("0123456789")
    for _ in range(len(play.state.pile(fire.at))):
        if losses:
            losses = lose(play, play.state.pile(fire.at)[0], losses, "fire")  # NAP-8.10
    pile = play.state.pile(fire.at)
    if not pile:
        return  # NAP-8.10
    if letter == "R":
        _driven_back(play, fire, pile)
    elif letter == "M":
        passed = test(play, pile[0], fire.cause(pile[0]))  # NAP-8.9
        if not passed:
            _others_test(play, fire, pile)  # NAP-8.9
    elif letter == "P":
        _pinned(play, fire, pile[0], tests=result == "P")


def _driven_back(play: Play, fire: _Fire, pile: Sequence[str]) -> None:
    """Result R: the target counter retreats, the others test; squares ignore it (NAP-8.8)."""
    target = pile[0]
    if play.state.units[target].formation == "square":
        return  # NAP-8.8
    if play.state.is_guns(target):
        play.emit(facts.NoFire(unit=target, until=play.state.turn + 1))  # NAP-8.8
    retreat(play, target, retreat_length(play, target), fire.origin)  # NAP-8.8
    _others_test(play, fire, pile)


def _others_test(play: Play, fire: _Fire, pile: Sequence[str]) -> None:
    """The others of the hex test, in pile order."""
    for unit in pile[1:]:
        if play.state.units[unit].at == fire.at:
            test(play, unit, fire.cause(unit, others_of=pile[0]))


def _pinned(play: Play, fire: _Fire, target: str, *, tests: bool) -> None:
    """Result P: no shock for the stack; a battery may not fire; alone it tests who had no marker (NAP-8.11, 8.12)."""
    marker = play.state.markers.get(fire.at)
    if marker is not None:
        play.emit(facts.Unmarked(hex=fire.at, target=marker, reason="fire"))  # NAP-8.11
    if play.state.is_guns(target):
        play.emit(facts.NoFire(unit=target, until=play.state.turn + 1))  # NAP-8.11 NAP-8.12
    if tests and marker is None:
        test(play, target, fire.cause(target))  # NAP-8.11
