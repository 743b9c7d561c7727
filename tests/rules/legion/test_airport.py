"""Who holds the airport (LL-8.19)."""

import pytest

from pbem.rules.legion.events import AirportTaken
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, told
from tests.rules.legion.moving import march, move

UNITS = ["beni-1 infantry 3-4 0301", "bom-1 bomber -9 0303", "sea-1 seaplane -9 home", "cer-1 infantry 3-4 0901"]
AIRFIELD = {"0303": "clear airport"}


@pytest.mark.rule("LL-8.19")
def test_a_moroccan_who_passes_through_grounds_the_bombers_and_leaving_gives_nothing_back() -> None:
    taken = run(make(UNITS, terrain=AIRFIELD), [march("beni-1", "0302 0303 0304")])
    assert told(taken, AirportTaken) == [AirportTaken(side="moroccan", unit="beni-1")]
    assert taken.state.airport_holder == "moroccan"
    assert {u: taken.state.units[u].status for u in ("bom-1", "sea-1")} == {"bom-1": "grounded", "sea-1": "map"}
    again = run(make(UNITS, terrain=AIRFIELD, airport_holder="moroccan"), [move("beni-1", "0302 0303")])
    assert told(again, AirportTaken) == []


@pytest.mark.rule("LL-8.19")
def test_a_spanish_piece_that_enters_makes_the_bombers_ready() -> None:
    units = ["beni-1 infantry 3-4 0901", "bom-1 bomber -9 grounded", "cer-1 infantry 3-4 0302"]
    state = make(units, "spanish-movement", turn=7, terrain=AIRFIELD, airport_holder="moroccan")
    result = run(state, [move("cer-1", "0303")])
    assert told(result, AirportTaken) == [AirportTaken(side="spanish", unit="cer-1")]
    bomber = result.state.units["bom-1"]
    assert (bomber.status, bomber.at) == ("map", "0303")
