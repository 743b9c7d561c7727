"""A new game: its save, its dice root, its seats, and the first mail to everybody."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from pbem.canonical import digest
from pbem.dice.chain import FORMAT as DICE
from pbem.dice.chain import Chain
from pbem.errors import BadInput, Refused
from pbem.game.game import Game, open_game
from pbem.game.paths import ARCHIVE, SAVES
from pbem.gamedata.games import compose, shipped_game
from pbem.gamedata.rulesets import ruleset
from pbem.mail.message.claims import token
from pbem.mail.writing.compose import ADDRESS
from pbem.phrases import told_by
from pbem.referee.admin.seating import Player, require_other_address, sides_by_seat
from pbem.referee.home.config import FILE
from pbem.referee.home.home import Home
from pbem.referee.home.house import parse_house
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.newcomer.welcome import send_welcomes
from pbem.referee.turn.workflow import repair_save
from pbem.save.errors import GitError
from pbem.save.folder import SaveFolder
from pbem.save.records import Manifest
from pbem.store.counts import keep_counts
from pbem.store.rows import GameRow, SeatRow

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
OPTIONS: Mapping[str, tuple[str, ...]] = {"beacon": ("none", "referee"), "beacon-source": ("",)}
"""The options of a game under any rule set, with their values, the default first."""
ABOUT: Mapping[str, str] = {
    "beacon": (
        "referee: before the dice of a phase are rolled all orders are locked and their hashes mailed to every seat; "
        "then the referee gives a public value that nobody could know, and it enters the dice. It serves the phases "
        "that follow at once and ask nobody too: it was unknown when the orders, standing orders and words were "
        "locked, and nothing that is decided later enters those dice. After a rollback a new value is waited for."
    ),
    "beacon-source": (
        "Any text that says beforehand which value that will be: drand quicknet, the first round of the hour after the "
        "lock. Without it the referee could choose among several."
    ),
}
"""What they mean, for 'pbem schema options'."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is to be made, whatever it plays.

    `root` are the 32 bytes of its dice; `test_dice` says that they are known. The deadline is the mailbox's where none
    is given; it is that of a player turn, or `per_phase` that of each phase. `silence_limit`: after so many deadlines
    that a player let pass in a row the game is paused; 0: never. `house` are the house rules, by name.
    """

    name: str
    players: Sequence[Player]
    root: bytes
    deadline: timedelta | None = None
    test_dice: bool = False
    per_phase: bool = False
    silence_limit: int = 0
    beacon: Literal["none", "referee"] = "none"
    beacon_source: str = ""
    house: Mapping[str, str] = field(default_factory=dict)


def create_game(
    home: Home,
    rules_name: str,
    new: NewGame,
    now: datetime,
    *,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
) -> Game:
    """Make a game and queue every seat's welcome; what `options` say of the beacon goes before what `new` does.

    BadInput for a name, a rule set, a player, an option or a setting that cannot be, and for the name of a scenario
    where none is chosen; Refused if the name is taken. A call that was killed may be made again: nothing is made twice.
    """
    about = shipped_game(rules_name)
    if scenario is None and new.name in about.scenarios.keys() - {about.default_scenario}:
        raise BadInput(
            "{name} is a scenario of {ruleset}: say --scenario {name} to play it, or --scenario {other} to play that "
            "one in a game of this name.",
            name=new.name,
            ruleset=rules_name,
            other=about.default_scenario,
        )
    seats = sides_by_seat(new.players, ruleset(rules_name).SIDES)
    beacon, source = _beacon(options or {})
    chosen = {key: value for key, value in (options or {}).items() if key not in OPTIONS}
    data = compose(rules_name, scenario, options=chosen, seats=seats, settings=settings)
    return create_from_scenario(home, replace(new, beacon=beacon, beacon_source=source), data, now)


def _beacon(options: Mapping[str, str]) -> tuple[Literal["none", "referee"], str]:
    """What the options say of the beacon, and which public value it will be; BadInput for what they cannot say."""
    said, source = options.get("beacon", "none"), " ".join(options.get("beacon-source", "").split())
    if said not in ("none", "referee"):
        raise BadInput("The option beacon is none or referee, not {said!r}.", said=said)
    if source and said == "none":
        raise BadInput("beacon-source says which public value the beacon is: it needs beacon=referee.")
    if len(source) > 500 or not source.isprintable():
        raise BadInput("beacon-source is one line of at most 500 characters.")
    return "referee" if said == "referee" else "none", unicodedata.normalize("NFC", source)


def create_from_scenario(home: Home, new: NewGame, data: Mapping[str, Any], now: datetime) -> Game:
    """Make a game of a composed scenario.json (`games.compose` or `games.compose_position`), as `create_game` does."""
    name = new.name
    require_name(name)
    require_address(home, name)
    for player in new.players:
        require_other_address(home.config, player.address)
    new = replace(new, house=parse_house(new.house, data["seats"]))
    if any((home.path / folder / name / "game.json").exists() for folder in (SAVES, ARCHIVE)):
        raise Refused("There is a game {name} already.", name=name)
    require_untold(home, name)
    rules = ruleset(data["ruleset"])
    manifest = Manifest(
        game=name,
        ruleset=rules.NAME,
        version=rules.VERSION,
        seats=data["seats"],
        options=data["options"],
        dice=DICE,
        head=Chain.from_root(new.root, home.links).head,
        scenario=digest(data),
        test_dice=new.test_dice,
        beacon=new.beacon,
        beacon_source=new.beacon_source,
        faces={die.name: die.faces for die in rules.DICE},
    )
    _keep_root(home, name, new.root)
    folder = SaveFolder(home.path / SAVES / name, home.effects)
    _seat(home, new, folder.path, now)
    folder.create(manifest, data, rules.dump(rules.initial(rules.read_scenario(data))))
    game = open_game(folder.path, home.effects)
    _commit_new_game(home, game, now)
    send_welcomes(home, game, now)
    return game


def require_name(name: str) -> None:
    """Nothing, if a game can be called so; else BadInput."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadInput(
            "{name!r} is no name for a game: small letters, digits and single dashes, at most {most}.",
            name=name[:60],
            most=LONGEST,
        )


