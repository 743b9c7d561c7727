"""In what words a game speaks to a seat: its scenario's names, its templates' sentences, gettext for the rest."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_datetime, format_timedelta, get_timezone_location

from pbem.core.play import Question
from pbem.core.problems import Problem
from pbem.game.game import Game
from pbem.game.guard import blame
from pbem.gamedata.games import clauses, lexicon, problems, shipped_game, templates
from pbem.gamedata.signs import signs
from pbem.language.messages import reason, translations
from pbem.report.content import attempt
from pbem.report.sentences import Sentences
from pbem.report.story import Voice
from pbem.report.words import Words

_VOICES: dict[tuple[str, str, str], tuple[int, Voice]] = {}


def voice_of(game: Game, language: str) -> Voice:
    """The voice of a game in a language; made once a scenario.json, which the manifest has the hash of."""
    key, file = (game.manifest.ruleset, game.manifest.scenario, language), _sentences(game.manifest.ruleset, language)
    written = file.stat().st_mtime_ns if file.is_file() else 0  # a template that is mended speaks at once
    if key not in _VOICES or _VOICES[key][0] != written:
        with blame(f"the words of {game.manifest.ruleset}"):
            _VOICES[key] = written, _voice(game.manifest.ruleset, language, game.data)
    return _VOICES[key][1]


def _sentences(ruleset: str, language: str) -> Path:
    return templates(ruleset) / f"events.{language}.j2"


def _voice(ruleset: str, language: str, data: dict[str, Any]) -> Voice:
    words = ruleset_words(ruleset, language, data)
    sentences = Sentences.read(_sentences(ruleset, language), words)
    return Voice(words=words, sentences=sentences, translations=translations(language), signs=signs(ruleset))


def ruleset_words(ruleset: str, language: str, data: Mapping[str, Any] | None = None) -> Words:
    """The words of a rule set, and of one of its games where scenario.json is given: of its counters and places."""
    own = problems(ruleset, language)
    everywhere = {key: value for key, value in shipped_game(ruleset).words.items() if isinstance(value, dict)}
    return Words(
        lang=language,
        scenario=data or {},
        lexicon={**everywhere, **lexicon(ruleset, language)},
        clauses=clauses(ruleset),
        reason=lambda code, rule: reason(code, {}, language, rule=rule, own=own),
        gettext=translations(language).gettext,
    )


@cache
def plain_words(language: str) -> Words:
    """Words of no game, for mails to people who have no seat; the same each time, as templates are kept by them."""
    return Words(lang=language, gettext=translations(language).gettext)


def outcome(voice: Voice, winner: str, level: str = "") -> str:
    """Who won, and how much of a victory it is, as a sentence: "The Reds win: a decisive victory."."""
    _ = voice.translations.gettext
    if winner == "draw":
        return str(_("A draw."))
    values = {"side": voice.words.side(winner), "level": voice.words.word("levels", level)}
    return str((_("The %(side)s win: %(level)s.") if level else _("The %(side)s win.")) % values)


def format_time(when: datetime | None, zone: str, language: str) -> str:
    """A time as a player reads it in their zone: "Sun 30 Nov, 20:00 (Madrid time)"; "" for none."""
    return f"{format_moment(when, zone, language)} ({_zone_name(zone, language)})" if when is not None else ""


def format_moment(when: datetime | None, zone: str, language: str) -> str:
    """The same without the zone, for a subject: "Sun 30 Nov, 20:00"; midnight ends a day: "Sun 30 Nov, 24:00"."""
    if when is None:
        return ""
    local = when.astimezone(ZoneInfo(zone))
    if (local.hour, local.minute) == (0, 0):
        return f"{format_datetime(local - timedelta(days=1), 'EEE d MMM', locale=language)}, 24:00"
    return str(format_datetime(local, "EEE d MMM, HH:mm", locale=language))


@cache
def _zone_name(zone: str, language: str) -> str:
    """The clock of a zone by its city: "Madrid time"; a zone that is no city's by its own name."""
    if "/" not in zone or zone.startswith("Etc/"):
        return zone.removeprefix("Etc/")
    city = get_timezone_location(zone, locale=language, return_city=True)
    return str(translations(language).gettext("%(city)s time") % {"city": city})


def format_time_left(when: datetime | None, now: datetime, language: str) -> str:
    """How long until a time, in words: "in 3 days"; "" for none."""
    if when is None:
        return ""
    return str(format_timedelta(_rounded(when - now), add_direction=True, locale=language))


def _rounded(span: timedelta) -> timedelta:
    """A minute up, so that a deadline of 72 hours is three days a moment after it was set."""
    return span + timedelta(minutes=1) if span > timedelta() else span


def question_line(question: Question, voice: Voice) -> str:
    """What a question asks, in a line; its id where the game has no words for it."""
    said, _left_out = attempt("sentence", partial(voice.sentences.question, question), "")
    return said.partition("\n")[0] or question.id


def problem_sentence(game: Game, problem: Problem, language: str) -> str:
    """A problem of this game in words, without its line."""
    own = problems(game.manifest.ruleset, language)
    return reason(problem.code, problem.args, language, namer(game, language), problem.rule, own)


def seat_name(game: Game, seat: str, language: str) -> str:
    """What a seat is called: by its side, "the Reds"; the second of a side with its number, "the Reds 2"."""
    voice, side = voice_of(game, language), game.manifest.seats[seat]
    the_side = voice.translations.gettext("the %(side)s") % {"side": voice.words.side(side)}
    return numbered(the_side, seat, side)


def numbered(called: str, seat: str, side: str) -> str:
    """What a side is called, with the number of a seat of it that is not its first: "reds-2"."""
    return called if seat == side else f"{called} {seat.removeprefix(f'{side}-')}"


def namer(game: Game, language: str) -> Callable[[str, str], str]:
    """How a problem's sentence names things: units as their counters show them, spaces with the place there."""
    words = voice_of(game, language).words
    by_kind: dict[str, Callable[[str], str]] = {
        "unit": words.short,
        "space": words.space,
        "terrain": partial(words.word, "terrain"),
        "phase": words.phase,
        "side": words.side,
        "seat": lambda seat: seat_name(game, seat, language) if seat in game.manifest.seats else seat,
        "condition": words.condition,
        "type": words.type,
        "status": partial(words.word, "status"),
        "state": partial(words.word, "states"),
        "choice": lambda choice: game.lexicon.say("choices", choice, language),
        "verb": lambda verb: game.lexicon.say("verbs", verb, language),
    }

    def name(kind: str, id_: str) -> str:
        return by_kind[kind](id_) if kind in by_kind else id_

    return name
