"""The weather of a turn (LL-9.1). What it forbids and takes stands with the chapters that it changes."""

from collections.abc import Mapping

from pbem.core.orders import Section
from pbem.core.play import Play
from pbem.dice.die import Face
from pbem.rules.legion.events import WeatherSet
from pbem.rules.legion.reinforcements import due
from pbem.rules.legion.sequence import MOROCCAN, SPANISH


def run_weather(play: Play, sheets: Mapping[str, Section]) -> None:
    """Roll the weather, which lasts the whole turn for both sides; tell which pieces are due from this turn on."""
    scenario = play.state.scenario

    def meaning(faces: tuple[Face, ...]) -> str:
        """Sandstorm, normal or hot."""
        said: str = scenario.weather[str(faces[0])]
        return said

    # LL-9.1 LL-2.11
    face = int(play.roll("weather", scenario.die, meaning=meaning, rule="LL-9.1")[0])
    play.emit(WeatherSet.model_validate({"weather": meaning((face,)), "roller": roller(play.state.turn), "face": face}))
    for event in due(play.state):
        play.emit(event)


def roller(turn: int) -> str:
    """The side that rolls: the Moroccans, who begin, in odd turns (LL-9.1)."""
    # LL-9.1
    return MOROCCAN if turn % 2 else SPANISH
