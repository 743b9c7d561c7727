"""The turn and the check of a sheet: what no text of a case can say (NAP-1.2, 1.4, 2.2, 5.2, 13.1)."""

import pytest

from pbem.core.events import PhaseBegan
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic.orders import Charge, Fire, Move
from pbem.rules.napoleonic.sequence import SEQUENCE
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make

RULES = ruleset("napoleonic")


def codes(state: State, seat: str, order: Order, phase: str = "") -> list[str]:
    """The problems of one order."""
    section = Section(phase=phase or state.phase, lines=(Line(number=1, order=order),))
    return [problem.code for problem in RULES.check(state, seat, Sheet(seat=seat, sections=(section,))).problems]


@pytest.mark.rule("NAP-1.4")
def test_the_phases_of_a_turn() -> None:
    assert [phase.id for phase in SEQUENCE] == [
        "set-up", "french-command", "french-fire", "french-movement", "french-charges", "spanish-defensive-fire",
        "french-shock", "french-reorganisation", "spanish-command", "spanish-fire", "spanish-movement",
        "spanish-charges", "french-defensive-fire", "spanish-shock", "spanish-reorganisation", "division-morale",
    ]  # fmt: skip


@pytest.mark.rule("NAP-1.4")
def test_phases_in_which_nothing_can_happen_are_skipped() -> None:
    state = RULES.initial(RULES.read_scenario(compose("napoleonic")))
    assert RULES.awaited(state) == ("spanish",)
    assert RULES.following(state) == (1, "french-movement"), "no French division is on the map, nobody has a target"
    quiet = make([foot("a", "french", "0101"), foot("b", "spanish", "0808")], "french-movement")
    assert RULES.following(quiet) == (1, "spanish-movement")
    near = make([foot("a", "french", "0303", facing="SE"), foot("b", "spanish", "0403", facing="NW")], "french-command")
    assert RULES.following(near) == (1, "french-fire")


@pytest.mark.rule("NAP-1.4")
def test_a_charge_in_the_charges_of_the_enemy_is_of_the_wrong_phase() -> None:
    units = [{**foot("cav", "spanish", "0303"), "type": "cavalry"}, foot("foe", "french", "0505")]
    state = make(units, "french-charges")
    assert codes(state, "spanish", Charge(units=("cav",), target="0505")) == ["wrong-phase"]


@pytest.mark.rule("NAP-1.2")
def test_a_hex_off_the_map() -> None:
    state = make([foot("a", "french", "0303"), foot("b", "spanish", "0808")], "french-fire")
    assert codes(state, "french", Fire(unit="a", target="0909")) == ["unknown-hex"]


@pytest.mark.rule("NAP-5.2")
def test_the_one_hex_that_is_always_possible_is_among_the_choices() -> None:
    units = [foot("a", "spanish", "0303", facing="S", division="one")]
    state = make(
        units,
        "spanish-movement",
        {"terrain": {"0304": "dense-wood"}},
        divisions={"one": {"side": "spanish", "order": "defence"}},
    )
    moves = [c.order for c in RULES.choices(state, "spanish").actors["a"] if isinstance(c.order, Move)]
    assert ("0304",) in [move.path for move in moves]
    assert all(codes(state, "spanish", move) == [] for move in moves)


@pytest.mark.rule("NAP-2.2")
def test_command_is_judged_as_a_phase_begins() -> None:
    leader = {"id": "gen", "side": "french", "type": "leader", "range": 1, "at": "0303"}
    state = make(
        [leader, foot("a", "french", "0306", division="one")], divisions={"one": {"side": "french", "leader": "gen"}}
    )
    assert not state.in_command("a")
    moved = RULES.evolve(state, _went("gen", "0303", "0305"))
    assert not moved.in_command("a")
    assert RULES.evolve(moved, PhaseBegan(turn=1, phase="french-charges")).in_command("a")


def _went(unit: str, *path: str) -> object:
    from pbem.rules.napoleonic.events import Moved

    return Moved(unit=unit, side="french", path=path, facing=0, cost=1, left=0)


@pytest.mark.rule("NAP-13.1")
def test_who_is_asked() -> None:
    units = [foot("a", "french", "0303", facing="SE"), foot("b", "spanish", "0403", facing="NW")]
    for phase in SEQUENCE:
        asked = RULES.awaited(make(units, phase.id)) if phase.id != "set-up" else ()
        kind = phase.id.partition("-")[2]
        assert bool(asked) is (kind in ("command", "fire", "movement")), phase.id


def test_who_has_no_line_yet_is_told_as_idle() -> None:
    state = make([foot("a", "french", "0302"), foot("b", "french", "0602"), foot("x", "spanish", "0808")])
    lines = (Line(number=1, order=Move(unit="a", path=("0303",))),)
    found = RULES.check(state, "french", Sheet(seat="french", sections=(Section(phase=state.phase, lines=lines),)))
    assert found.idle[state.phase] == ("b",)
