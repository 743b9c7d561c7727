"""Every English text that the command line can show: in calls, errors, help, the pages of the desk, and what click
says of itself.

`python -m tests.cli.speech.phrases` brings templates/locale/es/cli.po up to date: new texts are added without
translation, those that nothing uses any more are dropped; both are listed.
"""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click
from babel.messages import Catalog
from babel.messages.pofile import write_po
from jinja2 import Environment, nodes

from pbem.cli import COMMANDS, pbem
from pbem.cli.speech.language import NUMBERS
from pbem.cli.speech.words import CODES
from pbem.phrases import parse_catalogue

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "templates" / "locale" / "es" / "cli.po"
HEADER = """\
# What the command line says, in Spanish. Brought up to date by: python -m tests.cli.speech.phrases
msgid ""
msgstr ""
"Language: es\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
ROOTS = {"Told", "ServerTrouble", "Unready"}
"""The errors that tell a sentence; and what is derived from them."""
WHOLE = {"tr", "Phrase", "marked", "Diagnosis"}
"""What takes texts beside errors; of a diagnosis all that it is given."""
SEEN_BY_NO_REFEREE = {"_winconsole.py", "_termui_impl.py", "shell_completion.py", "utils.py"}
"""Files of click that say nothing where the command line is used: other systems, pagers and editors."""
CLICKS_OWN = (
    "required",
    "OPTIONS",
    "COMMAND",
    "ARGS",
    "INTEGER",
    "FLOAT",
    "RANGE",
    *NUMBERS.values(),
    "TEXT",
    "FILE",
    "DIRECTORY",
    "PATH",
)
"""What click shows without asking for a translation: the mark of an option, words of a usage, names of types."""
FOR_PROGRAMMERS = re.compile(
    r"declarations|declaration|defined twice|Did you mean to|same flag|colou?r|start character"
)
"""What click says to those who write a program with it, not to those who use one."""
Fault = tuple[str, int]
"""A file and a line."""


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the program, parsed, by their paths."""
    files = sorted((ROOT / "pbem").rglob("*.py"))
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_text("utf-8")) for file in files}


@cache
def errors() -> set[str]:
    """The names of all classes that tell a sentence."""
    classes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = [(node.name, {ast.unparse(base).rpartition(".")[2] for base in node.bases}) for node in classes]
    found = set(ROOTS)
    while more := {name for name, of in bases if of & found} - found:
        found |= more
    return found


