"""The order form of a seat, and how its counters are described in it."""

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.forms import FormWords, order_form
from pbem.language.words import key
from pbem.store.rows import SeatRow

LAST = "~"
"""Sorts behind all spaces."""


def form_of(game: Game, seat: SeatRow) -> tuple[str, ...]:
    """The lines of the form for the present phase, markers first and last; empty where nothing can be chosen.

    Counters stand under the place that matters nearest to them; those that are not on the map come last.
    """
    choices = game.rules.choices(game.rules.view(game.state, seat.side), seat.seat)
    words = _form_words(game, seat)
    return order_form(choices, game.lexicon, seat.language, words, game=game.name, turn=game.state.turn)


def _form_words(game: Game, seat: SeatRow) -> FormWords:
    words, view = voice_of(game, seat.language).words, game.rules.view(game.state, seat.side)
    pieces = {piece.id: piece for piece in game.rules.pieces(view, seat.side)}
    fronts = sorted(control.space for control in game.rules.scene(view, (), seat.side).controls)

    def place(id_: str) -> str:
        """The name of a space, "" where its id says the same (an area, mostly)."""
        name = words.place(id_)
        return "" if key(name) == id_ else name

    def space(id_: str) -> str:
        """Where an actor is: where the piece stands, or itself if it is a space."""
        return (pieces[id_].space or "") if id_ in pieces else id_

    def about(id_: str) -> str:
        at = space(id_)
        said = (words.short(id_), f"{place(at)} {at}".strip(), pieces[id_].figures) if id_ in pieces else ()
        return ", ".join(filter(None, said or (words.place(id_),)))

    def front(id_: str) -> str:
        return words.nearest(space(id_), fronts) if space(id_) else ""

    def group(id_: str) -> str:
        if space(id_):
            return words.space(front(id_)) if front(id_) else ""
        return "" if pieces[id_].where == "map" else f"{words.status(pieces[id_].status)}: {words.family(id_)}"

    return FormWords(
        about,
        place=lambda id_: place(id_) if id_ not in pieces else "",
        group=group,
        order=lambda id_: front(id_) or f"{LAST}{words.family(id_)}",
    )
