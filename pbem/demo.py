"""A game through the spool: two players made of code read their mails and answer them as people do.

Nothing is short-cut: the players know only what their mails say of the token and who they are; their orders are text
in raw mails above a quotation, each in a language of its own, and the referee's ticks do the rest.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, default
from email.utils import format_datetime
from itertools import cycle
from pathlib import Path
from random import Random

from pbem.bots import heuristic, turns
from pbem.bots.form_filler import fill_form
from pbem.core.orders import Sheet
from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.errors import RefereeError, Refused
from pbem.game.game import Game
from pbem.game.player_turn import turn_key
from pbem.game.replay import replay
from pbem.gamedata.games import turns_of
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.phrases import Phrase, joined
from pbem.referee.admin.new_game import NewGame, create_game
from pbem.referee.admin.seating import Player, sides_of
from pbem.referee.home.config import config_text
from pbem.referee.home.home import Home, make_home, open_home
from pbem.referee.home.notices import format_notice
from pbem.referee.home.sweep import TickResult
from pbem.referee.tick import tick

NAME = "demo"
REFEREE = "referee@pbem.example.org"
START = datetime.fromisoformat("2026-01-05T18:00:00+00:00")
STEP = timedelta(hours=1)
MOST_TICKS = 2000
QUOTED = 40
THREAD = 8  # mails that an answer names as those it goes back to
WHOLE, AGAIN = 3, 1
"""Days for a player turn, and for what is asked again in the middle of it."""
HEAD_END = re.compile(rb"\r?\n\r?\n")  # a mail with pictures is long, and the parser reads all that it is given
CODED = re.compile(rb"\r?\nContent-Transfer-Encoding: base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n")  # likewise
PICTURES = b"\r\nContent-Type: image/"
"""What comes behind the words of a mail."""
HEADS = {"en": ("PHASE", "DONE", "MOTTO"), "es": ("FASE", "LISTO", "LEMA")}


@dataclass
class Mailer:
    """One player: reads what came to its address, answers what asks for orders.

    `days` is how long its answers would take if each came at the last moment: 72 hours for a player turn, a day for
    what is asked in the middle of one (`turn`: the last one that it answered for).
    """

    player: Player
    random: Random
    read: set[str]
    sent: int = 0
    got: int = 0
    days: int = 0
    turn: str = ""
    form_only: bool = False


def play(
    home: Path,
    ruleset: str,
    seed: str,
    progress: Callable[[int, str], None],
    *,
    turns_wanted: int | None = None,
    name: str = NAME,
    form_only: bool = False,
    scenario: str | None = None,
) -> tuple[Game, list[Mailer]]:
    """Play a game of a rule set in the mailbox folder `home`; `progress(turn, phase)` is called as it goes on.

    `form_only`: the players do no more than to fill in the forms that they are sent. Same seed and name, same game.
    Stops when somebody has won, or after `turns_wanted` turns. RefereeError where a tick cannot do something, or a mail
    lacks a part.
    """
    players = _players(sides_of(ruleset))
    effects = Effects()
    make_home(home, config_text(name="pbem demo", address=REFEREE, language="en"), effects)
    mailers = [Mailer(p, Random(f"{seed} {p.seat}"), set(), form_only=form_only) for p in players]
    now = START
    with open_home(home, now, "pbem demo", effects=effects, environment=_no_environment()) as opened:
        new = NewGame(name, players, derive_secret(seed, name), test_dice=True)
        game = create_game(opened, ruleset, new, now, scenario=scenario)
        for _ in range(MOST_TICKS):
            _require_sound(opened, tick(opened, now))
            game = opened.open_game(name)
            progress(game.state.turn, game.state.phase)
            if game.over or (turns_wanted is not None and game.state.turn > turns_wanted):
                break
            for mailer in mailers:
                _answer(opened, game, mailer, now)
            now += STEP
    return game, mailers


def _players(sides: Sequence[str]) -> list[Player]:
    """One player a side, who write and read different languages in turn."""
    found = zip(sides, cycle((("en", "Africa/Casablanca"), ("es", "Europe/Madrid"))), strict=False)
    return [Player(side, side, f"{side}@players.example.org", language, zone) for side, (language, zone) in found]


def _require_sound(home: Home, result: TickResult) -> None:
    """Nothing, if a tick did all that it had to; RefereeError where a game cannot be shown as it is meant."""
    gaps = [format_notice(notice) for notice in home.store.notices.open() if notice.code == "left-out"]
    if wrong := [*result.faults, *gaps]:
        raise RefereeError(" ".join(wrong))


def _no_environment() -> dict[str, str]:
    """What git may see: nothing of the caller's but its default search path."""
    return {}


