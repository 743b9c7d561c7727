"""The phases of fire: what is ordered, and the defensive fire of who is attacked (NAP-8.1, 8.13, 8.14)."""

from collections.abc import Collection, Iterator, Sequence

from pbem.core.orders import Line
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, void_line
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import on_map
from pbem.rules.napoleonic.fire import best_target, factor, faults, may_fire, modifiers, strength, targets
from pbem.rules.napoleonic.naming import first, foreign, foreign_division, off_board
from pbem.rules.napoleonic.orders import Fire
from pbem.rules.napoleonic.shooting import shoot
from pbem.rules.napoleonic.standing import defence_target
from pbem.rules.napoleonic.state import State


def judge_fire(state: State, side: str, order: Fire, own: Collection[str]) -> Verdict:
    """The verdict on a FIRE; `own` are the counters with a FIRE line of their own (NAP-8.1).

    Notes: `distance`, `factor`, `column`, `drm` of one counter; `units` of a division, how many fire, and its parts are
    their fires as things stand.
    """
    hexes = () if order.target is None else (order.target,)
    fault = first(off_board(state, hexes))
    if order.division is not None:
        fault = fault or first(foreign_division(state, side, order.division))
        shots = [] if fault is not None else division_fires(state, order, own)
        if fault is None and not shots:
            fault = Fault("no-target", "NAP-8.1", {"division": order.division})  # NAP-8.1
        parts = tuple(Fire(unit=unit, target=at) for unit, at in shots)
        if fault is not None:
            return Verdict(order, (fault,))
        fired = tuple(_without_dice(state, unit, at) for unit, at in shots)
        return Verdict(order, events=fired, notes={"units": len(shots)}, parts=parts)
    unit = str(order.unit)
    fault = fault or first(foreign(state, side, (unit,))) or _fault(state, unit, order.target)
    if fault is not None:
        return Verdict(order, (fault,))
    at = order.target or str(best_target(state, unit, targets(state, unit)))
    fired = (_without_dice(state, unit, at),)
    return Verdict(order.model_copy(update={"target": at}), events=fired, notes=outlook(state, unit, at))


def _without_dice(state: State, unit: str, at: str) -> facts.Shot:
    """A fire as it is known before its die: who has fired moves with half its points, guns do not (NAP-5.4, 5.5)."""
    origin = state.hex_of(unit)
    return facts.Shot(
        number=len(state.shots) + 1, unit=unit, origin=origin, at=at, target=next(iter(state.pile(at)), ""),
        distance=state.scenario.board.distance(origin, at), pf=state.pf(unit), terms=(), factor=0, column=0, part=1,
        drm=(), face=0, row=0, result="---",
    )  # fmt: skip


def _fault(state: State, unit: str, target: str | None) -> Fault | None:
    """Why a counter may not fire at a hex, or, where none is named, at any (NAP-8.1)."""
    if state.units[unit].fired:
        return Fault("already-ordered", "NAP-8.1", {"unit": unit})
    if target is not None:
        return next(faults(state, unit, target), None)  # NAP-8.1
    if targets(state, unit):
        return None
    if state.on_map(unit) and not may_fire(state, unit):
        return next(faults(state, unit, state.hex_of(unit)))
    return Fault("no-target" if state.on_map(unit) else "cannot-fire", "NAP-8.1", {"unit": unit})


def outlook(state: State, unit: str, at: str) -> dict[str, str | int]:
    """What a receipt tells of a fire: distance, factor, column or columns, what is added to the die."""
    points = factor(state, unit, at).value
    most = max(map(int, state.scenario.tables["fire"]["columns"]))
    column = str(points) if points <= most else f"{most} + {points - most}"
    drm = sum(each.amount for each in modifiers(state, unit, at))
    far = state.scenario.board.distance(state.hex_of(unit), at)
    return {"distance": far, "factor": points, "column": column, "drm": drm}


def division_fires(state: State, order: Fire, own: Collection[str]) -> list[tuple[str, str]]:
    """Who of a division would fire at which hex as things stand: by id (NAP-8.1)."""
    aims = ((unit, _aim(state, unit, order, own)) for unit in on_map(state, str(order.division)))
    return [(unit, at) for unit, at in aims if at is not None]  # NAP-8.1


def _aim(state: State, unit: str, order: Fire, own: Collection[str]) -> str | None:
    """At which hex a counter fires in the fire of its division; None for nowhere (NAP-8.1)."""
    if unit in own or state.units[unit].fired:
        return None
    return best_target(state, unit, [at for at in targets(state, unit) if order.target in (None, at)])


def run_fire(play: Play, seat: str, side: str, lines: Sequence[Line]) -> None:
    """Offensive fire as it is written, each result applied before the next (NAP-8.14)."""
    own = {str(getattr(line.order, "unit", None)) for line in lines}
    for line in lines:
        assert isinstance(line.order, Fire)
        verdict = judge_fire(play.state, side, line.order, own)
        order = verdict.order
        assert isinstance(order, Fire)
        if verdict.faults:
            void_line(play, seat, line, verdict.faults)  # NAP-13.1
        elif order.division is None:
            shoot(play, str(order.unit), str(order.target))  # NAP-8.14
        else:
            _fire_all(play, order, own)


def _fire_all(play: Play, order: Fire, own: Collection[str]) -> None:
    """Each counter of a division, when its turn comes, at its best target (NAP-8.1)."""
    for unit in on_map(play.state, str(order.division)):
        at = _aim(play.state, unit, order, own)
        if at is not None:
            shoot(play, unit, at)  # NAP-8.1


def run_defensive(play: Play, side: str) -> None:
    """Each counter fires once at an adjacent hex, by hex and pile as they stood at first (NAP-8.13, 8.14)."""
    start: State = play.state
    order = [(hex_, unit) for hex_ in sorted(start.piles) if start.holds(side, hex_) for unit in start.pile(hex_)]
    for hex_, unit in order:  # NAP-8.14
        open_ = targets(play.state, unit, reach=1)
        if open_:
            usual, strongest = _usual(play.state, hex_, open_), _strongest(play.state, open_)
            at = defence_target(play, unit, open_, usual, strongest)
            if at is not None:
                shoot(play, unit, at)  # NAP-8.13


def _usual(state: State, hex_: str, open_: list[str]) -> str:
    """The default target: who is marked against this hex, then who is marked at all, then most PF (NAP-8.13)."""

    def rank(at: str) -> tuple[int, int, str]:
        marker = state.markers.get(at)
        return 0 if marker == hex_ else 1 if marker is not None else 2, -strength(state, at), at

    return min(open_, key=rank)  # NAP-8.13, NAP-10.4


def _strongest(state: State, open_: list[str]) -> str:
    return min(open_, key=lambda at: (-strength(state, at), at))  # NAP-8.13


def fire_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each counter that may fire, each hex that it may fire at, with the numbers of the fire."""
    found: dict[str, tuple[Choice, ...]] = {}
    for unit in state.fighting(side):
        if not state.units[unit].fired:
            hexes = targets(state, unit)
            if hexes:
                found[unit] = tuple(Choice(Fire(unit=unit, target=at), outlook(state, unit, at)) for at in hexes)
    return found


def shooters(state: State, side: str) -> Iterator[str]:
    """The counters of a side that could fire in defence: with an adjacent enemy in their arc (NAP-8.13)."""
    return (unit for unit in state.fighting(side) if targets(state, unit, reach=1))
