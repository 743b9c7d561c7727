"""House rules: what the players of a game have agreed of press, time and people, beside the rules that they play by.

Each has a name and a value in words, as 'pbem new --house NAME=VALUE' takes them. They change no outcome of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.errors import BadInput
from pbem.phrases import either, marked
from pbem.store.rows import GameRow


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its `values`, the default first, or, where there is none, the numbers that it can be; its meaning.

    A number's default is `default`.
    """

    about: str
    values: tuple[str, ...] = ()
    numbers: range = range(0)
    default: str = ""

    @property
    def usual(self) -> str:
        """The value that it has where nothing else was agreed."""
        return self.values[0] if self.values else self.default


HOUSE_RULES: Mapping[str, HouseRule] = {
    "press": HouseRule(
        marked(
            "Who may be written to: on, any player; public, all of them together only; off, nobody. The referee always."
        ),
        ("on", "public", "off"),
    ),
    "press-names": HouseRule(
        marked("Whether its readers see who wrote: shown, hidden, or as its writer chooses (PRESS ANONYMOUS TO)."),
        ("shown", "hidden", "choice"),
    ),
    "press-size": HouseRule(marked("The most characters of one message."), numbers=range(100, 20_001), default="4000"),
    "press-count": HouseRule(marked("The most messages of one player in a turn."), numbers=range(1, 201), default="20"),
    "press-archive": HouseRule(marked("Whether all press is put into the save when the game ends."), ("no", "yes")),
}


def house_rule(row: GameRow, name: str) -> str:
    """The value of a house rule in a game."""
    return str(row.house.get(name, HOUSE_RULES[name].usual))


def house_number(row: GameRow, name: str) -> int:
    """The same of one that is a number."""
    return int(house_rule(row, name))


def parse_house(pairs: Mapping[str, str]) -> dict[str, str]:
    """House rules as a game keeps them, from names and values; BadInput for a name or a value that there is not."""
    found = {name: _value(name, " ".join(value.lower().split())) for name, value in pairs.items()}
    return {name: value for name, value in sorted(found.items()) if value != HOUSE_RULES[name].usual}


def _value(name: str, value: str) -> str:
    rule = HOUSE_RULES.get(name)
    if rule is None:
        raise BadInput("There is no house rule {name!r}; there are {known}.", name=name, known=", ".join(HOUSE_RULES))
    if rule.values and value not in rule.values:
        raise BadInput(
            "The house rule {name} is {values}, not {value!r}.", name=name, values=either(rule.values), value=value
        )
    if not rule.values and not (value.isascii() and value.isdecimal() and int(value) in rule.numbers):
        first, last = rule.numbers[0], rule.numbers[-1]
        raise BadInput(
            "The house rule {name} is a number from {first} to {last}, not {value!r}.",
            name=name,
            first=first,
            last=last,
            value=value,
        )
    return value if rule.values else str(int(value))
