"""Handbooks of any game: its clauses may begin with any letters."""

from pathlib import Path

import pytest

from pbem.gamedata.handbook import clause_paragraphs, open_handbook, passages, to_html


@pytest.mark.parametrize("prefix", ["B", "AB", "RIF", "MORALE"])
def test_clauses_of_any_prefix_are_found_quoted_and_linked(own_game: Path, prefix: str) -> None:
    for name in ("clauses.toml", "handbook.en.md"):
        path = own_game / name
        path.write_text(path.read_text("utf-8").replace("LL-", f"{prefix}-"), "utf-8")
    book = open_handbook("legion", "en")
    found = passages(book, "7.5")
    assert found == passages(book, f"[{prefix}-7.5]")
    assert f"[{prefix}-7.5]" in found.partition("\n## ")[2]
    assert clause_paragraphs("legion", "en", f"{prefix}-7.5")
    page = to_html(book)
    assert f'<a class="clause" id="{prefix}-7.5" href="#list-{prefix}-7.5"' in page


def test_a_mail_has_all_that_the_rules_say_of_a_clause_and_nothing_of_the_turn_played() -> None:
    said = clause_paragraphs("rif1926", "en", "RIF-9.16")
    assert [part.split(" ", 2)[:2] for part in said] == [["Each", "gun,"], ["Guns", "stacked"]]
    for language, count in (("en", 2), ("es", 2)):
        parts = clause_paragraphs("rif1926", language, "RIF-6.1")
        assert (len(parts), any("2126" in part for part in parts)) == (count, False)
