"""The referee: whatever the command line lets one do, done at random; a refusal is an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from pbem.dice.chain import derive_secret
from pbem.errors import Refused
from pbem.game.game import Game
from pbem.gamedata.rulesets import ruleset
from pbem.referee.admin import clock, rulings
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.dice_root import backup_roots, rekey, restore_roots
from pbem.referee.admin.new_game import NewGame, create_game
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.seating import Player
from pbem.referee.admin.wrong_clock import accept_clock
from pbem.referee.desk import mail
from pbem.referee.desk.submit import submit_file
from pbem.referee.home.home import Home
from pbem.referee.home.notices import dismiss_notices
from pbem.referee.home.sweep import TickResult
from pbem.referee.letters.outbox import send_mails
from pbem.referee.people import guests
from pbem.referee.people.absence_words import absence_by_hand
from pbem.referee.people.bots import set_bot
from pbem.referee.people.house import change_house
from pbem.referee.people.leaving import leave_seat
from pbem.referee.people.press import broadcast
from pbem.referee.play_on import close_phase
from pbem.save.records import PhaseRecord
from tests.simulate.people import Desk, Person, orders
from tests.simulate.steps import Step

if TYPE_CHECKING:
    from tests.simulate.world import World

WHO, WHY = "The Referee", "chance would have it"
HOUSE = (
    {"absence": "orders"}, {"absence": "clock"}, {"silence": "bot"}, {"vacant": "bot"}, {"vacant": "pause"},
    {"quiet": "sat,sun"}, {"press": "off"}, {"press": "on"}, {"observers": "yes"},
)  # fmt: skip


@dataclass(frozen=True)
class Hand:
    """The referee at work on a game: a seat of it at random, chance, and the time that the clock shows."""

    world: World
    home: Home
    game: Game
    seat: str
    random: Random
    now: datetime

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name


def can(world: World, step: Step) -> bool:
    """Whether there is any point in a step: nothing is opened for one that there is not."""
    if step.act == "beacon":
        return world.setting.games[step.who][1]["beacon"] == "referee"
    return step.act != "new" or world.slots[step.who] not in world.truth.running


def act(world: World, home: Home, step: Step) -> None:
    """Do what the step says to the game in its slot; Refused and the like where it cannot be."""
    random, now = Random(step.seed), world.clock
    if step.act == "new":
        _new(world, home, step.who, random)
    elif world.slots[step.who]:
        game = home.open_game(world.slots[step.who])
        seat = random.choice(sorted(game.manifest.seats))
        ACTS[step.act](Hand(world, home, game, seat, random, now))
    send_mails(home, now, TickResult())


def _new(world: World, home: Home, slot: int, random: Random) -> None:
    """A new game in a slot where the last one is over."""
    name, agreed = world.setting.games[slot]
    before = world.slots[slot]
    if before in home.games() and home.game_row(before).ended is None:
        return
    number = len(home.games()) + 1
    pair = world.everyone[2 * slot : 2 * slot + 2]
    sides = ruleset(name).SIDES
    players = [
        Player(side, side, person.address, person.language, "Europe/Madrid", person.name.upper())
        for side, person in zip(sides, pair, strict=False)
    ]
    chosen = {key: agreed[key] for key in ("deadline", "per_phase", "silence_limit", "beacon", "house")}
    world.slots[slot] = f"{name}-{slot}-{number}"
    new = NewGame(world.slots[slot], players, derive_secret(world.setting.seed, world.slots[slot]), **chosen)
    create_game(home, name, new, world.clock, options=agreed["options"])


def accept(home: Home, now: datetime) -> None:
    """The clock is right, and counts."""
    accept_clock(home, WHO, WHY, now)


# What the referee does to a game ----------------------------------------------------------------------------------


def _pause_until(hand: Hand) -> None:
    until = hand.now + timedelta(hours=hand.random.choice((-5, 20, 90)))
    clock.pause_game(hand.home, hand.name, hand.now, why=WHY, until=until)


def _rollback(hand: Hand, *, same_dice: bool) -> None:
    records = [r for r in hand.game.position.journal.in_force() if isinstance(r, PhaseRecord)]
    if not records:
        raise Refused("Nothing was played.")
    phase = hand.random.choice(records[-6:]).at
    rulings.roll_back(hand.home, hand.game, phase, same_dice=same_dice, who=WHO, why=WHY, now=hand.now)


def _rule(hand: Hand) -> None:
    """Another place for a piece, or another figure of the state: what the rules cannot bear is refused."""
    dumped, random = hand.game.rules.dump(hand.game.state, full=True), hand.random
    units = sorted(dumped.get("units", {}))
    unit = random.choice(units) if units else ""
    spaces = sorted(hand.game.lexicon.spaces)
    texts = [
        f"unit {unit} at={random.choice(spaces)}",
        f"unit {unit} steps=1",
        f"unit {unit} hex={random.choice(spaces)}",
    ]
    numbers = [key for key, value in sorted(dumped.items()) if isinstance(value, int) and key not in ("turn",)]
    texts += [f"state {key}={random.randrange(5)}" for key in numbers]
    amendment = read_amendment(hand.game, [random.choice(texts)])
    rulings.amend(hand.home, hand.game, amendment.event, who=WHO, why=WHY, now=hand.now)


def _player(hand: Hand) -> Player:
    """Somebody who may take the seat: another person, mostly one who has none."""
    spares = hand.world.everyone[-hand.world.setting.spares :]
    person = hand.random.choice([*spares, *spares, *hand.world.everyone])
    return Player(
        hand.seat, hand.game.manifest.seats[hand.seat], person.address, person.language, "UTC", person.name.upper()
    )


def _replace(hand: Hand) -> None:
    replace_player(hand.home, hand.game, _player(hand), hand.now, why=WHY)


def _eject(hand: Hand) -> None:
    seat = hand.home.store.seats.need(hand.name, hand.seat)
    leave_seat(hand.home, hand.game, seat, "ejected", hand.now, why=WHY)


def _observe(hand: Hand) -> None:
    address = hand.random.choice(hand.world.everyone).address
    if hand.random.random() < 0.3:
        guests.let_go(hand.home, hand.name, address, hand.now, why=hand.random.choice(("", WHY)))
    else:
        guests.ask_guest(hand.home, guests.Wish(hand.name, "observer", "en"), address, hand.now)


def _adjudicate(hand: Hand, *, at_once: bool) -> None:
    close_phase(hand.home, hand.name, hand.now, at_once=at_once)


def _start(hand: Hand) -> None:
    missing = [seat.seat for seat in hand.home.seats(hand.name) if seat.nonce is None and seat.nonce_mail_id is None]
    rulings.start_without_nonces(hand.home, hand.game, missing, WHO, hand.now)


def _beacon(hand: Hand) -> None:
    set_beacon(hand.home, hand.game, f"{hand.random.getrandbits(64):x}", "drand round 1", hand.now)


def _mail(hand: Hand, way: str) -> None:
    """One of the last mails is tried again, set aside, sent again or answered."""
    row = hand.random.choice([*mail.list_mails(hand.home, most=40)] or [None])
    if row is None:
        return
    if way == "retry":
        mail.retry(hand.home, row.id, hand.now)
    elif way == "quarantine":
        mail.quarantine(hand.home, row.id, hand.now)
    elif way == "resend":
        hand.world.truth.resent += 1
        mail.send_again(hand.home, row.id, hand.now)
    else:
        mail.answer_player(hand.home, row.id, "Yes, of course.", hand.now)


def _away(hand: Hand) -> None:
    day = (hand.now + timedelta(days=hand.random.randrange(3))).date()
    absence_by_hand(hand.home, hand.name, hand.seat, f"{day} - {day + timedelta(days=4)}", hand.now)


def _phone(hand: Hand) -> None:
    """A player has phoned: the referee types the orders into a file."""
    person = Person("phone", "en")
    desk = Desk(person, None, hand.game, hand.seat, hand.now)  # type: ignore[arg-type]
    file = hand.world.path / "phone.txt"
    file.write_text("\n".join(orders(desk, hand.random)) + "\n")
    submit_file(hand.home, hand.name, hand.seat, file, hand.now)


def _backup(hand: Hand) -> None:
    """The roots of the dice are copied, and put back after one was lost."""
    copy = hand.world.path.parent / "roots.json"
    copy.unlink(missing_ok=True)
    backup_roots(hand.home, hand.game, copy)
    hand.home.store.keys.root_file(hand.name, hand.game.position.journal.chain).unlink()
    restore_roots(hand.home, copy)


ACTS: dict[str, Callable[[Hand], object]] = {
    "extend": lambda h: clock.move_deadline(h.home, h.name, timedelta(hours=h.random.randrange(1, 72)), h.now, why=WHY),
    "pause": lambda h: clock.pause_game(h.home, h.name, h.now, why=WHY),
    "pause-until": _pause_until,
    "resume": lambda h: clock.resume_game(h.home, h.name, h.now, why=WHY),
    "rollback": lambda h: _rollback(h, same_dice=False),
    "correct": lambda h: _rollback(h, same_dice=True),
    "rule": _rule,
    "replace": _replace,
    "bot": lambda h: set_bot(h.home, h.game, h.seat, h.now, on=True, why=WHY),
    "bot-off": lambda h: set_bot(h.home, h.game, h.seat, h.now, on=False, why=WHY),
    "eject": _eject,
    "invite": lambda h: guests.invite(h.home, h.game, _player(h), h.now, why=WHY),
    "observe": _observe,
    "house": lambda h: change_house(h.home, h.name, h.random.choice(HOUSE), h.now, why=WHY),
    "broadcast": lambda h: broadcast(h.home, h.game, "Hello all.", h.now),
    "abandon": lambda h: clock.abandon_game(h.home, h.name, h.now, why=WHY),
    "rekey": lambda h: rekey(h.home, h.game, WHO, WHY, h.now),
    "adjudicate": lambda h: _adjudicate(h, at_once=False),
    "at-once": lambda h: _adjudicate(h, at_once=True),
    "start": _start,
    "beacon": _beacon,
    "retry": lambda h: _mail(h, "retry"),
    "quarantine": lambda h: _mail(h, "quarantine"),
    "resend": lambda h: _mail(h, "resend"),
    "answer": lambda h: _mail(h, "answer"),
    "dismiss": lambda h: dismiss_notices(h.home, h.home.store.notices.open()),
    "accept-clock": lambda h: accept(h.home, h.now),
    "away": _away,
    "phone": _phone,
    "backup": _backup,
}
