"""The scene of a span of events: what stands on the map after them, and what they did, in words of any wargame."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from pbem.core.events import Event
from pbem.core.pieces import Piece
from pbem.core.scene import Battle, Control, Ghost, Scene, Shot
from pbem.core.scene import Counter as Drawn
from pbem.kit.common import printed_counters
from pbem.kit.picture import Span, ghost, label
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
WHERE: Mapping[str, Literal["map", "coming", "gone"]] = {
    "map": "map",
    "off-map": "coming",
    "due": "coming",
    "waiting": "coming",
    "eliminated": "gone",
}
"""Where a piece is by its status; the others are off the map for a time: in the pool, on the ground."""
LANGUAGES = ("es", "en")
SETUPS = frozenset(phase.id for phase in SEQUENCE if phase.once)
"""While they last no die has fallen for the weather."""


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """What to draw of the events that led on from a state, the same for both sides: nothing on this map is hidden.

    The pieces stand as after the last event; turn, phase and weather are those of the last thing told, not of the
    phase that has just begun. Without events it is the position alone.
    """
    return _Span(before, events).scene()


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """All pieces, the same for both sides, with what they have done in their side's present turn."""
    span = _Span(state, ())
    return tuple(
        Piece(
            id=unit,
            side=state.counter(unit).side,
            kind=state.counter(unit).type,
            where=WHERE.get(piece.status, "off"),
            space=piece.at,
            status=piece.status,
            figures=figures(state.counter(unit)),
            states=span.states(unit) if span.stands(unit) else (),
        )
        for unit, piece in sorted(state.units.items())
    )


def figures(counter: Counter) -> str:
    """The figures along the foot of a counter: combat and movement, "4-5" (LL-2.6)."""
    return "-".join(str(figure) for figure in (counter.combat, counter.movement) if figure is not None)


class _Span(Span):
    """A span of events with the positions at its ends."""

    def __init__(self, before: State, events: tuple[Event, ...]) -> None:
        super().__init__(evolve, before, events)
        self.counters = before.scenario.counters
        self._marks = self.done(marks_of)

    def scene(self) -> Scene:
        """The whole scene."""
        data = self.before.scenario.data
        return Scene(
            map=data.get("map", {}),
            title=data.get("title", dict.fromkeys(LANGUAGES, "")),
            turn=self.turn,
            turns=self.before.scenario.turns,
            phase=self.phase,
            conditions=(self.last.weather,) if self.last.weather and self.phase not in SETUPS else (),
            sides=SIDES,
            counters=tuple(self._drawn(unit) for unit in sorted(self.after.units) if self.stands(unit)),
            arrows=tuple(self.arrows(WAYS, lambda unit: self.counters[unit].side)),
            battles=tuple(battle(event) for event in self.events if isinstance(event, facts.Fought)),
            shots=tuple(self._shot(event) for event in self.events if isinstance(event, facts.Bombarded)),
            ghosts=tuple(ghost for event in self.events for ghost in self._ghosts(event)),
            controls=tuple(self._control(place) for place in self._places()),
        )

    def stands(self, unit: str) -> bool:
        """Whether a piece is on the map after the span."""
        piece = self.after.units[unit]
        return piece.status == "map" and piece.at is not None

    # Counters ----------------------------------------------------------------------------------------------------

    def _drawn(self, unit: str) -> Drawn:
        return replace(drawn(self.after, unit, self.after.hex_of(unit)), states=self.states(unit))

    def states(self, unit: str) -> tuple[str, ...]:
        """What the counter of a piece shows."""
        piece, marks = self.after.units[unit], self._marks.get(unit, set()) | self._flags(unit)
        if piece.must_attack and not piece.fought:
            marks = marks | {"must-attack"}
        if self.counters[unit].captured:
            marks = marks | {"captured"}
        return tuple(state for state in STATES if state in marks)

    def _flags(self, unit: str) -> set[str]:
        """What a piece has done in its side's present turn, where no events are told."""
        counter, piece = self.counters[unit], self.after.units[unit]
        if self.events or counter.side != acting(self.after.phase):
            return set()
        return set(MARKS.get(piece.moved, ())) | ({"fired"} if piece.bombarded or piece.supported else set())

    # What happened -----------------------------------------------------------------------------------------------

    def _shot(self, event: facts.Bombarded) -> Shot:
        return Shot(self.counters[event.unit].side, event.origin, event.at, event.hit, event.by)

    def _ghosts(self, event: Event) -> Iterable[Ghost]:
        """Where pieces were lost, and where those set out that moved or were driven off."""
        if isinstance(event, facts.Eliminated):
            fell = self._ghost(event.unit, event.at, lost=True)
            yield replace(fell, cause="combat" if event.cause == "combat" else "fire")
        elif isinstance(event, facts.Moved):
            yield self._ghost(event.unit, event.path[0], lost=False)
        elif isinstance(event, facts.Panicked):
            yield self._ghost(event.unit, event.origin, lost=False)

    def _ghost(self, unit: str, space: str, lost: bool) -> Ghost:
        return ghost(drawn(self.before, unit, space), space, lost=lost)

    def _places(self) -> tuple[str, ...]:
        scenario = self.before.scenario
        return tuple(sorted({*scenario.road_places, *scenario.inner_places}))

    def _control(self, place: str) -> Control:
        """Who stands in a place that counts for victory (LL-5.1)."""
        # LL-5.1
        now = holder(self.after, place)
        return Control(place, now, changed=now != holder(self.before, place))


def drawn(state: State, unit: str, space: str) -> Drawn:
    """The counter of a piece in a hex, as it is printed: without states."""
    counter, about = state.counter(unit), printed_counters(state.scenario.data).get(unit, {})
    return Drawn(
        unit=unit,
        side=counter.side,
        space=space,
        symbol=counter.type,
        name=about.get("name") or dict.fromkeys(LANGUAGES, unit),
        short=str(about.get("short") or label(unit)),
        factors=figures(counter),
        style=STYLES.get(str(about.get("corps")), ""),
    )


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


def _moved(event: facts.Moved) -> tuple[str, tuple[str, ...], str]:
    return event.unit, event.path, event.how


def _came(event: facts.Reinforced | facts.Disembarked) -> tuple[str, tuple[str, ...], str]:
    return event.unit, event.path, "arrival"


def _flown(event: facts.Flown) -> tuple[str, tuple[str, ...], str]:
    return event.unit, (event.origin, event.to), "flight"


def _sailed(event: facts.FleetPlaced) -> tuple[str, tuple[str, ...], str]:
    return event.unit, (event.at,) if event.origin is None else (event.origin, event.at), "flight"


def _driven(event: facts.Panicked) -> tuple[str, tuple[str, ...], str]:
    return event.unit, (event.origin, event.at), "panic"


WAYS: Mapping[type[Event], Callable[[Any], tuple[str, tuple[str, ...], str]]] = {
    facts.Moved: _moved,
    facts.Reinforced: _came,
    facts.Disembarked: _came,
    facts.Flown: _flown,
    facts.FleetPlaced: _sailed,
    facts.Panicked: _driven,
}
"""How a piece went, for each event of a way: the piece, the hexes with the first where it began, the kind."""
