"""The Ford: a made-up rule set of two counters, for what La Legión does not have.

Both sides set up at once. Each walks in its own phase, for which the other may send FIRE as a reaction: three coins,
two heads hit. A phase that asks nobody draws a card for each side from a pool, two for one that has sent PRAY; for each
storm its side is asked whether it shelters, all at once. SHELTER is a standing order that says how often it serves and
when it is tried; STAY, which does not stand, answers no.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pbem.core.events import Answered, Event, GameEnded, OrderVoided, Phase, PhaseBegan, Rolled
from pbem.core.orders import Line, Order, Section, Sheet, Slot
from pbem.core.pieces import Piece
from pbem.core.play import Play, Question
from pbem.core.problems import Checked, CheckedLine, Fault
from pbem.core.record import Record
from pbem.core.ruleset import Choice, Choices
from pbem.core.scene import Counter, Scene
from pbem.dice.die import COIN

NAME, VERSION = "ford", 1
SIDES = ("red", "blue")
OPTIONS = {"reactions": ("default", "ask"), "cards": ("few", "storms")}
SEQUENCE = (
    Phase(id="set-up", sides=SIDES, orders=("place",), once=True),
    Phase(id="red-walk", sides=("red",), orders=("walk",), reactions=("fire", "stay")),
    Phase(id="blue-walk", sides=("blue",), orders=("walk",), reactions=("fire", "stay")),
    Phase(id="fate", reactions=("pray", "stay")),
)
PHASES = {phase.id: phase for phase in SEQUENCE}
DICE = (COIN,)
TURNS = 2
CARDS = {"few": ("calm", "calm", "fog", "rain", "storm", "storm"), "storms": ("storm",) * 12}
UNIT = Slot("unit", ("unit",), required=True)
SETTINGS = Record


class Place(Order):
    """Set the counter up."""

    FORM = (UNIT, Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True))
    type: Literal["place"] = "place"
    unit: str
    at: str


class Walk(Order):
    """Go to any space."""

    FORM = (UNIT, Slot("to", ("space",), keyword="TO", optional_keyword=True, required=True))
    type: Literal["walk"] = "walk"
    unit: str
    to: str


class Fire(Order):
    """Fire at the enemy when it has walked."""

    FORM = (UNIT,)
    type: Literal["fire"] = "fire"
    unit: str


class Pray(Order):
    """Have two cards drawn."""

    FORM = (UNIT,)
    type: Literal["pray"] = "pray"
    unit: str


class Stay(Order):
    """No shelter this time: from the first storm, the last, or whatever comes."""

    FORM = (UNIT, Slot("which", ("choice",), choices=("first", "last")))
    type: Literal["stay"] = "stay"
    unit: str
    which: Literal["first", "last"] | None = None


class Shelter(Order):
    """Standing: whether the counter shelters, how often the line serves, and when it is tried."""

    FORM = (
        Slot("policy", ("choice",), choices=("yes", "no"), required=True),
        Slot("limit", ("choice",), choices=("once", "twice")),
        Slot("when", ("choice",), choices=("first", "last")),
    )
    type: Literal["shelter"] = "shelter"
    policy: Literal["yes", "no"] = "yes"
    limit: Literal["once", "twice"] = "once"
    when: Literal["first", "last"] = "last"

    def stands(self) -> bool:
        """Until another line takes its place."""
        return True


ORDERS = (Place, Walk, Fire, Pray, Stay, Shelter)


class Placed(Event):
    """A counter stands in a space."""

    type: Literal["placed"] = "placed"
    unit: str
    at: str


class Hit(Event):
    """A counter is hit, by fire or storm."""

    type: Literal["hit"] = "hit"
    unit: str


class Dealt(Event):
    """The cards that a side was dealt."""

    type: Literal["dealt"] = "dealt"
    side: str
    cards: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    Rolled,
    Answered,
    OrderVoided,
    PhaseBegan,
    GameEnded,
    Placed,
    Hit,
    Dealt,
)


@dataclass(frozen=True)
class State:
    """A position; `uses` counts how often each standing line has answered in this turn, by "seat number"."""

    data: Mapping[str, Any] = field(repr=False)
    turn: int = 1
    phase: str = "set-up"
    at: Mapping[str, str] = field(default_factory=dict)
    hits: Mapping[str, int] = field(default_factory=dict)
    pool: tuple[str, ...] = ()
    uses: Mapping[str, int] = field(default_factory=dict)
    winner: str | None = None


def unit_of(side: str) -> str:
    """The counter of a side."""
    return f"{side}-1"


# Values ----------------------------------------------------------------------------------------------------------


def read_scenario(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The scenario as parsed: there is nothing to it."""
    return data


