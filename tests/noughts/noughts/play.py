"""What is done: the check of a sheet, the run of a phase, who wins."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from noughts.model import SEQUENCE, SIDES, Claim, Claimed, Guard, Lost, State, TurnEnded, WindDrawn, evolve
from pbem.core.events import GameEnded, Phase
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Play, Question
from pbem.core.problems import Checked, Fault
from pbem.core.ruleset import Choice, Choices
from pbem.dice.die import COIN
from pbem.kit import common
from pbem.kit.choices import ByActor
from pbem.kit.judging import Judges, Teller, Verdict, check_sheet
from pbem.kit.sequence import Sequence as Order_

ORDER = Order_(SEQUENCE)


def judge(state: State, seat: str, order: Order) -> Verdict:
    """The verdict on a line: what it does if no coin decides (NX-3, NX-4)."""
    if isinstance(order, Guard):
        return Verdict(order)
    assert isinstance(order, Claim)
    faults = [*_claim_faults(state, seat, order)]
    return Verdict(order, tuple(faults), () if faults else (Claimed(unit=order.unit, at=order.at),))


def _claim_faults(state: State, seat: str, order: Claim) -> Iterator[Fault]:
    if state.scenario.marks.get(order.unit) != state.scenario.seats[seat]:
        yield Fault("not-your-piece", "NX-3", {"unit": order.unit})  # NX-3
    if order.unit in state.at:
        yield Fault("on-board", "NX-3", {"unit": order.unit})  # NX-3
    if order.at in state.at.values():
        yield Fault("taken", "NX-3", {"area": order.at})  # NX-3


def _carry_out(teller: Teller, seat: str, lines: Sequence[Line]) -> Iterator[tuple[Line, Verdict]]:
    claimed = False
    for line in lines:
        verdict = judge(teller.state, seat, line.order)
        if isinstance(line.order, Claim) and claimed:
            verdict = Verdict(line.order, (Fault("one-claim", "NX-3", {"unit": line.order.unit}),))  # NX-3
        claimed = claimed or isinstance(line.order, Claim)
        for event in verdict.events:
            teller.emit(event)
        yield line, verdict


def _idle(state: State, seat: str, phase: Phase, lines: Sequence[Line]) -> tuple[str, ...]:
    return () if lines else tuple(_free_marks(state, state.scenario.seats[seat]))


def _free_marks(state: State, side: str) -> list[str]:
    return [unit for unit, its in state.scenario.marks.items() if its == side and unit not in state.at]


def _nothing(*_: object) -> tuple[()]:
    return ()


def _standing(state: State, seat: str, order: Order) -> Iterable[Fault]:
    return () if isinstance(order, Guard) else (Fault("wrong-phase", "NX-5", {"verb": order.type}),)


JUDGES = Judges(
    sequence=SEQUENCE, evolve=evolve, carry_out=_carry_out, suits=lambda *_: True, missing=_nothing, idle=_idle,
    rolls=lambda order: False, cleared=_nothing, standing=_standing, wrong_phase="NX-2",
)  # fmt: skip


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet."""
    return check_sheet(JUDGES, state, seat, sheet)


def awaited(state: State) -> tuple[str, ...]:
    """The seats of the side whose phase it is."""
    sides = ORDER.by_id[state.phase].sides if state.winner is None else ()
    return tuple(seat for side in sides for seat in common.seats_of(state.scenario, side))


def following(state: State) -> tuple[int, str]:
    """No phase is skipped."""
    return ORDER.following(state, evolve, lambda state, phase: True)


def choices(state: State, seat: str) -> Choices:
    """Every mark on every free area."""
    if seat not in awaited(state):
        return Choices(seat, state.phase, {})
    free = [area for area in state.scenario.board.ids if area not in state.at.values()]
    marks = tuple(_free_marks(state, state.scenario.seats[seat]))
    return Choices(
        seat, state.phase, ByActor(marks, lambda unit: tuple(Choice(Claim(unit=unit, at=at)) for at in free))
    )


def run(play: Play, sheets: Mapping[str, Section]) -> None:
    """Run the current phase."""
    state: State = play.state
    if state.phase == "wind":
        play.emit(WindDrawn(wind=play.draw("wind", state.winds, rule="NX-2")[0]))  # NX-2
    elif state.phase == "turn-end":
        last = state.turn == state.scenario.turns
        play.emit(GameEnded(winner="draw", reason="NX-6") if last else TurnEnded())  # NX-6
    else:
        _run_claims(play, sheets)


def _run_claims(play: Play, sheets: Mapping[str, Section]) -> None:
    side = ORDER.by_id[play.state.phase].sides[0]
    guarded = {o.area for s, its in sheets.items() if common.side_of(play.state, s) != side for o in _guards(its)}
    claimed = False
    for seat in common.seats_of(play.state.scenario, side):
        for line in sheets[seat].lines if seat in sheets else ():
            order = line.order
            if not isinstance(order, Claim):
                continue
            faults = (Fault("one-claim", "NX-3"),) if claimed else judge(play.state, seat, order).faults
            taken = set(play.state.at.values())
            if not faults and any((each.area in taken) != (each.is_ == "taken") for each in order.if_):
                faults = (Fault("condition", "NX-4"),)  # NX-4
            if faults:
                play.void(seat, line.number, faults[0].code, faults[0].rule, order.unit)
                continue
            claimed = True
            _claim(play, side, order, guarded)


def _guards(section: Section) -> list[Guard]:
    return [line.order for line in section.lines if isinstance(line.order, Guard)]


def _claim(play: Play, side: str, order: Claim, guarded: Collection[str]) -> None:
    """A claim against the wind, and against a guard: heads blows the mark off the board (NX-2, NX-5)."""
    state: State = play.state
    windy = state.wind == "gust" and state.scenario.options["wind"] == "yes"
    if windy and play.roll(f"wind {order.unit}", COIN, rule="NX-2")[0] == "H":  # NX-2
        play.emit(Lost(unit=order.unit, at=order.at, by="wind"))
        return
    enemy = next(each for each in SIDES if each != side)
    if order.at in guarded or play.ask(_question(play.state, enemy, order)) == "yes":  # NX-5
        if "H" in play.roll(f"guard {order.at}", COIN, 2, rule="NX-5"):  # NX-5
            play.emit(Lost(unit=order.unit, at=order.at, by="guard"))
            return
    play.emit(Claimed(unit=order.unit, at=order.at))
    held = {area for unit, area in play.state.at.items() if state.scenario.marks[unit] == side}
    if any(held.issuperset(row) for row in state.scenario.lines):
        play.emit(GameEnded(winner=side, reason="NX-6"))  # NX-6


def _question(state: State, enemy: str, order: Claim) -> Question:
    def match(seat: str, line: Line) -> tuple[str | None, str]:
        guard = line.order
        if not isinstance(guard, Guard) or guard.area != order.at:
            return None, "other-area"
        if state.used.get(f"{seat} {line.number}", 0) >= (guard.times or 0):
            return None, "used-up"
        return "yes", ""

    return Question(f"guard {order.at}", enemy, "guard", ("yes", "no"), "no", "NX-5", match)


def surrender(state: State, conceding: Collection[str]) -> GameEnded | None:
    """The end of the game if a side gives up (NX-6)."""
    return common.surrender(state, SIDES, conceding, "NX-6")


def agreed_draw(state: State, voting: Collection[str]) -> GameEnded | None:
    """The end of the game if all agree (NX-6)."""
    return common.agreed_draw(state, voting, "NX-6")
