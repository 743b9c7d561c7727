"""Two players with real mailboxes: they read their mail by IMAP, answer by SMTP, and play by a bot of ours."""

import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from imapclient import IMAPClient

from pbem.bots import chance, heuristic, turns
from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.game.game import Game, open_game
from pbem.gamedata.games import compose
from pbem.language.write import write_order
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.admin.seating import Player
from pbem.referee.home.config import SERVERS, config_text
from pbem.referee.home.home import make_home, open_home
from pbem.referee.home.sweep import TickResult
from pbem.referee.tick import tick
from tests.games.handbook_example import BAILEN, RIF, Practice, text_of
from tests.games.handbook_example import scenario as practice
from tests.referee.making import GAME, SEED, START, scenario
from tests.servers.mailservers import Relay

ANA = Player("spanish", "spanish", "ana@example.org", "es", "Europe/Madrid")
OMAR = Player("moroccan", "moroccan", "omar@example.org", "en", "Africa/Casablanca")
PASSWORD = "PBEM_TEST_PASSWORD"


def settings(relay: Relay, **more: str) -> str:
    """A pbem.toml for the servers of the test."""
    text = config_text(name="Referee", address="referee@example.org", language="en")
    text = text.replace('transport = "maildir"', 'transport = "imap"').replace('settle = "30m"', 'settle = "0m"')
    servers = SERVERS.format(
        imap_host="localhost",
        imap_port=relay.dovecot.imaps,
        imap_security="tls",
        user="referee",
        password_from=f"env:{PASSWORD}",
        smtp_host="localhost",
        smtp_port=relay.port,
        smtp_security="starttls",
    )
    ca = f'ca = "{relay.dovecot.root / "ca.pem"}"\n'
    return text + servers.replace("[smtp]", f"{ca}\n[smtp]")


@dataclass(frozen=True, slots=True)
class Opponents:
    """The two players of a game, the scenario that they play, of so many turns, and how they choose their orders."""

    players: tuple[Player, Player]
    make: Callable[[int], dict[str, Any]]
    bot: turns.Player = chance.play


def _practice(game: Practice, turns_: int) -> dict[str, Any]:
    """The practice game of a handbook: its map, the counters of its example, and the set-up there."""
    text = text_of("en", game.name)
    data = practice(text, game)
    set_up: dict[str, dict[str, str]] = {side: {} for side in game.seats}
    for unit, at in re.findall(r"^DEPLOY (\S+) (\d{4})\b", text, re.M):
        set_up[data["counters"][unit]["side"]][unit] = at
    return {**data, "turns": turns_, "set-up": set_up}


LEGION = Opponents((ANA, OMAR), lambda turns_: scenario(players=(ANA, OMAR), turns=turns_))
MOROCCO_1926 = Opponents(
    (replace(ANA, seat="allied", side="allied"), replace(OMAR, seat="rif", side="rif")),
    partial(_practice, RIF),
    heuristic.play,
)
"""By chance trenches would stay empty in a set-up, which the rules do not accept (RIF-7.3)."""
CASTILLEJOS = Opponents(
    (ANA, OMAR), lambda turns_: {**compose("africa1860", "castillejos"), "turns": turns_}, heuristic.play
)
BATTLE_OF_1808 = Opponents(
    (ANA, replace(OMAR, seat="french", side="french")), partial(_practice, BAILEN), heuristic.play
)
"""By chance nobody would fight."""


def new_game(home: Path, relay: Relay, turns_: int = 2, opponents: Opponents = LEGION) -> None:
    """A mailbox folder on the servers with a new game; the first mails wait in its outbox."""
    make_home(home, settings(relay), Effects())
    another_game(home, relay, GAME, turns_, opponents)


