"""The order form of a seat, how its counters are described in it, and what is said of a set-up that it proposes."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.pieces import natural
from pbem.core.ruleset import Choice, Choices
from pbem.game.game import Game
from pbem.game.player_turn import phases_after, positions_ahead
from pbem.game.voice import voice_of
from pbem.language.commands import command_words
from pbem.language.forms import FormWords, mark, order_form, remark
from pbem.language.messages import translations
from pbem.language.words import key
from pbem.language.write import write_order
from pbem.referee.home.home import Home
from pbem.referee.turn.progress import is_done, is_set_up, kept_back, lines_by_phase, proposed_orders, spare_unit
from pbem.report.svg.pieces.states import AILMENTS
from pbem.report.words import capfirst, in_runs
from pbem.store.rows import SeatRow

LAST = "~"
"""Sorts behind all spaces."""
FEW = 3
"""How many runs of units (AX 1–17) a sentence names that must not be long."""


def form_of(home: Home, game: Game, seat: SeatRow) -> tuple[str, ...]:
    """The form of a player turn from the present phase on, markers first and last; empty where nothing can be chosen.

    Later phases stand on the position as ordered so far. What a counter may do in an earlier phase too stands there
    alone. Counters stand under the place that matters nearest to them; those that are not on the map come last. What
    groups may do in phases after the player turn is in it too.
    """
    _ = translations(seat.language).gettext
    found: list[str] = []
    offered: dict[str, set[Order]] = {}
    rules, lines = game.rules, lines_by_phase(home, game, seat.seat)
    grouped, placed, after = False, set[str](), phases_after(rules.SEQUENCE, game.state.phase)
    for phase, state in positions_ahead(rules, game.state, seat.seat, lines, after):
        if phase in after and not grouped:
            break
        view = rules.view(state, seat.side)
        words = _form_words(game, seat, view)
        turn = game.state.turn
        own = game.choices(seat.seat) if state is game.state else rules.choices(view, seat.seat)
        choices = _with_proposed(game, seat, state, own, lines.get(phase, ()))
        placed |= choices.proposed.keys()
        grouped = grouped or bool(choices.groups)
        choices, again = _without_offered(choices, offered)
        ordered = () if choices.proposed else lines.get(phase, ())
        choices = replace(choices, must=choices.must.difference(*(line.order.actors() for line in ordered)))
        form = order_form(choices, game.lexicon, seat.language, words, game=game.name, turn=turn, told=found)
        if phase != game.state.phase and form:
            later = _("Later in this turn. Left as it is, you are asked again when it comes, if anything can be done.")
            if phase in after:
                later = _("Right after that, and no one is asked again: what you want here must be in this email.")
            above = [_("These may act here too, by a line as above: %(units)s.") % {"units": ", ".join(again)}]
            form = (form[0], *(line for hint in (later, *above[: len(again)]) for line in remark(hint)), *form[1:])
        if form and ordered:
            form = (form[0], *_ordered(game, seat, ordered), *form[1:])
        found += form[:-1]
    if not found:
        return ()
    return (*found, *_ends(game, seat, placed), mark("form-end", seat.language))


def _ends(game: Game, seat: SeatRow, proposed: Collection[str]) -> Iterator[str]:
    """How a mail ends the turn, with the line that does; where places are `proposed` for units, what else it does."""
    _ = translations(seat.language).gettext
    if proposed and (unit := spare_unit(game, seat, proposed)):
        also = _("DONE also places the units that your email leaves out, if something is missing without them.")
        yield from remark(f"{also} {how_to_keep_back(seat, unit)}")
    ends = _("Take the # from the next line to end your turn with this email; what is left out passes.")
    done = command_words().say("done", seat.language)
    if not next(each.once for each in game.rules.SEQUENCE if each.id == game.state.phase):
        ends = _(
            "Take the # from the next line to end your turn with this email; what is left out passes, and what the "
            "rules compel takes its default."
        )
        done = f"{done} {command_words().say('all', seat.language)}"
    yield from remark(ends)
    yield f"# {done}"


def _ordered(game: Game, seat: SeatRow, lines: Sequence[Line]) -> tuple[str, ...]:
    """What stands for a phase already, as remarks with the numbers of the lines."""
    _ = translations(seat.language).gettext
    told = remark(_("You have ordered this, and it counts; a new line for the same unit takes its place:"))
    return (*told, *(f"# {line.number}. {write_order(line.order, game.lexicon, seat.language)}" for line in lines))


def _without_offered(choices: Choices, offered: dict[str, set[Order]]) -> tuple[Choices, tuple[str, ...]]:
    """Choices without the actors that may do here what they were offered before alone, and these; keeps what is new."""
    fresh: dict[str, tuple[Choice, ...]] = {}
    for actor, own in choices.actors.items():
        known, here = offered.setdefault(actor, set()), {choice.order for choice in own}
        if not own or actor in choices.proposed or not here <= known:
            fresh[actor] = own
        known |= here
    return replace(choices, actors=fresh), tuple(actor for actor in choices.actors if actor not in fresh)


def _with_proposed(game: Game, seat: SeatRow, state: Any, choices: Choices, lines: Sequence[Line]) -> Choices:
    """Choices with the lines that stand, and what the scenario proposes for those that have no good one."""
    back = kept_back(game, seat)
    left = {unit: order for unit, order in choices.proposed.items() if unit not in back}
    choices = replace(choices, proposed=left)
    if not (left and lines):
        return choices
    sheet = Sheet(seat=seat.seat, sections=(Section(phase=choices.phase, lines=tuple(lines)),))
    checked = game.rules.check(state, seat.seat, sheet)
    proposed = game.rules.choices(game.rules.view(checked.state, seat.side), seat.seat).proposed
    refused = {problem.line for problem in checked.problems}
    good = [line.order for line in lines if line.number not in refused]
    own = {actor: order for order in good for actor in order.actors() if actor in choices.actors}
    left = {unit: order for unit, order in proposed.items() if unit not in back}
    return replace(choices, proposed={**left, **own})


def _form_words(game: Game, seat: SeatRow, view: Any) -> FormWords:
    words = voice_of(game, seat.language).words
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
        if id_ in pieces:
            shown = (state for state in pieces[id_].states if not at or state in AILMENTS)
            said = (*said, *(words.word("states", state) for state in shown))
        return ", ".join(filter(None, said or (words.place(id_),)))

    def front(id_: str) -> str:
        return words.front_of(space(id_), fronts) if space(id_) else ""

    def group(id_: str) -> str:
        if space(id_):
            return words.space(front(id_)) if front(id_) else ""
        if pieces[id_].where == "map":  # over no space of its own, as an aircraft at its base may be
            return capfirst(words.type(pieces[id_].kind))
        status, family = words.status(pieces[id_].status), words.family(id_)
        return status if family == words.unit(id_) else f"{status}: {family}"

    return FormWords(
        about,
        place=lambda id_: place(id_) if id_ not in pieces else "",
        group=group,
        order=lambda id_: front(id_) or f"{LAST}{group(id_)}",
        space=space,
        state=lambda id_: ", ".join(words.word("states", each) for each in pieces[id_].states) if id_ in pieces else "",
        duty=words.word("duties", view.phase) if view.phase in words.lexicon.get("duties", {}) else "",
        title=lambda id_: capfirst(words.side(id_) if id_ in game.rules.SIDES else words.word("groups", id_)),
    )


# What the form of a set-up proposes ---------------------------------------------------------------------------------


def proposes(game: Game, seat: SeatRow) -> bool:
    """Whether the form of the present phase, a set-up, has all that is needed: DONE alone plays it."""
    return is_set_up(game) and seat.seat in game.rules.awaited(game.state) and bool(game.choices(seat.seat).proposed)


def unplaced(game: Game, seat: SeatRow, orders: Sequence[Order]) -> frozenset[str]:
    """The units that a set-up's form proposes a place for and `orders` leave out: DONE puts them there."""
    if not proposes(game, seat):
        return frozenset()
    return frozenset(proposed_orders(game, seat)) - {actor for order in orders for actor in order.actors()}


