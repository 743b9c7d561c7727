"""Every stored order is bound to its text and to the receipts: who edits one is found, with mails or without."""

import json
import shutil
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path
from typing import Any

import pytest

from pbem.game.replay import Replay
from pbem.language.text.reader import read_text
from pbem.save.records import FORMAT, PhaseRecord, hash_as_written, sheet_hash
from pbem.store.rows import SectionRow
from pbem.verify.verify import verify
from tests.archive.test_archive import ARCHIVES
from tests.referee.making import HOUR, LENGTH, Room
from tests.verify.making import case, resealed, states
from tests.verify.rooms import Json, code, forged, kept, records, understood, verified, written

Change = Callable[[dict[str, Any]], object]


def moving(room: Room, text: str) -> str:
    """The game stands in the next movement of the Moroccans, who have sent one order: their receipt."""
    while room.game.state.phase != "moroccan-movement":
        room.tick(LENGTH)
    return room.answer("moroccan", f"{text}\n")


def edit(room: Room, change: Change, *, hashed: bool = False) -> SectionRow:
    """The referee edits the Moroccan's stored order with his own hand; `hashed`: its hash too."""
    row = room.home.store.sections.get(room.name, "moroccan", room.game.state.turn, "moroccan-movement")
    assert row is not None
    lines = json.loads(json.dumps(row.lines))
    change(lines[0])
    made = SectionRow(*(getattr(row, n) for n in ("game", "seat", "turn", "phase", "serial")), tuple(lines),
                      sheet_hash(lines) if hashed else row.hash)  # fmt: skip
    room.home.store.sections.put(made)
    return made


def shorter(line: dict[str, Any]) -> None:
    line["order"]["path"] = line["order"]["path"][:1]


def free(room: Room) -> tuple[str, str, str]:
    """A Moroccan unit that has moved to a hex by way of another, and both hexes."""
    view = room.game.rules.view(room.game.state, "moroccan")
    at = {piece.id: str(piece.space) for piece in room.game.rules.pieces(view, "moroccan") if piece.where == "map"}
    unit = "beni-2"
    column, row = int(at[unit][:2]), int(at[unit][2:])
    return unit, f"{column:02d}{row + 1:02d}", f"{column:02d}{row + 2:02d}"


def test_an_order_edited_before_its_phase_closes_is_found_without_any_mail(fought: Room) -> None:
    while fought.game.state.phase != "moroccan-movement":
        fought.tick(LENGTH)
    unit, near, far = free(fought)
    assert "✓" in moving(fought, f"MOVE {unit} {near} {far}")
    edit(fought, shorter, hashed=True)
    fought.tick(HOUR)
    record = next(r for r in reversed(records(fought)) if r.get("phase") == "moroccan-movement")
    found = verify(fought.save).fault
    assert found is not None
    assert (found.n, found.code) == (record["n"], "text")
    assert f'"MOVE {unit} {near} {far}"' in found.sentence("en")
    again = fought.replay().difference
    assert again is not None
    assert (again.n, again.what, again.place) == (record["n"], "text", "moroccan 1")


def test_an_order_edited_with_its_text_is_found_by_the_receipt(fought: Room) -> None:
    while fought.game.state.phase != "moroccan-movement":
        fought.tick(LENGTH)
    unit, near, far = free(fought)
    moving(fought, f"MOVE {unit} {near} {far}")

    def both(line: dict[str, Any]) -> None:
        shorter(line)
        line["text"] = f"MOVE {unit} {near}"

    edit(fought, both, hashed=True)
    fought.tick(HOUR)
    assert verified(fought.save) is None
    found = verified(fought.save, *kept(fought, "moroccan", "receipt"))
    assert found is not None
    assert found[1] == "receipt"


def test_what_the_rules_make_of_an_order_is_bound_too(fought: Room) -> None:
    """A path that the rules wrote out: the record has the order as it was read, and as it was adjudicated."""
    while fought.game.state.phase != "moroccan-movement":
        fought.tick(LENGTH)
    unit, near, far = free(fought)
    moving(fought, f"MOVE {unit} {far}")
    fought.tick(HOUR)
    assert verified(fought.save) is None
    assert fought.replay().difference is None
    at = next(i for i, r in enumerate(records(fought)) if r["n"] > 8 and r.get("phase") == "moroccan-movement")
    line = records(fought)[at]["sheets"][0]["lines"][0]
    assert (line["read"]["path"], line["order"]["path"]) == ([far], [near, far])
    assert records(fought)[at]["sheets"][0]["hash"] in fought.fingerprints("moroccan")

    def detour(made: list[Json]) -> None:
        made[at]["sheets"][0]["lines"][0]["order"]["path"] = [near, near, far]

    found = verified(forged(fought, detour))
    assert found == (at + 1, "text")


def unbound(made: list[Json]) -> list[Json]:
    """Records as format 1 has them."""
    for record in made:
        if record["kind"] == "phase":
            record["format"] = 1
            for sheet in record["sheets"]:
                for line in sheet["lines"]:
                    line.pop("read", None)
                sheet["hash"] = hash_as_written((line["number"], line["text"]) for line in sheet["lines"])
    return made