def another_game(home: Path, relay: Relay, name: str, turns_: int = 2, opponents: Opponents = LEGION) -> None:
    """One more game of two players in a mailbox folder."""
    environment = {PASSWORD: relay.dovecot.users["referee"]}
    with open_home(home, START, "a test", environment=environment) as opened:
        new = NewGame(name, opponents.players, derive_secret(SEED, name), test_dice=True)
        create_from_scenario(opened, new, opponents.make(turns_), START)


def ticked(home: Path, relay: Relay, now: datetime) -> TickResult:
    """What a tick of a referee did who has just been started, and is gone afterwards."""
    environment = {PASSWORD: relay.dovecot.users["referee"]}
    with open_home(home, now, "a test", environment=environment) as opened:
        return tick(opened, now)


@dataclass
class Person:
    """A player at a mail program."""

    player: Player
    relay: Relay
    home: Path
    bot: turns.Player = chance.play
    random: Random = field(default_factory=lambda: Random(7))
    seen: list[EmailMessage] = field(default_factory=list)
    sent: int = 0

    @property
    def user(self) -> str:
        """The login."""
        return self.player.address.partition("@")[0]

    def look(self) -> list[EmailMessage]:
        """The mails that came since the last look."""
        dovecot = self.relay.dovecot
        with IMAPClient("localhost", dovecot.imap, ssl=False, timeout=10) as box:
            box.login(self.user, dovecot.users[self.user])
            box.select_folder("INBOX")
            uids = sorted(box.search("ALL"))[len(self.seen) :]
            raw = box.fetch(uids, ["BODY[]"]) if uids else {}
        new = [message_from_bytes(raw[uid][b"BODY[]"], policy=default) for uid in uids]
        self.seen += new
        return new

    def answer(self, mail: EmailMessage) -> bool:
        """Answer a mail with orders for the rest of the turn, the first with a nonce; False if nothing is asked."""
        game = open_game(self.home / "saves" / GAME)
        lines = [f"NONCE {self.user} throws"] if not self.sent else []
        if self.player.seat in game.rules.awaited(game.state):
            lines += [*self._orders(game), "DONE"]
        if not lines:
            return False
        self.reply(mail, lines)
        return True

    def reply(self, mail: EmailMessage, lines: list[str]) -> str:
        """Answer a mail with some lines: the answer's Message-ID."""
        self.sent += 1
        reply = EmailMessage(policy=SMTP.clone(max_line_length=998))
        reply["From"], reply["To"] = self.player.address, str(mail["Reply-To"])
        reply["Subject"], reply["Message-ID"] = f"Re: {mail['Subject']}", f"<{self.sent}.{self.user}@example.org>"
        reply["In-Reply-To"] = str(mail["Message-ID"])
        reply.set_content("\n".join(lines) + "\n", cte="8bit")
        self.send(reply)
        return str(reply["Message-ID"])

    def send(self, mail: EmailMessage) -> None:
        """Hand a mail to the server."""
        context = ssl.create_default_context(cafile=str(self.relay.dovecot.root / "ca.pem"))
        with smtplib.SMTP("localhost", self.relay.port, timeout=10) as smtp:
            smtp.starttls(context=context)
            smtp.login(self.user, self.relay.dovecot.users[self.user])
            smtp.send_message(mail)

    def _orders(self, game: Game) -> list[str]:
        sheet = turns.plan(game.rules, game.state, self.player.seat, self.bot, self.random)
        lines = [write_order(line.order, game.lexicon, self.player.language) for line in sheet.standing]
        for section in sheet.sections:
            lines.append(f"PHASE {section.phase}")
            lines += [write_order(line.order, game.lexicon, self.player.language) for line in section.lines]
        return lines


def asks(mail: EmailMessage) -> bool:
    """Whether a mail is one that a player answers: no receipt."""
    return str(mail["Auto-Submitted"]).startswith("auto-generated")


def hashes(mail: EmailMessage) -> list[str]:
    """The hashes that a mail shows."""
    body = mail.get_body(("plain",))
    return re.findall(r"\b[0-9a-f]{64}\b", str(body.get_content()) if body else "")