def check_design(scenario: Any) -> list[str]:
    """Nothing is missing."""
    return []


def initial(scenario: Any) -> State:
    """Nobody is on the map."""
    return State(scenario, pool=CARDS[scenario["options"]["cards"]])


def load(scenario: Any, data: Mapping[str, Any]) -> State:
    """A state from JSON."""
    units = data.get("units", {})
    own = {key: value for key, value in data.items() if key not in ("units", "pool")}
    at = {unit: fields["at"] for unit, fields in units.items() if fields.get("at")}
    counts = {unit: fields["hits"] for unit, fields in units.items() if fields.get("hits")}
    return replace(initial(scenario), **own, at=at, hits=counts, pool=tuple(data.get("pool", initial(scenario).pool)))


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """A state as JSON."""
    units: dict[str, dict[str, Any]] = {}
    for unit in map(unit_of, sorted(SIDES)):
        fields = {"at": state.at.get(unit), "hits": state.hits.get(unit, 0)}
        units[unit] = {key: value for key, value in fields.items() if full or value}
    own = {"turn": state.turn, "phase": state.phase, "pool": list(state.pool), "uses": dict(state.uses)}
    return {**own, "winner": state.winner, "units": units}


def option(state: State, name: str) -> str:
    """An option's value."""
    return str(state.data["options"][name])


def winner(state: State) -> str | None:
    """Who has won."""
    return state.winner


def side_of(state: State, seat: str) -> str:
    """The side of a seat."""
    return str(state.data["seats"][seat])


def awaited(state: State) -> tuple[str, ...]:
    """Every seat of the sides that the phase asks."""
    sides = () if state.winner else PHASES[state.phase].sides
    return tuple(seat for seat, side in sorted(state.data["seats"].items()) if side in sides)


def following(state: State) -> tuple[int, str]:
    """The next phase."""
    number = [phase.id for phase in SEQUENCE].index(state.phase) + 1
    return (state.turn, SEQUENCE[number].id) if number < len(SEQUENCE) else (state.turn + 1, SEQUENCE[1].id)


def view(state: State, side: str | None) -> State:
    """Nothing is hidden."""
    return state


def sees(event: Event, side: str | None) -> Event | None:
    """Nothing is hidden."""
    return event


def surrender(state: State, conceding: Collection[str]) -> GameEnded | None:
    """A side gives up."""
    gone = [side for side in SIDES if all(seat in conceding for seat, of in state.data["seats"].items() if of == side)]
    return GameEnded(winner=enemy(gone[0]), reason="FORD-2") if gone else None


def agreed_draw(state: State, voting: Collection[str]) -> GameEnded | None:
    """All want a draw."""
    return GameEnded(winner="draw", reason="FORD-2") if set(state.data["seats"]) <= set(voting) else None


def supply(state: State, side: str | None) -> None:
    """Nobody needs any."""


def sight(state: State, side: str | None, here: str, there: str) -> None:
    """Nobody looks."""


def at_stake(state: State, question: Question, lines: Mapping[str, Sequence[Line]]) -> dict[str, int]:
    """Its questions say all in words."""
    return {}


def field_of_fire(state: State, side: str | None, unit: str) -> None:
    """Nobody fires."""


def suppose(state: State, seat: str, order: Order, standing: object) -> tuple[()]:
    """Nobody asks."""
    return ()


