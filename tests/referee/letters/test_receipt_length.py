"""A receipt is read in one look: at most 60 lines of text, unless more than 40 orders were sent."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.orders import Order
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import SHIPPED, ruleset
from pbem.language.write import write_order
from tests.referee.making import ANA, HOUR, LENGTH, OMAR, Room, flat, new_room

LONGEST = 60
SENT = (15, 31, 40)
ASKED = 2
"""So many seats are asked: for the set-up and what comes first."""


def room_of(name: str, path: Path) -> Room:
    """A game that has begun; the Spanish read Spanish, the others English."""
    one, other = sorted(ruleset(name).SIDES, key=lambda side: side != "spanish")
    players = (replace(ANA, seat=one, side=one), replace(OMAR, seat=other, side=other))
    room = new_room(path, compose(name), players)
    room.tick()
    for seat in (one, other):
        room.says(seat, f"MOTTO {seat}\n")
    room.tick(HOUR)
    return room


def length(text: str) -> int:
    """The lines of a text."""
    return len(text.rstrip("\n").split("\n"))


def orders_for(room: Room, seat: str) -> list[Order]:
    """An order for each that may act, the one that has most to say: each is legal by itself, not all together."""
    game = room.game
    actors = game.rules.choices(game.state, seat).actors
    return [max((each.order for each in options), key=lambda o: len(repr(o))) for options in actors.values() if options]


def asked(room: Room) -> Iterator[tuple[str, list[Order]]]:
    """Phase by phase who may give orders, and these; nobody plays meanwhile."""
    left = ASKED
    while left:
        for seat in room.game.rules.awaited(room.game.state):
            found = orders_for(room, seat)
            if found and left:
                yield seat, found
                left -= 1
        room.tick(LENGTH)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_receipt_is_longer_than_sixty_lines(name: str, tmp_path: Path) -> None:
    """What is legal by itself and not together; and as many lines that cannot be read, each for a reason of its own."""
    room = room_of(name, tmp_path / "home")
    lexicon = room.game.lexicon
    sizes = {}
    for seat, orders in asked(room):
        language = room.seat(seat).language
        for sent in sorted({min(many, len(orders)) for many in SENT}):
            lines = [write_order(order, lexicon, language) for order in orders[:sent]]
            sizes[room.at, seat, sent] = length(room.answer(seat, "\n".join(lines) + "\n"))
        wrong = [f"{line} {number + 100}\n" for number, line in enumerate(lines)]
        sizes[room.at, seat, -len(wrong)] = length(room.answer(seat, "".join(wrong)))
    assert len(sizes) >= 2 * ASKED
    assert {where: size for where, size in sizes.items() if size > LONGEST} == {}


def test_of_many_refusals_each_reason_is_told_whole(tmp_path: Path) -> None:
    """The order is cut: the player has it."""
    room = room_of("africa1860", tmp_path / "home")
    want = "".join(f"DEFENDER area-{number % 2} FUEGO\nDEFENDER arenal FUEGO\n" for number in range(7))
    wrong = [f"ACTIVAR husares-princesa MOVER lomas-de-la-condesa zork{number}\n" for number in range(11)]
    said = room.answer("spanish", "".join((want, *wrong)))
    told = flat(said)
    assert all(f"zork{number}»" in told for number in range(11))
    assert "…: en el mapa no hay ningún área «zork8»" in told


def test_forty_orders_are_in_their_receipt_and_more_make_it_longer(tmp_path: Path) -> None:
    room = room_of("legion", tmp_path / "home")
    want = list(room.game.scenario.data["set-up"]["spanish"].items())
    lines = [f"DESPLEGAR {unit} EN {place}\n" for unit, place in want]
    few = room.answer("spanish", "".join(lines[:40]))
    assert len([line for line in few.split("\n") if line.startswith("DESPLEGAR")]) == 40
    assert length(few) <= LONGEST
    assert length(room.answer("spanish", "".join(lines))) > LONGEST


def test_what_a_mail_asks_for_beside_its_orders_costs_no_reason(tmp_path: Path) -> None:
    """STATUS is long; why lines are refused is told beside it all the same."""
    room = room_of("legion", tmp_path / "home")
    wrong = [f"DESPLEGAR {unit} EN 99{number:02d}\n" for number, unit in enumerate(room.game.scenario.counters)][:3]
    said = room.answer("spanish", "".join([*wrong, "ESTADO\n"]))
    assert length(said) > 30
    assert "envíalas solas" not in flat(said)
    assert said.count("✗") == len(wrong)


def test_what_was_refused_for_one_reason_is_told_once(tmp_path: Path) -> None:
    room = room_of("legion", tmp_path / "home")
    want = room.game.scenario.data["set-up"]["moroccan"]
    wrong = "".join(f"MOVER {unit} {place}\n" for unit, place in list(want.items())[:31])
    said = room.answer("spanish", wrong)
    assert "No vale ninguna de tus 31 órdenes." in flat(said)
    assert "Lo mismo vale para estas líneas: 2–31" in flat(said)
    assert length(said) <= 25


def test_what_is_accepted_is_listed_among_many_refusals_and_each_of_those_has_a_line(tmp_path: Path) -> None:
    room = room_of("legion", tmp_path / "home")
    want = list(room.game.scenario.data["set-up"]["spanish"].items())
    good = [f"DESPLEGAR {unit} EN {place}\n" for unit, place in want[:3]]
    wrong = [f"DESPLEGAR {unit}{number} EN {place} CON QUIEN SEA\n" for number, (unit, place) in enumerate(want[3:30])]
    said = room.answer("spanish", "".join([*wrong[:9], *good, *wrong[9:]]))
    assert length(said) <= LONGEST
    assert [line for line in said.split("\n") if line.startswith("DESPLEGAR")] == [
        f"{line.strip():<30} # ✓ {number}" for number, line in enumerate(good, 10)
    ]
    assert said.count("✗") == len(wrong)
    assert "envíalas solas" not in flat(said)
    page = room.mails("spanish", "receipt")[-1].get_body(("html",))
    assert page is not None
    assert page.get_content().count("✗</strong>") == len(wrong)