@pytest.mark.parametrize("back", ["the record", "all"])
def test_nobody_goes_back_to_the_format_that_did_not_bind(fought: Room, back: str) -> None:
    """A game of the newest format has no record of a lower one; with another game.json it is another game."""
    assert verified(fought.save) is None
    about = json.loads((fought.save / "game.json").read_bytes())
    assert about["format"] == FORMAT
    made = unbound(records(fought))
    mails = kept(fought)
    if back == "all":
        about["format"] = 1
        (fought.save / "game.json").write_text(json.dumps(about))
    path = written(fought, resealed(made, about))
    if back == "all":
        assert verified(path) is None
        assert verified(path, *mails) is not None
    else:
        assert verified(path) == (1, "format")


def test_the_hash_in_a_record_is_of_what_the_receipt_told(fought: Room) -> None:
    for record in records(fought):
        for sheet in record.get("sheets", ()):
            assert sheet["hash"] == sheet_hash(understood(sheet))


def test_an_archive_holds_by_its_format(tmp_path: Path) -> None:
    formats = []
    for archive in ARCHIVES:
        copy = Path(shutil.copytree(archive.path, tmp_path / archive.name))
        formats.append(json.loads((copy / "game.json").read_bytes())["format"])
        assert code(verify(copy)) is None
    assert formats == [1, 3, 3, 3, 3, 3], "each as it was when it was played"


def bound(record: PhaseRecord) -> PhaseRecord:
    """An archived record of format 1 as format 2 would have it: each order as its text reads beside the adjudicated."""
    words, sheets = case().lexicon, []
    for sheet in record.sheets:
        lines = []
        for line in sheet.lines:
            (read,) = read_text(line.text, words, strict=True, side=sheet.seat).lines
            assert read.order is not None
            told = {**({"when": "before"} if line.order["type"] == "panic" else {}), **line.order}
            lines.append(line.model_copy(update={"read": read.order.to_json(), "order": told}))
        made = sheet.model_copy(update={"lines": tuple(lines)})
        sheets.append(made.model_copy(update={"hash": made.hash_in(2)}))
    return record.model_copy(update={"format": 2, "sheets": tuple(sheets)})


def test_every_order_of_the_archive_is_what_its_text_says() -> None:
    """So honest games hold: 1355 orders in two languages, most of them with paths that the rules wrote out."""
    rules, manifest = case().rules, case().manifest
    count = 0
    for record in case().records:
        if isinstance(record, PhaseRecord) and record.sheets:
            before = {record.n - 1: states()[record.n - 1]}
            again = Replay(rules, manifest, case().lexicon, before[record.n - 1], {}, before, record.state.before)
            assert again.step(bound(record)) is None, record.n
            count += sum(len(sheet.lines) for sheet in record.sheets)
    assert count == 1355


def test_a_game_begun_in_format_1_goes_on_in_the_newest(fought: Room) -> None:
    """As after an upgrade: what was written stays as it is, what comes is bound; all of it holds."""
    about = {**json.loads((fought.save / "game.json").read_bytes()), "format": 1}
    path = written(fought, resealed(unbound(records(fought)), about))
    (path / "game.json").write_text(json.dumps(about))
    fought.home.store.games.change("melilla", recorded=None)
    fought.close()
    n = len(fought.game.records)
    while len(fought.game.records) == n:
        fought.tick(LENGTH)
    formats = [record["format"] for record in records(fought) if record["kind"] == "phase"]
    assert formats == [1] * n + [FORMAT] * (len(formats) - n)
    assert verified(fought.save) is None
    assert fought.replay().difference is None


def test_a_sheet_in_json_and_several_orders_in_a_line_are_bound_by_the_text_that_the_record_keeps(fought: Room) -> None:
    while fought.game.state.phase != "moroccan-movement":
        fought.tick(LENGTH)
    unit, near, far = free(fought)
    idle = next(each for each in fought.game.rules.choices(fought.game.state, "moroccan").actors if each != unit)
    orders = [{"type": "move", "unit": unit, "path": [near, far]}, {"type": "hold", "unit": idle}]
    sheet = {"format": 1, "sections": [{"phase": "moroccan-movement", "orders": orders}]}
    mail = message_from_bytes(fought.mail("moroccan", "see the file"), policy=default)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(json.dumps(sheet).encode(), "application", "json", filename="orders.json")
    fought.drop(mail.as_bytes(policy=SMTP))
    fought.tick()
    fought.tick(HOUR)
    assert verified(fought.save, *kept(fought)) is None
    while not (fought.game.state.phase == "moroccan-movement" and fought.game.state.turn > 2):
        fought.tick(LENGTH)
    one, two, *_ = fought.game.rules.choices(fought.game.state, "moroccan").actors
    assert "orders accepted." in fought.answer("moroccan", f"1) hold {one}; HOLD {two} # as ever\n")
    fought.tick(HOUR)
    assert verified(fought.save, *kept(fought)) is None
    texts = [
        [line["text"] for sheet in r["sheets"] for line in sheet["lines"]] for r in records(fought) if "sheets" in r
    ]
    assert [f"MOVE {unit} {near} {far}", f"HOLD {idle}"] in texts
    assert [f"hold {one}", f"HOLD {two}"] in texts