def enemy(side: str) -> str:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]


# Orders ----------------------------------------------------------------------------------------------------------


def faults(state: State, side: str, phase: str, line: Line) -> Iterator[Fault]:
    """What is wrong with a line for a phase."""
    order: Any = line.order
    if not PHASES[phase].takes(order, side):
        yield Fault("wrong-phase", "FORD-1", {"phase": phase, "verb": order.type})
    elif order.unit != unit_of(side):
        yield Fault("not-your-piece", "FORD-1", {"unit": order.unit})


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a sheet: verbs and counters; both must place, an empty sheet will do elsewhere."""
    side, problems, found, after = side_of(state, seat), [], [], state
    for section in sheet.sections:
        after = replace(after, phase=section.phase)
        for line in section.lines:
            wrong = [fault.on(line.number) for fault in faults(state, side, section.phase, line)]
            problems += wrong
            found += [] if wrong else [CheckedLine(line, section.phase)]
            after = after if wrong else moved(after, line.order)
    for line in sheet.standing:
        if not isinstance(line.order, Shelter):
            problems.append(Fault("wrong-phase", "FORD-1", {"verb": line.order.type}).on(line.number))
    placed = {each.line.order.unit for each in found if isinstance(each.line.order, Place)}
    asked = side in PHASES[state.phase].sides
    sent = any(section.phase == state.phase for section in sheet.sections)
    lacking = state.phase == "set-up" and asked and unit_of(side) not in placed
    if lacking:
        problems.append(Fault("not-yet-placed", "FORD-1", {"count": 1}).on(0))
    return Checked(tuple(problems), tuple(found), after, {}, asked and sent and not lacking)


def placed(order: Place | Walk) -> Placed:
    """What an order does to its counter."""
    return Placed(unit=order.unit, at=order.at if isinstance(order, Place) else order.to)


def moved(state: State, order: Order) -> State:
    """The position after an order, as far as no die decides."""
    return evolve(state, placed(order)) if isinstance(order, Place | Walk) else state


def choices(state: State, seat: str) -> Choices:
    """Any space, for those who are asked; any reaction for the others."""
    if state.winner is not None:
        return Choices(seat, state.phase, {})
    side, spaces = side_of(state, seat), sorted(state.data["map"]["hexes"])
    unit, verbs = unit_of(side), PHASES[state.phase].verbs(side)
    orders: list[Order] = [Place(unit=unit, at=at) for at in spaces if "place" in verbs]
    orders += [Walk(unit=unit, to=to) for to in spaces if "walk" in verbs]
    orders += [order(unit=unit) for order in (Fire, Pray, Stay) if order.model_fields["type"].default in verbs]
    must = frozenset({unit}) if "place" in verbs else frozenset[str]()
    return Choices(seat, state.phase, {unit: tuple(map(Choice, orders))}, must)


# Runs ------------------------------------------------------------------------------------------------------------


def run(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run the current phase."""
    orders = [line.order for _, section in sorted(sheets.items()) for line in section.lines]
    if play.state.phase == "fate":
        run_fate(play, [order.unit for order in orders if isinstance(order, Pray)])
        return
    for order in orders:
        if isinstance(order, Place | Walk):
            play.emit(placed(order))
    for order in orders:
        if isinstance(order, Fire):
            fire(play, order.unit)


def fire(play: Play, unit: str) -> None:
    """Three coins; who is hit by two may shelter."""
    target = unit_of(enemy(unit.partition("-")[0]))

    def meaning(faces: tuple[Any, ...]) -> str:
        return "hit" if faces.count("H") >= 2 else "miss"

    faces = play.roll(f"fire {unit}", COIN, 3, meaning, "FORD-1")
    if meaning(faces) == "hit" and play.ask(question(play.state, target)) == "no":
        play.emit(Hit(unit=target))


