"""The pages of the desk: what a path shows, as HTML made here. Nothing is changed by looking."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.cli.common import environment, explained, now
from pbem.cli.desk.access import Access
from pbem.cli.desk.actions import ACTIONS, Run, Runs, shown_line
from pbem.cli.desk.pictures import Pictures, moment
from pbem.cli.running.rulings import format_preview
from pbem.cli.speech.language import language, told, tr
from pbem.errors import TROUBLE, BadInput, Refused
from pbem.game.game import Game
from pbem.game.voice import format_moment, format_time_left, numbered, ruleset_words, voice_of
from pbem.gamedata.games import shipped_game
from pbem.phrases import marked
from pbem.referee.admin.rollback import preview_rollback
from pbem.referee.desk.draw import render_report
from pbem.referee.desk.mail import describe_mail, find_mail, list_mails, summary
from pbem.referee.desk.overview import game_detail, overview
from pbem.referee.desk.past import past_turns
from pbem.referee.home.home import Home, open_home
from pbem.referee.home.lifecycle import Stage
from pbem.referee.home.notices import notice_at_desk
from pbem.referee.turn.glance import current_glances
from pbem.report.words import capfirst
from pbem.resources import shipped_path
from pbem.store.rows import NoticeRow

STAGES: Mapping[Stage, str] = {
    "inviting": marked("inviting"),
    "set-up": marked("setting up"),
    "running": marked("running"),
    "paused": marked("paused"),
    "suspended": marked("waits for an answer"),
    "finished": marked("finished"),
    "abandoned": marked("abandoned"),
    "handed-over": marked("handed over"),
}
"""The stages of a game (home/lifecycle.py) as the page calls them."""
OVER = ("finished", "abandoned", "handed-over")
"""Those in which nobody is asked for anything here."""
_MAIL = re.compile(r"[0-9a-f]{4,64}")
_MOST = 200  # mails of a list


@dataclass(frozen=True, slots=True)
class Page:
    """What a visitor gets: its bytes and their type; `strict`: it needs no more than styles of its own."""

    body: bytes
    type: str = "text/html; charset=utf-8"
    strict: bool = True


class Pages:
    """All that the desk of a mailbox folder shows, by paths that it knows."""

    def __init__(self, home: Path, access: Access, runs: Runs) -> None:
        self._home, self._access, self._runs, self._pictures = home, access, runs, Pictures()

    def page(self, path: str, nonce: str) -> Page | None:
        """The page of a path behind the desk's own, with the word that its style is known by; None for another path."""
        parts = [unquote(part) for part in path.split("/")]
        with open_home(self._home, now(), "pbem desk", environment=environment(), locking=False) as home:
            show = _Show(home, self, nonce)
            match parts:
                case [""]:
                    return show.overview()
                case ["game", name, *rest] if name in home.games():
                    return show.game(name, rest)
                case ["mails"]:
                    return show.mails()
                case ["mail", number] if _MAIL.fullmatch(number):
                    return show.mail(number)
                case ["run", number] if number.isascii() and number.isdecimal():
                    run = self._runs.get(int(number[:9]))
                    return None if run is None else show.run(run)
                case _:
                    return None

    def map_of(self, game: Game, turn: int | None = None) -> Page:
        """The map of a game, or of one of its turns."""
        return Page(self._pictures.map_of(game, turn), "image/png")

    def render(self, template: str, nonce: str, **values: Any) -> Page:
        """A page of a template."""
        at = values.pop("at", now())
        html = (
            _templates()
            .get_template(f"desk/{template}.html.j2")
            .render(
                base=self._access.base,
                nonce=nonce,
                language=language(),
                at=at,
                actions=ACTIONS,
                line=shown_line,
                prepare=self._access.prepare,
                left=lambda when: format_time_left(when, at, language()),
                runs=self._runs,
                **values,
            )
        )
        return Page(html.encode())


