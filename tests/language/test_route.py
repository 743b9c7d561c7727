"""Which phase a line is for."""

import pytest

from pbem.core.events import Phase
from pbem.core.orders import Order
from pbem.language.messages import reason
from pbem.language.route import to_sheet, verb_for
from pbem.rules.legion.orders import Bombard
from pbem.rules.legion.sequence import SEQUENCE
from tests.language.factories import lexicon, read


def routed(text: str, current: str, side: str = "spanish") -> tuple[list[tuple[str, list[int]]], list[tuple[int, str]]]:
    sheet, problems = to_sheet(read(text, side=side), side, side, SEQUENCE, current)
    sections = [(section.phase, [line.number for line in section.lines]) for section in sheet.sections]
    return sections, [(problem.line, problem.code) for problem in problems]


def test_lines_without_a_head_go_to_the_first_phase_that_takes_them() -> None:
    text = "ATTACK 3909 WITH cerinola-1\nMOVE cerinola-1 3908\nFLY hidro-1 3909\nHOLD cerinola-2"
    assert routed(text, "moroccan-movement") == (
        [("spanish-air-1", [3]), ("spanish-movement", [2, 4]), ("spanish-combat", [1])],
        [],
    )
    assert routed("FLY hidro-1 3909", "spanish-air-2") == ([("spanish-air-2", [1])], [])


def test_what_is_over_or_the_enemys_is_the_wrong_phase() -> None:
    assert routed("MOVE cerinola-1 3908\nATTACK 3909 WITH cerinola-1", "spanish-combat") == (
        [("spanish-combat", [2])],
        [(1, "wrong-phase")],
    )
    assert routed("MOVE cerinola-1 3908", "spanish-movement", side="moroccan") == ([], [(1, "wrong-phase")])


def test_a_head_decides() -> None:
    text = "PHASE spanish-air-3\nFLY hidro-1 3909\nMOVE cerinola-1 3908\nPHASE moroccan-combat\nATTACK 0715 WITH aros-1"
    assert routed(text, "spanish-air-1") == ([("spanish-air-3", [1])], [(2, "wrong-phase"), (3, "wrong-phase")])


def test_below_a_heading_that_is_no_head_an_order_goes_to_the_phase_that_takes_it() -> None:
    """Whoever writes "Fleets:" and moves below it wants these moves."""
    text = "Fleets:\nPLACE flota-1 AT 0610\nMOVE cerinola-1 3908\nAttacks\nATTACK 3909 WITH cerinola-1"
    sheet, problems = to_sheet(
        read(text, strict=False, side="spanish"), "spanish", "spanish", SEQUENCE, "spanish-air-1"
    )
    assert [section.phase for section in sheet.sections] == ["spanish-fleet", "spanish-movement", "spanish-combat"]
    assert problems == ()


def test_a_head_without_lines_is_an_empty_section() -> None:
    text = "PHASE spanish-air-3\nPHASE spanish-combat\nPHASE moroccan-combat\nPHASE spanish-combat"
    assert read(text).heads == ("spanish-air-3", "spanish-combat", "moroccan-combat")
    assert routed(text, "spanish-air-1") == ([("spanish-air-3", []), ("spanish-combat", [])], [])


def test_lines_below_a_head_that_names_no_phase_go_nowhere() -> None:
    sheet, problems = to_sheet(read("PHASE soon\nHOLD cerinola-1"), "spanish", "spanish", SEQUENCE, "spanish-movement")
    assert sheet.sections == ()
    assert [(problem.code, problem.args) for problem in problems] == [("unknown-phase", {"read": "soon"})]


def test_standing_orders_stand_wherever_they_are_written() -> None:
    reading = read("CAPTURE no\nPHASE moroccan-combat\nCOOPERATE spanish yes")
    sheet, problems = to_sheet(reading, "moroccan", "moroccan", SEQUENCE, "spanish-movement")
    assert [line.number for line in sheet.standing] == [1, 2]
    assert (sheet.sections, problems) == ((), ())


def test_a_line_that_could_not_be_read_is_not_routed() -> None:
    assert routed("MOVE nobody 3908", "spanish-movement") == ([], [])


@pytest.mark.parametrize(("unit", "phase"), [("flota-1", "spanish-fleet"), ("cerinola-art-1", "spanish-bombardment")])
def test_the_rules_may_decide_between_phases_of_one_verb(unit: str, phase: str) -> None:
    def suits(phase: str, order: Order) -> bool:
        at_sea = isinstance(order, Bombard) and order.unit.startswith("flota")
        return at_sea == (phase == "spanish-fleet")

    reading = read(f"BOMBARD 3909 WITH {unit}")
    sheet, _ = to_sheet(reading, "spanish", "spanish", SEQUENCE, "spanish-air-1", suits)
    assert [section.phase for section in sheet.sections] == [phase]


