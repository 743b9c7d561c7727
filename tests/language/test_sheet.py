"""JSON sheets: the same orders as text, and a place for every fault."""

import json
from typing import Any

import pytest

from pbem.language.reading import MAX_ORDERS, Reading
from pbem.language.sheet import read_json
from pbem.rules.legion.orders import Capture, Move
from tests.language.factories import lexicon

MOVE = {"type": "move", "unit": "urriaguel-3", "path": ["0614", "0714"]}


def read(data: Any) -> Reading:
    return read_json(data if isinstance(data, bytes) else json.dumps(data).encode(), lexicon())


def sheet(*orders: Any, **fields: Any) -> dict[str, Any]:
    return {"format": 1, "sections": [{"phase": "moroccan-movement", "orders": list(orders)}], **fields}


def faults(reading: Reading) -> list[tuple[int, str, Any]]:
    return [(problem.line, problem.code, problem.args.get("path")) for problem in reading.problems]


def test_a_whole_sheet() -> None:
    reading = read(
        {
            "format": 1,
            "game": "melilla",
            "turn": 3,
            "nonce": "niebla en Annual",
            "sections": [
                {"phase": "moroccan-movement", "orders": [MOVE]},
                {"phase": "moroccan-combat", "orders": [{"type": "attack", "targets": ["0715"], "with": ["aros-1"]}]},
            ],
            "standing": [{"type": "capture", "policy": "no"}],
        }
    )
    assert (reading.game, reading.turn, reading.problems) == ("melilla", 3, ())
    assert [(command.name, command.args) for command in reading.commands] == [("nonce", ("niebla en Annual",))]
    assert [(line.number, line.phase, line.text) for line in reading.lines] == [
        (1, "moroccan-movement", "MOVE urriaguel-3 0614 0714"),
        (2, "moroccan-combat", "ATTACK 0715 WITH aros-1"),
        (3, None, "CAPTURE NO"),
    ]
    assert [line.order for line in reading.lines][::2] == [
        Move(unit="urriaguel-3", path=("0614", "0714")),
        Capture(policy="no"),
    ]


@pytest.mark.parametrize(
    ("order", "code", "path"),
    [
        (3, "bad-value", ""),
        ({}, "unknown-order", ".type"),
        ({"type": "mvoe"}, "unknown-order", ".type"),
        ({**MOVE, "unit": "uriaguel-3"}, "unknown-unit", ".unit"),
        ({**MOVE, "unit": "\ud800"}, "unknown-unit", ".unit"),
        ({**MOVE, "unit": ""}, "unknown-unit", ".unit"),
        ({**MOVE, "unit": 3}, "bad-value", ".unit"),
        ({**MOVE, "unit": None}, "missing-field", ".unit"),
        ({"type": "move", "unit": "urriaguel-3"}, "missing-field", ".path"),
        ({**MOVE, "path": []}, "missing-field", ".path"),
        ({**MOVE, "path": "0614"}, "bad-value", ".path"),
        ({**MOVE, "path": ["0614", 714]}, "bad-value", ".path[1]"),
        ({**MOVE, "path": ["0614", "9901"]}, "off-map", ".path[1]"),
        ({**MOVE, "way": ["0614"]}, "unknown-key", ".way"),
        ({"type": "fly", "unit": "hidro-1", "to": "0614", "bomb": "yes"}, "bad-value", ".bomb"),
        ({"type": "capture", "policy": "perhaps"}, "bad-choice", ".policy"),
    ],
)
def test_a_fault_names_its_place(order: Any, code: str, path: str) -> None:
    reading = read(sheet(MOVE, order, MOVE))
    assert faults(reading) == [(2, code, f"sections[0].orders[1]{path}")]
    assert [line.order is not None for line in reading.lines] == [True, False, True]