@dataclass(frozen=True, slots=True)
class _Show:
    """One look into the mailbox folder."""

    home: Home
    pages: Pages
    nonce: str

    def _render(self, template: str, **values: Any) -> Page:
        names = _Names(self.home)
        values |= {"referee": self.home.config.name, "called": names.called, "notice": names.notice}
        return self.pages.render(template, self.nonce, **values)

    def overview(self) -> Page:
        """Every game, and what waits."""
        return self._render("overview", found=overview(self.home, now()))

    def mails(self) -> Page:
        """The mails that came and went."""
        return self._render("mails", mails=reversed(list_mails(self.home, most=_MOST)))

    def mail(self, number: str) -> Page:
        """One mail, and what can be done about it."""
        row = find_mail(self.home, number)
        return self._render("mail", mail=describe_mail(row), reason=summary(row).reason)

    def run(self, run: Run) -> Page:
        """What a command has printed, or that it runs still."""
        return self._render("run", run=run)

    def game(self, name: str, rest: list[str]) -> Page | None:
        """A game: its page, map, history, what a rollback would do, or the report of a turn as a seat was told it."""
        match rest:
            case []:
                detail = game_detail(self.home, name, now())
                return self._render("game", x=detail, drawn=moment(detail.game), words=_words(detail.game))
            case ["map.png"]:
                return self.pages.map_of(self.home.open_game(name))
            case ["history"]:
                return self._history(name)
            case ["back", phase] if re.fullmatch(r"[0-9]{1,4}\.[a-z0-9-]{1,60}", phase):
                return self._back(name, phase)
            case ["map", picture] if found := re.fullmatch(r"([0-9]{1,4})\.png", picture):
                return self.pages.map_of(self.home.open_game(name), int(found[1]))
            case ["report", seat, *turn] if len(turn) < 2 and all(re.fullmatch("[0-9]{1,4}", each) for each in turn):
                report = render_report(self.home, name, seat, int(turn[0]) if turn else None, now())
                return Page(report.html.encode(), strict=False)
            case _:
                return None

    def _history(self, name: str) -> Page:
        """All that happened in a game, turn by turn."""
        game = self.home.open_game(name)
        over = {"name": name, "ruleset": game.manifest.ruleset, "seats": tuple(game.manifest.seats)}
        return self._render("history", turns=past_turns(self.home, game, language()), **over)

    def _back(self, name: str, phase: str) -> Page:
        """What going back to before a phase would take back, and the buttons that do it; or why it cannot be."""
        game = self.home.open_game(name)
        shown: dict[str, str] = {}
        refused: dict[str, str] = {}
        for action, same_dice in (("rollback", False), ("correct", True)):
            try:
                found = preview_rollback(self.home, game, phase, same_dice=same_dice)
                shown[action] = format_preview(name, phase, found, same_dice=same_dice)
            except Refused as wrong:
                refused[action] = explained(wrong)
        fixed = {"game": name, "phase": phase, "seen": str(game.position.journal.next_number - 1)}
        return self._render("back", name=name, fixed=fixed, shown=shown, refused=refused)


class _Names:
    """What the seats of the games at hand are called, by the words of their rule sets."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._rulesets = {name: glance.ruleset for name, glance in current_glances(home).items()}

    def called(self, game: str, seat: str, who: str = "") -> str:
        """A seat as people know it, by side and player: "Reds (Ana)"; its id where its rule set cannot be read.

        `who`, where it is given, is the address of a mail: one of a former player does not bear the new one's name.
        """
        if not seat:
            return ""
        row = self._home.store.seats.get(game, seat)
        side = row.side if row is not None else seat
        said = numbered(_side(self._ruleset(game), side), seat, side)
        theirs = row is not None and (not who or who.lower() in map(str.lower, row.addresses))
        return f"{said} ({row.name})" if row is not None and row.name and theirs else said

    def notice(self, row: NoticeRow) -> tuple[str, str]:
        """The sentence of a notice, and what is to be typed; its seats are called as people know them."""
        game, ids = row.game or "", str(row.args.get("seat", "")).split(", ")
        seats = (self.called(game, each) if self._home.store.seats.get(game, each) else each for each in ids)
        sentence, typed = notice_at_desk(row, ", ".join(seats))
        return told(sentence), told(typed)

    def _ruleset(self, game: str) -> str:
        if game not in self._rulesets:
            try:
                self._rulesets[game] = self._home.open_game(game).manifest.ruleset
            except TROUBLE:  # it is told where the game is shown
                self._rulesets[game] = ""
        return self._rulesets[game]


def _words(game: Game) -> Any:
    return voice_of(game, language()).words


@cache
def _templates() -> Environment:
    env = Environment(
        loader=FileSystemLoader(str(shipped_path("templates"))),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(tr=tr, told=told, stages=STAGES, over=OVER)
    env.globals.update(phase=_phase, side=_side, title=_title)
    env.filters.update(moment=_moment, capfirst=capfirst)
    return env


def _moment(when: datetime | None) -> str:
    return tr("{when} UTC", when=format_moment(when, "UTC", language())) if when is not None else ""


def _phase(ruleset: str, phase: str) -> str:
    """The name of a phase; what it is called in the save where its rule set cannot be read."""
    try:
        return ruleset_words(ruleset, language()).phase(phase)
    except BadInput:
        return phase


def _side(ruleset: str, side: str) -> str:
    """The name of a side, or of the seat that bears it."""
    try:
        return capfirst(ruleset_words(ruleset, language()).side(side))
    except BadInput:
        return side


def _title(ruleset: str) -> str:
    try:
        return shipped_game(ruleset).title[language()]
    except BadInput:
        return ruleset
