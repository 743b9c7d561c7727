"""The hexes that an order names, judged by the rules themselves: a sheet need not come from a text."""

import pytest

from tests.rules.legion.factory import make
from tests.rules.legion.moving import move, problems


@pytest.mark.rule("LL-2.1")
@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("0202", []),
        ("0909", [(1, "off-map")]),
        ("202", [(1, "unknown-hex")]),
        ("02021", [(1, "unknown-hex")]),
        ("annual", [(1, "unknown-hex")]),
        ("0202 0909 x 0908", [(1, "off-map"), (1, "unknown-hex")]),
    ],
)
def test_a_hex_is_four_digits_and_on_the_map(path: str, codes: list[tuple[int, str]]) -> None:
    state = make(["beni-1 infantry 3-4 0102", "cer-1 infantry 3-3 0808"], size=(8, 8))
    assert problems(state, move("beni-1", path)) == codes
