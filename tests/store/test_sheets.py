"""Sheets and what stands of them; answers."""

from pathlib import Path

from pbem.store.rows import AnswerRow
from tests.store.making import LINE, NOW, section, sheet, store

OTHER = {**LINE, "text": "HOLD beni-1", "order": {"type": "hold", "unit": "beni-1"}}


def test_a_new_sheet_replaces_only_the_phases_that_it_has_lines_for(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        first = full.sheets.receive(sheet(), [section(), section("spanish-combat")])
        second = full.sheets.receive(sheet(identity="id-2"), [section(lines=(OTHER,))])
        assert (first.serial, second.serial) == (1, 2)
        standing = full.sections.in_force("melilla", "spanish", 3)
        assert standing["spanish-movement"].lines == (OTHER,)
        assert {phase: row.serial for phase, row in standing.items()} == {"spanish-movement": 2, "spanish-combat": 1}
        assert full.sections.in_force("melilla", "spanish", 4) == {}
        assert full.sheets.latest("melilla", "spanish") == second
        assert full.sheets.latest("melilla", "moroccan") is None
        assert len(full.sheets.of(game="melilla")) == 2


def test_serials_count_a_seats_own_sheets(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.sheets.receive(sheet(), [section()])
        assert full.sheets.receive(sheet(seat="moroccan"), [section(seat="moroccan")]).serial == 1
        standing = full.sections.of(game="melilla", turn=3, phase="spanish-movement")
        assert [row.seat for row in standing] == ["moroccan", "spanish"]


def test_clearing_a_phase_keeps_the_sheet(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.sheets.receive(sheet(), [section(), section("spanish-combat")])
        assert full.sections.remove(game="melilla", seat="spanish", turn=3, phase="spanish-combat") == 1
        assert sorted(full.sections.in_force("melilla", "spanish", 3)) == ["spanish-movement"]
        assert len(full.sheets.of()) == 1


def test_answers_by_question(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        for question, answer in (("retreat beni-1", "0715"), ("retreat beni-2", "0716"), ("retreat beni-1", "0714")):
            full.answers.put(AnswerRow("melilla", "3.combat", question, "spanish", answer, NOW))
        assert full.answers.by_question("melilla", "3.combat") == {"retreat beni-1": "0714", "retreat beni-2": "0716"}
        assert full.answers.by_question("melilla", "4.combat") == {}
