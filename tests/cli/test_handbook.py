"""`pbem handbook`: to read, to pipe, one clause, one page."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.gamedata.games import clauses
from pbem.gamedata.handbook import open_handbook
from tests.cli.making import ran


class Page(HTMLParser):
    """The anchors, links and pictures of a page; every tag that was opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        if tag == "a":
            self.links.append(found["href"] or "")
        if tag == "img":
            self.pictures.append(found)
        if tag not in ("meta", "img", "br", "link", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "es"])
def test_piped_it_is_the_markdown(language: str) -> None:
    found = ran("handbook", "legion", "--lang", language)
    assert (found.code, found.err) == (0, "")
    assert found.out == open_handbook("legion", language).text


@pytest.mark.parametrize(("clause", "ids"), [("LL-7.5", ["LL-7.5"]), ("9.4", ["LL-9.4"]), ("ll-4", ["LL-4.1"])])
def test_a_clause_is_quoted_where_it_stands(clause: str, ids: list[str]) -> None:
    text = ran("handbook", "legion", "--clause", clause).out
    assert re.findall(r"^- \*\*(\S+)\*\*", text, re.M) == ids
    body = text.partition("\n## ")[2]
    assert all(f"[{id_}]" in body for id_ in ids)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_clause_has_a_passage(language: str) -> None:
    for id_ in clauses("legion"):
        text = ran("handbook", "legion", "--clause", id_, "--lang", language).out
        assert text.count(f"[{id_}]") >= 1
        assert len(text) < 6000


def test_a_row_of_a_table_comes_with_its_head_and_without_its_neighbours() -> None:
    text = ran("handbook", "legion", "--clause", "LL-8.7").out
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[:3] == ["| The defender… | its strength |", "|---|---|", "| stands in a city | +2 [LL-8.7] |"]


def test_for_scripts() -> None:
    data = ran("handbook", "legion", "--clause", "LL-8.3", "--json").data
    assert (data["ruleset"], data["language"], data["clause"]) == ("legion", "en", "LL-8.3")
    assert "tie" in data["text"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_holds_everything(language: str, tmp_path: Path) -> None:
    file = tmp_path / "handbook.html"
    found = ran("handbook", "legion", "--lang", language, "-o", str(file))
    assert (found.code, found.out) == (0, f"{file} is written.\n")
    text = file.read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert f'<html lang="{language}">' in text
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    assert {f"list-{id_}" for id_ in clauses("legion")} | set(clauses("legion")) <= set(page.ids)
    assert len(page.pictures) == 4
    assert all((p["src"] or "").startswith("data:image/png;base64,") and p["alt"] for p in page.pictures)
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)
    assert "<script" not in text
    assert "```" not in text
    assert text.count('<figure class="mail orders">') == 7


def test_quiet_writes_without_a_word(tmp_path: Path) -> None:
    assert ran("handbook", "legion", "-q", "-o", str(tmp_path / "h.html")).out == ""
    assert ran("handbook", "legion", "--json", "-o", str(tmp_path / "h.htm")).data == {"file": str(tmp_path / "h.htm")}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("legio",), "There is no rule set 'legio'; there are africa1860, legion"),
        (("legion", "--clause", "LL-77"), "legion has no clause 'LL-77'. Did you mean LL-7.7"),
        (("legion", "--clause", "zzzz"), "legion has no clause 'zzzz'."),
        (("legion", "-o", "handbook.pdf"), "A handbook is written as .html, not as 'handbook.pdf'."),
        (("legion", "-o", "h.html", "--clause", "LL-7.5"), "the page of -o has every clause"),
        (("legion", "--lang", "fr"), "'fr' is not one of 'en', 'es'"),
    ],
)
def test_what_cannot_be_shown_is_named(words: tuple[str, ...], said: str) -> None:
    found = ran("handbook", *words)
    assert found.code == 2
    assert said in found.err
    assert found.out == ""


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = ran("handbook", "legion", "-o", str(tmp_path / "no" / "h.html"))
    assert found.code == 3
    assert "no/h.html" in found.err
