"""How mutants are judged: which tests are tried, how a change gets into a process, and what becomes of one for ever."""

import time
from importlib import import_module
from pathlib import Path

import pytest
from coverage import CoverageData

import pbem.rules.africa1860.activation  # noqa: F401  its functions are looked for
from pbem.board.hexes import distance
from pbem.verify.verify import verify
from tests.mutants.__main__ import mutants_in
from tests.mutants.changing import functions_of, put, put_anew
from tests.mutants.forking import forked, limit
from tests.mutants.making import Mutant, mutants_of
from tests.mutants.running import COLLECTED, IMPORTED, Watched, ran_by, write_apart
from tests.mutants.test_making import SOURCE
from tests.traceability import ROOT

FAR, NEXT = "pbem/board/far.py", "pbem/board/next.py"


def test_tests_are_chosen_by_line_the_quickest_first_and_for_what_runs_before_them_all_of_the_room() -> None:
    ran = {
        (FAR, 3): {IMPORTED},
        (FAR, 8): {"t::slow", "t::quick"},
        (FAR, 10): {"t::slow", COLLECTED},
        (NEXT, 5): {"t::of the room"},
        ("pbem/boards.py", 5): {"t::of another"},
    }
    tests = Watched({key: frozenset(by) for key, by in ran.items()}, {"t::slow": 2.0, "t::quick": 0.1})
    made = {each.line: each for each in mutants_of(FAR, SOURCE)}
    assert {line: tests.of(each) for line, each in made.items()} == {3: [], 8: ["t::quick", "t::slow"], 10: ["t::slow"]}
    every = ["t::quick", "t::of the room", "t::slow"]
    assert {line: tests.of_room(each) for line, each in made.items()} == {3: every, 8: [], 10: every}


def test_what_a_fixture_runs_is_run_by_all_tests_that_may_share_it(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "coverage"))
    for context, line in (("t/a.py::one|setup", 3), ("t/a.py::one", 4), ("", 5)):
        data.set_context(context)
        data.add_lines({str(ROOT / FAR): [line]})
    data.write()
    every = ["t/a.py::one", "t/a.py::two", "t/b.py::three"]
    assert ran_by(data, every) == {
        (FAR, 3): {"t/a.py::one", "t/a.py::two"},
        (FAR, 4): {"t/a.py::one"},
        (FAR, 5): {IMPORTED},
    }


HEXES = "pbem/board/hexes.py"


def first_of(line: str) -> Mutant:
    return next(each for each in mutants_in(HEXES) if each.text == line)


def test_a_change_in_a_function_is_in_force_wherever_that_is_known_but_in_one_fork_alone() -> None:
    functions = functions_of(["pbem/board"])

    def is_changed(mutant: Mutant) -> bool:
        return put(mutant, functions) and distance("0101", "0103") is None

    changed = first_of("return cube_distance(to_cube(a), to_cube(b))")
    assert [*forked(is_changed, [changed])] == [(changed, True)]
    assert distance("0101", "0103") == 2


def test_a_change_outside_of_functions_is_in_force_when_the_module_is_read_anew() -> None:
    def is_changed(mutant: Mutant) -> bool:
        if put(mutant, functions_of(["pbem/board"])):
            return False
        put_anew(mutant)
        return import_module("pbem.board.hexes").DIRECTIONS[0] == (1, 1, -1)

    changed = first_of("Cube(0, 1, -1),")
    assert [*forked(is_changed, [changed])] == [(changed, True)]


def test_a_function_that_needs_other_names_around_it_cannot_be_changed_in_place() -> None:
    functions = functions_of(["pbem/rules/africa1860"])
    path = "pbem/rules/africa1860/activation.py"
    lost = next(each for each in mutants_in(path) if each.text == "super().__init__(evolve, state)")
    assert not put(lost, functions)


VERIFY = "pbem/verify/verify.py"


def test_a_change_behind_a_lambda_among_the_defaults_is_in_force() -> None:
    functions = functions_of(["pbem/verify"])
    changed = next(
        each for each in mutants_in(VERIFY) if each.old == each.text == "return _of_mails([path, *mails], length)"
    )

    def is_changed(mutant: Mutant) -> bool:
        before = verify.__code__
        return put(mutant, functions) and verify.__code__ != before

    assert [*forked(is_changed, [changed])] == [(changed, True)]


def test_a_default_is_no_code_of_its_function() -> None:
    line = "def faces_text(faces: Collection[Face], *, drawn: bool = False) -> str:"
    changed = next(each for each in mutants_in("pbem/dice/die.py") if each.text == line)
    assert not put(changed, functions_of(["pbem/dice"]))


def test_what_runs_for_ever_is_ended_and_what_there_is_no_time_for_is_not_begun() -> None:
    def work(seconds: float) -> bool:
        limit(seconds)
        while seconds == 1:
            pass
        return True

    assert {*forked(work, [1, 2])} == {(1, False), (2, True)}
    assert [*forked(work, [1, 2], until=time.monotonic())] == [(1, None), (2, None)]


def test_a_fault_of_the_work_itself_is_no_killed_mutant() -> None:
    with pytest.raises(RuntimeError, match="The work with 3 failed"):
        list(forked(lambda thing: 1 // (thing - 3) > 0, [3]))


def test_what_a_process_writes_no_other_one_removes(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    def work(_: int) -> bool:
        write_apart(pytestconfig, tmp_path)
        (pytestconfig._tmp_path_factory.getbasetemp() / "kept").touch()  # type: ignore[attr-defined]
        return True

    assert [went for _, went in forked(work, range(3))] == [True] * 3
    assert len([*tmp_path.glob("*/kept")]) == 3
