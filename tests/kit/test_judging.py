"""The check of a sheet, by a toy of a game: what stands, what hangs on a die, what is missing, who is still idle."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.events import Event, Phase, PhaseBegan
from pbem.core.orders import Line, Order, Section, Sheet, Standing
from pbem.core.problems import Checked, Fault
from pbem.kit.judging import Judges, Projection, Teller, Verdict, check_sheet, counted, distinct, first_of_each_code


def test_few_are_named_and_many_are_counted() -> None:
    few, many = [f"a-{n}" for n in range(8)], [f"a-{n}" for n in range(9)]
    assert counted("units", few) == {"units": " ".join(few), "count": 8}
    assert counted("units", many) == {"count": 9}


def test_a_unit_that_is_named_twice_counts_once() -> None:
    assert distinct(["b", "a", "b"]) == ("b", "a")


def test_a_projection_goes_on_to_where_facts_have_led() -> None:
    position = Projection(lambda state, event: f"{state}+", "a")
    position.emit(Gone(unit="x"))
    assert position.state == "a+"
    position.follow([Gone(unit="x")], "b")
    assert position.state == "b"


# A toy: red and blue move into empty spaces, and hit each other with a die --------------------------------------------


class Go(Order):
    """A unit goes where nobody stands; "home" is written out as its own."""

    type: str = "go"
    unit: str
    to: str


class Hit(Order):
    """A unit hits another, by a die."""

    type: str = "hit"
    unit: str
    at: str


class Dodge(Order):
    """What the other side may send for a combat."""

    type: str = "dodge"
    unit: str


class Always(Standing):
    """A standing order."""

    type: str = "always"
    wrong: tuple[str, ...] = ()


class Went(Event):
    """A unit has gone."""

    type: str = "went"
    unit: str
    to: str


class Gone(Event):
    """A unit is lost."""

    type: str = "gone"
    unit: str


@dataclass(frozen=True)
class State:
    at: dict[str, str]
    turn: int = 2
    phase: str = "red-move"
    winner: str | None = None
    began: tuple[str, ...] = ()

    @property
    def scenario(self) -> Any:
        """The seats with their sides."""
        return SimpleNamespace(seats={"red": "red", "blue": "blue"})


PHASES = (
    Phase(id="weather"),
    Phase(id="blue-move", sides=("blue",), orders=("go",)),
    Phase(id="red-move", sides=("red",), orders=("go",)),
    Phase(id="red-combat", sides=("red",), orders=("hit", "go"), reactions=("dodge",)),
    Phase(id="red-advance", sides=("red",), orders=("go",)),
    Phase(id="night"),
)
BEHIND = {"b-2": ("b-1", False), "b-3": ("b-1", True)}
"""Who can be hit only where another one is not there, or is."""
START = State({"r-1": "a", "r-2": "b", "b-1": "c", "b-2": "d", "b-3": "f"})


def evolve(state: State, event: Any) -> State:
    if isinstance(event, PhaseBegan):
        return replace(state, turn=event.turn, phase=event.phase, began=(*state.began, event.phase))
    at = {unit: space for unit, space in state.at.items() if unit != event.unit}
    return replace(state, at=at if isinstance(event, Gone) else {**at, event.unit: event.to})


def verdict(state: State, order: Any) -> Verdict:
    if order.unit not in state.at:
        return Verdict(order, (Fault("lost", "T-1"),))
    if isinstance(order, Hit):
        fault = () if order.at in state.at else (Fault("nobody", "T-2"), Fault("far", "T-3"))
        other, there = BEHIND.get(order.at, ("", False))
        fault = fault or (() if (other in state.at) is there else (Fault("behind", "T-7"),))
        return Verdict(order, fault, notes={"attack": 3}, more=lambda: {"defence": len(state.at)}, parts=(order,))
    if not isinstance(order, Go):
        return Verdict(order)
    full = order.model_copy(update={"to": f"home-{order.unit}"}) if order.to == "home" else order
    fault = (Fault("taken", "T-4"),) if full.to in state.at.values() else ()
    return Verdict(full, fault, (Went(unit=full.unit, to=full.to),))


def carry_out(teller: Teller, seat: str, lines: Sequence[Line]) -> Iterator[tuple[Line, Verdict]]:
    for line in lines:
        found = verdict(teller.state, line.order)
        yield line, found
        for event in () if found.faults else found.events:
            teller.emit(event)
    if "drift" in teller.state.at:  # whoever drifts needs no line
        teller.emit(Went(unit="drift", to="shore"))


def missing(state: State, seat: str, phase: str, lines: Sequence[Line]) -> Iterable[Fault]:
    """Whoever stands in "mud" must go."""
    units = {getattr(line.order, "unit", "") for line in lines}
    return [Fault("must-go", "T-5", {"unit": u}) for u, at in state.at.items() if at == "mud" and u not in units]


def idle(state: State, seat: str, phase: Phase, lines: Sequence[Line]) -> tuple[str, ...]:
    units = {getattr(line.order, "unit", "") for line in lines}
    return tuple(unit for unit in sorted(state.at) if unit[0] == seat[0] and unit not in units)


JUDGES = Judges(
    sequence=PHASES,
    evolve=evolve,
    carry_out=carry_out,
    suits=lambda state, phase, order: getattr(order, "unit", "") != "r-9",
    missing=missing,
    idle=idle,
    rolls=lambda order: isinstance(order, Hit),
    cleared=lambda state, side, order: [Gone(unit=order.at)] if isinstance(order, Hit) and order.at in state.at else [],
    standing=lambda state, seat, order: [Fault(code, "T-6") for code in order.wrong],  # type: ignore[attr-defined]
    wrong_phase="T-0",
)


def sheet(*standing: Line, **phases: Sequence[Order]) -> Sheet:
    """A sheet of orders by phase, numbered through."""
    sections, number = [], 0
    for phase, orders in phases.items():
        lines = tuple(Line(number=number + n, order=order) for n, order in enumerate(orders, 1))
        sections.append(Section(phase=phase.replace("_", "-"), lines=lines))
        number += len(lines)
    return Sheet(seat="red", sections=tuple(sections), standing=standing)


def checked(sent: Sheet, state: State = START, seat: str = "red") -> Checked:
    return check_sheet(JUDGES, state, seat, sent)


def problems(found: Checked) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in found.problems]


def stands(found: Checked) -> list[tuple[int, bool]]:
    """The lines that stand, and whether they are provisional."""
    return [(each.line.number, each.provisional) for each in found.lines]


def go(unit: str, to: str) -> Go:
    return Go(unit=unit, to=to)


def hit(unit: str, at: str) -> Hit:
    return Hit(unit=unit, at=at)


def test_each_line_is_judged_after_the_good_lines_before_it() -> None:
    found = checked(sheet(red_move=[go("r-1", "e"), go("r-2", "e"), go("r-2", "a"), go("r-1", "c")]))
    assert stands(found) == [(1, False), (3, False)]
    assert problems(found) == [(2, "taken"), (4, "taken")]
    assert found.problems[0].rule == "T-4"
    assert found.state.at == {"r-1": "e", "r-2": "a", "b-1": "c", "b-2": "d", "b-3": "f"}
    assert (found.idle["red-move"], found.complete) == ((), True)


def test_a_line_that_stands_is_written_out_with_its_notes_and_parts() -> None:
    found = checked(sheet(red_move=[go("r-1", "home")], red_combat=[hit("r-2", "b-1")]))
    first, second = found.lines
    assert (first.line.order, first.phase, first.notes, first.parts) == (go("r-1", "home-r-1"), "red-move", {}, ())
    assert (second.phase, second.notes) == ("red-combat", {"attack": 3, "defence": 5})
    assert second.parts == (second.line.order,) == (hit("r-2", "b-1"),)


@pytest.mark.parametrize(
    ("lines", "stand", "wrong"),
    [
        ([hit("r-1", "b-1"), go("r-1", "c")], [(1, False), (2, True)], []),
        ([hit("r-1", "b-1"), hit("r-2", "b-1")], [(1, False), (2, True)], []),
        ([hit("r-1", "b-1"), go("r-2", "d")], [(1, False)], [(2, "taken")]),
        ([hit("r-1", "b-9"), go("r-2", "c")], [], [(1, "far"), (1, "nobody"), (2, "taken")]),
        ([go("r-2", "c"), hit("r-1", "b-1")], [(2, False)], [(1, "taken")]),
        ([hit("r-1", "b-2")], [], [(1, "behind")]),
        ([hit("r-1", "b-1"), hit("r-1", "b-2"), go("r-1", "d")], [(1, False), (2, True), (3, True)], []),
        ([hit("r-1", "b-1"), hit("r-1", "b-3"), go("r-1", "f")], [(1, False), (2, True), (3, True)], []),
    ],
)
def test_what_hangs_on_a_die_is_provisional(
    lines: list[Order], stand: list[tuple[int, bool]], wrong: list[tuple[int, str]]
) -> None:
    """A line is good where it is good with all that dice may take away gone, or with nothing gone."""
    found = checked(sheet(red_combat=lines), replace(START, phase="red-combat"))
    assert (stands(found), problems(found)) == (stand, wrong)


def test_the_numbers_are_those_of_the_position_in_which_a_line_is_good() -> None:
    """That in which dice change nothing, where it is good in both."""
    lines = [hit("r-1", "b-1"), hit("r-2", "b-2"), hit("r-2", "b-3"), go("r-1", "home")]
    found = checked(sheet(red_combat=lines))
    assert [each.notes.get("defence") for each in found.lines] == [5, 4, 5, None]


def test_the_dice_of_a_phase_hang_over_the_phases_after_it() -> None:
    found = checked(sheet(red_combat=[hit("r-1", "b-1")], red_advance=[go("r-2", "c"), go("r-1", "d")]))
    assert stands(found) == [(1, False), (2, True)]
    assert problems(found) == [(3, "taken")]
    assert found.state.began == ("red-combat", "red-advance")
    assert found.state.turn == START.turn


def test_where_nothing_rolls_nothing_is_provisional_in_the_phases_after_it() -> None:
    found = checked(sheet(red_move=[go("r-1", "e")], red_combat=[hit("r-1", "b-1"), go("r-2", "a")]))
    assert stands(found) == [(1, False), (2, False), (3, False)]


@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("nowhere", go("r-1", "e")),
        ("weather", go("r-1", "e")),
        ("blue-move", go("r-1", "e")),
        ("red-move", hit("r-1", "b-1")),
        ("red-move", go("r-9", "e")),
        ("red-combat", Dodge(unit="r-1")),
        ("night", go("r-1", "e")),
    ],
)
def test_a_line_that_does_not_fit_its_phase_is_told_with_its_verb(phase: str, order: Order) -> None:
    sent = Sheet(seat="red", sections=(Section(phase=phase, lines=(Line(number=7, order=order),)),))
    (problem,) = checked(sent).problems
    assert (problem.line, problem.code, problem.rule) == (7, "wrong-phase", "T-0")
    assert problem.args == {"phase": phase, "verb": order.type}
    assert checked(sent).lines == ()
    assert "night" not in checked(sent).state.began, "nobody can do anything there"


def test_a_phase_that_is_over_takes_no_lines_and_the_present_one_does() -> None:
    later = replace(START, phase="red-combat")
    found = checked(sheet(red_move=[go("r-1", "e")], red_combat=[go("r-1", "e")]), later)
    assert (problems(found), stands(found)) == ([(1, "wrong-phase")], [(2, False)])


def test_of_a_section_that_stands_twice_all_lines_are_judged() -> None:
    sections = [Section(phase="red-move", lines=(Line(number=n, order=go(f"r-{n}", "e")),)) for n in (1, 2)]
    found = checked(Sheet(seat="red", sections=tuple(sections)))
    assert (stands(found), problems(found)) == ([(1, False)], [(2, "taken")])


def test_where_the_game_is_over_no_line_fits() -> None:
    assert problems(checked(sheet(red_move=[go("r-1", "e")]), replace(START, winner="blue"))) == [(1, "wrong-phase")]


def test_a_reaction_is_judged_in_the_phase_of_the_other_side_which_asks_nothing_of_it() -> None:
    state = replace(START, at={**START.at, "b-1": "mud"})
    sent = Sheet(seat="blue", sections=(Section(phase="red-combat", lines=(Line(number=1, order=Dodge(unit="b-1")),)),))
    found = checked(sent, replace(state, phase="red-combat"), "blue")
    assert (stands(found), problems(found), found.idle, found.complete) == ([(1, False)], [], {}, False)


MUD = replace(START, at={**START.at, "r-1": "mud"})


@pytest.mark.parametrize(
    ("sent", "complete", "wrong"),
    [
        (sheet(red_move=[go("r-1", "e")]), True, []),
        (sheet(red_move=[]), False, [(0, "must-go")]),
        (sheet(red_move=[go("r-1", "c")]), False, [(0, "must-go"), (1, "taken")]),
        (sheet(), False, [(0, "must-go")]),
        (sheet(red_move=[go("r-1", "e"), go("r-2", "mud")], red_combat=[]), True, [(0, "must-go")]),
        (sheet(red_combat=[go("r-1", "e")]), False, [(0, "must-go")]),
        (sheet(red_move=[], red_combat=[]), False, [(0, "must-go"), (0, "must-go")]),
    ],
)
def test_a_sheet_is_complete_with_lines_for_the_present_phase_where_nothing_compulsory_lacks(
    sent: Sheet, complete: bool, wrong: list[tuple[int, str]]
) -> None:
    """What a later phase asks for is told, and does not count yet; the whole sheet is line 0."""
    found = checked(sent, MUD)
    assert (found.complete, problems(found)) == (complete, wrong)


def test_without_a_word_about_the_present_phase_a_sheet_is_not_complete() -> None:
    assert not checked(sheet()).complete
    assert checked(sheet(red_move=[])).complete
    assert not checked(sheet(red_combat=[])).complete
    assert not checked(sheet(red_move=[]), seat="blue").complete, "it is not their phase"


def test_who_has_no_order_is_told_of_the_present_phase_and_of_those_with_lines() -> None:
    assert checked(sheet()).idle == {"red-move": ("r-1", "r-2")}
    found = checked(sheet(red_combat=[go("r-1", "e")]))
    assert found.idle == {"red-move": ("r-1", "r-2"), "red-combat": ("r-2",)}
    assert checked(sheet(), seat="blue").idle == {}


def test_what_happens_without_orders_happens_in_the_phase_of_ones_own_side() -> None:
    adrift = replace(START, at={"drift": "sea"})
    assert checked(sheet(), adrift).state.at == {"drift": "shore"}
    assert checked(sheet(), adrift, "blue").state.at == {"drift": "sea"}


def test_the_standing_orders_are_judged_too_each_code_once() -> None:
    wrong = Line(number=2, order=Always(wrong=("odd", "late", "odd")))
    found = checked(sheet(Line(number=1, order=Always()), wrong, red_move=[go("r-1", "c")]))
    assert problems(found) == [(1, "taken"), (2, "late"), (2, "odd")]


def test_a_code_is_listed_once() -> None:
    faults = [Fault("a", "T-1"), Fault("b", "T-2"), Fault("a", "T-3")]
    assert first_of_each_code(faults) == (faults[0], faults[1])


def test_what_costs_work_is_worked_out_for_a_line_that_stands_alone() -> None:
    def never() -> Any:
        raise AssertionError

    costly: Callable[[State, Any], Verdict] = lambda state, order: Verdict(order, (Fault("no", "T-1"),), more=never)  # noqa: E731
    judges = replace(
        JUDGES, carry_out=lambda teller, seat, lines: ((line, costly(teller.state, line.order)) for line in lines)
    )
    found = check_sheet(judges, START, "red", sheet(red_move=[go("r-1", "e")]))
    assert problems(found) == [(1, "no")]
