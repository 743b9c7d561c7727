"""The language in which the command line answers: that of pbem.toml in the mailbox folder, else of the locale.

English texts are the keys of the translations; what this program says goes through `tr`, what errors tell through
`told`, the help through `Formatter`, and what click says itself through the gettext that it asks.
"""

import gettext
import os
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from pbem.cli.speech.words import ENGLISH
from pbem.phrases import Phrase, parse_catalogue, translate

SOURCE, LANGUAGES = "en", ("en", "es")
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
NUMBERS: Mapping[type[click.ParamType[Any]], str] = {
    click.types.IntParamType: "integer",
    click.types.IntRange: "integer range",
    click.types.FloatParamType: "float",
    click.types.FloatRange: "float range",
}
"""What click calls numbers, and names without asking for a translation."""
_WORD = re.compile(r"[A-Z][A-Z_]+")


class _Speech:
    """What is spoken now: the program has one language from its start to its end."""

    language: str = SOURCE
    catalogue: Mapping[str, str] = ENGLISH


def language() -> str:
    """The language of the command line: "en" or "es"."""
    return _Speech.language


def speak(words: Sequence[str], environment: Mapping[str, str]) -> None:
    """Choose the language for a run of the program with these words."""
    wanted = _of_mailbox(_home(words, environment)) or _of_words(words) or _of_locale(environment)
    if wanted == _Speech.language:
        return
    found = {} if wanted == SOURCE else _catalogue(wanted)
    _Speech.language, _Speech.catalogue = (wanted, found) if found else (SOURCE, ENGLISH)
    for kind, name in NUMBERS.items():
        kind.name = told(name)
    setattr(gettext, "dgettext", _gettext)  # noqa: B010  click asks gettext.gettext, which asks these
    setattr(gettext, "dngettext", _ngettext)  # noqa: B010


def tr(text: str, /, **values: Any) -> str:
    """A text of the command line in its language, with its values."""
    return translate(Phrase(text, **values), _Speech.catalogue)


def told(sentence: object) -> str:
    """What an error or a phrase tells, in the language of the command line."""
    return translate(sentence, _Speech.catalogue)


def _home(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The mailbox folder, before click has read the words."""
    for word, following in zip(words, (*words[1:], ""), strict=False):
        if word == "--home":
            return following
        if word.startswith("--home="):
            return word.partition("=")[2]
    return environment.get("PBEM_HOME", ".")


def _of_words(words: Sequence[str]) -> str:
    """What `pbem new --language` wants of a mailbox that is not there yet; "" where nothing does."""
    given = next((after for word, after in pairwise(words) if word == "--language"), "")
    return given if given in LANGUAGES else ""


def _of_mailbox(home: str) -> str:
    """The language in pbem.toml; "" where there is none, or it cannot be read, which the commands tell.

    Of one that is no TOML it is that of the line that says so: whoever mends it is spoken to as always.
    """
    path = os.path.join(home, "pbem.toml")
    if not os.path.isfile(path):
        return ""
    import tomllib

    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "replace")
        found = tomllib.loads(text).get("referee", {}).get("language", "")
    except tomllib.TOMLDecodeError:
        said = re.search(r"""^\s*language\s*=\s*["']?(\w+)""", text, re.MULTILINE)
        found = said[1] if said else ""
    except (AttributeError, OSError):
        return ""
    return found if found in (SOURCE, "es") else ""


def _of_locale(environment: Mapping[str, str]) -> str:
    said = next((environment[name] for name in LOCALES if environment.get(name)), "")
    return "es" if re.match(r"es(_|\.|$)", said) else SOURCE


def _catalogue(wanted: str) -> dict[str, str]:
    from pbem.resources import shipped_path

    return parse_catalogue(shipped_path("templates", "locale", wanted, "cli.po").read_text("utf-8"))


def _gettext(domain: str, message: str) -> str:
    return _Speech.catalogue.get(message, message)


def _ngettext(domain: str, one: str, many: str, number: int) -> str:
    return _gettext(domain, one if number == 1 else many)


def show_usage_error(wrong: click.ClickException) -> None:
    """Show what click has to say of the words of the program; what stands for an argument is translated with it."""
    if isinstance(wrong, click.BadParameter) and wrong.param is not None and wrong.param_hint is None:
        wrong.param_hint = capitals(wrong.param.get_error_hint(wrong.ctx or click.Context(click.Command("pbem"))))
    wrong.show()


class Formatter(click.HelpFormatter):
    """Help in the language of the command line: texts by their English, words in capitals one by one."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        super().write_usage(prog, capitals(args), prefix)

    def write_text(self, text: str) -> None:
        """Write a paragraph, or an example: line by line, for most of its lines are the same in all languages."""
        if text.startswith("\b\n"):
            lines = (line[: len(line) - len(line.lstrip())] + told(line.lstrip()) for line in text.split("\n"))
            return super().write_text("\n".join(lines))
        return super().write_text(told(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Write a list of options or commands; what click adds to a text is translated already."""
        super().write_dl([(capitals(name), _with_extra(text)) for name, text in rows], *args, **kwargs)


def capitals(text: str) -> str:
    """A text with its words in capitals, which stand for what is to be put there, translated."""
    return _WORD.sub(lambda found: told(found[0]), text)


def _with_extra(text: str) -> str:
    main, gap, extra = text.partition("  [")
    return f"{told(main)}{gap}{extra}"
