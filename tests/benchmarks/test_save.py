"""A turn of a La Legión journal to bytes and back against `diplomacy`'s export and import, by archived order.

Ours: each record to JSON, checked, laid out and hashed, then read from the bytes, validated and its hash checked, as
`SaveFolder` does; without disk and git. Theirs: the saved-game format to a text and back to a game. Both games are
in memory; theirs keeps orders and results of a phase, ours orders as sent and as read, rolls and all events.
"""

import warnings
from collections.abc import Callable
from random import Random

import pytest

from pbem.canonical import require
from pbem.core.events import Event, Rolled
from pbem.core.record import Record
from pbem.rules.legion.events import Declared, Eliminated, Fought, Moved, Strength, Term
from pbem.save.layout import quick_hash, text
from pbem.save.reading import read_entry
from pbem.save.records import Json, Link, OrderLine, PhaseRecord, Roll, SheetLines, States, sheet_hash
from tests.benchmarks.timing import ratio

MOVES, ATTACKS, PHASES = 40, 6, 20
HASH = "0" * 64


def record(n: int, phase: str, lines: list[OrderLine], events: list[Event]) -> PhaseRecord:
    """The record of a phase with one sheet."""
    rolled = [event for event in events if isinstance(event, Rolled)]
    printed = sheet_hash(line.understood for line in lines)
    return PhaseRecord(
        n=n,
        turn=1 + n // 4,
        phase=phase,
        previous=HASH,
        state=States(before=HASH, after=HASH),
        test_dice=False,
        link=Link(number=n, value=HASH),
        head=HASH,
        beacon=None,
        nonces={"moroccan": "arena", "spanish": "niebla en Annual"},
        sheets=(SheetLines(seat="moroccan", hash=printed, lines=tuple(lines)),),
        rolls=tuple(Roll(label=r.label, die=r.die, faces=r.faces, meaning=r.meaning) for r in rolled),
        answers=(),
        events=tuple(event.to_json() for event in events),
    )


def movement(n: int) -> PhaseRecord:
    """A phase of MOVES moves of three hexes."""
    lines, events = [], []
    for i in range(MOVES):
        path = ("0613", "0614", "0714", "0715")
        order: Json = {"type": "move", "unit": f"beni-{i}", "path": list(path[1:])}
        lines.append(OrderLine(number=i + 1, text=f"MOVE beni-{i} 0614 0714 0715", order=order))
        events.append(Moved(unit=f"beni-{i}", how="move", path=path, cost=3, allowance=6))
    return record(n, "moroccan-movement", lines, list(events))


def strength(*units: str) -> Strength:
    """The strength of some pieces of 4."""
    terms = tuple(Term(unit=unit, code="combat", amount=4, rule="LL-10.2") for unit in units)
    return Strength(units=units, terms=terms, total=4 * len(units), face=3, value=12 * len(units))


def combat(n: int) -> PhaseRecord:
    """A phase of ATTACKS attacks, each of two pieces on one, with both rolls and a loss."""
    lines: list[OrderLine] = []
    events: list[Event] = []
    for i in range(ATTACKS):
        units, target = (f"beni-{i}", f"urriaguel-{i}"), f"regulares-{i}"
        order: Json = {"type": "attack", "targets": [target], "units": list(units)}
        lines.append(OrderLine(number=i + 1, text=f"ATTACK {target} WITH {' '.join(units)}", order=order))
        events.append(Declared(number=i + 1, side="moroccan", units=units, targets=(target,)))
        for which in ("attack", "defence"):
            events.append(Rolled(label=f"{which} {target}", die="legion", faces=(3,), rule="LL-8.2"))
        sides = {"attack": strength(*units), "defence": strength(target)}
        at, origins = ("0715",), ("0714", "0614")
        events.append(
            Fought(number=i + 1, side="moroccan", at=at, origins=origins, outcome="attacker", **sides)  # type: ignore[arg-type]
        )
        events.append(Eliminated(unit=target, at="0715", by="moroccan", cause="combat"))
    return record(n, "moroccan-combat", lines, events)


def ours() -> tuple[Callable[[], list[Record]], int]:
    """Save and load of PHASES records, movement and combat by turns; and how many orders there are."""
    journal = [(combat if n % 2 else movement)(n + 1) for n in range(PHASES)]

    def run() -> list[Record]:
        found: list[Record] = []
        for entry in journal:
            data = entry.to_json()
            require(data)
            layout = text(data, entry.LEVELS)
            written = quick_hash(layout)
            found.append(read_entry(layout, "record"))
            assert quick_hash(layout) == written
        return found

    assert run() == journal
    return run, sum(len(sheet.lines) for entry in journal for sheet in entry.sheets)


def theirs() -> tuple[Callable[[], object], int]:
    """Export to text and import of a Diplomacy game of PHASES phases of legal orders; and how many orders there are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package's own, on import
        import ujson
        from diplomacy.engine.game import Game
        from diplomacy.utils.export import from_saved_game_format, to_saved_game_format
    random, game, orders = Random(1), Game(), 0
    while not game.is_game_done and len(game.state_history) < PHASES:
        possible = game.get_all_possible_orders()
        for power, places in game.get_orderable_locations().items():
            chosen = [random.choice(possible[place]) for place in places if possible[place]]
            game.set_orders(power, chosen)
            orders += len(chosen)
        game.process()

    def run() -> object:
        return from_saved_game_format(ujson.loads(ujson.dumps(to_saved_game_format(game))))

    past = slice(None, -1)  # the present phase is stamped with the time of its export
    assert to_saved_game_format(run())["phases"][past] == to_saved_game_format(game)["phases"][past]
    return run, orders


@pytest.mark.benchmark(group="save")
def test_save_and_load_per_archived_order(benchmark) -> None:  # type: ignore[no-untyped-def]
    (mine, my_orders), (other, their_orders) = ours(), theirs()
    benchmark(mine)
    found = ratio(mine, other, mine=my_orders, other=their_orders, limit=1.0, rounds=30)
    benchmark.extra_info["cost of an order, of the peer's"] = round(found, 2)
    assert found <= 1.0
