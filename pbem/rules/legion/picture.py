"""The scene of a span of events: what stands on the map after them, and what they did, in words of any wargame."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from pbem.core.events import Event
from pbem.core.pieces import Piece
from pbem.core.scene import Battle, Control, Ghost, Scene, Shot
from pbem.core.scene import Counter as Drawn
from pbem.kit.picture import Span, Where, ghost, printed
from pbem.rules.legion import events as facts
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.scenario import Counter
from pbem.rules.legion.sequence import SEQUENCE, SIDES, acting
from pbem.rules.legion.state import State
from pbem.rules.legion.victory import holder

STATES = ("must-attack", "panicked", "fired", "arrived", "landed", "moved", "marched", "captured")
MARKS: Mapping[str, tuple[str, ...]] = {
    "move": ("moved",),
    "march": ("moved", "marched"),
    "reinforce": ("arrived",),
    "land": ("arrived", "landed"),
}
"""What a counter shows of each way to move."""
STYLES: Mapping[str, str] = {
    "army": "white",
    "legion": "green",
    "regulares": "yellow",
    "mehala": "red",
    "harca-soliman": "emblem",
    "kabila": "grey",
    "captured": "black",
    "air": "blue",
    "navy": "blue",
}
"""The colour class of each corps, as near to the printed counters as their sides' colours leave room for (LL-2.6)."""
WHERE: Mapping[str, Where] = {
    "map": "map",
    "off-map": "coming",
    "due": "coming",
    "waiting": "coming",
    "eliminated": "gone",
}
"""Where a piece is by its status; the others are off the map for a time: in the pool, on the ground."""
SETUPS = frozenset(phase.id for phase in SEQUENCE if phase.once)
"""While they last no die has fallen for the weather."""


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """What to draw of the events that led on from a state, the same for both sides: nothing on this map is hidden.

    The pieces stand as after the last event; turn, phase and weather are those of the last thing told, not of the
    phase that has just begun. Without events it is the position alone.
    """
    span, scenario = _Span(before, events), before.scenario
    places = sorted({*scenario.road_places, *scenario.inner_places})
    return span.scene(
        SIDES,
        conditions=() if span.phase in SETUPS else (span.last.weather,),
        counters=tuple(span.shown(unit, drawn) for unit in sorted(span.after.units) if span.stands(unit)),
        arrows=tuple(span.arrows(WAYS, lambda unit: scenario.counters[unit].side)),
        battles=tuple(battle(event) for event in events if isinstance(event, facts.Fought)),
        shots=tuple(_shot(before, event) for event in events if isinstance(event, facts.Bombarded)),
        ghosts=tuple(each for event in events for each in _ghosts(before, event)),
        controls=tuple(_control(span, place) for place in places),
    )


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """All pieces, the same for both sides, with what they have done in their side's present turn."""
    units, span = state.units, _Span(state, ())
    return tuple(span.pieces(lambda u: WHERE.get(units[u].status, "off"), lambda u: figures(state.counter(u))))


def figures(counter: Counter) -> str:
    """The figures along the foot of a counter: combat and movement, "4-5" (LL-2.6)."""
    return "-".join(str(figure) for figure in (counter.combat, counter.movement) if figure is not None)


class _Span(Span):
    """A span of events with the positions at its ends."""

    def __init__(self, before: State, events: tuple[Event, ...]) -> None:
        super().__init__(evolve, before, events)
        self._marks = self.done(marks_of)

    def states(self, unit: str) -> tuple[str, ...]:
        """What the counter of a piece shows."""
        piece, marks = self.after.units[unit], self._marks.get(unit, set()) | self._flags(unit)
        if piece.must_attack and not piece.fought:
            marks = marks | {"must-attack"}
        if self.after.counter(unit).captured:
            marks = marks | {"captured"}
        return tuple(state for state in STATES if state in marks)

    def _flags(self, unit: str) -> set[str]:
        """What a piece has done in its side's present turn, where no events are told."""
        counter, piece = self.after.counter(unit), self.after.units[unit]
        if self.events or counter.side != acting(self.after.phase):
            return set()
        return set(MARKS.get(piece.moved, ())) | ({"fired"} if piece.bombarded or piece.supported else set())


def _shot(before: State, event: facts.Bombarded) -> Shot:
    return Shot(before.counter(event.unit).side, event.origin, event.at, event.hit, event.by)


def _ghosts(before: State, event: Event) -> Iterable[Ghost]:
    """Where pieces were lost, and where those set out that moved or were driven off."""
    if isinstance(event, facts.Eliminated):
        cause: Literal["combat", "fire"] = "combat" if event.cause == "combat" else "fire"
        yield ghost(drawn(before, event.unit, event.at), event.at, lost=True, cause=cause)
    elif isinstance(event, facts.Moved):
        yield ghost(drawn(before, event.unit, event.path[0]), event.path[0], lost=False)
    elif isinstance(event, facts.Panicked):
        yield ghost(drawn(before, event.unit, event.origin), event.origin, lost=False)


def _control(span: _Span, place: str) -> Control:
    """Who stands in a place that counts for victory (LL-5.1)."""
    now = holder(span.after, place)  # LL-5.1
    return Control(place, now, changed=now != holder(span.before, place))


def drawn(state: State, unit: str, space: str) -> Drawn:
    """The counter of a piece in a hex, as it is printed: without states."""
    return printed(state, unit, space, figures(state.counter(unit)), styles=STYLES)


def battle(event: facts.Fought) -> Battle:
    """A combat by the hexes of those who fought it, with both values."""
    values = (event.attack.value, event.defence.value)
    return Battle(event.number, event.side, event.origins, event.at, *values, event.outcome)


def marks_of(event: Event) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The pieces that an event shows to have acted, and how."""
    if isinstance(event, facts.Moved):
        yield event.unit, MARKS[event.how]
    elif isinstance(event, facts.Flown | facts.FleetPlaced):
        yield event.unit, MARKS["move"]
    elif isinstance(event, facts.Reinforced):
        yield event.unit, MARKS["reinforce"]
    elif isinstance(event, facts.Landed | facts.Disembarked):
        yield event.unit, MARKS["land"]
    elif isinstance(event, facts.Panicked):
        yield event.unit, ("panicked",)
    elif isinstance(event, facts.Bombarded):
        yield event.unit, ("fired",)
    elif isinstance(event, facts.Fought):
        yield from ((battery, ("fired",)) for battery in event.support)


WAYS: Mapping[type[Event], Callable[[Any], tuple[str, tuple[str, ...], str]]] = {
    facts.Moved: lambda event: (event.unit, event.path, event.how),
    facts.Reinforced: lambda event: (event.unit, event.path, "arrival"),
    facts.Disembarked: lambda event: (event.unit, event.path, "arrival"),
    facts.Flown: lambda event: (event.unit, (event.origin, event.to), "flight"),
    facts.FleetPlaced: lambda event: (event.unit, (event.origin or event.at, event.at), "voyage"),
    facts.Panicked: lambda event: (event.unit, (event.origin, event.at), "panic"),
}
"""How a piece went, for each event of a way: the piece, the hexes with the first where it began, the kind."""
