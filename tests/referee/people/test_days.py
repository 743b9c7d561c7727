"""Days as people write them, in either language."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.referee.people.days import LONGEST, parse_days

TODAY = date(2026, 11, 24)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("3-10 Dec", (2026, 12, 3), (2026, 12, 10)),
        ("3 - 10 dic", (2026, 12, 3), (2026, 12, 10)),
        ("del 3 al 10 de diciembre", (2026, 12, 3), (2026, 12, 10)),
        ("from 24 Dec to 6 Jan", (2026, 12, 24), (2027, 1, 6)),
        ("24 dic al 6 ene", (2026, 12, 24), (2027, 1, 6)),
        ("Dec 3 to Dec 10", None, None),
        ("5 Dec", (2026, 12, 5), (2026, 12, 5)),
        ("2026-12-03 2026-12-10", (2026, 12, 3), (2026, 12, 10)),
        ("2026-12-03..2026-12-03", (2026, 12, 3), (2026, 12, 3)),
        ("20-27 Nov", (2026, 11, 20), (2026, 11, 27)),
        ("3-10 Oct", (2027, 10, 3), (2027, 10, 10)),
        ("3 Oct 2027 - 10 Oct 2027", (2027, 10, 3), (2027, 10, 10)),
        ("24 Dec - 6 Jan 2028", (2027, 12, 24), (2028, 1, 6)),
        ("1-5 marzo", (2027, 3, 1), (2027, 3, 5)),
        ("29-30 feb", None, None),
        ("10-3 Dec", None, None),
        ("3-10 Oct 2026", None, None),
        ("1 Jan - 31 Dec", None, None),
        ("24 al 6", None, None),
        ("1 2 3 Dec", None, None),
        ("next week", None, None),
        ("", None, None),
    ],
)
def test_days(text: str, first: tuple[int, int, int] | None, last: tuple[int, int, int] | None) -> None:
    found = parse_days(text, TODAY)
    assert found == (None if first is None or last is None else (date(*first), date(*last)))


@given(st.text(alphabet="0123456789-. adeilnocmrzjf", max_size=30))
def test_no_text_raises_or_names_days_that_are_over(text: str) -> None:
    found = parse_days(text, TODAY)
    assert found is None or (found[1] >= TODAY and found[0] <= found[1] and found[1] - found[0] <= LONGEST)
