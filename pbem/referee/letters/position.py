"""Where everything stands, for a terminal: a game's position now or at a turn's end, as all or as a seat sees it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pbem.core.pieces import Piece
from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.game.phase import state_after
from pbem.game.voice import outcome, voice_of
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.report.words import Words

LABELS: Mapping[str, str] = {
    "turn": N_("Turn %(turn)s of %(turns)s"),
    "end": N_("End of turn %(turn)s of %(turns)s"),
    "seen": N_("as %(seat)s sees it"),
    "asked": N_("Asked now"),
    "over": N_("The game is over"),
    "places": N_("Places that count"),
    "nobody": N_("No one"),
    "unit": N_("Counter"),
    "name": N_("Name"),
    "kind": N_("Kind"),
    "factors": N_("Figures"),
    "at": N_("Hex"),
    "states": N_("State"),
}
"""The words of the table, before they are translated."""
AREA = N_("Area")
"""What stands for "at" where the map has areas. What "factors" is called the game may say in its lexicon."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece in words: id, name, the unit that it is part of, kind, figures, space and its name, what it shows.

    `status` says in words why it is not on the map, and is "" for one that is. `states` are words.
    """

    unit: str
    side: str
    name: str
    formation: str
    type: str
    factors: str
    at: str
    place: str
    status: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """A place that counts for victory, and the side that holds it; None for nobody."""

    at: str
    place: str
    side: str | None


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position: `ended` for the end of a past turn, `asked` the seats that the present phase waits for.

    `outcome` says who won, as a sentence; "" while the game goes on.
    `names` are the sides by id, `labels` the words of the table, all in the language asked for.
    """

    game: str
    title: str
    turn: int
    turns: int
    ended: bool
    phase: str
    conditions: tuple[str, ...]
    winner: str | None
    outcome: str
    seat: str | None
    asked: tuple[str, ...]
    places: tuple[HeldPlace, ...]
    units: tuple[PieceRow, ...]
    names: Mapping[str, str]
    labels: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values, without the words of the table."""
        return {key: value for key, value in asdict(self).items() if key not in ("names", "labels")}


def position_view(
    game: Game, language: str, *, side: str | None = None, seat: str | None = None, turn: int | None = None
) -> PositionView:
    """The position now, or at the end of a turn; the counters of one side only, if it is named.

    With `seat` it is what that seat may see. BadInput for a side, seat or turn that the game does not have.
    """
    rules = game.rules
    _require(game, "side", side, rules.SIDES)
    _require(game, "seat", seat, game.manifest.seats)
    state = _state(game, turn)
    viewer = rules.side_of(state, seat) if seat else None
    state = rules.view(state, viewer) if seat else state
    scene, voice = rules.scene(state, (), viewer), voice_of(game, language)
    words, winner = voice.words, rules.winner(state)
    level = game.ending.level if game.ending is not None else ""
    ended = turn is not None and (turn < game.state.turn or game.over)
    units = (row for row in _rows(game, rules.pieces(state, viewer), words) if side in (None, row.side))
    return PositionView(
        game=game.name,
        title=str(game.data["title"].get(language) or game.name),
        turn=game.told_turn(state.turn if turn is None else turn),
        turns=int(game.data["turns"]),
        ended=ended,
        phase="" if ended else words.phase(state.phase),
        conditions=tuple(map(words.condition, scene.conditions)),
        winner=winner,
        outcome=outcome(voice, winner, level) if winner else "",
        seat=seat,
        asked=() if ended or game.over else _asked(game),
        places=tuple(HeldPlace(c.space, words.space(c.space), c.side) for c in scene.controls),
        units=tuple(units),
        names={each: words.side(each) for each in rules.SIDES},
        labels=_labels(game, words, language),
    )


def _labels(game: Game, words: Words, language: str) -> dict[str, str]:
    """The words of the table, some by the kind of the map and by the game."""
    spaces = {"at": AREA} if game.lexicon.kind == "areas" else {}
    said = {key: translations(language).gettext(label) for key, label in {**LABELS, **spaces}.items()}
    return {**said, "factors": words.label("figures") or said["factors"]}


def _require(game: Game, what: str, name: str | None, known: Any) -> None:
    if name is not None and name not in known:
        raise BadInput(
            "{game} has no {what} {name!r}; there are {known}.",
            game=game.name,
            what=what,
            name=name,
            known=", ".join(sorted(known)),
        )


def _state(game: Game, turn: int | None) -> Any:
    """The state now, or after the last record in force of a turn."""
    if turn is None or (turn == game.state.turn and not game.over):
        return game.state
    records = game.position.journal.in_force()
    played = {record.turn for record in records}
    if turn not in played:
        raise BadInput(
            "{game} has played no turn {turn}; the last is {played}.",
            game=game.name,
            turn=turn,
            played=max(played, default=0),
        )
    return state_after(game.rules, game.rules.initial(game.scenario), [r for r in records if r.turn <= turn])


def _asked(game: Game) -> tuple[str, ...]:
    """The seats whose orders the phase waits for; whose answer, while a question is open."""
    if not game.questions:
        return tuple(game.rules.awaited(game.state))
    return tuple(seat for seat in game.manifest.seats if game.questions_to(seat))


def _rows(game: Game, pieces: Iterable[Piece], words: Words) -> Iterator[PieceRow]:
    """The pieces by side, unit and space; those off the map last."""
    sides = list(game.rules.SIDES)

    def order(piece: Piece) -> tuple[Any, ...]:
        off = piece.where != "map"
        return (sides.index(piece.side), off, words.family(piece.id), piece.space or "", piece.id)

    for piece in sorted(pieces, key=order):
        yield PieceRow(
            unit=piece.id,
            side=piece.side,
            name=words.unit(piece.id),
            formation=words.family(piece.id),
            type=words.type(piece.kind),
            factors=piece.figures,
            at=piece.space or "",
            place=words.space(piece.space) if piece.space else "",
            status="" if piece.where == "map" else words.status(piece.status),
            states=tuple(words.word("states", state) for state in piece.states),
        )
