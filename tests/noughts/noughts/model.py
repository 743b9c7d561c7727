"""What there is: orders, events, the sequence of play, the scenario and the state, with its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from pbem.board.board import AreaMap, read_board
from pbem.core.events import Answered, Event, GameEnded, Phase, PhaseBegan
from pbem.core.orders import Order, Slot
from pbem.core.record import Record
from pbem.json_values import read_texts, require_object
from pbem.kit.reading import read_by_id, read_options, read_seats
from pbem.kit.saving import Fields

SIDES = CROSS, NOUGHT = "cross", "nought"
OPTIONS: Mapping[str, tuple[str, ...]] = {"reactions": ("default", "ask"), "wind": ("yes", "no")}
SEQUENCE = (
    Phase(id="wind"),
    Phase(id="crosses", sides=(CROSS,), orders=("claim",), reactions=("guard",)),
    Phase(id="noughts", sides=(NOUGHT,), orders=("claim",), reactions=("guard",)),
    Phase(id="turn-end"),
)


class If(Record):
    """A condition on an area, looked at when the order is carried out (NX-4)."""

    area: str
    is_: Literal["free", "taken"]


class Claim(Order):
    """CLAIM x-1 AT nw IF centre FREE."""

    FORM: ClassVar = (
        Slot("unit", ("unit",), required=True),
        Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True),
        Slot("if_", ("clause",), keyword="IF", many=True, clause=(
            Slot("area", ("space",), required=True), Slot("is_", ("choice",), choices=("free", "taken"), required=True),
        )),
    )  # fmt: skip
    type: Literal["claim"] = "claim"
    unit: str
    at: str
    if_: tuple[If, ...] = ()


class Guard(Order):
    """GUARD centre: in the enemy's coming phase. GUARD centre TIMES 2: whenever it is claimed, twice in all (NX-5)."""

    FORM: ClassVar = (
        Slot("area", ("space",), required=True),
        Slot("times", ("number",), keyword="TIMES", least=1, most=5),
    )
    type: Literal["guard"] = "guard"
    area: str
    times: int | None = None

    def stands(self) -> bool:
        """With a number it stays in force."""
        return self.times is not None


ORDERS = (Claim, Guard)


class WindDrawn(Event):
    """The wind of a turn, drawn from those that are left (NX-2)."""

    type: Literal["wind-drawn"] = "wind-drawn"
    wind: str


class Claimed(Event):
    """A mark was put on an area; the coins that were tossed for it all came up tails."""

    type: Literal["claimed"] = "claimed"
    unit: str
    at: str


class Lost(Event):
    """A claim failed: the wind took the mark, or a guard did. It may be claimed with again."""

    type: Literal["lost"] = "lost"
    unit: str
    at: str
    by: Literal["wind", "guard"]


class TurnEnded(Event):
    """The turn is over and nobody has won."""

    type: Literal["turn-ended"] = "turn-ended"


EVENTS = (WindDrawn, Claimed, Lost, TurnEnded)


@dataclass(frozen=True)
class Scenario:
    """What never changes. `marks` are the sides of the units; `lines` the rows that win."""

    data: Mapping[str, Any]
    board: AreaMap
    marks: Mapping[str, str]
    turns: int
    lines: tuple[tuple[str, ...], ...]
    winds: tuple[str, ...]
    options: Mapping[str, str]
    seats: Mapping[str, str]


@dataclass(frozen=True)
class State:
    """One position: where each mark on the board is, the winds not drawn yet, how often each standing line fired."""

    scenario: Scenario
    turn: int = 1
    phase: str = "wind"
    wind: str = "calm"
    winner: str | None = None
    winds: tuple[str, ...] = ()
    at: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)


TOP = Fields(State, names=("wind", "winner", "winds"), words={"winner": (None, *SIDES, "draw")})


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """The scenario of parsed scenario.json; ValueError, a sentence, where it cannot be played."""
    board, tables = read_board(require_object(data.get("map"), "map")), require_object(data.get("tables"), "tables")
    if not isinstance(board, AreaMap):
        raise ValueError("map: areas are expected.")
    counters = read_by_id(data.get("counters", ()), "counters", "x-1")
    return Scenario(
        data=data,
        board=board,
        marks={unit: require_object(each, f"counter {unit}")["side"] for unit, each in counters.items()},
        turns=data.get("turns", 5),
        lines=tuple(read_texts(line, "tables, lines") for line in tables["lines"]),
        winds=read_texts(tables["winds"], "tables, winds"),
        options=read_options(data.get("options") or {}, OPTIONS),
        seats=read_seats(data.get("seats") or {side: side for side in SIDES}, SIDES, 2, "NX-1"),
    )


def initial(scenario: Scenario) -> State:
    """The state before the first phase."""
    return State(scenario, winds=scenario.winds)


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """The state as JSON values."""
    units = {unit: {"at": state.at[unit]} for unit in sorted(state.at)}
    used = dict(sorted(state.used.items()))
    return {"turn": state.turn, "phase": state.phase, **TOP.dump(state), "units": units, "used": used}


def load(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """The state of parsed state.json, or of a case's position."""
    top = TOP.read({key: data[key] for key in TOP.by_key if key in data})
    at = {unit: each["at"] for unit, each in data.get("units", {}).items() if each.get("at") is not None}
    lost = sorted({*at} - {*scenario.marks}) + sorted({*at.values()} - {*scenario.board.ids})
    if lost:
        raise ValueError(f"{lost[0]!r} is no mark and no area of this game.")
    top = {"winds": scenario.winds, **top}
    return State(scenario, data.get("turn", 1), data.get("phase", "wind"), at=at, used=data.get("used", {}), **top)


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    if isinstance(event, PhaseBegan):
        return replace(state, turn=event.turn, phase=event.phase)
    if isinstance(event, WindDrawn):
        left = list(state.winds)
        left.remove(event.wind)
        return replace(state, wind=event.wind, winds=tuple(left))
    if isinstance(event, Claimed):
        return replace(state, at={**state.at, event.unit: event.at})
    if isinstance(event, TurnEnded):
        return replace(state, turn=state.turn + 1)
    if isinstance(event, GameEnded):
        return replace(state, winner=event.winner)
    if isinstance(event, Answered) and event.source == "standing":
        key = f"{event.seat or event.side} {event.line}"
        return replace(state, used={**state.used, key: state.used.get(key, 0) + 1})
    return state
