"""House rules: what the players of a game have agreed of press, time and people, beside the rules that they play by.

Each has a name and a value in words, as 'pbem new --house NAME=VALUE' takes them. They change no outcome of the game.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pbem.errors import BadInput
from pbem.phrases import either, marked
from pbem.referee.home.quiet import LONGEST, WEEK, QuietDays, format_quiet, parse_quiet
from pbem.store.rows import GameRow


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its `values`, the default first, the numbers that it can be, days, or a seat; its meaning.

    A number's default is `default`; of days and seats it is none.
    """

    about: str
    values: tuple[str, ...] = ()
    numbers: range = range(0)
    default: str = ""
    days: bool = False
    seat: bool = False

    @property
    def usual(self) -> str:
        """The value that it has where nothing else was agreed."""
        return self.values[0] if self.values else self.default or "none"


HOUSE_RULES: Mapping[str, HouseRule] = {
    "names": HouseRule(
        marked(
            "Whether players know each other's names: shown; hidden, the side stands for the player; at-end, hidden "
            "until the game is over, then told to all."
        ),
        ("shown", "hidden", "at-end"),
    ),
    "referee-plays": HouseRule(
        marked("The seat that the referee plays, which every mail says then; none: the referee does not play."),
        seat=True,
    ),
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
        marked(
            "The days on which no time passes, in each player's zone: days of the week, dates, and dates from..to, "
            "e.g. sat,sun,2026-12-24..2026-12-26."
        ),
        days=True,
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
            "player takes the seat until the player says TAKEOVER; standby, a pause in which whoever waits on standby "
            "is asked to take the seat."
        ),
        ("pause", "bot", "standby"),
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


def house_rule(row: GameRow, name: str) -> str:
    """The value of a house rule in a game."""
    return str(row.house.get(name, HOUSE_RULES[name].usual))


def house_number(row: GameRow, name: str) -> int:
    """The same of one that is a number."""
    return int(house_rule(row, name))


def quiet_days(row: GameRow) -> QuietDays:
    """The days on which no time passes in a game."""
    return parse_quiet(house_rule(row, "quiet"))


def are_names_shown(row: GameRow) -> bool:
    """Whether the players of a game are told each other's names, or now that it is over."""
    said = house_rule(row, "names")
    return said == "shown" or (said == "at-end" and row.ended is not None)


def parse_house(pairs: Mapping[str, str], seats: Collection[str] | None = None) -> dict[str, str]:
    """House rules as a game with these `seats` keeps them, from names and values.

    BadInput for a name or a value that there is not; without `seats` any seat may be one.
    """
    found = {name: _value(name, " ".join(value.lower().split()), seats) for name, value in pairs.items()}
    return {name: value for name, value in sorted(found.items()) if value != HOUSE_RULES[name].usual}


def _value(name: str, value: str, seats: Collection[str] | None) -> str:
    rule = HOUSE_RULES.get(name)
    if rule is None:
        raise BadInput("There is no house rule {name!r}; there are {known}.", name=name, known=", ".join(HOUSE_RULES))
    if rule.days:
        return _days(name, value)
    if rule.seat:
        if seats is not None and value not in ("none", *seats):
            raise BadInput(
                "The house rule {name} is {values}, not {value!r}.",
                name=name,
                values=either(("none", *sorted(seats))),
                value=value,
            )
        return value
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
    """Days in their order; BadInput for what is none, and for all seven of the week: time has to pass."""
    try:
        return format_quiet(parse_quiet(value))
    except ValueError:
        raise BadInput(
            "The house rule {name} is none, or some of {days} (not all), dates and dates from..to of at most "
            "{most} days, e.g. sat,sun,2026-12-24..2026-12-26, not {value!r}.",
            name=name,
            days=",".join(WEEK),
            most=LONGEST.days,
            value=value,
        ) from None
