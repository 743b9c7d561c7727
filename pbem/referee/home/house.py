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
    """A house rule: its `values`, the default first, the numbers that it can be, or days of the week; its meaning.

    A number's default is `default`; of days it is none.
    """

    about: str
    values: tuple[str, ...] = ()
    numbers: range = range(0)
    default: str = ""
    days: bool = False

    @property
    def usual(self) -> str:
        """The value that it has where nothing else was agreed."""
        return self.values[0] if self.values else self.default or "none"


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
    "quiet": HouseRule(
        marked("The days of the week on which no time passes, e.g. sat,sun: in each player's zone."), days=True
    ),
    "absence": HouseRule(
        marked(
            "What an absence does: clock, the player's time stands still; orders, nobody waits: what was sent, "
            "standing orders and the defaults of the rules play; bot, a computer player orders what the player has not."
        ),
        ("clock", "orders", "bot"),
    ),
    "absence-days": HouseRule(
        marked("The most days that a player may be away in the game; 0: none."), numbers=range(366), default="21"
    ),
    "silence": HouseRule(
        marked(
            "What follows when a player has let as many deadlines pass as --silence says: pause; bot, a computer "
            "player takes the seat until the player says TAKEOVER."
        ),
        ("pause", "bot"),
    ),
    "vacant": HouseRule(
        marked(
            "What becomes of a seat that its player leaves: pause, until another comes; bot, a computer player goes on."
        ),
        ("pause", "bot"),
    ),
    "observers": HouseRule(
        marked(
            "Whether anyone may have public reports by mail (OBSERVE and the game's name, to the referee's address)."
        ),
        ("no", "yes"),
    ),
    "observer-delay": HouseRule(
        marked("After how many turns a turn is told to observers; 1: when it is over."),
        numbers=range(1, 101),
        default="2",
    ),
    "extend": HouseRule(
        marked("Who grants more time: players, all the others; referee, who has the wish as a notice."),
        ("players", "referee"),
    ),
    "extend-hours": HouseRule(
        marked("The most hours that the others may grant one player in the game."), numbers=range(10_001), default="240"
    ),
}
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def house_rule(row: GameRow, name: str) -> str:
    """The value of a house rule in a game."""
    return str(row.house.get(name, HOUSE_RULES[name].usual))


def house_number(row: GameRow, name: str) -> int:
    """The same of one that is a number."""
    return int(house_rule(row, name))


def quiet_days(row: GameRow) -> frozenset[int]:
    """The days of the week on which no time passes in a game; 0 is Monday."""
    said = house_rule(row, "quiet")
    return frozenset() if said == "none" else frozenset(WEEK.index(day) for day in said.split(","))


def parse_house(pairs: Mapping[str, str]) -> dict[str, str]:
    """House rules as a game keeps them, from names and values; BadInput for a name or a value that there is not."""
    found = {name: _value(name, " ".join(value.lower().split())) for name, value in pairs.items()}
    return {name: value for name, value in sorted(found.items()) if value != HOUSE_RULES[name].usual}


def _value(name: str, value: str) -> str:
    rule = HOUSE_RULES.get(name)
    if rule is None:
        raise BadInput("There is no house rule {name!r}; there are {known}.", name=name, known=", ".join(HOUSE_RULES))
    if rule.days:
        return _days(name, value)
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


def _days(name: str, value: str) -> str:
    """Days of the week in their order; BadInput for what is none, and for all seven: time has to pass."""
    said = [] if value == "none" else [day.strip() for day in value.split(",")]
    if not all(day in WEEK for day in said) or len(set(said)) == len(WEEK):
        raise BadInput(
            "The house rule {name} is none or some of {days}, not all of them, not {value!r}.",
            name=name,
            days=",".join(WEEK),
            value=value,
        )
    return ",".join(day for day in WEEK if day in said) or "none"
