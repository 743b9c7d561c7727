"""What is decided of people, in words: the subject, what all are told, what the player whom it is about is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from babel.dates import format_date

from pbem.game.game import Game
from pbem.game.voice import format_time
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.referee.letters.people.house import house_sentences
from pbem.referee.letters.players import player_name
from pbem.report.words import capfirst
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
    "house-moved": Telling(
        N_("house rules"),
        N_("New house rules, new deadline %(after)s"),
        N_(
            "The referee has changed the house rules of this game: %(rules)s The deadline moves from %(before)s to "
            "%(after)s."
        ),
    ),
    "abandoned": Telling(
        N_("abandoned"),
        N_("The game is abandoned"),
        N_("The referee has ended this game without a result. Nothing more is played; thank you for playing."),
    ),
    "handed-over": Telling(
        N_("moved"),
        N_("The game moves to another machine"),
        N_(
            "The referee moves this game to another machine. The clock stands still until it goes on there: you will "
            "be told. Whatever you have sent counts, and you write to the same address."
        ),
    ),
    "handed-to": Telling(
        N_("handed over"),
        N_("Another referee takes the game over"),
        N_(
            "The referee has handed this game over to %(to)s. The clock stands still until it goes on there: you will "
            "be told by an email from there; reply to that. Whatever you have sent counts, but nothing is read here "
            "any longer."
        ),
    ),
    "received": Telling(
        N_("taken over"),
        N_("The game goes on"),
        N_(
            "The game goes on from here; its referee is %(who)s. Whatever you have sent counts. Reply to this email "
            "from now on, not to earlier ones."
        ),
    ),
    "received-moved": Telling(
        N_("taken over"),
        N_("The game goes on: deadline %(after)s"),
        N_(
            "The game goes on from here; its referee is %(who)s. Whatever you have sent counts. Reply to this email "
            "from now on, not to earlier ones. The clock has stood still meanwhile: the deadline moves from "
            "%(before)s to %(after)s."
        ),
    ),
    "copied": Telling(
        N_("copy"),
        N_("A copy of the game"),
        N_("This is a copy, read in by %(who)s. The clock stands still here; the game may be played on elsewhere."),
    ),
    "paused-until": Telling(
        N_("paused"),
        N_("The game is paused until %(until)s"),
        N_(
            "The referee has paused the game until %(until)s; then the clock runs on, and you will be sent the new "
            "deadline. Orders are still accepted."
        ),
    ),
    "goes-on": Telling(
        N_("goes on"),
        N_("The game goes on: deadline %(after)s"),
        N_("Every reply that the game waited for is here, and it goes on. The deadline is %(after)s."),
    ),
    "absent": Telling(
        N_("absence"),
        N_("%(player)s: away %(first)s to %(last)s"),
        N_("%(player)s: away from %(first)s to %(last)s. No time of theirs passes on these days."),
        N_("You are away from %(first)s to %(last)s. No time of yours passes on these days."),
    ),
    "absent-moved": Telling(
        N_("absence"),
        N_("%(player)s: away %(first)s to %(last)s, new deadline %(after)s"),
        N_(
            "%(player)s: away from %(first)s to %(last)s. No time of theirs passes on these days, so the deadline "
            "moves from %(before)s to %(after)s."
        ),
        N_(
            "You are away from %(first)s to %(last)s. No time of yours passes on these days, so the deadline moves "
            "from %(before)s to %(after)s."
        ),
    ),
    "absent-orders": Telling(
        N_("absence"),
        N_("%(player)s: away %(first)s to %(last)s"),
        N_(
            "%(player)s: away from %(first)s to %(last)s. The game goes on meanwhile, with what was sent, standing "
            "orders and the defaults of the rules."
        ),
        N_(
            "You are away from %(first)s to %(last)s. The game goes on meanwhile, with what you have sent, your "
            "standing orders and the defaults of the rules."
        ),
    ),
    "absent-bot": Telling(
        N_("absence"),
        N_("%(player)s: away %(first)s to %(last)s"),
        N_(
            "%(player)s: away from %(first)s to %(last)s. Meanwhile a computer player orders what was not ordered "
            "before."
        ),
        N_(
            "You are away from %(first)s to %(last)s. Meanwhile a computer player orders for you what you have not "
            "ordered; whatever you send counts."
        ),
    ),
    "bot": Telling(
        N_("computer player"),
        N_("%(player)s: a computer player"),
        N_("A computer player holds a seat now: %(player)s. A person can take it at any time."),
        N_(
            "A computer player orders for you now whatever you do not order yourself; what you send counts. To play on "
            "alone, reply with a line TAKEOVER."
        ),
    ),
    "bot-silent": Telling(
        N_("computer player"),
        N_("%(player)s: a computer player"),
        N_(
            "No orders have come from %(player)s for too many deadlines. By the rules of this game a computer player "
            "holds the seat now."
        ),
        N_(
            "No orders have come from you for too many deadlines. By the rules of this game a computer player orders "
            "for you now whatever you do not order yourself. To play on alone, reply with a line TAKEOVER."
        ),
    ),
    "silent-standby": Telling(
        N_("paused"),
        N_("The game is paused"),
        N_(
            "No orders have come from %(player)s by the deadline, %(before)s. By the rules of this game it is now "
            "paused, and nothing has been played. Someone on standby is asked to take over."
        ),
        N_(
            "No orders have come from you by the deadline, %(before)s. By the rules of this game it is now paused, and "
            "nothing has been played. Someone on standby is asked to take over from you; if you send orders before "
            "that person answers, the place stays yours, and the referee starts the clock again."
        ),
    ),
    "bot-off": Telling(
        N_("person"),
        N_("%(player)s: no computer player any longer"),
        N_("%(player)s: no computer player holds the seat any longer."),
        N_("You play alone again: no computer player orders for you."),
    ),
    "resigned-paused": Telling(
        N_("resigned"),
        N_("%(player)s: resigned"),
        N_("%(player)s: resigned. The game is paused until another player comes; what was sent no longer counts."),
    ),
    "resigned-bot": Telling(
        N_("resigned"),
        N_("%(player)s: resigned"),
        N_("%(player)s: resigned. A computer player goes on until another player comes."),
    ),
    "ejected-paused": Telling(
        N_("ejected"),
        N_("%(player)s: out of the game"),
        N_(
            "The referee has ended the part of %(player)s in this game. It is paused until another player comes; what "
            "was sent no longer counts."
        ),
    ),
    "ejected-bot": Telling(
        N_("ejected"),
        N_("%(player)s: out of the game"),
        N_(
            "The referee has ended the part of %(player)s in this game. A computer player goes on until another player "
            "comes."
        ),
    ),
    "back": Telling(
        N_("back"),
        N_("%(player)s: no longer away"),
        N_("%(player)s: no longer away."),
        N_("Your absence is withdrawn."),
    ),
    "back-moved": Telling(
        N_("back"),
        N_("%(player)s: no longer away, new deadline %(after)s"),
        N_("%(player)s: no longer away. The deadline moves from %(before)s to %(after)s."),
        N_("Your absence is withdrawn. The deadline moves from %(before)s to %(after)s."),
    ),
    "time-granted": Telling(
        N_("more time"),
        N_("New deadline: %(after)s"),
        N_("All players grant %(player)s more time (%(time)s): the deadline moves from %(before)s to %(after)s."),
        N_("The other players grant you more time (%(time)s): the deadline moves from %(before)s to %(after)s."),
    ),
    "time-refused": Telling(
        N_("no more time"),
        N_("No more time: the deadline stays"),
        N_("%(player)s asked for more time (%(time)s), and not all agree. The deadline stays: %(before)s."),
        N_("Not all players grant you more time (%(time)s). The deadline stays: %(before)s."),
    ),
}


def tell(game: Game, decision: DecisionRow, zone: str, language: str, *, name: str = "", to: str = "") -> str:
    """A decision as a sentence, in the language and zone of its reader, the seat `to`; `name` is its player's."""
    telling, _ = TELLINGS[decision.what], translations(language).gettext
    text = telling.own if telling.own and to and decision.seat == to else telling.told
    return capfirst(str(_(text) % values_of(game, decision, zone, language, name)))


def subject(game: Game, decision: DecisionRow, zone: str, language: str, *, name: str = "") -> str:
    """The subject of a mail about a decision."""
    about = translations(language).gettext(TELLINGS[decision.what].about)
    return capfirst(str(about % values_of(game, decision, zone, language, name)))


def values_of(game: Game, decision: DecisionRow, zone: str, language: str, name: str = "") -> Mapping[str, str]:
    """What the sentences about a decision are filled with, as its reader knows it."""
    facts = {key: _said(game, key, value, zone, language) for key, value in decision.facts.items()}
    return {
        **facts,
        "player": player_name(game, decision.seat, language, name) if decision.seat else "",
        "who": decision.who,
        "before": format_time(decision.deadline_before, zone, language),
        "after": format_time(decision.deadline_after, zone, language),
    }


def _said(game: Game, key: str, value: Any, zone: str, language: str) -> str:
    """A fact in words: days as a reader knows them, house rules as sentences."""
    if key == "rules":
        return " ".join(house_sentences(game, value, language))
    if key in ("first", "last"):
        return str(format_date(date.fromisoformat(value), "EEE d MMM", locale=language))
    if key == "until":
        return format_time(datetime.fromisoformat(value), zone, language)
    return str(value)
