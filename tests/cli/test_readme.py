"""README and docs: short, with pictures and links that are there, and commands that the program has."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pbem.cli import pbem

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md")


def commands(page: Path) -> list[list[str]]:
    """The words of each pbem command in a block of code or between backticks, without comments."""
    text = re.sub(r"\\\n +", "", page.read_text("utf-8"))
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    inline = re.findall(r"`(pbem [^`]+)`", text.replace("\n", " "))
    every = [part.strip() for line in (*lines, *inline) for part in re.split(r"&&|\|| > ", line)]
    found = [re.sub(r"^\S*\.venv/bin/", "", one) for one in every]
    return [shlex.split(one, comments=True)[1:] for one in found if one.startswith("pbem ")]


def misunderstood(words: list[str]) -> str:
    """What the program does not know of these words: a command or an option; "" where it knows all."""
    command: click.Command = pbem
    context = click.Context(pbem)
    for word in words:
        options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        if word.startswith("-") and word.partition("=")[0] not in options | {"--help"}:
            return f"{command.name} has no option {word}"
        if isinstance(command, click.Group) and not word.startswith("-"):
            found = command.get_command(context, word)
            if found is not None:
                command = found
            elif word.islower() and word.isalpha():
                return f"{command.name} has no command {word}"
    return ""


def test_the_readme_is_short_and_begins_with_two_pictures() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 120
    pictures = re.findall(r"!\[[^\]]{20,}\]\(([^)]+)\)", text[: text.index("## Install")])
    assert len(pictures) == 2
    for name in pictures:
        assert (ROOT / name).read_bytes().startswith(b"\x89PNG")
        assert (ROOT / name).stat().st_size < 250_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_each_page_of_docs_is_linked_from_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"docs/{page.name}" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_command_is_one_that_there_is(page: Path) -> None:
    assert [wrong for words in commands(page) if (wrong := misunderstood(words))] == []
    assert len(commands(page)) > 2 or page.name == "building.md"


def test_a_command_or_option_that_there_is_not_is_noticed() -> None:
    assert misunderstood(["seat", "evict", "melilla"]) == "seat has no command evict"
    assert misunderstood(["extend", "melilla", "24h", "--because", "x"]) == "extend has no option --because"


def test_every_command_stands_in_the_referee_s_page() -> None:
    text = (ROOT / "docs" / "referee.md").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    missing = [name for name in pbem.list_commands(click.Context(pbem)) if f"`{name}" not in text]
    assert [name for name in missing if f"pbem {name}" not in readme] == []
