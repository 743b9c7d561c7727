"""A whole game through the spool: two players made of code read their mails and answer them as people do.

Nothing is short-cut: the players know only what their mails say of the token and who they are; their orders are text
in raw mails, one in English above a quotation, one in Spanish in quoted-printable, and the referee's ticks do the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import format_datetime
from pathlib import Path
from random import Random

from pbem.bots import heuristic, turns
from pbem.core.orders import Sheet
from pbem.effects import Effects
from pbem.language.write import write_order
from pbem.referee.config import config_text
from pbem.referee.create import new_game
from pbem.referee.keys import seeded
from pbem.referee.lexicons import lexicon_of
from pbem.referee.players import Player
from pbem.referee.table import Table
from pbem.referee.tick import tick
from pbem.referee.world import World, make_home, open_world

NAME = "demo"
REFEREE = "referee@pbem.example.org"
START = datetime.fromisoformat("2026-01-05T18:00:00+00:00")
STEP = timedelta(hours=1)
MOST_TICKS = 2000
HEADS = {"en": ("PHASE", "NOWAIT", "NONCE"), "es": ("FASE", "NOESPERAR", "NONCE")}


@dataclass
class Mailer:
    """One player: reads what came to its address, answers what asks for orders."""

    player: Player
    random: Random
    read: set[str]
    sent: int = 0


def play(
    home: Path, ruleset: str, seed: str, told: Callable[[int, str], None], *, turns_wanted: int | None = None
) -> Table:
    """Play a game of a rule set in the mailbox folder `home`; `told(turn, phase)` is called as it goes on.

    Same seed, same game. Stops when somebody has won, or after `turns_wanted` turns.
    """
    players = _players()
    effects = Effects()
    make_home(home, config_text(name="pbem demo", address=REFEREE, language="en"), effects)
    mailers = [Mailer(p, Random(f"{seed} {p.seat}"), set()) for p in players]
    now = START
    with open_world(home, now, "pbem demo", effects=effects, environment=_no_environment()) as world:
        table = new_game(world, ruleset, NAME, players, seeded(seed, NAME), now, test_dice=True)
        for _ in range(MOST_TICKS):
            tick(world, now)
            table = world.table(NAME)
            told(table.state.turn, table.state.phase)
            if table.over or (turns_wanted is not None and table.state.turn > turns_wanted):
                break
            for mailer in mailers:
                _answer(world, table, mailer, now)
            now += STEP
    return table


def _players() -> list[Player]:
    return [
        Player("moroccan", "moroccan", "omar@players.example.org", "en", "Africa/Casablanca"),
        Player("spanish", "spanish", "ana@players.example.org", "es", "Europe/Madrid"),
    ]


def _no_environment() -> dict[str, str]:
    """What git may see: nothing of the caller's but its default search path."""
    return {}


def _answer(world: World, table: Table, mailer: Mailer, now: datetime) -> None:
    """Read the new mails to a player; answer the last one that asks for something."""
    asking = None
    for path in sorted((world.home / world.config.spool / "out").glob("*.eml")):
        if path.name in mailer.read:
            continue
        mail = message_from_bytes(path.read_bytes(), policy=default)
        if mailer.player.address not in str(mail["To"]):
            continue
        mailer.read.add(path.name)
        if mail["Auto-Submitted"] == "auto-generated":
            asking = mail
    if asking is None:
        return
    lines = _lines(world, table, mailer)
    if lines:
        _drop(world, mailer, _mail(mailer, asking, lines, now))


def _lines(world: World, table: Table, mailer: Mailer) -> list[str]:
    """What the player writes: a nonce in the first mail, and orders where the seat is asked."""
    seat, language = mailer.player.seat, mailer.player.language
    phase_word, nowait, nonce = HEADS[language]
    lines = [] if mailer.sent else [f"{nonce} {mailer.random.getrandbits(40):010x}", nowait]
    if seat in table.rules.awaited(table.state):
        sheet = turns.plan(table.rules, table.state, seat, heuristic.play, mailer.random)
        lines += _written(table, sheet, language, phase_word)
    return lines


def _written(table: Table, sheet: Sheet, language: str, phase_word: str) -> list[str]:
    lexicon = lexicon_of(table.rules, table.data)
    lines: list[str] = []
    for section in sheet.sections:
        lines.append(f"{phase_word} {section.phase}")
        lines += [write_order(line.order, lexicon, language) for line in section.lines]
    return lines


def _mail(mailer: Mailer, asking: EmailMessage, lines: list[str], now: datetime) -> bytes:
    """The answer as a mail program would send it: new text above the quoted mail."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = mailer.player.address
    mail["To"] = str(asking["Reply-To"])
    mail["Subject"] = f"Re: {asking['Subject']}"
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{mailer.player.seat}.{mailer.sent}@players.example.org>"
    mail["In-Reply-To"] = str(asking["Message-ID"])
    mail["References"] = f"{asking.get('References', '')} {asking['Message-ID']}".strip()
    body = asking.get_body(("plain",))
    quoted = [f"> {line}" for line in str(body.get_content()).splitlines()] if body is not None else []
    says = f"On {asking['Date']}, {REFEREE} wrote:" if mailer.player.language == "en" else f"El {asking['Date']}, {REFEREE} escribió:"
    mail.set_content("\n".join([*lines, "", says, *quoted[:40]]) + "\n", cte="quoted-printable")
    return mail.as_bytes()


def _drop(world: World, mailer: Mailer, raw: bytes) -> None:
    """Put a mail into the spool as a mail system does."""
    inbox = world.home / world.config.spool / "in"
    world.effects.mkdir(inbox)
    world.effects.write_bytes(inbox / f"{mailer.sent:04d}-{mailer.player.seat}.eml", raw)
    mailer.sent += 1