def calls() -> Iterator[tuple[Fault, str, list[ast.expr]]]:
    """Each call that takes a text for the referee: where, of what, and the arguments that are texts."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            name, given = node.func.id, [each for each in node.args if not isinstance(each, ast.Starred)]
            if name == "Diagnosis":
                given += [each.value for each in node.keywords]
            elif name in errors():
                given = given[-1:]
            elif name in WHOLE:
                given = given[:1]
            else:
                continue
            yield (path, node.lineno), name, given


def texts_in_calls() -> dict[str, Fault]:
    """The constant texts of all such calls, with a place of each."""
    found: dict[str, Fault] = {}
    for place, _, given in calls():
        for each in given:
            for part in _alternatives(each):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and _has_words(part.value):
                    found.setdefault(part.value, place)
    return found


def _has_words(text: str) -> bool:
    """Whether a text says anything beside its values."""
    return bool(re.search(r"[^\W\d_]", re.sub(r"\{.*?\}", "", text)))


def _alternatives(given: ast.expr) -> list[ast.expr]:
    """The two texts of a choice, or the text itself."""
    return [*_alternatives(given.body), *_alternatives(given.orelse)] if isinstance(given, ast.IfExp) else [given]


def put_together() -> list[Fault]:
    """Where a text for the referee is put together so that nobody can translate it."""
    return sorted(
        place
        for place, _, given in calls()
        for each in given
        for part in _alternatives(each)
        if isinstance(part, ast.JoinedStr | ast.BinOp) and place[0] != "pbem/phrases.py"
    )


def texts_of_help() -> dict[str, Fault]:
    """The texts of all pages of help; of an example the lines that people would not write alike in all languages."""
    found = {told: ("pbem/cli/__init__.py", 0) for _, told in COMMANDS.values()}
    for command in _every(pbem):
        where = (f"pbem {command.name} --help", 0)
        texts = [inspect.cleandoc(command.help or ""), command.short_help or "", *_epilog(command)]
        if not command.short_help:
            texts.append(command.get_short_help_str(LONGEST))
        for parameter in command.params:
            texts += [
                getattr(parameter, "help", None) or "",
                *_capitals(parameter.make_metavar(click.Context(command))),
            ]
        found.update((text, where) for text in texts if text)
    return found


def untranslated(modules: Mapping[str, ast.Module]) -> list[Fault]:
    """Where the command line shows words of its own that no translation is asked for."""
    found = []
    for path, tree in modules.items():
        if not path.startswith("pbem/cli/"):
            continue
        above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr | ast.Constant) and _shows_words(node, above):
                found.append((path, node.lineno))
    return sorted(set(found))


SHOWING = {"say", "echo", "secho", "prompt", "confirm", "UsageError", "append", "join"}
"""What shows a text, or gathers lines that are shown."""
UNSEEN = {
    "mailbox",
    "open_home",
    "locked",
    "hold_lock",
    "tr",
    "marked",
    "told",
    "getLogger",
    "option",
    "argument",
    "example",
    "get_template",
    "send_header",
}
"""What is given texts that nobody reads, or that are translated."""


def _shows_words(node: ast.expr, above: dict[ast.AST, ast.AST]) -> bool:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    said = " ".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
    words = set(re.findall(r"[^\W\d_]{3,}", said)) - {"pbem", "bold"}
    if not words or (isinstance(node, ast.Constant) and " " not in said.strip()):
        return False
    shown = isinstance(node, ast.JoinedStr)
    while node in above:
        node = above[node]  # type: ignore[assignment]
        if isinstance(node, ast.JoinedStr | ast.Subscript | ast.Assert):
            return False
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in UNSEEN or name in errors():
                return False
            shown = shown or name in SHOWING
        if isinstance(node, ast.stmt):
            return shown and not isinstance(node, ast.FunctionDef | ast.ClassDef)
    return False


LONGEST = 1000
"""More characters than any text of help has."""


def _capitals(metavar: str) -> list[str]:
    return re.findall(r"[A-Z][A-Z_]+", metavar)


def _epilog(command: click.Command) -> list[str]:
    lines = (command.epilog or "").replace("\b\n", "").split("\n")
    return [
        line.strip() for line in lines if not re.match(r"\s+(pbem|--)", line) or re.search(r'"| # |--why|echo', line)
    ]


def _every(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            under = command.get_command(context, name)
            assert under is not None
            yield from _every(under)


def texts_of_click() -> dict[str, Fault]:
    """What click says to those who use the program."""
    found = dict.fromkeys(CLICKS_OWN, ("click", 0))
    for file in sorted(Path(click.__file__).parent.glob("*.py")):
        if file.name in SEEN_BY_NO_REFEREE:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                found.update((str(text), ("click", 0)) for text in texts if not FOR_PROGRAMMERS.search(str(text)))
    return found


def texts_of_desk() -> dict[str, Fault]:
    """The texts in the templates of the desk's pages."""
    found: dict[str, Fault] = {}
    for file in sorted((ROOT / "templates" / "desk").glob("*.j2")):
        for call in Environment().parse(file.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "tr" and isinstance(call.args[0], nodes.Const):
                found[call.args[0].value] = (file.relative_to(ROOT).as_posix(), 0)
    return found


@cache
def used() -> dict[str, Fault]:
    """Every text, with a place of each."""
    codes = dict.fromkeys(CODES, ("pbem/cli/speech/words.py", 0))
    return {**codes, **texts_of_click(), **texts_of_help(), **texts_of_desk(), **texts_in_calls()}


@cache
def translated() -> dict[str, str]:
    """The translations as they are in the tree."""
    return parse_catalogue(FILE.read_text("utf-8")) if FILE.exists() else {}


def write(translations: dict[str, str]) -> None:
    """Write the translations of all texts in use as they are kept in the tree."""
    made: Any = Catalog(locale="es", domain="cli", fuzzy=False)
    for text, (place, _) in sorted(used().items(), key=lambda each: (each[1][0], each[0])):
        made.add(text, translations.get(text, ""), [(place.replace(" ", "\u00a0"), None)])
    with FILE.open("wb") as file:
        file.write(HEADER.encode())
        write_po(file, made, width=120, omit_header=True)


def main() -> None:
    """Bring the Spanish file up to date, and tell what is to be translated."""
    known = translated()
    for text in used().keys() - known.keys():
        print(f"to translate: {text!r}")
    for text in known.keys() - used().keys():
        print(f"dropped: {text!r}")
    write(known)


if __name__ == "__main__":
    main()
