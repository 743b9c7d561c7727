"""What a receipt shows of the orders that it acknowledges: a small map with all plans."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from pbem.core.scene import Scene
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.referee.turn.submission import Submission
from pbem.report import story
from pbem.report.content import Image, attempt
from pbem.report.grounds import Grounds
from pbem.report.letters import Receipt
from pbem.save.records import hash_as_written
from pbem.store.rows import SeatRow


def planned_scene(game: Game, seat: SeatRow, submission: Submission) -> Scene | None:
    """The position as the seat may see it with all its lines drawn that stand; None for a mail that draws nothing."""
    if not submission.checked_lines or game.over:
        return None
    view = game.rules.view(game.state, seat.side)
    new, standing = submission.checked_lines, submission.standing_lines
    scene: Scene = game.rules.planned(view, seat.seat, new)
    if not (scene.arrows or scene.shots or any("planned" in counter.states for counter in scene.counters)):
        return None
    return game.rules.planned(view, seat.seat, standing) if len(standing) > len(new) else scene


def no_plan(language: str) -> str:
    """The sentence of a receipt whose picture could not be drawn."""
    _ = translations(language).gettext
    return _("The map of your orders could not be drawn. They count all the same, and the referee knows.")


def with_picture(game: Game, seat: SeatRow, submission: Submission, letter: Receipt, grounds: Grounds) -> Receipt:
    """A receipt with a map of what its lines plan; with a sentence in its place where it cannot be drawn."""
    if letter.left_out:
        return letter
    images, left_out = attempt("map", partial(plan_images, game, seat, submission, grounds), letter.images)
    notes = (*letter.notes, no_plan(seat.language)) if left_out else letter.notes
    return replace(letter, images=images, notes=notes, left_out=left_out)


def plan_images(game: Game, seat: SeatRow, submission: Submission, grounds: Grounds) -> tuple[Image, ...]:
    """The parts of the map with what the lines plan; nothing where nothing of them can be drawn."""
    scene = planned_scene(game, seat, submission)
    if scene is None:
        return ()
    voice = voice_of(game, seat.language)
    alt = voice.translations.gettext("The map with what you have ordered; the orders themselves stand below.")
    tag = hash_as_written((line.number, line.text) for lines in submission.accepted.values() for line in lines)[:12]
    return story.plan_images(scene, voice, f"plan.{tag}.{seat.seat}@{game.name}", alt, grounds)


def unit_positions(game: Game, seat: SeatRow, actors: Iterable[str]) -> tuple[str, ...]:
    """Pieces by their words in orders, with where they stand: "cer-1 1613", "osmar-1 (due this turn)"."""
    view = game.rules.view(game.state, seat.side)
    pieces = {piece.id: piece for piece in game.rules.pieces(view, seat.side)}
    words = voice_of(game, seat.language).words

    def told(actor: str) -> str:
        piece = pieces.get(actor)
        if piece is None or (piece.where == "map" and piece.space is None):
            return actor
        return f"{actor} {piece.space}" if piece.space else f"{actor} ({words.status(piece.status)})"

    return tuple(map(told, actors))
