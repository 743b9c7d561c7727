"""What mutants are made of a file; and that the kept list names mutants that there are."""

import ast

import pytest

from tests.mutants.__main__ import equivalent, key_of, mutants_in
from tests.mutants.making import mutants_of
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


def test_the_kept_list_names_mutants_that_there_are() -> None:
    listed = equivalent()
    assert listed.keys() - {key_of(each) for each in mutants_in(None)} == set()
    assert all(len(why) > 20 for why in listed.values())