def _answer(home: Home, game: Game, mailer: Mailer, now: datetime) -> None:
    """Read the new mails to a player; answer the last one that asks for something."""
    newest = None
    for path in sorted((home.path / home.config.spool / "out").glob("*.eml")):
        if path.name in mailer.read:
            continue
        mailer.read.add(path.name)
        head = BytesParser(policy=default).parsebytes(
            HEAD_END.split(path.read_bytes(), maxsplit=1)[0], headersonly=True
        )
        if mailer.player.address in str(head["To"]):
            mailer.got += 1
            if head["Auto-Submitted"] == "auto-generated":
                newest = path
    if newest is None:
        return
    asking = message_from_bytes(newest.read_bytes().partition(PICTURES)[0], policy=default)
    if mailer.form_only:
        lines, quoted = _filled(game, mailer, asking)
    else:
        lines, quoted = _lines(game, mailer), _quoted(asking)[:QUOTED]
    if lines or (mailer.form_only and quoted):
        _drop(home, mailer, _mail(mailer, asking, lines, quoted, now))
        key = turn_key(game.rules.SEQUENCE, game.state.turn, game.state.phase)
        mailer.days, mailer.turn = mailer.days + (WHOLE if key != mailer.turn else AGAIN), key


def _lines(game: Game, mailer: Mailer) -> list[str]:
    """What the player writes: a nonce in the first mail, and orders where the seat is asked."""
    seat, language = mailer.player.seat, mailer.player.language
    phase_word, done, nonce = HEADS[language]
    lines = [] if mailer.sent else [f"{nonce} {mailer.random.getrandbits(40):010x}"]
    if seat in game.rules.awaited(game.state):
        sheet = turns.plan(game.rules, game.state, seat, heuristic.play, mailer.random)
        lines += [*_written(game, sheet, language, phase_word), done]
    return lines


def _filled(game: Game, mailer: Mailer, asking: EmailMessage) -> tuple[list[str], list[str]]:
    """Nothing but words for the dice in the first mail, and the quoted mail with its form filled in; nothing twice."""
    language = mailer.player.language

    def is_order(text: str) -> bool:
        return any(line.order for line in read_text(text, game.lexicon, strict=True).lines)

    quoted = fill_form(_quoted(asking), is_order, HEADS[language][1], mailer.random)
    lines = [] if mailer.sent else [f"{HEADS[language][2]} {mailer.random.getrandbits(40):010x}"]
    return lines, quoted or ([] if mailer.sent else _quoted(asking))


def _quoted(mail: EmailMessage) -> list[str]:
    body = mail.get_body(("plain",))
    return str(body.get_content()).splitlines() if body is not None else []


def _written(game: Game, sheet: Sheet, language: str, phase_word: str) -> list[str]:
    lexicon = game.lexicon
    lines = [write_order(line.order, lexicon, language) for line in sheet.standing]
    for section in sheet.sections:
        lines.append(f"{phase_word} {section.phase}")
        lines += [write_order(line.order, lexicon, language) for line in section.lines]
    return lines


def _mail(mailer: Mailer, asking: EmailMessage, lines: list[str], quoted: list[str], now: datetime) -> bytes:
    """The answer as a mail program would send it: new text above the quoted mail."""
    mail = EmailMessage(policy=SMTP.clone(max_line_length=998))  # else the library encodes the ids of the thread
    mail["From"] = mailer.player.address
    mail["To"] = str(asking["Reply-To"])
    mail["Subject"] = f"Re: {asking['Subject']}"
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{mailer.player.seat}.{mailer.sent}@players.example.org>"
    mail["In-Reply-To"] = str(asking["Message-ID"])
    mail["References"] = " ".join([*str(asking.get("References", "")).split(), str(asking["Message-ID"])][-THREAD:])
    says = (
        f"On {asking['Date']}, {REFEREE} wrote:"
        if mailer.player.language == "en"
        else f"El {asking['Date']}, {REFEREE} escribió:"
    )
    text = [*lines, "", says, *(f"> {line}" for line in quoted)]
    mail.set_content("\n".join(text) + "\n", cte="quoted-printable")
    return mail.as_bytes()


