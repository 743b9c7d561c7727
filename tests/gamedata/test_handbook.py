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