MELEE = (
    Phase(id="spanish-setup", sides=("spanish", "moroccan"), orders=("deploy",), once=True),
    Phase(id="moroccan-combat", sides=("moroccan",), orders=("attack",), reactions=("bombard", "hold")),
    Phase(id="spanish-movement", sides=("spanish",), orders=("move", "hold"), reactions=("bombard",)),
    Phase(id="turn-end", reactions=("hold",)),
)
"""A sequence in which the other side may react, both set up at once, and everybody at the end of a turn."""


@pytest.mark.parametrize(
    ("side", "current", "text", "sections"),
    [
        ("spanish", "moroccan-combat", "BOMBARD 3909 WITH flota-1", [("moroccan-combat", [1])]),
        ("moroccan", "moroccan-combat", "BOMBARD 3909 WITH aros-1", [("spanish-movement", [1])]),
        ("spanish", "moroccan-combat", "HOLD cerinola-1", [("moroccan-combat", [1])]),
        ("spanish", "spanish-movement", "HOLD cerinola-1", [("spanish-movement", [1])]),
        ("spanish", "moroccan-combat", "PHASE turn-end\nHOLD cerinola-1", [("turn-end", [1])]),
        ("moroccan", "spanish-setup", "DEPLOY aros-1 0715", [("spanish-setup", [1])]),
    ],
)
def test_reactions_go_to_the_phase_of_the_others(
    side: str, current: str, text: str, sections: list[tuple[str, list[int]]]
) -> None:
    sheet, problems = to_sheet(read(text, side=side), side, side, MELEE, current)
    assert [(section.phase, [line.number for line in section.lines]) for section in sheet.sections] == sections
    assert problems == ()


def test_what_one_side_is_asked_the_other_may_not_send() -> None:
    reading = read("ATTACK 3909 WITH cerinola-1\nPHASE spanish-movement\nBOMBARD 3909 WITH flota-1", side="spanish")
    sheet, problems = to_sheet(reading, "spanish", "spanish", MELEE, "moroccan-combat")
    assert [section.phase for section in sheet.sections if section.lines] == []
    assert [(problem.line, problem.code) for problem in problems] == [(1, "wrong-phase"), (2, "wrong-phase")]


@pytest.mark.parametrize(
    ("current", "text", "told"),
    [
        ("spanish-setup", "MOVE cerinola-1 3908",
         "MOVE cannot be ordered yet: now it is spanish-setup, and its order is DEPLOY"),
        ("spanish-setup", "PHASE spanish-movement\nMOVE cerinola-1 3908",
         "MOVE cannot be ordered yet: now it is spanish-setup, and its order is DEPLOY"),
        ("spanish-setup", "PHASE moroccan-combat\nATTACK 0715 WITH aros-1",
         "moroccan-combat is a phase of the other side"),
        ("moroccan-movement", "PHASE moroccan-combat\nATTACK 0715 WITH aros-1",
         "moroccan-combat is a phase of the other side"),
        ("spanish-combat", "MOVE cerinola-1 3908",
         "too late for MOVE: spanish-movement is over"),
        ("spanish-combat", "DEPLOY cerinola-1 3908",
         "too late for DEPLOY: spanish-setup is over"),
        ("spanish-air-1", "PHASE spanish-combat\nMOVE cerinola-1 3908",
         "MOVE is for spanish-movement, not for spanish-combat"),
        ("spanish-combat", "PHASE spanish-combat\nMOVE cerinola-1 3908",
         "MOVE cannot be ordered now for this phase: spanish-combat"),
    ],
)  # fmt: skip
def test_a_line_for_no_phase_is_told_what_it_waits_for(current: str, text: str, told: str) -> None:
    once = current == "spanish-setup"
    phases = [phase for phase in SEQUENCE if phase.once == once]
    _, problems = to_sheet(read(text), "spanish", "spanish", phases, current, every=SEQUENCE)
    assert [reason(problem.code, problem.args, "en") for problem in problems] == [told]


def test_the_line_is_kept_as_written() -> None:
    sheet, _ = to_sheet(read("  - Mantener  CERINOLA-1  # so"), "spanish", "spanish", SEQUENCE, "spanish-movement")
    (line,) = sheet.lines("spanish-movement")
    assert (line.number, line.text) == (1, "Mantener CERINOLA-1")


@pytest.mark.parametrize(
    ("rest", "phase", "verb"),
    [
        ("cerinola-1 to 3908", "spanish-movement", "move"),
        ("cerinola 1, 2 to 3908", "spanish-movement", "move"),
        ("cerinola-1 attack 3908 next", "spanish-movement", None),
        ("cerinola-1 to nowhere", "spanish-setup", "deploy"),
        ("cerinola-1 to 3908", "weather", None),
    ],
)
def test_a_line_without_a_verb_is_told_with_one_that_makes_an_order_of_it(
    rest: str, phase: str, verb: str | None
) -> None:
    """Where a phase takes one verb alone that is meant, whatever else is wrong."""
    assert verb_for(rest, SEQUENCE, phase, "spanish", lexicon()).get("verb") == verb
