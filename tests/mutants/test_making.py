"""What mutants are made of a file; and that the kept list names mutants that there are."""

import ast
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutants.__main__ import equivalent, key_of, mutants_in
from tests.mutants.making import mutants_of
from tests.mutants.running import IMPORTED, Watched, ran_by
from tests.traceability import ROOT

BOTH = 'a - b > MOST and "near" not in words'

SOURCE = '''"""A module."""

MOST = 3


def far(a: int, b: int, words: tuple[str, ...]) -> bool:
    """Whether it is far."""
    if a - b > MOST and "near" not in words:
        raise ValueError(f"too far: {a + b}")
    return not (a or b)
'''


def test_each_mutant_is_one_change_that_can_be_compiled() -> None:
    made = mutants_of("far.py", SOURCE)
    assert {(each.line, each.old, each.new) for each in made} == {
        (3, "3", "4"),
        (8, "a - b", "a + b"),
        (8, "a - b > MOST", "(a - b) >= MOST"),
        (8, BOTH, f"(not ({BOTH}))"),
        (8, BOTH, '(("near" not in words))'),
        (8, BOTH, '((a - b > MOST) or ("near" not in words))'),
        (8, BOTH, "((a - b > MOST))"),
        (8, '"near"', "'near?'"),
        (8, '"near" not in words', '"near" in words'),
        (10, "return not (a or b)", "return None"),
        (10, "not (a or b)", "(a or b)"),
        (10, "a or b", "(a and b)"),
        (10, "a or b", "(a)"),
        (10, "a or b", "(b)"),
    }
    assert len({each.apply(SOURCE) for each in made}) == len(made)


@pytest.mark.parametrize("path", ["pbem/board/hexes.py", "pbem/kit/judging.py"])
def test_all_of_them_can_be_compiled(path: str) -> None:
    source = (ROOT / path).read_text("utf-8")
    for each in mutants_of(path, source):
        assert ast.dump(ast.parse(each.apply(source))) != ast.dump(ast.parse(source)), each


FAR, NEXT = "pbem/board/far.py", "pbem/board/next.py"


def test_tests_are_chosen_by_line_the_quickest_first_and_for_what_importing_runs_all_of_the_room() -> None:
    ran = {
        (FAR, 3): {IMPORTED},
        (FAR, 8): {IMPORTED, "t::slow", "t::quick"},
        (FAR, 10): {"t::slow"},
        (NEXT, 5): {"t::of the room"},
        ("pbem/boards.py", 5): {"t::of another"},
    }
    tests = Watched({key: frozenset(by) for key, by in ran.items()}, {"t::slow": 2.0, "t::quick": 0.1})
    chosen = {each.line: tests.of(each) for each in mutants_of(FAR, SOURCE)}
    every = ["t::quick", "t::of the room", "t::slow"]
    assert chosen == {3: every, 8: every, 10: ["t::slow"]}


def test_what_a_fixture_runs_is_run_by_all_tests_that_may_share_it(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "coverage"))
    for context, line in (("t/a.py::one|setup", 3), ("t/a.py::one|run", 4), ("", 5)):
        data.set_context(context)
        data.add_lines({str(ROOT / FAR): [line]})
    data.write()
    every = ["t/a.py::one", "t/a.py::two", "t/b.py::three"]
    assert ran_by(tmp_path / "coverage", every) == {
        (FAR, 3): {"t/a.py::one", "t/a.py::two"},
        (FAR, 4): {"t/a.py::one"},
        (FAR, 5): {IMPORTED},
    }


def test_the_kept_list_names_mutants_that_there_are() -> None:
    listed = equivalent()
    assert listed.keys() - {key_of(each) for each in mutants_in(None)} == set()
    assert all(len(why) > 20 for why in listed.values())