def require_untold(home: Home, name: str) -> None:
    """Nothing, if nobody knows a game of this name from here; else Refused."""
    if home.store.outbox.count("game = ?", name):
        raise Refused(
            "Mails of a game {name} have been sent from here: players would mix the two up. Name it anew.", name=name
        )


def require_address(home: Home, name: str) -> None:
    """Nothing, if players can be asked to answer to the referee's address with game and token in it; else BadInput."""
    local, _, domain = home.config.address.partition("@")
    if not ADDRESS.fullmatch(f"{local}+{name}.{token(b'', name, '', 1)}@{domain}"):
        raise BadInput(
            "Players of {name} would have to answer to {local}+{name}.TOKEN@{domain}, which is no mail "
            "address: choose a shorter name, or mend [referee] address in pbem.toml.",
            name=name,
            local=local,
            domain=domain,
        )


def _keep_root(home: Home, name: str, root: bytes) -> None:
    """Keep the root, unless an earlier call that was killed has kept one: then the game was never made, and it goes."""
    path = home.store.keys.root_file(name)
    if path.exists():
        home.effects.unlink(path)
    home.store.keys.write_root(name, root)


def _seat(home: Home, new: NewGame, path: Path, now: datetime) -> None:
    key, deadline = mail_key(home), new.deadline or home.config.deadline
    with home.store.transaction():
        home.store.games.put(
            GameRow(
                name=new.name,
                path=str(path.relative_to(home.path)),
                created=now,
                length=int(deadline.total_seconds()),
                settle=int(home.config.settle.total_seconds()),
                grace=int(home.config.grace.total_seconds()),
                per_phase=new.per_phase,
                silence_limit=new.silence_limit,
                recorded=0,
                house=dict(new.house),
            )
        )
        for player in new.players:
            home.store.seats.put(
                SeatRow(
                    game=new.name,
                    seat=player.seat,
                    side=player.side,
                    addresses=(player.address,) if player.address else (),
                    bot=not player.address,
                    token=token(key, new.name, player.seat, 1),
                    name=player.name,
                    language=player.language,
                    zone=player.zone,
                )
            )
    keep_counts(home.path / SAVES, home.store.outbox, home.effects, anew=new.name)


def _commit_new_game(home: Home, game: Game, now: datetime) -> None:
    try:
        home.git.init()
        home.git.commit([home.path / FILE, home.path / ".gitignore"], "pbem: the settings of this mailbox", now)
    except GitError as failed:
        home.late.add(game.name)
        home.store.notices.note("git-failed", now, game.name, why=told_by(failed))
        return
    repair_save(home, game, now)
