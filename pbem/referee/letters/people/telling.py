"""What is decided of people, in words: the subject, what all are told, what the player whom it is about is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from babel.dates import format_date

from pbem.game.game import Game
from pbem.game.voice import format_time
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.referee.letters.people.house import house_sentences
from pbem.referee.letters.players import player_name
from pbem.store.rows import DecisionRow


@dataclass(frozen=True, slots=True)
class Telling:
    """A decision in words. `label` is what the history calls it; `own` is for the seat itself, where that differs."""

    label: str
    about: str
    told: str
    own: str = ""


TELLINGS: Mapping[str, Telling] = {
    "house": Telling(
        N_("house rules"), N_("New house rules"), N_("The referee has changed the house rules of this game: %(rules)s")
    ),
}


def tell(game: Game, decision: DecisionRow, zone: str, language: str, *, name: str = "", to: str = "") -> str:
    """A decision as a sentence, in the language and zone of its reader, the seat `to`; `name` is its player's."""
    telling, _ = TELLINGS[decision.what], translations(language).gettext
    text = telling.own if telling.own and to and decision.seat == to else telling.told
    return str(_(text) % _values(game, decision, zone, language, name))


def _values(game: Game, decision: DecisionRow, zone: str, language: str, name: str) -> dict[str, str]:
    facts = {key: _said(key, value, language) for key, value in decision.facts.items()}
    return {
        **facts,
        "player": player_name(game, decision.seat, language, name) if decision.seat else "",
        "who": decision.who,
        "before": format_time(decision.deadline_before, zone, language),
        "after": format_time(decision.deadline_after, zone, language),
    }


def _said(key: str, value: Any, language: str) -> str:
    """A fact in words: days as a reader knows them, house rules as sentences."""
    if key == "rules":
        return " ".join(house_sentences(value, language))
    if key in ("first", "last"):
        pattern = {"es": "EEE d MMM", "en": "EEE d MMM"}[language]
        return str(format_date(date.fromisoformat(value), pattern, locale=language))
    return str(value)