def test_all_faults_of_an_order_are_told() -> None:
    reading = read(sheet({"type": "attack", "targets": ["9901"], "with": ["nobody", 3], "x": 1}))
    assert [code for _, code, _ in faults(reading)] == ["unknown-key", "off-map", "unknown-unit", "bad-value"]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"game": 3}, "bad-value", "game"),
        ({"turn": "3"}, "bad-value", "turn"),
        ({"turn": True}, "bad-value", "turn"),
        ({"turn": -1}, "bad-value", "turn"),
        ({"nonce": ["x"]}, "bad-value", "nonce"),
        ({"nonce": "two\nlines"}, "bad-value", "nonce"),
        ({"nonce": "x" * 65}, "nonce-too-long", None),
        ({"sections": {}}, "bad-value", "sections"),
        ({"sections": [3]}, "bad-value", "sections[0]"),
        ({"sections": [{"phase": "moroccan-movment", "orders": []}]}, "unknown-phase", "sections[0].phase"),
        ({"sections": [{"phase": 3, "orders": []}]}, "unknown-phase", "sections[0].phase"),
        ({"sections": [{"phase": None, "orders": [], "note": ""}]}, "unknown-key", "sections[0].note"),
        ({"orders": []}, "unknown-key", "orders"),
        ({"press": {}}, "bad-value", "press"),
        ({"press": ["hello"]}, "bad-value", "press[0]"),
        ({"press": [{"to": 3, "text": "hello"}]}, "bad-value", "press[0].to"),
        ({"press": [{"to": "spanish"}]}, "bad-value", "press[0].text"),
        ({"press": [{"to": "spanish", "text": "x", "anonymous": "no"}]}, "bad-value", "press[0].anonymous"),
        ({"press": [{"to": "spanish", "text": "x", "from": "me"}]}, "unknown-key", "press[0].from"),
    ],
)
def test_a_fault_of_the_sheet_has_line_0(fields: dict[str, Any], code: str, path: str | None) -> None:
    assert faults(read({**sheet(), **fields})) == [(0, code, path)]


def test_only_standing_orders_stand() -> None:
    reading = read(sheet(standing=[MOVE]))
    assert faults(reading) == [(1, "not-standing", "standing[0]")]
    assert reading.lines[0].order is None


@pytest.mark.parametrize(
    ("data", "code", "args"),
    [
        (b"", "bad-json", {"row": 1, "column": 1}),
        (b'{"format": 1,\n "sections" []}', "bad-json", {"row": 2, "column": 13}),
        (b'{"format": 1, "game": "m\xff"}', "not-utf-8", {"offset": 24}),
        (b'{"format": 1, "turn": NaN}', "bad-number", {}),
        (b'{"format": 1, "turn": 1' + b"0" * 5000 + b"}", "bad-number", {}),
        (b'{"format": 1, "format": 1}', "duplicate-key", {"path": "format"}),
        (
            b'{"format": 1, "sections": [{"orders": [{"type": "hold", "unit": "a", "unit": "b"}]}]}',
            "duplicate-key",
            {"path": "sections[0].orders[0].unit"},
        ),
        (b"[]", "bad-value", {"path": "$", "expected": "object", "read": "[]"}),
        (b"{}", "no-format", {"expected": 1}),
        (b'{"format": true}', "bad-format", {"read": "true", "expected": 1}),
        (b'{"format": 2}', "bad-format", {"read": "2", "expected": 1}),
        (b"[\n" * 100_000, "too-deep", {}),
        (b'{"a": "[[[[[[[[[[[[\\"{{{{{{"}', "no-format", {"expected": 1}),
        (b" " * 400_001, "too-long", {"length": 400_001, "limit": 400_000}),
    ],
)
def test_what_is_no_sheet_is_refused_whole(data: bytes, code: str, args: dict[str, Any]) -> None:
    (problem,) = read(data).problems
    assert (problem.line, problem.code, problem.args) == (0, code, args)
    assert read(data).lines == ()


def test_a_section_without_orders_says_that_none_are_wanted() -> None:
    reading = read({"format": 1, "sections": [{"phase": "moroccan-combat", "orders": []}, {"orders": []}]})
    assert (reading.heads, reading.lines, reading.problems) == (("moroccan-combat",), (), ())


def test_a_mark_at_the_beginning_is_passed_over() -> None:
    assert read(b'\xef\xbb\xbf{"format": 1}').problems == ()


def test_too_many_orders_are_refused_whole() -> None:
    reading = read(sheet(*[MOVE] * (MAX_ORDERS + 1)))
    assert faults(reading) == [(0, "too-many-orders", None)]
    assert len(read(sheet(*[MOVE] * MAX_ORDERS)).lines) == MAX_ORDERS
