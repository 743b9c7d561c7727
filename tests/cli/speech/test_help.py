"""Help: every command is listed, has an example that would run, and answers scripts."""

import re
import shlex
import subprocess
import sys

import click
import pytest

from pbem.cli import COMMANDS, pbem
from tests.cli.making import commands, ran

LISTED = (
    "abandon absence adjudicate backup broadcast case check clock demo desk dice doctor export extend fire games "
    "handbook history house import los mail map new pause playtest press preview replay report resume rollback rule "
    "schema seat setup show start stats status submit tick verify watch"
)
IN_GROUPS = {
    "case": {"run", "new", "from"},
    "clock": {"accept"},
    "mail": {"answer", "forget", "key", "list", "quarantine", "read", "resend", "retry", "show"},
    "press": {"list", "send"},
    "seat": {"bot", "eject", "invite", "list", "observe", "replace"},
    "setup": {"container", "cron", "guide", "mail", "service"},
    "dice": {"backup", "beacon", "rekey", "restore", "stats"},
}
HEAVY = ("PIL", "babel", "email", "jinja2", "json", "jsonschema", "lark", "orjson", "pathlib", "pydantic", "resvg",
         "rich", "sqlite3")  # fmt: skip
OURS = [
    *("pbem.cli", "pbem.cli.common", "pbem.cli.speech", "pbem.cli.speech.language", "pbem.cli.speech.words"),
    "pbem.phrases",
]
PRINT_FILES = {("schema",)}
"""Commands whose output is JSON already: they have no --json."""


def test_every_command_is_listed() -> None:
    assert pbem.list_commands(click.Context(pbem)) == LISTED.split()
    for group, names in IN_GROUPS.items():
        assert {words[1] for words in commands() if words[0] == group} == names


def test_the_list_of_commands_says_of_each_what_stands_in_one_place() -> None:
    """Every command is there under the name that the list gives it, with no short help of its own beside that."""
    listed = ran("--help").out.partition("Commands:\n")[2]
    for name, (_, told) in COMMANDS.items():
        command = pbem.get_command(click.Context(pbem), name)
        assert command is not None
        assert (command.name, command.short_help) == (name, told)
        assert re.search(rf"^  {name} +{re.escape(told)}$", listed, re.M)
    assert pbem.get_command(click.Context(pbem), "adjudikate") is None


@pytest.mark.parametrize("words", [(), *((group,) for group in IN_GROUPS)])
def test_no_line_of_a_list_is_cut(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = ran(*words, "--help")
    assert found.code == 0
    listed = found.out.partition("Commands:\n")[2]
    assert listed
    assert "..." not in listed


@pytest.mark.parametrize("words", commands())
def test_help_has_an_example_that_could_be_typed(words: tuple[str, ...]) -> None:
    found = ran(*words, "--help")
    assert (found.code, found.err) == (0, "")
    example = found.out.partition("Example:\n")[2].replace("\\\n", " ")
    lines = [line.strip() for line in example.splitlines() if line.strip()]
    assert lines
    for line in lines:
        assert_could_be_typed(line, words)


def assert_could_be_typed(line: str, words: tuple[str, ...]) -> None:
    """The line runs that command, with options that it has and values that it takes."""
    said = shlex.split(line.partition("#")[0].partition(" > ")[0])
    said = said[said.index("pbem") + 1 :]
    if said[0] == "--home":
        said = said[2:]
    assert tuple(said[: len(words)]) == words
    command = commands()[words]
    for word in said[len(words) :]:
        if word.startswith("--"):
            assert any(word in parameter.opts for parameter in command.params), f"{word} in {line}"
    arguments = [p for p in command.params if isinstance(p, click.Argument) and p.required]
    assert len(said) - len(words) >= len(arguments)


@pytest.mark.parametrize("words", commands())
def test_every_command_answers_scripts(words: tuple[str, ...]) -> None:
    options = {option for parameter in commands()[words].params for option in parameter.opts}
    assert ("--json" in options) != (words in PRINT_FILES)


def test_both_spellings_of_help_and_the_version() -> None:
    assert ran("-h").out == ran("--help").out
    assert ran("--version").out.startswith("pbem, version ")


def test_a_command_that_is_none_is_bad_usage() -> None:
    found = ran("adjudikate")
    assert found.code == 2
    assert "No such command 'adjudikate'" in found.err


def test_help_imports_nothing_that_only_commands_need() -> None:
    program = (
        "import sys, pbem.cli; pbem.cli.pbem(['--help'], standalone_mode=False);"
        "print('modules', *sorted(sys.modules), sep='\\n')"
    )
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    loaded = found.partition("modules\n")[2].splitlines()
    assert [name for name in loaded if name.partition(".")[0] in HEAVY] == []
    assert [name for name in loaded if name.startswith("pbem.")] == OURS