def run_fate(play: Play, praying: Sequence[str]) -> None:
    """Cards for both, from the pool; all storms are asked of at once; at the end of the last turn somebody wins."""
    storms: list[tuple[str, int]] = []
    for side in SIDES:
        cards = play.draw(f"fate {side}", play.state.pool, 2 if unit_of(side) in praying else 1, "FORD-1")
        play.emit(Dealt(side=side, cards=cards))
        storms += [(unit_of(side), n) for n in range(1, 1 + cards.count("storm"))]
    answers = play.ask_all([question(play.state, unit, n) for unit, n in storms])
    for (unit, _), answer in zip(storms, answers, strict=True):
        if answer == "no":
            play.emit(Hit(unit=unit))
    if play.state.turn == TURNS:
        red, blue = (play.state.hits.get(unit_of(side), 0) for side in SIDES)
        level = "decisive" if abs(red - blue) > 1 else "marginal"
        won = "draw" if red == blue else "blue" if red > blue else "red"
        play.emit(GameEnded(winner=won, reason="FORD-2", level="" if won == "draw" else level))


def question(state: State, unit: str, number: int = 1) -> Question:
    """Does the counter shelter? `number` tells two storms apart."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if isinstance(order, Stay):
            meant = order.unit == unit and order.which in (None, {1: "first", 2: "last"}[number])
            return ("no", "") if meant else (None, "other-question")
        if not isinstance(order, Shelter):
            return None, "other-question"
        used = state.uses.get(f"{seat} {line.number}", 0)
        return (order.policy, "") if used < {"once": 1, "twice": 2}[order.limit] else (None, "used-up")

    def rank(seat: str, line: Line) -> bool:
        return getattr(line.order, "when", "last") == "last"

    side = unit.partition("-")[0]
    name = f"shelter {unit}" if number == 1 else f"shelter {unit} {number}"
    return Question(name, side, "shelter", ("yes", "no"), "no", "FORD-1", match, rank=rank)


def evolve(state: State, event: Event) -> State:
    """The position after an event."""
    if isinstance(event, PhaseBegan):
        uses = state.uses if event.turn == state.turn else {}
        return replace(state, turn=event.turn, phase=event.phase, uses=uses)
    if isinstance(event, Answered) and event.line is not None:
        key = f"{event.seat or event.side} {event.line}"
        return replace(state, uses={**state.uses, key: state.uses.get(key, 0) + 1})
    if isinstance(event, Placed):
        return replace(state, at={**state.at, event.unit: event.at})
    if isinstance(event, Hit):
        return replace(state, hits={**state.hits, event.unit: state.hits.get(event.unit, 0) + 1})
    if isinstance(event, Dealt):
        left = list(state.pool)
        for card in event.cards:
            left.remove(card)
        return replace(state, pool=tuple(left))
    return replace(state, winner=event.winner) if isinstance(event, GameEnded) else state


# What is shown -----------------------------------------------------------------------------------------------------


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """Both counters, how often they were hit as their figures."""
    return tuple(
        Piece(
            id=unit_of(each),
            side=each,
            kind="infantry",
            where="map" if unit_of(each) in state.at else "coming",
            space=state.at.get(unit_of(each)),
            status="" if unit_of(each) in state.at else "off-map",
            figures=hits(state, unit_of(each)),
        )
        for each in sorted(SIDES)
    )


def hits(state: State, unit: str) -> str:
    """How often a counter was hit, along its foot."""
    return str(state.hits.get(unit, 0))


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """The counters after the events."""
    after = before
    for event in events:
        after = evolve(after, event)
    counters = tuple(
        Counter(unit, unit.partition("-")[0], at, "infantry", {"es": unit, "en": unit}, unit.upper(), hits(after, unit))
        for unit, at in sorted(after.at.items())
    )
    title = {"es": "El vado", "en": "The Ford"}
    return Scene(before.data["map"], title, after.turn, TURNS, after.phase, (), SIDES, counters)


def planned(state: State, seat: str, found: tuple[CheckedLine, ...]) -> Scene:
    """No plans are drawn."""
    return scene(state, (), None)
