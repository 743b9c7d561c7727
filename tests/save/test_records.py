"""The records: what they hold as JSON, what they refuse, and that pydantic and the hand-written way agree."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pbem.save.errors import SaveError
from pbem.save.layout import text
from pbem.save.reading import read_entry, read_manifest
from pbem.save.records import (
    FORMAT,
    AnswerGiven,
    EndRecord,
    Entry,
    Link,
    RekeyRecord,
    RulingRecord,
    States,
    hash_as_written,
    sheet_hash,
)
from tests.save.making import HEAD, game, phase, rollback, sheet, suspended

STATES = States(before="1" * 64, after="2" * 64)
ANSWER = AnswerGiven(
    question="retreat beni-1",
    side="spanish",
    kind="retreat",
    answer="a",
    source="standing",
    line=2,
    passed=((1, "gone"),),
)
COMMON: dict[str, Any] = {"turn": 2, "previous": "0" * 64, "state": STATES, "test_dice": True}
RECORDS: list[Entry] = [
    phase(1, answers=(ANSWER,)),
    suspended(2),
    phase(3, link=2, next_head="c" * 64, beacon="d" * 8),
    rollback(4, 1, same_dice=True),
    RulingRecord(
        n=5, ruling="concession", seats=("spanish",), who="ana", why="", events=({"type": "game-ended"},), **COMMON
    ),
    RekeyRecord(n=6, head="e" * 64, who="referee", why="the key was lost", **COMMON),
    EndRecord(n=7, winner="draw", reason="LL-5.4", **COMMON),
]


def file_of(record: Entry) -> bytes:
    return text(record.to_json(), record.LEVELS)


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.name)
def test_a_record_is_read_as_it_was_written(record: Entry) -> None:
    assert read_entry(file_of(record), "x.json") == record


def test_what_events_each_record_brings() -> None:
    brought = {record.n: record.facts for record in RECORDS}
    events = {record.n: getattr(record, "events", None) for record in RECORDS}
    assert {n: brought[n] for n in (1, 3, 5)} == {n: events[n] for n in (1, 3, 5)}
    assert all(brought[n] for n in (1, 3, 5))
    assert {brought[n] for n in (2, 4, 6, 7)} == {()}


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.name)
def test_json_is_what_pydantic_would_write(record: Entry) -> None:
    whole = record.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    assert record.to_json() == {**whole, "format": FORMAT if record.kind == "phase" else 1, "kind": record.kind}
    assert {"format", "kind", "n", "turn", "previous", "state", "test-dice"} <= set(record.to_json())


def test_phase_record_as_a_reader_sees_it() -> None:
    lines = file_of(phase(7, turn=3, phase="moroccan-movement")).decode().splitlines()
    assert phase(7, turn=3, phase="moroccan-movement").name == "0007-03-moroccan-movement.json"
    assert '    {"path":["0614","0714"],"type":"moved","unit":"beni-1"},' in lines
    assert '    {"die":"legion","faces":[3],"label":"attack 0714 beni-1","meaning":"hit"}' in lines
    order = '{"path":["0714"],"type":"move","unit":"beni-1"}'
    assert f'        {{"number":1,"order":{order},"text":"MOVE beni-1 0714"}}' in lines
    assert '  "answers":[],' in lines
    assert '  "beacon":null,' in lines


def test_a_suspended_record_reveals_no_link() -> None:
    assert suspended(2).to_json()["link"] == {"number": 2}
    assert suspended(2).facts == ()
    assert len(phase(2).facts) == 2


def test_the_hash_of_a_sheet_covers_what_was_understood() -> None:
    # printf '[{"number":1,"order":{"type":"hold","unit":"beni-4"},"text":"HOLD beni-4"}]' | sha256sum
    wanted = "a5e84793601be2291d164990cc9a54025529282ec2b7d63c287682eb35e7dfb7"
    line = {"text": "HOLD beni-4", "number": 1, "order": {"unit": "beni-4", "type": "hold"}}
    assert sheet_hash([line]) == wanted
    assert sheet_hash([{**line, "order": {"unit": "beni-3", "type": "hold"}}]) != wanted


def test_that_of_format_1_is_of_the_printed_lines() -> None:
    # printf '1. MOVE beni-3 0714\n2. HOLD beni-4\n' | sha256sum
    wanted = "d42db2efd5453e759a4b756c2c91258aabc9d2bd3845ff62ac68a1c25018f2a1"
    assert hash_as_written([(1, "MOVE beni-3 0714"), (2, "HOLD beni-4")]) == wanted
    assert hash_as_written([(2, "HOLD beni-4"), (1, "MOVE beni-3 0714")]) != wanted
    lines = sheet(texts=("MOVE beni-3 0714", "HOLD beni-4"))
    assert (lines.hash_in(1), lines.hash_in(2)) == (wanted, lines.hash)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"sheets": [{**sheet().to_json(), "lines": [{"number": "1", "text": "", "order": {}}]}]},
            "sheets[0].lines[0].number: ",
        ),
        ({"link": {"number": 0}}, "link.number: "),
        ({"previous": "A" * 64}, "previous: "),
        ({"phase": "../../etc"}, "phase: "),
        ({"rolls": [{"label": "x", "die": "d6", "faces": [1.5]}]}, "1.5 is not a whole number"),
        ({"address": "ana@example.org"}, "address: "),
        ({"events": ["moved"]}, "events[0]: "),
        ({"state": {"before": "1" * 64}}, "state.after: "),
    ],
)
def test_a_damaged_record_is_told_by_its_json_path(change: dict[str, Any], said: str) -> None:
    data = text({**phase().to_json(), **change})
    with pytest.raises(SaveError) as told:
        read_entry(data, "turns/0001.json")
    assert str(told.value).startswith(f"turns/0001.json: {said}")


def test_a_damaged_game_is_told_by_its_json_path() -> None:
    with pytest.raises(SaveError, match=r"^game\.json: head: "):
        read_manifest(text({**game().to_json(), "head": "A" * 64}), "game.json")
    with pytest.raises(SaveError, match=r"^game\.json: seats\.spanish: "):
        read_manifest(text({**game().to_json(), "seats": {"spanish": 1}}), "game.json")


def test_newer_formats_and_unknown_kinds_are_refused_clearly() -> None:
    newer = text({**phase().to_json(), "format": 4, "weather-proof": True})
    with pytest.raises(SaveError, match=r"^a.json: format 4 is newer than this pbem, which reads up to 3\.$"):
        read_entry(newer, "a.json")
    with pytest.raises(SaveError, match=r'^a.json: "kind" is one of phase, rollback, .*, not \'press\'\.$'):
        read_entry(text({**phase().to_json(), "kind": "press"}), "a.json")
    with pytest.raises(SaveError, match=r'^a.json: "kind" is one of phase, rollback, .*, not \[\]\.$'):
        read_entry(text({**phase().to_json(), "kind": []}), "a.json")
    with pytest.raises(SaveError, match=r'^game.json: "format" is a whole number from 1 to 3, not None\.$'):
        read_manifest(text({k: v for k, v in game().to_json().items() if k != "format"}), "game.json")


def test_reasons_hold_no_second_line() -> None:
    with pytest.raises(ValidationError):
        rollback(1, 0, why="line\nDear Ana")


def test_names_and_reasons_have_an_end() -> None:
    assert game(game="a" * 64).game == "a" * 64
    assert rollback(1, 0, why="a" * 500).name == "0001-01-rollback.json"
    for made in (lambda: game(game="a" * 65), lambda: rollback(1, 0, why="a" * 501)):
        with pytest.raises(ValidationError):
            made()


@pytest.mark.parametrize(
    ("least", "most", "made"),
    [
        (1, 9999, lambda n: phase(n).name),
        (0, 999, lambda turn: phase(turn=turn).name),
        (0, 2**53, lambda to: rollback(1, to).name),
        (1, 2**53, lambda number: phase(link=number).name),
        (1, 2**53, lambda version: game(version=version).to_json()),
        (1, FORMAT, lambda format_: phase(format=format_).name),
        (1, FORMAT, lambda format_: game(format=format_).to_json()),
        (1, 1, lambda format_: rollback(1, 0, format=format_).name),
    ],
)
def test_numbers_have_bounds(least: int, most: int, made: Callable[[int], object]) -> None:
    assert made(least)
    assert made(most)
    for wrong in (least - 1, *([most + 1] if most < 2**53 else [])):
        with pytest.raises(ValidationError):
            made(wrong)


def test_game_json() -> None:
    said = game().to_json()
    assert said["format"] == FORMAT
    assert said["test-dice"] is False
    assert read_manifest(text(said), "game.json") == game()


@given(st.integers(1, 4000), st.text(st.characters(codec="utf-8"), max_size=80), st.booleans())
def test_any_text_of_an_order_survives(number: int, line: str, again: bool) -> None:
    record = phase(2, sheets=(sheet(texts=(line,)),), link=Link(number=number, value=HEAD, again=again))
    assert read_entry(file_of(record), "x.json") == record