def left_out(game: Game, seat: SeatRow, rest: Collection[str]) -> str:
    """The units of a set-up that no line places, where the rules ask for no more."""
    if game.choices(seat.seat).settled:
        return _settled(seat, len(rest))
    said = translations(seat.language).gettext(
        "No line of yours places %(units)s, and none has to. To place one, send a line for it."
    )
    return said % {"units": ", ".join(units_in_runs(game, seat, rest))}


def _settled(seat: SeatRow, count: int) -> str:
    """That the rules place who has no line."""
    said = translations(seat.language).ngettext(
        "Your other unit stands where the form proposes, if there is room.",
        "Your other %(num)s units stand where the form proposes, if there is room.",
        count,
    )
    return said % {"num": count}


def rest_of_set_up(game: Game, seat: SeatRow, rest: Collection[str]) -> str:
    """What becomes of the units of a set-up that no line places: DONE does, unless it was said and did not."""
    if game.choices(seat.seat).settled:
        return _settled(seat, len(rest))
    names, language = units_in_runs(game, seat, rest), translations(seat.language)
    values = {"num": len(rest), "units": ", ".join(names)}
    if is_done(game, seat):
        return language.gettext("Still without a place: %(units)s. Send a line for each.") % values
    if len(names) > FEW:
        said = language.ngettext(
            "DONE puts your other unit where the form proposes.",
            "DONE puts your other %(num)s units where the form proposes.",
            len(rest),
        )
    else:
        said = language.ngettext(
            "DONE puts your other unit where the form proposes: %(units)s.",
            "DONE puts your other %(num)s units where the form proposes: %(units)s.",
            len(rest),
        )
    spare = spare_unit(game, seat, rest)
    return " ".join([said % values, *([how_to_keep_back(seat, spare)] if spare else ())])


def units_in_runs(game: Game, seat: SeatRow, units: Collection[str]) -> list[str]:
    """Units by their short names, those that differ in a number alone as one."""
    return in_runs(map(voice_of(game, seat.language).words.short, sorted(units, key=natural)))


def how_to_keep_back(seat: SeatRow, unit: str) -> str:
    """How to keep a unit back, one that a set-up may do without, from what the form proposes."""
    values = {"command": f"{command_words().say('drop', seat.language)} {unit}"}
    return translations(seat.language).gettext("To keep one back: %(command)s.") % values
