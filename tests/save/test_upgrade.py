"""Formats: what is older is raised step by step in memory, what is newer or none is refused."""

import pytest

from pbem.save.errors import SaveError
from pbem.save.upgrade import upgrade


def test_older_formats_are_raised_step_by_step() -> None:
    steps = {1: lambda d: {**d, "b": 2}, 2: lambda d: {**d, "c": d["b"] + 1}}
    old = {"format": 1, "a": 1}
    assert upgrade(old, "x", steps, 3) == {"format": 3, "a": 1, "b": 2, "c": 3}
    assert old == {"format": 1, "a": 1}


@pytest.mark.parametrize("found", [0, "1", None, True, 1.0])
def test_what_is_no_format_is_refused(found: object) -> None:
    with pytest.raises(SaveError, match=r'^x: "format" is a whole number from 1 to 1, not '):
        upgrade({"format": found}, "x")
