"""A mail that says something in several places: an attachment and the text beside it, or two texts of one mail."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from pbem.core.orders import Order
from pbem.core.problems import Problem
from pbem.game.game import Game
from pbem.game.verbs import open_phases
from pbem.language.commands import press_command
from pbem.language.reading import Reading, ReadLine
from pbem.language.route import phase_test, to_sheet
from pbem.language.write import write_order
from pbem.mail.reading.extract import Extract
from pbem.mail.reading.extract import Reading as Part
from pbem.referee.home.home import Home
from pbem.referee.turn.progress import kept_back, lines_by_phase, proposed_orders
from pbem.referee.turn.sheets import dropped_units, judge_sheet
from pbem.referee.turn.submission import read_orders
from pbem.store.rows import SeatRow

ATTACHED, PAGE = "attachment", "html"
_SHOWN = 5  # lines of the other text that are repeated


def read_bodies(game: Game, seat: SeatRow, extract: Extract) -> Reading:
    """What a mail of a seat says in all its places. Commands and prose count wherever they stand beside an attachment.

    Orders of a second place are read too where they agree with those of the first: none gives somebody another order
    in the same phase. Where they do not, the first place is read, a problem shows the other (`two-texts`, which holds
    the phase), and DONE does not count. The formatted part of a mail whose text says anything can only disagree.
    Messages to other players come behind the commands.
    """
    read = partial(read_orders, game, seat.seat, language=seat.language)
    found = read(extract.text, kind=extract.kind)
    for part in extract.alternatives:
        other = read("\n".join(part.lines), kind=part.kind)
        fresh = _fresh(found, other)
        if _differ(game, seat.seat, found, other, fresh):
            found = _doubted(found, extract, other, part)
        elif part.source != PAGE or extract.source.startswith(ATTACHED) or not (found.lines or found.commands):
            found = _joined(found, other, fresh)
    found = _with_reserve(game, seat, found)
    press = (press_command(each.head, each.lines, closed=each.closed) for each in extract.press)
    return replace(found, commands=(*found.commands, *press))


def _with_reserve(game: Game, seat: SeatRow, found: Reading) -> Reading:
    """A reading whose lines that keep units off the map are DROPs in a set-up, which would place them; else idle."""
    if proposed_orders(game, seat):
        return replace(found, commands=(*found.reserve, *found.commands))
    return replace(found, idle=(*found.idle, *(command.text for command in found.reserve)))


def with_proposed(home: Home, game: Game, seat: str, found: Reading, extract: Extract) -> tuple[Reading, bool]:
    """A mail with the lines that the quoted form proposes, where it wants them; whether it has some and does not.

    It wants them if it changes a line of that form, says DONE, or says nothing at all; DONE wants them also where a
    mail quotes nothing, unless what the seat has ordered does alone; of a form that it quotes, what was struck out does
    not come back. They are for units without an order only: what a player has ordered, now or before, no proposal
    replaces, and what DROP has taken out none puts back. Where one stands in the way of that, it is for a place that
    another unit has left.
    """
    standing = lines_by_phase(home, game, seat)
    proposed = extract.proposed or (() if extract.edited else _unquoted(home, game, seat, found))
    if not proposed or found.replaces:
        return found, False
    told = {actor for lines in standing.values() for line in lines for actor in line.order.actors()}
    told |= {actor for line in found.lines if line.order is not None for actor in line.order.actors()}
    told |= _dropped(home, game, seat, found)
    other = read_orders(game, seat, "\n".join(proposed))
    fresh = tuple(
        replace(line, supplied=True)
        for line in other.lines
        if line.order is not None and told.isdisjoint(line.order.actors())
    )
    says = found.lines or found.commands or found.problems or found.ignored
    if extract.edited or not says or any(command.name == "done" for command in found.commands):
        joined = _joined(found, replace(other, lines=fresh), fresh)
        return _moved_aside(home, game, seat, joined, other, len(found.lines)), False
    return found, bool(fresh) and not found.lines


def _unquoted(home: Home, game: Game, seat: str, found: Reading) -> tuple[str, ...]:
    """What the form of a seat proposes that says DONE and quotes no form.

    Nothing beside orders of its own that lack nothing: whom they leave out is meant to stay out.
    """
    if not any(command.name == "done" for command in found.commands):
        return ()
    row = home.store.seats.need(game.name, seat)
    proposed = proposed_orders(game, row)
    own = found.lines or lines_by_phase(home, game, seat).get(game.state.phase)
    if proposed and own and judge_sheet(home, game, row, found).is_sufficient:
        return ()
    return tuple(write_order(order, game.lexicon, row.language) for order in proposed.values())


def _dropped(home: Home, game: Game, seat: str, found: Reading) -> frozenset[str]:
    """The units of a set-up that a DROP keeps back, one of this mail or of an earlier one."""
    row = home.store.seats.need(game.name, seat)
    able = proposed_orders(game, row)
    names = (name for command in found.commands if command.name == "drop" for name in command.args)
    return kept_back(game, row).union(*(dropped_units(game, row, name, able) for name in names))


def _moved_aside(home: Home, game: Game, seat: str, joined: Reading, proposed: Reading, own: int) -> Reading:
    """A mail with proposed lines behind its `own`: those that cannot be beside them take the places that are free.

    Free are the places of the proposal, each as often as it proposes it, that fewer units have by now; in its order.
    """
    row = home.store.seats.need(game.name, seat)
    bad = {problem.line for problem in judge_sheet(home, game, row, joined).problems if problem.line > own}
    if not bad:
        return joined
    lines = [line for line in joined.lines if line.number not in bad and line.order is not None]
    standing = [line.order for lines in lines_by_phase(home, game, seat).values() for line in lines]
    left = _spaces((*game.choices(seat).proposed.values(), *(line.order for line in proposed.lines)))
    free = [*(left - _spaces((*standing, *(line.order for line in lines)))).elements()]
    moved = []
    for line in joined.lines:
        if line.number in bad and line.order is not None and len(line.order.spaces()) == 1 and free:
            order = line.order.model_copy(update=dict.fromkeys(line.order.spaces().values(), free.pop(0)))
            line = replace(line, order=order, text=write_order(order, game.lexicon, row.language), supplied=False)
        moved.append(line)
    return replace(joined, lines=tuple(moved))


def _spaces(orders: Iterable[Order | None]) -> Counter[str]:
    """How often the orders name each space; of those for the same actors the last counts."""
    last = {order.actors(): order for order in orders if order is not None}
    return Counter(space for order in last.values() for space in order.spaces())


def _fresh(found: Reading, other: Reading) -> tuple[ReadLine, ...]:
    """The lines of a second place that the first does not have."""
    known = [line.order for line in found.lines if line.order is not None]
    return tuple(line for line in other.lines if line.order is None or line.order not in known)


def _differ(game: Game, seat: str, found: Reading, other: Reading, fresh: Sequence[ReadLine]) -> bool:
    """Whether two places do not go together: one orders somebody otherwise, or is a sheet of whole phases."""
    orders = [line for line in fresh if line.order is not None]
    if not orders or not found.lines:
        return False
    if found.replaces or other.replaces:
        return True
    told = {(phase, actor) for phase, order in _routed(game, seat, found) for actor in order.actors()}
    again = _routed(game, seat, replace(other, lines=tuple(orders)))
    return any((phase, actor) in told for phase, order in again for actor in order.actors())


def _routed(game: Game, seat: str, reading: Reading) -> Iterator[tuple[str, Order]]:
    """The orders of a reading with the phases that they are for."""
    suits, side = phase_test(game.rules, game.state, seat), game.manifest.seats[seat]
    sheet, _ = to_sheet(reading, seat, side, open_phases(game), game.state.phase, suits, game.rules.SEQUENCE)
    for section in sheet.sections:
        yield from ((section.phase, line.order) for line in section.lines)
    yield from (("", line.order) for line in sheet.standing)


def _joined(found: Reading, other: Reading, fresh: Sequence[ReadLine]) -> Reading:
    """Two places as one reading: the lines of the second follow, with the numbers after those of the first."""
    last = len(found.lines)
    number = {line.number: last + at for at, line in enumerate(fresh, 1)}
    lines = tuple(replace(line, number=number[line.number]) for line in fresh)
    problems = tuple(
        problem.model_copy(update={"line": number.get(problem.line, 0)})
        for problem in other.problems
        if problem.line in number or not problem.line
    )
    return replace(
        found,
        game=found.game or other.game,
        turn=other.turn if found.turn is None else found.turn,
        lines=(*found.lines, *lines),
        commands=(*found.commands, *(each for each in other.commands if each not in found.commands)),
        problems=(*found.problems, *problems),
        ignored=(*found.ignored, *(line for line in other.ignored if line not in found.ignored)),
        heads=tuple(dict.fromkeys((*found.heads, *other.heads))),
        replaces=found.replaces if found.lines else other.replaces,
    )


def _doubted(found: Reading, extract: Extract, other: Reading, part: Part) -> Reading:
    """The first place, with the question which of the two is meant; what ends the turn waits for the answer."""
    said = "; ".join(line.text for line in other.lines[:_SHOWN]) + (" …" if len(other.lines) > _SHOWN else "")
    attached = extract.source.startswith(ATTACHED)
    args: dict[str, str | int] = {"lines": said}
    if attached:
        args["file"] = extract.source.partition(":")[2]
    beside = other.commands if part.source != PAGE or attached else ()
    commands = [each for each in dict.fromkeys((*found.commands, *beside)) if each.name != "done"]
    problem = Problem(line=0, code="two-texts", args=args)
    return replace(found, commands=tuple(commands), problems=(*found.problems, problem))
