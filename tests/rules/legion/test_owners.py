"""Which of two seats of a side orders what is not on the map by columns (LL-3.1)."""

import pytest

from pbem.gamedata.games import BadGame, compose
from pbem.rules.legion import read_scenario
from pbem.rules.legion.ownership import sector_seat
from tests.rules.legion.factory import make
from tests.rules.legion.moving import move, problems

SEATS = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}


@pytest.mark.rule("LL-3.1")
def test_arrivals_aircraft_and_fleets_are_the_first_seats_unless_the_scenario_says_otherwise() -> None:
    owners = {"hidro-1": "spanish-2", "reina-1": "spanish-2"}
    scenario = read_scenario(compose("legion", seats=SEATS, settings={"owners": owners}))

    def seat(unit: str, at: str | None) -> str | None:
        return sector_seat(scenario, scenario.counters[unit], at)

    assert seat("hidro-1", None) == "spanish-2"
    assert seat("hidro-2", None) == "spanish"
    assert seat("reina-1", None) == "spanish-2"  # on its way
    assert seat("reina-1", "1613") == "spanish"  # on the map its sector counts
    assert seat("reina-2", "3907") == "spanish-2"
    assert seat("urriaguel-1", None) is None  # a side of one seat


@pytest.mark.parametrize(
    ("owners", "said"),
    [({"nobody-1": "spanish"}, "no counter 'nobody-1'"), ({"hidro-1": "moroccan"}, "no seat of its side")],
)
def test_owners_that_cannot_be_are_told(owners: dict[str, str], said: str) -> None:
    with pytest.raises(BadGame, match=said):
        compose("legion", seats=SEATS, settings={"owners": owners})


@pytest.mark.rule("LL-2.1")
@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("ab12", "unknown-hex"),
        ("010", "unknown-hex"),
        ("01011", "unknown-hex"),
        ("０１０２", "unknown-hex"),
        ("9901", "off-map"),
    ],
)
def test_four_digits_are_a_hex_if_only_beyond_the_map(word: str, code: str) -> None:
    state = make(["beni-1 infantry 3-3 0101"])
    assert problems(state, move("beni-1", word)) == [(1, code)]
