"""What is said of a whole sheet: few are named, of many only how many they are."""

from pbem.kit.judging import NAMED, counted


def test_few_are_named_and_many_are_counted() -> None:
    few, many = [f"a-{n}" for n in range(NAMED)], [f"a-{n}" for n in range(NAMED + 1)]
    assert counted("units", few) == {"units": " ".join(few), "count": NAMED}
    assert counted("units", many) == {"count": NAMED + 1}
