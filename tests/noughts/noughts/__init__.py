"""Noughts and crosses on nine areas, with winds drawn and guards that toss coins: the module is the rule set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Literal

from pbem.board.board import Board, read_board
from pbem.core.events import Amended, Answered, Event, GameEnded, OrderVoided, Phase, PhaseBegan, Rolled
from pbem.core.orders import Order, Slot
from pbem.core.pieces import Piece
from pbem.core.play import Question
from pbem.core.problems import Fault
from pbem.core.record import Record
from pbem.core.ruleset import Choice, Choices
from pbem.core.scene import Counter, Scene
from pbem.dice.die import COIN
from pbem.kit import common
from pbem.kit.amend import amended
from pbem.kit.choices import ByActor
from pbem.kit.common import (  # noqa: F401
    at_stake,
    field_of_fire,
    option,
    sees,
    side_of,
    sight,
    supply,
    suppose,
    view,
    winner,
)
from pbem.kit.judging import Judges, Verdict, check_sheet
from pbem.kit.picture import Plan, Span, draw_sheet, ghost
from pbem.kit.reading import read_by_id, read_options, read_seats
from pbem.kit.saving import Fields
from pbem.kit.sequence import Sequence

NAME, VERSION, SETTINGS, DICE = "noughts", 1, Record, (COIN,)
SIDES = CROSS, NOUGHT = "cross", "nought"
OPTIONS = {"reactions": ("default", "ask"), "wind": ("yes", "no")}
SEQUENCE = (
    Phase(id="wind"),
    Phase(id="crosses", sides=(CROSS,), orders=("claim",), reactions=("guard",)),
    Phase(id="noughts", sides=(NOUGHT,), orders=("claim",), reactions=("guard",)),
    Phase(id="turn-end"),
)
ORDER = Sequence(SEQUENCE)
awaited = ORDER.awaited


class If(Record):  # NX-4: looked at when the order is carried out
    area: str
    is_: Literal["free", "taken"]


class Claim(Order):  # CLAIM x-1 AT nw IF centre FREE
    type: Literal["claim"] = "claim"
    unit: str
    at: str
    if_: tuple[If, ...] = ()
    IS: ClassVar = Slot("is_", ("choice",), choices=("free", "taken"), required=True)
    FORM: ClassVar = (
        Slot("unit", ("unit",), required=True),
        Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True),
        Slot("if_", ("clause",), keyword="IF", many=True, clause=(Slot("area", ("space",), required=True), IS)),
    )


class Guard(Order):  # GUARD centre: in the coming phase; GUARD centre TIMES 2: in any, twice in all (NX-5)
    type: Literal["guard"] = "guard"
    area: str
    times: int | None = None
    FORM: ClassVar = (
        Slot("area", ("space",), required=True),
        Slot("times", ("number",), keyword="TIMES", least=1, most=5),
    )

    def stands(self) -> bool:
        return self.times is not None


class WindDrawn(Event):
    type: Literal["wind-drawn"] = "wind-drawn"
    wind: str


class Claimed(Event):
    type: Literal["claimed"] = "claimed"
    unit: str
    at: str


class Lost(Event):  # to the wind or a guard; the mark may be put again
    type: Literal["lost"] = "lost"
    unit: str
    at: str
    by: Literal["wind", "guard"]


class TurnEnded(Event):
    type: Literal["turn-ended"] = "turn-ended"


ORDERS = (Claim, Guard)
EVENTS = (Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, Amended, WindDrawn, Claimed, Lost, TurnEnded)


@dataclass(frozen=True)
class Scenario:
    data: Mapping[str, Any]
    board: Board
    marks: Mapping[str, str]
    options: Mapping[str, str]
    seats: Mapping[str, str]


@dataclass(frozen=True)
class State:
    """`at`: the marks on the board; `winds` are left to draw; `used`: how often each standing line fired."""

    scenario: Scenario
    turn: int = 1
    phase: str = "wind"
    wind: str = "calm"
    winner: str | None = None
    winds: tuple[str, ...] = ()
    at: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)

    def free(self, side):
        return [unit for unit, its in self.scenario.marks.items() if its == side and unit not in self.at]


TOP = Fields(State, names=("wind", "winner", "winds"), words={"winner": (None, *SIDES, "draw")})


def read_scenario(data):
    marks = {unit: counter["side"] for unit, counter in read_by_id(data["counters"], "counters", "x-1").items()}
    options, seats = read_options(data["options"], OPTIONS), read_seats(data["seats"], SIDES, 2, "NX-1")
    return Scenario(data, read_board(data["map"]), marks, options, seats)


def check_design(scenario):
    return []


def initial(scenario):
    return State(scenario, winds=tuple(scenario.data["tables"]["winds"]))


def dump(state, *, full=False):
    units = {unit: {"at": state.at[unit]} for unit in sorted(state.at)}
    used = dict(sorted(state.used.items()))
    return {"turn": state.turn, "phase": state.phase, **TOP.dump(state), "units": units, "used": used}


def load(scenario, data):
    top = TOP.read({key: data[key] for key in TOP.by_key if key in data})
    at = {unit: each["at"] for unit, each in data.get("units", {}).items() if each.get("at")}
    if lost := sorted({*at} - {*scenario.marks}) + sorted({*at.values()} - {*scenario.board.ids}):
        raise ValueError(f"{lost[0]!r} is no mark and no area of this game.")
    start = initial(scenario)
    turn, phase = data.get("turn", 1), data.get("phase", start.phase)
    return replace(start, turn=turn, phase=phase, at=at, used=data.get("used", {}), **top)


def evolve(state, event):
    match event:
        case PhaseBegan():
            return replace(state, turn=event.turn, phase=event.phase)
        case WindDrawn():
            at = state.winds.index(event.wind)
            return replace(state, wind=event.wind, winds=state.winds[:at] + state.winds[at + 1 :])
        case Claimed():
            return replace(state, at={**state.at, event.unit: event.at})
        case TurnEnded():
            return replace(state, turn=state.turn + 1)
        case GameEnded():
            return replace(state, winner=event.winner)
        case Amended():
            return amended(load, dump, state, event)
        case Answered(source="standing"):
            key = f"{event.seat or event.side} {event.line}"
            return replace(state, used={**state.used, key: state.used.get(key, 0) + 1})
    return state


def faults(state, seat, order) -> Iterator[Fault]:
    if isinstance(order, Claim):
        if state.scenario.marks[order.unit] != state.scenario.seats[seat]:
            yield Fault("not-your-piece", "NX-3", {"unit": order.unit})  # NX-3
        if order.unit in state.at:
            yield Fault("on-board", "NX-3", {"unit": order.unit})  # NX-3
        if order.at in state.at.values():
            yield Fault("taken", "NX-3", {"area": order.at})  # NX-3


def carry_out(teller, seat, lines):
    claims = 0
    for line in lines:
        found, claims = tuple(faults(teller.state, seat, line.order)), claims + isinstance(line.order, Claim)
        if isinstance(line.order, Claim) and claims > 1:
            found = (Fault("one-claim", "NX-3", {"unit": line.order.unit}),)  # NX-3
        puts = isinstance(line.order, Claim) and not found
        events = (Claimed(unit=line.order.unit, at=line.order.at),) if puts else ()
        for event in events:
            teller.emit(event)
        yield line, Verdict(line.order, found, events)


def standing(state, seat, order):
    return () if isinstance(order, Guard) else (Fault("wrong-phase", "NX-5", {"verb": order.type}),)


def idle(state, seat, phase, lines):
    return () if lines else tuple(state.free(state.scenario.seats[seat]))


JUDGES = Judges(SEQUENCE, evolve, carry_out, idle, standing, "NX-2")
check = partial(check_sheet, JUDGES)


def following(state):
    return ORDER.following(state, evolve, lambda *_: True)


def choices(state, seat):
    if seat not in awaited(state):
        return Choices(seat, state.phase, {})
    areas = [area for area in state.scenario.board.ids if area not in state.at.values()]
    marks = tuple(state.free(state.scenario.seats[seat]))
    return Choices(
        seat, state.phase, ByActor(marks, lambda unit: tuple(Choice(Claim(unit=unit, at=at)) for at in areas))
    )


def run(play, sheets):
    if play.state.phase == "wind":
        play.emit(WindDrawn(wind=play.draw("wind", play.state.winds, rule="NX-2")[0]))  # NX-2
    elif play.state.phase == "turn-end":
        last = play.state.turn == play.state.scenario.data["turns"]
        play.emit(GameEnded(winner="draw", reason="NX-6") if last else TurnEnded())  # NX-6
    else:
        run_claims(play, sheets, *ORDER.by_id[play.state.phase].sides)


def run_claims(play, sheets, side):
    lines = [(seat, line) for seat, section in sorted(sheets.items()) for line in section.lines]
    guarded = {line.order.area for _, line in lines if isinstance(line.order, Guard)}
    for seat, line in ((seat, line) for seat, line in lines if isinstance(line.order, Claim)):
        taken = {*play.state.at.values()}
        fault = next(faults(play.state, seat, line.order), None)
        if any((each.area in taken) != (each.is_ == "taken") for each in line.order.if_):
            fault = Fault("condition", "NX-4")  # NX-4
        if fault:
            play.void(seat, line.number, fault.code, fault.rule, line.order.unit)
            continue
        claim(play, side, line.order, guarded)


def claim(play, side, order, guarded):
    state, enemy = play.state, next(each for each in SIDES if each != side)
    windy = state.wind == "gust" and state.scenario.options["wind"] == "yes"
    if windy and "H" in play.roll(f"wind {order.unit}", COIN, rule="NX-2"):  # NX-2
        play.emit(Lost(unit=order.unit, at=order.at, by="wind"))
        return
    guards = order.at in guarded or play.ask(question(state, enemy, order)) == "yes"  # NX-5
    if guards and "H" in play.roll(f"guard {order.at}", COIN, 2, rule="NX-5"):  # NX-5
        play.emit(Lost(unit=order.unit, at=order.at, by="guard"))
        return
    play.emit(Claimed(unit=order.unit, at=order.at))
    held = {area for unit, area in play.state.at.items() if state.scenario.marks[unit] == side}
    if any(held.issuperset(row) for row in state.scenario.data["tables"]["lines"]):
        play.emit(GameEnded(winner=side, reason="NX-6"))  # NX-6


def question(state, enemy, order):
    def match(seat, line):
        if not isinstance(line.order, Guard) or line.order.area != order.at:
            return None, "other-area"
        left = (line.order.times or 0) - state.used.get(f"{seat} {line.number}", 0)
        return ("yes", "") if left > 0 else (None, "used-up")

    return Question(f"guard {order.at}", enemy, "guard", ("yes", "no"), "no", "NX-5", match)


def surrender(state, conceding):
    return common.surrender(state, SIDES, conceding, "NX-6")


def agreed_draw(state, voting):
    return common.agreed_draw(state, voting, "NX-6")


def pieces(state, side):
    def piece(unit, its):
        return Piece(unit, its, its, *(("map", state.at[unit]) if unit in state.at else ("coming", None, "off")))

    return tuple(piece(unit, its) for unit, its in sorted(state.scenario.marks.items()))


def counter(state, unit, space):
    about = common.printed_counters(state.scenario.data)[unit]
    return Counter(unit, about["side"], space, about["side"], about["name"], about["short"], "")


def scene(before, events, side):
    span, data = Span(evolve, before, events), before.scenario.data
    lost = [ghost(counter(before, each.unit, each.at), each.at, lost=True) for each in events if isinstance(each, Lost)]
    return Scene(
        data["map"], data["title"], span.turn, data["turns"], span.phase, (span.last.wind,), SIDES, ghosts=tuple(lost),
        counters=tuple(counter(span.after, unit, at) for unit, at in sorted(span.after.at.items())),
    )  # fmt: skip


def planned(state, seat, found):
    plan, base = Plan(state, state.at, partial(counter, state)), scene(state, (), state.scenario.seats[seat])
    draws = {Claim: lambda plan, order: plan.come(order.unit, (order.at,), "planned")}
    return draw_sheet(base, plan, found, draws=draws, in_turn=tuple, phases=[*ORDER.index])
