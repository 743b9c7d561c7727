"""The weather roll (LL-9.1, 2.11)."""

import pytest

from pbem.core.events import Rolled
from pbem.rules.legion.events import WeatherSet
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, told


@pytest.mark.rule("LL-9.1", "LL-2.11")
@pytest.mark.parametrize(("face", "weather"), [(2, "sandstorm"), (3, "normal"), (4, "normal"), (5, "hot")])
def test_the_face_gives_the_weather(face: int, weather: str) -> None:
    result = run(make([], "weather", weather="hot"), {}, [face])
    assert (result.state.weather, result.state.weather_roller) == (weather, "spanish")
    (rolled,) = told(result, Rolled)
    assert (rolled.label, rolled.die, rolled.faces, rolled.meaning) == ("weather", "legion", (face,), weather)
    assert told(result, WeatherSet) == [WeatherSet(weather=weather, roller="spanish", face=face)]


@pytest.mark.rule("LL-9.1")
@pytest.mark.parametrize(("turn", "roller"), [(1, "moroccan"), (2, "spanish"), (13, "moroccan")])
def test_the_sides_roll_in_turn_and_the_moroccans_begin(turn: int, roller: str) -> None:
    assert run(make([], "weather", turn=turn), {}, [3]).state.weather_roller == roller
