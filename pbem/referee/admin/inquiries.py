"""What a seat asks the rules about the position, a line of sight or a field of fire: in words, and as a picture."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from pbem.core.problems import Fault
from pbem.core.ruleset import Inquiry
from pbem.game.game import Game
from pbem.game.voice import problem_sentence, voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.letters.queue import Mailing, post
from pbem.report.content import Image, attempt
from pbem.report.letters import Note, render_letter
from pbem.report.story import no_map, plan_images
from pbem.report.words import capfirst
from pbem.store.rows import SeatRow

TITLES = {"sight": N_("Line of sight"), "fire-field": N_("Field of fire")}
"""What the mail with the picture is called, by the command."""


def ask(game: Game, side: str | None, name: str, args: tuple[str, ...]) -> Inquiry | Fault | None:
    """What the rules answer a command ("sight", "fire-field"), by what the side may see of the position of now."""
    view: Any = game.rules.view(game.state, side)
    if name == "sight":
        return game.rules.sight(view, side, *args)
    return game.rules.field_of_fire(view, side, *args)


def sentences(game: Game, language: str, found: Inquiry | Fault) -> Iterator[str]:
    """An answer in words, a sentence each; of a Fault the one that says what is wrong."""
    for fault in (found,) if isinstance(found, Fault) else found.told:
        yield f"{capfirst(problem_sentence(game, fault.on(0), language))}."


def send_picture(
    home: Home, game: Game, seat: SeatRow, asked: tuple[str, tuple[str, ...]], found: Inquiry, now: datetime, key: str
) -> None:
    """Send a seat the picture of an answer with its sentences; `asked` is the command, `key` tells the mail apart."""
    voice, (name, args) = voice_of(game, seat.language), asked
    told = tuple(sentences(game, seat.language, found))
    tag = ".".join((name, *args))
    cid = f"{tag}.{seat.seat}@{game.name}"
    draw = partial(plan_images, found.scene, voice, cid, " ".join(told), grounds_of(home.path))
    no_images: tuple[Image, ...] = ()
    images, left_out = attempt("map", draw, no_images)
    named = [voice.words.space(arg) if name == "sight" else voice.words.short(arg) for arg in args]
    title = " · ".join((translations(seat.language).gettext(TITLES[name]), " – ".join(named)))
    lines = told if images else (no_map(voice), *told)
    note = Note(game.name, game.data["title"], title, lines, images, left_out=left_out)
    mail = render_letter(note, voice.words, voice.translations)
    post(home, seat, Mailing("note", f"{tag} {key}"), mail, now)
