"""Pictures of a span of events and of a sheet that does not count yet, for any rule set."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Literal

from pbem.core.events import Event, PhaseBegan
from pbem.core.orders import Line, Order
from pbem.core.pieces import Piece
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Counter, Ghost, Scene, Shade, Shot
from pbem.kit.common import printed_counters

Drawing = Arrow | Shot | Counter | Shade
Where = Literal["map", "coming", "gone", "off"]
LABEL = 6  # characters on a counter
LANGUAGES = ("es", "en")


class Span:
    """A span of events with the positions at its ends.

    `turn` and `phase` are those of the last thing told, not of the phase that has just begun; so is `last`, the
    position in which conditions such as the weather are looked up. Without events it is the position alone.
    """

    def __init__(self, evolve: Callable[[Any, Event], Any], before: Any, events: tuple[Event, ...]) -> None:
        self.before, self.events, self.after, self.last = before, events, before, before
        when: tuple[int, str] | None = None
        for event in events:
            begins = isinstance(event, PhaseBegan)
            if not begins:
                when = (self.after.turn, self.after.phase)  # before it: the marker goes on as the turn ends
            self.after = evolve(self.after, event)
            if when is None or not begins:
                self.last = self.after
        turn, phase = when or (self.after.turn, self.after.phase)
        self.turn: int = turn
        self.phase: str = phase

    def scene(self, sides: tuple[str, ...], **drawn: Any) -> Scene:
        """The scene of the span: its map, title, turn and phase, and what else is drawn, by the fields of a Scene."""
        scenario = self.before.scenario
        return Scene(
            map=scenario.data.get("map", {}),
            title=scenario.data.get("title", dict.fromkeys(LANGUAGES, "")),
            turn=min(self.turn, scenario.turns),
            turns=scenario.turns,
            phase=self.phase,
            sides=sides,
            **{"conditions": (), **drawn},
        )

    def stands(self, unit: str) -> bool:
        """Whether a unit is on the map after the span, in a space of its own."""
        its = self.after.units[unit]
        return its.status == "map" and its.at is not None

    def states(self, unit: str) -> tuple[str, ...]:
        """What the counter of a unit shows; the rules say it."""
        return ()

    def shown(self, unit: str, drawn: Callable[[Any, str, str], Counter]) -> Counter:
        """The counter of a unit that stands on the map after the span, with its states; `drawn` gives it without."""
        return replace(drawn(self.after, unit, self.after.units[unit].at), states=self.states(unit))

    def pieces(self, where: Callable[[str], Where], figures: Callable[[str], str]) -> Iterator[Piece]:
        """All units after the span, by id: `where` each is, and the `figures` on its counter."""
        for unit, its in sorted(self.after.units.items()):
            counter = self.after.counter(unit)
            yield Piece(
                id=unit,
                side=counter.side,
                kind=counter.type,
                where=where(unit),
                space=its.at,
                status=its.status,
                figures=figures(unit),
                states=self.states(unit) if self.stands(unit) else (),
            )

    def done(self, marks_of: Callable[[Event], Iterable[tuple[str, tuple[str, ...]]]]) -> Mapping[str, set[str]]:
        """What each unit did in the span; `marks_of(event)` gives the units that an event shows to have acted."""
        done: dict[str, set[str]] = {}
        for event in self.events:
            for unit, marks in marks_of(event):
                done.setdefault(unit, set()).update(marks)
        return done

    def arrows(
        self,
        ways: Mapping[type[Event], Callable[[Any], tuple[str, tuple[str, ...], str]]],
        side_of: Callable[[str], str],
    ) -> Iterator[Arrow]:
        """An arrow for each event of a way; `ways` gives of it the unit, its spaces from the start on, the kind."""
        for event in self.events:
            way = ways.get(type(event))
            if way is not None:
                unit, path, kind = way(event)
                if goes(path):
                    yield Arrow(unit, side_of(unit), path, kind)


def goes(path: Sequence[str]) -> bool:
    """Whether a path leads anywhere else: there is an arrow to be drawn."""
    return path[:1] != path[-1:]


PLAIN: Mapping[str, str] = {}


def printed(
    state: Any,
    unit: str,
    space: str,
    factors: str,
    *,
    symbol: str = "",
    styles: Mapping[str, str] = PLAIN,
    **shown: Any,
) -> Counter:
    """The counter of a unit in a space, as the scenario has it printed; `shown` are further fields of a Counter.

    Where the scenario names none, its symbol is the given one, else that of its type, and its style that of its corps.
    """
    counter, about = state.counter(unit), printed_counters(state.scenario.data).get(unit, {})
    return Counter(
        unit=unit,
        side=counter.side,
        space=space,
        symbol=str(about.get("symbol") or symbol or counter.type),
        name=about.get("name") or dict.fromkeys(LANGUAGES, unit),
        short=str(about.get("short") or label(unit)),
        factors=factors,
        style=str(about.get("style") or styles.get(str(about.get("corps")), "")),
        **shown,
    )


def ghost(counter: Counter, space: str, *, lost: bool, cause: Literal["combat", "fire", ""] = "") -> Ghost:
    """What is left of a counter in a space where it was lost, and to what, or from where it set out."""
    return Ghost(counter.unit, counter.side, space, counter.symbol, lost, counter.short, cause)


def label(unit: str) -> str:
    """A label of at most six characters for a counter that has none of its own, from its id: cer-1 is "CER 1"."""
    name, _, number = unit.rpartition("-")
    if not name:
        return unit.upper()[:LABEL]
    number = number.upper()[: LABEL - 2]
    return f"{name.upper()[: min(3, LABEL - 1 - len(number))].strip('-')} {number}"


class Plan:
    """A sheet being drawn: where each unit will be by then, and the drawings so far.

    `at` holds the units that stand on the map, with their spaces; `counter(unit, space)` draws one.
    """

    def __init__(self, state: Any, at: Mapping[str, str], counter: Callable[[str, str], Counter]) -> None:
        self.state = state
        self.at = dict(at)
        self.drawings: list[Drawing] = []
        self._counter = counter

    def come(self, unit: str, path: Sequence[str], kind: str) -> Iterator[Drawing]:
        """A unit goes along spaces, the first where it is or enters: the arrow, and itself if it was not there."""
        counter = self._counter(unit, path[-1])
        if unit not in self.at:
            yield replace(counter, states=("planned",))
        self.at[unit] = path[-1]
        if goes(path):
            yield Arrow(unit, counter.side, tuple(path), kind)

    def put(self, unit: str, at: str, kind: str) -> Iterator[Drawing]:
        """A unit is put in a space, or goes there from where it is as the crow flies."""
        before = self.at.get(unit)
        return self.come(unit, (at,) if before is None else (before, at), kind)

    def space_of(self, word: str) -> str:
        """The space that a target word means by then: it names a unit or a space."""
        return self.at.get(word, word)

    def shot(self, unit: str, target: str, kind: str) -> Iterator[Drawing]:
        """Fire from where a unit will be, its result open."""
        origin, at = self.at.get(unit), self.space_of(target)
        if origin is not None and at in self.state.scenario.board:
            yield Shot(self._counter(unit, origin).side, origin, at, None, kind)


Draw = Callable[[Plan, Any], Iterator[Drawing]]


def draw_sheet(
    base: Scene,
    plan: Plan,
    found: Sequence[CheckedLine],
    *,
    draws: Mapping[type[Order], Draw],
    in_turn: Callable[[Sequence[Line]], Sequence[Line]],
    phases: Sequence[str],
) -> Scene:
    """The scene of a position with the accepted lines of a sheet drawn: `found` as its check gives it.

    `draws` has how the order of each verb is drawn (one that is not to be seen has none), `in_turn` puts the lines of a
    phase into the order in which they count, `phases` are the ids of the sequence. Of a line for a group its single
    orders are drawn. No die is rolled.
    """
    parts = {(each.phase, each.line.number): each.parts for each in found}
    for phase, line in _counting(found, in_turn, phases):
        for order in parts[phase, line.number] or (line.order,):
            draw = draws.get(type(order))
            if draw is not None:
                plan.drawings.extend(draw(plan, order))
    return replace(
        base,
        counters=(*base.counters, *(each for each in plan.drawings if isinstance(each, Counter))),
        arrows=tuple(each for each in plan.drawings if isinstance(each, Arrow)),
        shots=tuple(each for each in plan.drawings if isinstance(each, Shot)),
        shades=tuple(each for each in plan.drawings if isinstance(each, Shade)),
    )


def _counting(
    found: Sequence[CheckedLine], in_turn: Callable[[Sequence[Line]], Sequence[Line]], phases: Sequence[str]
) -> Iterator[tuple[str, Line]]:
    """The lines that count, each with its phase, in the order in which they are carried out."""
    place = {phase: number for number, phase in enumerate(phases)}
    stand = [each for each in found if "superseded" not in each.notes]
    stand.sort(key=lambda each: (place[each.phase], each.line.number))
    for phase, group in groupby(stand, key=lambda each: each.phase):
        yield from ((phase, line) for line in in_turn([each.line for each in group]))