def _drop(home: Home, mailer: Mailer, raw: bytes) -> None:
    """Put a mail into the spool as a mail system does."""
    inbox = home.path / home.config.spool / "in"
    home.effects.mkdir(inbox)
    home.effects.write_bytes(inbox / f"{mailer.sent:04d}-{mailer.player.seat}.eml", raw)
    mailer.sent += 1


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What a demo left: its folder, the turns played, the winner (None if it was stopped), phases replayed, mails."""

    folder: Path
    turns: int
    winner: str | None
    phases: int
    mails: int
    maps: int
    traffic: tuple[tuple[str, int, int, int], ...] = ()

    def to_json(self) -> dict[str, object]:
        """The same as JSON values."""
        return {**{name: getattr(self, name) for name in self.__slots__}, "folder": str(self.folder)}

    def text(self) -> str:
        """What to look at, for the terminal."""
        ended = Phrase("winner: {winner}", winner=self.winner) if self.winner else Phrase("stopped before the end")
        result = Phrase(
            "Turns played: {turns}, {ended}; {phases} phases replayed, all the same.\n  "
            "{folder}/spool/out    {mails} mails as they were sent\n  {folder}/mails        the "
            "reports as text and HTML\n  {folder}/maps         {maps} maps\n  {folder}/saves/{name}   "
            "the save; 'git log' in {folder} tells its story\n  {folder}/replay.txt   what the replay "
            "found; again: pbem replay {folder}/saves/{name}",
            turns=self.turns,
            ended=ended,
            phases=self.phases,
            folder=self.folder,
            mails=self.mails,
            maps=self.maps,
            name=NAME,
        )
        return joined((result, *map(self._traffic, self.traffic)))

    def _traffic(self, of: tuple[str, int, int, int]) -> str:
        seat, sent, got, _ = of
        each = f"{Decimal(sent) / max(1, self.turns):.2f}"
        return Phrase(
            "  {seat}: {sent} mails written, {each} a turn; {got} mails received",
            seat=seat,
            sent=sent,
            each=each,
            got=got,
        )


def show(
    folder: Path,
    ruleset: str,
    progress: Callable[[int], None],
    *,
    seed: str,
    turns: int,
    form_only: bool = False,
    scenario: str | None = None,
) -> DemoResult:
    """Play a demo in a new folder and lay out what it left; `progress(percent)` is called as it goes on.

    Refused where the folder holds something already; RefereeError where the replay differs.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Refused("{folder} is not empty: name another folder with --dir, or remove it.", folder=folder)
    length = turns_of(ruleset, scenario)
    last = min(turns, length)

    def go_on(turn: int, _: str) -> None:
        progress(min(95, 95 * turn // last))

    game, mailers = play(folder, ruleset, seed, go_on, turns_wanted=turns, form_only=form_only, scenario=scenario)
    found = replay(game.definition, game.records)
    if found.difference is not None:
        raise RefereeError("The replay of the demo differs: {difference}", difference=found.difference)
    effects = Effects()
    mails, maps = _write_files(folder, effects)
    outcome = f"{found.phases} phases in {found.records} records adjudicated again, all the same.\n"
    effects.write_bytes(folder / "replay.txt", outcome.encode("utf-8"))
    progress(100)
    winner = game.rules.winner(game.state)
    turns_ = game.state.turn if winner else game.state.turn - 1
    traffic = tuple((each.player.seat, each.sent, each.got, each.days) for each in mailers) if form_only else ()
    return DemoResult(folder, turns_, winner, found.phases, mails, maps, traffic)


def _write_files(folder: Path, effects: Effects) -> tuple[int, int]:
    """Write the reports' texts, pages and maps as files; how many mails and maps there are."""
    for name in ("mails", "maps"):
        effects.mkdir(folder / name)
    mails = maps = 0
    for path in sorted((folder / "spool" / "out").glob("*.eml")):
        mails += 1
        mail = message_from_bytes(_in_long_lines(path.read_bytes()), policy=default)
        images = [part for part in mail.walk() if part.get_content_type() == "image/png"]
        seat = str(mail["To"]).partition("@")[0].strip("<")
        for image in images:
            cid = str(image["Content-ID"]).strip("<>").partition("@")[0]
            effects.write_bytes(folder / "maps" / f"{_number(cid)}-{cid}.png", image.get_content())
            maps += 1
        if images:
            cid = str(images[0]["Content-ID"]).strip("<>").partition("@")[0]
            _parts(folder / "mails" / f"{_number(cid)}-{seat}", mail)
    return mails, maps


def _in_long_lines(raw: bytes) -> bytes:
    """A mail with each of its pictures and pages as one line: the parser takes its time for every line."""
    pieces, end = [], 0
    for coded in CODED.finditer(raw):
        begin, after = coded.end(), raw.find(b"\n--", coded.end())
        if after > begin >= end:
            pieces += [raw[end:begin], raw[begin:after].translate(None, b"\r\n"), b"\r"]
            end = after
    return b"".join((*pieces, raw[end:]))


def _parts(stem: Path, mail: EmailMessage) -> None:
    for kind, ending in (("plain", ".txt"), ("html", ".html")):
        body = mail.get_body((kind,))
        if body is not None:
            stem.with_suffix(ending).write_text(str(body.get_content()), "utf-8")


def _number(cid: str) -> str:
    """The record number in a picture's Content-ID (action.17.SEAT), so that files sort as the game went.

    Those of the first mail (map-1) come before all.
    """
    return [*cid.split("."), "0"][1].zfill(4)
