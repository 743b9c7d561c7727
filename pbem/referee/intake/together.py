"""Orders for all who stand next to what they aim at: "attack Annual with everything next to it"."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.board.board import read_board
from pbem.core.orders import Order
from pbem.core.problems import Problem
from pbem.game.game import Game
from pbem.game.verbs import where_units_stand
from pbem.language.names.everyone import aimed_with_all
from pbem.language.reading import Reading, ReadLine
from pbem.referee.home.home import Home
from pbem.referee.turn.progress import lines_by_phase
from pbem.referee.turn.sheets import judge_sheet
from pbem.referee.turn.submission import read_orders
from pbem.store.rows import SeatRow

MOST = 5
"""Of so many lines of a mail at most it is looked who is meant: each takes many checks."""


def with_all_beside(home: Home, game: Game, row: SeatRow, reading: Reading) -> Reading:
    """A mail, each line with "everything next to it" as the order of those units of its seat who can carry it out when
    all else is done that is ordered, and have no other order of its kind. Where nobody can, that is told.
    """
    lines = [each for each in reading.lines if each.order is None and aimed_with_all(each.text, game.lexicon)]
    for line in lines[:MOST]:
        order = _order_of(game, row, line)
        if order is None:
            continue
        tried = _tried(home, game, row, reading, order)
        able = [unit for unit, each in tried.items() if _is_right(home, game, row, _with(reading, line, each), line)]
        if able:
            reading = _with(reading, line, order.model_copy(update={_acting(order): tuple(able)}))
        else:
            told = (problem for problem in reading.problems if problem.line != line.number)
            args = {"hex": next(_aims(game, row, order), "")}
            wrong = Problem(line=line.number, code="nobody-beside", args=args)
            reading = replace(reading, problems=(*told, wrong))
    return reading


def _tried(home: Home, game: Game, row: SeatRow, reading: Reading, order: Order) -> dict[str, Order]:
    """By unit an order for it alone: for each next to what is aimed at, or that may come there."""
    others = [each.order for each in reading.lines if each.order is not None]
    others += [each.order for lines in lines_by_phase(home, game, row.seat).values() for each in lines]
    near = {*_beside(game, row, order), *(unit for each in others for unit in each.actors())}
    busy = {unit for each in others if each.type == order.type for unit in each.actors()}
    units = (unit for unit, side in game.lexicon.sides.items() if side == row.side and unit in near - busy)
    return {unit: order.model_copy(update={_acting(order): (unit,)}) for unit in units}


def _order_of(game: Game, row: SeatRow, line: ReadLine) -> Order | None:
    """The order that a line is for any one unit; None where it is none that names who acts behind what is aimed at."""
    before, behind = aimed_with_all(line.text, game.lexicon) or ("", "")
    unit = next((unit for unit, side in game.lexicon.sides.items() if side == row.side), "")
    read = read_orders(game, row.seat, f"{before}{unit}{behind}", language=row.language)
    order = read.lines[0].order if len(read.lines) == 1 else None
    return order if order is not None and _acting(order) else None


def _acting(order: Order) -> str:
    """The field of the units that act in an order that begins with what is aimed at; "" for any other order."""
    slots = (slot.field for slot in order.FORM[1:] if slot.keyword == "WITH" and slot.kinds == ("unit",) and slot.many)
    return next(slots, "")


def _aims(game: Game, row: SeatRow, order: Order) -> Iterator[str]:
    """The spaces that an order aims at, by their names or by those of units that stand there."""
    stands, spaces, named = where_units_stand(game, row.seat), game.lexicon.spaces, getattr(order, order.FORM[0].field)
    return (each if each in spaces else stands(each) for each in (named if isinstance(named, tuple) else (named,)))


def _beside(game: Game, row: SeatRow, order: Order) -> Iterator[str]:
    """The units that stand next to what an order aims at, as things are."""
    stands, board = where_units_stand(game, row.seat), read_board(game.data["map"])
    near = {id_ for aim in _aims(game, row, order) for id_ in board.neighbours.get(aim, ())}
    return (unit for unit in game.lexicon.sides if stands(unit) in near)


def _with(reading: Reading, line: ReadLine, order: Order) -> Reading:
    """A mail with an order for a line that could not be read."""
    lines = tuple(replace(each, order=order) if each.number == line.number else each for each in reading.lines)
    problems = tuple(problem for problem in reading.problems if problem.line != line.number)
    return replace(reading, lines=lines, problems=problems)


def _is_right(home: Home, game: Game, row: SeatRow, reading: Reading, line: ReadLine) -> bool:
    """Whether nothing is wrong with a line of a mail."""
    return all(problem.line != line.number for problem in judge_sheet(home, game, row, reading).problems)
